//! The bots, from the baselines to the strongest.
//!
//! | level | throws by | plays by |
//! |---|---|---|
//! | `easy` | expected hand, roughly | mostly the points it sees |
//! | `greedy` | the hand as it is | the most points at once |
//! | `medium` | hand and crib, roughly | the most points at once |
//! | `ev` | expected hand and crib | the most points at once |
//! | `hard` | expected hand, crib and play | points less what the next player may score |
//! | `expert` | the chance of winning | the chance of winning |

use kernel::{Bot, Rng, Sight, Strength};
use pieces::{Card, CardSet};

use super::outlook;
use super::pegging::Fear;
use super::pegs::PEGS;
use super::ranks::{Ranks, rank_of};
use super::sight::{board, lookout, open, own, owns_crib, pile, table};
use super::throws::{CribModel, Worth, role, worths};
use super::{counting, seats};
use crate::score::{Four, HandOrCrib, Show, Six};
use crate::state::{Action, Cribbage, Phase};

/// Every bot, weakest first.
pub(crate) const BOTS: &[Bot<Cribbage>] = &[
    Bot {
        strength: Strength::Level(kernel::Level::Easy),
        about: "keeps what looks good, misses points now and then, and forgets the crib",
        choose: |sight, rng| choose(sight, rng, &EASY),
    },
    Bot {
        strength: Strength::Baseline("greedy"),
        about: "takes the most points it sees at once, and thinks of nothing else",
        choose: |sight, rng| choose(sight, rng, &GREEDY),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Medium),
        about: "minds hand and crib, and takes the points that lie there",
        choose: |sight, rng| choose(sight, rng, &MEDIUM),
    },
    Bot {
        strength: Strength::Baseline("ev"),
        about: "throws for the best expected hand and crib, and plays for points at once",
        choose: |sight, rng| choose(sight, rng, &EV),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Hard),
        about: "throws by the odds, and plays with an eye on your answer",
        choose: |sight, rng| choose(sight, rng, &HARD),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Expert),
        about: "plays for the game and not for points: it guesses your hand and minds the score",
        choose: |sight, rng| choose(sight, rng, &EXPERT),
    },
];

/// The parts of a bot.
struct Level {
    throw: fn(&Sight<'_, Cribbage>, &mut Rng) -> Option<CardSet>,
    play: fn(&Sight<'_, Cribbage>, &mut Rng) -> Option<Card>,
    /// The number of wrong counts in a hundred.
    slips: u32,
}

const EASY: Level = Level {
    throw: |sight, rng| throw_roughly(sight, rng, 0.0, 4.0),
    play: |sight, rng| {
        if rng.below(4) == 0 {
            any_card(sight, rng)
        } else {
            most_points(sight)
        }
    },
    slips: 20,
};

const GREEDY: Level = Level {
    throw: |sight, _| throw_as_it_is(sight),
    play: |sight, _| most_points(sight),
    slips: 0,
};

const MEDIUM: Level = Level {
    throw: |sight, rng| throw_roughly(sight, rng, 1.0, 2.0),
    play: |sight, _| most_points(sight),
    slips: 0,
};

const EV: Level = Level {
    throw: |sight, rng| throw_roughly(sight, rng, 1.0, 0.0),
    play: |sight, _| most_points(sight),
    slips: 0,
};

const HARD: Level = Level {
    throw: |sight, _| throw_by_odds(sight),
    play: |sight, _| with_care(sight),
    slips: 0,
};

const EXPERT: Level = Level {
    throw: |sight, _| throw_to_win(sight),
    play: |sight, rng| play_to_win(sight, rng),
    slips: 0,
};

/// The action of a level. If it finds none, the first legal action.
fn choose(sight: &Sight<'_, Cribbage>, rng: &mut Rng, level: &Level) -> Action {
    let chosen = match &table(sight).phase {
        Phase::Discarding => (level.throw)(sight, rng).map(Action::Discard),
        Phase::Playing(_) => (level.play)(sight, rng).map(Action::Play),
        Phase::Counting(Some(count)) => counting::speak(table(sight), count, level.slips, rng),
        _ => None,
    };
    chosen
        .filter(|action| sight.legal.contains(action))
        .unwrap_or_else(|| sight.legal[0].clone())
}

/// The six cards of a table for two.
fn six(sight: &Sight<'_, Cribbage>) -> Option<Six> {
    Six::new(own(sight).hand).ok()
}

/// The item of the highest worth; the first of equals.
fn best<T>(items: impl IntoIterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
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
fn throws<'a>(sight: &Sight<'a, Cribbage>) -> impl Iterator<Item = CardSet> + 'a {
    sight.legal.iter().filter_map(|action| match action {
        Action::Discard(cards) => Some(*cards),
        _ => None,
    })
}

/// The playable cards, highest first.
fn cards<'a>(sight: &Sight<'a, Cribbage>) -> impl Iterator<Item = Card> + 'a {
    sight.legal.iter().rev().filter_map(|action| match action {
        Action::Play(card) => Some(*card),
        _ => None,
    })
}

/// Keeps the four cards that score most without a starter.
fn throw_as_it_is(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let hand = own(sight).hand;
    best(throws(sight), |thrown| {
        let show =
            Four::new(hand - *thrown).and_then(|four| Show::new(four, None, HandOrCrib::Hand));
        show.map_or(0.0, |show| f64::from(show.total()))
    })
}

/// Expected hand and the crib, weighted as this level does, with a random error of up to this many
/// points.
fn throw_roughly(
    sight: &Sight<'_, Cribbage>,
    rng: &mut Rng,
    minds_crib: f64,
    give_or_take: f64,
) -> Option<CardSet> {
    let dealer = owns_crib(sight);
    let mut error = || (unit(rng) + unit(rng) - 1.0) * give_or_take;
    let worths: Vec<(CardSet, f64)> = match six(sight) {
        Some(six) => worths(six, dealer)
            .iter()
            .map(|worth| {
                let crib = minds_crib * role(dealer).sign() * worth.usual_crib(dealer);
                (worth.thrown, worth.hand() + crib + error())
            })
            .collect(),
        None => seats::throws(sight)
            .iter()
            .map(|throw| {
                let crib = minds_crib * role(dealer).sign() * throw.crib;
                (throw.thrown, throw.hand + crib + error())
            })
            .collect(),
    };
    best(worths, |(_, worth)| *worth).map(|(thrown, _)| thrown)
}

/// Expected hand, crib and play.
fn throw_by_odds(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
    let dealer = owns_crib(sight);
    match six(sight) {
        Some(six) => best(worths(six, dealer), |worth| points(worth, dealer)).map(|w| w.thrown),
        None => seats::best_throw(sight),
    }
}

/// Hand, crib and play of a throw, in points for one's own side.
fn points(worth: &Worth, dealer: bool) -> f64 {
    let [own, theirs] = PEGS.means(role(dealer), worth.quad);
    worth.total(dealer) + f64::from(own) - f64::from(theirs)
}

/// The best chance of winning, among the throws that are not far behind in points.
fn throw_to_win(sight: &Sight<'_, Cribbage>) -> Option<CardSet> {
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
        .map(|worth| points(worth, dealer))
        .fold(f64::MIN, f64::max);
    // Near the end the hand alone may decide.
    let hand = all.iter().map(Worth::hand).fold(f64::MIN, f64::max);
    let model = CribModel::new(six.set(), board.role);
    let worth_a_look = all
        .iter()
        .filter(|worth| points(worth, dealer) > most - BEHIND || worth.hand() >= hand);
    best(worth_a_look, |worth| outlook::chance(worth, &model, board)).map(|worth| worth.thrown)
}

/// The card that scores most at once; the highest of equals.
fn most_points(sight: &Sight<'_, Cribbage>) -> Option<Card> {
    let pile = pile(table(sight));
    best(cards(sight), |card| f64::from(pile.points(rank_of(*card))))
}

/// Any playable card.
fn any_card(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<Card> {
    let cards: Vec<Card> = cards(sight).collect();
    rng.choose(&cards).copied()
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
fn play_to_win(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<Card> {
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
    let (lookout, evidence) = lookout(sight)?;
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

/// A number from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.next_u32()) / f64::from(u32::MAX)
}
