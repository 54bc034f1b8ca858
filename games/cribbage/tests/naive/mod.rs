//! A second scorer, written as plainly as possible.
//!
//! It shares nothing with the real one, not even the type of a card: a card is its rank from 1 to
//! 13 and its suit from 0 to 3. It tries every subset against the words of the rules and takes no
//! short cut, which makes agreement with it meaningful.
#![allow(dead_code, reason = "each test uses the part it needs")]

use arrayvec::ArrayVec;

/// Rank 1 to 13, suit 0 to 3.
pub(crate) type Card = (u8, u8);

/// Points by category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Points {
    pub(crate) fifteens: u32,
    pub(crate) pairs: u32,
    pub(crate) runs: u32,
    pub(crate) flush: u32,
    pub(crate) nobs: u32,
}

impl Points {
    pub(crate) fn total(self) -> u32 {
        self.fifteens + self.pairs + self.runs + self.flush + self.nobs
    }
}

/// Up to five cards, ascending.
pub(crate) type Cards = ArrayVec<Card, 5>;

/// One item: the rule's name, its points and its cards.
pub(crate) type Item = (&'static str, i32, Cards);

fn peg(rank: u8) -> u32 {
    if rank > 10 { 10 } else { u32::from(rank) }
}

/// The score of four cards and a starter.
pub(crate) fn show(hand: [Card; 4], starter: Card, crib: bool) -> Points {
    let [a, b, c, d] = hand;
    let cards = [a, b, c, d, starter];
    Points {
        fifteens: fifteens(&cards),
        pairs: pairs(&cards),
        runs: runs(&cards),
        flush: flush(hand, starter, crib),
        nobs: nobs(hand, starter),
    }
}

/// Two points for every subset that counts fifteen.
fn fifteens(cards: &[Card; 5]) -> u32 {
    let mut points = 0;
    for subset in 0..32 {
        let mut sum = 0;
        for (place, card) in cards.iter().enumerate() {
            if subset >> place & 1 == 1 {
                sum += peg(card.0);
            }
        }
        if sum == 15 {
            points += 2;
        }
    }
    points
}

/// Two points for every two cards of a rank.
fn pairs(cards: &[Card; 5]) -> u32 {
    let mut points = 0;
    for one in 0..5 {
        for other in one + 1..5 {
            if cards[one].0 == cards[other].0 {
                points += 2;
            }
        }
    }
    points
}

/// The total length of all subsets in a row that have the greatest length.
fn runs(cards: &[Card; 5]) -> u32 {
    for length in [5, 4, 3] {
        let mut points = 0;
        for subset in 0..32_u32 {
            if subset.count_ones() == length {
                let chosen = |place: &usize| subset >> place & 1 == 1;
                let ranks = || (0..5).filter(chosen).map(|place| cards[place].0);
                let lowest = ranks().min().unwrap();
                // In a row: each of the next ranks is present.
                let in_a_row =
                    (0..length as u8).all(|step| ranks().any(|rank| rank == lowest + step));
                if in_a_row {
                    points += length;
                }
            }
        }
        if points > 0 {
            return points;
        }
    }
    0
}

pub(crate) fn flush(hand: [Card; 4], starter: Card, crib: bool) -> u32 {
    let suit = hand[0].1;
    if hand.iter().any(|card| card.1 != suit) {
        0
    } else if starter.1 == suit {
        5
    } else if crib {
        0
    } else {
        4
    }
}

fn nobs(hand: [Card; 4], starter: Card) -> u32 {
    u32::from(hand.contains(&(11, starter.1)))
}

/// The items of a show, found by asking of every subset which rules it satisfies.
pub(crate) fn items(hand: [Card; 4], starter: Option<Card>, crib: bool) -> Vec<Item> {
    let mut cards = Cards::from_iter(hand);
    cards.extend(starter);
    cards.sort();
    // Each item has a sort key: its class, then a size, then its cards.
    let mut found: Vec<((u8, i32), Item)> = Vec::new();
    for subset in 1..1_u32 << cards.len() {
        let chosen: Cards = (0..cards.len())
            .filter(|place| subset >> place & 1 == 1)
            .map(|place| cards[place])
            .collect();
        let size = chosen.len() as i32;
        if let Some((name, points)) = whole_run(&chosen, &cards) {
            found.push(((0, 0), (name, points, chosen.clone())));
        }
        if let Some((name, points)) = whole_group(&chosen, &cards) {
            found.push(((1, -size), (name, points, chosen.clone())));
        }
        if size >= 2 && chosen.iter().map(|card| peg(card.0)).sum::<u32>() == 15 {
            found.push(((2, size), ("FIFTEEN", 2, chosen.clone())));
        }
        let one_suit = chosen.iter().all(|card| card.1 == chosen[0].1);
        if size == 5 && one_suit {
            found.push(((3, 0), ("FLUSH_5", 5, chosen.clone())));
        }
        let is_hand = size == 4 && hand.iter().all(|card| chosen.contains(card));
        let joined = starter.is_some_and(|starter| starter.1 == chosen[0].1);
        if is_hand && one_suit && !joined && !crib {
            found.push(((3, 0), ("FLUSH_4", 4, chosen.clone())));
        }
        let is_jack = starter.is_some_and(|starter| chosen[0] == (11, starter.1));
        if size == 1 && is_jack && hand.contains(&chosen[0]) {
            found.push(((4, 0), ("RIGHT_JACK", 1, chosen.clone())));
        }
    }
    found.sort();
    found.into_iter().map(|(_, item)| item).collect()
}

/// The number of cards with this rank.
fn count(cards: &[Card], rank: u8) -> usize {
    cards.iter().filter(|card| card.0 == rank).count()
}

/// The run item, if these cards are it: three or more ranks in a row with all
/// their cards, and neither neighbour in play.
fn whole_run(chosen: &[Card], cards: &[Card]) -> Option<(&'static str, i32)> {
    let lowest = chosen.iter().map(|card| card.0).min()?;
    let highest = chosen.iter().map(|card| card.0).max()?;
    let complete = (lowest..=highest)
        .all(|rank| count(chosen, rank) > 0 && count(chosen, rank) == count(cards, rank));
    let ends = count(cards, lowest - 1) == 0 && count(cards, highest + 1) == 0;
    if highest - lowest < 2 || !complete || !ends {
        return None;
    }
    let mut shape: Vec<usize> = (lowest..=highest).map(|rank| count(cards, rank)).collect();
    shape.sort();
    shape.reverse();
    Some(match &shape[..] {
        [2, 1, 1, 1] => ("DOUBLE_RUN_OF_4", 10),
        [2, 2, 1] => ("QUADRUPLE_RUN_OF_3", 16),
        [3, 1, 1] => ("TRIPLE_RUN_OF_3", 15),
        [2, 1, 1] => ("DOUBLE_RUN_OF_3", 8),
        [1, 1, 1, 1, 1] => ("RUN_OF_5", 5),
        [1, 1, 1, 1] => ("RUN_OF_4", 4),
        [1, 1, 1] => ("RUN_OF_3", 3),
        _ => unreachable!("five cards have no other shape of a run"),
    })
}

/// The group item, if these cards are one: all cards of a rank that is in no run.
fn whole_group(chosen: &[Card], cards: &[Card]) -> Option<(&'static str, i32)> {
    let rank = chosen[0].0;
    if count(chosen, rank) != chosen.len() || count(cards, rank) != chosen.len() {
        return None;
    }
    let there = |rank: u8| count(cards, rank) > 0;
    let in_run = (rank >= 3 && there(rank - 1) && there(rank - 2))
        || (there(rank - 1) && there(rank + 1))
        || (there(rank + 1) && there(rank + 2));
    if in_run {
        return None;
    }
    match chosen.len() {
        4 => Some(("FOUR_OF_A_KIND", 12)),
        3 => Some(("THREE_OF_A_KIND", 6)),
        2 => Some(("PAIR", 2)),
        _ => None,
    }
}

/// The score of the last of these ranks in the play: the count's points, the group's size and the
/// run's length, each 0 if there is none.
pub(crate) fn play(ranks: &[u8]) -> (u32, usize, usize) {
    let sum: u32 = ranks.iter().map(|&rank| peg(rank)).sum();
    let count = if sum == 15 || sum == 31 { 2 } else { 0 };
    let mut group = 0;
    for length in 2..=ranks.len().min(4) {
        let tail = &ranks[ranks.len() - length..];
        if tail.iter().all(|&rank| rank == tail[0]) {
            group = length;
        }
    }
    let mut run = 0;
    let mut times = [0; 14];
    for (place, &rank) in ranks.iter().rev().enumerate() {
        let length = place + 1;
        times[usize::from(rank)] += 1;
        if length >= 3 && is_run(&times, length) {
            run = length;
        }
    }
    (count, group, run)
}

/// Whether each rank from the lowest on appears once, as many as there are cards.
fn is_run(times: &[u8; 14], cards: usize) -> bool {
    let lowest = times.iter().position(|&n| n > 0).unwrap();
    times[lowest..].iter().take(cards).all(|&n| n == 1)
}
