//! Dominoes that are equal for the rest of the hand, so that one stands for all.
//!
//! Two dominoes of a hand are equal if exchanging them changes nothing for
//! anybody: they count the same, and no domino of *another* hand tells them
//! apart. How they compare with dominoes of their own hand is of no matter,
//! since two of a hand are never in one trick.

use super::deal::{Deal, Style};
use crate::position::SEATS;
use crate::suit::Suit;
use crate::table::{Bits, highest, lowest};

/// Everything about a domino that another hand can notice.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    /// When it is led: who can follow, and who can beat it.
    led: u64,
    /// When it follows the suit that another hand leads: who beats it.
    above: Bits,
    /// That suit, if there is one, as a set.
    suits: u8,
    count: u8,
}

/// The dominoes that have an equal of a higher index in the same hand.
pub(super) fn spare(deal: &Deal, hands: &[Bits; SEATS]) -> Bits {
    if deal.style == Style::Forced {
        // Distances differ for all time, whoever holds the dominoes between them.
        let spares = hands.map(|hand| spare_of(deal, hand, Bits::MAX, u8::MAX));
        return spares.iter().fold(0, |all, spare| all | spare);
    }
    let all = hands[0] | hands[1] | hands[2] | hands[3];
    let mut spare = 0;
    for &hand in hands {
        let others = all & !hand;
        let live = live_suits(deal, others);
        // Without dead suits only dominoes of a single suit can be equal to each other:
        // trumps, and doubles where they are a suit.
        let candidates = if hand & deal.table.follows_outside[usize::from(live)] == 0 {
            hand & (deal.table.trumps | deal.table.follows[Suit::Doubles.index()])
        } else {
            hand
        };
        if candidates & candidates.wrapping_sub(1) != 0 {
            spare |= spare_of(deal, candidates, others, live);
        }
    }
    spare
}

/// The suits that the others can lead, as a set.
///
/// The trump suit is always one of them, even if they hold no trumps: trumps
/// take what anybody leads, and so are never equal to other dominoes.
#[inline]
fn live_suits(deal: &Deal, others: Bits) -> u8 {
    let mut live = deal.trump_suit;
    for (suit, leads) in deal.table.leads.iter().enumerate() {
        live |= u8::from(leads & others != 0) << suit;
    }
    live
}

/// The same for some dominoes of one hand.
#[inline]
fn spare_of(deal: &Deal, candidates: Bits, others: Bits, live: u8) -> Bits {
    let mut looks = [Look::default(); 8];
    let mut n_looks = 0;
    let mut spare = 0;
    let mut rest = candidates;
    // From the highest domino down, so that an equal of a higher index is already there.
    while rest != 0 {
        let domino = highest(rest);
        rest &= !(1 << domino);
        let suits = deal.table.suits[domino] & live;
        if suits & suits.wrapping_sub(1) != 0 {
            // Both its suits can be led, and no other domino has the same two.
            continue;
        }
        let look = look(deal, domino, others, suits);
        if looks[..n_looks].contains(&look) {
            spare |= 1 << domino;
        } else {
            looks[n_looks % 8] = look;
            n_looks += 1;
        }
    }
    spare
}

#[inline]
fn look(deal: &Deal, domino: usize, others: Bits, suits: u8) -> Look {
    let own = deal.led(domino);
    let followers = deal.table.follows[own] & others;
    let above_led = deal.table.above[own][domino] & others;
    Look {
        led: u64::from(followers) << Bits::BITS | u64::from(above_led),
        above: match suits {
            0 => 0,
            _ => deal.table.above[lowest(suits.into()) % 8][domino] & others,
        },
        suits,
        count: deal.count(domino),
    }
}
