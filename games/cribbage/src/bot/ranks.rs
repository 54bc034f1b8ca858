//! Cards by their ranks alone: a count for each rank.
//!
//! Suits do not matter in the play and hardly matter in the show; bots therefore think in ranks.
//! Thirteen counts fit one word, a nibble each; adding words adds counts.

use pieces::{Card, CardSet, Rank};

use crate::score::fast::quad_of_ranks;

/// The number of ranks.
pub(crate) const RANKS: usize = Rank::ALL.len();

/// The number of pairs of ranks.
pub(crate) const PAIRS: usize = 91;

/// The number of multisets of four ranks.
pub(crate) const QUADS: usize = 1820;

/// The peg value of a rank, counted from 0.
#[inline]
pub(crate) const fn peg(rank: usize) -> u8 {
    if rank < 9 { rank as u8 + 1 } else { 10 }
}

/// The number of cards of each rank, at most fifteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ranks(u64);

impl Ranks {
    /// No cards.
    pub(crate) const NONE: Ranks = Ranks(0);

    /// A whole deck: four of each rank.
    pub(crate) const DECK: Ranks = Ranks(0x4_4444_4444_4444);

    /// The ranks of these cards.
    pub(crate) fn of(cards: CardSet) -> Ranks {
        cards.iter().map(|card| card.rank().index()).collect()
    }

    /// The number of cards of this rank.
    #[inline]
    pub(crate) const fn count(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 15
    }

    /// One card more.
    #[inline]
    pub(crate) const fn with(self, rank: usize) -> Ranks {
        Ranks(self.0 + (1 << (4 * rank)))
    }

    /// One card less; it must be present.
    #[inline]
    pub(crate) const fn without(self, rank: usize) -> Ranks {
        Ranks(self.0 - (1 << (4 * rank)))
    }

    /// All cards of both.
    #[inline]
    pub(crate) const fn plus(self, other: Ranks) -> Ranks {
        Ranks(self.0 + other.0)
    }

    /// These cards without the others, which must all be among them.
    #[inline]
    pub(crate) const fn minus(self, other: Ranks) -> Ranks {
        Ranks(self.0 - other.0)
    }

    /// These cards without the others, as far as they are among them. Of each rank both have at
    /// most seven.
    #[inline]
    pub(crate) const fn less(self, other: Ranks) -> Ranks {
        // The highest bit of each nibble is lent to the subtraction. It is used up where the others
        // have more.
        const LENT: u64 = 0x8_8888_8888_8888;
        let rest = (self.0 | LENT) - other.0;
        let enough = rest & LENT;
        Ranks(rest & (enough - (enough >> 3)))
    }

    /// The number of cards.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        // Two nibbles are added in each byte, and the product adds all bytes in its highest one.
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are no cards.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that keep the count within 31.
    #[inline]
    pub(crate) const fn within(self, count: u8) -> Ranks {
        // With ten or more to go every rank fits; below that, ranks of at most the remaining count.
        let left = 31 - count;
        if left >= 10 {
            self
        } else {
            Ranks(self.0 & ((1 << (4 * left)) - 1))
        }
    }

    /// The distinct ranks, ascending.
    #[inline]
    pub(crate) fn each(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let rank = rest.trailing_zeros() as usize / 4;
            rest &= !(15 << (4 * rank));
            Some(rank)
        })
    }

    /// Every card's rank, ascending.
    pub(crate) fn all(self) -> impl Iterator<Item = usize> {
        self.each()
            .flat_map(move |rank| std::iter::repeat_n(rank, usize::from(self.count(rank))))
    }

    /// The number of these four cards among the multisets of four ranks.
    pub(crate) fn quad(self) -> usize {
        let mut four = [0; 4];
        for (place, rank) in four.iter_mut().zip(self.all()) {
            *place = rank;
        }
        quad_of_ranks(four)
    }

    /// The number of ways to pick these ranks from `unseen`.
    pub(crate) fn ways(self, unseen: Ranks) -> u32 {
        self.each()
            .map(|rank| choose(unseen.count(rank), self.count(rank)))
            .product()
    }
}

impl FromIterator<usize> for Ranks {
    fn from_iter<I: IntoIterator<Item = usize>>(ranks: I) -> Ranks {
        ranks.into_iter().fold(Ranks::NONE, Ranks::with)
    }
}

/// The pairs of ranks in the order of their numbers, the lower rank first.
pub(crate) fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..RANKS).flat_map(|high| (0..=high).map(move |low| [low, high]))
}

/// The multisets of four ranks in the order of their numbers.
pub(crate) fn quads() -> impl Iterator<Item = Ranks> {
    hands(4)
}

/// Every multiset of this many ranks, the higher ranks changing last.
pub(crate) fn hands(cards: usize) -> Box<dyn Iterator<Item = Ranks>> {
    hands_below(cards, RANKS)
}

fn hands_below(cards: usize, limit: usize) -> Box<dyn Iterator<Item = Ranks>> {
    if cards == 0 {
        return Box::new(std::iter::once(Ranks::NONE));
    }
    Box::new((0..limit).flat_map(move |highest| {
        hands_below(cards - 1, highest + 1).map(move |rest| rest.with(highest))
    }))
}

/// The rank of a card, counted from 0.
#[inline]
pub(crate) fn rank_of(card: Card) -> usize {
    card.index() / 4
}

/// The number of ways to pick `k` of at most fifteen cards.
#[inline]
pub(crate) const fn choose(n: u8, k: u8) -> u32 {
    if k > n {
        return 0;
    }
    let (mut ways, mut picked) = (1, 0);
    while picked < k {
        ways = ways * (n - picked) as u32 / (picked as u32 + 1);
        picked += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::fast::pair_of_ranks;

    #[test]
    fn pairs_and_quads_come_in_the_order_of_their_numbers() {
        for (number, [low, high]) in pairs().enumerate() {
            assert_eq!(pair_of_ranks(low, high), number);
        }
        assert_eq!(pairs().count(), PAIRS);
        for (number, quad) in quads().enumerate() {
            assert_eq!((quad.quad(), quad.len()), (number, 4));
        }
        assert_eq!(quads().count(), QUADS);
    }

    #[test]
    fn ranks_are_what_was_put_in() {
        let hand = Ranks::of("5H 5C 6S KD".parse().unwrap());
        assert_eq!(hand.all().collect::<Vec<_>>(), [4, 4, 5, 12]);
        assert_eq!(hand.each().collect::<Vec<_>>(), [4, 5, 12]);
        assert_eq!(hand.without(4).with(0).len(), 4);
        assert_eq!(Ranks::DECK.len(), 52);
        assert_eq!(hand.ways(Ranks::DECK), 6 * 4 * 4);
        assert_eq!(hand.ways(Ranks::DECK.minus(hand)), 3 * 3);
    }

    #[test]
    fn what_is_left_is_counted_rank_by_rank() {
        let mut rng = kernel::Rng::from_seed(4);
        let mut any = || -> Ranks { (0..rng.below(8)).map(|_| rng.below(13) as usize).collect() };
        for _ in 0..2_000 {
            let (some, others) = (any(), any());
            let left = some.less(others);
            for rank in 0..RANKS {
                let expected = some.count(rank).saturating_sub(others.count(rank));
                assert_eq!(left.count(rank), expected, "{some:?} {others:?}");
            }
            let one_by_one: u32 = (0..RANKS).map(|rank| u32::from(left.count(rank))).sum();
            assert_eq!(left.len(), one_by_one);
        }
    }

    #[test]
    fn only_cards_within_thirty_one_can_be_played() {
        let hand = Ranks::of("AH 5C 9S KD".parse().unwrap());
        for count in 0..=31 {
            let fits: Vec<usize> = hand.all().filter(|&rank| count + peg(rank) <= 31).collect();
            assert_eq!(hand.within(count).all().collect::<Vec<_>>(), fits);
        }
    }

    #[test]
    fn there_are_as_many_deals_as_published() {
        let possible = |deal: &Ranks| deal.ways(Ranks::DECK) > 0;
        assert_eq!(hands(6).filter(possible).count(), 18_395);
        let deals: u32 = hands(6).map(|deal| deal.ways(Ranks::DECK)).sum();
        assert_eq!(deals, 20_358_520);
    }
}
