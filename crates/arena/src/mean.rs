//! A mean and its precision.

use serde::{Deserialize, Serialize};

/// A running mean and variance (Welford), which loses no digits in long runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mean {
    n: u64,
    mean: f64,
    squares: f64,
}

/// A mean with its standard error and an interval that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the samples.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Mean {
    /// Adds a sample.
    pub fn push(&mut self, sample: f64) {
        self.n += 1;
        let before = sample - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (sample - self.mean);
    }

    /// The number of samples.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean; 0 without samples.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of a sample, estimated without bias; 0 for fewer than two samples.
    pub fn variance(&self) -> f64 {
        if self.n < 2 {
            0.0
        } else {
            self.squares / (self.n - 1) as f64
        }
    }

    /// The standard error of the mean; 0 for fewer than two samples.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.n.max(1) as f64).sqrt()
    }

    /// The mean with an asymptotic confidence sequence, for samples without a bound.
    ///
    /// It is equation 13 of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    /// "Time-uniform central limit theory and asymptotic confidence sequences" (2024),
    /// μ̂ ± σ̂ √( 2(tρ²+1)/(t²ρ²) · ln( √(tρ²+1) / α ) ), with ρ chosen to be
    /// narrowest near `planned` samples.
    pub fn estimate(&self, alpha: f64, planned: u64) -> Estimate {
        let t = self.n.max(1) as f64;
        let two_log = -2.0 * libm::log(alpha);
        let rho2 = (two_log + libm::log1p(two_log)) / planned.max(1) as f64;
        let grown = t * rho2 + 1.0;
        let width = (2.0 * grown / (t * t * rho2) * libm::log(grown.sqrt() / alpha)).sqrt();
        let half = self.variance().sqrt() * width;
        Estimate {
            mean: self.mean,
            standard_error: self.standard_error(),
            low: self.mean - half,
            high: self.mean + half,
        }
    }
}

impl Estimate {
    /// The mean and standard error of samples known by their sums.
    pub(crate) fn of_sums(n: u64, sum: f64, squares: f64) -> (f64, f64) {
        let count = n.max(1) as f64;
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        (mean, (variance / count).sqrt())
    }
}
