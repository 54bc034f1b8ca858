//! The contents of the journal in memory, and the effect of each write on them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::ended::Remembered;
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, NodeId, PlayerId};
use crate::player::Player;
use crate::secret::HouseSecret;
use crate::table::{Filter, NewTable, StoredTable, Summary, TableState};
use crate::token::{Token, TokenHash};
use crate::write::Write;

use super::desk::OperatorRecords;

#[derive(Debug, Clone, Default)]
pub(super) struct Contents {
    pub(super) tables: BTreeMap<Code, StoredTable>,
    pub(super) players: BTreeMap<PlayerId, Player>,
    pub(super) tokens: BTreeMap<TokenHash, Token>,
    /// The end of each node's lease.
    pub(super) leases: BTreeMap<NodeId, Duration>,
    pub(super) secret: Option<HouseSecret>,
    pub(super) desk: OperatorRecords,
    /// All remembered games.
    pub(super) games: Vec<Remembered>,
}

impl Contents {
    /// Does a checked write.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of write")]
    pub(super) fn apply(&mut self, write: Write, now: Duration) -> Result<(), Error> {
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
            // Nothing is stored: sums are computed for each question.
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

    pub(super) fn create(
        &mut self,
        table: NewTable,
        entries: Vec<StoredEntry>,
    ) -> Result<(), Error> {
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
        let record = StoredTable {
            table,
            entries,
            finished_at: None,
            epoch: 0,
            owner: None,
        };
        self.tables.insert(code, record);
        Ok(())
    }

    pub(super) fn append(
        &mut self,
        table: &Code,
        epoch: u64,
        expect: u64,
        entries: Vec<StoredEntry>,
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

    pub(super) fn claim(
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

    pub(super) fn finish(
        &mut self,
        table: &Code,
        epoch: u64,
        expect: u64,
        at: u64,
    ) -> Result<(), Error> {
        let record = self.record_mut(table)?;
        expect_epoch(record, epoch)?;
        expect_last(record, expect)?;
        record.finished_at.get_or_insert(at);
        Ok(())
    }

    pub(super) fn record(&self, table: &Code) -> Result<&StoredTable, Error> {
        self.tables
            .get(table)
            .ok_or_else(|| Error::not_found(table))
    }

    pub(super) fn record_mut(&mut self, table: &Code) -> Result<&mut StoredTable, Error> {
        self.tables
            .get_mut(table)
            .ok_or_else(|| Error::not_found(table))
    }
}

fn expect_epoch(record: &StoredTable, epoch: u64) -> Result<(), Error> {
    if record.epoch == epoch {
        return Ok(());
    }
    let table = record.table.code.clone();
    Err(Error::Fenced { table })
}

pub(super) fn expect_last(record: &StoredTable, expected: u64) -> Result<(), Error> {
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

pub(super) fn fits(record: &StoredTable, filter: &Filter) -> bool {
    let state = match record.finished_at {
        None => TableState::Open,
        Some(_) => TableState::Finished,
    };
    filter.state.is_none_or(|wanted| wanted == state)
        && (filter.game.as_ref()).is_none_or(|wanted| *wanted == record.table.game)
        && (filter.owner.as_ref()).is_none_or(|wanted| record.owner.as_ref() == Some(wanted))
        && (filter.after.as_ref()).is_none_or(|after| record.table.code > *after)
}

pub(super) fn summary(record: &StoredTable) -> Summary {
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
