//! The exact solver: the result if everyone plays perfectly and knows all hands.
//!
//! A null-window search asks "does the attack take at least this much?", and a few such questions
//! close in on the exact value. It is fast because of bit sets and tables, a memory of positions
//! before tricks, sure tricks as bounds, one of several equal dominoes instead of each, and a good
//! order of moves.
//!
//! The same question always gets the same answer after the same number of nodes: nothing is
//! remembered from one question to the next. A solver holds 256 KiB and never allocates more,
//! except for the list that it returns.

mod bounds;
mod deal;
mod equals;
mod memory;
mod order;
mod search;
mod trick;

use crate::contract::Contract;
use crate::play::{Position, Taken, is_north_south};
use deal::Deal;
use memory::Memory;
use pieces::Domino;
use search::Search;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A legal play, and the points that each side takes in the whole hand after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The domino to play.
    pub domino: Domino,
    /// The points that each side takes, including earlier tricks.
    #[serde(flatten)]
    pub taken: Taken,
}

/// Solves positions.
///
/// ```
/// use kernel::Seat;
/// use texas42::{Contract, Position, Solver, Suit, Taken};
///
/// let hands = ["6-6 6-5", "6-0 5-5", "6-4 2-2", "5-0 4-4"].map(|hand| hand.parse().unwrap());
/// let position = Position::new(Contract::Trump(Suit::Sixes), Seat(0), hands, Seat(0))?;
/// let mut solver = Solver::new();
/// // Two trumps draw everything: two tricks with 6-4, 5-5 and 5-0 in them.
/// assert_eq!(solver.value(&position), Taken { north_south: 27, east_west: 0 });
/// assert!(solver.makes(&position, 27));
/// # Ok::<(), texas42::PositionFault>(())
/// ```
pub struct Solver {
    memory: Memory,
    nodes: u64,
}

impl Solver {
    /// A solver with an empty memory of 256 KiB.
    pub fn new() -> Solver {
        Solver {
            memory: Memory::new(),
            nodes: 0,
        }
    }

    /// The points (in nello, the tricks) that each side takes in the whole hand under perfect play.
    ///
    /// In nello the bidder wants no tricks and the opponents want to give them.
    pub fn value(&mut self, position: &Position) -> Taken {
        self.memory.clear();
        self.taken(position, GUESS)
    }

    /// Every legal play with its value, in domino order; empty when all dominoes are played.
    pub fn moves(&mut self, position: &Position) -> Vec<Move> {
        self.memory.clear();
        self.moves_near(position, GUESS)
    }

    /// A play that keeps the position's value, the lowest of several; `None` when all dominoes are
    /// played.
    pub fn best(&mut self, position: &Position) -> Option<Move> {
        let value = self.value(position);
        let moves = self.moves_near(position, i32::from(value.north_south));
        moves.into_iter().find(|it| it.taken == value)
    }

    /// Whether the bidder's side takes at least this many points in the whole hand; 42 asks for
    /// every trick.
    ///
    /// In nello the question is whether the bidder takes no trick, whatever the points. This is one
    /// question instead of several and therefore faster than [`Solver::value`].
    pub fn makes(&mut self, position: &Position, points: u8) -> bool {
        self.memory.clear();
        self.still_makes(position, points)
    }

    /// Solves the position with the memory of this deal.
    fn still_makes(&mut self, position: &Position, points: u8) -> bool {
        let taken = position.taken();
        let by_bidder = i32::from(taken.by_side_of(position.bidder()));
        if let Contract::Nello(_) = position.contract() {
            return by_bidder == 0 && !self.attack_takes(position, 1);
        }
        let missing = i32::from(points) - by_bidder;
        if is_north_south(position.bidder()) {
            self.attack_takes(position, missing)
        } else {
            // East and west get what north and south do not.
            let left = i32::from(position.at_stake());
            !self.attack_takes(position, left - missing + 1)
        }
    }

    /// For every legal play, in domino order, whether the bidder's side then still
    /// [makes](Solver::makes) this many points.
    pub fn moves_make(&mut self, position: &Position, points: u8) -> Vec<(Domino, bool)> {
        self.memory.clear();
        let mut makes = Vec::new();
        for domino in position.legal_plays() {
            let mut next = position.clone();
            // A legal play is never refused.
            if next.play(domino).is_ok() {
                makes.push((domino, self.still_makes(&next, points)));
            }
        }
        makes
    }

    /// The number of positions this solver has looked at, over all questions.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Every legal play with its value, if the first is expected to be near a guess.
    fn moves_near(&mut self, position: &Position, mut guess: i32) -> Vec<Move> {
        let mut moves = Vec::new();
        for domino in position.legal_plays() {
            let mut next = position.clone();
            // A legal play is never refused.
            if next.play(domino).is_ok() {
                let taken = self.taken(&next, guess);
                guess = i32::from(taken.north_south);
                moves.push(Move { domino, taken });
            }
        }
        moves
    }

    /// The points that each side takes in the whole hand, starting from a guess for north and
    /// south.
    fn taken(&mut self, position: &Position, guess: i32) -> Taken {
        let before = position.taken();
        let left = i32::from(position.at_stake());
        let attack = self.exactly(position, guess - i32::from(before.north_south));
        let nello = matches!(position.contract(), Contract::Nello(_));
        let attack_is_north_south = !nello || is_north_south(position.bidder());
        let (north_south, east_west) = if attack_is_north_south {
            (attack, left - attack)
        } else {
            (left - attack, attack)
        };
        Taken {
            north_south: before.north_south + north_south as u8,
            east_west: before.east_west + east_west as u8,
        }
    }

    /// The points that the attack takes from here on, found by halving the possible range.
    fn exactly(&mut self, position: &Position, guess: i32) -> i32 {
        let deal = Deal::new(position);
        let (mut least, mut most) = (0, deal.left);
        let mut need = guess.clamp(1, most.max(1));
        let mut is_first = true;
        while least < most {
            let bound = self.ask(&deal, need);
            // A guess is often exactly right, and its neighbour is asked before the middle.
            let neighbour = if bound >= need {
                least = bound;
                least + 1
            } else {
                most = bound;
                most
            };
            need = if is_first {
                neighbour
            } else {
                (least + most + 1) / 2
            };
            is_first = false;
        }
        least
    }

    fn attack_takes(&mut self, position: &Position, need: i32) -> bool {
        self.ask(&Deal::new(position), need) >= need
    }

    fn ask(&mut self, deal: &Deal, need: i32) -> i32 {
        let mut search = Search {
            deal,
            memory: &mut self.memory,
            nodes: 0,
        };
        let bound = search.ask(need);
        self.nodes += search.nodes;
        bound
    }
}

/// The first question about a value: a little above the average of a leader's side.
const GUESS: i32 = 26;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
