//! The exact split compared with literal brute force and with a plain memoised search.

mod naive;

use dice::score::{FullHouse, HandKind, Levels, OfAKind, Parity, ScoreRules, ScoringDie};
use dice::split::{PoolPoints, Scorer, Split};
use kernel::Rng;
use naive::{Found, Pool, Table, Taken, every_rules, pools};
use pieces::{Die, FaceCounts};

fn scorer(table: &Table) -> Scorer {
    let levels = Levels::from_pairs(HandKind::ALL.into_iter().zip(table.levels)).unwrap();
    Scorer::new(table.rules, levels).unwrap()
}

fn counts(pool: Pool) -> FaceCounts {
    FaceCounts::from_counts(pool.map(u16::from))
}

fn found(split: &Split) -> Found {
    let hands = split.hands().iter().map(|hand| Taken {
        kind: hand.kind(),
        dice: hand.dice().map(|die| die.face()).collect(),
    });
    Found {
        points: split.points(),
        hands: hands.collect(),
    }
}

#[track_caller]
fn check_both(table: &Table, scorer: &Scorer, pool: Pool) {
    let (best, second) = table.brute_two(pool);
    let split = scorer.split(counts(pool)).unwrap();
    assert_eq!(found(&split), best, "the best split of {pool:?}");
    let runner_up = scorer.runner_up(counts(pool)).unwrap();
    assert_eq!(
        runner_up.map(|second| found(&second.split)),
        second,
        "the second-best split of {pool:?} at {:?} {:?}",
        table.levels,
        table.rules
    );
}

fn random_levels(rng: &mut Rng) -> [u8; 13] {
    std::array::from_fn(|_| rng.below(11) as u8)
}

fn random_pool(rng: &mut Rng, n: u8) -> Pool {
    let mut pool = [0; 6];
    for _ in 0..n {
        pool[rng.below(6) as usize] += 1;
    }
    pool
}

/// Every pool of up to nine dice, at level 0 and at random levels, by one reading of the rules.
#[track_caller]
fn check_rules(full_house: FullHouse, of_a_kind: OfAKind, parity: Parity) {
    let rules = ScoreRules {
        full_house,
        of_a_kind,
        parity,
        level_cap: 10,
    };
    let mut rng = Rng::from_seed(1);
    for levels in [[0; 13], random_levels(&mut rng)] {
        let table = Table { rules, levels };
        let scorer = scorer(&table);
        for pool in (1..=9).flat_map(pools) {
            check_both(&table, &scorer, pool);
        }
    }
    for _ in 0..10 {
        let levels = random_levels(&mut rng);
        let table = Table { rules, levels };
        let scorer = scorer(&table);
        for pool in (1..=5).flat_map(pools) {
            check_both(&table, &scorer, pool);
        }
    }
}

#[test]
fn additive_three_or_all_remaining() {
    check_rules(
        FullHouse::Additive,
        OfAKind::ThreeOrAll,
        Parity::AllRemaining,
    );
}

#[test]
fn additive_three_or_all_subset() {
    check_rules(FullHouse::Additive, OfAKind::ThreeOrAll, Parity::Subset);
}

#[test]
fn additive_any_remaining() {
    check_rules(FullHouse::Additive, OfAKind::Any, Parity::AllRemaining);
}

#[test]
fn additive_any_subset() {
    check_rules(FullHouse::Additive, OfAKind::Any, Parity::Subset);
}

#[test]
fn formula_three_or_all_remaining() {
    check_rules(
        FullHouse::Formula,
        OfAKind::ThreeOrAll,
        Parity::AllRemaining,
    );
}

#[test]
fn formula_three_or_all_subset() {
    check_rules(FullHouse::Formula, OfAKind::ThreeOrAll, Parity::Subset);
}

#[test]
fn formula_any_remaining() {
    check_rules(FullHouse::Formula, OfAKind::Any, Parity::AllRemaining);
}

#[test]
fn formula_any_subset() {
    check_rules(FullHouse::Formula, OfAKind::Any, Parity::Subset);
}

#[test]
fn random_pools_of_12_to_18_dice_hand_by_hand() {
    let mut rng = Rng::from_seed(2);
    for round in 0..80 {
        let rules = every_rules()[round % 8];
        let levels = match round {
            0..16 => [0; 13],
            _ => random_levels(&mut rng),
        };
        let table = Table { rules, levels };
        let n = 12 + rng.below(7) as u8;
        let pool = random_pool(&mut rng, n);
        let split = scorer(&table).split(counts(pool)).unwrap();
        assert_eq!(
            found(&split),
            table.memoised(pool),
            "{pool:?} {levels:?} {rules:?}"
        );
    }
}

#[test]
fn random_pools_of_19_to_30_dice() {
    let mut rng = Rng::from_seed(5);
    for round in 0..40 {
        let rules = ScoreRules {
            parity: Parity::AllRemaining,
            ..every_rules()[round % 8]
        };
        let levels = match round {
            0..8 => [0; 13],
            _ => random_levels(&mut rng),
        };
        let table = Table { rules, levels };
        let n = 19 + rng.below(12) as u8;
        let pool = random_pool(&mut rng, n);
        let split = scorer(&table).split(counts(pool)).unwrap();
        assert_eq!(
            split.points(),
            table.memoised_points(pool),
            "{pool:?} {levels:?} {rules:?}"
        );
    }
}

#[test]
fn pools_of_31_to_60_dice_against_a_plain_table() {
    let mut rng = Rng::from_seed(10);
    for round in 0..12 {
        let rules = ScoreRules {
            parity: Parity::AllRemaining,
            ..every_rules()[round % 8]
        };
        let levels = match round {
            0..3 => [0; 13],
            _ => random_levels(&mut rng),
        };
        let table = Table { rules, levels };
        let pool = match round {
            0 => [10; 6],
            _ => {
                let n = 31 + rng.below(20) as u8;
                random_pool(&mut rng, n)
            }
        };
        let split = scorer(&table).split(counts(pool)).unwrap();
        assert_eq!(
            split.points(),
            table.tabled_points(pool),
            "{pool:?} {levels:?} {rules:?}"
        );
    }
}

#[test]
fn glass_dice_against_every_split() {
    let mut rng = Rng::from_seed(6);
    let layers = dice::score::Layers {
        bonus: 15,
        mult_bonus: dice::score::Hundredths::new(50),
        ..dice::score::Layers::default()
    };
    let mut fewer_points = 0;
    for round in 0..400 {
        let rules = every_rules()[round % 8];
        let levels = if round < 100 {
            [0; 13]
        } else {
            random_levels(&mut rng)
        };
        let table = Table { rules, levels };
        let scorer = scorer(&table);
        let n = 2 + rng.below(7) as u8;
        let dice: Vec<ScoringDie> = (0..n)
            .map(|_| ScoringDie {
                face: Die::ALL[rng.below(6) as usize],
                glass: rng.below(2) == 0,
            })
            .collect();
        let of = |dice: &mut dyn Iterator<Item = &ScoringDie>| {
            let mut pool = [0_u8; 6];
            dice.for_each(|die| pool[die.face.index()] += 1);
            pool
        };
        let pool = of(&mut dice.iter());
        let glass = of(&mut dice.iter().filter(|die| die.glass));
        let total = |found: &Found| {
            let used = |face: u8| {
                let takes = found.hands.iter().flat_map(|hand| &hand.dice);
                takes.filter(|&&die| die == face).count() as u8
            };
            let glass = (1..=6).map(|face| used(face).min(glass[usize::from(face) - 1]));
            layers.total(found.points as i32, glass.sum())
        };
        let mut all = Vec::new();
        table.every_split(pool, Found::default(), &mut all);
        let best = all.iter().map(total).max();
        let score = scorer.best(&dice, layers).unwrap();
        let expect = best.unwrap_or_else(|| total(&table.brute(pool)));
        assert_eq!(score.total(), expect, "{dice:?} {levels:?} {rules:?}");
        fewer_points +=
            u32::from(score.split().points() < scorer.split(counts(pool)).unwrap().points());
    }
    assert!(
        fewer_points > 0,
        "some pool gives up points for a glass die"
    );
}

#[test]
fn every_pool_at_once() {
    let mut rng = Rng::from_seed(7);
    for rules in every_rules() {
        for levels in [[0; 13], random_levels(&mut rng)] {
            let scorer = scorer(&Table { rules, levels });
            let points = PoolPoints::new(&scorer, 8);
            for pool in (1..=8).flat_map(pools) {
                let expect = scorer.split(counts(pool)).unwrap().points();
                assert_eq!(points.get(pool), Some(expect), "{pool:?}");
            }
            assert_eq!(points.get([9, 0, 0, 0, 0, 0]), None);
        }
    }
}

#[test]
fn large_pools_at_any_levels_are_bounded_by_what_their_parts_score() {
    // No second solver reaches a hundred dice; the test checks what must hold of any exact one: the
    // hands are real, they fit, and a pool scores at least what any two parts of it score.
    let mut rng = Rng::from_seed(8);
    for round in 0..12 {
        let rules = ScoreRules {
            parity: Parity::Subset,
            ..every_rules()[round % 8]
        };
        let levels = random_levels(&mut rng);
        let table = Table { rules, levels };
        let scorer = scorer(&table);
        let (a, b) = (random_pool(&mut rng, 30), random_pool(&mut rng, 30));
        let both: Pool = std::array::from_fn(|face| a[face] + b[face]);
        let split = scorer.split(counts(both)).unwrap();
        let points = |pool| scorer.split(counts(pool)).unwrap().points();
        if rules.of_a_kind == OfAKind::Any {
            assert!(
                split.points() >= points(a) + points(b),
                "{a:?} {b:?} {levels:?}"
            );
        }
        let sum: u32 = found(&split)
            .hands
            .iter()
            .map(|hand| table.points(hand))
            .sum();
        assert_eq!(split.points(), sum);
        assert!((0..6).all(|face| split.used()[face] <= both[face]));
        let second = scorer.runner_up(counts(both)).unwrap().unwrap();
        assert_eq!(second.split.points() + second.behind, split.points());
        assert_ne!(second.split.hands(), split.hands());
    }
}
