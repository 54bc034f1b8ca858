//! The tables of this node: how one is claimed, and how the node hears letters for it.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use store::Write;
use table::messages::Refused;
use table::{GameCode, PlayerId};
use tokio::task::AbortHandle;

use super::letters::{self, Guest, ToNode, ToTable};
use super::{BusError, Cluster, Heard, PATIENCE, table_subject, told_subject};
use crate::budgets::Shortage;
use crate::durable;
use crate::error::Fault;
use crate::house::Shared;
use crate::transport::{Raw, Reply};

pub(super) const OWNER: &str = "owner";

/// A table that this node has.
#[derive(Debug)]
pub(crate) struct Claim {
    /// The epoch that its appends carry.
    pub(crate) epoch: u64,
    /// Whether another node had it, or this one at an earlier time.
    pub(crate) came_from: bool,
    pub(super) _listening: Listening,
}

/// Receives the letters for a table until it is dropped.
#[derive(Debug)]
pub(super) struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Cluster {
    /// Takes a table that nobody has, and returns its new epoch. From before the claim until the
    /// claim is dropped, letters for the table arrive at its mailbox here.
    pub(crate) async fn claim(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
    ) -> Result<Claim, Fault> {
        let stored = crate::journal::code_of(code);
        let wanted = stored.clone();
        let head = durable::read(house.journal(), move |journal| journal.head(&wanted)).await?;
        // If another node has claimed it meanwhile, it raised the epoch after we read it, or it
        // answers.
        let unanswered = match self.is_anywhere(code).await {
            Some(true) => return Err(Fault::Moved),
            Some(false) => true,
            None => false,
        };
        let listening = self.listen_for(house, code).await?;
        let claim = Write::Claim {
            table: stored,
            epoch: head.epoch,
            node: self.node.clone(),
            unanswered,
        };
        durable::write(house.journal(), claim).await?;
        self.announce(code);
        // Connections of this node that attended it elsewhere attend it here from now on.
        self.catch_up(code);
        Ok(Claim {
            epoch: head.epoch + 1,
            came_from: head.owner.is_some(),
            _listening: listening,
        })
    }

    pub(super) async fn listen_for(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
    ) -> Result<Listening, Fault> {
        let listen = self.bus.listen(table_subject(code), Some(OWNER));
        let heard = tokio::time::timeout(PATIENCE, listen).await;
        let heard = heard.unwrap_or_else(|_| Err(BusError::new("it does not answer")));
        let heard = heard.map_err(|error| {
            tracing::warn!(%error, "a table cannot be claimed");
            Fault::Busy
        })?;
        let work = self.clone().hear_for(house.clone(), code.clone(), heard);
        Ok(Listening(tokio::spawn(work).abort_handle()))
    }

    /// Takes letters for a table of this node out of the bus.
    pub(super) async fn hear_for(
        self: Arc<Self>,
        house: Arc<Shared>,
        code: GameCode,
        mut heard: BoxStream<'static, Heard>,
    ) {
        while let Some(Heard { message, .. }) = heard.next().await {
            let parcel = message.unwrap_or_default();
            let (node, letters) = letters::unpack(&parcel);
            for (letter, enclosed) in letters {
                if let Some(letter) = letters::read(letter) {
                    self.hear_for_table(&house, &code, node, (letter, enclosed));
                }
            }
        }
    }

    fn hear_for_table(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
        node: &str,
        (letter, enclosed): (ToTable, &str),
    ) {
        match letter {
            ToTable::Command { guest, number } => {
                let raw = Raw::sent_on(enclosed);
                self.take_command(house, code, (node, &guest), &raw, number);
            }
            ToTable::Look { number } => {
                let (cluster, house, code) = (self.clone(), house.clone(), code.clone());
                let node = node.to_owned();
                tokio::spawn(
                    async move { cluster.tell_progress(&house, &code, &node, number).await },
                );
            }
        }
    }

    pub(super) async fn tell_progress(
        &self,
        house: &Shared,
        code: &GameCode,
        node: &str,
        number: u64,
    ) {
        let letter = match house.progress_here(code).await {
            Ok(Some(progress)) => ToNode::Progress {
                number,
                last_entry: progress.last_entry,
                now: progress.now.0,
            },
            Ok(None) => ToNode::NotHere { number },
            Err(_) => ToNode::NotNow { number },
        };
        self.outbox.send(told_subject(node), &letter);
    }

    pub(super) fn take_command(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
        (node, guest): (&str, &Guest),
        raw: &Raw,
        number: u64,
    ) {
        self.heard_of(node);
        let Ok(player) = PlayerId::new(guest.player.as_str()) else {
            return;
        };
        let subject = told_subject(node);
        let back = (&self.outbox, subject.clone());
        let Some(connection) = self.guests.at(code, (node, guest), player, back) else {
            let no = Refused {
                ok: false,
                error: Fault::from(Shortage::TablesAttended).refusal(),
            };
            let no = serde_json::to_string(&no).expect("a refusal is plain JSON data");
            return self.outbox.answer(subject, number, &no);
        };
        let outbox = self.outbox.clone();
        let reply = Reply::elsewhere(connection.clone(), move |answer| match answer {
            Some(answer) => outbox.answer(subject, number, &answer),
            None => outbox.send(subject, &ToNode::NotHere { number }),
        });
        house.take_at_table(&connection, raw, reply);
    }
}
