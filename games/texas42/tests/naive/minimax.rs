//! Exhaustive minimax: every legal line to its end, with the naive rules.

use super::{count, legal, winner};
use pieces::Domino;
use texas42::{Contract, Position};

/// A position as plain lists.
#[derive(Clone)]
pub(crate) struct Ending {
    contract: Contract,
    bidder: usize,
    hands: [Vec<Domino>; 4],
    leader: usize,
    trick: Vec<Domino>,
}

impl Ending {
    pub(crate) fn of(position: &Position) -> Ending {
        Ending {
            contract: position.contract(),
            bidder: position.bidder().index(),
            hands: position.hands().map(|hand| hand.iter().collect()),
            leader: position.leader().index(),
            trick: position.trick().to_vec(),
        }
    }

    /// The points that each side takes from here on if everyone plays perfectly: north and south,
    /// then east and west.
    pub(crate) fn minimax(&self) -> [i32; 2] {
        let seat = self.seats()[self.trick.len()];
        let mut best = None;
        for domino in self.legal() {
            let taken = self.after(domino);
            if best.is_none_or(|best| self.likes(seat, taken) > self.likes(seat, best)) {
                best = Some(taken);
            }
        }
        best.unwrap_or([0, 0])
    }

    /// The legal plays.
    pub(crate) fn legal(&self) -> Vec<Domino> {
        let seat = self.seats()[self.trick.len()];
        legal(
            self.contract,
            &self.hands[seat],
            self.trick.first().copied(),
        )
    }

    /// The points that the sides take from here on if this domino is played.
    pub(crate) fn after(&self, domino: Domino) -> [i32; 2] {
        let seats = self.seats();
        let mut next = self.clone();
        next.hands[seats[self.trick.len()]].retain(|&held| held != domino);
        next.trick.push(domino);
        if next.trick.len() < seats.len() {
            return next.minimax();
        }
        let taker = seats[winner(self.contract, &next.trick)];
        let mut points = 1;
        if !self.is_nello() {
            points += next.trick.iter().map(|&domino| count(domino)).sum::<i32>();
        }
        next.trick.clear();
        next.leader = taker;
        let mut taken = next.minimax();
        taken[taker % 2] += points;
        taken
    }

    /// A seat's preference for an outcome.
    fn likes(&self, seat: usize, taken: [i32; 2]) -> i32 {
        if !self.is_nello() {
            taken[seat % 2]
        } else if seat == self.bidder {
            -taken[self.bidder % 2]
        } else {
            taken[self.bidder % 2]
        }
    }

    /// The seats that play, from the leader on.
    fn seats(&self) -> Vec<usize> {
        let all = (0..4).map(|step| (self.leader + step) % 4);
        all.filter(|&seat| !(self.is_nello() && seat == (self.bidder + 2) % 4))
            .collect()
    }

    fn is_nello(&self) -> bool {
        matches!(self.contract, Contract::Nello(_))
    }
}
