//! Listening, and stopping without leaving anybody in the dark.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::{Listener, ListenerExt, TapIo};
use metrics_exporter_prometheus::PrometheusHandle;
use socketioxide::SocketIo;
use store::Journal;
use tokio::net::{TcpListener, TcpStream};

use crate::config::Config;
use crate::house::Shared;
use crate::transport::{self, Settings};
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
) -> io::Result<()> {
    run_on(at_once(listener), config, journal, stop).await
}

/// Runs a house as [`run`] does, on a listener of any kind. Its connections should send
/// small packets at once.
pub async fn run_on<L: Listener<Addr = SocketAddr>>(
    listener: L,
    config: Config,
    journal: Arc<dyn Journal>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let upkeep = metrics::install().map(|handle| tokio::spawn(keep_up(handle)));
    let house = Shared::new(&config, journal);
    let settings = Settings {
        limits: config.limits,
        behind_proxy: config.behind_proxy,
        ..Settings::default()
    };
    let sweeper = tokio::spawn(sweep(house.clone()));
    let (sockets, io) = transport::attach(Arc::new(house.clone()), &settings);
    let router = http::router(house.clone(), &config).layer(sockets);
    let router = http::guard_origins(router, &config.origins);
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
        house.drain().await;
    };
    let served = serve(listener, router, io, stop).await;
    sweeper.abort();
    if let Some(operators) = operators {
        operators.abort();
        // The file of the socket goes with the task.
        let _ = operators.await;
    }
    if let Some(upkeep) = upkeep {
        upkeep.abort();
    }
    served
}

/// How often stale tables are looked for; they have been so for a day.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

async fn sweep(house: Arc<Shared>) {
    loop {
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

/// Serves `router` until `stop` is done, then closes the sockets and waits for the
/// requests that are being answered.
pub(crate) async fn serve<L: Listener<Addr = SocketAddr>>(
    listener: L,
    router: Router,
    io: SocketIo,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    // axum knows the peers of any listener once it is tapped.
    axum::serve(listener.tap_io(|_| ()), service)
        .with_graceful_shutdown(async move {
            stop.await;
            // A polling client always has a request open, so waiting for requests
            // alone would never end.
            io.close().await;
        })
        .await
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
    use super::*;

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
