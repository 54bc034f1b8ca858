//! The statements about players and their tokens.
//!
//! Every writer of a player's tokens locks the player's row first: of two nodes, one decides after
//! the other.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::error::Error;
use crate::id::PlayerId;
use crate::postgres::connection::Connection;
use crate::postgres::rows::int;
use crate::postgres::{Failure, WriteFault};
use crate::token::{Token, TokenHash};

pub(super) const FIND: &str =
    "SELECT hash, player, made_at, used_at, replaces, revoked_at, expires_at
    FROM tokens WHERE hash = $1";

pub(super) const OF_PLAYER: &str =
    "SELECT hash, player, made_at, used_at, replaces, revoked_at, expires_at
    FROM tokens WHERE player = $1 ORDER BY made_at, hash";

const INSERT: &str = "INSERT INTO tokens (hash, player, made_at, used_at, replaces, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6)";

const REVOKE: &str = "UPDATE tokens SET revoked_at = $2 WHERE hash = $1 AND revoked_at IS NULL";

pub(super) fn token(row: &Row) -> Result<Option<Token>, Failure> {
    let replaces: Option<&[u8]> = row.try_get(4)?;
    let number = |number: Option<i64>| number.map(|number| number as u64);
    let Some(hash) = hash(row.try_get(0)?) else {
        return Ok(None);
    };
    Ok(Some(Token {
        hash,
        player: PlayerId::stored(row.try_get::<_, String>(1)?),
        made_at: row.try_get::<_, i64>(2)? as u64,
        used_at: number(row.try_get(3)?),
        replaces: replaces.and_then(self::hash),
        revoked_at: number(row.try_get(5)?),
        expires_at: number(row.try_get(6)?),
    }))
}

fn hash(bytes: &[u8]) -> Option<TokenHash> {
    bytes.try_into().ok().map(TokenHash::stored)
}

pub(super) fn bytes(hash: &TokenHash) -> &[u8] {
    hash.as_bytes()
}

async fn find(connection: &Connection, hash: &TokenHash) -> Result<Option<Token>, WriteFault> {
    let row = connection.query_opt(FIND, &[&bytes(hash)]).await?;
    match row {
        Some(row) => Ok(token(&row)?),
        None => Ok(None),
    }
}

pub(super) async fn enroll(
    connection: &Connection,
    player: &PlayerId,
    hash: &TokenHash,
    at: u64,
) -> Result<(), WriteFault> {
    let sql = "INSERT INTO players (id, at)
        SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE hash = $3)
        ON CONFLICT (id) DO NOTHING";
    let values: [&(dyn ToSql + Sync); 3] = [&player.as_str(), &int(at), &bytes(hash)];
    if connection.execute(sql, &values).await? == 0 {
        let sql = "SELECT 1 FROM players WHERE id = $1";
        let known = connection.query_opt(sql, &[&player.as_str()]).await?;
        let player = player.clone();
        return Err(match known {
            Some(_) => Error::PlayerTaken { player },
            None => Error::TokenTaken,
        }
        .into());
    }
    insert(connection, &Token::first(player, *hash, at)).await
}

pub(super) async fn give(
    connection: &Connection,
    new: &Token,
    expired_before: u64,
) -> Result<(), WriteFault> {
    let player = &new.player;
    let sql = "SELECT erased_at IS NULL FROM players WHERE id = $1 FOR UPDATE";
    let row = connection.query_opt(sql, &[&player.as_str()]).await?;
    let is_here = row.map_or(Ok(false), |row| row.try_get(0))?;
    if !is_here {
        return Err(Error::no_player(player).into());
    }
    if find(connection, &new.hash).await?.is_some() {
        return Err(Error::TokenTaken.into());
    }
    let rows = connection.query(OF_PLAYER, &[&player.as_str()]).await?;
    let mut known = Vec::new();
    for row in &rows {
        known.extend(token(row)?);
    }
    for forgotten in new.make_room(known, expired_before)? {
        let sql = "DELETE FROM tokens WHERE hash = $1";
        connection.execute(sql, &[&bytes(&forgotten)]).await?;
    }
    insert(connection, new).await
}

pub(super) async fn note_use(
    connection: &Connection,
    hash: &TokenHash,
    at: u64,
) -> Result<(), WriteFault> {
    let sql = "SELECT used_at IS NULL, replaces FROM tokens
        WHERE hash = $1 AND revoked_at IS NULL FOR UPDATE";
    let row = connection.query_opt(sql, &[&bytes(hash)]).await?;
    let row = row.ok_or(Error::NoToken)?;
    let sql = "UPDATE tokens SET used_at = greatest(used_at, $2) WHERE hash = $1";
    connection.execute(sql, &[&bytes(hash), &int(at)]).await?;
    let (is_first, old): (bool, Option<&[u8]>) = (row.try_get(0)?, row.try_get(1)?);
    if let Some(old) = old.filter(|_| is_first) {
        connection.execute(REVOKE, &[&old, &int(at)]).await?;
    }
    Ok(())
}

pub(super) async fn revoke(
    connection: &Connection,
    hash: &TokenHash,
    at: u64,
) -> Result<(), WriteFault> {
    find(connection, hash).await?.ok_or(Error::NoToken)?;
    // Only the first revocation counts.
    connection
        .execute(REVOKE, &[&bytes(hash), &int(at)])
        .await?;
    Ok(())
}

/// The write that loses a race for a token is undone and tried again, and then finds the token
/// taken.
async fn insert(connection: &Connection, token: &Token) -> Result<(), WriteFault> {
    let values: [&(dyn ToSql + Sync); 6] = [
        &bytes(&token.hash),
        &token.player.as_str(),
        &int(token.made_at),
        &token.used_at.map(int),
        &token.replaces.as_ref().map(bytes),
        &token.expires_at.map(int),
    ];
    connection.execute(INSERT, &values).await?;
    Ok(())
}
