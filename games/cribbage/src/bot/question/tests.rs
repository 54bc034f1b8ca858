use super::*;
use crate::state::{Play, PublicTable};
use kernel::{Input, Key, Rng, SeatSet, Turn};
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
    // At 30 neither could go on: the opponent holds no ace.
    assert_eq!(table.holds_at_least[THEM], 2);
    let mut question = a_play();
    question["gos"] = json!([25]);
    assert_eq!(table_of(question).table.holds_at_least[THEM], 7);
}

/// A question tells the bot the same about the play as the table of a game does.
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

/// The evidence of a table about the play.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    plays: Vec<Play>,
    stack: Vec<Card>,
    held: BySeat<u8>,
    said_go: SeatSet,
    holds_at_least: BySeat<u8>,
}

fn evidence(table: &PublicTable) -> Told {
    as_if_seat_0(table, ME)
}

/// The same with the seats renamed: the asking seat is seat 0.
fn as_if_seat_0(table: &PublicTable, asks: Seat) -> Told {
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
