//! The games of this build: the one place that names them all.
//!
//! A new game is a folder under `games/` and one line in the list below. Code that serves every
//! game takes the list from here and therefore cannot forget one: as values ([`GAMES`]), as types
//! ([`visit`]), or as tests of each ([`for_each_game!`]).

use kernel::{Facade, Game, Kind, KindOf};

/// An operation on a game by its type.
pub trait Visitor {
    /// The result.
    type Answer;
    /// Runs it on this game.
    fn visit<G: Facade>(self) -> Self::Answer;
}

/// Makes everything from the list: a line has the name of the crate and the type of its game.
macro_rules! list {
    ($($krate:ident: $game:ident,)*) => {
        pub use {$($krate,)*};

        /// Every game of this house, in the order in which they are offered.
        ///
        /// A static compiles each game behind [`Kind`] once, here: a constant would be compiled
        /// again in every crate that names it.
        ///
        /// ```
        /// let keys: Vec<&str> = roster::GAMES.iter().map(|game| game.meta().key).collect();
        /// assert!(keys.contains(&"cribbage"));
        /// ```
        pub static GAMES: &[&dyn Kind] = &[$(&KindOf::<$krate::$game>::new(),)*];

        /// Runs an operation on the game of this key; `None` if there is no such game.
        ///
        /// ```
        /// struct Seats;
        /// impl roster::Visitor for Seats {
        ///     type Answer = u8;
        ///     fn visit<G: kernel::Facade>(self) -> u8 {
        ///         G::META.max_seats
        ///     }
        /// }
        /// assert_eq!(roster::visit("texas42", Seats), Some(4));
        /// assert_eq!(roster::visit("chess", Seats), None);
        /// ```
        pub fn visit<V: Visitor>(key: &str, visitor: V) -> Option<V::Answer> {
            $(
                if key == <$krate::$game as Game>::META.key {
                    return Some(visitor.visit::<$krate::$game>());
                }
            )*
            None
        }

        /// Calls a macro with a line for each game, such as `cribbage: Cribbage,`: a name for
        /// modules and functions, and the type. Tests use it to run once for every game.
        ///
        /// ```
        /// macro_rules! keys {
        ///     ($($name:ident: $game:ty,)*) => { [$(<$game as kernel::Game>::META.key),*] };
        /// }
        /// assert_eq!(roster::for_each_game!(keys).len(), roster::GAMES.len());
        /// ```
        #[macro_export]
        macro_rules! for_each_game {
            ($each:ident) => {
                $each! { $($krate: $crate::$krate::$game,)* }
            };
        }
    };
}

list! {
    cribbage: Cribbage,
    texas42: Texas42,
    dice: DiceHands,
}

/// The game of this key.
pub fn find(key: &str) -> Option<&'static dyn Kind> {
    GAMES.iter().copied().find(|game| game.meta().key == key)
}
