//! Deletes old journals, and keeps a line for each game; forgets players who never did anything.

use serde_json::json;
use store::{Deed, MOST_FORGOTTEN, MOST_PRUNED, Pruned, Summary, Unused};
use table::Millis;

use super::{Desk, DeskAnswer, PrunedTable, Trouble, game_code};
use crate::error::Fault;
use crate::{durable, journal};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// A player who only looked around is remembered for a week, whatever the operator says.
const LEAST_DAYS: u64 = 7;

impl Desk<'_> {
    pub(super) async fn prune(&self, days: u64, dry_run: bool) -> Result<DeskAnswer, Trouble> {
        let age = days.saturating_mul(DAY);
        let before = self.house.now().saturating_sub(age);
        let mut old = self.summaries(None).await?;
        old.retain(|table| table.last_at < before && self.is_done(table));
        let at_work = self.at_work(&old).await;
        old.retain(|table| !game_code(&table.code).is_ok_and(|code| at_work.contains(&code)));
        let (mut tables, mut damaged) = (Vec::new(), Vec::new());
        for some in old.chunks(MOST_PRUNED) {
            let mut pruned = Vec::new();
            for table in some {
                match self.past_games_of(table).await {
                    Ok(games) => {
                        tables.push(PrunedTable {
                            code: table.code.to_string(),
                            game: table.game.clone(),
                            last_at: table.last_at,
                            entries: table.last_seq,
                            games: games.len(),
                        });
                        pruned.push(Pruned {
                            table: table.code.clone(),
                            expect: table.last_seq,
                            games,
                        });
                    }
                    Err(Fault::Damaged(store::Error::Corrupt { table, .. })) => {
                        damaged.push(table.to_string());
                    }
                    Err(fault) => return Err(fault.into()),
                }
            }
            if !dry_run && !pruned.is_empty() {
                let codes: Vec<&str> = pruned.iter().map(|table| table.table.as_str()).collect();
                let detail = json!({ "days": days, "tables": codes });
                let deed = Deed::Prune { tables: pruned };
                self.note("prune", "", detail, deed).await?;
            }
        }
        let players = self.forget_unused(days, dry_run).await?;
        Ok(DeskAnswer::Pruned {
            dry_run,
            tables,
            damaged,
            players,
        })
    }

    /// Forgets players who came, never did anything, and cannot be expected back; only counts them
    /// on a dry run.
    async fn forget_unused(&self, days: u64, dry_run: bool) -> Result<usize, Trouble> {
        let now = self.house.now();
        let unused = Unused {
            came_before: now.saturating_sub(days.max(LEAST_DAYS).saturating_mul(DAY)),
            unused_since: self.house.expired_before(now),
        };
        let (mut n, mut after) = (0, None);
        loop {
            let last = after.clone();
            let find = move |archive: &dyn store::Archive| {
                archive.unused_players(&unused, last.as_ref(), MOST_FORGOTTEN)
            };
            let players = self.read(find).await?;
            let Some(last) = players.last() else { break };
            after = Some(last.clone());
            n += players.len();
            if !dry_run {
                let detail = json!({ "days": days, "players": players.len() });
                let deed = Deed::Forget { players, unused };
                self.note("prune", "", detail, deed).await?;
            }
        }
        Ok(n)
    }

    /// Whether nothing happens at a table any more: it is closed, or was opened under earlier
    /// rules.
    fn is_done(&self, table: &Summary) -> bool {
        let kind = self.house.games().find(&table.game);
        let is_current = kind.is_some_and(|kind| kind.meta().rules_version == table.rules_version);
        table.finished_at.is_some() || !is_current
    }

    async fn past_games_of(&self, table: &Summary) -> Result<Vec<store::PastGame>, Fault> {
        let (code, game) = (table.code.clone(), table.game.clone());
        let (games, now) = (self.house.games().clone(), Millis(self.house.now()));
        durable::read(self.house.journal(), move |journal| {
            let entries = journal::entries_of(journal.load(&code)?)?;
            let chronicles = table::chronicle(&entries, |key| games.find(key), now);
            let chronicles = chronicles.map_err(|error| store::Error::Corrupt {
                table: code,
                seq: error.seq,
                why: error.message,
            })?;
            let line = |chronicle: table::Chronicle| store::PastGame {
                game: game.clone(),
                at: chronicle.at.0,
                line: serde_json::to_string(&chronicle).unwrap_or_default(),
            };
            Ok(chronicles.into_iter().map(line).collect())
        })
        .await
    }
}
