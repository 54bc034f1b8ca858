//! The statements of the operator's desk.

use tokio_postgres::types::ToSql;

use crate::chain;
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::operation::{Ban, Deed, Operation, OperatorNote, PastGame, Pruned, Rewrite};
use crate::player::Unused;
use crate::postgres::archive;
use crate::postgres::connection::Connection;
use crate::postgres::rows::{self, int};
use crate::postgres::text::pack;
use crate::postgres::{Heads, WriteFault, games, load, tokens};
use crate::token::TokenHash;

/// Does a deed and writes its line. A refusal may come in the middle; then everything is undone.
pub(super) async fn operate(
    connection: &Connection,
    heads: &mut Heads,
    operation: &Operation,
) -> Result<(), WriteFault> {
    connection.batch("SAVEPOINT operation").await?;
    let done = deed(connection, heads, operation).await;
    let end = match &done {
        Ok(()) => "RELEASE SAVEPOINT operation",
        Err(WriteFault::Refused(_)) => {
            "ROLLBACK TO SAVEPOINT operation; RELEASE SAVEPOINT operation"
        }
        // The whole transaction is lost.
        Err(WriteFault::Failed(_)) => return done,
    };
    connection.batch(end).await?;
    done
}

async fn deed(
    connection: &Connection,
    heads: &mut Heads,
    Operation { note, deed }: &Operation,
) -> Result<(), WriteFault> {
    match deed {
        Deed::Noted => {}
        Deed::Ban(ban) => put_ban(connection, ban).await?,
        Deed::Unban(banned) => {
            let name = pack(banned.name());
            let sql = "DELETE FROM bans WHERE kind = $1 AND name = $2";
            connection.execute(sql, &[&banned.kind(), &&*name]).await?;
        }
        Deed::RevokeTokens { player, only } => {
            revoke_tokens(connection, player, only.as_ref(), note.at).await?;
        }
        Deed::Erase {
            player,
            rewrites,
            lines,
            name,
        } => {
            erase(connection, player, note.at).await?;
            games::forget_claimed(connection, player).await?;
            games::rename(connection, player, name).await?;
            games::forget(connection, player).await?;
            for change in rewrites {
                heads.forget(&change.table);
                rewrite(connection, change).await?;
            }
            for (id, line) in lines {
                let sql = "UPDATE past_games SET line = $2 WHERE id = $1";
                connection.execute(sql, &[&int(*id), &&*pack(line)]).await?;
            }
        }
        Deed::Prune { tables } => {
            for table in tables {
                heads.forget(&table.table);
                prune(connection, table).await?;
            }
        }
        Deed::Forget { players, unused } => {
            for player in players {
                forget(connection, player, unused).await?;
            }
        }
        Deed::SetAside { table, after } => {
            heads.forget(table);
            set_aside(connection, table, *after, note.at).await?;
        }
    }
    write_note(connection, note).await
}

/// Writes a note with the next number. If two nodes take the same number, the key refuses one of
/// them, and that node tries again.
async fn write_note(connection: &Connection, note: &OperatorNote) -> Result<(), WriteFault> {
    let sql = "INSERT INTO operators_log (id, at, who, why, action, subject, detail)
        SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4, $5, $6 FROM operators_log";
    let texts = [
        &note.who,
        &note.why,
        &note.action,
        &note.subject,
        &note.detail,
    ]
    .map(|text| pack(text));
    let at = int(note.at);
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&at];
    values.extend(texts.iter().map(|text| text as &(dyn ToSql + Sync)));
    connection.execute(sql, &values).await?;
    Ok(())
}

async fn put_ban(connection: &Connection, ban: &Ban) -> Result<(), WriteFault> {
    let sql = "INSERT INTO bans (kind, name, at, until, why) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (kind, name) DO UPDATE
        SET at = excluded.at, until = excluded.until, why = excluded.why";
    let values: [&(dyn ToSql + Sync); 5] = [
        &ban.banned.kind(),
        &pack(ban.banned.name()),
        &int(ban.at),
        &ban.until.map(int),
        &pack(&ban.why),
    ];
    connection.execute(sql, &values).await?;
    Ok(())
}

async fn revoke_tokens(
    connection: &Connection,
    player: &PlayerId,
    only: Option<&TokenHash>,
    at: u64,
) -> Result<(), WriteFault> {
    must_be_known(connection, player).await?;
    let sql = "UPDATE tokens SET revoked_at = $2
        WHERE player = $1 AND revoked_at IS NULL AND ($3::BYTEA IS NULL OR hash = $3)";
    let only = only.map(tokens::bytes);
    let values: [&(dyn ToSql + Sync); 3] = [&player.as_str(), &int(at), &only];
    connection.execute(sql, &values).await?;
    Ok(())
}

async fn erase(connection: &Connection, player: &PlayerId, at: u64) -> Result<(), WriteFault> {
    must_be_known(connection, player).await?;
    let id = player.as_str();
    let sql = "UPDATE players SET erased_at = coalesce(erased_at, $2) WHERE id = $1";
    connection.execute(sql, &[&id, &int(at)]).await?;
    let sql = "DELETE FROM tokens WHERE player = $1";
    connection.execute(sql, &[&id]).await?;
    let sql = "DELETE FROM aside WHERE player = $1";
    connection.execute(sql, &[&id]).await?;
    Ok(())
}

async fn forget(
    connection: &Connection,
    player: &PlayerId,
    unused: &Unused,
) -> Result<(), WriteFault> {
    let id = player.as_str();
    let values: [&(dyn ToSql + Sync); 3] =
        [&int(unused.came_before), &int(unused.unused_since), &id];
    if connection.execute(archive::FORGET, &values).await? > 0 {
        let sql = "DELETE FROM tokens WHERE player = $1";
        connection.execute(sql, &[&id]).await?;
    }
    Ok(())
}

async fn must_be_known(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    let sql = "SELECT 1 FROM players WHERE id = $1 FOR UPDATE";
    match connection.query_opt(sql, &[&player.as_str()]).await? {
        Some(_) => Ok(()),
        None => Err(Error::no_player(player).into()),
    }
}

/// Writes new bodies and seals every later entry anew. The old seals are checked first: damage is
/// never sealed.
async fn rewrite(connection: &Connection, change: &Rewrite) -> Result<(), WriteFault> {
    let code = &change.table;
    rows::locked_end(connection, code).await?;
    let opening = connection
        .query_opt(load::OPENING, &[&code.as_str()])
        .await?;
    let entries = connection.query(load::ENTRIES, &[&code.as_str()]).await?;
    let record = load::record(code, opening.as_ref(), &entries)?;
    let changed = chain::reseal(record, change)?;
    for (entry, seal) in &changed {
        let sql = "UPDATE entries SET body = $3, seal = $4 WHERE code = $1 AND seq = $2";
        let values: [&(dyn ToSql + Sync); 4] = [
            &code.as_str(),
            &int(entry.seq),
            &pack(&entry.body),
            &seal.0.as_slice(),
        ];
        connection.execute(sql, &values).await?;
    }
    if let Some((_, seal)) = changed.last() {
        let sql = "UPDATE heads SET last_seal = $2 WHERE code = $1";
        let values: [&(dyn ToSql + Sync); 2] = [&code.as_str(), &seal.0.as_slice()];
        connection.execute(sql, &values).await?;
    }
    Ok(())
}

async fn prune(connection: &Connection, pruned: &Pruned) -> Result<(), WriteFault> {
    let code = &pruned.table;
    let end = rows::locked_end(connection, code).await?;
    end.expect(code, pruned.expect)?;
    for PastGame { game, at, line } in &pruned.games {
        let sql = "INSERT INTO past_games (id, code, game, at, line)
            SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4 FROM past_games";
        let values: [&(dyn ToSql + Sync); 4] =
            [&code.as_str(), &pack(game), &int(*at), &pack(line)];
        connection.execute(sql, &values).await?;
    }
    delete(connection, code).await
}

/// Copies rows unchanged, even damaged ones.
async fn set_aside(
    connection: &Connection,
    table: &Code,
    after: u64,
    at: u64,
) -> Result<(), WriteFault> {
    rows::locked_end(connection, table).await?;
    let code = table.as_str();
    if after == 0 {
        let sql = "INSERT INTO aside
                (id, aside_at, code, seq, at, player, command_id, body, seal)
            SELECT (SELECT coalesce(max(id), 0) FROM aside) + 1, $2, code, 0, at, creator,
                command_id, game || ' ' || CAST(rules_version AS TEXT) || ' '
                    || encode(commitment, 'hex') || ' ' || options, seal
            FROM tables WHERE code = $1";
        connection.execute(sql, &[&code, &int(at)]).await?;
    }
    let sql = "INSERT INTO aside (id, aside_at, code, seq, at, player, command_id, body, seal)
        SELECT (SELECT coalesce(max(id), 0) FROM aside) + row_number() OVER (ORDER BY seq), $3,
            code, seq, at, player, command_id, body, seal
        FROM entries WHERE code = $1 AND seq > $2";
    let values: [&(dyn ToSql + Sync); 3] = [&code, &int(after), &int(at)];
    connection.execute(sql, &values).await?;
    if after == 0 {
        return delete(connection, table).await;
    }
    let sql = "DELETE FROM entries WHERE code = $1 AND seq > $2";
    connection.execute(sql, &[&code, &int(after)]).await?;
    // The table now ends with its last entry, even if its head was further on.
    let sql = "UPDATE heads SET last_seq = last.seq, last_at = last.at, last_seal = last.seal
        FROM (SELECT seq, at, seal FROM entries WHERE code = $1 ORDER BY seq DESC LIMIT 1) AS last
        WHERE code = $1";
    if connection.execute(sql, &[&code]).await? == 0 {
        let sql = "UPDATE heads SET last_seq = 0, last_at = tables.at, last_seal = tables.seal
            FROM tables WHERE heads.code = $1 AND tables.code = $1";
        connection.execute(sql, &[&code]).await?;
    }
    Ok(())
}

/// Deletes a table with all its entries.
async fn delete(connection: &Connection, table: &Code) -> Result<(), WriteFault> {
    for sql in [
        "DELETE FROM entries WHERE code = $1",
        "DELETE FROM heads WHERE code = $1",
        "DELETE FROM tables WHERE code = $1",
    ] {
        connection.execute(sql, &[&table.as_str()]).await?;
    }
    Ok(())
}
