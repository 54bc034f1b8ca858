//! The statements about tables and their entries.
//!
//! Every change to a table is one statement that names everything it relies on (epoch, last number
//! and seal), and changes nothing if one of these is different by now. Therefore it never aborts
//! the transaction that it shares with others, and the order is kept: when one is refused, every
//! later one that builds on it is refused too. A refused change is then tried again with care: the
//! row of the table is locked, and the reason is found.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::end::End;
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, CommandId, PlayerId};
use crate::postgres::connection::{Connection, Value};
use crate::postgres::text::pack;
use crate::postgres::{Failure, Heads, WriteFault};
use crate::seal::Seal;
use crate::table::NewTable;

/// Adds an entry after the known end, unless its command has been applied before.
pub(super) const APPEND_ONE: &str = "WITH moved AS (
        UPDATE heads SET last_seq = $5, last_at = $6, last_seal = $10
        WHERE code = $1 AND epoch = $2 AND last_seq = $3 AND last_seal = $4
            AND finished_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM entries WHERE code = $1 AND player = $7 AND command_id = $8)
        RETURNING code)
    INSERT INTO entries (code, seq, at, player, command_id, body, seal)
    SELECT code, $5, $6, $7, $8, $9, $10 FROM moved";

/// Adds several entries, one of which may carry a command.
pub(super) const APPEND: &str = "WITH moved AS (
        UPDATE heads SET last_seq = $5, last_at = $6, last_seal = $7
        WHERE code = $1 AND epoch = $2 AND last_seq = $3 AND last_seal = $4
            AND finished_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM entries WHERE code = $1 AND player = $8 AND command_id = $9)
        RETURNING code)
    INSERT INTO entries (code, seq, at, player, command_id, body, seal)
    SELECT moved.code, new.seq, new.at, new.player, new.command_id, new.body, new.seal
    FROM moved, unnest($10::BIGINT[], $11::BIGINT[], $12::TEXT[], $13::TEXT[], $14::TEXT[],
        $15::BYTEA[]) AS new (seq, at, player, command_id, body, seal)";

/// Opens a table with its first entries, unless the code or the command is taken. The whole
/// statement counts as one row.
pub(super) const CREATE: &str = "WITH opened AS (
        INSERT INTO tables
            (code, game, rules_version, options, commitment, creator, command_id, at, seal)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT DO NOTHING RETURNING code),
    first AS (
        INSERT INTO entries (code, seq, at, player, command_id, body, seal)
        SELECT opened.code, new.seq, new.at, new.player, new.command_id, new.body, new.seal
        FROM opened, unnest($13::BIGINT[], $14::BIGINT[], $15::TEXT[], $16::TEXT[], $17::TEXT[],
            $18::BYTEA[]) AS new (seq, at, player, command_id, body, seal))
    INSERT INTO heads (code, epoch, last_seq, last_at, last_seal)
    SELECT code, 0, $10, $11, $12 FROM opened";

pub(super) const FINISH: &str = "UPDATE heads SET finished_at = coalesce(finished_at, $5)
    WHERE code = $1 AND epoch = $2 AND last_seq = $3 AND last_seal = $4";

/// Reads the ends of several tables.
pub(super) const ENDS: &str = "SELECT epoch, finished_at IS NOT NULL, last_seq, last_seal, code
    FROM heads WHERE code = ANY($1)";

/// Reads the end of a table and locks it until the transaction is over.
pub(super) const LOCKED_END: &str = "SELECT epoch, finished_at IS NOT NULL, last_seq, last_seal
    FROM heads WHERE code = $1 FOR UPDATE";

pub(super) const COMMAND: &str = "SELECT seq FROM entries
    WHERE code = $1 AND player = $2 AND command_id = $3";

pub(super) const CREATION: &str = "SELECT code FROM tables WHERE creator = $1 AND command_id = $2";

/// The values of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$(Box::new($value) as $crate::postgres::connection::Value),*] };
}
pub(super) use values;

/// Converts a number that is known to fit.
pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn command_of(entry: &StoredEntry) -> Option<(&str, &str)> {
    let (player, command) = (entry.player.as_ref()?, entry.command_id.as_ref()?);
    Some((player.as_str(), command.as_str()))
}

/// A statement to send, and the end of the table if it is not refused.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) sql: &'static str,
    pub(super) values: Vec<Value>,
    pub(super) end: End,
}

/// The statement that adds entries after an end. `None` if the entries have several commands,
/// because one statement cannot check them all.
pub(super) fn append(table: &Code, end: End, entries: &[StoredEntry]) -> Option<Prepared> {
    let mut commands = entries.iter().filter_map(command_of);
    let (player, command) = commands.next().unzip();
    match commands.next() {
        None => Some(append_asking(table, end, entries, player, command)),
        Some(_) => None,
    }
}

/// The same statement as [`append`], after all commands but one have been checked.
fn append_asking(
    table: &Code,
    before: End,
    entries: &[StoredEntry],
    player: Option<&str>,
    command: Option<&str>,
) -> Prepared {
    let end = entries.iter().fold(before, End::then);
    let mut values = values![
        table.as_str().to_owned(),
        int(before.epoch),
        int(before.seq),
        before.seal.0.to_vec(),
        int(end.seq),
        int(entries.last().map_or(0, |entry| entry.at)),
    ];
    let sql = match entries {
        [entry] => {
            values.extend(values![
                owned(entry.player.as_ref().map(PlayerId::as_str)),
                owned(entry.command_id.as_ref().map(CommandId::as_str)),
                pack(&entry.body).into_owned(),
                end.seal.0.to_vec(),
            ]);
            APPEND_ONE
        }
        _ => {
            values.extend(values![end.seal.0.to_vec(), owned(player), owned(command)]);
            values.extend(columns(before, entries));
            APPEND
        }
    };
    Prepared { sql, values, end }
}

/// The columns of new entries, each as a list.
fn columns(mut end: End, entries: &[StoredEntry]) -> Vec<Value> {
    let each = |f: fn(&StoredEntry) -> Option<String>| entries.iter().map(f).collect::<Vec<_>>();
    let seals = entries.iter().map(|entry| {
        end = end.then(entry);
        end.seal.0.to_vec()
    });
    values![
        entries
            .iter()
            .map(|entry| int(entry.seq))
            .collect::<Vec<_>>(),
        entries
            .iter()
            .map(|entry| int(entry.at))
            .collect::<Vec<_>>(),
        each(|entry| owned(entry.player.as_ref().map(PlayerId::as_str))),
        each(|entry| owned(entry.command_id.as_ref().map(CommandId::as_str))),
        each(|entry| Some(pack(&entry.body).into_owned())),
        seals.collect::<Vec<_>>(),
    ]
}

/// The statement that opens a table.
pub(super) fn create(table: &NewTable, entries: &[StoredEntry]) -> Prepared {
    let opening = End::of(table);
    let end = entries.iter().fold(opening, End::then);
    let mut values = values![
        table.code.as_str().to_owned(),
        pack(&table.game).into_owned(),
        i64::from(table.rules_version),
        pack(&table.options).into_owned(),
        table.commitment.to_vec(),
        table.creator.as_str().to_owned(),
        owned(table.command_id.as_ref().map(CommandId::as_str)),
        int(table.at),
        opening.seal.0.to_vec(),
        int(end.seq),
        int(entries.last().map_or(table.at, |entry| entry.at)),
        end.seal.0.to_vec(),
    ];
    values.extend(columns(opening, entries));
    let sql = CREATE;
    Prepared { sql, values, end }
}

/// The statement that closes a table at an end.
pub(super) fn finish(table: &Code, before: End, at: u64) -> Prepared {
    let end = End {
        is_finished: true,
        ..before
    };
    let values = values![
        table.as_str().to_owned(),
        int(before.epoch),
        int(before.seq),
        before.seal.0.to_vec(),
        int(at),
    ];
    let sql = FINISH;
    Prepared { sql, values, end }
}

/// Opens a table, or says why it cannot be opened.
pub(super) async fn create_with_care(
    connection: &Connection,
    heads: &mut Heads,
    table: &NewTable,
    entries: &[StoredEntry],
) -> Result<(), WriteFault> {
    let Prepared { sql, values, end } = create(table, entries);
    let statement = connection.statement(sql).await?;
    if connection.run(&statement, &values).await? > 0 {
        heads.remember(&table.code, end);
        return Ok(());
    }
    if let Some(command) = &table.command_id {
        let values: [&(dyn ToSql + Sync); 2] = [&table.creator.as_str(), &command.as_str()];
        if let Some(row) = connection.query_opt(CREATION, &values).await? {
            let table = Code::stored(row.try_get::<_, String>(0)?);
            return Err(Error::DuplicateCreation { table }.into());
        }
    }
    let table = table.code.clone();
    Err(Error::TableExists { table }.into())
}

/// Asks all questions in order and then appends. A refusal therefore gives the right reason.
pub(super) async fn append_with_care(
    connection: &Connection,
    heads: &mut Heads,
    table: &Code,
    (epoch, expect): (u64, u64),
    entries: &[StoredEntry],
) -> Result<(), WriteFault> {
    heads.forget(table);
    let end = locked_end(connection, table).await?;
    let mut repeated = None;
    for (player, command) in entries.iter().filter_map(command_of) {
        if repeated.is_none() {
            let values: [&(dyn ToSql + Sync); 3] = [&table.as_str(), &player, &command];
            let row = connection.query_opt(COMMAND, &values).await?;
            let seq: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
            repeated = seq.map(|seq| seq as u64);
        }
    }
    end.may_append(table, epoch, expect, repeated)?;
    let prepared = append_asking(table, end, entries, None, None);
    let statement = connection.statement(prepared.sql).await?;
    connection.run(&statement, &prepared.values).await?;
    heads.remember(table, prepared.end);
    Ok(())
}

/// Closes a table, or says why it cannot be closed.
pub(super) async fn finish_with_care(
    connection: &Connection,
    heads: &mut Heads,
    table: &Code,
    (epoch, expect): (u64, u64),
    at: u64,
) -> Result<(), WriteFault> {
    heads.forget(table);
    let end = locked_end(connection, table).await?;
    end.may_finish(table, epoch, expect)?;
    let prepared = finish(table, end, at);
    let statement = connection.statement(prepared.sql).await?;
    connection.run(&statement, &prepared.values).await?;
    Ok(())
}

/// Reads the end of a table and locks its row.
pub(super) async fn locked_end(connection: &Connection, table: &Code) -> Result<End, WriteFault> {
    let row = connection.query_opt(LOCKED_END, &[&table.as_str()]).await?;
    let row = row.ok_or_else(|| Error::not_found(table))?;
    Ok(end(&row)?)
}

/// The first columns of a row.
pub(super) fn end(row: &Row) -> Result<End, Failure> {
    Ok(End {
        epoch: row.try_get::<_, i64>(0)? as u64,
        is_finished: row.try_get(1)?,
        seq: row.try_get::<_, i64>(2)? as u64,
        // A seal of the wrong length matches nothing, and loading reports the damage.
        seal: seal(row.try_get(3)?).unwrap_or(Seal([0; Seal::BYTES])),
    })
}

pub(super) fn seal(bytes: &[u8]) -> Option<Seal> {
    bytes.try_into().ok().map(Seal)
}
