//! The operator's deeds and reads, in memory.

use std::path::Path;

use super::MemoryJournal;
use super::contents::{Contents, expect_last};
use super::games::in_order;
use crate::archive::{Archive, Found, Wanted};
use crate::ended::{GamePlace, Remembered};
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::operation::{
    Aside, Ban, Banned, Deed, MOST_FORGOTTEN, Operation, OperatorNote, PastGameLine, Pruned,
    Rewrite,
};
use crate::player::{Player, Unused};
use crate::table::Filter;
use crate::token::TokenHash;

/// The results of the operators' deeds.
#[derive(Debug, Clone, Default)]
pub(super) struct OperatorRecords {
    bans: Vec<Ban>,
    log: Vec<OperatorNote>,
    past_games: Vec<PastGameLine>,
    /// The time and the table of an entry or an opening, and the player who caused it.
    aside: Vec<(u64, Code, Option<PlayerId>)>,
}

impl Contents {
    /// Changes a copy, so that a refusal leaves everything unchanged.
    pub(super) fn operate(&mut self, operation: &Operation) -> Result<(), Error> {
        let mut changed = self.clone();
        changed.do_deed(operation)?;
        changed.desk.log.push(operation.note.clone());
        *self = changed;
        Ok(())
    }

    fn do_deed(&mut self, Operation { note, deed }: &Operation) -> Result<(), Error> {
        match deed {
            Deed::Noted => Ok(()),
            Deed::Ban(ban) => {
                self.unban(&ban.banned);
                self.desk.bans.push(ban.clone());
                Ok(())
            }
            Deed::Unban(banned) => {
                self.unban(banned);
                Ok(())
            }
            Deed::RevokeTokens { player, only } => {
                self.revoke_tokens(player, only.as_ref(), note.at)
            }
            Deed::Erase {
                player,
                rewrites,
                lines,
                name,
            } => {
                let known = self
                    .players
                    .get_mut(player)
                    .ok_or_else(|| Error::no_player(player))?;
                known.erased_at.get_or_insert(note.at);
                self.tokens.retain(|_, token| token.player != *player);
                self.desk
                    .aside
                    .retain(|(_, _, by)| by.as_ref() != Some(player));
                self.forget_claimed(player);
                self.rename_in_games(player, name);
                for (id, line) in lines {
                    for past in &mut self.desk.past_games {
                        if past.id == *id {
                            past.game.line.clone_from(line);
                        }
                    }
                }
                rewrites.iter().try_for_each(|change| self.rewrite(change))
            }
            Deed::Prune { tables } => tables.iter().try_for_each(|table| self.prune(table)),
            Deed::Forget { players, unused } => {
                for id in players {
                    if self.may_forget(id, unused) {
                        self.players.remove(id);
                        self.tokens.retain(|_, token| token.player != *id);
                    }
                }
                Ok(())
            }
            Deed::SetAside { table, after } => self.set_aside(table, *after, note.at),
        }
    }

    fn may_forget(&self, id: &PlayerId, unused: &Unused) -> bool {
        let player = self.players.get(id);
        player.is_some_and(|player| unused.fits(player, self.tokens_of(id).into_iter()))
    }

    /// Whether a player opened a table, is in an entry, or in a game that is remembered.
    fn has_done_something(&self, id: &PlayerId) -> bool {
        let at_table = self.tables.values().any(|record| {
            let mut entries = record.entries.iter();
            record.table.creator == *id || entries.any(|entry| entry.player.as_ref() == Some(id))
        });
        let mut aside = self.desk.aside.iter();
        at_table || self.is_remembered(id) || aside.any(|(_, _, by)| by.as_ref() == Some(id))
    }

    fn unban(&mut self, banned: &Banned) {
        self.desk.bans.retain(|known| known.banned != *banned);
    }

    fn revoke_tokens(
        &mut self,
        player: &PlayerId,
        only: Option<&TokenHash>,
        at: u64,
    ) -> Result<(), Error> {
        if !self.players.contains_key(player) {
            return Err(Error::no_player(player));
        }
        for token in self.tokens.values_mut() {
            if token.player == *player && only.is_none_or(|only| *only == token.hash) {
                token.revoked_at.get_or_insert(at);
            }
        }
        Ok(())
    }

    fn rewrite(&mut self, change: &Rewrite) -> Result<(), Error> {
        let code = &change.table;
        let record = self.record_mut(code)?;
        for (seq, body) in &change.bodies {
            let entry = record.entries.iter_mut().find(|entry| entry.seq == *seq);
            let missing = || Error::invalid(format!("table {code} has no entry {seq}"));
            entry.ok_or_else(missing)?.body.clone_from(body);
        }
        Ok(())
    }

    fn prune(&mut self, pruned: &Pruned) -> Result<(), Error> {
        expect_last(self.record(&pruned.table)?, pruned.expect)?;
        self.tables.remove(&pruned.table);
        for game in &pruned.games {
            let line = PastGameLine {
                id: self.desk.past_games.len() as u64 + 1,
                table: pruned.table.clone(),
                game: game.clone(),
            };
            self.desk.past_games.push(line);
        }
        Ok(())
    }

    fn set_aside(&mut self, table: &Code, after: u64, at: u64) -> Result<(), Error> {
        let record = self
            .tables
            .get_mut(table)
            .ok_or_else(|| Error::not_found(table))?;
        let mut by: Vec<Option<PlayerId>> = Vec::new();
        if after == 0 {
            by.push(Some(record.table.creator.clone()));
        }
        let keep = record.entries.iter().take_while(|entry| entry.seq <= after);
        let gone = record.entries.split_off(keep.count());
        by.extend(gone.into_iter().map(|entry| entry.player));
        let rows = by.into_iter().map(|by| (at, table.clone(), by));
        self.desk.aside.extend(rows);
        if after == 0 {
            self.tables.remove(table);
        }
        Ok(())
    }
}

impl Archive for MemoryJournal {
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error> {
        let contents = self.contents();
        let fits = |player: &&Player| {
            player.id.as_str().starts_with(prefix) && after.is_none_or(|after| player.id > *after)
        };
        let players = contents.players.values().filter(fits);
        Ok(players.take(Filter::MOST).cloned().collect())
    }

    fn unused_players(
        &self,
        unused: &Unused,
        after: Option<&PlayerId>,
        limit: usize,
    ) -> Result<Vec<PlayerId>, Error> {
        let contents = self.contents();
        let is_next = |id: &&PlayerId| after.is_none_or(|after| *id > after);
        let is_unused =
            |id: &&PlayerId| contents.may_forget(id, unused) && !contents.has_done_something(id);
        let players = contents.players.keys().filter(is_next).filter(is_unused);
        Ok(players.take(limit.min(MOST_FORGOTTEN)).cloned().collect())
    }

    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error> {
        let contents = self.contents();
        let has = wanted.has.to_ascii_lowercase();
        let mut found = Vec::new();
        for record in contents.tables.values() {
            for entry in &record.entries {
                let fits = (wanted.table.is_none()
                    || wanted.table.as_ref() == Some(&record.table.code))
                    && (wanted.player.is_none() || entry.player == wanted.player)
                    && entry.body.starts_with(&wanted.begins)
                    && entry.body.to_ascii_lowercase().contains(&has);
                if fits && found.len() < wanted.limit {
                    let table = record.table.code.clone();
                    let entry = entry.clone();
                    found.push(Found { table, entry });
                }
            }
        }
        Ok(found)
    }

    fn bans(&self) -> Result<Vec<Ban>, Error> {
        let mut bans = self.contents().desk.bans.clone();
        bans.sort_by(|a, b| a.banned.cmp(&b.banned));
        Ok(bans)
    }

    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, OperatorNote)>, Error> {
        let contents = self.contents();
        let lines = (1..).zip(contents.desk.log.iter().cloned());
        let mut lines: Vec<(u64, OperatorNote)> = lines
            .filter(|(id, _)| before.is_none_or(|before| *id < before))
            .collect();
        lines.reverse();
        lines.truncate(limit);
        Ok(lines)
    }

    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error> {
        let contents = self.contents();
        let lines = contents.desk.past_games.iter();
        let fits = lines.filter(|past| past.id > after && past.game.line.contains(having));
        Ok(fits.take(limit).cloned().collect())
    }

    fn remembered(
        &self,
        after: Option<&GamePlace>,
        limit: usize,
    ) -> Result<Vec<Remembered>, Error> {
        let games = self.contents().all_games().into_iter();
        let comes_after =
            |game: &Remembered| after.is_none_or(|after| in_order(&game.place()) > in_order(after));
        Ok(games
            .filter(comes_after)
            .take(limit.min(Filter::MOST))
            .collect())
    }

    fn aside(&self) -> Result<Vec<Aside>, Error> {
        let mut aside: Vec<Aside> = Vec::new();
        let contents = self.contents();
        for (at, table, _) in &contents.desk.aside {
            match aside.last_mut() {
                Some(last) if last.at == *at && last.table == *table => last.n_rows += 1,
                _ => aside.push(Aside {
                    table: table.clone(),
                    at: *at,
                    n_rows: 1,
                }),
            }
        }
        Ok(aside)
    }

    fn back_up(&self, _: &Path) -> Result<(), Error> {
        Err(Error::invalid(
            "a journal in memory cannot be copied to a file",
        ))
    }
}
