//! The methods of throwing and playing, from the baselines to the strongest.
//!
//! | level | throws by | plays by |
//! |---|---|---|
//! | `easy` | the hand as it lies, often without the crib | the points it sees |
//! | `greedy` | the hand as it is | the most points at once |
//! | `medium` | expected hand and crib | the points it sees, now and then minus the answer's |
//! | `ev` | expected hand and crib | the most points at once |
//! | `hard` | expected hand, crib and play | points less what the next player may score |
//! | `expert` | the chance of winning | the chance of winning |
//!
//! `easy` and `medium` err as people do, each mistake at its own rate (`slips.rs`); the others
//! make none of these mistakes.

use kernel::{Rng, Sight};
use pieces::{Card, CardSet};

use super::book::{BOOK, Book};
use super::outlook;
use super::pegging::Fear;
use super::ranks::{Ranks, rank_of};
use super::sight::{board, lookout, open, own, owns_crib, pile, table};
use super::slips::Slips;
use super::throws::{CribModel, Worth, role, worths};
use super::{counting, seats};
use crate::score::{Four, HandOrCrib, Show, Six};
use crate::state::{Action, Cribbage, Phase};

/// The parts of a bot.
pub(super) struct Level {
    throw: fn(&Sight<'_, Cribbage>, &mut Rng) -> Option<CardSet>,
    play: fn(&Sight<'_, Cribbage>, &mut Rng) -> Option<Card>,
    /// The number of wrong counts in a hundred.
    miscounts: u32,
}

impl Level {
    pub(super) const EASY: Level = Level {
        throw: |sight, rng| Slips::EASY.throw(sight, rng),
        play: |sight, rng| Slips::EASY.play(sight, rng),
        miscounts: Slips::EASY.counts,
    };

    pub(super) const GREEDY: Level = Level {
        throw: |sight, _| throw_as_it_is(sight),
        play: |sight, _| most_points(sight),
        miscounts: 0,
    };

    pub(super) const MEDIUM: Level = Level {
        throw: |sight, rng| Slips::MEDIUM.throw(sight, rng),
        play: |sight, rng| Slips::MEDIUM.play(sight, rng),
        miscounts: Slips::MEDIUM.counts,
    };

    pub(super) const EV: Level = Level {
        throw: |sight, rng| Slips::NONE.throw(sight, rng),
        play: |sight, _| most_points(sight),
        miscounts: 0,
    };

    pub(super) const HARD: Level = Level {
        throw: |sight, _| throw_by_odds(sight),
        play: |sight, _| with_care(sight),
        miscounts: 0,
    };

    pub(super) const EXPERT: Level = Level {
        throw: |sight, _| throw_to_win(sight, &BOOK),
        play: |sight, rng| play_to_win(sight, rng, &BOOK),
        miscounts: 0,
    };

    #[cfg(any(test, feature = "earlier"))]
    pub(super) const EXPERT_0_1: Level = Level {
        throw: |sight, _| throw_to_win(sight, &super::book::BOOK_0_1),
        play: |sight, rng| play_to_win(sight, rng, &super::book::BOOK_0_1),
        miscounts: 0,
    };

    /// The action of this level. If it finds none, the first legal action.
    pub(super) fn choose(&self, sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Action {
        let chosen = match &table(sight).phase {
            Phase::Discarding => (self.throw)(sight, rng).map(Action::Discard),
            Phase::Playing(_) => (self.play)(sight, rng).map(Action::Play),
            Phase::Counting(Some(count)) => {
                counting::speak(table(sight), count, self.miscounts, rng)
            }
            _ => None,
        };
        chosen
            .filter(|action| sight.legal.contains(action))
            .unwrap_or_else(|| sight.legal[0].clone())
    }
}

/// The six cards of a table for two.
fn six(sight: &Sight<'_, Cribbage>) -> Option<Six> {
    Six::new(own(sight).hand).ok()
}

/// The item of the highest worth; the first of equals.
pub(crate) fn best<T>(items: impl IntoIterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(T, f64)> = None;
    for item in items {
        let worth = worth(&item);
        if best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((item, worth));
        }
    }
    best.map(|(item, _)| item)
}

/// The possible throws.
fn offered_throws<'a>(sight: &Sight<'a, Cribbage>) -> impl Iterator<Item = CardSet> + 'a {
    sight.legal.iter().filter_map(|action| match action {
        Action::Discard(cards) => Some(*cards),
        _ => None,
    })
}

/// The playable cards, highest first.
pub(crate) fn cards<'a>(sight: &Sight<'a, Cribbage>) -> impl Iterator<Item = Card> + 'a {
    sight.legal.iter().rev().filter_map(|action| match action {
        Action::Play(card) => Some(*card),
        _ => None,
    })
}

/// Keeps the four cards that score most without a starter.
fn throw_as_it_is(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let hand = own(sight).hand;
    best(offered_throws(sight), |thrown| {
        let show =
            Four::new(hand - *thrown).and_then(|four| Show::new(four, None, HandOrCrib::Hand));
        show.map_or(0.0, |show| f64::from(show.total()))
    })
}

/// Expected hand, crib and play.
fn throw_by_odds(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let dealer = owns_crib(sight);
    match six(sight) {
        Some(six) => best(worths(six, dealer), |worth| points(worth, dealer, &BOOK))
            .map(|worth| worth.thrown),
        None => seats::best_throw(sight),
    }
}

/// Hand, crib and play of a throw, in points for one's own side.
fn points(worth: &Worth, dealer: bool, book: &Book) -> f64 {
    let [own, theirs] = book.pegs.means(role(dealer), worth.quad);
    worth.total(dealer) + f64::from(own) - f64::from(theirs)
}

/// The best chance of winning, among the throws that are not far behind in points.
fn throw_to_win(sight: &Sight<'_, Cribbage>, book: &Book) -> Option<CardSet> {
    let Some(six) = six(sight) else {
        return throw_by_odds(sight);
    };
    /// A throw further behind than this is never best, except in the last holes.
    const BEHIND: f64 = 4.0;
    let board = board(sight);
    let dealer = owns_crib(sight);
    let all = worths(six, dealer);
    let most = all
        .iter()
        .map(|worth| points(worth, dealer, book))
        .fold(f64::MIN, f64::max);
    // Near the end the hand alone may decide.
    let hand = all.iter().map(Worth::hand).fold(f64::MIN, f64::max);
    let model = CribModel::new(six.set(), board.role);
    let worth_a_look = all
        .iter()
        .filter(|worth| points(worth, dealer, book) > most - BEHIND || worth.hand() >= hand);
    best(worth_a_look, |worth| {
        outlook::chance(worth, &model, board, book)
    })
    .map(|worth| worth.thrown)
}

/// The card that scores most at once; the highest of equals.
fn most_points(sight: &Sight<'_, Cribbage>) -> Option<Card> {
    let pile = pile(table(sight));
    best(cards(sight), |card| f64::from(pile.points(rank_of(*card))))
}

/// The card that scores most, minus what the next player may score on it.
fn with_care(sight: &Sight<'_, Cribbage>) -> Option<Card> {
    let table = table(sight);
    let pile = pile(table);
    let own = own(sight);
    let unseen = Ranks::DECK.minus(Ranks::of(own.hand | own.thrown));
    let next = sight.seat.left(table.options.seats);
    let fear = Fear::new(unseen, open(table), table.held[next].into());
    best(cards(sight), |card| {
        let mut after = pile;
        after.push(rank_of(*card));
        f64::from(pile.points(rank_of(*card))) - f64::from(fear.of(&after))
    })
}

/// The best chance of winning over guesses of the others' hands.
fn play_to_win(sight: &Sight<'_, Cribbage>, rng: &mut Rng, book: &'static Book) -> Option<Card> {
    /// Enough that many guesses still look alike after a few cards, which keeps a later card from
    /// being chosen for a single hand; few enough for some milliseconds at the first card.
    const GUESSES: usize = 400;
    /// The same for tables of three and four, where each deal takes longer to imagine.
    const DEALS: u32 = 60;
    let all: Vec<Card> = cards(sight).collect();
    if all.len() == 1 {
        return all.first().copied();
    }
    if table(sight).options.seats > 2 {
        let prospects = seats::prospects(sight, &all, DEALS, rng);
        return best(prospects, |prospect| prospect.chance).map(|prospect| prospect.card);
    }
    let (lookout, evidence) = lookout(sight, book)?;
    let guesses = evidence.sample(GUESSES, rng);
    if guesses.is_empty() {
        return with_care(sight);
    }
    let mut seen = Ranks::NONE;
    let different = all.into_iter().filter(|card| {
        let rank = rank_of(*card);
        let new = seen.count(rank) == 0;
        seen = seen.with(rank);
        new
    });
    best(different.collect::<Vec<_>>(), |card| {
        lookout.prospect(rank_of(*card), &guesses).chance
    })
}
