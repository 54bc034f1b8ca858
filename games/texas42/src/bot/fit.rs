//! Fits the weights of the hand model to played hands.
//!
//! It uses Newton's method on the likelihood, with slight shrinkage to keep rare features from
//! running away. It runs as `cargo run --release -p texas42 --example fit_hands`, never in play.

use super::appraisal::{
    FEATURES, Features, TARGETS, features, is_thinkable, is_thinkable_with_doubles, nello_features,
    sevens_features,
};
use super::habit;
use super::playout::Playout;
use super::rehearsal::{rehearse, share_made};
use crate::contract::{Contract, FollowMeDoubles};
use crate::declaration::{Declaration, Trump};
use crate::hand::Pledge;
use crate::options::Options;
use crate::play::SEATS;
use crate::solve::Solver;
use crate::{Bid, Suit};
use kernel::{Rng, Seat};
use pieces::{Domino, DominoSet};
use std::fmt::Write;

/// One hand under one trump, and its success: 0, 1, or a share if it was played in several ways.
pub(super) struct Case {
    pub(super) features: Features,
    pub(super) reached: f64,
}

/// The text of `bot/hands.txt`, from this many deals of this seed.
pub fn fit_hands(n_deals: u32, seed: u64) -> String {
    let by_target = cases(n_deals, seed);
    let with_doubles = cases_with_doubles(n_deals / 5, seed);
    let without_trumps = cases_without_trumps(n_deals, seed);
    let mut text = format!(
        "# Weights of the hand model, a line for each question, in the order of `features` in appraisal.rs.\n\
         # Computed by: cargo run --release -p texas42 --example fit_hands -- {n_deals} {seed}\n\
         # The targets from {} hands under a trump, each played on by habit; every trick with a partner of four\n\
         # doubles from {} hands under a trump and {} without, each played on by habit and by the solver;\n\
         # nello and sevens from {} hands, played on in the same way.\n",
        by_target[0].len(),
        with_doubles[0].len(),
        with_doubles[1].len(),
        without_trumps[0].len(),
    );
    let names = TARGETS.map(|target| target.to_string());
    let names = names.iter().map(String::as_str).chain([
        "trump-with-doubles",
        "follow-me-with-doubles",
        "nello",
        "sevens",
    ]);
    let questions = by_target.iter().chain(&with_doubles).chain(&without_trumps);
    for (name, cases) in names.zip(questions) {
        text.push_str(name);
        for weight in fit(cases) {
            let _ = write!(text, " {weight:.4}");
        }
        text.push('\n');
    }
    text
}

/// Deals, and lets seat 0 play each plausible trump: the cases of each target.
fn cases(n_deals: u32, seed: u64) -> [Vec<Case>; TARGETS.len()] {
    let mut rng = Rng::from_seed(seed);
    let mut dominoes = Domino::ALL;
    let mut cases = TARGETS.map(|_| Vec::new());
    for _ in 0..n_deals {
        let hands = deal(&mut dominoes, &mut rng);
        for trump in Trump::ALL {
            let contract = trump.contract(FollowMeDoubles::High);
            if !is_thinkable(contract, hands[0]) {
                continue;
            }
            let features = features(contract, hands[0]);
            for (cases, reached) in cases.iter_mut().zip(reached(contract, hands)) {
                cases.push(Case { features, reached });
            }
        }
    }
    cases
}

/// Shuffles, and deals seven dominoes to each seat.
fn deal(dominoes: &mut [Domino], rng: &mut Rng) -> [u32; SEATS] {
    rng.shuffle(dominoes);
    std::array::from_fn(|seat| {
        let hand: DominoSet = dominoes[7 * seat..7 * seat + 7].iter().copied().collect();
        hand.bits()
    })
}

/// Whether seat 0 reaches each target by habit.
fn reached(contract: Contract, hands: [u32; SEATS]) -> [f64; TARGETS.len()] {
    let taken = |all_tricks| {
        let mut playout = Playout::new(contract, Seat(0), Seat(0), all_tricks, hands);
        habit::play_out(&mut playout);
        playout.taken_by_bidders()
    };
    let points = taken(false);
    TARGETS.map(|target| {
        let reached = match target {
            42 => taken(true) == 42,
            _ => points >= target,
        };
        f64::from(u8::from(reached))
    })
}

/// Deals until the partner of seat 0 can plunge, and lets seat 0 name each plausible trump: the
/// cases with a trump, and those of follow me.
fn cases_with_doubles(n_deals: u32, seed: u64) -> [Vec<Case>; 2] {
    const BIDDER: Seat = Seat(2);
    let options = Options::default();
    let doubles = Contract::Trump(Suit::Doubles).table().trumps;
    let mut rng = Rng::from_seed(seed);
    let mut solver = Solver::new();
    let mut dominoes = Domino::ALL;
    let mut cases = [Vec::new(), Vec::new()];
    for _ in 0..n_deals {
        let hands = loop {
            let hands = deal(&mut dominoes, &mut rng);
            if (hands[BIDDER.index()] & doubles).count_ones() >= 4 {
                break hands;
            }
        };
        for trump in Trump::ALL {
            let contract = trump.contract(options.follow_me_doubles);
            if !is_thinkable_with_doubles(contract, hands[0]) {
                continue;
            }
            let pledge = Pledge {
                bidder: BIDDER,
                bid: Bid::Plunge(4),
                declaration: Declaration::Trump(trump),
            };
            let start = Playout::of_pledge(&options, pledge, hands);
            let ends = rehearse(&start, pledge, &mut solver);
            cases[usize::from(trump == Trump::FollowMe)].push(Case {
                features: features(contract, hands[0]),
                reached: share_made(pledge, ends),
            });
        }
    }
    cases
}

/// Deals, and lets seat 0 play nello and sevens: the cases of each.
fn cases_without_trumps(n_deals: u32, seed: u64) -> [Vec<Case>; 2] {
    let options = Options::default();
    let mut rng = Rng::from_seed(seed);
    let mut solver = Solver::new();
    let mut dominoes = Domino::ALL;
    let mut cases = [Vec::new(), Vec::new()];
    for _ in 0..n_deals {
        let hands = deal(&mut dominoes, &mut rng);
        let contract = options.contract(Declaration::Nello);
        let features = [
            nello_features(contract, hands[0]),
            sevens_features(hands[0]),
        ];
        let declarations = [Declaration::Nello, Declaration::Sevens];
        for ((cases, features), declaration) in cases.iter_mut().zip(features).zip(declarations) {
            let pledge = Pledge {
                bidder: Seat(0),
                bid: Bid::Marks(1),
                declaration,
            };
            let start = Playout::of_pledge(&options, pledge, hands);
            let ends = rehearse(&start, pledge, &mut solver);
            let reached = share_made(pledge, ends);
            cases.push(Case { features, reached });
        }
    }
    cases
}

/// Newton's method: a dozen steps are more than enough for a logistic model.
pub(super) fn fit(cases: &[Case]) -> [f64; FEATURES] {
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let mut slope = weights.map(|weight| -SHRINKAGE * weight);
        let mut curve = [[0.0; FEATURES]; FEATURES];
        for (place, row) in curve.iter_mut().enumerate() {
            row[place] = SHRINKAGE;
        }
        for case in cases {
            let features = case.features.map(f64::from);
            let log_odds: f64 = weights.iter().zip(&features).map(|(w, f)| w * f).sum();
            let chance = 1.0 / (1.0 + libm::exp(-log_odds));
            let miss = case.reached - chance;
            let spread = chance * (1.0 - chance);
            for i in 0..FEATURES {
                if features[i] == 0.0 {
                    continue;
                }
                slope[i] += miss * features[i];
                for j in 0..FEATURES {
                    curve[i][j] += spread * features[i] * features[j];
                }
            }
        }
        let step = solve(curve, slope);
        weights = std::array::from_fn(|place| weights[place] + step[place]);
    }
    weights
}

/// The shift and the slope of the log odds that fit pairs of log odds and outcomes best, by
/// Newton's method. Few pairs change little: it is as if twenty had been seen that need no change.
pub(super) fn fit_line(cases: &[(f64, f64)]) -> (f64, f64) {
    const SEEN: f64 = 20.0 / 4.0;
    let (mut shift, mut slope) = (0.0, 1.0);
    for _ in 0..12 {
        let mut pull = [-SEEN * shift, -SEEN * (slope - 1.0)];
        let mut curve = [[SEEN, 0.0], [0.0, SEEN]];
        for &(log_odds, happened) in cases {
            let chance = 1.0 / (1.0 + libm::exp(-(shift + slope * log_odds)));
            let spread = chance * (1.0 - chance);
            pull[0] += happened - chance;
            pull[1] += (happened - chance) * log_odds;
            curve[0][0] += spread;
            curve[0][1] += spread * log_odds;
            curve[1][1] += spread * log_odds * log_odds;
        }
        curve[1][0] = curve[0][1];
        let determinant = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0];
        shift += (pull[0] * curve[1][1] - pull[1] * curve[0][1]) / determinant;
        slope += (pull[1] * curve[0][0] - pull[0] * curve[1][0]) / determinant;
    }
    (shift, slope)
}

/// The strength of the shrinkage, as if each weight had been observed to be 0 in one case.
const SHRINKAGE: f64 = 1.0;

/// Solves a system of equations by elimination; the matrix is positive definite.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for pivot in 0..FEATURES {
        for row in pivot + 1..FEATURES {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *value -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; FEATURES];
    for row in (0..FEATURES).rev() {
        let known: f64 = (row + 1..FEATURES)
            .map(|column| matrix[row][column] * solution[column])
            .sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}
