//! The state of a game and how events change it.
//!
//! The state is in two parts: [`Table`], which everybody at the table can see,
//! and [`Hidden`], which holds every face-down domino. A view is the table and a
//! seat's own dominoes, so the public part cannot leak what it does not hold.
//! [`evolve`](Texas42::evolve) keeps the books and knows no rules: what an event
//! means was decided before it was emitted. What follows from the books, as what a
//! hand's tricks are worth, is counted from them and is in no event.

use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::game_score::GameScore;
use crate::hand::{Hand, Play, Trick};
use crate::options::Options;
use crate::score::{AwardTally, HandResult, HandScore};
use crate::sides::{SEATS, Sides};
use kernel::{BySeat, BySide, Seat, Side, Veiled};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};

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
    pub(crate) table: Table,
    pub(crate) hidden: Hidden,
}

/// What everybody at the table sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// What the table chose.
    pub options: Options,
    /// Where in the game we are.
    pub phase: Phase,
    /// How many hands have been dealt.
    pub hands_dealt: u32,
    /// Who shook the last hand; before the first one, who will; nobody until it is drawn.
    pub shaker: Option<Seat>,
    /// The hand in play.
    pub hand: Option<Hand>,
    /// The hand that was scored last, until the next one is dealt.
    pub scored: Option<Hand>,
    /// The score.
    pub score: GameScore,
    /// Every hand that was scored, oldest first.
    pub history: Vec<HandResult>,
    /// Who won.
    pub winner: Option<Side>,
}

/// Every face-down domino.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// What each seat holds.
    pub(crate) hands: BySeat<DominoSet>,
}

/// Where in the game we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first shaker is about to be drawn.
    Drawing,
    /// The dominoes are about to be dealt.
    Dealing,
    /// This seat is to bid or pass.
    Bidding(Seat),
    /// This seat is to name trump.
    Naming(Seat),
    /// This seat is to play a domino.
    Playing(Seat),
    /// Somebody won.
    Over,
}

/// What a seat may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Bid or pass.
    Bid(Call),
    /// Name trump, or another contract.
    Name(Declaration),
    /// Play this domino.
    Play(Domino),
    /// Show one's dominoes and claim all the rest, in nello none of it.
    LayDown,
}

/// How luck may turn out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Who shakes first.
    Shaker(Seat),
    /// Seven dominoes for each seat.
    Deal(BySeat<DominoSet>),
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The first shaker was drawn.
    ShakerDrawn {
        /// Who shakes first.
        seat: Seat,
    },
    /// Everyone got their dominoes.
    Dealt {
        /// Who shook.
        shaker: Seat,
        /// Each seat's dominoes.
        hands: BySeat<Veiled<DominoSet>>,
    },
    /// A seat bid or passed.
    BidPlaced {
        /// Who.
        seat: Seat,
        /// What was said.
        call: Call,
        /// Who speaks next; nobody when all have spoken.
        next: Option<Seat>,
    },
    /// Everyone passed: the shake moves on.
    ThrownIn,
    /// All have spoken, and this is the highest bid.
    BiddingWon {
        /// Who bid it.
        seat: Seat,
        /// The bid.
        bid: Bid,
        /// Who names trump.
        namer: Seat,
    },
    /// Trump or another contract was named.
    TrumpNamed {
        /// Who named it.
        seat: Seat,
        /// What was named.
        declaration: Declaration,
        /// Who leads.
        leader: Seat,
    },
    /// A seat played a domino.
    DominoPlayed {
        /// Who.
        seat: Seat,
        /// Which domino.
        domino: Domino,
        /// Who plays next to this trick; nobody when it is complete.
        next: Option<Seat>,
    },
    /// A trick was won.
    TrickWon {
        /// Who won it, and leads the next.
        seat: Seat,
    },
    /// A seat showed its dominoes and claimed the rest, and that claim cannot fail.
    LaidDown {
        /// Who.
        seat: Seat,
        /// What it held.
        dominoes: DominoSet,
    },
    /// The hand is over, and this is what it is worth.
    HandScored {
        /// What each side scores, item by item.
        awards: BySide<AwardTally>,
    },
    /// A side reached the target.
    Won {
        /// Which side.
        side: Side,
    },
}

impl Texas42 {
    /// A game with these options before anything has happened.
    pub(crate) fn at_start(options: Options) -> Texas42 {
        let phase = match options.first_shaker {
            Some(_) => Phase::Dealing,
            None => Phase::Drawing,
        };
        let table = Table {
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

    /// What everybody at the table sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What a seat holds.
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
                // A hand scores 42 and a bid of at most 168 to a side.
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

impl Table {
    /// Applies an event within a hand; without a hand there is nothing to change.
    #[deny(clippy::wildcard_enum_match_arm)]
    fn apply(&mut self, event: &Event) {
        let Some(hand) = &mut self.hand else { return };
        match event {
            Event::BidPlaced { call, next, .. } => {
                hand.auction.push(*call);
                if let Some(next) = next {
                    self.phase = Phase::Bidding(*next);
                }
            }
            Event::BiddingWon { namer, .. } => self.phase = Phase::Naming(*namer),
            Event::TrumpNamed {
                declaration,
                leader,
                ..
            } => {
                hand.declaration = Some(*declaration);
                self.phase = Phase::Playing(*leader);
            }
            Event::DominoPlayed { seat, domino, next } => {
                // The rules let no trick grow beyond four.
                let _ = hand.open.try_push(Play {
                    seat: *seat,
                    domino: *domino,
                });
                if let Some(next) = next {
                    self.phase = Phase::Playing(*next);
                }
            }
            Event::TrickWon { seat } => {
                let plays = std::mem::take(&mut hand.open);
                // The rules let no hand grow beyond seven tricks.
                let _ = hand.tricks.try_push(Trick {
                    plays,
                    winner: *seat,
                });
                self.phase = Phase::Playing(*seat);
            }
            Event::LaidDown { seat, .. } => hand.laid_down = Some(*seat),
            // These begin and end hands, and are not given here.
            Event::ShakerDrawn { .. }
            | Event::Dealt { .. }
            | Event::ThrownIn
            | Event::HandScored { .. }
            | Event::Won { .. } => {}
        }
    }

    /// What the hand that was scored last is worth, until the next one is dealt.
    pub fn last_score(&self) -> Option<HandScore> {
        let hand = self.scored.as_ref()?;
        HandScore::new(
            self.options.mode,
            hand.pledge()?,
            &hand.tricks,
            hand.laid_down,
        )
    }

    /// The trick that was won last, until the next hand is dealt.
    pub fn last_trick(&self) -> Option<&Trick> {
        self.hand.as_ref().or(self.scored.as_ref())?.tricks.last()
    }

    /// What an event adds to the scores, by its own tallies.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn awards(event: &Event) -> Vec<(Side, i32)> {
        match event {
            Event::HandScored { awards } => awards
                .iter()
                .map(|(side, tally)| (side, tally.total()))
                .filter(|(_, points)| *points != 0)
                .collect(),
            Event::ShakerDrawn { .. }
            | Event::Dealt { .. }
            | Event::BidPlaced { .. }
            | Event::ThrownIn
            | Event::BiddingWon { .. }
            | Event::TrumpNamed { .. }
            | Event::DominoPlayed { .. }
            | Event::TrickWon { .. }
            | Event::LaidDown { .. }
            | Event::Won { .. } => Vec::new(),
        }
    }
}

impl Hidden {
    pub(crate) fn nothing() -> Hidden {
        Hidden {
            hands: BySeat::splat(SEATS, DominoSet::EMPTY),
        }
    }
}

/// The journal holds whole events; only a redacted one has dominoes we do not know.
fn known(dominoes: &Veiled<DominoSet>) -> DominoSet {
    dominoes.known().copied().unwrap_or_default()
}
