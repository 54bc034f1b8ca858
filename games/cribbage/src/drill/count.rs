//! The drill of counting: the score of four cards and the starter.

use super::Cards;
use crate::score::{self, Breakdown, Four, HandOrCrib, Rule, Show, Six, Tally, Totals};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit};
use kernel::{AnyRefusal, Rng};
use pieces::{Card, CardSet, Suit};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Asks for the count of a hand or a crib.
#[derive(Debug)]
pub(super) struct Count;

/// The kinds of points, in the order in which they are counted.
const KINDS: [&str; 5] = ["fifteens", "pairs", "runs", "flush", "nobs"];

/// The cards to count.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    hand: Cards,
    starter: Card,
    /// Whether the four cards are a crib, whose flush needs the starter.
    crib: bool,
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    fn tally(&self) -> Option<Tally> {
        let kind = if self.crib {
            HandOrCrib::Crib
        } else {
            HandOrCrib::Hand
        };
        let four = Four::new(self.hand.set()).ok()?;
        Some(Show::new(four, Some(self.starter), kind).ok()?.tally())
    }
}

impl Drill for Count {
    fn key(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "count a hand or a crib"
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/count.json")
    }

    /// The cards that a sensible player keeps of six; sometimes a crib, whose cards come from
    /// anywhere, or four of one suit, which are rare and must be noticed.
    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
        rng.shuffle(&mut deck);
        let crib = rng.below(4) == 0;
        let hand: CardSet = match rng.below(6) {
            0 => {
                let suit = *rng.choose(&Suit::ALL)?;
                let alike = deck.iter().filter(|card| card.suit() == suit);
                alike.copied().take(4).collect()
            }
            _ if crib => deck.iter().copied().take(4).collect(),
            _ => {
                let six = Six::new(deck.iter().copied().take(6).collect()).ok()?;
                score::best_throw(six).kept.set()
            }
        };
        let starter = *deck.iter().rev().find(|card| !hand.contains(**card))?;
        let hand = hand.into();
        serde_json::to_value(Question {
            hand,
            starter,
            crib,
        })
        .ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        Question::read(ask)?;
        Some(KINDS.map(str::to_owned).to_vec())
    }

    /// The points of each kind; their sum is the count of the hand.
    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let totals = Totals::of(&Question::read(ask)?.tally()?);
        Some(vec![
            totals.fifteens,
            totals.pairs,
            totals.runs,
            totals.flush,
            totals.nobs,
        ])
    }

    /// By the number of combinations to see; a double run is two runs and a pair.
    fn level(&self, ask: &Value, _: &[i32]) -> Option<Difficulty> {
        let tally = Question::read(ask)?.tally()?;
        let parts = |rule: Rule| rule.multiple_run().map_or(1, |(copies, _)| copies + 1);
        let n: usize = tally.items().iter().map(|item| parts(item.rule)).sum();
        match n {
            0 => None,
            1..=2 => Some(Difficulty::Easy),
            3..=4 => Some(Difficulty::Medium),
            _ => Some(Difficulty::Hard),
        }
    }

    /// Every combination.
    fn detail(&self, ask: &Value) -> Option<Value> {
        let tally = Question::read(ask)?.tally()?;
        Some(json!({ "items": Breakdown(&tally) }))
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let kinds = KINDS.iter().zip(&item.worth);
        let there = kinds.filter(|(_, points)| **points > 0);
        there
            .map(|(kind, _)| format!("there are points for {kind}"))
            .collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(Question {
            hand,
            starter,
            crib,
        }) = Question::read(ask)
        else {
            return Vec::new();
        };
        let which = if crib { "Crib" } else { "Hand" };
        vec![
            format!("{which} {}, starter {starter}", super::text(&hand.0)),
            "How many points?".into(),
        ]
    }

    /// Here the total is typed, and it is wrong by the difference. A page asks for the points of
    /// each kind, and adds up the differences.
    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let said: i32 = answer.trim().parse().map_err(|_| {
            let message = format!("a count must be a number, not {answer:?}");
            AnyRefusal::new("wrong_type", message)
        })?;
        let total: i32 = item.worth.iter().sum();
        let tally = Question::read(&item.ask).and_then(|question| question.tally());
        let line = |item: &score::Item| {
            let (points, cards) = (item.points, super::text(&item.pieces));
            format!("{points:>2}  {cards}: {}", item.rule.description())
        };
        Ok(Grade {
            answer: said.to_string(),
            cost: (total - said).abs(),
            best: total.to_string(),
            why: tally.map_or(Vec::new(), |tally| tally.items().iter().map(line).collect()),
        })
    }
}
