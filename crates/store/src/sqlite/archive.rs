//! The questions of the operator's desk. Some look at every entry.

use std::sync::Arc;

use rusqlite::{Connection, params};

use crate::archive::{Found, Wanted};
use crate::id::{Code, PlayerId};
use crate::operation::{Aside, Ban, Banned, Note, PastGame, PastGameLine};
use crate::player::Player;
use crate::sqlite::rows::{self, Fault};
use crate::table::Filter;

pub(super) fn players(
    connection: &Connection,
    prefix: &str,
    after: Option<&PlayerId>,
) -> Result<Vec<Player>, Fault> {
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

pub(super) fn find(connection: &Connection, wanted: &Wanted) -> Result<Vec<Found>, Fault> {
    // `instr` of lower-case texts is `LIKE` without its signs for any text.
    let sql = "SELECT seq, entries.at, player, entries.command_id, body, entries.seal, code
        FROM entries JOIN tables ON tables.id = table_id
        WHERE (?1 IS NULL OR player = ?1) AND substr(body, 1, length(?2)) = ?2
            AND instr(lower(body), lower(?3)) > 0
        ORDER BY key LIMIT ?4";
    let mut statement = connection.prepare_cached(sql)?;
    let player = wanted.player.as_ref().map(PlayerId::as_str);
    let limit = wanted.limit as u64;
    let mut rows = statement.query(params![player, wanted.begins, wanted.has, limit])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        // A row that does not read is damaged, and its table says so.
        if let (Ok((entry, _)), Ok(code)) = (rows::entry(row), row.get::<_, Arc<str>>(6)) {
            let table = Code::stored(code);
            found.push(Found { table, entry });
        }
    }
    Ok(found)
}

pub(super) fn bans(connection: &Connection) -> Result<Vec<Ban>, Fault> {
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
) -> Result<Vec<(u64, Note)>, Fault> {
    let sql = "SELECT id, at, who, why, action, subject, detail FROM operators_log
        WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params![before, limit as u64], |row| {
        let note = Note {
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
) -> Result<Vec<PastGameLine>, Fault> {
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

pub(super) fn aside(connection: &Connection) -> Result<Vec<Aside>, Fault> {
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
