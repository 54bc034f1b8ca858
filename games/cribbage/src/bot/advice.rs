//! Advice for a seat: every throw and every card with its reason, best first.
//!
//! The numbers are the expert's, and `reasons.rs` puts them into sentences. Advice uses only what
//! the seat may know.

use kernel::{Advice, Part, Rng, Sight};
use pieces::{Card, CardSet};

use super::book::BOOK;
use super::counting;
use super::outlook::{self, Board};
use super::ranks::rank_of;
use super::reasons;
use super::seats;
use super::sight::{board, lookout, own, owns_crib, table};
use super::throws::{CribModel, Worth, role, worths};
use crate::score::Six;
use crate::state::{Action, Count, Cribbage, Phase};

/// The number of the opponent's hands that are weighed for advice on a card. It takes a few
/// milliseconds, and keeps the second decimal of a chance stable.
const GUESSES: usize = 600;

/// The number of deals that are imagined for the same at a table of three or four.
const DEALS: u32 = 200;

/// Everything that can be thrown or played, best first. For a count: the right one, and `also` if
/// it differs.
pub(crate) fn advise(
    sight: &Sight<'_, Cribbage>,
    also: Option<&Action>,
    rng: &mut Rng,
) -> Vec<Advice<Action>> {
    let mut advice = match &table(sight).phase {
        Phase::Discarding => throw_advice(sight),
        Phase::Playing(_) => plays(sight, rng),
        Phase::Counting(Some(count)) => counts(sight, count, also),
        _ => Vec::new(),
    };
    advice.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    advice
}

/// All fifteen throws of six cards at these scores, best first.
///
/// ```
/// use cribbage::bot::advise_throws;
/// use cribbage::score::Six;
///
/// let six = Six::new("5H 5C 6S 7D 8C KD".parse().unwrap())?;
/// let advice = advise_throws(six, true, [60, 72], 121);
/// assert_eq!(advice.len(), 15);
/// assert!(advice[0].chance >= advice[14].chance);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn advise_throws(
    six: Six,
    dealer: bool,
    [own, theirs]: [u16; 2],
    target: u16,
) -> Vec<Advice<CardSet>> {
    let board = Board::new(role(dealer), own, theirs, target);
    let mut advice = throws_of_six(six, dealer, board);
    advice.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    advice
}

fn throw_advice(sight: &Sight<'_, Cribbage>) -> Vec<Advice<Action>> {
    let dealer = owns_crib(sight);
    let advice = match Six::new(own(sight).hand) {
        Ok(six) => throws_of_six(six, dealer, board(sight)),
        Err(_) => throws_of_five(sight, dealer),
    };
    advice
        .into_iter()
        .map(|advice| Advice {
            action: Action::Discard(advice.action),
            chance: advice.chance,
            parts: advice.parts,
            reason: advice.reason,
        })
        .collect()
}

fn throws_of_six(six: Six, dealer: bool, board: Board) -> Vec<Advice<CardSet>> {
    let model = CribModel::new(six.set(), board.role);
    let advice = |worth: &Worth| {
        let [own, theirs] = BOOK.pegs.means(board.role, worth.quad).map(f64::from);
        let crib = board.role.sign() * worth.crib;
        Advice {
            action: worth.thrown,
            chance: BOOK.told(board, 0, outlook::chance(worth, &model, board, &BOOK)),
            parts: vec![
                part("hand", worth.hand()),
                part("crib", crib),
                part("pegging", own - theirs),
                part("total", worth.hand() + crib + own - theirs),
            ],
            reason: reasons::throw(worth, dealer, board),
        }
    };
    worths(six, dealer).iter().map(advice).collect()
}

fn throws_of_five(sight: &Sight<'_, Cribbage>, owns_crib: bool) -> Vec<Advice<CardSet>> {
    let advice = |throw: &seats::CardThrow| {
        let total = throw.total(owns_crib);
        Advice {
            action: throw.thrown,
            chance: seats::chance_with(sight, total),
            parts: vec![
                part("hand", throw.hand),
                part("crib", total - throw.hand),
                part("total", total),
            ],
            reason: reasons::throw_of_one(throw, owns_crib),
        }
    };
    seats::five_throws(sight).iter().map(advice).collect()
}

fn plays(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Vec<Advice<Action>> {
    let cards: Vec<Card> = sight
        .legal
        .iter()
        .filter_map(|action| match action {
            Action::Play(card) => Some(*card),
            _ => None,
        })
        .collect();
    if table(sight).options.seats > 2 {
        return seats::prospects(sight, &cards, DEALS, rng)
            .iter()
            .map(|prospect| {
                let card = prospect.card;
                play(
                    sight,
                    card,
                    prospect.chance,
                    [prospect.own, prospect.theirs],
                    None,
                )
            })
            .collect();
    }
    let Some((lookout, evidence)) = lookout(sight, &BOOK) else {
        return Vec::new();
    };
    let guesses = evidence.sample(GUESSES, rng);
    let stage = 5 - own(sight).hand.len().clamp(1, 4);
    cards
        .into_iter()
        .map(|card| {
            let prospect = lookout.prospect(rank_of(card), &guesses);
            let pegged = [prospect.own, prospect.theirs];
            let chance = BOOK.told(lookout.board, stage, prospect.chance);
            play(sight, card, chance, pegged, Some(&guesses))
        })
        .collect()
}

fn play(
    sight: &Sight<'_, Cribbage>,
    card: Card,
    chance: f64,
    [own, theirs]: [f64; 2],
    guesses: Option<&[super::guess::Guess]>,
) -> Advice<Action> {
    Advice {
        action: Action::Play(card),
        chance,
        parts: vec![
            part("pegging", own),
            part("theirs", theirs),
            part("total", own - theirs),
        ],
        reason: reasons::play(table(sight), card, guesses),
    }
}

/// The right count, and the stated one if it differs.
fn counts(
    sight: &Sight<'_, Cribbage>,
    count: &Count,
    also: Option<&Action>,
) -> Vec<Advice<Action>> {
    let Some(right) = counting::right(table(sight), count) else {
        return Vec::new();
    };
    let mut said = vec![right.clone()];
    said.extend(
        also.filter(|also| **also != right && sight.legal.contains(also))
            .cloned(),
    );
    let true_points = points(&right);
    said.into_iter()
        .map(|action| {
            // Stating too much scores the true count; claiming too much scores nothing.
            let pegged = match action {
                Action::Count(stated) => stated.min(true_points),
                _ if points(&action) == true_points => true_points,
                _ => 0,
            };
            Advice {
                chance: chance_after(sight, count, pegged),
                parts: vec![part("points", f64::from(pegged))],
                reason: reasons::count(table(sight), count, pegged, true_points),
                action,
            }
        })
        .collect()
}

fn points(action: &Action) -> u8 {
    match action {
        Action::Count(points) | Action::Muggins(points) => *points,
        _ => 0,
    }
}

/// The chance with this many points more, if the deal were counted with them.
fn chance_after(sight: &Sight<'_, Cribbage>, count: &Count, points: u8) -> f64 {
    if table(sight).options.seats > 2 {
        return seats::chance_counted(sight, count, points);
    }
    f64::from(board(sight).plus(points.into(), 0).counted(&BOOK.chance))
}

fn part(name: &'static str, value: f64) -> Part {
    Part { name, value }
}
