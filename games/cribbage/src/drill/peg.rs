//! The drill of pegging: a moment of the play, and the card to lay.

use super::{Cards, DEALS, ME, PLAYER, read_cards, standing, text};
use crate::bot;
use crate::options::Options;
use crate::score::Stack;
use crate::state::{Action, Cribbage, Phase};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit, play_until, ten_thousandths};
use kernel::{AnyRefusal, Rng, Seat, Side};
use pieces::{Card, CardSet, Rank};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Asks which card to play, by the chance of winning.
#[derive(Debug)]
pub(super) struct Peg;

/// The bounds are like those of a throw, but a card of the play is worth less.
const MARGINS: [i32; 3] = [200, 80, 30];

/// The adviser weighs a sample of the opponent's possible hands if there are many. The sample
/// always uses this seed, and the same question has the same answer.
const SEED: u64 = 0;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The four cards that one kept, and the two that one threw.
    kept: Cards,
    thrown: Cards,
    starter: Card,
    /// Whether the crib is one's own; then the other player has led.
    dealer: bool,
    /// The cards that one has played, and those that they have played, oldest first.
    mine: Cards,
    theirs: Cards,
    /// The cards since the count was last reset, oldest first.
    stack: Cards,
    /// One's own score, and theirs.
    scores: [u16; 2],
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    fn of(game: &Cribbage) -> Option<Question> {
        let table = game.table();
        let played = |seat: Seat| {
            let plays = table.plays.iter().filter(|play| play.seat == seat);
            Cards(plays.map(|play| play.card).collect())
        };
        let score = |side: u8| table.pegs[Side(side)].front;
        Some(Question {
            kept: (game.hand(ME) | table.played_by(ME)).into(),
            thrown: game.hidden.thrown[ME].into(),
            starter: table.starter?,
            dealer: table.dealer == Some(ME),
            mine: played(ME),
            theirs: played(Seat(1)),
            stack: Cards(table.stack.cards().to_vec()),
            scores: [score(0), score(1)],
        })
    }

    /// The cards in one's hand.
    fn held(&self) -> CardSet {
        self.kept.set() - self.mine.set()
    }

    /// Those that can be played.
    fn fitting(&self) -> Option<Vec<Card>> {
        let stack = Stack::try_from(&self.stack.0[..]).ok()?;
        Some(
            self.held()
                .iter()
                .filter(|&card| stack.fits(card))
                .collect(),
        )
    }

    /// The question in the form in which a program asks a bot.
    fn asked(&self) -> Value {
        json!({
            "kind": "play", "hand": Cards::from(self.held()).0, "kept": self.kept.0, "thrown": self.thrown.0,
            "starter": self.starter, "dealer": self.dealer, "stack": self.stack.0,
            "played": { "me": self.mine.0, "them": self.theirs.0 },
            "theirs_left": 4_usize.saturating_sub(self.theirs.0.len()), "scores": self.scores,
        })
    }
}

impl Drill for Peg {
    fn key(&self) -> &'static str {
        "peg"
    }

    fn about(&self) -> &'static str {
        "choose the next card of the play"
    }

    fn unit(&self) -> Unit {
        Unit::Win
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/peg.json")
    }

    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let deal = 1 + rng.below(DEALS);
        let played = rng.below(5) as usize;
        let game: Cribbage = play_until(Options::default(), PLAYER, rng, |game: &Cribbage| {
            let table = game.table();
            table.deal == deal && table.phase == Phase::Playing(ME) && table.plays.len() >= played
        })?;
        serde_json::to_value(Question::of(&game)?).ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let cards = Question::read(ask)?.fitting()?;
        Some(cards.iter().map(Card::to_string).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let question = Question::read(ask)?;
        let advice = bot::advised(&question.asked(), &mut Rng::from_seed(SEED))?;
        let worth = |card: &Card| {
            let found = advice
                .iter()
                .find(|advice| advice.action == Action::Play(*card));
            found.map(|advice| ten_thousandths(advice.chance))
        };
        question.fitting()?.iter().map(worth).collect()
    }

    /// Two cards of a rank are one choice.
    fn level(&self, ask: &Value, worth: &[i32]) -> Option<Difficulty> {
        let cards = Question::read(ask)?.fitting()?;
        let mut seen: Vec<Rank> = Vec::new();
        let mut different = Vec::new();
        for (card, &worth) in cards.iter().zip(worth) {
            if !seen.contains(&card.rank()) {
                seen.push(card.rank());
                different.push(worth);
            }
        }
        Difficulty::by_margin(&different, MARGINS)
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let kind = Question::read(&item.ask).map(|question| match question.stack.0.is_empty() {
            true => "you lead",
            false => "you follow",
        });
        kind.map(str::to_owned).into_iter().collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(question) = Question::read(ask) else {
            return Vec::new();
        };
        let Question {
            starter,
            theirs,
            stack,
            ..
        } = &question;
        let count = Stack::try_from(&stack.0[..]).map_or(0, |stack| stack.count());
        let lies = match stack.0.is_empty() {
            true => "Nothing lies on the table".to_owned(),
            false => format!("On the table lie {}, which count {count}", text(&stack.0)),
        };
        let played = match theirs.0.is_empty() {
            true => "they have played nothing".to_owned(),
            false => format!("they have played {}", text(&theirs.0)),
        };
        vec![
            standing(question.dealer, question.scores),
            format!(
                "You threw {}; the starter is {starter}; {played}",
                text(&question.thrown.0)
            ),
            lies,
            format!("You hold {}", question.held()),
            "Which card do you play?".into(),
        ]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let said = read_cards(answer)?;
        let cards = Question::read(&item.ask).and_then(|question| question.fitting());
        let cards = cards.unwrap_or_default();
        let place = cards.iter().position(|&card| CardSet::only(card) == said);
        let place = place.ok_or_else(|| {
            AnyRefusal::new(
                "wrong_cards",
                "play one card of your hand that fits, such as 5H",
            )
        })?;
        let choices: Vec<String> = cards.iter().map(Card::to_string).collect();
        Ok(Grade::of_choice(&choices, item, place))
    }
}
