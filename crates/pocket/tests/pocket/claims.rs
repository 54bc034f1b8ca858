//! A house checks the journal of a pocket that somebody hands in.

use serde_json::{Value, json};
use table::{ClaimedGames, Entry, PlayerId, Refusal};

use crate::device::Device;
use crate::games::short;

fn claim(journal: &Value, who: &str) -> Result<ClaimedGames, Refusal> {
    let text = journal.to_string();
    let entries: Vec<Entry> = serde_json::from_str(&text).expect("entries read back");
    ClaimedGames::of(&entries, roster::find, &PlayerId::new(who)?)
}

/// A finished game of this kind, as its device holds it.
fn played(game: &str, seed: u64) -> (Device, String) {
    let mut device = Device::new(seed);
    let code = device.table(game, short(game), "easy");
    device.play(&["ann"], &code);
    (device, code)
}

fn journal(device: &Device, code: &str) -> Value {
    json!(device.entries(code))
}

/// The entry that ends the game.
fn end(journal: &mut Value) -> &mut Value {
    let mut entries = journal.as_array_mut().expect("entries").iter_mut();
    let end = entries.find(|entry| !entry["fact"]["decided"]["run"]["end"].is_null());
    &mut end.expect("an end")["fact"]["decided"]["run"]
}

#[test]
#[expect(clippy::print_stdout, reason = "the measured values are printed")]
fn every_finished_game_can_be_claimed_by_who_sat_there() {
    for (seed, game) in (41..).zip(["cribbage", "texas42", "dice"]) {
        let (device, code) = played(game, seed);
        let journal = journal(&device, &code);
        println!("{game}: {} bytes", journal.to_string().len());
        let claim = claim(&journal, "ann").expect("it can be played again");
        assert_eq!(claim.code.to_string(), code);
        let [(seat, ended)] = &claim.games[..] else {
            panic!("{game}: {} games", claim.games.len());
        };
        assert_eq!((seat.0, ended.number, ended.game), (0, 1, game));
        let bots = ended.seats.iter().filter(|seat| seat.player.is_none());
        assert_eq!(bots.count(), ended.seats.len() - 1);
    }
}

#[test]
fn a_rematch_is_claimed_with_the_game_before_it() {
    let (mut device, code) = played("cribbage", 44);
    device.ok("ann", "rematch", json!({ "gameCode": code }));
    let first = claim(&journal(&device, &code), "ann").expect("one is over");
    assert_eq!(first.games.len(), 1);
    device.pass_time();
    device.play(&["ann"], &code);
    let both = claim(&journal(&device, &code), "ann").expect("both are over");
    let numbers: Vec<u32> = both.games.iter().map(|(_, game)| game.number).collect();
    assert_eq!(numbers, [1, 2]);
    // The names are the same, so that the first is known again; another player has another.
    let (ann, bob) = (PlayerId::new("1").unwrap(), PlayerId::new("2").unwrap());
    assert_eq!(both.name(&ann), first.name(&ann));
    assert_ne!(both.name(&ann), both.name(&bob));
    assert_eq!(ClaimedGames::code_in(&both.name(&ann)), code);
    assert!(both.name(&ann).len() <= 16);
}

#[test]
fn nobody_claims_what_is_not_over_or_not_theirs() {
    let mut device = Device::new(45);
    let code = device.table("cribbage", short("cribbage"), "easy");
    let refused = claim(&journal(&device, &code), "ann").expect_err("it is not over");
    assert_eq!(refused.code, "table/not_over");
    device.play(&["ann"], &code);
    let journal = journal(&device, &code);
    let bot = journal.as_array().unwrap().iter().find_map(|entry| {
        let seated = &entry["fact"]["seated"];
        let is_bot = !seated["bot"].is_null();
        is_bot.then(|| seated["player"].as_str().unwrap().to_owned())
    });
    for who in ["bob", &bot.expect("a bot sits there")] {
        let refused = claim(&journal, who).expect_err("somebody else sat there");
        assert_eq!(refused.code, "table/not_seated", "{who}");
    }
}

#[test]
fn a_lesson_is_not_claimed() {
    let mut device = Device::new(46);
    let create = json!({ "game": "cribbage", "nickname": "Ann", "deal": "lesson" });
    let code = device.ok("ann", "create_game", create)["gameCode"].clone();
    let refused = claim(&journal(&device, code.as_str().unwrap()), "ann");
    assert_eq!(refused.expect_err("a lesson").code, "claim/shared_luck");
}

/// A change of a journal, and its name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Value));

/// Each change is one that somebody might wish for.
#[test]
fn a_game_that_did_not_go_so_is_refused() {
    let (device, code) = played("cribbage", 47);
    let (other, other_code) = played("cribbage", 48);
    let sound = journal(&device, &code);
    let other = journal(&other, &other_code);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut journal = sound.clone();
        change(&mut journal);
        assert_ne!(journal, sound, "something is changed");
        claim(&journal, "ann").expect_err("it did not go so").code
    };
    let started = |journal: &Value| {
        let mut entries = journal.as_array().unwrap().iter();
        entries
            .position(|entry| !entry["fact"]["started"].is_null())
            .expect("a game begins")
    };
    let place = started(&sound);
    let changes: [Change<'_>; 8] = [
        ("the secret of the table", &|journal| {
            journal[0]["fact"]["opened"]["secret"] = json!("07".repeat(32));
        }),
        ("the secret of the game", &|journal| {
            end(journal)["end"]["secret"] = json!("07".repeat(32));
        }),
        ("the promise", &|journal| {
            journal[place]["fact"]["started"]["commitment"] = json!("07".repeat(32));
        }),
        ("the code", &|journal| {
            journal[0]["fact"]["opened"]["code"] = json!("VHG4SC");
        }),
        ("the luck", &|journal| {
            let from = &other[started(&other)]["fact"]["started"]["run"];
            journal[place]["fact"]["started"]["run"] = from.clone();
        }),
        ("a move", &|journal| {
            let entries = journal.as_array_mut().unwrap();
            entries.remove(place + 2);
            for (entry, seq) in entries.iter_mut().zip(1..) {
                entry["seq"] = json!(seq);
            }
        }),
        ("the end", &|journal| {
            let entries = journal.as_array_mut().unwrap();
            let last = entries.len() - 1;
            entries.remove(last - 1);
        }),
        ("the options", &|journal| {
            journal[0]["fact"]["opened"]["options"]["target"] = json!(121);
            journal[place]["fact"]["started"]["options"]["target"] = json!(121);
        }),
    ];
    for (what, change) in changes {
        assert_eq!(with(change), "claim/unproved", "{what}");
    }
}

/// A changed byte never changes the result: the journal is refused, or the byte was part of a name
/// or a time.
#[test]
fn one_changed_byte_never_changes_a_result() {
    let (device, code) = played("texas42", 49);
    let sound = journal(&device, &code);
    let result = |claim: &ClaimedGames| {
        let seats = claim.games.iter().flat_map(|(_, game)| &game.seats);
        let seats = seats.map(|seat| (seat.seat, seat.won, seat.score, seat.figures.clone()));
        (claim.commitment, seats.collect::<Vec<_>>())
    };
    let expect = result(&claim(&sound, "ann").expect("it is sound"));
    let text = sound.to_string();
    let (mut refused, mut unread) = (0, 0);
    for n in 0..400 {
        let place = n * text.len() / 400;
        let mut bytes = text.clone().into_bytes();
        bytes[place] = match bytes[place] {
            b'9' | b'f' => b'0',
            byte => byte + 1,
        };
        let Ok(entries) = serde_json::from_slice::<Vec<Entry>>(&bytes) else {
            unread += 1;
            continue;
        };
        let player = PlayerId::new("ann").unwrap();
        match ClaimedGames::of(&entries, roster::find, &player) {
            Ok(claim) => assert_eq!(result(&claim), expect, "byte {place}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "{refused} refused, {unread} not read");
}
