//! Tests of the plain wire and of what every game's messages share.

use super::*;
use crate::{BySeat, Player};
use serde_json::json;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Happening {
    Bare,
    Wrapped(u8),
    Full { seat: Seat },
}

#[track_caller]
fn check(event: Happening, name: &str, payload: Value) {
    let (found, fields) = named(&event);
    assert_eq!((found.as_str(), Value::Object(fields)), (name, payload));
}

#[test]
fn an_event_has_its_own_name_and_fields() {
    check(Happening::Bare, "bare", json!({}));
    check(Happening::Wrapped(3), "wrapped", json!({ "value": 3 }));
    check(
        Happening::Full { seat: Seat(1) },
        "full",
        json!({ "seat": 1 }),
    );
}

#[test]
fn a_field_is_read_under_any_of_its_names() {
    let payload = fields(&json!({ "old": 7, "bad": "x" }));
    assert_eq!(read_field::<u8>(&payload, &["new", "old"]), Ok(7));
    let refused = |names: &[&str]| read_field::<u8>(&payload, names).unwrap_err();
    let missing = refused(&["new"]);
    assert_eq!(missing.code, "wire/malformed");
    assert_eq!(missing.message, r#"there is no "new" in this command"#);
    assert!(refused(&["bad"]).message.starts_with("bad: "));
}

#[test]
fn scores_are_told_by_id_and_by_place() {
    let player = |uuid: &str| Player {
        uuid: uuid.to_owned(),
        nickname: String::new(),
    };
    let seating = Seating::new(BySeat::from(vec![player("a"), player("b"), player("c")]));
    let mut payload = Payload::new();
    seating.put_scores(&mut payload, |seat| i32::from(seat.0) * 10);
    let expect = json!({
        "scores": { "a": 0, "b": 10, "c": 20 }, "p1Score": 0, "p2Score": 10, "p3Score": 20,
    });
    assert_eq!(Value::Object(payload), expect);
    let typed = seating.scores(|seat| i32::from(seat.0) * 10);
    assert_eq!(Value::Object(fields(&typed)), expect);
    assert_eq!(seating.uuid(Seat(7)), "");
}

#[test]
fn every_seat_that_a_table_can_have_is_told_its_score() {
    for n_seats in 1..=Seat::MAX {
        let seating = Seating::new(BySeat::from_fn(n_seats, |seat| Player {
            uuid: format!("player {seat}"),
            nickname: String::new(),
        }));
        let score = |seat: Seat| i32::from(seat.0) * 10;
        let mut payload = Payload::new();
        seating.put_scores(&mut payload, score);
        assert_eq!(payload.len(), 1 + usize::from(n_seats));
        assert_eq!(fields(&seating.scores(score)), payload);
    }
}
