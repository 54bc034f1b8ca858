//! Long work on threads of its own: bots, advice, and the answers of HTTP.

use std::net::IpAddr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Key;
use serde_json::Value;
use store::Journal;
use table::Ask;
use table::messages::Hint;

use crate::config::Config;
use crate::error::Fault;
use crate::metrics;
use crate::places::Bound;
use crate::pool::{Size, Undone};

use super::Shared;

impl Shared {
    /// The choice of a bot, as good as the time allows. The table replaces an illegal choice, and
    /// therefore no failure here stops a game.
    pub(crate) async fn choose(&self, address: IpAddr, ask: Ask) -> Value {
        let Ok(key) = self.key() else {
            return Value::Null;
        };
        let ask = Arc::new(ask);
        let start = Instant::now();
        let thought = self.think(address, &ask, &key).await;
        metrics::bot_moved(start.elapsed());
        match thought {
            Ok(Some(action)) => action,
            Ok(None) => self.quick(&ask, &key, "nothing", "it had no idea"),
            Err(why) => self.quick(&ask, &key, why.word(), &why.to_string()),
        }
    }

    /// The choice of a bot on a thread. With luck that tables share, a bot has all the time it
    /// needs: its choice must not depend on how busy the house is.
    async fn think(
        &self,
        address: IpAddr,
        ask: &Arc<Ask>,
        key: &Key,
    ) -> Result<Option<Value>, Undone> {
        loop {
            let (brain, asked, key) = (self.brain.clone(), ask.clone(), key.clone());
            let choose = move || brain.choose(&asked, &mut asked.stream(&key, "bot"));
            if ask.luck.is_none() {
                return self.thinkers.run(address, choose).await;
            }
            match self.thinkers.run_to_its_end(address, choose).await {
                Err(Undone::Busy(_) | Undone::Late) => tokio::time::sleep(THINK_AGAIN).await,
                // A bot that fails would fail again, whenever it is asked.
                thought => return thought,
            }
        }
    }

    /// The quick move of a bot that has found no better one. This is logged.
    fn quick(&self, ask: &Ask, key: &Key, word: &'static str, why: &str) -> Value {
        let (game, level) = (ask.game, ask.level.name());
        metrics::bot_was_quick(word);
        tracing::warn!(game, level, why, "a bot played its quick move");
        let quick = || self.brain.quick(ask, &mut ask.stream(key, "quick"));
        // Its own failure leaves the move to the table.
        let quick = catch_unwind(AssertUnwindSafe(quick));
        quick.ok().flatten().unwrap_or_default()
    }

    /// Advice for a player, if there is any.
    pub(crate) async fn advise(
        &self,
        address: IpAddr,
        ask: Ask,
    ) -> Result<Option<Vec<Hint>>, Fault> {
        let (brain, key) = (self.brain.clone(), self.key()?);
        let advise = move || brain.advise(&ask, &mut key.stream("advice"));
        Ok(self.thinkers.run(address, advise).await?)
    }

    /// Works out an answer to somebody at this address, or tells them to come back if there is too
    /// much work.
    pub(crate) async fn work_out<T: Send + 'static>(
        self: &Arc<Self>,
        address: IpAddr,
        work: impl FnOnce(&Shared) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let house = self.clone();
        self.clerks.run(address, move || work(&house)).await?
    }

    /// Reads everything that names a player who is to be deleted; it counts as work for this
    /// address.
    pub(crate) async fn look_everywhere<T: Send + 'static>(
        self: &Arc<Self>,
        address: IpAddr,
        read: impl FnOnce(&dyn Journal) -> Result<T, store::Error> + Send + 'static,
    ) -> Result<T, Fault> {
        let journal = self.journal().clone();
        Ok(self.erasers.run(address, move || read(&*journal)).await??)
    }
}

/// The pool that plays for bots and advises.
pub(super) fn thinkers(config: &Config) -> Size {
    Size {
        threads: config.bot_threads,
        // Three bots at each of a thousand tables, and some more; for one address, the bots of all
        // its tables.
        waiting: Bound {
            in_all: 4_096,
            each: 256,
        },
        budget: config.bot_budget,
    }
}

/// The pool that scores, replays and verifies for HTTP. It has one thread: playing comes before
/// looking things up.
pub(super) const CLERKS: Size = Size {
    threads: NonZero::<usize>::MIN,
    waiting: Bound {
        in_all: 512,
        each: 32,
    },
    budget: Duration::from_secs(10),
};

/// The pool that looks for everything that names a player who wants to be deleted. It has one
/// thread, because such work reads every entry of the house; callers are served in turn.
pub(super) const ERASERS: Size = Size {
    threads: NonZero::<usize>::MIN,
    waiting: Bound {
        in_all: 64,
        each: 2,
    },
    budget: Duration::from_secs(600),
};

/// After this time a bot that must find its own choice is asked again.
const THINK_AGAIN: Duration = Duration::from_millis(250);
