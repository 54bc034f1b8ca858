//! The bosses: every fourth round has one, and it changes the rules for that round.

use crate::die_kind::UnknownName;
use kernel::{Luck, Rng};
use pieces::Die;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use ts_rs::TS;

/// A boss.
///
/// ```
/// use dice::Boss;
/// use pieces::Die;
///
/// assert!(Boss::comes_in(4) && !Boss::comes_in(5));
/// assert_eq!(Boss::Inverter.plays(Die::Two), Die::Five);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BossName")]
#[ts(rename = "BossName")]
pub enum Boss {
    /// Some of the dice roll once and then stay.
    Lockdown,
    /// Every face plays as seven less itself.
    Inverter,
    /// There are two rerolls fewer.
    Miser,
    /// Odd, even, glass, wild and echo are plain dice.
    Silencer,
    /// Afterwards one random die becomes normal.
    Collector,
}

impl Boss {
    /// All bosses.
    pub const ALL: [Boss; 5] = [
        Boss::Lockdown,
        Boss::Inverter,
        Boss::Miser,
        Boss::Silencer,
        Boss::Collector,
    ];

    /// The number of rerolls that the miser keeps for itself.
    pub(crate) const KEPT_REROLLS: u8 = 2;

    /// Whether this round has a boss.
    pub const fn comes_in(round: u32) -> bool {
        round > 0 && round.is_multiple_of(4)
    }

    /// The boss of a round, if it has one.
    pub(crate) fn of_round(round: u32, luck: &Luck<'_>) -> Option<Boss> {
        let stream = || luck.named(&Boss::stream_name(round));
        Boss::comes_in(round).then(|| Boss::draw(&mut stream()))
    }

    /// Any boss, each equally likely.
    pub(crate) fn draw(rng: &mut Rng) -> Boss {
        Boss::ALL[rng.below(Boss::ALL.len() as u32) as usize]
    }

    /// The name of a round's boss stream. It draws the boss, and then the dice that the lockdown
    /// locks or the die that the collector takes.
    pub(crate) fn stream_name(round: u32) -> String {
        format!("dice/{round}/boss")
    }

    /// The locked dice out of this many, in order, from the rest of the boss's stream.
    pub(crate) fn draw_locked(n_dice: usize, rng: &mut Rng) -> Vec<u8> {
        let mut places: Vec<u8> = (0..n_dice as u8).collect();
        rng.shuffle(&mut places);
        places.truncate(Boss::n_locked(n_dice));
        places.sort_unstable();
        places
    }

    /// The collected die out of this many, from the rest of the boss's stream.
    pub(crate) fn draw_collected(n_dice: usize, rng: &mut Rng) -> u8 {
        rng.below(n_dice as u32) as u8
    }

    /// The number of dice that the lockdown locks: three tenths, rounded up.
    pub const fn n_locked(n_dice: usize) -> usize {
        (n_dice * 3).div_ceil(10)
    }

    /// The face that a die plays as if it shows this one.
    pub const fn plays(self, face: Die) -> Die {
        match self {
            Boss::Inverter => Die::ALL[Die::ALL.len() - 1 - face.index()],
            _ => face,
        }
    }

    /// Its name in JSON and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Boss::Lockdown => "lockdown",
            Boss::Inverter => "inverter",
            Boss::Miser => "miser",
            Boss::Silencer => "silencer",
            Boss::Collector => "collector",
        }
    }

    /// Its effect, in a sentence for a player.
    pub const fn sentence(self) -> &'static str {
        match self {
            Boss::Lockdown => "three dice in ten roll once and stay as they fall",
            Boss::Inverter => "every face plays as seven less itself",
            Boss::Miser => "there are two rerolls fewer",
            Boss::Silencer => "odd, even, glass, wild and echo are plain dice",
            Boss::Collector => "afterwards one random die becomes normal",
        }
    }
}

impl fmt::Display for Boss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Boss {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Boss, UnknownName> {
        Boss::ALL
            .into_iter()
            .find(|boss| boss.name() == text)
            .ok_or(UnknownName {
                what: "boss",
                all: "lockdown, inverter, miser, silencer, collector",
            })
    }
}
