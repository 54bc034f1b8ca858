//! One hand of a split: its kind, its dice and its points.

use super::{
    FullHouse, HandKind, Hundredths, Levels, Line, LineName, ScoreItem, ScoreRules, Working,
};
use pieces::{Die, FaceCounts};
use std::cmp::Ordering;

/// A hand: its kind and the dice it takes.
///
/// Hands are ordered as in the table, and hands of one kind by their dice, ascending, compared die
/// by die: lower values first, and the shorter of two with the same beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    kind: HandKind,
    counts: [u8; 6],
}

impl Hand {
    /// The hand of this kind that takes this many dice of each face.
    pub(crate) const fn new(kind: HandKind, counts: [u8; 6]) -> Hand {
        Hand { kind, counts }
    }

    /// Its kind.
    pub const fn kind(self) -> HandKind {
        self.kind
    }

    /// The number of dice of each face that it takes, ones first.
    pub const fn counts(self) -> [u8; 6] {
        self.counts
    }

    /// The number of dice that it takes.
    pub fn size(self) -> u8 {
        self.counts.iter().sum()
    }

    /// Its dice, ascending.
    pub fn dice(self) -> impl Iterator<Item = Die> {
        FaceCounts::from_counts(self.counts.map(u16::from)).iter()
    }

    /// Its points.
    ///
    /// ```
    /// use dice::score::{HandKind, Levels, ScoreRules};
    /// use dice::split::Scorer;
    ///
    /// let split = Scorer::new(ScoreRules::default(), Levels::default())?.split("123456".parse().unwrap())?;
    /// assert_eq!(split.hands()[0].kind(), HandKind::FullRun);
    /// assert_eq!(split.hands()[0].points(ScoreRules::default(), Levels::default()), 681);
    /// # Ok::<(), dice::score::ScoreError>(())
    /// ```
    pub fn points(self, rules: ScoreRules, levels: Levels) -> u32 {
        match (self.kind, rules.full_house) {
            (HandKind::FullHouse, FullHouse::Additive) => self
                .additive_full_house(levels)
                .iter()
                .map(|working| working.points())
                .sum(),
            _ => self.plain(levels).points(),
        }
    }

    /// Its item in a tally.
    pub fn item(self, rules: ScoreRules, levels: Levels) -> ScoreItem {
        let workings = match (self.kind, rules.full_house) {
            (HandKind::FullHouse, FullHouse::Additive) => self.additive_full_house(levels).to_vec(),
            _ => vec![self.plain(levels)],
        };
        let points: u32 = workings.iter().map(|working| working.points()).sum();
        ScoreItem {
            rule: Line::of_hand(LineName::from(self.kind), workings),
            pieces: self.dice().collect(),
            // The most valuable hand is a pyramid at level 10, (2746 + 44) × 15, or 120 sixes,
            // under 82,000.
            points: points as i32,
        }
    }

    /// Base and dice times the multiplier; X of a Kind gains 16 and 0.22 for each die beyond three.
    fn plain(self, levels: Levels) -> Working {
        let extra = match self.kind {
            HandKind::XOfAKind => u32::from(self.size()) - 3,
            _ => 0,
        };
        Working {
            base: levels.base(self.kind) + 16 * extra,
            sum: self.sum(),
            mult: Hundredths::new(levels.mult(self.kind).get() + 22 * extra),
        }
    }

    /// Three of a kind, a pair and the base of the full house, each with its own floor.
    fn additive_full_house(self, levels: Levels) -> [Working; 3] {
        let only = |kind, n| {
            Hand::new(
                kind,
                self.counts.map(|count| if count == n { n } else { 0 }),
            )
        };
        [
            only(HandKind::XOfAKind, 3).plain(levels),
            only(HandKind::Pair, 2).plain(levels),
            Working {
                base: levels.base(HandKind::FullHouse),
                sum: 0,
                mult: Hundredths::ONE,
            },
        ]
    }

    fn sum(self) -> u32 {
        (1..)
            .zip(self.counts)
            .map(|(face, n)| face * u32::from(n))
            .sum()
    }
}

impl Ord for Hand {
    fn cmp(&self, other: &Hand) -> Ordering {
        let by_dice = || compare_dice(&self.counts, &other.counts);
        self.kind.cmp(&other.kind).then_with(by_dice)
    }
}

impl PartialOrd for Hand {
    fn partial_cmp(&self, other: &Hand) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares two lists of ascending dice, given by their counts, die by die.
fn compare_dice(a: &[u8; 6], b: &[u8; 6]) -> Ordering {
    let Some(face) = (0..6).find(|&face| a[face] != b[face]) else {
        return Ordering::Equal;
    };
    // The list with fewer of this face goes on with a higher one, or it ends and is the shorter.
    let goes_on = |counts: &[u8; 6]| counts[face + 1..].iter().any(|&n| n > 0);
    let a_has_fewer = a[face] < b[face];
    match if a_has_fewer { goes_on(a) } else { goes_on(b) } {
        true if a_has_fewer => Ordering::Greater,
        true => Ordering::Less,
        false if a_has_fewer => Ordering::Less,
        false => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_of_a_kind_of_sixes() {
        let points = (3..=10).map(|x| {
            let hand = Hand::new(HandKind::XOfAKind, [0, 0, 0, 0, 0, x]);
            hand.points(ScoreRules::default(), Levels::default())
        });
        let expect = [72, 125, 188, 260, 343, 435, 536, 647];
        assert_eq!(points.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn hands_of_one_kind_are_ordered_by_their_dice() {
        let dice = |hand: &Hand| hand.dice().collect::<Vec<_>>();
        let mut hands = Vec::new();
        for number in 0..3_u32.pow(6) {
            let counts = std::array::from_fn(|face| (number / 3_u32.pow(face as u32) % 3) as u8);
            hands.push(Hand::new(HandKind::AllOdd, counts));
        }
        for a in &hands {
            for b in &hands {
                assert_eq!(a.cmp(b), dice(a).cmp(&dice(b)), "{a:?} and {b:?}");
            }
        }
    }
}
