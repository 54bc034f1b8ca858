//! Identities: a player proves who they are by a secret that the house gave them and does not keep.
//!
//! The first connection gets a public identity and a token; a later one that shows the token is the
//! same player. Only the token's hash is stored, and a token is never logged. Nobody can choose an
//! identity, and nobody becomes somebody else by accident: a token that is not valid is refused,
//! and only a client without a token gets a new identity.
//!
//! A player may have several tokens. A replacement takes effect when it is first used: a lost
//! answer shuts nobody out. The last use of a token is noted to a day: a player who comes back
//! every minute writes nothing.
//!
//! A code carries a player to another device. It is short, because somebody types it; therefore it
//! works once and for ten minutes, and an address may try only a few.

use std::sync::Arc;

use kernel::Json;
use store::{Token, TokenHash, Write};
use table::messages::{GivenCode, GivenToken, TokenInfo, TokenList};
use table::{Answer, DeviceCode, PlayerId, Tokens};

use crate::error::Fault;
use crate::house::Shared;
use crate::transport::{Connection, Identity, Reply};
use crate::{durable, journal, world};

/// A token is 32 bytes in hexadecimal. A longer text is not a token of ours and is not even hashed.
const TOKEN_LETTERS: usize = 64;

/// The precision with which the last use of a token is known, in milliseconds: a day.
const USE_GRAIN: u64 = 24 * 60 * 60 * 1_000;

/// The time for which a code for another device is good, in milliseconds: ten minutes.
const CODE_LIFE: u64 = 10 * 60 * 1_000;

impl Shared {
    /// The player with this token, or a new player if there is no token.
    pub(crate) async fn identify(&self, token: Option<String>) -> Result<Identity, Fault> {
        let Some(token) = token else {
            return self.enroll().await;
        };
        let player = self.player_of_token(&token).await?;
        Ok(Identity {
            player,
            token,
            notice: None,
        })
    }

    /// The player with this token. This counts as a use of the token.
    pub(crate) async fn player_of_token(&self, token: &str) -> Result<PlayerId, Fault> {
        if token.len() != TOKEN_LETTERS {
            return Err(Fault::UnknownToken);
        }
        let hash = TokenHash::of(token);
        let token = durable::read(self.journal(), move |journal| journal.token(&hash)).await?;
        let token = token.ok_or(Fault::UnknownToken)?;
        let now = self.now();
        if token.revoked_at.is_some() {
            return Err(Fault::RevokedToken);
        }
        if token.last_at() < self.expired_before(now) {
            return Err(Fault::ExpiredToken);
        }
        if token.used_at.is_none_or(|used| used + USE_GRAIN <= now) {
            let note = Write::UseToken {
                token: hash,
                at: now,
            };
            match durable::write(self.journal(), note).await {
                // The token was revoked at this moment.
                Err(store::Error::NoToken) => return Err(Fault::RevokedToken),
                noted => noted?,
            }
        }
        player_id(token.player.as_str())
    }

    async fn enroll(&self) -> Result<Identity, Fault> {
        let id = uuid::Builder::from_random_bytes(world::draw(self.world())?).into_uuid();
        let id = id.to_string();
        let token = self.draw_token()?;
        let enroll = Write::Enroll {
            player: journal::store_id(&id),
            token: TokenHash::of(&token),
            at: self.now(),
        };
        durable::write(self.journal(), enroll).await?;
        Ok(Identity {
            player: player_id(&id)?,
            token,
            notice: None,
        })
    }

    /// Answers a player's command about their tokens.
    pub(crate) async fn run_token_errand(
        self: Arc<Self>,
        connection: Arc<Connection>,
        ask: Tokens,
        reply: Reply,
    ) {
        let answer = match ask {
            Tokens::New { another } => self.give_token(&connection, another).await,
            Tokens::List => self.list_tokens(&connection).await,
            Tokens::Revoke { name } => self.revoke_token(&connection, &name).await,
            Tokens::NewCode => self.give_code(&connection).await,
            Tokens::UseCode { code } => self.take_code(&connection, &code).await,
        };
        match answer {
            Ok(answer) => reply.answer(&Answer(Ok(answer))),
            Err(fault) => reply.refuse(&fault),
        }
    }

    async fn give_token(&self, connection: &Connection, another: bool) -> Result<Json, Fault> {
        let token = self.draw_token()?;
        let (hash, now) = (TokenHash::of(&token), self.now());
        let give = Write::GiveToken {
            player: journal::store_id(connection.player().as_str()),
            token: hash,
            replaces: (!another).then_some(*connection.token()),
            expires_at: None,
            at: now,
            expired_before: self.expired_before(now),
        };
        match durable::write(self.journal(), give).await {
            // The token of this connection was forgotten since it connected.
            Err(store::Error::NoToken | store::Error::NoPlayer { .. }) => Err(Fault::RevokedToken),
            Err(store::Error::TooManyTokens { .. }) => Err(Fault::TooManyTokens),
            Err(error) => Err(error.into()),
            Ok(()) => Ok(Json::of(&GivenToken {
                token,
                name: hash.name(),
            })),
        }
    }

    async fn give_code(&self, connection: &Connection) -> Result<Json, Fault> {
        let code = self.with_rng(DeviceCode::draw)?;
        let now = self.now();
        let expires_at = now + CODE_LIFE;
        let give = Write::GiveToken {
            player: journal::store_id(connection.player().as_str()),
            token: hash_of(&code),
            replaces: None,
            expires_at: Some(expires_at),
            at: now,
            expired_before: self.expired_before(now),
        };
        match durable::write(self.journal(), give).await {
            Err(store::Error::NoPlayer { .. }) => Err(Fault::RevokedToken),
            Err(store::Error::TooManyTokens { .. }) => Err(Fault::TooManyTokens),
            Err(error) => Err(error.into()),
            Ok(()) => Ok(Json::of(&GivenCode {
                code: code.spelled(),
                expires_at,
            })),
        }
    }

    /// A new token takes the place of the code, and is used at once: of two devices with the same
    /// code only one succeeds.
    async fn take_code(&self, connection: &Connection, code: &DeviceCode) -> Result<Json, Fault> {
        let address = connection.address();
        let guessing = Fault::Guessing;
        let may_try = self.guesses().may_try(address, code.letters());
        may_try.map_err(guessing)?;
        let hash = hash_of(code);
        let found = durable::read(self.journal(), move |journal| journal.token(&hash)).await?;
        let now = self.now();
        let is_good = |found: &Token| found.revoked_at.is_none() && !found.has_expired(now);
        let Some(found) = found.filter(is_good) else {
            let counted = self.guesses().was_wrong(address, code.letters());
            counted.map_err(guessing)?;
            return Err(Fault::UnknownCode);
        };
        let token = self.draw_token()?;
        let new = TokenHash::of(&token);
        let give = Write::GiveToken {
            player: found.player,
            token: new,
            replaces: Some(hash),
            expires_at: None,
            at: now,
            expired_before: self.expired_before(now),
        };
        let used = Write::UseToken {
            token: new,
            at: now,
        };
        for write in [give, used] {
            match durable::write(self.journal(), write).await {
                Ok(()) => {}
                Err(store::Error::NoToken | store::Error::NoPlayer { .. }) => {
                    return Err(Fault::UnknownCode);
                }
                Err(store::Error::TooManyTokens { .. }) => return Err(Fault::TooManyTokens),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Json::of(&GivenToken {
            token,
            name: new.name(),
        }))
    }

    async fn list_tokens(&self, connection: &Connection) -> Result<Json, Fault> {
        let tokens = self.good_tokens(connection).await?;
        let info = |token: Token| TokenInfo {
            name: token.hash.name(),
            made_at: token.made_at,
            used_at: token.used_at,
            current: token.hash == *connection.token(),
        };
        let tokens = tokens.into_iter().map(info).collect();
        Ok(Json::of(&TokenList { tokens }))
    }

    async fn revoke_token(&self, connection: &Connection, name: &str) -> Result<Json, Fault> {
        let mut tokens = self.good_tokens(connection).await?.into_iter();
        let token = tokens.find(|token| token.hash.name() == name);
        let token = token.ok_or(Fault::UnknownToken)?.hash;
        let at = self.now();
        durable::write(self.journal(), Write::RevokeToken { token, at }).await?;
        let answer = self.list_tokens(connection).await?;
        for known in self.register().all() {
            // A player who revokes their own token hears the answer first.
            if *known.token() == token && known.id() != connection.id() {
                known.disconnect();
            }
        }
        Ok(answer)
    }

    /// The tokens of a player that still let somebody in, the oldest first.
    async fn good_tokens(&self, connection: &Connection) -> Result<Vec<Token>, Fault> {
        let player = journal::store_id(connection.player().as_str());
        let mut tokens =
            durable::read(self.journal(), move |journal| journal.tokens(&player)).await?;
        let expired_before = self.expired_before(self.now());
        tokens.retain(|token| {
            let is_old = token.last_at() < expired_before;
            token.revoked_at.is_none() && !is_old && !token.is_code()
        });
        Ok(tokens)
    }

    /// A token that was last used before this time has expired.
    pub(crate) fn expired_before(&self, now: u64) -> u64 {
        self.token_life().map_or(0, |life| {
            now.saturating_sub(u64::try_from(life.as_millis()).unwrap_or(u64::MAX))
        })
    }

    fn draw_token(&self) -> Result<String, Fault> {
        Ok(hex(&world::draw::<{ TOKEN_LETTERS / 2 }>(self.world())?))
    }
}

/// The id of a player as tables know it. It is read once for each connection, and then shared.
fn player_id(id: &str) -> Result<PlayerId, Fault> {
    PlayerId::new(id).map_err(|_| Fault::Broken("the journal has a player without a proper id"))
}

/// The stored form of a code. It can never be a token, because a token is longer.
fn hash_of(code: &DeviceCode) -> TokenHash {
    TokenHash::of(&format!("code {}", code.letters()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
