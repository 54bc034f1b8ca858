//! Who is who: a secret token proves to be a player.
//!
//! Only the token's SHA-256 is kept, so that a copied file lets nobody in. A plain
//! hash is enough because a token is random and long; it would not be for passwords.
//!
//! A player may have several. One that expires at a given time is not for a device: it is the
//! code that carries a player to another device, and of those a player has one at a time. A token that is revoked is kept for a while, so that
//! whoever shows it can be told what became of it; one that is forgotten is unknown.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::id::PlayerId;

/// How many good tokens a player may have: one for each of their devices.
pub const MOST_TOKENS: usize = 8;

/// How many of a player's dead tokens are remembered. Only players who ask for many
/// tokens ever have more.
pub(crate) const MOST_DEAD_TOKENS: usize = 8;

/// A token that was given to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What the token hashes to; no two are the same.
    pub hash: TokenHash,
    /// Whose it is.
    pub player: PlayerId,
    /// When it was given, in milliseconds since 1970.
    pub made_at: u64,
    /// When it was last known to be used. Whoever writes it decides how exactly.
    pub used_at: Option<u64>,
    /// The token that is revoked when this one is used for the first time.
    pub replaces: Option<TokenHash>,
    /// From when on it is no longer good, however much it was used; nothing for the token of a
    /// device.
    pub expires_at: Option<u64>,
    /// When it was revoked.
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

    /// The token that a new player comes with.
    pub(crate) fn first(player: &PlayerId, hash: TokenHash, at: u64) -> Token {
        Token {
            used_at: Some(at),
            ..Token::given(player, hash, None, None, at)
        }
    }

    /// Which of the tokens that a player has must be forgotten for this new one. The journal in
    /// memory does not use this: it is a second opinion.
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

    /// Whether it is no longer good because of the time that it was given for.
    pub fn has_expired(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|at| at <= now)
    }

    /// When it was last heard of.
    pub fn last_at(&self) -> u64 {
        self.used_at.unwrap_or(self.made_at)
    }

    /// Whether it is revoked, or was last heard of before this time.
    pub(crate) fn is_dead(&self, expired_before: u64) -> bool {
        self.revoked_at.is_some() || self.last_at() < expired_before
    }
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

    /// What the token is called in lists: the first 16 hexadecimal digits of its hash, which
    /// lead nobody to the token.
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
