//! Records and requests: written records read back, and bad input gets a sentence.

use crate::{Bid, Call, ForcedBid, Options, Record, Texas42};
use kernel::{Facade, Game, Turn};
use proptest::prelude::*;
use testkit::{names_unreadable_tags, random_record};

#[test]
fn random_games_read_back() {
    for preset in Options::presets() {
        for seed in 0..20 {
            let mut record = random_record::<Texas42>(preset.options.clone(), seed, 2_000);
            assert!(record.tag("North", "nobody in particular"));
            assert_eq!(record.game().turn(), Turn::Over);
            let text = record.to_string();
            assert_eq!(text.parse::<Record>().as_ref(), Ok(&record), "{text}");
        }
    }
}

#[test]
fn every_part_of_a_game_reads_back() {
    let family = &Options::presets()[1].options;
    for most in 0..120 {
        let record = random_record::<Texas42>(family.clone(), 5, most);
        let text = record.to_string();
        assert_eq!(text.parse::<Record>(), Ok(record), "{text}");
    }
}

#[test]
fn every_option_reads_back() {
    let options = Options {
        target: Some(5),
        forced_bid: ForcedBid::ThirtyOne,
        nello: true,
        nello_doubles: crate::NelloDoubles::OwnSuitInverted,
        plunge: true,
        splash: true,
        splash_marks: crate::SplashMarks(3),
        plunge_leader: crate::PlungeLeader::Bidder,
        sevens: true,
        follow_me_doubles: crate::FollowMeDoubles::Low,
        play_out: true,
        first_shaker: Some(kernel::Seat(2)),
        ..Options::default()
    };
    let record = Record::new(options.clone()).unwrap();
    let read: Record = record.to_string().parse().unwrap();
    assert_eq!(read.options(), &options);
    let json = serde_json::to_string(&options).unwrap();
    assert_eq!(serde_json::from_str::<Options>(&json).unwrap(), options);
}

#[track_caller]
fn check_fault(text: &str, expect: &str) {
    assert_eq!(text.parse::<Record>().unwrap_err().to_string(), expect);
}

#[test]
fn a_tag_that_cannot_be_read_is_named() {
    names_unreadable_tags::<Texas42>(&[
        "Mode",
        "Target",
        "ForcedBid",
        "Nello",
        "NelloDoubles",
        "Plunge",
        "Splash",
        "SplashMarks",
        "PlungeLeader",
        "Sevens",
        "FollowMeDoubles",
        "PlayOut",
        "FirstShaker",
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn a_record_says_what_is_wrong_with_it() {
    check_fault(
        "[Game \"chess\"]",
        "line 1: this is a record of \"chess\", not of texas42",
    );
    check_fault("[Rules \"9\"]", "line 1: rules \"9\" are not known here");
    check_fault(
        "[Nello \"maybe\"]",
        "line 1: Nello: \"maybe\" is neither yes nor no",
    );
    check_fault(
        "[Target \"250\"]",
        "line 1: target: the target must be 1 to 7 marks, not 250",
    );
    check_fault("shaker 4", "line 1: \"4\" is not a seat: seats are 0 to 3");
    check_fault("shaker 3\n\ndeal 2 shaker 3", "line 3: this must be deal 1");
    check_fault(
        "shaker 3\ndeal",
        "line 2: this deal lacks the dominoes of a seat",
    );
    check_fault(
        "shaker 3\ndeal\nhand 0 6-6",
        "line 3: a seat must be dealt 7 dominoes, not 1",
    );
    check_fault("hand 0 6-6", "line 1: a hand must follow a deal");
    let deal = "shaker 3\ndeal\n\
        hand 0 6-6 6-5 6-4 6-3 6-2 6-1 5-5\n\
        hand 1 0-0 1-0 2-0 3-0 4-0 5-0 6-0\n\
        hand 2 1-1 2-1 3-1 4-1 5-1 2-2 3-2\n\
        hand 3 3-3 4-2 4-3 4-4 5-2 5-3 5-4\n";
    check_fault(
        &deal.replace("hand 1 0-0", "hand 1 6-6"),
        "line 4: 6-6 is dealt twice",
    );
    check_fault(
        &deal.replace("hand 1", "hand 2"),
        "line 4: a deal must give each seat its hand once, in order from seat 0",
    );
    check_fault(
        &format!(
            "{deal}bid 0:42 1:pass 2:pass 3:pass\nname 0:sixes\ntrick 0:6-6 1:6-0 2:1-1 3:3-3 =1+1"
        ),
        "line 9: this trick ended: =0+1",
    );
    check_fault(&format!("{deal}bid 0"), "line 7: \"0\": write it as 0:31");
    check_fault(
        &format!("{deal}bid 0:fish"),
        "line 7: \"fish\" must be a bid: pass, 30 to 41, 1 mark, 2 marks, plunge 4 or splash 2",
    );
    check_fault(&format!("{deal}won 0 7-0"), "line 7: nobody has won here");
    check_fault(
        &format!("{deal}made 42-0 1-0"),
        "line 7: this hand is not over",
    );
    check_fault(
        &format!("{deal}thrown-in"),
        "line 7: this hand is not thrown in",
    );
    check_fault(
        &format!("{deal}play 0:6-6"),
        "line 7: a line must start with shaker, deal, hand, bid, name, trick, lay-down, thrown-in, made, set or won, not \"play\"",
    );
}

#[test]
fn a_tag_for_people_is_no_option() {
    let mut record = Record::new(Options::default()).unwrap();
    assert!(record.tag("Date", "some Sunday # at noon"));
    assert!(!record.tag("Mode", "points"));
    assert!(!record.tag("Two words", "no"));
    assert!(!record.tag("Quote", "\""));
    assert_eq!(record.to_string().parse(), Ok(record));
}

/// A valid request for the score of a hand, changed by these fields.
fn request(json: &str) -> Result<String, String> {
    let mut answer = Vec::new();
    match Texas42::score_json(json.as_bytes(), &mut answer) {
        Ok(()) => Ok(String::from_utf8(answer).unwrap()),
        Err(refusal) => {
            assert!(answer.is_empty());
            Err(refusal.to_string())
        }
    }
}

fn any_bid() -> impl Strategy<Value = Bid> {
    prop_oneof![
        (30..=41_u8).prop_map(Bid::Points),
        any::<u8>().prop_map(Bid::Marks),
        any::<u8>().prop_map(Bid::Plunge),
        any::<u8>().prop_map(Bid::Splash),
    ]
}

/// Words that records and requests are made of, in any order.
fn any_words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "shaker",
        "deal",
        "hand",
        "bid",
        "name",
        "trick",
        "lay-down",
        "made",
        "set",
        "won",
        "0",
        "3",
        "0:pass",
        "3:31",
        "1:2-marks",
        "0:6-4",
        "=0+1",
        "6-6",
        "[Mode \"points\"]",
        "#",
        "\n",
        "\n",
        "0:sixes",
        "0:",
        ":",
        "=",
        "-",
        "é",
        "7-7",
        "9999999999",
    ]);
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

/// JSON values similar to those of a request.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (0..50_u8).prop_map(Into::into),
        prop::sample::select(vec![
            "6-4",
            "6-6",
            "0-0",
            "7-1",
            "trump",
            "nello",
            "sevens",
            "sixes",
            "follow-me",
            "marks",
            "points",
            "é",
        ])
        .prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 8, |inner| {
        let key =
            prop::sample::select(vec!["marks", "points", "plunge", "splash", "nello_doubles"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(serde_json::Value::from),
            prop::collection::btree_map(key, inner, 0..3).prop_map(|map| map
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v))
                .collect::<serde_json::Map<_, _>>()
                .into()),
        ]
    })
}

proptest! {
    #[test]
    fn bids_read_back(bid in any_bid()) {
        let hyphened = bid.to_string().replace(' ', "-");
        prop_assert_eq!(bid.to_string().parse(), Ok(bid));
        prop_assert_eq!(hyphened.parse(), Ok(Call::Bid(bid)));
        let json = serde_json::to_string(&bid).unwrap();
        prop_assert_eq!(serde_json::from_str::<Bid>(&json).unwrap(), bid);
        prop_assert_eq!(serde_json::from_str::<Call>(&json).unwrap(), Call::Bid(bid));
    }

    #[test]
    fn junk_is_no_bid(text in ".{0,40}") {
        if let Ok(call) = text.parse::<Call>() {
            prop_assert_eq!(call.to_string().parse(), Ok(call));
        }
    }

    #[test]
    fn junk_is_no_record(text in any_words()) {
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut answer = Vec::new();
        prop_assert!(Texas42::score_json(&bytes, &mut answer).is_err());
        prop_assert!(answer.is_empty());
    }

    #[test]
    fn any_request_is_answered(
        mode in any_value(), bidder in any_value(), bid in any_value(), contract in any_value(),
        trump in any_value(), tricks in any_value(), options in any_value(), good in 0..128_u8,
    ) {
        let pick = |bit: u8, junk: serde_json::Value, fair: &str| {
            if good >> bit & 1 == 1 { serde_json::from_str(fair).unwrap() } else { junk }
        };
        let json = serde_json::json!({
            "mode": pick(0, mode, "\"marks\""),
            "bidder": pick(1, bidder, "0"),
            "bid": pick(2, bid, "{\"marks\":2}"),
            "contract": pick(3, contract, "\"trump\""),
            "trump": pick(4, trump, "\"sixes\""),
            "tricks": pick(5, tricks, "[[\"6-4\",\"6-1\",\"6-0\",\"6-6\"]]"),
            "options": pick(6, options, "{}"),
        });
        let answer = request(&json.to_string());
        if good == 127 {
            prop_assert!(answer.unwrap().contains("\"made\":false"));
        } else if let Err(message) = answer {
            prop_assert!(!message.is_empty() && message.len() < 400, "{}", message);
        }
    }
}

/// The scorer agrees with the game: hands of random games, sent as requests.
#[test]
fn a_request_scores_what_the_game_scored() {
    let mut n_hands = 0;
    for preset in Options::presets() {
        for seed in 0..20 {
            let record = random_record::<Texas42>(preset.options.clone(), seed, 2_000);
            let mut game = Texas42::new(preset.options.clone()).unwrap();
            for event in record.events() {
                game.evolve(event);
                if !matches!(event, crate::Event::HandScored { .. }) {
                    continue;
                }
                let score = game.table().last_score().unwrap();
                if score.result.laid_down.is_some() {
                    continue;
                }
                check_request(&preset.options, &score);
                n_hands += 1;
            }
        }
    }
    assert!(n_hands > 300, "{n_hands}");
}

#[track_caller]
fn check_request(options: &Options, score: &crate::HandScore) {
    let result = &score.result;
    let (contract, trump) = match result.pledge.declaration {
        crate::Declaration::Trump(trump) => ("trump", Some(trump)),
        other => (other.name(), None),
    };
    let tricks: Vec<Vec<_>> = (score.tricks.iter())
        .map(|trick| trick.plays.iter().map(|play| play.domino).collect())
        .collect();
    let json = serde_json::json!({
        "mode": options.mode, "bidder": result.pledge.bidder, "bid": result.pledge.bid,
        "contract": contract, "trump": trump, "tricks": tricks,
    });
    let answer: serde_json::Value =
        serde_json::from_str(&request(&json.to_string()).unwrap()).unwrap();
    assert_eq!(answer["made"], result.made(), "{json}");
    for (side, &points) in result.points.iter() {
        let key = crate::side_key(side);
        assert_eq!(answer["points"][key], points);
        assert_eq!(answer["score"][key], result.score[side]);
        assert_eq!(answer["marks"][key], result.marks()[side]);
    }
    check_breakdown(score, &answer);
}

/// The trick lines add up to the points, the award lines to the score.
#[track_caller]
fn check_breakdown(score: &crate::HandScore, answer: &serde_json::Value) {
    let sum = |side: &str, kinds: &[&str]| -> i64 {
        (answer["breakdown"].as_array().unwrap().iter())
            .filter(|line| line["side"] == side && kinds.contains(&line["type"].as_str().unwrap()))
            .map(|line| line["points"].as_i64().unwrap())
            .sum()
    };
    for (side, &points) in score.result.points.iter() {
        let key = crate::side_key(side);
        assert_eq!(
            sum(key, &["trick", "five_count", "ten_count"]),
            i64::from(points)
        );
        assert_eq!(sum(key, &["side_points"]), i64::from(points));
        let awards = ["marks", "points_taken", "points_bid", "low_no"];
        assert_eq!(sum(key, &awards), i64::from(score.result.score[side]));
    }
}
