//! A ledger of acknowledged commands, kept by the players, outside the house.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use store::StoredTable;

#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Vec<Ack>>);

/// A command that the house acknowledged.
#[derive(Debug, Clone)]
pub(crate) struct Ack {
    /// The table.
    pub(crate) code: String,
    /// The player, and their id of the command.
    pub(crate) player: String,
    pub(crate) command: String,
    /// The node that delivered the answer.
    pub(crate) node: usize,
    /// The number of the table afterwards.
    pub(crate) seq: u64,
    pub(crate) asked: Instant,
    pub(crate) answered: Instant,
}

impl Ledger {
    pub(crate) fn write(&self, ack: Ack) {
        self.lock().push(ack);
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// For each of these tables, the time from this moment to the first ack of a command that was
    /// sent or still open then; `None` if there was none yet. Answers of a dead node do not count:
    /// they were on their way when it died.
    pub(crate) fn went_on(
        &self,
        since: Instant,
        dead: Option<usize>,
        tables: &[String],
    ) -> Vec<Option<Duration>> {
        let mut first: BTreeMap<&str, Duration> = BTreeMap::new();
        let acks = self.lock();
        let later = |ack: &&Ack| ack.answered > since && Some(ack.node) != dead;
        for ack in acks.iter().filter(later) {
            let after = ack.answered - since;
            let known = first.entry(&ack.code).or_insert(after);
            *known = after.min(*known);
        }
        let of = |code: &String| first.get(code.as_str()).copied();
        tables.iter().map(of).collect()
    }

    /// The waits of everybody for commands that were sent and acknowledged between two moments.
    pub(crate) fn waits(&self, from: Instant, to: Instant) -> Vec<Duration> {
        let acks = self.lock();
        let within = acks
            .iter()
            .filter(|ack| ack.asked >= from && ack.answered <= to);
        within.map(|ack| ack.answered - ack.asked).collect()
    }

    /// Compares the acknowledged commands of a table with its journal: nothing is missing or
    /// doubled, and the commands of each player stand in the order in which they were given.
    pub(crate) fn agrees_with(&self, code: &str, record: &StoredTable) {
        for (place, entry) in record.entries.iter().enumerate() {
            assert_eq!(entry.seq, place as u64 + 1, "{code} has a gap");
        }
        let acks: Vec<Ack> = self
            .lock()
            .iter()
            .filter(|ack| ack.code == code)
            .cloned()
            .collect();
        let mut last: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for ack in &acks {
            let is_it = |entry: &&store::StoredEntry| {
                let player = entry.player.as_ref().map(store::PlayerId::as_str);
                let command = entry.command_id.as_ref().map(store::CommandId::as_str);
                player == Some(&ack.player) && command == Some(&ack.command)
            };
            let entries: Vec<_> = record.entries.iter().filter(is_it).collect();
            let [entry] = entries[..] else {
                panic!("{ack:?} stands {} times in the journal", entries.len());
            };
            let (number, seq) = last.entry(&ack.player).or_default();
            assert!(entry.seq > *number, "{ack:?} stands before entry {number}");
            assert!(ack.seq >= *seq, "{ack:?} was answered after {seq}");
            (*number, *seq) = (entry.seq, ack.seq);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Ack>> {
        self.0.lock().unwrap()
    }
}
