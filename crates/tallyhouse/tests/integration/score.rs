//! `tallyhouse score cribbage` with cards on the command line.

use crate::binary::run;

#[track_caller]
fn check(args: &str, expected: &str) {
    let run = run(&words(args));
    assert_eq!(run.out, expected);
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
}

/// The arguments of this command, written between spaces.
fn words(args: &str) -> Vec<&str> {
    ["score", "cribbage"]
        .into_iter()
        .chain(args.split(' '))
        .collect()
}

#[test]
fn a_hand_is_counted_item_by_item_and_aloud() {
    check(
        "5H 5C 5S JD --cut 5D",
        "\
Hand 5♥ 5♣ 5♠ J♦ with starter 5♦

  12  5♠ 5♥ 5♦ 5♣  Four of a kind
   2  5♠ J♦        Fifteen
   2  5♥ J♦        Fifteen
   2  5♦ J♦        Fifteen
   2  5♣ J♦        Fifteen
   2  5♠ 5♥ 5♦     Fifteen
   2  5♠ 5♥ 5♣     Fifteen
   2  5♠ 5♦ 5♣     Fifteen
   2  5♥ 5♦ 5♣     Fifteen
   1  J♦           Nobs
  ──
  29  fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten,
      fifteen twelve, fifteen fourteen, fifteen sixteen, four of a kind is
      twenty-eight, and one for his nobs is twenty-nine
",
    );
    check(
        "5H 5S TD 2C --cut 9D",
        "\
Hand 5♥ 5♠ 10♦ 2♣ with starter 9♦

   2  5♠ 5♥   Pair
   2  5♠ 10♦  Fifteen
   2  5♥ 10♦  Fifteen
  ──
   6  fifteen two, fifteen four, and a pair is six
",
    );
}

#[test]
fn a_crib_needs_the_starter_for_a_flush() {
    let flush = "\
Crib 2♥ 4♥ 6♥ 8♥ with starter K♥

   5  2♥ 4♥ 6♥ 8♥ K♥  Flush (5 cards)
  ──
   5  a flush of five is five
";
    check("2H 4H 6H 8H --cut KH --crib", flush);
    let nothing = "Crib 2♥ 4♥ 6♥ 8♥ with starter K♣\n\n   0  nothing\n";
    check("2H 4H 6H 8H --cut KC --crib", nothing);
}

#[test]
fn a_hand_is_counted_without_a_starter() {
    check(
        "2H 4H 6H 8H",
        "\
Hand 2♥ 4♥ 6♥ 8♥

   4  2♥ 4♥ 6♥ 8♥  Flush (4 cards)
  ──
   4  a flush of four is four
",
    );
}

#[test]
fn a_multiple_run_is_explained() {
    check(
        "4S 5H 6D 6C --cut KS --explain",
        "\
Hand 4♠ 5♥ 6♦ 6♣ with starter K♠

   3  4♠ 5♥ 6♦  Run of 3
   3  4♠ 5♥ 6♣  Run of 3
   2  6♦ 6♣     Pair
   2  5♥ K♠     Fifteen
   2  4♠ 5♥ 6♦  Fifteen
   2  4♠ 5♥ 6♣  Fifteen
  ──
  14  fifteen two, fifteen four, fifteen six, a pair is eight, a run of three
      is eleven, and another run of three is fourteen
",
    );
}

#[test]
fn a_play_counts_its_last_card() {
    let run_of_three = "\
Play 7♥ 8♣ 9♦ for 24

   3  7♥ 8♣ 9♦  Run of 3
  ──
   3  a run of three for three
";
    check("--play 7H 8C 9D", run_of_three);
    check("7H 8C 9D --play", run_of_three);
    check("--play 7H 8C 9D --explain", run_of_three);
}

#[test]
fn cards_may_share_an_argument() {
    let separate = run(&words("5H 5S TD 2C --cut 9D"));
    for cards in ["5H 5S TD 2C", "5h,5s,10d,2c", " 5♥ FIVE_SPADES TD, 2C "] {
        let joined = run(&["score", "cribbage", cards, "--cut", "9D"]);
        assert_eq!((joined.status, joined.out), (Some(0), separate.out.clone()));
    }
    let starter = run(&words("5H 5S TD 2C --starter 9D"));
    assert_eq!(starter.out, separate.out);
}

#[test]
fn json_has_total_breakdown_and_totals() {
    check(
        "5H 5S TD 2C --cut 9D --json",
        concat!(
            r#"{"total":6,"breakdown":["#,
            r#"{"type":"PAIR","points":2,"cards":["5S","5H"],"description":"Pair"},"#,
            r#"{"type":"FIFTEEN","points":2,"cards":["5S","TD"],"description":"Fifteen"},"#,
            r#"{"type":"FIFTEEN","points":2,"cards":["5H","TD"],"description":"Fifteen"}],"#,
            r#""totals":{"fifteens":4,"pairs":2,"runs":0,"flush":0,"nobs":0}}"#,
            "\n"
        ),
    );
    check(
        "--play 7H 8C --json",
        concat!(
            r#"{"total":2,"breakdown":[{"type":"PEGGING_FIFTEEN","points":2,"cards":["7H","8C"],"#,
            r#""description":"Fifteen"}],"totals":{"fifteens":2,"pairs":0,"runs":0,"flush":0,"nobs":0}}"#,
            "\n"
        ),
    );
    check(
        "2S 4H 6D QC --json",
        concat!(
            r#"{"total":0,"breakdown":[],"#,
            r#""totals":{"fifteens":0,"pairs":0,"runs":0,"flush":0,"nobs":0}}"#,
            "\n"
        ),
    );
}

/// The message goes to standard error, or with `--json` to standard output; the status is the same.
#[track_caller]
fn refuses(args: &str, code: &str, message: &str) {
    let plain = run(&words(args));
    assert_eq!(plain.err, format!("error: {message}\n"));
    assert_eq!((plain.status, &plain.out[..]), (Some(2), ""));

    let json = run(&words(&format!("{args} --json")));
    let error = serde_json::json!({"error": {"code": code, "message": message}});
    assert_eq!(json.json(), [error]);
    assert_eq!((json.status, &json.err[..]), (Some(2), ""));
}

#[test]
fn bad_cards_are_bad_usage() {
    refuses(
        "5H 5X 5S JD",
        "unknown_card",
        "\"5X\" (number 2, at byte 3) must be a card such as 5H: a rank and a suit, S H D or C",
    );
    refuses(
        "5H 5C 5S JD --cut 11D",
        "unknown_card",
        "\"11D\" must be a card such as 5H: a rank, A 2 3 4 5 6 7 8 9 T J Q or K, and a suit",
    );
    refuses(
        "5H 5C 5h JD",
        "duplicate_card",
        "5H must be listed once, not as card 1 and card 3",
    );
    refuses(
        "5H 5C 5S --cut JD",
        "wrong_card_count",
        "there must be 4 cards, not 3",
    );
    refuses(
        "5H 5C 5S JD --cut 5C",
        "starter_in_hand",
        "the starter 5C must not be one of the four cards",
    );
    refuses(
        "--play KH QC JD 2S",
        "past_thirty_one",
        "2S makes 32, but the count must not pass 31",
    );
    refuses(
        "--play KH KH",
        "duplicate_card",
        "KH must be listed once, not as card 1 and card 2",
    );
    refuses(
        "--play ,",
        "wrong_card_count",
        "a play must have at least one card: the last one is counted",
    );
}

#[test]
fn junk_gets_a_short_message() {
    // Nearly the longest argument on Linux.
    let junk = "x".repeat(130_000);
    let run = run(&["score", "cribbage", &junk]);
    assert_eq!(run.status, Some(2));
    let message = "error: \"xxxxxxxxxxxxxxxxxxxx…\" (number 1, at byte 0) must be a card \
                   such as 5H: a rank and a suit, S H D or C\n";
    assert_eq!(run.err, message);
}

#[test]
fn arguments_that_exclude_each_other_are_bad_usage() {
    for args in [
        "--play 7H 8C --cut 9D",
        "--play 7H 8C --crib",
        "5H 5C 5S JD --jsonl",
        "--jsonl --json",
        "--jsonl --explain",
        "5H 5C 5S JD --cutt 5D",
        "--crib",
    ] {
        let run = run(&words(args));
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args}");
        assert!(run.err.starts_with("error: "), "{args}: {}", run.err);
    }
}
