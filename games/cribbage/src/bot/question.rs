//! A throw or a card asked for in JSON, without a game: the smallest way to play
//! against the bots, or to measure another program beside them.
//!
//! `{"kind": "discard", …}` is answered with `{"discard": [two cards]}` and
//! `{"kind": "play", …}` with `{"play": card}`. A question is made into the table
//! that it describes, and the bot is shown that table as its seat would see it:
//! there are no other cards in it, so none can be looked at.

use kernel::{
    Advice, AnyRefusal, BySeat, BySide, Game, Rng, Seat, SeatSet, Seen, Sight, Viewer, bot,
};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::options::Options;
use crate::request::{Listed, excerpt};
use crate::score::{ScoreError, Stack, Tally};
use crate::state::{Action, Cribbage, Event, Pegs, Phase, Play};

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
        .map_err(|error| Fault::Malformed(excerpt(&kernel::plainly(error))))?;
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

/// What the adviser says to a question: everything that can be thrown or played, the best
/// first; nothing if it is no question.
pub(crate) fn advised(question: &serde_json::Value, rng: &mut Rng) -> Option<Vec<Advice<Action>>> {
    let question = Question::deserialize(question).ok()?;
    let game = question.table().ok()?;
    let view = Seen::view(&game, Viewer::Seat(ME));
    let legal = game.legal_actions(ME);
    let sight = Sight {
        seat: ME,
        view: &view,
        legal: &legal,
    };
    Some(super::advise(&sight, None, rng))
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
    /// What gos told beyond what follows from the cards played.
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
        let thrown = self.own_cards()?;
        // What does not fit under 31 is refused; the cards themselves come with the replay.
        Stack::try_from(&self.stack.0[..])?;
        let mut game = empty(self.dealer, self.scores)?;
        game.hidden.hands[ME] = self.kept.0.iter().copied().collect();
        game.hidden.thrown[ME] = thrown;
        game.table.held = BySeat::from(vec![4, 4]);
        game.table.discarded = SeatSet::all(2);
        game.table.crib = 4;
        game.table.starter = Some(self.starter);
        self.replay(&mut game);
        let table = &mut game.table;
        table.phase = Phase::Playing(ME);
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

    /// Plays the cards in the order in which they must have been played, by the events that
    /// a table would have recorded, so that the table learns from every silence what it would have.
    ///
    /// Each list is in order, and who played when follows from the rules: a seat that can
    /// play must, so the next card of a seat was played as soon as it fitted.
    fn replay(&self, game: &mut Cribbage) {
        let earlier = |cards: &Listed| -> Vec<Card> {
            let earlier = cards.0.iter().filter(|card| !self.stack.0.contains(card));
            earlier.copied().collect()
        };
        let [mine, theirs] = [earlier(&self.played.me), earlier(&self.played.them)];
        let (mut mine, mut theirs) = (mine.iter().copied(), theirs.iter().copied());
        let mut turn = if self.dealer { THEM } else { ME };
        while mine.len() + theirs.len() > 0 {
            let next = |seat: Seat| {
                let cards = if seat == ME { &mine } else { &theirs };
                cards.clone().next()
            };
            let fits = |seat: &Seat| next(*seat).is_some_and(|card| game.table.stack.fits(card));
            match [turn, turn.left(2)].into_iter().find(fits) {
                Some(seat) => {
                    let cards = if seat == ME { &mut mine } else { &mut theirs };
                    if let Some(card) = cards.next() {
                        play(game, turn, Play { seat, card });
                    }
                    turn = seat.left(2);
                }
                // Nobody could go on: whoever did not play last leads.
                None => reset(game, turn),
            }
        }
        if !game.table.plays.is_empty() {
            // What lies there now, be it nothing, came after a reset.
            reset(game, turn);
        }
        for &card in &self.stack.0 {
            let seat = if self.played.me.0.contains(&card) {
                ME
            } else {
                THEM
            };
            if game.table.stack.cards().is_empty() {
                turn = seat;
            }
            play(game, turn, Play { seat, card });
            turn = seat.left(2);
        }
        if !self.stack.0.is_empty() {
            silent_before(game, turn, ME);
        }
    }

    /// What one threw, if every card is in one place and none is missing.
    fn own_cards(&self) -> Result<CardSet, Fault> {
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
            None => Ok(thrown),
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

/// A card is played; if it was the other's turn, the other had none that fits.
fn play(game: &mut Cribbage, turn: Seat, play: Play) {
    let Play { seat, card } = play;
    silent_before(game, turn, seat);
    game.apply(&Event::Played {
        seat,
        card,
        // The scores are part of the question.
        tally: Tally::new(),
        next: None,
    });
}

/// A seat that holds cards and does not play in its turn says go, once at each count.
fn silent_before(game: &mut Cribbage, turn: Seat, plays: Seat) {
    let table = &game.table;
    if turn != plays && table.held[turn] > 0 && !table.said_go.contains(turn) {
        game.apply(&Event::WentGo { seat: turn });
    }
}

fn reset(game: &mut Cribbage, leader: Seat) {
    game.apply(&Event::CountReset { leader });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Table;
    use kernel::{Input, Key, Rng, Turn};
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
        let table = table_of(a_play()).table;
        let order: Vec<&str> = table.plays.iter().map(|play| play.card.text()).collect();
        assert_eq!(order, ["4D", "TH", "6S", "QC"]);
        // At 30 neither could go on, so whatever the opponent holds is no ace.
        assert_eq!(table.holds_at_least[THEM], 2);
        let mut question = a_play();
        question["gos"] = json!([25]);
        assert_eq!(table_of(question).table.holds_at_least[THEM], 7);
    }

    /// What a question tells the bot of the play is what the table of a game tells it.
    #[test]
    fn a_question_tells_what_the_table_tells() {
        let (mut n_asked, mut n_silent, mut n_gos) = (0, 0, 0);
        for seed in 0..400 {
            let key = Key::from_seed(seed);
            let mut rng = Rng::from_seed(seed);
            let mut game = Cribbage::new(Options::default()).unwrap();
            for n in 0.. {
                let input = match game.turn() {
                    Turn::Over => break,
                    Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
                    Turn::Seats(seats) => {
                        let seat = seats.first().unwrap();
                        if let Phase::Playing(seat) = game.table.phase {
                            let seen = as_if_seat_0(&game.table, seat);
                            assert_eq!(evidence(&table_of(question(&game, seat)).table), seen);
                            n_asked += 1;
                            n_silent += u32::from(seen.holds_at_least[THEM] > 1);
                            n_gos += u32::from(seen.said_go.contains(THEM));
                        }
                        let action = rng.choose(&game.legal_actions(seat)).unwrap().clone();
                        Input::Act { seat, action }
                    }
                };
                for event in game.decide(&input).unwrap() {
                    game.evolve(&event);
                }
            }
        }
        assert!(
            n_asked > 20_000 && n_silent > 5_000 && n_gos > 1_000,
            "{n_asked} questions, {n_silent} with silence and {n_gos} with a go: too few to prove anything"
        );
    }

    fn table_of(question: Value) -> Cribbage {
        let question: Question = serde_json::from_value(question).unwrap();
        question.table().unwrap()
    }

    /// What a table tells of the play.
    #[derive(Debug, PartialEq, Eq)]
    struct Told {
        plays: Vec<Play>,
        stack: Vec<Card>,
        held: BySeat<u8>,
        said_go: SeatSet,
        holds_at_least: BySeat<u8>,
    }

    fn evidence(table: &Table) -> Told {
        as_if_seat_0(table, ME)
    }

    /// The same with the seats renamed: whoever asks is seat 0.
    fn as_if_seat_0(table: &Table, asks: Seat) -> Told {
        let renamed = |seat: Seat| Seat((seat.0 + asks.0) % 2);
        let plays = table.plays.iter().map(|play| Play {
            seat: renamed(play.seat),
            card: play.card,
        });
        Told {
            plays: plays.collect(),
            stack: table.stack.cards().to_vec(),
            held: BySeat::from_fn(2, |seat| table.held[renamed(seat)]),
            said_go: table.said_go.iter().map(renamed).collect(),
            holds_at_least: BySeat::from_fn(2, |seat| table.holds_at_least[renamed(seat)]),
        }
    }

    /// The question of the seat that is to play.
    fn question(game: &Cribbage, seat: Seat) -> Value {
        let (table, other) = (&game.table, seat.left(2));
        let played_by = |seat: Seat| -> Vec<Card> {
            let plays = table.plays.iter().filter(|play| play.seat == seat);
            plays.map(|play| play.card).collect()
        };
        let scores = [seat, other].map(|seat| game.scores()[game.side(seat)]);
        json!({
            "kind": "play", "hand": game.hand(seat), "kept": game.hand(seat) | table.played_by(seat),
            "thrown": game.hidden.thrown[seat], "starter": table.starter,
            "dealer": table.dealer == Some(seat), "stack": table.stack.cards(),
            "played": {"me": played_by(seat), "them": played_by(other)},
            "theirs_left": table.held[other], "scores": scores,
        })
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
