//! Plays the trials that come as lines of JSON, and writes what came of each into a file of its
//! own, as a browser does. See `crates/pocket/src/trial.rs`.

// Its purpose is printing.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::Instant;
use std::{env, fs};

use pocket::{Trial, trial};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: trial <folder> < trials")?;
    for (n, line) in stdin().lock().lines().enumerate() {
        let one: Trial = serde_json::from_str(&line?)?;
        let mut text = String::new();
        let start = Instant::now();
        let ended = trial(&one, &mut |line| {
            text += line;
            text.push('\n');
        });
        text += if ended { "ended\n" } else { "stopped\n" };
        println!("{}", start.elapsed().as_secs_f64());
        fs::write(format!("{folder}/{n}"), text)?;
    }
    Ok(())
}
