//! Names, numbers and JSON of scoring: written values read back, and bad input is refused without a
//! panic.

use dice::score::{
    HandKind, Hundredths, Layers, Levels, LineName, Parity, ScoreRules, best_of_faces,
};
use proptest::prelude::*;

#[track_caller]
fn check_hundredths(text: &str, expect: Option<u32>) {
    let parsed: Option<Hundredths> = text.parse().ok();
    assert_eq!(parsed.map(Hundredths::get), expect, "{text:?}");
}

#[test]
fn numbers_have_two_decimals_at_most() {
    check_hundredths("1.5", Some(150));
    check_hundredths("1.50", Some(150));
    check_hundredths("0", Some(0));
    check_hundredths("9999999.99", Some(999_999_999));
    for junk in [
        "", ".", "1.", ".5", "1.505", "-1", "+1", "1e2", "10000000", "1,5", "NaN", "1.5 ",
    ] {
        check_hundredths(junk, None);
    }
}

#[test]
fn layers_read_from_json() {
    let layers: Layers =
        serde_json::from_str(r#"{"bonus": 5, "mult_bonus": 1.0, "score_mult": 2.25}"#).unwrap();
    assert_eq!(layers.bonus, 5);
    assert_eq!(layers.mult_bonus, Hundredths::ONE);
    assert_eq!(layers.score_mult, Hundredths::new(225));
    assert_eq!(
        serde_json::from_str::<Layers>("{}").unwrap(),
        Layers::default()
    );
    for junk in [
        r#"{"bonus": -1}"#,
        r#"{"mult_bonus": 0.125}"#,
        r#"{"score_mult": -1}"#,
        r#"{"malus": 1}"#,
    ] {
        assert!(serde_json::from_str::<Layers>(junk).is_err(), "{junk}");
    }
}

#[test]
fn levels_read_from_json() {
    let levels: Levels = serde_json::from_str(r#"{"pair": 2, "x_of_a_kind": 1}"#).unwrap();
    assert_eq!(levels.get(HandKind::Pair), 2);
    assert_eq!(levels.get(HandKind::XOfAKind), 1);
    assert_eq!(
        serde_json::to_string(&levels).unwrap(),
        r#"{"x_of_a_kind":1,"pair":2}"#
    );
    let error = serde_json::from_str::<Levels>(r#"{"pear": 2}"#)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("the hand must be one of pyramid, "),
        "{error}"
    );
    let error = serde_json::from_str::<Levels>(r#"{"pair": 11}"#)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("Pair must be at level 10 at most, not 11"),
        "{error}"
    );
}

#[test]
fn rules_read_from_json() {
    let rules: ScoreRules =
        serde_json::from_str(r#"{"full_house": "formula", "parity": "subset"}"#).unwrap();
    assert_eq!(rules.parity, Parity::Subset);
    assert_eq!(rules.level_cap, 5);
    assert!(serde_json::from_str::<ScoreRules>(r#"{"full_house": "both"}"#).is_err());
}

#[test]
fn names_read_back() {
    for kind in HandKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.option_name().parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        assert_eq!(
            serde_json::to_value(LineName::from(kind)).unwrap(),
            kind.name()
        );
        assert_eq!(LineName::from(kind).hand(), Some(kind));
    }
    for layer in [LineName::Bonus, LineName::MultBonus, LineName::ScoreMult] {
        assert_eq!(serde_json::to_value(layer).unwrap(), layer.as_str());
        assert_eq!(layer.hand(), None);
    }
}

#[test]
fn a_tally_in_json_says_how_its_points_come_about() {
    let layers = Layers {
        mult_bonus: Hundredths::new(50),
        ..Layers::default()
    };
    let score = best_of_faces(
        "55".parse().unwrap(),
        ScoreRules::default(),
        Levels::default(),
        layers,
    )
    .unwrap();
    let json = serde_json::json!([
        {
            "rule": {"name": "PAIR", "workings": [{"base": 12, "sum": 10, "mult": 1.6}]},
            "pieces": [5, 5],
            "points": 35,
        },
        {
            "rule": {"name": "MULT_BONUS", "factor": {"mult": 1.5, "glass": 0}},
            "pieces": [],
            "points": 17,
        },
    ]);
    assert_eq!(serde_json::to_value(score.tally()).unwrap(), json);
    let back: dice::score::Tally = serde_json::from_value(json).unwrap();
    assert_eq!(&back, score.tally());
}

proptest! {
    #[test]
    fn hundredths_round_trip(hundredths in 0..1_000_000_000_u32) {
        let number = Hundredths::new(hundredths);
        prop_assert_eq!(number.to_string().parse(), Ok(number));
        let json = serde_json::to_string(&number).unwrap();
        prop_assert_eq!(serde_json::from_str::<Hundredths>(&json).unwrap(), number);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in ".{0,12}") {
        let number = text.parse::<Hundredths>();
        let kind = text.parse::<HandKind>();
        prop_assert!(number.is_err() || text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
        prop_assert!(kind.is_err() || kind.is_ok_and(|kind| kind.name().eq_ignore_ascii_case(&text)));
    }

    #[test]
    fn layers_never_overflow_and_never_fall(
        points in 0..600_000_i32,
        glass in 0..=120_u8,
        bonus in 0..=1_000_000_u32,
        mult in 0..=1_000_000_u32,
        times in 0..=1_000_000_u32,
    ) {
        let layers = Layers {
            bonus,
            mult_bonus: Hundredths::new(mult),
            score_mult: Hundredths::new(times),
        };
        let total = layers.total(points, glass);
        prop_assert!(total >= points);
        prop_assert!(layers.total(points + 1, glass) >= total);
        prop_assert!(layers.total(points, glass + 1) >= total);
    }
}
