//! A checksum that chains each entry to all entries before it.
//!
//! The seal of an entry is the SHA-256 of the previous seal and of every field. Therefore a flipped
//! byte, a missing entry and two entries in the wrong order are all noticed at the first entry that
//! has changed. The chain starts at the opening of the table. It guards against accidents only:
//! somebody who can write to the file can also seal what they wrote. A journal that was cut off
//! looks like a shorter journal; backups help against that.

use sha2::{Digest, Sha256};

use crate::entry::StoredEntry;
use crate::table::NewTable;

/// Half of a SHA-256: 128 bits are plenty against accidents, and an entry is only
/// some hundred bytes long itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seal(pub(crate) [u8; Seal::BYTES]);

impl Seal {
    pub(crate) const BYTES: usize = 16;

    /// The seal of a table's opening. It leaves out whether the table is finished, because that
    /// changes.
    pub(crate) fn of(table: &NewTable) -> Seal {
        let mut sealer = Sealer(Sha256::new());
        sealer.text(table.code.as_str());
        sealer.text(&table.game);
        sealer.number(table.rules_version.into());
        sealer.text(&table.options);
        sealer.bytes(&table.commitment);
        sealer.text(table.creator.as_str());
        sealer.optional(table.command_id.as_ref().map(|id| id.as_str()));
        sealer.number(table.at);
        sealer.finish()
    }

    /// The seal of the entry that follows the one under this seal.
    pub(crate) fn then(self, entry: &StoredEntry) -> Seal {
        let mut sealer = Sealer(Sha256::new());
        sealer.bytes(&self.0);
        sealer.number(entry.seq);
        sealer.number(entry.at);
        sealer.optional(entry.player.as_ref().map(|id| id.as_str()));
        sealer.optional(entry.command_id.as_ref().map(|id| id.as_str()));
        sealer.text(&entry.body);
        sealer.finish()
    }
}

/// Feeds fields to the hash. Each text is preceded by its length, so that different lists of fields
/// never look the same.
struct Sealer(Sha256);

impl Sealer {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn optional(&mut self, text: Option<&str>) {
        self.number(text.is_some().into());
        if let Some(text) = text {
            self.text(text);
        }
    }

    fn finish(self) -> Seal {
        let digest: [u8; 32] = self.0.finalize().into();
        let mut seal = [0; Seal::BYTES];
        seal.copy_from_slice(&digest[..Seal::BYTES]);
        Seal(seal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> NewTable {
        NewTable {
            code: "VHG4SC".parse().unwrap(),
            game: "cribbage".to_owned(),
            rules_version: 1,
            options: "{}".to_owned(),
            commitment: [7; 32],
            creator: "ann".parse().unwrap(),
            command_id: Some("c1".parse().unwrap()),
            at: 1_000,
        }
    }

    fn entry() -> StoredEntry {
        StoredEntry {
            seq: 1,
            at: 2_000,
            player: Some("ann".parse().unwrap()),
            command_id: None,
            body: "{\"n\":1}".to_owned(),
        }
    }

    /// These values must never change: all later versions read the files of this one.
    #[test]
    fn seals_never_change() {
        let opening = Seal::of(&table());
        assert_eq!(hex(opening), "87c7e2c8b9261692a4be149702dcdb59");
        assert_eq!(
            hex(opening.then(&entry())),
            "04c6939c083cce9b2323fb28f2a75bb1"
        );
    }

    #[test]
    fn every_field_of_a_table_is_sealed() {
        let changes: [fn(&mut NewTable); 8] = [
            |table| table.code = "VHG4SD".parse().unwrap(),
            |table| table.game.push('e'),
            |table| table.rules_version = 2,
            |table| table.options.push(' '),
            |table| table.commitment[31] = 8,
            |table| table.creator = "bob".parse().unwrap(),
            |table| table.command_id = None,
            |table| table.at = 1_001,
        ];
        for change in changes {
            let mut changed = table();
            change(&mut changed);
            assert_ne!(Seal::of(&changed), Seal::of(&table()), "{changed:?}");
        }
    }

    #[test]
    fn every_field_of_an_entry_is_sealed() {
        let changes: [fn(&mut StoredEntry); 5] = [
            |entry| entry.seq = 2,
            |entry| entry.at = 2_001,
            |entry| entry.player = None,
            |entry| entry.command_id = Some("c2".parse().unwrap()),
            |entry| entry.body.push(' '),
        ];
        let opening = Seal::of(&table());
        for change in changes {
            let mut changed = entry();
            change(&mut changed);
            assert_ne!(
                opening.then(&changed),
                opening.then(&entry()),
                "{changed:?}"
            );
        }
    }

    #[test]
    fn a_seal_depends_on_all_before_it() {
        let other = NewTable { at: 999, ..table() };
        assert_ne!(
            Seal::of(&table()).then(&entry()),
            Seal::of(&other).then(&entry())
        );
    }

    #[test]
    fn text_cannot_move_from_one_field_to_the_next() {
        let mut one = table();
        let mut other = table();
        (one.game, one.options) = ("ab".to_owned(), "c".to_owned());
        (other.game, other.options) = ("a".to_owned(), "bc".to_owned());
        assert_ne!(Seal::of(&one), Seal::of(&other));
    }

    fn hex(seal: Seal) -> String {
        seal.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
