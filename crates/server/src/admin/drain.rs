//! Closes the house without spoiling a game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use store::Deed;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::{Desk, DeskAnswer, Trouble};
use crate::house::Shared;

/// The interval at which the house checks whether a game is still played.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Whether the house is to close soon.
#[derive(Debug, Default)]
pub(crate) struct Closing {
    /// The operator who waits for the last game to end.
    waiting: Mutex<Option<AbortHandle>>,
    now: Notify,
}

impl Closing {
    /// Whether new tables are refused because the house closes soon.
    pub(crate) fn is_soon(&self) -> bool {
        self.lock().is_some()
    }

    /// Done when the house is to close.
    pub(crate) async fn is_now(&self) {
        self.now.notified().await;
    }

    /// Replaces the earlier plan for closing.
    fn wait_for(&self, waiting: Option<AbortHandle>) {
        let before = std::mem::replace(&mut *self.lock(), waiting);
        if let Some(before) = before {
            before.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<AbortHandle>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk<'_> {
    pub(super) async fn drain(&self, seconds: u64) -> Result<DeskAnswer, Trouble> {
        let playing = playing(self.house).await;
        // Games go on at other nodes; none needs to end here.
        let others = self.house.cluster().is_some_and(|nodes| nodes.has_others());
        let seconds = if others { 0 } else { seconds };
        let detail = json!({ "seconds": seconds, "playing": playing });
        self.note("drain", "", detail, Deed::Noted).await?;
        let house = self.house.clone();
        let waiting = tokio::spawn(async move {
            let games = async {
                // The operator hears the answer first.
                tokio::time::sleep(LOOK_EVERY).await;
                while self::playing(&house).await > 0 {
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            };
            let most = Duration::from_secs(seconds).max(LOOK_EVERY);
            let _ = tokio::time::timeout(most, games).await;
            house.closing().now.notify_one();
        });
        self.house.closing().wait_for(Some(waiting.abort_handle()));
        Ok(DeskAnswer::Draining { playing, seconds })
    }

    pub(super) async fn cancel_drain(&self) -> Result<DeskAnswer, Trouble> {
        if !self.house.closing().is_soon() {
            return Err(Trouble::bad("the house does not close"));
        }
        self.note("cancel_drain", "", json!({}), Deed::Noted)
            .await?;
        self.house.closing().wait_for(None);
        Ok(DeskAnswer::DrainCancelled)
    }
}

/// The number of games that people play now.
async fn playing(house: &Arc<Shared>) -> usize {
    let glances = house.glances().await;
    glances.iter().filter(|glance| glance.is_playing()).count()
}
