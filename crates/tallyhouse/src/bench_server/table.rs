//! One table: its players, and perhaps a spectator.

use std::net::SocketAddr;
use std::sync::Arc;

use super::ear::Violations;
use super::pace::Pace;
use super::plan::Plan;
use super::player::{Player, Tally};

/// A table of cribbage with two players and perhaps a spectator.
pub(super) struct Table {
    code: String,
    people: Vec<Player>,
}

/// The result of a table.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) code: String,
    /// The number of acknowledged moves, measured or not.
    pub(super) n_moves: u64,
    /// The measurements of its people: for each of them, for each stage.
    pub(super) tallies: Vec<Vec<Tally>>,
    pub(super) violations: Violations,
    /// Why it could not go on.
    pub(super) fault: Option<String>,
}

/// One table in this many has a spectator.
const WATCHED: usize = 10;

impl Table {
    /// Opens the table at this index and seats everybody. A table with a spectator is public.
    pub(super) async fn seat(address: SocketAddr, place: usize) -> anyhow::Result<Table> {
        let is_watched = place.is_multiple_of(WATCHED);
        let mut host = Player::connect(address).await?;
        let mut guest = Player::connect(address).await?;
        let code = host.open(!is_watched).await?;
        let mut watcher = None;
        if is_watched {
            let mut player = Player::connect(address).await?;
            player.watch(&code).await?;
            watcher = Some(player);
        }
        guest.join(&code).await?;
        let people = [host, guest].into_iter().chain(watcher).collect();
        Ok(Table { code, people })
    }

    pub(super) const fn n_sockets(&self) -> usize {
        self.people.len()
    }

    /// Plays until the plan ends. Nobody leaves before all are done.
    pub(super) async fn play(self, plan: Arc<Plan>, pace: Arc<Pace>) -> Outcome {
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
        Outcome {
            code: self.code,
            n_moves: people.iter().map(|player| player.n_moves).sum(),
            violations,
            fault,
            tallies: people.into_iter().map(|player| player.tallies).collect(),
        }
    }
}

impl Outcome {
    /// The measurements of everybody at the table in a stage.
    pub(super) fn tallies(&self, stage: usize) -> impl Iterator<Item = &Tally> {
        self.tallies.iter().filter_map(move |own| own.get(stage))
    }
}
