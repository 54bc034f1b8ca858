//! The rules of tricks written a second time, as slowly and plainly as they are explained: lists
//! instead of bit sets, comparisons instead of tables.
//!
//! This file and `minimax` share no code with the crate except its names; `plain` uses the crate's
//! rules of tricks, which other tests prove.
#![allow(
    dead_code,
    reason = "each test and the benchmark compile this file and use a part of it"
)]

pub(crate) mod minimax;
pub(crate) mod plain;

use kernel::Rng;
use pieces::{Domino, DominoSet};
use texas42::{Contract, FollowMeDoubles, NelloDoubles, Suit};

/// Whether doubles make a suit of their own.
fn doubles_stand_alone(contract: Contract) -> bool {
    match contract {
        Contract::Trump(suit) => suit == Suit::Doubles,
        Contract::Nello(doubles) => {
            doubles == NelloDoubles::OwnSuit || doubles == NelloDoubles::OwnSuitInverted
        }
        Contract::FollowMe(_) | Contract::Sevens => false,
    }
}

fn is_trump(contract: Contract, domino: Domino) -> bool {
    match contract {
        Contract::Trump(Suit::Doubles) => domino.high() == domino.low(),
        Contract::Trump(suit) => [domino.high(), domino.low()].contains(&(suit as u8)),
        _ => false,
    }
}

/// The suits that a domino can follow.
pub(crate) fn suits(contract: Contract, domino: Domino) -> Vec<Suit> {
    if contract == Contract::Sevens {
        return vec![];
    }
    if let Contract::Trump(suit) = contract
        && is_trump(contract, domino)
    {
        return vec![suit];
    }
    if domino.is_double() {
        return if doubles_stand_alone(contract) {
            vec![Suit::Doubles]
        } else {
            vec![Suit::ALL[domino.high() as usize]]
        };
    }
    vec![
        Suit::ALL[domino.high() as usize],
        Suit::ALL[domino.low() as usize],
    ]
}

/// The suit that a domino leads: the first that it follows, the higher end's.
pub(crate) fn led_suit(contract: Contract, lead: Domino) -> Option<Suit> {
    suits(contract, lead).first().copied()
}

/// The legal plays of a hand.
pub(crate) fn legal(contract: Contract, hand: &[Domino], lead: Option<Domino>) -> Vec<Domino> {
    if contract == Contract::Sevens {
        let nearest = hand.iter().map(|domino| distance(*domino)).min();
        return keep(hand, |domino| Some(distance(domino)) == nearest);
    }
    let Some(lead) = lead else {
        return hand.to_vec();
    };
    let led = led_suit(contract, lead).expect("every domino leads a suit");
    let following = keep(hand, |domino| suits(contract, domino).contains(&led));
    if following.is_empty() {
        hand.to_vec()
    } else {
        following
    }
}

/// The index of the winner in a trick.
pub(crate) fn winner(contract: Contract, trick: &[Domino]) -> usize {
    let place = |of: Domino| trick.iter().position(|&domino| domino == of).unwrap();
    if contract == Contract::Sevens {
        // The first of the nearest.
        let nearest = trick.iter().map(|&domino| distance(domino)).min().unwrap();
        return trick
            .iter()
            .position(|&domino| distance(domino) == nearest)
            .unwrap();
    }
    let trumps = keep(trick, |domino| is_trump(contract, domino));
    if let Contract::Trump(suit) = contract
        && !trumps.is_empty()
    {
        return place(highest(contract, suit, &trumps));
    }
    let led = led_suit(contract, trick[0]).unwrap();
    let followers = keep(trick, |domino| suits(contract, domino).contains(&led));
    place(highest(contract, led, &followers))
}

/// The highest of dominoes that all belong to a suit.
fn highest(contract: Contract, suit: Suit, dominoes: &[Domino]) -> Domino {
    let order = |domino: &Domino| {
        if suit == Suit::Doubles {
            let pips = i32::from(domino.high());
            return if contract == Contract::Nello(NelloDoubles::OwnSuitInverted) {
                -pips
            } else {
                pips
            };
        }
        if domino.is_double() {
            let low = contract == Contract::FollowMe(FollowMeDoubles::Low)
                || contract == Contract::Nello(NelloDoubles::Low);
            return if low { -100 } else { 100 };
        }
        let other_end = if domino.high() == suit as u8 {
            domino.low()
        } else {
            domino.high()
        };
        i32::from(other_end)
    };
    *dominoes.iter().max_by_key(|domino| order(domino)).unwrap()
}

fn distance(domino: Domino) -> i32 {
    (i32::from(domino.high()) + i32::from(domino.low()) - 7).abs()
}

/// The count of a domino.
pub(crate) fn count(domino: Domino) -> i32 {
    match domino.text() {
        "5-5" | "6-4" => 10,
        "5-0" | "4-1" | "3-2" => 5,
        _ => 0,
    }
}

fn keep(dominoes: &[Domino], wanted: impl Fn(Domino) -> bool) -> Vec<Domino> {
    dominoes
        .iter()
        .copied()
        .filter(|&domino| wanted(domino))
        .collect()
}

/// A deal of `n` dominoes to each of four seats, from the whole set.
pub(crate) fn deal(rng: &mut Rng, n: usize) -> [DominoSet; 4] {
    let mut dominoes = Domino::ALL;
    rng.shuffle(&mut dominoes);
    std::array::from_fn(|seat| dominoes[n * seat..][..n].iter().copied().collect())
}
