//! The deals of the days: what their luck comes from, and what players made of them.
//!
//! The secret of a day's deal follows from one value that the journal keeps, so every node deals
//! the same, and a commitment can be published before its day.

use store::{HouseSecret, Journal, Write};
use table::{Day, Deal, GameCode, Millis, PlayerId, Secret};

use crate::error::Fault;
use crate::house::Shared;
use crate::{durable, journal, world};

/// So many days back a streak is counted: each takes some reads.
const LONGEST_STREAK: u64 = 100;

/// What a player made of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) won: bool,
    pub(crate) score: i32,
    /// How far they were ahead of the best other side.
    pub(crate) lead: i32,
}

/// How far a player is with a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    /// They have begun it.
    Playing,
    /// They have played it in time.
    Over(Outcome),
    /// They left it, or were too late.
    Left,
}

/// A player's table of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Own {
    pub(crate) code: GameCode,
    pub(crate) standing: Standing,
}

impl Shared {
    /// The day that it is.
    pub(crate) fn today(&self) -> Day {
        Day::of(Millis(self.now()))
    }

    /// What the secrets of all days come from: read once, and made by whoever needs it first.
    pub(crate) async fn daily_secret(&self) -> Result<Secret, Fault> {
        if let Some(secret) = self.kept_secret().get() {
            return Ok(secret.clone());
        }
        let read = || durable::read(self.journal(), |journal| journal.secret());
        let found = match read().await? {
            Some(found) => found,
            None => {
                let secret = HouseSecret::new(world::draw(self.world())?);
                durable::write(self.journal(), Write::KeepSecret { secret }).await?;
                // Another node may have been first.
                let found = read().await?;
                found.ok_or(Fault::Broken("the journal keeps no secret"))?
            }
        };
        let secret = Secret::new(*found.bytes());
        Ok(self.kept_secret().get_or_init(|| secret).clone())
    }

    /// The games that have a deal of the day, in the order of the house.
    pub(crate) fn daily_games(&self) -> impl Iterator<Item = &'static dyn kernel::Kind> {
        let all = self.games().all().iter().copied();
        all.filter(|kind| kind.daily().is_some())
    }

    /// A player's table of a deal, if they have begun it. It reads, and so may block.
    pub(crate) fn own_table(&self, deal: &Deal, player: &PlayerId) -> Result<Option<Own>, Fault> {
        let creator = journal::same(player.as_str());
        let command = journal::same(&deal.to_string());
        let Some(stored) = self.journal().creation(&creator, &command)? else {
            return Ok(None);
        };
        let Ok(code) = stored.as_str().parse::<GameCode>() else {
            return Ok(None);
        };
        let standing = match outcome(self, deal, player)? {
            Some(outcome) => Standing::Over(outcome),
            None => match self.is_over(&code)? {
                true => Standing::Left,
                false => Standing::Playing,
            },
        };
        Ok(Some(Own { code, standing }))
    }

    /// Whether nothing can happen at a table any more that counts.
    fn is_over(&self, code: &GameCode) -> Result<bool, Fault> {
        let record = self.journal().load(&journal::code_of(code))?;
        let is_closed = record.finished_at.is_some();
        let entries = journal::entries_of(record)?;
        Ok(is_closed || entries.iter().any(table::Entry::ends_game))
    }

    /// On how many days in a row a player has played some deal of the day, up to today or
    /// yesterday. It reads, and so may block.
    pub(crate) fn streak(&self, player: &PlayerId) -> Result<u64, Fault> {
        let today = self.today();
        let mut played = 0;
        for before in 0..LONGEST_STREAK {
            match self.has_played(today.before(before), player)? {
                true => played += 1,
                // Today is not over yet.
                false if before == 0 => {}
                false => break,
            }
        }
        Ok(played)
    }

    fn has_played(&self, day: Day, player: &PlayerId) -> Result<bool, Fault> {
        for kind in self.daily_games() {
            let deal = Deal::daily(day, kind.meta().key);
            if outcome(self, &deal, player)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What a player made of a deal, if they played it in time.
fn outcome(house: &Shared, deal: &Deal, player: &PlayerId) -> Result<Option<Outcome>, Fault> {
    let creator = journal::same(player.as_str());
    let command = journal::same(&deal.to_string());
    let Some(stored) = house.journal().creation(&creator, &command)? else {
        return Ok(None);
    };
    let entries = journal::entries_of(house.journal().load(&stored)?)?;
    let games = table::chronicle(&entries, |key| house.games().find(key), Millis(u64::MAX));
    let game = games.ok().and_then(|games| games.into_iter().next());
    Ok(game.filter(|game| !deal.tells(game.at)).and_then(|game| {
        let me = game.players.first()?;
        let best = game.players.iter().skip(1).map(|other| other.score).max();
        Some(Outcome {
            won: me.won,
            score: me.score,
            lead: me.score - best.unwrap_or(0),
        })
    }))
}

pub(crate) fn field(
    _journal: &dyn Journal,
    _deal: &Deal,
) -> Result<Vec<(bool, i32, u64)>, store::Error> {
    Ok(Vec::new())
}
