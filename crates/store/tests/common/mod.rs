//! Tables and entries for tests. They are small, and their numbers identify them.

#![allow(dead_code, reason = "each test uses a part of it")]

use store::{Code, Ended, EndedSeat, NewTable, PlayerId, StoredEntry, Sum};

pub(crate) fn code(text: &str) -> Code {
    text.parse().expect("a test's code is good")
}

pub(crate) fn player(text: &str) -> PlayerId {
    text.parse().expect("a test's player is good")
}

pub(crate) fn table(text: &str) -> NewTable {
    NewTable {
        code: code(text),
        game: "cribbage".to_owned(),
        rules_version: 1,
        options: r#"{"seats":2}"#.to_owned(),
        commitment: [7; 32],
        creator: player("ann"),
        command_id: None,
        at: 1_000,
    }
}

/// The entry of this number, which no player has caused.
pub(crate) fn entry(seq: u64) -> StoredEntry {
    StoredEntry {
        seq,
        at: 1_000 + seq,
        player: None,
        command_id: None,
        body: format!(r#"{{"entry":{seq}}}"#),
    }
}

pub(crate) fn entries(numbers: std::ops::RangeInclusive<u64>) -> Vec<StoredEntry> {
    numbers.map(entry).collect()
}

/// The entry of this number, which a player's command has caused.
pub(crate) fn by(seq: u64, name: &str, command: &str) -> StoredEntry {
    StoredEntry {
        player: Some(player(name)),
        command_id: Some(command.parse().expect("a test's command is good")),
        ..entry(seq)
    }
}

/// The same game as its first player claims it: only the names of the others are known.
pub(crate) fn claimed(seq: u64, game: &str, scores: &[(&str, i32)]) -> Ended {
    let mut game = Ended {
        claimed: true,
        ..ended(seq, game, scores)
    };
    for seat in &mut game.seats[1..] {
        seat.player = None;
    }
    game
}

/// A game that ended with the entry of this number. These players or levels of bots played it, each
/// with the score of its side. The best score wins.
pub(crate) fn ended(seq: u64, game: &str, scores: &[(&str, i32)]) -> Ended {
    let best = scores.iter().map(|(_, score)| *score).max();
    let seat = |(seat, (name, score)): (usize, &(&str, i32))| {
        let bot = ["easy", "expert"].contains(name);
        EndedSeat {
            seat: seat as u8,
            side: seat as u8,
            player: (!bot).then(|| player(name)),
            bot: bot.then(|| (*name).to_owned()),
            name: name.to_uppercase(),
            won: Some(*score) == best,
            score: *score,
            figures: vec![
                ("crib".to_owned(), Sum::of(score.wrapping_rem(7).into())),
                ("hand".to_owned(), Sum::of(3).plus(Sum::of((*score).into()))),
            ],
            fared: None,
        }
    };
    Ended {
        number: seq as u32,
        game: game.to_owned(),
        seq,
        at: 1_000 + seq,
        deal: None,
        claimed: false,
        seats: scores.iter().enumerate().map(seat).collect(),
    }
}
