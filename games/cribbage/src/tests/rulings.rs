//! The result of a ruling's `given`.

use kernel::{Game, Seat};
use testkit::{faults, record_story};

use crate::score::{Four, HandOrCrib, Show, Stack, Tally, explain};
use crate::state::CutResult;
use crate::{Cribbage, Event, Record};

#[test]
fn rulings_hold() {
    assert!(testkit::rulings(env!("CARGO_MANIFEST_DIR"), ruling) >= 60);
}

/// The result of a ruling's `given`: a hand, crib or play to count, options to check, or a record
/// to play.
fn ruling(given: &str) -> String {
    let (word, rest) = given.split_once(' ').unwrap_or((given, ""));
    match word {
        "hand" => items(&show(rest, HandOrCrib::Hand)),
        "crib" => items(&show(rest, HandOrCrib::Crib)),
        "explain" => items(&explain(&show(rest, HandOrCrib::Hand))),
        "play" => items(&play(rest)),
        "options" => faults::<Cribbage>(rest),
        _ => record_story(given, story),
    }
}

fn show(text: &str, kind: HandOrCrib) -> Tally {
    let (four, starter) = match text.split_once(", starter ") {
        Some((four, starter)) => (four, Some(starter.trim().parse().unwrap())),
        None => (text, None),
    };
    let four = Four::new(four.parse().unwrap()).unwrap();
    Show::new(four, starter, kind).unwrap().tally()
}

fn play(text: &str) -> Tally {
    let cards = pieces::parse_cards(text).unwrap();
    Stack::try_from(&cards[..]).unwrap().tally()
}

fn items(tally: &Tally) -> String {
    let mut lines: String = tally
        .items()
        .iter()
        .map(|item| format!("{}\n", line(item)))
        .collect();
    lines += &format!("total {}\n", tally.total());
    lines
}

fn line(item: &crate::score::Item) -> String {
    let cards: Vec<String> = item.pieces.iter().map(ToString::to_string).collect();
    format!("{} {}: {}", item.rule.name(), item.points, cards.join(" "))
}

/// The events from `from` on, as the table would tell them; cards in hands are left out.
fn story(record: &Record, from: usize) -> String {
    let mut text = String::new();
    let mut game = Cribbage::new(record.options().clone()).unwrap();
    for (place, event) in record.events().iter().enumerate() {
        game.evolve(event);
        if place >= from {
            text += &line_of(event, game.table.stack.count());
        }
    }
    let game = record.game();
    text += &format!("scores {:?}\n", game.scores().values().collect::<Vec<_>>());
    if let Some(next) = game.rematch() {
        let matched: Vec<&u32> = next.match_score.values().collect();
        text += &format!(
            "match {matched:?}, rematch dealt by {}\n",
            next.first_dealer.unwrap()
        );
    }
    text
}

/// The line for an event after which the play counts this much.
fn line_of(event: &Event, count: u8) -> String {
    match event {
        Event::DealerCut { result, .. } => match result {
            CutResult::Dealer(seat) => format!("{seat} deals first\n"),
            CutResult::Again(seats) => format!("{seats:?} tie and cut again\n"),
        },
        Event::Dealt { .. } | Event::Discarded { .. } | Event::AllDiscarded { .. } => String::new(),
        Event::StarterCut { card, tally } => told(&format!("starter {card}"), tally),
        Event::PlayStarted { leader } => format!("{leader} leads\n"),
        Event::Played {
            seat, card, tally, ..
        } => told(&format!("{seat} plays {card}, {count}"), tally),
        Event::WentGo { seat } => format!("{seat} says go\n"),
        Event::CountReset { leader } => format!("the count starts again, {leader} leads\n"),
        Event::PlayFinished => "all cards are played\n".to_owned(),
        Event::Shown { seat, kind, .. } => format!("{seat} is to count a {}\n", name(*kind)),
        Event::CountClaimed {
            seat,
            stated,
            pegged,
            asked,
            ..
        } => format!(
            "{seat} counts {stated} and pegs {pegged}\n{}",
            asking(*asked)
        ),
        Event::MugginsClaimed {
            seat,
            points,
            pegged,
            asked,
        } => format!(
            "{seat} claims {points} and pegs {pegged}\n{}",
            asking(*asked)
        ),
        Event::Counted {
            seat, kind, tally, ..
        } => {
            let worth = format!("the {} of {seat} is worth {}", name(*kind), tally.total());
            told(&worth, tally)
        }
        Event::Won(outcome) => {
            format!("side {} wins, losses {}\n", outcome.winner, losses(outcome))
        }
    }
}

fn asking(asked: Option<Seat>) -> String {
    asked.map_or(String::new(), |seat| {
        format!("{seat} is asked what was missed\n")
    })
}

fn told(what: &str, tally: &Tally) -> String {
    let items: String = tally
        .items()
        .iter()
        .map(|item| format!("  {}\n", line(item)))
        .collect();
    format!("{what}\n{items}")
}

fn name(kind: HandOrCrib) -> &'static str {
    match kind {
        HandOrCrib::Hand => "hand",
        HandOrCrib::Crib => "crib",
    }
}

fn losses(outcome: &crate::Outcome) -> String {
    let each: Vec<String> = outcome
        .losses
        .iter()
        .filter_map(|(side, loss)| loss.map(|loss| format!("{side} {loss:?}")))
        .collect();
    each.join(", ")
}
