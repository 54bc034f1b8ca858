//! What a house keeps to itself.

use std::fmt;

/// 32 bytes from which the luck of a house's daily deals comes. There is one, made once, which all
/// nodes of a house share. Its `Debug` tells nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HouseSecret([u8; 32]);

impl HouseSecret {
    /// A secret of these bytes.
    pub const fn new(bytes: [u8; 32]) -> HouseSecret {
        HouseSecret(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for HouseSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HouseSecret")
    }
}
