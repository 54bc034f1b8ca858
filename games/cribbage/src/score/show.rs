//! The show: the count of a hand or a crib, with its reasons.

use super::{Cards, Four, Item, Rule, ScoreError, Tally, fast, item, peg_value};
use arrayvec::ArrayVec;
use pieces::{Card, CardSet, Rank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use ts_rs::TS;

/// Whether four cards are counted as a hand or as the crib. A crib's flush needs the starter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HandOrCrib {
    /// A seat's own four cards.
    Hand,
    /// The dealer's crib.
    Crib,
}

/// Four cards to be counted, with the starter if it is known.
///
/// ```
/// use cribbage::score::{Four, HandOrCrib, Show};
///
/// let hand = Four::new("4S 5H 6D 6C".parse().unwrap())?;
/// let tally = Show::new(hand, "KS".parse().ok(), HandOrCrib::Hand)?.tally();
/// let rules: Vec<&str> = tally.items().iter().map(|item| item.rule.name()).collect();
/// assert_eq!(rules, ["DOUBLE_RUN_OF_3", "FIFTEEN", "FIFTEEN", "FIFTEEN"]);
/// assert_eq!(tally.total(), 14);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Show {
    four: Four,
    starter: Option<Card>,
    kind: HandOrCrib,
}

impl Show {
    /// These four cards with this starter, which must not be one of them.
    pub fn new(four: Four, starter: Option<Card>, kind: HandOrCrib) -> Result<Show, ScoreError> {
        match starter {
            Some(card) if four.cards().contains(&card) => Err(ScoreError::StarterInHand(card)),
            _ => Ok(Show {
                four,
                starter,
                kind,
            }),
        }
    }

    /// The count, item by item: the run, then groups (larger first, then lower rank),
    /// fifteens (fewer cards first, then ascending), flush, nobs.
    pub fn tally(&self) -> Tally {
        let cards: ArrayVec<Card, 5> = self.all().iter().collect();
        let mut tally = Tally::with_capacity(MOST_ITEMS);
        push_runs_and_groups(&mut tally, &cards);
        push_fifteens(&mut tally, &cards);
        tally.extend(self.flush());
        tally.extend(self.right_jack());
        tally
    }

    /// The sum of the tally's points, by table if the starter is known.
    pub fn total(&self) -> u8 {
        match self.starter {
            Some(starter) => fast::total(self.four.cards(), starter, self.kind == HandOrCrib::Crib),
            // A hand counts at most 29; therefore its total fits.
            None => self.tally().total() as u8,
        }
    }

    fn all(&self) -> CardSet {
        self.four.set() | self.starter.into_iter().collect()
    }

    fn flush(&self) -> Option<Item> {
        let [first, rest @ ..] = self.four.cards();
        if rest.iter().any(|card| card.suit() != first.suit()) {
            return None;
        }
        match (self.starter, self.kind) {
            (Some(starter), _) if starter.suit() == first.suit() => {
                Some(item(Rule::Flush5, self.all()))
            }
            (_, HandOrCrib::Hand) => Some(item(Rule::Flush4, self.four.cards())),
            (_, HandOrCrib::Crib) => None,
        }
    }

    fn right_jack(&self) -> Option<Item> {
        let jack = Card::new(Rank::Jack, self.starter?.suit());
        let held = self.four.cards().contains(&jack);
        held.then(|| item(Rule::RightJack, [jack]))
    }
}

/// Heels: two points to the dealer if the starter is a jack.
///
/// ```
/// use cribbage::score::{Rule, heels};
///
/// assert_eq!(heels("JD".parse()?).map(|item| item.rule), Some(Rule::Heels));
/// assert_eq!(heels("QD".parse()?), None);
/// # Ok::<(), pieces::ParseCardError>(())
/// ```
pub fn heels(starter: Card) -> Option<Item> {
    (starter.rank() == Rank::Jack).then(|| item(Rule::Heels, [starter]))
}

/// The most items of a hand: 5-5-5-J with the fourth five has four of a kind, eight fifteens and
/// nobs. Reserving room for all of them saves allocations.
const MOST_ITEMS: usize = 10;

/// The groups of equal rank among ascending cards, larger first, then lower rank.
pub(super) fn groups(cards: &[Card]) -> ArrayVec<&[Card], 5> {
    let mut groups: ArrayVec<&[Card], 5> = cards
        .chunk_by(|a, b| a.rank() == b.rank())
        .filter(|group| group.len() > 1)
        .collect();
    groups.sort_by_key(|group| Reverse(group.len()));
    groups
}

/// The rule that a group of equal ranks scores by.
pub(super) fn group_rule(group: &[Card]) -> Option<Rule> {
    match group.len() {
        4 => Some(Rule::FourOfAKind),
        3 => Some(Rule::ThreeOfAKind),
        2 => Some(Rule::Pair),
        _ => None,
    }
}

/// Pushes the run, if there is one, and the groups outside it.
///
/// Five cards hold at most one run, and a group lies either entirely in it or outside it. Ascending
/// cards therefore split into stretches without a gap, and each stretch is the run or a place to
/// look for groups.
fn push_runs_and_groups(tally: &mut Tally, cards: &[Card]) {
    let mut apart = Cards::new();
    for stretch in cards.chunk_by(|a, b| b.rank().number() - a.rank().number() <= 1) {
        match run_rule(stretch) {
            Some(rule) => tally.push(item(rule, stretch.iter().copied())),
            None => apart.extend(stretch.iter().copied()),
        }
    }
    for group in groups(&apart) {
        tally.extend(group_rule(group).map(|rule| item(rule, group.iter().copied())));
    }
}

/// The rule that makes a stretch of neighbouring ranks a run, if it is long enough.
fn run_rule(stretch: &[Card]) -> Option<Rule> {
    let ranks = || stretch.chunk_by(|a, b| a.rank() == b.rank());
    match (ranks().count(), stretch.len()) {
        (5, 5) => Some(Rule::RunOf5),
        (4, 4) => Some(Rule::RunOf4),
        (3, 3) => Some(Rule::RunOf3),
        (4, 5) => Some(Rule::DoubleRunOf4),
        (3, 4) => Some(Rule::DoubleRunOf3),
        (3, 5) if ranks().any(|group| group.len() == 3) => Some(Rule::TripleRunOf3),
        (3, 5) => Some(Rule::QuadrupleRunOf3),
        _ => None,
    }
}

/// The subsets of two to five of five cards, fewer cards first, then ascending.
///
/// The highest of the five bits stands for the lowest card. Among subsets of one size a larger
/// number therefore comes first.
const SUBSETS: [u8; 26] = {
    let mut subsets = [0; 26];
    let mut next = 0;
    let mut size = 2;
    while size <= 5 {
        let mut subset: u8 = 0b11111;
        while subset > 0 {
            if subset.count_ones() == size {
                subsets[next] = subset;
                next += 1;
            }
            subset -= 1;
        }
        size += 1;
    }
    subsets
};

fn push_fifteens(tally: &mut Tally, cards: &[Card]) {
    let sums = subset_sums(cards);
    for subset in SUBSETS {
        if sums[usize::from(subset)] == 15 {
            let members = cards.iter().zip([16, 8, 4, 2, 1]);
            let fifteen = members.filter(|(_, bit)| subset & bit != 0);
            tally.push(item(Rule::Fifteen, fifteen.map(|(&card, _)| card)));
        }
    }
}

/// The sum of each subset of up to five cards, numbered as in [`SUBSETS`].
fn subset_sums(cards: &[Card]) -> [u8; 32] {
    // A missing fifth card counts sixteen and is therefore in no fifteen.
    let mut values = [16; 5];
    for (value, card) in values.iter_mut().zip(cards) {
        *value = peg_value(card.rank());
    }
    let mut sums = [0; 32];
    for subset in 1..32_usize {
        let lowest_bit = subset.trailing_zeros() as usize;
        sums[subset] = sums[subset & (subset - 1)] + values[4 - lowest_bit];
    }
    sums
}
