//! The figures that are kept for each player.
//!
//! A house remembers who won. A game knows more that a player wants to look back at, such as the
//! hands held and the bids made. Its [`Watch`] names samples for each seat while the game is
//! played; the table adds them up to [`Figures`]. A watch plays no part in the game. Because it
//! sees everything, its samples are shown only when the game is over.

use std::collections::BTreeMap;

use crate::{Game, Seat};

/// A figure that a game counts for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its name in data and on the wire, such as `hand_dealer`; never changed once released.
    pub key: &'static str,
    /// Whether its samples are 1 if something happened and 0 if it did not.
    pub is_rate: bool,
    /// The average of good players, in thousandths, if it is known.
    pub par: Option<i32>,
}

/// A sample, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The seat it is about.
    pub seat: Seat,
    /// The key of a [`Measure`].
    pub measure: &'static str,
    /// The value.
    pub value: i32,
    /// Whether this completes the sample. A part that does not is added to the next part, and a
    /// sample that is never completed does not count.
    pub is_whole: bool,
}

impl Sample {
    /// A sample in one piece.
    pub const fn whole(seat: Seat, measure: &'static str, value: i32) -> Sample {
        Sample {
            seat,
            measure,
            value,
            is_whole: true,
        }
    }

    /// A part of a sample.
    pub const fn part(seat: Seat, measure: &'static str, value: i32) -> Sample {
        Sample {
            seat,
            measure,
            value,
            is_whole: false,
        }
    }
}

/// Names the samples of an event, given the game before it and the game after it.
pub type Watch<G> = fn(before: &G, event: &<G as Game>::Event, after: &G, &mut Vec<Sample>);

/// Samples of one measure, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figure {
    /// The number of samples.
    pub n: u32,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
    /// The largest.
    pub most: i32,
}

/// The figures of one seat, by the keys of their measures.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    whole: BTreeMap<&'static str, Figure>,
    parts: BTreeMap<&'static str, i32>,
}

impl Figures {
    /// Adds a sample.
    pub fn add(&mut self, sample: &Sample) {
        let part = self.parts.entry(sample.measure).or_default();
        *part = part.saturating_add(sample.value);
        if !sample.is_whole {
            return;
        }
        let value = std::mem::take(part);
        let figure = self.whole.entry(sample.measure).or_insert(Figure {
            most: i32::MIN,
            ..Figure::default()
        });
        let wide = i64::from(value);
        figure.n = figure.n.saturating_add(1);
        figure.sum = figure.sum.saturating_add(wide);
        figure.squares = figure.squares.saturating_add(wide.saturating_mul(wide));
        figure.most = figure.most.max(value);
    }

    /// All figures, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Figure)> {
        self.whole.iter().map(|(key, figure)| (*key, *figure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_a_sample_once_it_is_whole() {
        let mut figures = Figures::default();
        for sample in [
            Sample::part(Seat(0), "pegs", 2),
            Sample::part(Seat(0), "pegs", 1),
            Sample::whole(Seat(0), "pegs", 0),
            Sample::whole(Seat(0), "hand", -4),
            Sample::whole(Seat(0), "pegs", 5),
            Sample::part(Seat(0), "pegs", 9),
        ] {
            figures.add(&sample);
        }
        let of = |n, sum, squares, most| Figure {
            n,
            sum,
            squares,
            most,
        };
        let figures: Vec<_> = figures.iter().collect();
        assert_eq!(
            figures,
            [("hand", of(1, -4, 16, -4)), ("pegs", of(2, 8, 34, 5))]
        );
    }
}
