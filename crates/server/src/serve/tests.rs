//! Tests of the server's patience with slow and silent callers.

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

/// More than the system buffers for a connection.
const LONG: usize = 32 << 20;

/// A house with three pages: one that is there at once, one that waits for a body, and one that is
/// long.
async fn open(patience: Patience, bound: Bound) -> Open {
    let sockets = Arc::new(OpenSockets::default());
    let router = Router::new()
        .route("/", get(|| async { "here" }))
        .route("/body", post(|body: String| async { body }))
        .route("/long", get(|| async { vec![0; LONG] }));
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
        taken: Duration::from_millis(100),
        stop: Duration::from_millis(100),
    }
}

#[tokio::test]
async fn a_slow_caller_is_not_waited_for() {
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
async fn an_answer_that_nobody_reads_is_given_up() {
    let open = open(hasty(), Bound::NONE).await;
    let unread = call(&open, "GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await;
    // The answer has begun.
    assert_eq!(unread.peek(&mut [0]).await.unwrap(), 1);
    until_empty(&open.places).await;
    assert!(hear(unread).await.len() < LONG);
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
async fn an_address_has_a_bounded_number_of_connections() {
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
