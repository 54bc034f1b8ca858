//! The points that a side takes for certain, found without a search: sure tricks, and the count
//! that falls on them.
//!
//! Two arguments hold whatever the others do, both for contracts in which tricks are good:
//!
//! - The leader may lead, one after another, the dominoes that no other hand can
//!   beat any more. If the top trumps among them draw all others, dominoes that
//!   only trumps could beat become winners too.
//! - Trumps above all trumps of the other side win whenever they are played,
//!   for as many tricks as one of the partners holds of them.
//!
//! While a side wins some tricks the others must play to them, and can keep only as many dominoes
//! as there are other tricks.

use super::deal::Deal;
use crate::play::{Bits, SEATS, lowest};
use crate::trick::{FIVES, TENS};

/// A bound that settles whether the attack takes at least `need` of what is `left`, if there is
/// one.
#[inline]
pub(super) fn settle(
    deal: &Deal,
    hands: &[Bits; SEATS],
    leader: usize,
    left: i32,
    need: i32,
) -> Option<i32> {
    let sure = leader_takes(deal, hands, leader).min(left);
    settled(deal.attacks(leader), sure, left, need).or_else(|| {
        let (side, sure) = trumps_take(deal, hands);
        settled(deal.attacks(side), sure, left, need)
    })
}

#[inline]
fn settled(attacks: bool, sure: i32, left: i32, need: i32) -> Option<i32> {
    if attacks {
        (sure >= need).then_some(sure)
    } else {
        (left - sure < need).then_some(left - sure)
    }
}

/// Everything: more than can be left.
const ALL: i32 = 100;

/// The least that the leader's side takes.
#[inline]
fn leader_takes(deal: &Deal, hands: &[Bits; SEATS], leader: usize) -> i32 {
    let trumps = deal.table.trumps;
    let hand = hands[leader];
    let [left, partner, right] = [1, 2, 3].map(|step| hands[(leader + step) % SEATS]);
    let others = left | partner | right;
    let mut sure = unbeaten(deal, hand & trumps, others);
    let drawn = size(sure);
    if [left, partner, right]
        .iter()
        .all(|other| size(other & trumps) <= drawn)
    {
        sure |= unbeaten(deal, hand & !trumps, others & !trumps);
    }
    if sure == 0 {
        return 0;
    }
    if sure == hand {
        return ALL;
    }
    let n_sure = size(sure);
    let kept = size(hand) - n_sure;
    let from_partner = thrown_by_partner(deal, sure, partner).max(falling(partner, kept));
    n_sure as i32 + worth(sure) + falling(left, kept) + falling(right, kept) + from_partner
}

/// A seat of the side with the highest trump, and the least that side takes by its trumps.
#[inline]
fn trumps_take(deal: &Deal, hands: &[Bits; SEATS]) -> (usize, i32) {
    let trumps = deal.table.trumps;
    let north_south = (hands[0] | hands[2]) & trumps;
    let east_west = (hands[1] | hands[3]) & trumps;
    let (side, top) = match above_trumps(deal, east_west) & north_south {
        0 => (1, above_trumps(deal, north_south) & east_west),
        top => (0, top),
    };
    if top == 0 {
        return (0, 0);
    }
    let n_tricks = size(top & hands[side]).max(size(top & hands[side + 2]));
    let kept = size(hands[side]) - n_tricks;
    let falls = falling(hands[1 - side], kept) + falling(hands[3 - side], kept);
    (side, n_tricks as i32 + worth(top) + falls)
}

/// The dominoes of a set that none of the others could beat if they were led.
#[inline]
fn unbeaten(deal: &Deal, set: Bits, others: Bits) -> Bits {
    let mut unbeaten = 0;
    let mut rest = set;
    while rest != 0 {
        let domino = lowest(rest);
        rest &= rest - 1;
        if deal.table.above[deal.led(domino)][domino] & others == 0 {
            unbeaten |= 1 << domino;
        }
    }
    unbeaten
}

/// The trumps above all of these trumps.
#[inline]
fn above_trumps(deal: &Deal, trumps: Bits) -> Bits {
    let mut above = deal.table.trumps;
    let mut rest = trumps;
    while rest != 0 {
        let trump = lowest(rest);
        rest &= rest - 1;
        above &= deal.table.above[deal.led(trump)][trump];
    }
    above
}

/// The count that the leader's partner can throw on sure tricks in suits that the partner lacks.
#[inline]
fn thrown_by_partner(deal: &Deal, sure: Bits, partner: Bits) -> i32 {
    let gifts = partner & !deal.table.trumps & (TENS | FIVES);
    if gifts == 0 {
        return 0;
    }
    let mut free = 0;
    let mut rest = sure;
    while rest != 0 {
        let lead = lowest(rest);
        rest &= rest - 1;
        free += usize::from(deal.table.follows[deal.led(lead)] & partner == 0);
    }
    worth(gifts) - falling(gifts, free)
}

/// The count of these dominoes.
#[inline]
fn worth(set: Bits) -> i32 {
    falling(set, 0)
}

/// The part of a hand's count that must fall if it can keep only this many dominoes.
#[inline]
fn falling(hand: Bits, kept: usize) -> i32 {
    i32::from(FALLING[kept % 8][gather(hand)])
}

/// The five counting dominoes as a number below 32.
///
/// The factor was found by trial: it moves their bits, at 8, 11, 15, 20 and 25, to the top five
/// without any two sets colliding. Counting bits would take longer on processors whose instruction
/// for it is not enabled.
#[inline]
const fn gather(set: Bits) -> usize {
    ((set & (TENS | FIVES)).wrapping_mul(0x0010_1220) >> 27) as usize
}

/// The count that must fall of the gathered counting dominoes if this many can be kept.
static FALLING: [[u8; 32]; 8] = {
    let mut table = [[0; 32]; 8];
    let mut set: Bits = 0;
    loop {
        let tens = (set & TENS).count_ones() as usize;
        let fives = (set & FIVES).count_ones() as usize;
        let mut kept = 0;
        while kept < table.len() {
            let kept_tens = if tens < kept { tens } else { kept };
            let spaces = kept - kept_tens;
            let kept_fives = if fives < spaces { fives } else { spaces };
            let falls = 10 * (tens - kept_tens) + 5 * (fives - kept_fives);
            table[kept][gather(set)] = falls as u8;
            kept += 1;
        }
        // The next set of counting dominoes: the carry runs over all other bits.
        set = (set | !(TENS | FIVES)).wrapping_add(1) & (TENS | FIVES);
        if set == 0 {
            break table;
        }
    }
};

/// The number of dominoes in a set of up to seven.
#[inline]
fn size(set: Bits) -> usize {
    let mut n = 0;
    let mut rest = set;
    while rest != 0 {
        rest &= rest - 1;
        n += 1;
    }
    n
}
