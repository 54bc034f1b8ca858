//! A whole game as text: how Texas 42 writes its records.
//!
//! ```text
//! [Game "texas42"]
//! [Rules "2"]
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
//! A line is a decision of luck (`shaker`, `deal` with its four `hand`s), of a seat (`bid`, `name`,
//! `trick` with its plays, `lay-down`), or a result (`thrown-in`, `made` or `set` with the points
//! and the awards of North-South and East-West, `won`). Decisions are the record. Results, and the
//! `=winner+points` of a trick, are there for the reader; they may be left out, and are checked if
//! they are given. [`kernel::record`] has what all records share.

use crate::bid::Call;
use crate::hand::Hand;
use crate::options::{Mode, Options, SplashMarks};
use crate::sides::{SEATS, Sides};
use crate::state::{Action, Chance, Event, PublicTable, Texas42};
use kernel::record::{Reader, number, shortened, switch, text, yes_or_no};
use kernel::{BySeat, Game, Notation, Seat};
use pieces::DominoSet;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// A game of Texas 42 that was played, or a part of one, from its start.
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
pub type Record = kernel::Record<Texas42>;

impl Notation for Texas42 {
    type Open = OpenDeal;

    const INCOMPLETE: &'static str = "this deal lacks the dominoes of a seat";

    /// The mode, and the differences from the tournament game.
    fn tags(options: &Options) -> Vec<(&'static str, String)> {
        let mut tags = vec![("Mode", word_of(&options.mode))];
        if let Some(target) = options.target {
            tags.push(("Target", target.to_string()));
        }
        let usual = Options::default();
        let mut differs = |name, word: fn(&Options) -> String| {
            if word(options) != word(&usual) {
                tags.push((name, word(options)));
            }
        };
        differs("ForcedBid", |options| word_of(&options.forced_bid));
        differs("Nello", |options| yes_or_no(options.nello).to_owned());
        differs("NelloDoubles", |options| word_of(&options.nello_doubles));
        differs("Plunge", |options| yes_or_no(options.plunge).to_owned());
        differs("Splash", |options| yes_or_no(options.splash).to_owned());
        differs("SplashMarks", |options| options.splash_marks.0.to_string());
        differs("PlungeLeader", |options| word_of(&options.plunge_leader));
        differs("Sevens", |options| yes_or_no(options.sevens).to_owned());
        differs("FollowMeDoubles", |options| {
            word_of(&options.follow_me_doubles)
        });
        differs("PlayOut", |options| yes_or_no(options.play_out).to_owned());
        if let Some(seat) = options.first_shaker {
            tags.push(("FirstShaker", seat.to_string()));
        }
        tags
    }

    fn read_tag(options: &mut Options, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "Mode" => options.mode = option::<Mode>(value)?,
            "Target" => options.target = Some(number(value)?),
            "ForcedBid" => options.forced_bid = option(value)?,
            "Nello" => options.nello = switch(value)?,
            "NelloDoubles" => options.nello_doubles = option(value)?,
            "Plunge" => options.plunge = switch(value)?,
            "Splash" => options.splash = switch(value)?,
            "SplashMarks" => options.splash_marks = SplashMarks(number(value)?),
            "PlungeLeader" => options.plunge_leader = option(value)?,
            "Sevens" => options.sevens = switch(value)?,
            "FollowMeDoubles" => options.follow_me_doubles = option(value)?,
            "PlayOut" => options.play_out = switch(value)?,
            "FirstShaker" => options.first_shaker = Some(Seat(number(value)?)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer {
            game: Texas42::at_start(record.options().clone()),
            in_line: false,
        };
        for event in record.events() {
            writer.game.evolve(event);
            writer.event(f, event)?;
        }
        writer.end_line(f)
    }

    fn read(reader: &mut Reader<Texas42>, word: &str, rest: &str) -> Result<(), String> {
        if reader.is_open() && word != "hand" {
            return Err(
                "the dominoes of the deal must come first: hand <seat> <dominoes>".to_owned(),
            );
        }
        match word {
            "shaker" => reader.luck(Chance::Shaker(seat(rest)?)),
            "deal" => open_deal(reader, rest),
            "hand" => read_hand(reader, rest),
            "bid" => each(rest, |token| read_bid(reader, token)),
            "name" => read_name(reader, rest),
            "trick" => each(rest, |token| read_play(reader, token)),
            "lay-down" => reader.act(seat(rest)?, Action::LayDown),
            "thrown-in" if reader.latest().contains(&Event::ThrownIn) => Ok(()),
            "thrown-in" => Err("this hand is not thrown in".to_owned()),
            "made" | "set" => check_result(reader, word, rest),
            "won" => check_won(reader.game(), rest),
            other => Err(format!(
                "a line must start with shaker, deal, hand, bid, name, trick, lay-down, thrown-in, \
                 made, set or won, not {}",
                shortened(other)
            )),
        }
    }
}

// Writing.

struct Writer {
    /// The game after the event that is written.
    game: Texas42,
    /// Whether a line of bids or plays is open.
    in_line: bool,
}

impl Writer {
    fn event(&mut self, f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
        match event {
            Event::ShakerDrawn { seat } => writeln!(f, "shaker {seat}"),
            Event::Dealt { shaker, hands } => {
                let number = self.game.table.hands_dealt;
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
            Event::TrickWon { .. } => {
                write!(f, " ={}", trick_result(&self.game.table))?;
                self.end_line(f)
            }
            Event::LaidDown { seat, .. } => {
                self.end_line(f)?;
                writeln!(f, "lay-down {seat}")
            }
            Event::HandScored { .. } => writeln!(f, "{}", hand_result(&self.game.table)),
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

/// `0+11`: the winner of the last trick, and its points.
fn trick_result(table: &PublicTable) -> String {
    table.last_trick().map_or_else(String::new, |trick| {
        format!("{}+{}", trick.winner, trick.points())
    })
}

/// `made 31-11 1-0`: the points and the awards of both sides in the last hand.
fn hand_result(table: &PublicTable) -> String {
    table.history.last().map_or_else(String::new, |result| {
        let word = if result.made() { "made" } else { "set" };
        format!("{word} {} {}", pair(result.points), pair(result.score))
    })
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

/// A deal whose lines have not all been read.
#[derive(Debug, Default)]
pub struct OpenDeal {
    shaker: Option<Seat>,
    hands: Vec<DominoSet>,
}

fn open_deal(reader: &mut Reader<Texas42>, rest: &str) -> Result<(), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (deal, shaker) = match words[..] {
        [] => (None, None),
        [deal, "shaker", shaker] => (Some(number::<u32>(deal)?), Some(seat(shaker)?)),
        _ => return Err("a deal must look like: deal 1 shaker 0".to_owned()),
    };
    let expected = reader.game().table.hands_dealt + 1;
    if deal.is_some_and(|deal| deal != expected) {
        return Err(format!("this must be deal {expected}"));
    }
    reader.open().shaker = shaker;
    Ok(())
}

fn read_hand(reader: &mut Reader<Texas42>, rest: &str) -> Result<(), String> {
    let (seat, dominoes) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let seat = self::seat(seat)?;
    let hand: DominoSet = dominoes.parse().map_err(text)?;
    if !reader.is_open() {
        return Err("a hand must follow a deal".to_owned());
    }
    let deal = reader.open();
    if seat.index() != deal.hands.len() {
        return Err("a deal must give each seat its hand once, in order from seat 0".to_owned());
    }
    if hand.len() != Hand::DEALT {
        return Err(format!(
            "a seat must be dealt {} dominoes, not {}",
            Hand::DEALT,
            hand.len()
        ));
    }
    if let Some(domino) = deal.hands.iter().find_map(|other| (*other & hand).first()) {
        return Err(format!("{domino} is dealt twice"));
    }
    deal.hands.push(hand);
    if deal.hands.len() == usize::from(SEATS) {
        close_deal(reader)
    } else {
        Ok(())
    }
}

fn close_deal(reader: &mut Reader<Texas42>) -> Result<(), String> {
    let deal = reader.close();
    reader.luck(Chance::Deal(BySeat::from(deal.hands)))?;
    let shaker = reader.game().table.shaker;
    match (deal.shaker, shaker) {
        (Some(said), Some(shaker)) if said != shaker => {
            Err(format!("the shaker must be seat {shaker}"))
        }
        _ => Ok(()),
    }
}

fn read_bid(reader: &mut Reader<Texas42>, token: &str) -> Result<(), String> {
    let (seat, call) = seat_and(token, "0:31")?;
    let call: Call = call.parse().map_err(text)?;
    reader.act(seat, Action::Bid(call))
}

fn read_name(reader: &mut Reader<Texas42>, token: &str) -> Result<(), String> {
    let (seat, declaration) = seat_and(token, "0:fives")?;
    reader.act(seat, Action::Name(declaration.parse().map_err(text)?))
}

/// `0:6-4`, or `=0+11` behind a trick.
fn read_play(reader: &mut Reader<Texas42>, token: &str) -> Result<(), String> {
    if let Some(result) = token.strip_prefix('=') {
        return check_trick(reader, result);
    }
    let (seat, domino) = seat_and(token, "0:6-4")?;
    reader.act(seat, Action::Play(domino.parse().map_err(text)?))
}

fn check_trick(reader: &Reader<Texas42>, result: &str) -> Result<(), String> {
    let is_won = |event: &Event| matches!(event, Event::TrickWon { .. });
    if !reader.latest().iter().any(is_won) {
        return Err("this trick is not complete".to_owned());
    }
    let won = trick_result(&reader.game().table);
    if won == result {
        Ok(())
    } else {
        Err(format!("this trick ended: ={won}"))
    }
}

fn check_result(reader: &Reader<Texas42>, word: &str, rest: &str) -> Result<(), String> {
    let is_scored = |event: &Event| matches!(event, Event::HandScored { .. });
    if !reader.latest().iter().any(is_scored) {
        return Err("this hand is not over".to_owned());
    }
    let scored = hand_result(&reader.game().table);
    if scored == format!("{word} {rest}") {
        Ok(())
    } else {
        Err(format!("this hand ended: {scored}"))
    }
}

fn check_won(game: &Texas42, rest: &str) -> Result<(), String> {
    let table = &game.table;
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
        _ => Err(format!(
            "{} is not a seat: seats are 0 to 3",
            shortened(word)
        )),
    }
}

fn option<T: DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(Value::String(word.to_owned())).map_err(text)
}
