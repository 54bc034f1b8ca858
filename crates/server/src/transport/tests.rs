//! Tests of the sockets, through real ones.

mod admission;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::client::{Client, ClientError, Incoming};
use crate::limits::Rate;
use crate::places::{Bound, Places};
use crate::serve::Patience;

/// Answers `echo` with its payload, `flood` with many events, and refuses the rest.
#[derive(Debug, Default)]
struct EchoDesk {
    /// The payloads that each connection sent, in the order in which they were taken.
    taken: Mutex<BTreeMap<u64, Vec<Value>>>,
    parted: Arc<Mutex<Vec<u64>>>,
    admissions: AtomicUsize,
}

impl EchoDesk {
    /// The number of times that it was asked to let somebody in.
    fn admissions(&self) -> usize {
        self.admissions.load(Ordering::SeqCst)
    }
}

impl FrontDesk for EchoDesk {
    async fn admit(&self, knock: Knock) -> Result<Identity, Fault> {
        self.admissions.fetch_add(1, Ordering::SeqCst);
        match knock.token.as_deref() {
            Some("never") => std::future::pending().await,
            Some("stranger") => Err(Fault::UnknownToken),
            token => Ok(Identity {
                player: PlayerId::new("somebody").unwrap(),
                token: token.unwrap_or("new").to_owned(),
                notice: None,
            }),
        }
    }

    fn enter(&self, _: &Arc<Connection>) {}

    fn take(&self, connection: &Arc<Connection>, raw: Raw, reply: Reply) {
        let packet = raw.read();
        let (parted, id) = (self.parted.clone(), connection.id());
        let tell = move || parted.lock().unwrap().push(id);
        connection.when_parted("table", Box::new(tell));
        let payload = match packet.payload {
            Ok(payload) => payload,
            Err(fault) => return reply.send(&json!({ "error": fault.to_string() })),
        };
        match packet.event.as_str() {
            "echo" => {
                let mut taken = self.taken.lock().unwrap();
                taken
                    .entry(connection.id())
                    .or_default()
                    .push(payload.clone());
                reply.send(&payload);
            }
            "flood" => {
                for n in 0..payload.as_u64().unwrap() {
                    connection.emit("drop", &json!({ "n": n, "padding": "x".repeat(1000) }));
                }
                reply.send(&"flooded");
            }
            "go away" => connection.disconnect(),
            other => reply.send(&json!({ "error": format!("no command {other}") })),
        }
    }
}

struct House {
    desk: Arc<EchoDesk>,
    /// The places that are taken, as long as anything of a socket is kept.
    sessions: Arc<Places>,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

async fn open(settings: SocketSettings) -> House {
    let desk = Arc::new(EchoDesk::default());
    let commands = Arc::new(AddressAllowance::new(settings.limits.address));
    let (layer, io) = attach(desk.clone(), &settings, commands);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let stopped = async { stopped.await.unwrap_or_default() };
    let sessions = Places::new("sessions", Bound::NONE);
    let router = guard(Router::new().layer(layer), &settings, sessions.clone());
    let served = tokio::spawn(crate::serve::serve(
        crate::serve::at_once(listener),
        router,
        io,
        Places::new("connections", Bound::NONE),
        Patience::default(),
        stopped,
    ));
    House {
        desk,
        sessions,
        address,
        stop,
        served,
    }
}

fn unlimited() -> SocketSettings {
    SocketSettings {
        limits: Limits::NONE,
        ..SocketSettings::default()
    }
}

async fn come_in(house: &House) -> Client {
    Client::connect(house.address, None).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_messages_of_a_socket_keep_their_order() {
    const MESSAGES: u64 = 20_000;
    // Enough at once to keep the handlers busy, and few enough to fit the buffer.
    const AT_ONCE: u64 = 100;
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    let mut acks = Vec::new();
    for n in 0..MESSAGES {
        client.emit("echo", &n).await.unwrap();
        if n % AT_ONCE == AT_ONCE - 1 {
            for _ in 0..AT_ONCE {
                acks.push(client.next().await.unwrap());
            }
        }
    }
    let expected: Vec<Incoming> = (0..MESSAGES).map(|n| Incoming::Ack(n, json!(n))).collect();
    assert!(acks == expected, "acks came out of order");
    let taken = house.desk.taken.lock().unwrap();
    let expected: Vec<Value> = (0..MESSAGES).map(|n| json!(n)).collect();
    assert!(
        taken.values().all(|taken| *taken == expected),
        "messages were taken out of order"
    );
    assert_eq!(taken.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_first_message_of_every_socket_is_answered() {
    let house = open(unlimited()).await;
    for _ in 0..20 {
        let clients = (0..50).map(|n| {
            let address = house.address;
            tokio::spawn(async move {
                let mut client = Client::connect(address, None).await.unwrap();
                client.ask("echo", &n).await.unwrap()
            })
        });
        let clients: Vec<_> = clients.collect();
        for (n, client) in clients.into_iter().enumerate() {
            assert_eq!(client.await.unwrap(), json!(n));
        }
    }
}

#[tokio::test]
async fn every_message_is_answered() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    let answer = async |client: &mut Client, ack: u64, text: String| {
        client.write(text).await.unwrap();
        match client.next().await.unwrap() {
            Incoming::Ack(number, answer) => {
                assert_eq!(number, ack);
                answer.to_string()
            }
            other => panic!("{other:?} instead of an ack"),
        }
    };
    let unknown = answer(&mut client, 1, r#"421["dance",{}]"#.to_owned()).await;
    assert!(unknown.contains("no command dance"), "{unknown}");
    let nothing = answer(&mut client, 2, r#"422["echo"]"#.to_owned()).await;
    assert_eq!(nothing, "null");
    let deep = format!("423[\"echo\",{}{}]", "[".repeat(200), "]".repeat(200));
    let deep = answer(&mut client, 3, deep).await;
    assert!(deep.contains("not understood"), "{deep}");
    let large = format!("424[\"echo\",\"{}\"]", "x".repeat(9000));
    let large = answer(&mut client, 4, large).await;
    assert!(large.contains("too large"), "{large}");
    assert_eq!(
        client.ask("echo", &"still here").await.unwrap(),
        json!("still here")
    );
}

#[tokio::test]
async fn a_message_beyond_all_bounds_ends_the_connection() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    let large = format!("421[\"echo\",\"{}\"]", "x".repeat(100_000));
    // The house may hang up while we are still writing.
    let _ = client.write(large).await;
    let end = client.next().await;
    assert!(
        matches!(
            end,
            Ok(Incoming::Disconnected) | Err(ClientError::Socket(_))
        ),
        "{end:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_slow_reader_is_disconnected_and_never_sees_a_gap() {
    // Far more than the buffer and what the system buffers for a connection.
    const EVENTS: u64 = 20_000;
    let house = open(SocketSettings {
        buffer: 16,
        ..unlimited()
    })
    .await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    client.emit("flood", &EVENTS).await.unwrap();
    let mut seen = 0;
    loop {
        match client.next().await.unwrap() {
            Incoming::Event(_, payload) => assert_eq!(payload["n"], json!(seen)),
            Incoming::Ack(..) => panic!("an ack after a loss"),
            Incoming::Disconnected => break,
        }
        seen += 1;
    }
    assert!(
        seen < EVENTS,
        "nothing was lost, so this test shows nothing"
    );
    until(|| house.desk.parted.lock().unwrap().len() == 1).await;
}

#[tokio::test]
async fn a_session_is_told_and_remembered() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    let session = client.wait_for("session").await.unwrap();
    assert_eq!(session, json!({ "playerUuid": "somebody", "token": "new" }));
    let mut again = Client::connect(house.address, Some("mine")).await.unwrap();
    assert_eq!(again.wait_for("session").await.unwrap()["token"], "mine");
    let refused = Client::connect(house.address, Some("stranger")).await;
    assert!(
        matches!(refused, Err(ClientError::Refused(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn stopping_does_not_wait_for_polling_clients() {
    let house = open(unlimited()).await;
    let polling = poll(house.address).await;
    house.stop.send(()).unwrap();
    house.served.await.unwrap();
    drop(polling);
}

/// Opens a session by polling, connects, and leaves a request open.
async fn poll(address: SocketAddr) -> tokio::net::TcpStream {
    let path = "/socket.io/?EIO=4&transport=polling";
    let (_, opened) = request(address, "GET", path, "").await;
    let opened: Value = serde_json::from_str(&opened[1..]).unwrap();
    let path = format!("{path}&sid={}", opened["sid"].as_str().unwrap());
    request(address, "POST", &path, "40").await;
    let mut session = String::new();
    while !session.contains("session") {
        session = request(address, "GET", &path, "").await.1;
        if session == "2" {
            request(address, "POST", &path, "3").await;
        }
    }
    let mut open = tokio::net::TcpStream::connect(address).await.unwrap();
    send(&mut open, "GET", &path, "").await;
    open
}

async fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> (String, String) {
    use tokio::io::AsyncReadExt;
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    send(&mut stream, method, path, body).await;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

async fn send(stream: &mut tokio::net::TcpStream, method: &str, path: &str, body: &str) {
    use tokio::io::AsyncWriteExt;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
}

/// Waits until a condition holds. If it never does, the test's own time limit ends the wait.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_client_over_the_limit_is_refused_and_a_flood_is_disconnected() {
    let slow = Some(Rate {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(5).unwrap(),
    });
    let limits = Limits {
        socket: slow,
        ..Limits::NONE
    };
    let house = open(SocketSettings {
        limits,
        ..SocketSettings::default()
    })
    .await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    let mut answers = Vec::new();
    for n in 0..20 {
        answers.push(client.ask("echo", &n).await.unwrap());
    }
    // The request to be let in counted as the first message.
    assert_eq!(answers[..4], [0, 1, 2, 3].map(|n| json!(n)));
    let refused = answers.iter().filter(|answer| answer["error"].is_string());
    assert!(refused.count() > 10, "{answers:?}");
    for n in 0..1000 {
        // The house may hang up while we are still writing.
        let _ = client.emit("echo", &n).await;
    }
    // Answers that were on their way may be lost with the connection.
    let mut heard = 0;
    while let Ok(Incoming::Ack(..)) = client.next().await {
        heard += 1;
    }
    assert!(heard < 1000, "nobody was disconnected");
    until(|| house.desk.parted.lock().unwrap().len() == 1).await;
}

/// A client may send packets that need no answer, but no more of them than of others.
#[tokio::test]
async fn a_flood_of_what_needs_no_answer_is_disconnected() {
    let limits = Limits {
        socket: Some(Rate {
            per_second: NonZeroU32::MIN,
            burst: NonZeroU32::new(5).unwrap(),
        }),
        ..Limits::NONE
    };
    let settings = SocketSettings {
        limits,
        ..SocketSettings::default()
    };
    let house = open(settings).await;
    for packet in ["43[]", "41/other,"] {
        let mut client = come_in(&house).await;
        client.wait_for("session").await.unwrap();
        for _ in 0..1000 {
            // The house may hang up while we are still writing.
            let _ = client.write(packet.to_owned()).await;
        }
        let _ = client.emit("echo", &1).await;
        let heard = client.next().await;
        assert!(
            matches!(
                heard,
                Ok(Incoming::Disconnected) | Err(ClientError::Socket(_))
            ),
            "{packet}: {heard:?}"
        );
    }
}

#[tokio::test]
async fn the_connections_of_an_address_are_bounded() {
    let slow = Some(Rate {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(2).unwrap(),
    });
    let limits = Limits {
        connections: slow,
        ..Limits::NONE
    };
    let house = open(SocketSettings {
        limits,
        ..SocketSettings::default()
    })
    .await;
    let mut refused = 0;
    for _ in 0..50 {
        match Client::connect(house.address, None).await {
            Ok(_) => {}
            Err(ClientError::Status(429)) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 0, "nobody was refused");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_socket_that_ends_while_it_connects_is_forgotten() {
    let settings = SocketSettings {
        // Sockets that never ask to be let in are forgotten after this time.
        connect_timeout: Duration::from_millis(200),
        ..unlimited()
    };
    let house = open(settings).await;
    let endings = [
        "40{}",
        "40{}rubbish",
        "40{}|rubbish",
        "40{}|41",
        "rubbish",
        "",
    ];
    for round in 0..20 {
        let knocks = endings.map(|ending| {
            let address = house.address;
            tokio::spawn(async move { knock_and_go(address, ending).await })
        });
        for knock in knocks {
            knock.await.unwrap();
        }
        assert!(house.sessions.n_taken() <= (round + 1) * endings.len());
    }
    until(|| house.sessions.n_taken() == 0).await;
}

/// Opens a socket, sends these packets and is gone without a word.
async fn knock_and_go(address: SocketAddr, packets: &str) {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    for packet in packets.split('|').filter(|packet| !packet.is_empty()) {
        // The house may have ended the connection already.
        let _ = socket.send(Message::text(packet)).await;
    }
}

/// A number that no ack can carry, or none at all: the answer comes as an event.
#[tokio::test]
async fn a_message_without_a_number_is_answered_by_an_event() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    for number in ["", "99999999999999999999", "9223372036854775808"] {
        client
            .write(format!("42{number}[\"echo\",7]"))
            .await
            .unwrap();
        let answer = client.wait_for("answer").await.unwrap();
        assert_eq!(answer, json!({ "command": "echo", "answer": 7 }));
    }
    let largest = i64::MAX as u64;
    client
        .write(format!("42{largest}[\"echo\",8]"))
        .await
        .unwrap();
    let answer = client.next().await.unwrap();
    assert_eq!(answer, Incoming::Ack(largest, json!(8)));
}

/// There is one namespace. A client that asks for another, or sends something there, gets an error.
#[tokio::test]
async fn another_namespace_is_refused() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    for packet in [
        "40/other,{}",
        "42/other,1[\"echo\",1]",
        "42/other,[\"echo\",1]",
    ] {
        client.write(packet.to_owned()).await.unwrap();
        let refused = client.next_packet().await.unwrap();
        let expected = r#"4/other,{"message":"Invalid namespace"}"#;
        assert_eq!(refused, expected, "{packet}");
    }
    assert_eq!(
        client.ask("echo", &"still here").await.unwrap(),
        json!("still here")
    );
    assert!(
        house
            .desk
            .taken
            .lock()
            .unwrap()
            .values()
            .flatten()
            .eq([&json!("still here")])
    );
}

/// A name may be written with escapes, and an event without a name is answered too.
#[tokio::test]
async fn an_event_is_answered_whatever_its_name() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    let escaped = "421[\"ec\\u0068o\",8]".to_owned();
    client.write(escaped).await.unwrap();
    assert_eq!(client.next().await.unwrap(), Incoming::Ack(1, json!(8)));
    for packet in ["427[]", "427[7]", "427[null,{}]", "427{}"] {
        client.write(packet.to_owned()).await.unwrap();
        let Incoming::Ack(7, answer) = client.next().await.unwrap() else {
            panic!("no ack of {packet}");
        };
        assert!(answer["error"].is_string(), "{packet}: {answer}");
    }
}

/// An event with a binary part is no command, and the binary part is not waited for.
#[tokio::test]
async fn binary_data_is_refused() {
    let house = open(unlimited()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    client
        .write("451-7[\"echo\",{\"_placeholder\":true,\"num\":0}]".to_owned())
        .await
        .unwrap();
    let Incoming::Ack(7, answer) = client.next().await.unwrap() else {
        panic!("no ack");
    };
    assert!(answer["error"].as_str().unwrap().contains("no binary data"));
}

/// Events that come before the client is let in are answered too.
#[tokio::test]
async fn a_client_that_has_not_connected_is_told_to() {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::tungstenite::Message;
    let house = open(unlimited()).await;
    let stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        house.address
    );
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    socket.send(Message::text("421[\"echo\",1]")).await.unwrap();
    let mut heard = String::new();
    while !heard.starts_with("44") {
        heard = socket.next().await.unwrap().unwrap().to_string();
    }
    assert!(heard.contains("wire/malformed"), "{heard}");
    // The client is let in by the same socket, leaves, and is let in again.
    for packet in ["40{}", "41", "40{}"] {
        socket.send(Message::text(packet)).await.unwrap();
        while packet != "41" && !heard.contains("session") {
            heard = socket.next().await.unwrap().unwrap().to_string();
        }
        heard.clear();
    }
    // A client that asks twice is disconnected.
    socket.send(Message::text("40{}")).await.unwrap();
    while let Some(Ok(more)) = socket.next().await {
        if more.is_close() {
            break;
        }
    }
    until(|| house.sessions.n_taken() == 0).await;
}

#[test]
fn auth_is_an_object_with_a_token_or_nothing() {
    let token = |auth: Value| token_in(Some(&auth)).map_err(|fault| fault.to_string());
    assert_eq!(token(json!({ "token": "t" })), Ok(Some("t".to_owned())));
    for auth in [
        json!({}),
        json!(null),
        json!({ "token": null }),
        json!({ "other": 1 }),
    ] {
        assert_eq!(token(auth), Ok(None));
    }
    for auth in [
        json!([]),
        json!(["t"]),
        json!("t"),
        json!(1),
        json!({ "token": 7 }),
    ] {
        let refused = token(auth.clone()).unwrap_err();
        assert!(refused.contains("auth"), "{auth}: {refused}");
    }
    assert!(
        token_in(None).is_err(),
        "a text that is no JSON is refused too"
    );
}
