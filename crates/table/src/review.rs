//! Reviews: the cost of the decisions of a finished game, and the part of luck.
//!
//! The game's adviser judges every decision again from what its seat saw then, with nothing that
//! was hidden, and compares it with the best one. The cost of a decision is the chance of winning
//! that it gave away. A player's skill is the sum of these, and luck is the rest of the way from
//! the chance at the start to the result: luck and skill together always make the result.
//!
//! The outcome of a decision is reported separately ([`Decision::turned_out`]): that is hindsight,
//! and nobody could know it. A game that is not over is not reviewed, because the decisions of one
//! seat would tell the others what it held. A game without an adviser is not reviewed either: every
//! decision would seem to cost nothing.

use kernel::{AnyGame, AnyRefusal, BySeat, Json, Key, Kind, Seat, Turn, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::entry::{Entry, Fact};
use crate::messages::Hint;
use crate::replay::{ReplayError, heard_before};
use crate::restore::today;
use crate::settings::Millis;

/// The most decisions of a game that are judged by default. The longest games have some hundreds.
pub const MOST_DECISIONS: usize = 2_000;

/// The number of costliest decisions that are listed first.
const COSTLIEST: usize = 3;

/// A game of a journal: its options and its inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of the game at its table, from 1.
    pub number: u32,
    /// Its options.
    pub options: Value,
    /// Its inputs, in order.
    pub inputs: Vec<PlayedInput>,
}

/// An input of a played game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedInput {
    /// The input, in the game's own JSON of today.
    pub input: Json,
    /// The number of the last message before it, if it is known.
    pub seq: Option<u64>,
}

/// The games of a journal of this game, or the fault of the journal.
pub fn played_games(entries: &[Entry], kind: &dyn Kind) -> Result<Vec<PlayedGame>, String> {
    played(entries, kind, &[])
}

/// The game of this number at a table, if it was over at this time. Each input knows the message
/// before it, which lets a page show the moment in a replay.
pub fn finished_game(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
    now: Millis,
    number: u32,
) -> Result<PlayedGame, ReplayError> {
    let heard = heard_before(entries, &find, now, number)?;
    let Some(Fact::Opened { game, .. }) = entries.first().map(|entry| &entry.fact) else {
        return Err(ReplayError::NotOver);
    };
    let kind = find(game).ok_or(ReplayError::NotOver)?;
    let games = played(entries, kind, &heard).unwrap_or_default();
    games
        .into_iter()
        .find(|game| game.number == number)
        .ok_or(ReplayError::NotOver)
}

/// The games of a journal, with the last message before each entry.
fn played(entries: &[Entry], kind: &dyn Kind, heard: &[u64]) -> Result<Vec<PlayedGame>, String> {
    let version = match entries.first().map(|entry| &entry.fact) {
        Some(Fact::Opened { rules_version, .. }) => *rules_version,
        _ => kind.meta().rules_version,
    };
    let mut games: Vec<PlayedGame> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let entry = today(entry, kind, version)?;
        let run = match &entry.fact {
            Fact::Started {
                number,
                options,
                run,
                ..
            } => {
                games.push(PlayedGame {
                    number: *number,
                    options: options.clone(),
                    inputs: Vec::new(),
                });
                run
            }
            Fact::Decided { run, .. } => run,
            _ => continue,
        };
        if let Some(game) = games.last_mut() {
            let seq = heard.get(place).copied();
            game.inputs.extend(run.steps.iter().map(|step| PlayedInput {
                input: step.input.clone(),
                seq,
            }));
        }
    }
    Ok(games)
}

/// The review of a finished game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The key of the game.
    pub game: &'static str,
    /// The indices into `decisions` of the costliest ones, costliest first.
    pub costliest: Vec<usize>,
    /// The result of each seat.
    #[ts(as = "Vec<Fared>")]
    pub seats: BySeat<Fared>,
    /// Every decision that the adviser could judge, in the order of the game.
    pub decisions: Vec<Decision>,
    /// Whether there were more decisions than were judged.
    pub shortened: bool,
}

/// The result of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, JsonSchema, TS)]
pub struct Fared {
    /// Its chance of winning at its first decision, with the best play from there.
    pub start: f64,
    /// The result: 1 for a win, otherwise 0.
    pub result: f64,
    /// The chance that its decisions gave away: 0 or less.
    pub skill: f64,
    /// The rest.
    pub luck: f64,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The index of its input in the game, from 0.
    pub input: usize,
    /// The number of the last message before it, if it is known.
    #[ts(type = "number | null")]
    pub seq: Option<u64>,
    /// The seat.
    #[ts(type = "number")]
    pub seat: Seat,
    /// The action, and its worth by what could be known.
    pub did: Hint,
    /// The best action.
    pub best: Hint,
    /// The chance that was given away.
    pub cost: f64,
    /// Hindsight: the seat's best chance at its next decision, or the result.
    pub turned_out: f64,
}

/// Reviews a finished game, with at most this many decisions. It may take minutes: `progress` gets
/// the number of inputs looked at so far.
pub fn review(
    kind: &dyn Kind,
    played: &PlayedGame,
    most: usize,
    progress: &mut dyn FnMut(usize),
) -> Result<Review, AnyRefusal> {
    let impossible = |message: String| AnyRefusal::new("review/impossible", message);
    check_judged(kind)?;
    let mut game = kind.start(&played.options).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        impossible(faults.join("; "))
    })?;
    let mut decisions: Vec<Decision> = Vec::new();
    let mut shortened = false;
    for (n, PlayedInput { input, seq }) in played.inputs.iter().enumerate() {
        progress(n);
        if let Some((seat, action)) = &decided(&input.value()) {
            shortened |= decisions.len() >= most;
            if !shortened {
                let decision = judge(kind, &*game, n, *seat, action);
                decisions.extend(decision.map(|decision| Decision {
                    seq: *seq,
                    ..decision
                }));
            }
        }
        game.take(input)?;
    }
    if game.turn() != Turn::Over {
        let message = "this game is not over: a review would tell what the others hold";
        return Err(AnyRefusal::new("review/not_over", message));
    }
    let seats = settle(&*game, &mut decisions);
    Ok(Review {
        game: kind.meta().key,
        costliest: costliest(&decisions),
        seats,
        decisions,
        shortened,
    })
}

/// Refuses a game that has no adviser.
pub fn check_judged(kind: &dyn Kind) -> Result<(), AnyRefusal> {
    if kind.has_adviser() {
        return Ok(());
    }
    let message = format!("nobody can judge {}: it has no adviser", kind.meta().name);
    Err(AnyRefusal::new("table/no_adviser", message))
}

/// The seat and its action, unless the input is luck.
pub(crate) fn decided(input: &Value) -> Option<(Seat, Value)> {
    let act = input.get("act")?;
    let seat = act.get("seat")?.as_u64()?;
    Some((Seat(u8::try_from(seat).ok()?), act.get("action")?.clone()))
}

/// Compares a decision with the best one; `None` if there was no choice or the adviser has no
/// answer.
fn judge(
    kind: &dyn Kind,
    game: &dyn AnyGame,
    n: usize,
    seat: Seat,
    action: &Value,
) -> Option<Decision> {
    let legal = game.legal_actions(seat);
    if legal.len() < 2 {
        return None;
    }
    let view = game.view(Viewer::Seat(seat));
    // The same game always gets the same review.
    let mut rng = Key::from_seed(0).stream(&format!("review/{n}"));
    let advice = kind.advise(&view, &legal, Some(action), &mut rng)?;
    let place = advice.iter().position(|each| each.action == *action)?;
    let mut hints = advice
        .into_iter()
        .map(|advice| Hint::new(kind, &view, advice));
    let best = hints.next()??;
    let did = match place.checked_sub(1) {
        Some(place) => hints.nth(place)??,
        None => best.clone(),
    };
    Some(Decision {
        input: n,
        seq: None,
        seat,
        cost: (best.chance - did.chance).max(0.0),
        did,
        best,
        turned_out: 0.0,
    })
}

/// Adds the outcome of each decision, and sums up for each seat.
fn settle(game: &dyn AnyGame, decisions: &mut [Decision]) -> BySeat<Fared> {
    let winners = game.winners();
    let mut next = BySeat::from_fn(game.n_seats(), |seat| {
        f64::from(u8::from(winners.contains(&game.side(seat))))
    });
    let mut seats = next.map(|_, result| Fared {
        start: *result,
        result: *result,
        ..Fared::default()
    });
    for decision in decisions.iter_mut().rev() {
        let seat = decision.seat;
        decision.turned_out = next[seat];
        next[seat] = decision.best.chance;
        seats[seat].start = decision.best.chance;
        seats[seat].skill -= decision.cost;
    }
    seats.map(|_, fared| Fared {
        luck: fared.result - fared.start - fared.skill,
        ..*fared
    })
}

fn costliest(decisions: &[Decision]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..decisions.len()).collect();
    places.retain(|place| decisions[*place].cost > 0.0);
    places.sort_by(|a, b| decisions[*b].cost.total_cmp(&decisions[*a].cost));
    places.truncate(COSTLIEST);
    places
}
