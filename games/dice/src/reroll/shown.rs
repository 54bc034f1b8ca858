//! The score of the present dice, with wild dice set to the best faces.

use super::Situation;
use crate::DieKind;
use crate::score::{Hundredths, Layers};
use crate::split::{PoolPoints, Scorer};

/// The dice that count, by the faces they play as.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ShownDice {
    counts: [u8; 6],
    glass: [u8; 6],
    bonus: u32,
    wild: u8,
}

impl ShownDice {
    /// Adds a die that shows a face, given as an index from 0.
    pub(crate) fn add(&mut self, rules: &Judge<'_>, kind: DieKind, face: usize, n: u8) {
        let plays = if rules.situation.inverted {
            5 - face
        } else {
            face
        };
        self.counts[plays] += n;
        if kind == DieKind::Glass {
            self.glass[plays] += n;
        }
        self.bonus += u32::from(n) * kind.bonus(pieces::Die::ALL[plays]);
    }

    /// Adds a wild die that is not set.
    pub(crate) fn add_wild(&mut self) {
        self.wild += 1;
    }

    /// Adds a wild die that is set to play as a face, given as an index from 0.
    pub(crate) fn set(&mut self, face: usize) {
        self.counts[face] += 1;
    }

    /// The number of dice that play as each face, without unset wild dice.
    pub(crate) fn counts(&self) -> [u8; 6] {
        self.counts
    }
}

/// Scores the faces.
pub(crate) struct Judge<'a> {
    pub(crate) scorer: &'a Scorer,
    pub(crate) situation: &'a Situation,
    /// The points of all pools, if there is a table of them.
    pub(crate) points: Option<PoolPoints>,
}

impl Judge<'_> {
    /// The final score, with the wild dice set to the best faces.
    pub(crate) fn score(&self, shown: &ShownDice) -> i32 {
        self.best_setting(shown, 0, shown.wild, shown.counts)
    }

    /// The best of all ways to set this many wild dice to this face or higher ones.
    fn best_setting(&self, shown: &ShownDice, from: usize, wild: u8, counts: [u8; 6]) -> i32 {
        if wild == 0 {
            return self.total(shown, counts);
        }
        let settings = (from..6).map(|face| {
            let mut more = counts;
            more[face] += 1;
            self.best_setting(shown, face, wild - 1, more)
        });
        settings.max().unwrap_or(0)
    }

    fn total(&self, shown: &ShownDice, counts: [u8; 6]) -> i32 {
        let layers = self.layers(shown, counts);
        if shown.glass != [0; 6] {
            return self.scorer.glass_total(counts, shown.glass, layers);
        }
        let known = self.points.as_ref().and_then(|points| points.get(counts));
        let points = known.unwrap_or_else(|| self.scorer.split_counts(counts).points());
        layers.total(points as i32, 0)
    }

    fn layers(&self, shown: &ShownDice, counts: [u8; 6]) -> Layers {
        let Situation {
            layers,
            mult_per_odd,
            mult_per_even,
            ..
        } = *self.situation;
        let n = |first: usize| {
            counts
                .iter()
                .skip(first)
                .step_by(2)
                .map(|&n| u32::from(n))
                .sum::<u32>()
        };
        let per_die = n(0) * mult_per_odd.get() + n(1) * mult_per_even.get();
        Layers {
            bonus: layers.bonus + shown.bonus,
            mult_bonus: Hundredths::new(layers.mult_bonus.get() + per_die),
            ..layers
        }
    }
}
