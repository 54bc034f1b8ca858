//! Four seats, two sides, partners across the table.

use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// The number of seats.
pub const SEATS: u8 = 4;

/// Seats 0 and 2.
pub const NORTH_SOUTH: Side = Side(0);

/// Seats 1 and 3.
pub const EAST_WEST: Side = Side(1);

/// The side of a seat.
///
/// ```
/// use kernel::Seat;
///
/// assert_eq!(texas42::side_of(Seat(2)), texas42::NORTH_SOUTH);
/// ```
pub const fn side_of(seat: Seat) -> Side {
    Side(seat.0 % 2)
}

/// The other side.
pub const fn other_side(side: Side) -> Side {
    Side(1 - side.0 % 2)
}

/// The seat across the table.
pub const fn partner_of(seat: Seat) -> Seat {
    Seat((seat.0 + 2) % SEATS)
}

/// The name of a side for players.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        NORTH_SOUTH => "North-South",
        _ => "East-West",
    }
}

/// One value for each side.
///
/// ```
/// use texas42::{EAST_WEST, Sides};
///
/// let mut marks = Sides { north_south: 1, east_west: 0 };
/// marks[EAST_WEST] += 2;
/// assert_eq!(serde_json::to_string(&marks).unwrap(), r#"{"north_south":1,"east_west":2}"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// The value of seats 0 and 2.
    pub north_south: T,
    /// The value of seats 1 and 3.
    pub east_west: T,
}

impl<T> Sides<T> {
    /// One value for each side, made from its number.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Sides<T> {
        Sides {
            north_south: value(NORTH_SOUTH),
            east_west: value(EAST_WEST),
        }
    }

    /// The values with their sides.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [
            (NORTH_SOUTH, &self.north_south),
            (EAST_WEST, &self.east_west),
        ]
        .into_iter()
    }

    /// Replaces each side's value.
    pub fn map<U>(&self, mut form: impl FnMut(&T) -> U) -> Sides<U> {
        Sides {
            north_south: form(&self.north_south),
            east_west: form(&self.east_west),
        }
    }
}

impl<T> Index<Side> for Sides<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            NORTH_SOUTH => &self.north_south,
            _ => &self.east_west,
        }
    }
}

impl<T> IndexMut<Side> for Sides<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            NORTH_SOUTH => &mut self.north_south,
            _ => &mut self.east_west,
        }
    }
}
