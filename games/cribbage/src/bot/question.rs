//! A question about a throw or a card in JSON, without a game: the smallest way to play against the
//! bots, or to compare another program with them.
//!
//! `{"kind": "discard", …}` is answered with `{"discard": [two cards]}` and `{"kind": "play", …}`
//! with `{"play": card}`. The table that a question describes is built, and the bot sees it from
//! its seat. The table holds no hidden cards, and the bot cannot look at any.

mod fault;
mod playing;
#[cfg(test)]
mod tests;

use kernel::{Advice, AnyRefusal, BySeat, BySide, Game, Rng, Seat, Sight, bot};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

use crate::options::Options;
use crate::request::{Listed, excerpt};
use crate::state::{Action, Cribbage, Pegs, Phase};
use fault::QuestionFault;
use playing::Playing;

/// Longer questions are refused: the longest sensible one has a few hundred bytes.
const MAX_BYTES: usize = 1 << 14;

/// The seat that asks, and its opponent.
const ME: Seat = Seat(0);
const THEM: Seat = Seat(1);

/// A bot's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BotAnswer {
    /// The two cards to throw.
    Discard(CardSet),
    /// The card to play.
    Play(Card),
}

/// Answers a question as the bot of this level would.
///
/// ```
/// use kernel::Rng;
///
/// let question = br#"{"kind": "discard", "hand": ["4S", "5H", "6D", "6C", "TS", "KH"],
///                     "dealer": false, "scores": [0, 0]}"#;
/// let answer = cribbage::bot::request("expert", question, &mut Rng::from_seed(1)).unwrap();
/// assert_eq!(serde_json::to_string(&answer).unwrap(), r#"{"discard":["TS","KH"]}"#);
/// ```
pub fn request(level: &str, question: &[u8], rng: &mut Rng) -> Result<BotAnswer, AnyRefusal> {
    answer(level, question, rng).map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))
}

fn answer(level: &str, question: &[u8], rng: &mut Rng) -> Result<BotAnswer, QuestionFault> {
    let bot = bot::<Cribbage>(level).ok_or_else(|| QuestionFault::UnknownLevel(excerpt(level)))?;
    if question.len() > MAX_BYTES {
        return Err(QuestionFault::TooLarge);
    }
    let question: Question = serde_json::from_slice(question)
        .map_err(|error| QuestionFault::Malformed(excerpt(&kernel::plainly(error))))?;
    let game = question.table()?;
    if game.legal_actions(ME).is_empty() {
        return Err(QuestionFault::NothingFits(game.table().stack.count()));
    }
    match Sight::show(&game, ME, |sight| (bot.choose)(sight, rng)) {
        Action::Discard(cards) => Ok(BotAnswer::Discard(cards)),
        Action::Play(card) => Ok(BotAnswer::Play(card)),
        // The table is one of throwing or playing; the bot does nothing else.
        Action::Count(_) | Action::Muggins(_) => Err(QuestionFault::NothingFits(0)),
    }
}

/// The adviser's answer to a question: everything that can be thrown or played, best first; `None`
/// if it is not a question.
pub(crate) fn advised(question: &serde_json::Value, rng: &mut Rng) -> Option<Vec<Advice<Action>>> {
    let question = Question::deserialize(question).ok()?;
    let game = question.table().ok()?;
    Some(Sight::show(&game, ME, |sight| {
        super::advise(sight, None, rng)
    }))
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Question {
    Discard(Throwing),
    Play(Box<Playing>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Throwing {
    hand: Listed,
    dealer: bool,
    scores: [u16; 2],
}

impl Question {
    /// The table that the question describes, without the cards that the seat cannot see.
    fn table(&self) -> Result<Cribbage, QuestionFault> {
        match self {
            Question::Discard(throwing) => throwing.table(),
            Question::Play(playing) => playing.table(),
        }
    }
}

impl Throwing {
    fn table(&self) -> Result<Cribbage, QuestionFault> {
        let mut game = empty(self.dealer, self.scores)?;
        game.hidden.hands[ME] = exactly("hand", &self.hand, 6)?;
        game.table.phase = Phase::Discarding;
        game.table.held = BySeat::from(vec![6, 6]);
        Ok(game)
    }
}

/// A table of two at these scores, in its first deal.
fn empty(dealer: bool, scores: [u16; 2]) -> Result<Cribbage, QuestionFault> {
    let options = Options::default();
    if let Some(&score) = scores.iter().find(|&&score| score >= options.target) {
        return Err(QuestionFault::Score(score));
    }
    let mut game = Cribbage::at_start(options);
    game.table.deal = 1;
    game.table.dealer = Some(if dealer { ME } else { THEM });
    game.table.pegs = BySide::from(
        scores
            .map(|score| Pegs {
                front: score,
                back: score,
            })
            .to_vec(),
    );
    Ok(game)
}

fn exactly(field: &'static str, cards: &Listed, wanted: usize) -> Result<CardSet, QuestionFault> {
    let found = cards.0.len();
    if found == wanted {
        Ok(cards.0.iter().copied().collect())
    } else {
        Err(QuestionFault::WrongCount {
            field,
            wanted,
            found,
        })
    }
}
