//! A table at work: who attends it, what is due, and the loop of its task.

use std::sync::Arc;
use std::time::Duration;

use kernel::Viewer;
use table::{Effect, GameCode, Input, Millis, PlayerId, Stage, Table};
use tokio::time::Instant;

use crate::attendance::Attendance;
use crate::cluster::GRACE;
use crate::departures::Departures;
use crate::error::Fault;
use crate::house::Shared;
use crate::mailbox::{Glance, Letter, Mailbox, Stub};
use crate::{durable, journal};

use super::{Alarm, End, FIRST_PAUSE, LONGEST_PAUSE, emission, until};

/// A timer that is due within this time keeps its table awake. The house's sweep finds the long
/// ones (a table is closed after a day).
const SOON: Duration = Duration::from_secs(600);

/// A table, who attends it, and what is due.
pub(super) struct TableAtWork<'a> {
    pub(super) house: &'a Arc<Shared>,
    pub(super) code: &'a GameCode,
    /// The same code, as the journal knows it.
    pub(super) stored: store::Code,
    pub(super) stub: &'a Stub,
    /// The epoch of its appends: how often the table was claimed.
    pub(super) epoch: u64,
    pub(super) table: Table,
    pub(super) attendance: Attendance,
    pub(super) departures: Departures,
    /// The number of the last message that each viewer had heard when the journal failed.
    pub(super) heard: Vec<(Viewer, u64)>,
    /// The milliseconds by which the table is ahead of the house: see `HouseClock::ahead`.
    pub(super) ahead: u64,
    pub(super) timer: Option<Timer>,
    pub(super) open: bool,
    pub(super) listed: bool,
}

impl<'a> TableAtWork<'a> {
    pub(super) fn new(
        house: &'a Arc<Shared>,
        code: &'a GameCode,
        stub: &'a Stub,
        table: Table,
        epoch: u64,
    ) -> TableAtWork<'a> {
        // After a crash, a closed table may not have been finished in the journal yet.
        let open = table.stage() != Stage::Closed;
        TableAtWork {
            house,
            code,
            stored: journal::code_of(code),
            stub,
            epoch,
            ahead: house.clock().ahead(&table),
            table,
            attendance: Attendance::default(),
            departures: Departures::default(),
            heard: Vec::new(),
            timer: None,
            open,
            listed: false,
        }
    }

    pub(super) fn glance(&self) -> Glance {
        Glance {
            stage: self.table.stage(),
            players: self.table.players(),
            attending: self.attendance.iter().count(),
        }
    }

    /// A table may rest before a departure is announced: a player who is not there when it wakes is
    /// away.
    fn may_rest(&self) -> bool {
        let due_soon = |timer: Timer| timer.at <= Instant::now() + SOON;
        self.attendance.is_empty() && !self.timer.is_some_and(due_soon)
    }

    /// Takes letters until there is a reason to end. It outlasts failures of the journal while
    /// somebody is there.
    pub(super) async fn work(&mut self, mailbox: &mut Mailbox) -> Result<End, Fault> {
        loop {
            match self.serve(mailbox).await {
                Err(fault) if fault.is_passing() && !self.attendance.is_empty() => {
                    if let Some(end) = self.wait_for_journal(mailbox, fault).await? {
                        return Ok(end);
                    }
                }
                ended => return ended,
            }
        }
    }

    /// Takes letters until there is a reason to end, or the journal fails.
    pub(super) async fn serve(&mut self, mailbox: &mut Mailbox) -> Result<End, Fault> {
        let mut alarm = Alarm::new();
        while self.open {
            let letter = tokio::select! {
                // Due work comes before requests, whatever the scheduler thinks.
                biased;
                () = alarm.until(self.timer.map(|timer| timer.at)) => {
                    self.tick().await?;
                    continue;
                }
                () = until(self.departures.due()) => {
                    self.tell_departures().await?;
                    continue;
                }
                letter = mailbox.next() => letter,
                () = tokio::time::sleep(self.house.rest_after()), if self.may_rest() => {
                    if self.house.retire(self.code, mailbox).await {
                        return Ok(End::Left);
                    }
                    continue;
                }
            };
            match letter {
                Some(Letter::Errand(errand)) => self.run_errand(errand).await?,
                Some(Letter::Parted(connection)) => self.part(connection).await?,
                Some(Letter::Bot { seat, turn, action }) => {
                    self.hand_in(Input::Bot { seat, turn, action }, None)
                        .await?;
                }
                Some(Letter::Look(sender)) => {
                    // The caller may have gone.
                    let _ = sender.send(Ok(self.progress()));
                }
                Some(Letter::Check) => self.check().await?,
                Some(Letter::Glance(asker)) => {
                    // An operator who no longer waits needs no answer, here and below.
                    let _ = asker.send(self.glance());
                }
                Some(Letter::Close(done)) => {
                    self.hand_in(Input::Close, None).await?;
                    let _ = done.send(());
                }
                Some(Letter::Rename {
                    player,
                    nickname,
                    done,
                }) => {
                    self.table.rename(&player, &nickname);
                    self.list();
                    let _ = done.send(());
                }
                Some(Letter::Stop) | None => return Ok(End::Left),
            }
        }
        Ok(End::Closed)
    }

    /// Refuses everything until the journal works again, and then reads the table from it.
    /// Connections stay. If nobody is left, the table is given up, and read again when somebody
    /// asks for it.
    async fn wait_for_journal(
        &mut self,
        mailbox: &mut Mailbox,
        fault: Fault,
    ) -> Result<Option<End>, Fault> {
        let mut fault = fault;
        let mut pause = FIRST_PAUSE;
        loop {
            let until = Instant::now() + pause;
            loop {
                let letter = tokio::select! {
                    biased;
                    () = tokio::time::sleep_until(until) => break,
                    letter = mailbox.next() => letter,
                };
                match letter {
                    Some(Letter::Errand(errand)) => errand.reply.refuse(&fault),
                    Some(Letter::Parted(connection)) => {
                        self.attendance.remove(connection);
                    }
                    // The journal may be ahead of what has been told.
                    Some(Letter::Look(sender)) => {
                        let _ = sender.send(Err(fault.clone()));
                    }
                    // A bot is asked again later. Changes of an operator are in the journal, and a
                    // dropped letter is an answer too.
                    Some(
                        Letter::Bot { .. }
                        | Letter::Check
                        | Letter::Glance(_)
                        | Letter::Close(_)
                        | Letter::Rename { .. },
                    ) => {}
                    Some(Letter::Stop) | None => return Ok(Some(End::Left)),
                }
            }
            if self.attendance.is_empty() {
                return Err(fault);
            }
            match self.start_over().await {
                Ok(()) => return Ok(None),
                Err(again) if again.is_passing() => fault = again,
                Err(lasting) => return Err(lasting),
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Reads the table from its durable entries, and tells those who are there what they have not
    /// heard: an entry may be durable although the journal reported a failure.
    async fn start_over(&mut self) -> Result<(), Fault> {
        self.check().await?;
        let table = journal::load_table(self.house, self.code).await?;
        let mut next = TableAtWork::new(self.house, self.code, self.stub, table, self.epoch);
        // Messages that were shown stay shown.
        next.ahead = next.ahead.max(self.ahead);
        let here = self.attendance.players().cloned().collect();
        let woken = Input::Woken {
            unseen: next.unseen(),
            here,
        };
        let (durable, effects) = Effect::split_durable(next.table.handle(next.now(), woken));
        if !durable.entries.is_empty() {
            journal::append(self.house.journal(), &self.stored, self.epoch, durable).await?;
        }
        (self.table, self.ahead, self.open) = (next.table, next.ahead, next.open);
        self.timer = None;
        self.departures = Departures::default();
        let is_for_ears =
            |effect: &Effect| matches!(effect, Effect::Emit { .. } | Effect::Push { .. });
        let others = effects.into_iter().filter(|effect| !is_for_ears(effect));
        self.carry_out(others.collect(), None);
        self.catch_up();
        self.list();
        Ok(())
    }

    /// Makes sure that no other node has claimed the table. It is needed when no write would notice
    /// that: before a refusal, before an answer to a mere look, and after this node was out of
    /// reach.
    pub(super) async fn check(&self) -> Result<(), Fault> {
        if self.house.cluster().is_none() {
            return Ok(());
        }
        let stored = self.stored.clone();
        let head = durable::read(self.house.journal(), move |journal| journal.head(&stored));
        if head.await?.epoch == self.epoch {
            Ok(())
        } else {
            Err(Fault::Moved)
        }
    }

    /// Tells every connection everything after the last message that its viewer heard.
    pub(super) fn catch_up(&mut self) {
        let heard = std::mem::take(&mut self.heard);
        for (connection, player) in self.attendance.iter() {
            let viewer = self.table.viewer(player);
            let since = heard.iter().find(|(known, _)| *known == viewer);
            let missed = since.and_then(|(_, since)| self.table.told_since(viewer, *since));
            // A client that missed too much, or has another chair now, sees a gap and asks.
            for message in missed.into_iter().flatten() {
                connection.send(&emission(message));
            }
            connection.send(&emission(&self.table.state(viewer)));
        }
    }

    /// The table came from another node, or from a house that stopped. Players who were connected
    /// there have a while to connect here before they count as away.
    ///
    /// The journal does not say how much of the decided events had been shown; therefore all of
    /// them count as shown, in their usual order. Otherwise a new message could have a number under
    /// which somebody has heard something else.
    pub(super) fn moved_here(&mut self) -> Input {
        let settled_at = self.table.settled_at().0;
        self.ahead = self.ahead.max(settled_at.saturating_sub(self.house.now()));
        let players = self.table.players().into_iter();
        let here: Vec<PlayerId> = players
            .filter(|player| player.connected && player.level.is_none())
            .map(|player| player.uuid)
            .collect();
        for player in &here {
            self.departures.expect(player, Instant::now() + GRACE);
        }
        Input::Woken {
            unseen: self.unseen(),
            here,
        }
    }

    /// The table was just read: those who are not here are away.
    pub(super) fn woken(&self) -> Input {
        Input::Woken {
            unseen: self.unseen(),
            here: Vec::new(),
        }
    }
}

/// The time at which the table wants its next tick.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timer {
    /// The table's time.
    pub(super) due: Millis,
    /// The time on the clock of timers.
    pub(super) at: Instant,
}
