//! `tallyhouse play cribbage`: people at one keyboard, bots in the other seats.

mod board;
mod bot;
mod narrator;
mod question;

use std::io;

use clap::ValueEnum;
use cribbage::{Action, Counting, Cribbage, Event, Options, Phase, View};
use kernel::{AnyRefusal, Rng, Seen, Sight};

use self::narrator::Narrator;
use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::{Host, PersonReply, SittingArgs};

const EXAMPLES: &str = "\
Examples:
  tallyhouse play cribbage                               you against one bot
  tallyhouse play cribbage --seats 4                     with a bot for a partner
  tallyhouse play cribbage --humans 2 --counting muggins two at one keyboard
  tallyhouse play cribbage --seed 7 --record game.txt    the same cards every time, written down

Type cards as 5h 6s or by their numbers. In the game ? explains, b shows the board, q leaves.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The number of players
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,

    /// Four seats play each for themselves, not as partners
    #[arg(long)]
    alone: bool,

    /// The score that wins: 121 or 61
    #[arg(long, default_value_t = 121)]
    target: u16,

    /// The counter of the hands
    #[arg(long, value_enum, default_value_t = WhoCounts::Auto)]
    counting: WhoCounts,

    #[command(flatten)]
    places: SittingArgs,
}

/// The counter of the hands.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum WhoCounts {
    /// The house counts and misses nothing
    Auto,
    /// Everyone states the total of their own hand
    Manual,
    /// Like manual, and an opponent may claim missed points
    Muggins,
}

impl Args {
    fn options(&self) -> Result<Options, AnyRefusal> {
        if self.places.humans > self.seats {
            let message = format!(
                "there must be at least as many seats as people: {} people, --seats {}",
                self.places.humans, self.seats
            );
            return Err(AnyRefusal::new("bad_options", message));
        }
        Ok(Options {
            seats: self.seats,
            alone: self.alone,
            target: self.target,
            counting: match self.counting {
                WhoCounts::Auto => Counting::Auto,
                WhoCounts::Manual => Counting::Manual,
                WhoCounts::Muggins => Counting::Muggins,
            },
            ..Options::default()
        })
    }
}

/// Cribbage at the keyboard.
pub(crate) struct Parlour {
    cast: Cast,
    narrator: Narrator,
}

impl Host for Parlour {
    type Game = Cribbage;
    type Args = Args;

    const ABOUT: &'static str = "Cribbage for two, three or four";

    const PIECES: &'static str = "cards";

    fn options(args: &Args) -> Result<Options, AnyRefusal> {
        args.options()
    }

    fn places(args: &Args) -> &SittingArgs {
        &args.places
    }

    fn new(start: &Cribbage, cast: Cast) -> Parlour {
        let narrator = Narrator::new(start.clone(), cast.clone());
        Parlour { cast, narrator }
    }

    fn tell(&mut self, event: &Event, _after: &Seen<View>) -> Vec<String> {
        self.narrator.tell(event)
    }

    fn ask(
        &self,
        console: &mut Console<'_>,
        sight: &Sight<'_, Cribbage>,
    ) -> io::Result<PersonReply<Action>> {
        question::ask(console, sight.view, &self.cast)
    }

    fn shows_pieces(view: &View) -> bool {
        matches!(view.table.phase, Phase::Discarding | Phase::Playing(_))
    }

    fn choose(sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<Action> {
        bot::choose(sight.view, rng)
    }
}
