//! The reasons why the rules forbid an action.

use crate::auction::BidFault;
use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::suit::Suit;
use pieces::{Domino, DominoSet};

/// The reasons why the rules forbid an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The auction does not allow the call.
    #[error(transparent)]
    Bid(BidFault),
    /// The table does not play this contract.
    #[error("this table does not play {0}")]
    NotPlayed(Declaration),
    /// Nello and sevens are for bids of a mark or more.
    #[error("{declaration} must have a bid of 1 mark or more, not {bid}")]
    NeedsAMark {
        /// The declaration.
        declaration: Declaration,
        /// The bid.
        bid: Bid,
    },
    /// After a plunge or splash a trump or follow me must be named.
    #[error("your partner bid {bid}: name a suit, doubles or follow-me, not {declaration}")]
    NamesTrump {
        /// The declaration.
        declaration: Declaration,
        /// The bid.
        bid: Bid,
    },
    /// The domino is not the seat's.
    #[error("you do not hold {0}")]
    NotInHand(Domino),
    /// A seat that can follow must.
    #[error("you must follow {suit}: you hold {held}")]
    MustFollow {
        /// The suit that was led.
        suit: Suit,
        /// The seat's dominoes of that suit.
        held: DominoSet,
    },
    /// In sevens the nearest domino must be played.
    #[error("you must play a domino nearest to seven pips: you hold {held}")]
    MustPlayNearest {
        /// The seat's nearest dominoes.
        held: DominoSet,
    },
    /// Defenders may not lay down.
    #[error("only the side that bid may lay down")]
    NotTheBiddingSide,
    /// The claim is not certain to the seat.
    #[error("you cannot lay down: from what you have seen, a defender could still take a trick")]
    RestNotCertain,
    /// In nello the claim is not certain to the seat.
    #[error(
        "you cannot lay down: from what you have seen, you could still be made to take a trick"
    )]
    NelloNotCertain,
    /// The action belongs to another phase.
    #[error("{0}")]
    NotNow(&'static str),
}

kernel::reason_words!(Illegal {
    Illegal::Bid(
        BidFault::BelowThirty(_) | BidFault::TooLow { .. } | BidFault::BelowForced { .. },
    ) => "bid_too_low",
    Illegal::Bid(BidFault::NoSuchBid(_) | BidFault::NotInPointsGame(_)) => "no_such_bid",
    Illegal::Bid(BidFault::PlungeTooSmall(_) | BidFault::PlungeFor { .. }) => "wrong_plunge",
    Illegal::Bid(BidFault::SplashFor { .. }) => "wrong_splash",
    Illegal::Bid(BidFault::MustBid { .. }) => "must_bid",
    Illegal::Bid(BidFault::Jump { .. }) => "bid_too_high",
    Illegal::Bid(BidFault::OnlyOver { .. }) => "only_over",
    Illegal::Bid(BidFault::NeedsDoubles { .. }) => "needs_doubles",
    Illegal::NotPlayed(_) | Illegal::Bid(BidFault::NotPlayed(_)) => "not_played",
    Illegal::NeedsAMark { .. } => "needs_a_mark",
    Illegal::NamesTrump { .. } => "must_name_trump",
    Illegal::NotInHand(_) => "not_in_hand",
    Illegal::MustFollow { .. } => "must_follow_suit",
    Illegal::MustPlayNearest { .. } => "must_play_nearest",
    Illegal::NotTheBiddingSide => "not_the_bidding_side",
    Illegal::RestNotCertain | Illegal::NelloNotCertain => "not_certain",
    Illegal::NotNow(_) => "not_now",
});
