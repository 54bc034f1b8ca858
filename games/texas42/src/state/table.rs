//! The public part of the state.

use super::Event;
use crate::game_score::GameScore;
use crate::hand::{Hand, Play, Trick};
use crate::options::Options;
use crate::score::{HandResult, HandScore};
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

/// The part of the state that everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicTable {
    /// The options of the table.
    pub options: Options,
    /// The phase of the game.
    pub phase: Phase,
    /// The number of hands dealt.
    pub hands_dealt: u32,
    /// The shaker of the last hand; before the first one, its shaker; `None` until it is drawn.
    pub shaker: Option<Seat>,
    /// The hand in play.
    pub hand: Option<Hand>,
    /// The hand that was scored last, until the next one is dealt.
    pub scored: Option<Hand>,
    /// The score.
    pub score: GameScore,
    /// Every scored hand, oldest first.
    pub history: Vec<HandResult>,
    /// The winner.
    pub winner: Option<Side>,
}

impl PublicTable {
    /// Applies an event within a hand; without a hand nothing changes.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(super) fn apply(&mut self, event: &Event) {
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
                // The rules let no trick grow beyond four dominoes.
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
            // These begin and end hands, and are handled elsewhere.
            Event::ShakerDrawn { .. }
            | Event::Dealt { .. }
            | Event::ThrownIn
            | Event::HandScored { .. }
            | Event::Won { .. } => {}
        }
    }

    /// The score of the last scored hand, until the next one is dealt.
    pub fn last_score(&self) -> Option<HandScore> {
        let hand = self.scored.as_ref()?;
        HandScore::new(
            self.options.mode,
            hand.pledge()?,
            &hand.tricks,
            hand.laid_down,
        )
    }

    /// The last trick, until the next hand is dealt.
    pub fn last_trick(&self) -> Option<&Trick> {
        self.hand.as_ref().or(self.scored.as_ref())?.tricks.last()
    }

    /// The points that an event adds to the scores, by its own tallies.
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

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first shaker will be drawn next.
    Drawing,
    /// The dominoes will be dealt next.
    Dealing,
    /// This seat must bid or pass.
    Bidding(Seat),
    /// This seat must name trump.
    Naming(Seat),
    /// This seat must play a domino.
    Playing(Seat),
    /// Somebody won.
    Over,
}
