//! `tallyhouse play texas42`: people at one keyboard, bots in the other seats.

mod bot;
mod marks;
mod narrator;
mod question;
mod tiles;

use std::io;

use ::texas42::{Action, Event, Mode, Options, Phase, Texas42, View};
use clap::ValueEnum;
use kernel::{AnyRefusal, Rng, Seen, Sight};

use self::narrator::Narrator;
use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::{Host, PersonReply, SittingArgs};

const EXAMPLES: &str = "\
Examples:
  tallyhouse play texas42                        you and a bot against two bots
  tallyhouse play texas42 --rules family         with nello, plunge, splash and sevens
  tallyhouse play texas42 --rules points         to 250 points instead of seven marks
  tallyhouse play texas42 --humans 4 --seed 7    four at one keyboard, the same dominoes every time

Type a bid as 31, 2 marks or pass, a trump by its name, a domino as 64 or by its number. In the
game ? explains, m shows the marks, l lays down the rest, q leaves.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rules of the table
    #[arg(long, value_enum, default_value_t = Rules::Tournament)]
    rules: Rules,

    /// The score that wins: 1 to 7 marks, or 250 or 500 points
    #[arg(long)]
    target: Option<u16>,

    #[command(flatten)]
    places: SittingArgs,
}

/// The rules of the table.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Rules {
    /// Straight bids only, first to seven marks
    Tournament,
    /// The shaker must bid; nello, plunge, splash and sevens
    Family,
    /// Points instead of marks, first to 250
    Points,
}

impl Args {
    fn options(&self) -> Options {
        let mut presets = Options::presets();
        let options = presets.swap_remove(match self.rules {
            Rules::Tournament => 0,
            Rules::Family => 1,
            Rules::Points => 2,
        });
        let options = options.options;
        Options {
            target: self.target.or(options.target),
            ..options
        }
    }
}

/// Texas 42 at the keyboard.
pub(crate) struct Parlour {
    cast: Cast,
    narrator: Narrator,
}

impl Host for Parlour {
    type Game = Texas42;
    type Args = Args;

    const ABOUT: &'static str = "Texas 42 for four, as partners";

    const PIECES: &'static str = "dominoes";

    fn options(args: &Args) -> Result<Options, AnyRefusal> {
        Ok(args.options())
    }

    fn places(args: &Args) -> &SittingArgs {
        &args.places
    }

    fn new(start: &Texas42, cast: Cast) -> Parlour {
        let narrator = Narrator::new(start.clone(), cast.clone());
        Parlour { cast, narrator }
    }

    fn tell(&mut self, event: &Event, _after: &Seen<View>) -> Vec<String> {
        self.narrator.tell(event)
    }

    fn ask(
        &self,
        console: &mut Console<'_>,
        sight: &Sight<'_, Texas42>,
    ) -> io::Result<PersonReply<Action>> {
        question::ask(console, sight.view, &self.cast)
    }

    fn shows_pieces(view: &View) -> bool {
        matches!(
            view.table.phase,
            Phase::Bidding(_) | Phase::Naming(_) | Phase::Playing(_)
        )
    }

    fn choose(sight: &Sight<'_, Texas42>, rng: &mut Rng) -> Option<Action> {
        bot::choose(sight.view, rng)
    }
}

/// The unit of the score, for this amount.
fn unit(mode: Mode, score: u16) -> &'static str {
    match (mode, score) {
        (Mode::Marks, 1) => "mark",
        (Mode::Marks, _) => "marks",
        (Mode::Points, 1) => "point",
        (Mode::Points, _) => "points",
    }
}
