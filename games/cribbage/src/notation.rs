//! A whole game as text: how cribbage writes its records.
//!
//! ```text
//! [Game "cribbage"]
//! [Rules "2"]
//! [Seats "2"]
//! [Target "121"]
//! [Counting "auto"]
//!
//! cut 4H 9S
//!
//! deal 1 dealer 0
//! hand 0 5H 6C 7S 7D 8C KD
//! hand 1 2S 3S 4D TS QC KH
//! throw 1 TS KH
//! throw 0 8C KD
//! starter 5D
//! play 1:QC=10 0:5H=15+2 1:4D=19 0:7S=26 1:3S=29 0:go 1:2S=31+2
//! play 0:7D=7 0:6C=13+1
//! show 1 8
//! show 0 16
//! crib 0 8
//! ```
//!
//! A line is a decision of luck (`cut`, `deal` with its `hand`s and the `deck`'s card, `starter`),
//! of a seat (`throw`, `play`, `count`, `muggins`), or a result (`show`, `crib`, `won`). Decisions
//! are the record. Results, and the `=count`, `+points` and `go` of a play, are there for the
//! reader; they may be left out, and are checked if they are given. [`kernel::record`] has what all
//! records share.

use std::fmt;
use std::str::FromStr;

use kernel::record::{Reader, number, shortened, spaced, switch, text, yes_or_no};
use kernel::{BySide, Game, Input, Notation, Seat};
use pieces::{Card, CardSet};

use crate::options::{Counting, Options};
use crate::score::{HandOrCrib, peg_value};
use crate::state::{Action, Chance, Cribbage, Event};

/// A game of cribbage that was played, or a part of one, from its start.
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
pub type Record = kernel::Record<Cribbage>;

impl Notation for Cribbage {
    type Open = OpenDeal;

    const INCOMPLETE: &'static str = "this deal lacks the cards of a seat or of the deck";

    fn tags(options: &Options) -> Vec<(&'static str, String)> {
        let usual = Options::default();
        let mut tags = vec![
            ("Seats", options.seats.to_string()),
            ("Target", options.target.to_string()),
            ("Counting", counting_word(options.counting).to_owned()),
        ];
        if options.alone {
            tags.push(("Alone", yes_or_no(true).to_owned()));
        }
        if options.head_start != usual.head_start {
            tags.push(("HeadStart", spaced(options.head_start.values())));
        }
        if let Some(seat) = options.first_dealer {
            tags.push(("FirstDealer", seat.to_string()));
        }
        if options.match_score != usual.match_score {
            tags.push(("Match", spaced(options.match_score.values())));
        }
        tags
    }

    fn read_tag(options: &mut Options, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "Seats" => options.seats = number(value)?,
            "Target" => options.target = number(value)?,
            "Alone" => options.alone = switch(value)?,
            "Counting" => {
                options.counting = [Counting::Auto, Counting::Manual, Counting::Muggins]
                    .into_iter()
                    .find(|&counting| counting_word(counting) == value)
                    .ok_or_else(|| {
                        format!(
                            "this must be auto, manual or muggins, not {}",
                            shortened(value)
                        )
                    })?;
            }
            "HeadStart" => options.head_start = numbers(value)?,
            "Match" => options.match_score = numbers(value)?,
            "FirstDealer" => options.first_dealer = Some(Seat(number(value)?)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer {
            game: Cribbage::at_start(record.options().clone()),
            in_play: false,
        };
        record.replay(|_, input, events| {
            writer.input(f, input)?;
            for event in events {
                writer.event(f, event)?;
                writer.game.evolve(event);
            }
            Ok(())
        })?;
        writer.end_play(f)
    }

    fn read(reader: &mut Reader<Cribbage>, word: &str, rest: &str) -> Result<(), String> {
        if reader.is_open() && !matches!(word, "hand" | "deck") {
            return Err("the cards of the deal must come first: hand <seat> <cards>".to_owned());
        }
        match word {
            "cut" => reader.luck(Chance::Cut(pieces::parse_cards(rest).map_err(text)?)),
            "deal" => open_deal(reader, rest),
            "hand" => read_hand(reader, rest),
            "deck" => read_deck(reader, rest),
            "throw" => {
                let (seat, thrown) = seat_and(rest)?;
                reader.act(seat, Action::Discard(cards(thrown)?))
            }
            "starter" => read_starter(reader, rest),
            "play" => rest
                .split_whitespace()
                .try_for_each(|token| read_play(reader, token)),
            "count" => {
                let (seat, points) = seat_and(rest)?;
                reader.act(seat, Action::Count(number(points)?))
            }
            "muggins" => {
                let (seat, points) = seat_and(rest)?;
                reader.act(seat, Action::Muggins(number(points)?))
            }
            "show" | "crib" => check_count(reader.latest(), word, rest),
            "won" => check_won(reader.game(), rest),
            other => Err(format!(
                "a line must start with cut, deal, hand, deck, throw, starter, play, count, muggins, \
                 show, crib or won, not {}",
                shortened(other)
            )),
        }
    }
}

// Writing.

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
                seat, card, tally, ..
            } => {
                let count = self.game.table.stack.count() + peg_value(card.rank());
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

fn kind_word(kind: HandOrCrib) -> &'static str {
    match kind {
        HandOrCrib::Hand => "show",
        HandOrCrib::Crib => "crib",
    }
}

fn scores(game: &Cribbage) -> String {
    let scores: Vec<String> = game.scores().values().map(ToString::to_string).collect();
    scores.join("-")
}

fn counting_word(counting: Counting) -> &'static str {
    match counting {
        Counting::Auto => "auto",
        Counting::Manual => "manual",
        Counting::Muggins => "muggins",
    }
}

// Reading.

/// A deal whose lines have not all been read.
#[derive(Debug, Default)]
pub struct OpenDeal {
    dealer: Option<Seat>,
    hands: Vec<CardSet>,
    from_deck: CardSet,
}

fn open_deal(reader: &mut Reader<Cribbage>, rest: &str) -> Result<(), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (deal, dealer) = match words[..] {
        [] => (None, None),
        [deal, "dealer", dealer] => (Some(number::<u32>(deal)?), Some(Seat(number(dealer)?))),
        _ => return Err("a deal must look like: deal 1 dealer 0".to_owned()),
    };
    let expected = reader.game().table.deal + 1;
    if deal.is_some_and(|deal| deal != expected) {
        return Err(format!("this must be deal {expected}"));
    }
    reader.open().dealer = dealer;
    Ok(())
}

fn read_hand(reader: &mut Reader<Cribbage>, rest: &str) -> Result<(), String> {
    let (seat, hand) = seat_and(rest)?;
    let hand = cards(hand)?;
    let (seats, dealt) = (reader.options().seats, reader.options().dealt());
    let from_deck = reader.options().from_deck();
    if !reader.is_open() {
        return Err("a hand must follow a deal".to_owned());
    }
    let hands = &mut reader.open().hands;
    if seat.index() != hands.len() || seat.0 >= seats {
        return Err("a deal must give each seat its hand once, in order from seat 0".to_owned());
    }
    if hand.len() != dealt {
        return Err(format!(
            "a seat must be dealt {dealt} cards, not {}",
            hand.len()
        ));
    }
    hands.push(hand);
    let complete = hands.len() == usize::from(seats);
    if complete && from_deck == 0 {
        close_deal(reader)
    } else {
        Ok(())
    }
}

fn read_deck(reader: &mut Reader<Cribbage>, rest: &str) -> Result<(), String> {
    let cards = cards(rest)?;
    let (seats, needed) = (reader.options().seats, reader.options().from_deck());
    let complete = reader.is_open() && reader.open().hands.len() == usize::from(seats);
    if !complete || cards.len() != needed {
        return Err(format!(
            "the deck must give {needed} to the crib, after all the hands"
        ));
    }
    reader.open().from_deck = cards;
    close_deal(reader)
}

fn close_deal(reader: &mut Reader<Cribbage>) -> Result<(), String> {
    let OpenDeal {
        dealer,
        hands,
        from_deck,
    } = reader.close();
    reader.luck(Chance::Deal {
        hands: hands.into(),
        from_deck,
    })?;
    match reader.game().table.dealer {
        Some(deals) if dealer.is_some_and(|dealer| dealer != deals) => {
            Err(format!("the dealer must be seat {deals}"))
        }
        _ => Ok(()),
    }
}

fn read_starter(reader: &mut Reader<Cribbage>, rest: &str) -> Result<(), String> {
    let (card, points) = split_plus(rest)?;
    reader.luck(Chance::Starter(card.parse().map_err(text)?))?;
    check_points(reader.latest(), points)
}

/// `0:5H`, `0:5H=15`, `0:5H=15+2` or `0:go`.
fn read_play(reader: &mut Reader<Cribbage>, token: &str) -> Result<(), String> {
    let (seat, card) = token
        .split_once(':')
        .ok_or_else(|| format!("{}: a play must look like 0:5H=15+2", shortened(token)))?;
    let seat = Seat(number(seat)?);
    if card == "go" {
        let said = reader.latest().contains(&Event::WentGo { seat });
        let silent = || format!("seat {seat} does not say go here");
        return said.then_some(()).ok_or_else(silent);
    }
    let (card, points) = split_plus(card)?;
    let (card, count) = match card.split_once('=') {
        Some((card, count)) => (card, Some(number::<u8>(count)?)),
        None => (card, None),
    };
    let card: Card = card.parse().map_err(text)?;
    let true_count = reader.game().table.stack.count() + peg_value(card.rank());
    reader.act(seat, Action::Play(card))?;
    if count.is_some_and(|count| count != true_count) {
        return Err(format!("{card}: the count must be {true_count}"));
    }
    check_points(reader.latest(), points)
}

/// Compares the points written behind a card with its score.
fn check_points(latest: &[Event], points: Option<i32>) -> Result<(), String> {
    let scored = match latest.first() {
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

fn check_count(latest: &[Event], word: &str, rest: &str) -> Result<(), String> {
    let (seat, points) = seat_and(rest)?;
    let points: i32 = number(points)?;
    let counted = latest.iter().find_map(|event| match event {
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

fn check_won(game: &Cribbage, rest: &str) -> Result<(), String> {
    let Some(outcome) = &game.table.outcome else {
        return Err("nobody has won here".to_owned());
    };
    let truth = format!("{} {}", outcome.winner, scores(game));
    if rest == truth {
        Ok(())
    } else {
        Err(format!("this game ended: won {truth}"))
    }
}

fn seat_and(text: &str) -> Result<(Seat, &str), String> {
    let (seat, rest) = text
        .split_once(char::is_whitespace)
        .ok_or_else(|| "a seat must come first, then its action".to_owned())?;
    Ok((Seat(number(seat)?), rest.trim()))
}

fn split_plus(text: &str) -> Result<(&str, Option<i32>), String> {
    match text.split_once('+') {
        Some((before, points)) => Ok((before, Some(number(points)?))),
        None => Ok((text, None)),
    }
}

fn cards(list: &str) -> Result<CardSet, String> {
    list.parse().map_err(text)
}

/// One number per side. An empty list is never written, and is therefore a mistake.
fn numbers<T: FromStr>(list: &str) -> Result<BySide<T>, String> {
    if list.trim().is_empty() {
        return Err("there must be a number for each side".to_owned());
    }
    list.split_whitespace()
        .map(number)
        .collect::<Result<Vec<T>, String>>()
        .map(BySide::from)
}
