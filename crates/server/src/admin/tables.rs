//! Looking at tables, and closing one.

use std::collections::BTreeSet;
use std::slice;

use serde_json::Value;
use store::{Deed, Filter, Summary, TableState, Wanted};
use table::{Chronicle, GameCode, Millis, Stage, Table};

use super::order::{Order, OrderOutcome, TableSeen};
use super::{DamageInfo, Desk, DeskAnswer, TableDetail, TableInfo, Trouble, game_code};
use super::{read_code, store_code};
use crate::error::Fault;
use crate::mailbox::{Glance, Letter};
use crate::{durable, journal};

/// The beginning of an entry with which somebody takes a chair. The store cannot read entries, and
/// therefore searches their text.
pub(super) const SEATED: &str = r#"{"seated""#;

/// The most entries that a search looks at.
pub(super) const MOST_FOUND: usize = 1_000_000;

/// The most tables that a letter to other nodes names.
const MOST_NAMED: usize = 10_000;

impl Desk<'_> {
    pub(super) async fn status(&self) -> Result<DeskAnswer, Trouble> {
        let nodes = self.house.everywhere(Order::Status).await;
        let mut nodes = nodes.into_iter().filter_map(|outcome| match outcome {
            OrderOutcome::Status(status) => Some(status),
            _ => None,
        });
        let broken = || Trouble::from(Fault::Broken("this node does not know how it is"));
        let mut status = nodes.next().ok_or_else(broken)?;
        status.others = nodes.collect();
        Ok(DeskAnswer::Status(status))
    }

    pub(super) async fn list_tables(
        &self,
        search: &str,
        closed: bool,
        limit: usize,
    ) -> Result<DeskAnswer, Trouble> {
        let state = (!closed).then_some(TableState::Open);
        let mut tables = self.summaries(state).await?;
        if !search.is_empty() {
            let code = search.to_ascii_uppercase();
            let of_player = self.tables_of(search).await?;
            tables.retain(|table| {
                table.code.as_str().starts_with(&code) || of_player.contains(&table.code)
            });
        }
        tables.sort_by_key(|table| std::cmp::Reverse(table.last_at));
        tables.truncate(limit);
        let at_work = self.at_work(&tables).await;
        let tables = tables.iter().map(|table| info(table, &at_work));
        Ok(DeskAnswer::Tables(tables.collect()))
    }

    /// Every table in this state.
    pub(super) async fn summaries(
        &self,
        state: Option<TableState>,
    ) -> Result<Vec<Summary>, Trouble> {
        let mut filter = Filter {
            state,
            ..Filter::default()
        };
        let mut tables = Vec::new();
        loop {
            let page = filter.clone();
            let list = move |journal: &dyn store::Journal| journal.list(&page);
            let page = durable::read(self.house.journal(), list).await?;
            let is_last = page.len() < filter.limit;
            filter.after = page.last().map(|table| table.code.clone());
            tables.extend(page);
            if is_last {
                return Ok(tables);
            }
        }
    }

    /// The tables where somebody with this id or such a nickname took a chair.
    async fn tables_of(&self, search: &str) -> Result<BTreeSet<store::Code>, Trouble> {
        let found = self.sittings(search).await?;
        Ok(found.into_iter().map(|sitting| sitting.table).collect())
    }

    /// The chairs that somebody with this id or such a nickname took.
    pub(super) async fn sittings(&self, search: &str) -> Result<Vec<Sitting>, Trouble> {
        let wanted = Wanted {
            begins: SEATED.to_owned(),
            // The text as it is written inside JSON.
            has: Value::from(search).to_string().trim_matches('"').to_owned(),
            limit: MOST_FOUND,
            ..Wanted::default()
        };
        let found = self.read(move |archive| archive.find(&wanted)).await?;
        let search = search.to_lowercase();
        let sittings = found.into_iter().filter_map(|found| {
            let body: Value = serde_json::from_str(&found.entry.body).ok()?;
            let seated = &body["seated"];
            let sitting = Sitting {
                table: found.table,
                player: seated["player"].as_str()?.to_owned(),
                nickname: seated["nickname"].as_str()?.to_owned(),
                bot: !seated["bot"].is_null(),
            };
            let fits = sitting.player.starts_with(&search)
                || sitting.nickname.to_lowercase().contains(&search);
            fits.then_some(sitting)
        });
        Ok(sittings.collect())
    }

    /// Those of these tables that are in memory, at whichever node.
    pub(super) async fn at_work(&self, tables: &[Summary]) -> BTreeSet<GameCode> {
        let codes = tables
            .iter()
            .filter_map(|table| game_code(&table.code).ok());
        let codes: Vec<GameCode> = codes.collect();
        let mut at_work = BTreeSet::new();
        for some in codes.chunks(MOST_NAMED) {
            for outcome in self.house.everywhere(Order::AtWork(some.to_vec())).await {
                if let OrderOutcome::AtWork(codes) = outcome {
                    at_work.extend(codes);
                }
            }
        }
        at_work
    }

    pub(super) async fn show_table(&self, code: &str) -> Result<DeskAnswer, Trouble> {
        let code = read_code(code)?;
        let summary = self.summary(&store_code(&code)).await?;
        let mut detail = TableDetail {
            info: info(&summary, &self.at_work(slice::from_ref(&summary)).await),
            private: None,
            stage: None,
            games: 0,
            players: Vec::new(),
            results: Vec::new(),
            attending: 0,
            damage: None,
        };
        let (games, now) = (self.house.games().clone(), Millis(self.house.now()));
        let wanted = code.clone();
        let read = durable::read(self.house.journal(), move |journal| {
            let entries = journal::entries_of(journal.load(&store_code(&wanted))?)?;
            let table = journal::restore(&games, &wanted, &entries)?;
            let results = table::chronicle(&entries, |key| games.find(key), now);
            Ok((table, results.unwrap_or_default()))
        });
        match read.await {
            Ok((table, results)) => detail.describe(&table, &results),
            Err(Fault::Damaged(store::Error::Corrupt { table, seq, why })) => {
                let code = table.to_string();
                let damage = DamageInfo {
                    code,
                    entry: seq,
                    why,
                };
                detail.damage = Some(damage);
            }
            Err(fault) => return Err(fault.into()),
        }
        for outcome in self.house.everywhere(Order::Glance(code)).await {
            if let OrderOutcome::Glance(Some(seen)) = outcome {
                detail.attending = seen.attending;
                detail.stage = Some(seen.stage);
                detail.players = seen.players;
            }
        }
        Ok(DeskAnswer::Table(Box::new(detail)))
    }

    /// A table in the list of the journal.
    pub(super) async fn summary(&self, code: &store::Code) -> Result<Summary, Trouble> {
        let tables = self.summaries(None).await?;
        let table = tables.into_iter().find(|table| table.code == *code);
        table.ok_or_else(|| Fault::NoTable.into())
    }

    pub(super) async fn close_table(&self, code: &str) -> Result<DeskAnswer, Trouble> {
        let code = read_code(code)?;
        let summary = self.summary(&store_code(&code)).await?;
        if summary.finished_at.is_some() {
            return Err(Trouble::bad("this table is closed already"));
        }
        let (nothing, subject) = (serde_json::json!({}), code.as_str());
        self.note("close_table", subject, nothing, Deed::Noted)
            .await?;
        // A table at rest is in no node's memory: it is woken here.
        if self.house.everywhere_done(Order::Close(code.clone())).await == 0 {
            let (done, closed) = tokio::sync::oneshot::channel();
            self.house.tell(&code, Letter::Close(done))?;
            if closed.await.is_err() {
                // The table's task gave up: reading it says why.
                journal::load_table(self.house, &code).await?;
                return Err(Fault::Busy.into());
            }
        }
        let code = code.to_string();
        Ok(DeskAnswer::Closed { code })
    }
}

/// Somebody took a chair.
pub(super) struct Sitting {
    pub(super) table: store::Code,
    pub(super) player: String,
    pub(super) nickname: String,
    pub(super) bot: bool,
}

impl TableDetail {
    fn describe(&mut self, table: &Table, results: &[Chronicle]) {
        let json = |value: Result<Value, serde_json::Error>| value.ok();
        self.private = Some(table.is_private());
        self.stage = Some(stage(table.stage()).to_owned());
        self.games = table.n_games();
        let players = table.players();
        self.players = players
            .iter()
            .filter_map(|player| json(serde_json::to_value(player)))
            .collect();
        self.results = results
            .iter()
            .filter_map(|result| json(serde_json::to_value(result)))
            .collect();
    }
}

fn info(table: &Summary, at_work: &BTreeSet<GameCode>) -> TableInfo {
    TableInfo {
        code: table.code.to_string(),
        game: table.game.clone(),
        opened_at: table.created_at,
        closed_at: table.finished_at,
        entries: table.last_seq,
        last_at: table.last_at,
        at_work: game_code(&table.code).is_ok_and(|code| at_work.contains(&code)),
    }
}

impl From<Glance> for TableSeen {
    fn from(glance: Glance) -> TableSeen {
        let players = glance.players.iter().map(serde_json::to_value);
        TableSeen {
            stage: stage(glance.stage).to_owned(),
            players: players.filter_map(Result::ok).collect(),
            attending: glance.attending,
        }
    }
}

impl Glance {
    /// Whether people play a game there.
    pub(super) fn is_playing(&self) -> bool {
        self.stage == Stage::Playing && self.attending > 0
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "waiting",
        Stage::Playing => "playing",
        Stage::Finished => "finished",
        Stage::Closed => "closed",
    }
}
