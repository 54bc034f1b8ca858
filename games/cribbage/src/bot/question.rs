//! A throw or a card asked for in JSON, without a game: the smallest way to play
//! against the bots, or to measure another program beside them.
//!
//! `{"kind": "discard", …}` is answered with `{"discard": [two cards]}` and
//! `{"kind": "play", …}` with `{"play": card}`. A question is made into the table
//! that it describes, and the bot is shown that table as its seat would see it:
//! there are no other cards in it, so none can be looked at.

use kernel::{AnyRefusal, BySeat, BySide, Game, Rng, Seat, SeatSet, Seen, Sight, Viewer, bot};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::options::Options;
use crate::request::{Listed, excerpt};
use crate::score::{ScoreError, Stack, peg_value};
use crate::state::{Action, Cribbage, Pegs, Phase, Play};

/// Longer questions are not read: the longest sensible one has a few hundred bytes.
const MAX_BYTES: usize = 1 << 14;

/// The seat that asks, and its opponent.
const ME: Seat = Seat(0);
const THEM: Seat = Seat(1);

/// What a bot answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
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
pub fn request(level: &str, question: &[u8], rng: &mut Rng) -> Result<Answer, AnyRefusal> {
    answer(level, question, rng).map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))
}

fn answer(level: &str, question: &[u8], rng: &mut Rng) -> Result<Answer, Fault> {
    let bot = bot::<Cribbage>(level).ok_or_else(|| Fault::UnknownLevel(excerpt(level)))?;
    if question.len() > MAX_BYTES {
        return Err(Fault::TooLarge);
    }
    let question: Question = serde_json::from_slice(question)
        .map_err(|error| Fault::Malformed(excerpt(&error.to_string())))?;
    let game = question.table()?;
    let view = Seen::view(&game, Viewer::Seat(ME));
    let legal = game.legal_actions(ME);
    if legal.is_empty() {
        return Err(Fault::NothingFits(game.table().stack.count()));
    }
    let sight = Sight {
        seat: ME,
        view: &view,
        legal: &legal,
    };
    match (bot.choose)(&sight, rng) {
        Action::Discard(cards) => Ok(Answer::Discard(cards)),
        Action::Play(card) => Ok(Answer::Play(card)),
        // The table is one of throwing or playing, so the bot does nothing else.
        Action::Count(_) | Action::Muggins(_) => Err(Fault::NothingFits(0)),
    }
}

/// What can be asked.
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Playing {
    /// The cards that one still holds.
    hand: Listed,
    /// The four that one kept.
    kept: Listed,
    thrown: Listed,
    starter: Card,
    dealer: bool,
    /// The cards since the count was last reset, oldest first.
    stack: Listed,
    /// What both have played, oldest first.
    played: Played,
    theirs_left: u8,
    /// What gos told.
    #[serde(default)]
    gos: Vec<Go>,
    scores: [u16; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    me: Listed,
    them: Listed,
}

/// A go: who said it at the count that lies there, or the count at which the opponent did.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Go {
    Who(Who),
    At(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Me,
    Them,
}

/// Why a question has no answer, in words for whoever wrote it.
#[derive(Debug, Error)]
enum Fault {
    #[error("there is no bot called {0:?}: one is easy, medium, hard or expert")]
    UnknownLevel(String),
    #[error("a question may have at most {MAX_BYTES} bytes")]
    TooLarge,
    #[error(
        "this is not a question ({0}): write {{\"kind\": \"discard\", \"hand\": [six cards], \"dealer\": true, \
         \"scores\": [0, 0]}}, or a \"play\""
    )]
    Malformed(String),
    #[error("{field:?} needs {wanted} cards, but has {found}")]
    WrongCount {
        field: &'static str,
        wanted: usize,
        found: usize,
    },
    #[error("{0} is in two places at once")]
    Twice(Card),
    #[error("\"kept\" is what \"hand\" and \"played\" by me make together, and here it is not")]
    NotKept,
    #[error("{0} lies on the stack, but nobody has played it")]
    NotPlayed(Card),
    #[error("the opponent played {played} cards and has {left} left: that is not four")]
    NotFour { played: usize, left: u8 },
    #[error("a score is at most 120, not {0}")]
    Score(u16),
    #[error("no count of the play is {0}: the most is 31")]
    Count(u8),
    #[error("no card fits at {0}: the answer would be go")]
    NothingFits(u8),
    #[error(transparent)]
    Stack(#[from] ScoreError),
}

impl Fault {
    /// A stable name for programs.
    fn code(&self) -> &'static str {
        match self {
            Fault::UnknownLevel(_) => "unknown_level",
            Fault::TooLarge => "too_large",
            Fault::Malformed(_) => "wire/malformed",
            Fault::WrongCount { .. } | Fault::NotFour { .. } => "wrong_card_count",
            Fault::Twice(_) => "duplicate_card",
            Fault::NotKept => "not_kept",
            Fault::NotPlayed(_) => "not_played",
            Fault::Score(_) => "wrong_score",
            Fault::Count(_) => "wrong_count",
            Fault::NothingFits(_) => "nothing_fits",
            Fault::Stack(error) => error.code(),
        }
    }
}

impl Question {
    /// The table that the question describes, without what the seat cannot see.
    fn table(&self) -> Result<Cribbage, Fault> {
        match self {
            Question::Discard(throwing) => throwing.table(),
            Question::Play(playing) => playing.table(),
        }
    }
}

impl Throwing {
    fn table(&self) -> Result<Cribbage, Fault> {
        let mut game = empty(self.dealer, self.scores)?;
        game.hidden.hands[ME] = exactly("hand", &self.hand, 6)?;
        game.table.phase = Phase::Discarding;
        game.table.held = BySeat::from(vec![6, 6]);
        Ok(game)
    }
}

impl Playing {
    fn table(&self) -> Result<Cribbage, Fault> {
        let (hand, thrown) = self.own_cards()?;
        let mut game = empty(self.dealer, self.scores)?;
        game.hidden.hands[ME] = hand;
        game.hidden.thrown[ME] = thrown;
        let table = &mut game.table;
        table.phase = Phase::Playing(ME);
        table.held = BySeat::from(vec![hand.len() as u8, self.theirs_left]);
        table.discarded = SeatSet::all(2);
        table.crib = 4;
        table.starter = Some(self.starter);
        table.stack = Stack::try_from(&self.stack.0[..])?;
        let (plays, at_least) = replayed(&self.played, &self.stack, self.dealer);
        table.plays = plays;
        table.holds_at_least[THEM] = at_least;
        for go in &self.gos {
            let count = match *go {
                Go::Who(Who::Me) => {
                    table.said_go.insert(ME);
                    continue;
                }
                Go::Who(Who::Them) => {
                    table.said_go.insert(THEM);
                    table.stack.count()
                }
                Go::At(count) if count > Stack::LIMIT => return Err(Fault::Count(count)),
                Go::At(count) => count,
            };
            let least = &mut table.holds_at_least[THEM];
            *least = (*least).max(too_high(count));
        }
        Ok(game)
    }

    /// What one holds and threw, if every card is in one place and none is missing.
    fn own_cards(&self) -> Result<(CardSet, CardSet), Fault> {
        let Played { me, them } = &self.played;
        let hand = exactly("hand", &self.hand, 4 - me.0.len().min(4))?;
        let kept = exactly("kept", &self.kept, 4)?;
        let thrown = exactly("thrown", &self.thrown, 2)?;
        let mine: CardSet = me.0.iter().copied().collect();
        let theirs: CardSet = them.0.iter().copied().collect();
        if kept != hand | mine || !(hand & mine).is_empty() {
            return Err(Fault::NotKept);
        }
        apart(&[kept, thrown, theirs, CardSet::only(self.starter)])?;
        if them.0.len() + usize::from(self.theirs_left) != 4 {
            return Err(Fault::NotFour {
                played: them.0.len(),
                left: self.theirs_left,
            });
        }
        let on_stack = self.stack.0.iter();
        match on_stack
            .copied()
            .find(|&card| !(mine | theirs).contains(card))
        {
            Some(card) => Err(Fault::NotPlayed(card)),
            None => Ok((hand, thrown)),
        }
    }
}

/// A table of two at these scores, in its first deal.
fn empty(dealer: bool, scores: [u16; 2]) -> Result<Cribbage, Fault> {
    let options = Options::default();
    if let Some(&score) = scores.iter().find(|&&score| score >= options.target) {
        return Err(Fault::Score(score));
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

fn exactly(field: &'static str, cards: &Listed, wanted: usize) -> Result<CardSet, Fault> {
    let found = cards.0.len();
    if found == wanted {
        Ok(cards.0.iter().copied().collect())
    } else {
        Err(Fault::WrongCount {
            field,
            wanted,
            found,
        })
    }
}

/// Whether no card lies in two of these places.
fn apart(places: &[CardSet]) -> Result<(), Fault> {
    let mut seen = CardSet::EMPTY;
    for place in places {
        if let Some(card) = (seen & *place).first() {
            return Err(Fault::Twice(card));
        }
        seen |= *place;
    }
    Ok(())
}

/// Who cannot play at a count holds nothing that counts less than this.
fn too_high(count: u8) -> u8 {
    Stack::LIMIT + 1 - count
}

/// The cards in the order in which they must have been played, and what the opponent's
/// silence tells. Each list is in order; who played when follows from the rules, since a
/// seat that can play must.
fn replayed(played: &Played, stack: &Listed, dealer: bool) -> (Vec<Play>, u8) {
    let before = |cards: &Listed| -> Vec<Card> {
        let earlier = cards.0.iter().filter(|card| !stack.0.contains(card));
        earlier.copied().collect()
    };
    let mut waiting = [before(&played.me), before(&played.them)].map(Vec::into_iter);
    let mut turn = if dealer { THEM } else { ME };
    let mut plays: Vec<Play> = Vec::new();
    let (mut count, mut at_least) = (0, 1);
    while waiting.iter().any(|cards| cards.len() > 0) {
        let fits = |seat: Seat, waiting: &[std::vec::IntoIter<Card>; 2]| {
            let next = waiting[usize::from(seat.0)].as_slice().first();
            next.is_some_and(|card| count + peg_value(card.rank()) <= Stack::LIMIT)
        };
        let other = turn.left(2);
        let seat = [turn, other].into_iter().find(|&seat| fits(seat, &waiting));
        let Some(seat) = seat else {
            // Nobody could go on: the count starts again with whoever did not play last.
            at_least = at_least.max(too_high(count));
            turn = plays.last().map_or(turn, |play| play.seat.left(2));
            count = 0;
            continue;
        };
        if let Some(card) = waiting[usize::from(seat.0)].next() {
            count += peg_value(card.rank());
            plays.push(Play { seat, card });
        }
        turn = seat.left(2);
    }
    if !plays.is_empty() && count < Stack::LIMIT && !stack.0.is_empty() {
        at_least = at_least.max(too_high(count));
    }
    let owner = |card: &Card| if played.me.0.contains(card) { ME } else { THEM };
    let on_stack = stack.0.iter().map(|&card| Play {
        seat: owner(&card),
        card,
    });
    plays.extend(on_stack);
    (plays, at_least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn ask(question: &Value) -> Result<Value, AnyRefusal> {
        let answer = request(
            "expert",
            question.to_string().as_bytes(),
            &mut Rng::from_seed(1),
        )?;
        Ok(serde_json::to_value(answer).unwrap())
    }

    fn a_play() -> Value {
        json!({
            "kind": "play", "hand": ["5S", "JD"], "kept": ["5S", "JD", "TH", "QC"],
            "thrown": ["2C", "7D"], "starter": "9H", "dealer": true, "stack": [],
            "played": {"me": ["TH", "QC"], "them": ["4D", "6S"]}, "theirs_left": 2,
            "gos": [], "scores": [100, 96],
        })
    }

    #[track_caller]
    fn refused(question: &Value, code: &str) {
        let refusal = ask(question).unwrap_err();
        assert_eq!(refusal.code, code, "{}", refusal.message);
    }

    #[track_caller]
    fn refused_with(field: &str, value: Value, code: &str) {
        let mut question = a_play();
        question[field] = value;
        refused(&question, code);
    }

    #[test]
    fn a_throw_is_two_of_the_six() {
        let question = json!({
            "kind": "discard", "hand": ["5H", "5C", "6S", "7D", "8C", "KD"],
            "dealer": false, "scores": [60, 72],
        });
        assert_eq!(ask(&question).unwrap(), json!({"discard": ["8C", "KD"]}));
    }

    #[test]
    fn a_play_is_a_card_in_hand() {
        let answer = ask(&a_play()).unwrap();
        assert!(
            answer == json!({"play": "JD"}) || answer == json!({"play": "5S"}),
            "{answer}"
        );
    }

    #[test]
    fn points_on_the_table_are_taken() {
        let question = json!({
            "kind": "play", "hand": ["5S", "8D", "KS"], "kept": ["5S", "8D", "KS", "2H"],
            "thrown": ["2C", "7D"], "starter": "9H", "dealer": false, "stack": ["2H", "QC"],
            "played": {"me": ["2H"], "them": ["QC"]}, "theirs_left": 3, "scores": [119, 90],
        });
        // Nothing makes fifteen or a pair here, and every answer is one of the cards.
        let answer = ask(&question).unwrap();
        assert!(
            ["5S", "8D", "KS"]
                .iter()
                .any(|card| answer == json!({"play": card}))
        );
        let question = json!({
            "kind": "play", "hand": ["5S", "8D", "KS"], "kept": ["5S", "8D", "KS", "2H"],
            "thrown": ["2C", "7D"], "starter": "9H", "dealer": false, "stack": ["2H", "8C"],
            "played": {"me": ["2H"], "them": ["8C"]}, "theirs_left": 3, "scores": [119, 90],
        });
        // Two points win: the five makes fifteen, the eight a pair.
        let answer = ask(&question).unwrap();
        assert!(
            answer == json!({"play": "5S"}) || answer == json!({"play": "8D"}),
            "{answer}"
        );
    }

    #[test]
    fn a_go_bounds_what_the_opponent_holds() {
        let mut question = a_play();
        question["gos"] = json!([25, "them", "me"]);
        assert!(ask(&question).is_ok());
        let Question::Play(playing) = serde_json::from_value(a_play()).unwrap() else {
            panic!("this is a play");
        };
        let (plays, at_least) = replayed(&playing.played, &playing.stack, true);
        let order: Vec<&str> = plays.iter().map(|play| play.card.text()).collect();
        assert_eq!((order, at_least), (vec!["4D", "TH", "6S", "QC"], 1));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        refused_with("hand", json!(["5S"]), "wrong_card_count");
        refused_with("hand", json!(["5S", "5S"]), "wire/malformed");
        refused_with("hand", json!(["5S", "AD"]), "not_kept");
        refused_with("thrown", json!(["2C", "5S"]), "duplicate_card");
        refused_with("starter", json!("4D"), "duplicate_card");
        refused_with("stack", json!(["AC"]), "not_played");
        refused_with("theirs_left", json!(3), "wrong_card_count");
        refused_with("gos", json!([32]), "wrong_count");
        refused_with("scores", json!([121, 0]), "wrong_score");
        refused_with("scores", json!([1, 2, 3]), "wire/malformed");
        refused_with("kind", json!("count"), "wire/malformed");
        refused_with("more", json!(1), "wire/malformed");
        let full = json!({
            "kind": "play", "hand": ["TS"], "kept": ["TS", "JD", "QH", "4C"],
            "thrown": ["2C", "7D"], "starter": "9H", "dealer": true,
            "stack": ["JD", "8C", "9S", "4C"],
            "played": {"me": ["QH", "JD", "4C"], "them": ["5D", "8C", "9S"]},
            "theirs_left": 1, "scores": [0, 0],
        });
        refused(&full, "nothing_fits");
        let error = request("wizard", b"{}", &mut Rng::from_seed(1)).unwrap_err();
        assert_eq!(error.code, "unknown_level");
        let long = vec![b' '; MAX_BYTES + 1];
        let error = request("easy", &long, &mut Rng::from_seed(1)).unwrap_err();
        assert_eq!(error.code, "too_large");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

        #[test]
        fn any_bytes_are_answered_or_refused(question in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(request("expert", &question, &mut Rng::from_seed(1)).is_err());
        }

        /// Any split of cards into the fields is answered with a card of the hand, or refused.
        #[test]
        fn any_cards_are_answered_or_refused(
            cards in proptest::sample::subsequence((0..52_usize).collect::<Vec<_>>(), 13).prop_shuffle(),
            mine in 0..5_usize,
            theirs in 0..5_usize,
            on_stack in 0..9_usize,
            dealer: bool,
            scores in [0..121_u16, 0..121],
        ) {
            let text: Vec<&str> = cards.iter().map(|&card| Card::from_index(card).unwrap().text()).collect();
            let (kept, rest) = text.split_at(4);
            let (thrown, rest) = rest.split_at(2);
            let (them, rest) = rest.split_at(theirs);
            let mut stack: Vec<&str> = kept[..mine].iter().chain(them).copied().collect();
            stack.truncate(on_stack);
            let question = json!({
                "kind": "play", "hand": &kept[mine..], "kept": kept, "thrown": thrown,
                "starter": rest[0], "dealer": dealer, "stack": stack,
                "played": {"me": &kept[..mine], "them": them}, "theirs_left": 4 - theirs,
                "scores": scores,
            });
            if let Ok(answer) = ask(&question) {
                let card = answer["play"].as_str().unwrap();
                prop_assert!(kept[mine..].contains(&card));
            }
        }
    }
}
