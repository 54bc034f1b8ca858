//! Saves what is left of a damaged file into a new one.
//!
//! The damaged file is only read. Tables whose seals fit are copied. The others are only named,
//! because half a table is useless. Players, tokens and the operators' log have no seals; all their
//! readable rows are copied.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, ToSql};

use crate::error::{Error, OpenError};
use crate::id::Code;
use crate::moving;
use crate::receipt::Receipt;
use crate::sqlite::schema::WITH_SECRET;
use crate::sqlite::{SqliteJournal, connection, load, rows, schema};

/// A report of what was saved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rescued {
    /// The number of saved tables.
    pub tables: usize,
    /// The damage of each table that could not be saved.
    pub damaged: Vec<Error>,
    /// The number of saved players.
    pub players: usize,
    /// The names of the lists that could only be read in part.
    pub incomplete: Vec<String>,
}

/// Copies everything that loads from a file to a new one.
pub(super) fn rescue(from: &Path, to: &Path) -> Result<Rescued, OpenError> {
    let failed = |error: &dyn ToString| OpenError::CannotOpen {
        path: to.to_owned(),
        why: error.to_string(),
    };
    if to.exists() {
        return Err(failed(&"it exists, and nothing is overwritten"));
    }
    let source = connection::to_salvage(from)?;
    let mut rescued = Rescued::default();
    let target = SqliteJournal::open(to)?;
    for code in codes(&source) {
        match load::load(&source, &code).map_err(rows::WriteFault::into_error) {
            Ok(record) => {
                let mut receipts = moving::copy(&target, record).into_iter();
                let copied = receipts.try_for_each(Receipt::wait);
                copied.map_err(|error| failed(&error))?;
                rescued.tables += 1;
            }
            Err(error) => rescued.damaged.push(error),
        }
    }
    drop(target);
    let target = connection::to_write(to)?;
    for (table, select) in lists(&source) {
        let copied = copy_rows(&source, &target, table, select).map_err(|error| failed(&error))?;
        if table == "players" {
            rescued.players = copied.n_rows;
        }
        if !copied.is_whole {
            rescued.incomplete.push(table.to_owned());
        }
    }
    Ok(rescued)
}

/// The codes of all tables that can be found, in the order in which they were opened. Scans run
/// from each end of the rows and of the index until they break off; then each row is tried by its
/// number. A bad page therefore costs only the rows on it.
fn codes(source: &Connection) -> Vec<Code> {
    let mut codes: BTreeMap<i64, String> = BTreeMap::new();
    for order in ["id", "id DESC", "code", "code DESC"] {
        // Rows that were read before a scan broke off are kept.
        let _ = scan(source, order, &mut codes);
    }
    let last = codes.keys().next_back().map_or(0, |last| last + BEYOND);
    for id in 1..=last {
        let sql = "SELECT code FROM tables WHERE id = ?1";
        let code = source
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row([id], |row| row.get(0)));
        if let Ok(code) = code {
            codes.insert(id, code);
        }
    }
    codes.into_values().map(Code::stored).collect()
}

/// The number of rows that are tried after the last one that a scan has met.
const BEYOND: i64 = 10_000;

fn scan(
    source: &Connection,
    order: &str,
    codes: &mut BTreeMap<i64, String>,
) -> rusqlite::Result<()> {
    let mut statement = source.prepare(&format!("SELECT id, code FROM tables ORDER BY {order}"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        codes.insert(row.get(0)?, row.get(1)?);
    }
    Ok(())
}

/// The lists besides the tables, and how they are read in a file of this format.
fn lists(source: &Connection) -> Vec<(&'static str, &'static str)> {
    let format: u32 = schema::pragma(source, "user_version").unwrap_or(0);
    let mut lists = match format {
        // Before players had several tokens.
        0 | 1 => vec![
            ("players", "SELECT id, at FROM players"),
            (
                "tokens",
                "SELECT token_hash AS hash, id AS player, at AS made_at,
                    max(at, 1000 * unixepoch()) AS used_at FROM players",
            ),
        ],
        _ => vec![
            ("players", "SELECT * FROM players"),
            ("tokens", "SELECT * FROM tokens"),
        ],
    };
    if format > 2 {
        lists.extend([
            ("operators_log", "SELECT * FROM operators_log"),
            ("bans", "SELECT * FROM bans"),
            ("past_games", "SELECT * FROM past_games"),
            ("aside", "SELECT * FROM aside"),
        ]);
    }
    if format > 5 {
        lists.extend([
            ("seats", "SELECT * FROM seats"),
            ("meetings", "SELECT * FROM meetings"),
            ("sums", "SELECT * FROM sums"),
        ]);
    }
    if format >= WITH_SECRET {
        lists.push(("secret", "SELECT * FROM secret"));
    }
    lists
}

struct Copied {
    n_rows: usize,
    is_whole: bool,
}

/// Copies rows until one cannot be read.
fn copy_rows(
    source: &Connection,
    target: &Connection,
    table: &str,
    select: &str,
) -> rusqlite::Result<Copied> {
    let mut copied = Copied {
        n_rows: 0,
        is_whole: false,
    };
    let Ok(mut select) = source.prepare(select) else {
        return Ok(copied);
    };
    let columns = select.column_names().collect::<Vec<_>>().join(", ");
    let n_columns = select.column_count();
    let places = vec!["?"; n_columns].join(", ");
    let insert = format!("INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})");
    let transaction = target.unchecked_transaction()?;
    let mut insert = transaction.prepare(&insert)?;
    let Ok(mut rows) = select.query([]) else {
        return Ok(copied);
    };
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => {
                copied.is_whole = true;
                break;
            }
            Err(_) => break,
        };
        let values: Result<Vec<rusqlite::types::Value>, _> =
            (0..n_columns).map(|column| row.get(column)).collect();
        let Ok(values) = values else { break };
        let values: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        copied.n_rows += insert.execute(&*values)?;
    }
    drop(insert);
    transaction.commit()?;
    Ok(copied)
}
