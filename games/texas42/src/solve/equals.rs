//! Dominoes that are equal for the rest of the hand, so that one stands for all.
//!
//! Two dominoes of a hand are equal if exchanging them changes nothing for
//! anybody: they count the same, and no domino of *another* hand tells them
//! apart. How they compare with dominoes of their own hand is of no matter,
//! since two of a hand are never in one trick.

use super::deal::{Deal, Style};
use crate::position::SEATS;
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
    let leads = hands.map(|hand| leads(deal, hand));
    let all = hands[0] | hands[1] | hands[2] | hands[3];
    let mut spare = 0;
    for seat in 0..SEATS {
        let led = (0..SEATS).filter(|&other| other != seat);
        let led = led.fold(0, |suits, other| suits | leads[other]);
        spare |= match deal.style {
            // Distances differ for all time, whoever holds the dominoes between them.
            Style::Forced => spare_of(deal, hands[seat], Bits::MAX, u8::MAX),
            _ => spare_of(deal, hands[seat], all & !hands[seat], led | deal.trump_suit),
        };
    }
    spare
}

/// The same for one hand, when the others hold these dominoes and can lead these suits.
///
/// The trump suit counts as led even if no other hand holds it: trumps take
/// what anybody leads, and so are never equal to other dominoes.
#[inline]
fn spare_of(deal: &Deal, hand: Bits, others: Bits, led: u8) -> Bits {
    let mut looks = [Look::default(); 8];
    let mut n_looks = 0;
    let mut spare = 0;
    let mut rest = hand;
    // From the highest domino down, so that an equal of a higher index is already there.
    while rest != 0 {
        let domino = highest(rest);
        rest &= !(1 << domino);
        let suits = deal.table.suits[domino] & led;
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
