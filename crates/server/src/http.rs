//! The house by plain HTTP: what can be asked without a socket.
//!
//! Answers are JSON; an error is `{error: {code, message}}` with the codes of the
//! sockets. Nothing here changes a table, but for the names of a player who deletes themselves.
//! What no route takes is the web client's.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use kernel::{AnyRefusal, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::messages::GameInfo;
use table::verify::Verified;
use table::{Entry, Fact, Refusal, ReplayError, Replayed};
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::config::Config;
use crate::error::Fault;
use crate::house::Shared;
use crate::limits::{AddressAllowance, Verdict};
use crate::origin::Origins;
use crate::transport::PacketFault;
use crate::{address, journal, metrics, page};
use access::{Caller, Told};
use numbers::Numbers;

mod access;
mod claims;
mod daily;
mod drills;
mod duplicates;
mod me;
mod numbers;
mod openapi;
mod reference;
mod review;

/// As long as a line of the command's `--jsonl` may be.
const MAX_SCORE_REQUEST: usize = 1 << 16;

/// The routes of a house.
pub(crate) fn router(
    house: Arc<Shared>,
    config: &Config,
    requests: Arc<AddressAllowance>,
) -> Router {
    let guard = Arc::new(Guard {
        behind_proxy: config.behind_proxy,
        requests,
        house: house.clone(),
    });
    let (api, _) = api().split_for_parts();
    let (operation, _) = operation().split_for_parts();
    operation
        .merge(
            api.layer(CompressionLayer::new())
                .layer(middleware::from_fn_with_state(guard, count)),
        )
        .fallback(page::page)
        .with_state(house)
}

/// What anybody may ask, so much at a time. Each route brings its own description.
fn api() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::new()
        .routes(routes!(list_games))
        .routes(routes!(score).layer(DefaultBodyLimit::max(MAX_SCORE_REQUEST)))
        .routes(routes!(drills::drill))
        .routes(routes!(table_journal))
        .routes(routes!(verify))
        .routes(routes!(replay))
        .routes(routes!(review::review))
        .routes(routes!(daily::daily))
        .routes(routes!(daily::daily_result))
        .routes(routes!(duplicates::duplicate))
        .routes(routes!(me::games))
        .routes(routes!(me::export))
        .routes(routes!(me::statistics))
        .routes(routes!(me::delete))
        .routes(routes!(claims::claim))
        .routes(routes!(openapi::openapi))
        .routes(routes!(openapi::asyncapi))
        .routes(routes!(openapi::docs))
}

/// What whoever runs the house asks.
fn operation() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(show_metrics))
}

/// What stands before everything, sockets too: pages of other houses may not ask, and
/// those that may are told so.
pub(crate) fn guard_origins(router: Router, origins: &Origins) -> Router {
    let checked = origins.clone();
    let check = move |request: Request, next: Next| {
        let allowed = checked.allow(request.headers());
        async move {
            if allowed {
                next.run(request).await
            } else {
                Fault::ForeignOrigin.into_response()
            }
        }
    };
    let router = router.layer(middleware::from_fn(check));
    if origins.is_empty() {
        return router;
    }
    let listed = origins.clone();
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(move |origin, _| {
            listed.lists(origin)
        }))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION]);
    router.layer(cors)
}

struct Guard {
    behind_proxy: bool,
    requests: Arc<AddressAllowance>,
    house: Arc<Shared>,
}

async fn count(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address::of(request.headers(), peer, guard.behind_proxy);
    let house = &guard.house;
    if let Err(banned) = house.bans().check_address(address, house.now()) {
        return banned.into_response();
    }
    match guard.requests.take(address) {
        Verdict::Within => next.run(request).await,
        _ => Fault::from(PacketFault::TooFast).into_response(),
    }
}

/// Whether the process lives.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operation",
    responses(
        (status = 200, description = "It does.", body = String),
    )
)]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether commands can be taken: the journal can be written, and the house is not closing.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
    responses(
        (status = 200, description = "They can.", body = String),
        (status = 503, description = "Not now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn readyz(State(house): State<Arc<Shared>>) -> Result<&'static str, Fault> {
    if house.is_draining() {
        return Err(Fault::Closing);
    }
    house.can_write().await?;
    if !house.reaches_others() {
        return Err(Fault::Busy);
    }
    Ok("ready\n")
}

/// What the house counts about itself, in the text format of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operation",
    responses(
        (status = 200, description = "A line for each figure.", body = String),
        (status = 404, description = "This process counts nothing."),
    )
)]
async fn show_metrics() -> Response {
    metrics::tasks(
        tokio::runtime::Handle::current()
            .metrics()
            .num_alive_tasks(),
    );
    match metrics::install() {
        Some(handle) => handle.render().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The games of the house, with their options as JSON Schema.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    responses(
        (status = 200, description = "Every game, in the order in which they are offered.", body = ref("#/components/schemas/Games")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn list_games(State(house): State<Arc<Shared>>) -> Json<Vec<GameInfo>> {
    Json(house.games().described().to_vec())
}

/// Scores something outside any game: the same request and answer as a line of
/// `tallyhouse score --jsonl`.
#[utoipa::path(
    post,
    path = "/api/score/{game}",
    tag = "games",
    params(("game" = String, Path, description = "The key of a game.")),
    request_body(content = serde_json::Value, description = "What is to be scored, in the game's own JSON, at most 64 KiB."),
    responses(
        (status = 200, description = "The points, item by item.", body = serde_json::Value),
        (status = 404, description = "There is no such game.", body = ref("#/components/schemas/Failure")),
        (status = 413, description = "The request is too long.", body = String),
        (status = 422, description = "This cannot be scored.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn score(
    State(house): State<Arc<Shared>>,
    Path(game): Path<String>,
    caller: Caller,
    body: Bytes,
) -> Result<Response, Fault> {
    let kind = house.games().find(&game).ok_or(Fault::UnknownGame)?;
    let score = move |_: &Shared| {
        let mut answer = Vec::new();
        Ok(kind.score_json(&body, &mut answer).map(|()| answer))
    };
    Ok(match house.work_out(caller.address(), score).await? {
        Ok(answer) => json(answer),
        Err(refusal) => refused(refusal),
    })
}

fn refused(refusal: AnyRefusal) -> Response {
    let error = refusal.into();
    (StatusCode::UNPROCESSABLE_ENTITY, Json(Failure { error })).into_response()
}

/// Why a request was not answered.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Failure {
    /// A code for programs, a sentence for people.
    pub(crate) error: Refusal,
}

/// What everybody may read of a table: all of a finished game, of one in play what a
/// spectator sees.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/journal",
    tag = "tables",
    params(
        ("code" = String, Path, description = "The code of a table, as VHG4SC."),
        ("from" = Option<u64>, Query, description = "The number of the first entry."),
    ),
    responses(
        (status = 200, description = "The entries, oldest first, at most 1,000. If there are more, the header `Link` has the address of the next page with `rel=\"next\"`.", body = ref("#/components/schemas/Journal")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn table_journal(
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

/// So many entries are given at once: some three games, in less than a megabyte.
const MOST_ENTRIES: usize = 1_000;

/// Which page of a journal is asked for.
#[derive(Debug, Deserialize)]
struct Pages {
    /// The number of the first entry.
    #[serde(default)]
    from: u64,
}

/// Writes an answer. It may be long, so it is written where it was worked out.
fn to_json(answer: &impl Serialize) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(answer).map_err(|_| Fault::Broken("an answer is no JSON"))
}

/// An answer that was written before.
fn json(answer: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], answer).into_response()
}

/// Whether the cards of a table's finished games were as promised, step by step.
#[utoipa::path(
    get,
    path = "/api/tables/{code}/verify",
    tag = "tables",
    params(("code" = String, Path, description = "The code of a table, as VHG4SC.")),
    responses(
        (status = 200, description = "Each step that was checked.", body = ref("#/components/schemas/Verified")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "No game of the table is over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn verify(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    caller: Caller,
) -> Result<Response, Fault> {
    let told = access::look(&house, &caller, &code).await?;
    let verify = move |house: &Shared| {
        // A game that is decided but not yet shown to its end is not over for anybody.
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

/// What a page asks of a finished game.
#[derive(Debug, Deserialize)]
struct Watching {
    /// The number of the game; the first if there is none.
    game: Option<u32>,
    /// From which seat, counted from 0; without it every seat's side by side.
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
        ("code" = String, Path, description = "The code of a table, as VHG4SC."),
        ("game" = Option<u32>, Query, description = "The number of the game; the first if there is none."),
        ("seat" = Option<u8>, Query, description = "From which seat, counted from 0; without it every seat's side by side."),
        ("from" = Option<u64>, Query, description = "The number of the first message."),
    ),
    responses(
        (status = 200, description = "The messages, and where to go on.", body = ref("#/components/schemas/Replayed")),
        (status = 400, description = "These are no numbers.", body = ref("#/components/schemas/Failure")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "This game is not over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn replay(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Numbers(watching): Numbers<Watching>,
    caller: Caller,
) -> Result<Response, Fault> {
    let Told {
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

fn kind_of(house: &Shared, entries: &[Entry]) -> Option<&'static dyn kernel::Kind> {
    match &entries.first()?.fact {
        Fact::Opened { game, .. } => house.games().find(game),
        _ => None,
    }
}
