//! Who somebody is, by a secret that the house gave them and does not keep.
//!
//! The first connection gets a public identity and a token; a later one that shows
//! the token is the same player. Only the token's hash is stored, and a token is
//! never logged. Nobody can choose an identity: an unknown token gets a new one.

use std::sync::Arc;

use store::{Journal, Player, TokenHash, Write};
use table::PlayerId;

use crate::durable;
use crate::error::Fault;
use crate::transport::Session;
use crate::world::{self, World};

/// A token is 32 bytes in hexadecimal, so a longer text is none of ours and is not
/// even hashed.
const TOKEN_LETTERS: usize = 64;

/// The player who holds this token, or a new one.
pub(crate) async fn identify(
    journal: &Arc<dyn Journal>,
    world: &dyn World,
    token: Option<String>,
) -> Result<Session, Fault> {
    if let Some(token) = token.filter(|token| token.len() == TOKEN_LETTERS)
        && let Some(player) = find(journal, &token).await?
    {
        return Ok(Session {
            player: player_id(player.id.as_str())?,
            token,
        });
    }
    enroll(journal, world).await
}

/// The player who holds this token, if there is one.
pub(crate) async fn player_of(
    journal: &Arc<dyn Journal>,
    token: &str,
) -> Result<Option<PlayerId>, Fault> {
    if token.len() != TOKEN_LETTERS {
        return Ok(None);
    }
    let player = find(journal, token).await?;
    player
        .map(|player| player_id(player.id.as_str()))
        .transpose()
}

async fn find(journal: &Arc<dyn Journal>, token: &str) -> Result<Option<Player>, Fault> {
    let hash = TokenHash::of(token);
    durable::read(journal, move |journal| journal.player(&hash)).await
}

async fn enroll(journal: &Arc<dyn Journal>, world: &dyn World) -> Result<Session, Fault> {
    let id = uuid::Builder::from_random_bytes(world::draw(world)?).into_uuid();
    let token = hex(&world::draw::<{ TOKEN_LETTERS / 2 }>(world)?);
    let id = id.to_string();
    let player = Player {
        id: id.parse().expect("a UUID is a short visible text"),
        token_hash: TokenHash::of(&token),
        nickname: None,
        at: world.now(),
    };
    durable::write(journal, Write::PutPlayer(player)).await?;
    Ok(Session {
        player: player_id(&id)?,
        token,
    })
}

/// The name of a player as tables know it. It is read once for each connection, and then shared.
fn player_id(id: &str) -> Result<PlayerId, Fault> {
    PlayerId::new(id).map_err(|_| Fault::Broken("the journal has a player without a proper id"))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
