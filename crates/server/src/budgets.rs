//! The budgets of strangers, and the refusals when one is used up.
//!
//! docs/OPERATING.md lists the numbers. Each refusal is counted and tells the caller when to try
//! again. The limits of *speed* are in [`crate::limits`].

use std::num::NonZeroU32;
use std::time::Duration;

use crate::limits::Rate;
use crate::places::{Bound, Full};

/// The budgets of a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Connections of any kind, also silent ones.
    pub connections: Bound,
    /// Sockets, from the first byte of their handshake.
    pub sockets: Bound,
    /// Tables that are not closed, in all and by the address that opened them.
    pub tables: Bound,
    /// Tables that one player has opened and that are not closed.
    pub tables_of_player: usize,
    /// New players of one address.
    pub players: Option<Rate>,
}

impl Default for Budgets {
    /// Forty players may share an address, for example in a club or a school, each with two
    /// windows.
    fn default() -> Budgets {
        Budgets {
            connections: Bound {
                in_all: 32_000,
                each: 256,
            },
            sockets: Bound {
                in_all: 16_000,
                each: 128,
            },
            tables: Bound {
                in_all: 20_000,
                each: 64,
            },
            tables_of_player: 16,
            players: Some(Rate {
                per_second: NonZeroU32::MIN,
                burst: NonZeroU32::new(120).expect("it is not zero"),
            }),
        }
    }
}

impl Budgets {
    /// No budgets at all, for load tests.
    pub const NONE: Budgets = Budgets {
        connections: Bound::NONE,
        sockets: Bound::NONE,
        tables: Bound::NONE,
        tables_of_player: usize::MAX,
        players: None,
    };
}

/// The budget that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Shortage {
    #[error("too many connections come from your address: close one, or come back in a minute")]
    SocketsOfAddress,
    #[error("the house has no place for another connection: come back in a minute")]
    Sockets,
    #[error("you have opened too many tables: close one of them first")]
    TablesOfPlayer,
    #[error("too many connections were opened from your address: wait a few seconds")]
    NewSockets,
    #[error("you look at too many tables at once: leave one of them first")]
    TablesAttended,
    #[error(
        "too many tables were opened from your address: close one, or come back in some minutes"
    )]
    TablesOfAddress,
    #[error("the house has no room for another table: come back in some minutes")]
    Tables,
    #[error("too many new players come from your address: come back in a minute")]
    PlayersOfAddress,
    #[error("wait until the house has answered what you asked before")]
    Errands,
    #[error("your address has asked for too many computations: wait a few seconds")]
    WorkOfAddress,
    #[error("the house is computing all that it can: come back in a minute")]
    Work,
}

impl Shortage {
    /// The connections of an address, or of everybody.
    pub(crate) const fn of_sockets(full: Full) -> Shortage {
        match full {
            Full::Here => Shortage::SocketsOfAddress,
            Full::Everywhere => Shortage::Sockets,
        }
    }

    /// The tables of an address, or of everybody.
    pub(crate) const fn of_tables(full: Full) -> Shortage {
        match full {
            Full::Here => Shortage::TablesOfAddress,
            Full::Everywhere => Shortage::Tables,
        }
    }

    /// The word for programs and for the metric.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Shortage::SocketsOfAddress => "sockets_of_address",
            Shortage::Sockets => "sockets",
            Shortage::NewSockets => "new_sockets",
            Shortage::TablesOfPlayer => "tables_of_player",
            Shortage::TablesAttended => "tables_attended",
            Shortage::TablesOfAddress => "tables_of_address",
            Shortage::Tables => "tables",
            Shortage::PlayersOfAddress => "players_of_address",
            Shortage::Errands => "errands",
            Shortage::WorkOfAddress => "work_of_address",
            Shortage::Work => "work",
        }
    }

    /// When to come back.
    pub(crate) const fn retry_after(self) -> Duration {
        Duration::from_secs(match self {
            Shortage::SocketsOfAddress | Shortage::Sockets | Shortage::PlayersOfAddress => 60,
            Shortage::TablesOfPlayer
            | Shortage::TablesAttended
            | Shortage::TablesOfAddress
            | Shortage::Tables => 300,
            Shortage::Errands => 1,
            Shortage::NewSockets | Shortage::WorkOfAddress => 5,
            Shortage::Work => 60,
        })
    }
}
