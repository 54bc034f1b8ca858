//! What this node sends: in order, without anybody waiting for the bus.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::bus::Bus;
use super::letters::ToNode;
use crate::metrics;

/// More than a busy node sends in a second. What finds no room is lost, as the bus may lose
/// anything; whoever misses it notices a gap and asks.
const MOST_WAITING: usize = 64 * 1024;

/// So many connections are told the same in one message.
const MOST_TOGETHER: usize = 256;

/// Where messages wait for the bus.
#[derive(Debug, Clone)]
pub(super) struct Outbox(mpsc::Sender<Outgoing>);

#[derive(Debug)]
enum Outgoing {
    /// Something written.
    Letter {
        subject: String,
        answer_to: Option<String>,
        text: Vec<u8>,
    },
    /// Something told to one connection of a node.
    Told(Told),
}

/// Something that a connection is told.
#[derive(Debug)]
pub(super) struct Told {
    /// Where its node listens.
    pub(super) subject: String,
    pub(super) connection: u64,
    pub(super) code: Arc<str>,
    pub(super) owner: Arc<str>,
    pub(super) event: String,
    pub(super) payload: Box<RawValue>,
}

impl Told {
    /// Whether both are the same message to the same node.
    fn is_with(&self, other: &Told) -> bool {
        self.subject == other.subject
            && self.code == other.code
            && self.event == other.event
            && self.payload.get() == other.payload.get()
    }
}

impl Outbox {
    /// An outbox whose messages go out until the last handle is dropped.
    pub(super) fn open(bus: Arc<dyn Bus>) -> Outbox {
        let (sender, waiting) = mpsc::channel(MOST_WAITING);
        tokio::spawn(send_all(bus, waiting));
        Outbox(sender)
    }

    /// Sends a letter.
    pub(super) fn send<T: Serialize>(
        &self,
        subject: String,
        answer_to: Option<String>,
        letter: &T,
    ) {
        let text = serde_json::to_vec(letter).expect("a letter is plain JSON data");
        self.push(Outgoing::Letter {
            subject,
            answer_to,
            text,
        });
    }

    /// Tells a connection something. What several connections of a node are told at once goes
    /// there once.
    pub(super) fn tell(&self, told: Told) {
        self.push(Outgoing::Told(told));
    }

    fn push(&self, outgoing: Outgoing) {
        if self.0.try_send(outgoing).is_err() {
            metrics::bus_lost();
        }
    }
}

async fn send_all(bus: Arc<dyn Bus>, mut waiting: mpsc::Receiver<Outgoing>) {
    let mut next = waiting.recv().await;
    while let Some(outgoing) = next.take() {
        let (subject, answer_to, text) = match outgoing {
            Outgoing::Letter {
                subject,
                answer_to,
                text,
            } => (subject, answer_to, text),
            Outgoing::Told(told) => {
                let mut to = vec![told.connection];
                while to.len() < MOST_TOGETHER {
                    match waiting.try_recv() {
                        Ok(Outgoing::Told(more)) if more.is_with(&told) => to.push(more.connection),
                        Ok(other) => {
                            next = Some(other);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                let Told {
                    subject,
                    code,
                    owner,
                    event,
                    payload,
                    ..
                } = told;
                let letter = ToNode::Told {
                    to,
                    code: code.to_string(),
                    owner: owner.to_string(),
                    event,
                    payload,
                };
                let text = serde_json::to_vec(&letter).expect("a letter is plain JSON data");
                (subject, None, text)
            }
        };
        // What the bus cannot take now is lost: whoever misses it asks. It must not wait either,
        // because whoever sent it is refused meanwhile.
        if !bus.is_connected() || bus.publish(subject, answer_to, text).await.is_err() {
            metrics::bus_lost();
        }
        if next.is_none() {
            next = waiting.recv().await;
        }
    }
}
