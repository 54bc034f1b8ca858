//! Dominoes that are equal for the rest of the hand: one stands for all.
//!
//! Two dominoes of a hand are equal if exchanging them changes nothing for anybody: they count the
//! same, belong to the same suit and no other, and no *other* hand holds a domino between them.
//! Dominoes of their own hand between them do not matter, because two dominoes of a hand are never
//! in one trick.
//!
//! Dominoes of one suit only are trumps, doubles where they are a suit, and all dominoes in sevens.
//! Others can become equal too, once nobody can lead one of their two suits any more, but finding
//! them costs more than it saves.

use super::deal::{Deal, Style};
use crate::play::{Bits, SEATS, highest};
use crate::suit::Suit;

/// The dominoes that have an equal of a higher index in the same hand.
#[inline]
pub(super) fn spare(deal: &Deal, hands: &[Bits; SEATS]) -> Bits {
    let all = hands[0] | hands[1] | hands[2] | hands[3];
    let single_suited = deal.table.trumps | deal.table.follows[Suit::Doubles.index()];
    let mut spare = 0;
    for &hand in hands {
        let candidates = hand & single_suited;
        if candidates & candidates.wrapping_sub(1) != 0 {
            let others = match deal.style {
                // Only equally near dominoes are ever a choice, whoever holds those between others.
                Style::Forced => Bits::MAX,
                _ => all & !hand,
            };
            spare |= spare_of(deal, candidates, others);
        }
    }
    spare
}

/// The same for the dominoes of a hand that belong to one suit only.
#[inline]
fn spare_of(deal: &Deal, candidates: Bits, others: Bits) -> Bits {
    let mut looks = [(0, 0); 8];
    let mut n_looks = 0;
    let mut spare = 0;
    let mut rest = candidates;
    // From the highest domino down: an equal of a higher index has been visited before.
    while rest != 0 {
        let domino = highest(rest);
        rest &= !(1 << domino);
        let above = deal.table.above[deal.led(domino)][domino] & others;
        let look = (above, deal.count(domino));
        if looks[..n_looks].contains(&look) {
            spare |= 1 << domino;
        } else {
            looks[n_looks % 8] = look;
            n_looks += 1;
        }
    }
    spare
}
