//! Running sums over a player's games. With them, looking back costs the same after ten games and
//! after ten thousand.
//!
//! Each line is for one game, opponent, month and measure. All sums follow from the remembered
//! games. Only [`Derived`] says how, both when one game is added and when a player is counted anew.

use std::collections::BTreeMap;

use crate::ended::{Ended, EndedSeat, GamePlace, Opponent};
use crate::id::{Code, PlayerId};

/// The sum of some samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// The number of samples.
    pub n: i64,
    /// The sum of the samples.
    pub sum: i64,
    /// The sum of their squares, at most about nine quintillion.
    pub squares: i64,
    /// The largest sample.
    pub most: i64,
}

impl Sum {
    /// The sum of one sample.
    pub const fn of(value: i64) -> Sum {
        Sum {
            n: 1,
            sum: value,
            squares: value.saturating_mul(value),
            most: value,
        }
    }

    /// Adds two sums in the same way as the databases do.
    #[must_use]
    pub fn plus(self, other: Sum) -> Sum {
        Sum {
            n: self.n.saturating_add(other.n),
            sum: self.sum.saturating_add(other.sum),
            squares: self.squares.min(HALF) + other.squares.min(HALF),
            most: self.most.max(other.most),
        }
    }
}

/// Half of the largest number: two of them can be added.
const HALF: i64 = i64::MAX / 2;

/// The measure that is 1 for a game that was won, and 0 for another.
pub const WON: &str = "won";
/// The measure of scores.
pub const SCORE: &str = "score";
/// The measure of the cost of decisions in reviewed games, in millionths of a game.
pub const SKILL: &str = "skill";
/// The measure of luck in reviewed games, in millionths of a game.
pub const LUCK: &str = "luck";

/// A line of a player's sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumLine {
    /// The games that are summed.
    pub key: SumKey,
    /// The samples.
    pub sum: Sum,
}

/// The games that belong to a sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumKey {
    /// The opponent; `None` for all games.
    pub opponent: Option<Opponent>,
    /// The month in which the games ended (UTC, as in 202611); 0 for all games.
    pub month: u32,
    /// The key of the game.
    pub game: String,
    /// The name of the measure.
    pub measure: String,
}

impl SumKey {
    /// The opponent's key as it is stored.
    pub(crate) fn opponent_key(&self) -> String {
        let opponent = self.opponent.as_ref();
        opponent.map(Opponent::key).unwrap_or_default()
    }
}

/// The sums over a player's games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// The sums over all months, in the order of games and measures.
    pub sums: Vec<SumLine>,
    /// The sums of each month, the earliest first; empty if the question is about one opponent.
    pub months: Vec<SumLine>,
    /// The most frequent opponents, with the number of games and of games won.
    pub opponents: Vec<Met>,
}

/// An opponent, and the games against them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    /// The opponent.
    pub opponent: Opponent,
    /// Their latest name; `None` for a bot.
    pub name: Option<String>,
    /// The key of the game.
    pub game: String,
    /// The number of games, and of games won.
    pub won: Sum,
}

/// A question about a player's sums.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counted {
    /// Only games against this opponent.
    pub opponent: Option<Opponent>,
    /// The first month to list.
    pub since_month: u32,
}

impl Counted {
    /// The greatest number of opponents to list.
    pub const MOST_OPPONENTS: usize = 30;
}

/// A game in a list of a player's games: the list of all games, or the list of those against one
/// opponent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meeting {
    pub(crate) opponent: Option<Opponent>,
    pub(crate) place: GamePlace,
    pub(crate) game: String,
    pub(crate) won: bool,
}

/// The list entries and sums of one player, derived from games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Derived {
    pub(crate) meetings: Vec<Meeting>,
    pub(crate) sums: BTreeMap<SumKey, Sum>,
}

impl Derived {
    /// Adds a game. A game that a bot ended for the player is listed but not counted, because it
    /// says nothing about how they play. A claimed game is not counted either, because nobody saw
    /// how it was played.
    pub(crate) fn add(&mut self, table: &Code, ended: &Ended, player: &PlayerId) {
        let seat = ended.people().find(|(known, _)| *known == player);
        let Some((_, seat)) = seat else { return };
        let place = GamePlace {
            at: ended.at,
            table: table.clone(),
            number: ended.number,
        };
        let others = ended.opponents(seat).into_iter().map(Some);
        for opponent in std::iter::once(None).chain(others) {
            self.meetings.push(Meeting {
                opponent,
                place: place.clone(),
                game: ended.game.clone(),
                won: seat.won,
            });
        }
        let mut samples = vec![
            (WON.to_owned(), Sum::of(seat.won.into())),
            (SCORE.to_owned(), Sum::of(seat.score.into())),
        ];
        samples.extend(seat.figures.iter().cloned());
        self.count(ended, seat, samples);
        self.add_review(ended, seat);
    }

    /// Adds the review of a seat.
    pub(crate) fn add_review(&mut self, ended: &Ended, seat: &EndedSeat) {
        if let Some(fared) = seat.fared {
            let samples = vec![
                (SKILL.to_owned(), Sum::of(fared.skill)),
                (LUCK.to_owned(), Sum::of(fared.luck)),
            ];
            self.count(ended, seat, samples);
        }
    }

    fn count(&mut self, ended: &Ended, seat: &EndedSeat, samples: Vec<(String, Sum)>) {
        if seat.bot.is_some() || ended.claimed {
            return;
        }
        let others = ended.opponents(seat).into_iter();
        let of = others.map(|opponent| (Some(opponent), 0));
        let of: Vec<_> = of.chain([(None, 0), (None, month_of(ended.at))]).collect();
        for (measure, sum) in samples {
            for (opponent, month) in &of {
                let key = SumKey {
                    opponent: opponent.clone(),
                    month: *month,
                    game: ended.game.clone(),
                    measure: measure.clone(),
                };
                let known = self.sums.entry(key);
                known
                    .and_modify(|known| *known = known.plus(sum))
                    .or_insert(sum);
            }
        }
    }
}

/// The month of a time, in UTC, as in 202611.
pub fn month_of(at: u64) -> u32 {
    // Days since 1970 to a date, by counting years that begin in March: Hinnant's algorithm.
    let days = at / (24 * 60 * 60 * 1000) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    u32::try_from(year * 100 + month).unwrap_or(u32::MAX)
}

/// Figures as a database holds them: lines of a name and four numbers.
pub(crate) fn write_figures(figures: &[(String, Sum)]) -> String {
    let line = |(measure, sum): &(String, Sum)| {
        let Sum {
            n,
            sum,
            squares,
            most,
        } = sum;
        format!("{measure} {n} {sum} {squares} {most}")
    };
    figures.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads the figures from such a text; damaged lines are left out.
pub(crate) fn read_figures(text: &str) -> Vec<(String, Sum)> {
    let line = |line: &str| {
        let (measure, numbers) = line.split_once(' ')?;
        let numbers: Vec<i64> = numbers.split(' ').filter_map(|n| n.parse().ok()).collect();
        let [n, sum, squares, most] = numbers[..] else {
            return None;
        };
        let sum = Sum {
            n,
            sum,
            squares,
            most,
        };
        Some((measure.to_owned(), sum))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_that_of_the_calendar() {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        // Second, naive implementation: year by year, month by month, day by day.
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..60_000 {
            assert_eq!(month_of(days * DAY), year * 100 + month, "day {days}");
            assert_eq!(month_of(days * DAY + DAY - 1), year * 100 + month);
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 => 28 + u32::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        assert_eq!(month_of(u64::MAX), u32::MAX);
    }

    #[test]
    fn figures_come_back_as_they_were() {
        let sum = Sum::of(-3).plus(Sum::of(12));
        let figures = vec![("crib".to_owned(), sum), ("pegs".to_owned(), Sum::of(0))];
        assert_eq!(read_figures(&write_figures(&figures)), figures);
        assert_eq!(read_figures(""), []);
        assert_eq!(read_figures("crib 1 2\npegs 1 0 0 0"), figures[1..]);
    }

    #[test]
    fn sums_never_run_over() {
        let large = Sum::of(i64::from(i32::MAX));
        let sum = (0..10).fold(large, |sum, _| sum.plus(large));
        assert_eq!(sum.n, 11);
        assert!(sum.squares > i64::MAX / 2);
    }
}
