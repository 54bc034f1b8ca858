//! The worth of a hand before the starter is cut: exact sums, never a sample.

use super::fast::{Pair, Prepared};
use super::{Exactly, Four, HandOrCrib, Six};
use pieces::{Card, CardSet, Rank};

/// The number of starters that give four cards each score.
///
/// Sums and counts are whole numbers; a mean is their quotient and is left to the code that prints
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distribution([u32; 30]);

impl Distribution {
    /// The distribution with this number of starters for each score from 0 to 29.
    pub(crate) const fn of_counts(counts: [u32; 30]) -> Distribution {
        Distribution(counts)
    }

    /// The number of starters for each score from 0 to 29.
    pub const fn counts(&self) -> [u32; 30] {
        self.0
    }

    /// The number of starters.
    pub fn starters(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The points over all starters, summed.
    pub fn points(&self) -> u32 {
        (0..).zip(self.0).map(|(score, count)| score * count).sum()
    }
}

/// The exact distribution of the four cards' score over every starter that is not `gone`.
///
/// ```
/// use cribbage::score::{Four, HandOrCrib, distribution};
/// use pieces::CardSet;
///
/// let hand = Four::new("5H 5C 6S 7D".parse().unwrap())?;
/// let odds = distribution(hand, CardSet::EMPTY, HandOrCrib::Hand);
/// assert_eq!(odds.starters(), 48);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn distribution(hand: Four, gone: CardSet, kind: HandOrCrib) -> Distribution {
    let prepared = Prepared::new(hand.cards());
    let mut counts = [0; 30];
    for starter in CardSet::FULL - hand.set() - gone {
        let score = prepared.total(starter, kind == HandOrCrib::Crib);
        counts[usize::from(score)] += 1;
    }
    Distribution(counts)
}

/// One way to throw two of six cards to the crib.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    /// The four cards kept.
    pub kept: Four,
    /// The two cards thrown, ascending.
    pub thrown: Exactly<2>,
    /// The score of the kept cards, summed over the 46 starters; the crib is ignored.
    pub points: u32,
}

impl Throw {
    /// The number of possible starters if six cards are known.
    pub const STARTERS: u32 = 46;
}

/// The fifteen ways to throw two of six cards, the lowest two first.
///
/// ```
/// use cribbage::score::{Six, Throw, six_throws};
///
/// let dealt = Six::new("4S 5H 6D 6C JS KH".parse().unwrap())?;
/// let best = six_throws(dealt).into_iter().max_by_key(|throw| throw.points).unwrap();
/// assert_eq!(best.kept.set().to_string(), "4S 5H 6D 6C");
/// assert!(best.points > 14 * Throw::STARTERS);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn six_throws(dealt: Six) -> [Throw; 15] {
    let points = points_of_throws(dealt.cards());
    std::array::from_fn(|number| throw(dealt, number, points[number]))
}

/// The throw whose kept cards score most over the starters; the first of equals.
pub fn best_throw(dealt: Six) -> Throw {
    let mut best = (0, 0);
    for (number, points) in points_of_throws(dealt.cards()).into_iter().enumerate() {
        if points > best.1 {
            best = (number, points);
        }
    }
    throw(dealt, best.0, best.1)
}

/// The two of six cards that each throw throws, and the four that it keeps.
const THROWS: [([usize; 2], [usize; 4]); 15] = {
    let mut throws = [([0; 2], [0; 4]); 15];
    let mut number = 0;
    let mut first = 0;
    while first < 6 {
        let mut second = first + 1;
        while second < 6 {
            throws[number] = ([first, second], all_but(first, second));
            number += 1;
            second += 1;
        }
        first += 1;
    }
    throws
};

const fn all_but(first: usize, second: usize) -> [usize; 4] {
    let mut kept = [0; 4];
    let mut next = 0;
    let mut card = 0;
    while card < 6 {
        if card != first && card != second {
            kept[next] = card;
            next += 1;
        }
        card += 1;
    }
    kept
}

fn throw(dealt: Six, number: usize, points: u32) -> Throw {
    let (thrown, kept) = THROWS[number];
    let cards = dealt.cards();
    Throw {
        kept: Exactly(kept.map(|card| cards[card])),
        thrown: Exactly(thrown.map(|card| cards[card])),
        points,
    }
}

/// The score of each throw's four kept cards over the 46 starters.
///
/// A table has the sum over the 48 cards outside the kept four; the two thrown cards cannot be cut
/// and are subtracted. Kept cards with one thrown card are the six without the other, and therefore
/// the fifteen throws need only six such scores.
fn points_of_throws(cards: [Card; 6]) -> [u32; 15] {
    let kept = THROWS.map(|(_, [a, b, c, d])| {
        Prepared::of_pairs(Pair::of(cards[a], cards[b]), Pair::of(cards[c], cards[d]))
    });
    let unseen = unseen_of_suit(cards);
    let mut lost = six_without_each(cards, &kept);
    let mut jacks = 0;
    for ((card, unseen), lost) in cards.into_iter().zip(unseen).zip(&mut lost) {
        // A kept jack scores with every unseen card of its suit.
        let jack = u32::from(card.rank() == Rank::Jack) * unseen;
        jacks += jack;
        *lost += jack;
    }
    let mut points = [0; 15];
    for (points, (([x, y], [first, ..]), kept)) in points.iter_mut().zip(THROWS.iter().zip(kept)) {
        *points = u32::from(kept.quad().with_all()) + jacks - lost[*x] - lost[*y];
        if kept.suits().flush() {
            *points += 4 * Throw::STARTERS + unseen[*first];
        }
    }
    points
}

/// For each of six cards, the number of other cards of its suit outside the six.
fn unseen_of_suit(cards: [Card; 6]) -> [u32; 6] {
    let [a, b, c, d, e, f] = cards;
    let suits = Pair::of(a, b).suits() + Pair::of(c, d).suits() + Pair::of(e, f).suits();
    cards.map(|card| Rank::ALL.len() as u32 - u32::from(suits.count(card)))
}

/// For each of six cards, the score of the ranks of the other five.
fn six_without_each(cards: [Card; 6], kept: &[Prepared; 15]) -> [u32; 6] {
    /// The throws of the first and second, third and fourth, fifth and sixth card.
    const EACH_ONCE: [usize; 3] = [0, 9, 14];
    let mut without = [0; 6];
    for number in EACH_ONCE {
        let ([x, y], _) = THROWS[number];
        without[x] = u32::from(kept[number].quad().with(cards[y]));
        without[y] = u32::from(kept[number].quad().with(cards[x]));
    }
    without
}
