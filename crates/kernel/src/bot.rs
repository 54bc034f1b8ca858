//! Bots and advisers.
//!
//! A bot is a function of a [`Sight`]: what a seat may see, and what it may do. It cannot look at
//! the truth, because its argument does not contain it. It uses no clock either: its thinking is
//! limited by a count of samples or nodes, and therefore the same sight and the same luck always
//! give the same move.

use std::fmt;

use serde::Serialize;

use crate::{Facade, Game, Level, Rng, Seat, Seen, Viewer, rating};

/// The knowledge of a bot or an adviser when it must answer.
pub struct Sight<'a, G: Game> {
    /// The seat that is to act.
    pub seat: Seat,
    /// The game as this seat sees it.
    pub view: &'a Seen<G::View>,
    /// The legal actions of the seat; never empty.
    pub legal: &'a [G::Action],
}

impl<G: Game> Sight<'_, G> {
    /// Makes the sight of a seat, and returns the answer to it.
    pub fn show<T>(game: &G, seat: Seat, answer: impl FnOnce(&Sight<'_, G>) -> T) -> T {
        answer(&Sight {
            seat,
            view: &Seen::view(game, Viewer::Seat(seat)),
            legal: &game.legal_actions(seat),
        })
    }
}

impl<G: Game> Clone for Sight<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Sight<'_, G> {}

/// One of a game's bots.
pub struct Bot<G: Game> {
    /// Its level or name.
    pub strength: Strength,
    /// Its way of playing, in a sentence for opponents.
    pub about: &'static str,
    /// Chooses an action. If it is not legal, the house replaces it with a legal one.
    pub choose: fn(&Sight<'_, G>, &mut Rng) -> G::Action,
}

/// The strength of a bot: a level that tables offer, or a baseline for measuring others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Tables can seat it. A game has at most one bot per level, and none at [`Level::Random`],
    /// which is [`Bot::RANDOM`].
    Level(Level),
    /// A baseline with its own name. The arena and the engine know it; tables do not.
    Baseline(&'static str),
}

impl Strength {
    /// The word by which the bot is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Level(level) => level.name(),
            Strength::Baseline(name) => name,
        }
    }

    /// The level, unless it is a baseline.
    pub const fn level(self) -> Option<Level> {
        match self {
            Strength::Level(level) => Some(level),
            Strength::Baseline(_) => None,
        }
    }
}

impl<G: Game> Bot<G> {
    /// The word by which it is chosen.
    pub const fn name(&self) -> &'static str {
        self.strength.name()
    }

    /// Takes any legal action, all with the same chance. Every game has this bot.
    pub const RANDOM: Bot<G> = Bot {
        strength: Strength::Level(Level::Random),
        about: "does anything that the rules allow",
        choose: |sight, rng| {
            let any = rng.choose(sight.legal);
            any.expect("a seat whose turn it is has a legal action")
                .clone()
        },
    };
}

/// The worth of an action, and the reason for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// The chance from 0 to 1 that the seat's side wins if the seat does this and everybody plays
    /// well.
    pub chance: f64,
    /// The figures that make up the chance, in reading order.
    pub parts: Vec<Part>,
    /// The reason, in a sentence.
    pub reason: String,
}

/// One figure behind an [`Advice`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// Its name, such as `hand`, `crib` or `make`.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

/// Ranks the actions of a seat, best first. If there are too many to list, it ranks the best few
/// and `also`, which lets a review ask about the action that was really taken.
pub type Adviser<G> = fn(
    &Sight<'_, G>,
    also: Option<&<G as Game>::Action>,
    &mut Rng,
) -> Vec<Advice<<G as Game>::Action>>;

/// The description of a bot for the houses that offer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotMeta {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// Its way of playing, in a sentence for opponents.
    pub about: &'static str,
    /// The level at which tables offer it; `None` for a baseline.
    pub level: Option<Level>,
    /// Its [rating](crate::rating), if it was measured.
    pub rating: Option<i32>,
}

impl<G: Facade> From<&Bot<G>> for BotMeta {
    fn from(bot: &Bot<G>) -> BotMeta {
        BotMeta {
            name: bot.name(),
            about: bot.about,
            level: bot.strength.level(),
            rating: rating::of(G::RATINGS, bot.name()),
        }
    }
}

/// The bot of this name: [`Bot::RANDOM`], or one of the game's own.
pub fn bot<G: Facade>(name: &str) -> Option<&'static Bot<G>> {
    bots::<G>().find(|bot| bot.name() == name)
}

/// Every bot of a game, weakest first.
pub fn bots<G: Facade>() -> impl Iterator<Item = &'static Bot<G>> {
    std::iter::once(&Bot::RANDOM).chain(G::BOTS)
}

impl<G: Game> fmt::Debug for Bot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bot({} {})", G::META.key, self.name())
    }
}

impl<G: Game> fmt::Debug for Sight<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.seat, self.view)
    }
}
