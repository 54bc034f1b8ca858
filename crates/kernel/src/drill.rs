//! Drills: small questions about a game, with the worth of each answer.
//!
//! A drill draws questions from luck and asks the game's own adviser or scorer for the worth of
//! every answer. The questions are kept in a pool, a file that ships with the game, and the next
//! question is therefore there without a wait. A test compares the pool with the adviser. This
//! module evaluates nothing itself, and knows no clock or file.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AnyRefusal, Facade, Input, Key, Rng, Seen, Sight, Turn, Viewer, bot};

/// One kind of question that a game can ask again and again.
pub trait Drill: Debug + Send + Sync {
    /// The word by which it is known, such as `discard`.
    fn key(&self) -> &'static str;

    /// What is practised, in a sentence.
    fn about(&self) -> &'static str;

    /// The unit in which answers are valued.
    fn unit(&self) -> Unit;

    /// The questions that ship with the game: the text of a [`Pool`].
    fn pool(&self) -> &'static str;

    /// Draws a question; `None` if the draw gave no question worth asking.
    fn draw(&self, rng: &mut Rng) -> Option<Value>;

    /// The names of the answers, always in the same order; `None` if `ask` is not a question of
    /// this drill.
    fn choices(&self, ask: &Value) -> Option<Vec<String>>;

    /// The worth of each choice, as today's adviser values it.
    fn weigh(&self, ask: &Value) -> Option<Vec<i32>>;

    /// How hard a question is; `None` if it teaches nothing, for example because all answers are
    /// worth the same.
    fn level(&self, ask: &Value, worth: &[i32]) -> Option<Difficulty>;

    /// What a page needs besides the question to explain the answer, such as the combinations of a
    /// hand.
    fn detail(&self, ask: &Value) -> Option<Value> {
        let _ = ask;
        None
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
    /// An answer that costs less than this counts as best: advisers are not more precise.
    pub const fn slack(self) -> i32 {
        match self {
            Unit::Win => 30,
            Unit::Reach => 50,
            Unit::Points => 1,
        }
    }
}

/// How hard a question is.
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

/// How good an answer was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The answer as the drill writes it.
    pub answer: String,
    /// How much less it is worth than the best answer, in the drill's unit.
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

/// The questions of a drill by level, as stored in its file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pool {
    /// The easy questions.
    pub easy: Vec<DrillItem>,
    /// The medium questions.
    pub medium: Vec<DrillItem>,
    /// The hard questions.
    pub hard: Vec<DrillItem>,
}

impl Pool {
    /// The pool that ships with a drill. A test reads every pool, and therefore none is damaged.
    pub fn of(drill: &dyn Drill) -> Pool {
        serde_json::from_str(drill.pool()).unwrap_or_default()
    }

    /// The questions of one level.
    pub fn level(&self, level: Difficulty) -> &[DrillItem] {
        match level {
            Difficulty::Easy => &self.easy,
            Difficulty::Medium => &self.medium,
            Difficulty::Hard => &self.hard,
        }
    }

    /// Every question with its level, the easy ones first.
    pub fn items(&self) -> impl Iterator<Item = (Difficulty, &DrillItem)> {
        Difficulty::ALL
            .into_iter()
            .flat_map(|level| self.level(level).iter().map(move |item| (level, item)))
    }

    /// Draws `each` questions of each level without repetition. The same luck always gives the same
    /// pool. After `tries` draws the pool is returned as it is.
    pub fn draw(drill: &dyn Drill, each: usize, tries: usize, rng: &mut Rng) -> Pool {
        let mut pool = Pool::default();
        for _ in 0..tries {
            if Difficulty::ALL
                .iter()
                .all(|&level| pool.level(level).len() >= each)
            {
                break;
            }
            let Some(ask) = drill.draw(rng) else { continue };
            let Some(worth) = drill.weigh(&ask) else {
                continue;
            };
            let Some(level) = drill.level(&ask, &worth) else {
                continue;
            };
            let items = match level {
                Difficulty::Easy => &mut pool.easy,
                Difficulty::Medium => &mut pool.medium,
                Difficulty::Hard => &mut pool.hard,
            };
            if items.len() < each && items.iter().all(|item| item.ask != ask) {
                items.push(DrillItem { ask, worth });
            }
        }
        pool
    }

    /// The text of the file, one line per question: changing one question changes one line.
    pub fn to_text(&self) -> String {
        let of_level = |level: Difficulty| {
            let lines = self.level(level).iter().map(|item| {
                // A question is plain JSON data, made by a drill.
                serde_json::to_string(item).unwrap_or_default()
            });
            let lines: Vec<String> = lines.collect();
            format!("\"{}\":[\n{}\n]", level.word(), lines.join(",\n"))
        };
        format!("{{{}}}\n", Difficulty::ALL.map(of_level).join(",\n"))
    }
}

/// A drill as the house sends it to a page: every question with its answers and their explanation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Practice {
    /// The key of the game.
    pub game: &'static str,
    /// The word of the drill.
    pub drill: &'static str,
    /// The unit of the worth of an answer: `win` and `reach` are chances in ten-thousandths.
    pub unit: Unit,
    /// An answer that costs less than this counts as best.
    pub slack: i32,
    /// The questions, the easy ones first.
    pub items: Vec<Posed>,
}

/// A question of a [`Practice`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Posed {
    /// How hard it is.
    pub level: Difficulty,
    /// The question, in the game's own JSON.
    pub ask: Value,
    /// Each answer and its worth.
    pub choices: Vec<(String, i32)>,
    /// What is needed to explain the answer, in the game's own JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}

impl Practice {
    /// Every question that ships with a drill of this game.
    pub fn of(game: &'static str, drill: &dyn Drill) -> Practice {
        let pool = Pool::of(drill);
        let posed = |(level, item): (Difficulty, &DrillItem)| {
            let choices = drill.choices(&item.ask)?.into_iter();
            Some(Posed {
                level,
                choices: choices.zip(item.worth.iter().copied()).collect(),
                detail: drill.detail(&item.ask),
                ask: item.ask.clone(),
            })
        };
        Practice {
            game,
            drill: drill.key(),
            unit: drill.unit(),
            slack: drill.unit().slack(),
            items: pool.items().filter_map(posed).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Which of two dice shows more? Doubles teach nothing.
    #[derive(Debug)]
    struct Eyes;

    impl Drill for Eyes {
        fn key(&self) -> &'static str {
            "eyes"
        }

        fn about(&self) -> &'static str {
            "find the higher die"
        }

        fn unit(&self) -> Unit {
            Unit::Points
        }

        fn pool(&self) -> &'static str {
            r#"{"easy": [{"ask": [6, 1], "worth": [6, 1]}], "medium": [], "hard": []}"#
        }

        fn draw(&self, rng: &mut Rng) -> Option<Value> {
            Some(json!([rng.die(), rng.die()]))
        }

        fn choices(&self, ask: &Value) -> Option<Vec<String>> {
            let dice: Vec<u8> = serde_json::from_value(ask.clone()).ok()?;
            Some(dice.iter().map(u8::to_string).collect())
        }

        fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
            serde_json::from_value(ask.clone()).ok()
        }

        fn level(&self, _: &Value, worth: &[i32]) -> Option<Difficulty> {
            Difficulty::by_margin(worth, [3, 2, 1])
        }

        fn tell(&self, ask: &Value) -> Vec<String> {
            vec![ask.to_string(), "Which die shows more?".into()]
        }

        fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
            let choices = self.choices(&item.ask).unwrap_or_default();
            let place = choices.iter().position(|choice| choice == answer);
            let place = place.ok_or_else(|| AnyRefusal::new("unknown", "no such die"))?;
            Ok(Grade::of_choice(&choices, item, place))
        }
    }

    #[test]
    fn levels_go_by_how_far_the_second_best_is_behind() {
        for (worth, level) in [
            (&[9, 2, 6][..], Some(Difficulty::Easy)),
            (&[9, 7], Some(Difficulty::Medium)),
            (&[8, 9], Some(Difficulty::Hard)),
            (&[9, 9, 1], None),
            (&[9], None),
        ] {
            assert_eq!(Difficulty::by_margin(worth, [3, 2, 1]), level, "{worth:?}");
        }
    }

    #[test]
    fn a_pool_has_no_question_twice_and_comes_from_its_luck_alone() {
        let draw = |seed| Pool::draw(&Eyes, 4, 500, &mut Rng::from_seed(seed));
        let pool = draw(1);
        let counts = Difficulty::ALL.map(|level| pool.level(level).len());
        assert_eq!(counts, [4, 4, 4]);
        let mut asked: Vec<String> = pool.items().map(|(_, item)| item.ask.to_string()).collect();
        asked.sort();
        asked.dedup();
        assert_eq!(asked.len(), 12);
        assert_eq!(draw(1), pool);
        assert_ne!(draw(2), pool);
        assert!(
            pool.items()
                .all(|(level, item)| Eyes.level(&item.ask, &item.worth) == Some(level)),
            "each question lies in its level"
        );
    }

    #[test]
    fn a_pool_is_read_as_it_was_written() {
        let pool = Pool::draw(&Eyes, 3, 500, &mut Rng::from_seed(7));
        let text = pool.to_text();
        assert_eq!(serde_json::from_str::<Pool>(&text).unwrap(), pool);
        assert_eq!(text.lines().filter(|line| line.contains("ask")).count(), 9);
    }

    #[test]
    fn a_page_is_told_every_answer_with_its_worth() {
        let practice = Practice::of("eyes_game", &Eyes);
        assert_eq!(
            serde_json::to_value(practice).unwrap(),
            json!({
                "game": "eyes_game", "drill": "eyes", "unit": "points", "slack": 1,
                "items": [{ "level": "easy", "ask": [6, 1], "choices": [["6", 6], ["1", 1]] }],
            })
        );
    }

    #[test]
    fn an_answer_costs_what_the_best_is_worth_more() {
        let pool = Pool::of(&Eyes);
        let (_, item) = pool.items().next().unwrap();
        let grade = Eyes.grade(item, "1").unwrap();
        assert_eq!((grade.cost, grade.best.as_str()), (5, "6"));
        assert_eq!(Eyes.grade(item, "6").unwrap().cost, 0);
        assert!(Eyes.grade(item, "3").is_err());
    }
}
