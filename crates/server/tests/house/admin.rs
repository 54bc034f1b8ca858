//! The operator's desk, by its socket, at a house that is open.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::Config;
use server::admin::{self, Answer, Ask, Export, LogLine, Request, Trouble, Whom};
use server::client::{Client, ClientError, Incoming};
use store::{Entry, Journal, MemoryJournal, SqliteJournal};
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

    /// A house that is as `config` says, and has a desk.
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
        // The house is spawned: its desk answers a moment later.
        while std::os::unix::net::UnixStream::connect(desk.socket()).is_err() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        desk
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("house.sock")
    }

    async fn try_to(&self, ask: Ask) -> Result<Answer, Trouble> {
        let request = Request {
            who: "olga".to_owned(),
            why: "a test".to_owned(),
            ask,
        };
        let socket = self.socket();
        let asked = tokio::task::spawn_blocking(move || admin::ask(&socket, &request));
        asked.await.unwrap().unwrap()
    }

    pub(crate) async fn ask(&self, ask: Ask) -> Answer {
        self.try_to(ask).await.unwrap()
    }

    /// The code with which this is refused.
    async fn refused(&self, ask: Ask) -> String {
        self.try_to(ask).await.unwrap_err().code
    }

    async fn log(&self) -> Vec<LogLine> {
        match self.ask(Ask::Log { limit: 100 }).await {
            Answer::Log(lines) => lines,
            other => panic!("{other:?}"),
        }
    }

    /// The last line of the log: what was done to whom.
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

    /// What was checked about the cards, and whether it holds.
    async fn verified(&self, code: &str) -> Vec<(Value, Value)> {
        let (status, verified) = self.house.get(&format!("/api/tables/{code}/verify")).await;
        assert_eq!((status, &verified["good"]), (200, &json!(true)));
        let checks = verified["games"][0]["checks"].as_array().unwrap();
        let check = |check: &Value| (check["what"].clone(), check["ok"].clone());
        checks.iter().map(check).collect()
    }

    /// The first so many entries of a public journal.
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

    // One that a crash left behind is replaced.
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    assert!(socket.exists());
    let desk = Desk::open_with(folder, Arc::new(MemoryJournal::new())).await;
    assert!(matches!(desk.ask(Ask::Status).await, Answer::Status(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_changes_something_needs_a_reason() {
    let desk = Desk::open().await;
    let ask = |who: &str, why: &str, ask| {
        let request = Request {
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
    let announce = || Ask::Announce {
        message: "hello".to_owned(),
        seconds: None,
    };
    let bad = Err("admin/bad_request".to_owned());
    assert_eq!(ask("olga", " ", announce()).await, bad);
    assert_eq!(ask(" ", "because", announce()).await, bad);
    assert!(ask("olga", "because", announce()).await.is_ok());
    assert!(ask("olga", "", Ask::Bans).await.is_ok());
    assert_eq!(desk.log().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_players_and_addresses_are_found() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (jill, _boom) = desk.table().await;
        let mut lone = Player::connect(&desk.house, None).await;
        lone.create(json!({ "nickname": "Zoë \"Z\"", "private": true }))
            .await;
        let tables = |search: &str| {
            let search = search.to_owned();
            desk.ask(Ask::Tables {
                search,
                closed: false,
                limit: 10,
            })
        };
        let codes = |answer: Answer| -> Vec<String> {
            let Answer::Tables(tables) = answer else {
                panic!("{answer:?}")
            };
            assert!(tables.iter().all(|table| table.at_work));
            tables.into_iter().map(|table| table.code).collect()
        };
        assert_eq!(codes(tables("").await).len(), 2);
        assert_eq!(codes(tables("boom").await), [&*jill.code]);
        assert_eq!(codes(tables(&jill.uuid).await), [&*jill.code]);
        assert_eq!(codes(tables("zoë \"z").await), [&*lone.code]);
        assert_eq!(
            codes(tables(&lone.code.to_lowercase()).await),
            [&*lone.code]
        );
        assert_eq!(codes(tables("nobody").await), [""; 0]);

        let code = lone.code.clone();
        let Answer::Table(table) = desk.ask(Ask::Table { code }).await else {
            panic!("a table")
        };
        assert_eq!((table.private, table.attending), (Some(true), 1));
        assert_eq!(table.stage.as_deref(), Some("waiting"));
        assert_eq!(table.players[0]["nickname"], "Zoë \"Z\"");
        let code = "AAAAAA".to_owned();
        assert_eq!(desk.refused(Ask::Table { code }).await, "table/not_found");

        let players = |search: &str| {
            let search = search.to_owned();
            desk.ask(Ask::Players { search, limit: 10 })
        };
        let Answer::Players(found) = players("jil").await else {
            panic!("players")
        };
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].player, found[0].connections), (&jill.uuid, 1));
        assert_eq!(found[0].nicknames, ["Jill"]);
        assert!(found[0].came_at.is_some());
        let Answer::Players(found) = players("").await else {
            panic!("players")
        };
        assert_eq!(found.len(), 3);

        let search = "127.".to_owned();
        let Answer::Addresses(addresses) = desk.ask(Ask::Addresses { search }).await else {
            panic!("addresses")
        };
        assert_eq!((addresses.len(), addresses[0].connections), (1, 3));
        assert_eq!(addresses[0].players.len(), 3);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_closed_and_everybody_hears_why() {
    let desk = Desk::open().await;
    let (mut jill, mut boom) = desk.table().await;
    let code = jill.code.clone();
    let close = || Ask::CloseTable { code: code.clone() };
    assert_eq!(
        desk.ask(close()).await,
        Answer::Closed { code: code.clone() }
    );
    for player in [&mut jill, &mut boom] {
        let closed = player.hear_until("table_closed").await;
        assert_eq!(closed["reason"], "operator");
    }
    let sync = json!({ "gameCode": code });
    assert_eq!(jill.ask_in_vain("sync", sync).await, "table/not_found");
    assert_eq!(desk.last_deed().await, deed("close_table", &code));
    // The task of the table may still be writing that it is finished.
    while desk.try_to(close()).await.is_ok() {}
    assert_eq!(desk.refused(close()).await, "admin/bad_request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_player_stays_out_until_the_time_is_over() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, _boom) = desk.table().await;
    let whom = || Whom::Player(jill.uuid.clone());
    let (ban, unban) = (
        Ask::Ban {
            whom: whom(),
            seconds: Some(3_600),
        },
        Ask::Unban { whom: whom() },
    );
    let Answer::Banned { disconnected, .. } = desk.ask(ban).await else {
        panic!("a ban")
    };
    assert_eq!(disconnected, 1);
    until_disconnected(&mut jill).await;
    let refusal = desk.refusal(&jill.token).await;
    assert!(
        refusal.contains("house/banned: you may not play"),
        "{refusal}"
    );
    assert!(refusal.contains("UTC"), "{refusal}");
    assert_eq!(desk.last_deed().await, deed("ban", &jill.uuid));

    // It is known after a restart too.
    let Desk { house, folder } = desk;
    let journal = house.close().await;
    let desk = Desk::open_with(folder, journal).await;
    assert!(desk.refusal(&jill.token).await.contains("house/banned"));
    desk.ask(unban.clone()).await;
    let again = Player::connect(&desk.house, Some(&jill.token)).await;
    assert_eq!(again.uuid, jill.uuid);
    assert_eq!(desk.refused(unban).await, "admin/bad_request");

    // A ban that is over keeps nobody out.
    let whom = Whom::Player(jill.uuid.clone());
    desk.ask(Ask::Ban {
        whom,
        seconds: Some(0),
    })
    .await;
    Player::connect(&desk.house, Some(&jill.token)).await;
    let nobody = Whom::Player("nobody".to_owned());
    let ban = Ask::Ban {
        whom: nobody,
        seconds: None,
    };
    assert_eq!(desk.refused(ban).await, "store/no_player");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_address_is_shut_out_everywhere() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let whom = || Whom::Address("::ffff:127.0.0.1".to_owned());
    desk.ask(Ask::Ban {
        whom: whom(),
        seconds: None,
    })
    .await;
    until_disconnected(&mut jill).await;
    assert!(desk.refusal(&jill.token).await.contains("house/banned"));
    let (status, answer) = desk.house.get("/api/games").await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (403, &json!("house/banned"))
    );
    assert_eq!(desk.house.get("/readyz").await.0, 200);
    let Answer::Bans(bans) = desk.ask(Ask::Bans).await else {
        panic!("bans")
    };
    assert_eq!((bans.len(), &*bans[0].name), (1, "127.0.0.1"));
    desk.ask(Ask::Unban { whom: whom() }).await;
    assert_eq!(desk.house.get("/api/games").await.0, 200);
    let whom = Whom::Address("next door".to_owned());
    let ban = Ask::Ban {
        whom,
        seconds: None,
    };
    assert_eq!(desk.refused(ban).await, "admin/bad_request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_revokes_tokens() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let revoke = |name: Option<&str>| Ask::RevokeTokens {
        player: jill.uuid.clone(),
        name: name.map(str::to_owned),
    };
    assert_eq!(desk.refused(revoke(Some("none"))).await, "token/unknown");
    desk.ask(revoke(None)).await;
    until_disconnected(&mut jill).await;
    assert!(desk.refusal(&jill.token).await.contains("token/revoked"));
    assert_eq!(desk.last_deed().await, deed("revoke_tokens", &jill.uuid));
}

/// Results, cards and moves stay as they were; the name is gone everywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one story, told request by request")]
async fn a_deleted_player_leaves_games_as_they_were() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, mut boom) = desk.table().await;
        tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
        let code = jill.code.clone();
        // Boom also sits at a table where the game runs, with a bot of his.
        let mut other = Player::connect(&desk.house, Some(&boom.token)).await;
        other
            .create(json!({ "nickname": "Boom!", "options": { "seats": 3 } }))
            .await;
        other
            .ask("add_bot", json!({ "gameCode": other.code }))
            .await;
        let mut third = Player::connect(&desk.house, None).await;
        third.join(&other.code).await;

        let verified = desk.verified(&code).await;
        let (n_entries, journal_before) = desk.journal(&code, usize::MAX).await;
        let replay = format!("/api/tables/{code}/replay");
        let replay_before = desk.house.get(&replay).await.1.to_string();
        let player = boom.uuid.clone();
        let deleted = desk
            .ask(Ask::Delete {
                player: player.clone(),
            })
            .await;
        let Answer::Deleted {
            mut tables,
            damaged,
            disconnected,
            ..
        } = deleted
        else {
            panic!("{deleted:?}")
        };
        tables.sort();
        let mut expected = [code.clone(), other.code.clone()];
        expected.sort();
        assert_eq!(
            (tables, damaged, disconnected),
            (expected.to_vec(), vec![], 2)
        );
        until_disconnected(&mut boom).await;
        assert!(desk.refusal(&boom.token).await.contains("token/unknown"));

        // The table in memory, and both as they are read again.
        let sync = third.sync().await;
        assert_eq!(sync["players"][0]["nickname"], "Deleted player");
        assert_eq!(sync["players"][1]["nickname"], "Bot 2");
        assert_eq!(desk.verified(&code).await, verified);
        let (_, journal) = desk.journal(&code, n_entries).await;
        let as_before = journal.replace("Deleted player", "Boom");
        assert!(as_before == journal_before, "{journal}");
        assert!(!journal.contains("Boom"));
        assert!(journal.contains(&player), "the id stays");
        let replayed = desk.house.get(&replay).await.1.to_string();
        assert_eq!(replayed, replay_before.replace("Boom", "Deleted player"));
        let log = desk.log().await;
        assert_eq!(desk.last_deed().await, deed("delete", &player));
        assert!(
            log.iter()
                .all(|line| !line.detail.to_string().contains("Boom"))
        );

        // The others play on, also after a restart.
        let Desk { house, folder } = desk;
        let (token, other_code) = (third.token.clone(), other.code.clone());
        let journal = house.close().await;
        let whole = journal.load(&other_code.parse().unwrap()).unwrap();
        assert!(
            whole
                .entries
                .iter()
                .all(|entry| !entry.body.contains("Boom!"))
        );
        let desk = Desk::open_with(folder, journal).await;
        let mut third = Player::connect(&desk.house, Some(&token)).await;
        third.code = other_code;
        let sync = third.sync().await;
        assert_eq!(sync["players"][0]["nickname"], "Deleted player");
        assert_eq!(desk.verified(&code).await, verified);
        let search = "boom!".to_owned();
        let players = desk.ask(Ask::Players { search, limit: 10 }).await;
        assert_eq!(players, Answer::Players(Vec::new()));
        let again = desk.ask(Ask::Delete { player }).await;
        let Answer::Deleted { tables, .. } = again else {
            panic!("{again:?}")
        };
        assert_eq!(tables, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_tells_what_a_player_did_and_no_secret() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, mut boom) = desk.table().await;
    jill.hear_until("waiting_for_discard").await;
    let player = jill.uuid.clone();
    let export = async || -> Box<Export> {
        let player = player.clone();
        match desk.ask(Ask::Export { player }).await {
            Answer::Export(export) => export,
            other => panic!("{other:?}"),
        }
    };
    let running = export().await;
    assert_eq!(running.tokens.len(), 1);
    let text = serde_json::to_string(&running).unwrap();
    assert!(text.contains("Jill"), "{text}");
    assert!(!text.contains("secret"), "{text}");
    assert!(!text.contains(&jill.token), "{text}");
    assert!(!text.contains("Boom"), "what others did is theirs: {text}");
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    assert!(export().await.entries.len() > running.entries.len() + 10);
    assert_eq!(desk.last_deed().await, deed("export", &jill.uuid));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_journals_are_pruned_to_a_line_for_each_game() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, mut boom) = desk.table().await;
        let (end, _) = tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
        let code = jill.code.clone();
        let (fresh, _other) = desk.table().await;
        let prune = |dry_run| Ask::Prune { days: 0, dry_run };
        let pruned = |answer: Answer| match answer {
            Answer::Pruned {
                tables, damaged, ..
            } => (tables, damaged),
            other => panic!("{other:?}"),
        };
        // Nothing that may go on is touched.
        assert_eq!(pruned(desk.ask(prune(false)).await), (vec![], vec![]));
        desk.ask(Ask::CloseTable { code: code.clone() }).await;
        jill.hear_until("table_closed").await;
        let (mut tables, mut damaged) = (Vec::new(), Vec::new());
        while tables.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
            (tables, damaged) = pruned(desk.ask(prune(true)).await);
        }
        assert_eq!((tables.len(), tables[0].games, damaged.len()), (1, 1, 0));
        // A dry run deletes nothing.
        desk.verified(&code).await;

        assert_eq!(pruned(desk.ask(prune(false)).await).0, tables);
        let path = format!("/api/tables/{code}/verify");
        assert_eq!(desk.house.get(&path).await.0, 404);
        let path = format!("/api/tables/{}/journal", fresh.code);
        assert_eq!(desk.house.get(&path).await.0, 200);
        let search = jill.uuid.clone();
        let games = desk.ask(Ask::PastGames { search, limit: 10 }).await;
        let Answer::PastGames(games) = games else {
            panic!("{games:?}")
        };
        assert_eq!((games.len(), &games[0].code), (1, &code));
        let players = games[0].result["players"].as_array().unwrap();
        let nicknames: Vec<&Value> = players.iter().map(|played| &played["nickname"]).collect();
        assert_eq!(nicknames, [&json!("Jill"), &json!("Boom")]);
        let scores: Vec<&Value> = players.iter().map(|played| &played["score"]).collect();
        assert_eq!(scores, [&end["p1Score"], &end["p2Score"]]);
        let winner = players.iter().find(|played| played["won"] == true).unwrap();
        assert_eq!(winner["player"], end["winner"]);

        // Whoever is deleted later is deleted there too.
        desk.ask(Ask::Delete {
            player: boom.uuid.clone(),
        })
        .await;
        let search = boom.uuid.clone();
        let games = desk.ask(Ask::PastGames { search, limit: 10 }).await;
        let Answer::PastGames(games) = games else {
            panic!("{games:?}")
        };
        assert_eq!(games[0].result["players"][1]["nickname"], "Deleted player");
        assert_eq!(games[0].result["players"][0]["nickname"], "Jill");
    }
}

/// Adds an entry that no table could have written.
async fn damage(desk: &Desk, code: &str) -> u64 {
    let code: store::Code = code.parse().unwrap();
    let record = desk.house.journal.load(&code).unwrap();
    let (seq, at) = (record.last_seq() + 1, record.entries.last().unwrap().at);
    let entry = Entry {
        seq,
        at,
        player: None,
        command_id: None,
        body: "{\"nonsense\":1}".to_owned(),
    };
    let journal = desk.house.journal.clone();
    let append = move || journal.append(code, seq - 1, vec![entry]).wait();
    tokio::task::spawn_blocking(append).await.unwrap().unwrap();
    seq
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_is_repaired_or_set_aside() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, boom) = desk.table().await;
        jill.hear_until("waiting_for_discard").await;
        let (token, code) = (jill.token.clone(), jill.code.clone());
        let repair = |dry_run| Ask::Repair {
            code: code.clone(),
            dry_run,
        };
        let bad = "admin/bad_request";
        assert_eq!(desk.refused(repair(false)).await, bad, "nothing is wrong");
        // The table is damaged while nobody attends it.
        let view = jill.sync().await["view"].clone();
        drop((jill, boom));
        let Desk { house, folder } = desk;
        let journal = house.close().await;
        let desk = Desk::open_with(folder, journal).await;
        let seq = damage(&desk, &code).await;
        let path = format!("/api/tables/{code}/journal");
        let (status, answer) = desk.house.get(&path).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (500, &json!("table/damaged"))
        );

        let Answer::Damaged(found) = desk.ask(Ask::Damaged).await else {
            panic!("damaged")
        };
        assert_eq!((found.read, found.damaged.len()), (1, 1));
        assert_eq!(found.damaged[0].entry, seq);
        let Answer::Table(table) = desk.ask(Ask::Table { code: code.clone() }).await else {
            panic!("a table")
        };
        assert_eq!(table.damage.unwrap().entry, seq);

        let repaired = |answer: Answer| match answer {
            Answer::Repaired { kept, lost, .. } => (kept, lost),
            other => panic!("{other:?}"),
        };
        assert_eq!(repaired(desk.ask(repair(true)).await), (seq - 1, 1));
        assert_eq!(
            desk.house.get(&path).await.0,
            500,
            "a dry run mends nothing"
        );
        assert_eq!(repaired(desk.ask(repair(false)).await), (seq - 1, 1));
        assert_eq!(desk.last_deed().await, deed("repair", &code));
        let mut jill = Player::connect(&desk.house, Some(&token)).await;
        jill.code = code.clone();
        assert_eq!(jill.sync().await["view"], view);

        drop(jill);
        let Desk { house, folder } = desk;
        let journal = house.close().await;
        let desk = Desk::open_with(folder, journal).await;
        damage(&desk, &code).await;
        desk.ask(Ask::SetAside { code: code.clone() }).await;
        assert_eq!(desk.last_deed().await, deed("set_aside", &code));
        assert_eq!(desk.house.get(&path).await.0, 404);
        let Answer::Damaged(found) = desk.ask(Ask::Damaged).await else {
            panic!("damaged")
        };
        assert_eq!((found.read, found.aside.len()), (0, 2));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_while_the_house_runs() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, mut boom) = desk.table().await;
    let to = desk.folder.path().join("copy.db");
    let Answer::BackedUp { bytes, .. } = desk.ask(Ask::BackUp { to: to.clone() }).await else {
        panic!("a backup")
    };
    assert!(bytes > 1_000);
    assert_eq!(
        desk.refused(Ask::BackUp { to: to.clone() }).await,
        "store/invalid"
    );
    let elsewhere = PathBuf::from("copy.db");
    assert_eq!(
        desk.refused(Ask::BackUp { to: elsewhere }).await,
        "admin/bad_request"
    );
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let copy = SqliteJournal::open(&to).unwrap();
    assert!(copy.load(&jill.code.parse().unwrap()).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_announcement_reaches_everybody_who_is_or_comes() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let announce = |message: &str, seconds| Ask::Announce {
        message: message.to_owned(),
        seconds,
    };
    let told = desk.ask(announce("We close at ten.", None)).await;
    assert_eq!(told, Answer::Announced { connections: 1 });
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
    let drain = || Ask::Drain { seconds: 600 };
    let draining = desk.ask(drain()).await;
    assert_eq!(
        draining,
        Answer::Draining {
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
    desk.ask(Ask::CancelDrain).await;
    late.create(json!({})).await;
    assert_eq!(desk.refused(Ask::CancelDrain).await, "admin/bad_request");

    desk.ask(drain()).await;
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let socket = desk.socket();
    desk.house.ended().await;
    assert!(!socket.exists());
}
