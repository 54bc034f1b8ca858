//! The strength of bots, on one scale for all games.
//!
//! In every game, a player who is 400 points ahead wins ten games of eleven, and one who is 200
//! points ahead wins three of four. The scale is fixed at the level that tables seat when nobody
//! chooses another and that stands in for absent players: `medium` has [`ANCHOR`] points in every
//! game. A sensible human player has about as many. The bot `random` would be the same player in
//! every game, but it wins too few games to measure its distance.
//!
//! A game keeps the ratings of its bots in a small table, `bot/ratings.txt`, which `tallyhouse
//! arena <game> --round-robin --ratings <file>` writes. A line has a bot, its rating and the
//! standard error; lines that begin with `#` are for people.

/// The rating of the level `medium`.
pub const ANCHOR: i32 = 1200;

/// The rating of a bot in such a table; `None` if it is not there.
///
/// ```
/// let table = "# bot rating error\neasy 1012 9\nmedium 1200 0\n";
/// assert_eq!(kernel::rating::of(table, "easy"), Some(1012));
/// assert_eq!(kernel::rating::of(table, "hard"), None);
/// ```
pub fn of(table: &str, bot: &str) -> Option<i32> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let mut lines = lines.map(str::split_whitespace);
    lines.find_map(|mut words| match words.next() {
        Some(name) if name == bot => words.next()?.parse().ok(),
        _ => None,
    })
}
