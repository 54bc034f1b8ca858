//! The arithmetic of pairs, the coverage of the interval, and contests of real games.

use cribbage::Cribbage;
use dice::DiceHands;
use kernel::{Rng, Side};

use crate::{
    Contest, ContestError, ContestReport, Contestant, Mean, Pair, PairedGame, Plan, SEED, Sequence,
    Span,
};

/// A pair of these scores, won by these sides.
fn pair(first: (&[i32], &[u8]), second: (&[i32], &[u8])) -> Pair {
    let played = |(scores, winners): (&[i32], &[u8])| PairedGame {
        scores: scores.to_vec(),
        winners: winners.iter().copied().map(Side).collect(),
    };
    Pair {
        n: 0,
        games: [played(first), played(second)],
        figures: Vec::new(),
        decisions: [0; 2],
        faults: [0; 2],
        nanos: [0; 2],
    }
}

#[track_caller]
fn check(pair: &Pair, wins: [f64; 2], points: [f64; 2]) {
    assert_eq!(Contestant::BOTH.map(|bot| pair.wins(bot)), wins);
    assert_eq!(Contestant::BOTH.map(|bot| pair.points(bot)), points);
}

#[test]
fn two_sides_are_exchanged() {
    // The first bot has side 0, then side 1.
    check(
        &pair((&[121, 90], &[0]), (&[121, 80], &[0])),
        [0.5, 0.5],
        [100.5, 105.5],
    );
    check(
        &pair((&[121, 90], &[0]), (&[100, 121], &[1])),
        [1.0, 0.0],
        [121.0, 95.0],
    );
    check(
        &pair((&[90, 121], &[1]), (&[121, 80], &[0])),
        [0.0, 1.0],
        [85.0, 121.0],
    );
    // Nobody won the second game.
    check(
        &pair((&[7, 0], &[0]), (&[3, 3], &[])),
        [0.5, 0.0],
        [5.0, 1.5],
    );
}

#[test]
fn alone_each_bot_has_one_of_the_games() {
    check(
        &pair((&[500], &[0]), (&[300], &[])),
        [1.0, 0.0],
        [500.0, 300.0],
    );
    check(
        &pair((&[500], &[]), (&[300], &[0])),
        [0.0, 1.0],
        [500.0, 300.0],
    );
}

#[test]
fn of_three_sides_a_bot_has_two_and_then_one() {
    // First: sides 0 and 2, then side 1. Side 2 wins, then side 1.
    let pair = pair((&[10, 20, 121], &[2]), (&[30, 121, 40], &[1]));
    check(
        &pair,
        [1.0, 0.0],
        [(65.5 + 121.0) / 2.0, (20.0 + 35.0) / 2.0],
    );
}

#[test]
fn a_win_of_several_sides_is_shared() {
    check(
        &pair((&[9, 9], &[0, 1]), (&[9, 8], &[0])),
        [0.25, 0.75],
        [8.5, 9.0],
    );
}

#[test]
fn a_running_mean_is_the_mean() {
    let samples = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0];
    let mut mean = Mean::default();
    samples.iter().for_each(|sample| mean.push(*sample));
    let plain = samples.iter().sum::<f64>() / 6.0;
    let square = |sample: &f64| (sample - plain) * (sample - plain);
    let squares: f64 = samples.iter().map(square).sum();
    assert!((mean.mean() - plain).abs() < 1e-12);
    assert!((mean.variance() - squares / 5.0).abs() < 1e-12);
    assert!((mean.standard_error() - (squares / 30.0).sqrt()).abs() < 1e-12);
    let estimate = mean.estimate(0.05, 6);
    assert!(estimate.low < plain - 1.96 * estimate.standard_error);
}

/// The sample of a pair: both games lost, one won, both won, with these frequencies in 100.
fn sample(rng: &mut Rng, [lost, split, _]: [u32; 3]) -> f64 {
    match rng.below(100) {
        roll if roll < lost => 0.0,
        roll if roll < lost + split => 0.5,
        _ => 1.0,
    }
}

/// The number of `n_runs` contests that see the true mean outside the interval at any time before
/// `n_pairs`.
fn missed(odds: [u32; 3], planned: u64, n_pairs: u64, n_runs: u64) -> usize {
    let truth = (f64::from(odds[1]) / 2.0 + f64::from(odds[2])) / 100.0;
    let run_misses = |seed: &u64| {
        let mut rng = Rng::from_seed(*seed);
        let mut sequence = Sequence::new(ContestReport::ALPHA, planned);
        (0..n_pairs).any(|_| {
            sequence.push(sample(&mut rng, odds));
            let (low, high) = sequence.interval();
            truth < low || high < truth
        })
    };
    (0..n_runs).filter(run_misses).count()
}

#[test]
fn the_interval_holds_the_truth_at_all_times() {
    // Of 1,000 contests at most 50 may miss on average; 50 + 3.1 √(1000 · 0.05 · 0.95) = 71
    // would be exceeded by luck once in a thousand.
    for odds in [
        [25, 50, 25],
        [10, 60, 30],
        [1, 8, 91],
        [50, 0, 50],
        [0, 99, 1],
    ] {
        for planned in [100, 1_000] {
            let missed = missed(odds, planned, 1_500, 1_000);
            assert!(
                missed <= 71,
                "{odds:?} planned {planned}: {missed} of 1000 missed"
            );
        }
    }
}

#[test]
fn an_ordinary_interval_would_not_hold() {
    // The same count for mean ± 1.96 standard errors, which shows that the test above can fail.
    let run_misses = |seed: &u64| {
        let mut rng = Rng::from_seed(*seed);
        let mut mean = Mean::default();
        (0..1_500).any(|n| {
            mean.push(sample(&mut rng, [25, 50, 25]));
            n > 30 && (mean.mean() - 0.5).abs() > 1.96 * mean.standard_error()
        })
    };
    let missed = (0..1_000).filter(run_misses).count();
    assert!(missed > 200, "{missed} of 1000 missed");
}

#[test]
fn the_interval_is_narrow_where_it_was_planned() {
    let n_pairs = 10_000;
    let mut rng = Rng::from_seed(1);
    let mut sequence = Sequence::new(ContestReport::ALPHA, n_pairs);
    let mut mean = Mean::default();
    for _ in 0..n_pairs {
        let sample = sample(&mut rng, [25, 50, 25]);
        sequence.push(sample);
        mean.push(sample);
    }
    let (low, high) = sequence.interval();
    let ordinary = 2.0 * 1.96 * mean.standard_error();
    assert!(low < mean.mean() && mean.mean() < high);
    assert!(
        (1.0..1.5).contains(&((high - low) / ordinary)),
        "{low} {high} {ordinary}"
    );
    assert_eq!(
        Sequence::new(ContestReport::ALPHA, 10).interval(),
        (0.0, 1.0)
    );
}

/// Nearly all of cribbage is drawn from `random`, which every game has.
fn contest(pairs: u64, seed: u64, span: Span) -> Contest<Cribbage> {
    let plan = Plan::new::<Cribbage>(["random", "random"], seed, pairs, span);
    Contest::new(plan).expect("every game has random")
}

#[test]
fn a_pair_depends_on_its_number_alone() {
    let contest = contest(3, SEED, Span::Games);
    let forward: Vec<Pair> = (0..3).map(|n| contest.pair(n, &|| 0)).collect();
    let mut backward: Vec<Pair> = (0..3).rev().map(|n| contest.pair(n, &|| 0)).collect();
    backward.reverse();
    assert_eq!(forward, backward);
    assert_ne!(forward[0].games, forward[1].games);
    let text = serde_json::to_string(&forward).expect("pairs are plain data");
    let again: Vec<Pair> = serde_json::from_str(&text).expect("they survive a journal");
    assert_eq!(
        ContestReport::of(contest.plan(), &again),
        ContestReport::of(contest.plan(), &forward)
    );
}

#[test]
fn another_seed_is_another_contest() {
    let games = |seed| contest(1, seed, Span::Games).pair(0, &|| 0).games;
    assert_ne!(games(1), games(2));
}

#[test]
fn a_deal_ends_before_a_game_does() {
    let deal = contest(1, SEED, Span::Deals).pair(0, &|| 0);
    for played in &deal.games {
        assert!(played.scores.iter().all(|score| *score < 60), "{played:?}");
        let most = played.scores.iter().max();
        assert!(
            played
                .winners
                .iter()
                .all(|side| played.scores.get(side.index()) == most)
        );
    }
    let game = contest(1, SEED, Span::Games).pair(0, &|| 0);
    assert!(game.games.iter().all(|played| played.scores.contains(&121)));
}

#[test]
fn a_stopwatch_times_the_bots() {
    let ticks = std::cell::Cell::new(0);
    let stopwatch = || {
        ticks.set(ticks.get() + 5);
        ticks.get()
    };
    let pair = contest(1, SEED, Span::Deals).pair(0, &stopwatch);
    assert!(pair.decisions.iter().all(|n| *n > 0));
    assert_eq!(pair.nanos, pair.decisions.map(|n| 5 * n));
}

#[test]
fn a_bot_alone_plays_one_of_the_games() {
    let plan = Plan::new::<DiceHands>(["random", "random"], SEED, 1, Span::Games);
    let contest = Contest::<DiceHands>::new(plan).expect("every game has random");
    let pair = contest.pair(0, &|| 0);
    assert!(pair.games.iter().all(|played| played.scores.len() == 1));
    assert!(pair.decisions.iter().all(|n| *n > 0));
}

#[test]
fn what_cannot_be_played_is_said() {
    let plan = Plan::new::<Cribbage>(["random", "nobody"], SEED, 1, Span::Games);
    let error = Contest::<Cribbage>::new(plan.clone()).expect_err("there is no such bot");
    assert!(matches!(&error, ContestError::UnknownBot { name, .. } if name == "nobody"));
    assert!(
        error.to_string().contains("must be one of random"),
        "{error}"
    );
    let plan = Plan {
        bots: ["random", "random"].map(str::to_owned),
        options: serde_json::json!({ "seats": 9 }),
        ..plan
    };
    let error = Contest::<Cribbage>::new(plan).expect_err("nobody seats nine");
    assert!(matches!(error, ContestError::Options(_)), "{error}");
}
