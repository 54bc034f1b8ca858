//! What an expert makes of the deals of the last days, worked out once.
//!
//! It takes some seconds, so it is done on the thread that reviews games, and whoever asks for it
//! comes back. A day's deal never changes, so the answer is good for ever; the last ones are kept.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Kind;
use table::{Deal, ExpertGame, Secret, expert};

use crate::pool::Pool;

/// So many are kept: those of three games for more than a week.
const MOST_KEPT: usize = 32;

/// What experts made of deals, by the names of these.
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
    /// What an expert made of a deal, if that is known by now. Whoever asks first has it begun.
    pub(crate) fn ask(
        &self,
        pool: Arc<Pool>,
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
                // It can be tried again.
                Ok(None) | Err(_) => {
                    tracing::error!(deal = name, "an expert did not play a deal to its end");
                    kept.remove(&name);
                }
            }
        });
        None
    }

    /// Makes room for another deal: the earliest day goes, but never one that is underway.
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
