//! Journals in memory, for tests, demonstrations and benchmarks. They end with the process.
//!
//! This journal is simple on purpose (lists and loops, one lock). Therefore it is a second opinion
//! on the other journals: all must pass the same tests.

mod contents;
mod desk;
mod games;
mod tokens;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::archive::Archive;
use crate::ended::{DealResult, Past, Remembered, Standing};
use crate::error::Error;
use crate::id::{Code, CommandId, PlayerId};
use crate::journal::Journal;
use crate::receipt::{Callback, OwedReply};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Statistics};
use crate::table::{Filter, Head, NodeLease, StoredTable, Summary};
use crate::token::{Token, TokenHash};
use crate::write::Write;

use contents::{Contents, fits, summary};

/// A journal in memory. Its entries last as long as the process.
pub struct MemoryJournal {
    contents: Mutex<Contents>,
    clock: Clock,
}

/// A clock that tells the time since 1970, by which leases end.
type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

impl MemoryJournal {
    /// A journal without tables.
    pub fn new() -> MemoryJournal {
        MemoryJournal::with_clock(|| {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            since.unwrap_or_default()
        })
    }

    /// A journal whose leases use another clock, which may count from any moment.
    pub fn with_clock(clock: impl Fn() -> Duration + Send + Sync + 'static) -> MemoryJournal {
        MemoryJournal {
            contents: Mutex::default(),
            clock: Arc::new(clock),
        }
    }

    /// A panic of another thread leaves the contents whole, because a write changes them only after
    /// all checks have passed.
    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Copies the present contents into an independent journal.
impl Clone for MemoryJournal {
    fn clone(&self) -> MemoryJournal {
        MemoryJournal {
            contents: Mutex::new(self.contents().clone()),
            clock: self.clock.clone(),
        }
    }
}

impl Default for MemoryJournal {
    fn default() -> MemoryJournal {
        MemoryJournal::new()
    }
}

impl fmt::Debug for MemoryJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MemoryJournal")
            .field(&self.contents)
            .finish()
    }
}

impl Journal for MemoryJournal {
    fn submit(&self, write: Write, done: Callback) {
        let reply = OwedReply::new(done);
        let now = (self.clock)();
        let outcome = write
            .check()
            .and_then(|()| self.contents().apply(write, now));
        // The lock is free again, so that the callback may read.
        reply.send(outcome);
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        self.contents().record(table).cloned()
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        self.contents().record(table).map(StoredTable::head)
    }

    fn nodes(&self) -> Result<Vec<NodeLease>, Error> {
        let now = (self.clock)();
        let contents = self.contents();
        let nodes = contents.leases.iter().map(|(id, until)| NodeLease {
            id: id.clone(),
            left: until.saturating_sub(now),
        });
        Ok(nodes.collect())
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        let contents = self.contents();
        let summaries = contents
            .tables
            .values()
            .filter(|record| fits(record, filter));
        Ok(summaries
            .take(filter.bounded_limit())
            .map(summary)
            .collect())
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        Ok(self.contents().tokens.get(hash).cloned())
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        Ok(self.contents().tokens_of(player))
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        let contents = self.contents();
        let mut tables = contents.tables.values().map(|record| &record.table);
        let found = tables
            .find(|table| table.creator == *creator && table.command_id.as_ref() == Some(command));
        Ok(found.map(|table| table.code.clone()))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        Ok(self.contents().secret)
    }

    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        Ok(self.contents().history(player, past))
    }

    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        Ok(self.contents().statistics(player, counted))
    }

    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        let results = self.contents().results(deal).into_iter();
        let comes_after = |result: &DealResult| {
            after.is_none_or(|after| games::best_first(result) > games::best_first(after))
        };
        let page = results.filter(comes_after).take(limit.min(Filter::MOST));
        Ok(page.collect())
    }

    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        let results = self.contents().results(deal).into_iter();
        let theirs = results.filter(|result| result.seat.player.as_ref() == Some(player));
        Ok(theirs.min_by_key(|result| (result.at, result.table.clone())))
    }

    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        let results = self.contents().results(deal);
        let better = results.iter().filter(|result| result.rank > rank);
        Ok(Standing {
            better: better.count() as u64,
            of: results.len() as u64,
        })
    }

    fn archive(&self) -> Option<&dyn Archive> {
        Some(self)
    }

    fn reads_block(&self) -> bool {
        false
    }
}
