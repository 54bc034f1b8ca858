//! Playing cards: `5H` is the five of hearts.

/// A suit, in the order in which equal ranks are listed: spades, hearts, diamonds, clubs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Spades, `S` or `♠`.
    Spades,
    /// Hearts, `H` or `♥`.
    Hearts,
    /// Diamonds, `D` or `♦`.
    Diamonds,
    /// Clubs, `C` or `♣`.
    Clubs,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
}

/// A rank from ace (1) to king (13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen, ascending.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// 0 for the ace to 12 for the king: where this rank stands in a table of thirteen.
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

/// One of the 52 cards. Cards order by rank, then suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank as u8 - 1) * 4 + suit as u8)
    }

    /// The card at this place of the ordered deck, 0 (`AS`) to 51 (`KC`).
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < 52 { Some(Card(index as u8)) } else { None }
    }

    /// Where the card stands in the ordered deck, 0 (`AS`) to 51 (`KC`).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize / 4]
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize % 4]
    }
}

/// A set of cards in one word; iterates in card order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);
