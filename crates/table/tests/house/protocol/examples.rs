//! The examples of the page.

use kernel::{BySeat, Key, Seat, Seating, Setting};
use serde_json::Value;
use table::{Command, codes};

use super::PAGE;

/// A JSON block of the page.
#[derive(Debug)]
pub(super) struct Example {
    /// The name in the heading.
    pub(super) name: String,
    /// The game that it is of, where the page says so.
    pub(super) game: Option<String>,
    pub(super) json: Value,
}

impl Example {
    pub(super) fn must_be_known_to_its_game(&self, command: &Command) {
        let Command::Act { name, payload } = command else {
            return;
        };
        let game = self.game.as_deref().unwrap_or("cribbage");
        let game = roster::find(game).unwrap().start(&Value::Null).unwrap();
        let setting = Setting {
            key: &Key::from_seed(0),
            draws: 0,
            seating: &Seating::new(BySeat::from(Vec::new())),
        };
        // Nobody can move yet; therefore a game can only refuse a command that it cannot read.
        let refusal = game.command(Seat(0), name, payload, &setting);
        let refusal = refusal.expect("a command of the game").unwrap_err();
        assert_eq!(refusal.code, codes::NOT_YOUR_TURN, "{name}: {refusal}");
    }
}

/// The JSON blocks after `what:`, or `what of <game>:`.
pub(super) fn examples(what: &str) -> Vec<Example> {
    let (mut heading, mut caption) = ("", "");
    let mut examples = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            heading = line.split('`').nth(1).unwrap_or_default();
        } else if line == "```json" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let json = serde_json::from_str(&block.join("\n"));
            let json = json.unwrap_or_else(|error| panic!("{heading}, {caption} {error}"));
            let (word, game) = words(caption);
            let (name, game) = (heading.to_owned(), game.map(str::to_owned));
            if word == what {
                examples.push(Example { name, game, json });
            }
        } else if !line.is_empty() {
            caption = line;
        }
    }
    assert!(!examples.is_empty(), "there is an example of {what}");
    examples
}

/// The kind of a block, and its game.
pub(super) fn words(caption: &str) -> (&str, Option<&str>) {
    let known = ["Command", "Ack", "Refusal", "Event", "Fair cards"];
    let caption = caption.strip_suffix(':').unwrap_or_default();
    let (word, game) = match caption.split_once(" of ") {
        Some((word, game)) => (word, Some(game)),
        None => (caption, None),
    };
    assert!(
        known.contains(&word),
        "what is the block after {caption:?}?"
    );
    (word, game)
}
