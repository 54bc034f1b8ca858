//! What was told lately, for whoever missed some of it.

use std::collections::VecDeque;

use kernel::Viewer;

use crate::effect::{Audience, Message};

/// The latest messages with their numbers.
#[derive(Debug, Default)]
pub(crate) struct Told {
    latest: VecDeque<Vec<(Audience, Message)>>,
    seq: u64,
}

impl Told {
    /// A deal of cribbage takes about thirty messages; who missed more gets the whole
    /// view. At some 700 bytes a message it is 22 KB a table, so that ten thousand
    /// tables fit in memory.
    const KEPT: usize = 32;

    /// The number of the last message, 0 before the first.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// Counts the next message, which these viewers hear in these forms.
    pub(crate) fn push(&mut self, forms: Vec<(Audience, Message)>) {
        self.seq += 1;
        self.latest.push_back(forms);
        if self.latest.len() > Told::KEPT {
            self.latest.pop_front();
        }
    }

    /// What the viewer heard after the message numbered `since`, if all of it is still known.
    pub(crate) fn since(&self, since: u64, viewer: Viewer) -> Option<Vec<&Message>> {
        let missed = usize::try_from(self.seq.checked_sub(since)?).ok()?;
        let first = self.latest.len().checked_sub(missed)?;
        let heard = |forms: &'_ Vec<(Audience, Message)>| {
            forms.iter().position(|(to, _)| to.contains(viewer))
        };
        self.latest
            .iter()
            .skip(first)
            .map(|forms| heard(forms).map(|place| &forms[place].1))
            .collect()
    }
}
