//! The statements about claims and leases. They use the clock of the database, because the clocks
//! of the nodes may differ.

use std::time::Duration;

use tokio_postgres::Row;

use crate::error::Error;
use crate::id::{Code, NodeId};
use crate::postgres::connection::Connection;
use crate::postgres::rows::int;
use crate::postgres::{Failure, WriteFault};
use crate::table::{Head, NodeLease};

pub(super) const HEAD: &str = "SELECT epoch, owner, last_seq FROM heads WHERE code = $1";

pub(super) const NODES: &str = "SELECT id,
        greatest(0, CAST(1000 * extract(epoch FROM until - now()) AS BIGINT))
    FROM nodes ORDER BY id";

/// Claims a table if nothing prevents it. The statement waits for an append of the owner that is
/// under way.
pub(super) const CLAIM: &str = "UPDATE heads SET epoch = epoch + 1, owner = $3
    WHERE code = $1 AND epoch = $2 AND (owner IS NULL OR owner = $3 OR $4
        OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = heads.owner AND until > now()))";

/// Reads the reasons for a refused claim. The row is locked until the decision is made.
pub(super) const CLAIMABLE: &str = "SELECT epoch, owner, last_seq,
        EXISTS (SELECT 1 FROM nodes WHERE nodes.id = heads.owner AND until > now())
    FROM heads WHERE code = $1 FOR UPDATE OF heads";

pub(super) const LEASE: &str = "INSERT INTO nodes (id, until)
    VALUES ($1, now() + $2 * INTERVAL '1 millisecond')
    ON CONFLICT (id) DO UPDATE SET until = excluded.until";

/// A lease in whole milliseconds, as its statement takes it.
pub(super) fn millis(lasts: Duration) -> f64 {
    lasts.as_millis() as f64
}

pub(super) fn head(row: &Row) -> Result<Head, Failure> {
    Ok(Head {
        epoch: row.try_get::<_, i64>(0)? as u64,
        owner: row.try_get::<_, Option<String>>(1)?.map(NodeId::stored),
        seq: row.try_get::<_, i64>(2)? as u64,
    })
}

pub(super) fn node(row: &Row) -> Result<NodeLease, Failure> {
    Ok(NodeLease {
        id: NodeId::stored(row.try_get::<_, String>(0)?),
        left: Duration::from_millis(row.try_get::<_, i64>(1)? as u64),
    })
}

/// Claims a table, or says why it cannot be claimed.
pub(super) async fn claim(
    connection: &Connection,
    table: &Code,
    epoch: u64,
    node: &NodeId,
    unanswered: bool,
) -> Result<(), WriteFault> {
    let row = connection.query_opt(CLAIMABLE, &[&table.as_str()]).await?;
    let row = row.ok_or_else(|| Error::not_found(table))?;
    let leased: bool = row.try_get(3)?;
    head(&row)?.may_claim(table, epoch, node, leased, unanswered)?;
    // The obstacles were checked under the lock; a lease that began later does not count.
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
        [&table.as_str(), &int(epoch), &node.as_str(), &true];
    connection.execute(CLAIM, &values).await?;
    Ok(())
}
