//! The reasons why the rules forbid an action.

use crate::die_kind::DieKind;
use pieces::Die;

/// The reasons why the rules forbid an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The action belongs to another time.
    #[error("{0}")]
    NotNow(&'static str),
    /// All rerolls of the round are used.
    #[error("you have no reroll left in this round")]
    NoRerolls,
    /// A reroll must pick a die.
    #[error("pick at least one die to throw again")]
    NoDicePicked,
    /// The die does not exist.
    #[error("you have no die {die}: your dice are numbered 0 to {last}")]
    NoSuchDie {
        /// The place.
        die: u8,
        /// The last place.
        last: usize,
    },
    /// A die was picked twice.
    #[error("die {0} is picked twice")]
    PickedTwice(u8),
    /// The lockdown holds the die.
    #[error("die {0} is locked for this round")]
    Locked(u8),
    /// Only wild dice can be set.
    #[error("die {die} is {kind} here: only a wild die can be set")]
    NotWild {
        /// The place.
        die: u8,
        /// The kind that it plays as.
        kind: DieKind,
    },
    /// The die shows that face already.
    #[error("die {die} shows {face} already")]
    SameFace {
        /// The place.
        die: u8,
        /// The face.
        face: Die,
    },
    /// The offer does not exist.
    #[error("there is no offer {offer}: the offers are numbered 0 to {last}")]
    NoSuchOffer {
        /// The number.
        offer: u8,
        /// The last number.
        last: usize,
    },
    /// The offer was bought before.
    #[error("you have bought this offer already")]
    Sold,
    /// There is not enough money.
    #[error("this costs ${price}, and you have ${cash}")]
    TooDear {
        /// The price.
        price: u64,
        /// The cash of the run.
        cash: u64,
    },
    /// A new die takes the place of an old one.
    #[error("you must choose the die that the new one replaces")]
    ReplaceWhich,
    /// The offer is not a die and replaces none.
    #[error("this replaces none of your dice")]
    ReplacesNothing,
    /// Only a won run can be stopped.
    #[error("a run can be stopped once it is won: pass round {0} first")]
    NotWon(u8),
    /// A race ends by itself.
    #[error("a race cannot be stopped: it ends when all are out or after its last round")]
    NoStopInRace,
}

kernel::reason_words!(Illegal {
    Illegal::NotNow(_) => "not_now",
    Illegal::NoRerolls => "no_rerolls",
    Illegal::NoDicePicked => "no_dice_picked",
    Illegal::NoSuchDie { .. } => "no_such_die",
    Illegal::PickedTwice(_) => "picked_twice",
    Illegal::Locked(_) => "locked",
    Illegal::NotWild { .. } => "not_wild",
    Illegal::SameFace { .. } => "same_face",
    Illegal::NoSuchOffer { .. } => "no_such_offer",
    Illegal::Sold => "sold",
    Illegal::TooDear { .. } => "too_dear",
    Illegal::ReplaceWhich => "replace_which",
    Illegal::ReplacesNothing => "replaces_nothing",
    Illegal::NotWon(_) => "not_won",
    Illegal::NoStopInRace => "no_stop_in_race",
});
