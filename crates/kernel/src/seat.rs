//! Seats, sides, and lists over them.
//!
//! A seat is a chair at the table. A side is one or more seats that share a score: a lone seat, or
//! partners. `BySeat` and `BySide` are lists indexed by them; no seat can be missing and no order
//! can be accidental.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// A chair at the table, numbered clockwise from 0. "Left of" is the next one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The number of seats of the largest table of any game.
    pub const MAX: u8 = 8;

    /// The seat's place in a list of seats.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seats of a table of `n_seats`, ascending.
    pub fn all(n_seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..n_seats).map(Seat)
    }

    /// The next seat clockwise at a table of `n_seats`.
    pub const fn left(self, n_seats: u8) -> Seat {
        Seat((self.0 + 1) % n_seats)
    }

    /// Every seat once, clockwise, from the one on the left round to this one.
    ///
    /// ```
    /// use kernel::Seat;
    ///
    /// let order: Vec<u8> = Seat(1).round(4).map(|seat| seat.0).collect();
    /// assert_eq!(order, [2, 3, 0, 1]);
    /// ```
    pub fn round(self, n_seats: u8) -> impl Iterator<Item = Seat> {
        (1..=n_seats).map(move |step| Seat((self.0 + step) % n_seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One or more seats that share a score, numbered from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    /// The side's place in a list of sides.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats; iterates in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The seats of a whole table.
    pub fn all(n_seats: u8) -> SeatSet {
        Seat::all(n_seats).collect()
    }

    /// Just this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set. A seat beyond [`Seat::MAX`] never is.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < Seat::MAX && self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat of the set.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|seat| seat.0))
            .finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        match seats.iter().find(|seat| seat.0 >= Seat::MAX) {
            Some(seat) => Err(serde::de::Error::custom(format!("there is no seat {seat}"))),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

/// The viewer of a game: a seat sees its own pieces, a spectator only what is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player in this seat.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// Every viewer of a table: its seats, then a spectator.
    pub fn all(n_seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::all(n_seats)
            .map(Viewer::Seat)
            .chain([Viewer::Spectator])
    }

    /// The viewer's own seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Whether the viewer sits in this seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "seat {seat}"),
            Viewer::Spectator => write!(f, "spectator"),
        }
    }
}

/// Makes a list indexed by a seat-like number.
macro_rules! list_by {
    ($(#[$doc:meta])* $name:ident, $key:ident, $n:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(transparent)]
        pub struct $name<T>(Vec<T>);

        impl<T> $name<T> {
            #[doc = concat!("One value for each of ", $n, ", made from its number.")]
            pub fn from_fn(n: u8, value: impl FnMut($key) -> T) -> Self {
                $name((0..n).map($key).map(value).collect())
            }

            #[doc = concat!("The same value for each of ", $n, ".")]
            pub fn splat(n: u8, value: T) -> Self
            where
                T: Clone,
            {
                $name(vec![value; n as usize])
            }

            /// The number of values.
            pub fn len(&self) -> usize {
                self.0.len()
            }

            /// Whether there are no values.
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            /// The value at this place, if the table is that large.
            pub fn get(&self, key: $key) -> Option<&T> {
                self.0.get(key.index())
            }

            /// The values, ascending.
            pub fn values(&self) -> std::slice::Iter<'_, T> {
                self.0.iter()
            }

            /// The values with their places, ascending.
            pub fn iter(&self) -> impl DoubleEndedIterator<Item = ($key, &T)> + ExactSizeIterator {
                self.0.iter().enumerate().map(|(index, value)| ($key(index as u8), value))
            }

            /// A list of the same length with other values.
            pub fn map<U>(&self, mut f: impl FnMut($key, &T) -> U) -> $name<U> {
                $name(self.iter().map(|(key, value)| f(key, value)).collect())
            }
        }

        impl<T> From<Vec<T>> for $name<T> {
            fn from(values: Vec<T>) -> Self {
                $name(values)
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

list_by! {
    /// One value for each seat.
    ///
    /// ```
    /// use kernel::{BySeat, Seat};
    ///
    /// let mut cards = BySeat::splat(2, 6);
    /// cards[Seat(1)] -= 2;
    /// assert_eq!(cards, BySeat::from(vec![6, 4]));
    /// ```
    BySeat, Seat, "`n` seats"
}

list_by! {
    /// One value for each side.
    BySide, Side, "`n` sides"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_is_what_was_put_in() {
        let mut set: SeatSet = [Seat(3), Seat(0), Seat(3)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3)]);
        assert_eq!((set.len(), set.first()), (2, Some(Seat(0))));
        set.remove(Seat(0));
        assert_eq!(set, SeatSet::only(Seat(3)));
        assert_eq!(SeatSet::all(3).len(), 3);
        assert!(SeatSet::EMPTY.first().is_none());
    }

    /// A seat number can come from anywhere, but only the table's own seats are ever in a set.
    #[test]
    fn a_seat_beyond_every_table_is_in_no_set() {
        for number in Seat::MAX..=u8::MAX {
            assert!(!SeatSet::all(Seat::MAX).contains(Seat(number)));
        }
        assert!(serde_json::from_str::<SeatSet>("[0, 8]").is_err());
    }

    #[test]
    fn sets_and_lists_survive_json() {
        let set: SeatSet = [Seat(1), Seat(2)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,2]");
        assert_eq!(serde_json::from_str::<SeatSet>("[1,2]").unwrap(), set);
        let list = BySeat::from_fn(3, |seat| seat.0 * 10);
        assert_eq!(serde_json::to_string(&list).unwrap(), "[0,10,20]");
        assert_eq!(
            serde_json::from_str::<BySeat<u8>>("[0,10,20]").unwrap(),
            list
        );
    }

    #[test]
    fn left_goes_round_the_table() {
        assert_eq!(Seat(0).left(2), Seat(1));
        assert_eq!(Seat(3).left(4), Seat(0));
        assert_eq!(
            Seat(2).round(3).collect::<Vec<_>>(),
            [Seat(0), Seat(1), Seat(2)]
        );
    }

    #[test]
    fn every_table_has_its_seats_and_a_spectator_as_viewers() {
        let viewers: Vec<Viewer> = Viewer::all(2).collect();
        assert_eq!(
            viewers,
            [
                Viewer::Seat(Seat(0)),
                Viewer::Seat(Seat(1)),
                Viewer::Spectator
            ]
        );
        assert!(viewers[1].is(Seat(1)) && !viewers[2].is(Seat(1)));
    }
}
