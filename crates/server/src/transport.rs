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
//! | a full buffer drops messages silently | a [`Connection`] that is behind is disconnected; it comes back and asks for what it missed |
//! | small packets wait for their ack (Nagle) | the listener sets `TCP_NODELAY`, see [`crate::serve`] |
//! | shutting down waits for polling clients for ever | the sockets are closed first, see [`crate::serve`] |
//!
//! This module knows no command and no game. A connection remembers the way to the tables that it
//! has asked, so that a message needs no lock that others wait for.

mod connection;
mod packet;
mod reply;
#[cfg(test)]
mod tests;

pub(crate) use connection::Connection;
pub(crate) use packet::{Packet, PacketFault};
pub(crate) use reply::Reply;

use std::future::{Future, ready};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use socketioxide::extract::{AckSender, Extension, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use socketioxide::layer::SocketIoLayer;
use socketioxide::{ParserConfig, SocketIo};
use store::TokenHash;
use table::{PlayerId, messages};

use crate::error::Fault;
use crate::limits::{AddressAllowance, Limits, SocketAllowance, Verdict};

/// Reads the text of a Socket.IO event as a house does, without doing anything about it.
///
/// ```
/// let sync = r#"["sync", {"gameCode": "VHG4SC"}]"#;
/// assert!(matches!(server::read_message(sync), Ok(table::Parsed::AtTable { .. })));
/// assert!(server::read_message("[]").is_err());
/// ```
pub fn read_message(text: &str) -> Result<table::Parsed, table::Refusal> {
    let packet = Packet::read(text).bounded(Settings::default().max_payload);
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

    /// Learns that a socket is gone. No message of it comes after this.
    fn part(&self, connection: &Arc<Connection>);
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
            limits: Limits::default(),
            behind_proxy: false,
        }
    }
}

/// Puts the sockets of `desk` before an HTTP service.
pub(crate) fn attach<D: Desk>(desk: Arc<D>, settings: &Settings) -> (SocketIoLayer, SocketIo) {
    let (layer, io) = SocketIo::builder()
        .max_buffer_size(settings.buffer)
        .max_payload(settings.max_message as u64)
        .ws_max_message_size(settings.max_message)
        .ws_max_frame_size(settings.max_message)
        .ping_interval(settings.ping_interval)
        .ping_timeout(settings.ping_timeout)
        // Commands are JSON alone; one attachment is let through so that it can be
        // refused with an ack instead of a dropped connection.
        .with_parser(
            ParserConfig::common()
                .max_incoming_binaries(1)
                .max_incoming_binary_buf_size(settings.max_message),
        )
        .build_layer();
    let settings = settings.clone();
    let commands = Arc::new(AddressAllowance::new(settings.limits.address));
    let connections = Arc::new(AddressAllowance::new(settings.limits.connections));
    let register = async move |socket: SocketRef, TryData(auth): TryData<Auth>| {
        let knock = Knock {
            token: auth.ok().and_then(|auth| auth.token),
            address: address(&socket, settings.behind_proxy),
        };
        let address = knock.address;
        if connections.take(address) != Verdict::Within {
            return Err(NotAdmitted(PacketFault::TooFast.into()));
        }
        let session = desk.admit(knock).await.map_err(NotAdmitted)?;
        let allowance = SocketAllowance::new(settings.limits.socket);
        let (player, token) = (session.player.clone(), TokenHash::of(&session.token));
        let connection = Connection::new(&socket, player, token, address, allowance);
        desk.enter(&connection);
        socket.extensions.insert(session);
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

/// What a client may send to prove who it is.
#[derive(Deserialize)]
struct Auth {
    token: Option<String>,
}

/// Why somebody is not let in, as the client's `connect_error` says it: the code, a colon and
/// the sentence, because the packet has room for one text.
#[derive(Debug, thiserror::Error)]
#[error("{code}: {0}", code = .0.code())]
struct NotAdmitted(Fault);

async fn greet(socket: SocketRef, Extension(session): Extension<Session>) {
    // A socket that is gone already needs no greeting.
    let greeting = messages::Session {
        player_uuid: session.player.to_string(),
        token: session.token,
    };
    let _ = socket.emit("session", &greeting);
    if let Some(notice) = session.notice {
        let _ = socket.emit("announcement", &notice);
    }
    socket.extensions.remove::<Session>();
}

/// Registers the only two handlers a socket has. Both do their work before they
/// return the future that is spawned, which is what keeps the order.
fn listen<D: Desk>(socket: &SocketRef, connection: &Arc<Connection>, desk: &Arc<D>, gate: Gate) {
    let (here, at) = (connection.clone(), desk.clone());
    socket.on_fallback(move |packet: Packet, ack: AckSender| {
        if let Some(packet) = gate.pass(&here, packet) {
            let reply = Reply::new(here.clone(), ack);
            at.take(&here, packet, reply);
        }
        ready(())
    });
    let (here, at) = (connection.clone(), desk.clone());
    socket.on_disconnect(move || {
        here.close();
        at.part(&here);
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
    /// The message, perhaps with a fault instead of its payload; nothing if the
    /// connection is closing, or must be closed because it floods the house.
    fn pass(&self, connection: &Connection, packet: Packet) -> Option<Packet> {
        if !connection.is_open() {
            return None;
        }
        match connection.allowance().take() {
            Verdict::Flood => {
                tracing::info!(address = %connection.address(), "flood: disconnecting");
                connection.disconnect();
                None
            }
            Verdict::Beyond => Some(packet.refused(PacketFault::TooFast)),
            Verdict::Within => match self.commands.take(connection.address()) {
                Verdict::Within => Some(packet.bounded(self.max_payload)),
                _ => Some(packet.refused(PacketFault::TooFast)),
            },
        }
    }
}

fn address(socket: &SocketRef, behind_proxy: bool) -> IpAddr {
    let parts = socket.req_parts();
    crate::address::of(&parts.headers, parts.extensions.get(), behind_proxy)
}
