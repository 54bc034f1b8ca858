//! Times as people read them.

/// A time, in milliseconds since 1970, as `2026-11-16 08:14 UTC`.
///
/// ```
/// assert_eq!(server::utc(0), "1970-01-01 00:00 UTC");
/// assert_eq!(server::utc(1_709_251_199_999), "2024-02-29 23:59 UTC");
/// ```
pub fn utc(millis: u64) -> String {
    let minutes = millis / 60_000;
    let (days, minute) = (minutes / 1_440, minutes % 1_440);
    let (year, month, day) = date(days);
    let (hour, minute) = (minute / 60, minute % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The date of a day, counted from 1970: the years begin in March, so that a leap day is the
/// last day of one, and 400 of them have 146,097 days.
fn date(days: u64) -> (u64, u64, u64) {
    // From the first of March of the year 0.
    let days = days + 719_468;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts every day since 1970, with the rule of leap years.
    #[test]
    fn every_day_of_two_centuries_is_right() {
        let mut days = 0;
        for year in 1970..2170 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let february = if leap { 29 } else { 28 };
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(months) {
                for day in 1..=length {
                    assert_eq!(date(days), (year, month, day));
                    days += 1;
                }
            }
        }
    }
}
