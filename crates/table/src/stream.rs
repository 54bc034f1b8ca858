//! The messages of one viewer, and their numbers.

use std::collections::VecDeque;

use crate::effect::Message;

/// The messages to one viewer: a seat, or everybody who only watches.
///
/// Each viewer has its own numbers, from 1 without gaps. A message that a viewer does not hear
/// takes no number: neither a gap nor a count reveals it.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    latest: VecDeque<Message>,
    seq: u64,
    game_seq: u64,
}

impl Stream {
    /// A deal of cribbage takes about thirty messages; a viewer who missed more gets the whole
    /// view. Viewers share the text of a message. At about 700 bytes each this is about 50 KB per
    /// table, and ten thousand tables fit in memory.
    const KEPT: usize = 32;

    /// The number of the last message, 0 before the first.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// The number of the last message about the game itself.
    pub(crate) const fn game_seq(&self) -> u64 {
        self.game_seq
    }

    /// Counts the next message.
    pub(crate) fn push(&mut self, message: Message, is_of_game: bool) {
        self.seq += 1;
        if is_of_game {
            self.game_seq = self.seq;
        }
        self.latest.push_back(message);
        if self.latest.len() > Stream::KEPT {
            self.latest.pop_front();
        }
    }

    /// The messages after the one numbered `since`, if all of them are still known.
    pub(crate) fn since(&self, since: u64) -> Option<impl Iterator<Item = &Message>> {
        let missed = usize::try_from(self.seq.checked_sub(since)?).ok()?;
        let first = self.latest.len().checked_sub(missed)?;
        Some(self.latest.iter().skip(first))
    }
}
