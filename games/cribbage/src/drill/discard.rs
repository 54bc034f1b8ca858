//! The drill of throwing: six cards, of which two go to the crib.

use super::{Cards, DEALS, ME, PLAYER, read_cards, standing};
use crate::bot;
use crate::options::Options;
use crate::state::{Action, Cribbage, Phase};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit, play_until, ten_thousandths};
use kernel::{AnyRefusal, Rng, Side};
use pieces::CardSet;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Asks which two cards to throw, by the chance of winning.
#[derive(Debug)]
pub(super) struct Discard;

/// The margin of the best throw over the second best in an easy, a medium and a hard question, in
/// ten-thousandths of a game. Smaller differences are not worth learning.
const MARGINS: [i32; 3] = [200, 100, 40];

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    hand: Cards,
    /// Whether the crib is one's own.
    dealer: bool,
    /// One's own score, and theirs.
    scores: [u16; 2],
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    /// All fifteen throws, in the order of the hand.
    fn throws(&self) -> Vec<CardSet> {
        let cards = &self.hand.0;
        let pairs =
            (0..cards.len()).flat_map(|low| (low + 1..cards.len()).map(move |high| [low, high]));
        pairs
            .map(|pair| pair.map(|place| cards[place]).into_iter().collect())
            .collect()
    }
}

impl Drill for Discard {
    fn key(&self) -> &'static str {
        "discard"
    }

    fn about(&self) -> &'static str {
        "choose what to throw to the crib"
    }

    fn unit(&self) -> Unit {
        Unit::Win
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/discard.json")
    }

    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let deal = 1 + rng.below(DEALS);
        let game: Cribbage = play_until(Options::default(), PLAYER, rng, |game: &Cribbage| {
            let table = game.table();
            table.deal == deal && table.phase == Phase::Discarding && game.hand(ME).len() == 6
        })?;
        let table = game.table();
        let score = |side: u8| table.pegs[Side(side)].front;
        serde_json::to_value(Question {
            hand: game.hand(ME).into(),
            dealer: table.dealer == Some(ME),
            scores: [score(0), score(1)],
        })
        .ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let throws = Question::read(ask)?.throws();
        Some(throws.iter().map(CardSet::to_string).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let Question {
            hand,
            dealer,
            scores,
        } = Question::read(ask)?;
        let question =
            json!({ "kind": "discard", "hand": hand, "dealer": dealer, "scores": scores });
        // All throws are weighed exactly, without luck.
        let advice = bot::advised(&question, &mut Rng::from_seed(0))?;
        let throws = Question::read(ask)?.throws();
        let worth = |throw: &CardSet| {
            let found = advice
                .iter()
                .find(|advice| advice.action == Action::Discard(*throw));
            found.map(|advice| ten_thousandths(advice.chance))
        };
        throws.iter().map(worth).collect()
    }

    fn level(&self, _: &Value, worth: &[i32]) -> Option<Difficulty> {
        Difficulty::by_margin(worth, MARGINS)
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let kind = Question::read(&item.ask).map(|question| match question.dealer {
            true => "the crib is yours",
            false => "the crib is theirs",
        });
        kind.map(str::to_owned).into_iter().collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(Question {
            hand,
            dealer,
            scores,
        }) = Question::read(ask)
        else {
            return Vec::new();
        };
        vec![
            standing(dealer, scores),
            format!("You hold {}", super::text(&hand.0)),
            "Which two do you throw?".into(),
        ]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let thrown = read_cards(answer)?;
        let throws = Question::read(&item.ask).map_or(Vec::new(), |question| question.throws());
        let place = throws.iter().position(|throw| *throw == thrown);
        let place = place.ok_or_else(|| {
            AnyRefusal::new("wrong_cards", "throw two of the six cards, such as 5H KD")
        })?;
        let choices: Vec<String> = throws.iter().map(CardSet::to_string).collect();
        Ok(Grade::of_choice(&choices, item, place))
    }
}
