//! Drills: small questions about a game, with the worth of each answer.
//!
//! A drill draws questions from luck and asks the game's own adviser or scorer for the worth of
//! every answer. The questions are kept in a pool, a file that ships with the game, and the next
//! question is therefore there without a wait. A test compares the pool with the adviser. This
//! module evaluates nothing itself, and knows no clock or file.

mod pool;
mod practice;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AnyRefusal, Facade, Input, Key, Rng, Seen, Sight, Turn, Viewer, bot};

pub use pool::Pool;
pub use practice::{Posed, Practice};

/// One kind of question that a game can ask again and again.
pub trait Drill: Debug + Send + Sync {
    /// The word by which it is known, such as `discard`.
    fn key(&self) -> &'static str;

    /// The subject of the drill, in a sentence.
    fn about(&self) -> &'static str;

    /// The unit in which answers are valued.
    fn unit(&self) -> Unit;

    /// An answer that costs less than this counts as best: the adviser is not more precise.
    fn slack(&self) -> i32 {
        self.unit().slack()
    }

    /// The questions that ship with the game: the text of a [`Pool`].
    fn pool(&self) -> &'static str;

    /// Draws a question; `None` if the draw gave no question worth asking.
    fn draw(&self, rng: &mut Rng) -> Option<Value>;

    /// The names of the answers, always in the same order; `None` if `ask` is not a question of
    /// this drill.
    fn choices(&self, ask: &Value) -> Option<Vec<String>>;

    /// The worth of each choice, as today's adviser values it.
    fn weigh(&self, ask: &Value) -> Option<Vec<i32>>;

    /// The difficulty of a question; `None` if it teaches nothing, for example because all answers
    /// are worth the same.
    fn level(&self, ask: &Value, worth: &[i32]) -> Option<Difficulty>;

    /// The data that a page needs besides the question to explain the answer, such as the
    /// combinations of a hand.
    fn detail(&self, ask: &Value) -> Option<Value> {
        let _ = ask;
        None
    }

    /// The subject of a question, worded to follow "you are right when", such as "you lead". A
    /// summary names by it the questions that somebody tends to miss.
    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let _ = item;
        Vec::new()
    }

    /// The question in words, line by line; the last line asks.
    fn tell(&self, ask: &Value) -> Vec<String>;

    /// Grades an answer as a person types it. `item` must be a question of this drill.
    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal>;
}

/// The unit in which answers are valued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// The chance of winning the game, in ten-thousandths.
    Win,
    /// The chance of reaching a target, in ten-thousandths.
    Reach,
    /// Points.
    Points,
}

impl Unit {
    /// The usual precision of an adviser in this unit.
    pub const fn slack(self) -> i32 {
        match self {
            Unit::Win => 30,
            Unit::Reach => 50,
            Unit::Points => 1,
        }
    }
}

/// The difficulty of a question.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// The best answer is obvious.
    Easy,
    /// The best answer takes some thought.
    Medium,
    /// The best answer is not much better than another.
    Hard,
}

impl Difficulty {
    /// All levels, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The level of a question by the margin of the best answer over the next: at least `easy`, at
    /// least `medium`, or at least `least`. Below that the question has no level.
    pub fn by_margin(worth: &[i32], [easy, medium, least]: [i32; 3]) -> Option<Difficulty> {
        let mut sorted = worth.to_vec();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let margin = sorted.first()? - sorted.get(1)?;
        match margin {
            margin if margin >= easy => Some(Difficulty::Easy),
            margin if margin >= medium => Some(Difficulty::Medium),
            margin if margin >= least => Some(Difficulty::Hard),
            _ => None,
        }
    }

    /// The word for it, as in `--level hard`.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// A question, and the worth of each choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrillItem {
    /// The question, in the game's own JSON.
    pub ask: Value,
    /// The worth of each choice, in the order of [`Drill::choices`].
    pub worth: Vec<i32>,
}

impl DrillItem {
    /// The worth of the best choice.
    pub fn best(&self) -> i32 {
        self.worth.iter().copied().max().unwrap_or(0)
    }
}

/// The quality of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The answer as the drill writes it.
    pub answer: String,
    /// The difference to the best answer, in the drill's unit.
    pub cost: i32,
    /// The best answer.
    pub best: String,
    /// The parts of the answer, line by line, if the drill explains them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
}

impl Grade {
    /// The grade of one of the choices, by its place.
    pub fn of_choice(choices: &[String], item: &DrillItem, place: usize) -> Grade {
        let best = item.best();
        let name = |place: usize| choices.get(place).cloned().unwrap_or_default();
        let first = item.worth.iter().position(|&worth| worth == best);
        Grade {
            answer: name(place),
            cost: best - item.worth.get(place).copied().unwrap_or(best),
            best: name(first.unwrap_or(0)),
            why: Vec::new(),
        }
    }
}

/// A chance in ten-thousandths, the form that pools store.
pub fn ten_thousandths(chance: f64) -> i32 {
    // A chance is 0 to 1, so the number is small.
    (chance * 10_000.0).round() as i32
}

/// Lets a bot play a game until a wanted moment; `None` if the game ends before. Questions drawn
/// from such games have the scores and cards of real tables.
pub fn play_until<G: Facade>(
    options: G::Options,
    name: &str,
    rng: &mut Rng,
    wanted: impl Fn(&G) -> bool,
) -> Option<G> {
    /// More inputs than any game needs.
    const MOST: u64 = 10_000;
    let player = bot::<G>(name)?;
    let key = Key::from_seed(u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32()));
    let mut game = G::new(options).ok()?;
    for n in 0..MOST {
        if wanted(&game) {
            return Some(game);
        }
        let input = match game.turn() {
            Turn::Over => return None,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(seats) => {
                let seat = seats.first()?;
                let view = Seen::view(&game, Viewer::Seat(seat));
                let legal = game.legal_actions(seat);
                let sight = Sight {
                    seat,
                    view: &view,
                    legal: &legal,
                };
                Input::Act {
                    seat,
                    action: (player.choose)(&sight, rng),
                }
            }
        };
        for event in game.decide(&input).ok()? {
            game.evolve(&event);
        }
    }
    None
}
