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
use axum::routing::{get, post};
use axum::{Json, Router};
use kernel::{AnyRefusal, Seat, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Filter;
use table::messages::GameInfo;
use table::{Entry, Fact, GameCode, Input, Millis, Replay, ReplayError, public_journal};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::Config;
use crate::error::Fault;
use crate::house::Shared;
use crate::limits::{AddressAllowance, Verdict};
use crate::origin::Origins;
use crate::transport::PacketFault;
use crate::{address, durable, journal, metrics, page};

/// As long as a line of the command's `--jsonl` may be.
const MAX_SCORE_REQUEST: usize = 1 << 16;

/// The routes of a house.
pub(crate) fn router(house: Arc<Shared>, config: &Config) -> Router {
    let guard = Arc::new(Guard {
        behind_proxy: config.behind_proxy,
        requests: AddressAllowance::new(config.limits.address),
    });
    let api = Router::new()
        .route("/api/games", get(list_games))
        .route(
            "/api/score/{game}",
            post(score).layer(DefaultBodyLimit::max(MAX_SCORE_REQUEST)),
        )
        .route("/api/tables/{code}/journal", get(table_journal))
        .route("/api/tables/{code}/verify", get(verify))
        .route("/api/tables/{code}/replay", get(replay))
        .layer(middleware::from_fn_with_state(guard, count));
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(show_metrics))
        .merge(api)
        .fallback(page::page)
        .with_state(house)
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
async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether commands can be taken: the journal answers, and the house is not closing.
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

async fn show_metrics() -> Response {
    match metrics::install() {
        Some(handle) => handle.render().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn list_games(State(house): State<Arc<Shared>>) -> Json<Vec<GameInfo>> {
    Json(house.games().described().to_vec())
}

/// Scores something outside any game: the same request and answer as a line of
/// `tallyhouse score --jsonl`.
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
        Ok(Err(refusal)) => Ok(refused(&refusal)),
        Err(_) => Err(Fault::Broken("scoring failed")),
    }
}

fn refused(refusal: &AnyRefusal) -> Response {
    let error = Json(json!({ "error": refusal }));
    (StatusCode::UNPROCESSABLE_ENTITY, error).into_response()
}

/// What everybody may read of a table: all of a finished game, of one in play what a
/// spectator sees.
async fn table_journal(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
) -> Result<Json<Vec<Entry>>, Fault> {
    let (code, entries) = entries(&house, &code).await?;
    let kind = kind_of(&house, &entries).ok_or(Fault::UnknownGame)?;
    // A copy of the table, told the time, knows how much of a game has been shown.
    let mut copy = journal::restore(house.games(), &code, &entries)?;
    copy.handle(Millis(house.now()), Input::Tick);
    Ok(Json(public_journal(&entries, copy.revealed(), kind)))
}

/// Whether the cards of a table's finished games were as promised, step by step.
async fn verify(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
) -> Result<Json<Value>, Fault> {
    let (_, entries) = entries(&house, &code).await?;
    let games = house.games().clone();
    let report =
        tokio::task::spawn_blocking(move || table::verify::verify(&entries, |key| games.find(key)));
    let report = report
        .await
        .map_err(|_| Fault::Broken("verifying failed"))?;
    Ok(Json(
        json!({ "good": report.is_good(), "games": report.games }),
    ))
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
async fn replay(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    Query(watching): Query<Watching>,
) -> Result<Json<Value>, Fault> {
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
    Ok(Json(json!({ "moments": moments, "next": next })))
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
