//! An interval that stays valid however often it is read.
//!
//! An ordinary 95 % interval is right for one look, at a number of pairs that was fixed before. A
//! person who watches a contest and stops when it looks good needs one that holds at all times at
//! once. This is the empirical-Bernstein confidence sequence with predictable plug-ins, theorem 2
//! of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024),
//! for samples between 0 and 1:
//!
//! ```text
//! Σ λᵢXᵢ / Σ λᵢ  ±  ( ln(2/α) + Σ vᵢ ψ(λᵢ) ) / Σ λᵢ
//! vᵢ = 4 (Xᵢ − μ̂ᵢ₋₁)²        ψ(λ) = ( −ln(1−λ) − λ ) / 4
//! μ̂ₜ = ( ½ + Σ Xᵢ ) / (t+1)   σ̂²ₜ = ( ¼ + Σ (Xᵢ − μ̂ᵢ)² ) / (t+1)
//! ```
//!
//! It is valid for any λᵢ that depends only on earlier samples. The theorem's choice √(2 ln(2/α) /
//! (σ̂²ᵢ₋₁ i ln(1+i))) is meant for a test without a plan. A contest has one: with √(2 ln(2/α) /
//! (σ̂²ᵢ₋₁ max(n, i))) the interval is narrowest after the planned n pairs, where its half-width is
//! near σ√(2 ln(2/α)/n), 1.4 times that of an ordinary interval.

/// The mean of samples between 0 and 1, with the interval so far.
#[derive(Debug, Clone)]
pub struct Sequence {
    log_two_over_alpha: f64,
    planned: f64,
    n: f64,
    /// Σ Xᵢ and Σ (Xᵢ − μ̂ᵢ)².
    sum: f64,
    squares: f64,
    /// Σ λᵢ, Σ λᵢXᵢ and Σ vᵢ ψ(λᵢ).
    weights: f64,
    weighted: f64,
    spread: f64,
}

impl Sequence {
    /// The largest stake on one sample. It is the larger of the two values that the authors call
    /// reasonable.
    const MOST: f64 = 0.75;

    /// A sequence that misses the true mean, at any time at all, with a chance of at most `alpha`,
    /// and is narrowest after `planned` samples.
    pub fn new(alpha: f64, planned: u64) -> Sequence {
        Sequence {
            log_two_over_alpha: libm::log(2.0 / alpha),
            planned: planned.max(1) as f64,
            n: 0.0,
            sum: 0.0,
            squares: 0.0,
            weights: 0.0,
            weighted: 0.0,
            spread: 0.0,
        }
    }

    /// Adds a sample between 0 and 1.
    pub fn push(&mut self, sample: f64) {
        let mean_before = (0.5 + self.sum) / (self.n + 1.0);
        let variance_before = (0.25 + self.squares) / (self.n + 1.0);
        self.n += 1.0;
        let horizon = self.planned.max(self.n);
        let stake = (2.0 * self.log_two_over_alpha / (variance_before * horizon)).sqrt();
        let stake = stake.min(Sequence::MOST);
        let psi = (-libm::log1p(-stake) - stake) / 4.0;
        self.weights += stake;
        self.weighted += stake * sample;
        let off = sample - mean_before;
        self.spread += 4.0 * off * off * psi;
        self.sum += sample;
        let mean_now = (0.5 + self.sum) / (self.n + 1.0);
        self.squares += (sample - mean_now) * (sample - mean_now);
    }

    /// The present interval, within 0 and 1; the whole range before the first sample.
    pub fn interval(&self) -> (f64, f64) {
        if self.weights == 0.0 {
            return (0.0, 1.0);
        }
        let middle = self.weighted / self.weights;
        let half = (self.log_two_over_alpha + self.spread) / self.weights;
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}
