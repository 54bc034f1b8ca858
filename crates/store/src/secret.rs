//! The secret of a house.

use std::fmt;

/// The 32 bytes that determine the luck of a house's daily deals. They are made once, and all nodes
/// of the house share them. Their `Debug` hides them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HouseSecret([u8; 32]);

impl HouseSecret {
    /// Makes a secret of these bytes.
    pub const fn new(bytes: [u8; 32]) -> HouseSecret {
        HouseSecret(bytes)
    }

    /// The bytes of the secret.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for HouseSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HouseSecret")
    }
}
