//! Sockets: how messages come in and go out, before anybody knows what they mean.
//!
//! socketioxide does the protocol; this module wraps it so that what it was seen to
//! do wrong cannot happen here:
//!
//! | what happens without care | what is done here |
//! |---|---|
//! | each handler runs as a task of its own, so order is lost | [`Desk::take`] is called on the socket's own task, in order, and only hands the message on |
//! | a socket is told that it is connected before its handlers exist | handlers are registered in a connect middleware |
//! | a payload that cannot be read has no handler and no ack | one handler takes every event, known or not, and always gets a [`Reply`] |
//! | an ack whose number is beyond 63 bits is taken for none | a message without a number is answered by the event `answer` |
//! | a list is read as the fields of `auth` | [`token_in`] takes an object, and refuses the rest |
//! | a full buffer drops messages silently | a [`Connection`] that is behind is disconnected; it comes back and asks for what it missed |
//! | small packets wait for their ack (Nagle) | the listener sets `TCP_NODELAY`, see [`crate::serve`] |
//! | a socket that ends while it connects is kept for ever by its own handlers | a [`Connection`] keeps its socket only once it is connected |
//! | handshakes are neither counted nor bounded | each takes a place at the [door](guard) |
//! | shutting down waits for polling clients for ever | the sockets are closed first, see [`crate::serve`] |
//!
//! This module knows no command and no game. A connection remembers the way to the tables that it
//! has asked, so that a message needs no lock that others wait for.

mod connection;
mod door;
mod packet;
mod reply;
#[cfg(test)]
mod tests;

pub(crate) use connection::{Connection, Post};
pub(crate) use door::guard;
pub(crate) use packet::{Packet, PacketFault};
pub(crate) use reply::Reply;

use std::future::{Future, ready};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use socketioxide::extract::{AckSender, Extension, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use socketioxide::layer::SocketIoLayer;
use socketioxide::{ParserConfig, SocketIo};
use store::TokenHash;
use table::{PlayerId, messages};

use crate::error::Fault;
use crate::limits::{AddressAllowance, Limits, SocketAllowance, Verdict};
use packet::Sealed;

/// Reads the text of a Socket.IO event as a house does, without doing anything about it.
///
/// ```
/// let sync = r#"["sync", {"gameCode": "VHG4SC"}]"#;
/// assert!(matches!(server::read_message(sync), Ok(table::Parsed::AtTable { .. })));
/// assert!(server::read_message("[]").is_err());
/// ```
pub fn read_message(text: &str) -> Result<table::Parsed, table::Refusal> {
    let limit = Settings::default().max_payload;
    let packet = if text.len() > limit {
        Packet::refused(PacketFault::TooLarge(limit))
    } else {
        Packet::read(text)
    };
    let payload = packet.payload.map_err(|fault| {
        let fault = Fault::from(fault);
        table::Refusal::new(fault.code(), fault.to_string())
    })?;
    table::read(&packet.event, &payload)
}

/// What stands behind the sockets and gives their messages a meaning.
pub(crate) trait Desk: Send + Sync + 'static {
    /// Lets somebody in, or says why not.
    fn admit(&self, knock: Knock) -> impl Future<Output = Result<Session, Fault>> + Send;

    /// Learns of the connection of somebody who was let in.
    fn enter(&self, connection: &Arc<Connection>);

    /// Takes a message. It is called in the order in which the messages of a socket
    /// came, and must not block.
    fn take(&self, connection: &Arc<Connection>, packet: Packet, reply: Reply);
}

/// Somebody at the door.
#[derive(Clone)]
pub(crate) struct Knock {
    /// What proves who it is, if it has been here before.
    pub(crate) token: Option<String>,
    /// Where it comes from.
    pub(crate) address: IpAddr,
}

/// Who is connected, as it is told to them: the event `session`. It says nothing
/// about itself, so that no log holds a token.
#[derive(Clone)]
pub(crate) struct Session {
    /// The public name of a player.
    pub(crate) player: PlayerId,
    /// Proves on the next connection who they are.
    pub(crate) token: String,
    /// What everybody is told.
    pub(crate) notice: Option<messages::Announcement>,
}

/// Sizes and times of the sockets.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// How many messages may wait for a socket before it counts as behind.
    pub(crate) buffer: usize,
    /// The largest message that is read at all, in bytes. A larger one ends the
    /// connection, because nothing of it is known, not even who waits for its ack.
    pub(crate) max_message: usize,
    /// The largest message that is answered with anything but `wire/too_large`.
    pub(crate) max_payload: usize,
    /// How often a silent socket is asked whether it is still there.
    pub(crate) ping_interval: Duration,
    /// How long it may take to answer.
    pub(crate) ping_timeout: Duration,
    /// How long a client may take from its handshake to being let in.
    pub(crate) connect_timeout: Duration,
    /// How much sockets and addresses may send.
    pub(crate) limits: Limits,
    /// Whether the last address of `X-Forwarded-For` is believed.
    pub(crate) behind_proxy: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            buffer: 256,
            max_message: 64 * 1024,
            max_payload: 8 * 1024,
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(20),
            limits: Limits::default(),
            behind_proxy: false,
        }
    }
}

/// Puts the sockets of `desk` before an HTTP service. What an address may ask is counted
/// together with what else it asks of the house.
pub(crate) fn attach<D: Desk>(
    desk: Arc<D>,
    settings: &Settings,
    commands: Arc<AddressAllowance>,
) -> (SocketIoLayer, SocketIo) {
    let (layer, io) = SocketIo::builder()
        .max_buffer_size(settings.buffer)
        .max_payload(settings.max_message as u64)
        .ws_max_message_size(settings.max_message)
        .ws_max_frame_size(settings.max_message)
        .ping_interval(settings.ping_interval)
        .ping_timeout(settings.ping_timeout)
        .connect_timeout(settings.connect_timeout)
        // Commands are JSON alone; one attachment is let through so that it can be
        // refused with an ack instead of a dropped connection.
        .with_parser(
            ParserConfig::common()
                .max_incoming_binaries(1)
                .max_incoming_binary_buf_size(settings.max_message),
        )
        .build_layer();
    let settings = settings.clone();
    let register = async move |socket: SocketRef, TryData(auth): TryData<Value>| {
        let knock = Knock {
            token: token_in(auth.ok().as_ref()).map_err(NotAdmitted)?,
            address: address(&socket, settings.behind_proxy),
        };
        let address = knock.address;
        let session = desk.admit(knock).await.map_err(NotAdmitted)?;
        let allowance = SocketAllowance::new(settings.limits.socket);
        let (player, token) = (session.player.clone(), TokenHash::of(&session.token));
        let connection = Connection::new(player, token, address, allowance);
        desk.enter(&connection);
        socket.extensions.insert(Greeting {
            session,
            connection: connection.clone(),
        });
        let gate = Gate {
            max_payload: settings.max_payload,
            commands: commands.clone(),
        };
        listen(&socket, &connection, &desk, gate);
        Ok::<(), NotAdmitted>(())
    };
    io.ns("/", greet.with(register));
    (layer, io)
}

/// The token in what a client sends to prove who it is: `{token}`, or nothing.
fn token_in(auth: Option<&Value>) -> Result<Option<String>, Fault> {
    let malformed = |words: &str| Fault::from(PacketFault::Malformed(words.to_owned()));
    match auth {
        Some(Value::Null) => Ok(None),
        Some(Value::Object(fields)) => match fields.get("token") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(token)) => Ok(Some(token.clone())),
            Some(_) => Err(malformed("the token of auth must be a text")),
        },
        _ => Err(malformed("auth must be an object with a token")),
    }
}

/// Why somebody is not let in, as the client's `connect_error` says it: the code, a colon and
/// the sentence, because the packet has room for one text.
#[derive(Debug, thiserror::Error)]
#[error("{code}: {0}", code = .0.code())]
struct NotAdmitted(Fault);

/// What a socket is told as soon as it is connected.
#[derive(Clone)]
struct Greeting {
    session: Session,
    connection: Arc<Connection>,
}

async fn greet(socket: SocketRef, Extension(greeting): Extension<Greeting>) {
    socket.extensions.remove::<Greeting>();
    let Greeting {
        session,
        connection,
    } = greeting;
    // A socket that is gone already needs no greeting.
    if connection.connected(&socket) {
        let greeting = messages::Session {
            player_uuid: session.player.to_string(),
            token: session.token,
        };
        connection.emit("session", &greeting);
        if let Some(notice) = session.notice {
            connection.emit("announcement", &notice);
        }
    }
}

/// Registers the only two handlers a socket has. Both do their work before they
/// return the future that is spawned, which is what keeps the order.
fn listen<D: Desk>(socket: &SocketRef, connection: &Arc<Connection>, desk: &Arc<D>, gate: Gate) {
    let (here, at) = (connection.clone(), desk.clone());
    socket.on_fallback(move |socket: SocketRef, sealed: Sealed, ack: AckSender| {
        // A message may be quicker than the greeting.
        if here.connected(&socket)
            && let Some((packet, is_numbered)) = gate.pass(&here, sealed)
        {
            let command = (!is_numbered).then(|| packet.event.clone());
            let reply = Reply::new(here.clone(), ack, command);
            at.take(&here, packet, reply);
        }
        ready(())
    });
    let here = connection.clone();
    socket.on_disconnect(move || {
        here.close();
        ready(())
    });
}

/// What every message passes before it is taken.
#[derive(Clone)]
struct Gate {
    max_payload: usize,
    commands: Arc<AddressAllowance>,
}

impl Gate {
    /// The message, perhaps with a fault instead of its payload, and whether it has a number; nothing if the
    /// connection must be closed because it floods the house. A message beyond the limits
    /// is not even read.
    fn pass(&self, connection: &Connection, sealed: Sealed) -> Option<(Packet, bool)> {
        let is_numbered = sealed.is_numbered;
        let packet = match connection.allowance().take() {
            Verdict::Flood => {
                tracing::info!(address = %connection.address(), "flood: disconnecting");
                connection.disconnect();
                return None;
            }
            Verdict::Beyond => Packet::refused(PacketFault::TooFast),
            Verdict::Within => match self.commands.take(connection.address()) {
                Verdict::Within => sealed.read(self.max_payload),
                _ => Packet::refused(PacketFault::TooFast),
            },
        };
        Some((packet, is_numbered))
    }
}

fn address(socket: &SocketRef, behind_proxy: bool) -> IpAddr {
    let parts = socket.req_parts();
    crate::address::of(&parts.headers, parts.extensions.get(), behind_proxy)
}
