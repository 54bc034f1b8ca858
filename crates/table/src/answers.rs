//! Remembered answers to commands.
//!
//! A client that heard no ack sends its command again with the same id, and must get the same
//! answer without a second effect. The answers of journal entries are found again after a restart;
//! a refusal changed nothing and is remembered only while the table is in memory. For older
//! commands it is only remembered that they were applied: their answers follow from the journal.

use std::collections::{BTreeSet, VecDeque};

use crate::effect::Answer;
use crate::player::{CommandId, PlayerId};

/// The latest answers to commands with an id.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    latest: VecDeque<(PlayerId, CommandId, Answer)>,
    /// A mark of eight bytes for each applied command whose answer is no longer kept. There are at
    /// most as many as entries in the journal, which was read to make this table.
    applied: BTreeSet<u64>,
}

impl Answers {
    /// A client repeats commands that were not acknowledged; it could have 16 under way.
    const PER_PLAYER: usize = 16;

    /// Eight seats, and as many players again who came and went.
    const ALL: usize = 16 * Answers::PER_PLAYER;

    /// The answer to this command of this player, if it was given before.
    pub(crate) fn find(&self, player: &PlayerId, id: &CommandId) -> Option<&Answer> {
        self.latest
            .iter()
            .find(|(who, which, _)| who == player && which == id)
            .map(|(_, _, answer)| answer)
    }

    /// Remembers an answer, and forgets the oldest beyond the limit.
    pub(crate) fn keep(&mut self, player: &PlayerId, id: &CommandId, answer: Answer) {
        self.latest.push_back((player.clone(), id.clone(), answer));
        let own = self
            .latest
            .iter()
            .filter(|(who, _, _)| who == player)
            .count();
        if own > Answers::PER_PLAYER {
            let oldest = self.latest.iter().position(|(who, _, _)| who == player);
            let oldest = oldest.and_then(|place| self.latest.remove(place));
            self.forget(oldest);
        }
        if self.latest.len() > Answers::ALL {
            let oldest = self.latest.pop_front();
            self.forget(oldest);
        }
    }

    /// Whether this command was applied so long ago that its answer is no longer kept. Two commands
    /// may have the same mark; the journal decides.
    pub(crate) fn has_forgotten(&self, player: &PlayerId, id: &CommandId) -> bool {
        self.applied.contains(&mark(player, id)) && self.find(player, id).is_none()
    }

    fn forget(&mut self, oldest: Option<(PlayerId, CommandId, Answer)>) {
        if let Some((player, id, Answer(Ok(_)))) = oldest {
            self.applied.insert(mark(&player, &id));
        }
    }
}

/// The mark of a command: FNV-1a of the two names, which contain no space.
fn mark(player: &PlayerId, id: &CommandId) -> u64 {
    let names = [player.as_str(), " ", id.as_str()];
    let bytes = names.iter().flat_map(|name| name.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Json;

    #[test]
    fn memory_is_bounded_and_one_player_cannot_push_another_out() {
        let id = |n: usize| CommandId::new(format!("c{n}")).unwrap();
        let (ann, bob) = (PlayerId::new("ann").unwrap(), PlayerId::new("bob").unwrap());
        let mut answers = Answers::default();
        answers.keep(&ann, &id(0), Answer(Ok(Json::of(&()))));
        for n in 0..1_000 {
            answers.keep(&bob, &id(n), Answer(Ok(Json::of(&()))));
        }
        assert!(answers.find(&ann, &id(0)).is_some());
        assert!(answers.find(&bob, &id(983)).is_none());
        assert!(answers.find(&bob, &id(984)).is_some());
        assert!(answers.has_forgotten(&bob, &id(983)));
        assert!(!answers.has_forgotten(&bob, &id(984)));
        assert!(!answers.has_forgotten(&ann, &id(983)));
        for n in 0..1_000 {
            let player = PlayerId::new(format!("p{n}")).unwrap();
            answers.keep(&player, &id(0), Answer(Ok(Json::of(&()))));
        }
        assert_eq!(answers.latest.len(), Answers::ALL);
    }
}
