//! The letters between nodes.
//!
//! A letter is a line of JSON. A text that is only passed on (an answer, an event) is enclosed: it
//! follows a tab, as it was written, and no node on the way reads it.

use std::net::IpAddr;

use kernel::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::messages::Announcement;
use table::{GameCode, PlayerId};

use crate::admin::{Order, OrderOutcome};

/// A letter to the table of a code, at whichever node it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToTable {
    /// A command of a player whose socket is at another node.
    Command {
        /// The player.
        guest: Guest,
        /// The command's name and fields, unread.
        event: String,
        payload: Box<RawValue>,
        /// The id that the answer must carry.
        number: u64,
    },
    /// A question about the table's progress.
    Look {
        /// The node that asks.
        node: String,
        /// The id that the answer must carry.
        number: u64,
    },
}

/// A player whose socket another node holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Guest {
    /// The node.
    pub(super) node: String,
    /// The number of the connection there.
    pub(super) connection: u64,
    /// The player.
    pub(super) player: String,
    /// Their address.
    pub(super) address: IpAddr,
}

/// A letter to one node.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToNode {
    /// The answer to a command; the ack is enclosed.
    Answer {
        /// The id of the command.
        number: u64,
        /// The node that has the table.
        owner: String,
    },
    /// The table was here and no longer is.
    NotHere {
        /// The command or question that came too late.
        number: u64,
    },
    /// The progress of a table.
    Progress {
        /// The question.
        number: u64,
        /// The last entry of its journal.
        last_entry: u64,
        /// The time up to which it has shown its messages.
        now: u64,
    },
    /// An event for connections of the node: the list of its name and its payload is enclosed.
    Told {
        /// The numbers of the connections.
        to: Vec<u64>,
        /// The table of the event.
        code: String,
        /// The node that has the table.
        owner: String,
    },
    /// A connection of this node is gone.
    Gone {
        /// The node.
        node: String,
        /// The number of the connection.
        connection: u64,
    },
    /// This node has heard nothing of the other for a while and has forgotten its connections. If
    /// the other is alive after all, it must bring back its connections that attend a table here.
    Forgotten {
        /// The node that has forgotten them.
        node: String,
    },
    /// An order was carried out.
    Done {
        /// The id of the order.
        number: u64,
        /// Its result.
        outcome: OrderOutcome,
    },
    /// The present announcement.
    Notice(Announcement),
}

/// A letter to every node.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToAll {
    /// This node is alive.
    Here {
        /// Its name.
        node: String,
    },
    /// The tables of this node that wait for players.
    Lobby {
        /// The node.
        node: String,
        /// Each table, as `list_games` tells it.
        tables: Vec<Json>,
    },
    /// This node has taken or left a table.
    Moved {
        /// The node.
        node: String,
        /// The table.
        code: String,
    },
    /// An operator at this node orders all others to do something.
    Order {
        /// The node.
        node: String,
        /// The id that the result must carry.
        number: u64,
        /// The order.
        order: Order,
    },
    /// A new player without a token has come to this node.
    Came {
        /// The node.
        node: String,
        /// Their address.
        address: IpAddr,
    },
    /// This node has opened a table.
    Opened {
        /// The node.
        node: String,
        /// The table.
        code: GameCode,
        /// The player who opened it.
        player: PlayerId,
    },
    /// This node has closed a table for good.
    Closed {
        /// The node.
        node: String,
        /// The table.
        code: GameCode,
    },
}

impl ToAll {
    /// The node that sends this letter.
    pub(super) fn node(&self) -> &str {
        match self {
            ToAll::Here { node }
            | ToAll::Lobby { node, .. }
            | ToAll::Moved { node, .. }
            | ToAll::Order { node, .. }
            | ToAll::Came { node, .. }
            | ToAll::Opened { node, .. }
            | ToAll::Closed { node, .. } => node,
        }
    }
}

/// The separator between a letter and its enclosure. JSON text has no raw tab inside.
const TAB: u8 = b'\t';

/// Writes a letter and its enclosure.
pub(super) fn write<T: Serialize>(letter: &T, enclosed: &str) -> Vec<u8> {
    let mut text = Vec::with_capacity(128 + enclosed.len());
    serde_json::to_writer(&mut text, letter).expect("a letter is plain JSON data");
    if !enclosed.is_empty() {
        text.push(TAB);
        text.extend(enclosed.as_bytes());
    }
    text
}

/// A letter that is still to be read, and its enclosure.
pub(super) fn open(text: &[u8]) -> (&[u8], &str) {
    let mut parts = text.splitn(2, |byte| *byte == TAB);
    let letter = parts.next().unwrap_or_default();
    let enclosed = parts.next().and_then(|text| str::from_utf8(text).ok());
    (letter, enclosed.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enclosure_stays_as_it_was_written() {
        let letter = ToNode::Answer {
            number: 7,
            owner: "a\tb".to_owned(),
        };
        let enclosed = r#"{"ok":true,"text":"c\td"}"#;
        let text = write(&letter, enclosed);
        let (first, found) = open(&text);
        assert_eq!(found, enclosed);
        let read: ToNode = serde_json::from_slice(first).unwrap();
        assert!(matches!(read, ToNode::Answer { number: 7, owner } if owner == "a\tb"));
        let alone = write(&letter, "");
        assert_eq!(open(&alone), (first, ""));
    }
}
