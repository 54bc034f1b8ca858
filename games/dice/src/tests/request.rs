//! Scores requested in JSON.

use crate::DiceHands;
use kernel::Facade;
use proptest::prelude::*;

#[track_caller]
fn check(request: &str, expect: &str) {
    let mut answer = b">".to_vec();
    let text = match DiceHands::score_json(request.as_bytes(), &mut answer) {
        Ok(()) => String::from_utf8(answer).unwrap(),
        Err(refusal) => {
            assert_eq!(answer, b">", "nothing is appended on an error");
            format!("{}: {}", refusal.code, refusal.message)
        }
    };
    assert_eq!(text, expect);
}

#[test]
fn a_pool_is_scored() {
    check(
        r#"{"dice": [3, 2, 3, 2, 3]}"#,
        r#">{"total":140,"hands":[{"type":"FULL_HOUSE","dice":[2,2,3,3,3],"points":140}],"breakdown":[{"type":"FULL_HOUSE","dice":[2,2,3,3,3],"points":140,"description":"Full House: (22 + 9) × 1.80 + (12 + 4) × 1.60 + 60 = 140"}]}"#,
    );
}

#[test]
fn layers_score_their_difference() {
    check(
        r#"{"dice": "55", "levels": {"pair": 5}, "layers": {"bonus": 5, "mult_bonus": 1.0, "score_mult": 1.5}}"#,
        r#">{"total":630,"hands":[{"type":"PAIR","dice":[5,5],"points":205}],"breakdown":[{"type":"PAIR","dice":[5,5],"points":205,"description":"Pair: (40 + 10) × 4.10 = 205"},{"type":"BONUS","dice":[],"points":5,"description":"bonus: 5 more"},{"type":"MULT_BONUS","dice":[],"points":210,"description":"all that × 2.00: 210 more"},{"type":"SCORE_MULT","dice":[],"points":210,"description":"all that × 1.50: 210 more"}]}"#,
    );
}

#[test]
fn rules_are_read() {
    let formula = r#"{"dice": "33322", "rules": {"full_house": "formula"}}"#;
    let mut answer = Vec::new();
    DiceHands::score_json(formula.as_bytes(), &mut answer).unwrap();
    assert!(answer.starts_with(br#"{"total":219,"#)); // (60 + 13) × 3.00
}

#[test]
fn every_fault_has_its_code() {
    let many = format!("{{\"dice\": [{}]}}", vec!["1"; 10_000].join(","));
    check(
        &many,
        "too_many_dice: a pool must have at most 120 dice, not 10000",
    );
    let many = format!("{{\"dice\": \"{}\"}}", "1".repeat(10_000));
    check(&many, "too_many_dice: there must be at most 1000 dice");
    check(
        &"x".repeat(70_000),
        "too_large: a request must have at most 65536 bytes",
    );
    for (request, expect) in [
        (r#"{"dice": []}"#, "no_dice: there must be dice to score"),
        (
            r#"{}"#,
            "no_dice: there must be dice to score: give \"dice\" as a list of faces",
        ),
        (
            r#"{"dice": [1, 7]}"#,
            "unknown_die: 7 (number 2 of \"dice\") must be a die: a face from 1 to 6",
        ),
        (
            r#"{"dice": "17"}"#,
            "unknown_die: \"7\" (number 2, at byte 1) must be a die: a face from 1 to 6",
        ),
        (
            r#"{"dice": 5}"#,
            "wrong_type: \"dice\" must be a list of faces, 1 to 6",
        ),
        (
            r#"{"dice": [1], "levels": {"pair": 6}}"#,
            "level_above_cap: Pair must be at level 5 at most, not 6",
        ),
        (
            r#"{"dice": [1], "levels": {"pair": 999}}"#,
            "level_above_cap: Pair must be at level 10 at most, not 255",
        ),
        (
            r#"{"dice": [1], "levels": {"pear": 1}}"#,
            "unknown_hand: the hand must be one of pyramid, full_run, two_triplets, three_pairs, large_straight, all_even, all_odd, full_house, small_straight, x_of_a_kind, two_pair, pair, high_roll",
        ),
        (
            r#"{"dice": [1], "levels": {"pair": -1}}"#,
            "wrong_type: \"levels\" must be whole numbers for hands",
        ),
        (
            r#"{"dice": [1], "rules": {"full_house": "best"}}"#,
            "wrong_type: \"rules\": there is no \"best\" here, only additive or formula",
        ),
        (
            r#"{"dice": [1], "layers": {"mult_bonus": 0.125}}"#,
            "wrong_type: \"layers\": write a number from 0 to 9999999 with at most two decimals, such as 1.5",
        ),
        (
            r#"{"dice": [1], "faces": 6}"#,
            "unknown_field: the field \"faces\" must be one of dice, levels, rules, layers",
        ),
    ] {
        check(request, expect);
    }
}

proptest! {
    #[test]
    fn junk_never_panics(junk in ".{0,200}") {
        let _ = DiceHands::score_json(junk.as_bytes(), &mut Vec::new());
    }

    #[test]
    fn any_field_may_hold_anything(dice in "[0-9 ,]{0,40}", level in any::<i64>(), mult in any::<f64>(), bonus in any::<i64>()) {
        let request = serde_json::json!({
            "dice": dice,
            "levels": { "pair": level },
            "layers": { "bonus": bonus, "mult_bonus": mult, "score_mult": mult },
        });
        let _ = DiceHands::score_json(request.to_string().as_bytes(), &mut Vec::new());
    }
}
