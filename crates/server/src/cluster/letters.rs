//! What nodes write to each other.

use std::net::IpAddr;

use kernel::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::messages::Announcement;
use table::{GameCode, PlayerId};

use crate::admin::{Order, Outcome};

/// To the table of a code, wherever it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToTable {
    /// Somebody whose socket is at another node asks for something.
    Command {
        /// Whose socket it is.
        guest: Guest,
        /// The command's name and fields, as they came.
        event: String,
        payload: Box<RawValue>,
        /// What the answer is called.
        number: u64,
    },
    /// A node asks how far the table is.
    Look {
        /// Which node.
        node: String,
        /// What the answer is called.
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
    /// Where they come from.
    pub(super) address: IpAddr,
}

/// To one node.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToNode {
    /// The answer to a command.
    Answer {
        /// What it is called.
        number: u64,
        /// The node that has the table.
        owner: String,
        /// The ack.
        answer: Box<RawValue>,
    },
    /// The table was here and no longer is.
    NotHere {
        /// The command or question that came too late.
        number: u64,
    },
    /// How far a table is.
    Progress {
        /// The question.
        number: u64,
        /// The last entry of its journal.
        last_entry: u64,
        /// The time up to which it has shown what there was to show.
        now: u64,
    },
    /// What connections are told.
    Told {
        /// Their numbers.
        to: Vec<u64>,
        /// The table that tells it.
        code: String,
        /// The node that has the table.
        owner: String,
        /// The event.
        event: String,
        /// The list of its name and its payload, as the sockets are told it.
        arguments: Box<RawValue>,
    },
    /// The connection of this number is gone from this node.
    Gone {
        /// The node.
        node: String,
        /// The number.
        connection: u64,
    },
    /// This node has heard nothing of the other for a while, and has forgotten its connections.
    /// If the other is there after all, those of its connections that attend a table here must
    /// be brought back.
    Forgotten {
        /// The node that has forgotten them.
        node: String,
    },
    /// An order was carried out.
    Done {
        /// What it is called.
        number: u64,
        /// What came of it.
        outcome: Outcome,
    },
    /// What is announced to whoever comes.
    Notice(Announcement),
}

/// To every node.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToAll {
    /// This node is there.
    Here {
        /// Its name.
        node: String,
    },
    /// The tables of this node that wait for players.
    Lobby {
        /// The node.
        node: String,
        /// Each as `list_games` tells it.
        tables: Vec<Json>,
    },
    /// This node has the table now, or no longer.
    Moved {
        /// The node.
        node: String,
        /// The table.
        code: String,
    },
    /// An operator at this node has all others do something.
    Order {
        /// The node.
        node: String,
        /// What the outcome is called.
        number: u64,
        /// What to do.
        order: Order,
    },
    /// Somebody without a token has come to this node.
    Came {
        /// The node.
        node: String,
        /// From where.
        address: IpAddr,
    },
    /// This node has opened a table.
    Opened {
        /// The node.
        node: String,
        /// The table.
        code: GameCode,
        /// Who opened it.
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
    /// Who says it.
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
