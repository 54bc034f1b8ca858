//! The speed of solving deals, with every result asserted.
//!
//! `cargo bench -p texas42 --bench solve` prints the time and the nodes of each kind of question,
//! over the same seeded random deals each time, on one thread, with nothing remembered from one
//! question to the next. A plain alpha-beta search with a hash map also answers the questions of
//! the first few deals: its answers must agree, and the ratio to it is printed. Times are never
//! asserted: a slow machine is not a fault.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "../tests/naive/mod.rs"]
mod naive;

use kernel::{Rng, Seat};
use naive::plain::Plain;
use std::time::{Duration, Instant};
use texas42::{Contract, FollowMeDoubles, Position, Solver, Trump};

/// The number of deals that are solved under each contract.
const DEALS: usize = 200;

/// The number of deals that the plain search solves too: it takes a hundred times as long.
const PLAIN_DEALS: usize = 10;

/// The bid of the make-or-set question.
const BID: u8 = 30;

fn main() {
    let mut rng = Rng::from_seed(42);
    let deals: Vec<_> = (0..DEALS).map(|_| naive::deal(&mut rng, 7)).collect();
    let positions = |contracts: &[Contract]| -> Vec<Position> {
        let of_deal = |&hands| {
            let at = |&contract| Position::new(contract, Seat(0), hands, Seat(0));
            contracts.iter().map(at).collect::<Result<Vec<_>, _>>()
        };
        deals
            .iter()
            .flat_map(|deal| of_deal(deal).unwrap())
            .collect()
    };
    let nine = Trump::ALL.map(|trump| trump.contract(FollowMeDoubles::High));
    let trumps = positions(&nine);
    let nellos = positions(&Contract::ALL[10..14]);
    let sevens = positions(&[Contract::Sevens]);

    println!("{DEALS} deals, seat 0 bids and leads; hash table of 256 KiB, cleared for each");
    println!(
        "question                          number     mean      p50      p99      max  nodes (mean, max)"
    );
    let mut solver = Solver::new();
    let exact = ask(
        "nine declarations: exact score",
        &trumps,
        &mut solver,
        value,
    );
    let make = ask("nine declarations: make 30", &trumps, &mut solver, makes);
    let every = ask(
        "nine declarations: every move",
        &trumps[..180],
        &mut solver,
        moves,
    );
    let no_tricks = ask(
        "nello, four ways: exact tricks",
        &nellos,
        &mut solver,
        value,
    );
    let nello = ask("nello, four ways: make", &nellos, &mut solver, makes);
    ask("sevens: exact score", &sevens, &mut solver, value);

    for (value, made) in exact.answers.iter().zip(&make.answers) {
        assert_eq!(*value >= i32::from(BID), *made == 1);
    }
    for (tricks, made) in no_tricks.answers.iter().zip(&nello.answers) {
        assert_eq!(*tricks == 0, *made == 1);
    }
    assert_eq!(every.answers, exact.answers[..180]);
    compare(&trumps[..9 * PLAIN_DEALS], &exact, &make);
}

fn value(solver: &mut Solver, position: &Position) -> i32 {
    i32::from(solver.value(position).north_south)
}

fn makes(solver: &mut Solver, position: &Position) -> i32 {
    i32::from(solver.makes(position, BID))
}

/// The best of all moves' values, which must be the position's value.
fn moves(solver: &mut Solver, position: &Position) -> i32 {
    let moves = solver.moves(position);
    let best = moves.iter().map(|it| it.taken.north_south).max();
    best.map_or(0, i32::from)
}

/// The cost of one kind of question, position by position.
struct Report {
    answers: Vec<i32>,
    times: Vec<Duration>,
    nodes: Vec<u64>,
}

/// Asks a question about each position, and prints a line about it.
fn ask(
    name: &str,
    positions: &[Position],
    solver: &mut Solver,
    question: fn(&mut Solver, &Position) -> i32,
) -> Report {
    let mut report = Report {
        answers: vec![],
        times: vec![],
        nodes: vec![],
    };
    for position in positions {
        let before = solver.nodes();
        let start = Instant::now();
        report.answers.push(question(solver, position));
        report.times.push(start.elapsed());
        report.nodes.push(solver.nodes() - before);
    }
    let mut times = report.times.clone();
    times.sort();
    println!(
        "{name:<32} {:>7} {} {} {} {} {:>9} {:>8}",
        times.len(),
        milliseconds(mean(&times)),
        milliseconds(times[times.len() / 2]),
        milliseconds(times[times.len() * 99 / 100]),
        milliseconds(times[times.len() - 1]),
        report.nodes.iter().sum::<u64>() / report.nodes.len() as u64,
        report.nodes.iter().max().unwrap_or(&0),
    );
    report
}

/// Lets the plain search answer the first questions again.
fn compare(positions: &[Position], exact: &Report, make: &Report) {
    println!(
        "\nplain alpha-beta with a hash map, first {PLAIN_DEALS} deals, and the ratio of its mean to the solver's"
    );
    let value = |position: &Position| Plain::value(position);
    let makes = |position: &Position| {
        let (takes, nodes) = Plain::takes(position, i32::from(BID));
        (i32::from(takes), nodes)
    };
    against("exact score", positions, exact, value);
    against("make 30", positions, make, makes);
}

fn against(
    name: &str,
    positions: &[Position],
    report: &Report,
    question: impl Fn(&Position) -> (i32, u64),
) {
    let mut times = vec![];
    let mut n_nodes = 0;
    for (position, answer) in positions.iter().zip(&report.answers) {
        let start = Instant::now();
        let (plain, nodes) = question(position);
        times.push(start.elapsed());
        n_nodes += nodes;
        assert_eq!(plain, *answer, "{position:?}");
    }
    let n = positions.len();
    let solver_time = mean(&report.times[..n]);
    let solver_nodes: u64 = report.nodes[..n].iter().sum();
    println!(
        "{name:<32} {n:>7} {}   time ×{:.0}, nodes ×{:.0}",
        milliseconds(mean(&times)),
        mean(&times).as_secs_f64() / solver_time.as_secs_f64(),
        n_nodes as f64 / solver_nodes as f64,
    );
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / times.len() as u32
}

fn milliseconds(time: Duration) -> String {
    format!("{:>6.3} ms", time.as_secs_f64() * 1e3)
}
