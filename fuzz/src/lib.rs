//! Every reader of text from outside, each behind one function that takes any bytes.
//!
//! The fuzz targets call these, and so does a test of the command on a stable toolchain
//! (`crates/tallyhouse/tests/readers.rs`), which includes this file: both try the same. A reader
//! may refuse; it may not panic, and every accepted text must read back as the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use table::{Command, Parsed};

/// A reader, and its name: that of its fuzz target and of its folder of seeds.
pub type Reader = (&'static str, fn(&[u8]));

/// All of them.
pub const READERS: [Reader; 4] = [
    ("command", command),
    ("pieces", pieces),
    ("record", record),
    ("score", score),
];

/// The text of a message to the house, and what each game makes of it.
pub fn command(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(Parsed::AtTable { request, .. }) = server::read_message(text) else {
        return;
    };
    if let Command::Act { name, payload } = &request.command {
        for kind in roster::GAMES {
            let game = kind.start(&Default::default());
            let game = game.expect("the usual options are possible");
            let setting = kernel::Setting {
                key: &kernel::Key::from_seed(0),
                draws: 0,
                seating: &kernel::Seating::new(kernel::BySeat::from(Vec::new())),
            };
            // At the start of a game, and at its first choice if luck leads to one.
            let first = game.begin(&setting).expect("a game begins");
            let games = first.scenes.into_iter().filter_map(|scene| scene.game);
            for game in [game].into_iter().chain(games) {
                let _ = game.command(kernel::Seat(0), name, payload, &setting);
            }
        }
    }
}

/// The notations of cards, dominoes and dice.
pub fn pieces(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    reads_back::<pieces::Card>(text);
    reads_back::<pieces::Domino>(text);
    reads_back::<pieces::Die>(text);
    reads_back::<pieces::CardSet>(text);
    reads_back::<pieces::DominoSet>(text);
    reads_back::<pieces::FaceCounts>(text);
    let _ = pieces::parse_cards(text);
    let _ = pieces::parse_dominoes(text);
    let _ = pieces::parse_dice(text);
}

/// Whole games as text.
pub fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for kind in roster::GAMES {
        roster::visit(kind.meta().key, RecordOf(text));
    }
}

/// A text as a record of some game.
struct RecordOf<'a>(&'a str);

impl roster::Visitor for RecordOf<'_> {
    type Answer = ();

    fn visit<G: kernel::Facade>(self) {
        if let Ok(record) = (G::RECORDS.read)(self.0) {
            let written = (G::RECORDS.write)(&record);
            let again = (G::RECORDS.read)(&written).expect("a written text can be read");
            assert_eq!(again, record);
        }
    }
}

/// Requests to score something.
pub fn score(bytes: &[u8]) {
    for kind in roster::GAMES {
        let mut answer = Vec::new();
        let scored = kind.score_json(bytes, &mut answer);
        assert_eq!(scored.is_ok(), !answer.is_empty(), "{scored:?}");
    }
}

/// An accepted text is written in the one way that reads back as the same.
fn reads_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        assert_eq!(
            written.parse::<T>().expect("a written text can be read"),
            value
        );
    }
}
