//! `tallyhouse solve texas42`: the points that each side takes if all play perfectly and know all
//! hands.

use std::io::{self, Write};
use std::process::ExitCode;

use ::texas42::{Solver, solve_json};
use kernel::AnyRefusal;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::style::{FAINT, STRONG, styled};
use crate::{json, jsonl};

const EXAMPLES: &str = "\
Examples:
  tallyhouse solve texas42 --trump sixes --leader 0 --moves --deal \\
    '6-6 6-5 6-4 6-3 5-5 4-1 2-0 / 0-0 1-0 3-0 4-0 5-0 6-0 6-2 /
     1-1 2-1 3-1 5-1 6-1 2-2 3-2 / 3-3 4-2 4-3 4-4 5-2 5-3 5-4'
  tallyhouse solve texas42 --contract nello --leader 2 --deal '…' --json
  tallyhouse solve texas42 --jsonl < deals.jsonl

The answer is in points; in nello, where nothing else matters, in tricks.

A request of --jsonl has the fields hands (four lists of dominoes, as dealt), trump or
contract, leader, and if need be bidder, played, moves and options
{\"nello_doubles\", \"follow_me_doubles\"}. The bidder only matters in nello, whose partner
sits out; left out it is the leader.

Exit status: 0 if all was solved, 1 if a line of --jsonl was bad, 2 if the arguments were
bad; then --json prints the error as JSON too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The hands of seats 0 to 3, separated by slashes
    #[arg(long, value_name = "HANDS", required_unless_present = "jsonl")]
    deal: Option<String>,

    /// The trump: a suit such as sixes, doubles, or follow-me
    #[arg(long, required_unless_present_any = ["jsonl", "contract"])]
    trump: Option<String>,

    /// The seat that leads the first trick
    #[arg(long, value_name = "SEAT", required_unless_present = "jsonl")]
    leader: Option<u64>,

    /// The contract: trump, nello or sevens
    #[arg(long)]
    contract: Option<String>,

    /// The seat that won the auction; the leader if left out
    #[arg(long, value_name = "SEAT")]
    bidder: Option<u64>,

    /// The dominoes played since, in order
    #[arg(long, value_name = "DOMINOES")]
    played: Option<String>,

    /// The treatment of doubles in nello: own-suit, high, low or own-suit-inverted
    #[arg(long, value_name = "WAY")]
    nello_doubles: Option<String>,

    /// The rank of doubles in follow me: high or low
    #[arg(long, value_name = "WAY")]
    follow_me_doubles: Option<String>,

    /// Show the worth of every legal play
    #[arg(long)]
    moves: bool,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    /// Answer requests from standard input, one JSON object per line
    #[arg(long, conflicts_with_all = [
        "deal", "trump", "leader", "contract", "bidder", "played", "nello_doubles",
        "follow_me_doubles", "moves", "json",
    ])]
    jsonl: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut solver = Solver::new();
    if args.jsonl {
        return jsonl::serve(&mut |request, answer| solve_json(&mut solver, request, answer));
    }
    let answer = solve(&mut solver, &args.request());
    if args.json {
        return json::print(out, answer.as_ref());
    }
    let is_nello = args.contract.as_deref() == Some("nello");
    let unit = if is_nello { "tricks" } else { "points" };
    Solution::deserialize(answer?)?.print(out, unit)?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The question in the form for programs.
    fn request(&self) -> Value {
        let hands: Vec<Value> = self
            .deal
            .iter()
            .flat_map(|deal| deal.split('/'))
            .map(listed)
            .collect();
        let mut options = json!({});
        for (name, way) in [
            ("nello_doubles", &self.nello_doubles),
            ("follow_me_doubles", &self.follow_me_doubles),
        ] {
            if let Some(way) = way {
                options[name] = json!(way);
            }
        }
        json!({
            "hands": hands,
            "trump": self.trump,
            "leader": self.leader,
            "contract": self.contract,
            "bidder": self.bidder,
            "played": self.played.as_deref().map(listed),
            "moves": self.moves,
            "options": options,
        })
    }
}

/// Dominoes between spaces or commas.
fn listed(text: &str) -> Value {
    let words = text
        .split([' ', ',', '\n', '\t'])
        .filter(|word| !word.is_empty());
    words.map(Value::from).collect()
}

fn solve(solver: &mut Solver, request: &Value) -> Result<Value, AnyRefusal> {
    let mut answer = Vec::new();
    solve_json(solver, request.to_string().as_bytes(), &mut answer)?;
    serde_json::from_slice(&answer).map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// An answer for people.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Solution {
    north_south: u8,
    east_west: u8,
    #[serde(default)]
    moves: Vec<Move>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Move {
    domino: String,
    north_south: u8,
    east_west: u8,
}

impl Solution {
    fn print(&self, out: &mut dyn Write, unit: &str) -> io::Result<()> {
        let (north_south, east_west) = (self.north_south, self.east_west);
        let sentence =
            format!("North-South takes {north_south} {unit}, East-West takes {east_west}.");
        writeln!(out, "{}", styled(STRONG, sentence))?;
        for it in &self.moves {
            let line = format!(
                "  {}  {:>2} to {:>2}",
                it.domino, it.north_south, it.east_west
            );
            if it.north_south == north_south {
                writeln!(out, "{line}  as good as any")?;
            } else {
                writeln!(out, "{}", styled(FAINT, line))?;
            }
        }
        Ok(())
    }
}
