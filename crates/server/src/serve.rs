//! Listens, serves connections, and stops in good order.

#[cfg(test)]
mod tests;
mod timely;

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::serve::{Listener, ListenerExt, TapIo};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::PrometheusHandle;
use store::Journal;
use table::messages;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_service::Service;

use crate::config::Config;
use crate::house::Shared;
use crate::limits::AddressAllowance;
use crate::places::{Bound, Places, TakenPlace};
use crate::transport::{self, OpenSockets, SocketSettings};
use crate::{address, admin, http, metrics};
use timely::Timely;

/// Runs a house until `stop` is done; then finishes what was begun, closes the sockets
/// and returns.
///
/// ```
/// use std::sync::Arc;
/// use server::{Config, client::Client};
/// use store::MemoryJournal;
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let address = listener.local_addr()?;
/// let (stop, stopped) = tokio::sync::oneshot::channel();
/// let stopped = async { stopped.await.unwrap_or_default() };
/// let journal = Arc::new(MemoryJournal::new());
/// let house = tokio::spawn(server::run(listener, Config::default(), journal, stopped));
///
/// let mut client = Client::connect(address, None).await?;
/// let create = serde_json::json!({ "game": "cribbage", "nickname": "Jill" });
/// let created = client.ask("create_game", &create).await?;
/// assert_eq!(created["seat"], 0);
///
/// stop.send(()).unwrap();
/// house.await??;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub async fn run(
    listener: TcpListener,
    config: Config,
    journal: Arc<dyn Journal>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    run_on(at_once(listener), config, journal, stop).await
}

/// Runs a house as [`run`] does, on a listener of any kind. Its connections should send
/// small packets at once.
pub async fn run_on<L: Listener<Addr = SocketAddr>>(
    listener: L,
    config: Config,
    journal: Arc<dyn Journal>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let upkeep = metrics::install().map(|handle| tokio::spawn(keep_up(handle)));
    let house = Shared::new(&config, journal);
    if let Some(cluster) = house.cluster() {
        let started = cluster.start(&house).await;
        started.map_err(std::io::Error::other)?;
    }
    let settings = SocketSettings {
        limits: config.limits,
        behind_proxy: config.behind_proxy,
        ..SocketSettings::default()
    };
    let asked = Arc::new(AddressAllowance::new(config.limits.address));
    let sweeper = tokio::spawn(sweep(house.clone()));
    let (layer, open) = transport::attach(Arc::new(house.clone()), &settings, asked.clone());
    let router = http::router(house.clone(), &config, asked).layer(layer);
    let sessions = Places::new(metrics::SESSIONS, config.budgets.sockets);
    let router = transport::guard(router, &settings, sessions);
    let router = http::guard_origins(router, &config.origins);
    let sockets = open.clone();
    let operators = config.desk.as_deref().and_then(|path| {
        let desk = admin::DeskSocket::bind(path);
        // Players do not need it.
        let desk = desk.inspect_err(|error| tracing::error!(%error, "the house has no desk"));
        Some(tokio::spawn(desk.ok()?.serve(house.clone())))
    });
    let stop = async move {
        tokio::select! {
            () = stop => {}
            () = house.closing().is_now() => tracing::info!("closing on an operator's order"),
        }
        farewell(&house, &sockets).await;
    };
    let places = Places::new(metrics::CONNECTIONS, connections(&config));
    serve(listener, router, open, places, Patience::default(), stop).await;
    sweeper.abort();
    if let Some(operators) = operators {
        operators.abort();
        // The file of the socket goes with the task.
        let _ = operators.await;
    }
    if let Some(upkeep) = upkeep {
        upkeep.abort();
    }
    Ok(())
}

/// The number of connections. Behind a proxy, everybody has the proxy's address.
fn connections(config: &Config) -> Bound {
    let bound = config.budgets.connections;
    let each = if config.behind_proxy {
        bound.in_all
    } else {
        bound.each
    };
    Bound { each, ..bound }
}

/// The pause after which clients should come back when the house has stopped: a restart takes a
/// second. If there are other nodes, clients come to one of them at once.
const COME_BACK: Duration = Duration::from_secs(2);
const COME_BACK_ELSEWHERE: Duration = Duration::from_millis(50);

/// The time that the house waits for work that was begun, in case the journal hangs; for its lease,
/// if it is one of several nodes; and for its clients. In all it stops within four seconds.
const DRAIN: Duration = Duration::from_secs(1);
const LEAVE: Duration = Duration::from_millis(500);
const CLIENTS: Duration = Duration::from_millis(2_500);

/// Takes no more commands, finishes what was begun and tells everybody to come back.
async fn farewell(house: &Shared, sockets: &OpenSockets) {
    if tokio::time::timeout(DRAIN, house.drain()).await.is_err() {
        tracing::warn!("the journal did not answer in time; nothing of it was acknowledged");
    }
    if let Some(cluster) = house.cluster() {
        // A lease that is not given back ends by itself.
        let _ = tokio::time::timeout(LEAVE, cluster.leave(house)).await;
    }
    let come_back = match house.cluster() {
        Some(cluster) if cluster.has_others() => COME_BACK_ELSEWHERE,
        _ => COME_BACK,
    };
    let closing = messages::HouseClosing {
        retry_after_ms: come_back.as_millis() as u64,
    };
    // A client that cannot be told sees the connection end.
    sockets.emit("house_closing", &closing);
}

/// The interval at which the house looks for stale tables; they have been stale for a day.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// The pause before the open tables are counted again if the journal could not be read.
const COUNT_AGAIN: Duration = Duration::from_secs(1);

async fn sweep(house: Arc<Shared>) {
    // Without the count, nothing would bound the open tables.
    while let Err(fault) = house.count_open_tables().await {
        fault.log();
        tokio::time::sleep(COUNT_AGAIN).await;
    }
    loop {
        if let Some(cluster) = house.cluster() {
            // The first among the nodes is known only after all have been heard of.
            cluster.know_others().await;
            if let Err(fault) = house.recount_open_tables().await {
                fault.log();
            }
        }
        if let Err(fault) = house.sweep().await {
            fault.log();
        }
        tokio::time::sleep(SWEEP_EVERY).await;
    }
}

async fn keep_up(handle: &PrometheusHandle) {
    loop {
        tokio::time::sleep(metrics::UPKEEP).await;
        handle.run_upkeep();
    }
}

/// The time limits of the steps of a connection.
#[derive(Debug, Clone)]
pub(crate) struct Patience {
    /// The time for the head of a request, and for that of the next one.
    pub(crate) head: Duration,
    /// The time for a whole request. A polling client waits for a ping at most.
    pub(crate) request: Duration,
    /// The time in which a client takes nothing of what it is sent.
    pub(crate) taken: Duration,
    /// The time for all open requests together when the house stops.
    pub(crate) stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(15),
            request: Duration::from_secs(60),
            taken: Duration::from_secs(30),
            stop: CLIENTS,
        }
    }
}

/// Serves `router` until `stop` is done, then closes the sockets and waits a little for the
/// requests that are being answered. Connections that are not done by then are cut off.
pub(crate) async fn serve<L: Listener<Addr = SocketAddr>>(
    mut listener: L,
    router: Router,
    sockets: Arc<OpenSockets>,
    places: Arc<Places>,
    patience: Patience,
    stop: impl Future<Output = ()> + Send,
) {
    let (close, closing) = watch::channel(false);
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, peer) = listener.accept() => {
                // A connection without a place is not even answered: an answer would take one.
                if let Ok(place) = places.take(address::widen(peer.ip())) {
                    let caller = Caller { peer, place: Arc::new(place) };
                    let closing = closing.clone();
                    let work = answer(stream, caller, router.clone(), patience.clone(), closing);
                    connections.spawn(work);
                } else {
                    metrics::used_up("connections");
                }
            }
            // A connection that has ended is forgotten.
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    let end = async {
        // A polling client always has a request open, so waiting for requests alone would
        // never end.
        sockets.close().await;
        let _ = close.send(true);
        while connections.join_next().await.is_some() {}
    };
    if tokio::time::timeout(patience.stop, end).await.is_err() {
        tracing::info!("some clients did not let go, and were cut off");
    }
}

/// The caller, in every request of a connection. The place is taken for as long as a request holds
/// this: a socket holds it until it ends.
#[derive(Clone)]
struct Caller {
    peer: SocketAddr,
    place: Arc<TakenPlace>,
}

/// Answers the requests of one connection, until it ends or becomes a socket.
async fn answer<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    caller: Caller,
    router: Router,
    patience: Patience,
    mut closing: watch::Receiver<bool>,
) {
    let head = patience.head;
    let stream = Timely::new(stream, patience.taken);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(caller.peer));
        request.extensions_mut().insert(caller.place.clone());
        let answer = tokio::time::timeout(patience.request, router.clone().call(request));
        async move {
            Ok::<_, Infallible>(match answer.await {
                Ok(Ok(response)) => response,
                Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // The way in which a connection ends does not matter.
    tokio::select! {
        _ = &mut connection => return,
        _ = closing.wait_for(|closing| *closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A listener whose connections send small packets at once. Otherwise each waits for
/// the ack of the one before it, which the other end delays by some 40 ms.
pub(crate) fn at_once(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "small packets to a client may be slow");
        }
    })
}
