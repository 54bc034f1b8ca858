//! Players and their tokens in memory.

use crate::error::Error;
use crate::id::PlayerId;
use crate::player::Player;
use crate::token::{MOST_DEAD_TOKENS, MOST_TOKENS, Token, TokenHash};

use super::contents::Contents;

impl Contents {
    pub(super) fn enroll(&mut self, id: PlayerId, hash: TokenHash, at: u64) -> Result<(), Error> {
        if self.players.contains_key(&id) {
            return Err(Error::PlayerTaken { player: id });
        }
        if self.tokens.contains_key(&hash) {
            return Err(Error::TokenTaken);
        }
        self.tokens.insert(hash, Token::first(&id, hash, at));
        let player = Player {
            id: id.clone(),
            at,
            erased_at: None,
        };
        self.players.insert(id, player);
        Ok(())
    }

    pub(super) fn give_token(&mut self, new: Token, expired_before: u64) -> Result<(), Error> {
        let player = new.player.clone();
        let is_here = |player: &Player| player.erased_at.is_none();
        if !self.players.get(&player).is_some_and(is_here) {
            return Err(Error::NoPlayer { player });
        }
        if self.tokens.contains_key(&new.hash) {
            return Err(Error::TokenTaken);
        }
        if let Some(old) = &new.replaces {
            let old = self.tokens.get(old).ok_or(Error::NoToken)?;
            let expired = old.expires_at.is_some_and(|at| new.made_at >= at);
            if old.player != player || old.revoked_at.is_some() || expired {
                return Err(Error::NoToken);
            }
        }
        // Of the tokens that replace the same one, only one is kept, and only one code.
        let is_unused = |token: &Token| match (new.expires_at, token.expires_at) {
            (Some(_), Some(_)) => true,
            _ => {
                let same = new.replaces.is_some() && token.replaces == new.replaces;
                same && token.used_at.is_none()
            }
        };
        let mut known = self.tokens_of(&player);
        known.retain(|token| !is_unused(token) && token.expires_at.is_none());
        let (dead, good): (Vec<Token>, Vec<Token>) = known
            .into_iter()
            .partition(|token| token.is_dead(expired_before));
        if good.len() >= MOST_TOKENS {
            return Err(Error::TooManyTokens { player });
        }
        self.tokens
            .retain(|_, token| token.player != player || !is_unused(token));
        // The oldest tokens come first and are forgotten first.
        for token in dead.iter().rev().skip(MOST_DEAD_TOKENS) {
            self.tokens.remove(&token.hash);
        }
        self.tokens.insert(new.hash, new);
        Ok(())
    }

    pub(super) fn use_token(&mut self, hash: &TokenHash, at: u64) -> Result<(), Error> {
        let token = self.tokens.get_mut(hash);
        let token = token.filter(|token| token.revoked_at.is_none());
        let token = token.ok_or(Error::NoToken)?;
        let first = token.used_at.is_none();
        token.used_at = token.used_at.max(Some(at));
        let old = token.replaces.filter(|_| first);
        if let Some(old) = old.and_then(|old| self.tokens.get_mut(&old)) {
            old.revoked_at.get_or_insert(at);
        }
        Ok(())
    }

    pub(super) fn revoke_token(&mut self, hash: &TokenHash, at: u64) -> Result<(), Error> {
        let token = self.tokens.get_mut(hash).ok_or(Error::NoToken)?;
        token.revoked_at.get_or_insert(at);
        Ok(())
    }

    pub(super) fn tokens_of(&self, player: &PlayerId) -> Vec<Token> {
        let all = self.tokens.values();
        let mut tokens: Vec<Token> = all
            .filter(|token| token.player == *player)
            .cloned()
            .collect();
        // Tokens of the same moment stay in the order of their hashes.
        tokens.sort_by_key(|token| token.made_at);
        tokens
    }
}
