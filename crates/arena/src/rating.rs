//! Ratings from a round robin, on the scale of [`kernel::rating`].
//!
//! Every bot has a strength θ, and one wins a game against another with the chance 1/(1+exp(θ₂−θ₁))
//! (Bradley and Terry). The strengths are those that make the results most likely. To each match
//! one pair of games is added that both bots win half of. It keeps a bot that never wins from being
//! infinitely weak, and moves the others little.
//!
//! All matches of a round robin are played with the same luck. The standard errors therefore come
//! from the pairs by their number (the sandwich of Huber and White, clustered): they are right even
//! if luck helps one bot in all its matches, and if a chance differs from the model's.

use serde::{Deserialize, Serialize};

/// The results of two bots against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// The two bots, by their places in the round robin.
    pub bots: [usize; 2],
    /// The first bot's share of each pair, in the order of the pairs' numbers.
    pub shares: Vec<f64>,
}

/// A rating, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its standard error; the anchor has none.
    pub standard_error: f64,
}

/// The strengths of the bots of a round robin.
#[derive(Debug, Clone)]
pub struct Ratings {
    anchor: (usize, f64),
    strengths: Vec<f64>,
    /// The covariances of the strengths; those of the anchor are 0.
    covariances: Vec<Vec<f64>>,
}

/// The points of a strength of 1: 400 points are odds of ten to one.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method doubles the correct digits at each step; it needs about ten.
const MOST_STEPS: usize = 100;

impl Ratings {
    /// Fits the ratings of this many bots. The anchor is a bot and its rating. `None` if some bots
    /// have not met the anchor, not even through others.
    pub fn fit(n_bots: usize, matches: &[Match], anchor: (usize, f64)) -> Option<Ratings> {
        let mut ratings = Ratings {
            anchor,
            strengths: vec![0.0; n_bots],
            covariances: vec![vec![0.0; n_bots]; n_bots],
        };
        for _ in 0..MOST_STEPS {
            let inverse = inverse(ratings.information(matches))?;
            let step = times(&inverse, &ratings.slope(matches));
            // A longer step may jump over the maximum.
            let longest = step.iter().fold(1.0, |most, part| part.abs().max(most));
            for (strength, part) in ratings.strengths.iter_mut().zip(&step) {
                *strength += part / longest;
            }
            if step.iter().all(|part| part.abs() < 1e-10) {
                break;
            }
        }
        ratings.covariances = ratings.sandwich(matches)?;
        Some(ratings)
    }

    /// The rating of a bot.
    pub fn of(&self, bot: usize) -> Rating {
        let (anchor, at) = self.anchor;
        Rating {
            rating: at + POINTS * (self.strengths[bot] - self.strengths[anchor]),
            standard_error: self.lead(bot, anchor).standard_error,
        }
    }

    /// The lead of a bot over another.
    pub fn lead(&self, bot: usize, other: usize) -> Rating {
        let of = &self.covariances;
        let variance = of[bot][bot] + of[other][other] - 2.0 * of[bot][other];
        Rating {
            rating: POINTS * (self.strengths[bot] - self.strengths[other]),
            standard_error: POINTS * variance.max(0.0).sqrt(),
        }
    }

    /// The chance of one bot to win a game against another.
    pub fn chance(&self, [bot, other]: [usize; 2]) -> f64 {
        1.0 / (1.0 + libm::exp(self.strengths[other] - self.strengths[bot]))
    }

    /// The slope of the likelihood in each strength. The added pair counts as one.
    fn slope(&self, matches: &[Match]) -> Vec<f64> {
        let mut slope = vec![0.0; self.strengths.len()];
        for each in matches {
            let won = 0.5 + each.shares.iter().sum::<f64>();
            let expected = self.chance(each.bots) * (1 + each.shares.len()) as f64;
            self.add(&mut slope, each.bots, won - expected);
        }
        slope
    }

    /// The information of the matches about the strengths. That of the anchor is known anyway.
    fn information(&self, matches: &[Match]) -> Vec<Vec<f64>> {
        let n_bots = self.strengths.len();
        let mut information = vec![vec![0.0; n_bots]; n_bots];
        for each in matches {
            let chance = self.chance(each.bots);
            let weight = chance * (1.0 - chance) * (1 + each.shares.len()) as f64;
            let [bot, other] = each.bots;
            information[bot][bot] += weight;
            information[other][other] += weight;
            information[bot][other] -= weight;
            information[other][bot] -= weight;
        }
        let anchor = self.anchor.0;
        information[anchor].fill(0.0);
        information.iter_mut().for_each(|row| row[anchor] = 0.0);
        information[anchor][anchor] = 1.0;
        information
    }

    fn sandwich(&self, matches: &[Match]) -> Option<Vec<Vec<f64>>> {
        let n_bots = self.strengths.len();
        let inverse = inverse(self.information(matches))?;
        let mut spread = vec![vec![0.0; n_bots]; n_bots];
        let n_pairs = matches.iter().map(|each| each.shares.len()).max()?;
        for n in 0..n_pairs {
            let mut slope = vec![0.0; n_bots];
            for each in matches {
                if let Some(share) = each.shares.get(n) {
                    self.add(&mut slope, each.bots, share - self.chance(each.bots));
                }
            }
            for (row, one) in spread.iter_mut().zip(&slope) {
                for (cell, other) in row.iter_mut().zip(&slope) {
                    *cell += one * other;
                }
            }
        }
        let half: Vec<Vec<f64>> = inverse.iter().map(|row| times(&spread, row)).collect();
        Some(half.iter().map(|row| times(&inverse, row)).collect())
    }

    /// Adds a surplus of wins to the slopes of both bots, except the anchor's, which stays.
    fn add(&self, slope: &mut [f64], [bot, other]: [usize; 2], surplus: f64) {
        slope[bot] += surplus;
        slope[other] -= surplus;
        slope[self.anchor.0] = 0.0;
    }
}

/// The product of a matrix and a vector.
fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

/// The inverse of a matrix by Gauss and Jordan; `None` if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| f64::from(u8::from(column == place))));
    }
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        if size(&pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let pivot = matrix[column].clone();
        for (_, row) in matrix
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| *at != column)
        {
            let factor = row[column];
            for (cell, of_pivot) in row.iter_mut().zip(&pivot) {
                *cell -= factor * of_pivot;
            }
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(n)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;

    fn met(bots: [usize; 2], won: usize, pairs: usize) -> Match {
        let shares = (0..pairs).map(|n| f64::from(u8::from(n < won))).collect();
        Match { bots, shares }
    }

    #[test]
    fn ten_wins_of_eleven_are_four_hundred_points() {
        // The added pair, half won, is nearly nothing beside eleven thousand.
        let ratings = Ratings::fit(2, &[met([1, 0], 10_000, 11_000)], (0, 500.0));
        let ratings = ratings.expect("they have met");
        assert_eq!(ratings.of(0).rating, 500.0);
        assert_eq!(ratings.of(0).standard_error, 0.0);
        assert!((ratings.of(1).rating - 900.0).abs() < 0.2, "{ratings:?}");
        assert!((ratings.chance([1, 0]) - 10.0 / 11.0).abs() < 0.001);
        // The error of a share of pairs, by the slope of the curve.
        let share: f64 = 10.0 / 11.0;
        let plain = POINTS / (share * (1.0 - share) * 11_000.0).sqrt();
        let error = ratings.of(1).standard_error;
        assert!((error / plain - 1.0).abs() < 0.01, "{error} {plain}");
    }

    #[test]
    fn who_never_wins_is_finitely_weak() {
        let ratings = Ratings::fit(2, &[met([0, 1], 0, 100)], (1, 1000.0)).expect("met");
        let weak = ratings.of(0).rating;
        assert!((-100.0..200.0).contains(&weak), "{weak}");
    }

    #[test]
    fn who_met_nobody_has_no_rating() {
        assert!(Ratings::fit(3, &[met([0, 1], 5, 10)], (0, 500.0)).is_none());
        assert!(Ratings::fit(3, &[met([1, 2], 5, 10)], (0, 500.0)).is_none());
    }

    #[test]
    fn another_anchor_moves_all_alike() {
        let matches = [
            met([0, 1], 30, 100),
            met([1, 2], 20, 100),
            met([0, 2], 10, 100),
        ];
        let one = Ratings::fit(3, &matches, (0, 500.0)).expect("met");
        let other = Ratings::fit(3, &matches, (2, 500.0)).expect("met");
        for bot in 0..3 {
            let apart = one.of(bot).rating - other.of(bot).rating;
            assert!((apart + other.of(0).rating - 500.0).abs() < 1e-6);
            let lead = other.lead(bot, 0);
            assert!((lead.standard_error - one.of(bot).standard_error).abs() < 1e-6);
        }
    }

    /// Round robins of four bots with known strengths: the ratings must be right, and as far off as
    /// their errors say. Luck helps the bots of a pair's number in all their matches.
    #[test]
    fn known_strengths_are_found() {
        const TRUE: [f64; 4] = [500.0, 650.0, 700.0, 1000.0];
        const PAIRS: usize = 400;
        let mut off = [0.0; 4];
        let runs = 600;
        for seed in 0..runs {
            let mut rng = Rng::from_seed(seed);
            let lucky: Vec<u32> = (0..PAIRS).map(|_| rng.below(1 << 20)).collect();
            let mut matches = Vec::new();
            for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let odds = libm::exp((TRUE[other] - TRUE[one]) / POINTS);
                let wins = f64::from(1 << 20) / (1.0 + odds);
                let share = |luck: &u32| {
                    let games = [*luck, rng.below(1 << 20)];
                    let won = games.iter().filter(|game| f64::from(**game) < wins);
                    won.count() as f64 / 2.0
                };
                let shares = lucky.iter().map(share).collect();
                let bots = [one, other];
                matches.push(Match { bots, shares });
            }
            let ratings = Ratings::fit(4, &matches, (0, 500.0)).expect("all met");
            for (bot, off) in off.iter_mut().enumerate().skip(1) {
                let Rating {
                    rating,
                    standard_error,
                } = ratings.of(bot);
                let apart = (rating - TRUE[bot]) / standard_error;
                *off += apart * apart / runs as f64;
            }
        }
        // A mean of 600 squares has a standard deviation of √(2/600) = 0.06 around 1.
        for off in &off[1..] {
            assert!((0.8..1.2).contains(off), "{off} instead of 1");
        }
    }
}
