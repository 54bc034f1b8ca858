//! The play of tricks: the legal dominoes, and the winning one.
//!
//! A [`Contract`] is everything that following and winning depend on: the declaration with the
//! table's options about doubles. There are fifteen, each with a table computed by the compiler;
//! every question is a look-up. The tests compare the tables with a second implementation of the
//! rules.
//!
//! The bid, the bidder and the condition for making it are not part of it.

use crate::play::{self, TRICK_TABLES, TrickTable};
use crate::suit::Suit;
use pieces::{Domino, DominoSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The way in which tricks are played.
///
/// ```
/// use texas42::{Contract, Suit};
/// use pieces::{Domino, DominoSet, parse_dominoes};
///
/// let fives = Contract::Trump(Suit::Fives);
/// let hand: DominoSet = "6-5 6-2 1-0".parse()?;
/// let lead: Domino = "6-4".parse()?;
/// // The 6-5 is a trump and so no six: only the 6-2 follows.
/// assert_eq!(fives.led_suit(lead), Some(Suit::Sixes));
/// assert_eq!(fives.legal_plays(hand, Some(lead)).to_string(), "6-2");
/// // The lowest trump beats the double of the led suit.
/// let trick = parse_dominoes("6-4 6-6 5-0 6-3")?;
/// assert_eq!(fives.winner(&trick), Some(2));
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contract {
    /// The dominoes of this suit are trumps.
    Trump(Suit),
    /// Play without trumps, in which doubles rank like this.
    FollowMe(FollowMeDoubles),
    /// Play without trumps and without the bidder's partner; doubles are treated like this.
    Nello(NelloDoubles),
    /// Play without suits: the domino nearest to seven pips must be played and wins.
    Sevens,
}

/// The rank of doubles in their suits in follow me.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum FollowMeDoubles {
    /// Above all others.
    #[default]
    High,
    /// Below all others.
    Low,
}

/// The treatment of doubles in nello.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NelloDoubles {
    /// A suit of their own, from 6-6 down to 0-0.
    #[default]
    OwnSuit,
    /// The highest of their suits.
    High,
    /// The lowest of their suits.
    Low,
    /// A suit of their own, from 0-0 down to 6-6.
    OwnSuitInverted,
}

impl Contract {
    /// All fifteen: eight trumps, two ways of follow me, four of nello, and sevens.
    pub const ALL: [Contract; 15] = [
        Contract::Trump(Suit::Blanks),
        Contract::Trump(Suit::Aces),
        Contract::Trump(Suit::Deuces),
        Contract::Trump(Suit::Treys),
        Contract::Trump(Suit::Fours),
        Contract::Trump(Suit::Fives),
        Contract::Trump(Suit::Sixes),
        Contract::Trump(Suit::Doubles),
        Contract::FollowMe(FollowMeDoubles::High),
        Contract::FollowMe(FollowMeDoubles::Low),
        Contract::Nello(NelloDoubles::OwnSuit),
        Contract::Nello(NelloDoubles::High),
        Contract::Nello(NelloDoubles::Low),
        Contract::Nello(NelloDoubles::OwnSuitInverted),
        Contract::Sevens,
    ];

    /// The contract's place in [`Contract::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Contract::Trump(suit) => suit.index(),
            Contract::FollowMe(doubles) => 8 + doubles as usize,
            Contract::Nello(doubles) => 10 + doubles as usize,
            Contract::Sevens => 14,
        }
    }

    /// The number of dominoes of a trick: in nello the bidder's partner plays none.
    pub const fn trick_size(self) -> usize {
        match self {
            Contract::Nello(_) => 3,
            _ => 4,
        }
    }

    /// The trumps; empty if there are none.
    pub const fn trumps(self) -> DominoSet {
        match self {
            Contract::Trump(suit) => self.suit(suit),
            _ => DominoSet::EMPTY,
        }
    }

    /// The dominoes that follow this suit. Trumps belong to the trump suit only.
    pub const fn suit(self, suit: Suit) -> DominoSet {
        match self {
            Contract::Sevens => DominoSet::EMPTY,
            _ => play::set(self.table().follows[suit.index()]),
        }
    }

    /// The suit that must be followed if this domino is led; `None` in sevens.
    pub const fn led_suit(self, lead: Domino) -> Option<Suit> {
        match self {
            Contract::Sevens => None,
            _ => Some(Suit::ALL[self.table().led[lead.index()] as usize]),
        }
    }

    /// The dominoes that a seat with this hand may play on this lead, or lead if nothing is led
    /// yet.
    ///
    /// Empty only if the hand is.
    pub const fn legal_plays(self, hand: DominoSet, lead: Option<Domino>) -> DominoSet {
        if matches!(self, Contract::Sevens) {
            return play::set(play::nearest_to_seven(hand.bits()));
        }
        let Some(lead) = lead else { return hand };
        let table = self.table();
        let following = hand.bits() & table.follows[table.led[lead.index()] as usize];
        if following == 0 {
            hand
        } else {
            play::set(following)
        }
    }

    /// Whether, once `lead` is led, `later` takes the trick from `earlier`, which held it so far.
    pub const fn beats(self, lead: Domino, later: Domino, earlier: Domino) -> bool {
        let table = self.table();
        let above = table.above[table.led[lead.index()] as usize][earlier.index()];
        above >> later.index() & 1 == 1
    }

    /// The place in the trick, in order of play from 0, of the domino that wins it so far.
    ///
    /// `None` for an empty trick.
    pub fn winner(self, trick: &[Domino]) -> Option<usize> {
        let lead = *trick.first()?;
        let mut winner = 0;
        for (place, &domino) in trick.iter().enumerate() {
            if self.beats(lead, domino, trick[winner]) {
                winner = place;
            }
        }
        Some(winner)
    }

    /// The contract's table.
    pub(crate) const fn table(self) -> &'static TrickTable {
        &TRICK_TABLES[self.index()]
    }
}

/// The distance of a domino's pips from seven: 0 for 6-1, 5-2 and 4-3, up to 7 for 0-0.
///
/// ```
/// let blank: pieces::Domino = "0-0".parse()?;
/// assert_eq!(texas42::distance_from_seven(blank), 7);
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
pub const fn distance_from_seven(domino: Domino) -> u8 {
    domino.pips().abs_diff(7)
}
