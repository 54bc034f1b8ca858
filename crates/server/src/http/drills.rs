//! The drills of the games: every question with its answers and their worth.
//!
//! A drill never changes while the house is open. It is written once, when it is first asked for,
//! and not sent again to a page that has it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::drill::Practice;

use super::access::Caller;
use super::to_json;
use crate::error::Fault;
use crate::house::Shared;

/// A drill as it is sent.
#[derive(Debug, Clone)]
struct Written {
    text: Bytes,
    tag: HeaderValue,
}

/// The drills that were asked for, by game and word.
static WRITTEN: Mutex<Vec<((&str, &str), Written)>> = Mutex::new(Vec::new());

/// The questions of a drill, each with its answers and their worth.
#[utoipa::path(
    get,
    path = "/api/drills/{game}/{drill}",
    tag = "games",
    params(
        ("game" = String, Path, description = "The key of a game."),
        ("drill" = String, Path, description = "The word of the drill, for example discard."),
    ),
    responses(
        (status = 200, description = "Every question, the easy ones first.", body = ref("#/components/schemas/Practice")),
        (status = 304, description = "It is still what `If-None-Match` names."),
        (status = 404, description = "There is no such game or drill.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn drill(
    State(house): State<Arc<Shared>>,
    Path((game, drill)): Path<(String, String)>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<Response, Fault> {
    let kind = house.games().find(&game).ok_or(Fault::UnknownGame)?;
    let found = kind.drills().iter().find(|known| known.key() == drill);
    let drill = *found.ok_or(Fault::UnknownDrill)?;
    let key = (kind.meta().key, drill.key());
    let written = match known(key) {
        Some(written) => written,
        None => {
            let write = move |_: &Shared| write(key, &Practice::of(key.0, drill));
            house.work_out(caller.address(), write).await?
        }
    };
    let head = [
        (header::ETAG, written.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let has_it = headers.get(header::IF_NONE_MATCH) == Some(&written.tag);
    Ok(if has_it {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (head, kind, written.text).into_response()
    })
}

fn known(key: (&str, &str)) -> Option<Written> {
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = written.iter().find(|(known, _)| *known == key);
    found.map(|(_, written)| written.clone())
}

fn write(key: (&'static str, &'static str), practice: &Practice) -> Result<Written, Fault> {
    let text = Bytes::from(to_json(practice)?);
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // A weak tag, because compressed copies share it.
    let tag = HeaderValue::try_from(format!("W/\"{:016x}\"", hasher.finish()))
        .map_err(|_| Fault::Broken("a tag is no header"))?;
    let written = Written { text, tag };
    let mut all = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    if all.iter().all(|(known, _)| *known != key) {
        all.push((key, written.clone()));
    }
    Ok(written)
}
