//! Everything that a house needs from a game besides its rules.
//!
//! [`Game`] holds the rules alone. Each game registers its messages, bots, advice, figures, records
//! and scoring by JSON here, once, in its `facade.rs`. Rules never look at it.

use serde_json::Value;

use crate::drill::Drill;
use crate::{
    Adviser, AnyRefusal, Bot, Game, Imagining, Input, Level, Measure, Records, Rng, Summon, Watch,
    Wire,
};

/// The parts that a game brings to a house besides its rules. Every part is optional.
pub trait Facade: Game {
    /// The game's messages on the wire. The default uses the names of its own types.
    const WIRE: Wire<Self> = Wire::plain();

    /// The bots that play it besides [`Bot::RANDOM`], weakest first.
    const BOTS: &'static [Bot<Self>] = &[];

    /// The [ratings](crate::rating) of its bots, as `tallyhouse arena <game> --round-robin` writes
    /// them.
    const RATINGS: &'static str = "";

    /// The adviser, which ranks actions and gives reasons.
    const ADVISE: Option<Adviser<Self>> = None;

    /// [`Imagine::imagine`](crate::Imagine::imagine), for callers that do not know the type of this
    /// game.
    const IMAGINE: Option<Imagining<Self>> = None;

    /// Counts this game's own figures while bots play.
    const WITNESS: Option<Summon<Self>> = None;

    /// The figures that are kept for each player, in the order in which they are shown.
    const MEASURES: &'static [Measure] = &[];

    /// Counts those figures while the game is played.
    const WATCH: Option<Watch<Self>> = None;

    /// The drills of this game, simplest first.
    const DRILLS: &'static [&'static dyn Drill] = &[];

    /// The text form of a whole game. The default is the game's own JSON, one line per input.
    const RECORDS: Records<Self> = Records::plain();

    /// Reads journals that version 1 of the rules wrote, if that version was ever released.
    const VERSION_1: Option<StepReader<Self>> = None;

    /// The guided first game.
    const LESSON: Option<Lesson> = None;

    /// The daily game.
    const DAILY: Option<Daily> = None;

    /// Whether everybody at a table has the same luck anyway. Two tables with the same luck would
    /// then show no more than one.
    const SAME_LUCK: bool = false;

    /// Scores something outside any game.
    const SCORER: Option<ScoreJson> = None;

    /// Scores something outside any game, or refuses if the game has no scorer. Never overridden.
    fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        let refuse = || {
            let message = format!("{} has no scorer", Self::META.name);
            AnyRefusal::new("unsupported", message)
        };
        Self::SCORER.ok_or_else(refuse)?(request, answer)
    }

    /// Answers a question that another program asks a bot of this name, and that is smaller than a
    /// whole view: a JSON request in, a JSON answer out.
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

/// A game whose cards are always the same, so that the guide's sentences about them are true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Chooses the cards: another number deals other cards.
    pub number: u32,
    /// The options as JSON; they must make a short game.
    pub options: &'static str,
    /// The level of the bots on the other chairs.
    pub bots: Level,
}

/// A short game that everybody plays on one day with the same luck and against the same bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Daily {
    /// Its options as JSON.
    pub options: &'static str,
    /// The level of the bots on the other chairs. Their moves must not depend on who moves first
    /// where seats move at the same time.
    pub bots: Level,
}

/// Scores something outside any game: takes a JSON request and appends its JSON answer to `answer`.
/// On an error it appends nothing.
pub type ScoreJson = fn(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal>;

/// Converts one step of an earlier journal (its input and its events) to today's rules: the events
/// are those that today's rules decide for that input.
pub type StepReader<G> =
    fn(input: &Value, events: &[Value]) -> Result<(Input<G>, Vec<<G as Game>::Event>), String>;
