//! Who is who: a secret token proves to be a player.
//!
//! Only the token's SHA-256 is kept, so that a copied file lets nobody in. A plain
//! hash is enough because a token is random and long; it would not be for passwords.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::id::PlayerId;

/// A player of the house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The public name for programs.
    pub id: PlayerId,
    /// What the token hashes to; no two players have the same.
    pub token_hash: TokenHash,
    /// What the others call them, where they said it.
    pub nickname: Option<String>,
    /// When they first came, in milliseconds since 1970.
    pub at: u64,
}

/// The SHA-256 of a token. Its `Debug` tells nothing, so that no log does.
///
/// ```
/// use store::TokenHash;
///
/// let hash = TokenHash::of("a long random token");
/// assert_eq!(hash, TokenHash::of("a long random token"));
/// assert_ne!(hash, TokenHash::of("another long random token"));
/// assert_eq!(format!("{hash:?}"), "TokenHash(hidden)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token).into())
    }

    pub(crate) fn stored(bytes: [u8; 32]) -> TokenHash {
        TokenHash(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of FIPS 180-2, appendix B.1: a file written today must let the
    /// same players in after any change of library.
    #[test]
    fn a_token_hash_is_sha256() {
        let hash = TokenHash::of("abc");
        assert_eq!(hash.as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(hash.as_bytes()[28..], [0xf2, 0x00, 0x15, 0xad]);
    }
}
