//! `tallyhouse rebuild-history`: rebuilds the history of players' games.
//!
//! All of it follows from the journals, except for the results of reviews, which stay. A house of
//! an earlier version has no history until this was run once.

use std::io::Write;
use std::process::ExitCode;

use store::{Archive, Code, Error, Filter, Journal, PostgresJournal, SqliteJournal};

use crate::SOME_BAD;
use crate::progress;

/// The house.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tallyhouse rebuild-history data/tallyhouse.db             the house must be closed
  tallyhouse rebuild-history postgres://house@db/house      its nodes may stay open

Games of tables that were deleted stay as they are. The exit status is 1 if a table could not be
read.")]
pub(crate) struct Args {
    /// The file of the journal, or the address of the database
    house: String,
}

/// Folds every table, and counts every player.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let house = &args.house;
    let is_address = house.starts_with("postgres://") || house.starts_with("postgresql://");
    let rebuilt = if is_address {
        let journal = PostgresJournal::open(house)?;
        rebuild(&journal, &journal)?
    } else {
        anyhow::ensure!(
            std::path::Path::new(house).exists(),
            "there is no file {house}"
        );
        let journal = SqliteJournal::open_alone(house)?;
        rebuild(&journal, &journal)?
    };
    for error in &rebuilt.unread {
        writeln!(out, "left as it was: {error}")?;
    }
    let Rebuilt {
        games,
        tables,
        players,
        ..
    } = rebuilt;
    writeln!(
        out,
        "{games} games of {tables} tables are remembered for {players} players."
    )?;
    Ok(match rebuilt.unread.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(SOME_BAD),
    })
}

#[derive(Debug, Default)]
struct Rebuilt {
    games: usize,
    tables: usize,
    players: usize,
    unread: Vec<Error>,
}

/// The number of times that a table is read again if its game goes on in the meantime.
const TRIES: usize = 5;

fn rebuild(journal: &dyn Journal, archive: &dyn Archive) -> Result<Rebuilt, Error> {
    let mut rebuilt = Rebuilt::default();
    let mut after: Option<Code> = None;
    let bar = progress::bar(0, "tables");
    loop {
        let filter = Filter {
            after: after.take(),
            ..Filter::default()
        };
        let page = journal.list(&filter)?;
        let Some(last) = page.last() else { break };
        after = Some(last.code.clone());
        bar.inc_length(page.len() as u64);
        for table in page {
            let mut tried = Ok(0);
            for _ in 0..TRIES {
                tried = remember(journal, &table.code);
                if !matches!(tried, Err(Error::Conflict { .. })) {
                    break;
                }
            }
            match tried {
                Ok(games) => {
                    rebuilt.tables += 1;
                    rebuilt.games += games;
                }
                Err(error @ Error::Corrupt { .. }) => rebuilt.unread.push(error),
                // It was deleted in the meantime.
                Err(Error::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let mut after = None;
    loop {
        let page = archive.players("", after.as_ref())?;
        let Some(last) = page.last() else {
            return Ok(rebuilt);
        };
        after = Some(last.id.clone());
        rebuilt.players += page.len();
        for player in page {
            let recount = store::Write::Recount { player: player.id };
            journal.write(recount).wait()?;
        }
    }
}

/// Rebuilds the history of a table; returns the number of games.
fn remember(journal: &dyn Journal, table: &Code) -> Result<usize, Error> {
    let record = journal.load(table)?;
    let expect = record.last_seq();
    let entries = server::entries_of(record)?;
    let ended = table::ended_games(&entries, roster::find);
    let ended = ended.map_err(|error| Error::Corrupt {
        table: table.clone(),
        seq: error.seq,
        why: error.message,
    })?;
    let games: Vec<store::Ended> = ended.iter().map(server::remembered).collect();
    let n = games.len();
    let table = table.clone();
    let write = store::Write::Remember {
        table,
        expect,
        games,
    };
    journal.write(write).wait()?;
    Ok(n)
}
