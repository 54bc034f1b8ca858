//! Reviews: the cost of the decisions of a finished game. The first request starts one.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::ReplayError;
use table::review::{Review, check_judged, finished_game};

use super::access::{self, Caller, PublicTable};
use super::kind_of;
use super::numbers::Numbers;
use crate::error::Fault;
use crate::house::Shared;
use crate::journal;
use crate::reviews::{ReviewProgress, Which};

/// The parameters of a review.
#[derive(Debug, Deserialize)]
pub(super) struct ReviewQuery {
    /// The number of the game; the first if there is none.
    game: Option<u32>,
}

/// A review that is being made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Underway {
    /// The number of inputs of the game that have been reviewed.
    done: usize,
    /// The number of inputs.
    of: usize,
}

/// The cost of each decision of a finished game, with luck apart from skill. The house needs up to
/// some minutes: until then the answer is 202, with the progress.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/review",
    tag = "tables",
    params(
        ("code" = String, Path, description = "The code of a table, for example VHG4SC."),
        ("game" = Option<u32>, Query, description = "The number of the game; the first if there is none."),
    ),
    responses(
        (status = 200, description = "The review.", body = ref("#/components/schemas/Review")),
        (status = 202, description = "The review is being made: ask again in a second.", body = ref("#/components/schemas/Underway")),
        (status = 400, description = "The game was not given as a number.", body = ref("#/components/schemas/Failure")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "This game is not over, or it has no adviser.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 500, description = "The review could not be made.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "Too many reviews are being made, or the journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn review(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Numbers(asked): Numbers<ReviewQuery>,
    caller: Caller,
) -> Result<Response, Fault> {
    let told = access::look(&house, &caller, &code).await?;
    let which = (told.code.clone(), asked.game.unwrap_or(1));
    if house.reviews().standing(&which).is_none() {
        begin(&house, caller.address(), which.clone(), told).await?;
    }
    match house.reviews().standing(&which) {
        Some(ReviewProgress::Ready(review)) => Ok(Json::<&Review>(&review).into_response()),
        Some(ReviewProgress::Underway { done, of }) => {
            let again = [(header::RETRY_AFTER, "1")];
            Ok((StatusCode::ACCEPTED, again, Json(Underway { done, of })).into_response())
        }
        Some(ReviewProgress::Failed) => Err(Fault::Broken("this game could not be reviewed")),
        // Later reviews have taken its place.
        None => Err(Fault::Busy),
    }
}

async fn begin(
    house: &Arc<Shared>,
    address: IpAddr,
    which: Which,
    told: PublicTable,
) -> Result<(), Fault> {
    let PublicTable {
        code, entries, now, ..
    } = told;
    let kind = kind_of(house, &entries).ok_or(Fault::UnknownGame)?;
    check_judged(kind).map_err(|_| Fault::NoAdviser)?;
    let number = which.1;
    let played = house
        .work_out(address, move |house| {
            let played = finished_game(&entries, |key| house.games().find(key), now, number);
            played.map_err(|error| match error {
                ReplayError::NotOver => Fault::NotOver,
                ReplayError::Journal(error) => journal::corrupt(&code, error).into(),
            })
        })
        .await?;
    let journal = house.journal().clone();
    house.reviews().begin(address, which, kind, played, journal)
}
