//! The points of a trick, item by item: one point for the trick and the count of its dominoes.
//!
//! [`Contract::winner`] decides who wins a trick. This module knows neither the side that gets the
//! points nor their meaning for the bid.
//!
//! [`Contract::winner`]: crate::Contract::winner

use crate::play::{Bits, PLACES};
use arrayvec::ArrayVec;
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};

/// The points of a whole hand: seven tricks and a count of 35.
pub const HAND_POINTS: i32 = 42;

/// The number of tricks in a hand.
pub const TRICKS: usize = 7;

/// The reason for points of a trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrickRule {
    /// One point for the trick.
    Trick,
    /// Five points for a domino with five pips: 5-0, 4-1 or 3-2.
    FiveCount,
    /// Ten points for a domino with ten pips: 5-5 or 6-4.
    TenCount,
}

/// The points of a trick as the list of their reasons.
pub type TrickTally = kernel::Tally<TrickRule, ArrayVec<Domino, 4>>;

/// The count of a domino: 10, 5 or 0.
///
/// ```
/// let domino: pieces::Domino = "6-4".parse()?;
/// assert_eq!(texas42::count(domino), 10);
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
pub const fn count(domino: Domino) -> u8 {
    match domino.pips() {
        pips @ (5 | 10) => pips,
        _ => 0,
    }
}

/// The count of these dominoes together.
///
/// ```
/// assert_eq!(texas42::count_of(pieces::DominoSet::FULL), 35);
/// ```
pub const fn count_of(dominoes: DominoSet) -> u8 {
    count_of_bits(dominoes.bits())
}

/// The points of a trick: one for the trick, and the count of each domino in order of play.
///
/// A trick has at most four dominoes; any beyond are ignored.
///
/// ```
/// let trick = pieces::parse_dominoes("6-6 6-4 5-0 6-1")?;
/// let tally = texas42::trick_tally(&trick);
/// let points: Vec<i32> = tally.items().iter().map(|item| item.points).collect();
/// assert_eq!(points, [1, 10, 5]);
/// assert_eq!(tally.total(), 16);
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
pub fn trick_tally(trick: &[Domino]) -> TrickTally {
    let trick: ArrayVec<Domino, 4> = trick.iter().take(4).copied().collect();
    let mut tally = TrickTally::with_capacity(1 + trick.len());
    tally.push(kernel::Item {
        rule: TrickRule::Trick,
        pieces: trick.clone(),
        points: 1,
    });
    tally.extend(trick.into_iter().filter_map(count_item));
    tally
}

/// The count of each domino, by its index.
pub(crate) const COUNTS: [u8; PLACES] = {
    let mut counts = [0; PLACES];
    let mut index = 0;
    while index < Domino::COUNT {
        counts[index] = count(Domino::ALL[index]);
        index += 1;
    }
    counts
};

/// The dominoes that count five.
pub(crate) const FIVES: Bits = counting(5);

/// The dominoes that count ten.
pub(crate) const TENS: Bits = counting(10);

/// The count of a set of dominoes.
pub(crate) const fn count_of_bits(dominoes: Bits) -> u8 {
    (5 * (dominoes & FIVES).count_ones() + 10 * (dominoes & TENS).count_ones()) as u8
}

fn count_item(domino: Domino) -> Option<kernel::Item<TrickRule, ArrayVec<Domino, 4>>> {
    let (rule, points) = match count(domino) {
        5 => (TrickRule::FiveCount, 5),
        10 => (TrickRule::TenCount, 10),
        _ => return None,
    };
    Some(kernel::Item {
        rule,
        pieces: ArrayVec::from_iter([domino]),
        points,
    })
}

const fn counting(points: u8) -> Bits {
    let mut dominoes = 0;
    let mut index = 0;
    while index < Domino::COUNT {
        if COUNTS[index] == points {
            dominoes |= 1 << index;
        }
        index += 1;
    }
    dominoes
}
