//! The answer to one message.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Serialize;
use table::messages::Refused;
use table::{Answer, codes};

use super::{Connection, Emission, Raw};
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
    /// A reply to a message with this number, or to one without.
    pub(super) fn new(connection: Arc<Connection>, number: Option<i64>, raw: &Raw) -> Reply {
        let ack = match number {
            Some(number) => Ack::Numbered(number),
            None => Ack::Event(raw.head().event.into_owned()),
        };
        Reply { connection, ack }
    }

    /// A reply to a message that came to another node: `send` takes it there. It takes nothing if
    /// the table has moved: the command must then go to the table's present node.
    pub(crate) fn elsewhere(
        connection: Arc<Connection>,
        send: impl FnOnce(Option<String>) + Send + 'static,
    ) -> Reply {
        Reply {
            connection,
            ack: Ack::Elsewhere(Box::new(send)),
        }
    }

    /// The address of the client that asked.
    pub(crate) fn address(&self) -> IpAddr {
        self.connection.address()
    }

    /// Answers. Acks and events reach the client in the order in which they were sent.
    pub(crate) fn send<T: Serialize + ?Sized>(self, payload: &T) {
        let payload = serde_json::to_string(payload).expect("an answer is plain JSON data");
        self.send_text(payload);
    }

    /// Sends an answer that is JSON already.
    pub(crate) fn send_text(self, payload: String) {
        if !self.connection.is_open() {
            return;
        }
        match self.ack {
            Ack::Numbered(number) => self.connection.acknowledge(number, &payload),
            Ack::Event(command) => {
                let command = serde_json::to_string(&command).expect("a name is plain JSON data");
                let told = format!(r#"["answer",{{"command":{command},"answer":{payload}}}]"#);
                self.connection.send(&Emission::written(&told));
            }
            Ack::Elsewhere(send) => send(Some(payload)),
        }
    }
}

impl Reply {
    /// Refuses, or reports that the table has moved and must be asked at its present node.
    pub(crate) fn refuse(self, fault: &Fault) {
        if let (Fault::Moved, Ack::Elsewhere(_)) = (fault, &self.ack) {
            return self.moved();
        }
        self.say_no(fault);
    }

    /// Refuses, even if the table has moved and could be asked again.
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

    /// Sends a table's answer.
    pub(crate) fn answer(self, answer: &Answer) {
        if let Answer(Err(refusal)) = answer {
            metrics::refusal(refusal.code);
            match (refusal.code, refusal.reason) {
                (codes::TOO_MANY, Some(budget)) => metrics::used_up(budget),
                (codes::ILLEGAL, Some("too_many_shares")) => metrics::used_up("shares"),
                _ => {}
            }
        }
        self.send_text(answer.text());
    }
}

/// The destination of an answer. Its `Debug` output reveals nothing.
enum Ack {
    /// To a socket here, with the number of the message.
    Numbered(i64),
    /// To a socket here, by the event `answer` that names the command.
    Event(String),
    /// To another node.
    Elsewhere(Box<dyn FnOnce(Option<String>) + Send>),
}

impl std::fmt::Debug for Ack {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Ack")
    }
}
