//! Calibration: predicted chances, compared with what happened.
//!
//! A bench plays games, keeps each [`Prediction`] with its group (for example "dealer throws,
//! 90 to 104"), and hands in a whole game at a time. Groups and bins are fixed before the first
//! game, so that nobody can choose them by the result. The decisions of a game share its luck and
//! its end; standard errors are therefore clustered by game, and a game that is handed in as one
//! is one cluster.
//!
//! This module prints and writes nothing: [`Calibration::table`] and [`Calibration::svg`] return
//! text, and [`Calibration::misses`] lists what must be better.

use std::fmt::Write;

/// A chance that somebody was told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// The number of its group.
    pub group: usize,
    /// The predicted chance, from 0 to 1.
    pub chance: f64,
    /// 1 if it came true, 0 if not; something between for a shared win.
    pub happened: f64,
}

/// The requirement that predictions must meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// A bin with fewer predictions is shown and not judged.
    pub least: u64,
    /// A bin may be this far off,
    pub within: f64,
    /// or this many standard errors.
    pub errors: f64,
    /// The mean absolute error over the judged bins, each counted as often as it has predictions.
    pub mean: f64,
}

impl Aim {
    /// The requirement for every game of the house.
    pub const HOUSE: Aim = Aim {
        least: 500,
        within: 0.02,
        errors: 3.0,
        mean: 0.01,
    };
}

/// Predictions by group and bin.
#[derive(Debug, Clone)]
pub struct Calibration {
    groups: Vec<String>,
    /// The lower ends of the bins, the first of which is 0.
    edges: Vec<f64>,
    /// A bin for each group and edge, the bins of a group together.
    bins: Vec<Sums>,
}

/// The bins of one group that hold predictions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// The number of its group.
    pub group: usize,
    /// Its lower end.
    pub from: f64,
    /// Its upper end.
    pub to: f64,
    /// The number of predictions.
    pub n: u64,
    /// The number of games that they come from.
    pub games: u64,
    /// Their mean.
    pub predicted: f64,
    /// The share that came true.
    pub happened: f64,
    /// The standard error of the difference, clustered by game.
    pub standard_error: f64,
}

impl Calibration {
    /// An empty calibration with these groups. Its bins start at 0 and at each of these edges,
    /// which must rise between 0 and 1.
    ///
    /// ```
    /// use arena::{Aim, Calibration, Prediction};
    ///
    /// let mut coins = Calibration::new(["heads"], &[0.5]);
    /// for game in 0..1_000 {
    ///     let happened = f64::from(game % 2);
    ///     coins.add_game(&[Prediction { group: 0, chance: 0.5, happened }]);
    /// }
    /// assert_eq!(coins.bins().next().unwrap().happened, 0.5);
    /// assert!(coins.misses(Aim::HOUSE).is_empty());
    /// ```
    pub fn new<S: Into<String>>(groups: impl IntoIterator<Item = S>, edges: &[f64]) -> Calibration {
        let groups: Vec<String> = groups.into_iter().map(Into::into).collect();
        let edges: Vec<f64> = std::iter::once(0.0).chain(edges.iter().copied()).collect();
        assert!(
            edges.is_sorted_by(|one, next| one < next) && edges.iter().all(|edge| *edge < 1.0),
            "the edges must rise within 0 and 1"
        );
        let bins = vec![Sums::default(); groups.len() * edges.len()];
        Calibration {
            groups,
            edges,
            bins,
        }
    }

    /// Edges at every tenth.
    pub const TENTHS: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

    /// Adds all predictions of a game.
    pub fn add_game(&mut self, predictions: &[Prediction]) {
        let bin_of = |prediction: &Prediction| {
            let above = self
                .edges
                .partition_point(|edge| *edge <= prediction.chance);
            prediction.group * self.edges.len() + above.max(1) - 1
        };
        let mut placed: Vec<(usize, &Prediction)> =
            predictions.iter().map(|one| (bin_of(one), one)).collect();
        placed.sort_by_key(|(bin, _)| *bin);
        for same in placed.chunk_by(|one, next| one.0 == next.0) {
            self.bins[same[0].0].add_game(same.iter().map(|(_, prediction)| *prediction));
        }
    }

    /// The names of the groups.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// The bins with at least one prediction, group by group.
    pub fn bins(&self) -> impl Iterator<Item = Bin> + '_ {
        let per_group = self.edges.len();
        self.bins
            .iter()
            .enumerate()
            .filter(|(_, sums)| sums.n > 0.0)
            .map(move |(number, sums)| {
                let place = number % per_group;
                Bin {
                    group: number / per_group,
                    from: self.edges[place],
                    to: self.edges.get(place + 1).copied().unwrap_or(1.0),
                    n: sums.n as u64,
                    games: sums.games as u64,
                    predicted: sums.chance / sums.n,
                    happened: sums.happened / sums.n,
                    standard_error: sums.standard_error(),
                }
            })
    }

    /// The number of predictions.
    pub fn n(&self) -> u64 {
        self.bins().map(|bin| bin.n).sum()
    }

    /// The mean absolute error over the bins with at least this many predictions, each counted as
    /// often as it has predictions; 0 if there is no such bin.
    pub fn mean_error(&self, least: u64) -> f64 {
        let judged = self.bins().filter(|bin| bin.n >= least);
        let (n, sum) = judged.fold((0.0, 0.0), |(n, sum), bin| {
            (n + bin.n as f64, sum + bin.n as f64 * bin.off().abs())
        });
        if n == 0.0 { 0.0 } else { sum / n }
    }

    /// A sentence for everything that misses the aim.
    pub fn misses(&self, aim: Aim) -> Vec<String> {
        let mut misses: Vec<String> = self
            .bins()
            .filter(|bin| !bin.holds(aim))
            .map(|bin| {
                format!(
                    "{}: {} must come within {} or {} standard errors",
                    self.groups[bin.group],
                    bin.text(),
                    aim.within,
                    aim.errors
                )
            })
            .collect();
        let mean = self.mean_error(aim.least);
        if mean > aim.mean {
            misses.push(format!(
                "the mean absolute error is {mean:.4} and must be at most {}",
                aim.mean
            ));
        }
        misses
    }

    /// All bins as lines of text, a mark at each that misses the aim, and the mean error.
    pub fn table(&self, aim: Aim) -> String {
        let mut text = String::new();
        for (number, group) in self.groups.iter().enumerate() {
            let bins: Vec<Bin> = self.bins().filter(|bin| bin.group == number).collect();
            if bins.is_empty() {
                continue;
            }
            let _ = writeln!(
                text,
                "{group}\n  bin        predictions   games  predicted  happened     off   2 s.e."
            );
            for bin in bins {
                let mark = match (bin.n < aim.least, bin.holds(aim)) {
                    (true, _) => "  few",
                    (false, true) => "",
                    (false, false) => "  MISSED",
                };
                let _ = writeln!(
                    text,
                    "  {:.2}-{:.2}  {:>11} {:>7} {:>10.4} {:>9.4} {:>+7.4} {:>8.4}{mark}",
                    bin.from,
                    bin.to,
                    bin.n,
                    bin.games,
                    bin.predicted,
                    bin.happened,
                    bin.off(),
                    2.0 * bin.standard_error,
                );
            }
        }
        let _ = writeln!(
            text,
            "mean absolute error {:.4} over {} predictions (aim: {})",
            self.mean_error(aim.least),
            self.n(),
            aim.mean
        );
        text
    }

    /// A picture: a panel for each group, with the share that came true over the predicted chance
    /// and two standard errors either way. On the diagonal every chance is true.
    pub fn svg(&self, title: &str, aim: Aim) -> String {
        let shown: Vec<usize> = (0..self.groups.len())
            .filter(|group| self.bins().any(|bin| bin.group == *group))
            .collect();
        let rows = shown.len().div_ceil(COLUMNS).max(1);
        let (width, height) = (COLUMNS * PANEL, rows * PANEL + HEAD);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"10\" y=\"18\" font-size=\"14\">{}</text>\n",
            escaped(title)
        );
        for (place, &group) in shown.iter().enumerate() {
            let left = place % COLUMNS * PANEL;
            let top = place / COLUMNS * PANEL + HEAD;
            let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
            self.panel(group, aim, &mut svg);
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn panel(&self, group: usize, aim: Aim, svg: &mut String) {
        let [low, high] = [place(0.0), place(1.0)];
        let size = high - low;
        let _ = writeln!(
            svg,
            "<text x=\"{low}\" y=\"14\">{}</text>\n\
             <rect x=\"{low}\" y=\"{low}\" width=\"{size}\" height=\"{size}\" fill=\"none\" stroke=\"#999\"/>\n\
             <path d=\"M{low} {high}L{high} {low}\" stroke=\"#999\"/>",
            escaped(&self.groups[group]),
        );
        for bin in self.bins().filter(|bin| bin.group == group) {
            let colour = match (bin.n < aim.least, bin.holds(aim)) {
                (true, _) => "#bbb",
                (false, true) => "#05a",
                (false, false) => "#c00",
            };
            let x = place(bin.predicted);
            // Upwards is less in a picture.
            let y = |share: f64| place(1.0 - share.clamp(0.0, 1.0));
            let spread = 2.0 * bin.standard_error;
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"{colour}\"/>\
                 <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\">\
                 <title>{}</title></circle>",
                y(bin.happened - spread),
                y(bin.happened + spread),
                y(bin.happened),
                bin.text(),
            );
        }
    }
}

/// The panels in a row of the picture.
const COLUMNS: usize = 4;

/// The width and height of a panel.
const PANEL: usize = 200;

/// The height of the title.
const HEAD: usize = 28;

/// The place of a share within a panel.
fn place(share: f64) -> f64 {
    20.0 + share * (PANEL as f64 - 40.0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

impl Bin {
    /// By how much more often it happened than was predicted.
    pub fn off(&self) -> f64 {
        self.happened - self.predicted
    }

    /// Whether it meets the aim, or has too few predictions to be judged.
    pub fn holds(&self, aim: Aim) -> bool {
        let allowed = aim.within.max(aim.errors * self.standard_error);
        self.n < aim.least || self.off().abs() <= allowed
    }

    fn text(&self) -> String {
        format!(
            "predicted {:.4}, happened {:.4} ± {:.4} ({} predictions)",
            self.predicted, self.happened, self.standard_error, self.n
        )
    }
}

/// The sums over the games of a bin.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    games: f64,
    n: f64,
    chance: f64,
    happened: f64,
    /// Over the games: the squares of the number of predictions, of the sum of their errors, and
    /// the product of the two.
    n_squared: f64,
    error_squared: f64,
    n_error: f64,
}

impl Sums {
    fn add_game<'a>(&mut self, predictions: impl Iterator<Item = &'a Prediction>) {
        let (mut n, mut error) = (0.0, 0.0);
        for prediction in predictions {
            n += 1.0;
            error += prediction.happened - prediction.chance;
            self.chance += prediction.chance;
            self.happened += prediction.happened;
        }
        self.games += 1.0;
        self.n += n;
        self.n_squared += n * n;
        self.error_squared += error * error;
        self.n_error += n * error;
    }

    /// The standard error of the mean error, with games as clusters: the sandwich estimate for a
    /// ratio of sums, √( g/(g−1) Σ (eᵢ − m nᵢ)² ) / Σ nᵢ with the mean error m. Infinite for one
    /// game.
    fn standard_error(&self) -> f64 {
        if self.games < 2.0 {
            return f64::INFINITY;
        }
        let mean = (self.happened - self.chance) / self.n;
        let squares = self.error_squared - 2.0 * mean * self.n_error + mean * mean * self.n_squared;
        let correction = self.games / (self.games - 1.0);
        (correction * squares.max(0.0)).sqrt() / self.n
    }
}

#[cfg(test)]
mod tests {
    use kernel::Rng;

    use super::*;

    fn unit(rng: &mut Rng) -> f64 {
        f64::from(rng.next_u32()) / f64::from(u32::MAX)
    }

    /// Games of five predictions with one end, each of which comes true as often as said, plus
    /// `bias`.
    fn games(games: u32, bias: f64, seed: u64) -> Calibration {
        let mut rng = Rng::from_seed(seed);
        let mut calibration = Calibration::new(["low", "high"], &Calibration::TENTHS);
        for _ in 0..games {
            let group = rng.below(2) as usize;
            let chance = unit(&mut rng) / 2.0 + group as f64 / 2.0;
            let happened = f64::from(u8::from(unit(&mut rng) < chance + bias));
            let prediction = Prediction {
                group,
                chance,
                happened,
            };
            calibration.add_game(&[prediction; 5]);
        }
        calibration
    }

    #[test]
    fn true_chances_hold_and_biased_ones_miss() {
        let fair = games(40_000, 0.0, 1);
        assert_eq!(fair.misses(Aim::HOUSE), [""; 0]);
        assert_eq!(fair.n(), 200_000);
        let biased = games(40_000, 0.05, 2);
        let misses = biased.misses(Aim::HOUSE);
        assert!(misses.len() > 5, "{misses:?}");
        assert!(
            misses
                .last()
                .unwrap()
                .starts_with("the mean absolute error is 0.0")
        );
    }

    /// Five predictions with the same end are as good as one: the error of a bin must be that of
    /// its games.
    #[test]
    fn errors_are_clustered_by_game() {
        for bin in games(40_000, 0.0, 3).bins() {
            let share = bin.happened;
            let alone = (share * (1.0 - share) / bin.games as f64).sqrt();
            assert_eq!(bin.n, 5 * bin.games);
            assert!(
                (0.9..1.1).contains(&(bin.standard_error / alone)),
                "{bin:?} {alone}"
            );
        }
    }

    /// Two standard errors must hold the truth about 95 times in a hundred.
    #[test]
    fn two_errors_hold_the_truth() {
        let (mut held, mut all) = (0, 0);
        for seed in 0..100 {
            for bin in games(2_000, 0.0, 100 + seed).bins() {
                all += 1;
                held += u32::from(bin.off().abs() <= 2.0 * bin.standard_error);
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.92..0.98).contains(&share), "{share}");
    }

    #[test]
    fn bins_hold_their_lower_end() {
        let mut calibration = Calibration::new(["all"], &[0.5]);
        for chance in [0.0, 0.49, 0.5, 1.0] {
            calibration.add_game(&[Prediction {
                group: 0,
                chance,
                happened: 1.0,
            }]);
        }
        let ends: Vec<_> = calibration
            .bins()
            .map(|bin| (bin.from, bin.to, bin.n))
            .collect();
        assert_eq!(ends, [(0.0, 0.5, 2), (0.5, 1.0, 2)]);
    }

    #[test]
    fn few_predictions_are_not_judged() {
        let mut calibration = Calibration::new(["wrong"], &[]);
        let wrong = Prediction {
            group: 0,
            chance: 0.1,
            happened: 1.0,
        };
        for _ in 0..499 {
            calibration.add_game(&[wrong]);
        }
        assert!(calibration.misses(Aim::HOUSE).is_empty());
        calibration.add_game(&[wrong]);
        assert_eq!(calibration.misses(Aim::HOUSE).len(), 2);
    }

    #[test]
    fn table_and_picture_show_every_bin() {
        let calibration = games(4_000, 0.2, 4);
        let table = calibration.table(Aim::HOUSE);
        let svg = calibration.svg("low & high", Aim::HOUSE);
        let bins = calibration.bins().count();
        assert_eq!(table.lines().count(), bins + 2 * 2 + 1);
        assert!(table.contains("MISSED"));
        assert_eq!(svg.matches("<circle").count(), bins);
        assert!(svg.contains("low &amp; high") && svg.ends_with("</svg>\n"));
    }
}
