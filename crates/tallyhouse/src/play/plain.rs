//! The plain table, for a game without its own terminal table.
//!
//! It shows events and views by the names of their fields, and lists the legal actions by number.
//! Every game of the roster can therefore be played and replayed.

use std::io;
use std::marker::PhantomData;

use kernel::{AnyRefusal, Facade, KindOf, Seen, Sight, Turn, plainly};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cast::Cast;
use super::console::Console;
use super::sitting::{Host, PersonReply, SittingArgs};
use crate::options::ChosenOptions;
use crate::style::{FAINT, styled};
use crate::words::{by_name, in_words};

const EXAMPLES: &str = "\
Examples:
  --humans 2                          two at one keyboard, bots in the other seats
  --options '{\"seats\": 3}'            another table
  --seed 7 --record game.txt          the same luck every time, written down

Type the number of what you do. In the game ? lists it again, q leaves.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    chosen: ChosenOptions,

    #[command(flatten)]
    places: SittingArgs,
}

/// Any game at the keyboard.
pub(crate) struct Plain<G> {
    cast: Cast,
    game: PhantomData<fn() -> G>,
}

impl<G: Facade> Host for Plain<G> {
    type Game = G;
    type Args = Args;

    const ABOUT: &'static str = "By its own words, at a plain table";

    const PIECES: &'static str = "luck";

    fn options(args: &Args) -> Result<G::Options, AnyRefusal> {
        let refuse = |message: String| AnyRefusal::new("bad_options", message);
        let options = match args.chosen.value(&KindOf::<G>::new())? {
            Value::Null => G::Options::default(),
            given => G::Options::deserialize(given).map_err(|error| refuse(plainly(error)))?,
        };
        let game = G::new(options.clone()).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            refuse(faults.join("; "))
        })?;
        if args.places.humans > game.n_seats() {
            let (humans, seats) = (args.places.humans, game.n_seats());
            let message = format!("{humans} people cannot sit at a table of {seats}");
            return Err(refuse(message));
        }
        Ok(options)
    }

    fn places(args: &Args) -> &SittingArgs {
        &args.places
    }

    fn new(_start: &G, cast: Cast) -> Plain<G> {
        Plain {
            cast,
            game: PhantomData,
        }
    }

    fn tell(&mut self, event: &G::Event, _after: &Seen<G::View>) -> Vec<String> {
        vec![match json(event) {
            Value::Object(fields) if fields.len() == 1 => {
                let told = fields.iter().map(|(name, value)| {
                    let name = name.replace('_', " ");
                    format!("  {name}: {}", by_name(value))
                });
                told.collect()
            }
            other => format!("  {}", by_name(&other)),
        }]
    }

    fn score(&self, game: &G) -> Vec<String> {
        let scores = game.scores();
        let each = scores
            .iter()
            .map(|(side, points)| format!("{} {points}", self.cast.side(side)));
        let mut lines = vec![styled(
            FAINT,
            format!("  score: {}", each.collect::<Vec<String>>().join(", ")),
        )];
        if game.turn() == Turn::Over {
            let winners = game.winners();
            let won = winners
                .iter()
                .map(|side| format!("{}.", self.cast.side_does(*side, "win")));
            lines.extend(won);
            if winners.is_empty() {
                lines.push("Nobody wins.".to_owned());
            }
        }
        lines
    }

    fn ask(
        &self,
        console: &mut Console<'_>,
        sight: &Sight<'_, G>,
    ) -> io::Result<PersonReply<G::Action>> {
        console.say("")?;
        let name = match self.cast.you() {
            Some(_) => String::new(),
            None => format!("{}, ", self.cast.name(sight.seat)),
        };
        console.say(format!(
            "{name}you see: {}",
            by_name(&json(sight.view.value()))
        ))?;
        list(console, sight.legal)?;
        loop {
            let question = format!("Which, 1 to {}?", sight.legal.len());
            let Some(answer) = console.ask(question)? else {
                return Ok(PersonReply::Leave);
            };
            match answer.as_str() {
                "?" | "h" | "help" => list(console, sight.legal)?,
                "q" | "quit" => {
                    if console.confirm("Leave the game?")? {
                        return Ok(PersonReply::Leave);
                    }
                }
                answer => {
                    let number: Option<usize> = answer.parse().ok();
                    let action = number.and_then(|n| sight.legal.get(n.checked_sub(1)?));
                    match action {
                        Some(action) => return Ok(PersonReply::Act(action.clone())),
                        None => console.say("Type one of the numbers (? lists them)")?,
                    }
                }
            }
        }
    }
}

fn list<A: Serialize>(console: &mut Console<'_>, legal: &[A]) -> io::Result<()> {
    for (n, action) in (1..).zip(legal) {
        console.say(format!("  {n:>3}  {}", in_words(&json(action))))?;
    }
    Ok(())
}

/// The parts of a game always serialise; the conformance tests write every one.
fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
