//! A day from midnight to midnight UTC, the same for everybody.

use std::fmt;
use std::str::FromStr;

use crate::refusal::Refusal;
use crate::settings::Millis;

/// The milliseconds of a day. Computer clocks count no leap seconds.
const MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// A day, written `2026-11-18`.
///
/// ```
/// use table::{Day, Millis};
///
/// let day: Day = "2026-11-18".parse()?;
/// assert_eq!(Day::of(day.begins()), day);
/// assert_eq!(Day::of(Millis(day.next().begins().0 - 1)), day);
/// assert_eq!(day.next().to_string(), "2026-11-19");
/// # Ok::<(), table::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u64);

impl Day {
    /// The day of this moment.
    pub const fn of(at: Millis) -> Day {
        Day(at.0 / MILLIS)
    }

    /// Its first moment.
    pub const fn begins(self) -> Millis {
        Millis(self.0.saturating_mul(MILLIS))
    }

    /// The day after it.
    pub const fn next(self) -> Day {
        Day(self.0.saturating_add(1))
    }

    /// The day this many days before it.
    pub const fn before(self, days: u64) -> Day {
        Day(self.0.saturating_sub(days))
    }

    /// The number of days since an earlier one.
    pub const fn since(self, earlier: Day) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Year, month and day of the month. Years start in March here: a leap day is then the last day
    /// of a year, and 400 years have 146,097 days.
    const fn date(self) -> (u64, u64, u64) {
        // From the first of March of the year 0.
        let days = self.0 + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // Five months have 153 days, in the pattern 31, 30, 31, 30, 31.
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        (era * 400 + year + later, month, day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Day, Refusal> {
        let refused = || Refusal::malformed("a day must be written like 2026-11-18");
        let number = |from: usize, to: usize| text.get(from..to)?.parse::<u64>().ok();
        let (Some(year), Some(month)) = (number(0, 4), number(5, 7)) else {
            return Err(refused());
        };
        // A day is at most this far from the first of January 1970. The right one writes itself
        // exactly as it was read, and therefore nothing else is accepted as a date.
        let near = year.saturating_sub(1970) * 365 + year.saturating_sub(1970) / 4;
        let first = near + month.saturating_sub(1) * 30;
        let mut days = (first.saturating_sub(31)..first + 45).map(Day);
        days.find(|day| day.to_string() == text).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts every day since 1970, with the rule of leap years.
    #[test]
    fn every_day_of_two_centuries_is_written_and_read() {
        let mut day = Day::of(Millis(0));
        for year in 1970..2170 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let february = if leap { 29 } else { 28 };
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(months) {
                for of_month in 1..=length {
                    let text = format!("{year:04}-{month:02}-{of_month:02}");
                    assert_eq!(day.to_string(), text);
                    assert_eq!(text.parse(), Ok(day));
                    day = day.next();
                }
            }
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-11-31",
            "2026-13-01",
            "2026-00-10",
            "2026-1-1",
            "26-11-18",
            "2026-11-18 ",
            "+026-11-18",
            "2026/11/18",
            "é026-11-18",
            "1969-12-31",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
