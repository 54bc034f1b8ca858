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

/// The ack that a message waits for. A client that asked for none gets none.
#[derive(Debug)]
pub(crate) struct Reply {
    connection: Arc<Connection>,
    ack: Ack,
}

impl Reply {
    pub(super) fn new(connection: Arc<Connection>, ack: AckSender) -> Reply {
        Reply {
            connection,
            ack: Ack(ack),
        }
    }

    /// Where whoever asked is.
    pub(crate) fn address(&self) -> IpAddr {
        self.connection.address()
    }

    /// Answers. Acks and events reach the client in the order in which they were sent.
    pub(crate) fn send<T: Serialize + ?Sized>(self, payload: &T) {
        if self.connection.is_open() {
            self.connection.noticed(self.ack.0.send(payload));
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

/// An [`AckSender`], which says nothing about itself.
struct Ack(AckSender);

impl std::fmt::Debug for Ack {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Ack")
    }
}
