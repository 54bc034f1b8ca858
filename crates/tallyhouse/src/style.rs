//! The look of cards and words in a terminal.
//!
//! Everything is written with its colours; the output stream removes them if they are not wanted
//! (no terminal, `NO_COLOR`). A text must therefore be complete without them.

use std::fmt;

use anstyle::{AnsiColor, Color, Style};
use pieces::{Card, Suit};

/// The word "error".
pub(crate) const ERROR: Style = foreground(AnsiColor::Red).bold();

/// The most important part of a line.
pub(crate) const STRONG: Style = Style::new().bold();

/// A part that may be skipped.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Text in one colour.
pub(crate) const fn foreground(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// A suit as it is printed on paper: `♥`, in its colour.
pub(crate) struct Symbol(pub(crate) Suit);

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = suit_style(self.0);
        write!(f, "{style}{}{style:#}", self.0.symbol())
    }
}

/// A card as it is printed on paper: `10♥`, in its colour.
struct Printed(Card);

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = suit_style(self.0.suit());
        let (rank, suit) = (self.0.rank(), self.0.suit().symbol());
        write!(f, "{style}{rank}{suit}{style:#}")
    }
}

fn suit_style(suit: Suit) -> Style {
    match suit {
        Suit::Hearts | Suit::Diamonds => foreground(AnsiColor::BrightRed),
        Suit::Spades | Suit::Clubs => Style::new(),
    }
}

/// Cards with a space between them.
pub(crate) fn printed(cards: impl IntoIterator<Item = Card>) -> String {
    let cards: Vec<String> = cards
        .into_iter()
        .map(|card| Printed(card).to_string())
        .collect();
    cards.join(" ")
}

/// The number of columns that [`printed`] takes.
pub(crate) fn printed_width(cards: &[Card]) -> usize {
    let of_card = |card: &Card| card.rank().label().len() + 1;
    cards.iter().map(of_card).sum::<usize>() + cards.len().saturating_sub(1)
}

/// Plain text in lines of at most 72 columns, as far as its words allow.
pub(crate) fn wrapped(text: &str) -> Vec<String> {
    /// Room for a margin on a terminal of 80 columns.
    const COLUMNS: usize = 72;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().filter(|line| {
            line.is_empty() || line.chars().count() + 1 + word.chars().count() <= COLUMNS
        });
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text in a style.
pub(crate) fn styled(style: Style, text: impl fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrapped(""), [""]);
        assert_eq!(wrapped("fifteen two"), ["fifteen two"]);
        let (long, word) = ("x".repeat(60), "y".repeat(12));
        assert_eq!(wrapped(&format!("{long} {word}")), [&long[..], &word]);
        let word = &word[1..];
        assert_eq!(
            wrapped(&format!("{long} {word}")),
            [format!("{long} {word}")]
        );
        assert_eq!(wrapped(&"z".repeat(100)), ["z".repeat(100)]);
    }
}
