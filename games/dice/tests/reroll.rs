//! Rerolls compared with a player who tries every set of dice and every outcome.

use dice::DieKind;
use dice::reroll::{Method, Objective, PoolDie, RerollAdvice, RerollTable, Situation, advise};
use dice::score::{Hundredths, Layers, Levels, ScoreRules, ScoringDie};
use dice::split::Scorer;
use kernel::Rng;
use pieces::Die;
use std::cell::RefCell;
use std::collections::HashMap;

fn level_0() -> Scorer {
    Scorer::new(ScoreRules::default(), Levels::default()).unwrap()
}

/// A player who lists every outcome, die by die, with no multisets and no tables.
struct Literal<'a> {
    scorer: &'a Scorer,
    situation: &'a Situation,
    objective: Objective,
    known: RefCell<HashMap<(String, u8), f64>>,
}

impl Literal<'_> {
    /// The value of the best choice.
    fn best(&self, dice: &[PoolDie], rerolls: u8) -> f64 {
        let key = (format!("{dice:?}"), rerolls);
        if let Some(&best) = self.known.borrow().get(&key) {
            return best;
        }
        let mut best = self.objective.value(self.score(dice), rerolls);
        if rerolls > 0 {
            for throws in 1..1_u32 << dice.len() {
                best = best.max(self.throwing(dice, throws, rerolls));
            }
        }
        self.known.borrow_mut().insert(key, best);
        best
    }

    /// The value of throwing the dice of a bit set.
    fn throwing(&self, dice: &[PoolDie], throws: u32, rerolls: u8) -> f64 {
        let outcomes = outcomes(dice, throws, 0, 1.0);
        let values = outcomes
            .iter()
            .map(|(dice, chance)| chance * self.best(dice, rerolls - 1));
        values.sum()
    }

    fn score(&self, dice: &[PoolDie]) -> i32 {
        if let Some(wild) = dice
            .iter()
            .position(|die| die.kind == DieKind::Wild && !die.locked)
        {
            let set = Die::ALL.map(|face| {
                let mut dice = dice.to_vec();
                dice[wild] = PoolDie {
                    kind: DieKind::Normal,
                    face,
                    locked: true,
                };
                self.score(&dice)
            });
            return set.into_iter().max().unwrap();
        }
        let plays = |face: Die| match self.situation.inverted {
            true => Die::from_face(7 - face.face()).unwrap(),
            false => face,
        };
        let pool = dice.iter().map(|die| ScoringDie {
            face: plays(die.face),
            glass: die.kind == DieKind::Glass,
        });
        let pool: Vec<ScoringDie> = pool.collect();
        let bonus = dice
            .iter()
            .zip(&pool)
            .filter(|(die, plays)| match die.kind {
                DieKind::Odd => plays.face.face() % 2 == 1,
                DieKind::Even => plays.face.face() % 2 == 0,
                _ => false,
            });
        let odd = pool.iter().filter(|die| die.face.face() % 2 == 1).count() as u32;
        let even = pool.len() as u32 - odd;
        let layers = Layers {
            bonus: self.situation.layers.bonus + 5 * bonus.count() as u32,
            mult_bonus: Hundredths::new(
                odd * self.situation.mult_per_odd.get() + even * self.situation.mult_per_even.get(),
            ),
            ..self.situation.layers
        };
        self.scorer.best(&pool, layers).unwrap().total()
    }
}

/// Every outcome of throwing the dice of a bit set, from this place on, with its chance.
fn outcomes(dice: &[PoolDie], throws: u32, place: usize, chance: f64) -> Vec<(Vec<PoolDie>, f64)> {
    let n = dice.len();
    // First all dice fall, then the echoes copy.
    if place == 2 * n {
        return vec![(dice.to_vec(), chance)];
    }
    let (copying, at) = (place >= n, place % n);
    let die = dice[at];
    if throws >> at & 1 == 0 || die.locked || (copying && die.kind != DieKind::Echo) {
        return outcomes(dice, throws, place + 1, chance);
    }
    let mut all = Vec::new();
    let mut go_on = |die: PoolDie, share: f64| {
        let mut dice = dice.to_vec();
        dice[at] = die;
        all.extend(outcomes(&dice, throws, place + 1, chance * share));
    };
    if copying {
        for other in (0..n).filter(|&other| other != at) {
            go_on(
                PoolDie {
                    face: dice[other].face,
                    ..die
                },
                1.0 / (n - 1) as f64,
            );
        }
        return all;
    }
    let faces: Vec<Die> = Die::ALL
        .into_iter()
        .filter(|&face| die.kind.has(face))
        .collect();
    let whole = if die.kind == DieKind::Glass { 0.9 } else { 1.0 };
    if die.kind == DieKind::Glass {
        go_on(
            PoolDie {
                kind: DieKind::Broken,
                face: Die::One,
                ..die
            },
            0.1,
        );
    }
    for &face in &faces {
        go_on(PoolDie { face, ..die }, whole / faces.len() as f64);
    }
    all
}

fn die(kind: DieKind, face: u8) -> PoolDie {
    PoolDie {
        kind,
        face: Die::from_face(face).unwrap(),
        locked: false,
    }
}

/// Checks every choice, its value and the distribution after the best one.
#[track_caller]
fn check(situation: &Situation, rerolls: u8, objective: Objective) {
    let scorer = level_0();
    let literal = Literal {
        scorer: &scorer,
        situation,
        objective,
        known: RefCell::default(),
    };
    let advice = advise(
        &scorer,
        situation,
        rerolls,
        objective,
        &mut Rng::from_seed(1),
    )
    .unwrap();
    assert_eq!(advice.method, Method::Exact);
    let best = literal.best(&situation.dice, rerolls);
    assert!(
        (advice.best().value - best).abs() < 1e-9,
        "{} is not {best}",
        advice.best().value
    );
    for keep in &advice.keeps {
        let throws: u32 = keep.throws.iter().map(|place| 1 << place).sum();
        let value = match throws {
            0 => objective.value(literal.score(&situation.dice), rerolls),
            _ => literal.throwing(&situation.dice, throws, rerolls),
        };
        assert!(
            (keep.value - value).abs() < 1e-9,
            "{keep:?} is worth {value}"
        );
    }
    let total: f64 = advice.scores.iter().map(|(_, chance)| chance).sum();
    assert!((total - 1.0).abs() < 1e-9);
    if let Objective::Score | Objective::Reach { .. } = objective {
        let mean = advice
            .scores
            .iter()
            .map(|&(score, chance)| chance * objective.value(score, 0));
        assert!((mean.sum::<f64>() - best).abs() < 1e-9);
    }
}

#[test]
fn normal_dice() {
    for faces in ["1136", "2465", "3333", "12"] {
        let situation = Situation::plain(&pieces::parse_dice(faces).unwrap());
        check(&situation, 1, Objective::Score);
        check(&situation, 1, Objective::Reach { target: 50 });
        check(
            &situation,
            1,
            Objective::Pay {
                target: 40,
                cash: 12,
                extra: 2,
            },
        );
    }
    let three = Situation::plain(&pieces::parse_dice("136").unwrap());
    check(&three, 2, Objective::Score);
    check(
        &three,
        2,
        Objective::Pay {
            target: 30,
            cash: 0,
            extra: 0,
        },
    );
}

#[test]
fn dice_of_every_kind() {
    use DieKind::{Broken, Echo, Even, Glass, Heavy, Light, Normal, Odd, Wild};
    let pools: [&[(DieKind, u8)]; 9] = [
        &[(Light, 2), (Heavy, 5), (Normal, 1)],
        &[(Light, 2), (Light, 1), (Heavy, 6), (Heavy, 4)],
        &[(Odd, 1), (Even, 3), (Normal, 3)],
        &[(Glass, 6), (Normal, 2), (Glass, 4)],
        &[(Glass, 1), (Broken, 1), (Light, 3)],
        &[(Wild, 4), (Normal, 2), (Normal, 3)],
        &[(Wild, 4), (Glass, 2), (Odd, 3)],
        &[(Echo, 4), (Normal, 2), (Light, 3)],
        &[(Echo, 4), (Echo, 5), (Normal, 2)],
    ];
    for pool in pools {
        let dice = pool.iter().map(|&(kind, face)| die(kind, face)).collect();
        let situation = Situation::of(dice);
        check(&situation, 1, Objective::Score);
        check(&situation, 2, Objective::Reach { target: 40 });
    }
}

#[test]
fn locks_items_and_the_inverter() {
    let mut dice = vec![
        die(DieKind::Normal, 2),
        die(DieKind::Odd, 3),
        die(DieKind::Normal, 6),
        die(DieKind::Wild, 1),
    ];
    dice[0].locked = true;
    let mut situation = Situation::of(dice);
    situation.inverted = true;
    situation.layers.bonus = 15;
    situation.mult_per_even = Hundredths::new(50);
    check(&situation, 2, Objective::Score);
    situation.dice[3].locked = true;
    situation.mult_per_odd = Hundredths::new(50);
    check(&situation, 2, Objective::Score);
}

#[test]
fn twenty_equal_dice_are_exact() {
    let scorer = level_0();
    let situation = Situation::plain(&pieces::parse_dice("11122233344455566612").unwrap());
    let advice = advise(
        &scorer,
        &situation,
        1,
        Objective::Score,
        &mut Rng::from_seed(1),
    )
    .unwrap();
    assert_eq!(advice.method, Method::Exact);
    assert_eq!(advice.keeps.len(), 5 * 5 * 4 * 4 * 4 * 4);
    let total: f64 = advice.scores.iter().map(|(_, chance)| chance).sum();
    assert!((total - 1.0).abs() < 1e-9);
}

#[test]
fn thirty_mixed_dice_are_sampled_and_say_so() {
    let scorer = level_0();
    let mut rng = Rng::from_seed(9);
    let kinds = [
        DieKind::Normal,
        DieKind::Glass,
        DieKind::Light,
        DieKind::Echo,
        DieKind::Wild,
    ];
    let dice = (0..30_u32).map(|place| match place {
        27..30 => die(kinds[place as usize - 25], 2),
        _ => die(DieKind::Normal, rng.die()),
    });
    let situation = Situation::of(dice.collect());
    let advice = advise(&scorer, &situation, 2, Objective::Score, &mut rng).unwrap();
    assert!(matches!(advice.method, Method::Sampled { games: 200 }));
    let stop = advice
        .keeps
        .iter()
        .find(|keep| keep.throws.is_empty())
        .unwrap();
    assert!(advice.best().value >= stop.value);
    assert!(advice.keeps.len() > 10);
}

#[test]
fn sampling_comes_close_to_the_exact_value() {
    // The same dice, sampled because insurance is not part of any table, and exact without glass to
    // insure.
    let scorer = level_0();
    let mut situation = Situation::of(vec![
        die(DieKind::Glass, 6),
        die(DieKind::Normal, 6),
        die(DieKind::Normal, 6),
        die(DieKind::Normal, 1),
        die(DieKind::Normal, 2),
    ]);
    let exact = advise(
        &scorer,
        &situation,
        1,
        Objective::Score,
        &mut Rng::from_seed(1),
    )
    .unwrap();
    assert_eq!(exact.method, Method::Exact);
    situation.insured = true;
    let sampled = advise(
        &scorer,
        &situation,
        1,
        Objective::Score,
        &mut Rng::from_seed(1),
    )
    .unwrap();
    assert_ne!(sampled.method, Method::Exact);
    // This choice keeps the glass six: insurance makes no difference to it.
    let value = |advice: &RerollAdvice| {
        let keep = advice.keeps.iter().find(|keep| keep.throws == [3, 4]);
        keep.unwrap().value
    };
    let (exact, sampled) = (value(&exact), value(&sampled));
    assert!(
        (exact - sampled).abs() < 0.1 * exact,
        "{exact} and {sampled}"
    );
}

#[test]
fn what_cannot_be_advised_is_refused() {
    let scorer = level_0();
    let code = |dice: Vec<PoolDie>, rerolls| {
        let situation = Situation::of(dice);
        let advice = advise(
            &scorer,
            &situation,
            rerolls,
            Objective::Score,
            &mut Rng::from_seed(1),
        );
        advice.unwrap_err().code()
    };
    assert_eq!(code(vec![], 1), "no_dice");
    assert_eq!(code(vec![die(DieKind::Normal, 1); 121], 1), "too_many_dice");
    assert_eq!(code(vec![die(DieKind::Light, 4)], 1), "no_such_face");
    assert_eq!(code(vec![die(DieKind::Normal, 4)], 9), "too_many_rerolls");
    let table = RerollTable::equal(&scorer, 0, 1, Objective::Score);
    assert_eq!(table.unwrap_err().code(), "no_dice");
    let table = RerollTable::equal(&scorer, 10_000, 1, Objective::Score);
    assert_eq!(table.unwrap_err().code(), "too_many_dice");
}

/// Every round ends, and as well as the table says.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn endings_are_as_good_as_the_values() {
    let of = |kinds: &[DieKind]| {
        let die = |&kind| PoolDie {
            kind,
            face: if kind == DieKind::Heavy {
                Die::Five
            } else {
                Die::Two
            },
            locked: false,
        };
        Situation::of(kinds.iter().map(die).collect())
    };
    use DieKind::{Echo, Even, Glass, Heavy, Light, Normal, Odd, Wild};
    let mut locked = of(&[Normal; 5]);
    locked.dice[0].locked = true;
    let situations = [
        of(&[Normal; 5]),
        of(&[Normal, Normal, Odd, Even, Heavy]),
        of(&[Normal, Normal, Light, Wild]),
        of(&[Normal, Normal, Normal, Echo]),
        of(&[Normal, Normal, Glass]),
        locked,
    ];
    let scorer = level_0();
    let target = 72;
    for situation in &situations {
        for rerolls in 0..=3 {
            let table =
                |objective| RerollTable::new(&scorer, situation, rerolls, objective).unwrap();
            let sum = |objective, value: &dyn Fn(i32, u8) -> f64| {
                let endings = table(objective).endings(rerolls);
                let each = endings.iter();
                let each = each.map(|each| each.chance * value(each.score, each.unused));
                each.sum::<f64>()
            };
            let pay = Objective::Pay {
                target,
                cash: 0,
                extra: 0,
            };
            for objective in [Objective::Score, Objective::Reach { target }, pay] {
                assert!((sum(objective, &|_, _| 1.0) - 1.0).abs() < 1e-9);
                let mean = sum(objective, &|score, unused| objective.value(score, unused));
                let expected = table(objective).expected(rerolls);
                assert!(
                    (mean - expected).abs() < 1e-6,
                    "{situation:?} {rerolls} {objective:?}"
                );
            }
            // The objective that reaches the target first and then maximises pay reaches the target
            // as often as the objective that only reaches it. Its pay and its score are at least
            // those of the objectives that ignore them.
            let reach = Objective::Reach { target };
            let surely = table(reach).expected(rerolls);
            for (both, then) in [
                (Objective::ReachThenPay { target }, pay),
                (Objective::ReachThenScore { target }, Objective::Score),
            ] {
                let reached = sum(both, &|score, unused| reach.value(score, unused));
                assert!((reached - surely).abs() < 1e-6, "{situation:?} {rerolls}");
                let value = |score, unused| then.value(score, unused);
                let (with, without) = (sum(both, &value), sum(reach, &value));
                assert!(
                    with >= without - 1e-6,
                    "{situation:?} {rerolls} {with} {without}"
                );
            }
        }
    }
    let table = RerollTable::new(&scorer, &situations[0], 2, Objective::Score).unwrap();
    assert!(table.endings(3).is_empty());
}
