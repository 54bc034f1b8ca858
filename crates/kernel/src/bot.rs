//! Who can play a game without a person, and who can advise one.
//!
//! A bot is a function of a [`Sight`]: what a seat may see, and what it may do.
//! It cannot look at the truth, for there is no truth in its argument. It draws on
//! no clock either: how long it may think is a count of samples or nodes, so that
//! the same sight and the same luck always give the same move.

use std::fmt;

use serde::Serialize;

use crate::{Facade, Game, Level, Rng, Seat, Seen, Viewer};

/// What a bot or an adviser goes by.
pub struct Sight<'a, G: Game> {
    /// The seat that is to act.
    pub seat: Seat,
    /// The game as this seat sees it.
    pub view: &'a Seen<G::View>,
    /// What the seat may do; never empty.
    pub legal: &'a [G::Action],
}

impl<G: Game> Sight<'_, G> {
    /// Shows a seat of a game what it may see and do, and gives what is answered.
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
    /// How well it plays.
    pub strength: Strength,
    /// What it is like to play against, in a sentence.
    pub about: &'static str,
    /// What it does. An action that is not legal would be replaced by one that is.
    pub choose: fn(&Sight<'_, G>, &mut Rng) -> G::Action,
}

/// How well a bot plays: at a level that tables offer, or as something to measure others against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Tables can seat it. A game has at most one bot of a level, and none of
    /// [`Level::Random`]: that is [`Bot::RANDOM`].
    Level(Level),
    /// A baseline with a name of its own: the arena and the engine know it, tables do not.
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

    /// The level, where it is one.
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

    /// Any legal action, each as likely as any other. Every game has this one.
    pub const RANDOM: Bot<G> = Bot {
        strength: Strength::Level(Level::Random),
        about: "does anything that the rules allow",
        choose: |sight, rng| {
            let any = rng.choose(sight.legal);
            any.expect("a seat that is to act has something to do")
                .clone()
        },
    };
}

/// What an action is worth, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// The chance that the seat's side wins the game if it does this and all play well: 0 to 1.
    pub chance: f64,
    /// What the number is made of, by name, in the order in which a person would read it.
    pub parts: Vec<Part>,
    /// Why, in a sentence.
    pub reason: String,
}

/// One figure behind an [`Advice`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// What it measures, as `hand`, `crib` or `make`.
    pub name: &'static str,
    /// How much.
    pub value: f64,
}

/// Ranks what a seat may do, the best first. Where there is too much to list, the
/// best few are ranked, and `also` among them: a review asks for what was really done.
pub type Advise<G> = fn(
    &Sight<'_, G>,
    also: Option<&<G as Game>::Action>,
    &mut Rng,
) -> Vec<Advice<<G as Game>::Action>>;

/// What a house says about a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotMeta {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// What it is like, in a sentence.
    pub about: &'static str,
    /// The level at which tables offer it, if they do.
    pub level: Option<Level>,
}

impl<G: Game> From<&Bot<G>> for BotMeta {
    fn from(bot: &Bot<G>) -> BotMeta {
        BotMeta {
            name: bot.name(),
            about: bot.about,
            level: bot.strength.level(),
        }
    }
}

/// The bot of this name: [`Bot::RANDOM`], or one of the game's own.
pub fn bot<G: Facade>(name: &str) -> Option<&'static Bot<G>> {
    bots::<G>().find(|bot| bot.name() == name)
}

/// Every bot of a game, the weakest first.
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
