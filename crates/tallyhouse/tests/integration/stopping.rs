//! The end of a house: nothing that a client does or leaves undone delays it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::client::{Client, Incoming};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::open_house::OpenHouse;

/// The house has five seconds; the rest is for a busy machine. Every forgotten case would take
/// longer: half a head 15 s, a long poll 25 s, a slow reader 30 s, half a body 60 s.
const MOST: Duration = Duration::from_secs(14);

const POLL: &str = "/socket.io/?EIO=4&transport=polling";

/// More than a small window and the buffers of the system hold.
const ANSWERS: usize = 400;

impl OpenHouse {
    async fn call(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// A connection that hardly takes anything.
    async fn narrow(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// The body of an answer.
    async fn ask(&self, request: &str, body: &str) -> String {
        let length = body.len();
        let text = format!(
            "{request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        let mut answer = String::new();
        let mut stream = self.call(&text).await;
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        body.to_owned()
    }

    /// A client that polls, is let in, and has heard everything: its next request waits.
    async fn long_poll(&self) -> TcpStream {
        let opened = self.ask(&format!("GET {POLL}"), "").await;
        let opened: Value = serde_json::from_str(&opened[1..]).unwrap();
        let poll = format!("{POLL}&sid={}", opened["sid"].as_str().unwrap());
        self.ask(&format!("POST {poll}"), "40{}").await;
        let mut heard = String::new();
        while !heard.contains("\"session\"") {
            heard += &self.ask(&format!("GET {poll}"), "").await;
        }
        self.call(&format!("GET {poll} HTTP/1.1\r\nHost: x\r\n\r\n"))
            .await
    }

    /// Asks for long answers and reads none of them.
    async fn slow_reader(&self) -> TcpStream {
        let mut stream = self.narrow().await;
        let request = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
        stream
            .write_all(request.repeat(ANSWERS).as_bytes())
            .await
            .unwrap();
        // The first answer has begun.
        assert_eq!(stream.peek(&mut [0]).await.unwrap(), 1);
        stream
    }

    /// The same by a socket.
    async fn slow_player(&self) -> Client {
        let stream = self.narrow().await;
        let mut client = Client::over(stream, self.address, None).await.unwrap();
        for _ in 0..ANSWERS {
            client.emit("list_games", &json!({})).await.unwrap();
        }
        client
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_client_delays_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = OpenHouse::open(&folder.path().join("house.db"));
    let mut player = Client::connect(house.address, None).await.unwrap();
    player.wait_for("session").await.unwrap();
    let _silent = house.call("").await;
    let mut idle = house.call("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    idle.read_exact(&mut [0; 12]).await.unwrap();
    let _half_a_head = house.call("GET / HTTP/1.1\r\nHost: x\r\nHalf").await;
    let half_a_body = "POST /api/score/dice HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
    let _half_a_body = house.call(half_a_body).await;
    let _poll = house.long_poll().await;
    let _slow_reader = house.slow_reader().await;
    let _slow_player = house.slow_player().await;

    let asked = Instant::now();
    house.signal("TERM");
    let closing = player.wait_for("house_closing").await.unwrap();
    assert!(closing["retryAfterMs"].as_u64() > Some(0), "{closing}");
    while !matches!(player.next().await, Ok(Incoming::Disconnected) | Err(_)) {}
    let status = timeout(10 * MOST, house.ended()).await.expect("it ends");
    let took = asked.elapsed();
    assert!(status.success(), "{status}");
    assert!(took < MOST, "the house took {took:?} to end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_interrupt_ends_the_house_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house.db");
    // On a busy machine the second one may come when the house has ended already.
    for _ in 0..5 {
        let mut house = OpenHouse::open(&data);
        let mut player = Client::connect(house.address, None).await.unwrap();
        player.wait_for("session").await.unwrap();
        let _half_a_head = house.call("GET / HTTP/1.1\r\nHost: x\r\nHalf").await;
        house.signal("INT");
        player.wait_for("house_closing").await.unwrap();
        house.signal("INT");
        let status = timeout(10 * MOST, house.ended()).await.expect("it ends");
        match status.code() {
            Some(INTERRUPTED) => return,
            code => assert_eq!(code, Some(0), "{status}"),
        }
    }
    panic!("a second interrupt changes nothing");
}

/// The status of a process that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;
