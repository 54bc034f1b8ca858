//! What one viewer heard, and how it is numbered.

use std::collections::VecDeque;

use crate::effect::Message;

/// The messages to one viewer: a seat, or everybody who only watches.
///
/// Each viewer has numbers of its own, from 1 without gaps. What a viewer does not hear
/// takes no number, so that neither a gap nor a count tells of it.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    latest: VecDeque<Message>,
    seq: u64,
    game_seq: u64,
}

impl Stream {
    /// A deal of cribbage takes about thirty messages; who missed more gets the whole
    /// view. Viewers share the text of a message, so at some 700 bytes each it is about 50 KB a
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

    /// What was heard after the message numbered `since`, if all of it is still known.
    pub(crate) fn since(&self, since: u64) -> Option<impl Iterator<Item = &Message>> {
        let missed = usize::try_from(self.seq.checked_sub(since)?).ok()?;
        let first = self.latest.len().checked_sub(missed)?;
        Some(self.latest.iter().skip(first))
    }
}
