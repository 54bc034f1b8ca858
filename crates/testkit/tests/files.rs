//! The rulings and playthroughs of the toy game, and the orders of its scripts.

mod high_card;

use high_card::{Event, HighCard, Options};
use kernel::Game;

#[test]
fn rulings() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/high_card");
    assert_eq!(testkit::rulings(game, turn_up), 2);
}

/// The score of the cards turned up last.
fn turn_up(given: &str) -> String {
    let cards: Vec<_> = given
        .split_whitespace()
        .map(|word| word.to_owned().try_into().unwrap())
        .collect();
    let seats = if cards.len() > 6 { 4 } else { 2 };
    let game = HighCard::new(Options { seats, target: 5 }).unwrap();
    let Event::Scored { side, tally } = game.score(&cards) else {
        unreachable!("cards turned up score");
    };
    let items = tally.items().iter();
    items
        .map(|item| {
            format!(
                "side {side}: {} for {:?}, {}\n",
                item.points, item.rule, item.pieces
            )
        })
        .collect()
}

#[test]
fn playthroughs() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/high_card/playthroughs");
    assert_eq!(testkit::playthroughs::<HighCard>(dir), 3);
}

#[test]
fn a_transcript_is_its_own_script() {
    let once =
        testkit::transcript::<HighCard>("# Any.\noptions {}\n# Luck.\n> random 7 to end\n# End.\n");
    let once = once.unwrap();
    assert!(once.contains("\n# Luck.\n> {\"chance\":"), "{once}");
    assert!(once.contains("over, side"), "{once}");
    assert!(once.ends_with("\n\n# End.\n"), "{once}");
    assert_eq!(testkit::transcript::<HighCard>(&once).unwrap(), once);
}

#[test]
fn a_draw_goes_on_where_the_last_one_stopped() {
    let deals = |script: &str| {
        let text = testkit::transcript::<HighCard>(&format!("# Any.\noptions {{}}\n{script}"));
        let text = text.unwrap();
        let deals = text
            .lines()
            .filter(|line| line.starts_with("> {\"chance\""));
        deals.map(str::to_owned).collect::<Vec<_>>()
    };
    let by_hand = deals("> draw 7\n> random 1 x6\n> draw 7\n");
    assert_eq!(by_hand.len(), 2);
    assert_ne!(by_hand[0], by_hand[1]);
    assert_eq!(deals("> random 7 x8\n"), by_hand);
}

#[test]
fn what_is_wrong_with_a_script_is_said() {
    for (script, fault) in [
        (
            "> draw 1\n> draw 1\n",
            "line 4: there is no luck to draw here",
        ),
        ("> {]\n", "line 3: the input is not JSON"),
        ("> random 1 x1000\n", "nobody can move, with "),
    ] {
        let script = format!("# Any.\noptions {{}}\n{script}");
        let found = testkit::transcript::<HighCard>(&script).unwrap_err();
        assert!(found.contains(fault), "{found}");
    }
    let found = testkit::transcript::<HighCard>("# Any.\noptions {\"seats\":1}\n> draw 1\n");
    assert_eq!(
        found.unwrap_err(),
        "these options are refused, so there can be no inputs"
    );
    let found = testkit::transcript::<HighCard>("# Any.\noptions {\"chairs\":1}\n").unwrap_err();
    assert!(found.contains("the options are not understood"), "{found}");
}
