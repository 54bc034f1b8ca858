//! `tallyhouse play`: a game in the terminal.
//!
//! Games are played line by line on standard input and output, and a script can play as well as a
//! person. Every player, person or bot, sees only what their seat may see. A game with its own
//! terminal table has a file here; every other game of the roster is played at the plain table.

mod cast;
mod console;
mod cribbage;
mod dice;
mod plain;
mod random;
mod sitting;
mod texas42;

pub(crate) use self::console::Console;
pub(crate) use self::sitting::random_seed;

use std::io::Write;
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use kernel::{Facade, Game as _};

use self::plain::Plain;
use self::sitting::Host;

/// The games that have a table of their own.
const OWN: &[Door] = &[
    Door::of::<cribbage::Parlour>(),
    Door::of::<dice::Parlour>(),
    Door::of::<texas42::Parlour>(),
];

/// The terminal table of any game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Door {
    key: &'static str,
    arguments: fn(Command) -> Command,
    play: fn(&ArgMatches, &mut Console<'_>) -> anyhow::Result<ExitCode>,
    /// Tells a record, with everything in it.
    pub(crate) replay: fn(&str, &mut dyn Write) -> anyhow::Result<()>,
}

impl Door {
    const fn of<H: Host>() -> Door {
        Door {
            key: H::Game::META.key,
            arguments: |command| H::Args::augment_args(command.about(H::ABOUT)),
            play: |matches, console| {
                let args = H::Args::from_arg_matches(matches)?;
                sitting::run::<H>(H::options(&args)?, H::places(&args), console)
            },
            replay: sitting::replay::<H>,
        }
    }

    /// The table of the game of this key: its own, or the plain one.
    pub(crate) fn to(key: &str) -> Option<Door> {
        let own = OWN.iter().copied().find(|door| door.key == key);
        own.or_else(|| roster::visit(key, PlainDoor))
    }
}

struct PlainDoor;

impl roster::Visitor for PlainDoor {
    type Answer = Door;

    fn visit<G: Facade>(self) -> Door {
        Door::of::<Plain<G>>()
    }
}

/// The game, one of the roster, and its arguments.
#[derive(Debug)]
pub(crate) struct ChosenGame {
    door: Door,
    matches: ArgMatches,
}

impl Subcommand for ChosenGame {
    fn augment_subcommands(command: Command) -> Command {
        let command = command
            .subcommand_required(true)
            .arg_required_else_help(true);
        roster::GAMES.iter().fold(command, |command, kind| {
            let key = kind.meta().key;
            let door = Door::to(key);
            command.subcommands(door.map(|door| (door.arguments)(Command::new(key))))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        ChosenGame::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        roster::find(name).is_some()
    }
}

impl FromArgMatches for ChosenGame {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ChosenGame, Error> {
        let chosen = matches.subcommand();
        let found = chosen.and_then(|(key, matches)| Some((Door::to(key)?, matches)));
        let (door, matches) =
            found.ok_or_else(|| Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(ChosenGame {
            door,
            matches: matches.clone(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = ChosenGame::from_arg_matches(matches)?;
        Ok(())
    }
}

pub(crate) fn run(game: &ChosenGame, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    (game.door.play)(&game.matches, &mut Console::of_terminal(out))
}
