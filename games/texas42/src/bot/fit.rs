//! Fits the weights of the hand model to hands that habit plays on.
//!
//! Newton's method on the likelihood, with a touch of shrinkage so that a rare
//! feature cannot run away. It runs as `cargo run --release -p texas42 --example
//! fit_hands`, never in play.

use super::appraisal::{FEATURES, Features, TARGETS, features, is_thinkable};
use super::{habit, playout::Playout};
use crate::contract::{Contract, FollowMeDoubles};
use crate::declaration::Trump;
use crate::position::SEATS;
use kernel::{Rng, Seat};
use pieces::{Domino, DominoSet};
use std::fmt::Write;

/// One hand under one trump, and what came of it.
struct Case {
    features: Features,
    /// Whether each target was reached.
    reached: [bool; TARGETS.len()],
}

/// The text of `bot/hands.txt`, from so many deals of this seed.
pub fn fit_hands(n_deals: u32, seed: u64) -> String {
    let cases = cases(n_deals, seed);
    let mut text = format!(
        "# Weights of the hand model, a line for each target, in the order of `features` in appraisal.rs.\n\
         # Computed by: cargo run --release -p texas42 --example fit_hands -- {n_deals} {seed}\n\
         # From {} hands under a trump, each played on by habit.\n",
        cases.len()
    );
    for (place, target) in TARGETS.iter().enumerate() {
        let weights = fit(&cases, place);
        let _ = write!(text, "{target}");
        for weight in weights {
            let _ = write!(text, " {weight:.4}");
        }
        text.push('\n');
    }
    text
}

/// Deals, and lets seat 0 play each trump of which it has something.
fn cases(n_deals: u32, seed: u64) -> Vec<Case> {
    let mut rng = Rng::from_seed(seed);
    let mut dominoes = Domino::ALL;
    let mut cases = Vec::new();
    for _ in 0..n_deals {
        rng.shuffle(&mut dominoes);
        let hands: [u32; SEATS] = std::array::from_fn(|seat| {
            let hand: DominoSet = dominoes[7 * seat..7 * seat + 7].iter().copied().collect();
            hand.bits()
        });
        for trump in Trump::ALL {
            let contract = trump.contract(FollowMeDoubles::High);
            if is_thinkable(contract, hands[0]) {
                cases.push(case(contract, hands));
            }
        }
    }
    cases
}

fn case(contract: Contract, hands: [u32; SEATS]) -> Case {
    let taken = |all_tricks| {
        let mut playout = Playout::new(contract, Seat(0), Seat(0), all_tricks, hands);
        habit::play_out(&mut playout);
        playout.taken_by_bidders()
    };
    let points = taken(false);
    let reached = TARGETS.map(|target| match target {
        42 => taken(true) == 42,
        _ => points >= target,
    });
    Case {
        features: features(contract, hands[0]),
        reached,
    }
}

/// Newton's method: a dozen steps are more than enough for a logistic model.
fn fit(cases: &[Case], target: usize) -> [f64; FEATURES] {
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
            let chance = 1.0 / (1.0 + (-log_odds).exp());
            let miss = f64::from(u8::from(case.reached[target])) - chance;
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

/// As if each weight had been seen to be 0 in a few cases.
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
