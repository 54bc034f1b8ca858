//! `tallyhouse advise dice`: the best dice to throw again.

use std::io::Write;
use std::process::ExitCode;

use dice::reroll::{Keep, Method, Objective, RerollAdvice, RerollError, Situation, advise};
use dice::split::Scorer;
use kernel::{AnyRefusal, Rng};
use pieces::Die;
use serde::Serialize;

use crate::json;
use crate::pool::{Scoring, read, refuse_score};
use crate::style::{FAINT, STRONG, styled};

const EXAMPLES: &str = "\
Examples:
  tallyhouse advise dice 11235 --rerolls 2 --target 72
  tallyhouse advise dice 11235 --rerolls 3
  tallyhouse advise dice 112356 --rerolls 1 --target 300 --level full_run=1 --json

Exit status: 0 if all went well, 2 if the arguments or the dice among them were bad;
then --json prints the error as JSON too.";

/// The number of choices that are shown by default.
const FEW: usize = 8;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The faces of the dice, together or apart: 11235 or 1 1 2 3 5
    #[arg(value_name = "DICE", required = true)]
    dice: Vec<String>,

    /// How many rerolls are left
    #[arg(long, default_value_t = 3)]
    rerolls: u8,

    /// The score to reach; without it the expected score is maximised
    #[arg(long)]
    target: Option<u32>,

    #[command(flatten)]
    scoring: Scoring,

    /// Show every choice
    #[arg(long)]
    all: bool,

    /// Print the advice as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let advised = Advised::of(args);
    if args.json {
        return json::print(out, advised.as_ref().map(Advised::report));
    }
    for line in advised?.lines(if args.all { usize::MAX } else { FEW }) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Dice, and the advice.
struct Advised {
    dice: Vec<Die>,
    target: Option<u32>,
    advice: RerollAdvice,
}

impl Advised {
    fn of(args: &Args) -> Result<Advised, AnyRefusal> {
        let dice = read(&args.dice)?;
        let scoring = &args.scoring;
        let scorer = Scorer::new(scoring.rules()?, scoring.levels()?).map_err(refuse_score)?;
        let situation = Situation {
            layers: scoring.layers()?,
            ..Situation::plain(&dice)
        };
        let objective = match args.target {
            Some(target) => Objective::Reach { target },
            None => Objective::Score,
        };
        // Only a pool that is too large to count is sampled, with the same seed every time.
        let mut rng = Rng::from_seed(0);
        let refuse = |error: RerollError| AnyRefusal::new(error.code(), error.to_string());
        let advice = advise(&scorer, &situation, args.rerolls, objective, &mut rng);
        Ok(Advised {
            dice,
            target: args.target,
            advice: advice.map_err(refuse)?,
        })
    }

    fn lines(&self, most: usize) -> Vec<String> {
        let best = self.advice.best();
        let mut lines = vec![styled(STRONG, self.sentence(best)), String::new()];
        let keeps = &self.advice.keeps;
        let shown = keeps.iter().take(most);
        lines.extend(shown.map(|keep| format!("  {:>8}  {}", self.value(keep), choice(keep))));
        if keeps.len() > most {
            let more = format!(
                "  and {} more choices; --all shows them",
                keeps.len() - most
            );
            lines.push(styled(FAINT, more));
        }
        lines.push(String::new());
        let mean: f64 = self
            .advice
            .scores
            .iter()
            .map(|(score, p)| f64::from(*score) * p)
            .sum();
        lines.push(format!("Expected score with the best play: {mean:.2}."));
        if let Method::Sampled { games } = self.advice.method {
            let note = format!("Estimated from {games} games for each of the best choices.");
            lines.push(styled(FAINT, note));
        }
        lines
    }

    fn sentence(&self, best: &Keep) -> String {
        let what = match best.throws.len() {
            0 => "Score now".to_owned(),
            _ => choice(best),
        };
        match self.target {
            Some(target) => format!("{what}: {} to reach {target}.", self.value(best)),
            None => format!("{what}: {} on average.", self.value(best)),
        }
    }

    fn value(&self, keep: &Keep) -> String {
        match self.target {
            Some(_) => format!("{:.2} %", 100.0 * keep.value),
            None => format!("{:.2}", keep.value),
        }
    }

    fn report(&self) -> Report {
        Report {
            exact: self.advice.method == Method::Exact,
            keeps: self.advice.keeps.iter().map(Choice::of).collect(),
            scores: self.advice.scores.clone(),
            dice: self.dice.clone(),
        }
    }
}

/// "keep 1 1, throw 3 dice".
fn choice(keep: &Keep) -> String {
    let kept = keep.kept.to_string();
    match (keep.throws.len(), kept.is_empty()) {
        (0, _) => "keep all and score".to_owned(),
        (_, true) => "throw all dice".to_owned(),
        (1, false) => format!("keep {kept}, throw 1 die"),
        (n, false) => format!("keep {kept}, throw {n} dice"),
    }
}

/// The advice for programs: choices best first, and the chance of each final score.
#[derive(Serialize)]
struct Report {
    dice: Vec<Die>,
    exact: bool,
    keeps: Vec<Choice>,
    scores: Vec<(i32, f64)>,
}

#[derive(Serialize)]
struct Choice {
    keep: Vec<Die>,
    throws: Vec<u8>,
    value: f64,
}

impl Choice {
    fn of(keep: &Keep) -> Choice {
        Choice {
            keep: keep.kept.iter().collect(),
            throws: keep.throws.clone(),
            value: keep.value,
        }
    }
}
