//! How far long work is, on the terminal. Nothing is shown where the output goes elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many `things`, as "12 of 40 pairs, 3s to go".
pub(crate) fn bar(n: u64, things: &str) -> ProgressBar {
    let look = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} to go");
    let style =
        ProgressStyle::with_template(&look).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(n).with_style(style)
}
