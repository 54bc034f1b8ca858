//! Sockets without a player: those that are not let in, that leave, and that are sent away.

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::*;

type Wire = WebSocketStream<TcpStream>;

/// A socket where nobody has asked for anything.
async fn open_socket(house: &House) -> Wire {
    let stream = TcpStream::connect(house.address).await.unwrap();
    let address = house.address;
    let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
    tokio_tungstenite::client_async(url, stream)
        .await
        .unwrap()
        .0
}

async fn say(wire: &mut Wire, packet: &str) {
    // The house may have ended the connection already.
    let _ = wire.send(Message::text(packet)).await;
}

/// Reads until a packet begins like this, and answers pings; nothing if the house hangs up first.
async fn hear(wire: &mut Wire, start: &str) -> Option<String> {
    while let Some(Ok(Message::Text(packet))) = wire.next().await {
        if packet.as_str() == "2" {
            say(wire, "3").await;
        } else if packet.starts_with(start) {
            return Some(packet.to_string());
        }
    }
    None
}

fn slowly(burst: u32) -> Option<Rate> {
    Some(Rate {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(burst).unwrap(),
    })
}

/// The library answers under both spellings of its path, and both take a place.
#[tokio::test]
async fn every_handshake_takes_a_place_and_counts() {
    let query = "EIO=4&transport=polling";
    let house = open(unlimited()).await;
    let paths = ["/socket.io", "/socket.io/", "/socket.io/below"];
    for (n, path) in paths.into_iter().enumerate() {
        let (head, body) = request(house.address, "GET", &format!("{path}?{query}"), "").await;
        assert!(
            head.starts_with("HTTP/1.1 200") && body.contains("sid"),
            "{head}"
        );
        assert_eq!(house.sessions.n_taken(), n + 1, "{path}");
    }
    let limits = Limits {
        connections: slowly(2),
        ..Limits::NONE
    };
    let strict = open(SocketSettings {
        limits,
        ..SocketSettings::default()
    })
    .await;
    for path in paths {
        let mut refused = 0;
        for _ in 0..50 {
            let (head, _) = request(strict.address, "GET", &format!("{path}?{query}"), "").await;
            refused += usize::from(head.starts_with("HTTP/1.1 429"));
        }
        assert!(refused > 0, "nobody was refused at {path}");
    }
    let beside = format!("/socket.io-beside?{query}");
    let (head, _) = request(house.address, "GET", &beside, "").await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}

/// Requests that name a session count, also if there is none of that name.
#[tokio::test]
async fn requests_by_which_sockets_poll_are_bounded() {
    let limits = Limits {
        address: slowly(1),
        ..Limits::NONE
    };
    let house = open(SocketSettings {
        limits,
        ..SocketSettings::default()
    })
    .await;
    let poll = "/socket.io/?EIO=4&transport=polling&sid=nobody";
    let mut statuses = Vec::new();
    for _ in 0..100 {
        let (head, _) = request(house.address, "GET", poll, "").await;
        statuses.push(head[9..12].to_owned());
    }
    assert_eq!(statuses[0], "400");
    assert!(statuses.contains(&"429".to_owned()), "{statuses:?}");
}

/// A socket that is let in and leaves again has one allowance for all of that.
#[tokio::test]
async fn joining_and_leaving_counts_and_a_flood_of_it_ends_the_socket() {
    let limits = Limits {
        socket: slowly(6),
        ..Limits::NONE
    };
    let house = open(SocketSettings {
        limits,
        ..SocketSettings::default()
    })
    .await;
    let mut wire = open_socket(&house).await;
    let mut let_in = 0;
    let refused = loop {
        say(&mut wire, "40{}").await;
        let mut answer = hear(&mut wire, "4").await.unwrap();
        while answer.starts_with("42") {
            // The greeting of the connection before.
            answer = hear(&mut wire, "4").await.unwrap();
        }
        if answer.starts_with("44") {
            break answer;
        }
        let_in += 1;
        assert!(let_in < 50, "it comes and goes for ever");
        say(&mut wire, "41").await;
    };
    let refused: Value = serde_json::from_str(&refused[2..]).unwrap();
    assert_eq!(refused["data"]["code"], "wire/rate_limited");
    assert!(refused["data"]["retryAfterMs"].as_u64() > Some(0));
    for _ in 0..100 {
        say(&mut wire, "40{}").await;
    }
    while hear(&mut wire, "44").await.is_some() {}
    until(|| house.sessions.n_taken() == 0).await;
    assert!(let_in >= 3, "a socket may come and go a few times");
}

/// The allowance of an address also limits joining and leaving.
#[tokio::test]
async fn joining_counts_for_the_address() {
    let limits = Limits {
        address: slowly(3),
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
            Err(ClientError::Refused(why)) => {
                assert_eq!(why["data"]["code"], "wire/rate_limited", "{why}");
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(refused + house.desk.admissions(), 50);
    assert!(refused > 0, "nobody was refused");
}

/// Otherwise a socket could have as many admissions under way as it has packets.
#[tokio::test]
async fn a_socket_that_leaves_while_it_is_let_in_is_closed() {
    let house = open(unlimited()).await;
    for impatient in ["41", "40{}"] {
        let mut wire = open_socket(&house).await;
        say(&mut wire, r#"40{"token":"never"}"#).await;
        say(&mut wire, impatient).await;
        assert_eq!(hear(&mut wire, "4").await, None, "{impatient}");
    }
    assert_eq!(house.desk.admissions(), 2);
}

fn impatient() -> SocketSettings {
    SocketSettings {
        connect_timeout: Duration::from_millis(200),
        // No test waits for a heartbeat.
        ping_interval: Duration::from_secs(3_600),
        ..unlimited()
    }
}

/// A client that was sent away may come back for a while. Then its place is free again, even if its
/// socket stays open.
#[tokio::test]
async fn a_client_that_was_sent_away_keeps_no_place() {
    let house = open(impatient()).await;
    let mut wire = open_socket(&house).await;
    say(&mut wire, "40{}").await;
    hear(&mut wire, "42").await.unwrap();
    say(&mut wire, r#"42["go away",{}]"#).await;
    assert!(hear(&mut wire, "41").await.is_some());
    until(|| house.sessions.n_taken() == 0).await;
    while hear(&mut wire, "").await.is_some() {}
}

/// While it may come back, its messages are not answered, but they count.
#[tokio::test]
async fn a_flood_of_a_client_that_was_sent_away_ends_its_socket() {
    let house = open(SocketSettings {
        connect_timeout: Duration::from_secs(3_600),
        limits: Limits {
            socket: slowly(6),
            ..Limits::NONE
        },
        ..impatient()
    })
    .await;
    let mut wire = open_socket(&house).await;
    say(&mut wire, "40{}").await;
    hear(&mut wire, "42").await.unwrap();
    say(&mut wire, r#"42["go away",{}]"#).await;
    assert!(hear(&mut wire, "41").await.is_some());
    for _ in 0..1000 {
        say(&mut wire, r#"42["echo",1]"#).await;
    }
    until(|| house.sessions.n_taken() == 0).await;
}

/// A client that never reads its farewell keeps no place either.
#[tokio::test]
async fn a_client_that_does_not_read_keeps_no_place() {
    let house = open(SocketSettings {
        buffer: 4,
        ..impatient()
    })
    .await;
    let mut wire = open_socket(&house).await;
    say(&mut wire, "40{}").await;
    hear(&mut wire, "42").await.unwrap();
    // Far more than the system buffers for a connection.
    for _ in 0..30 {
        say(&mut wire, r#"42["flood",1000]"#).await;
    }
    until(|| house.sessions.n_taken() == 0).await;
}

/// While somebody is let in, the time without a player does not run.
#[tokio::test]
async fn a_client_that_is_let_in_stays() {
    let house = open(impatient()).await;
    let mut client = come_in(&house).await;
    client.wait_for("session").await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let answer = client.ask("echo", &"still here").await.unwrap();
    assert_eq!(answer, json!("still here"));
}
