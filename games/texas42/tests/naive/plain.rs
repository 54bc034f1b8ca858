//! A plain alpha-beta search with a hash table.
//!
//! It knows no sure tricks, no equal dominoes, no order of moves except that of the dominoes, and
//! no narrow windows. It is the solver's second opinion on whole deals and the benchmark's
//! baseline.

use arrayvec::ArrayVec;
use pieces::{Domino, DominoSet};
use std::collections::HashMap;
use texas42::{Contract, Position, count};

/// Solves one position; remembers positions before tricks.
pub(crate) struct Plain {
    contract: Contract,
    bidder: usize,
    known: HashMap<([DominoSet; 4], usize), (i32, i32)>,
    nodes: u64,
}

impl Plain {
    /// The points that north and south (in nello: the bidder) take from here on, and the number of
    /// nodes.
    pub(crate) fn value(position: &Position) -> (i32, u64) {
        Plain::within(position, 0, 42)
    }

    /// Whether north and south (in nello: the bidder) take at least `need` from here on.
    pub(crate) fn takes(position: &Position, need: i32) -> (bool, u64) {
        let (value, nodes) = Plain::within(position, need - 1, need);
        (value >= need, nodes)
    }

    /// The value if it lies between these bounds, or else a number on the same side of them.
    fn within(position: &Position, alpha: i32, beta: i32) -> (i32, u64) {
        let mut plain = Plain {
            contract: position.contract(),
            bidder: position.bidder().index(),
            known: HashMap::new(),
            nodes: 0,
        };
        let trick = position.trick().iter().copied().collect();
        let leader = position.leader().index();
        let value = plain.search(*position.hands(), leader, &trick, alpha, beta);
        (value, plain.nodes)
    }

    fn search(
        &mut self,
        hands: [DominoSet; 4],
        leader: usize,
        trick: &ArrayVec<Domino, 4>,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if hands.iter().all(|hand| hand.is_empty()) && trick.is_empty() {
            return 0;
        }
        let (low, high) = (alpha, beta);
        if trick.is_empty()
            && let Some(&(least, most)) = self.known.get(&(hands, leader))
        {
            if least >= beta || least == most {
                return least;
            }
            if most <= alpha {
                return most;
            }
            alpha = alpha.max(least);
            beta = beta.min(most);
        }
        let seat = self.seats(leader)[trick.len()];
        let maximises = if self.is_nello() {
            seat != self.bidder
        } else {
            seat.is_multiple_of(2)
        };
        let mut best = if maximises { -1 } else { 100 };
        let legal = self
            .contract
            .legal_plays(hands[seat], trick.first().copied());
        for domino in legal {
            let value = self.play(hands, leader, trick, seat, domino, alpha, beta);
            if maximises {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        if trick.is_empty() {
            let known = self.known.entry((hands, leader)).or_insert((0, 42));
            if best > low {
                known.0 = known.0.max(best);
            }
            if best < high {
                known.1 = known.1.min(best);
            }
        }
        best
    }

    #[expect(clippy::too_many_arguments, reason = "a plain recursion, for tests")]
    fn play(
        &mut self,
        mut hands: [DominoSet; 4],
        leader: usize,
        trick: &ArrayVec<Domino, 4>,
        seat: usize,
        domino: Domino,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let seats = self.seats(leader);
        hands[seat].remove(domino);
        let mut trick = trick.clone();
        trick.push(domino);
        if trick.len() < seats.len() {
            return self.search(hands, leader, &trick, alpha, beta);
        }
        let taker = seats[self.contract.winner(&trick).unwrap()];
        let (points, counts) = if self.is_nello() {
            (1, taker == self.bidder)
        } else {
            let counts = trick.iter().map(|&domino| i32::from(count(domino)));
            (1 + counts.sum::<i32>(), taker.is_multiple_of(2))
        };
        let gain = if counts { points } else { 0 };
        gain + self.search(hands, taker, &ArrayVec::new(), alpha - gain, beta - gain)
    }

    fn seats(&self, leader: usize) -> ArrayVec<usize, 4> {
        let all = (0..4).map(|step| (leader + step) % 4);
        all.filter(|&seat| !(self.is_nello() && seat == (self.bidder + 2) % 4))
            .collect()
    }

    fn is_nello(&self) -> bool {
        matches!(self.contract, Contract::Nello(_))
    }
}
