//! The text that the house prints when it opens: its addresses.

use std::fmt::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The addresses for people, and with `with_code` a QR code of the one for phones.
pub(super) fn write(bound: SocketAddr, lan: Option<IpAddr>, with_code: bool) -> String {
    let port = bound.port();
    let here = if bound.ip().is_unspecified() || bound.ip().is_loopback() {
        format!("http://localhost:{port}")
    } else {
        format!("http://{bound}")
    };
    let mut text = format!("Tallyhouse is open.\n  here        {here}\n");
    if let Some(lan) = lan {
        let url = format!("http://{}", SocketAddr::new(lan, port));
        let _ = writeln!(text, "  for phones  {url}");
        if with_code && let Ok(code) = QrCode::new(&url) {
            let code = code.render::<Dense1x2>().build();
            let _ = writeln!(text, "\n{code}");
        }
    }
    text
}

/// The address under which other machines of the network find this one, if the house listens there.
pub(super) fn lan_address(bound: SocketAddr) -> Option<IpAddr> {
    if bound.ip().is_loopback() {
        return None;
    }
    if !bound.ip().is_unspecified() {
        return Some(bound.ip());
    }
    // This sends no packet: the system only names the address from which it would send. The target
    // is reserved for examples (RFC 5737).
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bound: &str, lan: Option<&str>, expected: &str) {
        let lan = lan.map(|lan| lan.parse().unwrap());
        assert_eq!(write(bound.parse().unwrap(), lan, false), expected);
    }

    #[test]
    fn the_addresses_are_told() {
        check(
            "0.0.0.0:4242",
            Some("192.168.1.5"),
            "Tallyhouse is open.\n  here        http://localhost:4242\n  for phones  http://192.168.1.5:4242\n",
        );
        check(
            "127.0.0.1:80",
            None,
            "Tallyhouse is open.\n  here        http://localhost:80\n",
        );
        check(
            "192.0.2.7:80",
            None,
            "Tallyhouse is open.\n  here        http://192.0.2.7:80\n",
        );
    }

    #[test]
    fn a_terminal_shows_a_code_for_phones() {
        let lan = "192.168.1.5".parse().ok();
        let text = write("0.0.0.0:4242".parse().unwrap(), lan, true);
        assert!(text.contains('█') && text.lines().count() > 15, "{text}");
    }

    #[test]
    fn a_house_that_listens_to_itself_alone_has_no_address_for_phones() {
        assert_eq!(lan_address("127.0.0.1:4242".parse().unwrap()), None);
        let other: SocketAddr = "192.0.2.7:4242".parse().unwrap();
        assert_eq!(lan_address(other), Some(other.ip()));
    }
}
