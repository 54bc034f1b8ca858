//! Only durable entries are told, and no durable entry is lost.

use serde_json::{Value, json};
use table::Millis;

use crate::device::Device;
use crate::games::short;

/// Ann's view, without the parts that change with time alone.
fn seen(device: &mut Device, code: &str) -> Value {
    let table = device.sync("ann", code);
    json!({ "view": table["view"], "legal": table["legal"], "seat": table["seat"] })
}

#[test]
fn killed_anywhere_the_game_goes_on_where_it_was() {
    for game in ["cribbage", "texas42", "dice"] {
        let mut device = Device::new(7);
        let code = device.table(game, short(game), "easy");
        let mut n_steps = 0;
        while device.step(&["ann"], &code) {
            n_steps += 1;
            if n_steps % 5 == 0 {
                // When a table is woken, everything that was decided counts as shown; therefore the
                // views are compared when nothing is left to show.
                while device.think() {}
                let before = device.sync("ann", &code);
                let moves = before["legal"] != json!([]) && before["legal"] != json!({});
                let before = seen(&mut device, &code);
                device.kill();
                if moves {
                    assert_eq!(seen(&mut device, &code), before, "{game} after {n_steps}");
                }
            }
            assert!(n_steps < 20_000, "{game} never ended");
        }
        assert_eq!(
            device.look(&code, "verify").expect("it is over")["good"],
            true
        );
    }
}

#[test]
fn a_command_that_was_applied_is_answered_again_after_a_kill() {
    let mut device = Device::new(8);
    let code = device.table("cribbage", short("cribbage"), "easy");
    let add = json!({ "gameCode": code, "entropy": "ab".repeat(16), "commandId": "again" });
    let first = device.send("ann", "add_entropy", add.clone());
    device.kill();
    let second = device.send("ann", "add_entropy", add);
    assert_eq!(first, second);
}

#[test]
fn what_the_journal_does_not_take_never_happened() {
    let mut device = Device::new(9);
    let code = device.table("cribbage", short("cribbage"), "easy");
    while device.sync("ann", &code)["view"]["phase"] != "discard" {
        if !device.think() {
            device.pass_time();
        }
    }
    let before = seen(&mut device, &code);
    let n_entries = device.entries(&code).len();
    let n_heard = device.heard["ann"].len();
    device.writes = false;
    let discard = json!({ "gameCode": code, "cards": [] });
    // A refused command needs no journal, and is answered.
    assert!(device.send("ann", "discard", discard).is_some());
    let leave = device.send("ann", "leave_game", json!({ "gameCode": code }));
    assert_eq!(leave, None, "only durable entries are told");
    device.writes = true;
    assert_eq!(device.entries(&code).len(), n_entries);
    assert_eq!(device.heard["ann"].len(), n_heard);
    assert_eq!(seen(&mut device, &code), before);
}

#[test]
fn a_clock_that_is_set_back_does_not_stop_a_table() {
    let mut device = Device::new(10);
    device.now = Millis(100_000_000_000);
    let code = device.table("cribbage", short("cribbage"), "easy");
    for _ in 0..20 {
        device.step(&["ann"], &code);
    }
    device.kill();
    device.now = Millis(5_000);
    device.play(&["ann"], &code);
    assert!(device.now < Millis(100_000_000_000));
}

#[test]
fn a_clock_that_is_set_back_does_not_hide_a_finished_game() {
    let mut device = Device::new(13);
    device.now = Millis(100_000_000_000);
    let code = device.table("cribbage", short("cribbage"), "easy");
    device.play(&["ann"], &code);
    device.kill();
    device.now = Millis(5_000);
    for what in ["verify", "replay?game=1"] {
        let looked = device.look(&code, what);
        assert!(looked.is_ok(), "{what}: {looked:?}");
    }
    let entries = device.entries(&code);
    let reviewed = pocket::review(&entries, device.now, 1, &mut |_, _| {});
    assert!(!reviewed.expect("it is over").decisions.is_empty());
}

#[test]
fn days_in_a_pocket_close_no_table() {
    let mut device = Device::new(11);
    let code = device.table("texas42", short("texas42"), "easy");
    for _ in 0..10 {
        device.step(&["ann"], &code);
        device.kill();
        device.now = Millis(device.now.0 + 3 * 24 * 60 * 60 * 1_000);
    }
    device.play(&["ann"], &code);
}

#[test]
fn a_damaged_journal_is_refused_and_does_not_panic() {
    let mut device = Device::new(12);
    let code = device.table("cribbage", short("cribbage"), "easy");
    device.play(&["ann"], &code);
    let entries = device.entries(&code);
    assert!(pocket::check(&entries).is_ok());
    for gone in 0..entries.len() - 1 {
        let mut damaged = entries.clone();
        damaged.remove(gone);
        assert!(pocket::check(&damaged).is_err(), "without entry {gone}");
    }
    assert!(pocket::check(&[]).is_err());
}
