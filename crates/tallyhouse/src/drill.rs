//! `tallyhouse drill`: asks questions of a game, one after another, and grades the answers.
//!
//! The questions ship with the games, with the worth of each answer. This module computes nothing.
//! Answers are read line by line, and a script can practise too.

mod session;

use std::collections::VecDeque;
use std::io::Write;
use std::process::ExitCode;

use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Pool, Unit};
use kernel::{AnyRefusal, Kind, Rng};
use serde::Serialize;
use serde_json::Value;

use session::Session;

use crate::json::ErrorAnswer;
use crate::play::{Console, random_seed};
use crate::style::{FAINT, STRONG, styled};

const EXAMPLES: &str = "\
Examples:
  tallyhouse drill cribbage discard
  tallyhouse drill cribbage count --level hard --items 5
  tallyhouse drill texas42 bid
  tallyhouse drill dice reroll --seed 7 --json

The drills are: cribbage count, discard, peg; texas42 bid, lead; dice split, reroll.
A question that was answered wrongly comes again after three others, until it is right. An empty
line skips a question. The count of a hand is its total here; the page asks for each kind of points,
and adds up the differences. With --json a question is a line of JSON, and so is the grade of
each line that answers it.

Exit status: 0 if all went well, 2 if the arguments were bad.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as cribbage
    game: String,

    /// The drill, such as discard
    drill: String,

    /// Only questions that are easy, medium or hard
    #[arg(long, value_parser = level)]
    level: Option<Difficulty>,

    /// How many questions
    #[arg(long, default_value_t = 10)]
    items: usize,

    /// The seed of the questions: the same seed asks the same ones
    #[arg(long)]
    seed: Option<u64>,

    /// Ask and grade in JSON, one object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (_, drill) = find(&args.game, &args.drill)?;
    let pool = Pool::of(drill);
    let mut items: Vec<(Difficulty, &DrillItem)> = pool
        .items()
        .filter(|(level, _)| args.level.is_none_or(|wanted| wanted == *level))
        .collect();
    let seed = args.seed.unwrap_or_else(random_seed);
    Rng::from_seed(seed).shuffle(&mut items);
    items.truncate(args.items);
    let mut console = Console::of_terminal(out);
    let mut session = Session::default();
    let mut due: VecDeque<_> = items.into_iter().map(|item| (item, false)).collect();
    for number in 1.. {
        let Some(((level, item), again)) = due.pop_front() else {
            break;
        };
        let asked = Asked {
            number,
            of: number + due.len(),
            level,
            again,
            ask: &item.ask,
        };
        let graded = if args.json {
            ask_in_json(drill, item, &asked, &mut console)?
        } else {
            ask_in_words(drill, item, &asked, &mut console)?
        };
        match graded {
            Answered::Graded(grade) => {
                let right = session.add(drill, item, &grade);
                if !right {
                    due.insert(due.len().min(OTHERS_BETWEEN), ((level, item), true));
                }
            }
            Answered::Skipped => {}
            Answered::Stopped => break,
        }
    }
    if args.json {
        console.say(serde_json::to_string(&session)?)?;
    } else {
        for line in session.told(drill.unit()) {
            console.say(line)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A question that was answered wrongly comes again after this many others.
const OTHERS_BETWEEN: usize = 3;

/// Finds the drill of a game by their words.
pub(crate) fn find(
    game: &str,
    drill: &str,
) -> Result<(&'static dyn Kind, &'static dyn Drill), AnyRefusal> {
    let games: Vec<&str> = roster::GAMES.iter().map(|game| game.meta().key).collect();
    let kind = roster::find(game).ok_or_else(|| {
        let message = format!("the game must be one of {}, not {game:?}", games.join(", "));
        AnyRefusal::new("drill/game", message)
    })?;
    let found = kind.drills().iter().find(|known| known.key() == drill);
    let found = found.ok_or_else(|| {
        let known: Vec<&str> = kind.drills().iter().map(|drill| drill.key()).collect();
        let message = format!(
            "the drill of {game} must be one of {}, not {drill:?}",
            known.join(", ")
        );
        AnyRefusal::new("drill/unknown", message)
    })?;
    Ok((kind, *found))
}

fn level(word: &str) -> Result<Difficulty, String> {
    let found = Difficulty::ALL
        .into_iter()
        .find(|level| level.word() == word);
    found.ok_or_else(|| "a level must be easy, medium or hard".to_owned())
}

/// A question for programs.
#[derive(Serialize)]
struct Asked<'a> {
    number: usize,
    of: usize,
    level: Difficulty,
    /// Whether it was answered wrongly before.
    again: bool,
    ask: &'a Value,
}

enum Answered {
    Graded(Grade),
    Skipped,
    /// The input has ended.
    Stopped,
}

fn ask_in_words(
    drill: &dyn Drill,
    item: &DrillItem,
    asked: &Asked<'_>,
    console: &mut Console<'_>,
) -> anyhow::Result<Answered> {
    let again = if asked.again { ", again" } else { "" };
    let (number, of, level) = (asked.number, asked.of, asked.level.word());
    let head = format!("{number} of {of}, {level}{again}");
    console.say(styled(FAINT, head))?;
    let mut lines = drill.tell(&item.ask);
    let question = lines.pop().unwrap_or_default();
    for line in lines {
        console.say(line)?;
    }
    loop {
        let Some(answer) = console.ask(&question)? else {
            return Ok(Answered::Stopped);
        };
        if answer.is_empty() {
            console.say("")?;
            return Ok(Answered::Skipped);
        }
        match drill.grade(item, &answer) {
            Ok(grade) => {
                for line in told(&grade, drill) {
                    console.say(line)?;
                }
                console.say("")?;
                return Ok(Answered::Graded(grade));
            }
            Err(refusal) => console.say(format!("{refusal}."))?,
        }
    }
}

fn ask_in_json(
    drill: &dyn Drill,
    item: &DrillItem,
    asked: &Asked<'_>,
    console: &mut Console<'_>,
) -> anyhow::Result<Answered> {
    console.say(serde_json::to_string(asked)?)?;
    loop {
        let Some(answer) = console.hear()? else {
            return Ok(Answered::Stopped);
        };
        if answer.is_empty() {
            return Ok(Answered::Skipped);
        }
        match drill.grade(item, &answer) {
            Ok(grade) => {
                console.say(serde_json::to_string(&grade)?)?;
                return Ok(Answered::Graded(grade));
            }
            Err(error) => console.say(serde_json::to_string(&ErrorAnswer { error: &error })?)?,
        }
    }
}

/// The grade in words.
fn told(grade: &Grade, drill: &dyn Drill) -> Vec<String> {
    let cost = cost_of(grade.cost, drill.unit());
    let verdict = match grade.cost {
        ..=0 => styled(STRONG, "Right."),
        small if small < drill.slack() => format!(
            "{} as good as {}: the difference is {cost}.",
            styled(STRONG, "Right,"),
            grade.best
        ),
        _ => format!("That costs {cost}; best is {}.", grade.best),
    };
    let why = grade.why.iter().map(|line| format!("  {line}"));
    std::iter::once(verdict).chain(why).collect()
}

/// "3.2 % of a game", "2 points".
fn cost_of(cost: i32, unit: Unit) -> String {
    let percent = f64::from(cost) / 100.0;
    match unit {
        Unit::Win => format!("{percent:.1} % of a game"),
        Unit::Reach => format!("{percent:.1} % of the chance to reach the target"),
        Unit::Points if cost == 1 => "1 point".to_owned(),
        Unit::Points => format!("{cost} points"),
    }
}
