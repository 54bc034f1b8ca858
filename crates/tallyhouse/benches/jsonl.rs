//! Measures the lines per second that `tallyhouse score cribbage --jsonl` answers.
//!
//! The real binary answers varied requests, once from a file to a file and once through pipes with
//! this program at both ends. Every answer is compared with the library's total: a fast wrong
//! answer fails. The baseline, in this process and without any input or output, works like a first
//! version would: it reads a request as a tree of values and builds such a tree for the answer.

#![expect(clippy::print_stdout, reason = "a benchmark prints its report")]

use std::error::Error;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use cribbage::score::{Four, HandOrCrib, Show, Stack, Tally, Totals};
use kernel::Rng;
use pieces::{Card, CardSet};
use serde_json::{Value, json};

const N_LINES: usize = 400_000;

/// The project's target, on one thread of an idle machine.
const TARGET: f64 = 400_000.0;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let requests = requests();
    let expected: Vec<i64> = requests.lines().map(naive_total).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests.jsonl");
    fs::write(&path, &requests)?;
    println!(
        "{N_LINES} requests, {} bytes each on average",
        requests.len() / N_LINES
    );

    let baseline = lines_per_second(|| {
        requests
            .lines()
            .map(naive_answer)
            .collect::<Result<String>>()
    })?;
    report("baseline, trees of values in memory", baseline.0, None);
    check(&baseline.1, &expected);

    let answers = path.with_extension("answers");
    let from_file = lines_per_second(|| from_file_to_file(&path, &answers))?;
    report("from a file to a file", from_file.0, Some(baseline.0));
    check(&fs::read_to_string(&answers)?, &expected);

    let through_pipes = lines_per_second(|| through_pipes(&requests))?;
    report("through pipes", through_pipes.0, Some(baseline.0));
    check(&through_pipes.1, &expected);
    Ok(())
}

/// Answers all requests and returns the speed.
fn lines_per_second<T>(answer: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    let start = Instant::now();
    let answers = answer()?;
    Ok((N_LINES as f64 / start.elapsed().as_secs_f64(), answers))
}

fn report(what: &str, speed: f64, baseline: Option<f64>) {
    let ratio = baseline.map(|baseline| {
        let verdict = if speed >= TARGET { "reached" } else { "missed" };
        let ratio = speed / baseline;
        format!(", {ratio:.2} times the baseline, target of {TARGET} {verdict}")
    });
    println!("{what}: {speed:.0} lines/s{}", ratio.unwrap_or_default());
}

fn check(answers: &str, expected: &[i64]) {
    assert_eq!(answers.lines().count(), expected.len());
    for (answer, total) in answers.lines().zip(expected) {
        let prefix = format!("{{\"total\":{total},");
        assert!(answer.starts_with(&prefix), "{answer} instead of {total}");
    }
}

fn tallyhouse() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tallyhouse"));
    command.args(["score", "cribbage", "--jsonl"]);
    command
}

fn from_file_to_file(requests: &Path, answers: &Path) -> Result<()> {
    let status = tallyhouse()
        .stdin(File::open(requests)?)
        .stdout(File::create(answers)?)
        .status()?;
    assert!(status.success());
    Ok(())
}

fn through_pipes(requests: &str) -> Result<String> {
    let mut child = tallyhouse()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let mut output = child.stdout.take().ok_or("no standard output")?;
    let mut answers = String::new();
    std::thread::scope(|scope| -> Result<()> {
        let feeder = scope.spawn(move || input.write_all(requests.as_bytes()));
        output.read_to_string(&mut answers)?;
        feeder.join().map_err(|_| "the feeder panicked")??;
        Ok(())
    })?;
    assert!(child.wait()?.success());
    Ok(answers)
}

/// Hands with and without starters, cribs and plays, in several notations.
fn requests() -> String {
    let mut rng = Rng::from_seed(2);
    let mut lines = String::new();
    for number in 0..N_LINES {
        let mut deck: Vec<Card> = Card::deck().collect();
        rng.shuffle(&mut deck);
        let request = match number % 8 {
            0..4 => json!({"hand": deck[..4], "cut": deck[4], "crib": false}),
            4 => json!({"hand": deck[..4], "cut": deck[4], "crib": true}),
            5 => json!({"hand": deck[..4]}),
            6 => {
                json!({"hand": deck[..4].iter().map(|&card| object(card)).collect::<Value>(), "cut": object(deck[4])})
            }
            _ => json!({"play": within_thirty_one(&deck)}),
        };
        lines += &request.to_string();
        lines.push('\n');
    }
    lines
}

fn object(card: Card) -> Value {
    json!({"suit": card.suit().name(), "rank": card.rank().label()})
}

fn within_thirty_one(deck: &[Card]) -> Vec<Card> {
    let mut stack = Stack::new();
    for &card in deck {
        if stack.push(card).is_err() {
            break;
        }
    }
    stack.cards().to_vec()
}

fn naive_answer(request: &str) -> Result<String> {
    let tally = naive_tally(&serde_json::from_str(request)?)?;
    let items = tally.items().iter().map(|item| {
        json!({
            "type": item.rule.name(),
            "points": item.points,
            "cards": item.pieces.iter().map(Card::to_string).collect::<Vec<_>>(),
            "description": item.rule.description(),
        })
    });
    let breakdown: Vec<Value> = items.collect();
    let totals = serde_json::to_value(Totals::of(&tally))?;
    let answer = json!({"breakdown": breakdown, "totals": totals});
    // A tree of values forgets the order of its fields; the total comes first.
    let rest = answer.to_string();
    Ok(format!("{{\"total\":{},{}\n", tally.total(), &rest[1..]))
}

fn naive_total(request: &str) -> i64 {
    let request = serde_json::from_str(request).expect("our own requests are JSON");
    let tally = naive_tally(&request).expect("our own requests are good");
    i64::from(tally.total())
}

fn naive_tally(request: &Value) -> Result<Tally> {
    let read = |value: &Value| -> Result<Card> { Ok(serde_json::from_value(value.clone())?) };
    let list = |field: &str| request[field].as_array();
    if let Some(play) = list("play") {
        let cards: Vec<Card> = play.iter().map(read).collect::<Result<_>>()?;
        return Ok(Stack::try_from(&cards[..])?.tally());
    }
    let hand = list("hand").ok_or("neither a hand nor a play")?;
    let hand: CardSet = hand.iter().map(read).collect::<Result<_>>()?;
    let cut = request.get("cut").map(read).transpose()?;
    let is_crib = request["crib"].as_bool().unwrap_or(false);
    let kind = if is_crib {
        HandOrCrib::Crib
    } else {
        HandOrCrib::Hand
    };
    Ok(Show::new(Four::new(hand)?, cut, kind)?.tally())
}
