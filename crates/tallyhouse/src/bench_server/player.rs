//! One socket at a table, which plays like the page.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use server::client::Client;
use tokio::time::Instant;

use super::ear::{Ear, Heard, Todo};
use super::message::{Command, LegalChoice, Since};
use super::pace::MovePace;
use super::plan::{LoadPlan, Way};

/// A player or spectator at a table. A spectator is a player who is never asked to move.
pub(super) struct LoadPlayer {
    client: Client,
    /// The code of the table; empty before there is one.
    code: String,
    plan: Option<Arc<LoadPlan>>,
    pub(super) ear: Ear,
    todo: Todo,
    /// Whether it has agreed to the next game already.
    has_agreed: bool,
    /// Whether it only watches.
    watches: bool,
    sync: Sync,
    /// The number of commands sent.
    n_commands: u64,
    /// The number of acknowledged moves, measured or not.
    pub(super) n_moves: u64,
    /// Its measurements, for each stage.
    pub(super) tallies: Vec<MoveCount>,
}

/// The measurements of one player in one stage.
#[derive(Debug, Clone, Default)]
pub(super) struct MoveCount {
    /// The wait of each move for its ack.
    pub(super) waits: Vec<Duration>,
    /// The number of events received, without states.
    pub(super) events: u64,
    /// The number of states received.
    pub(super) states: u64,
    /// The number of `sync`s sent, also before measuring began.
    pub(super) syncs: u64,
}

/// A `sync` in the way of version 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sync {
    /// There is no state yet.
    Idle,
    /// One is under way. All events in the meantime lead to one more.
    UnderWay { number: u64, again: bool },
}

/// The fields of a command without fields of its own.
#[derive(Debug, Serialize)]
struct NoFields {}

impl LoadPlayer {
    /// Connects a new player.
    pub(super) async fn connect(address: SocketAddr) -> anyhow::Result<LoadPlayer> {
        let mut player = LoadPlayer {
            client: Client::connect(address, None).await?,
            code: String::new(),
            plan: None,
            ear: Ear::default(),
            todo: Todo::Nothing,
            has_agreed: false,
            watches: false,
            sync: Sync::Idle,
            n_commands: 0,
            n_moves: 0,
            tallies: Vec::new(),
        };
        while player.ear.uuid.is_empty() {
            let packet = player.client.next_packet().await?;
            player.hear(&packet).await?;
        }
        Ok(player)
    }

    /// Opens a table of cribbage and returns its code.
    pub(super) async fn open(&mut self, private: bool) -> anyhow::Result<String> {
        let fields = json!({
            "game": "cribbage", "nickname": "Host", "private": private,
            "table": { "pace": "instant" },
        });
        let code = self.command("create_game", &fields).await?;
        self.code = code.ok_or_else(|| anyhow::anyhow!("the new table has no code"))?;
        Ok(self.code.clone())
    }

    /// Goes on at another node of the house.
    pub(super) async fn go_to(&mut self, address: SocketAddr) -> anyhow::Result<()> {
        let client = Client::connect(address, Some(&self.ear.token)).await?;
        let last = std::mem::replace(&mut self.client, client);
        self.ear.begin_anew();
        self.command("sync", &NoFields {}).await?;
        // A player with another socket is not away.
        drop(last);
        Ok(())
    }

    /// Sits down at a table.
    pub(super) async fn join(&mut self, code: &str) -> anyhow::Result<()> {
        code.clone_into(&mut self.code);
        let fields = json!({ "nickname": "Guest" });
        self.command("join_game", &fields).await?;
        Ok(())
    }

    /// Watches a table.
    pub(super) async fn watch(&mut self, code: &str) -> anyhow::Result<()> {
        self.watches = true;
        code.clone_into(&mut self.code);
        self.command("watch_game", &NoFields {}).await?;
        Ok(())
    }

    /// Plays until the plan ends and every move is acknowledged.
    pub(super) async fn play(
        &mut self,
        plan: Arc<LoadPlan>,
        pace: Arc<MovePace>,
    ) -> anyhow::Result<()> {
        self.tallies = vec![MoveCount::default(); plan.stages().len()];
        self.plan = Some(plan.clone());
        let over = tokio::time::sleep_until(plan.end());
        tokio::pin!(over);
        loop {
            match std::mem::take(&mut self.todo) {
                Todo::Move(choice) => {
                    if !pace.wait(&plan).await {
                        return Ok(());
                    }
                    self.make(choice).await?;
                }
                Todo::Rematch if !self.has_agreed && !self.watches => {
                    self.has_agreed = true;
                    self.command("rematch", &NoFields {}).await?;
                }
                Todo::Rematch | Todo::Nothing => {
                    let packet = tokio::select! {
                        biased;
                        packet = self.client.next_packet() => packet?,
                        () = &mut over => return Ok(()),
                    };
                    self.hear(&packet).await?;
                }
            }
        }
    }

    /// Makes a move and measures the wait for its ack.
    async fn make(&mut self, choice: LegalChoice) -> anyhow::Result<()> {
        self.has_agreed = false;
        let began = Instant::now();
        self.command(choice.command(), &choice.fields()).await?;
        self.n_moves += 1;
        let now = Instant::now();
        if let Some(tally) = self.tally(now) {
            tally.waits.push(now - began);
        }
        Ok(())
    }

    /// Sends a command and handles everything until its answer; returns the code of the table in
    /// the answer.
    async fn command<T: Serialize>(
        &mut self,
        name: &str,
        fields: &T,
    ) -> anyhow::Result<Option<String>> {
        let number = self.send(name, fields).await?;
        loop {
            let packet = self.client.next_packet().await?;
            if let Some((answered, code)) = self.hear(&packet).await?
                && answered == number
            {
                return Ok(code);
            }
        }
    }

    /// Sends a command with a unique id; returns the number of its ack. The id is as long as those
    /// of the page.
    async fn send<T: Serialize>(&mut self, name: &str, fields: &T) -> anyhow::Result<u64> {
        self.n_commands += 1;
        let own = self.ear.uuid.get(24..).unwrap_or_default();
        let id = format!("{own}{:012x}", self.n_commands);
        let command = Command {
            game_code: &self.code,
            command_id: &id,
            fields,
        };
        Ok(self.client.emit(name, &command).await?)
    }

    /// Handles a packet, and asks for the table where version 0.1 did; returns the number and the
    /// code of an answer, unless it answered a `sync`.
    async fn hear(&mut self, packet: &str) -> anyhow::Result<Option<(u64, Option<String>)>> {
        let heard = self.ear.hear(packet)?;
        match heard {
            Heard::Event => {
                let now = Instant::now();
                if let Some(tally) = self.tally(now) {
                    tally.events += 1;
                }
                // The state shown before is no longer valid.
                self.todo = Todo::Nothing;
                if self.way(now) == Way::Asked {
                    self.ask_again().await?;
                }
            }
            Heard::State(todo) => {
                if let Some(tally) = self.tally(Instant::now()) {
                    tally.states += 1;
                }
                // Version 0.1 waits for the answer after it asked for the table.
                if self.sync == Sync::Idle {
                    self.todo = todo;
                }
            }
            Heard::AckMessage { number, code, todo } => {
                if let Some(todo) = todo {
                    self.todo = todo;
                }
                match self.sync {
                    Sync::UnderWay {
                        number: sync,
                        again,
                    } if sync == number => {
                        self.sync = Sync::Idle;
                        if again {
                            self.ask_again().await?;
                        }
                    }
                    _ => return Ok(Some((number, code))),
                }
            }
            Heard::Nothing => {}
        }
        Ok(None)
    }

    /// Asks for the table, or notes that it must be asked for once more.
    async fn ask_again(&mut self) -> anyhow::Result<()> {
        match &mut self.sync {
            Sync::UnderWay { again, .. } => *again = true,
            Sync::Idle => {
                let since = Since {
                    since: self.ear.seq,
                };
                let number = self.send("sync", &since).await?;
                let place = self.plan.as_ref().and_then(|plan| plan.at(Instant::now()));
                if let Some((place, _)) = place
                    && let Some(tally) = self.tallies.get_mut(place)
                {
                    tally.syncs += 1;
                }
                let again = false;
                self.sync = Sync::UnderWay { number, again };
            }
        }
        Ok(())
    }

    fn way(&self, now: Instant) -> Way {
        let stage = self.plan.as_ref().and_then(|plan| plan.at(now));
        let begun = stage.filter(|(_, stage)| stage.begin <= now);
        begun.map_or(Way::Pushed, |(_, stage)| stage.way)
    }

    /// The measurements of this moment, if it is measured.
    fn tally(&mut self, now: Instant) -> Option<&mut MoveCount> {
        let (place, stage) = self.plan.as_ref()?.at(now)?;
        if now < stage.from {
            return None;
        }
        self.tallies.get_mut(place)
    }
}
