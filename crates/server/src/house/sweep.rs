//! Closes tables where nothing has happened for a day, and counts the open ones.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::{Filter, Summary, TableState};
use table::{GameCode, PlayerId};

use crate::durable;
use crate::error::Fault;

use super::{Shared, lock};

impl Shared {
    /// Wakes every table that must be closed because nothing has happened there: a table at rest
    /// cannot notice the time.
    pub(crate) async fn sweep(self: &Arc<Self>) -> Result<(), Fault> {
        // One node does it for all.
        if self
            .cluster
            .as_ref()
            .is_some_and(|cluster| !cluster.is_first())
        {
            return Ok(());
        }
        // The clock must first see the latest entry of all tables.
        self.look_through(|summary| {
            self.clock.saw(summary.last_at);
            false
        })
        .await?;
        self.look_through(|summary| {
            let is_stale = self.is_stale(summary);
            if is_stale {
                self.wake(&summary.code);
            }
            is_stale
        })
        .await
    }

    /// Looks at every open table of the journal, and pauses after each that leads to work.
    async fn look_through(&self, look: impl Fn(&Summary) -> bool) -> Result<(), Fault> {
        let mut filter = Filter {
            state: Some(TableState::Open),
            ..Filter::default()
        };
        loop {
            let page = filter.clone();
            let page = durable::read(&self.journal, move |journal| journal.list(&page)).await?;
            for summary in &page {
                if look(summary) {
                    tokio::time::sleep(SWEEP_PAUSE).await;
                }
            }
            match page.last() {
                Some(last) if page.len() == filter.limit => filter.after = Some(last.code.clone()),
                _ => return Ok(()),
            }
        }
    }

    /// Counts the tables that were open before the house was.
    pub(crate) async fn count_open_tables(&self) -> Result<(), Fault> {
        self.look_through(|summary| {
            self.count(summary);
            false
        })
        .await
    }

    /// Counts the tables that are open at all nodes: this node may have missed some that were
    /// opened or closed.
    pub(crate) async fn recount_open_tables(&self) -> Result<(), Fault> {
        let before = self.openings.codes();
        let open = Mutex::new(BTreeSet::new());
        self.look_through(|summary| {
            lock(&open).extend(summary.code.as_str().parse::<GameCode>());
            self.count(summary);
            false
        })
        .await?;
        let open = lock(&open);
        for code in before.iter().filter(|code| !open.contains(code)) {
            self.openings.closed(code);
        }
        Ok(())
    }

    pub(super) fn count(&self, summary: &Summary) {
        let code = summary.code.as_str().parse::<GameCode>();
        let creator = PlayerId::new(summary.creator.as_str());
        if let (Ok(code), Ok(creator)) = (code, creator) {
            self.openings.remember(code, creator);
        }
    }

    /// Whether a table is to be closed. A table of earlier rules stays, for looking at it.
    fn is_stale(&self, summary: &Summary) -> bool {
        let kind = self.games.find(&summary.game);
        let is_current =
            kind.is_some_and(|kind| kind.meta().rules_version == summary.rules_version);
        let unseen = self.clock.unseen_since(summary.last_at);
        let silent = self.now().saturating_sub(summary.last_at);
        is_current && Duration::from_millis(silent).saturating_sub(unseen) >= STALE
    }
}

/// A table closes itself when nothing happens for a day.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// The pause between two tables that are only woken to be closed: players must not notice.
const SWEEP_PAUSE: Duration = Duration::from_millis(2);
