//! `tallyhouse odds cribbage`.

use crate::binary::run;

#[test]
fn the_odds_are_drawn() {
    let run = run(&["odds", "cribbage", "5H", "5C", "6S", "JD"]);
    assert_eq!(
        run.out,
        "\
Hand 5♥ 5♣ 6♠ J♦ over 48 starters

  points  starters
       6   12  25.0%  ████████████████████████  A♠♥♣ 2♠♥♣ 3♠♥♣ 8♠♥♣
       7    4   8.3%  ████████                  A♦ 2♦ 3♦ 8♦
       8    5  10.4%  ██████████                6♥♣ 9♠♥♣
       9    2   4.2%  ████                      6♦ 9♦
      10    9  18.8%  ██████████████████        10♠♥♣ Q♠♥♣ K♠♥♣
      11    3   6.2%  ██████                    10♦ Q♦ K♦
      12    6  12.5%  ████████████              7♠♥♣ J
      13    1   2.1%  ██                        7♦
      14    1   2.1%  ██                        5♠
      15    1   2.1%  ██                        5♦
      16    3   6.2%  ██████                    4♠♥♣
      17    1   2.1%  ██                        4♦

  mean 9.583 (460 points over 48 starters)
"
    );
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
}

#[test]
fn json_has_every_starter_once() {
    let run = run(&["odds", "cribbage", "5H 5C 6S 7D", "--json"]);
    let report = &run.json()[0];
    assert_eq!(report["starters"], 48);
    assert_eq!(report["crib"], false);
    let each = report["distribution"].as_array().unwrap();
    let mut cards: Vec<&str> = Vec::new();
    let mut points = 0;
    for chance in each {
        let starters = chance["cards"].as_array().unwrap();
        assert_eq!(chance["starters"], starters.len());
        points += chance["total"].as_u64().unwrap() * starters.len() as u64;
        cards.extend(starters.iter().filter_map(|card| card.as_str()));
    }
    assert_eq!(report["points"], points);
    assert_eq!(report["mean"], points as f64 / 48.0);
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), 48);
}

#[test]
fn a_crib_and_cards_that_are_gone_make_a_difference() {
    let starters = |args: &[&str]| {
        let run = run(&[&["odds", "cribbage", "2H 4H 6H 8H", "--json"], args].concat());
        let report = run.json().remove(0);
        (report["starters"].clone(), report["points"].clone())
    };
    let (all, hand) = starters(&[]);
    let (_, crib) = starters(&["--crib"]);
    assert_eq!(all, 48);
    // Of 48 starters 9 are hearts: the crib lacks a flush of four with the other 39.
    assert_eq!(hand.as_i64().unwrap() - crib.as_i64().unwrap(), 39 * 4);
    assert_eq!(starters(&["--without", "KD", "2C"]).0, 46);
    assert_eq!(starters(&["--without", "KD 2C 2H"]).0, 46);
}

#[test]
fn bad_cards_are_bad_usage() {
    let short = run(&["odds", "cribbage", "5H", "5C", "6S"]);
    assert_eq!(short.status, Some(2));
    assert_eq!(short.err, "error: there must be 4 cards, not 3\n");
    let json = run(&["odds", "cribbage", "5H", "5C", "6S", "6S", "--json"]);
    assert_eq!(json.status, Some(2));
    assert_eq!(json.json()[0]["error"]["code"], "duplicate_card");
    let unknown = run(&["odds", "cribbage", "5H 5C 6S 7D", "--without", "1D"]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.err.starts_with("error: \"1D\""), "{}", unknown.err);
}
