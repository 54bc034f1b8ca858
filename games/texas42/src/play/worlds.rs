//! The deals that agree with all certain facts: their number, and a random one.
//!
//! Dominoes are given to seats one after the other. The number of ways to deal the rest depends
//! only on the next domino, the room of each seat and the doubles it still needs; it is computed
//! once for each such state and remembered. A seat is then chosen with a probability proportional
//! to its number of ways: every deal is equally likely, and no draw is ever rejected. No number
//! overflows, because there are only 472,518,347,558,400 deals in all.

use super::Clue;
use crate::sides::SEATS;
use arrayvec::ArrayVec;
use kernel::Rng;
use pieces::{Domino, DominoSet};

/// The ways to deal some dominoes to seats about which something is known.
#[derive(Debug)]
pub(crate) struct Worlds {
    dominoes: Vec<Domino>,
    clues: ArrayVec<Clue, { SEATS as usize }>,
    /// The ways from each state, as far as they have been computed.
    ways: Vec<Option<u64>>,
    /// The distance in that list between two states that differ by one domino given, by one in a
    /// seat's room, and by one in the doubles that it needs.
    strides: Strides,
}

/// The room of the first seat has no stride: it follows from the others' room and the remaining
/// dominoes.
#[derive(Debug, Clone, Copy, Default)]
struct Strides {
    next: usize,
    room: [usize; SEATS as usize],
    doubles: [usize; SEATS as usize],
}

/// A partial deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dealt {
    /// The index of the next domino.
    next: usize,
    /// The number of dominoes that each seat still gets.
    room: [usize; SEATS as usize],
    /// The number of doubles that each seat still needs.
    doubles: [usize; SEATS as usize],
}

impl Worlds {
    /// The deals of these dominoes to as many seats as there are clues.
    pub(crate) fn new(dominoes: DominoSet, clues: impl IntoIterator<Item = Clue>) -> Worlds {
        Worlds {
            dominoes: dominoes.iter().collect(),
            clues: clues.into_iter().take(SEATS.into()).collect(),
            ways: Vec::new(),
            strides: Strides::default(),
        }
    }

    /// The number of deals.
    pub(crate) fn count(&mut self) -> u64 {
        if self.fits() {
            self.prepare();
            self.ways_from(self.start())
        } else {
            0
        }
    }

    /// One of the deals, all equally likely; the hands in the order of the clues.
    ///
    /// A real table always has at least the true deal. If the clues contradict each other
    /// nevertheless, they are ignored.
    pub(crate) fn deal(&mut self, rng: &mut Rng) -> Vec<DominoSet> {
        if !self.fits() || self.tells_nothing() {
            return self.deal_freely(rng);
        }
        self.prepare();
        let mut state = self.start();
        if self.ways_from(state) == 0 {
            return self.deal_freely(rng);
        }
        let mut hands = vec![DominoSet::EMPTY; self.clues.len()];
        while let Some(&domino) = self.dominoes.get(state.next) {
            let mut chosen = below(rng, self.ways_from(state));
            for (seat, hand) in hands.iter_mut().enumerate() {
                let Some(after) = self.give(state, seat) else {
                    continue;
                };
                let ways = self.ways_from(after);
                if chosen < ways {
                    hand.insert(domino);
                    state = after;
                    break;
                }
                chosen -= ways;
            }
        }
        hands
    }

    /// Every deal, if there are some and at most this many; the hands in the order of the clues.
    pub(crate) fn all(&mut self, most: u64) -> Option<Vec<Vec<DominoSet>>> {
        let n_deals = self.count();
        if n_deals == 0 || n_deals > most {
            return None;
        }
        let mut partial = vec![(self.start(), vec![DominoSet::EMPTY; self.clues.len()])];
        for &domino in &self.dominoes.clone() {
            let mut next = Vec::new();
            for (state, hands) in partial {
                for seat in 0..self.clues.len() {
                    let Some(after) = self.give(state, seat) else {
                        continue;
                    };
                    if self.ways_from(after) > 0 {
                        let mut hands = hands.clone();
                        hands[seat].insert(domino);
                        next.push((after, hands));
                    }
                }
            }
            partial = next;
        }
        Some(partial.into_iter().map(|(_, hands)| hands).collect())
    }

    /// Whether there is a place for each domino, and a domino for each place.
    fn fits(&self) -> bool {
        let places: usize = self.clues.iter().map(|clue| clue.held).sum();
        places == self.dominoes.len()
    }

    /// Whether every way of dealing agrees with the clues.
    fn tells_nothing(&self) -> bool {
        let dominoes: DominoSet = self.dominoes.iter().copied().collect();
        self.clues
            .iter()
            .all(|clue| clue.doubles == 0 && dominoes.is_subset(clue.may_hold))
    }

    /// Shuffles, and gives each seat its number of dominoes.
    fn deal_freely(&self, rng: &mut Rng) -> Vec<DominoSet> {
        let mut dominoes = self.dominoes.clone();
        rng.shuffle(&mut dominoes);
        let mut dominoes = dominoes.into_iter();
        self.clues
            .iter()
            .map(|clue| dominoes.by_ref().take(clue.held).collect())
            .collect()
    }

    fn start(&self) -> Dealt {
        let mut state = Dealt {
            next: 0,
            room: [0; SEATS as usize],
            doubles: [0; SEATS as usize],
        };
        for (seat, clue) in self.clues.iter().enumerate() {
            state.room[seat] = clue.held;
            state.doubles[seat] = clue.doubles;
        }
        state
    }

    /// Allocates the list of ways, once.
    fn prepare(&mut self) {
        if !self.ways.is_empty() {
            return;
        }
        let mut size = 1;
        let mut stride = |values: usize| {
            let stride = size;
            size *= values;
            stride
        };
        for (seat, clue) in self.clues.iter().enumerate() {
            if seat > 0 {
                self.strides.room[seat] = stride(clue.held + 1);
            }
            self.strides.doubles[seat] = stride(clue.doubles + 1);
        }
        self.strides.next = stride(self.dominoes.len() + 1);
        self.ways = vec![None; size];
    }

    /// The state after the next domino goes to this seat, if it may.
    fn give(&self, mut state: Dealt, seat: usize) -> Option<Dealt> {
        let domino = self.dominoes[state.next];
        if state.room[seat] == 0 || !self.clues[seat].may_hold.contains(domino) {
            return None;
        }
        state.next += 1;
        state.room[seat] -= 1;
        if domino.is_double() {
            state.doubles[seat] = state.doubles[seat].saturating_sub(1);
        }
        Some(state)
    }

    /// The ways to deal the rest.
    fn ways_from(&mut self, state: Dealt) -> u64 {
        if state.next == self.dominoes.len() {
            return u64::from(state.doubles == [0; SEATS as usize]);
        }
        let place = self.place(state);
        if let Some(ways) = self.ways[place] {
            return ways;
        }
        let ways = (0..self.clues.len())
            .filter_map(|seat| self.give(state, seat))
            .collect::<ArrayVec<Dealt, { SEATS as usize }>>()
            .into_iter()
            .map(|after| self.ways_from(after))
            .sum();
        self.ways[place] = Some(ways);
        ways
    }

    /// The index of a state in the list.
    fn place(&self, state: Dealt) -> usize {
        let seats = (0..self.clues.len()).map(|seat| {
            state.room[seat] * self.strides.room[seat]
                + state.doubles[seat] * self.strides.doubles[seat]
        });
        state.next * self.strides.next + seats.sum::<usize>()
    }
}

/// A uniform number below `n`, which must not be 0.
fn below(rng: &mut Rng, n: u64) -> u64 {
    // 2^64 mod n: this many numbers must be refused, or small ones would be favoured.
    let unfair = n.wrapping_neg() % n;
    loop {
        let number = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
        if number <= u64::MAX - unfair {
            return number % n;
        }
    }
}
