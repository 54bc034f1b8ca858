//! Throwing and playing with three or four at the table.
//!
//! Each seat throws one card, and the crib holds cards of three or four hands: all that is known of
//! its other cards is that they are not one's own. The worth of a card in the crib is counted over
//! all of them. In the play the others' hands are dealt anew many times, played out and counted; a
//! partner's points count as one's own. The chance of winning then comes from `race.rs`.

use kernel::{Imagine, Rng, Seat, Side, Sight, Viewer};
use pieces::{Card, CardSet};

use super::pegging::{RankPlay, SEATS};
use super::race::Race;
use super::ranks::{RANKS, Ranks, hands, peg, rank_of};
use super::sight::{open, own, owns_crib, pile, table};
use super::throws::role;
use crate::options::Options;
use crate::score::fast::{Prepared, quad_row};
use crate::score::{Four, HandOrCrib, total};
use crate::state::{Count, Cribbage, PublicTable};

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
pub(crate) fn five_throws(sight: &Sight<'_, Cribbage>) -> Vec<CardThrow> {
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
    /// The chance of winning.
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
    let worlds: Vec<World> = (0..times).map(|_| imagined(sight, rng)).collect();
    let of = |&card: &Card| prospect(sight, card, &worlds);
    cards.iter().map(of).collect()
}

/// A deal that looks like this one to a seat.
struct World {
    play: RankPlay,
    /// The points of each side in the show, in the order of counting.
    shows: Vec<(Side, f64)>,
}

/// The play with the others' hands dealt anew.
fn imagined(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> World {
    let table = table(sight);
    let mut world = Cribbage::imagine(sight.view.value(), Viewer::Seat(sight.seat), rng);
    let mut hands = [Ranks::NONE; SEATS];
    for (hand, seat) in hands.iter_mut().zip(Seat::all(table.options.seats)) {
        if seat != sight.seat {
            throw_the_least(&mut world, seat);
        }
        *hand = Ranks::of(world.hand(seat));
    }
    World {
        play: RankPlay {
            hands,
            seats: table.options.seats.into(),
            turn: sight.seat.0.into(),
            pile: pile(table),
            open: open(table),
        },
        shows: shows(&world),
    }
}

/// Exchanges the card that a seat threw for the one that it needs least among those it holds: the
/// cards were dealt at random, but a player keeps the best four. The hands agree with every go.
fn throw_the_least(world: &mut Cribbage, seat: Seat) {
    let table = &world.table;
    let played = table.played_by(seat);
    let (held, thrown) = (world.hidden.hands[seat], world.hidden.thrown[seat]);
    let cards = held | thrown;
    let least = table.holds_at_least[seat];
    // The worth of a hand is its mean score over all ranks of starters.
    let worth = |thrown: Card| {
        let kept = Ranks::of((cards | played) - CardSet::only(thrown));
        let row = quad_row(kept.quad());
        row.iter()
            .take(RANKS)
            .map(|&score| u32::from(score))
            .sum::<u32>()
    };
    let possible = |card: &Card| {
        let mut held = (cards - CardSet::only(*card)).iter();
        held.all(|card| peg(rank_of(card)) >= least)
    };
    if let Some(card) = cards
        .iter()
        .filter(possible)
        .max_by_key(|card| worth(*card))
    {
        world.hidden.hands[seat] = cards - CardSet::only(card);
        world.hidden.thrown[seat] = CardSet::only(card);
    }
}

/// The show of a deal that is known: each hand from the dealer's left, then the crib.
fn shows(world: &Cribbage) -> Vec<(Side, f64)> {
    let table = &world.table;
    let (Some(dealer), Some(starter)) = (table.dealer, table.starter) else {
        return Vec::new();
    };
    let counted = |cards: CardSet, crib: bool| {
        let four = Four::new(cards).ok();
        four.map_or(0.0, |four| f64::from(total(four.cards(), starter, crib)))
    };
    let side = |seat| table.options.side(seat);
    let mut shows: Vec<(Side, f64)> = dealer
        .left(table.options.seats)
        .round(table.options.seats)
        .map(|seat| {
            let kept = world.hidden.hands[seat] | table.played_by(seat);
            (side(seat), counted(kept, false))
        })
        .collect();
    shows.push((side(dealer), counted(world.crib(), true)));
    shows
}

fn prospect(sight: &Sight<'_, Cribbage>, card: Card, worlds: &[World]) -> CardProspect {
    let table = table(sight);
    let options = &table.options;
    let own = options.side(sight.seat);
    let before = scores(table);
    let mut sum = CardProspect {
        card,
        chance: 0.0,
        own: 0.0,
        theirs: 0.0,
    };
    for world in worlds {
        let after = played_out(world.play, rank_of(card), options, before.clone());
        sum.own += after[own.index()] - before[own.index()];
        sum.theirs += gained(&before, &after) - (after[own.index()] - before[own.index()]);
        sum.chance += shown(table, own, after, &world.shows);
    }
    let times = worlds.len().max(1) as f64;
    CardProspect {
        card,
        chance: sum.chance / times,
        own: sum.own / times,
        theirs: sum.theirs / times,
    }
}

/// The score of each side.
fn scores(table: &PublicTable) -> Vec<f64> {
    let scores = table.scores();
    scores.values().map(|&score| f64::from(score)).collect()
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

/// The chance of a side once these hands are counted in their order and the next seat deals.
fn shown(table: &PublicTable, own: Side, mut scores: Vec<f64>, shows: &[(Side, f64)]) -> f64 {
    let options = &table.options;
    let target = f64::from(options.target);
    for &(side, points) in shows {
        if scores.iter().any(|&score| score >= target) {
            break;
        }
        scores[side.index()] += points;
    }
    let dealer = table.dealer.unwrap_or(Seat(0)).left(options.seats);
    Race::at(options).chance(options, dealer, &scores, own)
}

/// The chance of a seat's side before the play if its hand and crib are worth this much: the chance
/// before the deal, with as many points more as the hand is better than usual.
pub(crate) fn chance_with(sight: &Sight<'_, Cribbage>, worth: f64) -> f64 {
    let table = table(sight);
    let options = &table.options;
    let own = options.side(sight.seat);
    let race = Race::at(options);
    let mut scores = scores(table);
    // Points that are only expected never reach the target.
    let most = f64::from(options.target) - 1.0;
    let more = worth - race.usual(owns_crib(sight));
    scores[own.index()] = (scores[own.index()] + more).clamp(0.0, most);
    race.chance(options, table.dealer.unwrap_or(Seat(0)), &scores, own)
}

/// The chance of a seat's side if it pegs these points in the open count and the other hands are
/// counted after it.
pub(crate) fn chance_counted(sight: &Sight<'_, Cribbage>, count: &Count, points: u8) -> f64 {
    /// Any four cards and a starter make a crib of about 4.7 points.
    const CRIB: f64 = 4.7;
    let table = table(sight);
    let options = &table.options;
    let own = options.side(sight.seat);
    let (Some(dealer), Some(starter)) = (table.dealer, table.starter) else {
        return 0.0;
    };
    let mut shows = vec![(own, f64::from(points))];
    if count.kind == HandOrCrib::Hand {
        let mut seat = count.seat;
        while seat != dealer {
            seat = seat.left(options.seats);
            let hand = Four::new(table.played_by(seat)).ok();
            let points = hand.map_or(0, |hand| total(hand.cards(), starter, false));
            shows.push((options.side(seat), f64::from(points)));
        }
        shows.push((options.side(dealer), CRIB));
    }
    shown(table, own, scores(table), &shows)
}

/// The throw with the best hand and crib.
pub(crate) fn best_throw(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let owns = owns_crib(sight);
    let mut throws = five_throws(sight);
    throws.sort_by(|one, other| other.total(owns).total_cmp(&one.total(owns)));
    throws.first().map(|throw| throw.thrown)
}
