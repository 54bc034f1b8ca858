//! A game's own figures: means of samples, by name.

use kernel::Note;
use serde::{Deserialize, Serialize};

use crate::mean::Estimate;
use crate::pair::Contestant;

/// The samples of one figure in one pair, or in many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureSum {
    /// The name of the figure.
    pub name: String,
    /// The bot it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Contestant>,
    /// The number of samples.
    pub n: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
}

/// A figure of the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FigureMean {
    /// The name of the figure.
    pub name: String,
    /// The bot it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Contestant>,
    /// The number of samples.
    pub n: u64,
    /// The mean of the samples.
    pub mean: f64,
    /// Its standard error, as if the samples were independent.
    pub standard_error: f64,
}

impl FigureSum {
    /// Adds a sample to its figure.
    pub(crate) fn note(sums: &mut Vec<FigureSum>, note: Note, bot: Option<Contestant>) {
        let value = i64::from(note.value);
        let sample = FigureSum {
            name: note.name.to_owned(),
            bot,
            n: 1,
            sum: value,
            squares: value * value,
        };
        FigureSum::add(sums, &sample);
    }

    /// Adds samples to their figure.
    pub(crate) fn add(sums: &mut Vec<FigureSum>, more: &FigureSum) {
        let same = |sum: &&mut FigureSum| sum.name == more.name && sum.bot == more.bot;
        match sums.iter_mut().find(same) {
            Some(sum) => {
                sum.n += more.n;
                sum.sum = sum.sum.saturating_add(more.sum);
                sum.squares = sum.squares.saturating_add(more.squares);
            }
            None => sums.push(more.clone()),
        }
    }

    /// The figure of these samples.
    pub(crate) fn figure(&self) -> FigureMean {
        let estimate = Estimate::of_sums(self.n, self.sum as f64, self.squares as f64);
        FigureMean {
            name: self.name.clone(),
            bot: self.bot,
            n: self.n,
            mean: estimate.0,
            standard_error: estimate.1,
        }
    }
}
