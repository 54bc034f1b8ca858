//! Finds games by their key or by a record, and bots by name.

use anyhow::Context;
use kernel::{AnyRefusal, Kind, Level};

/// The game of this key, or an error that lists all keys.
pub(crate) fn find(key: &str) -> Result<&'static dyn Kind, AnyRefusal> {
    roster::find(key).ok_or_else(|| {
        let message = format!("the game must be one of {}, not {key:?}", keys());
        AnyRefusal::new("unknown_game", message)
    })
}

/// The game that a record names.
pub(crate) fn of_record(text: &str) -> anyhow::Result<&'static dyn Kind> {
    let is_of = |kind: &&dyn Kind| {
        let tag = format!("[Game \"{}\"]", kind.meta().key);
        text.lines().any(|line| line.trim() == tag)
    };
    let kind = roster::GAMES.iter().copied().find(is_of);
    kind.context("a record must name a game of this house, such as [Game \"cribbage\"]")
}

/// The bot of this level, or the best below it; or the baseline of this name.
pub(crate) fn bot(kind: &dyn Kind, name: &str) -> Result<&'static str, AnyRefusal> {
    let bots = kind.bots();
    if let Some(level) = Level::named(name) {
        return Ok(level.bot(&bots));
    }
    let names: Vec<&'static str> = bots.iter().map(|bot| bot.name).collect();
    let found = names.iter().copied().find(|known| *known == name);
    found.ok_or_else(|| {
        let message = format!("the bot must be one of {}, not {name:?}", names.join(", "));
        AnyRefusal::new("unknown_bot", message)
    })
}

/// The keys of all games.
fn keys() -> String {
    let keys: Vec<&str> = roster::GAMES.iter().map(|game| game.meta().key).collect();
    keys.join(", ")
}
