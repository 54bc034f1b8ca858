//! Several nodes with one journal and a bus in memory: games across nodes, tables that move, and
//! nodes that vanish.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde_json::json;
use server::admin::{DeskAnswer, DeskTask, Whom};
use server::client::{Client, ClientError, Incoming};
use server::cluster::{Bus, BusError, Heard, Nobody, Nodes};
use server::{Budgets, Config, Rate};
use store::{Journal, MemoryJournal};
use tokio::sync::mpsc;

use crate::admin::{Desk, until_disconnected};
use crate::failing::journal::{Failing, Failure, When};
use crate::player::Player;
use crate::support::{House, unlimited};

/// Longer than any machine needs.
const AGES: Duration = Duration::from_secs(60);

/// A bus within this process.
#[derive(Debug, Default)]
struct MemoryBus {
    ears: Mutex<Vec<Ear>>,
    /// Whether it loses the next answer that accepts a command.
    loses_yes: AtomicBool,
}

#[derive(Debug)]
struct Ear {
    subject: String,
    group: Option<&'static str>,
    hears: mpsc::UnboundedSender<Heard>,
}

impl Ear {
    fn is_for(&self, subject: &str) -> bool {
        match self.subject.strip_suffix('>') {
            Some(prefix) => subject.starts_with(prefix),
            None => self.subject == subject,
        }
    }
}

impl MemoryBus {
    fn send(&self, subject: &str, answer_to: Option<&str>, message: &Result<String, Nobody>) {
        let mut ears = self.ears.lock().unwrap();
        ears.retain(|ear| !ear.hears.is_closed());
        let mut groups = Vec::new();
        let mut n_heard = 0;
        for ear in ears.iter().filter(|ear| ear.is_for(subject)) {
            if ear.group.is_some_and(|group| groups.contains(&group)) {
                continue;
            }
            groups.extend(ear.group);
            let heard = Heard {
                subject: subject.to_owned(),
                message: message.clone(),
            };
            n_heard += usize::from(ear.hears.send(heard).is_ok());
        }
        drop(ears);
        if let (0, Some(answer_to)) = (n_heard, answer_to) {
            self.send(answer_to, None, &Err(Nobody));
        }
    }
}

impl Bus for MemoryBus {
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: String,
    ) -> Result<(), BusError> {
        let is_yes = message.contains(r#"{"ok":true"#);
        if !(is_yes && self.loses_yes.swap(false, Ordering::Relaxed)) {
            self.send(&subject, answer_to.as_deref(), &Ok(message));
        }
        Ok(())
    }

    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
        let (hears, mut heard) = mpsc::unbounded_channel();
        self.ears.lock().unwrap().push(Ear {
            subject,
            group,
            hears,
        });
        let stream = futures_util::stream::poll_fn(move |context| heard.poll_recv(context));
        Box::pin(async { Ok(stream.boxed()) })
    }

    fn is_connected(&self) -> bool {
        true
    }
}

/// Nodes that share a journal and a bus.
struct Neighbourhood {
    bus: Arc<MemoryBus>,
    journal: Arc<dyn Journal>,
    budgets: Budgets,
    n_opened: usize,
}

impl Neighbourhood {
    fn new() -> Neighbourhood {
        Neighbourhood {
            bus: Arc::default(),
            journal: Arc::new(MemoryJournal::new()),
            budgets: Budgets::NONE,
            n_opened: 0,
        }
    }

    async fn open(&mut self) -> House {
        let config = self.config();
        let house = House::open_with(config, self.journal.clone()).await;
        // A node listens before it serves.
        house.get("/healthz").await;
        house
    }

    async fn open_with_desk(&mut self) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let config = self.config();
        let desk = Desk::open_as(folder, config, self.journal.clone()).await;
        desk.house.get("/healthz").await;
        desk
    }

    /// The luck for the next node.
    fn config(&mut self) -> Config {
        self.n_opened += 1;
        let nodes = Nodes {
            node: format!("node-{}", self.n_opened).parse().unwrap(),
            bus: self.bus.clone(),
        };
        Config {
            nodes: Some(nodes),
            budgets: self.budgets,
            ..unlimited()
        }
    }

    /// Claims a table for a node that does not answer; returns its head before that.
    fn lose(&self, code: &store::Code) -> store::Head {
        let head = self.journal.head(code).unwrap();
        let claim = store::Write::Claim {
            table: code.clone(),
            epoch: head.epoch,
            node: "another".parse().unwrap(),
            unanswered: true,
        };
        self.journal.write(claim).wait().unwrap();
        head
    }

    /// The node that does not answer announces that it has a table.
    fn announce_elsewhere(&self, code: &str) {
        let moved = json!({ "moved": { "code": code } });
        let moved = Ok(format!("another\n{moved}"));
        self.bus.send("tallyhouse.all", None, &moved);
    }

    /// That node writes an entry after the last one of a table.
    fn append(&self, code: &store::Code, fact: &serde_json::Value) {
        let head = self.journal.head(code).unwrap();
        let mut entry = self.journal.load(code).unwrap().entries.pop().unwrap();
        entry.seq += 1;
        entry.command_id = None;
        entry.body = fact.to_string();
        let append = store::Write::Append {
            table: code.clone(),
            epoch: head.epoch,
            expect: head.seq,
            entries: vec![entry],
            ended: Vec::new(),
        };
        self.journal.write(append).wait().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_different_nodes_play_a_game() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let third = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    let mut boom = Player::connect(&other, None).await;
    let mut eve = Player::connect(&third, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    eve.code = code.clone();
    let watched = eve.ask("watch_game", json!({ "gameCode": code })).await;
    eve.seq = watched["seq"].as_u64().unwrap();
    boom.join(&code).await;
    let (jills, booms, eves) = tokio::join!(
        jill.play_to_the_end(),
        boom.play_to_the_end(),
        eve.hear_until("game_finished")
    );
    assert_eq!(jills["winner"], booms["winner"]);
    assert_eq!(jills["winner"], eves["winner"]);
    for house in [&one, &other, &third] {
        let verified = house.get(&format!("/api/tables/{code}/verify")).await;
        assert_eq!((verified.0, &verified.1["good"]), (200, &json!(true)));
    }
}

/// A letter between nodes is a line, and JSON may have line breaks and tabs between its values.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_with_line_breaks_is_one_letter() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    let mut boom = Player::connect(&other, None).await;
    jill.create(json!({})).await;
    let (code, uuid) = (&jill.code, &jill.uuid);
    let guest = json!({ "connection": 1, "player": uuid, "address": "127.0.0.1" });
    let letter = json!({ "command": { "guest": guest, "number": 7 } });
    let text = format!(
        "[\"watch_game\",\r\n\t{{\"gameCode\":\"{code}\",\n\"more\":[\n{letter}\t,[\"add_bot\",\n{{}}]]\n}}]"
    );
    boom.client.write(format!("42901{text}")).await.unwrap();
    let answer = loop {
        if let Incoming::Ack(901, answer) = boom.client.next().await.unwrap() {
            break answer;
        }
    };
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["gameCode"], json!(code));
    let refused = boom.client.ask("watch_game", "no object").await.unwrap();
    assert_eq!(refused["error"]["code"], "wire/malformed");
}

/// The node that has a table ends. Its players are elsewhere and stay where they are; the table
/// goes on at another node, and nobody is away because of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_when_its_node_leaves() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let third = neighbourhood.open().await;
    let mut host = Player::connect(&one, None).await;
    host.create(json!({ "options": { "seats": 3 } })).await;
    let code = host.code.clone();
    let mut jill = Player::connect(&other, None).await;
    let mut boom = Player::connect(&third, None).await;
    jill.code = code.clone();
    let join = json!({ "gameCode": code, "nickname": "Kate" });
    jill.ask("join_game", join).await;
    boom.join(&code).await;
    for player in [&mut jill, &mut boom] {
        player.hear_until("waiting_for_discard").await;
        player.hear_until("state").await;
    }
    let before = jill.sync().await;
    let epoch = neighbourhood
        .journal
        .head(&code.parse().unwrap())
        .unwrap()
        .epoch;

    let token = host.token.clone();
    one.close().await;
    // Every client that attends the table hears its state.
    let state = jill.hear_until("state").await;
    assert_eq!(state["view"], before["view"]);
    boom.hear_until("state").await;
    let mut host = Player::connect(&other, Some(&token)).await;
    host.code = code.clone();
    host.sync().await;
    assert!(
        neighbourhood
            .journal
            .head(&code.parse().unwrap())
            .unwrap()
            .epoch
            > epoch
    );
    let (ends, jills, booms) = tokio::join!(
        host.play_to_the_end(),
        jill.play_to_the_end(),
        boom.play_to_the_end()
    );
    assert_eq!(ends["winner"], jills["winner"]);
    assert_eq!(ends["winner"], booms["winner"]);
    for player in [&jill, &boom] {
        for (name, payload) in &player.heard {
            let stayed = [&jill.uuid, &boom.uuid].map(|uuid| json!(uuid));
            let gone = name == "player_disconnected" && stayed.contains(&payload["playerUuid"]);
            assert!(!gone, "nobody else went away: {payload}");
        }
    }
}

/// A table that waits for its journal cannot say at any node how much it has told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_node_tells_more_than_the_table() {
    let journal = Failing::new(Failure::NotWritten, When::BrokenFor("append"));
    let mut neighbourhood = Neighbourhood {
        journal: journal.clone(),
        ..Neighbourhood::new()
    };
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    let mut boom = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    boom.join(&jill.code).await;
    let path = format!("/api/tables/{}/journal", jill.code);
    assert_eq!(other.get(&path).await.0, 200);
    journal.break_down();
    drop(boom);
    // The departure cannot be written, and the table waits.
    let refused = async {
        while other.get(&path).await.0 == 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(AGES, refused).await.expect("it waits");
    for house in [&one, &other] {
        let (status, refused) = house.get(&path).await;
        let code = &refused["error"]["code"];
        assert_eq!((status, code), (503, &json!("house/unavailable")));
    }
}

/// A node that was cut off writes nothing after another has claimed its table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_lost_a_table_writes_no_more() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    let code: store::Code = jill.code.parse().unwrap();
    let head = neighbourhood.lose(&code);
    // Without an id, nobody could know whether the command was done before.
    let bot = json!({ "gameCode": jill.code });
    let refused = jill.ask_in_vain("add_bot", bot).await;
    assert_eq!(refused, "house/unavailable");
    assert_eq!(neighbourhood.journal.head(&code).unwrap().seq, head.seq);
}

/// A move that the fence stops goes to the node that has the table: its player notices nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fenced_move_is_made_at_the_table_s_node() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    let code: store::Code = jill.code.parse().unwrap();
    let head = neighbourhood.lose(&code);
    // The other node does not answer, and the table comes back.
    let bot = json!({ "gameCode": jill.code, "commandId": "bot" });
    let added = jill.ask("add_bot", bot.clone()).await;
    assert_eq!(
        neighbourhood.journal.head(&code).unwrap().epoch,
        head.epoch + 2
    );
    // The move was made once, and no second time.
    assert_eq!(jill.ask("add_bot", bot).await, added);
}

/// A command at another node is carried out once, even if the answer to it is lost: without an id
/// nobody could tell that it was carried out, and it is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_whose_answer_is_lost_is_carried_out_once() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({ "options": { "seats": 4 } })).await;
    let mut jill_there = Player::connect(&other, Some(&jill.token)).await;
    let lose = || neighbourhood.bus.loses_yes.store(true, Ordering::Relaxed);

    lose();
    let bot = json!({ "gameCode": jill.code });
    let refused = jill_there.ask_in_vain("add_bot", bot).await;
    assert_eq!(refused, "house/unavailable");
    assert_eq!(jill.sync().await["players"].as_array().unwrap().len(), 2);

    lose();
    let bot = json!({ "gameCode": jill.code, "commandId": "bot" });
    jill_there.ask("add_bot", bot).await;
    assert_eq!(jill.sync().await["players"].as_array().unwrap().len(), 3);

    lose();
    let sync = json!({ "gameCode": jill.code });
    let seen = jill_there.ask("sync", sync).await;
    assert_eq!(seen["players"].as_array().unwrap().len(), 3);
    assert!(!neighbourhood.bus.loses_yes.load(Ordering::Relaxed));
}

/// An operator steers all nodes of a house from any of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one story, told request by request")]
async fn an_operator_steers_every_node() {
    let mut neighbourhood = Neighbourhood::new();
    let desk = neighbourhood.open_with_desk().await;
    let other = neighbourhood.open().await;
    let others = async || match desk.ask(DeskTask::Status).await {
        DeskAnswer::Status(status) => status.others,
        answer => panic!("{answer:?}"),
    };
    tokio::time::timeout(AGES, async {
        while others().await.len() != 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    let mut jill = Player::connect(&other, None).await;
    let mut eve = Player::connect(&other, None).await;
    jill.create(json!({})).await;
    assert_eq!(others().await[0].connections, 2);

    let tables = DeskTask::Tables {
        search: String::new(),
        closed: false,
        limit: 10,
    };
    let DeskAnswer::Tables(tables) = desk.ask(tables).await else {
        panic!("no tables");
    };
    assert_eq!((tables.len(), tables[0].at_work), (1, true));
    let addresses = desk
        .ask(DeskTask::Addresses {
            search: String::new(),
        })
        .await;
    let DeskAnswer::Addresses(addresses) = addresses else {
        panic!("no addresses");
    };
    assert_eq!(addresses[0].connections, 2);

    let announce = |message: &str| DeskTask::Announce {
        message: message.to_owned(),
        seconds: Some(600),
    };
    let announced = desk.ask(announce("Cake at nine")).await;
    assert_eq!(announced, DeskAnswer::Announced { connections: 2 });
    assert_eq!(
        jill.hear_until("announcement").await["message"],
        "Cake at nine"
    );
    // A node that comes later tells the announcement to players who come there.
    let late = neighbourhood.open().await;
    tokio::time::timeout(AGES, async {
        loop {
            let mut guest = Player::connect(&late, None).await;
            let hear = guest.hear_until("announcement");
            if let Ok(heard) = tokio::time::timeout(Duration::from_millis(200), hear).await {
                return assert_eq!(heard["message"], "Cake at nine");
            }
        }
    })
    .await
    .unwrap();

    let ban = DeskTask::Ban {
        whom: Whom::Player(eve.uuid.clone()),
        seconds: None,
    };
    let DeskAnswer::Banned { disconnected, .. } = desk.ask(ban).await else {
        panic!("not banned");
    };
    assert_eq!(disconnected, 1);
    until_disconnected(&mut eve).await;
    for house in [&other, &desk.house, &late] {
        let refused = Client::connect(house.address, Some(&eve.token)).await;
        let Err(ClientError::Refused(refused)) = refused else {
            panic!("{refused:?}");
        };
        assert!(refused.to_string().contains("house/banned"), "{refused}");
    }
    let whom = Whom::Player(eve.uuid.clone());
    desk.ask(DeskTask::Unban { whom }).await;
    Player::connect(&other, Some(&eve.token)).await;

    let close = DeskTask::CloseTable {
        code: jill.code.clone(),
    };
    desk.ask(close).await;
    jill.hear_until("table_closed").await;
}

/// The bound on the open tables of a player holds for the whole house.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_a_player_count_at_every_node() {
    let mut neighbourhood = Neighbourhood::new();
    neighbourhood.budgets.tables_of_player = 1;
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    let mut jill_there = Player::connect(&other, Some(&jill.token)).await;
    let create = json!({ "game": "cribbage", "nickname": "Jill" });
    // Word of the first table may still be on its way, but not of the second.
    tokio::time::timeout(AGES, async {
        while jill_there.client.ask("create_game", &create).await.unwrap()["ok"] == json!(true) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    let refused = jill_there.ask_in_vain("create_game", create).await;
    assert_eq!(refused, "house/too_many");
}

/// The bound on the new players of an address holds for the whole house.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_players_of_an_address_count_at_every_node() {
    let at_once = NonZeroU32::new(40).unwrap();
    let mut neighbourhood = Neighbourhood::new();
    // So slow that no machine refills it during the test.
    neighbourhood.budgets.players = Some(Rate {
        per_second: NonZeroU32::MIN,
        burst: at_once,
    });
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let admits = async |house: &House| match Client::connect(house.address, None).await {
        Ok(_) => true,
        Err(ClientError::Refused(why)) => {
            assert_eq!(why["data"]["reason"], "players_of_address", "{why}");
            false
        }
        Err(error) => panic!("{error}"),
    };
    while admits(&one).await {}
    // Word of the last players may still be on its way.
    let mut n_there = 0;
    while admits(&other).await {
        n_there += 1;
    }
    assert!(
        n_there < at_once.get(),
        "{n_there} new players at the other node"
    );
}

/// A node that lost a table does not answer for it even if nothing would be written: it claims the
/// table again first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_lost_a_table_shows_and_refuses_nothing() {
    for command in ["sync", "play_card"] {
        let mut neighbourhood = Neighbourhood::new();
        let one = neighbourhood.open().await;
        let mut jill = Player::connect(&one, None).await;
        jill.create(json!({})).await;
        let ask = json!({ "gameCode": jill.code, "card": { "suit": "hearts", "rank": "5" } });
        let before = jill.client.ask(command, &ask).await.unwrap();
        assert_ne!(before["error"]["code"], "house/unavailable", "{before}");
        let code: store::Code = jill.code.parse().unwrap();
        let head = neighbourhood.lose(&code);
        let after = jill.client.ask(command, &ask).await.unwrap();
        assert_eq!(after["ok"], before["ok"], "{after}");
        let epoch = neighbourhood.journal.head(&code).unwrap().epoch;
        assert_eq!(epoch, head.epoch + 2, "{command}");
    }
}

/// A table where nobody asks for anything learns that it has moved when its new node announces it;
/// the connections that attend it then look for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_waiting_player_hears_that_a_table_moved() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    jill.hear_until("state").await;
    let code: store::Code = jill.code.parse().unwrap();
    let head = neighbourhood.lose(&code);
    neighbourhood.announce_elsewhere(&jill.code);
    jill.hear_until("state").await;
    // The other node does not answer, and the table comes back.
    assert!(neighbourhood.journal.head(&code).unwrap().epoch > head.epoch + 1);
}

/// Whoever watches a private table with a share key goes on watching when it moves: the key goes
/// with them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_share_key_opens_a_table_that_moved() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let (mut jill, mut eve) = watched_by_key(&one).await;
    // The other node does not answer, and the table comes back. It may move as often as it likes.
    for bot in ["one", "two"] {
        // She may miss that others come back before her.
        eve.seq = 0;
        neighbourhood.lose(&jill.code.parse().unwrap());
        neighbourhood.announce_elsewhere(&jill.code);
        let shown = tokio::time::timeout(AGES, eve.hear_until("state")).await;
        shown.expect("she is shown the table again");
        let bot = json!({ "gameCode": jill.code, "commandId": bot });
        jill.ask("add_bot", bot).await;
        let heard = tokio::time::timeout(AGES, eve.hear_until("player_joined")).await;
        heard.expect("she hears what happens there");
        eve.hear_until("state").await;
    }
}

/// Whoever watches with a share key that is revoked while the table moves is told it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_share_key_that_was_revoked_elsewhere_is_told() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let (jill, mut eve) = watched_by_key(&one).await;
    let code: store::Code = jill.code.parse().unwrap();
    neighbourhood.lose(&code);
    neighbourhood.append(&code, &json!({ "unshared": { "seat": 0, "number": null } }));
    neighbourhood.announce_elsewhere(&jill.code);
    let told = tokio::time::timeout(AGES, eve.hear_until("share_revoked")).await;
    assert_eq!(told.unwrap(), json!({ "gameCode": jill.code }));
}

/// A private table that Jill opened and Eve watches with a share key, both at this node.
async fn watched_by_key(house: &House) -> (Player, Player) {
    let mut jill = Player::connect(house, None).await;
    jill.create(json!({ "private": true, "options": { "seats": 4 } }))
        .await;
    let share = json!({ "gameCode": jill.code });
    let key = jill.ask("share_game", share).await["key"].clone();
    let mut eve = Player::connect(house, None).await;
    eve.code = jill.code.clone();
    let watch = json!({ "gameCode": jill.code, "key": key });
    let watched = eve.ask("watch_game", watch).await;
    eve.seq = watched["seq"].as_u64().unwrap();
    (jill, eve)
}

/// The list of open tables has those of every node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_lists_the_open_tables_of_all() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    let mut boom = Player::connect(&other, None).await;
    jill.create(json!({})).await;
    tokio::time::timeout(Duration::from_secs(20), async {
        loop {
            let list = boom.ask("list_games", json!({})).await;
            if list["tables"][0]["gameCode"] == json!(jill.code) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .unwrap();
    boom.join(&jill.code).await;
    tokio::time::timeout(Duration::from_secs(20), async {
        while boom.ask("list_games", json!({})).await["tables"] != json!([]) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .unwrap();
}

/// Every node deals the same day, and the two tables of a duplicate do not need each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn luck_that_tables_share_is_the_same_at_every_node() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let other = neighbourhood.open().await;
    let (here, there) = (one.get("/api/daily").await, other.get("/api/daily").await);
    assert_eq!(here, there);
    let mut jill = Player::connect(&one, None).await;
    let mut boom = Player::connect(&one, None).await;
    let mut cat = Player::connect(&other, None).await;
    let mut dan = Player::connect(&other, None).await;
    jill.create(json!({ "deal": "duplicate", "options": { "target": 61 } }))
        .await;
    let path = format!("/api/duplicates/{}", jill.code);
    let (_, matched) = other.get(&path).await;
    let second = matched["tables"][1]["gameCode"]
        .as_str()
        .unwrap()
        .to_owned();
    let first = jill.code.clone();
    boom.join(&first).await;
    cat.join(&second).await;
    let join = json!({ "gameCode": first, "nickname": "Cat" });
    let refused = cat.ask_in_vain("join_game", join).await;
    assert_eq!(refused, "duplicate/other_table");
    dan.code = second.clone();
    let join = json!({ "gameCode": second, "nickname": "Dan" });
    dan.ask("join_game", join).await;
    let (jills, booms) = tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    assert_eq!(jills["winner"], booms["winner"]);
    let bearer = format!("Authorization: Bearer {}\r\n", jill.token);
    let replay = format!("/api/tables/{first}/replay");
    for house in [&one, &other] {
        assert_eq!(house.request("GET", &replay, &bearer, "").await.0, 409);
    }
    tokio::join!(cat.play_to_the_end(), dan.play_to_the_end());
    for house in [&one, &other] {
        assert_eq!(house.request("GET", &replay, &bearer, "").await.0, 200);
        let (_, matched) = house.request("GET", &path, &bearer, "").await;
        assert!(matched["result"]["points"]["a"].is_i64(), "{matched}");
    }
}
