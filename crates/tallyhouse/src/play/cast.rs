//! The names of the players at the table.

use kernel::{BySeat, Game, Seat, Side};

/// Names for seats and sides: "You" for the one person at the keyboard, "Seat 1" for others.
#[derive(Debug, Clone)]
pub(crate) struct Cast {
    sides: BySeat<Side>,
    you: Option<Seat>,
}

impl Cast {
    /// The cast of a table at which `you` are in this seat.
    pub(crate) fn of<G: Game>(game: &G, you: Option<Seat>) -> Cast {
        Cast {
            sides: BySeat::from_fn(game.n_seats(), |seat| game.side(seat)),
            you,
        }
    }

    /// The seat of the one person who plays, if it is one.
    pub(crate) fn you(&self) -> Option<Seat> {
        self.you
    }

    /// "You" or "Seat 1".
    pub(crate) fn name(&self, seat: Seat) -> String {
        if self.is_you(seat) {
            "You".to_owned()
        } else {
            format!("Seat {seat}")
        }
    }

    /// "You play" or "Seat 1 plays".
    pub(crate) fn does(&self, seat: Seat, verb: &str) -> String {
        let ending = if self.is_you(seat) { "" } else { "s" };
        format!("{} {verb}{ending}", self.name(seat))
    }

    /// "Your" or "Seat 1's".
    pub(crate) fn whose(&self, seat: Seat) -> String {
        if self.is_you(seat) {
            "Your".to_owned()
        } else {
            format!("{}'s", self.name(seat))
        }
    }

    /// "You", "Seat 1", "You and Seat 2" or "Seats 1 and 3".
    pub(crate) fn side(&self, side: Side) -> String {
        match self.seats_of(side)[..] {
            [first, second] if self.is_you(first) || self.is_you(second) => {
                let other = if self.is_you(first) { second } else { first };
                format!("You and {}", self.name(other))
            }
            [first, second] => format!("Seats {first} and {second}"),
            [first, ..] => self.name(first),
            [] => format!("Side {side}"),
        }
    }

    /// "You win", "Seat 1 wins" or "Seats 1 and 3 win".
    pub(crate) fn side_does(&self, side: Side, verb: &str) -> String {
        let is_one_other = matches!(self.seats_of(side)[..], [seat] if !self.is_you(seat));
        let ending = if is_one_other { "s" } else { "" };
        format!("{} {verb}{ending}", self.side(side))
    }

    fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    fn seats_of(&self, side: Side) -> Vec<Seat> {
        let seats = self.sides.iter().filter(|(_, of)| **of == side);
        seats.map(|(seat, _)| seat).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cribbage::{Cribbage, Options};

    fn cast(seats: u8, you: Option<Seat>) -> Cast {
        let options = Options {
            seats,
            ..Options::default()
        };
        Cast::of(&Cribbage::new(options).unwrap(), you)
    }

    #[test]
    fn people_and_seats_take_their_verbs() {
        let cast = cast(2, Some(Seat(0)));
        assert_eq!(cast.does(Seat(0), "play"), "You play");
        assert_eq!(cast.does(Seat(1), "play"), "Seat 1 plays");
        assert_eq!(
            (cast.whose(Seat(0)), cast.whose(Seat(1))),
            ("Your".into(), "Seat 1's".into())
        );
        assert_eq!(cast.side_does(Side(0), "win"), "You win");
        assert_eq!(cast.side_does(Side(1), "win"), "Seat 1 wins");
        let strangers = self::cast(2, None);
        assert_eq!(strangers.side_does(Side(0), "win"), "Seat 0 wins");
    }

    #[test]
    fn partners_are_named_together() {
        let cast = cast(4, Some(Seat(0)));
        assert_eq!(cast.side_does(Side(0), "win"), "You and Seat 2 win");
        assert_eq!(cast.side_does(Side(1), "win"), "Seats 1 and 3 win");
    }
}
