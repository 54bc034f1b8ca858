//! Orders of an operator that every node carries out, and counts of the whole house.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{GameCode, PlayerId};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::letters::{ToAll, ToNode};
use super::{ALL, Cluster, PATIENCE, SILENCE, told_subject};
use crate::admin::{Order, OrderOutcome};

/// The orders that this node has given, and the callers that wait for their results.
#[derive(Debug, Default)]
pub(super) struct Orders(Mutex<BTreeMap<u64, mpsc::UnboundedSender<OrderOutcome>>>);

impl Orders {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, mpsc::UnboundedSender<OrderOutcome>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cluster {
    /// Sends an order to every other node and returns the results that arrive in time.
    pub(crate) async fn order(&self, order: Order) -> Vec<OrderOutcome> {
        let n_others = self.nodes().len();
        let number = self.next_number();
        let (sender, mut receiver) = mpsc::unbounded_channel();
        self.orders.lock().insert(number, sender);
        self.tell_all(&ToAll::Order { number, order });
        let until = Instant::now() + PATIENCE;
        let mut outcomes = Vec::new();
        while outcomes.len() < n_others
            && let Ok(Some(outcome)) = timeout_at(until, receiver.recv()).await
        {
            outcomes.push(outcome);
        }
        self.orders.lock().remove(&number);
        if outcomes.len() < n_others {
            let n_silent = n_others - outcomes.len();
            tracing::warn!(n_silent, "some nodes did not answer an operator's order");
        }
        outcomes
    }

    /// Another node has given an order.
    pub(super) fn hear_order(self: &Arc<Self>, from: &str, number: u64, order: Order) {
        let Some(house) = self.house() else { return };
        let (cluster, subject) = (self.clone(), told_subject(from));
        tokio::spawn(async move {
            let outcome = house.carry_out(order).await;
            let done = ToNode::Done { number, outcome };
            cluster.outbox.send(subject, &done);
        });
    }

    /// Another node has carried out an order.
    pub(super) fn hear_outcome(&self, number: u64, outcome: OrderOutcome) {
        if let Some(waiting) = self.orders.lock().get(&number) {
            // The waiting caller may be gone.
            let _ = waiting.send(outcome);
        }
    }

    /// Tells all nodes that a player without a token has come to this one.
    pub(crate) fn somebody_came(&self, address: IpAddr) {
        self.tell_all(&ToAll::Came { address });
    }

    /// Tells all nodes that a table was opened at this one.
    pub(crate) fn table_opened(&self, code: &GameCode, player: &PlayerId) {
        self.tell_all(&ToAll::Opened {
            code: code.clone(),
            player: player.clone(),
        });
    }

    /// Tells all nodes that a table of this one is closed for good.
    pub(crate) fn table_closed(&self, code: &GameCode) {
        self.tell_all(&ToAll::Closed { code: code.clone() });
    }

    pub(super) fn tell_all(&self, letter: &ToAll) {
        self.outbox.send(ALL.to_owned(), letter);
    }

    /// Whether there are other nodes.
    pub(crate) fn has_others(&self) -> bool {
        !self.nodes().is_empty()
    }

    /// Returns when every other living node has been heard.
    pub(crate) async fn know_others(&self) {
        tokio::time::sleep(SILENCE).await;
    }

    /// Whether this node looks after tables that nobody attends: it is the first by name of the
    /// living nodes. If two nodes believe they are the one, the fence of each table admits only one
    /// of them.
    pub(crate) fn is_first(&self) -> bool {
        let nodes = self.nodes();
        nodes.keys().next().is_none_or(|first| *self.name < **first)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use futures_util::stream::BoxStream;

    use super::*;
    use crate::cluster::{Bus, BusError, HEARTBEAT, Heard, Nodes};

    /// A bus without anybody else.
    #[derive(Debug)]
    struct NoBus;

    impl Bus for NoBus {
        fn publish(&self, _: String, _: Option<String>, _: String) -> Result<(), BusError> {
            Ok(())
        }

        fn listen(
            &self,
            _: String,
            _: Option<&'static str>,
        ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
            Box::pin(std::future::pending())
        }

        fn is_connected(&self) -> bool {
            true
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_of_the_living_nodes_by_name_looks_after_tables() {
        let cluster = Cluster::new(&Nodes {
            node: "b".parse().unwrap(),
            bus: Arc::new(NoBus),
        });
        assert!(cluster.is_first(), "it is alone");
        cluster.heard_of("c");
        assert!(cluster.is_first());
        cluster.heard_of("a");
        assert!(!cluster.is_first());
        // The first node is silent, the last one is not.
        tokio::time::sleep(SILENCE).await;
        cluster.heard_of("c");
        tokio::time::sleep(HEARTBEAT).await;
        cluster.miss_nodes();
        assert!(cluster.is_first() && cluster.has_others());
    }
}
