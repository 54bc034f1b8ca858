//! The numbers of the rules as people read them, `rules/en.md` and `es.md`, which no example has.

use crate::score::{HandKind, Levels};
use crate::{Options, target};

const RULES: [&str; 2] = [
    include_str!("../../rules/en.md"),
    include_str!("../../rules/es.md"),
];

/// The hands in the order of the table; all even and all odd share a line.
const KINDS: [HandKind; 12] = [
    HandKind::HighRoll,
    HandKind::Pair,
    HandKind::TwoPair,
    HandKind::XOfAKind,
    HandKind::SmallStraight,
    HandKind::AllEven,
    HandKind::LargeStraight,
    HandKind::FullHouse,
    HandKind::ThreePairs,
    HandKind::TwoTriplets,
    HandKind::FullRun,
    HandKind::Pyramid,
];

/// The chips and the multiplier of each line of a table whose second column has numbers.
fn table(rules: &str) -> Vec<(u32, &str)> {
    let rows = rules.lines().filter(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells
        .filter_map(|cells| Some((cells.get(2)?.parse().ok()?, *cells.get(3)?)))
        .collect()
}

#[test]
fn the_table_of_hands_has_the_chips_and_multipliers_of_the_scorer() {
    let levels = Levels::default();
    for rules in RULES {
        let table = table(rules);
        assert_eq!(table.len(), KINDS.len(), "{table:?}");
        for ((chips, multiplier), kind) in table.into_iter().zip(KINDS) {
            assert_eq!(chips, levels.base(kind), "{kind}");
            // A full house is scored in a way of its own, which the text below tells.
            if kind != HandKind::FullHouse {
                assert_eq!(multiplier, levels.mult(kind).to_string(), "{kind}");
            }
        }
        let (even, odd) = (HandKind::AllEven, HandKind::AllOdd);
        assert_eq!(levels.base(even), levels.base(odd));
        assert_eq!(levels.mult(even), levels.mult(odd));
    }
}

#[test]
fn the_targets_are_those_of_a_run() {
    let first = Options::default().first_target.into();
    let of = |round| target(first, round).to_string();
    let next: Vec<String> = (2..=6).map(of).collect();
    for (rules, first_is, round_12) in [
        (RULES[0], "The first target is", "Round 12 asks for"),
        (RULES[1], "El primer objetivo es", "La ronda 12 pide"),
    ] {
        for told in [
            format!("{first_is} {}. ", of(1)),
            format!(" {} ", next.join(", ")),
            format!("{round_12} {} ", of(12)),
        ] {
            assert!(rules.contains(&told), "{told:?}");
        }
    }
}
