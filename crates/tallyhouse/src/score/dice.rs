//! `tallyhouse score dice`: the best way to score a pool, hand by hand.

use std::io::Write;
use std::process::ExitCode;

use dice::score::{Score, ScoringDie};
use dice::split::{RunnerUp, Scorer};
use kernel::AnyRefusal;
use pieces::Die;

use crate::pool::{Scoring, marked, read, refuse_score, table};
use crate::style::{FAINT, styled};
use crate::{json, jsonl};

const EXAMPLES: &str = "\
Examples:
  tallyhouse score dice 1111122333
  tallyhouse score dice 3 3 3 2 2 --rule full_house=formula
  tallyhouse score dice 22466 --level pair=2 --level all_even=1 --json
  tallyhouse score dice 55 --bonus 5 --mult-bonus 1.0 --score-mult 1.5
  echo '{\"dice\": [3, 3, 3, 2, 2], \"levels\": {\"pair\": 2}}' | tallyhouse score dice --jsonl

A request of --jsonl has the fields dice, levels, rules and layers. A bad one is answered
{\"error\": {\"code\", \"message\"}} and the next line is read.

Exit status: 0 if everything was scored, 1 if a line of --jsonl was bad, 2 if the
arguments or the dice among them were bad; then --json prints the error as JSON too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The faces of the dice, together or apart: 33322 or 3 3 3 2 2
    #[arg(value_name = "DICE", required_unless_present = "jsonl")]
    dice: Vec<String>,

    #[command(flatten)]
    scoring: Scoring,

    /// Print the score as JSON
    #[arg(long)]
    json: bool,

    /// Answer requests from standard input, one JSON object per line
    #[arg(long, conflicts_with_all = ["dice", "levels", "rules", "bonus", "mult_bonus", "score_mult", "json"])]
    jsonl: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.jsonl {
        return jsonl::run("dice");
    }
    let scored = Scored::of(args);
    if args.json {
        let answer = scored
            .as_ref()
            .map(|scored| dice::ScoreAnswer::of(&scored.score));
        return json::print(out, answer);
    }
    for line in scored?.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A pool and its score.
struct Scored {
    dice: Vec<Die>,
    score: Score,
    second: Option<RunnerUp>,
}

impl Scored {
    fn of(args: &Args) -> Result<Scored, AnyRefusal> {
        let dice = read(&args.dice)?;
        let scoring = &args.scoring;
        let scorer = Scorer::new(scoring.rules()?, scoring.levels()?).map_err(refuse_score)?;
        let pool = dice.iter().copied().collect();
        let score = scorer.best_of_faces(pool, scoring.layers()?);
        Ok(Scored {
            score: score.map_err(refuse_score)?,
            second: scorer.runner_up(pool).map_err(refuse_score)?,
            dice,
        })
    }

    fn lines(&self) -> Vec<String> {
        let pool: Vec<ScoringDie> = self.dice.iter().copied().map(ScoringDie::plain).collect();
        let mut lines = vec![marked(&pool, self.score.split()), String::new()];
        lines.extend(table(self.score.tally().items(), self.score.total()));
        if let Some(second) = &self.second {
            lines.push(String::new());
            lines.push(styled(FAINT, second_best(second)));
        }
        lines
    }
}

/// The second-best split, in words.
fn second_best(second: &RunnerUp) -> String {
    let hands = second.split.hands().iter().map(|hand| {
        let faces: String = hand.dice().map(|die| die.to_string()).collect();
        format!("{} {faces}", hand.kind())
    });
    let hands = hands.collect::<Vec<_>>().join(", ");
    match second.behind {
        0 => format!("As many points: {hands}."),
        behind => format!("Second best, {behind} points behind: {hands}."),
    }
}
