//! `tallyhouse engine`, and the session of its manual.

use kernel::{AnyGame, Json, Key, Turn, Viewer};
use serde_json::{Value, json};

use crate::binary::{run, run_with};

const MANUAL: &str = include_str!("../../../../docs/ENGINE.md");

/// A game at the first choice of a seat.
fn at_a_choice(game: &str) -> Box<dyn AnyGame> {
    let mut game = roster::find(game).unwrap().start(&Value::Null).unwrap();
    let key = Key::from_seed(1);
    let mut n = 0;
    while game.turn() == Turn::Chance {
        let luck = game.draw(&key, n).unwrap();
        game.take(&luck).unwrap();
        n += 1;
    }
    game
}

#[test]
fn the_session_of_the_manual_is_real() {
    let (_, session) = MANUAL
        .split_once("```session\n$ tallyhouse ")
        .expect("a session");
    let (session, _) = session.split_once("```").expect("it ends");
    let mut lines = session.lines();
    let args: Vec<&str> = lines
        .next()
        .expect("a command")
        .split_whitespace()
        .collect();
    let rest: Vec<&str> = lines.collect();
    let sent: String = rest
        .iter()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    let expected: Vec<&str> = rest
        .iter()
        .filter_map(|line| line.strip_prefix("< "))
        .collect();
    let run = run_with(&args, sent.as_bytes());
    let answers: Vec<&str> = run.out.lines().collect();
    assert_eq!(answers.len(), expected.len(), "{}", run.out);
    assert!(expected.len() >= 3, "the manual has lost its session");
    for (answer, expected) in answers.iter().zip(&expected) {
        match expected.split_once('…') {
            None => assert_eq!(answer, expected),
            Some((start, end)) => {
                assert!(
                    answer.starts_with(start) && answer.ends_with(end),
                    "{answer}"
                );
            }
        }
    }
    assert_eq!(run.status, Some(1), "there was a bad line");
}

#[test]
fn a_view_of_any_game_is_answered_with_a_legal_action() {
    for name in ["cribbage", "texas42", "dice"] {
        let game = at_a_choice(name);
        let seat = game.turn().seats().first().unwrap();
        let view = game.view(Viewer::Seat(seat)).into_value();
        let legal = game.legal_actions(seat);
        let alone = json!({ "seat": seat, "view": view });
        let with_legal = json!({ "seat": seat, "view": view, "legal": [legal[0]] });
        let with_advice = json!({ "seat": seat, "view": view, "advice": true });
        let input = format!("{alone}\n{with_legal}\n{with_advice}\n{alone}\n");
        let run = run_with(&["engine", name, "--level", "easy"], input.as_bytes());
        assert_eq!(
            (run.status, &run.err[..]),
            (Some(0), ""),
            "{name}: {}",
            run.out
        );
        let answers = run.json();
        for answer in &answers {
            let act = json!({ "act": { "seat": seat, "action": answer["action"] } });
            let taken = game.boxed().take(&Json::of(&act));
            assert!(taken.is_ok(), "{name}: {answer}");
        }
        assert!(answers[0]["advice"].is_null());
        let advice = answers[2]["advice"].as_array().expect("advice");
        assert!(
            advice.iter().all(|each| each["reason"].is_string()),
            "{name}"
        );
        // The same lines get the same answers.
        let again = run_with(&["engine", name, "--level", "easy"], input.as_bytes());
        assert_eq!(again.out, run.out);
    }
}

#[test]
fn bad_lines_are_answered_and_the_rest_goes_on() {
    let game = at_a_choice("texas42");
    let seat = game.turn().seats().first().unwrap();
    let mut view = game.view(Viewer::Seat(seat)).into_value();
    let other = kernel::Seat((seat.0 + 1) % 4);
    let idle = json!({ "seat": other, "view": game.view(Viewer::Seat(other)).into_value() });
    let good = json!({ "seat": seat, "view": view });
    view["own"] = json!([]);
    let contradicts = json!({ "seat": seat, "view": view });
    let far = json!({ "seat": 99, "view": good["view"] });
    let input = format!("\n[]\n{far}\n{idle}\n{contradicts}\n{good}\n");
    let run = run_with(
        &["engine", "texas42", "--level", "random"],
        input.as_bytes(),
    );
    let answers = run.json();
    assert_eq!(answers.len(), 6);
    for answer in &answers[..4] {
        assert!(answer["error"]["code"].is_string() && answer["error"]["message"].is_string());
    }
    assert!(answers[5]["action"].is_object() || answers[5]["action"].is_string());
    assert_eq!((run.status, &run.err[..]), (Some(1), ""));
}

#[test]
fn unknown_games_and_bots_are_bad_usage() {
    for args in [
        ["engine", "chess", "--level", "easy"],
        ["engine", "dice", "--level", "tea"],
    ] {
        let run = run(&args);
        assert_eq!((run.status, &run.out[..]), (Some(2), ""));
        assert!(run.err.contains("must be one of"), "{}", run.err);
    }
}
