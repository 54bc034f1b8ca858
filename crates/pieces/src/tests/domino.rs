use super::{LONGEST_MESSAGE, MEGABYTE, check_json, check_json_error, json_error, strings};
use crate::{Domino, DominoSet, ParseDominoError, parse_dominoes};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn dominoes_stand_in_the_order_of_the_set() {
    let ends = (0..=6).flat_map(|high| (0..=high).map(move |low| (high, low)));
    let mut n_dominoes = 0;
    for (index, (high, low)) in ends.enumerate() {
        let domino = Domino::new(high, low).unwrap();
        assert_eq!(Domino::new(low, high), Some(domino));
        assert_eq!(
            (domino.high(), domino.low(), domino.index()),
            (high, low, index)
        );
        assert_eq!(
            (domino.pips(), domino.is_double()),
            (high + low, high == low)
        );
        for end in 0..=7 {
            assert_eq!(domino.has_end(end), [high, low].contains(&end));
        }
        assert_eq!(Domino::from_index(index), Some(domino));
        assert_eq!(Domino::ALL[index], domino);
        assert_eq!(domino.to_string(), format!("{high}-{low}"));
        assert_eq!(format!("{domino:?}"), domino.text());
        n_dominoes += 1;
    }
    assert_eq!((n_dominoes, Domino::COUNT), (28, 28));
    assert!(Domino::ALL.is_sorted());
    assert_eq!(Domino::from_index(28), None);
    assert_eq!(
        (Domino::new(7, 0), Domino::new(0, 7), Domino::new(255, 255)),
        (None, None, None)
    );
}

#[test]
fn every_domino_reads_back_from_every_spelling() {
    for domino in Domino::ALL {
        let (high, low) = (domino.high(), domino.low());
        check_json(domino, &format!("\"{high}-{low}\""));
        for (a, b) in [(high, low), (low, high)] {
            for text in ["-", ":", "|", ""].map(|between| format!("{a}{between}{b}")) {
                assert_eq!(text.parse(), Ok(domino), "{text:?}");
                assert_eq!(format!("\t{text} ").parse(), Ok(domino), "{text:?}");
                assert_eq!(
                    serde_json::from_str::<Domino>(&format!("{text:?}")).unwrap(),
                    domino
                );
            }
            let json = format!("[{a}, {b}]");
            assert_eq!(
                serde_json::from_str::<Domino>(&json).unwrap(),
                domino,
                "{json}"
            );
            let tree = serde_json::json!([a, b]);
            assert_eq!(
                serde_json::from_value::<Domino>(tree).unwrap(),
                domino,
                "{json}"
            );
        }
    }
}

#[test]
fn nothing_else_of_up_to_three_characters_is_a_domino() {
    let ends = || "0123456".chars();
    let spellings: BTreeSet<String> = ends()
        .flat_map(|a| ends().map(move |b| (a, b)))
        .flat_map(|(a, b)| ["-", ":", "|", ""].map(|between| format!("{a}{between}{b}")))
        .collect();
    let alphabet: Vec<char> = ('!'..='~').chain("–é🁢٣".chars()).collect();
    for text in strings(&alphabet, 3) {
        assert_eq!(
            text.parse::<Domino>().is_ok(),
            spellings.contains(&text),
            "{text:?}"
        );
    }
}

#[test]
fn a_list_keeps_its_order() {
    for text in ["6-4 0-1 22", "46,10,2:2", " 6|4 ,, 1-0\n2-2, "] {
        let dominoes = parse_dominoes(text).unwrap();
        assert_eq!(format!("{dominoes:?}"), "[6-4, 1-0, 2-2]", "{text:?}");
    }
    assert_eq!(parse_dominoes(" , "), Ok(vec![]));
}

#[track_caller]
fn check_list_error(text: &str, code: &str, message: &str) {
    let error = parse_dominoes(text).unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (code, message));
}

#[test]
fn list_errors_say_what_is_wrong_and_where() {
    check_list_error(
        "6-4 7-4",
        "unknown_domino",
        "\"7-4\" (number 2, at byte 4) must be a domino: two ends from 0 to 6, such as 6-4",
    );
    check_list_error(
        "6-4 5-5 4-6",
        "duplicate_domino",
        "6-4 must be listed once, not as domino 1 and domino 3",
    );
    check_list_error(
        &format!("{} 0-0", DominoSet::FULL),
        "too_many_dominoes",
        "there must be at most 28 dominoes, as many as in the double-six set",
    );
    let error = "".parse::<Domino>().unwrap_err();
    assert_eq!(
        (&error, error.code()),
        (&ParseDominoError::Missing, "missing_domino")
    );
    assert_eq!(error.to_string(), "a domino must be two ends, such as 6-4");
}

#[test]
fn json_errors_say_what_is_wrong() {
    check_json_error::<Domino>(
        "[7, 4]",
        "invalid value: sequence, expected a domino such as \"6-4\" or [6, 4]",
    );
    check_json_error::<Domino>(
        "[6]",
        "invalid length 1, expected a domino such as \"6-4\" or [6, 4]",
    );
    check_json_error::<Domino>("[6, 4, 2]", "trailing characters");
    let tree = serde_json::json!([6, 4, 2]);
    assert!(serde_json::from_value::<Domino>(tree).is_err());
    check_json_error::<DominoSet>(
        r#"["6-4", [4, 6]]"#,
        "6-4 must be listed once, not as domino 1 and domino 2",
    );
}

#[test]
fn junk_is_answered_in_short() {
    for junk in ["6", "-", "\u{10ffff}", "64 ", "\u{7}"] {
        let junk = junk.repeat(MEGABYTE / junk.len());
        let error = parse_dominoes(&junk).unwrap_err().to_string();
        assert!(error.chars().count() <= LONGEST_MESSAGE, "{error}");
        let json = serde_json::to_string(&junk).unwrap();
        for message in [
            json_error::<Domino>(&json),
            json_error::<Domino>(&format!("[{json}, 4]")),
            json_error::<DominoSet>(&json),
            json_error::<DominoSet>(&format!("[{json}]")),
        ] {
            assert!(message.chars().count() <= LONGEST_MESSAGE, "{message}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_reads_or_fails_without_panic(text in "\\PC*") {
        check_total(&text);
    }

    #[test]
    fn near_misses_read_or_fail_without_panic(text in "[0-7:|, é-]{0,16}") {
        check_total(&text);
    }
}

/// Any text either reads, is written canonically and reads back, or is refused with a short
/// message.
fn check_total(text: &str) {
    match text.parse::<Domino>() {
        Ok(domino) => assert_eq!(domino.to_string().parse(), Ok(domino)),
        Err(error) => assert!(error.to_string().chars().count() <= LONGEST_MESSAGE),
    }
    match parse_dominoes(text) {
        Ok(dominoes) => {
            let written: Vec<String> = dominoes.iter().map(Domino::to_string).collect();
            assert_eq!(parse_dominoes(&written.join(" ")), Ok(dominoes));
        }
        Err(error) => assert_eq!(text.parse::<DominoSet>(), Err(error)),
    }
}
