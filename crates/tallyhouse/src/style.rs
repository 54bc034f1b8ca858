//! How cards and words look in a terminal.
//!
//! Everything is written with its colours; the output stream takes them away
//! where they are not wanted (no terminal, `NO_COLOR`). So a text must say all
//! it has to say without them.

use std::fmt;

use anstyle::{AnsiColor, Color, Style};
use pieces::{Card, Suit};

/// The word "error".
pub(crate) const ERROR: Style = foreground(AnsiColor::Red).bold();

/// What matters most in its line.
pub(crate) const STRONG: Style = Style::new().bold();

/// What may be skipped.
pub(crate) const FAINT: Style = Style::new().dimmed();

const RED_SUIT: Style = foreground(AnsiColor::BrightRed);

/// Text in one colour.
pub(crate) const fn foreground(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// A card as it is printed on paper: `10♥`, its suit in its colour.
pub(crate) struct Printed(pub(crate) Card);

impl Printed {
    /// How many columns it takes.
    pub(crate) fn width(&self) -> usize {
        self.0.rank().label().len() + 1
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = match self.0.suit() {
            Suit::Hearts | Suit::Diamonds => RED_SUIT,
            Suit::Spades | Suit::Clubs => Style::new(),
        };
        let (rank, suit) = (self.0.rank(), self.0.suit().symbol());
        write!(f, "{style}{rank}{suit}{style:#}")
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

/// How many columns [`printed`] takes.
pub(crate) fn printed_width(cards: &[Card]) -> usize {
    let cards_alone: usize = cards.iter().map(|&card| Printed(card).width()).sum();
    cards_alone + cards.len().saturating_sub(1)
}

/// The text in a style.
pub(crate) fn styled(style: Style, text: impl fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
