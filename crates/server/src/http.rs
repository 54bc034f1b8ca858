//! The house by plain HTTP: everything that needs no socket.
//!
//! Answers are JSON; an error is `{error: {code, message}}` with the codes of the sockets. Nothing
//! here changes a table, except the name of a player who deletes themselves. All other addresses
//! belong to the web client.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use kernel::AnyRefusal;
use schemars::JsonSchema;
use serde::Serialize;
use table::messages::GameInfo;
use table::{Entry, Fact, Refusal};
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
use crate::{address, metrics, page};
use access::Caller;

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
mod tables;

/// The same bound as for a line of `--jsonl`.
const MAX_SCORE_REQUEST: usize = 1 << 16;

/// The routes of a house.
pub(crate) fn router(
    house: Arc<Shared>,
    config: &Config,
    requests: Arc<AddressAllowance>,
) -> Router {
    let behind_proxy = config.behind_proxy;
    let counted = |allowance| {
        let gate = Arc::new(Gate {
            behind_proxy,
            allowance,
        });
        middleware::from_fn_with_state(gate, count)
    };
    let door = Arc::new(Door {
        behind_proxy,
        house: house.clone(),
    });
    let files = Arc::new(AddressAllowance::new(config.limits.light()));
    let (api, _) = api().split_for_parts();
    let (operation, _) = operation().split_for_parts();
    let api = api
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(door, keep_out));
    // Somebody who is banned may load the page, which says so.
    let page = Router::new().fallback(page::page).layer(counted(files));
    let router = operation.merge(api).layer(counted(requests)).merge(page);
    router.with_state(house)
}

/// The routes for everybody. Each route brings its own description.
fn api() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::new()
        .routes(routes!(list_games))
        .routes(routes!(score).layer(DefaultBodyLimit::max(MAX_SCORE_REQUEST)))
        .routes(routes!(drills::drill))
        .routes(routes!(tables::table_journal))
        .routes(routes!(tables::verify))
        .routes(routes!(tables::replay))
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

/// The routes for operators.
fn operation() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(show_metrics))
}

/// Checks every request and socket: only pages of this house and of listed origins may ask.
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

/// The allowance of each address for some of the requests.
struct Gate {
    behind_proxy: bool,
    allowance: Arc<AddressAllowance>,
}

async fn count(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let address = address::of_request(&request, gate.behind_proxy);
    match gate.allowance.take(address) {
        Verdict::Within => next.run(request).await,
        _ => Fault::from(PacketFault::TooFast).into_response(),
    }
}

/// The part of the house that keeps banned addresses out.
struct Door {
    behind_proxy: bool,
    house: Arc<Shared>,
}

async fn keep_out(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let address = address::of_request(&request, door.behind_proxy);
    let house = &door.house;
    match house.bans().check_address(address, house.now()) {
        Ok(()) => next.run(request).await,
        Err(banned) => banned.into_response(),
    }
}

/// Whether the process lives.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operation",
    responses(
        (status = 200, description = "The process lives.", body = String),
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
        (status = 200, description = "Commands can be taken.", body = String),
        (status = 503, description = "Commands cannot be taken now.", body = ref("#/components/schemas/Failure")),
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

/// The figures of the house, in the text format of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operation",
    responses(
        (status = 200, description = "A line for each figure.", body = String),
        (status = 404, description = "This process has no metrics."),
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

/// A refused request.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Failure {
    /// A code for programs, a sentence for people.
    pub(crate) error: Refusal,
}

/// Writes an answer. It may be long, and therefore the thread that worked it out writes it.
fn to_json(answer: &impl Serialize) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(answer).map_err(|_| Fault::Broken("an answer is no JSON"))
}

/// An answer that is JSON already.
fn json(answer: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], answer).into_response()
}

fn kind_of(house: &Shared, entries: &[Entry]) -> Option<&'static dyn kernel::Kind> {
    match &entries.first()?.fact {
        Fact::Opened { game, .. } => house.games().find(game),
        _ => None,
    }
}
