//! The play among known hands: what a card scores, who goes on, and how
//! sensible players would play it out.
//!
//! Everything is in ranks and copies freely, so that a bot can play out
//! thousands of hands for one decision. The rules themselves are decided in
//! `rules.rs`; a test plays random hands through both.

use super::ranks::{RANKS, Ranks, peg};

/// The most seats of a table.
pub(crate) const SEATS: usize = 4;

/// The ranks since the count was last reset.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pile {
    ranks: [u8; 13],
    len: u8,
    count: u8,
}

impl Pile {
    /// What the cards count.
    #[inline]
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// Lays a card that fits.
    #[inline]
    pub(crate) fn push(&mut self, rank: usize) {
        // Cards that count at most 31 together are at most thirteen.
        self.ranks[usize::from(self.len) % 13] = rank as u8;
        self.len += 1;
        self.count += peg(rank);
    }

    /// What a card that fits would score, without the point for the last card.
    #[inline]
    pub(crate) fn points(&self, rank: usize) -> u8 {
        let count = self.count + peg(rank);
        let round = if count == 15 || count == 31 { 2 } else { 0 };
        round + self.group_or_run(rank)
    }

    #[inline]
    fn group_or_run(&self, rank: usize) -> u8 {
        let mut before = self.ranks[..usize::from(self.len) % 14].iter().rev();
        let Some(&last) = before.clone().next() else {
            return 0;
        };
        if usize::from(last) == rank {
            let same = before.take_while(|&&other| other == last).count();
            return [0, 2, 6, 12][same % 4];
        }
        let mut present = 1_u16 << rank;
        let (mut length, mut longest) = (1, 0);
        for &other in &mut before {
            let bit = 1_u16 << other;
            if present & bit != 0 {
                break;
            }
            present |= bit;
            length += 1;
            // Ranks in a row are ones without a gap.
            let row = present >> present.trailing_zeros();
            if row & (row + 1) == 0 && length >= 3 {
                longest = length;
            }
        }
        longest
    }
}

impl FromIterator<usize> for Pile {
    fn from_iter<I: IntoIterator<Item = usize>>(ranks: I) -> Pile {
        let mut pile = Pile::default();
        for rank in ranks {
            pile.push(rank);
        }
        pile
    }
}

/// Hands on the table in the middle of the play.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Play {
    /// What each seat holds.
    pub(crate) hands: [Ranks; SEATS],
    /// How many seats there are.
    pub(crate) seats: usize,
    /// Who is to play, holding a card that fits.
    pub(crate) turn: usize,
    /// The cards since the last reset.
    pub(crate) pile: Pile,
    /// Every card that lies open: those played, and the starter.
    pub(crate) open: Ranks,
}

impl Play {
    /// Plays a card of the seat to move, gives what it scores, and finds who is next.
    /// When nobody holds a card any more the turn means nothing.
    #[inline]
    pub(crate) fn lay(&mut self, rank: usize) -> u8 {
        let seat = self.turn;
        let mut points = self.pile.points(rank);
        self.hands[seat] = self.hands[seat].without(rank);
        self.open = self.open.with(rank);
        self.pile.push(rank);
        let count = self.pile.count;
        match self.after(seat, |hand| !hand.within(count).is_empty()) {
            Some(next) => self.turn = next,
            None => {
                points += u8::from(count < 31);
                self.pile = Pile::default();
                self.turn = self.after(seat, |hand| !hand.is_empty()).unwrap_or(seat);
            }
        }
        points
    }

    /// Whether all cards are played.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.hands[self.turn].is_empty()
    }

    /// The first seat left of this one, itself the last, whose hand will do.
    #[inline]
    fn after(&self, seat: usize, fits: impl Fn(Ranks) -> bool) -> Option<usize> {
        let mut next = seat;
        for _ in 0..self.seats {
            next = if next + 1 == self.seats { 0 } else { next + 1 };
            if fits(self.hands[next]) {
                return Some(next);
            }
        }
        None
    }

    /// What a sensible player would lay: the card that scores most, less what the next
    /// player may be expected to score on it. It looks at nobody's hand but its own.
    #[inline]
    pub(crate) fn sensible(&self) -> usize {
        let hand = self.hands[self.turn];
        let playable = hand.within(self.pile.count);
        let mut ranks = playable.each();
        let first = ranks.next().unwrap_or(0);
        let mut rest = ranks.peekable();
        if rest.peek().is_none() {
            return first;
        }
        let fear = self.fear();
        let mut best = (first, self.prospect(first, &fear));
        for rank in rest {
            let prospect = self.prospect(rank, &fear);
            if prospect >= best.1 {
                best = (rank, prospect);
            }
        }
        best.0
    }

    /// What a card scores for the seat to move, less what the next player may score on it.
    #[inline]
    pub(crate) fn prospect(&self, rank: usize, fear: &Fear) -> f32 {
        let points = f32::from(self.pile.points(rank));
        let mut pile = self.pile;
        pile.push(rank);
        points - fear.of(&pile)
    }

    /// What the seat to move must expect the next player to hold.
    #[inline]
    pub(crate) fn fear(&self) -> Fear {
        let own = self.hands[self.turn];
        let next = if self.turn + 1 == self.seats {
            0
        } else {
            self.turn + 1
        };
        Fear::new(Ranks::DECK.minus(own), self.open, self.hands[next].len())
    }
}

/// The chance that the next player holds each rank, as far as a player can know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fear([f32; RANKS]);

impl Fear {
    /// For a next player with so many cards, among the cards that are neither one's own nor open.
    #[inline]
    pub(crate) fn new(not_own: Ranks, open: Ranks, cards: u32) -> Fear {
        // A card that is in one's hand when the play began and now lies open was counted once:
        // open cards have left every hand.
        let mut chance = [0.0; RANKS];
        let mut unseen = 0;
        for (rank, chance) in chance.iter_mut().enumerate() {
            let left = not_own.count(rank).saturating_sub(open.count(rank));
            unseen += left;
            *chance = f32::from(left);
        }
        let share = cards as f32 / f32::from(unseen.max(1));
        for chance in &mut chance {
            *chance = (*chance * share).min(1.0);
        }
        Fear(chance)
    }

    /// The points to expect from a reply to this pile.
    #[inline]
    pub(crate) fn of(&self, pile: &Pile) -> f32 {
        let left = 31 - pile.count;
        let mut points = 0.0;
        for (rank, chance) in self.0.iter().enumerate() {
            if peg(rank) > left {
                break;
            }
            points += chance * f32::from(pile.points(rank));
        }
        points
    }
}
