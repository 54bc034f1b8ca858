//! The address that a request comes from, as far as it can be known.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;

/// The address that a request counts for. Behind a proxy it is the last one that the proxy wrote
/// into `X-Forwarded-For`: the ones before it were sent by the client and prove nothing. If neither
/// is known it is the unspecified address, which all such requests share.
pub(crate) fn of(
    headers: &HeaderMap,
    peer: Option<&ConnectInfo<SocketAddr>>,
    behind_proxy: bool,
) -> IpAddr {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").into_iter().next_back()?;
        last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    let peer = peer.map(|ConnectInfo(address)| address.ip());
    let address = if behind_proxy {
        forwarded().or(peer)
    } else {
        peer
    };
    widen(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
}

/// The address that this request counts for.
pub(crate) fn of_request(request: &Request, behind_proxy: bool) -> IpAddr {
    of(request.headers(), request.extensions().get(), behind_proxy)
}

/// One household has a whole /64 network of version 6; all its addresses share the limits.
pub(crate) fn widen(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(forwarded: &[&str], peer: &str, behind_proxy: bool, expected: &str) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let peer = ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 4242));
        let address = of(&headers, Some(&peer), behind_proxy);
        assert_eq!(address, expected.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn a_proxy_is_believed_only_when_told_so() {
        check(&[], "192.0.2.1", false, "192.0.2.1");
        check(&["198.51.100.7"], "192.0.2.1", false, "192.0.2.1");
        check(&["198.51.100.7"], "192.0.2.1", true, "198.51.100.7");
        check(
            &["203.0.113.9, 198.51.100.7"],
            "192.0.2.1",
            true,
            "198.51.100.7",
        );
        check(
            &["203.0.113.9", "198.51.100.7"],
            "192.0.2.1",
            true,
            "198.51.100.7",
        );
        check(&["nonsense"], "192.0.2.1", true, "192.0.2.1");
        check(&[], "192.0.2.1", true, "192.0.2.1");
    }

    #[test]
    fn a_household_counts_once() {
        check(&[], "2001:db8:1:2:3:4:5:6", false, "2001:db8:1:2::");
        check(&[], "::ffff:192.0.2.1", false, "192.0.2.1");
        assert_eq!(of(&HeaderMap::new(), None, false), Ipv6Addr::UNSPECIFIED);
    }
}
