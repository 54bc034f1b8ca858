//! The play among known hands: the score of a card, the next seat, and how sensible players would
//! play on.
//!
//! Everything is in ranks and is cheap to copy, which lets a bot play out thousands of hands for
//! one decision. `rules.rs` decides the rules themselves; a test plays random hands through both.

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
    /// The count of the cards.
    #[inline]
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// Lays a playable card.
    #[inline]
    pub(crate) fn push(&mut self, rank: usize) {
        // Cards that count at most 31 together are at most thirteen.
        self.ranks[usize::from(self.len) % 13] = rank as u8;
        self.len += 1;
        self.count += peg(rank);
    }

    /// The score of a playable card, without the point for the last card.
    #[inline]
    pub(crate) fn points(&self, rank: usize) -> u8 {
        let count = self.count + peg(rank);
        let round = if count == 15 || count == 31 { 2 } else { 0 };
        round + self.group_or_run(rank)
    }

    /// The ranks, oldest first.
    #[inline]
    fn cards(&self) -> &[u8] {
        &self.ranks[..usize::from(self.len) % 14]
    }

    #[inline]
    fn group_or_run(&self, rank: usize) -> u8 {
        let mut before = self.cards().iter().rev();
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

/// The hands at a moment of the play.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RankPlay {
    /// The cards of each seat.
    pub(crate) hands: [Ranks; SEATS],
    /// The number of seats.
    pub(crate) seats: usize,
    /// The seat that must play; it holds a playable card.
    pub(crate) turn: usize,
    /// The cards since the last reset.
    pub(crate) pile: Pile,
    /// Every face-up card: those played, and the starter.
    pub(crate) open: Ranks,
}

impl RankPlay {
    /// Plays a card of the seat to move, returns its score, and finds the next seat. Once all cards
    /// are played the turn has no meaning.
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

    /// The first seat left of this one, itself last, whose hand satisfies the condition.
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

    /// The card of a sensible player: the one that scores most, minus the expected score of the
    /// next player's answer. It looks at no hand but its own.
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

    /// The score of a card for the seat to move, minus the expected score of the next player's
    /// answer; in shares of a point that are the same for all cards.
    #[inline]
    fn prospect(&self, rank: usize, fear: &Fear) -> i32 {
        let mut pile = self.pile;
        pile.push(rank);
        fear.shares(self.pile.points(rank), &pile)
    }

    /// The chances that the seat to move must assume for the next player's hand.
    #[inline]
    fn fear(&self) -> Fear {
        let own = self.hands[self.turn];
        let next = if self.turn + 1 == self.seats {
            0
        } else {
            self.turn + 1
        };
        Fear::new(Ranks::DECK.minus(own), self.open, self.hands[next].len())
    }
}

/// The chance that the next player holds each rank, as far as a player can know: the cards of the
/// rank that are left, times the cards that the next player holds, over all cards that are left.
///
/// It is kept as these whole numbers. The search asks for it millions of times, and whole numbers
/// compare alike everywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fear {
    left: Ranks,
    unseen: u32,
    cards: u32,
}

impl Fear {
    /// The chances for a next player with this many cards, drawn from the cards that are neither
    /// one's own nor face up.
    #[inline]
    pub(crate) fn new(not_own: Ranks, open: Ranks, cards: u32) -> Fear {
        // A card that was in one's hand when the play began and is face up now must be counted
        // once: face-up cards have left every hand.
        let left = not_own.less(open);
        let unseen = left.len().max(1);
        Fear {
            left,
            unseen,
            cards,
        }
    }

    /// The expected points of a reply to this pile: for each rank that would score, the points
    /// times the chance that it is held.
    #[inline]
    pub(crate) fn of(&self, pile: &Pile) -> f32 {
        self.ways(pile) as f32 * self.cards as f32 / self.unseen as f32
    }

    /// These points minus the expected points of a reply to this pile, in shares of a point: as
    /// many as there are unseen cards make one point.
    #[inline]
    fn shares(&self, points: u8, pile: &Pile) -> i32 {
        i32::from(points) * self.unseen as i32 - (self.ways(pile) * self.cards) as i32
    }

    /// The points of a reply to this pile, summed over the cards that are left.
    #[inline]
    fn ways(&self, pile: &Pile) -> u32 {
        self.of_rounds(pile) + self.of_groups(pile) + self.of_runs(pile)
    }

    /// The part for a reply that makes 15 or 31.
    #[inline]
    fn of_rounds(&self, pile: &Pile) -> u32 {
        let ways = |round: u8| match round.wrapping_sub(pile.count) {
            missing @ 1..=9 => u32::from(self.left.count(usize::from(missing) - 1)),
            10 => (9..RANKS)
                .map(|rank| u32::from(self.left.count(rank)))
                .sum(),
            _ => 0,
        };
        2 * (ways(15) + ways(31))
    }

    /// The part for a reply of the last card's rank.
    #[inline]
    fn of_groups(&self, pile: &Pile) -> u32 {
        let Some(&last) = pile.cards().last() else {
            return 0;
        };
        let rank = usize::from(last) % RANKS;
        if peg(rank) > 31 - pile.count {
            return 0;
        }
        u32::from(self.left.count(rank)) * u32::from(pile.group_or_run(rank))
    }

    /// The part for a reply that makes a run; each rank counts its longest run.
    #[inline]
    fn of_runs(&self, pile: &Pile) -> u32 {
        let mut longest = [0_u8; 16];
        let mut completing = 0_u16;
        let mut present = 0_u16;
        for (place, &rank) in (1_u8..).zip(pile.cards().iter().rev()) {
            let bit = 1 << rank;
            if present & bit != 0 {
                break;
            }
            present |= bit;
            if place < 2 {
                continue;
            }
            // The ranks that would close the only gap, or lengthen a row at either end.
            let low = present.trailing_zeros();
            let row = present >> low;
            let gap = !row & (u16::MAX >> row.leading_zeros());
            let closing = match gap.count_ones() {
                0 => (row + 1) << low | (1 << low) >> 1,
                1 => gap << low,
                _ => 0,
            } & ALL_RANKS;
            completing |= closing;
            let mut rest = closing;
            while rest != 0 {
                longest[rest.trailing_zeros() as usize % 16] = place + 1;
                rest &= rest - 1;
            }
        }
        let mut points = 0;
        while completing != 0 {
            let rank = completing.trailing_zeros() as usize % RANKS;
            if peg(rank) <= 31 - pile.count {
                points += u32::from(self.left.count(rank)) * u32::from(longest[rank]);
            }
            completing &= completing - 1;
        }
        points
    }
}

/// A bit for every rank.
const ALL_RANKS: u16 = (1 << RANKS) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;

    /// The expected points of a reply, rank by rank.
    fn one_by_one(fear: &Fear, pile: &Pile) -> f32 {
        let share = fear.cards as f32 / fear.unseen as f32;
        (0..RANKS)
            .filter(|&rank| pile.count + peg(rank) <= 31)
            .map(|rank| f32::from(fear.left.count(rank)) * share * f32::from(pile.points(rank)))
            .sum()
    }

    #[test]
    fn fear_is_the_sum_over_every_reply() {
        let mut rng = Rng::from_seed(8);
        for _ in 0..50_000 {
            let mut pile = Pile::default();
            // Low ranks are frequent in order to give long runs.
            let ranks = if rng.below(2) == 0 { 6 } else { 13 };
            for _ in 0..rng.below(9) {
                let rank = rng.below(ranks) as usize;
                if pile.count + peg(rank) <= 31 {
                    pile.push(rank);
                }
            }
            let open = (0..rng.below(8)).map(|_| rng.below(13) as usize).collect();
            let fear = Fear::new(Ranks::DECK, open, 1 + rng.below(4));
            let (quick, slow) = (fear.of(&pile), one_by_one(&fear, &pile));
            assert!((quick - slow).abs() < 1e-3, "{pile:?}: {quick} {slow}");
        }
    }
}
