//! Asks a person for a move: shows the view of their seat and reads their answer.

use std::io;

use ::texas42::{Action, Bid, Call, Declaration, Hand, Mode, Phase, PublicTable, View};
use kernel::Seen;
use pieces::{Domino, DominoSet};

use super::marks;
use super::tiles::{stand, tile};
use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::PersonReply;
use crate::style::{FAINT, styled};

const HELP: &str = "  Bid by typing 31, 1 mark, 2 marks, plunge 4 or splash 2, or say pass.
  Name blanks, aces, deuces, treys, fours, fives, sixes, doubles or follow-me.
  Play a domino by its number, or type it as 64 or 6-4; Enter alone plays the only one that fits.
  l  lay down: claim all the rest, in nello none of it
  ?  this help      m  the marks      q  leave the game";

/// Asks until the answer makes sense; the rules decide whether it is allowed.
pub(crate) fn ask(
    console: &mut Console<'_>,
    seen: &Seen<View>,
    cast: &Cast,
) -> io::Result<PersonReply<Action>> {
    let view = seen.value();
    for line in situation(view, cast) {
        console.say(line)?;
    }
    loop {
        let Some(answer) = console.ask(question(seen, cast))? else {
            return Ok(PersonReply::Leave);
        };
        match answer.as_str() {
            "?" | "h" | "help" => console.say(HELP)?,
            "m" | "marks" => {
                for line in marks::draw(&view.table, cast) {
                    console.say(line)?;
                }
            }
            "q" | "quit" => {
                if console.confirm("Leave the game?")? {
                    return Ok(PersonReply::Leave);
                }
            }
            answer => match read(view, answer) {
                Ok(action) => return Ok(PersonReply::Act(action)),
                Err(message) => console.say(format!("{message} (? helps)"))?,
            },
        }
    }
}

/// The facts that the person needs for the answer.
fn situation(view: &View, cast: &Cast) -> Vec<String> {
    let own = view.own.unwrap_or_default();
    let Some(hand) = &view.table.hand else {
        return Vec::new();
    };
    let mut lines = vec![String::new()];
    if let Some(on_table) = on_table(hand, cast) {
        lines.push(on_table);
    }
    lines.extend(stand(own, playable(&view.table, own)));
    match view.table.phase {
        Phase::Bidding(_) => lines.push(bids(&view.table, hand, own)),
        Phase::Naming(_) => lines.push(names(&view.table, hand)),
        _ => {}
    }
    lines
}

/// The trick so far.
fn on_table(hand: &Hand, cast: &Cast) -> Option<String> {
    let plays = hand.open.iter();
    let plays: Vec<String> = plays
        .map(|play| format!("{} {}", cast.name(play.seat), tile(play.domino)))
        .collect();
    (!plays.is_empty()).then(|| format!("On the table: {}.", plays.join(", ")))
}

/// The playable dominoes; all of them while nothing must be played.
fn playable(table: &PublicTable, own: DominoSet) -> DominoSet {
    let hand = table.hand.as_ref();
    let contract = hand.and_then(|hand| hand.contract(&table.options));
    match (table.phase, hand.zip(contract)) {
        (Phase::Playing(_), Some((hand, contract))) => contract.legal_plays(own, hand.lead()),
        _ => own,
    }
}

/// The legal bids, with runs of points joined.
fn bids(table: &PublicTable, hand: &Hand, own: DominoSet) -> String {
    let doubles = own.iter().filter(|domino| domino.is_double()).count() as u8;
    let calls = hand.auction.legal_calls(&table.options, doubles);
    let mode = table.options.mode;
    let points: Vec<u8> = (calls.iter())
        .filter_map(|call| match call {
            Call::Bid(Bid::Points(points)) => Some(*points),
            _ => None,
        })
        .collect();
    let run = match points[..] {
        [] => None,
        [only] => Some(only.to_string()),
        [first, .., last] => Some(format!("{first} to {last}")),
    };
    let others = calls.iter().filter_map(|call| match call {
        Call::Bid(Bid::Points(_)) => None,
        Call::Bid(bid) => Some(bid.called(mode).to_string()),
        Call::Pass => Some("pass".to_owned()),
    });
    let words: Vec<String> = run.into_iter().chain(others).collect();
    styled(FAINT, format!("Bids: {}", words.join(", ")))
}

/// The legal declarations.
fn names(table: &PublicTable, hand: &Hand) -> String {
    let bid = hand.auction.standing().map(|(_, bid)| bid);
    let names: Vec<&str> = Declaration::ALL
        .into_iter()
        .filter(|&declaration| bid.is_some_and(|bid| table.options.allows(bid, declaration)))
        .map(Declaration::name)
        .collect();
    styled(FAINT, format!("Trumps: {}", names.join(", ")))
}

/// The question; it names the person if several share the keyboard.
fn question(seen: &Seen<View>, cast: &Cast) -> String {
    let question = match seen.value().table.phase {
        Phase::Bidding(_) => "what do you bid?",
        Phase::Naming(_) => "what do you name?",
        _ => "which domino do you play?",
    };
    match seen.viewer().seat() {
        Some(seat) if cast.you().is_none() => format!("{}, {question}", cast.name(seat)),
        _ => question.replacen('w', "W", 1),
    }
}

/// The action of an answer.
fn read(view: &View, answer: &str) -> Result<Action, String> {
    let own = view.own.unwrap_or_default();
    let answer = answer.to_lowercase();
    match view.table.phase {
        Phase::Bidding(_) => read_call(view.table.options.mode, &answer).map(Action::Bid),
        Phase::Naming(_) => {
            let name = answer.replace(' ', "-");
            name.parse()
                .map(Action::Name)
                .map_err(|error: ::texas42::UnknownDeclaration| format!("{error}."))
        }
        _ if matches!(answer.as_str(), "l" | "lay down" | "lay-down") => Ok(Action::LayDown),
        _ if answer.is_empty() => only_domino(playable(&view.table, own)),
        _ => read_domino(own, &answer).map(Action::Play),
    }
}

fn read_call(mode: Mode, answer: &str) -> Result<Call, String> {
    let call = match answer {
        "p" => Ok(Call::Pass),
        answer => answer.parse(),
    };
    call.map_err(|error: ::texas42::UnknownBid| match mode {
        Mode::Marks => format!("{error}."),
        Mode::Points => "Type a bid from 30 to 42, 84 or 168, or pass.".to_owned(),
    })
}

/// The only playable domino; `None` if there is a choice.
fn only_domino(playable: DominoSet) -> Result<Action, String> {
    match (playable.first(), playable.len()) {
        (Some(domino), 1) => Ok(Action::Play(domino)),
        _ => Err("There is a choice: type a domino or its number.".to_owned()),
    }
}

/// A domino of the hand by its number, or any by its two ends.
fn read_domino(own: DominoSet, word: &str) -> Result<Domino, String> {
    let is_number = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return word
            .parse()
            .map_err(|error: pieces::ParseDominoError| format!("{error}."));
    }
    let place = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let domino = place.and_then(|place| own.iter().nth(place));
    domino.ok_or_else(|| match own.len() {
        1 => "You have only one domino.".to_owned(),
        n_dominoes => format!("Your dominoes are numbered 1 to {n_dominoes}."),
    })
}
