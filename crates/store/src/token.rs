//! Tokens: a secret token proves who a player is.
//!
//! Only the token's SHA-256 is kept: a copy of the file lets nobody in. A plain hash is enough
//! because a token is random and long; it would not be enough for passwords.
//!
//! A player may have several. A token that expires at a given time is a code that carries a player
//! to another device; a player has one code at a time. A revoked token is kept for a while, because
//! a client that still uses it must hear that it was revoked and not that it is unknown.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::id::PlayerId;

/// The most good tokens that a player may have: one for each of their devices.
pub const MOST_TOKENS: usize = 8;

/// The most dead tokens of a player that are remembered. Only players who ask for many tokens ever
/// have more.
pub(crate) const MOST_DEAD_TOKENS: usize = 8;

/// A token that was given to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The hash of the token; no two tokens have the same.
    pub hash: TokenHash,
    /// The player whom it identifies.
    pub player: PlayerId,
    /// The time at which it was given, in milliseconds since 1970.
    pub made_at: u64,
    /// The time of its last use, as exactly as the writer notes it.
    pub used_at: Option<u64>,
    /// The token that is revoked when this one is used for the first time.
    pub replaces: Option<TokenHash>,
    /// The time at which it expires, even if it is used; `None` for the token of a device.
    pub expires_at: Option<u64>,
    /// The time at which it was revoked.
    pub revoked_at: Option<u64>,
}

impl Token {
    /// A token that was just given to somebody and that nobody has used.
    pub(crate) fn given(
        player: &PlayerId,
        hash: TokenHash,
        replaces: Option<TokenHash>,
        expires_at: Option<u64>,
        at: u64,
    ) -> Token {
        Token {
            hash,
            player: player.clone(),
            made_at: at,
            used_at: None,
            replaces,
            expires_at,
            revoked_at: None,
        }
    }

    /// The first token of a new player.
    pub(crate) fn first(player: &PlayerId, hash: TokenHash, at: u64) -> Token {
        Token {
            used_at: Some(at),
            ..Token::given(player, hash, None, None, at)
        }
    }

    /// The tokens of a player that must be forgotten for this new one. The journal in memory does
    /// not use this, because it is a second opinion.
    pub(crate) fn make_room(
        &self,
        known: Vec<Token>,
        expired_before: u64,
    ) -> Result<Vec<TokenHash>, Error> {
        let is_good =
            |token: &Token| token.revoked_at.is_none() && !token.has_expired(self.made_at);
        let is_known = |old: &TokenHash| {
            let mut known = known.iter();
            known.any(|token| token.hash == *old && is_good(token))
        };
        if !self.replaces.as_ref().is_none_or(is_known) {
            return Err(Error::NoToken);
        }
        let is_unused = |token: &Token| {
            let waits = self.replaces.is_some() && token.replaces == self.replaces;
            (waits && token.used_at.is_none()) || (self.is_code() && token.is_code())
        };
        let (unused, known): (Vec<Token>, Vec<Token>) = known.into_iter().partition(is_unused);
        let (dead, good): (Vec<Token>, Vec<Token>) = known
            .into_iter()
            .filter(|token| !token.is_code())
            .partition(|token| token.is_dead(expired_before));
        if good.len() >= MOST_TOKENS {
            let player = self.player.clone();
            return Err(Error::TooManyTokens { player });
        }
        // The oldest come first, and are forgotten first.
        let forgotten = dead.iter().rev().skip(MOST_DEAD_TOKENS);
        Ok(unused
            .iter()
            .chain(forgotten)
            .map(|token| token.hash)
            .collect())
    }

    /// Whether it is a code that carries its player to another device.
    pub fn is_code(&self) -> bool {
        self.expires_at.is_some()
    }

    /// Whether its time to expire has come.
    pub fn has_expired(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|at| at <= now)
    }

    /// The time of its last use, or the time at which it was given.
    pub fn last_at(&self) -> u64 {
        self.used_at.unwrap_or(self.made_at)
    }

    /// Whether it is revoked, or was neither given nor used since this time.
    pub(crate) fn is_dead(&self, expired_before: u64) -> bool {
        self.revoked_at.is_some() || self.last_at() < expired_before
    }
}

/// The SHA-256 of a token. Its `Debug` hides the hash, and therefore no log shows it.
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

    /// The name of the token in lists: the first 16 hexadecimal digits of its hash. Nobody can find
    /// the token from them.
    pub fn name(&self) -> String {
        self.0[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
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
        assert_eq!(hash.name(), "ba7816bf8f01cfea");
    }
}
