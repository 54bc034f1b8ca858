//! Sockets: they carry messages in and out, and do not know their meaning.
//!
//! engineioxide does Engine.IO: WebSocket, polling, the change from one to the other, and pings.
//! This module adds Socket.IO itself, because a house needs little of it, and needs that exactly:
//! one namespace, events with one payload, and an answer to everything.
//!
//! | what must hold | how |
//! |---|---|
//! | the messages of a socket keep their order | [`FrontDesk::take`] is called on the socket's own task and only hands the message on |
//! | everything is answered | a message is read after it was counted; what is wrong with it is told to its [`Reply`], and what comes before the client is let in, or to another namespace, is answered with a refused connection |
//! | an ack may carry any number | a number beyond 63 bits counts as none; a message without a number is answered by the event `answer` |
//! | nothing is lost silently | a [`Connection`] whose buffer is full is disconnected; it comes back and asks for what it missed |
//! | small packets do not wait for their ack (Nagle) | the listener sets `TCP_NODELAY`, see [`crate::serve`] |
//! | a socket that ends in whatever state is forgotten | Engine.IO tells the [reception](Reception) of every end, and a socket where nobody is let in, or whose client the house has disconnected, is ended after a while |
//! | coming and going costs as much as commands | each wish to be let in or to leave counts for the socket and its address, and a socket asks the desk once at a time |
//! | handshakes are counted and bounded | each takes a place at the [door](guard) |
//! | shutting down waits for nobody | the sockets are closed first, see [`crate::serve`] |
//!
//! This module knows no command and no game. A connection remembers the way to the tables that it
//! has asked, so that a message needs no lock that others wait for.

mod connection;
mod door;
mod packet;
mod parting;
mod progress;
mod reply;
mod socket_io;
mod sockets;
#[cfg(test)]
mod tests;

pub(crate) use connection::{Connection, Post};
pub(crate) use door::guard;
pub(crate) use packet::{Head, Packet, PacketFault, Raw};
pub(crate) use parting::{Attending, MOST_ATTENDED, NoPlace};
pub(crate) use reply::Reply;
pub(crate) use socket_io::Emission;
pub(crate) use sockets::{OpenSockets, Reception};

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use engineioxide::Str;
use engineioxide::config::EngineIoConfig;
use engineioxide::layer::EngineIoLayer;
use serde_json::Value;
use table::{PlayerId, messages};

use crate::error::Fault;
use crate::limits::{AddressAllowance, Limits};

/// The path of the sockets, for the library and for the door before it.
const PATH: &str = "/socket.io";

/// Reads the text of a Socket.IO event as a house does, without doing anything about it.
///
/// ```
/// let sync = r#"["sync", {"gameCode": "VHG4SC"}]"#;
/// assert!(matches!(server::read_message(sync), Ok(table::Parsed::AtTable { .. })));
/// assert!(server::read_message("[]").is_err());
/// ```
pub fn read_message(text: &str) -> Result<table::Parsed, table::Refusal> {
    let text = Str::copy_from_slice(text);
    let packet = Raw::new(text, SocketSettings::default().max_payload).read();
    let payload = packet.payload.map_err(|fault| {
        let fault = Fault::from(fault);
        table::Refusal::new(fault.code(), fault.to_string())
    })?;
    table::read(&packet.event, payload)
}

/// The part of the house that stands behind the sockets and gives their messages a meaning.
pub(crate) trait FrontDesk: Send + Sync + 'static {
    /// Admits a client, or says why not.
    fn admit(&self, knock: Knock) -> impl Future<Output = Result<Identity, Fault>> + Send;

    /// Learns of the connection of a client that was admitted.
    fn enter(&self, connection: &Arc<Connection>);

    /// Takes a message. It is called in the order in which the messages of a socket
    /// came, and must not block.
    fn take(&self, connection: &Arc<Connection>, raw: Raw, reply: Reply);
}

/// A client at the door.
#[derive(Clone)]
pub(crate) struct Knock {
    /// The token that proves an identity, if the client has been here before.
    pub(crate) token: Option<String>,
    /// The address of the client.
    pub(crate) address: IpAddr,
}

/// The identity of a connected player, which the event `session` tells them. It has no `Debug`, so
/// that no log holds a token.
#[derive(Clone)]
pub(crate) struct Identity {
    /// The public id of the player.
    pub(crate) player: PlayerId,
    /// Proves on the next connection who they are.
    pub(crate) token: String,
    /// The announcement that everybody hears.
    pub(crate) notice: Option<messages::Announcement>,
}

/// Sizes and times of the sockets.
#[derive(Debug, Clone)]
pub(crate) struct SocketSettings {
    /// The number of messages that may wait for a socket before it counts as behind.
    pub(crate) buffer: usize,
    /// The largest message that is read at all, in bytes. A larger one ends the connection, because
    /// nothing of it is known, not even the number of its ack.
    pub(crate) max_message: usize,
    /// The largest message that is answered with anything but `wire/too_large`.
    pub(crate) max_payload: usize,
    /// The interval of pings to a silent socket.
    pub(crate) ping_interval: Duration,
    /// The time for the answer to a ping.
    pub(crate) ping_timeout: Duration,
    /// The time that a socket may be without a player: from its handshake, and again whenever a
    /// player has left it or was disconnected.
    pub(crate) connect_timeout: Duration,
    /// The limits of sockets and addresses.
    pub(crate) limits: Limits,
    /// Whether the last address of `X-Forwarded-For` is believed.
    pub(crate) behind_proxy: bool,
}

impl Default for SocketSettings {
    fn default() -> SocketSettings {
        SocketSettings {
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

/// Puts the sockets of `desk` before an HTTP service. Requests of an address through sockets count
/// together with its other requests.
pub(crate) fn attach<D: FrontDesk>(
    desk: Arc<D>,
    settings: &SocketSettings,
    commands: Arc<AddressAllowance>,
) -> (EngineIoLayer<Reception<D>>, Arc<OpenSockets>) {
    let config = EngineIoConfig::builder()
        .req_path(PATH)
        .max_buffer_size(settings.buffer)
        .max_payload(settings.max_message as u64)
        .ws_max_message_size(settings.max_message)
        .ws_max_frame_size(settings.max_message)
        .ping_interval(settings.ping_interval)
        .ping_timeout(settings.ping_timeout)
        .build();
    let open = Arc::new(OpenSockets::default());
    let reception = Reception {
        desk,
        settings: settings.clone(),
        commands,
        open: open.clone(),
    };
    (
        EngineIoLayer::from_config(Arc::new(reception), config),
        open,
    )
}

/// The token in the `auth` of a client: `{token}`, or nothing.
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
