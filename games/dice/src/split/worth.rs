//! What a hand or a set of hands is worth to the search: points, and fewer hands on a tie.

/// Points, less a 128th for each hand, in units of a 128th.
///
/// A pool of 120 dice makes at most 60 hands, so that the hands never weigh as
/// much as a point; thirteen pyramids at level 10, the dearest split, are under
/// 2^27. Sums therefore stay far inside 32 bits, also of two that are [`Worth::NONE`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth;

/// The unit of a point.
const POINT: i32 = 128;

impl Worth {
    /// What no split reaches: less than any sum of worths that is possible.
    pub(crate) const NONE: i32 = -(1 << 29);

    /// Sums at or below this hold a [`Worth::NONE`].
    pub(crate) const IMPOSSIBLE: i32 = -(1 << 28);

    /// One hand of so many points.
    pub(crate) const fn of_hand(points: u32) -> i32 {
        points as i32 * POINT - 1
    }

    /// The points of a set of hands.
    pub(crate) const fn points(worth: i32) -> u32 {
        (worth as u32).div_ceil(POINT as u32)
    }

    /// The least that any split of so many points is worth.
    pub(crate) const fn of_points(points: i32) -> i32 {
        (points - 1) * POINT
    }
}
