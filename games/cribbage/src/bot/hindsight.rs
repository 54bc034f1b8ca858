//! Corrections of the expert's own chances, learnt from practice.
//!
//! The chance of a throw or a card is computed against an opponent who keeps and plays by habit.
//! A real one plays better than that, the more so near the end of a game, and the computed chance
//! is too high by as much. Deals that the expert plays against itself show by how much
//! (`bot/hindsight.txt`): for each role and each number of cards that are still held, a logistic
//! regression of the result on the computed chance, the chance before the deal, and the holes that
//! both need. It never changes which of several throws or cards is best, because a higher chance
//! stays higher.

use std::fmt::Write;

use super::chance::{TARGET, WinTable};
use super::habits::{Role, table_lines};
use super::outlook::Board;
use super::practice::{Practised, PredictedChance};

/// The decisions of a deal: the throw, and the cards with four, three, two and one in hand.
pub(crate) const STAGES: usize = 5;

/// The points still needed at which the correction may bend; between two of them it is linear.
const CORNERS: [f32; 11] = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 11.0, 15.0, 21.0, 31.0, 61.0];

/// The number of terms of the regression: one for each corner of both needs, three for the computed
/// chance and three for the chance before the deal.
pub(crate) const TERMS: usize = 2 * CORNERS.len() + 6;

/// The terms of one decision.
pub(crate) type Terms = [f32; TERMS];

/// The corrections of the chances.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hindsight {
    /// By role and stage.
    pub(crate) weights: [[Terms; STAGES]; 2],
}

impl Hindsight {
    /// The corrected value of a computed chance.
    pub(crate) fn of(&self, board: Board, stage: usize, table: &WinTable, chance: f64) -> f64 {
        // A certain outcome stays certain.
        if chance <= 0.0 || chance >= 1.0 {
            return chance.clamp(0.0, 1.0);
        }
        let weights = &self.weights[board.role as usize][stage];
        let odds = log_odds(chance);
        let fixed = terms(board, 0.0, before(table, board));
        let mut sum: f64 = 0.0;
        for (term, weight) in fixed.iter().zip(weights) {
            sum += f64::from(*term) * f64::from(*weight);
        }
        let slope = slope_terms(board);
        let slope: f64 = slope
            .iter()
            .zip(&weights[SLOPE..])
            .map(|(term, weight)| f64::from(*term) * f64::from(*weight))
            .sum();
        // A higher chance must stay higher.
        const LEAST: f64 = 0.1;
        chance_of(sum + slope.max(LEAST) * odds)
    }

    /// Learns from these deals, if this table gives the chance before a deal.
    pub(crate) fn learn(deals: &[Practised], table: &WinTable) -> Hindsight {
        let mut start: Terms = [0.0; TERMS];
        start[SLOPE] = 1.0;
        let weights = [Role::Dealer, Role::Pone].map(|role| {
            std::array::from_fn(|stage| {
                let mut decisions = Vec::new();
                for deal in deals {
                    let result = deal.result(role, table);
                    let mine = |told: &&PredictedChance| {
                        told.board.role == role
                            && told.stage == stage
                            && told.chance > 0.0
                            && told.chance < 1.0
                    };
                    for told in deal.told.iter().filter(mine) {
                        let before = before(table, told.board);
                        let odds = log_odds(told.chance).clamp(-8.0, 8.0);
                        decisions.push((terms(told.board, odds as f32, before), result));
                    }
                }
                fit(&decisions, &start)
            })
        });
        Hindsight { weights }
    }

    /// The table as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(TITLE);
        for weights in self.weights.iter().flatten() {
            let row: Vec<String> = weights
                .iter()
                .map(|weight| format!("{weight:.3}"))
                .collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
        text
    }

    /// Reads the text; `None` if a line is malformed.
    pub(crate) fn parse(text: &str) -> Option<Hindsight> {
        let mut lines = table_lines(text);
        let mut hindsight = Hindsight {
            weights: [[[0.0; TERMS]; STAGES]; 2],
        };
        for weights in hindsight.weights.iter_mut().flatten() {
            let mut fields = lines.next()?.split(' ');
            for weight in weights.iter_mut() {
                *weight = fields.next()?.parse().ok()?;
            }
            fields.next().is_none().then_some(())?;
        }
        lines.next().is_none().then_some(hindsight)
    }
}

const TITLE: &str = "\
# How computed chances are corrected by what came of them.
# Made by `cargo run --release -p cribbage --example bot_tables round`; see README.md in this folder.
# A line for each decision of the dealer, then of pone: the throw, then with four, three, two and one card in hand. Weights of the
# corners of one's own need, of the other's, of the computed chance and of the chance before the deal.
";

/// The chance with these scores before a deal.
fn before(table: &WinTable, board: Board) -> f32 {
    match board.role {
        Role::Dealer => table.dealer(board.own, board.theirs),
        Role::Pone => 1.0 - table.dealer(board.theirs, board.own),
    }
}

/// The place of the terms of the computed chance.
pub(crate) const SLOPE: usize = 2 * CORNERS.len();

/// The terms of the regression for log-odds of the computed chance.
pub(crate) fn terms(board: Board, odds: f32, before: f32) -> Terms {
    let mut terms = [0.0; TERMS];
    let needs = [board.own, board.theirs].map(|score| (TARGET - score.min(TARGET - 1)) as f32);
    for (need, share) in needs.iter().zip(terms.chunks_mut(CORNERS.len())) {
        corners(*need, &CORNERS, share);
    }
    let before = log_odds(f64::from(before)).clamp(-8.0, 8.0) as f32;
    for (place, near) in slope_terms(board).into_iter().enumerate() {
        terms[SLOPE + place] = near * odds;
        terms[SLOPE + 3 + place] = near * before;
    }
    terms
}

/// One, and how near oneself and the other are to the end.
fn slope_terms(board: Board) -> [f32; 3] {
    let near = |score: usize| 8.0 / (7.0 + (TARGET - score.min(TARGET - 1)) as f32);
    [1.0, near(board.own), near(board.theirs)]
}

/// The share of each of these corners in a need.
pub(crate) fn corners(need: f32, corners: &[f32], share: &mut [f32]) {
    let above = corners.partition_point(|corner| *corner <= need);
    if above == corners.len() {
        share[above - 1] = 1.0;
        return;
    }
    let (low, high) = (corners[above.max(1) - 1], corners[above]);
    let part = ((need - low) / (high - low)).clamp(0.0, 1.0);
    share[above.max(1) - 1] = 1.0 - part;
    share[above] = part;
}

/// The logarithm of the odds of a chance.
pub(crate) fn log_odds(chance: f64) -> f64 {
    libm::log(chance / (1.0 - chance))
}

/// The chance with these odds.
pub(crate) fn chance_of(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// The weights that make the results most likely, by Newton's method: each result is the chance
/// that came of a decision with these terms. A small penalty keeps rare corners from running away
/// from `start`.
pub(crate) fn fit<const N: usize>(decisions: &[([f32; N], f32)], start: &[f32; N]) -> [f32; N] {
    /// The number of decisions from which a corner is believed.
    const PENALTY: f64 = 4.0;
    let mut weights = start.map(f64::from);
    for _ in 0..8 {
        let mut matrix = vec![[0.0_f64; N]; N];
        let mut gradient = [0.0_f64; N];
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] = PENALTY;
            gradient[place] = PENALTY * (f64::from(start[place]) - weights[place]);
        }
        for (terms, result) in decisions {
            let terms = terms.map(f64::from);
            let odds: f64 = terms
                .iter()
                .zip(&weights)
                .map(|(term, weight)| term * weight)
                .sum();
            let chance = chance_of(odds);
            let (error, spread) = (f64::from(*result) - chance, chance * (1.0 - chance));
            for (place, term) in terms.iter().enumerate().filter(|(_, term)| **term != 0.0) {
                gradient[place] += error * term;
                for (cell, other) in matrix[place].iter_mut().zip(&terms) {
                    *cell += spread * term * other;
                }
            }
        }
        let step = solve(matrix, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights.map(|weight| ((weight * 1000.0).round() / 1000.0) as f32)
}

/// Solves a symmetric positive system by elimination.
pub(crate) fn solve<const N: usize>(mut matrix: Vec<[f64; N]>, mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let (row, value) = (above[pivot], right[pivot]);
        for (lower, right) in below.iter_mut().zip(&mut right[pivot + 1..]) {
            let factor = lower[pivot] / row[pivot];
            for (cell, above) in lower.iter_mut().zip(row).skip(pivot) {
                *cell -= factor * above;
            }
            *right -= factor * value;
        }
    }
    for place in (0..N).rev() {
        let row = matrix[place].iter().zip(&right).skip(place + 1);
        let known: f64 = row.map(|(cell, value)| cell * value).sum();
        right[place] = (right[place] - known) / matrix[place][place];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::book::BOOK;
    use kernel::Rng;

    fn hindsight() -> &'static Hindsight {
        &BOOK.lessons.as_ref().unwrap().hindsight
    }

    fn any_board(rng: &mut Rng) -> Board {
        Board {
            role: [Role::Dealer, Role::Pone][rng.below(2) as usize],
            own: rng.below(121) as usize,
            theirs: rng.below(121) as usize,
        }
    }

    /// The best throw or card must stay the best, and what is certain must stay certain.
    #[test]
    fn a_higher_chance_stays_higher() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..2_000 {
            let (board, stage) = (any_board(&mut rng), rng.below(5) as usize);
            let told = |chance| hindsight().of(board, stage, &BOOK.chance, chance);
            let all: Vec<f64> = (0..=50).map(|n| told(f64::from(n) / 50.0)).collect();
            assert!(
                all.is_sorted_by(|one, next| one < next),
                "{board:?} {stage} {all:?}"
            );
            assert_eq!((all[0], all[50]), (0.0, 1.0));
        }
    }

    /// Results that follow known weights must give these weights again.
    #[test]
    fn the_regression_finds_what_is_there() {
        let mut rng = Rng::from_seed(2);
        let mut truth = [0.0; TERMS];
        truth[3] = -0.5;
        truth[CORNERS.len() + 6] = 0.4;
        truth[SLOPE] = 0.8;
        truth[SLOPE + 3] = 0.3;
        let decisions: Vec<(Terms, f32)> = (0..40_000)
            .map(|_| {
                let odds = rng.below(600) as f32 / 100.0 - 3.0;
                let before = (1 + rng.below(99)) as f32 / 100.0;
                let terms = terms(any_board(&mut rng), odds, before);
                let sum: f32 = terms
                    .iter()
                    .zip(truth)
                    .map(|(term, weight)| term * weight)
                    .sum();
                (terms, chance_of(f64::from(sum)) as f32)
            })
            .collect();
        let mut start = [0.0; TERMS];
        start[SLOPE] = 1.0;
        let found = fit(&decisions, &start);
        for (terms, result) in &decisions[..500] {
            let sum: f32 = terms
                .iter()
                .zip(found)
                .map(|(term, weight)| term * weight)
                .sum();
            let chance = chance_of(f64::from(sum));
            assert!(
                (chance - f64::from(*result)).abs() < 0.02,
                "{chance} {result}"
            );
        }
        assert!((found[SLOPE] - 0.8).abs() < 0.05, "{}", found[SLOPE]);
    }

    #[test]
    fn the_shares_of_a_need_are_one_together() {
        for need in 1..=121_u8 {
            let mut share = [0.0; CORNERS.len()];
            corners(f32::from(need), &CORNERS, &mut share);
            assert_eq!(share.iter().sum::<f32>(), 1.0, "{need}");
            let mean: f32 = share
                .iter()
                .zip(CORNERS)
                .map(|(share, corner)| share * corner)
                .sum();
            assert!((mean - f32::from(need).min(61.0)).abs() < 1e-4);
        }
    }

    #[test]
    fn the_text_is_read_as_it_was_written() {
        let text = hindsight().text();
        assert_eq!(Hindsight::parse(&text).as_ref(), Some(hindsight()));
        assert_eq!(Hindsight::parse(&text.replace(".", "x")), None);
    }
}
