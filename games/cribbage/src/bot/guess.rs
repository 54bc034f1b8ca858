//! The hands that the opponent may hold at a table of two, and their probabilities.
//!
//! Four things are evidence: the cards that one has seen, the cards that good players keep in that
//! role, the cards that a go rules out, and the cards played: a player who left points on the table
//! most likely could not take them.

use std::sync::LazyLock;

use kernel::Rng;

use super::habits::{HABITS, Role};
use super::pegging::Pile;
use super::ranks::{Ranks, hands, peg};

/// The evidence about an opponent in the play.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    /// Its role.
    pub(crate) role: Role,
    /// The cards that it may hold: all that one has not seen.
    pub(crate) unseen: Ranks,
    /// The cards that it has played.
    pub(crate) played: Ranks,
    /// The number of cards that it holds.
    pub(crate) cards: usize,
    /// The least value of any card it holds, because it said go.
    pub(crate) at_least: u8,
    /// Its choices so far: the pile before each, and the rank it played.
    pub(crate) choices: Vec<(Pile, usize)>,
}

/// Every hand of none to four cards.
static HANDS: LazyLock<[Vec<Ranks>; 5]> =
    LazyLock::new(|| std::array::from_fn(|cards| hands(cards).collect()));

/// A hand with its weight.
pub(crate) type Guess = (Ranks, f32);

impl Evidence {
    /// Every hand that it may hold, with its weight; the weights are not normalised.
    pub(crate) fn hands(&self) -> Vec<Guess> {
        let weighed = HANDS[self.cards.min(4)].iter().filter_map(|&hand| {
            let weight = self.weight(hand);
            (weight > 0.0).then_some((hand, weight))
        });
        weighed.collect()
    }

    /// At most `most` hands, each as often as it is likely. If there are no more than that, all of
    /// them with their weights.
    pub(crate) fn sample(&self, most: usize, rng: &mut Rng) -> Vec<Guess> {
        let all = self.hands();
        if all.len() <= most {
            return all;
        }
        let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
        let step = sum / most as f32;
        // One draw places a comb over the weights: no hand comes too often by chance.
        let mut next = step * (rng.below(1 << 16) as f32 + 0.5) / 65_536.0;
        let mut reached = 0.0;
        let mut sample = Vec::with_capacity(most);
        for (hand, weight) in all {
            reached += weight;
            let mut times = 0;
            while next < reached {
                times += 1;
                next += step;
            }
            if times > 0 {
                sample.push((hand, times as f32));
            }
        }
        sample
    }

    fn weight(&self, hand: Ranks) -> f32 {
        let ways = hand.ways(self.unseen);
        let lowest = hand.each().next();
        if ways == 0 || lowest.is_some_and(|rank| peg(rank) < self.at_least) {
            return 0.0;
        }
        let kept = self.played.plus(hand);
        let whole = kept.ways(Ranks::DECK);
        if whole == 0 {
            return 0.0;
        }
        // Habits tell how often such a hand is kept; any other hand is kept now and then.
        const ANYTHING: f32 = 200.0;
        let often = HABITS.kept(self.role, kept.quad()) as f32 + ANYTHING;
        ways as f32 * often / whole as f32 * self.played_like_this(kept)
    }

    /// The likelihood that a holder of these four cards would have made the observed choices.
    fn played_like_this(&self, kept: Ranks) -> f32 {
        let mut held = kept;
        let mut likely = 1.0;
        for (pile, rank) in &self.choices {
            let taken = i32::from(pile.points(*rank));
            let best = held
                .within(pile.count())
                .each()
                .map(|rank| pile.points(rank));
            let left = i32::from(best.max().unwrap_or(0)) - taken;
            // Leaving two points is a third as likely as leaving none, and so on.
            likely *= LEFT_LYING[left.clamp(0, 12) as usize];
            held = held.without(*rank);
        }
        likely
    }
}

/// The likelihood that a player leaves this many points, relative to none: a third for every two.
const LEFT_LYING: [f32; 13] = [
    1.0, 0.577, 0.333, 0.192, 0.111, 0.064, 0.037, 0.021, 0.012, 0.007, 0.004, 0.002, 0.001,
];
