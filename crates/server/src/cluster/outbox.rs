//! The outbox of this node: it sends messages in order, and nobody waits for the bus.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::mpsc;

use super::bus::Bus;
use super::letters::{self, ToNode};
use crate::metrics;
use crate::transport::Emission;

/// More messages than a busy node sends in a second. One that finds no room is lost, as any message
/// on the bus may be; its receiver notices a gap and asks.
const MOST_WAITING: usize = 64 * 1024;

/// The most bytes of letters that are sent in one message. The bus allows a megabyte.
const MOST_BYTES: usize = 64 * 1024;

/// The most connections that are named in one message.
const MOST_TOGETHER: usize = 256;

/// The queue of messages for the bus.
#[derive(Debug, Clone)]
pub(super) struct Outbox(mpsc::Sender<Outgoing>);

#[derive(Debug)]
enum Outgoing {
    /// A letter.
    Letter {
        subject: String,
        answer_to: Option<String>,
        text: Vec<u8>,
    },
    /// An event for one connection of a node.
    Told(Told),
}

impl Outgoing {
    /// A message to this subject that needs no listener.
    fn is_only_for(&self, wanted: &str) -> bool {
        match self {
            Outgoing::Letter {
                subject, answer_to, ..
            } => answer_to.is_none() && subject == wanted,
            Outgoing::Told(told) => told.subject == wanted,
        }
    }

    fn tells_the_same(&self, told: &Told) -> bool {
        matches!(self, Outgoing::Told(more) if more.is_with(told))
    }
}

/// An event for a connection.
#[derive(Debug)]
pub(super) struct Told {
    /// The subject of its node.
    pub(super) subject: String,
    pub(super) connection: u64,
    pub(super) code: Arc<str>,
    pub(super) owner: Arc<str>,
    pub(super) emission: Emission,
}

impl Told {
    /// Whether both are the same message to the same node.
    fn is_with(&self, other: &Told) -> bool {
        self.subject == other.subject && self.code == other.code && self.emission == other.emission
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
        self.send_with(subject, answer_to, letter, "");
    }

    /// Sends a letter and its enclosure.
    pub(super) fn send_with<T: Serialize>(
        &self,
        subject: String,
        answer_to: Option<String>,
        letter: &T,
        enclosed: &str,
    ) {
        let text = letters::write(letter, enclosed);
        self.push(Outgoing::Letter {
            subject,
            answer_to,
            text,
        });
    }

    /// Sends an event to a connection. If several connections of a node get the same event in a
    /// row, it is sent to the node once.
    pub(super) fn tell(&self, told: Told) {
        self.push(Outgoing::Told(told));
    }

    fn push(&self, outgoing: Outgoing) {
        if self.0.try_send(outgoing).is_err() {
            metrics::bus_lost();
        }
    }
}

/// A message that is ready for the bus.
struct Parcel {
    subject: String,
    answer_to: Option<String>,
    text: Vec<u8>,
}

async fn send_all(bus: Arc<dyn Bus>, waiting: mpsc::Receiver<Outgoing>) {
    let mut queue = Queue {
        waiting,
        first: None,
    };
    while let Some(Parcel {
        subject,
        answer_to,
        text,
    }) = queue.next().await
    {
        // A message that the bus cannot take now is dropped; its receiver notices and asks. It must
        // not wait, because its sender is refused meanwhile.
        if !bus.is_connected() || bus.publish(subject, answer_to, text).await.is_err() {
            metrics::bus_lost();
        }
    }
}

/// The queue, whose first message may have been looked at.
struct Queue {
    waiting: mpsc::Receiver<Outgoing>,
    first: Option<Outgoing>,
}

impl Queue {
    /// The next message to send: all letters that wait for the same node, one a line.
    async fn next(&mut self) -> Option<Parcel> {
        let first = match self.first.take() {
            Some(first) => first,
            None => self.waiting.recv().await?,
        };
        let mut parcel = self.pack(first);
        while parcel.answer_to.is_none()
            && parcel.text.len() < MOST_BYTES
            && let Some(more) = self.take_if(|more| more.is_only_for(&parcel.subject))
        {
            parcel.text.push(b'\n');
            parcel.text.extend(self.pack(more).text);
        }
        Some(parcel)
    }

    /// Writes a letter. An event for several connections becomes one letter.
    fn pack(&mut self, outgoing: Outgoing) -> Parcel {
        let told = match outgoing {
            Outgoing::Letter {
                subject,
                answer_to,
                text,
            } => {
                return Parcel {
                    subject,
                    answer_to,
                    text,
                };
            }
            Outgoing::Told(told) => told,
        };
        let mut to = vec![told.connection];
        while to.len() < MOST_TOGETHER
            && let Some(Outgoing::Told(more)) = self.take_if(|more| more.tells_the_same(&told))
        {
            to.push(more.connection);
        }
        let letter = ToNode::Told {
            to,
            code: told.code.to_string(),
            owner: told.owner.to_string(),
        };
        Parcel {
            subject: told.subject,
            answer_to: None,
            text: letters::write(&letter, told.emission.arguments()),
        }
    }

    /// Takes the first waiting message if it is of this kind.
    fn take_if(&mut self, fits: impl FnOnce(&Outgoing) -> bool) -> Option<Outgoing> {
        if self.first.is_none() {
            self.first = self.waiting.try_recv().ok();
        }
        self.first.take_if(|first| fits(first))
    }
}
