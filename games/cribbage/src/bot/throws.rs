//! The worth of each of the fifteen throws: the hand exactly, the crib by habit.
//!
//! The hand is counted with each of the 46 starters. The crib's worth starts from the table of
//! [`Habits`], which knows only the throw. It is then corrected for suits and for the other four
//! cards, which the opponent cannot hold.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use pieces::{Card, CardSet, Suit};

use super::habits::{HABITS, Habits, JACK, RIGHT_JACK, Role, likely_pairs};
use super::ranks::{PAIRS, RANKS, Ranks, pairs, rank_of};
use crate::score::fast::{Prepared, pair_of_ranks, quad_of_pairs, quad_row};
use crate::score::{self, Distribution, Four, Six};

/// One way to throw two of six cards, and its worth before the play.
#[derive(Debug, Clone)]
pub struct Worth {
    /// The four cards kept.
    pub kept: Four,
    /// The two cards thrown.
    pub thrown: CardSet,
    /// The number of the 46 starters that give the hand each score.
    pub odds: Distribution,
    /// The mean count of the crib, whoever owns it.
    pub crib: f64,
    /// The part of it that the odds over the opponent's pairs leave out.
    pub(crate) unsaid: f64,
    pub(crate) pair: usize,
    pub(crate) quad: usize,
    pub(crate) starters: ArrayVec<(u8, u8), 46>,
}

impl Worth {
    /// The mean count of the hand.
    pub fn hand(&self) -> f64 {
        f64::from(self.odds.points()) / f64::from(self.odds.starters())
    }

    /// The worth of these two cards in a crib by the table, whatever else is held.
    pub(crate) fn usual_crib(&self, dealer: bool) -> f64 {
        HABITS.crib(role(dealer), self.pair)
    }

    /// Hand and crib together for the player who keeps and throws like this.
    pub fn total(&self, dealer: bool) -> f64 {
        self.hand() + role(dealer).sign() * self.crib
    }
}

/// The role of a player by whether it deals.
pub(crate) const fn role(dealer: bool) -> Role {
    if dealer { Role::Dealer } else { Role::Pone }
}

/// Every throw of six cards with its worth, in the order of [`score::six_throws`].
///
/// ```
/// use cribbage::bot::worths;
/// use cribbage::score::Six;
///
/// let six = Six::new("4S 5H 6D 6C TS KH".parse().unwrap())?;
/// let worths = worths(six, false);
/// let best = worths.iter().max_by(|a, b| a.total(false).total_cmp(&b.total(false)));
/// assert_eq!(best.unwrap().thrown.to_string(), "TS KH");
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn worths(six: Six, dealer: bool) -> Vec<Worth> {
    let crib = CribModel::new(six.set(), role(dealer));
    let worth = |throw: &score::Throw| worth(six, throw, &crib);
    score::six_throws(six).iter().map(worth).collect()
}

fn worth(six: Six, throw: &score::Throw, model: &CribModel) -> Worth {
    let thrown = throw.thrown.set();
    let [low, high] = throw.thrown.cards();
    let pair = pair_of_ranks(rank_of(low), rank_of(high));
    let prepared = Prepared::new(throw.kept.cards());
    let mut counts = [0; 30];
    let mut starters = ArrayVec::new();
    for starter in CardSet::FULL - six.set() {
        let score = prepared.total(starter, false);
        counts[usize::from(score) % 30] += 1;
        starters.push((rank_of(starter) as u8, score));
    }
    let usual = model.habits.crib(model.role, pair);
    let plain = model.mean(pair);
    let crib = usual + plain - USUAL.mean(model.role, pair) + suits(six, [low, high]);
    Worth {
        kept: throw.kept,
        thrown,
        odds: Distribution::of_counts(counts),
        crib,
        unsaid: crib - plain,
        pair,
        quad: Ranks::of(throw.kept.set()).quad(),
        starters,
    }
}

/// The worth of a throw's suits in the crib, beyond two cards of any suits.
fn suits(six: Six, thrown: [Card; 2]) -> f64 {
    /// The starters that are left if six cards are known.
    const STARTERS: f64 = 46.0;
    let unseen = |suit: Suit| {
        let held = six
            .cards()
            .iter()
            .filter(|card| card.suit() == suit)
            .count();
        (RANKS - held) as f64
    };
    let jacks: f64 = thrown
        .iter()
        .filter(|card| rank_of(**card) == JACK)
        .map(|card| unseen(card.suit()) / STARTERS - RIGHT_JACK)
        .sum();
    let flush = if thrown[0].suit() == thrown[1].suit() {
        // Both of the opponent's cards and the starter must have the suit too, for five points.
        let left = unseen(thrown[0].suit());
        5.0 * (left / 46.0) * ((left - 1.0) / 45.0) * ((left - 2.0) / 44.0)
    } else {
        0.0
    };
    jacks + flush
}

/// The probabilities of the opponent's part of the crib and of the starter.
pub(crate) struct CribModel {
    habits: &'static Habits,
    role: Role,
    /// The joint probability of each pair of the opponent's and each rank of starter.
    weights: Vec<[f32; 16]>,
}

impl CribModel {
    /// For a player in this role who knows these cards.
    pub(crate) fn new(known: CardSet, role: Role) -> CribModel {
        CribModel::of(&HABITS, Ranks::of(known), role)
    }

    fn of(habits: &'static Habits, known: Ranks, role: Role) -> CribModel {
        let unseen = Ranks::DECK.minus(known);
        let likely = likely_pairs(habits, role.other(), unseen);
        let mut weights = vec![[0.0; 16]; PAIRS];
        let mut sum = 0.0;
        for ((weights, [low, high]), likely) in weights.iter_mut().zip(pairs()).zip(likely) {
            if likely == 0.0 {
                continue;
            }
            let left = unseen.without(low).without(high);
            for (rank, weight) in weights.iter_mut().enumerate().take(RANKS) {
                *weight = likely * f32::from(left.count(rank));
                sum += *weight;
            }
        }
        for weight in weights.iter_mut().flatten() {
            *weight /= sum;
        }
        CribModel {
            habits,
            role,
            weights,
        }
    }

    /// The worth of one's own pair, without suits.
    pub(crate) fn mean(&self, pair: usize) -> f64 {
        let mut points = [0.0_f32; 16];
        for (other, weights) in self.weights.iter().enumerate() {
            let row = quad_row(quad_of_pairs(pair, other));
            for ((points, weight), score) in points.iter_mut().zip(weights).zip(row) {
                *points += weight * f32::from(*score);
            }
        }
        f64::from(points.iter().sum::<f32>())
    }

    /// For each rank of starter, the probability of each count of the crib, without suits.
    pub(crate) fn odds(&self, pair: usize) -> [[f32; 30]; RANKS] {
        let mut odds = [[0.0; 30]; RANKS];
        let mut sums = [0.0; RANKS];
        for (other, weights) in self.weights.iter().enumerate() {
            let row = quad_row(quad_of_pairs(pair, other));
            for (starter, (odds, sum)) in odds.iter_mut().zip(&mut sums).enumerate() {
                // Five cards of a rank would score beyond any hand, and have weight 0.
                odds[usize::from(row[starter]) % 30] += weights[starter];
                *sum += weights[starter];
            }
        }
        for (odds, sum) in odds.iter_mut().zip(sums) {
            for odd in odds {
                *odd /= if sum > 0.0 { sum } else { 1.0 };
            }
        }
        odds
    }
}

/// [`CribModel::mean`] for each throw if nothing else is known.
static USUAL: LazyLock<Usual> = LazyLock::new(|| {
    Usual([Role::Dealer, Role::Pone].map(|role| {
        let mut means = [0.0; PAIRS];
        for (number, pair) in pairs().enumerate() {
            let known = pair.into_iter().collect();
            means[number] = CribModel::of(&HABITS, known, role).mean(number);
        }
        means
    }))
});

struct Usual([[f64; PAIRS]; 2]);

impl Usual {
    fn mean(&self, role: Role, pair: usize) -> f64 {
        self.0[role as usize][pair]
    }
}
