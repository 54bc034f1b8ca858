//! The options of a table: seats, how pools are scored, how a run begins and when it is won.

use crate::score::{MAX_LEVEL, ScoreRules};
use kernel::{Preset, SetupFault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The most dice that a run may own.
pub const MAX_DICE: usize = 30;

/// The options of a table. The default is a run alone.
///
/// ```
/// use dice::{DiceHands, Options};
/// use kernel::Game;
///
/// let faults = DiceHands::new(Options { seats: 9, dice: 0, ..Options::default() }).unwrap_err();
/// assert_eq!(faults.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of players: 1 alone, or up to 6 in a race.
    #[schemars(range(min = 1, max = 6))]
    pub seats: u8,
    /// The rules of scoring, and the highest level of hands.
    pub rules: ScoreRules,
    /// The number of dice at the start of a run, all of them normal.
    #[schemars(range(min = 2, max = 30))]
    pub dice: u8,
    /// The number of rerolls per round.
    #[schemars(range(min = 0, max = 9))]
    pub rerolls: u8,
    /// The dollars at the start of a run.
    #[schemars(range(min = 0, max = 1000))]
    pub cash: u16,
    /// The target of the first round; every later one is 1.35 times the one before.
    #[schemars(range(min = 1, max = 1000))]
    pub first_target: u16,
    /// The round that must be passed to win. A race ends there.
    #[schemars(range(min = 1, max = 40))]
    pub win_round: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 1,
            rules: ScoreRules::default(),
            dice: 5,
            rerolls: 3,
            cash: 0,
            first_target: 40,
            win_round: 12,
        }
    }
}

impl Options {
    /// The tables that people know by name.
    pub fn presets() -> Vec<Preset<Options>> {
        let seats = |seats| Options {
            seats,
            ..Options::default()
        };
        let named = |name, options| Preset { name, options };
        vec![
            named("Solo run", seats(1)),
            named(
                "Short solo run",
                Options {
                    win_round: 4,
                    ..seats(1)
                },
            ),
            named("Race for two", seats(2)),
            named("Race for four", seats(4)),
            named(
                "Short race for two",
                Options {
                    win_round: 4,
                    ..seats(2)
                },
            ),
        ]
    }

    /// Whether seats race; their actions are then hidden from each other.
    pub const fn is_race(&self) -> bool {
        self.seats > 1
    }

    /// Every fault of the options.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let mut within = |field: &str, what: &str, value: u16, range: RangeInclusive<u16>| {
            if !range.contains(&value) {
                let (least, most) = (range.start(), range.end());
                let message = format!("{what} must be {least} to {most}, not {value}");
                faults.push(SetupFault::new(field, message));
            }
        };
        within("seats", "the number of seats", self.seats.into(), 1..=6);
        within(
            "rules",
            "the highest level of a hand",
            self.rules.level_cap.into(),
            0..=MAX_LEVEL.into(),
        );
        within(
            "dice",
            "the dice at the start",
            self.dice.into(),
            2..=MAX_DICE as u16,
        );
        within(
            "rerolls",
            "the rerolls of a round",
            self.rerolls.into(),
            0..=9,
        );
        within("cash", "the dollars at the start", self.cash, 0..=1000);
        within(
            "first_target",
            "the target of the first round",
            self.first_target,
            1..=1000,
        );
        within(
            "win_round",
            "the round that wins",
            self.win_round.into(),
            1..=40,
        );
        faults
    }
}
