//! Public data of a table: its journal, the proof of its cards, the replay of a game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use kernel::Seat;
use serde::Deserialize;
use table::verify::Verified;
use table::{Entry, ReplayError, Replayed};

use super::access::{self, Caller, PublicTable};
use super::numbers::Numbers;
use super::{json, to_json};
use crate::error::Fault;
use crate::house::Shared;
use crate::journal;

/// The public journal of a table: all of a finished game, and of a game in play what a spectator
/// sees.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/journal",
    tag = "tables",
    params(
        ("code" = String, Path, description = "The code of a table, for example VHG4SC."),
        ("from" = Option<u64>, Query, description = "The number of the first entry."),
    ),
    responses(
        (status = 200, description = "The entries, oldest first, at most 1,000. If there are more, the header `Link` has the address of the next page with `rel=\"next\"`.", body = ref("#/components/schemas/Journal")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn table_journal(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Numbers(pages): Numbers<Pages>,
    caller: Caller,
) -> Result<Response, Fault> {
    let told = access::look(&house, &caller, &code).await?;
    let code = told.code.clone();
    let (entries, next) = house
        .work_out(caller.address(), move |house| {
            let entries = told.public(house)?;
            let mut rest = entries.iter().filter(|entry| entry.seq >= pages.from);
            let page: Vec<&Entry> = rest.by_ref().take(MOST_ENTRIES).collect();
            Ok((to_json(&page)?, rest.next().map(|entry| entry.seq)))
        })
        .await?;
    let mut response = json(entries);
    if let Some(next) = next {
        let link = format!("</api/tables/{code}/journal?from={next}>; rel=\"next\"");
        let link = HeaderValue::try_from(link).map_err(|_| Fault::Broken("a link is no header"))?;
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The number of entries that are sent at once: some three games, in less than a megabyte.
const MOST_ENTRIES: usize = 1_000;

/// The page of a journal to send.
#[derive(Debug, Deserialize)]
pub(super) struct Pages {
    /// The number of the first entry.
    #[serde(default)]
    from: u64,
}

/// Whether the cards of a table's finished games were as promised, step by step.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/verify",
    tag = "tables",
    params(("code" = String, Path, description = "The code of a table, for example VHG4SC.")),
    responses(
        (status = 200, description = "Each step that was checked.", body = ref("#/components/schemas/Verified")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "No game of the table is over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn verify(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    caller: Caller,
) -> Result<Response, Fault> {
    let told = access::look(&house, &caller, &code).await?;
    let verify = move |house: &Shared| {
        // A game that is decided but not yet shown to its end is not over yet.
        let entries = told.public(house)?;
        let verified = Verified::of(&entries, |key| house.games().find(key));
        let keeps_secret = !told.may_tell && entries.iter().any(Entry::ends_game);
        to_json(&verified.ok_or(match keeps_secret {
            true => Fault::SecretKept,
            false => Fault::NothingToVerify,
        })?)
    };
    Ok(json(house.work_out(caller.address(), verify).await?))
}

/// The parameters of a replay.
#[derive(Debug, Deserialize)]
pub(super) struct Watching {
    /// The number of the game; the first if there is none.
    game: Option<u32>,
    /// The seat to see it from, counted from 0; without it the views of all seats side by side.
    seat: Option<u8>,
    /// The number of the first message.
    #[serde(default)]
    from: u64,
}

/// A finished game as it was seen: each message, and the view after it.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/replay",
    tag = "tables",
    params(
        ("code" = String, Path, description = "The code of a table, for example VHG4SC."),
        ("game" = Option<u32>, Query, description = "The number of the game; the first if there is none."),
        ("seat" = Option<u8>, Query, description = "The seat to see it from, counted from 0; without it the views of all seats side by side."),
        ("from" = Option<u64>, Query, description = "The number of the first message."),
    ),
    responses(
        (status = 200, description = "The messages, and the number to go on from.", body = ref("#/components/schemas/Replayed")),
        (status = 400, description = "The parameters must be numbers.", body = ref("#/components/schemas/Failure")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "This game is not over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn replay(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Numbers(watching): Numbers<Watching>,
    caller: Caller,
) -> Result<Response, Fault> {
    let PublicTable {
        code, entries, now, ..
    } = access::look(&house, &caller, &code).await?;
    let number = watching.game.unwrap_or(1);
    let part = (number, watching.seat.map(Seat), watching.from);
    let show = move |house: &Shared| {
        let part = Replayed::part(&entries, |key| house.games().find(key), now, part);
        let part = part.map_err(|error| match error {
            ReplayError::NotOver => Fault::NotOver,
            ReplayError::Journal(error) => journal::corrupt(&code, error).into(),
        })?;
        to_json(&part)
    };
    Ok(json(house.work_out(caller.address(), show).await?))
}
