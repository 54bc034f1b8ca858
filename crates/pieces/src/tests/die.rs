use super::{LONGEST_MESSAGE, MEGABYTE, check_json, check_json_error, json_error};
use crate::{Die, FaceCounts, MAX_DICE, ParseDieError, parse_dice};
use proptest::prelude::*;

#[test]
fn every_face_reads_back() {
    for pips in 0..=u8::MAX {
        let die = Die::from_face(pips);
        assert_eq!(die.map(Die::face), (1..=6).contains(&pips).then_some(pips));
        assert_eq!(pips.to_string().parse().ok(), die);
        assert_eq!(serde_json::from_str(&pips.to_string()).ok(), die);
    }
    for (index, die) in Die::ALL.into_iter().enumerate() {
        assert_eq!(die.index(), index);
        assert_eq!(format!("{die} {die:?}"), format!("{0} {0}", index + 1));
        check_json(die, &die.to_string());
    }
}

#[test]
fn a_list_keeps_its_order() {
    for text in ["5131", "5 1 3 1", "5,1,3,1", " 51\t, 31\n"] {
        let dice = parse_dice(text).unwrap();
        assert_eq!(format!("{dice:?}"), "[5, 1, 3, 1]", "{text:?}");
    }
    assert_eq!(parse_dice(" , "), Ok(vec![]));
}

#[track_caller]
fn check_list_error(text: &str, code: &str, message: &str) {
    let error = parse_dice(text).unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    assert_eq!(text.parse::<FaceCounts>(), Err(error));
}

#[test]
fn list_errors_say_what_is_wrong_and_where() {
    check_list_error(
        "12é",
        "unknown_die",
        "\"é\" (number 3, at byte 2) must be a die: a face from 1 to 6",
    );
    check_list_error(
        "1 10",
        "unknown_die",
        "\"0\" (number 3, at byte 3) must be a die: a face from 1 to 6",
    );
    check_list_error(
        &"6".repeat(MAX_DICE + 1),
        "too_many_dice",
        "there must be at most 1000 dice",
    );
    assert_eq!(parse_dice(&"6".repeat(MAX_DICE)).unwrap().len(), MAX_DICE);
    let error = "".parse::<Die>().unwrap_err();
    assert_eq!(
        (&error, error.code()),
        (&ParseDieError::Missing, "missing_die")
    );
    assert_eq!(error.to_string(), "a die must be a face from 1 to 6");
}

#[test]
fn json_errors_say_what_is_wrong() {
    check_json_error::<Die>(
        "0",
        "invalid value: integer `0`, expected the face of a die, 1 to 6",
    );
    check_json_error::<Die>(
        "7",
        "invalid value: integer `7`, expected the face of a die, 1 to 6",
    );
    check_json_error::<Die>(
        "300",
        "invalid value: integer `300`, expected a number of pips",
    );
    check_json_error::<Die>(
        "-1",
        "invalid type: integer `-1`, expected a number of pips",
    );
    let too_many = serde_json::to_string(&vec![6; MAX_DICE + 1]).unwrap();
    assert!(json_error::<FaceCounts>(&too_many).starts_with("there must be at most"));
    let all = serde_json::to_string(&vec![6; MAX_DICE]).unwrap();
    assert_eq!(
        serde_json::from_str::<FaceCounts>(&all).unwrap().total(),
        MAX_DICE
    );
}

#[test]
fn junk_is_answered_in_short() {
    for junk in ["6", "x", "\u{10ffff}", "6 ", "\u{7}"] {
        let junk = junk.repeat(MEGABYTE / junk.len());
        let error = parse_dice(&junk).unwrap_err().to_string();
        assert!(error.chars().count() <= LONGEST_MESSAGE, "{error}");
        let json = serde_json::to_string(&junk).unwrap();
        for message in [
            json_error::<Die>(&json),
            json_error::<FaceCounts>(&json),
            json_error::<FaceCounts>(&format!("[{json}]")),
        ] {
            assert!(message.chars().count() <= LONGEST_MESSAGE, "{message}");
        }
    }
}

#[test]
fn counts_forget_the_order() {
    let pool: FaceCounts = "5 1 2 1 3 2 1".parse().unwrap();
    assert_eq!(pool.counts(), [3, 2, 1, 0, 1, 0]);
    assert_eq!(FaceCounts::from_counts([3, 2, 1, 0, 1, 0]), pool);
    assert_eq!(format!("{pool} {pool:?}"), "1112235 FaceCounts(1112235)");
    assert_eq!(
        serde_json::from_str::<FaceCounts>("\"5121321\"").unwrap(),
        pool
    );
    check_json(pool, "[1,1,1,2,2,3,5]");
    check_json(FaceCounts::EMPTY, "[]");
}

#[test]
#[should_panic(expected = "a face has fewer than 65,536 dice")]
fn counts_never_wrap_around() {
    let mut pool = FaceCounts::from_counts([u16::MAX, 0, 0, 0, 0, 0]);
    pool.add(Die::One);
}

fn dice() -> impl Strategy<Value = Vec<Die>> {
    prop::collection::vec(prop::sample::select(&Die::ALL[..]), 0..40)
}

proptest! {
    #[test]
    fn any_text_reads_or_fails_without_panic(text in "\\PC*|[0-7, é]{0,16}") {
        match parse_dice(&text) {
            Ok(dice) => prop_assert_eq!(text.parse::<FaceCounts>(), Ok(dice.into_iter().collect())),
            Err(error) => {
                prop_assert!(error.to_string().chars().count() <= LONGEST_MESSAGE);
                prop_assert_eq!(text.parse::<FaceCounts>(), Err(error));
            }
        }
        if let Ok(die) = text.parse::<Die>() {
            prop_assert_eq!(text.trim(), die.to_string());
        }
    }

    #[test]
    fn counts_agree_with_a_sorted_list(dice in dice(), more in dice()) {
        let mut sorted = dice.clone();
        sorted.sort();
        let mut pool: FaceCounts = dice.iter().copied().collect();
        prop_assert!(pool.iter().eq(sorted.iter().copied()));
        prop_assert!(pool.iter().rev().eq(sorted.iter().rev().copied()));
        prop_assert_eq!(pool.to_string().parse(), Ok(pool));
        prop_assert_eq!(pool.total(), dice.len());
        prop_assert_eq!(pool.is_empty(), dice.is_empty());
        check_json(pool, &serde_json::to_string(&sorted).unwrap());
        for die in more {
            let place = sorted.iter().position(|&other| other == die);
            let n_such = sorted.iter().filter(|&&other| other == die).count();
            prop_assert_eq!(usize::from(pool.count(die)), n_such);
            prop_assert_eq!(pool.remove(die), place.is_some());
            if let Some(place) = place {
                sorted.remove(place);
            }
            prop_assert!(pool.iter().eq(sorted.iter().copied()));
        }
    }
}
