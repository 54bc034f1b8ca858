//! The total of a hand by table, for programs that count millions of hands.
//!
//! The score of the ranks of four cards and a starter depends on 1,820 multisets of four ranks and
//! 13 ranks of starter, few enough for one table of rows. A row is found by pairs, because a table
//! over two cards is small: two cards give one of 91 pairs of ranks, two pairs one of 1,820 quads.
//! The same lookup also yields the suits, counted in four nibbles of one word.
//!
//! Everything is computed at compile time from the rules alone: there are no unexplained constants,
//! and the first call is no slower. This path never gives reasons.

use super::peg_value;
use pieces::{Card, Rank, Suit};
use std::ops::Add;

/// The score of the four cards and the starter, as hand or as crib.
///
/// The five cards must all be different, which [`Show`](super::Show) ensures; for others the number
/// has no meaning.
///
/// ```
/// use cribbage::score::total;
///
/// let [a, b, c, d, starter] = ["5H", "5C", "5S", "JD", "5D"].map(|text| text.parse().unwrap());
/// assert_eq!(total([a, b, c, d], starter, false), 29);
/// ```
#[inline]
pub fn total(hand: [Card; 4], starter: Card, crib: bool) -> u8 {
    Prepared::new(hand).total(starter, crib)
}

/// Four cards looked up as far as possible without the starter.
///
/// Worth keeping if the same four cards meet many starters.
#[derive(Debug, Clone, Copy)]
pub struct Prepared {
    quad: Quad,
    suits: Suits,
}

impl Prepared {
    /// These four cards, which must all be different.
    #[inline]
    pub fn new([a, b, c, d]: [Card; 4]) -> Prepared {
        Prepared::of_pairs(Pair::of(a, b), Pair::of(c, d))
    }

    /// The four cards of two pairs.
    #[inline]
    pub(super) fn of_pairs(one: Pair, other: Pair) -> Prepared {
        Prepared {
            quad: Quad::of(one, other),
            suits: one.suits() + other.suits(),
        }
    }

    /// The score of the cards with this starter.
    #[inline]
    pub fn total(self, starter: Card, crib: bool) -> u8 {
        let (flush, jack) = self.suits.joins(starter);
        let flush = if crib {
            5 * flush
        } else {
            4 * u8::from(self.suits.flush()) + flush
        };
        self.quad.with(starter) + flush + jack
    }

    /// The ranks of the four cards.
    #[inline]
    pub(super) fn quad(self) -> Quad {
        self.quad
    }

    /// The suits of the four cards.
    #[inline]
    pub(super) fn suits(self) -> Suits {
        self.suits
    }
}

/// Two cards: the number of their pair of ranks, one of 91, and their suits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair(u32);

impl Pair {
    #[inline]
    pub(super) fn of(a: Card, b: Card) -> Pair {
        Pair(PAIRS[a.index() % 64][b.index() % 64])
    }

    /// The number of the pair of ranks, below 91.
    #[inline]
    fn ranks(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    #[inline]
    pub(super) fn suits(self) -> Suits {
        Suits((self.0 >> 16) as u16)
    }
}

/// One of the 1,820 multisets of four ranks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quad(u16);

impl Quad {
    #[inline]
    fn of(one: Pair, other: Pair) -> Quad {
        Quad(QUADS[one.ranks() % 128][other.ranks() % 128])
    }

    /// The score of the ranks with the starter's.
    #[inline]
    pub(super) fn with(self, starter: Card) -> u8 {
        ROWS[usize::from(self.0) % 2048][starter.index() / 4 % 16]
    }

    /// The score of the ranks with each of the 48 other cards, summed.
    #[inline]
    pub(super) fn with_all(self) -> u16 {
        ROW_SUMS[usize::from(self.0) % 2048]
    }
}

/// The number of cards of each suit, and the jacks.
///
/// Each suit has a nibble: three bits for up to seven cards, one for its jack. Words of different
/// cards may be added.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suits(u16);

impl Suits {
    /// The third bit of every nibble: set by four cards of a suit.
    const FOURS: u16 = 0x4444;

    const fn of(card: Card) -> Suits {
        let jack = matches!(card.rank(), Rank::Jack) as u16;
        Suits((1 + 8 * jack) << (4 * card.suit().index()))
    }

    /// Whether four cards are of one suit. Fewer than eight cards never look like four of another
    /// suit.
    #[inline]
    pub(super) fn flush(self) -> bool {
        self.0 & Suits::FOURS != 0
    }

    /// The number of cards of this card's suit.
    #[inline]
    pub(super) fn count(self, card: Card) -> u16 {
        self.nibble(card) & 7
    }

    /// Whether the starter makes four cards a flush of five, and whether its jack is present; 0 or
    /// 1.
    #[inline]
    fn joins(self, starter: Card) -> (u8, u8) {
        let nibble = self.nibble(starter) as u8;
        (nibble >> 2 & 1, nibble >> 3)
    }

    #[inline]
    fn nibble(self, card: Card) -> u16 {
        self.0 >> (4 * (card.index() % 4)) & 15
    }
}

impl Add for Suits {
    type Output = Suits;

    #[inline]
    fn add(self, other: Suits) -> Suits {
        Suits(self.0 + other.0)
    }
}

/// The quad that two pairs of ranks make, all by their numbers.
#[inline]
pub(crate) fn quad_of_pairs(one: usize, other: usize) -> usize {
    usize::from(QUADS[one % 128][other % 128])
}

/// The score of a quad of ranks, by its number, with each rank of starter; suits are ignored.
#[inline]
pub(crate) fn quad_row(quad: usize) -> &'static [u8; 16] {
    &ROWS[quad % 2048]
}

/// The number of ranks.
const RANKS: usize = Rank::ALL.len();

// Each table has the size of the next power of two; an index cut to size then needs no check.
// Entries beyond the last pair or quad are never read.

/// Two cards' pair of ranks in the low half, their suits in the high half.
static PAIRS: [[u32; 64]; 64] = pairs();

/// The quad that two pairs make.
static QUADS: [[u16; 128]; 128] = quads();

/// The score of each quad with each rank of starter.
static ROWS: [[u8; 16]; 2048] = rows();

/// The score of each quad with the 48 other cards, summed: at most 48 · 28 points.
static ROW_SUMS: [u16; 2048] = row_sums(&ROWS);

const fn pairs() -> [[u32; 64]; 64] {
    let mut pairs = [[0; 64]; 64];
    let mut a = 0;
    while a < Card::COUNT {
        let mut b = 0;
        while b < Card::COUNT {
            if let (Some(one), Some(other)) = (Card::from_index(a), Card::from_index(b)) {
                let ranks = pair_of_ranks(one.rank().index(), other.rank().index());
                let suits = Suits::of(one).0 as u32 + Suits::of(other).0 as u32;
                pairs[a][b] = suits << 16 | ranks as u32;
            }
            b += 1;
        }
        a += 1;
    }
    pairs
}

const fn quads() -> [[u16; 128]; 128] {
    let mut quads = [[0; 128]; 128];
    let mut quad = Some([0; 4]);
    while let Some([a, b, c, d]) = quad {
        let number = quad_of_ranks([a, b, c, d]) as u16;
        let halves = [[a, b, c, d], [a, c, b, d], [a, d, b, c]];
        let mut half = 0;
        while half < 3 {
            let [a, b, c, d] = halves[half];
            let (one, other) = (pair_of_ranks(a, b), pair_of_ranks(c, d));
            quads[one][other] = number;
            quads[other][one] = number;
            half += 1;
        }
        quad = next_quad([a, b, c, d]);
    }
    quads
}

const fn rows() -> [[u8; 16]; 2048] {
    let mut rows = [[0; 16]; 2048];
    let mut quad = Some([0; 4]);
    while let Some(ranks) = quad {
        rows[quad_of_ranks(ranks)] = row(ranks);
        quad = next_quad(ranks);
    }
    rows
}

const fn row_sums(rows: &[[u8; 16]; 2048]) -> [u16; 2048] {
    let mut sums = [0; 2048];
    let mut quad = Some([0; 4]);
    while let Some(ranks) = quad {
        let number = quad_of_ranks(ranks);
        let counts = counts(ranks);
        let mut starter = 0;
        while starter < RANKS {
            let left = Suit::ALL.len() as u16 - counts[starter] as u16;
            sums[number] += left * rows[number][starter] as u16;
            starter += 1;
        }
        quad = next_quad(ranks);
    }
    sums
}

/// The score of four ranks with each rank of starter: fifteens, groups and runs.
const fn row(ranks: [usize; 4]) -> [u8; 16] {
    let ways = ways_to_count(ranks);
    let held = counts(ranks);
    let pairs = pairs_held(held);
    let present = presence(ranks);
    let mut row = [0; 16];
    let mut starter = 0;
    while starter < RANKS {
        // A starter makes a fifteen with each subset that lacks its value, besides those in hand,
        // and a pair with every card of its rank.
        let lacking = 15 - peg_value(Rank::ALL[starter]) as usize;
        let fifteens = ways[15] + ways[lacking];
        let pairs = pairs + held[starter];
        let mut five = held;
        five[starter] += 1;
        row[starter] = 2 * fifteens + 2 * pairs + run(five, present | 1 << starter);
        starter += 1;
    }
    row
}

/// The number of subsets of the four ranks that count each number up to 15.
const fn ways_to_count(ranks: [usize; 4]) -> [u8; 16] {
    let mut ways = [0; 16];
    ways[0] = 1;
    let mut card = 0;
    while card < 4 {
        let value = peg_value(Rank::ALL[ranks[card]]) as usize;
        let mut count = 15;
        while count >= value {
            ways[count] += ways[count - value];
            count -= 1;
        }
        card += 1;
    }
    ways
}

/// The number of pairs among the cards: n cards of a rank make n · (n − 1) / 2.
const fn pairs_held(counts: [u8; RANKS]) -> u8 {
    let mut pairs = 0;
    let mut rank = 0;
    while rank < RANKS {
        pairs += counts[rank] * counts[rank].saturating_sub(1) / 2;
        rank += 1;
    }
    pairs
}

/// The run's length times the ways to choose its cards, or 0; five cards hold at most one run. The
/// bits of `present` tell which ranks are present.
const fn run(counts: [u8; RANKS], present: u16) -> u8 {
    // A rank stays if the next two are present as well: a run begins at the lowest such rank.
    let begins = present & present >> 1 & present >> 2;
    let mut rank = begins.trailing_zeros() as usize;
    let (mut length, mut ways) = (0, 1);
    while rank < RANKS && counts[rank] > 0 {
        length += 1;
        ways *= counts[rank];
        rank += 1;
    }
    length * ways
}

/// A bit for every rank that is present.
const fn presence([a, b, c, d]: [usize; 4]) -> u16 {
    1 << a | 1 << b | 1 << c | 1 << d
}
const fn counts(ranks: [usize; 4]) -> [u8; RANKS] {
    let mut counts = [0; RANKS];
    let mut card = 0;
    while card < 4 {
        counts[ranks[card]] += 1;
        card += 1;
    }
    counts
}

/// The number of a pair of ranks, below 91: the lower rank counts ones, the
/// higher the pairs of lower ranks before it.
pub(crate) const fn pair_of_ranks(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    low + high * (high + 1) / 2
}

/// The number of an ascending quad of ranks, below 1,820: each further rank
/// counts the multisets of that size of lower ranks.
pub(crate) const fn quad_of_ranks([a, b, c, d]: [usize; 4]) -> usize {
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// The quad after this one, ascending ranks counted up from the lowest.
const fn next_quad(mut ranks: [usize; 4]) -> Option<[usize; 4]> {
    let mut place = 0;
    while place < 4 {
        let limit = if place < 3 {
            ranks[place + 1]
        } else {
            RANKS - 1
        };
        if ranks[place] < limit {
            ranks[place] += 1;
            return Some(ranks);
        }
        ranks[place] = 0;
        place += 1;
    }
    None
}
