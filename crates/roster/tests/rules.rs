//! The rules of every game as people read them: `games/<key>/rules/en.md` and `es.md`.
//!
//! An example is a block that is fenced as `text <key>`. Its lines `field: value` are a request to
//! the game's scorer; `= 8: 2 + 6` is the total with its items in the scorer's order, and
//! `= takes 6-6` another field of the answer.

use std::fs;
use std::path::Path;

use kernel::Kind;
use serde_json::{Map, Value};

const LANGUAGES: [&str; 2] = ["en", "es"];

/// The longest rules that people read.
const MOST_WORDS: usize = 1750;

/// The rules of a game with a scorer are incomplete if they are shorter.
const LEAST_WORDS: usize = 800;

fn rules_of(game: &dyn Kind, language: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let path = games.join(format!("{}/rules/{language}.md", game.meta().key));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks, each with the text behind its fence.
fn blocks(rules: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = rules.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((info, body));
        }
    }
    blocks
}

/// The levels of the headings in order, with the number of examples below each.
fn structure(rules: &str) -> Vec<(usize, usize)> {
    let mut sections: Vec<(usize, usize)> = Vec::new();
    for line in rules.lines() {
        if line.starts_with('#') {
            sections.push((line.chars().take_while(|&c| c == '#').count(), 0));
        } else if line.starts_with("```text")
            && let Some(section) = sections.last_mut()
        {
            section.1 += 1;
        }
    }
    sections
}

fn check_example(game: &dyn Kind, lines: &[&str]) -> Result<(), String> {
    let mut request = Map::new();
    let mut expected = Vec::new();
    for line in lines {
        if let Some(answer) = line.strip_prefix("= ") {
            expected.push(answer);
        } else {
            let (field, value) = line.split_once(": ").ok_or(format!("what is {line:?}?"))?;
            let value = match value {
                "true" => Value::Bool(true),
                text => text.into(),
            };
            request.insert(field.to_owned(), value);
        }
    }
    let mut answer = Vec::new();
    let request = Value::Object(request).to_string();
    game.score_json(request.as_bytes(), &mut answer)
        .map_err(|refusal| refusal.to_string())?;
    let answer: Value = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let [first, others @ ..] = &expected[..] else {
        return Err("it does not say what it scores".to_owned());
    };
    let found = sum_of(&answer["breakdown"]);
    if found != *first {
        return Err(format!("it says {first:?}, but the program says {found:?}"));
    }
    for other in others {
        let (field, value) = other.split_once(' ').ok_or(format!("what is {other:?}?"))?;
        if answer[field] != value {
            return Err(format!("{field} is {}, not {value}", answer[field]));
        }
    }
    Ok(())
}

/// `8: 2 + 6`, or `0` if nothing scores.
fn sum_of(breakdown: &Value) -> String {
    let items = breakdown.as_array().expect("a score has a breakdown");
    let points: Vec<i64> = items
        .iter()
        .flat_map(|item| item["points"].as_i64())
        .collect();
    let total: i64 = points.iter().sum();
    if points.is_empty() {
        return total.to_string();
    }
    let points: Vec<String> = points.iter().map(ToString::to_string).collect();
    format!("{total}: {}", points.join(" + "))
}

#[test]
fn every_example_is_scored_by_the_program_as_it_says() {
    for game in roster::GAMES {
        let key = game.meta().key;
        for language in LANGUAGES {
            let rules = rules_of(*game, language);
            let examples = blocks(&rules);
            // An example is a request to the scorer: without a scorer there are none.
            let least = if game.has_scorer() { 4 } else { 0 };
            assert!(examples.len() >= least, "{key}, {language}: few examples");
            for (info, lines) in examples {
                assert_eq!(info, format!("text {key}"), "{language}: an unknown block");
                if let Err(fault) = check_example(*game, &lines) {
                    panic!("{key}, {language}: {}\n{fault}", lines.join("\n"));
                }
            }
        }
    }
}

#[test]
fn all_languages_have_the_same_sections_and_examples() {
    for game in roster::GAMES {
        let key = game.meta().key;
        let english = rules_of(*game, "en");
        for language in LANGUAGES {
            let rules = rules_of(*game, language);
            assert_eq!(structure(&rules), structure(&english), "{key}, {language}");
            assert_eq!(blocks(&rules), blocks(&english), "{key}, {language}");
            let words = rules.split_whitespace().count();
            let least = if game.has_scorer() { LEAST_WORDS } else { 1 };
            let allowed = least..=MOST_WORDS;
            assert!(allowed.contains(&words), "{key}, {language}: {words} words");
        }
    }
}

/// The checks above do find an example that is wrong.
#[test]
fn a_wrong_example_is_found() {
    let cribbage = roster::find("cribbage").expect("cribbage is in the house");
    let check = |lines: &[&str]| check_example(cribbage, lines);
    assert_eq!(check(&["play: 5H 5C 5D", "= 8: 2 + 6"]), Ok(()));
    for lines in [
        &["play: 5H 5C 5D", "= 8: 6 + 2"][..],
        &["play: 5H 5C 5D", "= 6: 6"],
        &["play: 5H 5C 5D"],
        &["play: 5H 5C 5D", "8"],
        &["play: 5H 5C XX", "= 8: 2 + 6"],
        &["play: 5H 5C 5D", "= 8: 2 + 6", "= winner 3"],
    ] {
        assert!(check(lines).is_err(), "{lines:?}");
    }
}
