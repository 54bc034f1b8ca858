//! Counts requested in JSON.

use kernel::AnyRefusal;
use pieces::Card;
use proptest::prelude::*;
use serde_json::Value;

use crate::request::{MAX_BYTES, score_json};

fn ask(request: &[u8]) -> Result<Value, AnyRefusal> {
    let mut answer = Vec::new();
    let result = score_json(request, &mut answer);
    if result.is_err() {
        assert!(answer.is_empty(), "an error appends nothing");
    }
    result.map(|()| serde_json::from_slice(&answer).expect("an answer is JSON"))
}

#[track_caller]
fn check(request: &str, total: i32) {
    let answer = ask(request.as_bytes()).unwrap();
    assert_eq!(answer["total"], total, "{request}");
    let items = answer["breakdown"].as_array().unwrap();
    let points: i64 = items
        .iter()
        .filter_map(|item| item["points"].as_i64())
        .sum();
    assert_eq!(points, i64::from(total), "the items add up");
}

#[track_caller]
fn refuses(request: &str, code: &str, message: &str) {
    let refusal = ask(request.as_bytes()).unwrap_err();
    assert_eq!((refusal.code, &refusal.message[..]), (code, message));
}

#[test]
fn hands_cribs_and_plays_are_counted() {
    check(r#"{"hand":["5H","5C","5S","JD"],"cut":"5D"}"#, 29);
    check(
        r#"{"hand":["5H","5C","5S","JD"],"cut":"5D","crib":true}"#,
        29,
    );
    check(
        r#"{"hand":["2H","4H","6H","8H"],"cut":"KD","crib":false}"#,
        4,
    );
    check(
        r#"{"hand":["2H","4H","6H","8H"],"cut":"KD","crib":true}"#,
        0,
    );
    check(r#"{"hand":["2H","4H","6H","8H"]}"#, 4);
    check(r#"{"play":["7H","8C","9D"]}"#, 3);
    check(r#"{"play":["7H","8C"]}"#, 2);
    check(r#"{"play":["4S"]}"#, 0);
}

#[test]
fn every_notation_is_read() {
    check(
        r#"{"hand":["10h","KING_HEARTS","5♠","5_clubs"],"cut":"ace_spades"}"#,
        10,
    );
    check(r#"{"hand":"10H KH 5S 5C","cut":"AS"}"#, 10);
    check(r#"{"play":"7H, 8C, 9D"}"#, 3);
    check(
        r#"{"hand":[{"suit":"hearts","rank":"10"},{"rank":"K","suit":"hearts","value":10},"5S","5C"],"cut":{"suit":"spades","rank":"A"}}"#,
        10,
    );
    check(
        r#"{"hand":["TH","KH","5S","5C"],"cut":null,"play":null}"#,
        10,
    );
    check(r#" {"hand":["\u0054H","KH","5S","5C"]}"#, 10);
}

#[test]
fn a_multiple_run_is_explained_on_request() {
    let types = |request: &str| {
        let answer = ask(request.as_bytes()).unwrap();
        let items = answer["breakdown"].as_array().unwrap().clone();
        let types = items
            .iter()
            .map(|item| item["type"].as_str().unwrap().to_owned());
        types.collect::<Vec<_>>()
    };
    let hand = r#""hand":["AS","2H","3D","3C"]"#;
    assert_eq!(types(&format!("{{{hand}}}")), ["DOUBLE_RUN_OF_3"]);
    let explained = types(&format!("{{{hand},\"explain\":true}}"));
    assert_eq!(explained, ["RUN_OF_3", "RUN_OF_3", "PAIR"]);
}

#[test]
fn each_fault_has_its_code_and_its_sentence() {
    refuses(
        r#"{"hand":["5H","5X","5S","JD"]}"#,
        "unknown_card",
        "hand, card 2: \"5X\" must be a card such as 5H: a rank and a suit, S H D or C",
    );
    refuses(
        r#"{"hand":["5H","5C","5S","JD"],"cut":"1D"}"#,
        "unknown_card",
        "cut: \"1D\" must be a card such as 5H: a rank, A 2 3 4 5 6 7 8 9 T J Q or K, and a suit",
    );
    refuses(
        r#"{"hand":["5H",{"suit":"stars","rank":"5"},"5S","JD"]}"#,
        "unknown_card",
        "hand, card 2: this must be a card (this must be a suit: spades, hearts, diamonds or clubs, not \"stars\")",
    );
    refuses(
        r#"{"hand":["5H",7,"5S","JD"]}"#,
        "unknown_card",
        "hand, card 2: this must be a card (this must be a card such as \"5H\" or {\"suit\": \"hearts\", \"rank\": \"5\"}, not 7)",
    );
    refuses(
        r#"{"hand":["5H","5C","5h","JD"]}"#,
        "duplicate_card",
        "hand: 5H must be listed once, not as card 1 and card 3",
    );
    refuses(
        r#"{"play":["5H","5♥"]}"#,
        "duplicate_card",
        "play: 5H must be listed once, not as card 1 and card 2",
    );
    refuses(
        r#"{"hand":["5H","5C","5S"],"cut":"JD"}"#,
        "wrong_card_count",
        "there must be 4 cards, not 3",
    );
    refuses(
        r#"{"hand":[]}"#,
        "wrong_card_count",
        "there must be 4 cards, not 0",
    );
    refuses(
        r#"{"hand":["5H","5C","5S","JD"],"cut":"5C"}"#,
        "starter_in_hand",
        "the starter 5C must not be one of the four cards",
    );
    refuses(
        r#"{"play":["KH","QC","JD","2S"]}"#,
        "past_thirty_one",
        "2S makes 32, but the count must not pass 31",
    );
    refuses(
        r#"{"play":[]}"#,
        "wrong_card_count",
        "a play must have at least one card: the last one is counted",
    );
}

#[test]
fn each_fault_of_form_has_its_code_and_its_sentence() {
    let looks_like = "write {\"hand\": [\"5H\", \"5C\", \"5S\", \"JD\"], \"cut\": \"5D\"} or {\"play\": [\"7H\", \"8C\", \"9D\"]}";
    let malformed = |request: &str, why: &str| {
        let message = format!("this must be a request ({why}): {looks_like}");
        refuses(request, "malformed", &message);
    };
    for no_object in [
        "",
        "5H 5C 5S JD",
        "null",
        "[]",
        r#"[["5H","5C","5S","JD"],null,false,null,false]"#,
    ] {
        malformed(no_object, "it is not a JSON object");
    }
    malformed("{", "EOF while parsing an object at line 1 column 1");
    malformed("{} {}", "trailing characters at line 1 column 4");
    malformed(
        "{\"cut\":\"5",
        "EOF while parsing a string at line 1 column 9",
    );
    malformed(
        r#"{"hand":["5H","5C","5S","JD"],"hand":["5H","5C","5S","JD"]}"#,
        "hand is there twice (line 1 column 36)",
    );
    refuses(
        r#"{"hand":["5H","5C","5S","JD"],"cutt":"5D"}"#,
        "unknown_field",
        "the field \"cutt\" must be one of hand, cut, crib, play, explain",
    );
    refuses(
        r#"{"hand":["5H","5C","5S","JD"],"crib":"yes"}"#,
        "wrong_type",
        "\"crib\" must be true or false",
    );
    refuses(
        r#"{"hand":5}"#,
        "wrong_type",
        "\"hand\" must be a list of cards",
    );
    refuses(
        "{}",
        "nothing_to_count",
        "a request must have a \"hand\" of four cards or the cards of a \"play\"",
    );
    refuses(
        r#"{"hand":["5H","5C","5S","JD"],"play":["7H"]}"#,
        "hand_and_play",
        "a request must have a \"hand\" or a \"play\", not both",
    );
    let not_in_play = "\"cut\" and \"crib\" must come with a \"hand\", not with a \"play\"";
    refuses(r#"{"play":["7H"],"cut":"5D"}"#, "not_in_play", not_in_play);
    refuses(r#"{"play":["7H"],"crib":true}"#, "not_in_play", not_in_play);
}

#[test]
fn junk_is_bounded() {
    let long = "x".repeat(MAX_BYTES + 1);
    refuses(
        &long,
        "too_large",
        "a request must have at most 65536 bytes",
    );
    let deep = "[".repeat(MAX_BYTES);
    assert_eq!(ask(deep.as_bytes()).unwrap_err().code, "malformed");
    for request in [
        format!("{{\"hand\":{}}}", &deep[..60_000]),
        format!("{{\"{}\":1}}", &long[..60_000]),
        format!("{{\"cut\":\"{}\"}}", &long[..60_000]),
        format!("{{\"crib\":\"{}\"}}", &long[..60_000]),
        format!("{{\"cut\":{{\"suit\":\"{}\"}}}}", &long[..60_000]),
    ] {
        let refusal = ask(request.as_bytes()).unwrap_err();
        assert!(refusal.message.len() < 500, "{}", refusal.message);
    }
}

/// A field whose value is often, but not always, valid.
fn any_field() -> impl Strategy<Value = String> {
    let card = prop_oneof![
        8 => (0..Card::COUNT).prop_map(|index| Value::from(Card::from_index(index).unwrap().text())),
        1 => Just(Value::from("5X")),
        1 => Just(Value::from(5)),
    ];
    let cards = proptest::collection::vec(card.clone(), 0..7).prop_map(Value::from);
    prop_oneof![
        4 => cards.clone().prop_map(|cards| format!("\"hand\":{cards}")),
        2 => cards.prop_map(|cards| format!("\"play\":{cards}")),
        2 => card.prop_map(|card| format!("\"cut\":{card}")),
        1 => Just("\"crib\":true".to_owned()),
        1 => Just("\"explain\":true".to_owned()),
        1 => Just("\"other\":[[]]".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_bytes_are_answered_or_refused(request in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Err(refusal) = ask(&request) {
            prop_assert_eq!(refusal.code, "malformed");
        }
    }

    /// The second reading finds the fault of every refused request; only a field that is given
    /// twice is left to the parser's own message.
    #[test]
    fn any_fields_are_answered_or_refused(fields in proptest::collection::vec(any_field(), 0..4)) {
        let request = format!("{{{}}}", fields.join(","));
        let names: Vec<&str> = fields.iter().map(|field| field.split(':').next().unwrap()).collect();
        let twice = names.iter().enumerate().any(|(index, name)| names[..index].contains(name));
        match ask(request.as_bytes()) {
            Ok(answer) => prop_assert!(answer["total"].as_i64().unwrap() <= 29),
            Err(refusal) => prop_assert!(refusal.code != "malformed" || twice, "{}", refusal),
        }
    }
}
