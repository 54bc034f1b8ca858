//! The drill of bidding: the call with seven dominoes.

use super::{Dominoes, PLAYER, SLACK, advised, called, options, worth_of};
use crate::bid::Call;
use crate::sides::SEATS;
use crate::state::{Action, Phase, Texas42};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit, play_until};
use kernel::{AnyRefusal, Game, Rng, Seat, Sight};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Asks what to call, by the chance of winning.
#[derive(Debug)]
pub(super) struct Bid;

/// The difference between passing and the best bid in an easy, a medium and a hard question, in
/// ten-thousandths of a game: more than the adviser's [`SLACK`].
const MARGINS: [i32; 3] = [450, 250, 120];

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    hand: Dominoes,
    /// The calls before this seat speaks, from the shaker's left.
    after: Vec<Call>,
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        let question = Question::deserialize(ask).ok()?;
        (question.after.len() < usize::from(SEATS)).then_some(question)
    }

    /// The seat: one call has been made for each seat before it.
    fn seat(&self) -> Seat {
        Seat(self.after.len() as u8)
    }

    fn table(&self) -> Texas42 {
        let mut game = Texas42::at_start(options());
        game.table.hands_dealt = 1;
        game.table.hand = Some(called(&self.after));
        game.table.phase = Phase::Bidding(self.seat());
        game.hidden.hands[self.seat()] = self.hand.set();
        game
    }

    fn calls(&self) -> Vec<Call> {
        let legal = self.table().legal_actions(self.seat());
        legal
            .iter()
            .filter_map(|action| match action {
                Action::Bid(call) => Some(*call),
                _ => None,
            })
            .collect()
    }
}

impl Drill for Bid {
    fn key(&self) -> &'static str {
        "bid"
    }

    fn about(&self) -> &'static str {
        "choose what to bid on a hand"
    }

    fn unit(&self) -> Unit {
        Unit::Win
    }

    fn slack(&self) -> i32 {
        SLACK
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/bid.json")
    }

    /// Hands that the players would bid on, and hands that they would pass, equally often.
    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let seat = Seat(rng.below(SEATS.into()) as u8);
        let would_pass = rng.below(2) == 0;
        let game: Texas42 = play_until(options(), PLAYER, rng, |game: &Texas42| {
            game.table.phase == Phase::Bidding(seat)
        })?;
        let player = kernel::bot::<Texas42>(PLAYER)?;
        let call = Sight::show(&game, seat, |sight| (player.choose)(sight, rng));
        // After a hand that was thrown in comes another with another shaker.
        let first = game.table.hands_dealt == 1;
        if !first || would_pass != (call == Action::Bid(Call::Pass)) {
            return None;
        }
        let hand = game.table.hand.as_ref()?;
        serde_json::to_value(Question {
            hand: game.hand(seat).into(),
            after: hand.auction.calls().map(|(_, call)| call).collect(),
        })
        .ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let calls = Question::read(ask)?.calls();
        Some(calls.iter().map(Call::to_string).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let question = Question::read(ask)?;
        let advice = advised(&question.table(), question.seat());
        let worth = |&call: &Call| worth_of(&advice, Action::Bid(call));
        question.calls().iter().map(worth).collect()
    }

    /// The lesson is whether to bid: one point more is worth about the same.
    fn level(&self, ask: &Value, worth: &[i32]) -> Option<Difficulty> {
        let calls = Question::read(ask)?.calls();
        let pass = calls.iter().position(|&call| call == Call::Pass)?;
        let bids = worth.iter().enumerate().filter(|(place, _)| *place != pass);
        let best = bids.map(|(_, &worth)| worth).max()?;
        Difficulty::by_margin(&[*worth.get(pass)?, best], MARGINS)
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let calls = Question::read(&item.ask).map_or(Vec::new(), |question| question.calls());
        let best = calls.iter().zip(&item.worth);
        let passes = best
            .filter(|(_, worth)| **worth == item.best())
            .any(|(call, _)| *call == Call::Pass);
        vec![
            if passes {
                "a pass is best"
            } else {
                "a bid is best"
            }
            .to_owned(),
        ]
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(Question { hand, after }) = Question::read(ask) else {
            return Vec::new();
        };
        let calls: Vec<String> = after.iter().map(Call::to_string).collect();
        let before = match calls.is_empty() {
            true => "You speak first".to_owned(),
            false => format!("Before you: {}", calls.join(", ")),
        };
        vec![
            before,
            format!("You hold {}", hand.set()),
            "What do you bid?".into(),
        ]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let call: Call = answer.trim().parse().map_err(|error: crate::UnknownBid| {
            AnyRefusal::new("unknown_bid", error.to_string())
        })?;
        let calls = Question::read(&item.ask).map_or(Vec::new(), |question| question.calls());
        let place = calls.iter().position(|legal| *legal == call);
        let place = place.ok_or_else(|| {
            AnyRefusal::new("rules/illegal", format!("{call} cannot be called here"))
        })?;
        let choices: Vec<String> = calls.iter().map(Call::to_string).collect();
        Ok(Grade::of_choice(&choices, item, place))
    }
}
