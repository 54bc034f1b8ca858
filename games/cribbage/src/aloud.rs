//! Counts in words, as a person at the table says them.
//!
//! "Fifteen two, fifteen four, and a pair is six": each part of a hand is said with the sum so far.
//! People say fifteens first, which is not the order in which items are listed. In the play each
//! part is said with its own points. This module does not decide what scores.

use crate::score::{Item, Rule, Tally};
use std::borrow::Cow;

/// A count of the show, as its owner says it while pegging.
///
/// ```
/// use cribbage::aloud;
/// use cribbage::score::{Four, HandOrCrib, Show};
///
/// let hand = Four::new("5H 5S TD 2C".parse().unwrap())?;
/// let tally = Show::new(hand, "9D".parse().ok(), HandOrCrib::Hand)?.tally();
/// assert_eq!(aloud::show(&tally), "fifteen two, fifteen four, and a pair is six");
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn show(tally: &Tally) -> String {
    let mut items: Vec<&Item> = tally.items().iter().collect();
    items.sort_by_key(|item| saying_order(item.rule));
    let mut sum = 0;
    let mut parts: Vec<String> = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        sum += item.points;
        let again = place > 0 && items[place - 1].rule == item.rule;
        parts.push(match item.rule {
            Rule::Fifteen => format!("fifteen {}", number(sum)),
            rule => match spoken(rule).strip_prefix("a ") {
                Some(name) if again => format!("another {name} is {}", number(sum)),
                _ => format!("{} is {}", spoken(rule), number(sum)),
            },
        });
    }
    let only_fifteens = items.iter().all(|item| item.rule == Rule::Fifteen);
    join(parts, if only_fifteens { "" } else { "and " })
}

/// The score of a played card or of the starter, in the words of the player who pegs it.
///
/// ```
/// use cribbage::aloud;
/// use cribbage::score::Stack;
///
/// let stack = Stack::try_from(&pieces::parse_cards("4H 5C 6D").unwrap()[..])?;
/// assert_eq!(aloud::play(&stack.tally()), "fifteen for two and a run of three for three");
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn play(tally: &Tally) -> String {
    let say = |item: &Item| format!("{} for {}", spoken(item.rule), number(item.points));
    join(tally.items().iter().map(say).collect(), "and ")
}

/// A number in words up to thirty-one, the highest count; larger numbers in digits.
///
/// ```
/// assert_eq!(cribbage::aloud::number(24), "twenty-four");
/// ```
pub fn number(number: i32) -> Cow<'static, str> {
    const WORDS: [&str; 32] = [
        "nothing",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "twenty-one",
        "twenty-two",
        "twenty-three",
        "twenty-four",
        "twenty-five",
        "twenty-six",
        "twenty-seven",
        "twenty-eight",
        "twenty-nine",
        "thirty",
        "thirty-one",
    ];
    match usize::try_from(number).ok().and_then(|n| WORDS.get(n)) {
        Some(&word) => Cow::Borrowed(word),
        None => Cow::Owned(number.to_string()),
    }
}

/// Fifteens, then groups, runs, flush and jack. Items of one class keep their order.
fn saying_order(rule: Rule) -> u8 {
    match rule {
        Rule::Fifteen => 0,
        Rule::FourOfAKind | Rule::ThreeOfAKind | Rule::Pair => 1,
        Rule::Flush5 | Rule::Flush4 => 3,
        Rule::RightJack => 4,
        _ => 2,
    }
}

/// The name that people use for an item.
pub(crate) fn spoken(rule: Rule) -> &'static str {
    match rule {
        Rule::DoubleRunOf4 => "a double run of four",
        Rule::QuadrupleRunOf3 => "a quadruple run of three",
        Rule::TripleRunOf3 => "a triple run of three",
        Rule::DoubleRunOf3 => "a double run of three",
        Rule::PeggingRunOf7 => "a run of seven",
        Rule::PeggingRunOf6 => "a run of six",
        Rule::RunOf5 | Rule::PeggingRunOf5 => "a run of five",
        Rule::RunOf4 | Rule::PeggingRunOf4 => "a run of four",
        Rule::RunOf3 | Rule::PeggingRunOf3 => "a run of three",
        Rule::FourOfAKind | Rule::PeggingFourOfAKind => "four of a kind",
        Rule::ThreeOfAKind | Rule::PeggingThreeOfAKind => "three of a kind",
        Rule::Pair | Rule::PeggingPair => "a pair",
        Rule::Fifteen | Rule::PeggingFifteen => "fifteen",
        Rule::PeggingThirtyOne => "thirty-one",
        Rule::Flush5 => "a flush of five",
        Rule::Flush4 => "a flush of four",
        Rule::RightJack => "one for his nobs",
        Rule::LastCard => "last card",
        Rule::Heels => "his heels",
    }
}

/// Joins the parts to one sentence, with `and` before the last.
pub(crate) fn join(mut parts: Vec<String>, and: &str) -> String {
    let Some(last) = parts.pop() else {
        return number(0).into_owned();
    };
    match &parts[..] {
        [] => last,
        [one] if !and.is_empty() => format!("{one} {and}{last}"),
        several => format!("{}, {and}{last}", several.join(", ")),
    }
}
