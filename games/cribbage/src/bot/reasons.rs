//! Reasons for and against a throw or a card, in words that a learner understands.
//!
//! A sentence names the cards that are kept or the points that are scored, and the gain of the
//! other side. It never claims that something is best: the order of the list shows that.

use pieces::{Card, CardSet, Rank};

use super::chance::TARGET;
use super::guess::Guess;
use super::habits::Role;
use super::outlook::Board;
use super::ranks::{RANKS, peg, rank_of};
use super::seats;
use super::sight::pile;
use super::throws::Worth;
use crate::aloud;
use crate::score::{Four, HandOrCrib, Rule, Show, Stack};
use crate::state::{Count, Phase, PublicTable};

/// The reason for a throw at a table of two.
pub(crate) fn throw(worth: &Worth, dealer: bool, board: Board) -> String {
    let kept = keeps(worth.kept);
    match way_out(worth, board) {
        Some(way_out) => format!("{kept}; {way_out}"),
        None => format!("{kept}; {}", crib(worth.thrown, worth.crib, dealer)),
    }
}

/// The reason to keep four of five cards, at a table of three or four.
pub(crate) fn throw_of_one(throw: &seats::CardThrow, owns_crib: bool) -> String {
    // Any three cards and a starter make a crib of about 4.7 points, which is the middle.
    format!(
        "{}; {}",
        keeps(throw.kept),
        crib(throw.thrown, throw.crib, owns_crib)
    )
}

/// The combinations that the four cards already hold.
fn keeps(kept: Four) -> String {
    let tally = match Show::new(kept, None, HandOrCrib::Hand) {
        Ok(show) => show.tally(),
        Err(_) => return String::from("keeps these four"),
    };
    if tally.items().is_empty() {
        return String::from("keeps nothing that scores yet, only what a good starter may help");
    }
    let mut parts: Vec<String> = Vec::new();
    let fifteens = tally
        .items()
        .iter()
        .filter(|item| item.rule == Rule::Fifteen);
    for item in &tally {
        match (item.rule, item.pieces.first()) {
            (Rule::Fifteen, _) | (_, None) => {}
            (Rule::Pair, Some(card)) => parts.push(format!("the pair of {}", plural(card.rank()))),
            (Rule::ThreeOfAKind, Some(card)) => {
                parts.push(format!("three {}", plural(card.rank())))
            }
            (Rule::FourOfAKind, Some(card)) => {
                parts.push(format!("all four {}", plural(card.rank())))
            }
            (rule, _) => parts.push(aloud::spoken(rule).replacen("a ", "the ", 1)),
        }
    }
    match fifteens.count() {
        0 => {}
        1 => parts.push(String::from("a fifteen")),
        several => parts.push(format!("{} fifteens", aloud::number(several as i32))),
    }
    format!("keeps {}", aloud::join(parts, "and "))
}

/// The effect of the throw on the crib.
fn crib(thrown: CardSet, points: f64, own: bool) -> String {
    let names: Vec<&str> = thrown.iter().map(|card| card.rank().name()).collect();
    let names = match names[..] {
        [one, other] if one == other => format!("two {}", plural_name(one)),
        _ => format!("the {}", names.join(" and ")),
    };
    let verb = if thrown.len() == 1 { "s" } else { "" };
    // The middle of good players' throws: 4.7 to their own crib, 4.4 to the other's.
    match (own, points) {
        (true, 6.0..) => format!("{names} make{verb} your crib rich, {points:.1} on average"),
        (true, 4.2..) => format!("{names} help{verb} your crib to {points:.1} on average"),
        (true, _) => format!("{names} bring{verb} your crib little, {points:.1} on average"),
        (false, 6.0..) => {
            format!("{names} make{verb} the dealer's crib rich, {points:.1} on average")
        }
        (false, 4.7..) => format!("{names} help{verb} the dealer's crib to {points:.1} on average"),
        (false, _) => {
            format!("{names} give{verb} the dealer's crib little, {points:.1} on average")
        }
    }
}

/// The chance that the hand alone reaches the target, if that is near.
fn way_out(worth: &Worth, board: Board) -> Option<String> {
    /// A hand counts more than this once in fifty.
    const NEAR: usize = 16;
    let needed = TARGET
        .checked_sub(board.own)
        .filter(|needed| (1..=NEAR).contains(needed))?;
    let home: u32 = worth.odds.counts()[needed..].iter().sum();
    let starters = worth.odds.starters();
    let when = match board.role {
        Role::Pone => "you count first",
        Role::Dealer => "you count last",
    };
    let holes = if needed == 1 { "hole" } else { "holes" };
    Some(format!(
        "{when} and are {needed} {holes} from home: the hand alone gets there with {home} of {starters} starters"
    ))
}

/// The reason to lay this card.
pub(crate) fn play(table: &PublicTable, card: Card, guesses: Option<&[Guess]>) -> String {
    let mut stack = table.stack.clone();
    if stack.push(card).is_err() {
        return String::from("does not fit under 31");
    }
    let tally = stack.tally();
    let scores = if tally.items().is_empty() {
        None
    } else {
        Some(aloud::play(&tally))
    };
    let risk = risk(table, card, &stack, guesses);
    match (scores, risk) {
        (Some(scores), Some(risk)) => format!("{scores}; {risk}"),
        (Some(scores), None) => format!("{scores}, and no card scores on it"),
        (None, Some(risk)) => risk,
        (None, None) => format!(
            "makes {}, and no card scores on it",
            aloud::number(stack.count().into())
        ),
    }
}

/// The most dangerous answer: the rank with the greatest product of its chance and its score.
fn risk(
    table: &PublicTable,
    card: Card,
    stack: &Stack,
    guesses: Option<&[Guess]>,
) -> Option<String> {
    let Phase::Playing(seat) = table.phase else {
        return None;
    };
    if table
        .held
        .iter()
        .all(|(other, held)| other == seat || *held == 0)
    {
        return None;
    }
    let mut after = pile(table);
    after.push(rank_of(card));
    let mut worst: Option<(usize, f64, f64)> = None;
    for rank in (0..RANKS).filter(|&rank| stack.count() + peg(rank) <= 31) {
        let points = f64::from(after.points(rank));
        let likely = guesses.map_or(0.25, |guesses| share_with(guesses, rank));
        let fear = points * likely;
        if fear > 0.0 && worst.is_none_or(|(_, most, _)| fear > most) {
            worst = Some((rank, fear, likely));
        }
    }
    let (rank, _, likely) = worst?;
    let points = after.points(rank);
    let name = Rank::ALL[rank % RANKS].name();
    let article = if name.starts_with(['a', 'e']) {
        "an"
    } else {
        "a"
    };
    let what = format!(
        "{article} {name} in answer would score {}",
        aloud::number(points.into())
    );
    Some(match guesses {
        Some(_) => format!("{what}, and is held about {}", times_in_100(likely)),
        None => what,
    })
}

fn times_in_100(likely: f64) -> String {
    match (likely * 100.0).round() {
        0.0 => String::from("never"),
        1.0 => String::from("once in 100 times"),
        times => format!("{times} times in 100"),
    }
}

/// The chance that a hand holds this rank.
fn share_with(guesses: &[Guess], rank: usize) -> f64 {
    let (mut with, mut all) = (0.0, 0.0);
    for (hand, weight) in guesses {
        all += f64::from(*weight);
        if hand.count(rank) > 0 {
            with += f64::from(*weight);
        }
    }
    if all > 0.0 { with / all } else { 0.0 }
}

/// The reason to count or claim this much.
pub(crate) fn count(table: &PublicTable, count: &Count, pegged: u8, right: u8) -> String {
    let shown = Four::new(count.cards).and_then(|four| Show::new(four, table.starter, count.kind));
    let said = shown.map_or_else(|_| String::new(), |show| aloud::show(&show.tally()));
    match (count.stated, right - pegged.min(right)) {
        (None, 0) => said,
        (None, missed) => format!("{missed} too few: {said}"),
        (Some(_), 0) if right == 0 => format!("nothing was missed: {said}"),
        (Some(stated), 0) => format!("{stated} were counted: {said}"),
        (Some(_), missed) => {
            format!("a wrong claim scores nothing, and {missed} were missed: {said}")
        }
    }
}

fn plural(rank: Rank) -> String {
    plural_name(rank.name())
}

fn plural_name(name: &str) -> String {
    if name.ends_with('x') {
        format!("{name}es")
    } else {
        format!("{name}s")
    }
}
