//! The commands of a table, so that a repeat is noticed without an index.
//!
//! An index of commands has a page for each busy table, and nearly every move would write one more
//! page to the log and one more to the file. Therefore the writer remembers a mark of four bytes
//! for each command instead. If a mark is known, the writer searches the table's entries for the
//! command. Two commands may therefore have the same mark, which happens once in four thousand
//! million.

use std::hash::{BuildHasher, RandomState};

use crate::entry::StoredEntry;

/// The marks of a table's commands, unsorted: a table has some hundred, and searching them is
/// faster than sorting them.
#[derive(Debug, Default)]
pub(super) struct Commands {
    marks: Vec<u32>,
    /// The key of the marks. It is random, so that nobody can choose commands of the same mark.
    hasher: RandomState,
}

impl Commands {
    /// Adds the command of a player.
    pub(super) fn add(&mut self, player: &[u8], command: &[u8]) {
        self.marks.push(self.mark(player, command));
    }

    /// Whether the command of this entry may be among them. A `false` is certain.
    pub(super) fn may_hold(&self, entry: &StoredEntry) -> bool {
        let (Some(player), Some(command)) = (&entry.player, &entry.command_id) else {
            return false;
        };
        let mark = self.mark(player.as_str().as_bytes(), command.as_str().as_bytes());
        self.marks.contains(&mark)
    }

    fn mark(&self, player: &[u8], command: &[u8]) -> u32 {
        self.hasher.hash_one((player, command)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(player: &str, command: &str) -> StoredEntry {
        StoredEntry {
            seq: 1,
            at: 0,
            player: player.parse().ok(),
            command_id: command.parse().ok(),
            body: String::new(),
        }
    }

    #[test]
    fn what_was_added_is_found_and_little_else() {
        let mut commands = Commands::default();
        for n in 0..100 {
            commands.add(b"ann", format!("c{n}").as_bytes());
        }
        assert!((0..100).all(|n| commands.may_hold(&entry("ann", &format!("c{n}")))));
        let strangers = (0..100).filter(|n| commands.may_hold(&entry("bob", &format!("c{n}"))));
        assert!(strangers.count() < 2);
        assert!(!commands.may_hold(&entry("ann", "")));
    }
}
