//! `tallyhouse play dice`: a run at the keyboard, or a race against bots.

mod narrator;
mod question;

use std::io;

use dice::bot::Exact;
use dice::{Action, DiceHands, Event, Options, View};
use kernel::{AnyRefusal, Rng, Seen, Sight};

use self::narrator::Narrator;
use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::{Host, PersonReply, SittingArgs};

const EXAMPLES: &str = "\
Examples:
  tallyhouse play dice                               a run alone
  tallyhouse play dice --seats 3                     a race against two bots on equal luck
  tallyhouse play dice --seats 2 --humans 2          a race of two at one keyboard
  tallyhouse play dice --seed 7 --record game.txt    the same luck every time, written down

Type the numbers of the dice to throw again, or s to score. In the game ? explains, q leaves.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The number of players: 1 alone, or a race of up to 6
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    seats: u8,

    /// The round that must be passed to win
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=40))]
    win_round: u8,

    #[command(flatten)]
    places: SittingArgs,
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
            win_round: self.win_round,
            ..Options::default()
        })
    }
}

/// Dice hands at the keyboard.
pub(crate) struct Parlour {
    cast: Cast,
    narrator: Narrator,
}

impl Host for Parlour {
    type Game = DiceHands;
    type Args = Args;

    const ABOUT: &'static str = "Dice hands: a run alone, or a race";

    const PIECES: &'static str = "luck";

    fn options(args: &Args) -> Result<Options, AnyRefusal> {
        args.options()
    }

    fn places(args: &Args) -> &SittingArgs {
        &args.places
    }

    fn new(start: &DiceHands, cast: Cast) -> Parlour {
        let narrator = Narrator::new(start.clone(), cast.clone());
        Parlour { cast, narrator }
    }

    fn tell(&mut self, event: &Event, after: &Seen<View>) -> Vec<String> {
        self.narrator.tell(event, after.value())
    }

    fn ask(
        &self,
        console: &mut Console<'_>,
        sight: &Sight<'_, DiceHands>,
    ) -> io::Result<PersonReply<Action>> {
        question::ask(console, sight.view, &self.cast)
    }

    fn shows_pieces(view: &View) -> bool {
        view.table.options.is_race()
    }

    fn choose(sight: &Sight<'_, DiceHands>, rng: &mut Rng) -> Option<Action> {
        let (view, viewer) = (sight.view.value(), sight.view.viewer());
        let run = view.run(viewer, viewer.seat()?)?;
        let mut bot = Exact::new(rng.next_u32().into());
        Some(bot.choose(run, &view.table.round, &view.table.options))
    }
}
