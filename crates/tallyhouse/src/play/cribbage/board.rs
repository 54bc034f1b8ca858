//! The pegging board in text: a track for each side, two pegs on each.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use cribbage::{Pegs, PublicTable};
use kernel::Side;

use crate::play::cast::Cast;
use crate::style::{FAINT, STRONG, foreground, styled};

/// A row of the board: two streets of thirty holes.
const ROW: u16 = 60;

/// A small gap after this many holes, which makes counting easy.
const GAP: u16 = 10;

/// A loser further than this from the target is skunked.
const SKUNK: u16 = 31;

/// The board as lines of text.
pub(crate) fn draw(table: &PublicTable, cast: &Cast) -> Vec<String> {
    let names = table.pegs.map(|side, _| cast.side(side));
    let width = names.values().map(String::len).max().unwrap_or(0);
    let mut lines = vec![styled(FAINT, scale(width))];
    for (side, pegs) in table.pegs.iter() {
        let style = side_style(side);
        let track = Track {
            pegs: *pegs,
            target: table.options.target,
            style,
        };
        let name = styled(style, format!("{:>width$}", names[side]));
        for row in 0..(table.options.target - 1) / ROW {
            let label = if row == 0 {
                name.clone()
            } else {
                " ".repeat(width)
            };
            let score = if row == 0 {
                styled(STRONG, format!("{:>3}", pegs.front))
            } else {
                " ".repeat(3)
            };
            lines.push(format!("{label} {score}  {}", track.row(row)));
        }
    }
    lines
}

/// A colour for each side, as its pegs.
pub(crate) fn side_style(side: Side) -> Style {
    const COLORS: [AnsiColor; 4] = [
        AnsiColor::Green,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
        AnsiColor::Yellow,
    ];
    foreground(COLORS[side.index() % COLORS.len()]).bold()
}

/// The numbers of the holes above the first row.
fn scale(width: usize) -> String {
    let mut scale = " ".repeat(width + 5);
    for tens in (GAP..=ROW).step_by(GAP.into()) {
        // Right above the hole that ends each group.
        let _ = write!(scale, " {tens:>10}");
    }
    scale
}

/// The holes of one side.
struct Track {
    pegs: Pegs,
    target: u16,
    style: Style,
}

impl Track {
    fn row(&self, row: u16) -> String {
        let first = row * ROW + 1;
        let last = first + ROW - 1;
        let mut holes = String::new();
        for hole in first..=last {
            if (hole - 1) % GAP == 0 {
                holes.push_str(&self.gap(hole));
            }
            holes.push_str(&self.hole(hole));
        }
        if last == self.target - 1 {
            holes.push(' ');
            holes.push_str(&self.hole(self.target));
        }
        holes
    }

    /// The text before a group of holes: a skunk line, or nothing.
    fn gap(&self, hole: u16) -> String {
        let is_skunk_line = hole == self.target + 1 - SKUNK;
        let is_double = self.target == 121 && hole == ROW + 1;
        if is_skunk_line || is_double {
            styled(FAINT, "┊")
        } else {
            " ".to_owned()
        }
    }

    fn hole(&self, hole: u16) -> String {
        if hole == self.pegs.front {
            styled(self.style, "●")
        } else if hole == self.pegs.back {
            styled(self.style, "○")
        } else if hole == self.target {
            styled(STRONG, "◇")
        } else {
            styled(FAINT, "·")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cribbage::{Cribbage, Options};
    use kernel::{BySide, Game, Seat};

    /// The board of a table with these scores, without its colours.
    #[track_caller]
    fn check(options: Options, scores: &[Pegs], expected: &str) {
        let game = Cribbage::new(options.clone()).unwrap();
        let cast = Cast::of(&game, Some(Seat(0)));
        let mut table = Cribbage::new(options).unwrap().table().clone();
        table.pegs = BySide::from(scores.to_vec());
        let drawn = draw(&table, &cast).join("\n");
        assert_eq!(anstream::adapter::strip_str(&drawn).to_string(), expected);
    }

    const fn pegs(back: u16, front: u16) -> Pegs {
        Pegs { front, back }
    }

    #[test]
    fn the_long_board_has_two_rows_a_side_and_both_skunk_lines() {
        check(
            Options::default(),
            &[pegs(58, 61), pegs(0, 0)],
            "
                    10         20         30         40         50         60
   You  61   ·········· ·········· ·········· ·········· ·········· ·······○··
            ┊●········· ·········· ··········┊·········· ·········· ·········· ◇
Seat 1   0   ·········· ·········· ·········· ·········· ·········· ··········
            ┊·········· ·········· ··········┊·········· ·········· ·········· ◇"
                .trim_start_matches('\n'),
        );
    }

    #[test]
    fn the_short_board_has_one_row_a_side() {
        let options = Options {
            seats: 4,
            target: 61,
            ..Options::default()
        };
        check(
            options,
            &[pegs(60, 61), pegs(29, 31)],
            "
                            10         20         30         40         50         60
You and Seat 2  61   ·········· ·········· ··········┊·········· ·········· ·········○ ●
 Seats 1 and 3  31   ·········· ·········· ········○·┊●········· ·········· ·········· ◇"
                .trim_start_matches('\n'),
        );
    }
}
