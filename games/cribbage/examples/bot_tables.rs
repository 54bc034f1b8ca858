//! Writes the tables of the bots.
//!
//! `cargo run --release -p cribbage --example bot_tables first` computes them from the rules alone.
//! `… bot_tables round <seed> <deals> <threads>` plays a round of practice with the tables that are
//! checked in, makes them anew, and says how far they have moved; `… bot_tables pegging …` does so
//! for what hands peg alone. Each round must be compiled anew, because the program contains its
//! tables.
#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::thread;

use cribbage::bot::tables::{self, Deals, PracticeRound};

/// The guesses for a card where means are learnt: fewer than the expert makes at a table, and as
/// good for a mean.
const FEW: usize = 80;

/// The guesses where only results are learnt, from many deals.
const FEWER: usize = 40;

/// The guesses where it is learnt how far chances come true: as many as at a table.
const MANY: usize = 400;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["first"] => write(tables::first()),
        [what @ ("round" | "pegging"), seed, deals, threads] => {
            match (seed.parse(), deals.parse(), threads.parse()) {
                (Ok(seed), Ok(deals), Ok(threads)) if what == "round" => {
                    round(seed, deals, threads)
                }
                (Ok(seed), Ok(deals), Ok(threads)) => pegging(seed, deals, threads),
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> std::io::Result<()> {
    println!("usage: bot_tables first, or bot_tables round|pegging <seed> <deals> <threads>");
    Ok(())
}

fn round(seed: u64, deals: u64, threads: u64) -> std::io::Result<()> {
    let mut round = PracticeRound::new(seed);
    // The tables of pegging: points and their order.
    let starts = shared(0..deals, threads, |part| round.from_the_start(part, FEW));
    round.learn_pegging(&starts);
    println!("pegging learnt from {deals} deals");
    // The chance before the deal.
    let results = shared(0..2 * deals, threads, |part| {
        round.from_any_score(part, FEWER)
    });
    round.learn_chance(&results);
    println!("chances learnt from {} deals", 2 * deals);
    // The table that corrects chances.
    let chances = shared(2 * deals..3 * deals, threads, |part| {
        round.from_any_score(part, MANY)
    });
    round.learn_hindsight(&chances);
    println!("hindsight learnt from {deals} deals");
    write(round.files())?;
    print!("{}", round.moved());
    slopes(&round, deals, threads);
    Ok(())
}

/// Makes the table of the pegging alone, and says how it fits.
fn pegging(seed: u64, deals: u64, threads: u64) -> std::io::Result<()> {
    let mut round = PracticeRound::new(seed);
    let starts = shared(0..deals, threads, |part| round.from_the_start(part, FEW));
    round.learn_pegging_alone(&starts);
    write(round.files())?;
    print!("{}", round.moved());
    slopes(&round, deals, threads);
    Ok(())
}

/// Compares real pegging with the table, in deals that the table has not seen.
fn slopes(round: &PracticeRound, deals: u64, threads: u64) {
    let fresh = shared(deals..deals + deals / 2, threads, |part| {
        round.from_the_start(part, FEW)
    });
    for (role, [slope, error]) in ["dealer", "pone"].into_iter().zip(round.slopes(&fresh)) {
        println!("slope of real pegging on the table, {role}: {slope:.3} ± {error:.3}");
    }
}

/// Shares the numbers of deals among threads.
fn shared(numbers: Range<u64>, threads: u64, play: impl Fn(Range<u64>) -> Deals + Sync) -> Deals {
    let mut all = Deals::default();
    thread::scope(|scope| {
        let play = &play;
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                let start = |part| numbers.start + (numbers.end - numbers.start) * part / threads;
                let part = start(part)..start(part + 1);
                scope.spawn(move || play(part))
            })
            .collect();
        for part in parts {
            all.extend(part.join().expect("practice does not panic"));
        }
    });
    all
}

fn write(files: Vec<(&str, String)>) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot");
    for (name, text) in files {
        println!("{name}: {} bytes", text.len());
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
