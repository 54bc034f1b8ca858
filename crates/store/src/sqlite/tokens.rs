//! The statements about players and their tokens.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::Error;
use crate::id::PlayerId;
use crate::sqlite::rows::WriteFault;
use crate::token::{Token, TokenHash};

/// This is also the beginning of the question for the tokens of a player.
pub(super) const FIND: &str =
    "SELECT hash, player, made_at, used_at, replaces, revoked_at, expires_at
    FROM tokens WHERE hash = ?1";

pub(super) fn of_player() -> String {
    FIND.replace("hash = ?1", "player = ?1 ORDER BY made_at, hash")
}

pub(super) fn find(connection: &Connection, hash: &TokenHash) -> Result<Option<Token>, WriteFault> {
    let token = connection
        .prepare_cached(FIND)?
        .query_row([hash.as_bytes()], token)
        .optional()?;
    Ok(token)
}

pub(super) fn of(connection: &Connection, player: &PlayerId) -> Result<Vec<Token>, WriteFault> {
    let mut statement = connection.prepare_cached(&of_player())?;
    let tokens = statement.query_map([player.as_str()], token)?;
    Ok(tokens.collect::<rusqlite::Result<_>>()?)
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        hash: TokenHash::stored(row.get(0)?),
        player: PlayerId::stored(row.get::<_, Arc<str>>(1)?),
        made_at: row.get(2)?,
        used_at: row.get(3)?,
        replaces: row.get::<_, Option<[u8; 32]>>(4)?.map(TokenHash::stored),
        revoked_at: row.get(5)?,
        expires_at: row.get(6)?,
    })
}

pub(super) fn enroll(
    connection: &Connection,
    player: &PlayerId,
    hash: &TokenHash,
    at: u64,
) -> Result<(), WriteFault> {
    let known = connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1")?
        .exists([player.as_str()])?;
    if known {
        let player = player.clone();
        return Err(Error::PlayerTaken { player }.into());
    }
    must_be_free(connection, hash)?;
    connection
        .prepare_cached("INSERT INTO players (id, at) VALUES (?1, ?2)")?
        .execute(params![player.as_str(), at])?;
    insert(connection, &Token::first(player, *hash, at))
}

pub(super) fn give(
    connection: &Connection,
    new: &Token,
    expired_before: u64,
) -> Result<(), WriteFault> {
    let player = &new.player;
    let is_here = connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1 AND erased_at IS NULL")?
        .exists([player.as_str()])?;
    if !is_here {
        let player = player.clone();
        return Err(Error::NoPlayer { player }.into());
    }
    must_be_free(connection, &new.hash)?;
    for token in new.make_room(of(connection, player)?, expired_before)? {
        connection
            .prepare_cached("DELETE FROM tokens WHERE hash = ?1")?
            .execute([token.as_bytes()])?;
    }
    insert(connection, new)
}

pub(super) fn note_use(
    connection: &Connection,
    hash: &TokenHash,
    at: u64,
) -> Result<(), WriteFault> {
    let token = find(connection, hash)?.filter(|token| token.revoked_at.is_none());
    let token = token.ok_or(Error::NoToken)?;
    connection
        .prepare_cached("UPDATE tokens SET used_at = ?2 WHERE hash = ?1")?
        .execute(params![hash.as_bytes(), token.used_at.max(Some(at))])?;
    if let (None, Some(old)) = (token.used_at, &token.replaces) {
        set_revoked(connection, old, at)?;
    }
    Ok(())
}

pub(super) fn revoke(connection: &Connection, hash: &TokenHash, at: u64) -> Result<(), WriteFault> {
    find(connection, hash)?.ok_or(Error::NoToken)?;
    set_revoked(connection, hash, at)
}

/// Revokes a token. Only the first revocation counts.
fn set_revoked(connection: &Connection, hash: &TokenHash, at: u64) -> Result<(), WriteFault> {
    let sql = "UPDATE tokens SET revoked_at = ?2 WHERE hash = ?1 AND revoked_at IS NULL";
    connection
        .prepare_cached(sql)?
        .execute(params![hash.as_bytes(), at])?;
    Ok(())
}

fn must_be_free(connection: &Connection, hash: &TokenHash) -> Result<(), WriteFault> {
    match find(connection, hash)? {
        None => Ok(()),
        Some(_) => Err(Error::TokenTaken.into()),
    }
}

fn insert(connection: &Connection, token: &Token) -> Result<(), WriteFault> {
    let sql = "INSERT INTO tokens (hash, player, made_at, used_at, replaces, expires_at) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.prepare_cached(sql)?.execute(params![
        token.hash.as_bytes(),
        token.player.as_str(),
        token.made_at,
        token.used_at,
        token.replaces.as_ref().map(TokenHash::as_bytes),
        token.expires_at,
    ])?;
    Ok(())
}
