//! The engines start, die and come back.

use std::net::{Ipv4Addr, TcpStream};

use engines::{Nats, Postgres};

fn listens(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[test]
fn postgres_keeps_what_it_was_told_when_it_is_killed() {
    let mut postgres = Postgres::start();
    let url = postgres.database();
    assert!(url.ends_with("/house_0"), "{url}");
    postgres.execute(
        "house_0",
        "CREATE TABLE a (n INT); INSERT INTO a VALUES (1)",
    );
    postgres.kill();
    assert!(!listens(postgres.port()));
    postgres.run();
    postgres.execute("house_0", "SELECT 1 / n FROM a");
    let refused = std::panic::catch_unwind(|| postgres.execute("house_0", "SELECT * FROM b"));
    assert!(refused.is_err(), "there is no such table");
    let port = postgres.port();
    drop(postgres);
    assert!(!listens(port));
}

#[test]
fn nats_comes_back_on_the_same_port() {
    let mut nats = Nats::start();
    assert!(listens(nats.port()));
    nats.kill();
    assert!(!listens(nats.port()));
    nats.run();
    let port = nats.port();
    drop(nats);
    assert!(!listens(port));
}
