//! One table: its players, and perhaps a spectator.

use std::net::SocketAddr;
use std::sync::Arc;

use super::ear::Violations;
use super::pace::MovePace;
use super::plan::LoadPlan;
use super::player::{LoadPlayer, MoveCount};

/// A table of cribbage with two players and perhaps a spectator.
pub(super) struct LoadTable {
    code: String,
    people: Vec<LoadPlayer>,
}

/// The result of a table.
#[derive(Debug)]
pub(super) struct LoadOutcome {
    pub(super) code: String,
    /// The number of acknowledged moves, measured or not.
    pub(super) n_moves: u64,
    /// The measurements of its people: for each of them, for each stage.
    pub(super) tallies: Vec<Vec<MoveCount>>,
    pub(super) violations: Violations,
    /// The reason why it could not go on.
    pub(super) fault: Option<String>,
}

/// One table in this many has a spectator.
const WATCHED: usize = 10;

impl LoadTable {
    /// Opens the table at this index at one node and seats everybody at another, which may be the
    /// same. A table with a spectator is public.
    pub(super) async fn seat(
        opened_at: SocketAddr,
        address: SocketAddr,
        place: usize,
    ) -> anyhow::Result<LoadTable> {
        let is_watched = place.is_multiple_of(WATCHED);
        let mut host = LoadPlayer::connect(opened_at).await?;
        let mut guest = LoadPlayer::connect(address).await?;
        let code = host.open(!is_watched).await?;
        if opened_at != address {
            host.go_to(address).await?;
        }
        let mut watcher = None;
        if is_watched {
            let mut player = LoadPlayer::connect(address).await?;
            player.watch(&code).await?;
            watcher = Some(player);
        }
        guest.join(&code).await?;
        let people = [host, guest].into_iter().chain(watcher).collect();
        Ok(LoadTable { code, people })
    }

    pub(super) const fn n_sockets(&self) -> usize {
        self.people.len()
    }

    /// Plays until the plan ends. Nobody leaves before all are done.
    pub(super) async fn play(self, plan: Arc<LoadPlan>, pace: Arc<MovePace>) -> LoadOutcome {
        let playing: Vec<_> = self
            .people
            .into_iter()
            .map(|mut player| {
                let (plan, pace) = (plan.clone(), pace.clone());
                tokio::spawn(async move {
                    let done = player.play(plan, pace).await;
                    (player, done)
                })
            })
            .collect();
        let mut people = Vec::with_capacity(playing.len());
        let mut fault = None;
        for player in playing {
            match player.await {
                Ok((player, done)) => {
                    let why = done.err().map(|error| format!("{error:#}"));
                    fault = fault.or(why);
                    people.push(player);
                }
                Err(error) => fault = fault.or(Some(error.to_string())),
            }
        }
        let mut violations = Violations::default();
        for player in &people {
            violations.add(&player.ear.violations);
        }
        LoadOutcome {
            code: self.code,
            n_moves: people.iter().map(|player| player.n_moves).sum(),
            violations,
            fault,
            tallies: people.into_iter().map(|player| player.tallies).collect(),
        }
    }
}

impl LoadOutcome {
    /// The measurements of everybody at the table in a stage.
    pub(super) fn tallies(&self, stage: usize) -> impl Iterator<Item = &MoveCount> {
        self.tallies.iter().filter_map(move |own| own.get(stage))
    }
}
