//! The declarations that the winner of the auction may name: a trump, nello or sevens.
//!
//! A declaration is the word said at the table. Its meaning for following and winning also depends
//! on the table's options, and is a [`Contract`].

use crate::contract::{Contract, FollowMeDoubles, NelloDoubles};
use crate::suit::Suit;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A trump suit, or none: seven suits of pips, the doubles, or follow me.
///
/// ```
/// use texas42::{Suit, Trump};
///
/// let trump: Trump = "follow-me".parse()?;
/// assert_eq!(trump, Trump::FollowMe);
/// assert_eq!(trump.suit(), None);
/// assert_eq!(Trump::Fives.suit(), Some(Suit::Fives));
/// # Ok::<(), texas42::UnknownDeclaration>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Trump {
    Blanks,
    Aces,
    Deuces,
    Treys,
    Fours,
    Fives,
    Sixes,
    /// The seven doubles are the trump suit.
    Doubles,
    /// Play without trumps.
    FollowMe,
}

impl Trump {
    /// The nine trumps, in the usual order.
    pub const ALL: [Trump; 9] = [
        Trump::Blanks,
        Trump::Aces,
        Trump::Deuces,
        Trump::Treys,
        Trump::Fours,
        Trump::Fives,
        Trump::Sixes,
        Trump::Doubles,
        Trump::FollowMe,
    ];

    /// The suit whose dominoes are trumps; `None` for follow me.
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Trump::FollowMe => None,
            // The trumps before follow me are the suits, in their order.
            suit => Some(Suit::ALL[suit as usize]),
        }
    }

    /// The name, such as `sixes` or `follow-me`.
    pub const fn name(self) -> &'static str {
        match self.suit() {
            Some(suit) => suit.name(),
            None => "follow-me",
        }
    }

    /// The contract of this trump at a table with this treatment of doubles in follow me.
    pub const fn contract(self, doubles: FollowMeDoubles) -> Contract {
        match self.suit() {
            Some(suit) => Contract::Trump(suit),
            None => Contract::FollowMe(doubles),
        }
    }
}

/// The declaration of the winner of the auction: a trump, nello or sevens.
///
/// ```
/// use texas42::{Declaration, Trump};
///
/// assert_eq!("nello".parse(), Ok(Declaration::Nello));
/// assert_eq!("fives".parse(), Ok(Declaration::Trump(Trump::Fives)));
/// assert_eq!(Declaration::Trump(Trump::FollowMe).to_string(), "follow-me");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Declaration {
    /// Play for points or all tricks with this trump.
    Trump(Trump),
    /// Take no trick, alone against both opponents.
    Nello,
    /// Take every trick, where each domino must be the nearest to seven pips.
    Sevens,
}

impl Declaration {
    /// Every declaration: the trumps, then nello and sevens.
    pub const ALL: [Declaration; 11] = {
        let mut all = [Declaration::Nello; 11];
        let mut index = 0;
        while index < Trump::ALL.len() {
            all[index] = Declaration::Trump(Trump::ALL[index]);
            index += 1;
        }
        all[10] = Declaration::Sevens;
        all
    };

    /// The name, such as `sixes`, `follow-me` or `nello`.
    pub const fn name(self) -> &'static str {
        match self {
            Declaration::Trump(trump) => trump.name(),
            Declaration::Nello => "nello",
            Declaration::Sevens => "sevens",
        }
    }

    /// The contract of this declaration at a table with this treatment of doubles.
    pub const fn contract(self, follow_me: FollowMeDoubles, nello: NelloDoubles) -> Contract {
        match self {
            Declaration::Trump(trump) => trump.contract(follow_me),
            Declaration::Nello => Contract::Nello(nello),
            Declaration::Sevens => Contract::Sevens,
        }
    }
}

/// A name that is not a trump, or not a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the {what} cannot be {name:?}: it must be blanks, aces, deuces, treys, fours, fives, sixes, doubles{}",
    if *.what == "trump" { " or follow-me" } else { ", follow-me, nello or sevens" }
)]
pub struct UnknownDeclaration {
    what: &'static str,
    name: String,
}

impl UnknownDeclaration {
    fn new(what: &'static str, name: &str) -> UnknownDeclaration {
        // The longest name, follow-me, has nine letters; a far longer name can be recognised
        // without all of it.
        const SHOWN: usize = 20;
        UnknownDeclaration {
            what,
            name: name.chars().take(SHOWN).collect(),
        }
    }

    /// A stable code of the error, for programs.
    pub fn code(&self) -> &'static str {
        match self.what {
            "trump" => "unknown_trump",
            _ => "unknown_declaration",
        }
    }
}

/// Gives a type with `ALL` and `name` its text in every form.
macro_rules! named {
    ($Type:ident, $what:literal) => {
        impl fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $Type {
            type Err = UnknownDeclaration;

            fn from_str(name: &str) -> Result<$Type, UnknownDeclaration> {
                $Type::ALL
                    .into_iter()
                    .find(|candidate| candidate.name() == name)
                    .ok_or_else(|| UnknownDeclaration::new($what, name))
            }
        }

        impl From<$Type> for &'static str {
            fn from(named: $Type) -> &'static str {
                named.name()
            }
        }

        impl TryFrom<String> for $Type {
            type Error = UnknownDeclaration;

            fn try_from(name: String) -> Result<$Type, UnknownDeclaration> {
                name.parse()
            }
        }
    };
}

named!(Trump, "trump");
named!(Declaration, "declaration");
