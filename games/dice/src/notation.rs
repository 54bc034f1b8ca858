//! A whole game as text: the records of dice hands.
//!
//! ```text
//! [Game "dice"]
//! [Rules "2"]
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
//! A line is a decision of luck (`round` with its `boss`, `lock`, `roll`, `throw`, `collect`,
//! `shop`), of a seat (`reroll`, `wild`, `score`, `buy`, `leave`, `stop`), or a result (`scored`,
//! `paid`, `ended`). After the word comes the seat. A `roll` gives the face of every die in order
//! of places, a `throw` the places too: `2:3`. Behind a face, `!` means that glass breaks and `>4`
//! that an echo copies die 4. Decisions are the record. Results and targets are there for the
//! reader; they may be left out, and are checked if they are given. [`kernel::record`] has what all
//! records share.

use std::fmt;

use kernel::record::{Reader, number, shortened, spaced, text};
use kernel::{Game, Input, Notation, Seat, SeatSet};
use pieces::Die;

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::items::Item;
use crate::options::{MAX_DICE, Options};
use crate::run::RunStep;
use crate::score::{FullHouse, HandKind, OfAKind, Parity};
use crate::shop::Good;
use crate::state::{Action, Chance, DiceHands, Event, Fortune, Phase, Served};
use crate::throw::Fall;

/// A run or race that was played, or a part of one, from its start.
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
pub type Record = kernel::Record<DiceHands>;

impl Notation for DiceHands {
    type Open = OpenDraw;

    const INCOMPLETE: &'static str = "this draw lacks the luck of a seat";

    fn tags(options: &Options) -> Vec<(&'static str, String)> {
        let given = Options::default();
        let mut tags = vec![("Seats", options.seats.to_string())];
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
        tags
    }

    fn read_tag(options: &mut Options, name: &str, value: &str) -> Result<bool, String> {
        let rules = &mut options.rules;
        match name {
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

    fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        record.replay(|game, input, events| {
            write_input(f, game, input)?;
            events.iter().try_for_each(|event| write_result(f, event))
        })
    }

    fn read(reader: &mut Reader<DiceHands>, word: &str, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let of_luck = ["lock", "roll", "throw", "collect", "shop"].contains(&word);
        if reader.is_open() && !of_luck {
            return Err("the luck of every waiting seat must come first".to_owned());
        }
        match (word, &words[..]) {
            ("round", rest) => read_round(reader, rest),
            ("ended", rest) => check_ended(reader.game(), rest),
            (_, []) => Err("a seat must come first, then its action".to_owned()),
            (word, [seat, rest @ ..]) => read_of_seat(reader, word, Seat(number(seat)?), rest),
        }
    }
}

// Writing.

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
        Event::Step { seat, step, .. } => match step {
            RunStep::Scored { tally, passed } => {
                let verdict = verdict(*passed);
                writeln!(f, "scored {seat} {} {verdict}", tally.total())
            }
            RunStep::Paid { pay } => writeln!(f, "paid {seat} {}", pay.total()),
            _ => Ok(()),
        },
        Event::Ended { winners } if winners.is_empty() => writeln!(f, "ended lost"),
        Event::Ended { winners } => writeln!(f, "ended won {}", spaced(winners)),
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
        // One more die is offered without being drawn and is never written.
        Good::ExtraDie => "extra_die",
    }
}

// Reading.

/// A draw whose lines have not all been read.
#[derive(Debug, Default)]
pub struct OpenDraw {
    boss: Option<Boss>,
    served: Vec<Served>,
    locked: Vec<u8>,
    collected: Option<u8>,
}

fn read_of_seat(
    reader: &mut Reader<DiceHands>,
    word: &str,
    seat: Seat,
    rest: &[&str],
) -> Result<(), String> {
    match (word, rest) {
        ("lock", dice) => {
            reader.open().locked = numbers(dice)?;
            Ok(())
        }
        ("collect", [die]) => {
            reader.open().collected = Some(number(die)?);
            Ok(())
        }
        ("roll", falls) => {
            let falls = at_most(MAX_DICE, falls)?.iter().zip(0..);
            let falls = falls.map(|(text, die)| fall(Some(die), text));
            read_throw(reader, seat, falls.collect::<Result<_, _>>()?)
        }
        ("throw", falls) => {
            let falls = at_most(MAX_DICE, falls)?.iter();
            let falls = falls.map(|text| fall(None, text));
            read_throw(reader, seat, falls.collect::<Result<_, _>>()?)
        }
        ("shop", goods) => {
            let goods = goods
                .iter()
                .map(|name| good(name))
                .collect::<Result<_, _>>()?;
            let collected = reader.open().collected.take();
            serve(reader, seat, Fortune::Shop { collected, goods })
        }
        ("reroll", dice) => {
            let dice = numbers(dice)?;
            reader.act(seat, Action::Reroll { dice })
        }
        ("wild", [setting]) => {
            let (die, face) = setting
                .split_once('=')
                .ok_or_else(|| format!("{}: write 2=6", shortened(setting)))?;
            let (die, face) = (number(die)?, face.parse().map_err(text)?);
            reader.act(seat, Action::SetWild { die, face })
        }
        ("score", []) => reader.act(seat, Action::ScoreDice),
        ("buy", [offer]) => read_buy(reader, seat, offer, None),
        ("buy", [offer, "for", die]) => read_buy(reader, seat, offer, Some(die)),
        ("leave", []) => reader.act(seat, Action::LeaveShop),
        ("stop", []) => reader.act(seat, Action::StopRun),
        ("scored", [points, verdict]) => check_scored(reader.latest(), seat, points, verdict),
        ("paid", [dollars]) => check_paid(reader.latest(), seat, dollars),
        (other, _) => Err(format!(
            "a line must start with round, lock, roll, throw, collect, shop, reroll, wild, score, \
             buy, leave, stop, scored, paid or ended, not {}",
            shortened(other)
        )),
    }
}

fn read_buy(
    reader: &mut Reader<DiceHands>,
    seat: Seat,
    offer: &str,
    replace: Option<&str>,
) -> Result<(), String> {
    let offer = number(offer)?;
    let replace = replace.map(number).transpose()?;
    reader.act(seat, Action::Buy { offer, replace })
}

/// `round 4`, with its `target 98` and its `boss miser`.
fn read_round(reader: &mut Reader<DiceHands>, rest: &[&str]) -> Result<(), String> {
    let (said, rest) = match rest {
        [said, rest @ ..] => (number::<u32>(said)?, rest),
        [] => return Err("a round must have a number".to_owned()),
    };
    let (target, rest) = match rest {
        ["target", target, rest @ ..] => (Some(number::<u64>(target)?), rest),
        rest => (None, rest),
    };
    let boss = match rest {
        ["boss", boss] => Some(boss.parse().map_err(text)?),
        [] => None,
        _ => return Err("a round must look like: round 4 target 98 boss miser".to_owned()),
    };
    let round = reader.game().table.next_round(boss);
    if reader.game().table.phase != Phase::Starting || said != round.number {
        return Err(format!("round {said} must not start here"));
    }
    if target.is_some_and(|target| target != round.target) {
        return Err(format!(
            "the target of round {said} must be {}",
            round.target
        ));
    }
    reader.open().boss = boss;
    Ok(())
}

fn read_throw(reader: &mut Reader<DiceHands>, seat: Seat, falls: Vec<Fall>) -> Result<(), String> {
    let locked = std::mem::take(&mut reader.open().locked);
    serve(reader, seat, Fortune::Throw { locked, falls })
}

/// Adds the luck of a seat, and draws once every waiting seat has its own.
fn serve(reader: &mut Reader<DiceHands>, seat: Seat, fortune: Fortune) -> Result<(), String> {
    let n_waiting = waiting(reader.game()).len();
    let draw = reader.open();
    draw.served.push(Served { seat, fortune });
    if draw.served.len() < n_waiting {
        return Ok(());
    }
    let draw = reader.close();
    reader.luck(Chance {
        boss: draw.boss,
        served: draw.served,
    })
}

/// The seats that wait for luck, including those of a round that is about to start.
fn waiting(game: &DiceHands) -> SeatSet {
    match game.table.phase {
        Phase::Starting => Seat::all(game.n_seats())
            .filter(|&seat| !game.runs[seat].is_out())
            .collect(),
        _ => game.waiting(),
    }
}

fn check_scored(latest: &[Event], seat: Seat, points: &str, said: &str) -> Result<(), String> {
    let points: i32 = number(points)?;
    match latest_step(latest, seat, |step| matches!(step, RunStep::Scored { .. })) {
        Some(RunStep::Scored { tally, passed })
            if (tally.total(), verdict(*passed)) == (points, said) =>
        {
            Ok(())
        }
        Some(RunStep::Scored { tally, passed }) => {
            let (total, verdict) = (tally.total(), verdict(*passed));
            Err(format!("this scores {total} and {verdict}"))
        }
        _ => Err(format!("seat {seat} does not score here")),
    }
}

fn check_paid(latest: &[Event], seat: Seat, dollars: &str) -> Result<(), String> {
    let dollars: u64 = number(dollars)?;
    match latest_step(latest, seat, |step| matches!(step, RunStep::Paid { .. })) {
        Some(RunStep::Paid { pay }) if pay.total() == dollars => Ok(()),
        Some(RunStep::Paid { pay }) => Err(format!("this pays {}", pay.total())),
        _ => Err(format!("seat {seat} is not paid here")),
    }
}

fn latest_step(latest: &[Event], of: Seat, is: impl Fn(&RunStep) -> bool) -> Option<&RunStep> {
    latest.iter().find_map(|event| match event {
        Event::Step { seat, step, .. } if *seat == of => Some(step).filter(|step| is(step)),
        _ => None,
    })
}

fn check_ended(game: &DiceHands, rest: &[&str]) -> Result<(), String> {
    let Some(winners) = &game.table.winners else {
        return Err("the game has not ended here".to_owned());
    };
    let truth = if winners.is_empty() {
        "lost".to_owned()
    } else {
        format!("won {}", spaced(winners))
    };
    if rest.join(" ") == truth {
        Ok(())
    } else {
        Err(format!("this game ended: {truth}"))
    }
}

/// `5`, `5!`, `5>2`, or with its place `3:5!`.
fn fall(die: Option<u8>, token: &str) -> Result<Fall, String> {
    let (die, rest) = match (die, token.split_once(':')) {
        (Some(die), None) => (die, token),
        (None, Some((die, rest))) => (number(die)?, rest),
        _ => {
            return Err(
                "a roll must give faces, such as 5, and a throw also places, such as 2:5"
                    .to_owned(),
            );
        }
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

/// A die, a hand to raise or an item by its name.
pub(crate) fn good(name: &str) -> Result<Good, String> {
    let die = || name.parse::<DieKind>().map(Good::Die).ok();
    let upgrade = || name.parse::<HandKind>().map(Good::Upgrade).ok();
    let item = || name.parse::<Item>().map(Good::Item).ok();
    let found = die().or_else(upgrade).or_else(item);
    found.ok_or_else(|| {
        format!(
            "{} must be a die, a hand or an item of a shop",
            shortened(name)
        )
    })
}

fn at_most<'a, 'b>(most: usize, words: &'a [&'b str]) -> Result<&'a [&'b str], String> {
    if words.len() > most {
        return Err(format!(
            "there must be at most {most} here, not {}",
            words.len()
        ));
    }
    Ok(words)
}

fn numbers(words: &[&str]) -> Result<Vec<u8>, String> {
    let words = at_most(MAX_DICE, words)?.iter();
    words.map(|word| number(word)).collect()
}

fn one_of<T: Copy>(word: &str, readings: [(&str, T); 2]) -> Result<T, String> {
    let found = readings.iter().find(|(name, _)| *name == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let [(first, _), (second, _)] = readings;
        format!("this must be {first} or {second}, not {}", shortened(word))
    })
}
