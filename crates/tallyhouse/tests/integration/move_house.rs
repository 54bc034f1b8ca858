//! A house in a PostgreSQL database: opened, played in, and moved there from a file.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use engines::Postgres;
use serde_json::{Value, json};
use server::client::Client;
use store::{Archive, Filter, HouseSecret, Journal, PostgresJournal, SqliteJournal, Write};

use crate::binary::{run, tallyhouse};

struct House {
    program: Child,
    address: SocketAddr,
}

impl House {
    fn open(folder: &Path, store: &str) -> House {
        let mut program = tallyhouse(&["serve", "--listen", "127.0.0.1:0", "--store", store])
            .args(["--no-limits", "--log-level", "error", "--data"])
            .arg(folder.join("house.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
            .expect("the house says where it is");
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        House { program, address }
    }

    fn close(mut self) {
        let id = self.program.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        assert!(self.program.wait().unwrap().success());
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

async fn ask(client: &mut Client, command: &str, payload: Value) -> Value {
    let answer = client.ask(command, &payload).await.unwrap();
    assert_eq!(answer["ok"], true, "{command}: {answer}");
    answer
}

/// Makes moves as the house offers them, until there are enough.
async fn play(client: &mut Client, code: &str, moves: usize) -> u64 {
    let mut made = 0;
    loop {
        let sync = ask(client, "sync", json!({ "gameCode": code })).await;
        if made >= moves {
            return sync["seq"].as_u64().unwrap();
        }
        let legal = sync["legal"].as_array().and_then(|legal| legal.last());
        let Some((command, fields)) = legal.and_then(|legal| legal.as_object()?.iter().next())
        else {
            // The bot moves, and that is told.
            client.next().await.unwrap();
            continue;
        };
        let mut payload = fields.clone();
        payload["gameCode"] = json!(code);
        ask(client, command, payload).await;
        made += 1;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_in_a_database_goes_on_where_it_was() {
    let postgres = Postgres::start_hasty();
    let store = postgres.database();
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), &store);
    let mut jill = Client::connect(house.address, None).await.unwrap();
    let session = jill.wait_for("session").await.unwrap();
    let token = session["token"].as_str().unwrap();
    let create = json!({ "game": "cribbage", "nickname": "Jill", "table": { "pace": "instant" } });
    let created = ask(&mut jill, "create_game", create).await;
    let code = created["gameCode"].as_str().unwrap().to_owned();
    ask(
        &mut jill,
        "add_bot",
        json!({ "gameCode": code, "level": "random" }),
    )
    .await;
    let seq = play(&mut jill, &code, 6).await;
    drop(jill);
    house.close();
    assert!(!folder.path().join("house.db").exists(), "there is no file");

    let house = House::open(folder.path(), &store);
    let mut jill = Client::connect(house.address, Some(token)).await.unwrap();
    let later = play(&mut jill, &code, 3).await;
    assert!(later > seq, "{later} after {seq}");
    house.close();
    let journal = PostgresJournal::open(&store).unwrap();
    assert!(journal.load(&code.parse().unwrap()).unwrap().last_seq() > 9);
}

#[test]
fn a_house_is_moved_into_a_database() {
    let postgres = Postgres::start_hasty();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/version_1/house.db");
    std::fs::copy(old, &file).unwrap();
    let (from, to) = (file.to_str().unwrap(), postgres.database());

    // A house of an earlier version has a history once it is rebuilt from the journals.
    let all = || {
        let journal = SqliteJournal::open(&file).unwrap();
        journal.remembered(None, 1_000).unwrap()
    };
    assert_eq!(all(), []);
    let rebuilt = run(&["rebuild-history", from]);
    assert_eq!((rebuilt.status, &*rebuilt.err), (Some(0), ""));
    let remembered = all();
    assert!(!remembered.is_empty(), "{}", rebuilt.out);
    let again = run(&["rebuild-history", from]);
    assert_eq!((again.status, again.out), (Some(0), rebuilt.out));
    assert_eq!(all(), remembered);

    // Without the secret the deals of past days could no longer be proved.
    let secret = HouseSecret::new([7; 32]);
    let journal = SqliteJournal::open(&file).unwrap();
    journal.write(Write::KeepSecret { secret }).wait().unwrap();
    drop(journal);
    let saved = folder.path().join("saved.db");
    let salvaged = run(&["salvage", from, saved.to_str().unwrap()]);
    assert_eq!((salvaged.status, &*salvaged.err), (Some(0), ""));
    let saved = SqliteJournal::open(saved).unwrap();
    assert_eq!(saved.secret(), Ok(Some(secret)));

    let missing = run(&["move-house", "nowhere.db", &to]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.err.contains("there is no file"), "{}", missing.err);
    let moved = run(&["move-house", from, &to, "--json"]);
    assert_eq!((moved.status, &*moved.err), (Some(0), ""));
    let counts = &moved.json()[0];
    assert_eq!(counts["tables"], 12);
    assert!(counts["entries"].as_u64().unwrap() > 500);
    assert!(counts["players"].as_u64().unwrap() > 10);
    assert_eq!(counts["players"], counts["tokens"]);
    assert_eq!(counts["remembered"], remembered.len());

    let (sqlite, postgresql) = (
        SqliteJournal::open(&file).unwrap(),
        PostgresJournal::open(&to).unwrap(),
    );
    let tables = sqlite.list(&Filter::default()).unwrap();
    assert_eq!(postgresql.list(&Filter::default()), Ok(tables.clone()));
    assert_eq!(postgresql.secret(), Ok(Some(secret)));
    for table in &tables {
        assert_eq!(postgresql.load(&table.code), sqlite.load(&table.code));
    }
    drop(sqlite);

    let again = run(&["move-house", from, &to]);
    assert_eq!(again.status, Some(1));
    assert!(again.err.contains("an empty database"), "{}", again.err);
    let other = run(&["move-house", from, &postgres.database()]);
    assert!(other.out.contains("12 tables"), "{}", other.out);
    assert!(other.out.contains("every seal fits"), "{}", other.out);
}
