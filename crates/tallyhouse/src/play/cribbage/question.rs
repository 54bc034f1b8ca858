//! Asks a person for a move: shows the view of their seat and reads their answer.

use std::io;

use cribbage::score::{HandOrCrib, Stack};
use cribbage::{Action, Count, Own, Phase, View};
use kernel::Seen;
use pieces::{Card, CardSet};

use super::board;
use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::PersonReply;
use crate::style::{FAINT, printed, styled};

const HELP: &str =
    "  Type a card as 5h or 10s, or its number in your hand; two of them as 5h 10s or 1 4.
  Enter alone plays the only card that fits. Type a count as a number.
  ?  this help      b  the board      q  leave the game";

/// Asks until the answer makes sense; the rules decide whether it is allowed.
pub(crate) fn ask(
    console: &mut Console<'_>,
    seen: &Seen<View>,
    cast: &Cast,
) -> io::Result<PersonReply<Action>> {
    let view = seen.value();
    for line in situation(view) {
        console.say(line)?;
    }
    loop {
        let Some(answer) = console.ask(question(seen, cast))? else {
            return Ok(PersonReply::Leave);
        };
        match answer.as_str() {
            "?" | "h" | "help" => console.say(HELP)?,
            "b" | "board" => {
                for line in board::draw(&view.table, cast) {
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
fn situation(view: &View) -> Vec<String> {
    let own = view.own.as_ref().map_or(CardSet::EMPTY, |own| own.hand);
    match &view.table.phase {
        Phase::Playing(_) => {
            let stack = &view.table.stack;
            let on_table = if stack.is_empty() {
                "nothing yet".to_owned()
            } else {
                format!(
                    "{} for {}",
                    printed(stack.cards().iter().copied()),
                    stack.count()
                )
            };
            let on_table = format!("\nOn the table: {on_table}.");
            vec![on_table, numbered(own, stack)]
        }
        // The cards lie face up and were told.
        Phase::Counting(_) => Vec::new(),
        _ => vec![numbered(own, &Stack::new())],
    }
}

/// The hand with its numbers; cards that do not fit are faint.
fn numbered(hand: CardSet, stack: &Stack) -> String {
    let cards = hand.iter().enumerate().map(|(index, card)| {
        let number = styled(FAINT, format!("{})", index + 1));
        if stack.fits(card) {
            format!("{number} {}", printed([card]))
        } else {
            let (rank, suit) = (card.rank(), card.suit().symbol());
            styled(FAINT, format!("{}) {rank}{suit} too high", index + 1))
        }
    });
    format!("Your cards:  {}", cards.collect::<Vec<_>>().join("   "))
}

/// The question; it names the person if several share the keyboard.
fn question(seen: &Seen<View>, cast: &Cast) -> String {
    let view = seen.value();
    let question = match (&view.table.phase, view.table.options.thrown()) {
        (Phase::Playing(_), _) => "which card do you play?",
        (Phase::Counting(Some(count)), _) => match (count.stated, count.kind) {
            (None, HandOrCrib::Hand) => "what does your hand count?",
            (None, HandOrCrib::Crib) => "what does your crib count?",
            (Some(_), _) => "how many points were missed (0 for none)?",
        },
        (_, 1) => "which card do you throw to the crib?",
        _ => "which two cards do you throw to the crib?",
    };
    match seen.viewer().seat() {
        Some(seat) if cast.you().is_none() => format!("{}, {question}", cast.name(seat)),
        _ => capitalised(question),
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The action of an answer.
fn read(view: &View, answer: &str) -> Result<Action, String> {
    let no_cards = Own {
        hand: CardSet::EMPTY,
        thrown: CardSet::EMPTY,
    };
    let hand = view.own.as_ref().unwrap_or(&no_cards).hand;
    match &view.table.phase {
        Phase::Playing(_) if answer.is_empty() => only_card(hand, &view.table.stack),
        Phase::Playing(_) => match cards(hand, answer)?[..] {
            [card] => Ok(Action::Play(card)),
            _ => Err("Play one card.".to_owned()),
        },
        Phase::Counting(Some(Count { stated: None, .. })) => number(answer).map(Action::Count),
        Phase::Counting(_) => number(answer).map(Action::Muggins),
        _ => {
            let thrown = cards(hand, answer)?;
            Ok(Action::Discard(thrown.into_iter().collect()))
        }
    }
}

/// The only playable card; `None` if there is a choice.
fn only_card(hand: CardSet, stack: &Stack) -> Result<Action, String> {
    let mut fitting = hand.iter().filter(|&card| stack.fits(card));
    match (fitting.next(), fitting.next()) {
        (Some(card), None) => Ok(Action::Play(card)),
        _ => Err("There is a choice: type a card or its number.".to_owned()),
    }
}

/// Cards of a hand, by name or by number from 1.
fn cards(hand: CardSet, answer: &str) -> Result<Vec<Card>, String> {
    let words = answer
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty());
    let cards: Result<Vec<Card>, String> = words.map(|word| card(hand, word)).collect();
    let cards = cards?;
    match cards.iter().copied().collect::<CardSet>().len() {
        0 => Err("Type a card or its number.".to_owned()),
        n if n < cards.len() => Err("That is the same card twice.".to_owned()),
        _ => Ok(cards),
    }
}

fn card(hand: CardSet, word: &str) -> Result<Card, String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let place = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let card = place.and_then(|place| hand.iter().nth(place));
        return card.ok_or_else(|| match hand.len() {
            1 => "You have only one card.".to_owned(),
            n_cards => format!("Your cards are numbered 1 to {n_cards}."),
        });
    }
    word.parse()
        .map_err(|error: pieces::ParseCardError| format!("{error}."))
}

fn number(answer: &str) -> Result<u8, String> {
    answer
        .parse()
        .map_err(|_| "Type the points as a number, such as 8.".to_owned())
}
