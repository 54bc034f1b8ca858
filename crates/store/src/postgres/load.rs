//! Reads a whole table, and the list of all tables.

use tokio_postgres::Row;

use crate::chain::{self, Chain};
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::postgres::Failure;
use crate::postgres::rows::seal;
use crate::postgres::text::unpack;
use crate::seal::Seal;
use crate::table::{Filter, NewTable, StoredTable, Summary, TableState};

pub(super) const OPENING: &str = "SELECT tables.code, game, rules_version, options, commitment,
        creator, command_id, at, seal, finished_at, epoch, owner
    FROM tables JOIN heads ON heads.code = tables.code WHERE tables.code = $1";

pub(super) const ENTRIES: &str = "SELECT seq, at, player, command_id, body, seal, code
    FROM entries WHERE code = $1 ORDER BY seq";

/// A table from its rows, with every seal checked.
pub(super) fn record(
    code: &Code,
    opening: Option<&Row>,
    rows: &[Row],
) -> Result<StoredTable, Error> {
    let row = opening.ok_or_else(|| Error::not_found(code))?;
    let unreadable = |_| chain::unreadable(code, 0);
    let (table, stored) = opening_of(row)
        .map_err(unreadable)?
        .ok_or_else(|| chain::unreadable(code, 0))?;
    let mut chain = Chain::begin(&table, stored)?;
    for row in rows {
        let read = entry(row).ok().flatten();
        let (entry, stored) = read.ok_or_else(|| chain::unreadable(code, chain.next()))?;
        chain.push(entry, stored)?;
    }
    let finished_at: Option<i64> = row.try_get(9).map_err(unreadable)?;
    let epoch: i64 = row.try_get(10).map_err(unreadable)?;
    let owner: Option<String> = row.try_get(11).map_err(unreadable)?;
    Ok(StoredTable {
        table,
        entries: chain.into_entries(),
        finished_at: finished_at.map(|at| at as u64),
        epoch: epoch as u64,
        owner: owner.map(NodeId::stored),
    })
}

/// `None` if a value has the wrong length or sign.
fn opening_of(row: &Row) -> Result<Option<(NewTable, Seal)>, Failure> {
    let rules_version = u32::try_from(row.try_get::<_, i64>(2)?).ok();
    let commitment = row.try_get::<_, &[u8]>(4)?.try_into().ok();
    let at = u64::try_from(row.try_get::<_, i64>(7)?).ok();
    let stored = seal(row.try_get(8)?);
    let (Some(rules_version), Some(commitment), Some(at), Some(stored)) =
        (rules_version, commitment, at, stored)
    else {
        return Ok(None);
    };
    let table = NewTable {
        code: Code::stored(row.try_get::<_, String>(0)?),
        game: unpack(row.try_get(1)?),
        rules_version,
        options: unpack(row.try_get(3)?),
        commitment,
        creator: PlayerId::stored(row.try_get::<_, String>(5)?),
        command_id: row.try_get::<_, Option<String>>(6)?.map(CommandId::stored),
        at,
    };
    Ok(Some((table, stored)))
}

/// `None` if a value has the wrong length or sign.
pub(super) fn entry(row: &Row) -> Result<Option<(StoredEntry, Seal)>, Failure> {
    let seq = u64::try_from(row.try_get::<_, i64>(0)?).ok();
    let at = u64::try_from(row.try_get::<_, i64>(1)?).ok();
    let (Some(seq), Some(at), Some(stored)) = (seq, at, seal(row.try_get(5)?)) else {
        return Ok(None);
    };
    let entry = StoredEntry {
        seq,
        at,
        player: row.try_get::<_, Option<String>>(2)?.map(PlayerId::stored),
        command_id: row.try_get::<_, Option<String>>(3)?.map(CommandId::stored),
        body: unpack(row.try_get(4)?),
    };
    Ok(Some((entry, stored)))
}

/// The statement that lists tables. It has only the conditions of the filter, so that an index can
/// answer it.
pub(super) const fn list(filter: &Filter) -> &'static str {
    macro_rules! sql {
        ($state:literal, $owner:literal) => {
            concat!(
                "SELECT tables.code, game, rules_version, creator, at, finished_at, last_seq,
                    last_at, epoch, owner
                FROM heads JOIN tables ON tables.code = heads.code
                WHERE heads.code > $1 AND ($2::TEXT IS NULL OR game = $2) AND ",
                $state,
                " AND ",
                $owner,
                " ORDER BY heads.code LIMIT $3"
            )
        };
    }
    match (&filter.state, &filter.owner) {
        (None, None) => sql!("TRUE", "$4::TEXT IS NULL"),
        (None, Some(_)) => sql!("TRUE", "owner = $4"),
        (Some(TableState::Open), None) => sql!("finished_at IS NULL", "$4::TEXT IS NULL"),
        (Some(TableState::Open), Some(_)) => sql!("finished_at IS NULL", "owner = $4"),
        (Some(TableState::Finished), None) => sql!("finished_at IS NOT NULL", "$4::TEXT IS NULL"),
        (Some(TableState::Finished), Some(_)) => sql!("finished_at IS NOT NULL", "owner = $4"),
    }
}

pub(super) fn summary(row: &Row) -> Result<Summary, Failure> {
    let number = |column| row.try_get::<_, i64>(column).map(|number| number as u64);
    let finished_at: Option<i64> = row.try_get(5)?;
    Ok(Summary {
        code: Code::stored(row.try_get::<_, String>(0)?),
        game: unpack(row.try_get(1)?),
        rules_version: number(2)? as u32,
        creator: PlayerId::stored(row.try_get::<_, String>(3)?),
        created_at: number(4)?,
        finished_at: finished_at.map(|at| at as u64),
        last_seq: number(6)?,
        last_at: number(7)?,
        epoch: number(8)?,
        owner: row.try_get::<_, Option<String>>(9)?.map(NodeId::stored),
    })
}
