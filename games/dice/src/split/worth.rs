//! The worth of a hand or a set of hands to the search: points, and fewer hands on a tie.

/// Points, minus a 128th for each hand, in units of a 128th.
///
/// A pool of 120 dice makes at most 60 hands, which never weigh as much as a point; thirteen
/// pyramids at level 10, the most valuable split, are under 2^27. Sums therefore stay far inside 32
/// bits, even of two [`SplitWorth::NONE`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct SplitWorth;

/// The unit of a point.
const POINT: i32 = 128;

impl SplitWorth {
    /// The worth of the impossible: less than any possible sum of worths.
    pub(crate) const NONE: i32 = -(1 << 29);

    /// Sums at or below this contain a [`SplitWorth::NONE`].
    pub(crate) const IMPOSSIBLE: i32 = -(1 << 28);

    /// One hand with this many points.
    pub(crate) const fn of_hand(points: u32) -> i32 {
        points as i32 * POINT - 1
    }

    /// The points of a set of hands.
    pub(crate) const fn points(worth: i32) -> u32 {
        (worth as u32).div_ceil(POINT as u32)
    }

    /// The least worth of any split with this many points.
    pub(crate) const fn of_points(points: i32) -> i32 {
        (points - 1) * POINT
    }
}
