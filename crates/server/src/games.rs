//! The games of the house, with their descriptions for clients.

use kernel::Kind;
use table::messages::GameInfo;

/// The games that can be played here.
#[derive(Debug)]
pub(crate) struct Games {
    kinds: &'static [&'static dyn Kind],
    described: Vec<GameInfo>,
}

impl Games {
    /// These games, described once for everybody who asks.
    pub(crate) fn new(kinds: &'static [&'static dyn Kind]) -> Games {
        let described = kinds.iter().map(|&kind| GameInfo::of(kind)).collect();
        Games { kinds, described }
    }

    /// Every game, in the order in which they are offered.
    pub(crate) const fn all(&self) -> &'static [&'static dyn Kind] {
        self.kinds
    }

    /// The game of this key.
    pub(crate) fn find(&self, key: &str) -> Option<&'static dyn Kind> {
        self.kinds
            .iter()
            .copied()
            .find(|kind| kind.meta().key == key)
    }

    /// Every game with its options as JSON Schema.
    pub(crate) fn described(&self) -> &[GameInfo] {
        &self.described
    }
}
