//! Moves a house from its SQLite file into a PostgreSQL database.
//!
//! The file is brought to today's format and then only read; nobody else may have it open. The
//! database must be empty. When everything is copied, both are read and compared. Loading a table
//! checks its seals, which depend only on its contents and are the same in both.

use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::ended::Ended;
use crate::error::{ConnectError, Error, OpenError};
use crate::id::{Code, PlayerId};
use crate::journal::Journal;
use crate::operation::{Ban, OperatorNote, PastGameLine};
use crate::player::Player;
use crate::postgres::PostgresJournal;
use crate::receipt::Receipt;
use crate::secret::HouseSecret;
use crate::sqlite::SqliteJournal;
use crate::sum::{Counted, Statistics};
use crate::table::{Filter, StoredTable, Summary};
use crate::token::Token;
use crate::write::MOST_ENTRIES;

/// The numbers of the things that were moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// The number of tables, open and finished.
    pub tables: u64,
    /// The number of their entries.
    pub entries: u64,
    /// The number of players.
    pub players: u64,
    /// The number of their tokens.
    pub tokens: u64,
    /// The number of bans.
    pub bans: u64,
    /// The number of lines of the operators' log.
    pub log_lines: u64,
    /// The number of games of deleted tables.
    pub past_games: u64,
    /// The number of remembered games.
    pub remembered: u64,
    /// The number of rows that were set aside; they stay in the file.
    pub left_aside: u64,
}

/// The progress of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moving {
    /// The present step, such as "tables copied".
    pub what: &'static str,
    /// The number that is done.
    pub done: u64,
    /// The number of all.
    pub all: u64,
}

/// The reasons why a house was not moved. A part may have been copied; the database must be emptied
/// before the next try.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// There is no such file.
    #[error("there is no file {path}")]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be opened.
    #[error(transparent)]
    From(#[from] OpenError),
    /// The database cannot be used.
    #[error(transparent)]
    To(#[from] ConnectError),
    /// The database holds a house already.
    #[error("{address} holds a house already: a house is moved into an empty database")]
    NotEmpty {
        /// The database.
        address: String,
    },
    /// The file or the database refused something.
    #[error("the house could not be moved: {0}")]
    Store(#[from] Error),
    /// The database does not hold the written data.
    #[error("{what} differs between the database and the file")]
    Differs {
        /// The thing that differs.
        what: String,
    },
}

/// Moves a house and reports its progress.
pub fn move_house(from: &Path, to: &str, told: &mut dyn FnMut(Moving)) -> Result<Moved, MoveError> {
    if !from.exists() {
        let path = from.to_owned();
        return Err(MoveError::NoFile { path });
    }
    let source = SqliteJournal::open_alone(from)?;
    let target = PostgresJournal::open(to)?;
    if !target.is_empty()? {
        let address = target.address();
        return Err(MoveError::NotEmpty { address });
    }
    let lists = Lists::read(&source)?;
    let tables = all_tables(&source)?;
    let mut moved = Moved {
        tables: tables.len() as u64,
        players: lists.players.len() as u64,
        tokens: lists.tokens.len() as u64,
        bans: lists.bans.len() as u64,
        log_lines: lists.log.len() as u64,
        past_games: lists.past_games.len() as u64,
        remembered: lists.remembered.len() as u64,
        left_aside: source.aside()?.iter().map(|aside| aside.n_rows).sum(),
        ..Moved::default()
    };
    target.import(&lists)?;
    let step = |what, done: usize| Moving {
        what,
        done: done as u64,
        all: tables.len() as u64,
    };
    let mut waiting = Vec::new();
    for (done, table) in tables.iter().enumerate() {
        waiting.extend(copy(&target, source.load(&table.code)?));
        if waiting.len() >= MOST_WAITING {
            settle(&mut waiting)?;
        }
        told(step("tables copied", done + 1));
    }
    settle(&mut waiting)?;
    for (done, table) in tables.iter().enumerate() {
        let record = source.load(&table.code)?;
        moved.entries += record.entries.len() as u64;
        if target.load(&table.code)? != record {
            let what = format!("table {}", table.code);
            return Err(MoveError::Differs { what });
        }
        told(step("tables compared", done + 1));
    }
    if all_tables(&target)? != tables {
        let what = "the list of tables".to_owned();
        return Err(MoveError::Differs { what });
    }
    lists.compare(&Lists::read(&target)?)?;
    Ok(moved)
}

/// The most writes that may be under way. Their entries are in memory meanwhile.
const MOST_WAITING: usize = 256;

/// Writes a table into another journal, in as many parts as necessary.
pub(crate) fn copy(target: &dyn Journal, record: StoredTable) -> Vec<Receipt> {
    let code = record.table.code.clone();
    let mut parts = record.entries.chunks(MOST_ENTRIES);
    let first = parts.next().unwrap_or_default().to_vec();
    let mut last = first.len() as u64;
    let mut receipts = vec![target.create(record.table, first)];
    for part in parts {
        receipts.push(target.append(code.clone(), last, part.to_vec()));
        last += part.len() as u64;
    }
    if let Some(at) = record.finished_at {
        receipts.push(target.finish(code, last, at));
    }
    receipts
}

fn settle(waiting: &mut Vec<Receipt>) -> Result<(), Error> {
    waiting.drain(..).try_for_each(Receipt::wait)
}

fn all_tables(journal: &dyn Journal) -> Result<Vec<Summary>, Error> {
    let mut tables: Vec<Summary> = Vec::new();
    loop {
        let filter = Filter {
            after: tables.last().map(|table| table.code.clone()),
            ..Filter::default()
        };
        let page = journal.list(&filter)?;
        if page.is_empty() {
            return Ok(tables);
        }
        tables.extend(page);
    }
}

/// Everything in a journal besides the tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists {
    pub(crate) players: Vec<Player>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) bans: Vec<Ban>,
    /// The lines of the operators' log, the latest first.
    pub(crate) log: Vec<(u64, OperatorNote)>,
    pub(crate) past_games: Vec<PastGameLine>,
    pub(crate) secret: Option<HouseSecret>,
    /// This does not compare whether a game can be replayed, because its table may be copied later.
    pub(crate) remembered: Vec<(Code, Ended)>,
    /// The sums over each player's games.
    pub(crate) statistics: Vec<Statistics>,
}

impl Lists {
    fn read<J: Journal + Archive>(journal: &J) -> Result<Lists, Error> {
        let mut lists = Lists {
            bans: journal.bans()?,
            secret: journal.secret()?,
            ..Lists::default()
        };
        loop {
            let after: Option<PlayerId> = lists.players.last().map(|player| player.id.clone());
            let page = journal.players("", after.as_ref())?;
            if page.is_empty() {
                break;
            }
            for player in &page {
                let counted = Counted::default();
                let statistics = journal.statistics(&player.id, &counted)?;
                lists.statistics.push(statistics);
                lists.tokens.extend(journal.tokens(&player.id)?);
            }
            lists.players.extend(page);
        }
        let mut after = None;
        loop {
            let page = journal.remembered(after.as_ref(), Filter::MOST)?;
            let Some(last) = page.last() else { break };
            after = Some(last.place());
            let games = page.into_iter().map(|game| (game.table, game.ended));
            lists.remembered.extend(games);
        }
        loop {
            let before = lists.log.last().map(|(id, _)| *id);
            let page = journal.log(before, Filter::MOST)?;
            if page.is_empty() {
                break;
            }
            lists.log.extend(page);
        }
        loop {
            let after = lists.past_games.last().map_or(0, |past| past.id);
            let page = journal.past_games("", after, Filter::MOST)?;
            if page.is_empty() {
                return Ok(lists);
            }
            lists.past_games.extend(page);
        }
    }

    fn compare(&self, other: &Lists) -> Result<(), MoveError> {
        let differs = |what: &str| MoveError::Differs {
            what: what.to_owned(),
        };
        let same = [
            ("the list of players", self.players == other.players),
            ("the list of tokens", self.tokens == other.tokens),
            ("the list of bans", self.bans == other.bans),
            ("the operators' log", self.log == other.log),
            ("the secret of the daily deals", self.secret == other.secret),
            (
                "the list of past games",
                self.past_games == other.past_games,
            ),
            (
                "the list of remembered games",
                self.remembered == other.remembered,
            ),
            (
                "the sums over players' games",
                self.statistics == other.statistics,
            ),
        ];
        match same.into_iter().find(|(_, is_same)| !is_same) {
            None => Ok(()),
            Some((what, _)) => Err(differs(what)),
        }
    }
}
