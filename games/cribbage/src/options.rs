//! The options of a table: seats, partners, target, and who counts the hands.

use kernel::{BySide, Preset, Seat, SetupFault, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a table. The default is the game as most people know it: two
/// seats to 121, counted by the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of players: 2, 3 or 4.
    #[schemars(range(min = 2, max = 4))]
    pub seats: u8,
    /// At four seats: everyone for themselves instead of partners across the table.
    pub alone: bool,
    /// The score that wins: 121, or 61 for a short game.
    pub target: u16,
    /// The way in which hands are counted.
    pub counting: Counting,
    /// Points that each side starts with, as a handicap; empty for none.
    pub head_start: BySide<u16>,
    /// The first dealer; if empty, the seats cut for it.
    pub first_dealer: Option<Seat>,
    /// The games that each side has won so far in this match, with skunks; empty before the first
    /// game.
    pub match_score: BySide<u32>,
}

/// The way in which hands are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// The house counts and misses nothing.
    Auto,
    /// Everyone states the total of their own hand.
    Manual,
    /// Like manual, and an opponent may claim missed points.
    Muggins,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 2,
            alone: false,
            target: 121,
            counting: Counting::Auto,
            head_start: BySide::default(),
            first_dealer: None,
            match_score: BySide::default(),
        }
    }
}

impl Options {
    /// The tables that people know by name.
    pub fn presets() -> Vec<Preset<Options>> {
        let two = Options::default;
        let named = |name, options| Preset { name, options };
        vec![
            named("Two players", two()),
            named("Three players", Options { seats: 3, ..two() }),
            named("Four, as partners", Options { seats: 4, ..two() }),
            named(
                "Four, everyone alone",
                Options {
                    seats: 4,
                    alone: true,
                    ..two()
                },
            ),
            named(
                "Short game to 61",
                Options {
                    target: 61,
                    ..two()
                },
            ),
            named(
                "Count your own",
                Options {
                    counting: Counting::Manual,
                    ..two()
                },
            ),
            named(
                "Muggins",
                Options {
                    counting: Counting::Muggins,
                    ..two()
                },
            ),
        ]
    }

    /// The number of sides.
    pub const fn n_sides(&self) -> u8 {
        if self.partners() { 2 } else { self.seats }
    }

    /// Whether seats 0 and 2 are partners against 1 and 3.
    pub const fn partners(&self) -> bool {
        self.seats == 4 && !self.alone
    }

    /// The side of a seat.
    pub const fn side(&self, seat: Seat) -> Side {
        Side(seat.0 % self.n_sides())
    }

    /// The number of cards dealt to a seat.
    pub const fn dealt(&self) -> usize {
        if self.seats == 2 { 6 } else { 5 }
    }

    /// The number of cards that a seat throws to the crib.
    pub const fn thrown(&self) -> usize {
        self.dealt() - 4
    }

    /// The number of cards that go from the deck straight to the crib, to make it four.
    pub const fn from_deck(&self) -> usize {
        4 - self.thrown() * self.seats as usize
    }

    /// Every fault of the options.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let mut fault = |field, message: String| faults.push(SetupFault::new(field, message));
        if !(2..=4).contains(&self.seats) {
            fault(
                "seats",
                format!("there must be 2, 3 or 4 seats, not {}", self.seats),
            );
        }
        if !matches!(self.target, 61 | 121) {
            fault(
                "target",
                format!("the target must be 121 or 61, not {}", self.target),
            );
        }
        if let Some(side) = self
            .head_start
            .iter()
            .find(|(_, start)| **start >= self.target)
        {
            let message = format!(
                "side {} must start below {}, not with {}",
                side.0, self.target, side.1
            );
            fault("head_start", message);
        }
        let n_sides = usize::from(self.n_sides());
        let wrong_length = |len: usize| len != 0 && len != n_sides;
        let needed = |len| format!("there must be {n_sides} numbers, one per side, not {len}");
        if wrong_length(self.head_start.len()) {
            fault("head_start", needed(self.head_start.len()));
        }
        if wrong_length(self.match_score.len()) {
            fault("match_score", needed(self.match_score.len()));
        }
        if let Some(seat) = self.first_dealer.filter(|seat| seat.0 >= self.seats) {
            fault(
                "first_dealer",
                format!("the seat must be one of the table, numbered from 0, not {seat}"),
            );
        }
        faults
    }
}
