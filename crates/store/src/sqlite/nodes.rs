//! The statements about claims and leases. The clock is SQLite's own.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Error;
use crate::id::{Code, NodeId};
use crate::sqlite::rows::WriteFault;
use crate::table::{Head, NodeLease};

/// The present time in milliseconds since 1970.
const NOW: &str = "CAST(1000 * unixepoch('subsec') AS INTEGER)";

pub(super) fn head(connection: &Connection, table: &Code) -> Result<Head, WriteFault> {
    let sql = "SELECT epoch, owner, coalesce((SELECT max(key) & 4294967295 FROM entries
            WHERE key BETWEEN id << 32 AND (id << 32) | 4294967295), 0)
        FROM tables WHERE code = ?1";
    let head = connection
        .prepare_cached(sql)?
        .query_row([table.as_str()], |row| {
            Ok(Head {
                epoch: row.get(0)?,
                owner: row.get::<_, Option<Arc<str>>>(1)?.map(NodeId::stored),
                seq: row.get(2)?,
            })
        })
        .optional()?;
    Ok(head.ok_or_else(|| Error::not_found(table))?)
}

pub(super) fn all(connection: &Connection) -> Result<Vec<NodeLease>, WriteFault> {
    let sql = format!("SELECT id, max(until - {NOW}, 0) FROM nodes ORDER BY id");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([], |row| {
        Ok(NodeLease {
            id: NodeId::stored(row.get::<_, Arc<str>>(0)?),
            left: Duration::from_millis(row.get(1)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn claim(
    connection: &Connection,
    table: &Code,
    epoch: u64,
    node: &NodeId,
    unanswered: bool,
) -> Result<(), WriteFault> {
    let head = head(connection, table)?;
    let leased = match &head.owner {
        None => false,
        Some(owner) => connection
            .prepare_cached(&format!(
                "SELECT 1 FROM nodes WHERE id = ?1 AND until > {NOW}"
            ))?
            .exists([owner.as_str()])?,
    };
    head.may_claim(table, epoch, node, leased, unanswered)?;
    connection
        .prepare_cached("UPDATE tables SET epoch = epoch + 1, owner = ?2 WHERE code = ?1")?
        .execute([table.as_str(), node.as_str()])?;
    Ok(())
}

pub(super) fn lease(
    connection: &Connection,
    node: &NodeId,
    lasts: Duration,
) -> Result<(), WriteFault> {
    let sql = format!(
        "INSERT INTO nodes (id, until) VALUES (?1, {NOW} + ?2)
            ON CONFLICT (id) DO UPDATE SET until = excluded.until"
    );
    let lasts = lasts.as_millis() as i64;
    connection
        .prepare_cached(&sql)?
        .execute(params![node.as_str(), lasts])?;
    Ok(())
}
