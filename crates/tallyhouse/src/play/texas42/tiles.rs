//! Dominoes in text: `[6|4]` in a sentence, and standing side by side in a hand.

use pieces::{Domino, DominoSet};

use crate::style::{FAINT, styled};

/// A domino in a sentence: `[6|4]`.
pub(crate) fn tile(domino: Domino) -> String {
    format!("[{}|{}]", domino.high(), domino.low())
}

/// Dominoes in a sentence, with a space between them.
pub(crate) fn tiles(dominoes: impl IntoIterator<Item = Domino>) -> String {
    let tiles: Vec<String> = dominoes.into_iter().map(tile).collect();
    tiles.join(" ")
}

/// A hand drawn as it stands on the table, with a number under each domino; those
/// that may not be played are faint.
pub(crate) fn stand(hand: DominoSet, playable: DominoSet) -> Vec<String> {
    let row = |part: &dyn Fn(usize, Domino) -> String| {
        let parts = hand.iter().enumerate().map(|(index, domino)| {
            let part = part(index + 1, domino);
            if playable.contains(domino) {
                part
            } else {
                styled(FAINT, part)
            }
        });
        parts.collect::<Vec<_>>().join(" ")
    };
    [
        row(&|_, _| "╭───╮".to_owned()),
        row(&|_, domino| format!("│ {} │", domino.high())),
        row(&|_, _| "├───┤".to_owned()),
        row(&|_, domino| format!("│ {} │", domino.low())),
        row(&|_, _| "╰───╯".to_owned()),
        row(&|number, _| format!(" {number:>2}  ")),
    ]
    .map(|line| line.trim_end().to_owned())
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_stands_in_a_row() {
        let hand: DominoSet = "6-4 0-0".parse().unwrap();
        let expected = "\
╭───╮ ╭───╮
│ 0 │ │ 6 │
├───┤ ├───┤
│ 0 │ │ 4 │
╰───╯ ╰───╯
  1     2";
        assert_eq!(stand(hand, hand).join("\n"), expected);
        assert_eq!(tiles(hand), "[0|0] [6|4]");
    }
}
