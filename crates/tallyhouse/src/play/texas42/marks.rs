//! The score as it is kept on paper: the word ALL, a stroke for each mark.

use ::texas42::{GameScore, Mode, PublicTable, Stroke};
use kernel::Side;

use super::unit;
use crate::play::cast::Cast;
use crate::style::{STRONG, styled};

/// The score of both sides as lines of text.
pub(crate) fn draw(table: &PublicTable, cast: &Cast) -> Vec<String> {
    let (score, mode) = (table.score, table.options.mode);
    let strokes = score.strokes(mode);
    let mut lines = Vec::new();
    for (side, &points) in score.sides().iter() {
        let sum = format!("{points} {}", unit(mode, points));
        let name = format!("{:<17} {}", cast.side(side), styled(STRONG, sum));
        match mode {
            Mode::Points => lines.push(name),
            Mode::Marks => {
                let [upper, lower] = word(&strokes[side]);
                if points > 0 {
                    lines.push(format!("  {}", upper.trim_end()));
                }
                lines.push(format!("  {lower}   {name}"));
            }
        }
    }
    lines
}

/// Both scores in a few words.
pub(crate) fn brief(score: &GameScore, cast: &Cast) -> String {
    let of = |side: Side| format!("{} {}", cast.side(side), score.sides()[side]);
    format!("{}, {}", of(Side(0)), of(Side(1)))
}

/// The word as far as it is drawn, in two rows of twelve columns.
fn word(strokes: &[Stroke]) -> [String; 2] {
    let mut rows = [[' '; 12]; 2];
    for stroke in strokes {
        let marks: &[(usize, usize, char)] = match stroke {
            Stroke::ALeft => &[(0, 1, '/'), (1, 0, '/')],
            Stroke::ARight => &[(0, 2, '\\'), (1, 3, '\\')],
            Stroke::ACrossbar => &[(1, 1, '-'), (1, 2, '-')],
            Stroke::FirstUpright => &[(0, 5, '|'), (1, 5, '|')],
            Stroke::FirstFoot => &[(1, 6, '_'), (1, 7, '_')],
            Stroke::SecondUpright => &[(0, 9, '|'), (1, 9, '|')],
            Stroke::SecondFoot => &[(1, 10, '_'), (1, 11, '_')],
        };
        for &(row, column, mark) in marks {
            rows[row][column] = mark;
        }
    }
    rows.map(|row| row.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_marks: usize, expected: [&str; 2]) {
        assert_eq!(word(&Stroke::ALL[..n_marks]), expected, "{n_marks} marks");
    }

    #[test]
    fn the_word_grows_stroke_by_stroke() {
        check(0, ["            ", "            "]);
        check(1, [" /          ", "/           "]);
        check(3, [" /\\         ", "/--\\        "]);
        check(5, [" /\\  |      ", "/--\\ |__    "]);
        check(7, [" /\\  |   |  ", "/--\\ |__ |__"]);
    }
}
