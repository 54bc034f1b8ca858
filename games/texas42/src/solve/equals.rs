//! Dominoes that are equal for the rest of the hand, so that one stands for all.
//!
//! Two dominoes of a hand are equal if exchanging them changes nothing for
//! anybody: they count the same, and no domino of *another* hand tells them
//! apart. How they compare with dominoes of their own hand is of no matter,
//! since two of a hand are never in one trick.

use super::deal::{Deal, Style};
use super::search::lowest;
use crate::position::SEATS;
use crate::table::Bits;

/// Everything about a domino that another hand can notice.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    count: i32,
    /// When it is led: who can follow.
    followers: Bits,
    /// When it is led: who can beat it.
    above_led: Bits,
    /// The suits it follows of those that another hand can lead.
    suits: u8,
    /// When it follows such a suit: who beats it.
    above: Bits,
}

/// The dominoes that have an equal of a higher index in the same hand.
pub(super) fn spare(deal: &Deal, hands: &[Bits; SEATS]) -> Bits {
    let leads = hands.map(|hand| leads(deal, hand));
    let all = hands[0] | hands[1] | hands[2] | hands[3];
    let mut spare = 0;
    for seat in 0..SEATS {
        let (others, suits) = if deal.style == Style::Forced {
            // Distances differ for all time, whoever holds the dominoes between them.
            (Bits::MAX, u8::MAX)
        } else {
            let [left, partner, right] = [1, 2, 3].map(|step| leads[(seat + step) % SEATS]);
            (all & !hands[seat], left | partner | right)
        };
        spare |= spare_of(deal, hands[seat], others, suits);
    }
    spare
}

/// The same for one hand, when the others hold these dominoes and can lead these suits.
#[inline]
fn spare_of(deal: &Deal, hand: Bits, others: Bits, led: u8) -> Bits {
    let mut looks = [Look::default(); 8];
    let mut n_looks = 0;
    let mut spare = 0;
    let mut rest = hand;
    // From the highest domino down, so that an equal of a higher index is already there.
    while rest != 0 {
        let domino = (Bits::BITS - 1 - rest.leading_zeros()) as usize % 32;
        rest &= !(1 << domino);
        // Both suits can be led: no other domino has the same two.
        let suits = deal.table.suits[domino] & led;
        if suits & suits.wrapping_sub(1) != 0 {
            continue;
        }
        let own = deal.led(domino);
        let look = Look {
            count: deal.count(domino),
            followers: deal.table.follows[own] & others,
            above_led: deal.table.above[own][domino] & others,
            suits,
            above: match suits {
                0 => 0,
                _ => deal.table.above[lowest(suits.into()) % 8][domino] & others,
            },
        };
        if looks[..n_looks].contains(&look) {
            spare |= 1 << domino;
        } else {
            looks[n_looks % 8] = look;
            n_looks += 1;
        }
    }
    spare
}

/// The suits that a hand can lead.
#[inline]
fn leads(deal: &Deal, hand: Bits) -> u8 {
    let mut suits = 0;
    let mut rest = hand;
    while rest != 0 {
        suits |= 1 << deal.led(lowest(rest));
        rest &= rest - 1;
    }
    suits
}
