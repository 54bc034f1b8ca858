//! Every game of the house through a table.

use kernel::Viewer;
use serde_json::json;
use table::{Stage, chronicle, ended_games, verify};

use crate::harness::{House, seconds};

/// Ann opens a table, adds bots and goes away: the bots play to the end, every
/// message is numbered, and every deal checks.
#[test]
fn every_game_of_the_house_is_played_to_its_end_by_bots() {
    for kind in roster::GAMES {
        for (name, options) in kind.presets() {
            let key = kind.meta().key;
            let mut house = House::open(
                key,
                json!({ "options": options, "table": { "pace": "instant", "clockSeconds": 5 } }),
            );
            while house
                .table
                .listing()
                .is_some_and(|listing| listing.open != 0)
            {
                house.ok("ann", "add_bot", json!({}));
            }
            // Ann stays and lets her clock run out, whatever she is asked.
            for _ in 0..1_000 {
                if house.table.stage() != Stage::Playing {
                    break;
                }
                house.tick(seconds(5));
            }
            assert_eq!(house.table.stage(), Stage::Finished, "{key} {name}");
            let finished = house.last(Viewer::Spectator, "game_finished");
            assert!(finished["scores"].is_object(), "{finished}");
            let report = verify::verify(&house.entries, roster::find);
            assert!(report.is_good(), "{key} {name}");
            is_remembered(&house, &format!("{key} {name}"));
            if key == "cribbage" {
                assert!(house.knowledge.looked > 1_000, "{}", house.knowledge.looked);
            }
        }
    }
}

/// The remembered game agrees with its journal.
fn is_remembered(house: &House, name: &str) {
    let again = ended_games(&house.entries, roster::find).unwrap();
    assert_eq!(house.ended, again, "{name}");
    let [ended] = &again[..] else {
        panic!("{name}: {again:?}")
    };
    let games = chronicle(&house.entries, roster::find, house.now).unwrap();
    for (seat, played) in ended.seats.iter().zip(&games[0].players) {
        let told = (played.seat, played.score, played.won);
        assert_eq!((seat.seat, seat.score, seat.won), told, "{name}");
        assert_eq!(seat.player.is_none(), seat.bot.is_some(), "{name}");
    }
}

/// People play every preset of cribbage by its own commands, at the pace of people.
#[test]
fn people_play_cribbage_by_its_commands() {
    let kind = roster::find("cribbage").unwrap();
    for (name, options) in kind.presets() {
        let mut house = House::open("cribbage", json!({ "options": options }));
        for who in ["bob", "cat", "dan"] {
            if house.table.stage() == Stage::Waiting {
                house.send(who, "join_game", json!({ "nickname": who }));
            }
        }
        house.play_until("gameover");
        let report = verify::verify(&house.entries, roster::find);
        assert!(report.is_good(), "{name}");
        let checks = report.games[0].checks.iter();
        let draws = checks
            .filter(|check| check.what.starts_with("draw"))
            .count();
        assert!(draws >= 3, "{name}: {draws} draws");
        assert!(
            house.knowledge.looked > 1_000,
            "{name}: {}",
            house.knowledge.looked
        );
    }
}

/// Three and four seats have the same messages, with a score for each place.
#[test]
fn every_place_has_its_score() {
    for (options, partners) in [
        (json!({ "seats": 3 }), false),
        (json!({ "seats": 4 }), true),
        (json!({ "seats": 4, "alone": true }), false),
    ] {
        let seats = options["seats"].as_u64().unwrap() as usize;
        let more = json!({ "options": options, "table": { "pace": "instant" } });
        let mut house = House::open("cribbage", more);
        for who in &["bob", "cat", "dan"][..seats - 1] {
            house.ok(who, "join_game", json!({ "nickname": who }));
        }
        house.play_until("gameover");
        let finished = house.last(Viewer::Spectator, "game_finished");
        let score = |place: usize| finished[format!("p{place}Score")].as_i64();
        let scores: Vec<i64> = (1..=seats).map(|place| score(place).unwrap()).collect();
        assert_eq!(score(seats + 1), None);
        assert!(scores.contains(&121), "{scores:?}");
        assert_eq!(
            scores[0] == scores[2] && scores.iter().filter(|score| **score == 121).count() == 2,
            partners
        );
        let played = house.last(Viewer::Spectator, "card_played");
        assert!(played.get(format!("p{seats}Score")).is_some());
        let dealt = house.last(Viewer::Spectator, "cards_dealt");
        assert!(dealt.get(format!("p{seats}Nickname")).is_some());
    }
}
