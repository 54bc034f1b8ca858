//! `tallyhouse drill-pool`: makes the questions of a drill, for the file that ships with its game.

use std::io::Write;
use std::process::ExitCode;

use kernel::Rng;
use kernel::drill::Pool;

use crate::drill::find;

const EXAMPLES: &str = "\
Examples:
  tallyhouse drill-pool cribbage discard --items 80 > games/cribbage/drills/discard.json

Exit status: 0 if all went well, 2 if the arguments were bad.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as cribbage
    game: String,

    /// The drill, such as discard
    drill: String,

    /// How many questions of each level
    #[arg(long, default_value_t = 80)]
    items: usize,

    /// The seed of the questions: the same seed gives the same file
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The most draws for each wanted question; then the pool is written as it is.
const TRIES: usize = 1_000;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (_, drill) = find(&args.game, &args.drill)?;
    let tries = args.items.saturating_mul(TRIES);
    let pool = Pool::draw(drill, args.items, tries, &mut Rng::from_seed(args.seed));
    out.write_all(pool.to_text().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
