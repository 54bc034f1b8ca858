//! Written records read back, and bad input gets a sentence.

use crate::{Bid, Call, ForcedBid, Options, Record, Texas42};
use kernel::{Game, Turn};
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

fn any_bid() -> impl Strategy<Value = Bid> {
    prop_oneof![
        (30..=41_u8).prop_map(Bid::Points),
        any::<u8>().prop_map(Bid::Marks),
        any::<u8>().prop_map(Bid::Plunge),
        any::<u8>().prop_map(Bid::Splash),
    ]
}

/// Words that records are made of, in any order.
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
}
