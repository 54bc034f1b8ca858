//! The letters between nodes.
//!
//! A message on the bus is a parcel: the name of the node that sends it, and letters, each in a line
//! of its own. A letter is JSON. A text that is only passed on (an answer, an event) is enclosed: it
//! follows a tab, as it was written, and no node on the way reads it.
//!
//! Answers and events are most of what crosses the bus. Their letters are a few words instead of
//! JSON: `answer 7` and `told VHG4SC 12 13`.

use std::fmt::Write as _;
use std::net::IpAddr;

use kernel::Json;
use serde::{Deserialize, Serialize};
use table::messages::Announcement;
use table::{GameCode, PlayerId};

use crate::admin::{Order, OrderOutcome};

/// A letter to the table of a code, at whichever node it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToTable {
    /// A command of a player whose socket is at another node; it is enclosed.
    Command {
        /// The player.
        guest: Guest,
        /// The id that the answer must carry.
        number: u64,
    },
    /// A question about the table's progress.
    Look {
        /// The id that the answer must carry.
        number: u64,
    },
}

/// A player whose socket another node holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Guest {
    /// The number of the connection there.
    pub(super) connection: u64,
    /// The player.
    pub(super) player: String,
    /// Their address.
    pub(super) address: IpAddr,
}

/// A letter to one node, with what is enclosed.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// The answer to a command.
    Answer {
        /// The id of the command.
        number: u64,
        /// The ack.
        ack: &'a str,
    },
    /// An event for connections of the node.
    Told {
        /// The table of the event.
        code: GameCode,
        /// The numbers of the connections.
        to: Vec<u64>,
        /// The list of its name and its payload.
        event: &'a str,
    },
    /// A letter for the node itself.
    Plain(ToNode),
}

/// The first words of the letters that are not JSON.
const ANSWER: &str = "answer";
const TOLD: &str = "told";

impl Line<'_> {
    /// Reads a letter; nothing if it is not understood.
    pub(super) fn read<'a>(letter: &str, enclosed: &'a str) -> Option<Line<'a>> {
        let mut words = letter.split(' ');
        match words.next()? {
            ANSWER => Some(Line::Answer {
                number: words.next()?.parse().ok()?,
                ack: enclosed,
            }),
            TOLD => Some(Line::Told {
                code: words.next()?.parse().ok()?,
                to: words.map(|word| word.parse().ok()).collect::<Option<_>>()?,
                event: enclosed,
            }),
            _ => read(letter).map(Line::Plain),
        }
    }
}

/// A letter for one node itself.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToNode {
    /// The table was here and no longer is.
    NotHere {
        /// The command or question that came too late.
        number: u64,
    },
    /// The table is here, but waits for its journal and cannot tell its progress.
    NotNow {
        /// The question.
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
    /// A connection of this node is gone.
    Gone {
        /// The number of the connection.
        connection: u64,
    },
    /// This node has heard nothing of the other for a while and has forgotten its connections. If
    /// the other is alive after all, it must bring back its connections that attend a table here.
    Forgotten,
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
    Here,
    /// The tables of this node that wait for players.
    Lobby {
        /// Each table, as `list_games` tells it.
        tables: Vec<Json>,
    },
    /// This node has taken or left a table.
    Moved {
        /// The table.
        code: GameCode,
    },
    /// An operator at this node orders all others to do something.
    Order {
        /// The id that the result must carry.
        number: u64,
        /// The order.
        order: Order,
    },
    /// A new player without a token has come to this node.
    Came {
        /// Their address.
        address: IpAddr,
    },
    /// This node has opened a table.
    Opened {
        /// The table.
        code: GameCode,
        /// The player who opened it.
        player: PlayerId,
    },
    /// This node has closed a table for good.
    Closed {
        /// The table.
        code: GameCode,
    },
}

/// The separator between a letter and its enclosure. JSON text has no raw tab inside.
const TAB: char = '\t';

/// Writes a letter.
pub(super) fn write<T: Serialize>(letter: &T) -> String {
    serde_json::to_string(letter).expect("a letter is plain JSON data")
}

/// Writes a letter with an enclosure.
pub(super) fn write_with<T: Serialize>(letter: &T, enclosed: &str) -> String {
    let mut text = write(letter);
    text.push(TAB);
    text.push_str(enclosed);
    text
}

/// Writes the answer to a command.
pub(super) fn answer(number: u64, ack: &str) -> String {
    format!("{ANSWER} {number}{TAB}{ack}")
}

/// Writes an event for connections of a node.
pub(super) fn told(code: &GameCode, to: &[u64], event: &str) -> String {
    let mut text = format!("{TOLD} {code}");
    for connection in to {
        write!(text, " {connection}").expect("a text takes everything");
    }
    text.reserve_exact(TAB.len_utf8() + event.len());
    text.push(TAB);
    text.push_str(event);
    text
}

/// Begins a parcel of this node with a letter.
pub(super) fn pack(node: &str, letter: &str) -> String {
    [node, "\n", letter].concat()
}

/// Adds a letter to a parcel.
pub(super) fn pack_more(parcel: &mut String, letter: &str) {
    parcel.push('\n');
    parcel.push_str(letter);
}

/// The node that sent a parcel, and its letters, each with its enclosure.
pub(super) fn unpack(parcel: &str) -> (&str, impl Iterator<Item = (&str, &str)>) {
    let mut lines = parcel.lines();
    let node = lines.next().unwrap_or_default();
    let letters = lines.map(|line| line.split_once(TAB).unwrap_or((line, "")));
    (node, letters)
}

/// Reads a letter.
pub(super) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    let letter = serde_json::from_str(text);
    // A node of another version may send letters that this one does not know.
    letter
        .inspect_err(|error| tracing::debug!(%error, "a letter of another node is not understood"))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_names_its_sender_and_keeps_its_letters_as_they_were_written() {
        let table: GameCode = "VHG4SC".parse().unwrap();
        let (yes, card) = (r#"{"ok":true,"text":"c\td\n"}"#, r#"["a card",{"n":1}]"#);
        let mut parcel = pack("a", &answer(7, yes));
        for letter in [
            told(&table, &[12, 13], card),
            write(&ToNode::Forgotten),
            told(&table, &[13], yes),
        ] {
            pack_more(&mut parcel, &letter);
        }
        let (node, letters) = unpack(&parcel);
        assert_eq!(node, "a");
        let lines: Vec<Line<'_>> = letters
            .map(|(letter, enclosed)| Line::read(letter, enclosed).expect(letter))
            .collect();
        let [
            Line::Answer { number: 7, ack },
            Line::Told { code, to, event },
            Line::Plain(ToNode::Forgotten),
            Line::Told { to: last, .. },
        ] = &lines[..]
        else {
            panic!("{lines:?}");
        };
        assert_eq!((*ack, *event), (yes, card));
        assert_eq!(
            (code, &to[..], &last[..]),
            (&table, &[12, 13][..], &[13][..])
        );
    }

    #[test]
    fn what_no_node_wrote_is_not_understood() {
        for letter in [
            "",
            " ",
            "\t",
            "{}",
            "[1]",
            "answer",
            "answer x\t{}",
            "told",
            "told VHG4SC x\t[]",
            "told VHG 1\t[]",
            "told VHG4SC 1  2\t[]",
            "tell VHG4SC 1\t[]",
        ] {
            let parcel = pack("a", letter);
            let (_, mut letters) = unpack(&parcel);
            let read = letters.find_map(|(letter, enclosed)| Line::read(letter, enclosed));
            assert!(read.is_none(), "{letter:?} is read as {read:?}");
        }
        assert_eq!(unpack("").1.count(), 0);
    }
}
