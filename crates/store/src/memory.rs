//! Journals that are gone with the process: for tests, demonstrations and benchmarks.
//!
//! Deliberately simple (lists and loops, one lock), so that it is a second opinion
//! on what the others do: all must pass the same tests.

mod desk;
mod games;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::archive::Archive;
use crate::ended::{DealResult, Past, Remembered, Standing};
use crate::entry::Entry;
use crate::error::Error;
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::journal::Journal;
use crate::player::Player;
use crate::receipt::{Done, Reply};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Statistics};
use crate::table::{Filter, Head, NewTable, Node, Record, State, Summary};
use crate::token::{MOST_DEAD_TOKENS, MOST_TOKENS, Token, TokenHash};
use crate::write::Write;

/// A journal in memory. What it acknowledges is as durable as the process.
pub struct MemoryJournal {
    house: Mutex<House>,
    clock: Clock,
}

/// Tells how long it is since 1970; leases are counted by it.
type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

impl MemoryJournal {
    /// A journal without tables.
    pub fn new() -> MemoryJournal {
        MemoryJournal::with_clock(|| {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            since.unwrap_or_default()
        })
    }

    /// A journal whose leases go by another clock: the time since 1970, or since anything.
    pub fn with_clock(clock: impl Fn() -> Duration + Send + Sync + 'static) -> MemoryJournal {
        MemoryJournal {
            house: Mutex::default(),
            clock: Arc::new(clock),
        }
    }

    /// A panic elsewhere leaves the house whole, because a write changes it only
    /// after all checks.
    fn house(&self) -> MutexGuard<'_, House> {
        self.house.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy of what it holds now, which goes its own way from then on.
impl Clone for MemoryJournal {
    fn clone(&self) -> MemoryJournal {
        MemoryJournal {
            house: Mutex::new(self.house().clone()),
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
        f.debug_tuple("MemoryJournal").field(&self.house).finish()
    }
}

impl Journal for MemoryJournal {
    fn submit(&self, write: Write, done: Done) {
        let reply = Reply::new(done);
        let now = (self.clock)();
        let outcome = write.check().and_then(|()| self.house().apply(write, now));
        // The lock is free again, so that the callback may read.
        reply.send(outcome);
    }

    fn load(&self, table: &Code) -> Result<Record, Error> {
        self.house().record(table).cloned()
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        self.house().record(table).map(Record::head)
    }

    fn nodes(&self) -> Result<Vec<Node>, Error> {
        let now = (self.clock)();
        let house = self.house();
        let nodes = house.leases.iter().map(|(id, until)| Node {
            id: id.clone(),
            left: until.saturating_sub(now),
        });
        Ok(nodes.collect())
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        let house = self.house();
        let summaries = house.tables.values().filter(|record| fits(record, filter));
        Ok(summaries
            .take(filter.bounded_limit())
            .map(summary)
            .collect())
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        Ok(self.house().tokens.get(hash).cloned())
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        Ok(self.house().tokens_of(player))
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        let house = self.house();
        let mut tables = house.tables.values().map(|record| &record.table);
        let found = tables
            .find(|table| table.creator == *creator && table.command_id.as_ref() == Some(command));
        Ok(found.map(|table| table.code.clone()))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        Ok(self.house().secret)
    }

    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        Ok(self.house().history(player, past))
    }

    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        Ok(self.house().statistics(player, counted))
    }

    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        let results = self.house().results(deal).into_iter();
        let comes_after = |result: &DealResult| {
            after.is_none_or(|after| games::best_first(result) > games::best_first(after))
        };
        let page = results.filter(comes_after).take(limit.min(Filter::MOST));
        Ok(page.collect())
    }

    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        let results = self.house().results(deal).into_iter();
        let theirs = results.filter(|result| result.seat.player.as_ref() == Some(player));
        Ok(theirs.min_by_key(|result| (result.at, result.table.clone())))
    }

    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        let results = self.house().results(deal);
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

#[derive(Debug, Clone, Default)]
struct House {
    tables: BTreeMap<Code, Record>,
    players: BTreeMap<PlayerId, Player>,
    tokens: BTreeMap<TokenHash, Token>,
    /// Until when the lease of each node holds.
    leases: BTreeMap<NodeId, Duration>,
    secret: Option<HouseSecret>,
    desk: desk::Desk,
    /// Every game that is remembered.
    games: Vec<Remembered>,
}

impl House {
    fn apply(&mut self, write: Write, now: Duration) -> Result<(), Error> {
        match write {
            Write::Create { table, entries } => self.create(table, entries),
            Write::Append {
                table,
                epoch,
                expect,
                entries,
                ended,
            } => {
                self.append(&table, epoch, expect, entries)?;
                ended.iter().for_each(|ended| self.remember(&table, ended));
                Ok(())
            }
            Write::Review {
                table,
                number,
                seats,
            } => {
                self.review(&table, number, &seats);
                Ok(())
            }
            Write::Remember {
                table,
                expect,
                games,
            } => self.rewrite_games(&table, expect, &games),
            Write::RememberClaimed {
                player,
                table,
                games,
            } => self.remember_claimed(&player, &table, &games),
            // They are counted whenever somebody asks.
            Write::Recount { .. } => Ok(()),
            Write::Finish {
                table,
                epoch,
                expect,
                at,
            } => self.finish(&table, epoch, expect, at),
            Write::Claim {
                table,
                epoch,
                node,
                unanswered,
            } => self.claim(&table, epoch, node, unanswered, now),
            Write::Lease { node, lasts } => {
                self.leases.insert(node, now + lasts);
                Ok(())
            }
            Write::Probe => Ok(()),
            Write::KeepSecret { secret } => {
                self.secret.get_or_insert(secret);
                Ok(())
            }
            Write::Enroll { player, token, at } => self.enroll(player, token, at),
            Write::GiveToken {
                player,
                token,
                replaces,
                expires_at,
                at,
                expired_before,
            } => {
                let new = Token::given(&player, token, replaces, expires_at, at);
                self.give_token(new, expired_before)
            }
            Write::UseToken { token, at } => self.use_token(&token, at),
            Write::RevokeToken { token, at } => self.revoke_token(&token, at),
            Write::Operate(operation) => self.operate(&operation),
        }
    }

    fn create(&mut self, table: NewTable, entries: Vec<Entry>) -> Result<(), Error> {
        if table.command_id.is_some() {
            let first = self.tables.values().find(|record| {
                let known = &record.table;
                known.creator == table.creator && known.command_id == table.command_id
            });
            if let Some(first) = first {
                let table = first.table.code.clone();
                return Err(Error::DuplicateCreation { table });
            }
        }
        if self.tables.contains_key(&table.code) {
            return Err(Error::TableExists { table: table.code });
        }
        let code = table.code.clone();
        let record = Record {
            table,
            entries,
            finished_at: None,
            epoch: 0,
            owner: None,
        };
        self.tables.insert(code, record);
        Ok(())
    }

    fn append(
        &mut self,
        table: &Code,
        epoch: u64,
        expect: u64,
        entries: Vec<Entry>,
    ) -> Result<(), Error> {
        let record = self.record_mut(table)?;
        expect_epoch(record, epoch)?;
        for entry in entries.iter().filter(|entry| entry.command_id.is_some()) {
            let first = record
                .entries
                .iter()
                .find(|known| known.player == entry.player && known.command_id == entry.command_id);
            if let Some(first) = first {
                return Err(Error::DuplicateCommand {
                    table: table.clone(),
                    seq: first.seq,
                });
            }
        }
        if record.finished_at.is_some() {
            let table = table.clone();
            return Err(Error::Finished { table });
        }
        expect_last(record, expect)?;
        record.entries.extend(entries);
        Ok(())
    }

    fn claim(
        &mut self,
        table: &Code,
        epoch: u64,
        node: NodeId,
        unanswered: bool,
        now: Duration,
    ) -> Result<(), Error> {
        let leases = self.leases.clone();
        let record = self.record_mut(table)?;
        expect_epoch(record, epoch)?;
        if let Some(owner) = &record.owner {
            let is_leased = leases.get(owner).is_some_and(|until| *until > now);
            if *owner != node && is_leased && !unanswered {
                let node = owner.clone();
                return Err(Error::Owned { node });
            }
        }
        record.epoch += 1;
        record.owner = Some(node);
        Ok(())
    }

    fn finish(&mut self, table: &Code, epoch: u64, expect: u64, at: u64) -> Result<(), Error> {
        let record = self.record_mut(table)?;
        expect_epoch(record, epoch)?;
        expect_last(record, expect)?;
        record.finished_at.get_or_insert(at);
        Ok(())
    }

    fn enroll(&mut self, id: PlayerId, hash: TokenHash, at: u64) -> Result<(), Error> {
        if self.players.contains_key(&id) {
            return Err(Error::PlayerTaken { player: id });
        }
        if self.tokens.contains_key(&hash) {
            return Err(Error::TokenTaken);
        }
        self.tokens.insert(hash, Token::first(&id, hash, at));
        let player = Player {
            id: id.clone(),
            at,
            erased_at: None,
        };
        self.players.insert(id, player);
        Ok(())
    }

    fn give_token(&mut self, new: Token, expired_before: u64) -> Result<(), Error> {
        let player = new.player.clone();
        let is_here = |player: &Player| player.erased_at.is_none();
        if !self.players.get(&player).is_some_and(is_here) {
            return Err(Error::NoPlayer { player });
        }
        if self.tokens.contains_key(&new.hash) {
            return Err(Error::TokenTaken);
        }
        if let Some(old) = &new.replaces {
            let old = self.tokens.get(old).ok_or(Error::NoToken)?;
            let expired = old.expires_at.is_some_and(|at| new.made_at >= at);
            if old.player != player || old.revoked_at.is_some() || expired {
                return Err(Error::NoToken);
            }
        }
        // One new token waits at a time in the place of another, and one code.
        let is_unused = |token: &Token| match (new.expires_at, token.expires_at) {
            (Some(_), Some(_)) => true,
            _ => {
                let same = new.replaces.is_some() && token.replaces == new.replaces;
                same && token.used_at.is_none()
            }
        };
        let mut known = self.tokens_of(&player);
        known.retain(|token| !is_unused(token) && token.expires_at.is_none());
        let (dead, good): (Vec<Token>, Vec<Token>) = known
            .into_iter()
            .partition(|token| token.is_dead(expired_before));
        if good.len() >= MOST_TOKENS {
            return Err(Error::TooManyTokens { player });
        }
        self.tokens
            .retain(|_, token| token.player != player || !is_unused(token));
        // The oldest come first, and are forgotten first.
        for token in dead.iter().rev().skip(MOST_DEAD_TOKENS) {
            self.tokens.remove(&token.hash);
        }
        self.tokens.insert(new.hash, new);
        Ok(())
    }

    fn use_token(&mut self, hash: &TokenHash, at: u64) -> Result<(), Error> {
        let token = self.tokens.get_mut(hash);
        let token = token.filter(|token| token.revoked_at.is_none());
        let token = token.ok_or(Error::NoToken)?;
        let first = token.used_at.is_none();
        token.used_at = token.used_at.max(Some(at));
        let old = token.replaces.filter(|_| first);
        if let Some(old) = old.and_then(|old| self.tokens.get_mut(&old)) {
            old.revoked_at.get_or_insert(at);
        }
        Ok(())
    }

    fn revoke_token(&mut self, hash: &TokenHash, at: u64) -> Result<(), Error> {
        let token = self.tokens.get_mut(hash).ok_or(Error::NoToken)?;
        token.revoked_at.get_or_insert(at);
        Ok(())
    }

    fn tokens_of(&self, player: &PlayerId) -> Vec<Token> {
        let all = self.tokens.values();
        let mut tokens: Vec<Token> = all
            .filter(|token| token.player == *player)
            .cloned()
            .collect();
        // Those of one moment stay in the order of their hashes.
        tokens.sort_by_key(|token| token.made_at);
        tokens
    }

    fn record(&self, table: &Code) -> Result<&Record, Error> {
        self.tables
            .get(table)
            .ok_or_else(|| Error::not_found(table))
    }

    fn record_mut(&mut self, table: &Code) -> Result<&mut Record, Error> {
        self.tables
            .get_mut(table)
            .ok_or_else(|| Error::not_found(table))
    }
}

fn expect_epoch(record: &Record, epoch: u64) -> Result<(), Error> {
    if record.epoch == epoch {
        return Ok(());
    }
    let table = record.table.code.clone();
    Err(Error::Fenced { table })
}

fn expect_last(record: &Record, expected: u64) -> Result<(), Error> {
    let found = record.last_seq();
    if found == expected {
        return Ok(());
    }
    Err(Error::Conflict {
        table: record.table.code.clone(),
        expected,
        found,
    })
}

fn fits(record: &Record, filter: &Filter) -> bool {
    let state = match record.finished_at {
        None => State::Open,
        Some(_) => State::Finished,
    };
    filter.state.is_none_or(|wanted| wanted == state)
        && (filter.game.as_ref()).is_none_or(|wanted| *wanted == record.table.game)
        && (filter.owner.as_ref()).is_none_or(|wanted| record.owner.as_ref() == Some(wanted))
        && (filter.after.as_ref()).is_none_or(|after| record.table.code > *after)
}

fn summary(record: &Record) -> Summary {
    let table = &record.table;
    Summary {
        code: table.code.clone(),
        game: table.game.clone(),
        rules_version: table.rules_version,
        creator: table.creator.clone(),
        created_at: table.at,
        finished_at: record.finished_at,
        last_seq: record.last_seq(),
        last_at: record.entries.last().map_or(table.at, |entry| entry.at),
        epoch: record.epoch,
        owner: record.owner.clone(),
    }
}
