//! The attacks of one address.

use std::fmt;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use serde_json::json;
use server::client::Client;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::timeout_at;
use tokio_tungstenite::tungstenite::Message;

use crate::game;
use crate::house::{ask, connect, connect_narrow, get};

const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 66));

/// The games that the attackers can ask to look back at: more than one address may.
const GAMES: usize = 6;

/// Plays games to ask for reviews of, before the siege: later the house refuses the attackers new
/// tables.
pub(crate) async fn finish_games(house: SocketAddr) -> Vec<String> {
    let mut client = client(house).await.expect("nobody attacks yet");
    let mut codes = Vec::new();
    for _ in 0..GAMES {
        let code = game::play(&mut client, game::short_texas42()).await;
        codes.push(code.expect("nobody attacks yet"));
    }
    codes
}

/// What is left of a wave.
pub(crate) struct Wave {
    /// The number of attempts of each attack.
    pub(crate) tried: Tried,
    /// Connections that the attackers never close.
    pub(crate) open: Vec<TcpStream>,
}

/// The number of attempts of each attack.
pub(crate) struct Tried(Vec<(&'static str, usize)>);

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = self.0.iter().map(|(name, n)| format!("{n} {name}"));
        write!(f, "{}", tried.collect::<Vec<_>>().join(", "))
    }
}

/// All attacks at once, for this long, on a thread of their own: the attackers' own work must not
/// be measured as waiting of the honest players.
pub(crate) fn start(house: SocketAddr, time: Duration, games: Arc<[String]>) -> JoinHandle<Wave> {
    tokio::task::spawn_blocking(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        runtime
            .expect("a runtime")
            .block_on(all(house, time, games))
    })
}

async fn all(house: SocketAddr, time: Duration, games: Arc<[String]>) -> Wave {
    let end = Instant::now() + time;
    let held = Held::default();
    let hold = |words: &'static [u8]| {
        let held = held.clone();
        move || hold(house, words, end, held.clone())
    };
    let attacks = [
        repeat("sockets that end while they connect", 8, end, move || {
            broken_socket(house)
        }),
        repeat("connections that say nothing", 4, end, hold(b"")),
        repeat("half requests", 4, end, hold(HALF_A_HEAD)),
        repeat("half bodies", 4, end, move || half_a_body(house, end)),
        repeat("unread answers", 4, end, move || unread(house, end)),
        repeat("long polls", 2, end, move || long_poll(house)),
        repeat("new players", 4, end, move || new_player(house)),
        repeat("expensive scores", 4, end, move || score(house)),
        repeat("guessed codes", 2, end, move || guess(house)),
        repeat("tables", 2, end, move || tables(house, end)),
        repeat("questions for advice", 1, end, move || advice(house, end)),
        repeat("rounds of reviews", 2, end, move || {
            reviews(house, games.clone())
        }),
        repeat("comings and goings", 1, end, move || flapping(house, end)),
    ];
    let mut tried = Vec::new();
    for attack in attacks {
        tried.push(attack.await.expect("an attack never panics"));
    }
    let open = std::mem::take(&mut *held.lock().await);
    Wave {
        tried: Tried(tried),
        open,
    }
}

/// Repeats an attack, several at a time. Whether it works is the attacker's problem.
fn repeat<F, Done>(
    name: &'static str,
    at_once: usize,
    end: Instant,
    attack: F,
) -> JoinHandle<(&'static str, usize)>
where
    F: Fn() -> Done + Clone + Send + 'static,
    Done: Future<Output = ()> + Send + 'static,
{
    let work = |attack: F| async move {
        let mut n = 0;
        while Instant::now() < end {
            attack().await;
            n += 1;
            // One attacker has one machine, which needs a moment for each.
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        n
    };
    let tasks: Vec<_> = (0..at_once)
        .map(|_| tokio::spawn(work(attack.clone())))
        .collect();
    tokio::spawn(async move {
        let mut n = 0;
        for task in tasks {
            n += task.await.expect("an attack never panics");
        }
        (name, n)
    })
}

async fn socket(house: SocketAddr) -> Option<tokio_tungstenite::WebSocketStream<TcpStream>> {
    let stream = connect(house, ATTACKER).await.ok()?;
    let url = format!("ws://{house}/socket.io/?EIO=4&transport=websocket");
    let opened = tokio_tungstenite::client_async(url, stream).await;
    opened.ok().map(|(socket, _)| socket)
}

async fn broken_socket(house: SocketAddr) {
    if let Some(mut socket) = socket(house).await {
        let _ = socket.send(Message::text("40{}")).await;
        let _ = socket.send(Message::text("rubbish")).await;
    }
}

/// The connections of a wave that stay open.
type Held = Arc<Mutex<Vec<TcpStream>>>;

/// Half the head of a request.
const HALF_A_HEAD: &[u8] = b"POST /api/score/dice HTTP/1.1\r\nHost: x\r\nContent-";

/// More questions with a long answer than a small window and the buffers of the system hold.
const QUESTIONS: usize = 400;

/// Says some words and nothing more, and never closes the connection.
async fn hold(house: SocketAddr, words: &[u8], end: Instant, held: Held) {
    if let Ok(mut stream) = connect(house, ATTACKER).await {
        let _ = stream.write_all(words).await;
        tokio::time::sleep_until(end.into()).await;
        held.lock().await.push(stream);
    }
}

/// Asks for long answers and reads none of them.
async fn unread(house: SocketAddr, end: Instant) {
    if let Ok(mut stream) = connect_narrow(house, ATTACKER).await {
        let question = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
        let questions = question.repeat(QUESTIONS);
        // The house may take no more than some of them.
        let _ = timeout_at(end.into(), stream.write_all(&questions)).await;
        tokio::time::sleep_until(end.into()).await;
    }
}

/// The house waits for a body longer than the siege lasts: the attackers hang up.
async fn half_a_body(house: SocketAddr, end: Instant) {
    if let Ok(mut stream) = connect(house, ATTACKER).await {
        let words = b"POST /api/score/dice HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{\"d";
        let _ = stream.write_all(words).await;
        tokio::time::sleep_until(end.into()).await;
    }
}

async fn long_poll(house: SocketAddr) {
    let path = "/socket.io/?EIO=4&transport=polling";
    if let Ok((200, opened)) = get(house, ATTACKER, path).await
        && let Some((_, rest)) = opened.split_once("\"sid\":\"")
        && let Some((sid, _)) = rest.split_once('"')
        && let Ok(mut stream) = connect(house, ATTACKER).await
    {
        let request = format!("GET {path}&sid={sid} HTTP/1.1\r\nHost: x\r\n\r\n");
        let _ = stream.write_all(request.as_bytes()).await;
    }
}

async fn client(house: SocketAddr) -> Option<Client<TcpStream>> {
    let stream = connect(house, ATTACKER).await.ok()?;
    Client::over(stream, house, None).await.ok()
}

async fn new_player(house: SocketAddr) {
    drop(client(house).await);
}

async fn score(house: SocketAddr) {
    let dice: Vec<u32> = (0..120).map(|n| n % 6 + 1).collect();
    let body = json!({ "dice": dice }).to_string();
    let length = body.len();
    let request = format!(
        "POST /api/score/dice HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let _ = ask(house, ATTACKER, &request).await;
}

async fn guess(house: SocketAddr) {
    for code in ["AAAAAA", "BCDEFG", "VHG4SC", "ZZZZZZ"] {
        for what in ["journal", "replay", "review", "verify"] {
            let _ = get(house, ATTACKER, &format!("/api/tables/{code}/{what}")).await;
        }
    }
}

async fn reviews(house: SocketAddr, games: Arc<[String]>) {
    for code in &*games {
        let _ = get(house, ATTACKER, &format!("/api/tables/{code}/review")).await;
    }
}

async fn tables(house: SocketAddr, end: Instant) {
    let Some(mut client) = client(house).await else {
        return;
    };
    let create = json!({ "game": "texas42", "nickname": "Eve" });
    while Instant::now() < end && client.ask("create_game", &create).await.is_ok() {}
}

/// A table with a bot, and endless questions about it.
async fn advice(house: SocketAddr, end: Instant) {
    let Some(mut client) = client(house).await else {
        return;
    };
    let create = json!({
        "game": "texas42", "nickname": "Eve", "table": { "pace": "instant", "hints": true },
    });
    let Ok(created) = client.ask("create_game", &create).await else {
        return;
    };
    let code = created["gameCode"].clone();
    for seat in 1..4 {
        let bot = json!({ "gameCode": code, "seat": seat, "level": "expert" });
        let _ = client.ask("add_bot", &bot).await;
    }
    while Instant::now() < end && (client.ask("advise", &json!({ "gameCode": code })).await).is_ok()
    {
    }
}

/// A player who sits at a table and only comes and goes.
async fn flapping(house: SocketAddr, end: Instant) {
    let Some(mut host) = client(house).await else {
        return;
    };
    let Ok(session) = host.wait_for("session").await else {
        return;
    };
    let create = json!({ "game": "cribbage", "nickname": "Eve" });
    let Ok(created) = host.ask("create_game", &create).await else {
        return;
    };
    let token = session["token"].as_str().unwrap_or_default().to_owned();
    let sync = json!({ "gameCode": created["gameCode"] });
    drop(host);
    while Instant::now() < end {
        if let Ok(stream) = connect(house, ATTACKER).await
            && let Ok(mut client) = Client::over(stream, house, Some(&token)).await
        {
            let _ = client.ask("sync", &sync).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
