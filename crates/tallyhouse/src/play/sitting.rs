//! Games at one keyboard, for any game.
//!
//! A sitting draws luck, lets bots move, asks people, tells the events, writes the record and
//! offers another game. The parts that differ between games are in its [`Host`].

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use kernel::{
    AnyRefusal, Bot, Facade, Game, Input, Key, KindOf, Record, Rng, Seat, Seen, Sight, Turn,
    Viewer, bot,
};

use super::cast::Cast;
use super::console::Console;
use crate::games;
use crate::style::{FAINT, styled};

/// The arguments that all games share.
#[derive(Debug, clap::Args)]
pub(crate) struct SittingArgs {
    /// The number of players at this keyboard, from seat 0; bots play the others
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) humans: u8,

    /// The level of the bots: easy, medium, hard, expert; without it they play at random
    #[arg(long)]
    level: Option<String>,

    /// The seed of the pieces: the same seed deals the same ones
    #[arg(long)]
    seed: Option<u64>,

    /// Write the record to this file; a rematch goes to FILE.2, FILE.3 and so on
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// A game's own part of its terminal table.
pub(crate) trait Host {
    /// The game.
    type Game: Facade;
    /// Its arguments on the command line.
    type Args: clap::Args;

    /// Its description in the list of games.
    const ABOUT: &'static str;

    /// The name of its pieces, for people.
    const PIECES: &'static str;

    /// The options of the table.
    fn options(args: &Self::Args) -> Result<<Self::Game as Game>::Options, AnyRefusal>;

    /// The players at the keyboard.
    fn places(args: &Self::Args) -> &SittingArgs;

    /// A host of a game that is about to begin.
    fn new(start: &Self::Game, cast: Cast) -> Self;

    /// The lines for this event, which follows all those told before, with the view just after it.
    fn tell(&mut self, event: &<Self::Game as Game>::Event, after: &SeenBy<Self>) -> Vec<String>;

    /// The lines for the scores, whenever they change and when the game is over. Empty if the
    /// events tell them.
    fn score(&self, game: &Self::Game) -> Vec<String> {
        let _ = game;
        Vec::new()
    }

    /// Asks a person for a move; the rules decide whether it is allowed.
    fn ask(
        &self,
        console: &mut Console<'_>,
        sight: &Sight<'_, Self::Game>,
    ) -> io::Result<PersonReply<ActionOf<Self>>>;

    /// Whether asking shows pieces that others at the keyboard must not see.
    fn shows_pieces(view: &<Self::Game as Game>::View) -> bool {
        let _ = view;
        true
    }

    /// A bot's action if no level was asked for: any legal one.
    fn choose(sight: &Sight<'_, Self::Game>, rng: &mut Rng) -> Option<ActionOf<Self>> {
        Some((Bot::RANDOM.choose)(sight, rng))
    }
}

/// The view of a seat of the host's game.
type SeenBy<H> = Seen<<<H as Host>::Game as Game>::View>;

/// An event of the host's game.
type EventOf<H> = <<H as Host>::Game as Game>::Event;

/// A move of the host's game.
type ActionOf<H> = <<H as Host>::Game as Game>::Action;

/// A person's answer.
pub(crate) enum PersonReply<A> {
    Act(A),
    Leave,
}

/// Plays games one after the other until the people have had enough.
pub(crate) fn run<H: Host>(
    mut options: <H::Game as Game>::Options,
    places: &SittingArgs,
    console: &mut Console<'_>,
) -> anyhow::Result<ExitCode> {
    let first_seed = places.seed.unwrap_or_else(random_seed);
    let bot = places.level.as_deref().map(bot_named).transpose()?;
    for number in 0.. {
        let seed = first_seed.wrapping_add(number);
        let mut sitting = Sitting::<H>::new(options, places.humans, bot, seed)?;
        let file = places.record.as_deref();
        let file = file
            .map(|path| RecordFile::create(path, number))
            .transpose()?;
        let ending = sitting.play(console)?;
        if let Some(file) = file {
            file.write(&(H::Game::RECORDS.write)(&sitting.record))?;
        }
        let hint = format!("The {} of this game: --seed {seed}", H::PIECES);
        console.say(styled(FAINT, hint))?;
        match (ending, sitting.record.game().rematch()) {
            (Ending::Over, Some(next)) if places.humans > 0 => {
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

/// Replays a recorded game, with everything in it.
pub(crate) fn replay<H: Host>(text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = (H::Game::RECORDS.read)(text)?;
    let start = Record::<H::Game>::new(record.options().clone())?;
    let mut host = H::new(start.game(), Cast::of(start.game(), None));
    let mut told = start.game().clone();
    for event in record.events() {
        for line in tell(&mut host, &mut told, event, Viewer::Spectator, Some(event)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Applies an event to the told game, and returns its lines for a viewer who sees this much of it.
fn tell<H: Host>(
    host: &mut H,
    told: &mut H::Game,
    event: &EventOf<H>,
    viewer: Viewer,
    seen: Option<&EventOf<H>>,
) -> Vec<String> {
    let before = (told.scores(), told.turn() == Turn::Over);
    told.evolve(event);
    let after = Seen::view(told, viewer);
    let mut lines = seen.map_or_else(Vec::new, |seen| host.tell(seen, &after));
    if before != (told.scores(), told.turn() == Turn::Over) {
        lines.extend(host.score(told));
    }
    lines
}

/// The bot of this level or name, or an error that lists all bots.
fn bot_named<G: Facade>(name: &str) -> Result<&'static Bot<G>, AnyRefusal> {
    let name = games::bot(&KindOf::<G>::new(), name)?;
    Ok(bot(name).unwrap_or(&Bot::RANDOM))
}

/// An unpredictable number: the keys of a hash map are made of such.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The result of a game.
enum Ending {
    /// Somebody won.
    Over,
    /// The people left, or the input has ended.
    Left,
}

/// One game at one keyboard.
struct Sitting<H: Host> {
    record: Record<H::Game>,
    /// The number of its events that were told.
    n_told: usize,
    /// The game as far as it was told.
    told: H::Game,
    host: H,
    cast: Cast,
    key: Key,
    n_draws: u64,
    bots: Rng,
    /// The bot of the other seats, unless the host's own bot plays them.
    bot: Option<&'static Bot<H::Game>>,
    n_humans: u8,
    /// The seat that has the keyboard, if it is passed round.
    holder: Option<Seat>,
}

impl<H: Host> Sitting<H> {
    fn new(
        options: <H::Game as Game>::Options,
        n_humans: u8,
        bot: Option<&'static Bot<H::Game>>,
        seed: u64,
    ) -> Result<Sitting<H>, AnyRefusal> {
        let record =
            Record::new(options).map_err(|error| AnyRefusal::new("bad_options", error.message))?;
        let you = (n_humans == 1).then_some(Seat(0));
        let cast = Cast::of(record.game(), you);
        let key = Key::from_seed(seed);
        Ok(Sitting {
            host: H::new(record.game(), cast.clone()),
            told: record.game().clone(),
            record,
            n_told: 0,
            cast,
            bots: key.stream("bots"),
            bot,
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
        let sight = Sight {
            seat,
            view: &Seen::view(self.record.game(), Viewer::Seat(seat)),
            legal: &self.record.game().legal_actions(seat),
        };
        let action = match self.bot {
            None => H::choose(&sight, &mut self.bots).context("a bot knows no move")?,
            Some(bot) => (bot.choose)(&sight, &mut self.bots),
        };
        self.record.push(Input::Act { seat, action })?;
        Ok(())
    }

    /// Asks a person until their action is allowed; returns whether they took one.
    fn ask(&mut self, console: &mut Console<'_>, seat: Seat) -> io::Result<bool> {
        let seen = Seen::view(self.record.game(), Viewer::Seat(seat));
        let is_private = self.n_humans > 1 && H::shows_pieces(seen.value());
        if is_private && !self.hand_over(console, seat)? {
            return Ok(false);
        }
        let sight = Sight {
            seat,
            view: &seen,
            legal: &self.record.game().legal_actions(seat),
        };
        loop {
            let action = match self.host.ask(console, &sight)? {
                PersonReply::Act(action) => action,
                PersonReply::Leave => return Ok(false),
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

    /// Lets a person take the keyboard before their pieces are shown; returns whether anybody did.
    fn hand_over(&mut self, console: &mut Console<'_>, seat: Seat) -> io::Result<bool> {
        if self.holder == Some(seat) {
            return Ok(true);
        }
        self.holder = Some(seat);
        let name = self.cast.name(seat);
        let question = format!("\nPass the keyboard to {name}, who presses Enter:");
        Ok(console.ask(question)?.is_some())
    }

    /// Tells the events since the last time.
    fn tell(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        let viewer = match self.cast.you() {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        };
        for event in &self.record.events()[self.n_told..] {
            let seen = Seen::event::<H::Game>(event, viewer);
            let seen = seen.as_ref().map(Seen::value);
            for line in tell(&mut self.host, &mut self.told, event, viewer, seen) {
                console.say(line)?;
            }
        }
        self.n_told = self.record.events().len();
        Ok(())
    }
}

/// A file for the record at the end of a game. It is made at the start: a wrong name is noticed
/// before anybody has played.
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

    fn write(mut self, record: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(record.as_bytes());
        written.with_context(|| self.path.display().to_string())
    }
}
