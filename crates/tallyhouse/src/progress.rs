//! The progress of long work on the terminal. It shows nothing if the output is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for this many `things`, such as "12 of 40 pairs, 3s to go".
pub(crate) fn bar(n: u64, things: &str) -> ProgressBar {
    let look = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} to go");
    let style =
        ProgressStyle::with_template(&look).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(n).with_style(style)
}
