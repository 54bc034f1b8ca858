//! Writes the tables of the bots: `cargo run --release -p cribbage --example bot_tables`.
#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot");
    for (name, text) in cribbage::bot::tables::all() {
        println!("{name}: {} bytes", text.len());
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
