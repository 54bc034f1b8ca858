//! The bus of the shipped program: core NATS.
//!
//! The address holds all settings, as that of the database does: servers, a user and a password,
//! and the files of certificates. Neither passwords nor options are passed to the driver within an
//! address; therefore it cannot write them into a log.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, ServerAddr, StatusCode};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt};
use tokio::task::unconstrained;

use super::bus::{Bus, BusError, Heard, Nobody};
use super::outbox::MOST_WAITING;

/// A connection to NATS, which comes back by itself when it is lost.
#[derive(Debug, Clone)]
pub struct NatsBus {
    client: Client,
    n_gaps: Arc<AtomicU64>,
}

impl NatsBus {
    /// Connects to the servers of this address.
    ///
    /// Several are separated by commas, each `nats://` or `tls://`. The first may have a user with
    /// a password, or a token: `tls://user:password@host:4222`. After the last may follow
    /// `?ca_file=FILE` with the certificates to trust, and `cert_file=FILE&key_file=FILE` with the
    /// certificate that this node shows.
    pub async fn connect(address: &str) -> Result<NatsBus, BusError> {
        let Address {
            servers,
            user,
            files,
        } = Address::parse(address)?;
        let n_gaps = Arc::new(AtomicU64::new(0));
        let mut options = ConnectOptions::new()
            .name("tallyhouse")
            // Servers learnt later use encryption if the named ones do.
            .require_tls(servers.iter().any(ServerAddr::tls_required))
            .client_capacity(MOST_WAITING)
            // A house of many tables listens on many subjects.
            .subscription_capacity(16 * 1024)
            .event_callback({
                let n_gaps = n_gaps.clone();
                move |event| {
                    let is_gap = matches!(event, Event::Connected | Event::SlowConsumer(_));
                    n_gaps.fetch_add(u64::from(is_gap), Ordering::Relaxed);
                    async {}
                }
            });
        options = match user {
            Some((user, Some(password))) => options.user_and_password(user, password),
            Some((token, None)) => options.token(token),
            None => options,
        };
        if let Some(file) = files.ca {
            options = options.add_root_certificates(file);
        }
        options = match (files.cert, files.key) {
            (Some(cert), Some(key)) => options.add_client_certificate(cert, key),
            (None, None) => options,
            _ => {
                return Err(BusError::new(
                    "cert_file and key_file must be given together",
                ));
            }
        };
        let client = options.connect(servers).await.map_err(BusError::new)?;
        Ok(NatsBus { client, n_gaps })
    }
}

/// An address taken apart.
#[derive(Debug)]
struct Address {
    servers: Vec<ServerAddr>,
    /// A user with a password, or a token.
    user: Option<(String, Option<String>)>,
    files: Files,
}

#[derive(Debug, Default)]
struct Files {
    ca: Option<PathBuf>,
    cert: Option<PathBuf>,
    key: Option<PathBuf>,
}

impl Address {
    fn parse(text: &str) -> Result<Address, BusError> {
        let (servers, options) = text.split_once('?').unwrap_or((text, ""));
        let mut address = Address {
            servers: Vec::new(),
            user: None,
            files: Files::default(),
        };
        for server in servers.split(',') {
            let server: ServerAddr = server.parse().map_err(BusError::new)?;
            let mut url = server.into_inner();
            if address.user.is_none() && !url.username().is_empty() {
                let password = url.password().map(decoded).transpose()?;
                address.user = Some((decoded(url.username())?, password));
            }
            // These setters fail only for addresses without credentials.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            let server = ServerAddr::from_url(url).map_err(BusError::new)?;
            if server.host().is_empty() {
                return Err(BusError::new("an address must name a server"));
            }
            address.servers.push(server);
        }
        for option in options.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let file = match name {
                "ca_file" => &mut address.files.ca,
                "cert_file" => &mut address.files.cert,
                "key_file" => &mut address.files.key,
                _ => {
                    return Err(BusError::new(format!(
                        "the options are ca_file, cert_file and key_file, not {name}"
                    )));
                }
            };
            *file = Some(decoded(value)?.into());
        }
        Ok(address)
    }
}

/// Decodes `%40` and similar escapes.
fn decoded(text: &str) -> Result<String, BusError> {
    let wrong = || BusError::new("% must be followed by the two digits of a byte");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                let (high, low) = digit().zip(digit()).ok_or_else(wrong)?;
                u8::try_from(16 * high + low).map_err(|_| wrong())?
            }
            plain => plain,
        });
    }
    String::from_utf8(bytes).map_err(|_| BusError::new("an address is not UTF-8"))
}

impl Bus for NatsBus {
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: String,
    ) -> Result<(), BusError> {
        let message = message.into();
        // The driver only puts it into its queue. A task that has worked for long would have to
        // wait even for that, and is spared here.
        let sent = match answer_to {
            Some(reply) => {
                let sent = self.client.publish_with_reply(subject, reply, message);
                unconstrained(sent).now_or_never()
            }
            None => unconstrained(self.client.publish(subject, message)).now_or_never(),
        };
        let sent = sent.ok_or_else(|| BusError::new("too many messages wait for it"))?;
        sent.map_err(BusError::new)
    }

    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
        Box::pin(async move {
            let heard = match group {
                Some(group) => self.client.queue_subscribe(subject, group.to_owned()).await,
                None => self.client.subscribe(subject).await,
            };
            let heard = heard.map_err(BusError::new)?;
            self.client.flush().await.map_err(BusError::new)?;
            Ok(heard.map(hear).boxed())
        })
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn n_gaps(&self) -> u64 {
        self.n_gaps.load(Ordering::Relaxed)
    }
}

fn hear(message: async_nats::Message) -> Heard {
    let nobody = message.status == Some(StatusCode::NO_RESPONDERS);
    Heard {
        subject: message.subject.to_string(),
        message: if nobody {
            Err(Nobody)
        } else {
            // Only nodes speak on the bus; whatever is not text is no letter of one.
            Ok(String::from_utf8(message.payload.into()).unwrap_or_default())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    #[track_caller]
    fn refuses(text: &str, why: &str) {
        let error = Address::parse(text).unwrap_err().to_string();
        assert_eq!(error, format!("the bus cannot be reached: {why}"));
    }

    #[test]
    fn the_user_of_an_address_is_kept_apart_from_its_servers() {
        let address = parse("tls://house:p%40ss%3A1@one:4222,tls://two");
        let servers = address.servers.iter().map(ServerAddr::as_url_str);
        assert_eq!(servers.collect::<Vec<_>>(), ["tls://one:4222", "tls://two"]);
        assert!(address.servers.iter().all(ServerAddr::tls_required));
        let user = ("house".to_owned(), Some("p@ss:1".to_owned()));
        assert_eq!(address.user, Some(user));
        let token = parse("nats://secret@one").user;
        assert_eq!(token, Some(("secret".to_owned(), None)));
        assert_eq!(parse("nats://127.0.0.1:4222").user, None);
    }

    #[test]
    fn an_address_may_name_files() {
        let files = parse("tls://one?ca_file=a%20b.pem&cert_file=/c.pem&key_file=/k.pem").files;
        let expected = ["a b.pem", "/c.pem", "/k.pem"].map(PathBuf::from);
        assert_eq!([files.ca, files.cert, files.key], expected.map(Some));
    }

    #[test]
    fn errors_in_an_address_hide_its_password() {
        refuses(
            "tls://a:b@one?cafile=x",
            "the options are ca_file, cert_file and key_file, not cafile",
        );
        refuses(
            "tls://a:b%4@one",
            "% must be followed by the two digits of a byte",
        );
        let error = Address::parse("http://a:secret@one").unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
