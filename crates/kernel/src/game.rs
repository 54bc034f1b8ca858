//! The contract of a game: its rules, and nothing else.
//!
//! A game is a value. [`Game::decide`] takes an input, returns events or a refusal, and cannot
//! change anything. [`Game::evolve`] applies an event, knows no rules and cannot fail. Therefore a
//! refusal cannot corrupt a game, and a journal of events always rebuilds it. Luck is an input like
//! any other: the same inputs always give the same events.
//!
//! Everything else that a house needs (messages, bots, advice, scoring by JSON) belongs to the
//! game's [`Facade`](crate::Facade).

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{BySide, Draft, Luck, Reason, Refusal, Rng, Seat, SeatSet, SetupFault, Side, Viewer};

/// The name of a game and the number of its seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Meta {
    /// The word for this game in URLs, folders and commands.
    pub key: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// Must be raised whenever the same inputs would give different events.
    pub rules_version: u32,
    /// The fewest seats of a table.
    pub min_seats: u8,
    /// The most seats of a table.
    pub max_seats: u8,
}

/// The seats, or luck, that must move next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Any of these seats, in any order.
    Seats(SeatSet),
    /// Nobody: luck is drawn.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// The seats that may move now.
    pub const fn seats(self) -> SeatSet {
        match self {
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        }
    }
}

/// An input of a game: a seat's action, or luck.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Input<G: Game> {
    /// A seat does something.
    Act {
        /// The seat.
        seat: Seat,
        /// Its action.
        action: G::Action,
    },
    /// The outcome of a draw.
    Chance(G::Chance),
}

/// A named set of options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Preset<O> {
    /// A short name for people.
    pub name: &'static str,
    /// The options it stands for.
    pub options: O,
}

/// The rules of a game, as methods of its state.
pub trait Game: Clone + Debug + Eq + Send + Sync + 'static {
    /// The name of the game and the number of its seats.
    const META: Meta;

    /// The choices of a table before it starts.
    type Options: Data + Default + JsonSchema;
    /// An action of a seat.
    type Action: Data;
    /// The outcome of a draw.
    type Chance: Data;
    /// Something that happened, named in the past tense.
    type Event: Data;
    /// The part of the game that one viewer sees.
    type View: Data;
    /// Why an action is not allowed.
    type Reason: Reason;

    /// Starts a new game, or lists every fault of its options.
    fn new(options: Self::Options) -> Result<Self, Vec<SetupFault>>;

    /// The sets of options that people know by name, the plainest first. All are valid.
    fn presets() -> Vec<Preset<Self::Options>>;

    /// The number of seats at this table.
    fn n_seats(&self) -> u8;

    /// The side of a seat: its own, unless the game has partners.
    fn side(&self, seat: Seat) -> Side {
        Side(seat.0)
    }

    /// The seats, or luck, that must move next.
    fn turn(&self) -> Turn;

    /// The seats that this viewer knows to be asked for a move. By default these are all such
    /// seats; a game overrides it when whose turn it is would give a secret away.
    fn awaited(&self, viewer: Viewer) -> SeatSet {
        let _ = viewer;
        self.turn().seats()
    }

    /// The actions that a seat may take now; empty when it is not its turn. A game may list one of
    /// several equivalent actions where the full list would be absurd (thirty dice have 2^30
    /// rerolls).
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action>;

    /// Draws luck and does nothing else. Called only when the turn is [`Turn::Chance`].
    fn draw(&self, luck: &Luck) -> Self::Chance;

    /// Writes the events of a seat's action on the draft, or returns the rule that forbids it.
    /// Called only for a seat whose turn it is; the draft starts from this game.
    fn act(
        &self,
        seat: Seat,
        action: &Self::Action,
        draft: &mut Draft<Self>,
    ) -> Result<(), Self::Reason>;

    /// Writes the events of a draw on the draft. Called only when the turn is [`Turn::Chance`]; the
    /// draft starts from this game.
    fn luck(&self, chance: &Self::Chance, draft: &mut Draft<Self>) -> Result<(), ImpossibleDraw>;

    /// The events of an input, or its refusal. Changes nothing.
    ///
    /// This is the same for every game and never overridden: it checks whose turn it is and whether
    /// the game is over before it asks the game.
    fn decide(&self, input: &Input<Self>) -> Result<Vec<Self::Event>, Refusal<Self::Reason>> {
        let mut draft = Draft::new(self.clone());
        draft.take(self, input)?;
        Ok(draft.into_events())
    }

    /// Whether [`decide`](Game::decide) would accept this action. Never overridden.
    fn is_legal(&self, seat: Seat, action: &Self::Action) -> bool {
        let action = action.clone();
        self.decide(&Input::Act { seat, action }).is_ok()
    }

    /// Applies an event that [`decide`](Game::decide) returned. Knows no rules and cannot fail.
    fn evolve(&mut self, event: &Self::Event);

    /// The view of a viewer.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The event as a viewer sees it; `None` if all of it is hidden.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The score of each side.
    fn scores(&self) -> BySide<i32>;

    /// The points that this event gives to each side by its own tally. The score changes by exactly
    /// this, unless it stops at the game's target.
    fn awards(&self, event: &Self::Event) -> Vec<(Side, i32)>;

    /// The sides that won; empty while the game goes on and when nobody won.
    fn winners(&self) -> Vec<Side>;

    /// The number of deals, hands or rounds that have been scored, in a game that consists of them.
    /// It allows bots to be measured over single deals.
    fn deals_over(&self) -> u32 {
        0
    }

    /// The options of the next game of the same match, once this one is over.
    fn rematch(&self) -> Option<Self::Options>;
}

/// A draw that cannot happen in this game as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleDraw;

/// For bots: the games that a viewer cannot tell apart.
pub trait Imagine: Game {
    /// A full game that looks like `view` to `viewer`, drawn uniformly from all games that agree
    /// with the public evidence.
    fn imagine(view: &Self::View, viewer: Viewer, rng: &mut Rng) -> Self;
}

/// The type of [`Imagine::imagine`].
pub type Imagining<G> = fn(&<G as Game>::View, Viewer, &mut Rng) -> G;

/// A part of the contract: it can be compared, printed, stored and sent.
pub trait Data: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + 'static {}

impl<T: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + 'static> Data for T {}

// Derives would require `G: Clone` and so on, although only the parts matter.

impl<G: Game> Clone for Input<G> {
    fn clone(&self) -> Self {
        match self {
            Input::Act { seat, action } => Input::Act {
                seat: *seat,
                action: action.clone(),
            },
            Input::Chance(chance) => Input::Chance(chance.clone()),
        }
    }
}

impl<G: Game> Debug for Input<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Input::Act { seat, action } => write!(f, "{seat}: {action:?}"),
            Input::Chance(chance) => write!(f, "{chance:?}"),
        }
    }
}

impl<G: Game> PartialEq for Input<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Input::Act { seat, action },
                Input::Act {
                    seat: other_seat,
                    action: other,
                },
            ) => seat == other_seat && action == other,
            (Input::Chance(chance), Input::Chance(other)) => chance == other,
            _ => false,
        }
    }
}

impl<G: Game> Eq for Input<G> {}
