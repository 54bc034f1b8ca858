//! The contracts' tables: sets of dominoes as words, computed by the compiler.
//!
//! The solver asks these questions millions of times, and a look-up is the fastest answer. All
//! lists of dominoes have 32 places rather than 28: an index of five bits then needs no check.

use crate::contract::{Contract, FollowMeDoubles, NelloDoubles, distance_from_seven};
use crate::suit::Suit;
use pieces::{Domino, DominoSet};

/// A set of dominoes, bit `i` for the domino of index `i`.
pub(crate) type Bits = u32;

/// Places in a list of dominoes: 28, rounded up to a power of two.
pub(crate) const PLACES: usize = 32;

/// Following and winning under one contract.
///
/// Sevens has no suits; there every domino counts as a double, which gives the same questions an
/// answer.
#[derive(Debug)]
pub(crate) struct TrickTable {
    /// The suit that each domino leads.
    pub(crate) led: [u8; PLACES],
    /// The dominoes that follow each suit.
    pub(crate) follows: [Bits; Suit::COUNT],
    /// For each led suit and each domino, those that beat it.
    pub(crate) above: [[Bits; PLACES]; Suit::COUNT],
    /// The trumps.
    pub(crate) trumps: Bits,
}

/// The table of each contract, in the order of [`Contract::ALL`].
pub(crate) static TRICK_TABLES: [TrickTable; Contract::ALL.len()] = {
    let mut tables = [const { TrickTable::EMPTY }; Contract::ALL.len()];
    let mut index = 0;
    while index < tables.len() {
        tables[index] = TrickTable::new(Contract::ALL[index]);
        index += 1;
    }
    tables
};

/// The dominoes that are 0, 1, … 7 pips away from seven.
pub(crate) const AT_DISTANCE: [Bits; 8] = {
    let mut sets = [0; 8];
    let mut index = 0;
    while index < Domino::COUNT {
        sets[distance_from_seven(Domino::ALL[index]) as usize] |= 1 << index;
        index += 1;
    }
    sets
};

/// The set with these bits, which must be bits of dominoes.
pub(crate) const fn set(bits: Bits) -> DominoSet {
    match DominoSet::from_bits(bits & DominoSet::FULL.bits()) {
        Some(set) => set,
        None => DominoSet::EMPTY,
    }
}

/// The index of the lowest domino of a set that is not empty.
#[inline]
pub(crate) const fn lowest(set: Bits) -> usize {
    set.trailing_zeros() as usize % PLACES
}

/// The index of the highest domino of a set that is not empty.
#[inline]
pub(crate) const fn highest(set: Bits) -> usize {
    (Bits::BITS - 1).wrapping_sub(set.leading_zeros()) as usize % PLACES
}

/// The dominoes of a hand that are nearest to seven pips, all equally near.
pub(crate) const fn nearest_to_seven(hand: Bits) -> Bits {
    let mut distance = 0;
    while distance < AT_DISTANCE.len() {
        let nearest = hand & AT_DISTANCE[distance];
        if nearest != 0 {
            return nearest;
        }
        distance += 1;
    }
    0
}

impl TrickTable {
    const EMPTY: TrickTable = TrickTable {
        led: [0; PLACES],
        follows: [0; Suit::COUNT],
        above: [[0; PLACES]; Suit::COUNT],
        trumps: 0,
    };

    const fn new(contract: Contract) -> TrickTable {
        let mut table = TrickTable::EMPTY;
        let mut index = 0;
        while index < Domino::COUNT {
            let domino = Domino::ALL[index];
            table.led[index] = led(contract, domino) as u8;
            if is_trump(contract, domino) {
                table.trumps |= 1 << index;
            }
            index += 1;
        }
        let mut suit = 0;
        while suit < Suit::COUNT {
            table.fill(contract, suit);
            suit += 1;
        }
        table
    }

    /// Enters the dominoes that follow a suit, and those that beat each other once it is led.
    const fn fill(&mut self, contract: Contract, suit: usize) {
        let powers = powers(contract, suit);
        let mut index = 0;
        while index < Domino::COUNT {
            if follows(contract, Domino::ALL[index], suit) {
                self.follows[suit] |= 1 << index;
            }
            let mut other = 0;
            while other < Domino::COUNT {
                if powers[other] > powers[index] {
                    self.above[suit][index] |= 1 << other;
                }
                other += 1;
            }
            index += 1;
        }
    }
}

/// The power of each domino once a suit is led.
const fn powers(contract: Contract, led: usize) -> [u8; Domino::COUNT] {
    let mut powers = [0; Domino::COUNT];
    let mut index = 0;
    while index < Domino::COUNT {
        powers[index] = power(contract, Domino::ALL[index], led);
        index += 1;
    }
    powers
}

/// The strength of a domino once a suit is led: more beats less, and 0 never wins.
const fn power(contract: Contract, domino: Domino, led: usize) -> u8 {
    // Ranks go from 0 to 8: any trump is above any other domino.
    const TRUMP: u8 = 16;
    if is_trump(contract, domino) {
        TRUMP + rank(contract, domino, led)
    } else if follows(contract, domino, led) {
        1 + rank(contract, domino, led)
    } else {
        0
    }
}

/// The rank of a domino in its trump suit, or else in the led suit that it follows.
const fn rank(contract: Contract, domino: Domino, led: usize) -> u8 {
    const LOWEST: u8 = 0;
    const HIGHEST: u8 = 8;
    match contract {
        Contract::Sevens => 7 - distance_from_seven(domino),
        Contract::Nello(NelloDoubles::OwnSuitInverted) if domino.is_double() => 7 - domino.high(),
        _ if domino.is_double() && doubles_are_a_suit(contract) => 1 + domino.high(),
        Contract::FollowMe(FollowMeDoubles::Low) | Contract::Nello(NelloDoubles::Low)
            if domino.is_double() =>
        {
            LOWEST
        }
        _ if domino.is_double() => HIGHEST,
        // The end that is not the suit's; for a trump, the suit is the trump suit.
        Contract::Trump(suit) if is_trump(contract, domino) => {
            1 + domino.pips() - suit.index() as u8
        }
        _ => 1 + domino.pips() - led as u8,
    }
}

/// Whether a domino follows a suit.
const fn follows(contract: Contract, domino: Domino, suit: usize) -> bool {
    let own = led(contract, domino);
    if is_trump(contract, domino) || own == Suit::Doubles.index() {
        own == suit
    } else {
        domino.has_end(suit as u8)
    }
}

/// The suit that a domino leads.
const fn led(contract: Contract, domino: Domino) -> usize {
    match contract {
        Contract::Sevens => Suit::Doubles.index(),
        Contract::Trump(suit) if is_trump(contract, domino) => suit.index(),
        _ if domino.is_double() && doubles_are_a_suit(contract) => Suit::Doubles.index(),
        _ => domino.high() as usize,
    }
}

const fn is_trump(contract: Contract, domino: Domino) -> bool {
    match contract {
        Contract::Trump(Suit::Doubles) => domino.is_double(),
        Contract::Trump(suit) => domino.has_end(suit.index() as u8),
        _ => false,
    }
}

const fn doubles_are_a_suit(contract: Contract) -> bool {
    matches!(
        contract,
        Contract::Trump(Suit::Doubles)
            | Contract::Nello(NelloDoubles::OwnSuit | NelloDoubles::OwnSuitInverted)
    )
}
