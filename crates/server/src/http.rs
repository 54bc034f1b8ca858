//! The house by plain HTTP: what can be asked without a socket.
//!
//! Answers are JSON; an error is `{error: {code, message}}` with the codes of the
//! sockets. Nothing here changes a table. What no route takes is the web client's.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use kernel::{AnyRefusal, Seat, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Filter;
use table::messages::GameInfo;
use table::verify::GameReport;
use table::{Entry, Fact, GameCode, Input, Millis, Moment, Refusal, Replay, ReplayError};
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
use crate::{address, durable, journal, metrics, page};

mod openapi;
mod reference;
mod review;

/// As long as a line of the command's `--jsonl` may be.
const MAX_SCORE_REQUEST: usize = 1 << 16;

/// The routes of a house.
pub(crate) fn router(house: Arc<Shared>, config: &Config) -> Router {
    let guard = Arc::new(Guard {
        behind_proxy: config.behind_proxy,
        requests: AddressAllowance::new(config.limits.address),
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
        .routes(routes!(table_journal))
        .routes(routes!(verify))
        .routes(routes!(replay))
        .routes(routes!(review::review))
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
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers([header::CONTENT_TYPE]);
    router.layer(cors)
}

struct Guard {
    behind_proxy: bool,
    requests: AddressAllowance,
}

async fn count(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address::of(request.headers(), peer, guard.behind_proxy);
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

/// Whether commands can be taken: the journal answers, and the house is not closing.
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
    let one = Filter {
        limit: 1,
        ..Filter::default()
    };
    durable::read(house.journal(), move |journal| journal.list(&one)).await?;
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
    body: Bytes,
) -> Result<Response, Fault> {
    let kind = house.games().find(&game).ok_or(Fault::UnknownGame)?;
    // Some requests weigh many thousands of ways, so they are kept off the threads
    // that serve sockets.
    let scored = tokio::task::spawn_blocking(move || {
        let mut answer = Vec::new();
        kind.score_json(&body, &mut answer).map(|()| answer)
    });
    let json = [(header::CONTENT_TYPE, "application/json")];
    match scored.await {
        Ok(Ok(answer)) => Ok((json, answer).into_response()),
        Ok(Err(refusal)) => Ok(refused(refusal)),
        Err(_) => Err(Fault::Broken("scoring failed")),
    }
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
    params(("code" = String, Path, description = "The code of a table, as VHG4SC.")),
    responses(
        (status = 200, description = "The entries, oldest first.", body = ref("#/components/schemas/Journal")),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn table_journal(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
) -> Result<Json<Vec<Entry>>, Fault> {
    let (code, entries) = entries(&house, &code).await?;
    // A copy of the table, told the time, knows how much of a game has been shown.
    let mut copy = journal::restore(house.games(), &code, &entries)?;
    copy.handle(Millis(house.now()), Input::Tick);
    Ok(Json(copy.public_journal(&entries)))
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
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn verify(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
) -> Result<Json<Verified>, Fault> {
    let (_, entries) = entries(&house, &code).await?;
    let games = house.games().clone();
    let report =
        tokio::task::spawn_blocking(move || table::verify::verify(&entries, |key| games.find(key)));
    let report = report
        .await
        .map_err(|_| Fault::Broken("verifying failed"))?;
    Ok(Json(Verified {
        good: report.is_good(),
        games: report.games,
    }))
}

/// Whether the cards of a table's finished games were as promised.
#[derive(Serialize, JsonSchema)]
struct Verified {
    /// Whether there is a finished game, and every step of every one checks.
    good: bool,
    /// The games of the table, in order.
    games: Vec<GameReport>,
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

/// So many messages are given at once; a view has some two kilobytes, so four seats'
/// are less than a megabyte.
const MOST_MOMENTS: usize = 100;

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
        (status = 400, description = "These are no numbers.", body = String),
        (status = 404, description = "There is no such table.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "This game is not over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
async fn replay(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Query(watching): Query<Watching>,
) -> Result<Json<Replayed>, Fault> {
    let (code, entries) = entries(&house, &code).await?;
    let request = Replay {
        number: watching.game.unwrap_or(1),
        viewer: watching.seat.map(|seat| Viewer::Seat(Seat(seat))),
        from: watching.from,
        most: MOST_MOMENTS,
    };
    let (games, now) = (house.games().clone(), Millis(house.now()));
    let moments = tokio::task::spawn_blocking(move || {
        table::replay(&entries, |key| games.find(key), now, &request)
    });
    let moments = match moments.await {
        Ok(Ok(moments)) => moments,
        Ok(Err(ReplayError::NotOver)) => return Err(Fault::NotOver),
        Ok(Err(ReplayError::Journal(error))) => return Err(journal::corrupt(&code, error).into()),
        Err(_) => return Err(Fault::Broken("showing a game again failed")),
    };
    let more = moments.len() == MOST_MOMENTS;
    let next = moments.last().filter(|_| more).map(|moment| moment.seq + 1);
    Ok(Json(Replayed { moments, next }))
}

/// A part of a finished game.
#[derive(Serialize, JsonSchema)]
struct Replayed {
    /// The messages, in order.
    moments: Vec<Moment>,
    /// The number of the next message, if there are more.
    next: Option<u64>,
}

async fn entries(house: &Shared, code: &str) -> Result<(GameCode, Vec<Entry>), Fault> {
    let code: GameCode = code.parse().map_err(|_| Fault::NoTable)?;
    let entries = journal::load(house.journal(), &code).await?;
    Ok((code, entries))
}

fn kind_of(house: &Shared, entries: &[Entry]) -> Option<&'static dyn kernel::Kind> {
    match &entries.first()?.fact {
        Fact::Opened { game, .. } => house.games().find(game),
        _ => None,
    }
}
