//! Records: written records can be read, and reading is harmless.

use kernel::{Game, Turn};
use proptest::prelude::*;
use testkit::{names_unreadable_tags, random_record};

use crate::{Cribbage, Options, Record};

#[test]
fn records_of_whole_games_parse_back_to_the_same_events() {
    for preset in Cribbage::presets() {
        for seed in 0..20 {
            let record = random_record::<Cribbage>(preset.options.clone(), seed, usize::MAX);
            assert_eq!(record.game().turn(), Turn::Over, "{} {seed}", preset.name);
            let parsed: Record = record.to_string().parse().unwrap();
            assert!(parsed == record, "{} {seed}", preset.name);
        }
    }
}

/// The example in the notation's documentation is a record, written as it would be.
#[test]
fn the_documented_record_is_real() {
    let source = include_str!("../notation.rs");
    let example = source
        .split("```")
        .nth(1)
        .unwrap()
        .trim_start_matches("text\n");
    let lines = example.lines().filter_map(|line| line.strip_prefix("//!"));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    let record: Record = text.trim_end().parse().unwrap();
    assert_eq!(record.to_string().trim_end(), text.trim_end());
}

#[test]
fn a_record_without_annotations_is_the_same_record() {
    let record = random_record::<Cribbage>(Options::default(), 5, usize::MAX);
    let bare: String = record
        .to_string()
        .lines()
        .filter(|line| {
            !["show", "crib", "won"]
                .iter()
                .any(|word| line.starts_with(word))
        })
        .map(|line| {
            let words = line.split(' ').filter(|word| !word.ends_with(":go"));
            let bare = words.map(|word| word.split(['=', '+']).next().unwrap());
            bare.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    assert_eq!(bare.parse::<Record>().unwrap(), record);
}

#[test]
fn tags_for_people_survive_and_cannot_be_options() {
    let mut record = Record::new(Options::default()).unwrap();
    assert!(record.tag("Where", "the kitchen table, #1"));
    assert!(!record.tag("Seats", "4"));
    assert!(!record.tag("Where", "a \"quoted\" place"));
    assert!(!record.tag("two words", "x"));
    assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
}

/// A misread tag would silently make another game.
#[test]
fn a_tag_that_cannot_be_read_is_named() {
    let alone = |value: &str| {
        let text = format!("[Seats \"4\"]\n[Alone \"{value}\"]\n");
        text.parse::<Record>().map(|record| record.options().alone)
    };
    assert_eq!(alone("yes"), Ok(true));
    assert_eq!(alone("no"), Ok(false));
    assert_eq!(
        alone("true").unwrap_err().to_string(),
        "line 2: Alone: \"true\" is neither yes nor no"
    );
    names_unreadable_tags::<Cribbage>(&[
        "Seats",
        "Target",
        "Alone",
        "Counting",
        "HeadStart",
        "Match",
        "FirstDealer",
    ]);
}

#[test]
fn a_wrong_annotation_names_its_line() {
    let text = random_record::<Cribbage>(Options::default(), 5, usize::MAX).to_string();
    let (line, show) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.starts_with("show"))
        .unwrap();
    let (start, points) = show.rsplit_once(' ').unwrap();
    let wrong = text.replacen(show, &format!("{start} 27"), 1);
    let error = wrong.parse::<Record>().unwrap_err();
    assert_eq!(error.line, line + 1);
    assert_eq!(error.message, format!("this counts {points}, not 27"));
}

proptest! {
    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC{0,200}") {
        let _ = text.parse::<Record>();
    }

    /// A record with one changed byte is refused or is another game, but never panics.
    #[test]
    fn a_damaged_record_is_a_record_or_an_error(seed in 0_u64..8, place in any::<usize>(), byte in 32_u8..127) {
        let mut text = random_record::<Cribbage>(Options::default(), seed, 60).to_string().into_bytes();
        let place = place % text.len();
        text[place] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
        }
    }

    #[test]
    fn a_record_stopped_anywhere_parses_back(seed in any::<u64>(), most in 0_usize..120, preset in 0_usize..7) {
        let options = Cribbage::presets().swap_remove(preset).options;
        let record = random_record::<Cribbage>(options, seed, most);
        prop_assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
    }
}
