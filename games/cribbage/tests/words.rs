//! Counts in words and in JSON, multiple runs split, and scores that are often counted wrong.

use cribbage::aloud;
use cribbage::score::{
    Four, HandOrCrib, Item, Rule, ScoreAnswer, ScoreError, Show, Stack, Tally, Totals, explain,
    heels, last_card, total,
};
use pieces::{Card, CardSet};
use std::collections::BTreeSet;

#[test]
fn a_show_is_counted_aloud() {
    check_aloud(
        "5H 5S TD 2C",
        "9D",
        "fifteen two, fifteen four, and a pair is six",
    );
    check_aloud(
        "4S 5H 6D 6C",
        "TS",
        "fifteen two, fifteen four, fifteen six, and a double run of three is fourteen",
    );
    check_aloud(
        "7S 7H 8D 9C",
        "QS",
        "fifteen two, fifteen four, and a double run of three is twelve",
    );
    check_aloud("2S 4H 6D QC", "QS", "a pair is two");
    check_aloud("2S 4H 8D 7C", "QS", "fifteen two");
    check_aloud(
        "7S 7H 8D 8C",
        "QS",
        "fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, and another pair is twelve",
    );
    check_aloud("2S 4H 6D 8C", "QS", "nothing");
    check_aloud("5H 9C 3D 2S", "KD", "fifteen two, fifteen four");
    check_aloud("8H 7C 2D 2S", "KD", "fifteen two and a pair is four");
    check_aloud(
        "5H 5C 5S JD",
        "5D",
        "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, fifteen fourteen, fifteen sixteen, four of a kind is twenty-eight, and one for his nobs is twenty-nine",
    );
    check_aloud(
        "AS 3S 6S JS",
        "KS",
        "a flush of five is five and one for his nobs is six",
    );
    check_aloud("2S 4S 6S 8S", "QH", "a flush of four is four");
}

#[track_caller]
fn check_aloud(hand: &str, starter: &str, expect: &str) {
    assert_eq!(
        aloud::show(&show(hand, Some(starter), HandOrCrib::Hand).tally()),
        expect
    );
}

#[test]
fn a_play_is_counted_aloud() {
    check_play_aloud("7H 8C", "fifteen for two");
    check_play_aloud("KH KC 6D 5C", "thirty-one for two");
    check_play_aloud("7H 8C 9D", "a run of three for three");
    check_play_aloud("4H 5C 6D", "fifteen for two and a run of three for three");
    check_play_aloud("5H 5C 5D", "fifteen for two and three of a kind for six");
    check_play_aloud("7H", "nothing");
    let one = |item: Item| aloud::play(&[item].into_iter().collect());
    assert_eq!(one(last_card(card("7H"))), "last card for one");
    assert_eq!(one(heels(card("JH")).unwrap()), "his heels for two");
}

#[track_caller]
fn check_play_aloud(cards: &str, expect: &str) {
    assert_eq!(aloud::play(&play(cards)), expect);
}

#[test]
fn numbers_beyond_the_count_are_said_in_digits() {
    assert_eq!(aloud::number(0), "nothing");
    assert_eq!(aloud::number(31), "thirty-one");
    assert_eq!(aloud::number(32), "32");
    assert_eq!(aloud::number(-1), "-1");
}

#[test]
fn multiple_runs_come_apart_into_runs_and_groups() {
    check_explained(
        "2S 2H 3D 3C",
        "4S",
        &[
            "RUN_OF_3 2S 3D 4S",
            "RUN_OF_3 2S 3C 4S",
            "RUN_OF_3 2H 3D 4S",
            "RUN_OF_3 2H 3C 4S",
            "PAIR 2S 2H",
            "PAIR 3D 3C",
        ],
    );
    check_explained(
        "9S TH TD TC",
        "JS",
        &[
            "RUN_OF_3 9S TH JS",
            "RUN_OF_3 9S TD JS",
            "RUN_OF_3 9S TC JS",
            "THREE_OF_A_KIND TH TD TC",
        ],
    );
    check_explained(
        "9S TH JD QC",
        "QS",
        &["RUN_OF_4 9S TH JD QS", "RUN_OF_4 9S TH JD QC", "PAIR QS QC"],
    );
    check_explained("AS AH TD TC", "KS", &["PAIR AS AH", "PAIR TD TC"]);
}

#[track_caller]
fn check_explained(hand: &str, starter: &str, expect: &[&str]) {
    let tally = show(hand, Some(starter), HandOrCrib::Hand).tally();
    let explained = explain(&tally);
    assert_eq!(listed(&explained), expect);
    assert_eq!(explained.total(), tally.total());
    assert_eq!(Totals::of(&explained), Totals::of(&tally));
}

#[test]
fn scores_often_counted_wrong() {
    check(
        "5S KH 2D 3C",
        "TC",
        8,
        &[
            "FIFTEEN 5S TC",
            "FIFTEEN 5S KH",
            "FIFTEEN 2D 3C TC",
            "FIFTEEN 2D 3C KH",
        ],
    );
    check(
        "5S 5H 5D AC",
        "KS",
        14,
        &[
            "THREE_OF_A_KIND 5S 5H 5D",
            "FIFTEEN 5S KS",
            "FIFTEEN 5H KS",
            "FIFTEEN 5D KS",
            "FIFTEEN 5S 5H 5D",
        ],
    );
    check(
        "5S 6H 7C 8D",
        "9S",
        9,
        &["RUN_OF_5 5S 6H 7C 8D 9S", "FIFTEEN 6H 9S", "FIFTEEN 7C 8D"],
    );
    check(
        "2S 2H 3D 3C",
        "4S",
        16,
        &["QUADRUPLE_RUN_OF_3 2S 2H 3D 3C 4S"],
    );
    check(
        "AS AH KD KC",
        "KS",
        8,
        &["THREE_OF_A_KIND KS KD KC", "PAIR AS AH"],
    );
    check(
        "AS 2H 3D 3C",
        "QS",
        12,
        &[
            "DOUBLE_RUN_OF_3 AS 2H 3D 3C",
            "FIFTEEN 2H 3D QS",
            "FIFTEEN 2H 3C QS",
        ],
    );
    assert_eq!(listed(&play("AS 2H 3C")), ["PEGGING_RUN_OF_3 AS 2H 3C"]);
    assert_eq!(
        listed(&play("5S 5H 5C")),
        [
            "PEGGING_FIFTEEN 5S 5H 5C",
            "PEGGING_THREE_OF_A_KIND 5S 5H 5C"
        ]
    );
}

#[track_caller]
fn check(hand: &str, starter: &str, points: i32, expect: &[&str]) {
    let tally = show(hand, Some(starter), HandOrCrib::Hand).tally();
    assert_eq!(listed(&tally), expect);
    assert_eq!(tally.total(), points);
}

#[test]
fn a_flush_needs_the_starter_in_the_crib() {
    let flush = |starter, kind| listed(&show("2S 4S 6S 8S", starter, kind).tally());
    assert_eq!(flush(Some("QH"), HandOrCrib::Hand), ["FLUSH_4 2S 4S 6S 8S"]);
    assert_eq!(flush(Some("QH"), HandOrCrib::Crib), [""; 0]);
    assert_eq!(
        flush(Some("QS"), HandOrCrib::Hand),
        ["FLUSH_5 2S 4S 6S 8S QS"]
    );
    assert_eq!(
        flush(Some("QS"), HandOrCrib::Crib),
        ["FLUSH_5 2S 4S 6S 8S QS"]
    );
    assert_eq!(flush(None, HandOrCrib::Hand), ["FLUSH_4 2S 4S 6S 8S"]);
    assert_eq!(flush(None, HandOrCrib::Crib), [""; 0]);
}

#[test]
fn a_starter_from_the_hand_is_refused() {
    let four = Four::new(set("2S 4S 6S 8S")).unwrap();
    let error = Show::new(four, Some(card("4S")), HandOrCrib::Hand).unwrap_err();
    assert_eq!(error, ScoreError::StarterInHand(card("4S")));
    assert_eq!(
        error.to_string(),
        "the starter 4S must not be one of the four cards"
    );
}

#[test]
fn the_table_takes_nonsense_without_panic() {
    for card in Card::deck() {
        assert!(total([card; 4], card, false) < u8::MAX);
    }
}

#[test]
fn every_rule_is_named_once_and_reads_back() {
    let names: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
        let json = serde_json::to_string(&rule).unwrap();
        assert_eq!(json, format!("{:?}", rule.name().to_lowercase()));
        assert_eq!(serde_json::from_str::<Rule>(&json).unwrap(), rule);
    }
    let error = "PEGGING_TRIPS".parse::<Rule>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "a score must have a known name, not \"PEGGING_TRIPS\""
    );
    assert!(
        "X".repeat(1_000_000)
            .parse::<Rule>()
            .unwrap_err()
            .name
            .len()
            < 100
    );
}

#[test]
fn a_tally_is_stored_and_read_back() {
    let tally = show("5H 5C 5S JD", Some("5D"), HandOrCrib::Hand).tally();
    let json = serde_json::to_string(&tally).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), tally);
}

#[test]
fn an_answer_is_the_count_in_json() {
    let answer = |tally: &Tally| serde_json::to_value(ScoreAnswer(tally)).unwrap();
    assert_eq!(
        answer(&show("AS 2H 3D 3C", Some("KS"), HandOrCrib::Crib).tally()),
        serde_json::json!({
            "total": 12,
            "breakdown": [
                {"type": "DOUBLE_RUN_OF_3", "points": 8, "cards": ["AS", "2H", "3D", "3C"], "description": "Double run of 3"},
                {"type": "FIFTEEN", "points": 2, "cards": ["2H", "3D", "KS"], "description": "Fifteen"},
                {"type": "FIFTEEN", "points": 2, "cards": ["2H", "3C", "KS"], "description": "Fifteen"},
            ],
            "totals": {"fifteens": 4, "pairs": 2, "runs": 6, "flush": 0, "nobs": 0},
        })
    );
    assert_eq!(
        answer(&Tally::new()),
        serde_json::json!({
            "total": 0,
            "breakdown": [],
            "totals": {"fifteens": 0, "pairs": 0, "runs": 0, "flush": 0, "nobs": 0},
        })
    );
}

/// Each item as its name and its cards.
fn listed(tally: &Tally) -> Vec<String> {
    let line = |item: &Item| {
        let cards: Vec<&str> = item.pieces.iter().map(|card| card.text()).collect();
        assert_eq!(item.points, item.rule.points());
        format!("{} {}", item.rule, cards.join(" "))
    };
    tally.items().iter().map(line).collect()
}

fn show(hand: &str, starter: Option<&str>, kind: HandOrCrib) -> Show {
    Show::new(Four::new(set(hand)).unwrap(), starter.map(card), kind).unwrap()
}

fn play(cards: &str) -> Tally {
    Stack::try_from(&pieces::parse_cards(cards).unwrap()[..])
        .unwrap()
        .tally()
}

fn set(cards: &str) -> CardSet {
    cards.parse().unwrap()
}

fn card(card: &str) -> Card {
    card.parse().unwrap()
}
