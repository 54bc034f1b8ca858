//! Where luck is drawn from: streams by name.
//!
//! In a game they are those of its key. Who imagines a game has streams that are only
//! supposed (see `supposed.rs`), and what is drawn from them is drawn in the same way.

use kernel::{Key, Luck, Rng};

/// Streams of luck by name.
pub(crate) trait Streams {
    /// The stream of this name, from its start.
    fn stream(&self, name: &str) -> Rng;
}

impl Streams for Luck<'_> {
    fn stream(&self, name: &str) -> Rng {
        self.named(name)
    }
}

/// A key that nobody knows, for luck that is only imagined.
pub(crate) fn random_key(rng: &mut Rng) -> Key {
    Key::new(random_bytes(rng))
}

pub(crate) fn random_bytes(rng: &mut Rng) -> [u8; 32] {
    let mut bytes = [0; 32];
    for word in bytes.chunks_exact_mut(4) {
        word.copy_from_slice(&rng.next_u32().to_le_bytes());
    }
    bytes
}
