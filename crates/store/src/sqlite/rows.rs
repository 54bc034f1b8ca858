//! The statements about tables and their entries.
//!
//! A refused write changes nothing, and does not disturb the other writes of the same commit. Every
//! write checks everything before it changes anything, inside the writer's transaction. An ordinary
//! append to a table whose end and commands are known asks the writer's memory, and reads the file
//! only if that is in doubt.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::end::End;
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::fault;
use crate::heads;
use crate::id::{Code, CommandId, PlayerId};
use crate::seal::Seal;
use crate::secret::HouseSecret;
use crate::sqlite::commands::Commands;
use crate::sqlite::{games, nodes, operations, tokens};
use crate::table::NewTable;
use crate::token::Token;
use crate::write::Write;

// An index answers every question; a test asks SQLite for its plans.

const CREATION: &str = "SELECT code FROM tables WHERE creator = ?1 AND command_id = ?2";

// This is only asked if a mark says that there may be such a command. An index of commands would
// cost one more written page for nearly every move.
const COMMAND: &str = "SELECT seq
    FROM entries WHERE key BETWEEN ?1 << 32 AND (?1 << 32) | 4294967295
        AND player = ?2 AND command_id = ?3";

const COMMANDS: &str = "SELECT player, command_id
    FROM entries WHERE key BETWEEN ?1 << 32 AND (?1 << 32) | 4294967295
        AND command_id IS NOT NULL";

const HEAD: &str = "SELECT id, finished_at IS NOT NULL,
        coalesce(seq, 0), coalesce(entries.seal, tables.seal), epoch
    FROM tables LEFT JOIN entries ON key BETWEEN id << 32 AND (id << 32) | 4294967295
    WHERE code = ?1 ORDER BY key DESC LIMIT 1";

const VERSION: &str = "PRAGMA data_version";

/// A table's row and the end of its journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) id: i64,
    pub(super) end: End,
}

/// The writer's memory of the busy tables.
pub(super) type Heads = heads::Heads<Known>;

/// A table's row, the end of its journal, and its commands.
#[derive(Debug)]
pub(super) struct Known {
    head: Head,
    commands: Commands,
}

/// The store's own refusal, or a failure of SQLite.
pub(super) type WriteFault = fault::WriteFault<rusqlite::Error>;

impl From<rusqlite::Error> for WriteFault {
    fn from(error: rusqlite::Error) -> WriteFault {
        WriteFault::Failed(error)
    }
}

/// A number that changes whenever another connection has committed to the file, and never by
/// commits of this one.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(VERSION)?
        .query_row([], |row| row.get(0))
}

/// The epoch of a writer, and the number of the entry after which it writes.
type Place = (u64, u64);

/// Does a checked write inside the open transaction. The heads fit that transaction before and
/// after.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of write")]
pub(super) fn apply(
    connection: &Connection,
    heads: &mut Heads,
    write: &Write,
) -> Result<(), WriteFault> {
    match write {
        Write::Create { table, entries } => create(connection, heads, table, entries),
        Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended,
        } => {
            append(connection, heads, table, (*epoch, *expect), entries)?;
            let mut ended = ended.iter();
            ended.try_for_each(|ended| games::remember(connection, table, ended))
        }
        Write::Review {
            table,
            number,
            seats,
        } => games::review(connection, table, *number, seats),
        Write::Remember {
            table,
            expect,
            games,
        } => games::rewrite(connection, table, *expect, games),
        Write::RememberClaimed {
            player,
            table,
            games,
        } => games::remember_claimed(connection, player, table, games),
        Write::Recount { player } => games::recount(connection, player),
        Write::Finish {
            table,
            epoch,
            expect,
            at,
        } => finish(connection, heads, table, (*epoch, *expect), *at),
        Write::Claim {
            table,
            epoch,
            node,
            unanswered,
        } => {
            heads.forget(table);
            nodes::claim(connection, table, *epoch, node, *unanswered)
        }
        Write::Lease { node, lasts } => nodes::lease(connection, node, *lasts),
        Write::Probe => probe(connection),
        Write::KeepSecret { secret } => keep_secret(connection, secret),
        Write::Enroll { player, token, at } => tokens::enroll(connection, player, token, *at),
        Write::GiveToken {
            player,
            token,
            replaces,
            expires_at,
            at,
            expired_before,
        } => {
            let new = Token::given(player, *token, *replaces, *expires_at, *at);
            tokens::give(connection, &new, *expired_before)
        }
        Write::UseToken { token, at } => tokens::note_use(connection, token, *at),
        Write::RevokeToken { token, at } => tokens::revoke(connection, token, *at),
        Write::Operate(operation) => operations::operate(connection, heads, operation),
    }
}

/// Writes the number of the format without changing it, so that the first page goes to the log and
/// the disk.
fn probe(connection: &Connection) -> Result<(), WriteFault> {
    let format: u32 = super::schema::pragma(connection, "user_version")?;
    Ok(connection.pragma_update(None, "user_version", format)?)
}

fn keep_secret(connection: &Connection, secret: &HouseSecret) -> Result<(), WriteFault> {
    let sql = "INSERT OR IGNORE INTO secret (id, secret) VALUES (1, ?1)";
    connection.prepare_cached(sql)?.execute([secret.bytes()])?;
    Ok(())
}

pub(super) fn secret(connection: &Connection) -> Result<Option<HouseSecret>, WriteFault> {
    let mut statement = connection.prepare_cached("SELECT secret FROM secret")?;
    let secret = statement.query_row([], |row| row.get(0)).optional()?;
    Ok(secret.map(HouseSecret::new))
}

fn create(
    connection: &Connection,
    heads: &mut Heads,
    table: &NewTable,
    entries: &[StoredEntry],
) -> Result<(), WriteFault> {
    let command = table.command_id.as_ref();
    let first = command.map(|command| creation(connection, &table.creator, command));
    if let Some(first) = first.transpose()?.flatten() {
        return Err(Error::DuplicateCreation { table: first }.into());
    }
    if head(connection, &table.code)?.is_some() {
        let table = table.code.clone();
        return Err(Error::TableExists { table }.into());
    }
    let end = End::of(table);
    let sql = "INSERT INTO tables
        (code, game, rules_version, options, commitment, creator, command_id, at, seal)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.prepare_cached(sql)?.execute(params![
        table.code.as_str(),
        table.game,
        table.rules_version,
        table.options,
        table.commitment,
        table.creator.as_str(),
        table.command_id.as_ref().map(CommandId::as_str),
        table.at,
        end.seal.0,
    ])?;
    let id = connection.last_insert_rowid();
    let opening = Known {
        head: Head { id, end },
        commands: Commands::default(),
    };
    heads.remember(&table.code, insert(connection, opening, entries)?);
    Ok(())
}

/// The table that a command of this player opened.
pub(super) fn creation(
    connection: &Connection,
    creator: &PlayerId,
    command: &CommandId,
) -> Result<Option<Code>, WriteFault> {
    let code = connection
        .prepare_cached(CREATION)?
        .query_row([creator.as_str(), command.as_str()], |row| {
            row.get::<_, Arc<str>>(0)
        })
        .optional()?;
    Ok(code.map(Code::stored))
}

fn append(
    connection: &Connection,
    heads: &mut Heads,
    table: &Code,
    at: Place,
    entries: &[StoredEntry],
) -> Result<(), WriteFault> {
    let known = match heads.take(table) {
        Some(known) => known,
        None => known(connection, table)?,
    };
    let known = if known.is_followed_by(at, entries) {
        known
    } else {
        look_closely(connection, table, at, entries)?
    };
    heads.remember(table, insert(connection, known, entries)?);
    Ok(())
}

/// Makes all checks in order, so that a refusal gives the right reason.
fn look_closely(
    connection: &Connection,
    table: &Code,
    (epoch, expect): Place,
    entries: &[StoredEntry],
) -> Result<Known, WriteFault> {
    let known = known(connection, table)?;
    let mut repeated = None;
    for entry in entries
        .iter()
        .filter(|entry| known.commands.may_hold(entry))
    {
        repeated = repeated.or(command(connection, known.head.id, entry)?);
    }
    let end = &known.head.end;
    end.may_append(table, epoch, expect, repeated)?;
    Ok(known)
}

/// Reads the memory of a table from the file.
fn known(connection: &Connection, table: &Code) -> Result<Known, WriteFault> {
    let head = known_head(connection, table)?;
    let mut commands = Commands::default();
    let mut statement = connection.prepare_cached(COMMANDS)?;
    let mut rows = statement.query([head.id])?;
    while let Some(row) = rows.next()? {
        // A value that is not text is damaged, and no command repeats it.
        if let (ValueRef::Text(player), ValueRef::Text(command)) =
            (row.get_ref(0)?, row.get_ref(1)?)
        {
            commands.add(player, command);
        }
    }
    Ok(Known { head, commands })
}

impl Known {
    /// Whether these entries may be added without a look at the file.
    fn is_followed_by(&self, at: Place, entries: &[StoredEntry]) -> bool {
        let end = &self.head.end;
        let is_new = |entry: &StoredEntry| !self.commands.may_hold(entry);
        !end.is_finished && (end.epoch, end.seq) == at && entries.iter().all(is_new)
    }
}

/// The entry that the same command caused before.
fn command(
    connection: &Connection,
    id: i64,
    entry: &StoredEntry,
) -> Result<Option<u64>, WriteFault> {
    let (Some(player), Some(command)) = (&entry.player, &entry.command_id) else {
        return Ok(None);
    };
    let seq = connection
        .prepare_cached(COMMAND)?
        .query_row(params![id, player.as_str(), command.as_str()], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(seq)
}

/// Writes entries after the known end of a table, and returns the new memory of it.
fn insert(
    connection: &Connection,
    known: Known,
    entries: &[StoredEntry],
) -> rusqlite::Result<Known> {
    let sql = "INSERT INTO entries (key, at, player, command_id, body, seal)
        VALUES ((?1 << 32) | ?2, ?3, ?4, ?5, ?6, ?7)";
    if entries.is_empty() {
        return Ok(known);
    }
    let Known {
        mut head,
        mut commands,
    } = known;
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        head.end = head.end.then(entry);
        statement.execute(params![
            head.id,
            entry.seq,
            entry.at,
            entry.player.as_ref().map(PlayerId::as_str),
            entry.command_id.as_ref().map(CommandId::as_str),
            entry.body,
            head.end.seal.0,
        ])?;
        if let (Some(player), Some(command)) = (&entry.player, &entry.command_id) {
            commands.add(player.as_str().as_bytes(), command.as_str().as_bytes());
        }
    }
    Ok(Known { head, commands })
}

fn finish(
    connection: &Connection,
    heads: &mut Heads,
    table: &Code,
    (epoch, expect): Place,
    at: u64,
) -> Result<(), WriteFault> {
    // Nobody writes to a finished table again, and a table is finished only once. Therefore its
    // head is not remembered.
    heads.forget(table);
    let head = known_head(connection, table)?;
    head.end.may_finish(table, epoch, expect)?;
    if !head.end.is_finished {
        let sql = "UPDATE tables SET finished_at = ?2 WHERE id = ?1";
        connection
            .prepare_cached(sql)?
            .execute(params![head.id, at])?;
    }
    Ok(())
}

pub(super) fn known_head(connection: &Connection, table: &Code) -> Result<Head, WriteFault> {
    let head = head(connection, table)?;
    Ok(head.ok_or_else(|| Error::not_found(table))?)
}

fn head(connection: &Connection, table: &Code) -> Result<Option<Head>, WriteFault> {
    let head = connection
        .prepare_cached(HEAD)?
        .query_row([table.as_str()], |row| {
            let end = End {
                is_finished: row.get(1)?,
                seq: row.get(2)?,
                seal: Seal(row.get(3)?),
                epoch: row.get(4)?,
            };
            let id = row.get(0)?;
            Ok(Head { id, end })
        })
        .optional()?;
    Ok(head)
}

/// Whether the contents of the file are damaged.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    match error.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
        // SQLite read the row, but a value has the wrong type for its column.
        None => true,
    }
}

/// The number of times that a connection has looked up a head, and a command.
#[cfg(test)]
pub(super) fn lookups(connection: &Connection) -> (i32, i32) {
    use rusqlite::StatementStatus::Run;
    let count = |sql| connection.prepare_cached(sql).unwrap().get_status(Run);
    (count(HEAD), count(COMMAND))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::load::{ENTRIES, OPENING, list_sql};
    use crate::sqlite::questions::QUESTIONS;
    use crate::sqlite::schema;
    use crate::table::TableState;

    /// The plan by which SQLite would answer.
    fn plan(connection: &Connection, sql: &str) -> Vec<String> {
        let mut statement = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
            .unwrap();
        let mut rows = statement.raw_query();
        let mut steps = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            steps.push(row.get("detail").unwrap());
        }
        steps
    }

    #[track_caller]
    fn check(connection: &Connection, sql: &str, index: &str) {
        let plan = plan(connection, sql);
        assert!(plan[0].contains(index), "{plan:?}: {sql}");
        let is_search = |step: &String| !step.contains("SCAN") && !step.contains("TEMP");
        assert!(plan.iter().all(is_search), "{plan:?}: {sql}");
    }

    /// A scan would pass every other test and be slow only in a house that is years old.
    #[test]
    fn every_question_is_answered_from_an_index() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection, schema::STEPS).unwrap();
        check(
            &connection,
            CREATION,
            "INDEX creations (creator=? AND command_id=?)",
        );
        for sql in [COMMAND, COMMANDS] {
            check(
                &connection,
                sql,
                "INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
            );
        }
        check(
            &connection,
            HEAD,
            "INDEX sqlite_autoindex_tables_1 (code=?)",
        );
        check(
            &connection,
            OPENING,
            "INDEX sqlite_autoindex_tables_1 (code=?)",
        );
        check(
            &connection,
            ENTRIES,
            "INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        );
        check(&connection, tokens::FIND, "PRIMARY KEY (hash=?)");
        check(
            &connection,
            &tokens::of_player(),
            "INDEX tokens_of_players (player=?)",
        );
        // SQLite reads only the page that the question has found.
        let is_read_through = |step: &String| step == "SCAN page" || step == "SCAN last";
        for (sql, index) in QUESTIONS {
            let plan = plan(&connection, sql);
            let by_index = plan.iter().any(|step| step.contains(index));
            assert!(by_index, "{plan:?}: {sql}");
            let is_search = |step: &String| {
                is_read_through(step) || !step.contains("SCAN") && !step.contains("TEMP")
            };
            assert!(plan.iter().all(is_search), "{plan:?}: {sql}");
        }
        check(&connection, &list_sql(None), "(code>?)");
        check(
            &connection,
            &list_sql(Some(TableState::Open)),
            "INDEX open_tables (code>?)",
        );
        check(
            &connection,
            &list_sql(Some(TableState::Finished)),
            "(code>?)",
        );
    }
}
