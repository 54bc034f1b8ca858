//! Running sums over a player's games, so that looking back costs the same after ten games and
//! after ten thousand.
//!
//! Each line is for one game, opponent, month and measure. All of it follows from the games that
//! are remembered: [`derive`] is the only place that says how, whether one game is added or a
//! player is counted anew.

use std::collections::BTreeMap;

use crate::ended::{Ended, EndedSeat, Opponent, Place};
use crate::id::{Code, PlayerId};

/// Samples added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// How many.
    pub n: i64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares; it stops at about nine quintillions.
    pub squares: i64,
    /// The largest.
    pub most: i64,
}

impl Sum {
    /// One sample.
    pub const fn of(value: i64) -> Sum {
        Sum {
            n: 1,
            sum: value,
            squares: value.saturating_mul(value),
            most: value,
        }
    }

    /// These samples and those, as the databases add them.
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
/// The measure of what decisions cost, in millionths of a game, of reviewed games only.
pub const SKILL: &str = "skill";
/// The measure of luck, in the same way.
pub const LUCK: &str = "luck";

/// A line of a player's sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumLine {
    /// Of which games.
    pub key: SumKey,
    /// The samples.
    pub sum: Sum,
}

/// Of which games a sum is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumKey {
    /// Those against this opponent; all if there is none.
    pub opponent: Option<Opponent>,
    /// Those that ended in this month (UTC, as 202611); 0 for all.
    pub month: u32,
    /// The key of the game.
    pub game: String,
    /// What was counted.
    pub measure: String,
}

impl SumKey {
    /// The opponent as it is stored.
    pub(crate) fn opponent_key(&self) -> String {
        let opponent = self.opponent.as_ref();
        opponent.map(Opponent::key).unwrap_or_default()
    }
}

/// What is counted of a player's games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// All that was asked for, in the order of games and measures.
    pub sums: Vec<SumLine>,
    /// The same by month, the earliest first; nothing where one opponent was asked for.
    pub months: Vec<SumLine>,
    /// Whom they played against most, with how often and how many games they won.
    pub opponents: Vec<Met>,
}

/// Somebody whom a player played against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    /// Who.
    pub opponent: Opponent,
    /// What they were called the last time; nothing for a bot.
    pub name: Option<String>,
    /// The key of the game.
    pub game: String,
    /// The games, and how many of them were won.
    pub won: Sum,
}

/// What to count of a player's games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counted {
    /// Only against this opponent.
    pub opponent: Option<Opponent>,
    /// The first month to tell apart.
    pub since_month: u32,
}

impl Counted {
    /// So many opponents are told at most.
    pub const MOST_OPPONENTS: usize = 30;
}

/// A game in the list of a player's games, in that of all of them or of one opponent's.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meeting {
    pub(crate) opponent: Option<Opponent>,
    pub(crate) place: Place,
    pub(crate) game: String,
    pub(crate) won: bool,
}

/// What follows from games for one of the people who played them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Derived {
    pub(crate) meetings: Vec<Meeting>,
    pub(crate) sums: BTreeMap<SumKey, Sum>,
}

impl Derived {
    /// Adds a game. One that a bot ended for the player is listed, but not counted: it says
    /// nothing of how they play. Nor is one that was claimed: nobody saw how it was played.
    pub(crate) fn add(&mut self, table: &Code, ended: &Ended, player: &PlayerId) {
        let seat = ended.people().find(|(known, _)| *known == player);
        let Some((_, seat)) = seat else { return };
        let place = Place {
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

    /// Adds what a review told of a seat.
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

/// The month of a time, in UTC, as 202611.
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

/// What was written so; a line that is damaged is left out.
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
