//! The tables of the database, and the steps that bring an older database to today's format.
//!
//! Each step has a row in a table of versions. The key of that table lets only one node take a
//! step; the others wait for its commit and then find the row. Steps are only ever added. A
//! database with unknown steps is refused, because an older program would not keep the promises of
//! a newer one.

use crate::error::ConnectError;
use crate::postgres::address::Address;
use crate::postgres::connection::Connection;
use crate::postgres::{Failure, is_conflict, words};

/// Each step brings a database from the format of its index to the next.
///
/// Names are sorted by bytes, in every locale of the server. A table's opening never changes. The
/// end of its journal changes with every move, and is therefore a short row of its own. No key is
/// drawn from a sequence.
pub(super) const STEPS: &[&str] = &[
    r#"
    CREATE TABLE tables (
        code TEXT COLLATE "C" PRIMARY KEY,
        game TEXT NOT NULL,
        rules_version BIGINT NOT NULL,
        options TEXT NOT NULL,
        commitment BYTEA NOT NULL,
        creator TEXT COLLATE "C" NOT NULL,
        command_id TEXT COLLATE "C",
        at BIGINT NOT NULL,
        seal BYTEA NOT NULL
    );
    CREATE UNIQUE INDEX creations ON tables (creator, command_id) WHERE command_id IS NOT NULL;

    CREATE TABLE heads (
        code TEXT COLLATE "C" PRIMARY KEY,
        epoch BIGINT NOT NULL,
        owner TEXT COLLATE "C",
        last_seq BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        last_seal BYTEA NOT NULL,
        finished_at BIGINT
    );
    CREATE INDEX open_tables ON heads (code) WHERE finished_at IS NULL;
    CREATE INDEX tables_of_nodes ON heads (owner, code);

    CREATE TABLE entries (
        code TEXT COLLATE "C",
        seq BIGINT,
        at BIGINT NOT NULL,
        player TEXT COLLATE "C",
        command_id TEXT COLLATE "C",
        body TEXT NOT NULL,
        seal BYTEA NOT NULL,
        PRIMARY KEY (code, seq)
    );
    CREATE UNIQUE INDEX commands ON entries (code, player, command_id)
        WHERE command_id IS NOT NULL;

    CREATE TABLE nodes (
        id TEXT COLLATE "C" PRIMARY KEY,
        until TIMESTAMPTZ NOT NULL
    );

    CREATE TABLE players (
        id TEXT COLLATE "C" PRIMARY KEY,
        at BIGINT NOT NULL,
        erased_at BIGINT
    );
    CREATE TABLE tokens (
        hash BYTEA PRIMARY KEY,
        player TEXT COLLATE "C" NOT NULL,
        made_at BIGINT NOT NULL,
        used_at BIGINT,
        replaces BYTEA,
        revoked_at BIGINT
    );
    CREATE INDEX tokens_of_players ON tokens (player, made_at, hash);

    CREATE TABLE operators_log (
        id BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        who TEXT NOT NULL,
        why TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL
    );
    CREATE TABLE bans (
        kind TEXT COLLATE "C",
        name TEXT COLLATE "C",
        at BIGINT NOT NULL,
        until BIGINT,
        why TEXT NOT NULL,
        PRIMARY KEY (kind, name)
    );
    CREATE TABLE past_games (
        id BIGINT PRIMARY KEY,
        code TEXT COLLATE "C" NOT NULL,
        game TEXT NOT NULL,
        at BIGINT NOT NULL,
        line TEXT NOT NULL
    );
    CREATE TABLE aside (
        id BIGINT PRIMARY KEY,
        aside_at BIGINT NOT NULL,
        code TEXT COLLATE "C" NOT NULL,
        seq BIGINT NOT NULL,
        at BIGINT,
        player TEXT COLLATE "C",
        command_id TEXT COLLATE "C",
        body TEXT,
        seal BYTEA
    );
"#,
    // Codes that carry a player to another device.
    "ALTER TABLE tokens ADD COLUMN expires_at BIGINT;",
    // The games that are remembered, seat by seat; the lists of each player's games; and the sums
    // over them.
    r#"
    CREATE TABLE seats (
        code TEXT COLLATE "C",
        at BIGINT,
        number BIGINT,
        seat BIGINT,
        seq BIGINT NOT NULL,
        game TEXT COLLATE "C" NOT NULL,
        deal TEXT COLLATE "C",
        side BIGINT NOT NULL,
        player TEXT COLLATE "C",
        bot TEXT COLLATE "C",
        name TEXT NOT NULL,
        won BOOLEAN NOT NULL,
        score BIGINT NOT NULL,
        rank BIGINT NOT NULL,
        figures TEXT NOT NULL,
        skill BIGINT,
        luck BIGINT,
        PRIMARY KEY (code, at, number, seat)
    );
    CREATE INDEX seats_of_players ON seats (player, deal, at, code) WHERE player IS NOT NULL;
    CREATE INDEX results ON seats (deal, rank DESC, at, code, seat) WHERE deal IS NOT NULL;

    CREATE TABLE meetings (
        player TEXT COLLATE "C",
        opponent TEXT COLLATE "C",
        at BIGINT,
        code TEXT COLLATE "C",
        number BIGINT,
        game TEXT COLLATE "C" NOT NULL,
        won BOOLEAN NOT NULL,
        PRIMARY KEY (player, opponent, at, code, number)
    );
    CREATE INDEX meetings_of_games ON meetings (player, opponent, game, at, code, number);

    CREATE TABLE sums (
        player TEXT COLLATE "C",
        opponent TEXT COLLATE "C",
        month BIGINT,
        game TEXT COLLATE "C",
        measure TEXT COLLATE "C",
        n BIGINT NOT NULL,
        sum BIGINT NOT NULL,
        squares BIGINT NOT NULL,
        most BIGINT NOT NULL,
        PRIMARY KEY (player, opponent, month, game, measure)
    );
    CREATE INDEX opponents ON sums (player, n DESC, opponent, game)
        WHERE measure = 'won' AND month = 0 AND opponent <> '';
    "#,
    // The secret for the luck of daily deals: one row or none.
    "CREATE TABLE secret (id BIGINT PRIMARY KEY CHECK (id = 1), secret BYTEA NOT NULL);",
    // Games that were played elsewhere.
    "ALTER TABLE seats ADD COLUMN claimed BOOLEAN NOT NULL DEFAULT FALSE;
    CREATE INDEX claimed_seats ON seats (player) WHERE claimed;",
];

const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS tallyhouse_versions (step BIGINT PRIMARY KEY)";

const OTHERS: &str = "SELECT 1 FROM information_schema.tables
    WHERE table_schema = current_schema()
        AND NOT EXISTS (SELECT 1 FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = 'tallyhouse_versions')";

/// The number of times that a step is tried again after a race with other nodes.
const TRIES: usize = 20;

/// Brings a database to today's format. Each step is taken once, even if several nodes try at the
/// same time.
pub(super) async fn migrate(
    connection: &Connection,
    address: &Address,
    steps: &[&str],
) -> Result<(), ConnectError> {
    let failed = |error: Failure| ConnectError::CannotConnect {
        address: address.to_string(),
        why: words(&error),
    };
    let foreign = connection.query_opt(OTHERS, &[]).await.map_err(failed)?;
    if foreign.is_some() {
        let address = address.to_string();
        return Err(ConnectError::Foreign { address });
    }
    let mut tries = 0;
    // Two nodes that make the table at the same moment may disturb each other.
    while let Err(error) = connection.batch(VERSIONS).await {
        tries += 1;
        if tries == TRIES || !is_conflict(&error) {
            return Err(failed(error));
        }
    }
    loop {
        let taken = taken(connection).await.map_err(failed)?;
        if taken > steps.len() {
            return Err(ConnectError::TooNew {
                address: address.to_string(),
                found: taken as u32,
                known: steps.len() as u32,
            });
        }
        let Some(step) = steps.get(taken) else {
            return Ok(());
        };
        match take(connection, taken + 1, step).await {
            Ok(()) => {}
            Err(error) if is_conflict(&error) && tries < TRIES => tries += 1,
            Err(error) => return Err(failed(error)),
        }
    }
}

async fn taken(connection: &Connection) -> Result<usize, Failure> {
    let sql = "SELECT coalesce(max(step), 0) FROM tallyhouse_versions";
    let row = connection.query_opt(sql, &[]).await?;
    let taken: i64 = row.map_or(Ok(0), |row| row.try_get(0))?;
    Ok(taken as usize)
}

/// Takes a step as a whole or not at all.
async fn take(connection: &Connection, number: usize, step: &str) -> Result<(), Failure> {
    // The second node waits here for the first, and then finds the number taken. No table's row is
    // locked meanwhile, and therefore a long step keeps no player waiting.
    let sql = format!(
        "BEGIN; SET LOCAL lock_timeout = '60s';
        INSERT INTO tallyhouse_versions (step) VALUES ({number}); {step}; COMMIT"
    );
    let outcome = connection.batch(&sql).await;
    if outcome.is_err() {
        // Outside of a transaction this does nothing but warn.
        connection.batch("ROLLBACK").await?;
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This list grows with the steps, as it does for SQLite; its lines never change.
    #[test]
    fn released_steps_never_change() {
        let fingerprints: Vec<String> = STEPS.iter().map(|step| crate::fingerprint(step)).collect();
        assert_eq!(
            fingerprints,
            ["2d5998d3", "c9844a86", "b0c85db7", "59b04028", "3339cac1"]
        );
    }
}
