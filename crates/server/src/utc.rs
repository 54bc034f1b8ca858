//! Times as people read them.

use table::{Day, Millis};

/// A time, in milliseconds since 1970, as `2026-11-16 08:14 UTC`.
///
/// ```
/// assert_eq!(server::utc(0), "1970-01-01 00:00 UTC");
/// assert_eq!(server::utc(1_709_251_199_999), "2024-02-29 23:59 UTC");
/// ```
pub fn utc(millis: u64) -> String {
    let day = Day::of(Millis(millis));
    let minute = millis / 60_000 % 1_440;
    let (hour, minute) = (minute / 60, minute % 60);
    format!("{day} {hour:02}:{minute:02} UTC")
}
