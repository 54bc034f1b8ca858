//! Throwing and playing with three or four at the table.
//!
//! Each seat throws one card, and the crib holds cards of three or four hands: all that is known of
//! its other cards is that they are not one's own. The worth of a card in the crib is counted over
//! all of them. In the play the others' hands are dealt anew many times and played out; a partner's
//! points count as one's own.

use kernel::{Imagine, Rng, Seat, Sight, Viewer};
use pieces::{Card, CardSet};

use super::pegging::{RankPlay, SEATS};
use super::ranks::{RANKS, Ranks, hands, rank_of};
use super::sight::{open, own, owns_crib, pile, table};
use super::throws::role;
use crate::options::Options;
use crate::score::Four;
use crate::score::fast::{Prepared, quad_row};
use crate::state::Cribbage;

/// One way to throw a card of five.
#[derive(Debug, Clone)]
pub(crate) struct CardThrow {
    /// The card.
    pub(crate) thrown: CardSet,
    /// The four cards kept.
    pub(crate) kept: Four,
    /// The mean count of the hand.
    pub(crate) hand: f64,
    /// The mean count of the crib, whoever owns it.
    pub(crate) crib: f64,
}

impl CardThrow {
    /// Hand and crib together, for a seat whose side owns the crib or does not.
    pub(crate) fn total(&self, owns_crib: bool) -> f64 {
        self.hand + role(owns_crib).sign() * self.crib
    }
}

/// Every throw of a hand of five.
pub(crate) fn throws(sight: &Sight<'_, Cribbage>) -> Vec<CardThrow> {
    let dealt = own(sight).hand;
    let unseen = CardSet::FULL - dealt;
    let throw = |card: Card| {
        let kept = Four::new(dealt - CardSet::only(card)).ok()?;
        Some(CardThrow {
            thrown: CardSet::only(card),
            kept,
            hand: hand_mean(kept, unseen),
            crib: crib_mean(rank_of(card), Ranks::of(unseen)),
        })
    };
    dealt.iter().filter_map(throw).collect()
}

fn hand_mean(kept: Four, starters: CardSet) -> f64 {
    let prepared = Prepared::new(kept.cards());
    let points: u32 = starters
        .iter()
        .map(|starter| u32::from(prepared.total(starter, false)))
        .sum();
    f64::from(points) / starters.len() as f64
}

/// The worth of a card in the crib, with any three others and any starter, without suits.
fn crib_mean(rank: usize, unseen: Ranks) -> f64 {
    let (mut points, mut weights) = (0, 0);
    for others in hands(3) {
        let ways = others.ways(unseen);
        if ways == 0 {
            continue;
        }
        let left = unseen.minus(others);
        let row = quad_row(others.with(rank).quad());
        for (starter, score) in row.iter().enumerate().take(RANKS) {
            let weight = ways * u32::from(left.count(starter));
            points += u64::from(weight) * u64::from(*score);
            weights += u64::from(weight);
        }
    }
    points as f64 / weights as f64
}

/// The outcome of a card, on average over the imagined deals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CardProspect {
    /// The card.
    pub(crate) card: Card,
    /// The approximate chance of winning.
    pub(crate) chance: f64,
    /// The pegging of one's own side from here on.
    pub(crate) own: f64,
    /// The pegging of the others from here on.
    pub(crate) theirs: f64,
}

/// The outcome of each of these cards, from playing out hands that the others may hold.
pub(crate) fn prospects(
    sight: &Sight<'_, Cribbage>,
    cards: &[Card],
    times: u32,
    rng: &mut Rng,
) -> Vec<CardProspect> {
    let worlds: Vec<RankPlay> = (0..times).map(|_| imagined(sight, rng)).collect();
    let of = |&card: &Card| prospect(sight, card, &worlds);
    cards.iter().map(of).collect()
}

/// The play with the others' hands dealt anew.
fn imagined(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> RankPlay {
    let table = table(sight);
    let world = Cribbage::imagine(sight.view.value(), Viewer::Seat(sight.seat), rng);
    let mut hands = [Ranks::NONE; SEATS];
    for (hand, seat) in hands.iter_mut().zip(Seat::all(table.options.seats)) {
        *hand = Ranks::of(world.hand(seat));
    }
    RankPlay {
        hands,
        seats: table.options.seats.into(),
        turn: sight.seat.0.into(),
        pile: pile(table),
        open: open(table),
    }
}

fn prospect(sight: &Sight<'_, Cribbage>, card: Card, worlds: &[RankPlay]) -> CardProspect {
    let table = table(sight);
    let options = &table.options;
    let own = usize::from(options.side(sight.seat).0);
    let before: Vec<f64> = table
        .scores()
        .values()
        .map(|&score| f64::from(score))
        .collect();
    let mut sum = CardProspect {
        card,
        chance: 0.0,
        own: 0.0,
        theirs: 0.0,
    };
    for world in worlds {
        let after = played_out(*world, rank_of(card), options, before.clone());
        sum.chance += chance(options, &after, own);
        sum.own += after[own] - before[own];
        sum.theirs += gained(&before, &after) - (after[own] - before[own]);
    }
    let times = worlds.len().max(1) as f64;
    CardProspect {
        card,
        chance: sum.chance / times,
        own: sum.own / times,
        theirs: sum.theirs / times,
    }
}

/// The scores after the play, or at the moment when a side reaches the target.
fn played_out(
    mut play: RankPlay,
    rank: usize,
    options: &Options,
    mut scores: Vec<f64>,
) -> Vec<f64> {
    let mut rank = rank;
    loop {
        let side = usize::from(options.side(Seat(play.turn as u8)).0);
        scores[side] += f64::from(play.lay(rank));
        if scores[side] >= f64::from(options.target) || play.is_over() {
            return scores;
        }
        rank = play.sensible();
    }
}

fn gained(before: &[f64], after: &[f64]) -> f64 {
    after
        .iter()
        .zip(before)
        .map(|(after, before)| after - before)
        .sum()
}

/// The approximate chance of a side: a side that leads by more than the luck of the remaining deals
/// is likely to stay ahead.
pub(crate) fn chance(options: &Options, scores: &[f64], own: usize) -> f64 {
    let target = f64::from(options.target);
    if let Some(home) = scores.iter().position(|&score| score >= target) {
        return if home == own { 1.0 } else { 0.0 };
    }
    // A side of one makes about eleven points a deal, plus or minus five; a side of two makes twice
    // that, plus or minus seven.
    let (a_deal, luck) = if options.partners() {
        (22.0, 7.0)
    } else {
        (11.0, 5.0)
    };
    let most = scores.iter().copied().fold(0.0, f64::max);
    let deals = ((target - most) / a_deal).max(0.5);
    // The difference of two sides varies by the root of two; a logistic curve with the factor 1.7
    // is close enough to the normal curve.
    let scale = luck * (2.0 * deals).sqrt() / 1.7;
    let weight = |score: f64| libm::exp((score - most) / scale);
    weight(scores[own]) / scores.iter().map(|&score| weight(score)).sum::<f64>()
}

/// The approximate chance of a seat's side if it gets this many points more.
pub(crate) fn chance_with(sight: &Sight<'_, Cribbage>, points: f64) -> f64 {
    let table = table(sight);
    let own = usize::from(table.options.side(sight.seat).0);
    let mut scores: Vec<f64> = table
        .scores()
        .values()
        .map(|&score| f64::from(score))
        .collect();
    // Points that are only expected never reach the target.
    let most = f64::from(table.options.target) - 1.0;
    scores[own] = (scores[own] + points).min(most);
    chance(&table.options, &scores, own)
}

/// The throw with the best hand and crib.
pub(crate) fn best_throw(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let owns = owns_crib(sight);
    let mut throws = throws(sight);
    throws.sort_by(|one, other| other.total(owns).total_cmp(&one.total(owns)));
    throws.first().map(|throw| throw.thrown)
}
