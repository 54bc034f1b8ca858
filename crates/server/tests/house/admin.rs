//! The operator's desk of an open house, by its socket.

mod people;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::Config;
use server::admin::{self, DeskAnswer, DeskRequest, DeskTask, Export, LogLine, Trouble, Whom};
use server::client::{Client, ClientError, Incoming};
use store::{Journal, MemoryJournal, SqliteJournal, StoredEntry};
use tempfile::TempDir;

use crate::player::Player;
use crate::support::{House, unlimited};

/// A house with a desk.
pub(crate) struct Desk {
    pub(crate) house: House,
    folder: TempDir,
}

impl Desk {
    async fn open() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        Desk::open_with(folder, Arc::new(MemoryJournal::new())).await
    }

    /// A house whose journal is a file.
    async fn open_on_disk() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let journal = SqliteJournal::open(folder.path().join("house.db")).unwrap();
        Desk::open_with(folder, Arc::new(journal)).await
    }

    async fn open_with(folder: TempDir, journal: Arc<dyn Journal>) -> Desk {
        Desk::open_as(folder, unlimited(), journal).await
    }

    /// A house with this configuration and a desk.
    pub(crate) async fn open_as(
        folder: TempDir,
        config: Config,
        journal: Arc<dyn Journal>,
    ) -> Desk {
        let config = Config {
            desk: Some(folder.path().join("house.sock")),
            ..config
        };
        let house = House::open_with(config, journal).await;
        let desk = Desk { house, folder };
        // The house runs on a task of its own: its desk answers a moment later.
        while std::os::unix::net::UnixStream::connect(desk.socket()).is_err() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        desk
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("house.sock")
    }

    async fn try_to(&self, ask: DeskTask) -> Result<DeskAnswer, Trouble> {
        let request = DeskRequest {
            who: "olga".to_owned(),
            why: "a test".to_owned(),
            ask,
        };
        let socket = self.socket();
        let asked = tokio::task::spawn_blocking(move || admin::ask(&socket, &request));
        asked.await.unwrap().unwrap()
    }

    pub(crate) async fn ask(&self, ask: DeskTask) -> DeskAnswer {
        self.try_to(ask).await.unwrap()
    }

    /// The code of the refusal.
    async fn refused(&self, ask: DeskTask) -> String {
        self.try_to(ask).await.unwrap_err().code
    }

    async fn log(&self) -> Vec<LogLine> {
        match self.ask(DeskTask::Log { limit: 100 }).await {
            DeskAnswer::Log(lines) => lines,
            other => panic!("{other:?}"),
        }
    }

    /// The last line of the log: the change and its subject.
    async fn last_deed(&self) -> (String, String) {
        let line = self.log().await.remove(0);
        assert!(line.who.starts_with("olga (uid "), "{}", line.who);
        assert_eq!(line.why, "a test");
        (line.action, line.subject)
    }

    /// Two players at a table.
    async fn table(&self) -> (Player, Player) {
        let mut jill = Player::connect(&self.house, None).await;
        let mut boom = Player::connect(&self.house, None).await;
        jill.create(json!({ "options": { "target": 61 } })).await;
        boom.join(&jill.code).await;
        (jill, boom)
    }

    /// The steps of the verification, each with its result.
    async fn verified(&self, code: &str) -> Vec<(Value, Value)> {
        let (status, verified) = self.house.get(&format!("/api/tables/{code}/verify")).await;
        assert_eq!((status, &verified["good"]), (200, &json!(true)));
        let checks = verified["games"][0]["checks"].as_array().unwrap();
        let check = |check: &Value| (check["what"].clone(), check["ok"].clone());
        checks.iter().map(check).collect()
    }

    /// The first entries of a public journal, as many as given.
    async fn journal(&self, code: &str, n_entries: usize) -> (usize, String) {
        let path = format!("/api/tables/{code}/journal");
        let (_, journal) = self.house.get(&path).await;
        let entries = journal.as_array().unwrap();
        let n_told = entries.len().min(n_entries);
        (entries.len(), json!(entries[..n_told]).to_string())
    }

    async fn refusal(&self, token: &str) -> String {
        match Client::connect(self.house.address, Some(token)).await {
            Err(ClientError::Refused(refused)) => refused["message"].to_string(),
            other => panic!("{other:?}"),
        }
    }
}

fn deed(action: &str, subject: &str) -> (String, String) {
    (action.to_owned(), subject.to_owned())
}

pub(crate) async fn until_disconnected(player: &mut Player) {
    while player.client.next().await.unwrap() != Incoming::Disconnected {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_socket_is_for_its_owner_alone_and_goes_with_the_house() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::open().await;
    let socket = desk.socket();
    let mode = socket.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let Desk { house, folder } = desk;
    // The folder in which the socket was made goes once the socket is in its place.
    while folder.path().read_dir().unwrap().count() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    house.close().await;
    assert!(!socket.exists());

    // A socket that a crash left behind is replaced.
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    assert!(socket.exists());
    let desk = Desk::open_with(folder, Arc::new(MemoryJournal::new())).await;
    assert!(matches!(
        desk.ask(DeskTask::Status).await,
        DeskAnswer::Status(_)
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_needs_a_reason() {
    let desk = Desk::open().await;
    let ask = |who: &str, why: &str, ask| {
        let request = DeskRequest {
            who: who.to_owned(),
            why: why.to_owned(),
            ask,
        };
        let socket = desk.socket();
        async move {
            let asked = tokio::task::spawn_blocking(move || admin::ask(&socket, &request));
            asked
                .await
                .unwrap()
                .unwrap()
                .map_err(|trouble| trouble.code)
        }
    };
    let announce = || DeskTask::Announce {
        message: "hello".to_owned(),
        seconds: None,
    };
    let bad = Err("admin/bad_request".to_owned());
    assert_eq!(ask("olga", " ", announce()).await, bad);
    assert_eq!(ask(" ", "because", announce()).await, bad);
    assert!(ask("olga", "because", announce()).await.is_ok());
    assert!(ask("olga", "", DeskTask::Bans).await.is_ok());
    assert_eq!(desk.log().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_while_the_house_runs() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, mut boom) = desk.table().await;
    let to = desk.folder.path().join("copy.db");
    let DeskAnswer::BackedUp { bytes, .. } = desk.ask(DeskTask::BackUp { to: to.clone() }).await
    else {
        panic!("a backup")
    };
    assert!(bytes > 1_000);
    assert_eq!(
        desk.refused(DeskTask::BackUp { to: to.clone() }).await,
        "store/invalid"
    );
    let elsewhere = PathBuf::from("copy.db");
    assert_eq!(
        desk.refused(DeskTask::BackUp { to: elsewhere }).await,
        "admin/bad_request"
    );
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let copy = SqliteJournal::open(&to).unwrap();
    let log = copy.archive().unwrap().log(None, 1).unwrap();
    assert_eq!(log[0].1.action, "back_up", "a copy knows who made it");
    assert!(copy.load(&jill.code.parse().unwrap()).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_announcement_reaches_present_and_later_players() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let announce = |message: &str, seconds| DeskTask::Announce {
        message: message.to_owned(),
        seconds,
    };
    let told = desk.ask(announce("We close at ten.", None)).await;
    assert_eq!(told, DeskAnswer::Announced { connections: 1 });
    let heard = jill.client.wait_for("announcement").await.unwrap();
    assert_eq!(
        heard,
        json!({ "message": "We close at ten.", "until": null })
    );
    let mut late = Player::connect(&desk.house, None).await;
    assert_eq!(late.client.wait_for("announcement").await.unwrap(), heard);

    desk.ask(announce("", None)).await;
    let heard = jill.client.wait_for("announcement").await.unwrap();
    assert_eq!(heard["message"], "");
    desk.ask(announce("over", Some(0))).await;
    let mut later = Player::connect(&desk.house, None).await;
    later.ask("list_games", json!({})).await;
    later.client.emit("list_games", &json!({})).await.unwrap();
    assert!(matches!(
        later.client.next().await.unwrap(),
        Incoming::Ack(..)
    ));
    let long = announce(&"x".repeat(501), None);
    assert_eq!(desk.refused(long).await, "admin/bad_request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_that_drains_lets_games_end() {
    let desk = Desk::open().await;
    let (mut jill, mut boom) = desk.table().await;
    jill.hear_until("waiting_for_discard").await;
    let drain = || DeskTask::Drain { seconds: 600 };
    let draining = desk.ask(drain()).await;
    assert_eq!(
        draining,
        DeskAnswer::Draining {
            playing: 1,
            seconds: 600
        }
    );
    let create = json!({ "game": "cribbage", "nickname": "Late" });
    let mut late = Player::connect(&desk.house, None).await;
    assert_eq!(
        late.ask_in_vain("create_game", create).await,
        "house/unavailable"
    );
    desk.ask(DeskTask::CancelDrain).await;
    late.create(json!({})).await;
    assert_eq!(
        desk.refused(DeskTask::CancelDrain).await,
        "admin/bad_request"
    );

    desk.ask(drain()).await;
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let socket = desk.socket();
    desk.house.ended().await;
    assert!(!socket.exists());
}
