//! The games of an expert with the deals of the last days, each played once.
//!
//! Such a game takes some seconds. Therefore it is played on the thread that reviews games, and a
//! client that asks for it comes back later. A day's deal never changes, and the answer is good for
//! ever; the latest ones are kept.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Kind;
use table::{Deal, ExpertGame, Secret, expert};

use crate::pool::ThreadPool;

/// The number of expert games that are kept: those of three games for more than a week.
const MOST_KEPT: usize = 32;

/// The games of experts, by the names of the deals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Experts(Arc<Mutex<BTreeMap<String, State>>>);

#[derive(Debug)]
enum State {
    Underway,
    Ready(Arc<ExpertGame>),
}

/// A deal that an expert is to play.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) kind: &'static dyn Kind,
    pub(crate) deal: Deal,
    pub(crate) secret: Secret,
}

impl Experts {
    /// The game of an expert with this deal, if it has been played. The first request starts it.
    pub(crate) fn ask(
        &self,
        pool: Arc<ThreadPool>,
        address: IpAddr,
        task: Task,
    ) -> Option<Arc<ExpertGame>> {
        let name = task.deal.to_string();
        match self.kept().get(&name) {
            Some(State::Ready(game)) => return Some(game.clone()),
            Some(State::Underway) => return None,
            None => {}
        }
        if !self.admit(&name) {
            return None;
        }
        let experts = self.clone();
        tokio::spawn(async move {
            let played = pool.run(address, move || play(&task)).await;
            let mut kept = experts.kept();
            match played {
                Ok(Some(game)) => {
                    kept.insert(name, State::Ready(Arc::new(game)));
                }
                // A later request can try again.
                Ok(None) | Err(_) => {
                    tracing::error!(deal = name, "an expert did not play a deal to its end");
                    kept.remove(&name);
                }
            }
        });
        None
    }

    /// Makes room for another deal: the earliest day is dropped, but never one that is being
    /// played.
    fn admit(&self, name: &str) -> bool {
        let mut kept = self.kept();
        if kept.len() >= MOST_KEPT {
            let is_ready = |(_, state): &(&String, &State)| matches!(state, State::Ready(_));
            let Some(oldest) = kept.iter().find(is_ready).map(|(name, _)| name.clone()) else {
                return false;
            };
            kept.remove(&oldest);
        }
        kept.insert(name.to_owned(), State::Underway);
        true
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<String, State>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn play(Task { kind, deal, secret }: &Task) -> Option<ExpertGame> {
    let daily = kind.daily()?;
    let options = serde_json::from_str(daily.options).ok()?;
    let bots = daily.bots;
    expert(*kind, deal, secret, &options, bots).ok()
}
