//! In which order moves are tried: the sooner the right one, the smaller the search.
//!
//! Only the order is decided here, never the result: every legal domino that is
//! not spare is in the list.

use super::deal::{Deal, Style};
use super::search::{Standing, Trick, lowest};
use crate::position::SEATS;
use crate::table::{Bits, PLACES};
use crate::trick::{FIVES, TENS};
use pieces::Domino;

/// Up to seven dominoes in the order in which they are tried.
pub(super) struct Moves {
    list: [u8; 8],
    len: usize,
    next: usize,
}

impl Iterator for Moves {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.next == self.len {
            return None;
        }
        let domino = self.list[self.next % 8];
        self.next += 1;
        Some(usize::from(domino) % PLACES)
    }
}

impl Moves {
    const NONE: Moves = Moves {
        list: [0; 8],
        len: 0,
        next: 0,
    };

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
        let mut moves = Moves::NONE;
        let mut ranks = [0; 8];
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
            moves.insert(&mut ranks, promise, lead);
        }
        moves
    }

    /// What a seat may play to a trick.
    #[inline]
    pub(super) fn plays(deal: &Deal, trick: &Trick<'_>, standing: Standing, seat: usize) -> Moves {
        let legal = deal.legal(trick.hands[seat], trick.follows) & !trick.spare;
        let mut moves = Moves::NONE;
        if legal & (legal - 1) == 0 || deal.style == Style::Forced {
            moves.push(legal);
            return moves;
        }
        let takes = legal & trick.above[standing.best];
        if deal.style == Style::Avoiding {
            moves.push_from_high(legal & !takes);
            moves.push(takes);
            return moves;
        }
        moves.taking(deal, trick, standing, seat, legal);
        moves
    }

    /// Where tricks are good: win cheaply and bring count where that is safe, and waste little otherwise.
    #[inline]
    fn taking(
        &mut self,
        deal: &Deal,
        trick: &Trick<'_>,
        standing: Standing,
        seat: usize,
        legal: Bits,
    ) {
        let legal_of = |seat: usize| deal.legal(trick.hands[seat], trick.follows);
        let opponent = match standing.n_played {
            3 => 0,
            _ => legal_of((seat + 1) % SEATS),
        };
        // The best that the opponent can still do.
        let top = strongest(trick, standing.best, opponent);
        let is_ours = (standing.holder ^ seat) & 1 == 0;
        if is_ours && top == standing.best {
            self.push_rich_first(deal, legal);
            return;
        }
        let wins = legal & trick.above[top];
        self.push_rich_first(deal, wins);
        let partner = match standing.n_played {
            1 => legal_of((seat + 2) % SEATS),
            _ => 0,
        };
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
            self.list[self.len % 8] = rest.trailing_zeros() as u8;
            self.len += 1;
            rest &= rest - 1;
        }
    }

    /// Adds a set from its highest domino down.
    fn push_from_high(&mut self, set: Bits) {
        let mut rest = set;
        while rest != 0 {
            let highest = Bits::BITS - 1 - rest.leading_zeros();
            self.list[self.len % 8] = highest as u8;
            self.len += 1;
            rest &= !(1 << highest);
        }
    }

    /// Puts a domino before all of less promise.
    #[inline]
    fn insert(&mut self, ranks: &mut [i32; 8], rank: i32, domino: usize) {
        let mut place = self.len;
        while place > 0 && ranks[(place - 1) % 8] < rank {
            ranks[place % 8] = ranks[(place - 1) % 8];
            self.list[place % 8] = self.list[(place - 1) % 8];
            place -= 1;
        }
        ranks[place % 8] = rank;
        self.list[place % 8] = domino as u8;
        self.len += 1;
    }
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

/// How promising a lead is where tricks are good.
#[inline]
fn promise(deal: &Deal, hands: &[Bits; SEATS], leader: usize, lead: usize) -> i32 {
    let suit = deal.led(lead);
    let above = &deal.table.above[suit];
    let [left, partner, right] = [1, 2, 3].map(|step| {
        let hand = hands[(leader + step) % SEATS];
        deal.legal(hand, deal.table.follows[suit])
    });
    let count = deal.count(lead);
    let mut top = lead;
    while (left | right) & above[top] != 0 {
        top = lowest((left | right) & above[top]);
    }
    if top == lead {
        let gift = if partner & TENS != 0 {
            10
        } else if partner & FIVES != 0 {
            5
        } else {
            0
        };
        return 1000 + 20 * (count + gift) + 5 * (deal.table.trumps >> lead & 1) as i32;
    }
    if partner & above[top] != 0 {
        return 500 + 10 * count;
    }
    100 - 20 * count
}

/// The strongest in a trick of the domino that holds it and a set.
#[inline]
fn strongest(trick: &Trick<'_>, best: usize, set: Bits) -> usize {
    let mut top = best;
    while set & trick.above[top] != 0 {
        top = lowest(set & trick.above[top]);
    }
    top
}
