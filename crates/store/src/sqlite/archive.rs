//! The questions of the operator's desk. Some look at every entry.

use std::sync::Arc;

use rusqlite::{Connection, params};

use crate::archive::{Found, Wanted};
use crate::id::{Code, PlayerId};
use crate::operation::{Aside, Ban, Banned, MOST_FORGOTTEN, OperatorNote, PastGame, PastGameLine};
use crate::player::{Player, Unused};
use crate::sqlite::load;
use crate::sqlite::rows::WriteFault;
use crate::table::Filter;

pub(super) fn players(
    connection: &Connection,
    prefix: &str,
    after: Option<&PlayerId>,
) -> Result<Vec<Player>, WriteFault> {
    let sql = "SELECT id, at, erased_at FROM players
        WHERE id > ?1 AND substr(id, 1, length(?2)) = ?2 ORDER BY id LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let after = after.map_or("", PlayerId::as_str);
    let rows = statement.query_map(params![after, prefix, Filter::MOST as u64], |row| {
        Ok(Player {
            id: PlayerId::stored(row.get::<_, Arc<str>>(0)?),
            at: row.get(1)?,
            erased_at: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Of players: that they came before `?1`, and that no token last used since `?2` leads back to
/// them. [`Unused::fits`] is the same in Rust.
pub(super) const HAS_NO_WAY_BACK: &str = "at < ?1 AND NOT EXISTS (
        SELECT 1 FROM tokens WHERE player = players.id
            AND revoked_at IS NULL AND expires_at IS NULL
            AND coalesce(used_at, made_at) > players.at
            AND coalesce(used_at, made_at) >= ?2
    )";

pub(super) fn unused_players(
    connection: &Connection,
    unused: &Unused,
    after: Option<&PlayerId>,
    limit: usize,
) -> Result<Vec<PlayerId>, WriteFault> {
    let sql = format!(
        "SELECT id FROM players WHERE {HAS_NO_WAY_BACK} AND id > ?3
            AND id NOT IN (SELECT creator FROM tables)
            AND id NOT IN (SELECT player FROM entries WHERE player IS NOT NULL)
            AND id NOT IN (SELECT player FROM seats WHERE player IS NOT NULL)
            AND id NOT IN (SELECT player FROM aside WHERE player IS NOT NULL)
        ORDER BY id LIMIT ?4"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let after = after.map_or("", PlayerId::as_str);
    let limit = limit.min(MOST_FORGOTTEN) as u64;
    let values = params![unused.came_before, unused.unused_since, after, limit];
    let players = statement.query_map(values, |row| {
        Ok(PlayerId::stored(row.get::<_, Arc<str>>(0)?))
    })?;
    Ok(players.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn find(connection: &Connection, wanted: &Wanted) -> Result<Vec<Found>, WriteFault> {
    // `instr` of lower-case texts is `LIKE` without its wildcards.
    let of_table = match wanted.table {
        Some(_) => "code = ?5",
        None => "?5 IS NULL",
    };
    let sql = format!(
        "SELECT seq, entries.at, player, entries.command_id, body, entries.seal, code
        FROM entries JOIN tables ON tables.id = table_id
        WHERE (?1 IS NULL OR player = ?1) AND substr(body, 1, length(?2)) = ?2
            AND instr(lower(body), lower(?3)) > 0 AND {of_table}
        ORDER BY key LIMIT ?4"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let table = wanted.table.as_ref().map(Code::as_str);
    let player = wanted.player.as_ref().map(PlayerId::as_str);
    let limit = wanted.limit as u64;
    let mut rows = statement.query(params![player, wanted.begins, wanted.has, limit, table])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        // A row that cannot be read is damaged; loading its table reports the damage.
        if let (Ok((entry, _)), Ok(code)) = (load::entry(row), row.get::<_, Arc<str>>(6)) {
            let table = Code::stored(code);
            found.push(Found { table, entry });
        }
    }
    Ok(found)
}

pub(super) fn bans(connection: &Connection) -> Result<Vec<Ban>, WriteFault> {
    let sql = "SELECT kind, name, at, until, why FROM bans ORDER BY kind DESC, name";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        let (kind, name): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(Ban {
            banned: match kind.as_str() {
                "player" => Banned::Player(PlayerId::stored(name)),
                _ => Banned::Address(name),
            },
            at: row.get(2)?,
            until: row.get(3)?,
            why: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn log(
    connection: &Connection,
    before: Option<u64>,
    limit: usize,
) -> Result<Vec<(u64, OperatorNote)>, WriteFault> {
    let sql = "SELECT id, at, who, why, action, subject, detail FROM operators_log
        WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params![before, limit as u64], |row| {
        let note = OperatorNote {
            at: row.get(1)?,
            who: row.get(2)?,
            why: row.get(3)?,
            action: row.get(4)?,
            subject: row.get(5)?,
            detail: row.get(6)?,
        };
        Ok((row.get(0)?, note))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn past_games(
    connection: &Connection,
    having: &str,
    after: u64,
    limit: usize,
) -> Result<Vec<PastGameLine>, WriteFault> {
    let sql = "SELECT id, code, game, at, line FROM past_games
        WHERE id > ?1 AND instr(line, ?2) > 0 ORDER BY id LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params![after, having, limit as u64], |row| {
        Ok(PastGameLine {
            id: row.get(0)?,
            table: Code::stored(row.get::<_, Arc<str>>(1)?),
            game: PastGame {
                game: row.get(2)?,
                at: row.get(3)?,
                line: row.get(4)?,
            },
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn aside(connection: &Connection) -> Result<Vec<Aside>, WriteFault> {
    let sql = "SELECT code, aside_at, count(*) FROM aside
        GROUP BY code, aside_at ORDER BY aside_at, code";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        Ok(Aside {
            table: Code::stored(row.get::<_, Arc<str>>(0)?),
            at: row.get(1)?,
            n_rows: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
