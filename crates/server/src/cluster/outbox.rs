//! The outbox of this node: it sends letters to other nodes in order, and nobody waits for the bus.

use std::sync::Arc;

use serde::Serialize;
use table::GameCode;
use tokio::sync::mpsc;

use super::bus::{self, Bus};
use super::letters;
use crate::metrics;
use crate::transport::Emission;

/// More letters than a busy node sends in a second. One that finds no room is lost, as any message
/// on the bus may be; its receiver notices a gap and asks.
pub(super) const MOST_WAITING: usize = 64 * 1024;

/// The most bytes of letters that are sent in one message. The bus allows a megabyte.
const MOST_BYTES: usize = 64 * 1024;

/// The most connections that are named in one message.
const MOST_TOGETHER: usize = 256;

/// The queue of letters for the bus.
#[derive(Debug, Clone)]
pub(super) struct Outbox(mpsc::Sender<Outgoing>);

#[derive(Debug)]
enum Outgoing {
    /// A letter.
    Letter { subject: String, text: String },
    /// An event for one connection of a node.
    Told(Told),
}

impl Outgoing {
    fn subject(&self) -> &String {
        match self {
            Outgoing::Letter { subject, .. } | Outgoing::Told(Told { subject, .. }) => subject,
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
    pub(super) code: GameCode,
    pub(super) emission: Emission,
}

impl Told {
    /// Whether both are the same message to the same node.
    fn is_with(&self, other: &Told) -> bool {
        self.subject == other.subject && self.code == other.code && self.emission == other.emission
    }
}

impl Outbox {
    /// The outbox of a node, whose letters go out until the last handle is dropped.
    pub(super) fn open(bus: Arc<dyn Bus>, node: Arc<str>) -> Outbox {
        let (sender, waiting) = mpsc::channel(MOST_WAITING);
        let mut queue = Queue {
            node,
            waiting,
            first: None,
        };
        tokio::spawn(async move {
            while let Some((subject, parcel)) = queue.next().await {
                bus::send(&*bus, subject, None, parcel);
            }
        });
        Outbox(sender)
    }

    /// Sends a letter.
    pub(super) fn send<T: Serialize>(&self, subject: String, letter: &T) {
        let text = letters::write(letter);
        self.push(Outgoing::Letter { subject, text });
    }

    /// Sends the answer to a command.
    pub(super) fn answer(&self, subject: String, number: u64, ack: &str) {
        let text = letters::answer(number, ack);
        self.push(Outgoing::Letter { subject, text });
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

/// The queue, whose first letter may have been looked at.
struct Queue {
    node: Arc<str>,
    waiting: mpsc::Receiver<Outgoing>,
    first: Option<Outgoing>,
}

impl Queue {
    /// The next parcel and its subject: all letters that wait for the same node.
    async fn next(&mut self) -> Option<(String, String)> {
        let first = match self.first.take() {
            Some(first) => first,
            None => self.waiting.recv().await?,
        };
        let subject = first.subject().clone();
        let letter = self.write(first);
        let mut parcel = letters::pack(&self.node, &letter);
        while parcel.len() < MOST_BYTES
            && let Some(more) = self.take_if(|more| *more.subject() == subject)
        {
            letters::pack_more(&mut parcel, &self.write(more));
        }
        Some((subject, parcel))
    }

    /// Writes a letter. An event for several connections becomes one letter.
    fn write(&mut self, outgoing: Outgoing) -> String {
        let told = match outgoing {
            Outgoing::Letter { text, .. } => return text,
            Outgoing::Told(told) => told,
        };
        let mut to = vec![told.connection];
        while to.len() < MOST_TOGETHER
            && let Some(Outgoing::Told(more)) = self.take_if(|more| more.tells_the_same(&told))
        {
            to.push(more.connection);
        }
        letters::told(&told.code, &to, told.emission.arguments())
    }

    /// Takes the first waiting letter if it is of this kind.
    fn take_if(&mut self, fits: impl FnOnce(&Outgoing) -> bool) -> Option<Outgoing> {
        if self.first.is_none() {
            self.first = self.waiting.try_recv().ok();
        }
        self.first.take_if(|first| fits(first))
    }
}
