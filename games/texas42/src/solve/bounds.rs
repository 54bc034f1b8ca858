//! What a side takes without a search: sure tricks, and the count that falls on them.
//!
//! Two arguments, each sound for whatever the others do, both for contracts in
//! which tricks are good:
//!
//! - The leader may lead one after another the dominoes that no other hand can
//!   beat any more. If the top trumps among them draw all others, that also
//!   makes winners of dominoes which only trumps could beat.
//! - Trumps above all trumps of the other side win whenever they are played,
//!   as many tricks as one of the partners holds of them.
//!
//! While a side wins some tricks the others must play to them, and can keep
//! only as many dominoes from it as there are other tricks.

use super::deal::Deal;
use super::search::lowest;
use crate::position::SEATS;
use crate::table::Bits;
use crate::trick::{FIVES, TENS};

/// A bound that settles whether the attack takes at least `need` of what is `left`, if one does.
#[inline]
pub(super) fn settle(
    deal: &Deal,
    hands: &[Bits; SEATS],
    leader: usize,
    left: i32,
    need: i32,
) -> Option<i32> {
    let leading = leader_takes(deal, hands, leader).min(left);
    let (side, trumping) = trumps_take(deal, hands);
    for (seat, sure) in [(leader, leading), (side, trumping)] {
        if deal.attacks(seat) {
            if sure >= need {
                return Some(sure);
            }
        } else if left - sure < need {
            return Some(left - sure);
        }
    }
    None
}

/// More than can be left: everything.
const ALL: i32 = 100;

/// What the leader's side takes at least.
#[inline]
fn leader_takes(deal: &Deal, hands: &[Bits; SEATS], leader: usize) -> i32 {
    let trumps = deal.table.trumps;
    let hand = hands[leader];
    let [left, partner, right] = [1, 2, 3].map(|step| hands[(leader + step) % SEATS]);
    let others = left | partner | right;
    let mut sure = unbeaten(deal, hand & trumps, others);
    if others & trumps == 0 {
        sure |= unbeaten(deal, hand & !trumps, others);
    } else {
        let drawn = sure.count_ones();
        let longest = [left, partner, right].map(|other| (other & trumps).count_ones());
        if longest.iter().all(|&length| length <= drawn) {
            sure |= unbeaten(deal, hand & !trumps, others & !trumps);
        }
    }
    if sure == 0 {
        return 0;
    }
    if sure == hand {
        return ALL;
    }
    let n_sure = sure.count_ones();
    let kept = hand.count_ones() - n_sure;
    let partner_gives = thrown_by_partner(deal, sure, partner).max(falling(partner, kept));
    n_sure as i32 + worth(sure) + falling(left, kept) + falling(right, kept) + partner_gives
}

/// A seat of the side with the highest trump, and what that side takes at least by its trumps.
#[inline]
fn trumps_take(deal: &Deal, hands: &[Bits; SEATS]) -> (usize, i32) {
    let trumps = deal.table.trumps;
    let north_south = (hands[0] | hands[2]) & trumps;
    let east_west = (hands[1] | hands[3]) & trumps;
    let (side, top) = match (north_south, east_west) {
        (0, 0) => return (0, 0),
        (_, 0) => (0, north_south),
        (0, _) => (1, east_west),
        _ => {
            let above = above_trumps(deal, east_west) & north_south;
            if above != 0 {
                (0, above)
            } else {
                (1, above_trumps(deal, north_south) & east_west)
            }
        }
    };
    let n_tricks = (top & hands[side])
        .count_ones()
        .max((top & hands[side + 2]).count_ones());
    let kept = hands[0].count_ones() - n_tricks;
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
        free += u32::from(deal.table.follows[deal.led(lead)] & partner == 0);
    }
    worth(gifts) - falling(gifts, free)
}

/// What must fall of a hand's count if it can keep only so many dominoes.
#[inline]
fn falling(hand: Bits, kept: u32) -> i32 {
    let tens = (hand & TENS).count_ones();
    let fives = (hand & FIVES).count_ones();
    let kept_tens = tens.min(kept);
    let kept_fives = fives.min(kept - kept_tens);
    (10 * (tens - kept_tens) + 5 * (fives - kept_fives)) as i32
}

/// What these dominoes count.
#[inline]
fn worth(set: Bits) -> i32 {
    falling(set, 0)
}
