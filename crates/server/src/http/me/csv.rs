//! A player's games as a table for spreadsheets.

use std::fmt::Write as _;

use super::answer::PastGame;
use crate::utc::utc;

/// A line for each game, with two columns for each of these measures: the number of samples and
/// their sum. Names that other people chose are quoted, and never begin like a formula.
pub(super) fn csv(games: &[PastGame], measures: &[&str]) -> String {
    let mut text = "ended,game,table,number,result,score,others,skill,luck,claimed".to_owned();
    for measure in measures {
        let _ = write!(text, ",{measure}_n,{measure}_sum");
    }
    text.push_str("\r\n");
    for game in games {
        let others: Vec<String> = game
            .others
            .iter()
            .map(|other| format!("{} {}", other.name, other.score))
            .collect();
        let number = |number: Option<f64>| number.map(|n| format!("{n:.6}")).unwrap_or_default();
        let result = if game.won { "won" } else { "lost" };
        let claimed = if game.claimed { "claimed" } else { "" };
        // A text cannot fail to take more text.
        let _ = write!(
            text,
            "{},{},{},{},{result},{},{},{},{},{claimed}",
            utc(game.at),
            game.game,
            game.code,
            game.number,
            game.score,
            quoted(&others.join("; ")),
            number(game.skill),
            number(game.luck),
        );
        for measure in measures {
            match game.figures.get(*measure) {
                Some(figure) => {
                    let _ = write!(text, ",{},{}", figure.n, figure.sum);
                }
                None => text.push_str(",,"),
            }
        }
        text.push_str("\r\n");
    }
    text
}

fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_as_a_formula() {
        assert_eq!(quoted("=1+1 \"x\""), "\"'=1+1 \"\"x\"\"\"");
        assert_eq!(quoted("Ann, 3"), "\"Ann, 3\"");
    }
}
