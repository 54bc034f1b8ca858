//! Known scores of pools, and known chances and means of five dice.

mod naive;

use dice::reroll::{Objective, RerollTable};
use dice::score::{
    FullHouse, HandKind, Hundredths, Layers, Levels, OfAKind, ScoreError, ScoreRules, ScoringDie,
    best, best_of_faces, upgrade_cost,
};
use dice::split::Scorer;
use kernel::Rng;
use naive::{Table, pools};
use pieces::{Die, FaceCounts};

fn level_0() -> Scorer {
    Scorer::new(ScoreRules::default(), Levels::default()).unwrap()
}

fn pool(dice: &str) -> FaceCounts {
    dice.parse().unwrap()
}

#[track_caller]
fn check(dice: &str, points: u32) {
    assert_eq!(
        level_0().split(pool(dice)).unwrap().points(),
        points,
        "{dice}"
    );
}

#[test]
fn the_vectors_of_the_rules_page() {
    check("33322", 140);
    check("22466", 201);
    check("66666", 229);
    check("24444", 196);
    check("244466666", 2440);
    check("1111122333", 494);
    check("3332255", 324);
    check("112233445566", 1362);
    check("111112222233333444445555566666", 3719);
    check("123456", 681);
    check("244666666", 297);
}

#[test]
fn any_number_of_a_kind_finds_more() {
    let rules = ScoreRules {
        of_a_kind: OfAKind::Any,
        ..ScoreRules::default()
    };
    let scorer = Scorer::new(rules, Levels::default()).unwrap();
    assert_eq!(scorer.split(pool("244666666")).unwrap().points(), 332);
}

#[test]
fn a_full_house_by_its_formula() {
    let rules = ScoreRules {
        full_house: FullHouse::Formula,
        ..ScoreRules::default()
    };
    let scorer = Scorer::new(rules, Levels::default()).unwrap();
    assert_eq!(scorer.split(pool("33322")).unwrap().points(), (60 + 13) * 3);
}

#[test]
fn pairs_of_every_face() {
    for (face, points) in (1..=6).zip([22, 25, 28, 32, 35, 38]) {
        check(&format!("{face}{face}"), points);
    }
}

#[test]
fn a_pair_of_fives_at_level_5_is_205() {
    let levels = Levels::from_pairs([(HandKind::Pair, 5)]).unwrap();
    let score =
        best_of_faces(pool("55"), ScoreRules::default(), levels, Layers::default()).unwrap();
    assert_eq!(score.total(), 205);
    // (40 + 10) × 4.10 in binary floats is 204.99999999999997.
    assert_eq!(((40.0 + 10.0) * (1.6 + 2.5_f64)).floor(), 204.0);
}

#[test]
fn the_ladders_of_every_hand() {
    let ladders: [(HandKind, [u32; 6]); 13] = [
        (HandKind::HighRoll, [5, 6, 7, 9, 11, 14]),
        (HandKind::Pair, [12, 15, 19, 24, 31, 40]),
        (HandKind::TwoPair, [24, 31, 40, 52, 67, 87]),
        (HandKind::SmallStraight, [34, 44, 57, 74, 96, 124]),
        (HandKind::FullHouse, [60, 78, 101, 131, 170, 221]),
        (HandKind::LargeStraight, [58, 75, 97, 126, 163, 211]),
        (HandKind::AllEven, [52, 67, 87, 113, 146, 189]),
        (HandKind::AllOdd, [52, 67, 87, 113, 146, 189]),
        (HandKind::ThreePairs, [70, 91, 118, 153, 198, 257]),
        (HandKind::TwoTriplets, [88, 114, 148, 192, 249, 323]),
        (HandKind::FullRun, [110, 143, 185, 240, 312, 405]),
        (HandKind::Pyramid, [200, 260, 338, 439, 570, 741]),
        (HandKind::XOfAKind, [22, 26, 31, 37, 44, 52]),
    ];
    for (kind, ladder) in ladders {
        for (level, base) in (0..).zip(ladder) {
            let levels = Levels::from_pairs([(kind, level)]).unwrap();
            assert_eq!(levels.base(kind), base, "{kind} at level {level}");
        }
    }
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6].map(upgrade_cost),
        [5, 10, 25, 50, 85, 205, 293]
    );
}

#[test]
fn every_layer_is_an_item_that_scores_its_difference() {
    let layers = Layers {
        bonus: 5,
        mult_bonus: Hundredths::new(100),
        score_mult: Hundredths::new(150),
    };
    let score = level_0().best_of_faces(pool("3332255"), layers).unwrap();
    let lines: Vec<(String, i32)> = score
        .tally()
        .items()
        .iter()
        .map(|item| (item.rule.to_string(), item.points))
        .collect();
    assert_eq!(
        lines.iter().map(|(_, points)| points).sum::<i32>(),
        (324 + 5) * 2 * 3 / 2
    );
    let last: Vec<(&str, i32)> = lines[lines.len() - 3..]
        .iter()
        .map(|(line, points)| (line.as_str(), *points))
        .collect();
    assert_eq!(
        last,
        [
            ("BONUS", 5),
            ("MULT_BONUS × 2.00", 329),
            ("SCORE_MULT × 1.50", 329)
        ]
    );
}

#[test]
fn glass_multiplies_by_three_halves_with_one_floor() {
    // A pair of ones is 22: 22 × 9/4 is 49.5; two floors would give 33 and 49, as it happens.
    let glass = [Die::One, Die::One].map(ScoringDie::glass);
    let total = |pool: &[ScoringDie]| {
        best(
            pool,
            ScoreRules::default(),
            Levels::default(),
            Layers::default(),
        )
        .unwrap()
        .total()
    };
    assert_eq!(total(&glass), 49);
    // Three glass dice of a pair of threes: 28 × 3/2, and the third is not used.
    assert_eq!(
        total(&[Die::Three, Die::Three, Die::Six].map(ScoringDie::glass)),
        63
    );
    // One floor: 25 × 27/8 is 84.375, and floor by floor 37, 55, 82.
    assert_eq!(Layers::default().total(25, 3), 84);
}

#[test]
fn expected_best_scores_of_five_dice() {
    let table = RerollTable::equal(&level_0(), 5, 3, Objective::Score).unwrap();
    let expected = [0, 1, 2, 3].map(|rerolls| format!("{:.2}", table.expected(rerolls)));
    assert_eq!(expected, ["73.75", "122.94", "157.24", "179.11"]);
}

#[test]
fn chances_to_pass_the_first_rounds() {
    let targets = [40, 54, 72, 98, 132, 179, 242, 326];
    let chances = targets.map(|target| {
        let table = RerollTable::equal(&level_0(), 5, 3, Objective::Reach { target }).unwrap();
        format!("{:.3}", table.expected(3))
    });
    assert_eq!(
        chances,
        [
            "0.996", "0.994", "0.947", "0.894", "0.850", "0.800", "0.390", "0.000"
        ]
    );
}

#[test]
fn five_dice_score_265_at_most() {
    let scorer = level_0();
    let points = pools(5).into_iter().map(|pool| {
        let pool = FaceCounts::from_counts(pool.map(u16::from));
        scorer.split(pool).unwrap().points()
    });
    assert_eq!(points.max(), Some(265));
}

#[test]
fn greedy_is_wrong_for_a_quarter_of_13_dice_and_nearly_half_of_30() {
    let scorer = level_0();
    let table = Table {
        rules: ScoreRules::default(),
        levels: [0; 13],
    };
    let mut rng = Rng::from_seed(3);
    for (dice, share) in [(13, 0.25), (30, 0.46)] {
        let rolls = 3000;
        let mut wrong = 0;
        for _ in 0..rolls {
            let mut pool = [0_u8; 6];
            (0..dice).for_each(|_| pool[rng.below(6) as usize] += 1);
            let exact = scorer
                .split(FaceCounts::from_counts(pool.map(u16::from)))
                .unwrap();
            let greedy = table.greedy(pool);
            assert!(greedy <= exact.points());
            wrong += u32::from(greedy < exact.points());
        }
        let found = f64::from(wrong) / f64::from(rolls);
        assert!((found - share).abs() < 0.03, "{dice} dice: {found}");
    }
}

#[track_caller]
fn check_error(result: Result<impl Sized, ScoreError>, code: &str, sentence: &str) {
    let error = result.err().expect("this cannot be scored");
    assert_eq!((error.code(), error.to_string().as_str()), (code, sentence));
}

#[test]
fn what_cannot_be_scored_is_refused_at_once() {
    let scorer = level_0();
    check_error(
        scorer.split(FaceCounts::EMPTY),
        "no_dice",
        "there must be dice to score",
    );
    let many = FaceCounts::from_counts([10_000, 0, 0, 0, 0, 0]);
    check_error(
        scorer.split(many),
        "too_many_dice",
        "a pool must have at most 120 dice, not 10000",
    );
    check_error(
        scorer.runner_up(many),
        "too_many_dice",
        "a pool must have at most 120 dice, not 10000",
    );
    check_error(
        scorer.best(&[], Layers::default()),
        "no_dice",
        "there must be dice to score",
    );
    let high = Levels::from_pairs([(HandKind::Pair, 6)]).unwrap();
    check_error(
        Scorer::new(ScoreRules::default(), high),
        "level_above_cap",
        "Pair must be at level 5 at most, not 6",
    );
    check_error(
        Levels::from_pairs([(HandKind::Pair, 11)]),
        "level_above_cap",
        "Pair must be at level 10 at most, not 11",
    );
    let rules = ScoreRules {
        level_cap: 11,
        ..ScoreRules::default()
    };
    check_error(
        Scorer::new(rules, Levels::default()),
        "cap_too_high",
        "the highest level must be 0 to 10, not 11",
    );
    let layers = Layers {
        bonus: u32::MAX,
        ..Layers::default()
    };
    check_error(
        scorer.best_of_faces(pool("11"), layers),
        "layer_too_large",
        "bonus must be at most 1000000",
    );
    assert!("1117".parse::<FaceCounts>().is_err());
    assert_eq!(Die::from_face(7), None);
}

#[test]
fn a_hundred_and_twenty_dice_are_scored() {
    let scorer = level_0();
    let sixes = FaceCounts::from_counts([0, 0, 0, 0, 0, 120]);
    let mult = 180 + 22 * 117;
    assert_eq!(
        scorer.split(sixes).unwrap().points(),
        (22 + 16 * 117 + 720) * mult / 100
    );
    assert_eq!(
        scorer
            .split(FaceCounts::from_counts([20; 6]))
            .unwrap()
            .points(),
        17250
    );
}

#[test]
fn adding_a_die_lowers_the_score_only_by_parity_and_by_a_levelled_high_roll() {
    let mut rng = Rng::from_seed(4);
    for round in 0..24 {
        let rules = naive::every_rules()[round % 8];
        let mut levels: [u8; 13] = std::array::from_fn(|_| rng.below(11) as u8);
        if round < 8 {
            levels = [0; 13];
        }
        let kinds = HandKind::ALL.into_iter().zip(levels);
        let scorer = Scorer::new(rules, Levels::from_pairs(kinds).unwrap()).unwrap();
        for dice in (1..=6).flat_map(pools) {
            let before = scorer
                .split(FaceCounts::from_counts(dice.map(u16::from)))
                .unwrap();
            for face in 0..6 {
                let mut more = dice;
                more[face] += 1;
                let after = scorer
                    .split(FaceCounts::from_counts(more.map(u16::from)))
                    .unwrap();
                if after.points() >= before.points() {
                    continue;
                }
                let had = |kind| before.hands().iter().any(|hand| hand.kind() == kind);
                let other_parity = if face % 2 == 0 {
                    HandKind::AllEven
                } else {
                    HandKind::AllOdd
                };
                let by_parity =
                    rules.parity == dice::score::Parity::AllRemaining && had(other_parity);
                let by_high_roll = had(HandKind::HighRoll)
                    && !after
                        .hands()
                        .iter()
                        .any(|hand| hand.kind() == HandKind::HighRoll)
                    && scorer.levels().get(HandKind::HighRoll) >= 2;
                assert!(by_parity || by_high_roll, "{dice:?} and a {}", face + 1);
            }
        }
    }
}

#[test]
fn a_high_roll_of_level_2_is_the_first_that_a_pair_can_spoil() {
    // A pair of ones at level 0 is 22; the high roll of a six is 11, 18 and 26 at levels 0, 1 and
    // 2.
    for (level, falls) in [(0, false), (1, false), (2, true)] {
        let levels = Levels::from_pairs([(HandKind::HighRoll, level)]).unwrap();
        let scorer = Scorer::new(ScoreRules::default(), levels).unwrap();
        let points = |dice| scorer.split(pool(dice)).unwrap().points();
        assert_eq!(points("116") < points("16"), falls, "level {level}");
    }
}
