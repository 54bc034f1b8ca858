//! The tables of the file, and the steps that bring older files to today's format.
//!
//! A file names its program (`application_id`) and its format (`user_version`, the number of steps
//! taken). Steps are only ever added. A file with unknown steps is refused, because an older
//! program would not keep the promises of a newer one.

use rusqlite::{Connection, TransactionBehavior};

/// "Tall" in ASCII, which distinguishes a house's files from those of other programs.
pub(super) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Tall");

/// Each step brings a file from the format of its index to the next.
pub(super) const STEPS: &[&str] = &[
    // The key of an entry is one integer made of its table's number and its own. It is unique like
    // the pair. It is clustered by table: loading a table reads neighbouring pages. And it is
    // short: a search passes few pages however long the bodies are. The two numbers are columns as
    // well, for people who read the file by hand.
    "
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        commitment BLOB NOT NULL,
        creator TEXT NOT NULL,
        command_id TEXT,
        at INTEGER NOT NULL,
        finished_at INTEGER,
        seal BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX creations ON tables (creator, command_id) WHERE command_id IS NOT NULL;
    CREATE INDEX open_tables ON tables (code) WHERE finished_at IS NULL;

    CREATE TABLE entries (
        key INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL AS (key >> 32),
        seq INTEGER NOT NULL AS (key & 4294967295),
        at INTEGER NOT NULL,
        player TEXT,
        command_id TEXT,
        body TEXT NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX commands ON entries (table_id, player, command_id)
        WHERE command_id IS NOT NULL;

    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        token_hash BLOB NOT NULL UNIQUE,
        nickname TEXT,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ",
    // A player may have several tokens. An older file does not say when a token was last used; the
    // time starts anew for all of them, and the upgrade shuts nobody out.
    "
    CREATE TABLE tokens (
        hash BLOB PRIMARY KEY,
        player TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        used_at INTEGER,
        replaces BLOB,
        revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of_players ON tokens (player, made_at, hash);
    INSERT INTO tokens (hash, player, made_at, used_at)
        SELECT token_hash, id, at, max(at, 1000 * unixepoch()) FROM players;

    CREATE TABLE new_players (
        id TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        erased_at INTEGER
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_players (id, at) SELECT id, at FROM players;
    DROP TABLE players;
    ALTER TABLE new_players RENAME TO players;
    ",
    // The operator's desk. Rows that are set aside are kept unchanged, and therefore their columns
    // have no types.
    "
    CREATE TABLE operators_log (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        who TEXT NOT NULL,
        why TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;
    CREATE TABLE bans (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        at INTEGER NOT NULL,
        until INTEGER,
        why TEXT NOT NULL,
        PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE past_games (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL,
        game TEXT NOT NULL,
        at INTEGER NOT NULL,
        line TEXT NOT NULL
    ) STRICT;
    CREATE TABLE aside (
        id INTEGER PRIMARY KEY,
        aside_at, code, seq, at, player, command_id, body, seal
    );
    ",
    // The node that runs a table, in a house of several nodes. A house of one program claims
    // nothing.
    "
    ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN owner TEXT;
    CREATE TABLE nodes (
        id TEXT PRIMARY KEY,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ",
    // Codes that carry a player to another device.
    "
    ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
    ",
    // The games that are remembered, seat by seat; the lists of each player's games; and the sums
    // over them. `rebuild-history` adds the games that ended before. The time is part of the key of
    // a game, because the code of a deleted table may be drawn again.
    "
    CREATE TABLE seats (
        code TEXT NOT NULL,
        at INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        game TEXT NOT NULL,
        deal TEXT,
        side INTEGER NOT NULL,
        player TEXT,
        bot TEXT,
        name TEXT NOT NULL,
        won INTEGER NOT NULL,
        score INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        figures TEXT NOT NULL,
        skill INTEGER,
        luck INTEGER,
        PRIMARY KEY (code, at, number, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_of_players ON seats (player, deal, at, code) WHERE player IS NOT NULL;
    CREATE INDEX results ON seats (deal, rank DESC, at, code, seat) WHERE deal IS NOT NULL;

    CREATE TABLE meetings (
        player TEXT NOT NULL,
        opponent TEXT NOT NULL,
        at INTEGER NOT NULL,
        code TEXT NOT NULL,
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        won INTEGER NOT NULL,
        PRIMARY KEY (player, opponent, at, code, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX meetings_of_games ON meetings (player, opponent, game, at, code, number, won);

    CREATE TABLE sums (
        player TEXT NOT NULL,
        opponent TEXT NOT NULL,
        month INTEGER NOT NULL,
        game TEXT NOT NULL,
        measure TEXT NOT NULL,
        n INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        squares INTEGER NOT NULL,
        most INTEGER NOT NULL,
        PRIMARY KEY (player, opponent, month, game, measure)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX opponents ON sums (player, n DESC, opponent, game)
        WHERE measure = 'won' AND month = 0 AND opponent <> '';
    ",
    // The secret for the luck of daily deals: one row or none.
    "
    CREATE TABLE secret (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        secret BLOB NOT NULL
    ) STRICT;
    ",
    // Games that were played elsewhere.
    "
    ALTER TABLE seats ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX claimed_seats ON seats (player) WHERE claimed = 1;
    ",
    // The writer remembers the commands of busy tables (`commands.rs`); the index took half of the
    // pages that a move had written.
    "
    DROP INDEX commands;
    ",
];

/// The first format in which tables have an epoch and an owner.
pub(super) const WITH_EPOCHS: u32 = 4;

/// The first format in which the house keeps a secret for its daily deals.
pub(super) const WITH_SECRET: u32 = 7;

/// The reasons why the format of a file is unknown.
#[derive(Debug)]
pub(super) enum Unfit {
    Foreign,
    TooNew { found: u32, known: u32 },
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Unfit {
        Unfit::Failed(error)
    }
}

/// Brings a file to today's format. Each step is taken as a whole or not at all, even if two
/// processes try at once.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), Unfit> {
    while steps_taken(connection, steps)? < steps.len() {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Somebody else may have taken the step while we waited for the lock.
        let taken = steps_taken(&transaction, steps)?;
        if let Some(step) = steps.get(taken) {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", taken + 1)?;
        }
        transaction.commit()?;
    }
    Ok(())
}

/// The number of steps that a file has taken, if it is a house's file or empty.
fn steps_taken(connection: &Connection, steps: &[&str]) -> Result<usize, Unfit> {
    let application: i32 = pragma(connection, "application_id")?;
    let is_empty = !connection
        .prepare("SELECT 1 FROM sqlite_schema")?
        .exists([])?;
    if application != APPLICATION_ID && !(application == 0 && is_empty) {
        return Err(Unfit::Foreign);
    }
    let found: u32 = pragma(connection, "user_version")?;
    let known = steps.len() as u32;
    if found > known {
        return Err(Unfit::TooNew { found, known });
    }
    Ok(found as usize)
}

pub(super) fn pragma<T: rusqlite::types::FromSql>(
    connection: &Connection,
    name: &str,
) -> rusqlite::Result<T> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_STEPS: &[&str] = &["CREATE TABLE a (n)", "ALTER TABLE a ADD COLUMN m"];

    fn fresh() -> Connection {
        Connection::open_in_memory().unwrap()
    }

    #[test]
    fn every_step_is_taken_once() {
        let mut connection = fresh();
        migrate(&mut connection, TWO_STEPS).unwrap();
        migrate(&mut connection, TWO_STEPS).unwrap();
        assert_eq!(pragma::<u32>(&connection, "user_version").unwrap(), 2);
        connection
            .execute("INSERT INTO a (n, m) VALUES (1, 2)", [])
            .unwrap();
    }

    #[test]
    fn an_older_file_keeps_what_it_holds() {
        let mut connection = fresh();
        migrate(&mut connection, &TWO_STEPS[..1]).unwrap();
        connection
            .execute("INSERT INTO a (n) VALUES (42)", [])
            .unwrap();
        migrate(&mut connection, TWO_STEPS).unwrap();
        let row: (i64, Option<i64>) = connection
            .query_row("SELECT n, m FROM a", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!(row, (42, None));
    }

    #[test]
    fn a_newer_file_is_left_alone() {
        let mut connection = fresh();
        migrate(&mut connection, TWO_STEPS).unwrap();
        let refused = migrate(&mut connection, &TWO_STEPS[..1]);
        assert!(matches!(refused, Err(Unfit::TooNew { found: 2, known: 1 })));
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut connection = fresh();
        let broken = ["CREATE TABLE a (n); CREATE TABLE a (n)"];
        assert!(matches!(
            migrate(&mut connection, &broken),
            Err(Unfit::Failed(_))
        ));
        assert_eq!(pragma::<u32>(&connection, "user_version").unwrap(), 0);
        migrate(&mut connection, TWO_STEPS).unwrap();
    }

    #[test]
    fn another_programs_file_is_left_alone() {
        let mut connection = fresh();
        connection
            .execute_batch("CREATE TABLE recipes (name)")
            .unwrap();
        assert!(matches!(
            migrate(&mut connection, STEPS),
            Err(Unfit::Foreign)
        ));
    }

    /// A changed step would leave two kinds of files with the same number. This list grows with the
    /// steps; its lines never change.
    #[test]
    fn released_steps_never_change() {
        let fingerprints: Vec<String> = STEPS.iter().map(|step| crate::fingerprint(step)).collect();
        assert_eq!(
            fingerprints,
            [
                "2afde65b", "7852cfc5", "25c2f314", "5113d4f8", "4e06898c", "7df7bf16", "3f8f1189",
                "a68fdfee", "edca12d4"
            ]
        );
    }
}
