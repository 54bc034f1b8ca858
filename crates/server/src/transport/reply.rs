//! The answer to one message.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use table::Answer;
use table::messages::Refused;

use super::Connection;
use crate::error::Fault;
use crate::metrics;

/// The ack that a message waits for. A message without a number is answered by the event
/// `answer`.
#[derive(Debug)]
pub(crate) struct Reply {
    connection: Arc<Connection>,
    ack: Ack,
}

impl Reply {
    /// A reply to a message with this number, or to a command without one.
    pub(super) fn new(connection: Arc<Connection>, number: Option<i64>, command: &str) -> Reply {
        let ack = match number {
            Some(number) => Ack::Numbered(number),
            None => Ack::Event(command.to_owned()),
        };
        Reply { connection, ack }
    }

    /// A reply to a message that came to another node: `send` takes it there. Nothing is to be
    /// taken there if the table has moved, so that it must be asked again where it is.
    pub(crate) fn elsewhere(
        connection: Arc<Connection>,
        send: impl FnOnce(Option<Box<RawValue>>) + Send + 'static,
    ) -> Reply {
        Reply {
            connection,
            ack: Ack::Elsewhere(Box::new(send)),
        }
    }

    /// Where whoever asked is.
    pub(crate) fn address(&self) -> IpAddr {
        self.connection.address()
    }

    /// Answers. Acks and events reach the client in the order in which they were sent.
    pub(crate) fn send<T: Serialize + ?Sized>(self, payload: &T) {
        if !self.connection.is_open() {
            return;
        }
        match self.ack {
            Ack::Numbered(number) => self.connection.acknowledge(number, payload),
            Ack::Event(command) => {
                let answer = payload;
                self.connection
                    .emit("answer", &Unnumbered { command, answer });
            }
            Ack::Elsewhere(send) => {
                if let Ok(payload) = to_raw_value(payload) {
                    send(Some(payload));
                }
            }
        }
    }
}

impl Reply {
    /// Says no, or that the table has moved and is to be asked where it is.
    pub(crate) fn refuse(self, fault: &Fault) {
        if let (Fault::Moved, Ack::Elsewhere(_)) = (fault, &self.ack) {
            return self.moved();
        }
        self.say_no(fault);
    }

    /// Says no, also where the table has moved and could be asked again.
    pub(crate) fn say_no(self, fault: &Fault) {
        fault.log();
        metrics::refusal(fault.code());
        self.send(&Refused {
            ok: false,
            error: fault.refusal(),
        });
    }

    fn moved(self) {
        if let Ack::Elsewhere(send) = self.ack {
            send(None);
        }
    }

    /// Gives a table's answer.
    pub(crate) fn answer(self, answer: &Answer) {
        if let Answer(Err(refusal)) = answer {
            metrics::refusal(refusal.code);
        }
        self.send(answer);
    }
}

/// The answer to a message without a number.
#[derive(Serialize)]
struct Unnumbered<'a, T: ?Sized> {
    command: String,
    answer: &'a T,
}

/// Where an answer goes, which says nothing about itself.
enum Ack {
    /// To a socket here, with the number of the message.
    Numbered(i64),
    /// To a socket here, by the event `answer` that names the command.
    Event(String),
    /// To another node.
    Elsewhere(Box<dyn FnOnce(Option<Box<RawValue>>) + Send>),
}

impl std::fmt::Debug for Ack {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Ack")
    }
}
