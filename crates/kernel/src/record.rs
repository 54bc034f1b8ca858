//! A whole game as text, in the spirit of chess's PGN.
//!
//! A [`Record`] is a game that was played, from its start: options, inputs and their events. Its
//! text has tags, then moves, one step per line; `#` starts a comment. Each game's own [`Notation`]
//! defines the lines. This module has what all games share: tags, comments, bounds, line numbers in
//! errors, and the guarantee that a text parses back to the same record and the same events.

mod plain;
mod reader;
mod words;

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use crate::{Game, Input, Json, Refusal};

pub use reader::Reader;
pub use words::{number, shortened, spaced, switch, text, yes_or_no};

/// Longer texts are refused: whole games are far shorter.
const MAX_BYTES: usize = 1 << 20;

/// A game that was played, or a part of one, from its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<G: Game> {
    tags: Vec<(String, String)>,
    options: G::Options,
    inputs: Vec<Input<G>>,
    events: Vec<G::Event>,
    game: G,
}

/// Writes and reads a game's own part of a record.
pub trait Notation: Game {
    /// The lines read so far of a step that takes several lines.
    type Open: Default;

    /// The message for a text that ends in the middle of such a step.
    const INCOMPLETE: &'static str;

    /// The oldest rules whose records can be read. A record holds decisions. It can be read as long
    /// as the same decisions are still allowed and mean the same, whatever the names of their
    /// events were.
    const OLDEST_RULES: u32 = 1;

    /// The options as tags; default values may be left out.
    fn tags(options: &Self::Options) -> Vec<(&'static str, String)>;

    /// Reads a tag into the options; false if it is not an option. A value that
    /// [`tags`](Notation::tags) would never write must be an error and never stand for the default,
    /// because the record would silently become another game. The error need not name the tag.
    fn read_tag(options: &mut Self::Options, name: &str, value: &str) -> Result<bool, String>;

    /// Writes the moves, one step per line.
    fn write(record: &Record<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads a line of moves, given its first word and the rest.
    fn read(reader: &mut Reader<Self>, word: &str, rest: &str) -> Result<(), String>;
}

impl<G: Game> Record<G> {
    /// A record without moves.
    pub fn new(options: G::Options) -> Result<Record<G>, RecordError> {
        let game = G::new(options.clone()).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            RecordError::new(1, faults.join("; "))
        })?;
        Ok(Record {
            tags: Vec::new(),
            options,
            inputs: Vec::new(),
            events: Vec::new(),
            game,
        })
    }

    /// Adds a move and returns its events. A refused move changes nothing.
    pub fn push(&mut self, input: Input<G>) -> Result<&[G::Event], Refusal<G::Reason>> {
        let events = self.game.decide(&input)?;
        for event in &events {
            self.game.evolve(event);
        }
        let before = self.events.len();
        self.inputs.push(input);
        self.events.extend(events);
        Ok(&self.events[before..])
    }

    /// The options of the table.
    pub const fn options(&self) -> &G::Options {
        &self.options
    }

    /// Every decision of luck and of seats.
    pub fn inputs(&self) -> &[Input<G>] {
        &self.inputs
    }

    /// Every event.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The game as it stands at the end of the record.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Plays the record again from its start. For each move the caller gets the game before it, the
    /// move and its events.
    pub fn replay<E>(
        &self,
        mut step: impl FnMut(&G, &Input<G>, &[G::Event]) -> Result<(), E>,
    ) -> Result<(), E> {
        // These options have made this game before and make it again.
        let Ok(mut game) = G::new(self.options.clone()) else {
            return Ok(());
        };
        for input in &self.inputs {
            // The same input in the same game always gets the same decision.
            let events = game.decide(input).unwrap_or_default();
            step(&game, input, &events)?;
            for event in &events {
                game.evolve(event);
            }
        }
        Ok(())
    }
}

/// A record of a game whose type is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyRecord {
    /// The options of the table.
    pub options: Value,
    /// Every decision of luck and of seats, in the game's own JSON.
    pub inputs: Vec<Json>,
}

impl AnyRecord {
    /// A record without its type.
    pub fn of<G: Game>(record: &Record<G>) -> AnyRecord {
        AnyRecord {
            options: Json::of(&record.options).value(),
            inputs: record.inputs.iter().map(Json::of).collect(),
        }
    }
}

/// The functions that write and read a game's records. A written record always reads back as the
/// same record.
pub struct Records<G: Game> {
    /// Writes a record.
    pub write: fn(&Record<G>) -> String,
    /// Reads a record, or says what is wrong with the text.
    pub read: fn(&str) -> Result<Record<G>, RecordError>,
}

impl<G: Game> Records<G> {
    /// The options and the inputs as the game's own JSON: for a game without a notation.
    pub const fn plain() -> Records<G> {
        Records {
            write: plain::write,
            read: plain::read,
        }
    }
}

impl<G: Notation> Records<G> {
    /// The game's own [`Notation`].
    pub const fn in_notation() -> Records<G> {
        Records {
            write: ToString::to_string,
            read: str::parse,
        }
    }
}

impl<G: Game> fmt::Debug for Records<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Records({})", G::META.key)
    }
}

impl<G: Notation> Record<G> {
    /// Adds a tag for people, such as a player's name or the date, and returns whether it could.
    /// The name must be a word that is not an option, and the value must be free of quotes and line
    /// breaks.
    pub fn tag(&mut self, name: &str, value: &str) -> bool {
        let is_word = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        let is_plain = !value.chars().any(|c| c == '"' || c.is_control());
        let mut options = G::Options::default();
        let is_option = !matches!(read_tag::<G>(&mut options, name, value), Ok(false));
        let fits = is_word && is_plain && !is_option;
        if fits {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
        fits
    }
}

impl<G: Notation> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[Game \"{}\"]", G::META.key)?;
        writeln!(f, "[Rules \"{}\"]", G::META.rules_version)?;
        for (name, value) in G::tags(&self.options) {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        G::write(self, f)
    }
}

impl<G: Notation> FromStr for Record<G> {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record<G>, RecordError> {
        check_length(text)?;
        let mut lines = text
            .lines()
            .map(|line| without_comment(line).trim())
            .zip(1..)
            .filter(|(line, _)| !line.is_empty())
            .peekable();
        let mut options = G::Options::default();
        let mut tags = Vec::new();
        while let Some((line, number)) = lines.next_if(|(line, _)| line.starts_with('[')) {
            let fault = |message| RecordError::new(number, message);
            let (name, value) = split_tag(line).map_err(fault)?;
            if !read_tag::<G>(&mut options, name, value).map_err(fault)? {
                tags.push((name.to_owned(), value.to_owned()));
            }
        }
        let mut reader = Reader::new(Record {
            tags,
            ..Record::new(options)?
        });
        for (line, number) in lines {
            reader.line = number;
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            G::read(&mut reader, word, rest.trim())
                .map_err(|message| RecordError::new(number, message))?;
        }
        reader.finish()
    }
}

/// Why a text is not a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault and the accepted form, in a sentence.
    pub message: String,
}

impl RecordError {
    fn new(line: usize, message: impl Into<String>) -> RecordError {
        RecordError {
            line,
            message: message.into(),
        }
    }
}

/// Refuses a text that is longer than any record can be.
fn check_length(text: &str) -> Result<(), RecordError> {
    let bytes = text.len();
    if bytes > MAX_BYTES {
        let message = format!("a record of {bytes} bytes is too long: at most {MAX_BYTES}");
        return Err(RecordError::new(1, message));
    }
    Ok(())
}

/// Removes a comment. A tag may contain any character, also `#`.
fn without_comment(line: &str) -> &str {
    match line.split_once('#') {
        Some((before, _)) if !line.trim_start().starts_with('[') => before,
        _ => line,
    }
}

fn split_tag(line: &str) -> Result<(&str, &str), String> {
    line.strip_prefix('[')
        .and_then(|line| line.strip_suffix("\"]"))
        .and_then(|line| line.split_once(" \""))
        .ok_or_else(|| "a tag must look like [Seats \"2\"]".to_owned())
}

/// Reads a tag into the options; false if it is not an option but a tag for people.
fn read_tag<G: Notation>(
    options: &mut G::Options,
    name: &str,
    value: &str,
) -> Result<bool, String> {
    if is_head::<G>(G::OLDEST_RULES, name, value)? {
        return Ok(true);
    }
    G::read_tag(options, name, value).map_err(|message| format!("{name}: {message}"))
}

/// Whether a tag is one of the two that every record has. It is an error if it names another game,
/// or rules that are older than `oldest` or newer than today's.
fn is_head<G: Game>(oldest: u32, name: &str, value: &str) -> Result<bool, String> {
    let is_read = |value| {
        let mut versions = oldest..=G::META.rules_version;
        versions.any(|read| read.to_string() == value)
    };
    match name {
        "Game" if value == G::META.key => Ok(true),
        "Game" => Err(format!(
            "this is a record of {}, not of {}",
            shortened(value),
            G::META.key
        )),
        "Rules" if is_read(value) => Ok(true),
        "Rules" => Err(format!("rules {} are not known here", shortened(value))),
        _ => Ok(false),
    }
}
