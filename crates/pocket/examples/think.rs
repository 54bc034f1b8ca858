//! Thinks about the jobs that come as lines of JSON, and prints how many seconds each took, to be
//! held against a browser. See `web/browser/trials.alone.mjs`.

// Its purpose is printing.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::Instant;

use pocket::{Job, think};

fn main() -> Result<(), Box<dyn Error>> {
    for line in stdin().lock().lines() {
        let job: Job = serde_json::from_str(&line?)?;
        let start = Instant::now();
        think(&job).ok_or("a job must have an answer")?;
        println!("{}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
