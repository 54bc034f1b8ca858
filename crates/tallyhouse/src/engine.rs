//! `tallyhouse engine`: bots for other programs.
//!
//! It reads one JSON request per line from standard input and writes one answer per line to
//! standard output, in the same order: a request holds a view of a game, and the answer an action,
//! with the reasons if they are asked for. A bad line is answered with an error, and the next one
//! is read. `docs/ENGINE.md` is the manual.
//!
//! The asking program plays its own game and shows a part of it. The engine itself keeps no game
//! behind a request.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use kernel::{Advice, AnyRefusal, Key, Kind, Rng, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::games;
use crate::jsonl;

const EXAMPLES: &str = "\
Examples:
  tallyhouse engine cribbage --level expert
  {\"kind\": \"discard\", \"hand\": [\"5H\", \"5C\", \"6S\", \"7D\", \"8C\", \"KD\"], \"dealer\": true, \"scores\": [60, 72]}
  tallyhouse engine texas42 --level hard < views.jsonl

docs/ENGINE.md tells what a request may hold. Exit status: 0 if every line could be answered,
1 if a line was bad, 2 if the arguments were.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as cribbage
    game: String,

    /// The bot that answers, by its level or by a name that `tallyhouse arena` knows. A game
    /// without a bot of this level answers with the best one below it
    #[arg(long, default_value = "expert")]
    level: String,

    /// The seed of the bot's luck: the same seed and lines give the same answers
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let engine = Engine::new(args)?;
    let n_answered = Cell::new(0_u64);
    quietly(|| {
        jsonl::serve(&mut |request, answer| {
            n_answered.set(n_answered.get() + 1);
            let text = engine.answer(request, n_answered.get())?;
            answer.extend_from_slice(text.as_bytes());
            Ok(())
        })
    })
}

/// One bot of one game.
struct Engine {
    kind: &'static dyn Kind,
    level: &'static str,
    key: Key,
}

/// A request: a seat's view, or a smaller question that the game understands.
#[derive(Debug, Deserialize)]
struct Request {
    seat: Seat,
    view: Value,
    /// The legal actions; derived from the view if left out.
    #[serde(default)]
    legal: Option<Vec<Value>>,
    /// Whether the answer gives reasons.
    #[serde(default)]
    advice: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    action: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Vec<Advice<Value>>>,
}

impl Engine {
    fn new(args: &Args) -> Result<Engine, AnyRefusal> {
        let kind = games::find(&args.game)?;
        Ok(Engine {
            kind,
            level: games::bot(kind, &args.level)?,
            key: Key::from_seed(args.seed),
        })
    }

    /// The answer to the `n`-th line. Views come from outside and may contradict themselves in ways
    /// that no rule foresees; even a panic becomes an answer.
    fn answer(&self, request: &[u8], n: u64) -> Result<String, AnyRefusal> {
        let mut rng = self.key.stream(&format!("engine/{n}"));
        let answer = || self.think(request, &mut rng);
        let thought = catch_unwind(AssertUnwindSafe(answer));
        thought.unwrap_or_else(|panic| Err(impossible(&*panic)))
    }

    fn think(&self, request: &[u8], rng: &mut Rng) -> Result<String, AnyRefusal> {
        let json: Value = serde_json::from_slice(request).map_err(|error| {
            refuse("wire/malformed", format!("a request must be JSON: {error}"))
        })?;
        if json.get("view").is_none() {
            let answer = self.kind.ask_json(self.level, request, rng)?;
            return Ok(answer.to_string());
        }
        let request: Request = serde_json::from_value(json).map_err(|error| {
            refuse(
                "wire/malformed",
                format!(
                    "a request must be of a known form: {}",
                    kernel::plainly(error)
                ),
            )
        })?;
        let answer = self.choose(request, rng)?;
        serde_json::to_string(&answer)
            .map_err(|error| refuse("engine/answer", format!("this cannot be answered: {error}")))
    }

    fn choose(&self, request: Request, rng: &mut Rng) -> Result<Answer, AnyRefusal> {
        if request.seat.0 >= Seat::MAX {
            let message = format!("the seat must be below {}, not {}", Seat::MAX, request.seat);
            return Err(refuse("wire/malformed", message));
        }
        let view = self.kind.told(request.seat, request.view)?;
        let legal = match request.legal {
            Some(legal) => legal,
            None => self.kind.legal(&view, rng).unwrap_or_default(),
        };
        let nothing = || {
            refuse(
                "engine/nothing_to_do",
                "this seat has nothing to do in this view",
            )
        };
        if legal.is_empty() {
            return Err(nothing());
        }
        let action = self.kind.choose(self.level, &view, &legal, rng);
        let action = action.ok_or_else(nothing)?;
        let advice = match request.advice {
            true => self.kind.advise(&view, &legal, Some(&action), rng),
            false => None,
        };
        Ok(Answer { action, advice })
    }
}

/// The refusal of a view that no game could have.
fn impossible(panic: &(dyn Any + Send)) -> AnyRefusal {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    let words = words.unwrap_or("it makes no sense");
    refuse(
        "engine/impossible",
        format!("no game could look like this view: {words}"),
    )
}

/// Runs something without printing panics to standard error: they are answered instead.
fn quietly<T>(what: impl FnOnce() -> T) -> T {
    let loud = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = what();
    panic::set_hook(loud);
    done
}

fn refuse(code: &'static str, message: impl Into<String>) -> AnyRefusal {
    AnyRefusal::new(code, message)
}
