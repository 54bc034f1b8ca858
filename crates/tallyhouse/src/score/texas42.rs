//! `tallyhouse score texas42`: a played hand, explained trick by trick.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use ::texas42::Texas42;
use kernel::{AnyRefusal, Facade, Game};
use serde::Deserialize;
use serde_json::Value;

use crate::style::{FAINT, STRONG, styled};
use crate::{json, jsonl};

const EXAMPLES: &str = "\
Examples:
  tallyhouse score texas42 '{\"bidder\": 0, \"bid\": {\"marks\": 2}, \"trump\": \"sixes\",
                             \"tricks\": [[\"6-4\", \"6-1\", \"6-0\", \"6-6\"]]}'
  tallyhouse score texas42 --json < hand.json
  tallyhouse score texas42 --jsonl < hands.jsonl

A request has these fields:
  mode      \"marks\" (if left out) or \"points\"
  bidder    the seat that won the auction, 0 to 3
  bid       {\"points\": 31}, {\"marks\": 2}, {\"plunge\": 4} or {\"splash\": 2}; 42, 84 and 168
            are 1, 2 and 4 marks
  contract  \"trump\" (if left out), \"nello\" or \"sevens\"
  trump     blanks aces deuces treys fours fives sixes doubles follow-me
  tricks    each a list of dominoes in order of play from its leader; in nello three
  options   {\"nello_doubles\", \"follow_me_doubles\", \"plunge_leader\"}, where a table differs

One trick alone needs no bid: {\"trump\": \"sixes\", \"trick\": \"6-4 6-1 6-0 6-6\"}

Exit status: 0 if the hand was scored, 1 if a line of --jsonl was bad, 2 if the request was
bad; then --json prints the error as JSON too.";

/// The scorer refuses longer requests anyway; the rest is not read.
const MAX_BYTES: u64 = 1 << 17;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The hand as a JSON object; without it standard input is read
    #[arg(value_name = "REQUEST")]
    request: Option<String>,

    /// Print the score as JSON
    #[arg(long)]
    json: bool,

    /// Answer requests from standard input, one JSON object per line
    #[arg(long, conflicts_with_all = ["request", "json"])]
    jsonl: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.jsonl {
        return jsonl::run(Texas42::META.key);
    }
    let request = match &args.request {
        Some(request) => request.clone().into_bytes(),
        None => read_input()?,
    };
    let answer = score(&request);
    if args.json {
        return json::print(out, answer.as_ref());
    }
    let score = Score::deserialize(answer?)?;
    score.print(out)?;
    Ok(ExitCode::SUCCESS)
}

fn read_input() -> io::Result<Vec<u8>> {
    let mut request = Vec::new();
    io::stdin().take(MAX_BYTES).read_to_end(&mut request)?;
    Ok(request)
}

fn score(request: &[u8]) -> Result<Value, AnyRefusal> {
    let mut answer = Vec::new();
    Texas42::score_json(request, &mut answer)?;
    serde_json::from_slice(&answer).map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// The parts of an answer for people.
#[derive(Deserialize)]
struct Score {
    breakdown: Vec<Item>,
}

/// A line of the score.
#[derive(Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    trick: Option<u8>,
    points: i32,
    dominoes: Vec<String>,
    description: String,
}

impl Score {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let (tricks, hand): (Vec<&Item>, Vec<&Item>) =
            self.breakdown.iter().partition(|item| item.trick.is_some());
        for item in tricks {
            let dominoes = format!("{:<15}", item.dominoes.join(" "));
            let points = item.points;
            if item.kind == "trick" {
                writeln!(out, "{points:>4}  {dominoes}  {}", item.description)?;
            } else {
                let counted = styled(FAINT, format!("{dominoes}  {}", item.description));
                writeln!(out, "{points:>4}  {counted}")?;
            }
        }
        writeln!(out)?;
        for item in hand {
            let sentence = format!("{}.", capitalised(&item.description));
            let is_award = !matches!(item.kind.as_str(), "side_points" | "bid");
            let style = if is_award {
                STRONG
            } else {
                anstyle::Style::new()
            };
            writeln!(out, "{}", styled(style, sentence))?;
        }
        Ok(())
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
