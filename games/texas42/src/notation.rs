//! A whole game as text, in the spirit of chess's PGN.
//!
//! A [`Record`] is written as tags and moves, a step a line:
//!
//! ```text
//! [Game "texas42"]
//! [Rules "1"]
//! [Mode "marks"]
//!
//! shaker 3
//!
//! deal 1 shaker 3
//! hand 0 6-6 6-5 6-4 6-3 6-2 6-1 5-5
//! hand 1 0-0 1-0 2-0 3-0 4-0 5-0 6-0
//! hand 2 1-1 2-1 3-1 4-1 5-1 2-2 3-2
//! hand 3 3-3 4-2 4-3 4-4 5-2 5-3 5-4
//! bid 0:1-mark 1:pass 2:pass 3:pass
//! name 0:sixes
//! trick 0:6-6 1:6-0 2:1-1 3:3-3 =0+1
//! lay-down 0
//! made 42-0 1-0
//! ```
//!
//! A line is a decision of luck (`shaker`, `deal` with its four `hand`s), of a
//! seat (`bid`, `name`, `trick` with its plays, `lay-down`), or a result (`thrown-in`,
//! `made` or `set` with the points and the awards of North-South and East-West,
//! `won`). Decisions are the record; results and the `=winner+points` of a trick
//! are there for the reader, may be left out, and are checked when they are
//! there. `#` starts a comment. The text of a record parses back to the same
//! record, and so to the same events.

use crate::bid::Call;
use crate::hand::Hand;
use crate::options::{Mode, Options, SplashMarks};
use crate::rules::Illegal;
use crate::score::HandScore;
use crate::sides::{SEATS, Sides};
use crate::state::{Action, Chance, Event, Texas42};
use kernel::{BySeat, Game, Input, Refusal, Seat};
use pieces::DominoSet;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// Longer texts are not read: a game of a hundred hands is far shorter.
const MAX_BYTES: usize = 1 << 20;

/// A game that was played, or a part of one, from its start.
///
/// ```
/// use texas42::Record;
///
/// let text = "[Game \"texas42\"]\n[Mode \"points\"]\n\nshaker 2\n";
/// let record: Record = text.parse()?;
/// assert_eq!(record.events().len(), 1);
/// assert_eq!(record.to_string().parse::<Record>()?, record);
/// # Ok::<(), texas42::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    tags: Vec<(String, String)>,
    options: Options,
    inputs: Vec<Input<Texas42>>,
    events: Vec<Event>,
    game: Texas42,
}

impl Record {
    /// A record of no moves.
    pub fn new(options: Options) -> Result<Record, RecordError> {
        let game = Texas42::new(options.clone()).map_err(|faults| RecordError {
            line: 1,
            message: faults
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; "),
        })?;
        Ok(Record {
            tags: Vec::new(),
            options,
            inputs: Vec::new(),
            events: Vec::new(),
            game,
        })
    }

    /// Adds a move and gives what came of it; a refused move changes nothing.
    pub fn push(&mut self, input: Input<Texas42>) -> Result<&[Event], Refusal<Illegal>> {
        let events = self.game.decide(&input)?;
        for event in &events {
            self.game.evolve(event);
        }
        let before = self.events.len();
        self.inputs.push(input);
        self.events.extend(events);
        Ok(&self.events[before..])
    }

    /// Adds a tag for people, as a player's name or the date, and says whether it
    /// could: its name must be a word that is no option, its value free of quotes
    /// and line breaks.
    pub fn tag(&mut self, name: &str, value: &str) -> bool {
        let is_word = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        let is_plain = !value.chars().any(|c| c == '"' || c.is_control());
        let is_option = !matches!(read_option(&mut Options::default(), name, value), Ok(false));
        let fits = is_word && is_plain && !is_option;
        if fits {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
        fits
    }

    /// What the table chose.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Every decision of luck and seats.
    pub fn inputs(&self) -> &[Input<Texas42>] {
        &self.inputs
    }

    /// Everything that happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The game as it stands at the end of the record.
    pub const fn game(&self) -> &Texas42 {
        &self.game
    }
}

/// Why a text is not a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what is accepted.
    pub message: String,
}

// Writing.

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in option_tags(&self.options) {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut writer = Writer {
            game: Texas42::at_start(self.options.clone()),
            in_line: false,
        };
        for event in &self.events {
            writer.event(f, event)?;
            writer.game.evolve(event);
        }
        writer.end_line(f)
    }
}

/// The tags of a game, its rules and mode, and of what differs from the tournament game.
fn option_tags(options: &Options) -> Vec<(&'static str, String)> {
    let given = Options::default();
    let mut tags = vec![
        ("Game", Texas42::META.key.to_owned()),
        ("Rules", Texas42::META.rules_version.to_string()),
        ("Mode", word_of(&options.mode)),
    ];
    if let Some(target) = options.target {
        tags.push(("Target", target.to_string()));
    }
    let mut tag = |name, differs: bool, value| {
        if differs {
            tags.push((name, value));
        }
    };
    let yes = || "yes".to_owned();
    tag(
        "ForcedBid",
        options.forced_bid != given.forced_bid,
        word_of(&options.forced_bid),
    );
    tag("Nello", options.nello, yes());
    tag(
        "NelloDoubles",
        options.nello_doubles != given.nello_doubles,
        word_of(&options.nello_doubles),
    );
    tag("Plunge", options.plunge, yes());
    tag("Splash", options.splash, yes());
    tag(
        "SplashMarks",
        options.splash_marks != given.splash_marks,
        options.splash_marks.0.to_string(),
    );
    tag(
        "PlungeLeader",
        options.plunge_leader != given.plunge_leader,
        word_of(&options.plunge_leader),
    );
    tag("Sevens", options.sevens, yes());
    tag(
        "FollowMeDoubles",
        options.follow_me_doubles != given.follow_me_doubles,
        word_of(&options.follow_me_doubles),
    );
    tag("PlayOut", options.play_out, yes());
    if let Some(seat) = options.first_shaker {
        tags.push(("FirstShaker", seat.to_string()));
    }
    tags
}

struct Writer {
    game: Texas42,
    /// Whether a line of bids or plays is open.
    in_line: bool,
}

impl Writer {
    fn event(&mut self, f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
        match event {
            Event::ShakerDrawn { seat } => writeln!(f, "shaker {seat}"),
            Event::Dealt { shaker, hands } => {
                let number = self.game.table.hands_dealt + 1;
                writeln!(f, "\ndeal {number} shaker {shaker}")?;
                for (seat, hand) in hands.iter() {
                    let hand = hand.known().copied().unwrap_or_default();
                    writeln!(f, "hand {seat} {hand}")?;
                }
                Ok(())
            }
            Event::BidPlaced { seat, call, .. } => {
                self.word(f, "bid")?;
                write!(f, " {seat}:{}", call.to_string().replace(' ', "-"))
            }
            Event::ThrownIn => {
                self.end_line(f)?;
                writeln!(f, "thrown-in")
            }
            Event::BiddingWon { .. } => self.end_line(f),
            Event::TrumpNamed {
                seat, declaration, ..
            } => writeln!(f, "name {seat}:{declaration}"),
            Event::DominoPlayed { seat, domino, .. } => {
                self.word(f, "trick")?;
                write!(f, " {seat}:{domino}")
            }
            Event::TrickWon { seat, tally, .. } => {
                write!(f, " ={seat}+{}", tally.total())?;
                self.end_line(f)
            }
            Event::LaidDown { seat, .. } => {
                self.end_line(f)?;
                writeln!(f, "lay-down {seat}")
            }
            Event::HandScored(score) => writeln!(f, "{}", result(score)),
            Event::Won { side } => {
                writeln!(f, "won {side} {}", pair(self.game.table.score.sides()))
            }
        }
    }

    /// Begins a line, unless it is open.
    fn word(&mut self, f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
        if std::mem::replace(&mut self.in_line, true) {
            Ok(())
        } else {
            f.write_str(word)
        }
    }

    fn end_line(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if std::mem::take(&mut self.in_line) {
            writeln!(f)
        } else {
            Ok(())
        }
    }
}

/// `made 31-11 1-0`: the points and the awards of both sides.
fn result(score: &HandScore) -> String {
    let word = if score.result.bid_made { "made" } else { "set" };
    format!(
        "{word} {} {}",
        pair(score.result.points),
        pair(score.result.score)
    )
}

fn pair<T: fmt::Display>(sides: Sides<T>) -> String {
    format!("{}-{}", sides.north_south, sides.east_west)
}

/// An option's word in JSON.
fn word_of<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

// Reading.

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        if text.len() > MAX_BYTES {
            let message = format!(
                "a record of {} bytes is too long: at most {MAX_BYTES}",
                text.len()
            );
            return Err(RecordError { line: 1, message });
        }
        let mut lines = text
            .lines()
            .map(|line| without_comment(line).trim())
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        let mut tags = Vec::new();
        while let Some(tag) = lines.next_if(|(_, line)| line.starts_with('[')) {
            tags.push(tag);
        }
        let mut reader = Reader::new(read_tags(&tags)?);
        for (number, line) in lines {
            reader.line(number, line).map_err(|message| RecordError {
                line: number,
                message,
            })?;
        }
        reader.finish()
    }
}

/// Drops a comment; a tag may hold any sign.
fn without_comment(line: &str) -> &str {
    match line.split_once('#') {
        Some((before, _)) if !line.trim_start().starts_with('[') => before,
        _ => line,
    }
}

/// Starts a record with the options that its tags name.
fn read_tags(lines: &[(usize, &str)]) -> Result<Record, RecordError> {
    let mut options = Options::default();
    let mut tags = Vec::new();
    for &(line, text) in lines {
        let fault = |message| RecordError { line, message };
        let (name, value) = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix("\"]"))
            .and_then(|text| text.split_once(" \""))
            .ok_or_else(|| fault("a tag looks like [Mode \"marks\"]".to_owned()))?;
        if !read_option(&mut options, name, value).map_err(fault)? {
            tags.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(Record {
        tags,
        ..Record::new(options)?
    })
}

/// Reads a tag that is an option; a tag that is none is for people, and false.
fn read_option(options: &mut Options, name: &str, value: &str) -> Result<bool, String> {
    match name {
        "Game" if value == Texas42::META.key => {}
        "Game" => {
            return Err(format!(
                "this is a record of {}, not of texas42",
                shortened(value)
            ));
        }
        "Rules" if value == Texas42::META.rules_version.to_string() => {}
        "Rules" => return Err(format!("rules {} are not known here", shortened(value))),
        "Mode" => options.mode = option::<Mode>(value)?,
        "Target" => options.target = Some(number(value)?),
        "ForcedBid" => options.forced_bid = option(value)?,
        "Nello" => options.nello = yes_or_no(value)?,
        "NelloDoubles" => options.nello_doubles = option(value)?,
        "Plunge" => options.plunge = yes_or_no(value)?,
        "Splash" => options.splash = yes_or_no(value)?,
        "SplashMarks" => options.splash_marks = SplashMarks(number(value)?),
        "PlungeLeader" => options.plunge_leader = option(value)?,
        "Sevens" => options.sevens = yes_or_no(value)?,
        "FollowMeDoubles" => options.follow_me_doubles = option(value)?,
        "PlayOut" => options.play_out = yes_or_no(value)?,
        "FirstShaker" => options.first_shaker = Some(Seat(number(value)?)),
        _ => return Ok(false),
    }
    Ok(true)
}

struct Reader {
    record: Record,
    /// The events of the last move.
    latest: Vec<Event>,
    deal: Option<OpenDeal>,
}

/// A deal of which not all lines have been read.
struct OpenDeal {
    line: usize,
    shaker: Option<Seat>,
    hands: Vec<DominoSet>,
}

impl Reader {
    fn new(record: Record) -> Reader {
        Reader {
            record,
            latest: Vec::new(),
            deal: None,
        }
    }

    fn finish(self) -> Result<Record, RecordError> {
        match self.deal {
            Some(deal) => Err(RecordError {
                line: deal.line,
                message: "this deal lacks the dominoes of a seat".to_owned(),
            }),
            None => Ok(self.record),
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.deal.is_some() && word != "hand" {
            return Err("the dominoes of the deal come first: hand <seat> <dominoes>".to_owned());
        }
        match word {
            "shaker" => self.push(Input::Chance(Chance::Shaker(seat(rest)?))),
            "deal" => self.open_deal(number, rest),
            "hand" => self.hand(rest),
            "bid" => each(rest, |token| self.bid(token)),
            "name" => self.name(rest),
            "trick" => each(rest, |token| self.play(token)),
            "lay-down" => self.act(seat(rest)?, Action::LayDown),
            "thrown-in" if self.latest.contains(&Event::ThrownIn) => Ok(()),
            "thrown-in" => Err("this hand is not thrown in".to_owned()),
            "made" | "set" => self.check_result(line),
            "won" => self.check_won(rest),
            other => Err(format!(
                "{} is none of shaker, deal, hand, bid, name, trick, lay-down, thrown-in, made, set, won",
                shortened(other)
            )),
        }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), String> {
        self.push(Input::Act { seat, action })
    }

    fn push(&mut self, input: Input<Texas42>) -> Result<(), String> {
        self.latest = self.record.push(input).map_err(text)?.to_vec();
        Ok(())
    }

    fn open_deal(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (deal, shaker) = match words[..] {
            [] => (None, None),
            [deal, "shaker", shaker] => (Some(number::<u32>(deal)?), Some(seat(shaker)?)),
            _ => return Err("a deal looks like: deal 1 shaker 0".to_owned()),
        };
        let expected = self.record.game.table.hands_dealt + 1;
        if deal.is_some_and(|deal| deal != expected) {
            return Err(format!("this is deal {expected}"));
        }
        self.deal = Some(OpenDeal {
            line,
            shaker,
            hands: Vec::new(),
        });
        Ok(())
    }

    fn hand(&mut self, rest: &str) -> Result<(), String> {
        let (seat, dominoes) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let seat = self::seat(seat)?;
        let hand: DominoSet = dominoes.parse().map_err(text)?;
        let deal = self.deal.as_mut().ok_or("a hand belongs to a deal")?;
        if seat.index() != deal.hands.len() {
            return Err("a deal gives each seat its hand once, in order from seat 0".to_owned());
        }
        if hand.len() != Hand::DEALT {
            return Err(format!(
                "a seat is dealt {} dominoes, not {}",
                Hand::DEALT,
                hand.len()
            ));
        }
        if let Some(domino) = deal.hands.iter().find_map(|other| (*other & hand).first()) {
            return Err(format!("{domino} is dealt twice"));
        }
        deal.hands.push(hand);
        if deal.hands.len() == usize::from(SEATS) {
            self.close_deal()
        } else {
            Ok(())
        }
    }

    fn close_deal(&mut self) -> Result<(), String> {
        let Some(deal) = self.deal.take() else {
            return Ok(());
        };
        self.push(Input::Chance(Chance::Deal(BySeat::from(deal.hands))))?;
        let shaker = self.record.game.table.shaker;
        match (deal.shaker, shaker) {
            (Some(said), Some(shaker)) if said != shaker => {
                Err(format!("seat {shaker} shakes here"))
            }
            _ => Ok(()),
        }
    }

    fn bid(&mut self, token: &str) -> Result<(), String> {
        let (seat, call) = seat_and(token, "0:31")?;
        let call: Call = call.parse().map_err(text)?;
        self.act(seat, Action::Bid(call))
    }

    fn name(&mut self, token: &str) -> Result<(), String> {
        let (seat, declaration) = seat_and(token, "0:fives")?;
        self.act(seat, Action::Name(declaration.parse().map_err(text)?))
    }

    /// `0:6-4`, or `=0+11` behind a trick.
    fn play(&mut self, token: &str) -> Result<(), String> {
        if let Some(result) = token.strip_prefix('=') {
            return self.check_trick(result);
        }
        let (seat, domino) = seat_and(token, "0:6-4")?;
        self.act(seat, Action::Play(domino.parse().map_err(text)?))
    }

    fn check_trick(&self, result: &str) -> Result<(), String> {
        let won = self.latest.iter().find_map(|event| match event {
            Event::TrickWon { seat, tally, .. } => Some(format!("{seat}+{}", tally.total())),
            _ => None,
        });
        match won {
            Some(won) if won == result => Ok(()),
            Some(won) => Err(format!("this trick ended: ={won}")),
            None => Err("this trick is not complete".to_owned()),
        }
    }

    fn check_result(&self, line: &str) -> Result<(), String> {
        let scored = self.latest.iter().find_map(|event| match event {
            Event::HandScored(score) => Some(result(score)),
            _ => None,
        });
        match scored {
            Some(scored) if scored == line => Ok(()),
            Some(scored) => Err(format!("this hand ended: {scored}")),
            None => Err("this hand is not over".to_owned()),
        }
    }

    fn check_won(&self, rest: &str) -> Result<(), String> {
        let table = &self.record.game.table;
        let Some(winner) = table.winner else {
            return Err("nobody has won here".to_owned());
        };
        let truth = format!("{winner} {}", pair(table.score.sides()));
        if rest == truth {
            Ok(())
        } else {
            Err(format!("this game ended: won {truth}"))
        }
    }
}

fn each(rest: &str, token: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    rest.split_whitespace().try_for_each(token)
}

fn seat_and<'a>(token: &'a str, example: &str) -> Result<(Seat, &'a str), String> {
    let (seat, rest) = token
        .split_once(':')
        .ok_or_else(|| format!("{}: write it as {example}", shortened(token)))?;
    Ok((self::seat(seat)?, rest))
}

fn seat(word: &str) -> Result<Seat, String> {
    match word.parse() {
        Ok(seat) if seat < SEATS => Ok(Seat(seat)),
        _ => Err(format!("{} is no seat: seats are 0 to 3", shortened(word))),
    }
}

fn option<T: DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(Value::String(word.to_owned())).map_err(text)
}

fn yes_or_no(word: &str) -> Result<bool, String> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("{} is neither yes nor no", shortened(other))),
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse()
        .map_err(|_| format!("{} is not a number that fits here", shortened(word)))
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Junk can be long; a message should not be.
fn shortened(word: &str) -> String {
    let mut start: String = word.chars().take(20).collect();
    if start.len() < word.len() {
        start.push('…');
    }
    format!("{start:?}")
}
