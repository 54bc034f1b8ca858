//! The daily deals: the source of their luck, and the results of players.
//!
//! The secret of a day's deal follows from one value that the journal keeps. Therefore every node
//! deals the same, and a commitment can be published before its day.

use std::collections::BTreeSet;

use store::{HouseSecret, Journal, Write};
use table::{Day, Deal, GameCode, Millis, PlayerId, Secret};

use crate::error::Fault;
use crate::house::Shared;
use crate::{durable, journal, world};

/// The number of days over which a streak is counted: each day takes some reads.
const LONGEST_STREAK: u64 = 100;

/// A player's result of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DayResult {
    pub(crate) won: bool,
    pub(crate) score: i32,
    /// The lead over the best other side; negative if behind.
    pub(crate) lead: i32,
}

/// The progress of a player with a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DealProgress {
    /// They have begun it.
    Playing,
    /// They have played it in time.
    Over(DayResult),
    /// They left it, or were too late.
    Left,
}

/// A player's table of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnDeal {
    pub(crate) code: GameCode,
    pub(crate) standing: DealProgress,
}

impl Shared {
    /// Today.
    pub(crate) fn today(&self) -> Day {
        Day::of(Millis(self.now()))
    }

    /// The source of the secrets of all days. It is read once, and made when it is first needed.
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

    /// A player's table of a deal, if they have begun it. It reads the journal and may block.
    pub(crate) fn own_table(
        &self,
        deal: &Deal,
        player: &PlayerId,
    ) -> Result<Option<OwnDeal>, Fault> {
        let creator = journal::store_id(player.as_str());
        let command = journal::store_id(&deal.to_string());
        let Some(stored) = self.journal().creation(&creator, &command)? else {
            return Ok(None);
        };
        let Ok(code) = stored.as_str().parse::<GameCode>() else {
            return Ok(None);
        };
        let standing = match outcome(&**self.journal(), deal, player)? {
            Some(outcome) => DealProgress::Over(outcome),
            None => match self.is_over(&code)? {
                true => DealProgress::Left,
                false => DealProgress::Playing,
            },
        };
        Ok(Some(OwnDeal { code, standing }))
    }

    /// Whether nothing that counts can happen at a table any more.
    fn is_over(&self, code: &GameCode) -> Result<bool, Fault> {
        let record = self.journal().load(&journal::code_of(code))?;
        let is_closed = record.finished_at.is_some();
        let entries = journal::entries_of(record)?;
        Ok(is_closed || entries.iter().any(table::Entry::ends_game))
    }

    /// The number of days in a row, up to today or yesterday, on which a player has played a deal
    /// of the day. It reads the journal and may block.
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
            if outcome(&**self.journal(), &deal, player)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A player's result of a deal, if they played it in time.
fn outcome(
    journal: &dyn Journal,
    deal: &Deal,
    player: &PlayerId,
) -> Result<Option<DayResult>, Fault> {
    let player = journal::store_id(player.as_str());
    let result = journal.result(&deal.to_string(), &player)?;
    Ok(result.and_then(|result| counted(deal, &result)))
}

/// A result for the answer, if it was in time.
fn counted(deal: &Deal, result: &store::DealResult) -> Option<DayResult> {
    (!deal.tells(Millis(result.at))).then_some(DayResult {
        won: result.seat.won,
        score: result.seat.score,
        lead: i32::try_from(result.lead()).unwrap_or_default(),
    })
}

/// The most results that are read of a deal, from the best; the rest is left out of the field.
const MOST_RESULTS: usize = 10_000;

/// The number of players with each outcome, the best outcome first: a line for each lead, for wins
/// and losses.
pub(crate) fn field(
    journal: &dyn Journal,
    deal: &Deal,
) -> Result<Vec<(bool, i32, u64)>, store::Error> {
    let name = deal.to_string();
    let mut lines: Vec<(bool, i32, u64)> = Vec::new();
    let mut seen: BTreeSet<store::PlayerId> = BTreeSet::new();
    let (mut last, mut n) = (None, 0);
    while n < MOST_RESULTS {
        let page = journal.results(&name, last.as_ref(), store::Filter::MOST)?;
        let Some(end) = page.last() else { break };
        n += page.len();
        for result in &page {
            let is_new = |player: &store::PlayerId| seen.insert(player.clone());
            let is_first = result.seat.player.as_ref().is_some_and(is_new);
            let Some(DayResult { won, lead, .. }) = counted(deal, result).filter(|_| is_first)
            else {
                continue;
            };
            match lines.last_mut() {
                Some(line) if (line.0, line.1) == (won, lead) => line.2 += 1,
                _ => lines.push((won, lead, 1)),
            }
        }
        last = Some(end.clone());
    }
    Ok(lines)
}
