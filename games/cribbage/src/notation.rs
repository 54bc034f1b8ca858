//! A whole game as text, in the spirit of chess's PGN.
//!
//! A [`Record`] is written as tags and moves, one step a line:
//!
//! ```text
//! [Game "cribbage"]
//! [Rules "1"]
//! [Seats "2"]
//! [Target "121"]
//! [Counting "auto"]
//!
//! cut 4H 9S
//!
//! deal 1 dealer 0
//! hand 0 5H 6C 7D 7S 8C KD
//! hand 1 2S 3S 4D TS QC KH
//! throw 1 TS KH
//! throw 0 8C KD
//! starter 5D
//! play 1:QC=10 0:5H=15+2 1:4D=19 0:7S=26 1:3S=29 0:go 1:2S=31+5
//! play 0:7D=7 0:6C=13+1
//! show 1 3
//! show 0 18
//! crib 0 0
//! ```
//!
//! A line is a decision of luck (`cut`, `deal` with its `hand`s and the `deck`'s
//! card, `starter`), of a seat (`throw`, `play`, `count`, `muggins`), or a result
//! (`show`, `crib`, `won`). Decisions are the record; results and the `=count`,
//! `+points` and `go` of a play are there for the reader, may be left out, and are
//! checked when they are there. `#` starts a comment. The text of a record
//! parses back to the same record, and so to the same events.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use kernel::{BySide, Game, Input, Refusal, Seat};
use pieces::{Card, CardSet};

use crate::options::{Counting, Options};
use crate::rules::Illegal;
use crate::score::Kind;
use crate::state::{Action, Chance, Cribbage, Event};

/// Longer texts are not read: the longest game there can be is far shorter.
const MAX_BYTES: usize = 1 << 20;

/// A game that was played, or a part of one, from its start.
///
/// ```
/// use cribbage::Record;
///
/// let text = "[Game \"cribbage\"]\n[Seats \"2\"]\n\ncut 4H 9S\n";
/// let record: Record = text.parse()?;
/// assert_eq!(record.events().len(), 1);
/// assert_eq!(record.to_string().parse::<Record>()?, record);
/// # Ok::<(), cribbage::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    tags: Vec<(String, String)>,
    options: Options,
    inputs: Vec<Input<Cribbage>>,
    events: Vec<Event>,
    game: Cribbage,
}

impl Record {
    /// A record of no moves.
    pub fn new(options: Options) -> Result<Record, RecordError> {
        let game = Cribbage::new(options.clone()).map_err(|faults| RecordError {
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
    pub fn push(&mut self, input: Input<Cribbage>) -> Result<&[Event], Refusal<Illegal>> {
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
    pub fn inputs(&self) -> &[Input<Cribbage>] {
        &self.inputs
    }

    /// Everything that happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The game as it stands at the end of the record.
    pub const fn game(&self) -> &Cribbage {
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
        for (name, value) in option_tags(&self.options).iter().chain(&self.tags) {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let mut writer = Writer {
            game: Cribbage::at_start(self.options.clone()),
            in_play: false,
        };
        writeln!(f)?;
        let mut events = self.events.iter();
        for input in &self.inputs {
            writer.input(f, input)?;
            // A record holds the events of its inputs, so both run out together.
            let n_events = writer.game.decide(input).map_or(0, |events| events.len());
            for event in events.by_ref().take(n_events) {
                writer.event(f, event)?;
                writer.game.evolve(event);
            }
        }
        if writer.in_play { writeln!(f) } else { Ok(()) }
    }
}

fn option_tags(options: &Options) -> Vec<(String, String)> {
    let given = Options::default();
    let counting = match options.counting {
        Counting::Auto => "auto",
        Counting::Manual => "manual",
        Counting::Muggins => "muggins",
    };
    let mut tags = vec![
        ("Game", Cribbage::META.key.to_owned()),
        ("Rules", Cribbage::META.rules_version.to_string()),
        ("Seats", options.seats.to_string()),
        ("Target", options.target.to_string()),
        ("Counting", counting.to_owned()),
    ];
    if options.alone {
        tags.push(("Alone", "yes".to_owned()));
    }
    if options.head_start != given.head_start {
        tags.push(("HeadStart", spaced(options.head_start.values())));
    }
    if let Some(seat) = options.first_dealer {
        tags.push(("FirstDealer", seat.to_string()));
    }
    if options.match_score != given.match_score {
        tags.push(("Match", spaced(options.match_score.values())));
    }
    tags.into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

struct Writer {
    game: Cribbage,
    /// Whether a line of plays is open.
    in_play: bool,
}

impl Writer {
    fn input(&mut self, f: &mut fmt::Formatter<'_>, input: &Input<Cribbage>) -> fmt::Result {
        match input {
            Input::Chance(Chance::Cut(cards)) => writeln!(f, "cut {}", spaced(cards)),
            Input::Act {
                seat,
                action: Action::Count(points),
            } => {
                writeln!(f, "count {seat} {points}")
            }
            Input::Act {
                seat,
                action: Action::Muggins(points),
            } => {
                writeln!(f, "muggins {seat} {points}")
            }
            // The others are written with their events, which say more.
            _ => Ok(()),
        }
    }

    fn event(&mut self, f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
        match event {
            Event::Dealt {
                dealer,
                hands,
                from_deck,
            } => {
                writeln!(f, "\ndeal {} dealer {dealer}", self.game.table.deal + 1)?;
                for (seat, hand) in hands.iter() {
                    writeln!(
                        f,
                        "hand {seat} {}",
                        hand.known().copied().unwrap_or_default()
                    )?;
                }
                match from_deck.known() {
                    Some(cards) if !cards.is_empty() => writeln!(f, "deck {cards}"),
                    _ => Ok(()),
                }
            }
            Event::Discarded { seat, cards } => {
                writeln!(
                    f,
                    "throw {seat} {}",
                    cards.known().copied().unwrap_or_default()
                )
            }
            Event::StarterCut { card, tally } => {
                writeln!(f, "starter {card}{}", plus(tally.total()))
            }
            Event::Played {
                seat,
                card,
                count,
                tally,
                ..
            } => {
                let lead = if self.in_play { "" } else { "play" };
                self.in_play = true;
                write!(f, "{lead} {seat}:{card}={count}{}", plus(tally.total()))
            }
            Event::WentGo { seat } => write!(f, " {seat}:go"),
            Event::CountReset { .. } | Event::PlayFinished => self.end_play(f),
            Event::Counted {
                seat, kind, tally, ..
            } => {
                writeln!(f, "{} {seat} {}", kind_word(*kind), tally.total())
            }
            Event::Won(outcome) => {
                self.end_play(f)?;
                writeln!(f, "won {} {}", outcome.winner, scores(&self.game))
            }
            _ => Ok(()),
        }
    }

    fn end_play(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if std::mem::take(&mut self.in_play) {
            writeln!(f)
        } else {
            Ok(())
        }
    }
}

fn plus(points: i32) -> String {
    if points == 0 {
        String::new()
    } else {
        format!("+{points}")
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Hand => "show",
        Kind::Crib => "crib",
    }
}

fn scores(game: &Cribbage) -> String {
    let scores: Vec<String> = game.scores().values().map(ToString::to_string).collect();
    scores.join("-")
}

fn spaced<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(" ")
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
        let mut lines: VecDeque<(usize, &str)> = text
            .lines()
            .map(|line| without_comment(line).trim())
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let mut reader = Reader::new(read_tags(&mut lines)?);
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

/// Takes the tags off the front and starts a record with their options.
fn read_tags(lines: &mut VecDeque<(usize, &str)>) -> Result<Record, RecordError> {
    let mut options = Options::default();
    let mut tags = Vec::new();
    while let Some(&(line, text)) = lines.front().filter(|(_, text)| text.starts_with('[')) {
        lines.pop_front();
        let fault = |message| RecordError { line, message };
        let (name, value) = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix("\"]"))
            .and_then(|text| text.split_once(" \""))
            .ok_or_else(|| fault("a tag looks like [Seats \"2\"]".to_owned()))?;
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
        "Game" if value == Cribbage::META.key => {}
        "Game" => return Err(format!("this is a record of {value:?}, not of cribbage")),
        "Rules" if value == Cribbage::META.rules_version.to_string() => {}
        "Rules" => return Err(format!("rules {value} are not known here")),
        "Seats" => options.seats = number(value)?,
        "Target" => options.target = number(value)?,
        "Alone" => options.alone = value == "yes",
        "Counting" => {
            options.counting = match value {
                "auto" => Counting::Auto,
                "manual" => Counting::Manual,
                "muggins" => Counting::Muggins,
                other => return Err(format!("{other:?} is none of auto, manual, muggins")),
            }
        }
        "HeadStart" => options.head_start = numbers(value)?,
        "Match" => options.match_score = numbers(value)?,
        "FirstDealer" => options.first_dealer = Some(Seat(number(value)?)),
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
    dealer: Option<Seat>,
    hands: Vec<CardSet>,
    from_deck: CardSet,
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
                message: "this deal lacks the cards of a seat or of the deck".to_owned(),
            }),
            None => Ok(self.record),
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.deal.is_some() && !matches!(word, "hand" | "deck") {
            return Err("the cards of the deal come first: hand <seat> <cards>".to_owned());
        }
        match word {
            "cut" => self.luck(Chance::Cut(cards(rest)?)),
            "deal" => self.open_deal(number, rest),
            "hand" => self.hand(rest),
            "deck" => self.deck(rest),
            "throw" => {
                let (seat, thrown) = seat_and(rest)?;
                let thrown: CardSet = thrown.parse().map_err(text)?;
                self.act(seat, Action::Discard(thrown))
            }
            "starter" => self.starter(rest),
            "play" => rest
                .split_whitespace()
                .try_for_each(|token| self.play(token)),
            "count" | "muggins" => {
                let (seat, points) = seat_and(rest)?;
                let points = self::number(points)?;
                let claim = if word == "count" {
                    Action::Count
                } else {
                    Action::Muggins
                };
                self.act(seat, claim(points))
            }
            "show" | "crib" => self.check_count(word, rest),
            "won" => self.check_won(rest),
            other => Err(format!(
                "{} is none of cut, deal, hand, deck, throw, starter, play, count, muggins, show, crib, won",
                shortened(other)
            )),
        }
    }

    fn luck(&mut self, chance: Chance) -> Result<(), String> {
        self.push(Input::Chance(chance))
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), String> {
        self.push(Input::Act { seat, action })
    }

    fn push(&mut self, input: Input<Cribbage>) -> Result<(), String> {
        self.latest = self.record.push(input).map_err(text)?.to_vec();
        Ok(())
    }

    fn open_deal(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (deal, dealer) = match words[..] {
            [] => (None, None),
            [deal, "dealer", dealer] => (Some(number::<u32>(deal)?), Some(Seat(number(dealer)?))),
            _ => return Err("a deal looks like: deal 1 dealer 0".to_owned()),
        };
        let expected = self.record.game.table.deal + 1;
        if deal.is_some_and(|deal| deal != expected) {
            return Err(format!("this is deal {expected}"));
        }
        self.deal = Some(OpenDeal {
            line,
            dealer,
            hands: Vec::new(),
            from_deck: CardSet::EMPTY,
        });
        Ok(())
    }

    fn hand(&mut self, rest: &str) -> Result<(), String> {
        let (seat, hand) = seat_and(rest)?;
        let hand: CardSet = hand.parse().map_err(text)?;
        let options = &self.record.options;
        let deal = self.deal.as_mut().ok_or("a hand belongs to a deal")?;
        if seat.index() != deal.hands.len() || seat.0 >= options.seats {
            return Err("a deal gives each seat its hand once, in order from seat 0".to_owned());
        }
        if hand.len() != options.dealt() {
            return Err(format!(
                "a seat is dealt {} cards, not {}",
                options.dealt(),
                hand.len()
            ));
        }
        deal.hands.push(hand);
        let complete = deal.hands.len() == usize::from(options.seats);
        if complete && options.from_deck() == 0 {
            self.close_deal()
        } else {
            Ok(())
        }
    }

    fn deck(&mut self, rest: &str) -> Result<(), String> {
        let cards: CardSet = rest.parse().map_err(text)?;
        let options = &self.record.options;
        let deal = self
            .deal
            .as_mut()
            .ok_or("the deck's card belongs to a deal")?;
        let complete = deal.hands.len() == usize::from(options.seats);
        if !complete || cards.len() != options.from_deck() {
            let needed = options.from_deck();
            return Err(format!(
                "the deck gives {needed} to the crib, after all the hands"
            ));
        }
        deal.from_deck = cards;
        self.close_deal()
    }

    fn close_deal(&mut self) -> Result<(), String> {
        let Some(OpenDeal {
            dealer,
            hands,
            from_deck,
            ..
        }) = self.deal.take()
        else {
            return Ok(());
        };
        self.luck(Chance::Deal {
            hands: hands.into(),
            from_deck,
        })?;
        match self.record.game.table.dealer {
            Some(deals) if dealer.is_some_and(|dealer| dealer != deals) => {
                Err(format!("seat {deals} deals here"))
            }
            _ => Ok(()),
        }
    }

    fn starter(&mut self, rest: &str) -> Result<(), String> {
        let (card, points) = split_plus(rest)?;
        self.luck(Chance::Starter(card.parse().map_err(text)?))?;
        self.check_points(points)
    }

    /// `0:5H`, `0:5H=15`, `0:5H=15+2` or `0:go`.
    fn play(&mut self, token: &str) -> Result<(), String> {
        let (seat, card) = token
            .split_once(':')
            .ok_or_else(|| format!("{}: a play looks like 0:5H=15+2", shortened(token)))?;
        let seat = Seat(number(seat)?);
        if card == "go" {
            let said = self.latest.contains(&Event::WentGo { seat });
            return if said {
                Ok(())
            } else {
                Err(format!("seat {seat} does not say go here"))
            };
        }
        let (card, points) = split_plus(card)?;
        let (card, count) = match card.split_once('=') {
            Some((card, count)) => (card, Some(number::<u8>(count)?)),
            None => (card, None),
        };
        self.act(seat, Action::Play(card.parse().map_err(text)?))?;
        match self.latest.first() {
            Some(Event::Played {
                count: true_count, ..
            }) if count.is_some_and(|count| count != *true_count) => {
                Err(format!("{token}: the count is {true_count}"))
            }
            _ => self.check_points(points),
        }
    }

    /// Compares points written behind a card with what it scored.
    fn check_points(&self, points: Option<i32>) -> Result<(), String> {
        let scored = match self.latest.first() {
            Some(Event::Played { tally, .. } | Event::StarterCut { tally, .. }) => tally.total(),
            _ => 0,
        };
        match points {
            Some(points) if points != scored => Err(format!(
                "the record says +{points}, but this scores {scored}"
            )),
            _ => Ok(()),
        }
    }

    fn check_count(&self, word: &str, rest: &str) -> Result<(), String> {
        let (seat, points) = seat_and(rest)?;
        let points: i32 = number(points)?;
        let counted = self.latest.iter().find_map(|event| match event {
            Event::Counted {
                seat: whose,
                kind,
                tally,
                ..
            } if *whose == seat && kind_word(*kind) == word => Some(tally.total()),
            _ => None,
        });
        match counted {
            Some(total) if total == points => Ok(()),
            Some(total) => Err(format!("this counts {total}, not {points}")),
            None => Err(format!("seat {seat} does not count here")),
        }
    }

    fn check_won(&self, rest: &str) -> Result<(), String> {
        let Some(outcome) = &self.record.game.table.outcome else {
            return Err("nobody has won here".to_owned());
        };
        let truth = format!("{} {}", outcome.winner, scores(&self.record.game));
        if rest == truth {
            Ok(())
        } else {
            Err(format!("this game ended: won {truth}"))
        }
    }
}

fn seat_and(text: &str) -> Result<(Seat, &str), String> {
    let (seat, rest) = text
        .split_once(char::is_whitespace)
        .ok_or_else(|| "a seat comes first, then what it did".to_owned())?;
    Ok((Seat(number(seat)?), rest.trim()))
}

fn split_plus(text: &str) -> Result<(&str, Option<i32>), String> {
    match text.split_once('+') {
        Some((before, points)) => Ok((before, Some(number(points)?))),
        None => Ok((text, None)),
    }
}

fn cards(list: &str) -> Result<Vec<Card>, String> {
    pieces::parse_cards(list).map_err(text)
}

fn numbers<T: FromStr>(list: &str) -> Result<BySide<T>, String> {
    list.split_whitespace()
        .map(number)
        .collect::<Result<Vec<T>, String>>()
        .map(BySide::from)
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
