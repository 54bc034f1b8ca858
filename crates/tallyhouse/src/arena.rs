//! `tallyhouse arena`: two bots play each other, or all bots of a game each other, on every core.
//!
//! The crate `arena` plays a pair of games and fits ratings. This module has the threads that play
//! many, the clock that times the bots, the progress bar, and the journal from which an interrupted
//! contest goes on. They do not change a result, because pairs are added up in the order of their
//! numbers.

mod journal;
mod round_robin;
mod table;
mod workers;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use arena::{AnyContest, Contest, ContestError, ContestReport, Pair, Plan, SEED, Span};
use kernel::{AnyRefusal, Facade};
use serde::Serialize;

use self::journal::ContestLog;
use crate::games;
use crate::options::ChosenOptions;

const EXAMPLES: &str = "\
Examples:
  tallyhouse arena cribbage random random --pairs 100
  tallyhouse arena texas42 random random --deals --pairs 2000 --json result.json
  tallyhouse arena cribbage random random --preset partners --threads 1
  tallyhouse arena dice --round-robin --preset \"Short race for two\" --pairs 200

A round robin lets every two bots of the game meet (or of those that are named), and gives each a
rating. A bot that is 400 points ahead wins ten games of eleven, and the bot medium has 1200 points
in every game, so that all games share one scale. --ratings writes the table that the program reads.

With --json the pairs that are finished stand in a journal beside the result (result.json.pairs):
the same command goes on where it was interrupted, and a larger --pairs goes on from there.
The result depends on the bots, the options and the seed; not on threads or interruptions.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as cribbage
    game: String,

    /// The two bots: the one whose wins are reported, and its opponent
    #[arg(value_name = "BOT")]
    bots: Vec<String>,

    /// Let every two bots meet, and rate them all on the scale of all games
    #[arg(long)]
    round_robin: bool,

    /// Write the ratings of a round robin to this file, as the program reads them
    #[arg(long, value_name = "FILE", requires = "round_robin")]
    ratings: Option<PathBuf>,

    /// The number of pairs of games with the same luck, between which the bots exchange sides
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,

    /// The seed of all luck; the default is reserved for measuring, tune bots on others
    #[arg(long, default_value_t = SEED)]
    seed: u64,

    /// Play only the first deal of each game
    #[arg(long)]
    deals: bool,

    #[command(flatten)]
    chosen: ChosenOptions,

    /// Write the result to this file, and continue from its journals if there are any
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// The number of threads; every core by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.round_robin {
        return round_robin::run(args, out);
    }
    let Ok(bots) = <[String; 2]>::try_from(args.bots.clone()) else {
        let message = "a contest must have two bots; --round-robin takes any number";
        return Err(AnyRefusal::new("arena/impossible", message).into());
    };
    let contest = contest(plan(args, bots)?)?;
    let journal = args.json.as_deref().map(|json| beside(json, ".pairs"));
    let (planned, pairs) = play(args, &*contest, journal.as_deref())?;
    // The interval is valid only if the planned number was fixed before the first pair.
    let plan = Plan {
        pairs: planned,
        ..contest.plan().clone()
    };
    let result = ContestOutcome::of(&plan, &pairs);
    write_json(args, &result)?;
    for line in table::lines(&result) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the pairs of a contest that are not in its journal. Returns the number of pairs planned
/// when the journal was started, and the pairs in order.
fn play(
    args: &Args,
    contest: &dyn AnyContest,
    journal: Option<&Path>,
) -> anyhow::Result<(u64, Vec<Pair>)> {
    let (planned, mut pairs, mut journal) = match journal {
        None => (args.pairs, Vec::new(), None),
        Some(path) => {
            let (planned, pairs, journal) = ContestLog::open(path, contest.plan())
                .with_context(|| path.display().to_string())?;
            (planned, pairs, Some(journal))
        }
    };
    let keep = |pair: &Pair| match &mut journal {
        Some(journal) => journal.keep(pair),
        None => Ok(()),
    };
    let n_threads = args.threads.map_or_else(cores, usize::from);
    workers::play(contest, args.pairs, n_threads, &mut pairs, keep)?;
    pairs.retain(|pair| pair.n < args.pairs);
    pairs.sort_by_key(|pair| pair.n);
    Ok((planned, pairs))
}

fn write_json(args: &Args, result: &impl Serialize) -> anyhow::Result<()> {
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(result)?;
        fs::write(path, text + "\n").with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The result of a contest, and the time that the bots took, which is not part of the result.
#[derive(Debug, Serialize)]
pub(crate) struct ContestOutcome {
    #[serde(flatten)]
    report: ContestReport,
    /// The mean milliseconds per decision of each bot, as measured on this machine.
    milliseconds: [f64; 2],
}

impl ContestOutcome {
    fn of(plan: &Plan, pairs: &[Pair]) -> ContestOutcome {
        let report = ContestReport::of(plan, pairs);
        let mean = |bot: usize| {
            let nanos: u64 = pairs.iter().map(|pair| pair.nanos[bot]).sum();
            nanos as f64 / 1e6 / report.bots[bot].decisions.max(1) as f64
        };
        ContestOutcome {
            milliseconds: [mean(0), mean(1)],
            report,
        }
    }
}

/// The contest of a plan, for any game.
fn contest(plan: Plan) -> Result<Box<dyn AnyContest>, AnyRefusal> {
    let key = games::find(&plan.game)?.meta().key;
    let contest = roster::visit(key, Hall(plan)).expect("the roster has every game that is found");
    contest.map_err(|error| AnyRefusal::new("arena/impossible", error.to_string()))
}

/// Makes the contest of a plan.
struct Hall(Plan);

impl roster::Visitor for Hall {
    type Answer = Result<Box<dyn AnyContest>, ContestError>;

    fn visit<G: Facade>(self) -> Self::Answer {
        Ok(Box::new(Contest::<G>::new(self.0)?))
    }
}

fn plan(args: &Args, bots: [String; 2]) -> Result<Plan, AnyRefusal> {
    let kind = games::find(&args.game)?;
    Ok(Plan {
        game: args.game.clone(),
        rules_version: kind.meta().rules_version,
        options: args.chosen.value(kind)?,
        bots,
        seed: args.seed,
        pairs: args.pairs,
        span: if args.deals { Span::Deals } else { Span::Games },
    })
}

/// The file beside the result whose name ends with this.
fn beside(json: &Path, ending: &str) -> PathBuf {
    let mut path = json.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
