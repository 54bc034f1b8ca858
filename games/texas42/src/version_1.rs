//! Reads journaled steps of version 1 of the rules as today's.
//!
//! Version 1 wrote totals beside their items: a trick with its number and its worth, a hand with
//! its tricks, its points and its marks. All of them follow from the plays, and today's events do
//! not have them. The surplus of an old event is not trusted but checked, as far as the event alone
//! can tell. Inputs are unchanged.
//!
//! Nothing is ever written in this form, and nothing is decided here: the replay checks whether the
//! rules decide these events for that input.

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hand::{Pledge, Tricks};
use crate::options::Mode;
use crate::score::{self, AwardTally, BidVerdict};
use crate::sides;
use crate::state::{Event, Texas42};
use crate::trick::{TrickTally, trick_tally};
use kernel::earlier::{read_part, read_step};
use kernel::{BySide, Input, Seat};
use serde::Deserialize;
use serde_json::Value;

/// Converts a step of version 1 (its input and its events) to today's.
pub(crate) fn read(
    input: &Value,
    events: &[Value],
) -> Result<(Input<Texas42>, Vec<Event>), String> {
    read_step(input, events, read_event)
}

/// Two kinds of events have changed.
fn read_event(event: &Value) -> Result<Event, String> {
    if let Some(trick) = event.get("trick_won") {
        read_part::<TrickWon>(trick)?.today()
    } else if let Some(hand) = event.get("hand_scored") {
        read_part::<HandScore>(hand)?.today()
    } else {
        read_part(event)
    }
}

/// A trick that was won.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrickWon {
    seat: Seat,
    #[serde(rename = "trick")]
    _trick: u8,
    tally: TrickTally,
}

impl TrickWon {
    fn today(self) -> Result<Event, String> {
        // The first item is for the trick itself and has all of its dominoes.
        let dominoes = self.tally.items().first().map(|item| &item.pieces[..]);
        if trick_tally(dominoes.unwrap_or_default()) == self.tally {
            Ok(Event::TrickWon { seat: self.seat })
        } else {
            Err("this trick is not worth what version 1 wrote".to_owned())
        }
    }
}

/// A hand that was scored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HandScore {
    game_type: Mode,
    bidder: Seat,
    bid: Bid,
    declaration: Declaration,
    points: Sides<u8>,
    bid_made: bool,
    why: BidVerdict,
    laid_down: Option<Seat>,
    bidding_team_marks: u8,
    opposing_team_marks: u8,
    score: Sides<u16>,
    awards: Sides<AwardTally>,
    tricks: Tricks,
}

/// One value for each side.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sides<T> {
    north_south: T,
    east_west: T,
}

impl HandScore {
    fn today(self) -> Result<Event, String> {
        let pledge = Pledge {
            bidder: self.bidder,
            bid: self.bid,
            declaration: self.declaration,
        };
        let truth = score::HandScore::new(self.game_type, pledge, &self.tricks, self.laid_down)
            .ok_or("version 1 scored a hand that was not over")?;
        let (us, marks) = (pledge.side(), truth.result.marks());
        let agrees = truth.awards == self.awards.today()
            && truth.result.points == self.points.today()
            && truth.result.score == self.score.today()
            && truth.result.why == self.why
            && truth.result.made() == self.bid_made
            && marks[us] == self.bidding_team_marks
            && marks[sides::other_side(us)] == self.opposing_team_marks;
        if !agrees {
            return Err("this hand is not worth what version 1 wrote".to_owned());
        }
        let sides::Sides {
            north_south,
            east_west,
        } = truth.awards;
        let awards = BySide::from(vec![north_south, east_west]);
        Ok(Event::HandScored { awards })
    }
}

impl<T> Sides<T> {
    fn today(self) -> sides::Sides<T> {
        sides::Sides {
            north_south: self.north_south,
            east_west: self.east_west,
        }
    }
}
