//! What this node sends: in order, without anybody waiting for the bus.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::mpsc;

use super::bus::Bus;
use super::letters::ToNode;
use crate::metrics;
use crate::transport::Emission;

/// More than a busy node sends in a second. What finds no room is lost, as the bus may lose
/// anything; whoever misses it notices a gap and asks.
const MOST_WAITING: usize = 64 * 1024;

/// So long may letters be that go together; the bus takes a megabyte.
const MOST_BYTES: usize = 64 * 1024;

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

impl Outgoing {
    /// Whether it goes to this subject, and whether anybody is there does not matter.
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

/// Something that a connection is told.
#[derive(Debug)]
pub(super) struct Told {
    /// Where its node listens.
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

/// Something that is ready for the bus.
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
        // What the bus cannot take now is lost: whoever misses it asks. It must not wait either,
        // because whoever sent it is refused meanwhile.
        if !bus.is_connected() || bus.publish(subject, answer_to, text).await.is_err() {
            metrics::bus_lost();
        }
    }
}

/// What waits, of which the first may have been looked at.
struct Queue {
    waiting: mpsc::Receiver<Outgoing>,
    first: Option<Outgoing>,
}

impl Queue {
    /// What goes out next: all letters that wait for the same node together, a line for each.
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

    /// Writes a letter. What several connections are told goes into one.
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
            event: told.emission.event().to_owned(),
            arguments: told.emission.arguments().to_owned(),
        };
        Parcel {
            subject: told.subject,
            answer_to: None,
            text: serde_json::to_vec(&letter).expect("a letter is plain JSON data"),
        }
    }

    /// Takes what waits first, if it is of this kind.
    fn take_if(&mut self, fits: impl FnOnce(&Outgoing) -> bool) -> Option<Outgoing> {
        if self.first.is_none() {
            self.first = self.waiting.try_recv().ok();
        }
        self.first.take_if(|first| fits(first))
    }
}
