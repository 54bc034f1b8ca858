//! The statements of the operator's desk.

use rusqlite::{Connection, params};

use crate::chain;
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::operation::{Ban, Banned, Deed, Operation, OperatorNote, PastGame, Pruned, Rewrite};
use crate::player::Unused;
use crate::sqlite::archive::HAS_NO_WAY_BACK;
use crate::sqlite::rows::{self, Heads, WriteFault};
use crate::sqlite::{games, load};
use crate::token::TokenHash;

/// Does a deed and writes its line. A refusal may come in the middle; then everything is undone.
pub(super) fn operate(
    connection: &Connection,
    heads: &mut Heads,
    operation: &Operation,
) -> Result<(), WriteFault> {
    connection.execute_batch("SAVEPOINT operation")?;
    let done = deed(connection, heads, operation);
    let end = match &done {
        Ok(()) => "RELEASE operation",
        Err(_) => "ROLLBACK TO operation; RELEASE operation",
    };
    connection.execute_batch(end)?;
    done
}

fn deed(
    connection: &Connection,
    heads: &mut Heads,
    Operation { note, deed }: &Operation,
) -> Result<(), WriteFault> {
    match deed {
        Deed::Noted => {}
        Deed::Ban(ban) => put_ban(connection, ban)?,
        Deed::Unban(banned) => remove_ban(connection, banned)?,
        Deed::RevokeTokens { player, only } => {
            revoke_tokens(connection, player, only.as_ref(), note.at)?;
        }
        Deed::Erase {
            player,
            rewrites,
            lines,
            name,
        } => {
            erase(connection, player, note.at)?;
            games::forget_claimed(connection, player)?;
            games::rename(connection, player, name)?;
            games::forget(connection, player)?;
            for change in rewrites {
                heads.forget(&change.table);
                rewrite(connection, change)?;
            }
            for (id, line) in lines {
                let sql = "UPDATE past_games SET line = ?2 WHERE id = ?1";
                connection.execute(sql, params![id, line])?;
            }
        }
        Deed::Prune { tables } => {
            for table in tables {
                heads.forget(&table.table);
                prune(connection, table)?;
            }
        }
        Deed::Forget { players, unused } => {
            for player in players {
                forget(connection, player, unused)?;
            }
        }
        Deed::SetAside { table, after } => {
            heads.forget(table);
            set_aside(connection, table, *after, note.at)?;
        }
    }
    write_note(connection, note)
}

fn write_note(connection: &Connection, note: &OperatorNote) -> Result<(), WriteFault> {
    let sql = "INSERT INTO operators_log (at, who, why, action, subject, detail)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.execute(
        sql,
        params![
            note.at,
            note.who,
            note.why,
            note.action,
            note.subject,
            note.detail
        ],
    )?;
    Ok(())
}

fn put_ban(connection: &Connection, ban: &Ban) -> Result<(), WriteFault> {
    let sql = "INSERT OR REPLACE INTO bans (kind, name, at, until, why)
        VALUES (?1, ?2, ?3, ?4, ?5)";
    let (kind, name) = (ban.banned.kind(), ban.banned.name());
    connection.execute(sql, params![kind, name, ban.at, ban.until, ban.why])?;
    Ok(())
}

fn remove_ban(connection: &Connection, banned: &Banned) -> Result<(), WriteFault> {
    let sql = "DELETE FROM bans WHERE kind = ?1 AND name = ?2";
    connection.execute(sql, [banned.kind(), banned.name()])?;
    Ok(())
}

fn revoke_tokens(
    connection: &Connection,
    player: &PlayerId,
    only: Option<&TokenHash>,
    at: u64,
) -> Result<(), WriteFault> {
    must_be_known(connection, player)?;
    let sql = "UPDATE tokens SET revoked_at = ?2
        WHERE player = ?1 AND revoked_at IS NULL AND (?3 IS NULL OR hash = ?3)";
    connection.execute(
        sql,
        params![player.as_str(), at, only.map(TokenHash::as_bytes)],
    )?;
    Ok(())
}

fn erase(connection: &Connection, player: &PlayerId, at: u64) -> Result<(), WriteFault> {
    must_be_known(connection, player)?;
    let id = player.as_str();
    connection.execute(
        "UPDATE players SET erased_at = coalesce(erased_at, ?2) WHERE id = ?1",
        params![id, at],
    )?;
    connection.execute("DELETE FROM tokens WHERE player = ?1", [id])?;
    connection.execute("DELETE FROM aside WHERE player = ?1", [id])?;
    Ok(())
}

fn forget(connection: &Connection, player: &PlayerId, unused: &Unused) -> Result<(), WriteFault> {
    let sql = format!("DELETE FROM players WHERE {HAS_NO_WAY_BACK} AND id = ?3");
    let values = params![unused.came_before, unused.unused_since, player.as_str()];
    if connection.prepare_cached(&sql)?.execute(values)? > 0 {
        let sql = "DELETE FROM tokens WHERE player = ?1";
        connection.prepare_cached(sql)?.execute([player.as_str()])?;
    }
    Ok(())
}

fn must_be_known(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    let known = connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1")?
        .exists([player.as_str()])?;
    match known {
        true => Ok(()),
        false => Err(Error::no_player(player).into()),
    }
}

/// Writes new bodies and seals every later entry anew. The old seals are checked first: damage is
/// never sealed.
fn rewrite(connection: &Connection, change: &Rewrite) -> Result<(), WriteFault> {
    let code = &change.table;
    let record = load::load(connection, code)?;
    let head = rows::known_head(connection, code)?;
    let sql = "UPDATE entries SET body = ?3, seal = ?4 WHERE key = (?1 << 32) | ?2";
    let mut statement = connection.prepare_cached(sql)?;
    for (entry, seal) in chain::reseal(record, change)? {
        statement.execute(params![head.id, entry.seq, entry.body, seal.0])?;
    }
    Ok(())
}

fn prune(connection: &Connection, pruned: &Pruned) -> Result<(), WriteFault> {
    let head = rows::known_head(connection, &pruned.table)?;
    head.end.expect(&pruned.table, pruned.expect)?;
    for PastGame { game, at, line } in &pruned.games {
        let sql = "INSERT INTO past_games (code, game, at, line) VALUES (?1, ?2, ?3, ?4)";
        connection
            .prepare_cached(sql)?
            .execute(params![pruned.table.as_str(), game, at, line])?;
    }
    delete(connection, head.id, 0)
}

/// Copies rows unchanged, byte by byte.
fn set_aside(connection: &Connection, table: &Code, after: u64, at: u64) -> Result<(), WriteFault> {
    // The head is not read: its seal may be damaged.
    let id: Option<i64> = {
        let mut statement = connection.prepare_cached("SELECT id FROM tables WHERE code = ?1")?;
        let mut ids = statement.query([table.as_str()])?;
        ids.next()?.map(|row| row.get(0)).transpose()?
    };
    let id = id.ok_or_else(|| Error::not_found(table))?;
    if after == 0 {
        let sql = "INSERT INTO aside (aside_at, code, seq, at, player, command_id, body, seal)
            SELECT ?2, code, 0, at, creator, command_id,
                game || ' ' || rules_version || ' ' || hex(commitment) || ' ' || options, seal
            FROM tables WHERE id = ?1";
        connection.execute(sql, params![id, at])?;
    }
    let sql = "INSERT INTO aside (aside_at, code, seq, at, player, command_id, body, seal)
        SELECT ?3, ?4, seq, at, player, command_id, body, seal FROM entries
        WHERE key BETWEEN (?1 << 32) + ?2 + 1 AND (?1 << 32) | 4294967295 ORDER BY key";
    connection.execute(sql, params![id, after, at, table.as_str()])?;
    delete(connection, id, after)
}

/// Deletes the entries of a table after this one, and the whole table after 0.
fn delete(connection: &Connection, id: i64, after: u64) -> Result<(), WriteFault> {
    let sql = "DELETE FROM entries
        WHERE key BETWEEN (?1 << 32) + ?2 + 1 AND (?1 << 32) | 4294967295";
    connection.execute(sql, params![id, after])?;
    if after == 0 {
        connection.execute("DELETE FROM tables WHERE id = ?1", [id])?;
    }
    Ok(())
}
