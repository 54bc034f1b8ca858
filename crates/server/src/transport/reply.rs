//! The answer to one message.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Serialize;
use socketioxide::extract::AckSender;
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
    /// What the message is called, if it has no number.
    command: Option<String>,
}

impl Reply {
    pub(super) fn new(
        connection: Arc<Connection>,
        ack: AckSender,
        command: Option<String>,
    ) -> Reply {
        Reply {
            connection,
            ack: Ack(ack),
            command,
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
        match self.command {
            None => self.connection.noticed(self.ack.0.send(payload)),
            Some(command) => {
                let answer = payload;
                self.connection
                    .emit("answer", &Unnumbered { command, answer });
            }
        }
    }
}

impl Reply {
    /// Says no.
    pub(crate) fn refuse(self, fault: &Fault) {
        fault.log();
        metrics::refusal(fault.code());
        self.send(&Refused {
            ok: false,
            error: fault.refusal(),
        });
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

/// An [`AckSender`], which says nothing about itself.
struct Ack(AckSender);

impl std::fmt::Debug for Ack {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Ack")
    }
}
