//! Throwing and playing with three or four at the table.
//!
//! Each throws one card, and one crib holds cards of three or four hands, so
//! nothing is known of its other cards but that they are none of one's own. What
//! a card brings the crib is counted over all of them.

use kernel::{Rng, Sight};
use pieces::{Card, CardSet};

use super::ranks::{RANKS, Ranks, hands, rank_of};
use super::sight::own;
use crate::score::Four;
use crate::score::fast::{Prepared, quad_row};
use crate::state::Cribbage;

/// One way to throw a card of five.
#[derive(Debug, Clone)]
pub(crate) struct Throw {
    pub(crate) thrown: CardSet,
    /// What the hand will count on average.
    pub(crate) hand: f64,
    /// What the crib will count on average, whoever owns it.
    pub(crate) crib: f64,
}

/// Every throw of a hand of five.
pub(crate) fn throws(sight: &Sight<'_, Cribbage>) -> Vec<Throw> {
    let dealt = own(sight).hand;
    let unseen = CardSet::FULL - dealt;
    dealt
        .iter()
        .filter_map(|card| {
            let four = Four::new(dealt - CardSet::only(card)).ok()?;
            let prepared = Prepared::new(four.cards());
            let points: u32 = unseen
                .iter()
                .map(|starter| u32::from(prepared.total(starter, false)))
                .sum();
            Some(Throw {
                thrown: CardSet::only(card),
                hand: f64::from(points) / unseen.len() as f64,
                crib: crib_mean(card, Ranks::of(unseen)),
            })
        })
        .collect()
}

/// What a card brings the crib, with any three others and any starter.
fn crib_mean(card: Card, unseen: Ranks) -> f64 {
    let (mut points, mut weights) = (0, 0);
    for others in hands(3) {
        let ways = others.ways(unseen);
        if ways == 0 {
            continue;
        }
        let left = unseen.minus(others);
        let row = quad_row(others.with(rank_of(card)).quad());
        for (starter, score) in row.iter().enumerate().take(RANKS) {
            let weight = ways * u32::from(left.count(starter));
            points += u64::from(weight) * u64::from(*score);
            weights += u64::from(weight);
        }
    }
    points as f64 / weights as f64
}

/// A card by playing out what the others may hold.
pub(crate) fn play(_sight: &Sight<'_, Cribbage>, _rng: &mut Rng) -> Option<Card> {
    None
}
