//! Reads a whole table, and the list of all tables.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::chain::{self, Chain};
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::seal::Seal;
use crate::sqlite::rows::{WriteFault, is_damage};
use crate::table::{Filter, NewTable, StoredTable, Summary, TableState};

pub(super) const OPENING: &str =
    "SELECT id, code, game, rules_version, options, commitment, creator,
        command_id, at, finished_at, epoch, owner, seal
    FROM tables WHERE code = ?1";

pub(super) const ENTRIES: &str = "SELECT seq, at, player, command_id, body, seal
    FROM entries WHERE key BETWEEN ?1 << 32 AND (?1 << 32) | 4294967295 ORDER BY key";

/// Reads a table and checks every seal.
pub(super) fn load(connection: &Connection, code: &Code) -> Result<StoredTable, WriteFault> {
    let Some(opening) = opening(connection, code)? else {
        return Err(Error::not_found(code).into());
    };
    Ok(StoredTable {
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

fn opening(connection: &Connection, code: &Code) -> Result<Option<Opening>, WriteFault> {
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

fn entries(
    connection: &Connection,
    code: &Code,
    opening: &Opening,
) -> Result<Vec<StoredEntry>, WriteFault> {
    let mut chain = Chain::begin(&opening.table, opening.seal)?;
    let mut statement = connection.prepare_cached(ENTRIES)?;
    let mut rows = statement.query([opening.id])?;
    while let Some(row) = rows.next().map_err(damage(code, chain.next()))? {
        let (entry, stored) = entry(row).map_err(damage(code, chain.next()))?;
        chain.push(entry, stored)?;
    }
    Ok(chain.into_entries())
}

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<(StoredEntry, Seal)> {
    let entry = StoredEntry {
        seq: row.get(0)?,
        at: row.get(1)?,
        player: row.get::<_, Option<Arc<str>>>(2)?.map(PlayerId::stored),
        command_id: row.get::<_, Option<Arc<str>>>(3)?.map(CommandId::stored),
        body: row.get(4)?,
    };
    Ok((entry, Seal(row.get(5)?)))
}

/// Lists tables without reading their entries.
pub(super) fn list(connection: &Connection, filter: &Filter) -> Result<Vec<Summary>, WriteFault> {
    let mut statement = connection.prepare_cached(&list_sql(filter.state))?;
    // Every code comes after the empty text.
    let after = filter.after.as_ref().map_or("", Code::as_str);
    let limit = filter.bounded_limit() as u64;
    let owner = filter.owner.as_ref().map(NodeId::as_str);
    let rows = statement.query_map(params![after, filter.game, limit, owner], summary)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The state is part of the text, because SQLite uses the index of open tables only then. An old
/// house has a thousand times as many finished tables.
pub(super) fn list_sql(state: Option<TableState>) -> String {
    let state = match state {
        None => "TRUE",
        Some(TableState::Open) => "finished_at IS NULL",
        Some(TableState::Finished) => "finished_at IS NOT NULL",
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

/// Reads text that may be damaged: one bad row must not hide the list.
fn whatever_text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::new(),
    })
}

/// Distinguishes damage at this entry from a disk that does not answer.
fn damage(table: &Code, seq: u64) -> impl FnOnce(rusqlite::Error) -> WriteFault {
    move |error| match error.sqlite_error_code() {
        None => chain::unreadable(table, seq).into(),
        Some(_) if is_damage(&error) => Error::corrupt(table, seq, error).into(),
        Some(_) => error.into(),
    }
}
