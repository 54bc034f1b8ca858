//! The state of a game and how events change it.
//!
//! The state has two parts: [`PublicTable`], which everybody can see, and [`Hidden`], which holds every
//! face-down domino. A view is the table and a seat's own dominoes; the public part cannot leak
//! what it does not hold. [`evolve`](Texas42::evolve) only records events and knows no rules: the
//! rules decided what an event means before they emitted it. No event holds a value that follows
//! from others, such as the worth of a hand's tricks: it is computed when it is needed.

mod action;
mod chance;
mod event;
mod table;

pub use action::Action;
pub use chance::Chance;
pub use event::Event;
pub use table::{Phase, PublicTable};

use crate::game_score::GameScore;
use crate::hand::Hand;
use crate::options::Options;
use crate::sides::{SEATS, Sides};
use kernel::{BySeat, Seat, Veiled};
use pieces::DominoSet;

/// A game of Texas 42, the whole truth.
///
/// ```
/// use kernel::{Game, Input, Key, Turn, Viewer, Seat};
/// use texas42::{Options, Phase, Texas42};
///
/// let mut game = Texas42::new(Options::default()).unwrap();
/// let key = Key::from_seed(42);
/// for n in 0.. {
///     if game.turn() != Turn::Chance {
///         break;
///     }
///     let input = Input::Chance(game.draw(&key.draw(n)));
///     for event in game.decide(&input).unwrap() {
///         game.evolve(&event);
///     }
/// }
/// // The shaker is drawn and the dominoes are dealt: left of the shaker speaks first.
/// let shaker = game.table().shaker.unwrap();
/// assert_eq!(game.table().phase, Phase::Bidding(shaker.left(4)));
/// let view = game.view(Viewer::Seat(Seat(2)));
/// assert_eq!(view.own, Some(game.hand(Seat(2))));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texas42 {
    pub(crate) table: PublicTable,
    pub(crate) hidden: Hidden,
}

/// Every face-down domino.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// The dominoes of each seat.
    pub(crate) hands: BySeat<DominoSet>,
}

impl Texas42 {
    /// A game with these options before anything has happened.
    pub(crate) fn at_start(options: Options) -> Texas42 {
        let phase = match options.first_shaker {
            Some(_) => Phase::Dealing,
            None => Phase::Drawing,
        };
        let table = PublicTable {
            phase,
            hands_dealt: 0,
            shaker: options.first_shaker,
            hand: None,
            scored: None,
            score: GameScore::default(),
            history: Vec::new(),
            winner: None,
            options,
        };
        Texas42 {
            table,
            hidden: Hidden::nothing(),
        }
    }

    /// The public table.
    pub const fn table(&self) -> &PublicTable {
        &self.table
    }

    /// The dominoes of a seat.
    pub fn hand(&self, seat: Seat) -> DominoSet {
        self.hidden.hands[seat]
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::ShakerDrawn { seat } => {
                self.table.shaker = Some(*seat);
                self.table.phase = Phase::Dealing;
            }
            Event::Dealt { shaker, hands } => {
                self.table.shaker = Some(*shaker);
                self.table.hands_dealt += 1;
                self.table.hand = Some(Hand::new(*shaker));
                self.table.scored = None;
                self.table.phase = Phase::Bidding(shaker.left(SEATS));
                self.hidden.hands = hands.map(|_, hand| known(hand));
            }
            Event::DominoPlayed { seat, domino, .. } => {
                self.hidden.hands[*seat].remove(*domino);
                self.table.apply(event);
            }
            Event::ThrownIn => self.clear_hand(),
            Event::HandScored { awards } => {
                // A side scores at most 42 for a hand and 168 for a bid.
                let awards = Sides::from_fn(|side| {
                    let tally = awards.get(side);
                    tally.map_or(0, |tally| tally.total() as u16)
                });
                self.table.score.add(&self.table.options, awards);
                let scored = self.table.hand.take();
                self.table.scored = scored;
                let result = self.table.last_score().map(|score| score.result);
                self.table.history.extend(result);
                self.clear_hand();
            }
            Event::Won { side } => {
                self.table.winner = Some(*side);
                self.table.phase = Phase::Over;
            }
            Event::BidPlaced { .. }
            | Event::BiddingWon { .. }
            | Event::TrumpNamed { .. }
            | Event::TrickWon { .. }
            | Event::LaidDown { .. } => self.table.apply(event),
        }
    }

    fn clear_hand(&mut self) {
        self.table.hand = None;
        self.table.phase = Phase::Dealing;
        self.hidden = Hidden::nothing();
    }
}

impl Hidden {
    pub(crate) fn nothing() -> Hidden {
        Hidden {
            hands: BySeat::splat(SEATS, DominoSet::EMPTY),
        }
    }
}

/// The journal holds whole events; only a redacted event has unknown dominoes.
fn known(dominoes: &Veiled<DominoSet>) -> DominoSet {
    dominoes.known().copied().unwrap_or_default()
}
