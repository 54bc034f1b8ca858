//! `tallyhouse play cribbage`: people at one keyboard, bots in the other seats.

mod board;
mod bot;
mod cast;
mod narrator;
mod question;

pub(crate) use self::cast::Cast;
pub(crate) use self::narrator::Narrator;

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;
use cribbage::{Counting, Cribbage, Options, Phase, Record};
use kernel::{AnyRefusal, Game, Input, Key, Rng, Seat, Seen, Turn, Viewer};

use self::question::Reply;
use crate::play::console::Console;
use crate::style::{FAINT, styled};

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
    /// How many play
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,

    /// How many of them sit at this keyboard, from seat 0; bots play the others
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=4))]
    humans: u8,

    /// Four seats play everyone for themselves, not as partners
    #[arg(long)]
    alone: bool,

    /// The score that wins: 121 or 61
    #[arg(long, default_value_t = 121)]
    target: u16,

    /// Who counts the hands
    #[arg(long, value_enum, default_value_t = WhoCounts::Auto)]
    counting: WhoCounts,

    /// Deal the cards of this number, the same ones every time
    #[arg(long)]
    seed: Option<u64>,

    /// Write the game down in this file; a rematch goes to FILE.2, FILE.3 and so on
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who counts the hands.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum WhoCounts {
    /// The house counts, and misses nothing
    Auto,
    /// Everyone states the total of their own hand
    Manual,
    /// As manual, and an opponent may claim what was missed
    Muggins,
}

impl Args {
    fn options(&self) -> Result<Options, AnyRefusal> {
        if self.humans > self.seats {
            let message = format!(
                "{} people cannot sit at a table of {}: raise --seats",
                self.humans, self.seats
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

pub(crate) fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<ExitCode> {
    let mut options = args.options()?;
    let first_seed = args.seed.unwrap_or_else(random_seed);
    for number in 0.. {
        let seed = first_seed.wrapping_add(number);
        let mut sitting = Sitting::new(options, args.humans, seed)?;
        let file = args.record.as_deref();
        let file = file
            .map(|path| RecordFile::create(path, number))
            .transpose()?;
        let ending = sitting.play(console)?;
        if let Some(file) = file {
            file.write(&sitting.record)?;
        }
        let hint = format!("The cards of this game: --seed {seed}");
        console.say(styled(FAINT, hint))?;
        match (ending, sitting.record.game().rematch()) {
            (Ending::Over, Some(next)) if args.humans > 0 => {
                if !console.confirm("Another game?")? {
                    break;
                }
                options = next;
            }
            _ => break,
        }
    }
    console.say("Thank you for playing.")?;
    Ok(ExitCode::SUCCESS)
}

/// A number that nobody can foresee: the keys of a hash map are made of such.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// How a game came to its end.
enum Ending {
    /// Somebody won.
    Over,
    /// The people left, or there is nothing more to read.
    Left,
}

/// One game at one keyboard.
struct Sitting {
    record: Record,
    /// How many of its events were told.
    n_told: usize,
    narrator: Narrator,
    cast: Cast,
    key: Key,
    n_draws: u64,
    bots: Rng,
    n_humans: u8,
    /// Who has the keyboard, where it is handed round.
    holder: Option<Seat>,
}

impl Sitting {
    fn new(options: Options, n_humans: u8, seed: u64) -> Result<Sitting, AnyRefusal> {
        let record =
            Record::new(options).map_err(|error| AnyRefusal::new("bad_options", error.message))?;
        let you = (n_humans == 1).then_some(Seat(0));
        let cast = Cast::new(record.options(), you);
        let key = Key::from_seed(seed);
        Ok(Sitting {
            narrator: Narrator::new(record.game().clone(), cast.clone()),
            record,
            n_told: 0,
            cast,
            bots: key.stream("bots"),
            key,
            n_draws: 0,
            n_humans,
            holder: None,
        })
    }

    /// Plays until somebody has won or the people have left.
    fn play(&mut self, console: &mut Console<'_>) -> anyhow::Result<Ending> {
        loop {
            match self.record.game().turn() {
                Turn::Over => return Ok(Ending::Over),
                Turn::Chance => self.draw()?,
                Turn::Seats(seats) => {
                    let seat = seats.first().context("nobody is to move")?;
                    if seat.0 >= self.n_humans {
                        self.move_bot(seat)?;
                    } else if !self.ask(console, seat)? {
                        return Ok(Ending::Left);
                    }
                }
            }
            self.tell(console)?;
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let chance = self.record.game().draw(&self.key.draw(self.n_draws));
        self.n_draws += 1;
        self.record.push(Input::Chance(chance))?;
        Ok(())
    }

    fn move_bot(&mut self, seat: Seat) -> anyhow::Result<()> {
        let seen = Seen::view(self.record.game(), Viewer::Seat(seat));
        let action = bot::choose(&seen, &mut self.bots).context("a bot knows no move")?;
        self.record.push(Input::Act { seat, action })?;
        Ok(())
    }

    /// Asks a person until they do something that is allowed; says whether they did.
    fn ask(&mut self, console: &mut Console<'_>, seat: Seat) -> io::Result<bool> {
        let seen = Seen::view(self.record.game(), Viewer::Seat(seat));
        let is_private = self.n_humans > 1 && shows_cards(&seen.value().table.phase);
        if is_private && !self.hand_over(console, seat)? {
            return Ok(false);
        }
        loop {
            let action = match question::ask(console, &seen, &self.cast)? {
                Reply::Act(action) => action,
                Reply::Leave => return Ok(false),
            };
            match self.record.push(Input::Act { seat, action }) {
                Ok(_) => break,
                Err(refusal) => console.say(format!("That is not possible: {refusal}."))?,
            }
        }
        if is_private {
            console.hide()?;
        }
        Ok(true)
    }

    /// Lets a person take the keyboard before their cards are shown; says whether anybody did.
    fn hand_over(&mut self, console: &mut Console<'_>, seat: Seat) -> io::Result<bool> {
        if self.holder == Some(seat) {
            return Ok(true);
        }
        self.holder = Some(seat);
        let name = self.cast.name(seat);
        let question = format!("\nPass the keyboard to {name}, who presses Enter:");
        Ok(console.ask(question)?.is_some())
    }

    /// Tells what has happened since it was last told.
    fn tell(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        let viewer = match self.cast.you() {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        };
        for event in &self.record.events()[self.n_told..] {
            if let Some(seen) = Seen::event::<Cribbage>(event, viewer) {
                for line in self.narrator.tell(seen.value()) {
                    console.say(line)?;
                }
            }
        }
        self.n_told = self.record.events().len();
        Ok(())
    }
}

/// Whether a question of this phase shows cards that others at the keyboard must not see.
fn shows_cards(phase: &Phase) -> bool {
    matches!(phase, Phase::Discarding | Phase::Playing(_))
}

/// A file that waits for the end of a game. It is made at the start, so that a
/// wrong name is noticed before anybody has played.
struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    fn create(path: &Path, number: u64) -> anyhow::Result<RecordFile> {
        let mut name = path.as_os_str().to_owned();
        if number > 0 {
            name.push(format!(".{}", number + 1));
        }
        let path = PathBuf::from(name);
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok(RecordFile { path, file })
    }

    fn write(mut self, record: &Record) -> anyhow::Result<()> {
        let written = self.file.write_all(record.to_string().as_bytes());
        written.with_context(|| self.path.display().to_string())
    }
}
