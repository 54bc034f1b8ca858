//! Every hand of a fixed set of dice, with its worth.

use super::Counts;
use super::worth::SplitWorth;
use crate::score::{Hand, HandKind, Levels, MAX_POOL, OfAKind, Parity, ScoreRules};

/// All hands of a fixed set of dice, in the table's order, and the worth of the others.
#[derive(Debug, Clone)]
pub(crate) struct Catalogue {
    pub(crate) rules: ScoreRules,
    pub(crate) levels: Levels,
    /// Hands of odd and even dice.
    pub(crate) mixed: Vec<PricedHand>,
    /// Hands of odd dice alone and of even dice alone.
    pub(crate) pure: [Vec<PricedHand>; 2],
    /// X of a Kind by face and number of dice, from four: three are in `pure`.
    pub(crate) of_a_kind: [Vec<i32>; 6],
}

/// A hand and its worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PricedHand {
    pub(crate) hand: Hand,
    pub(crate) worth: i32,
}

impl Catalogue {
    pub(crate) fn new(rules: ScoreRules, levels: Levels) -> Catalogue {
        let mut catalogue = Catalogue {
            rules,
            levels,
            mixed: Vec::with_capacity(64),
            pure: [Vec::with_capacity(32), Vec::with_capacity(32)],
            of_a_kind: std::array::from_fn(|_| Vec::new()),
        };
        for hand in fixed_hands() {
            catalogue.add(hand);
        }
        if rules.parity == Parity::Subset {
            subset_hands().for_each(|hand| catalogue.add(hand));
        }
        for face in 0..6 {
            let worths = (0..=MAX_POOL).map(|n| match n {
                0..=3 => SplitWorth::NONE,
                _ => catalogue.worth(of_a_kind(face, n as u8)),
            });
            catalogue.of_a_kind[face] = worths.collect();
        }
        catalogue
    }

    pub(crate) fn worth(&self, hand: Hand) -> i32 {
        SplitWorth::of_hand(hand.points(self.rules, self.levels))
    }

    /// Whether X of a Kind may leave dice of its face in the pool if it takes more than three.
    pub(crate) fn of_a_kind_may_leave(&self) -> bool {
        self.rules.of_a_kind == OfAKind::Any
    }

    /// Whether All Even and All Odd take the whole pool.
    pub(crate) fn parity_takes_all(&self) -> bool {
        self.rules.parity == Parity::AllRemaining
    }

    fn add(&mut self, hand: Hand) {
        let entry = PricedHand {
            hand,
            worth: self.worth(hand),
        };
        let takes = |faces: [usize; 3]| faces.iter().any(|&face| hand.counts()[face] > 0);
        match (takes(ODD), takes(EVEN)) {
            (true, true) => self.mixed.push(entry),
            (true, false) => self.pure[0].push(entry),
            _ => self.pure[1].push(entry),
        }
    }
}

/// The odd faces, as indexes from 0.
pub(crate) const ODD: [usize; 3] = [0, 2, 4];
/// The even faces, as indexes from 0.
pub(crate) const EVEN: [usize; 3] = [1, 3, 5];

/// X of a Kind of this face, an index from 0.
pub(crate) const fn of_a_kind(face: usize, n: u8) -> Hand {
    let mut counts = [0; 6];
    counts[face] = n;
    Hand::new(HandKind::XOfAKind, counts)
}

/// Every hand that takes the same dice from any pool, in the table's order.
fn fixed_hands() -> impl Iterator<Item = Hand> {
    let one = |kind, shapes: Vec<Counts>| {
        shapes
            .into_iter()
            .map(move |counts| Hand::new(kind, counts))
    };
    [
        one(HandKind::Pyramid, vec![[0, 1, 0, 3, 0, 5]]),
        one(HandKind::FullRun, consecutive(6)),
        one(HandKind::TwoTriplets, shapes(&[3, 3])),
        one(HandKind::ThreePairs, shapes(&[2, 2, 2])),
        one(HandKind::LargeStraight, consecutive(5)),
        one(HandKind::FullHouse, shapes(&[3, 2])),
        one(HandKind::SmallStraight, consecutive(4)),
        one(HandKind::XOfAKind, shapes(&[3])),
        one(HandKind::TwoPair, shapes(&[2, 2])),
        one(HandKind::Pair, shapes(&[2])),
    ]
    .into_iter()
    .flatten()
}

/// One die each of this many consecutive faces.
fn consecutive(n: usize) -> Vec<Counts> {
    (0..=6 - n)
        .map(|from| std::array::from_fn(|face| u8::from((from..from + n).contains(&face))))
        .collect()
}

/// This many dice of different faces, in every way.
fn shapes(sizes: &[u8]) -> Vec<Counts> {
    let mut found = vec![[0; 6]];
    for &size in sizes {
        let grown = found.iter().flat_map(|&counts| {
            let free = (0..6).filter(move |&face| counts[face] == 0);
            free.map(move |face| {
                let mut counts: Counts = counts;
                counts[face] = size;
                counts
            })
        });
        found = grown.collect();
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// All Even and All Odd of five to ten dice, for the rules under which they take any subset.
///
/// Ten or more are never best: two such hands of the same dice score the base twice, and a base is
/// worth far more than the point that a floor may cost. Eleven or more are not even second best,
/// because there are then two ways to cut them in two; for ten dice there may be only one.
fn subset_hands() -> impl Iterator<Item = Hand> {
    let kinds = [(HandKind::AllEven, EVEN), (HandKind::AllOdd, ODD)];
    kinds.into_iter().flat_map(|(kind, faces)| {
        (5..=10).flat_map(move |size| {
            let pairs = (0..=size).flat_map(move |x| (0..=size - x).map(move |y| (x, y)));
            pairs.map(move |(x, y)| {
                let mut counts = [0; 6];
                for (face, n) in faces.into_iter().zip([x, y, size - x - y]) {
                    counts[face] = n;
                }
                Hand::new(kind, counts)
            })
        })
    })
}
