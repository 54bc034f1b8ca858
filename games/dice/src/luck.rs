//! Named streams of luck.
//!
//! A real game draws from the streams of its key. An imagined game draws in the same way from
//! supposed streams (see `supposed.rs`).

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
