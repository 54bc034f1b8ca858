//! Tables in the journal: converts the entries of a table to those of the store, and back.

use std::sync::Arc;
use std::time::Instant;

use kernel::Figure;
use store::{Journal, StoredTable, Wanted, Write};
use table::{
    Access, CommandId, Durable, Ended, EndedSeat, Entry, Fact, GameCode, Millis, PlayerId, Table,
};

use crate::error::Fault;
use crate::games::Games;
use crate::house::Shared;
use crate::mailbox::Progress;
use crate::{durable, metrics};

/// Waits until these entries, which follow each other, are durable.
pub(crate) async fn append(
    journal: &Arc<dyn Journal>,
    code: &store::Code,
    epoch: u64,
    Durable { entries, ended }: Durable,
) -> Result<(), store::Error> {
    let first = entries.first().map_or(1, |entry| entry.seq);
    let write = Write::Append {
        table: code.clone(),
        epoch,
        expect: first - 1,
        entries: entries.iter().map(to_store).collect(),
        ended: ended.iter().map(remembered).collect(),
    };
    let began = Instant::now();
    let outcome = durable::write(journal, write).await;
    metrics::committed(began.elapsed());
    outcome
}

/// Waits until a table is opened, with its first entries.
pub(crate) async fn create(
    journal: &Arc<dyn Journal>,
    table: store::NewTable,
    entries: &[Entry],
) -> Result<(), store::Error> {
    let entries = entries.iter().map(to_store).collect();
    durable::write(journal, Write::Create { table, entries }).await
}

/// Waits until a table is closed for good.
pub(crate) async fn finish(
    journal: &Arc<dyn Journal>,
    code: &store::Code,
    epoch: u64,
    expect: u64,
    at: u64,
) -> Result<(), store::Error> {
    let finish = Write::Finish {
        table: code.clone(),
        epoch,
        expect,
        at,
    };
    durable::write(journal, finish).await
}

/// The entries of a table, oldest first.
pub(crate) async fn load(journal: &Arc<dyn Journal>, code: &GameCode) -> Result<Vec<Entry>, Fault> {
    let code = code_of(code);
    let record = durable::read(journal, move |journal| journal.load(&code)).await?;
    Ok(entries_of(record)?)
}

/// The access to a table whose journal is damaged, according to the entries that can be read;
/// nothing if they do not say whether the table is private. Seals are not checked: this decides
/// only who learns of the damage.
pub(crate) fn access_of_damaged(
    journal: &dyn Journal,
    code: &GameCode,
) -> Result<Option<Access>, store::Error> {
    let Some(archive) = journal.archive() else {
        return Ok(None);
    };
    let wanted = Wanted {
        table: Some(code_of(code)),
        limit: MOST_LOOKED_AT,
        ..Wanted::default()
    };
    let found = archive.find(&wanted)?.into_iter();
    let entries: Vec<Entry> = found
        .filter_map(|found| from_store(found.entry).ok())
        .collect();
    let opened = |entry: &Entry| matches!(entry.fact, Fact::Opened { .. });
    Ok(entries.iter().any(opened).then(|| Access::of(&entries)))
}

/// The number of entries of a damaged table that are searched for the players who sat there.
const MOST_LOOKED_AT: usize = 10_000;

/// The table that a journal describes.
pub(crate) async fn load_table(house: &Shared, code: &GameCode) -> Result<Table, Fault> {
    let (code, games) = (code.clone(), house.games().clone());
    durable::read(house.journal(), move |journal| {
        let entries = entries_of(journal.load(&code_of(&code))?)?;
        restore(&games, &code, &entries)
    })
    .await
}

/// Folds the entries of a table, or of its beginning. An error is reported with the table and the
/// number of the entry.
pub(crate) fn restore(
    games: &Games,
    code: &GameCode,
    entries: &[Entry],
) -> Result<Table, store::Error> {
    let restored = Table::restore(entries, |key| games.find(key));
    restored.map_err(|error| corrupt(code, error))
}

/// An error in the journal of a table.
pub(crate) fn corrupt(code: &GameCode, error: table::RestoreError) -> store::Error {
    store::Error::Corrupt {
        table: code_of(code),
        seq: error.seq,
        why: error.message,
    }
}

/// The journal of a table, as far as it has been told.
pub(crate) struct Told {
    /// The entries of which everybody at the table has heard.
    pub(crate) entries: Vec<Entry>,
    /// The time up to which the table has shown its messages.
    pub(crate) now: Millis,
    /// Whether the table is closed for good.
    pub(crate) is_finished: bool,
    /// The reason why nobody can say now how much has been told. Then nobody may learn more of the
    /// entries than who sits there.
    pub(crate) doubt: Option<Fault>,
}

impl Told {
    /// The part of a record that has been told, at the house's time. The table was asked for its
    /// progress before the record was read: entries after its answer are left out.
    pub(crate) fn of(
        record: StoredTable,
        progress: Result<Option<Progress>, Fault>,
        now: u64,
    ) -> Result<Told, store::Error> {
        let is_finished = record.finished_at.is_some();
        let mut entries = entries_of(record)?;
        // The clock may have been ahead when the last entry was written.
        let last = entries.last().map_or(Millis(0), |entry| entry.at);
        let mut now = Millis(now).max(last);
        let mut doubt = None;
        match progress {
            Ok(Some(progress)) => {
                entries.retain(|entry| entry.seq <= progress.last_entry);
                now = progress.now;
            }
            Ok(None) => {}
            // A closed table has told everything.
            Err(fault) => doubt = (!is_finished).then_some(fault),
        }
        Ok(Told {
            entries,
            now,
            is_finished,
            doubt,
        })
    }
}

/// The entries of a record, as tables write them.
pub fn entries_of(record: StoredTable) -> Result<Vec<Entry>, store::Error> {
    let code = record.table.code;
    let read = |entry: store::StoredEntry| {
        let seq = entry.seq;
        from_store(entry).map_err(|why| store::Error::Corrupt {
            table: code.clone(),
            seq,
            why,
        })
    };
    record.entries.into_iter().map(read).collect()
}

/// The code of a table, as the store knows it.
pub(crate) fn code_of(code: &GameCode) -> store::Code {
    store_id(code.as_str())
}

/// An entry of a table, as the store keeps it.
pub fn to_store(entry: &Entry) -> store::StoredEntry {
    store::StoredEntry {
        seq: entry.seq,
        at: entry.at.0,
        player: entry
            .player
            .as_ref()
            .map(|player| store::PlayerId::trusted(player.shared())),
        command_id: entry
            .command_id
            .as_ref()
            .map(|id| store::CommandId::trusted(id.shared())),
        body: serde_json::to_string(&entry.fact).expect("a fact is plain JSON data"),
    }
}

/// A game that ended, as the store remembers it.
pub fn remembered(ended: &Ended) -> store::Ended {
    let seat = |seat: &EndedSeat| store::EndedSeat {
        seat: seat.seat.0,
        side: seat.side.0,
        player: seat.player.as_ref().map(|player| store_id(player.as_str())),
        bot: seat.bot.map(|level| level.name().to_owned()),
        name: seat.nickname.as_str().to_owned(),
        won: seat.won,
        score: seat.score,
        figures: seat
            .figures
            .iter()
            .map(|(key, figure)| (key.to_owned(), sum(figure)))
            .collect(),
        fared: None,
    };
    store::Ended {
        number: ended.number,
        game: ended.game.to_owned(),
        seq: ended.seq,
        at: ended.at.0,
        deal: ended.deal.as_ref().map(ToString::to_string),
        claimed: false,
        seats: ended.seats.iter().map(seat).collect(),
    }
}

fn sum(figure: Figure) -> store::Sum {
    store::Sum {
        n: figure.n.into(),
        sum: figure.sum,
        squares: figure.squares,
        most: figure.most.into(),
    }
}

fn from_store(entry: store::StoredEntry) -> Result<Entry, String> {
    Ok(Entry {
        seq: entry.seq,
        at: Millis(entry.at),
        player: entry
            .player
            .map(|player| table_id(player.as_str(), PlayerId::stored))
            .transpose()?,
        command_id: entry
            .command_id
            .map(|id| table_id(id.as_str(), CommandId::stored))
            .transpose()?,
        fact: serde_json::from_str(&entry.body).map_err(|error| error.to_string())?,
    })
}

/// A table's id as an id of the store.
pub(crate) fn store_id<T: std::str::FromStr<Err = store::ParseIdError>>(name: &str) -> T {
    name.parse()
        .expect("the store takes every name that a table has accepted")
}

/// An id of the store as a table's id.
fn table_id<T>(
    name: &str,
    read: impl Fn(String) -> Result<T, table::Refusal>,
) -> Result<T, String> {
    read(name.to_owned()).map_err(|refusal| refusal.message)
}
