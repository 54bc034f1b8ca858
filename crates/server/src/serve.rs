//! Listening, and stopping without leaving anybody in the dark.

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
use crate::places::{Bound, Place, Places};
use crate::transport::{self, OpenSockets, Settings};
use crate::{admin, http, metrics};

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
    let settings = Settings {
        limits: config.limits,
        behind_proxy: config.behind_proxy,
        ..Settings::default()
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
        let desk = admin::Socket::bind(path);
        // Players can do without it.
        let desk = desk.inspect_err(|error| tracing::error!(%error, "the house has no desk"));
        Some(tokio::spawn(desk.ok()?.serve(house.clone())))
    });
    let stop = async move {
        tokio::select! {
            () = stop => {}
            () = house.closing().is_now() => tracing::info!("closing, as an operator wants"),
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

/// How many connections there may be. A proxy has one address for everybody.
fn connections(config: &Config) -> Bound {
    let bound = config.budgets.connections;
    let each = if config.behind_proxy {
        bound.in_all
    } else {
        bound.each
    };
    Bound { each, ..bound }
}

/// When clients should come back after the house has stopped: a restart takes a second. Where
/// there are other nodes, they come to one of those at once.
const COME_BACK: Duration = Duration::from_secs(2);
const COME_BACK_ELSEWHERE: Duration = Duration::from_millis(50);

/// What was begun is finished within this, unless the journal hangs.
const DRAIN: Duration = Duration::from_secs(1);

/// Takes no more commands, finishes what was begun and tells everybody to come back.
async fn farewell(house: &Shared, sockets: &OpenSockets) {
    if tokio::time::timeout(DRAIN, house.drain()).await.is_err() {
        tracing::warn!("the journal did not answer in time; nothing of it was acknowledged");
    }
    if let Some(cluster) = house.cluster() {
        cluster.leave(house).await;
    }
    let come_back = match house.cluster() {
        Some(cluster) if cluster.has_others() => COME_BACK_ELSEWHERE,
        _ => COME_BACK,
    };
    let closing = messages::HouseClosing {
        retry_after_ms: come_back.as_millis() as u64,
    };
    // Whoever cannot be told sees the connection end.
    sockets.emit("house_closing", &closing);
}

/// How often stale tables are looked for; they have been so for a day.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

async fn sweep(house: Arc<Shared>) {
    if let Err(fault) = house.count_open_tables().await {
        fault.log();
    }
    loop {
        if let Some(cluster) = house.cluster() {
            // Who is first among the nodes is known when all have been heard of.
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

/// What a connection may cost at most.
#[derive(Debug, Clone)]
pub(crate) struct Patience {
    /// How long the head of a request may take, also that of the next one.
    pub(crate) head: Duration,
    /// How long a request may take in all. A polling client waits for a ping at most.
    pub(crate) request: Duration,
    /// How long everything together may take that is left when the house stops.
    pub(crate) stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(15),
            request: Duration::from_secs(60),
            stop: Duration::from_secs(4),
        }
    }
}

/// Serves `router` until `stop` is done, then closes the sockets and waits a little for
/// the requests that are being answered. Whoever is not done by then is cut off.
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
                // Whoever has no place is not even answered: that would take one.
                if let Ok(place) = places.take(peer.ip().to_canonical()) {
                    let caller = Caller { peer, place: Arc::new(place) };
                    let closing = closing.clone();
                    let work = answer(stream, caller, router.clone(), patience.clone(), closing);
                    connections.spawn(work);
                } else {
                    metrics::used_up("connections");
                }
            }
            // What is done is forgotten.
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

/// Who calls, in every request of a connection. The place is kept by whatever keeps the
/// request: a socket does for as long as it lives.
#[derive(Clone)]
struct Caller {
    peer: SocketAddr,
    place: Arc<Place>,
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
    // How a connection ends is its client's business.
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

#[cfg(test)]
mod tests {
    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;
    use tokio::time::timeout;

    use super::*;

    /// Longer than any machine needs for what should happen at once.
    const AGES: Duration = Duration::from_secs(60);

    struct Open {
        address: SocketAddr,
        places: Arc<Places>,
        stop: oneshot::Sender<()>,
        served: JoinHandle<()>,
    }

    /// A house with two pages: one that is there at once, one that waits for a body.
    async fn open(patience: Patience, bound: Bound) -> Open {
        let sockets = Arc::new(OpenSockets::default());
        let router = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/body", post(|body: String| async { body }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let places = Places::new("places", bound);
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { stopped.await.unwrap_or_default() };
        let work = serve(listener, router, sockets, places.clone(), patience, stopped);
        Open {
            address,
            places,
            stop,
            served: tokio::spawn(work),
        }
    }

    async fn call(open: &Open, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(open.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Everything that comes until the house ends the connection.
    async fn hear(mut stream: TcpStream) -> String {
        let mut heard = Vec::new();
        let end = stream.read_to_end(&mut heard);
        // A connection that is cut off may end in an error.
        let _ = timeout(AGES, end).await.expect("the connection ends");
        String::from_utf8_lossy(&heard).into_owned()
    }

    async fn until_empty(places: &Places) {
        let empty = async {
            while places.n_taken() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(AGES, empty).await.expect("all places are free");
    }

    fn hasty() -> Patience {
        Patience {
            head: Duration::from_millis(100),
            request: Duration::from_millis(100),
            stop: Duration::from_millis(100),
        }
    }

    #[tokio::test]
    async fn who_is_slow_is_not_waited_for() {
        let open = open(hasty(), Bound::NONE).await;
        let half_a_head = call(&open, "GET / HTTP/1.1\r\nHost: x\r\nHalf").await;
        let half_a_body = "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
        let half_a_body = call(&open, half_a_body).await;
        let silent = call(&open, "").await;
        let idle = call(&open, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
        assert_eq!(hear(half_a_head).await, "");
        assert!(hear(half_a_body).await.starts_with("HTTP/1.1 408"));
        assert_eq!(hear(silent).await, "");
        assert!(hear(idle).await.ends_with("here"));
        until_empty(&open.places).await;
    }

    #[tokio::test]
    async fn nobody_delays_the_end() {
        let patience = Patience {
            stop: Duration::from_millis(100),
            ..Patience::default()
        };
        let open = open(patience, Bound::NONE).await;
        let _silent = call(&open, "").await;
        let _half_a_head = call(&open, "GET / HTTP/1.1\r\nHost: x\r\nHalf").await;
        let half_a_body = "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
        let _half_a_body = call(&open, half_a_body).await;
        open.stop.send(()).unwrap();
        timeout(AGES, open.served).await.expect("it ends").unwrap();
        until_empty(&open.places).await;
    }

    #[tokio::test]
    async fn an_address_has_so_many_connections_and_no_more() {
        let bound = Bound { in_all: 9, each: 2 };
        let open = open(Patience::default(), bound).await;
        let first = call(&open, "").await;
        let second = call(&open, "").await;
        let ask = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        // The first two may still be on their way; then there is no place for a third.
        let wait = async {
            while open.places.n_taken() < 2 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(AGES, wait).await.expect("both came in");
        assert_eq!(hear(call(&open, ask).await).await, "");
        drop((first, second));
        until_empty(&open.places).await;
        assert!(hear(call(&open, ask).await).await.ends_with("here"));
    }

    #[tokio::test]
    async fn accepted_connections_do_not_wait_to_fill_packets() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = tokio::spawn(TcpStream::connect(address));
        let (stream, _) = at_once(listener).accept().await;
        assert!(stream.nodelay().unwrap());
        client.await.unwrap().unwrap();
    }
}
