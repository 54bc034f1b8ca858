//! Games that a player has played elsewhere, such as in the pocket of a device, for their history.
//!
//! The journal of the table is played again, on the threads for replays. The results of its games
//! are kept, marked as claimed. The journal itself is not kept, and such a game is never counted or
//! rated.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Write;
use table::{ClaimedGames, Entry, Millis, PlayerId};

use super::access::Caller;
use crate::error::Fault;
use crate::house::Shared;
use crate::transport::PacketFault;
use crate::{durable, journal};

/// A long evening at one table: a whole game has 17 to 38 kilobytes, a short one 6 to 18.
const MOST_CLAIM_BYTES: usize = 1 << 20;

/// A claim.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Claiming {
    /// The player's id at the table.
    #[schemars(with = "String")]
    player: PlayerId,
    /// The whole journal of the table, as a pocket has it.
    entries: Vec<Entry>,
}

/// The result of a claim.
#[derive(Serialize, JsonSchema)]
pub(super) struct Claimed {
    /// The number of games of the table that are in the player's history now.
    games: usize,
}

/// Adds the finished games of a table that was played elsewhere to the player's history, marked as
/// claimed. Doing it again changes nothing.
#[utoipa::path(
    post,
    path = "/api/me/claims",
    tag = "me",
    request_body(content = ref("#/components/schemas/Claiming"), description = "The journal of the table, at most 1 MiB.", content_type = "application/json"),
    responses(
        (status = 200, description = "The games are in the history.", body = ref("#/components/schemas/Claimed")),
        (status = 400, description = "This is not a journal.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not valid.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "The player has claimed 1,000 games already.", body = ref("#/components/schemas/Failure")),
        (status = 413, description = "The journal is too long.", body = ref("#/components/schemas/Failure")),
        (status = 422, description = "The games cannot be replayed from the journal, are not over, or are not the player's own.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be written now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn claim(
    State(house): State<Arc<Shared>>,
    caller: Caller,
    body: Body,
) -> Result<Json<Claimed>, Fault> {
    // Nothing is read for unknown callers.
    let player = caller.identified(&house).await?;
    let body = to_bytes(body, MOST_CLAIM_BYTES).await;
    let body = body.map_err(|_| PacketFault::TooLarge(MOST_CLAIM_BYTES))?;
    let prove = move |house: &Shared| {
        let claiming: Claiming = serde_json::from_slice(&body).map_err(|error| {
            let why = kernel::plainly(error);
            Fault::from(PacketFault::Malformed(why))
        })?;
        let find = |key: &str| house.games().find(key);
        let claim = ClaimedGames::of(&claiming.entries, find, &claiming.player);
        Ok(remembered(
            &claim.map_err(Fault::Unproved)?,
            &player,
            Millis(house.now()),
        ))
    };
    let write = house.work_out(caller.address(), prove).await?;
    let games = match &write {
        Write::RememberClaimed { games, .. } => games.len(),
        _ => 0,
    };
    durable::write(house.journal(), write).await?;
    Ok(Json(Claimed { games }))
}

/// The games of a claim as they are kept. Only the names of the others at the table are known here.
fn remembered(claim: &ClaimedGames, player: &PlayerId, now: Millis) -> Write {
    let own: store::PlayerId = journal::store_id(player.as_str());
    let games = claim.games.iter().map(|(own_seat, ended)| {
        let mut game = journal::remembered(ended);
        game.claimed = true;
        // The clock of a device may be ahead.
        game.at = game.at.min(now.0);
        for seat in &mut game.seats {
            let is_own = seat.seat == own_seat.0;
            seat.player = is_own.then(|| own.clone());
        }
        game
    });
    Write::RememberClaimed {
        player: own.clone(),
        table: journal::store_id(&claim.name(player)),
        games: games.collect(),
    }
}
