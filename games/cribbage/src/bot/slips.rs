//! The mistakes that people make, for the levels that play like people.
//!
//! Each mistake has a rate: in how many of a hundred occasions it happens. A mistake is a way to see the cards and never a random card: a player who
//! overlooks the fifteens of three cards still keeps the best of what it sees. The luck comes from
//! the bot's own stream, and the same sight with the same luck gives the same mistakes.

use kernel::{Rng, Sight};
use pieces::{Card, CardSet, Rank};

use super::level::{best, cards};
use super::pegging::Fear;
use super::ranks::{Ranks, rank_of};
use super::seats;
use super::sight::{open, own, owns_crib, pile, table};
use super::throws::{role, worths};
use crate::score::{Four, HandOrCrib, Rule, Show, Six, Stack};
use crate::state::Cribbage;

/// The rates of a level's mistakes, each of a hundred occasions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slips {
    /// Throws: overlooks the fifteens of three and four cards in its hand.
    pub(crate) long_fifteens: u32,
    /// Throws: thinks nothing of pairs, and breaks one up for any other point.
    pub(crate) pairs: u32,
    /// Throws: forgets that there is a crib.
    pub(crate) crib_forgotten: u32,
    /// Throws: takes the opponents' crib for its own, and gives it fives and pairs.
    pub(crate) crib_mistaken: u32,
    /// Throws: counts its hand as it lies, without a thought for the starter.
    pub(crate) starter_forgotten: u32,
    /// Leads: leads a five if it holds one, which any ten makes a fifteen.
    pub(crate) five_led: u32,
    /// Plays: overlooks that a third or later card makes fifteen.
    pub(crate) fifteens_in_play: u32,
    /// Plays: overlooks a run whose cards do not lie in order.
    pub(crate) runs_in_play: u32,
    /// Plays: thinks of its own points only, and not of the answer.
    pub(crate) answer_forgotten: u32,
    /// Plays: thinks of the answer, but forgets which cards were played already.
    pub(crate) played_forgotten: u32,
    /// Counts: overlooks an item, a fifteen of three or more cards if there is one.
    pub(crate) counts: u32,
}

impl Slips {
    /// No mistakes.
    pub(crate) const NONE: Slips = Slips {
        long_fifteens: 0,
        pairs: 0,
        crib_forgotten: 0,
        crib_mistaken: 0,
        starter_forgotten: 0,
        five_led: 0,
        fifteens_in_play: 0,
        runs_in_play: 0,
        answer_forgotten: 0,
        played_forgotten: 0,
        counts: 0,
    };

    /// A beginner: of a hundred throws it overlooks the fifteens of three cards in 50 and the pairs in
    /// 15, forgets the crib in 50 and takes the opponents' crib for its own in 25; it never thinks of
    /// the starter. It leads a five every third time that it could, misses every third fifteen of three
    /// cards and every second run that lies out of order, and never thinks of the answer. It miscounts
    /// every fifth hand.
    pub(crate) const EASY: Slips = Slips {
        long_fifteens: 50,
        pairs: 15,
        crib_forgotten: 50,
        crib_mistaken: 25,
        starter_forgotten: 100,
        five_led: 33,
        fifteens_in_play: 33,
        runs_in_play: 50,
        answer_forgotten: 100,
        played_forgotten: 100,
        counts: 20,
    };

    /// Somebody who plays now and then: of a hundred throws it overlooks the fifteens of three cards in
    /// 15 and the pairs in 5, forgets the crib in 15, takes the opponents' crib for its own in 5 and
    /// forgets the starter in 25. It leads a five every tenth time that it could, misses 10 of a
    /// hundred fifteens of three cards and 20 of a hundred runs that lie out of order, thinks of the
    /// answer only to every fourth card, and half of these times forgets what was played. It counts
    /// rightly.
    pub(crate) const MEDIUM: Slips = Slips {
        long_fifteens: 15,
        pairs: 5,
        crib_forgotten: 15,
        crib_mistaken: 5,
        starter_forgotten: 25,
        five_led: 10,
        fifteens_in_play: 10,
        runs_in_play: 20,
        answer_forgotten: 75,
        played_forgotten: 50,
        counts: 0,
    };

    /// The throw that looks best.
    pub(crate) fn throw(&self, sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<CardSet> {
        let overlooks = [self.long_fifteens, self.pairs].map(|rate| happens(rate, rng));
        let crib = !happens(self.crib_forgotten, rng);
        let mistaken = happens(self.crib_mistaken, rng);
        let starter = !happens(self.starter_forgotten, rng);
        let sign = role(owns_crib(sight) || mistaken).sign();
        best(weighed(sight), |throw| {
            let lying = lying(throw.kept, [false; 2]);
            let overlooked = lying - self::lying(throw.kept, overlooks);
            let hand = if starter { throw.hand } else { lying };
            hand - overlooked + if crib { sign * throw.crib } else { 0.0 }
        })
        .map(|throw| throw.thrown)
    }

    /// The card that looks best.
    pub(crate) fn play(&self, sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<Card> {
        let table = table(sight);
        let leads = table.stack.cards().is_empty();
        let five = cards(sight).find(|card| card.rank() == Rank::Five);
        let five_led = happens(self.five_led, rng);
        let overlooks = [self.fifteens_in_play, self.runs_in_play].map(|rate| happens(rate, rng));
        let heeds = !happens(self.answer_forgotten, rng);
        let remembers = !happens(self.played_forgotten, rng);
        if leads && five_led && five.is_some() {
            return five;
        }
        let own = own(sight);
        let unseen = Ranks::DECK.minus(Ranks::of(own.hand | own.thrown));
        let open = if remembers { open(table) } else { Ranks::NONE };
        let next = sight.seat.left(table.options.seats);
        let fear = Fear::new(unseen, open, table.held[next].into());
        let pile = pile(table);
        best(cards(sight), |card| {
            let mut after = pile;
            after.push(rank_of(*card));
            let answer = if heeds {
                f64::from(fear.of(&after))
            } else {
                0.0
            };
            seen_points(&table.stack, *card, overlooks) - answer
        })
    }
}

/// Whether a mistake of this rate happens now.
pub(crate) fn happens(rate: u32, rng: &mut Rng) -> bool {
    rng.below(100) < rate
}

/// A throw with the expected hand and the usual worth of the crib.
struct Weighed {
    thrown: CardSet,
    kept: Four,
    hand: f64,
    crib: f64,
}

fn weighed(sight: &Sight<'_, Cribbage>) -> Vec<Weighed> {
    let dealer = owns_crib(sight);
    match Six::new(own(sight).hand) {
        Ok(six) => worths(six, dealer)
            .iter()
            .map(|worth| Weighed {
                thrown: worth.thrown,
                kept: worth.kept,
                hand: worth.hand(),
                crib: worth.usual_crib(dealer),
            })
            .collect(),
        Err(_) => seats::five_throws(sight)
            .into_iter()
            .map(|throw| Weighed {
                thrown: throw.thrown,
                kept: throw.kept,
                hand: throw.hand,
                crib: throw.crib,
            })
            .collect(),
    }
}

/// The points of four cards without a starter, for somebody who overlooks long fifteens, or pairs.
fn lying(kept: Four, [long_fifteens, pairs]: [bool; 2]) -> f64 {
    let Ok(show) = Show::new(kept, None, HandOrCrib::Hand) else {
        return 0.0;
    };
    let tally = show.tally();
    let seen = tally.items().iter().filter(|item| match item.rule {
        Rule::Fifteen => !long_fifteens || item.pieces.len() < 3,
        Rule::Pair => !pairs,
        _ => true,
    });
    f64::from(seen.map(|item| item.points).sum::<i32>())
}

/// The points of a card in the play, for somebody who overlooks fifteens of three or more cards, or
/// runs that do not lie in order.
fn seen_points(stack: &Stack, card: Card, [fifteens, runs]: [bool; 2]) -> f64 {
    let mut after = stack.clone();
    if after.push(card).is_err() {
        return 0.0;
    }
    let tally = after.tally();
    let seen = tally.items().iter().filter(|item| match item.rule {
        Rule::PeggingFifteen => !fifteens || after.cards().len() < 3,
        Rule::PeggingRunOf3
        | Rule::PeggingRunOf4
        | Rule::PeggingRunOf5
        | Rule::PeggingRunOf6
        | Rule::PeggingRunOf7 => !runs || in_order(last(after.cards(), item.pieces.len())),
        _ => true,
    });
    f64::from(seen.map(|item| item.points).sum::<i32>())
}

/// The last of these cards.
fn last(cards: &[Card], n: usize) -> &[Card] {
    &cards[cards.len().saturating_sub(n)..]
}

/// Whether cards of a run were laid upwards or downwards.
fn in_order(run: &[Card]) -> bool {
    run.is_sorted_by_key(|card| card.rank())
        || run.iter().rev().is_sorted_by_key(|card| card.rank())
}
