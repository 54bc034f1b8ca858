//! The address of a database, and how to connect to it.
//!
//! An address has the form of libpq: `postgres://user:password@host:5432/database`, with options
//! behind a question mark. `sslmode` is `disable`, `prefer` (the default) or `require`;
//! `verify-full` is another name for `require`. An encrypted connection is always verified, by the
//! system's certificates or by those of `sslrootcert=FILE`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::ConnectError;
use crate::postgres::connection::Connection;

/// The longest time for opening a connection to one host of an address.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest silence of the other side after something was sent.
const SILENCE: Duration = Duration::from_secs(5);

/// An address, with everything that a connection needs.
#[derive(Clone)]
pub(super) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
    shown: Arc<str>,
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Address, ConnectError> {
        let (url, tls) = options(url)?;
        let mut config: Config = url.parse().map_err(bad)?;
        config
            .ssl_mode(tls.mode)
            // A replica takes no writes, and its reads may be old.
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(PATIENCE * 2 / 3)
            .tcp_user_timeout(SILENCE)
            .keepalives_idle(SILENCE)
            .keepalives_interval(Duration::from_secs(1))
            .keepalives_retries(3);
        if config.get_application_name().is_none() {
            config.application_name("tallyhouse");
        }
        Ok(Address {
            shown: shown(&config).into(),
            tls: MakeRustlsConnect::new(tls.config()?),
            config,
        })
    }

    /// Opens a new connection.
    pub(super) async fn connect(&self) -> Result<Connection, ConnectError> {
        let connect = Connection::open(&self.config, self.tls.clone());
        let patience = PATIENCE * self.config.get_hosts().len().max(1) as u32;
        let why = match tokio::time::timeout(patience, connect).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => super::words(&error),
            Err(_) => "it does not answer".to_owned(),
        };
        Err(ConnectError::CannotConnect {
            address: self.to_string(),
            why,
        })
    }
}

/// Shows the address without its password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Address").field(&self.shown).finish()
    }
}

fn bad(why: impl ToString) -> ConnectError {
    ConnectError::BadAddress {
        why: why.to_string(),
    }
}

fn shown(config: &Config) -> String {
    let ports = config.get_ports();
    let hosts = config.get_hosts().iter().enumerate().map(|(n, host)| {
        let host = match host {
            Host::Tcp(host) => host.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        };
        // A single port is used for all hosts.
        let port = ports.get(n).or(ports.first()).unwrap_or(&5432);
        format!("{host}:{port}")
    });
    let hosts = hosts.collect::<Vec<_>>().join(",");
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{hosts}/{database}")
}

/// The options of encryption.
struct Tls {
    mode: SslMode,
    /// The file of the certificates to trust; `None` for the system's.
    root: Option<String>,
}

/// Takes the options of encryption out of an address: the driver does not know all of them.
fn options(url: &str) -> Result<(String, Tls), ConnectError> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(bad("it must begin with postgres://"));
    }
    let mut tls = Tls {
        mode: SslMode::Prefer,
        root: None,
    };
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let mut others = Vec::new();
    for option in query.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("sslmode", mode)) => {
                tls.mode = match mode {
                    "disable" => SslMode::Disable,
                    "prefer" => SslMode::Prefer,
                    "require" | "verify-full" => SslMode::Require,
                    _ => return Err(bad("sslmode must be disable, prefer or require")),
                };
            }
            Some(("sslrootcert", "system")) => tls.root = None,
            Some(("sslrootcert", file)) => tls.root = Some(decoded(file)?),
            _ => others.push(option),
        }
    }
    let others = others.join("&");
    let joint = if others.is_empty() { "" } else { "?" };
    Ok((format!("{place}{joint}{others}"), tls))
}

/// A value of an address, in which `%20` is a space.
fn decoded(text: &str) -> Result<String, ConnectError> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = after
            .get(..2)
            .and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or_else(|| bad("a % without two digits"))?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(bad)
}

impl Tls {
    fn config(&self) -> Result<ClientConfig, ConnectError> {
        let mut roots = RootCertStore::empty();
        match &self.root {
            _ if self.mode == SslMode::Disable => {}
            None => {
                // A certificate that cannot be read is reported when it is needed.
                let system = rustls_native_certs::load_native_certs();
                roots.add_parsable_certificates(system.certs);
            }
            Some(file) => {
                let unread = |error: &dyn fmt::Display| bad(format!("sslrootcert={file}: {error}"));
                let certificates = CertificateDer::pem_file_iter(file).map_err(|e| unread(&e))?;
                for certificate in certificates {
                    let certificate = certificate.map_err(|error| unread(&error))?;
                    roots.add(certificate).map_err(|error| unread(&error))?;
                }
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(bad)?;
        Ok(builder.with_root_certificates(roots).with_no_client_auth())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: (&str, SslMode, Option<&str>)) {
        let (place, tls) = options(url).unwrap();
        assert_eq!((place.as_str(), tls.mode, tls.root.as_deref()), expected);
    }

    #[test]
    fn options_of_encryption_are_taken_out() {
        let place = "postgres://ann:secret@db:1/house";
        check(place, (place, SslMode::Prefer, None));
        let with = |options: &str| format!("{place}?{options}");
        let disable = with("sslmode=disable");
        check(&disable, (place, SslMode::Disable, None));
        let full = with("sslmode=verify-full&sslrootcert=/a%20b.pem");
        check(&full, (place, SslMode::Require, Some("/a b.pem")));
        let system = with("application_name=x&sslrootcert=system&sslmode=require");
        let rest = with("application_name=x");
        check(&system, (rest.as_str(), SslMode::Require, None));
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address = Address::parse("postgres://ann:secret@db:1/house?sslmode=disable").unwrap();
        assert_eq!(address.to_string(), "postgres://db:1/house");
        assert!(!format!("{address:?}").contains("secret"));
        let address = Address::parse("postgres://ann@one,two:7/house?sslmode=disable").unwrap();
        assert_eq!(address.to_string(), "postgres://one:5432,two:7/house");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for url in [
            "house.db",
            "mysql://db/house",
            "postgres://db/house?sslmode=allow",
            "postgres://db/house?sslrootcert=%zz",
            "postgres://db/house?sslrootcert=/no/such/file.pem",
            "postgres://db/house?nonsense=1",
            "postgres://db:port/house",
        ] {
            let refused = Address::parse(url).unwrap_err();
            assert_eq!(refused.code(), "store/bad_address", "{url}: {refused}");
        }
    }
}
