//! The order in which moves are tried: the sooner the right one, the smaller the search.
//!
//! Only the order is decided here, never the result: the list has every legal domino that is not
//! spare.

use super::deal::{Deal, Style};
use super::trick::{Standing, Trick};
use crate::play::{Bits, PLACES, SEATS, highest, lowest};
use crate::trick::{FIVES, TENS};
use pieces::Domino;

/// Up to seven dominoes in the order in which they are tried, the first in the lowest byte.
///
/// One word rather than a list: it stays in a register.
pub(super) struct Moves {
    word: u64,
    len: u32,
}

impl Iterator for Moves {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let domino = self.word as usize % PLACES;
        self.word >>= u8::BITS;
        self.len -= 1;
        Some(domino)
    }
}

impl Moves {
    const NONE: Moves = Moves { word: 0, len: 0 };

    /// The leads of a seat, `best` first if it is one.
    #[inline]
    pub(super) fn leads(
        deal: &Deal,
        hands: &[Bits; SEATS],
        leader: usize,
        spare: Bits,
        best: usize,
    ) -> Moves {
        let legal = deal.legal(hands[leader], Bits::MAX) & !spare;
        let mut leads = [(0, 0); 8];
        let mut n_leads = 0;
        let mut rest = legal;
        while rest != 0 {
            let lead = lowest(rest);
            rest &= rest - 1;
            let promise = match deal.style {
                _ if lead == best => i32::MAX,
                Style::Taking => promise(deal, hands, leader, lead),
                Style::Avoiding => {
                    let all = hands[0] | hands[1] | hands[2] | hands[3];
                    let above = deal.table.above[deal.led(lead)][lead] & all & !hands[leader];
                    above.count_ones() as i32
                }
                Style::Forced => 0,
            };
            insert(&mut leads, n_leads, (promise, lead));
            n_leads += 1;
        }
        let mut moves = Moves::NONE;
        for &(_, lead) in &leads[..n_leads] {
            moves.add(lead);
        }
        moves
    }

    /// The dominoes that the seat in turn may play to a trick.
    #[inline]
    pub(super) fn plays(deal: &Deal, trick: &Trick, standing: Standing) -> Moves {
        let legal = trick.choice(standing);
        let mut moves = Moves::NONE;
        match deal.style {
            Style::Taking => moves.push_taking(deal, trick, standing, legal),
            Style::Avoiding => {
                let takes = legal & trick.above[standing.best()];
                moves.push_from_high(legal & !takes);
                moves.push(takes);
            }
            Style::Forced => moves.push(legal),
        }
        moves
    }

    /// If tricks are good: win cheaply, bring count if that is safe, and waste little otherwise.
    #[inline]
    fn push_taking(&mut self, deal: &Deal, trick: &Trick, standing: Standing, legal: Bits) {
        let best = standing.best();
        let (opponent, partner) = match standing.n_played() {
            1 => (trick.legal[2], trick.legal[3]),
            2 => (trick.legal[3], 0),
            _ => (0, 0),
        };
        // The best domino that the opponent can still play.
        let top = trick.strongest(best, opponent);
        if standing.is_own() && top == best {
            self.push_rich_first(deal, legal);
            return;
        }
        let wins = legal & trick.above[top];
        self.push_rich_first(deal, wins);
        if partner & trick.above[top] != 0 {
            self.push_rich_first(deal, legal & !wins);
        } else {
            self.push_poor_first(deal, legal & !wins);
        }
    }

    /// Adds a set with its count first, then low dominoes, and strong ones last.
    #[inline]
    fn push_rich_first(&mut self, deal: &Deal, set: Bits) {
        let strong = deal.table.trumps | DOUBLES;
        self.push(set & TENS);
        self.push(set & FIVES);
        self.push(set & !COUNTING & !strong);
        self.push(set & !COUNTING & strong);
    }

    /// Adds a set with low dominoes first, then strong ones, and count last.
    #[inline]
    fn push_poor_first(&mut self, deal: &Deal, set: Bits) {
        let strong = deal.table.trumps | DOUBLES;
        self.push(set & !COUNTING & !strong);
        self.push(set & !COUNTING & strong);
        self.push(set & FIVES);
        self.push(set & TENS);
    }

    /// Adds a set from its lowest domino up.
    #[inline]
    fn push(&mut self, set: Bits) {
        let mut rest = set;
        while rest != 0 {
            self.add(lowest(rest));
            rest &= rest - 1;
        }
    }

    /// Adds a set from its highest domino down.
    #[inline]
    fn push_from_high(&mut self, set: Bits) {
        let mut rest = set;
        while rest != 0 {
            let domino = highest(rest);
            self.add(domino);
            rest &= !(1 << domino);
        }
    }

    #[inline]
    fn add(&mut self, domino: usize) {
        self.word |= (domino as u64) << (u8::BITS * self.len % u64::BITS);
        self.len += 1;
    }
}

/// Puts a lead after all leads of at least its promise.
#[inline]
fn insert(leads: &mut [(i32, usize); 8], n_leads: usize, lead: (i32, usize)) {
    let mut place = n_leads % 8;
    while place > 0 && leads[place - 1].0 < lead.0 {
        leads[place] = leads[place - 1];
        place -= 1;
    }
    leads[place] = lead;
}

const COUNTING: Bits = TENS | FIVES;

const DOUBLES: Bits = {
    let mut doubles = 0;
    let mut index = 0;
    while index < Domino::COUNT {
        if Domino::ALL[index].is_double() {
            doubles |= 1 << index;
        }
        index += 1;
    }
    doubles
};

/// The promise of a lead if tricks are good.
#[inline]
fn promise(deal: &Deal, hands: &[Bits; SEATS], leader: usize, lead: usize) -> i32 {
    let suit = deal.led(lead);
    let above = &deal.table.above[suit];
    let [left, partner, right] = [1, 2, 3].map(|step| {
        let hand = hands[(leader + step) % SEATS];
        deal.legal(hand, deal.table.follows[suit])
    });
    let opponents = left | right;
    let mut top = lead;
    while opponents & above[top] != 0 {
        top = lowest(opponents & above[top]);
    }
    let count = i32::from(deal.count(lead));
    let is_trump = deal.table.trumps >> lead & 1 == 1;
    // The numbers were found by trial on random deals; they affect only the order.
    if top == lead {
        // It wins. Trumps can wait, because they still win later.
        1000 + 20 * count - if is_trump { 300 } else { 0 }
    } else if partner & above[top] != 0 {
        // Partner can win it.
        500 + 20 * count + if is_trump { 300 } else { 0 }
    } else {
        // It may lose: the fewer dominoes can beat it, the better.
        let n_above = (opponents & above[lead]).count_ones() as i32;
        -20 * count - 3 * n_above + if is_trump { 50 } else { 0 }
    }
}
