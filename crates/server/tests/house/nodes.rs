//! Several nodes with one journal and a bus in memory: games across nodes, tables that move, and
//! nodes that vanish.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde_json::json;
use server::Config;
use server::cluster::{Bus, BusError, Heard, Nobody, Nodes};
use store::{Journal, MemoryJournal};
use tokio::sync::mpsc;

use crate::player::Player;
use crate::support::{House, unlimited};

/// A bus within this process, which nodes can be cut off from.
#[derive(Debug, Default)]
struct MemoryBus(Mutex<Vec<Ear>>);

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
    fn send(&self, subject: &str, answer_to: Option<&str>, message: &Result<Vec<u8>, Nobody>) {
        let mut ears = self.0.lock().unwrap();
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
        message: Vec<u8>,
    ) -> BoxFuture<'_, Result<(), BusError>> {
        self.send(&subject, answer_to.as_deref(), &Ok(message));
        Box::pin(async { Ok(()) })
    }

    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
        let (hears, mut heard) = mpsc::unbounded_channel();
        self.0.lock().unwrap().push(Ear {
            subject,
            group,
            hears,
        });
        let stream = futures_util::stream::poll_fn(move |context| heard.poll_recv(context));
        Box::pin(async { Ok(stream.boxed()) })
    }

    fn n_connections(&self) -> u64 {
        1
    }

    fn is_connected(&self) -> bool {
        true
    }
}

/// Nodes that share a journal and a bus.
struct Neighbourhood {
    bus: Arc<MemoryBus>,
    journal: Arc<dyn Journal>,
    n_opened: usize,
}

impl Neighbourhood {
    fn new() -> Neighbourhood {
        Neighbourhood {
            bus: Arc::default(),
            journal: Arc::new(MemoryJournal::new()),
            n_opened: 0,
        }
    }

    async fn open(&mut self) -> House {
        self.n_opened += 1;
        let nodes = Nodes {
            node: format!("node-{}", self.n_opened).parse().unwrap(),
            bus: self.bus.clone(),
        };
        let config = Config {
            nodes: Some(nodes),
            ..unlimited()
        };
        let house = House::open_with(config, self.journal.clone()).await;
        // A node listens before it serves.
        house.get("/healthz").await;
        house
    }

    /// Lets somebody else claim a table, whom nobody can ask; how it was before.
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
    jill.hear_until("waiting_for_discard").await;
    boom.hear_until("waiting_for_discard").await;
    let before = jill.sync().await;
    let epoch = neighbourhood
        .journal
        .head(&code.parse().unwrap())
        .unwrap()
        .epoch;

    let token = host.token.clone();
    one.close().await;
    // Whoever attends hears how the table stands.
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

/// A node that was cut off writes nothing after another has claimed its table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_lost_a_table_writes_no_more() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    let code: store::Code = jill.code.parse().unwrap();
    let head = neighbourhood.lose(&code);
    let bot = json!({ "gameCode": jill.code });
    let refused = jill.ask_in_vain("add_bot", bot.clone()).await;
    assert_eq!(refused, "house/unavailable");
    assert_eq!(neighbourhood.journal.head(&code).unwrap().seq, head.seq);
    // Nobody answers for the other node, so that the table comes back.
    tokio::time::timeout(Duration::from_secs(20), async {
        while jill.client.ask("add_bot", &bot).await.unwrap()["ok"] != json!(true) {}
    })
    .await
    .unwrap();
}

/// A node that lost a table does not answer for it either where nothing would be written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_lost_a_table_shows_and_refuses_nothing() {
    for command in ["sync", "play_card"] {
        let mut neighbourhood = Neighbourhood::new();
        let one = neighbourhood.open().await;
        let mut jill = Player::connect(&one, None).await;
        jill.create(json!({})).await;
        let ask = json!({ "gameCode": jill.code, "card": { "suit": "hearts", "rank": "5" } });
        let before = jill.client.ask(command, &ask).await.unwrap();
        assert_ne!(before["error"]["code"], "house/unavailable", "{before}");
        let code: store::Code = jill.code.parse().unwrap();
        neighbourhood.lose(&code);
        let refused = jill.ask_in_vain(command, ask).await;
        assert_eq!(refused, "house/unavailable", "{command}");
    }
}

/// A table where nobody asks for anything finds out that it has moved, when whoever has it says
/// so; those who attend it look for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_only_waits_hears_that_a_table_moved() {
    let mut neighbourhood = Neighbourhood::new();
    let one = neighbourhood.open().await;
    let mut jill = Player::connect(&one, None).await;
    jill.create(json!({})).await;
    jill.hear_until("state").await;
    let code: store::Code = jill.code.parse().unwrap();
    let head = neighbourhood.lose(&code);
    let moved = json!({ "moved": { "node": "another", "code": jill.code } });
    let moved = Ok(moved.to_string().into_bytes());
    neighbourhood.bus.send("tallyhouse.all", None, &moved);
    jill.hear_until("state").await;
    // Nobody answers for the other node, so that the table comes back.
    assert!(neighbourhood.journal.head(&code).unwrap().epoch > head.epoch + 1);
}

/// Whoever looks for a table finds those of every node.
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
