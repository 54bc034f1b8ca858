//! The exact split against literal brute force and against a plain memoised search.

mod naive;

use dice::score::{HandKind, Levels, ScoreRules};
use dice::split::{Scorer, Split};
use kernel::Rng;
use naive::{Found, Pool, Table, Taken, every_rules, pools};
use pieces::FaceCounts;

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

#[test]
fn every_pool_up_to_nine_dice_at_level_0() {
    let table = Table {
        rules: ScoreRules::default(),
        levels: [0; 13],
    };
    let scorer = scorer(&table);
    for pool in (1..=9).flat_map(pools) {
        check_both(&table, &scorer, pool);
    }
}

#[test]
fn every_option_at_random_levels() {
    let mut rng = Rng::from_seed(1);
    for rules in every_rules() {
        for round in 0..3 {
            let levels = if round == 0 {
                [0; 13]
            } else {
                random_levels(&mut rng)
            };
            let table = Table { rules, levels };
            let scorer = scorer(&table);
            for pool in (1..=7).flat_map(pools) {
                check_both(&table, &scorer, pool);
            }
        }
    }
}

#[test]
fn random_pools_of_12_to_30_dice() {
    let mut rng = Rng::from_seed(2);
    for round in 0..60 {
        let rules = every_rules()[round % 8];
        let levels = if round < 16 {
            [0; 13]
        } else {
            random_levels(&mut rng)
        };
        let table = Table { rules, levels };
        let scorer = scorer(&table);
        let n = 12
            + rng.below(if rules.parity == dice::score::Parity::Subset {
                7
            } else {
                13
            }) as u8;
        let pool = random_pool(&mut rng, n);
        let split = scorer.split(counts(pool)).unwrap();
        assert_eq!(
            found(&split),
            table.memoised(pool),
            "{pool:?} {levels:?} {rules:?}"
        );
    }
}
