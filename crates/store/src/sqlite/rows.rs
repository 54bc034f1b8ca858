//! The statements: what is a row, and what a write does to the rows.
//!
//! A refused write has left nothing behind, so that its neighbours in the same commit
//! are not touched. Either it looks before it changes anything, inside the writer's
//! transaction; or, as an ordinary append to a table whose end is known, it lets a
//! unique index refuse its first row, and looks only then.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use crate::chain::{self, Chain};
use crate::end::End;
use crate::entry::Entry;
use crate::error::Error;
use crate::fault;
use crate::heads;
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::seal::Seal;
use crate::secret::HouseSecret;
use crate::sqlite::{games, nodes, operations, tokens};
use crate::table::{Filter, NewTable, Record, State, Summary};
use crate::token::Token;
use crate::write::Write;

// Every question is answered from an index; a test asks SQLite for its plans.

const CREATION: &str = "SELECT code FROM tables WHERE creator = ?1 AND command_id = ?2";

const COMMAND: &str = "SELECT seq
    FROM entries WHERE table_id = ?1 AND player = ?2 AND command_id = ?3";

const HEAD: &str = "SELECT id, finished_at IS NOT NULL,
        coalesce(seq, 0), coalesce(entries.seal, tables.seal), epoch
    FROM tables LEFT JOIN entries ON key BETWEEN id << 32 AND (id << 32) | 4294967295
    WHERE code = ?1 ORDER BY key DESC LIMIT 1";

const VERSION: &str = "PRAGMA data_version";

const OPENING: &str = "SELECT id, code, game, rules_version, options, commitment, creator,
        command_id, at, finished_at, epoch, owner, seal
    FROM tables WHERE code = ?1";

const ENTRIES: &str = "SELECT seq, at, player, command_id, body, seal
    FROM entries WHERE key BETWEEN ?1 << 32 AND (?1 << 32) | 4294967295 ORDER BY key";

/// A table's row, and where its journal ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) id: i64,
    pub(super) end: End,
}

/// What the writer remembers of the busy tables.
pub(super) type Heads = heads::Heads<Head>;

/// Our own refusal, or SQLite's failure.
pub(super) type Fault = fault::Fault<rusqlite::Error>;

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Failed(error)
    }
}

/// A number that changes whenever somebody else has committed to the file, and never
/// by our own commits.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(VERSION)?
        .query_row([], |row| row.get(0))
}

/// The epoch that a writer carries, and the number of the entry that it follows.
type Place = (u64, u64);

/// Does a write that was checked, inside the transaction that is open. The heads are
/// true of that transaction, before and after.
pub(super) fn apply(
    connection: &Connection,
    heads: &mut Heads,
    write: &Write,
) -> Result<(), Fault> {
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

/// Writes the number of the format as it is: the first page goes to the log and the disk.
fn probe(connection: &Connection) -> Result<(), Fault> {
    let format: u32 = super::schema::pragma(connection, "user_version")?;
    Ok(connection.pragma_update(None, "user_version", format)?)
}

fn keep_secret(connection: &Connection, secret: &HouseSecret) -> Result<(), Fault> {
    let sql = "INSERT OR IGNORE INTO secret (id, secret) VALUES (1, ?1)";
    connection.prepare_cached(sql)?.execute([secret.bytes()])?;
    Ok(())
}

pub(super) fn secret(connection: &Connection) -> Result<Option<HouseSecret>, Fault> {
    let mut statement = connection.prepare_cached("SELECT secret FROM secret")?;
    let secret = statement.query_row([], |row| row.get(0)).optional()?;
    Ok(secret.map(HouseSecret::new))
}

fn create(
    connection: &Connection,
    heads: &mut Heads,
    table: &NewTable,
    entries: &[Entry],
) -> Result<(), Fault> {
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
    let opening = Head { id, end };
    heads.remember(&table.code, insert(connection, opening, entries)?);
    Ok(())
}

/// The table that a command of this player opened.
pub(super) fn creation(
    connection: &Connection,
    creator: &PlayerId,
    command: &CommandId,
) -> Result<Option<Code>, Fault> {
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
    entries: &[Entry],
) -> Result<(), Fault> {
    let head = match heads.get(table) {
        Some(head) => head,
        None => known_head(connection, table)?,
    };
    let end = match follow(connection, head, at, entries)? {
        Some(end) => end,
        None => {
            heads.forget(table);
            append_with_care(connection, table, at, entries)?
        }
    };
    heads.remember(table, end);
    Ok(())
}

/// Appends where nothing speaks against it, and leaves all questions to the unique
/// indexes. None is a surprise: then nothing was written, and nothing is said about why.
fn follow(
    connection: &Connection,
    head: Head,
    at: Place,
    entries: &[Entry],
) -> Result<Option<Head>, Fault> {
    if head.end.is_finished || (head.end.epoch, head.end.seq) != at {
        return Ok(None);
    }
    let (first, rest) = entries.split_at(entries.len().min(1));
    // If the first entry is refused, nothing was written yet. Those behind it have no
    // such luck, so they are asked about; as a rule they carry no command.
    for entry in rest {
        if command(connection, head.id, entry)?.is_some() {
            return Ok(None);
        }
    }
    match insert(connection, head, first) {
        Ok(head) => Ok(Some(insert(connection, head, rest)?)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Appends after all questions were asked in their order, so that a refusal gives the
/// right reason.
fn append_with_care(
    connection: &Connection,
    table: &Code,
    (epoch, expect): Place,
    entries: &[Entry],
) -> Result<Head, Fault> {
    let head = known_head(connection, table)?;
    let mut repeated = None;
    for entry in entries {
        repeated = repeated.or(command(connection, head.id, entry)?);
    }
    head.end.may_append(table, epoch, expect, repeated)?;
    Ok(insert(connection, head, entries)?)
}

/// The entry that the same command caused before.
fn command(connection: &Connection, id: i64, entry: &Entry) -> Result<Option<u64>, Fault> {
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

/// Writes entries behind a head, and returns the new one.
fn insert(connection: &Connection, mut head: Head, entries: &[Entry]) -> rusqlite::Result<Head> {
    let sql = "INSERT INTO entries (key, at, player, command_id, body, seal)
        VALUES ((?1 << 32) | ?2, ?3, ?4, ?5, ?6, ?7)";
    if entries.is_empty() {
        return Ok(head);
    }
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
    }
    Ok(head)
}

fn finish(
    connection: &Connection,
    heads: &mut Heads,
    table: &Code,
    (epoch, expect): Place,
    at: u64,
) -> Result<(), Fault> {
    // Nobody writes to a finished table again; and a table is finished once, so that
    // its head may as well be looked up.
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

pub(super) fn known_head(connection: &Connection, table: &Code) -> Result<Head, Fault> {
    let head = head(connection, table)?;
    Ok(head.ok_or_else(|| Error::not_found(table))?)
}

fn head(connection: &Connection, table: &Code) -> Result<Option<Head>, Fault> {
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

/// Reads a table and checks every seal.
pub(super) fn load(connection: &Connection, code: &Code) -> Result<Record, Fault> {
    let Some(opening) = opening(connection, code)? else {
        return Err(Error::not_found(code).into());
    };
    Ok(Record {
        entries: entries(connection, code, &opening)?,
        table: opening.table,
        finished_at: opening.finished_at,
        epoch: opening.epoch,
        owner: opening.owner,
    })
}

struct Opening {
    id: i64,
    table: NewTable,
    finished_at: Option<u64>,
    epoch: u64,
    owner: Option<NodeId>,
    seal: Seal,
}

fn opening(connection: &Connection, code: &Code) -> Result<Option<Opening>, Fault> {
    let opening = connection
        .prepare_cached(OPENING)?
        .query_row([code.as_str()], |row| {
            let table = NewTable {
                code: Code::stored(row.get::<_, Arc<str>>("code")?),
                game: row.get("game")?,
                rules_version: row.get("rules_version")?,
                options: row.get("options")?,
                commitment: row.get("commitment")?,
                creator: PlayerId::stored(row.get::<_, Arc<str>>("creator")?),
                command_id: row
                    .get::<_, Option<Arc<str>>>("command_id")?
                    .map(CommandId::stored),
                at: row.get("at")?,
            };
            Ok(Opening {
                id: row.get("id")?,
                table,
                finished_at: row.get("finished_at")?,
                epoch: row.get("epoch")?,
                owner: row.get::<_, Option<Arc<str>>>("owner")?.map(NodeId::stored),
                seal: Seal(row.get("seal")?),
            })
        })
        .optional()
        .map_err(damage(code, 0))?;
    Ok(opening)
}

fn entries(connection: &Connection, code: &Code, opening: &Opening) -> Result<Vec<Entry>, Fault> {
    let mut chain = Chain::begin(&opening.table, opening.seal)?;
    let mut statement = connection.prepare_cached(ENTRIES)?;
    let mut rows = statement.query([opening.id])?;
    while let Some(row) = rows.next().map_err(damage(code, chain.next()))? {
        let (entry, stored) = entry(row).map_err(damage(code, chain.next()))?;
        chain.push(entry, stored)?;
    }
    Ok(chain.into_entries())
}

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<(Entry, Seal)> {
    let entry = Entry {
        seq: row.get(0)?,
        at: row.get(1)?,
        player: row.get::<_, Option<Arc<str>>>(2)?.map(PlayerId::stored),
        command_id: row.get::<_, Option<Arc<str>>>(3)?.map(CommandId::stored),
        body: row.get(4)?,
    };
    Ok((entry, Seal(row.get(5)?)))
}

/// Lists tables without reading their entries.
pub(super) fn list(connection: &Connection, filter: &Filter) -> Result<Vec<Summary>, Fault> {
    let mut statement = connection.prepare_cached(&list_sql(filter.state))?;
    // Every code is longer than no code, and so comes after it.
    let after = filter.after.as_ref().map_or("", Code::as_str);
    let limit = filter.bounded_limit() as u64;
    let owner = filter.owner.as_ref().map(NodeId::as_str);
    let rows = statement.query_map(params![after, filter.game, limit, owner], summary)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The state stands in the text, because only then is the index of open tables
/// used: a house of years has a thousand times as many finished ones.
fn list_sql(state: Option<State>) -> String {
    let state = match state {
        None => "TRUE",
        Some(State::Open) => "finished_at IS NULL",
        Some(State::Finished) => "finished_at IS NOT NULL",
    };
    format!(
        "SELECT code, game, rules_version, at, finished_at, coalesce(last & 4294967295, 0),
            coalesce((SELECT entries.at FROM entries WHERE key = last), at), creator,
            epoch, owner
        FROM (SELECT *, (SELECT max(key) FROM entries
                WHERE key BETWEEN id << 32 AND (id << 32) | 4294967295) AS last
            FROM tables)
        WHERE {state} AND code > ?1 AND (?2 IS NULL OR game = ?2)
            AND (?4 IS NULL OR owner = ?4)
        ORDER BY code LIMIT ?3"
    )
}

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        code: Code::stored(whatever_text(row, 0)?),
        game: whatever_text(row, 1)?,
        rules_version: row.get(2)?,
        created_at: row.get(3)?,
        finished_at: row.get(4)?,
        last_seq: row.get(5)?,
        last_at: row.get(6)?,
        creator: PlayerId::stored(whatever_text(row, 7)?),
        epoch: row.get(8)?,
        owner: match row.get_ref(9)? {
            ValueRef::Null => None,
            _ => Some(NodeId::stored(whatever_text(row, 9)?)),
        },
    })
}

/// Text that is shown even if it is damaged: one bad row must not hide the list.
fn whatever_text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::new(),
    })
}

/// Tells damage at this entry from a disk that does not answer.
fn damage(table: &Code, seq: u64) -> impl FnOnce(rusqlite::Error) -> Fault {
    move |error| match error.sqlite_error_code() {
        None => chain::unreadable(table, seq).into(),
        Some(_) if is_damage(&error) => Error::corrupt(table, seq, error).into(),
        Some(_) => error.into(),
    }
}

/// Whether what the file holds is to blame.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    match error.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
        // SQLite read it well, but a value is not of its column's kind.
        None => true,
    }
}

/// How often a connection has looked up a head, and how often a command.
#[cfg(test)]
pub(super) fn lookups(connection: &Connection) -> (i32, i32) {
    use rusqlite::StatementStatus::Run;
    let count = |sql| connection.prepare_cached(sql).unwrap().get_status(Run);
    (count(HEAD), count(COMMAND))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::schema;

    /// The steps in which SQLite would answer.
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

    /// A scan would pass every other test, and only be slow in a house of years.
    #[test]
    fn every_question_is_answered_from_an_index() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection, schema::STEPS).unwrap();
        check(
            &connection,
            CREATION,
            "INDEX creations (creator=? AND command_id=?)",
        );
        check(
            &connection,
            COMMAND,
            "INDEX commands (table_id=? AND player=? AND command_id=?)",
        );
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
        // The page that a question has found is read through, and nothing else.
        let is_read_through = |step: &String| step == "SCAN page" || step == "SCAN last";
        for (sql, index) in games::QUESTIONS {
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
            &list_sql(Some(State::Open)),
            "INDEX open_tables (code>?)",
        );
        check(&connection, &list_sql(Some(State::Finished)), "(code>?)");
    }
}
