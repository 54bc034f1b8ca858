//! The dice on the table and what they are scored with.

use super::{RerollError, check_size};
use crate::DieKind;
use crate::score::{Hundredths, Layers};
use pieces::Die;

/// A die on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolDie {
    /// What it plays as in this round.
    pub kind: DieKind,
    /// The face it shows.
    pub face: Die,
    /// Whether it can be neither thrown nor set.
    pub locked: bool,
}

/// The dice on the table, in the order of their places, and what their score depends on besides.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The dice.
    pub dice: Vec<PoolDie>,
    /// Whether faces play as seven less themselves.
    pub inverted: bool,
    /// Whether the next break does not happen.
    pub insured: bool,
    /// What is added to the hands whatever the dice show.
    pub layers: Layers,
    /// What each odd die that plays adds to the multiplier bonus.
    pub mult_per_odd: Hundredths,
    /// What each even die that plays adds to the multiplier bonus.
    pub mult_per_even: Hundredths,
}

impl Situation {
    /// Normal dice that show these faces, and nothing besides.
    pub fn plain(faces: &[Die]) -> Situation {
        let die = |&face| PoolDie {
            kind: DieKind::Normal,
            face,
            locked: false,
        };
        Situation::of(faces.iter().map(die).collect())
    }

    /// These dice, and nothing besides.
    pub fn of(dice: Vec<PoolDie>) -> Situation {
        Situation {
            dice,
            inverted: false,
            insured: false,
            layers: Layers::default(),
            mult_per_odd: Hundredths::ZERO,
            mult_per_even: Hundredths::ZERO,
        }
    }

    /// Refuses no dice, too many, and faces that their dice do not have.
    pub(crate) fn check(&self) -> Result<(), RerollError> {
        check_size(self.dice.len())?;
        self.layers.check()?;
        // A locked echo or wild may show anything, and so may they unlocked.
        match self.dice.iter().find(|die| !die.kind.has(die.face)) {
            Some(die) => Err(RerollError::NoSuchFace {
                kind: die.kind,
                face: die.face,
            }),
            None => Ok(()),
        }
    }
}
