//! A whole game as text, in the spirit of chess's PGN.
//!
//! A [`Record`] is written as tags and moves, one step a line:
//!
//! ```text
//! [Game "dice"]
//! [Rules "1"]
//! [Seats "1"]
//!
//! round 1 target 40
//! roll 0 3 3 5 2 2
//! reroll 0 2
//! throw 0 2:3
//! score 0
//! scored 0 140 passed
//! paid 0 21
//! shop 0 light odd glass pair two_pair all_even full_house high_roll insurance whetstone lucky_penny
//! buy 0 2 for 4
//! leave 0
//! ```
//!
//! A line is a decision of luck (`round` with its `boss`, `lock`, `roll`, `throw`,
//! `collect`, `shop`), of a seat (`reroll`, `wild`, `score`, `buy`, `leave`, `stop`), or a
//! result (`scored`, `paid`, `ended`). After the word comes the seat. A `roll` gives the face
//! of every die in order of places, a `throw` the places too: `2:3`. Behind a face, `!`
//! says that glass breaks and `>4` that an echo copies die 4. Decisions are the
//! record; results and targets are there for the reader, may be left out, and are checked when
//! they are there. `#` starts a comment. The text of a record parses back to the
//! same record, and so to the same events.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use kernel::{Game, Input, Refusal, Seat, SeatSet};
use pieces::Die;

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::items::Item;
use crate::options::{MAX_DICE, Options};
use crate::play::Illegal;
use crate::run::Step;
use crate::score::{FullHouse, HandKind, OfAKind, Parity};
use crate::shop::Good;
use crate::state::{Action, Chance, DiceHands, Event, Fortune, Phase, Served};
use crate::throw::Fall;

/// Longer texts are not read: a run of a hundred rounds with thirty dice is far shorter.
const MAX_BYTES: usize = 1 << 20;

/// A game that was played, or a part of one, from its start.
///
/// ```
/// use dice::Record;
///
/// let text = "[Game \"dice\"]\n\nround 1\nroll 0 3 3 3 2 2\nscore 0\nscored 0 140 passed\n";
/// let record: Record = text.parse()?;
/// assert_eq!(record.game().scores()[kernel::Side(0)], 140);
/// assert_eq!(record.to_string().parse::<Record>()?, record);
/// # use kernel::Game;
/// # Ok::<(), dice::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    tags: Vec<(String, String)>,
    options: Options,
    inputs: Vec<Input<DiceHands>>,
    events: Vec<Event>,
    game: DiceHands,
}

impl Record {
    /// A record of no moves.
    pub fn new(options: Options) -> Result<Record, RecordError> {
        let game = DiceHands::new(options.clone()).map_err(|faults| RecordError {
            line: 1,
            message: spaced(faults.iter().map(|fault| format!("{fault};"))),
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
    pub fn push(&mut self, input: Input<DiceHands>) -> Result<&[Event], Refusal<Illegal>> {
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
    pub fn inputs(&self) -> &[Input<DiceHands>] {
        &self.inputs
    }

    /// Everything that happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The game as it stands at the end of the record.
    pub const fn game(&self) -> &DiceHands {
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
        let mut game = DiceHands::at_start(self.options.clone());
        let mut events = self.events.iter();
        for input in &self.inputs {
            // A record holds the events of its inputs, so both run out together.
            let n_events = game.decide(input).map_or(0, |events| events.len());
            write_input(f, &game, input)?;
            for event in events.by_ref().take(n_events) {
                write_result(f, event)?;
                game.evolve(event);
            }
        }
        Ok(())
    }
}

fn option_tags(options: &Options) -> Vec<(String, String)> {
    let given = Options::default();
    let mut tags = vec![
        ("Game", DiceHands::META.key.to_owned()),
        ("Rules", DiceHands::META.rules_version.to_string()),
        ("Seats", options.seats.to_string()),
    ];
    let mut unlike_default = |name, is: &dyn fmt::Display, usual: &dyn fmt::Display| {
        if is.to_string() != usual.to_string() {
            tags.push((name, is.to_string()));
        }
    };
    unlike_default("Dice", &options.dice, &given.dice);
    unlike_default("Rerolls", &options.rerolls, &given.rerolls);
    unlike_default("Cash", &options.cash, &given.cash);
    unlike_default("FirstTarget", &options.first_target, &given.first_target);
    unlike_default("WinRound", &options.win_round, &given.win_round);
    let rules = options.rules;
    unlike_default("LevelCap", &rules.level_cap, &given.rules.level_cap);
    if rules.full_house == FullHouse::Formula {
        tags.push(("FullHouse", "formula".to_owned()));
    }
    if rules.of_a_kind == OfAKind::Any {
        tags.push(("OfAKind", "any".to_owned()));
    }
    if rules.parity == Parity::Subset {
        tags.push(("Parity", "subset".to_owned()));
    }
    tags.into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn write_input(
    f: &mut fmt::Formatter<'_>,
    game: &DiceHands,
    input: &Input<DiceHands>,
) -> fmt::Result {
    match input {
        Input::Chance(chance) => {
            let starts = game.table.phase == Phase::Starting;
            if starts {
                let round = game.table.next_round(chance.boss);
                write!(f, "\nround {} target {}", round.number, round.target)?;
                match round.boss {
                    Some(boss) => writeln!(f, " boss {boss}")?,
                    None => writeln!(f)?,
                }
            }
            let mut served = chance.served.iter();
            served.try_for_each(|served| write_fortune(f, starts, served))
        }
        Input::Act { seat, action } => match action {
            Action::Reroll { dice } => writeln!(f, "reroll {seat} {}", spaced(dice)),
            Action::SetWild { die, face } => writeln!(f, "wild {seat} {die}={face}"),
            Action::ScoreDice => writeln!(f, "score {seat}"),
            Action::Buy {
                offer,
                replace: None,
            } => writeln!(f, "buy {seat} {offer}"),
            Action::Buy {
                offer,
                replace: Some(die),
            } => writeln!(f, "buy {seat} {offer} for {die}"),
            Action::LeaveShop => writeln!(f, "leave {seat}"),
            Action::StopRun => writeln!(f, "stop {seat}"),
        },
    }
}

fn write_fortune(f: &mut fmt::Formatter<'_>, starts: bool, served: &Served) -> fmt::Result {
    let Served { seat, fortune } = served;
    match fortune {
        Fortune::Throw { locked, falls } => {
            if !locked.is_empty() {
                writeln!(f, "lock {seat} {}", spaced(locked))?;
            }
            write!(f, "{} {seat}", if starts { "roll" } else { "throw" })?;
            for fall in falls {
                f.write_str(" ")?;
                if !starts {
                    write!(f, "{}:", fall.die)?;
                }
                write!(f, "{}", fall.face)?;
                if fall.breaks {
                    f.write_str("!")?;
                }
                if let Some(other) = fall.copies {
                    write!(f, ">{other}")?;
                }
            }
            writeln!(f)
        }
        Fortune::Shop { collected, goods } => {
            if let Some(die) = collected {
                writeln!(f, "collect {seat} {die}")?;
            }
            writeln!(f, "shop {seat} {}", spaced(goods.iter().map(good_name)))
        }
    }
}

fn write_result(f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
    match event {
        Event::Step { seat, step, .. } => match step.known() {
            Some(Step::Scored { tally, passed }) => {
                let verdict = verdict(*passed);
                writeln!(f, "scored {seat} {} {verdict}", tally.total())
            }
            Some(Step::Paid { pay }) => writeln!(f, "paid {seat} {}", pay.total()),
            _ => Ok(()),
        },
        Event::Ended(outcome) if outcome.winners.is_empty() => writeln!(f, "ended lost"),
        Event::Ended(outcome) => writeln!(f, "ended won {}", spaced(&outcome.winners)),
        _ => Ok(()),
    }
}

fn verdict(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

fn good_name(good: &Good) -> &'static str {
    match good {
        Good::Die(kind) => kind.name(),
        Good::Upgrade(hand) => hand.option_name(),
        Good::Item(item) => item.name(),
        // One more die is offered without being drawn, so it is never written.
        Good::ExtraDie => "extra_die",
    }
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
        let mut reader = Reader {
            record: read_tags(&mut lines)?,
            latest: Vec::new(),
            open: None,
        };
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
    let rules = &mut options.rules;
    match name {
        "Game" if value == DiceHands::META.key => {}
        "Game" => return Err(format!("this is a record of {value:?}, not of dice")),
        "Rules" if value == DiceHands::META.rules_version.to_string() => {}
        "Rules" => return Err(format!("rules {value} are not known here")),
        "Seats" => options.seats = number(value)?,
        "Dice" => options.dice = number(value)?,
        "Rerolls" => options.rerolls = number(value)?,
        "Cash" => options.cash = number(value)?,
        "FirstTarget" => options.first_target = number(value)?,
        "WinRound" => options.win_round = number(value)?,
        "LevelCap" => rules.level_cap = number(value)?,
        "FullHouse" => {
            let readings = [
                ("additive", FullHouse::Additive),
                ("formula", FullHouse::Formula),
            ];
            rules.full_house = one_of(value, readings)?;
        }
        "OfAKind" => {
            let readings = [("three_or_all", OfAKind::ThreeOrAll), ("any", OfAKind::Any)];
            rules.of_a_kind = one_of(value, readings)?;
        }
        "Parity" => {
            let readings = [
                ("all_remaining", Parity::AllRemaining),
                ("subset", Parity::Subset),
            ];
            rules.parity = one_of(value, readings)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn one_of<T: Copy>(word: &str, readings: [(&str, T); 2]) -> Result<T, String> {
    let found = readings.iter().find(|(name, _)| *name == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let [(first, _), (second, _)] = readings;
        format!("{} is neither {first} nor {second}", shortened(word))
    })
}

struct Reader {
    record: Record,
    /// The events of the last move.
    latest: Vec<Event>,
    open: Option<OpenDraw>,
}

/// A draw of which not all lines have been read.
#[derive(Default)]
struct OpenDraw {
    line: usize,
    boss: Option<Boss>,
    served: Vec<Served>,
    locked: Vec<u8>,
    collected: Option<u8>,
}

impl Reader {
    fn finish(self) -> Result<Record, RecordError> {
        match self.open {
            Some(draw) => Err(RecordError {
                line: draw.line,
                message: "this draw lacks the luck of a seat".to_owned(),
            }),
            None => Ok(self.record),
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else {
            return Ok(());
        };
        let of_luck = ["lock", "roll", "throw", "collect", "shop"].contains(&word);
        if self.open.is_some() && !of_luck {
            return Err("the luck of every seat that waits comes first".to_owned());
        }
        match word {
            "round" => self.round(number, rest),
            "ended" => self.check_ended(rest),
            _ => {
                let Some((seat, rest)) = rest.split_first() else {
                    return Err("a seat comes first, then what it did".to_owned());
                };
                self.of_seat(number, word, Seat(self::number(seat)?), rest)
            }
        }
    }

    fn of_seat(
        &mut self,
        line: usize,
        word: &str,
        seat: Seat,
        rest: &[&str],
    ) -> Result<(), String> {
        match (word, rest) {
            ("lock", dice) => {
                self.draw(line).locked = numbers(dice)?;
                Ok(())
            }
            ("collect", [die]) => {
                self.draw(line).collected = Some(number(die)?);
                Ok(())
            }
            ("roll", falls) => {
                let falls = at_most(MAX_DICE, falls)?.iter().zip(0..);
                let falls = falls.map(|(text, die)| fall(Some(die), text));
                self.throw(line, seat, falls.collect::<Result<_, _>>()?)
            }
            ("throw", falls) => {
                let falls = at_most(MAX_DICE, falls)?.iter();
                let falls = falls.map(|text| fall(None, text));
                self.throw(line, seat, falls.collect::<Result<_, _>>()?)
            }
            ("shop", goods) => {
                let goods = goods
                    .iter()
                    .map(|name| good(name))
                    .collect::<Result<_, _>>()?;
                let collected = self.draw(line).collected.take();
                self.serve(line, seat, Fortune::Shop { collected, goods })
            }
            ("reroll", dice) => {
                let dice = numbers(dice)?;
                self.act(seat, Action::Reroll { dice })
            }
            ("wild", [setting]) => {
                let (die, face) = setting
                    .split_once('=')
                    .ok_or_else(|| format!("{}: write 2=6", shortened(setting)))?;
                let (die, face) = (number(die)?, face.parse().map_err(text)?);
                self.act(seat, Action::SetWild { die, face })
            }
            ("score", []) => self.act(seat, Action::ScoreDice),
            ("buy", [offer]) => self.buy(seat, offer, None),
            ("buy", [offer, "for", die]) => self.buy(seat, offer, Some(die)),
            ("leave", []) => self.act(seat, Action::LeaveShop),
            ("stop", []) => self.act(seat, Action::StopRun),
            ("scored", [points, verdict]) => self.check_scored(seat, points, verdict),
            ("paid", [dollars]) => self.check_paid(seat, dollars),
            (other, _) => Err(format!(
                "{} is not understood: a line is one of round, lock, roll, throw, collect, shop, reroll, wild, \
                 score, buy, leave, stop, scored, paid, ended",
                shortened(other)
            )),
        }
    }

    fn buy(&mut self, seat: Seat, offer: &str, replace: Option<&str>) -> Result<(), String> {
        let offer = number(offer)?;
        let replace = replace.map(number).transpose()?;
        self.act(seat, Action::Buy { offer, replace })
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), String> {
        self.push(Input::Act { seat, action })
    }

    fn push(&mut self, input: Input<DiceHands>) -> Result<(), String> {
        self.latest = self.record.push(input).map_err(text)?.to_vec();
        Ok(())
    }

    /// `round 4`, with its `target 98` and its `boss miser`.
    fn round(&mut self, line: usize, rest: &[&str]) -> Result<(), String> {
        let (said, rest) = match rest {
            [said, rest @ ..] => (number::<u32>(said)?, rest),
            [] => return Err("say which round it is".to_owned()),
        };
        let (target, rest) = match rest {
            ["target", target, rest @ ..] => (Some(number::<u64>(target)?), rest),
            rest => (None, rest),
        };
        let boss = match rest {
            ["boss", boss] => Some(boss.parse().map_err(text)?),
            [] => None,
            _ => return Err("a round looks like: round 4 target 98 boss miser".to_owned()),
        };
        let round = self.record.game.table.next_round(boss);
        if self.record.game.table.phase != Phase::Starting || said != round.number {
            return Err(format!("round {said} does not start here"));
        }
        if target.is_some_and(|target| target != round.target) {
            return Err(format!("the target of round {said} is {}", round.target));
        }
        self.draw(line).boss = boss;
        Ok(())
    }

    fn draw(&mut self, line: usize) -> &mut OpenDraw {
        self.open.get_or_insert_with(|| OpenDraw {
            line,
            ..OpenDraw::default()
        })
    }

    fn throw(&mut self, line: usize, seat: Seat, falls: Vec<Fall>) -> Result<(), String> {
        let locked = std::mem::take(&mut self.draw(line).locked);
        self.serve(line, seat, Fortune::Throw { locked, falls })
    }

    /// Adds the luck of a seat, and draws once every seat that waits has its own.
    fn serve(&mut self, line: usize, seat: Seat, fortune: Fortune) -> Result<(), String> {
        let n_waiting = self.waiting().len();
        let draw = self.draw(line);
        draw.served.push(Served { seat, fortune });
        if draw.served.len() < n_waiting {
            return Ok(());
        }
        let draw = self.open.take().unwrap_or_default();
        self.push(Input::Chance(Chance {
            boss: draw.boss,
            served: draw.served,
        }))
    }

    /// The seats that wait for luck, those of a round that is about to start included.
    fn waiting(&self) -> SeatSet {
        let game = &self.record.game;
        match game.table.phase {
            Phase::Starting => Seat::all(game.n_seats())
                .filter(|&seat| !game.runs[seat].is_out())
                .collect(),
            _ => game.table.waiting,
        }
    }

    fn check_scored(&self, seat: Seat, points: &str, said: &str) -> Result<(), String> {
        let points: i32 = number(points)?;
        match self.latest_step(seat, |step| matches!(step, Step::Scored { .. })) {
            Some(Step::Scored { tally, passed })
                if (tally.total(), verdict(*passed)) == (points, said) =>
            {
                Ok(())
            }
            Some(Step::Scored { tally, passed }) => {
                let (total, verdict) = (tally.total(), verdict(*passed));
                Err(format!("this scores {total} and {verdict}"))
            }
            _ => Err(format!("seat {seat} does not score here")),
        }
    }

    fn check_paid(&self, seat: Seat, dollars: &str) -> Result<(), String> {
        let dollars: u64 = number(dollars)?;
        match self.latest_step(seat, |step| matches!(step, Step::Paid { .. })) {
            Some(Step::Paid { pay }) if pay.total() == dollars => Ok(()),
            Some(Step::Paid { pay }) => Err(format!("this pays {}", pay.total())),
            _ => Err(format!("seat {seat} is not paid here")),
        }
    }

    fn latest_step(&self, of: Seat, is: impl Fn(&Step) -> bool) -> Option<&Step> {
        self.latest.iter().find_map(|event| match event {
            Event::Step { seat, step, .. } if *seat == of => step.known().filter(|step| is(step)),
            _ => None,
        })
    }

    fn check_ended(&self, rest: &[&str]) -> Result<(), String> {
        let Some(outcome) = &self.record.game.table.outcome else {
            return Err("the game has not ended here".to_owned());
        };
        let truth = if outcome.winners.is_empty() {
            "lost".to_owned()
        } else {
            format!("won {}", spaced(&outcome.winners))
        };
        if rest.join(" ") == truth {
            Ok(())
        } else {
            Err(format!("this game ended: {truth}"))
        }
    }
}

/// `5`, `5!`, `5>2`, or with its place `3:5!`.
fn fall(die: Option<u8>, token: &str) -> Result<Fall, String> {
    let (die, rest) = match (die, token.split_once(':')) {
        (Some(die), None) => (die, token),
        (None, Some((die, rest))) => (number(die)?, rest),
        _ => return Err("a roll gives faces, as 5; a throw also places, as 2:5".to_owned()),
    };
    let (rest, copies) = match rest.split_once('>') {
        Some((rest, other)) => (rest, Some(number(other)?)),
        None => (rest, None),
    };
    let (face, breaks) = match rest.strip_suffix('!') {
        Some(face) => (face, true),
        None => (rest, false),
    };
    let face: Die = face.parse().map_err(text)?;
    Ok(Fall {
        die,
        face,
        breaks,
        copies,
    })
}

fn good(name: &str) -> Result<Good, String> {
    let die = || name.parse::<DieKind>().map(Good::Die).ok();
    let upgrade = || name.parse::<HandKind>().map(Good::Upgrade).ok();
    let item = || name.parse::<Item>().map(Good::Item).ok();
    let found = die().or_else(upgrade).or_else(item);
    found.ok_or_else(|| format!("{} is no die, hand or item of a shop", shortened(name)))
}

fn at_most<'a, 'b>(most: usize, words: &'a [&'b str]) -> Result<&'a [&'b str], String> {
    if words.len() > most {
        return Err(format!("at most {most} fit here, not {}", words.len()));
    }
    Ok(words)
}

fn numbers(words: &[&str]) -> Result<Vec<u8>, String> {
    let words = at_most(MAX_DICE, words)?.iter();
    words.map(|word| number(word)).collect()
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
