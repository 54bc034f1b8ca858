//! The layers on top of the hands: bonuses, then one multiplier, then the other.

use super::{Factor, Hundredths, Line, LineName, ScoreError, ScoreItem, Tally};
use serde::{Deserialize, Serialize};

/// The additions to the hands' sum, in the order in which they are applied.
///
/// ```
/// use dice::score::{Hundredths, Layers};
///
/// let layers = Layers { mult_bonus: Hundredths::new(100), ..Layers::default() };
/// assert_eq!(layers.total(162, 0), 324);
/// assert_eq!(Layers::default().total(7, 3), 23); // three glass dice: 7 × 27/8
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layers {
    /// Points that dice and items add.
    pub bonus: u32,
    /// The total is then multiplied by one more than this, if it is above 0.
    pub mult_bonus: Hundredths,
    /// The total is then multiplied by this, times 3/2 for each glass die used, if that is above 1.
    pub score_mult: Hundredths,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            bonus: 0,
            mult_bonus: Hundredths::ZERO,
            score_mult: Hundredths::ONE,
        }
    }
}

/// The most points that a bonus may add.
const MAX_BONUS: u32 = 1_000_000;

/// The most that a multiplier may be, in hundredths.
const MAX_MULT: Hundredths = Hundredths::new(1_000_000);

impl Layers {
    /// Refuses bonuses above a million and multipliers above ten thousand.
    pub fn check(self) -> Result<(), ScoreError> {
        let too_large = |field, limit| Err(ScoreError::LayerTooLarge { field, limit });
        if self.bonus > MAX_BONUS {
            return too_large("bonus", "1000000");
        }
        if self.mult_bonus > MAX_MULT {
            return too_large("mult_bonus", "10000");
        }
        if self.score_mult > MAX_MULT {
            return too_large("score_mult", "10000");
        }
        Ok(())
    }

    /// The final score of hands with this many points that use this many glass dice.
    ///
    /// It never falls when the points or the glass dice rise. A score stops at [`i32::MAX`].
    pub fn total(self, points: i32, glass: u8) -> i32 {
        let [.., total] = self.totals(points, glass);
        total
    }

    /// Adds one item for each layer that applies to a tally of hands.
    pub(crate) fn extend(self, tally: &mut Tally, glass: u8) {
        let mut before = tally.total();
        let totals = self.totals(before, glass);
        let layers = [
            (LineName::Bonus, None, self.bonus > 0),
            (LineName::MultBonus, Some(self.more()), self.more().raises()),
            (
                LineName::ScoreMult,
                Some(self.times(glass)),
                self.times(glass).raises(),
            ),
        ];
        for ((name, factor, applies), total) in layers.into_iter().zip(totals) {
            if applies {
                tally.push(ScoreItem {
                    rule: Line::of_layer(name, factor),
                    pieces: Vec::new(),
                    points: total - before,
                });
            }
            before = total;
        }
    }

    /// The total after each layer.
    fn totals(self, points: i32, glass: u8) -> [i32; 3] {
        let with_bonus = points.saturating_add_unsigned(self.bonus);
        let multiplied = self.more().raise(with_bonus);
        [with_bonus, multiplied, self.times(glass).raise(multiplied)]
    }

    fn more(self) -> Factor {
        Factor {
            mult: Hundredths::new(self.mult_bonus.get().saturating_add(100)),
            glass: 0,
        }
    }

    fn times(self, glass: u8) -> Factor {
        Factor {
            mult: self.score_mult,
            glass,
        }
    }
}
