//! The dice on the table, and everything else that their score depends on.

use super::{RerollError, check_size};
use crate::DieKind;
use crate::score::{Hundredths, Layers};
use pieces::Die;

/// A die on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolDie {
    /// The kind that it plays as in this round.
    pub kind: DieKind,
    /// The face it shows.
    pub face: Die,
    /// Whether it is locked and cannot be thrown or set.
    pub locked: bool,
}

/// The dice on the table, in the order of their places, and everything else that their score
/// depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The dice.
    pub dice: Vec<PoolDie>,
    /// Whether faces play as seven less themselves.
    pub inverted: bool,
    /// Whether the next break does not happen.
    pub insured: bool,
    /// The layers that do not depend on the dice.
    pub layers: Layers,
    /// The addition of each odd die to the multiplier bonus.
    pub mult_per_odd: Hundredths,
    /// The addition of each even die to the multiplier bonus.
    pub mult_per_even: Hundredths,
}

impl Situation {
    /// Normal dice that show these faces, without anything else.
    pub fn plain(faces: &[Die]) -> Situation {
        let die = |&face| PoolDie {
            kind: DieKind::Normal,
            face,
            locked: false,
        };
        Situation::of(faces.iter().map(die).collect())
    }

    /// These dice, without anything else.
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

    /// Refuses an empty pool, too many dice, and faces that their dice do not have.
    pub(crate) fn check(&self) -> Result<(), RerollError> {
        check_size(self.dice.len())?;
        self.layers.check()?;
        // An echo or a wild die may show anything, locked or not.
        match self.dice.iter().find(|die| !die.kind.has(die.face)) {
            Some(die) => Err(RerollError::NoSuchFace {
                kind: die.kind,
                face: die.face,
            }),
            None => Ok(()),
        }
    }
}
