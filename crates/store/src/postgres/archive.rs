//! The questions of the operator's desk. Some look at every entry.

use tokio_postgres::Row;

use crate::archive::Found;
use crate::id::{Code, PlayerId};
use crate::operation::{Aside, Ban, Banned, OperatorNote, PastGame, PastGameLine};
use crate::player::Player;
use crate::postgres::Failure;
use crate::postgres::load;
use crate::postgres::text::unpack;

pub(super) const PLAYERS: &str = "SELECT id, at, erased_at FROM players
    WHERE id > $1 AND left(id, char_length($2)) = $2 ORDER BY id LIMIT $3";

/// Players who came before `$1`, and to whom no token last used since `$2` leads back.
pub(super) const UNUSED: &str = "SELECT id FROM players WHERE at < $1 AND NOT EXISTS (
        SELECT 1 FROM tokens WHERE player = players.id
            AND revoked_at IS NULL AND expires_at IS NULL
            AND coalesce(used_at, made_at) > players.at
            AND coalesce(used_at, made_at) >= $2
    )
        AND NOT EXISTS (SELECT 1 FROM tables WHERE creator = players.id)
        AND NOT EXISTS (SELECT 1 FROM entries WHERE player = players.id)
        AND NOT EXISTS (SELECT 1 FROM seats WHERE player = players.id)
        AND NOT EXISTS (SELECT 1 FROM aside WHERE player = players.id)
        AND id > $3
    ORDER BY id LIMIT $4";

/// Forgets a player of whom that is still true; the tokens go after.
pub(super) const FORGET: &str = "DELETE FROM players WHERE at < $1 AND NOT EXISTS (
        SELECT 1 FROM tokens WHERE player = players.id
            AND revoked_at IS NULL AND expires_at IS NULL
            AND coalesce(used_at, made_at) > players.at
            AND coalesce(used_at, made_at) >= $2
    )
        AND id = $3";

/// In the order of bytes, only the letters A to Z have two cases.
pub(super) const FIND: &str = r#"SELECT seq, at, player, command_id, body, seal, code
    FROM entries
    WHERE ($1::TEXT IS NULL OR player = $1) AND left(body, char_length($2)) = $2
        AND position(lower($3 COLLATE "C") IN lower(body COLLATE "C")) > 0
    ORDER BY code, seq LIMIT $4"#;

/// The same of one table.
pub(super) const FIND_AT: &str = r#"SELECT seq, at, player, command_id, body, seal, code
    FROM entries
    WHERE ($1::TEXT IS NULL OR player = $1) AND left(body, char_length($2)) = $2
        AND position(lower($3 COLLATE "C") IN lower(body COLLATE "C")) > 0 AND code = $5
    ORDER BY code, seq LIMIT $4"#;

pub(super) const BANS: &str = "SELECT kind, name, at, until, why FROM bans
    ORDER BY kind DESC, name";

pub(super) const LOG: &str = "SELECT id, at, who, why, action, subject, detail
    FROM operators_log WHERE $1::BIGINT IS NULL OR id < $1 ORDER BY id DESC LIMIT $2";

pub(super) const PAST_GAMES: &str = "SELECT id, code, game, at, line FROM past_games
    WHERE id > $1 AND position($2 IN line) > 0 ORDER BY id LIMIT $3";

pub(super) const ASIDE: &str = "SELECT code, aside_at, count(*) FROM aside
    GROUP BY code, aside_at ORDER BY aside_at, code";

fn number(row: &Row, column: usize) -> Result<u64, Failure> {
    Ok(row.try_get::<_, i64>(column)? as u64)
}

fn text(row: &Row, column: usize) -> Result<String, Failure> {
    row.try_get(column).map(unpack)
}

fn code(row: &Row, column: usize) -> Result<Code, Failure> {
    row.try_get::<_, String>(column).map(Code::stored)
}

pub(super) fn player(row: &Row) -> Result<Player, Failure> {
    let erased_at: Option<i64> = row.try_get(2)?;
    Ok(Player {
        id: PlayerId::stored(row.try_get::<_, String>(0)?),
        at: number(row, 1)?,
        erased_at: erased_at.map(|at| at as u64),
    })
}

/// `None` if the row is damaged; loading its table says so.
pub(super) fn found(row: &Row) -> Result<Option<Found>, Failure> {
    let table = code(row, 6)?;
    let entry = load::entry(row)?;
    Ok(entry.map(|(entry, _)| Found { table, entry }))
}

pub(super) fn ban(row: &Row) -> Result<Ban, Failure> {
    let (kind, name): (String, String) = (row.try_get(0)?, text(row, 1)?);
    let until: Option<i64> = row.try_get(3)?;
    Ok(Ban {
        banned: match kind.as_str() {
            "player" => Banned::Player(PlayerId::stored(name)),
            _ => Banned::Address(name),
        },
        at: number(row, 2)?,
        until: until.map(|until| until as u64),
        why: text(row, 4)?,
    })
}

pub(super) fn note(row: &Row) -> Result<(u64, OperatorNote), Failure> {
    let note = OperatorNote {
        at: number(row, 1)?,
        who: text(row, 2)?,
        why: text(row, 3)?,
        action: text(row, 4)?,
        subject: text(row, 5)?,
        detail: text(row, 6)?,
    };
    Ok((number(row, 0)?, note))
}

pub(super) fn past_game(row: &Row) -> Result<PastGameLine, Failure> {
    Ok(PastGameLine {
        id: number(row, 0)?,
        table: code(row, 1)?,
        game: PastGame {
            game: text(row, 2)?,
            at: number(row, 3)?,
            line: text(row, 4)?,
        },
    })
}

pub(super) fn aside(row: &Row) -> Result<Aside, Failure> {
    Ok(Aside {
        table: code(row, 0)?,
        at: number(row, 1)?,
        n_rows: number(row, 2)?,
    })
}
