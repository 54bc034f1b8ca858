//! What a house needs of a game besides its rules.
//!
//! [`Game`] is rules alone. Messages, bots, advice, figures, records and scoring by JSON are
//! registered here, once for each game, in its `facade.rs`. Rules never look at it.

use serde_json::Value;

use crate::drill::Drill;
use crate::{
    Advise, AnyRefusal, Bot, Game, Imagining, Input, Level, Measure, Records, Rng, Summon, Watch,
    Wire,
};

/// What a game brings to a house besides its rules. All of it may be left out.
pub trait Facade: Game {
    /// How the game speaks on the wire: by default with its own names.
    const WIRE: Wire<Self> = Wire::plain();

    /// The bots that play it besides [`Bot::RANDOM`], the weakest first.
    const BOTS: &'static [Bot<Self>] = &[];

    /// Who tells what is best, and why, where somebody can.
    const ADVISE: Option<Advise<Self>> = None;

    /// How to imagine what a viewer cannot see: [`Imagine::imagine`](crate::Imagine::imagine), for whoever
    /// meets this game without its type.
    const IMAGINE: Option<Imagining<Self>> = None;

    /// Who counts what is worth a figure of its own while bots play, where something is.
    const WITNESS: Option<Summon<Self>> = None;

    /// What is counted of each player's games, in the order in which it is told.
    const MEASURES: &'static [Measure] = &[];

    /// Who counts it while the game is played.
    const WATCH: Option<Watch<Self>> = None;

    /// What can be practised in it, the simplest first.
    const DRILLS: &'static [&'static dyn Drill] = &[];

    /// How a whole game is written as text: by default as its own JSON, a line for each input.
    const RECORDS: Records<Self> = Records::plain();

    /// Reads what version 1 of the rules has journaled, where there ever was one.
    const VERSION_1: Option<Reader<Self>> = None;

    /// The guided first game, where there is one.
    const LESSON: Option<Lesson> = None;

    /// The game of every day, where there is one.
    const DAILY: Option<Daily> = None;

    /// Whether everybody at a table has the same luck, so that two tables with it would compare
    /// nothing more than one does.
    const SAME_LUCK: bool = false;

    /// Who scores something outside any game, where somebody can.
    const SCORER: Option<ScoreJson> = None;

    /// Scores something outside any game, or says that nobody can. Never overridden.
    fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        let refuse = || {
            let message = format!("{} has no scorer", Self::META.name);
            AnyRefusal::new("unsupported", message)
        };
        Self::SCORER.ok_or_else(refuse)?(request, answer)
    }

    /// Answers a question to a bot of this name that is smaller than a view, as another
    /// program may ask it: a JSON request in, its answer out.
    fn ask_json(bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal> {
        let _ = (bot, request, rng);
        Err(AnyRefusal::new(
            "unsupported",
            format!(
                "{} answers views only: {{\"seat\", \"view\"}}",
                Self::META.name
            ),
        ))
    }
}

/// A game whose cards are always the same, so that what a guide says about them is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Which cards: another number deals others.
    pub number: u32,
    /// Its options as JSON: a short game.
    pub options: &'static str,
    /// How well the bots on the other chairs play.
    pub bots: Level,
}

/// A game that everybody plays on one day with the same luck: short, against the same bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Daily {
    /// Its options as JSON.
    pub options: &'static str,
    /// How well the bots on the other chairs play. What they do may not depend on who moves
    /// first where seats move at the same time.
    pub bots: Level,
}

/// Scores something outside any game: a JSON request in, its JSON answer appended to
/// `answer`. On an error nothing is appended.
pub type ScoreJson = fn(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal>;

/// Turns one step of an earlier journal, its input and its events, into those of today:
/// the events that today's rules decide for that input.
pub type Reader<G> =
    fn(input: &Value, events: &[Value]) -> Result<(Input<G>, Vec<<G as Game>::Event>), String>;
