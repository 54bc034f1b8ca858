//! The open questions of this node to tables elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use table::{GameCode, Parsed};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::letters::{self, Guest, ToTable};
use super::{Cluster, HEARTBEAT, PATIENCE, bus, node_subject, stand, table_subject};
use crate::budgets::Shortage;
use crate::error::Fault;
use crate::house::Shared;
use crate::mailbox::{Errand, Progress};
use crate::transport::{Connection, Packet, Raw, Reply};

/// The number of times that a command is sent before it is refused.
pub(super) const MOST_TRIES: u8 = 8;

/// The number of commands that may wait for other nodes.
pub(super) const MOST_ASKED: usize = 16 * 1024;

/// The open questions of this node to others.
pub(super) struct Asked {
    pub(super) code: GameCode,
    pub(super) until: Instant,
    pub(super) question: Question,
}

pub(super) enum Question {
    /// A command of a connection of this node.
    Command(Command),
    /// A question about the progress of a table; the answer is `None` if no node has it.
    Look(oneshot::Sender<Option<Progress>>),
}

/// A command for another node.
pub(super) struct Command {
    pub(super) connection: Arc<Connection>,
    pub(super) raw: Raw,
    pub(super) purpose: Purpose,
    pub(super) tries: u8,
}

impl Command {
    /// Whether a table may get it twice: it knows the command by its id, or only shows itself.
    fn is_known_again(&self) -> bool {
        let Packet { event, payload } = self.raw.read();
        match payload.map(|payload| table::read(&event, payload)) {
            Ok(Ok(Parsed::AtTable { request, .. })) => {
                request.command_id.is_some() || request.command.only_looks()
            }
            // It will be refused as often as it comes.
            _ => true,
        }
    }
}

pub(super) enum Purpose {
    /// A caller waits for the answer.
    Reply(Reply),
    /// The table has moved: the answer shows the connection its state. A share key may open the
    /// table.
    Catch(GameCode, Option<String>),
}

impl Cluster {
    /// Sends a command to the table of another node, or claims the table.
    pub(crate) fn forward(
        self: &Arc<Self>,
        code: &GameCode,
        connection: &Arc<Connection>,
        raw: Raw,
        reply: Reply,
    ) {
        if !self.is_connected() {
            return reply.refuse(&Fault::Busy);
        }
        if self.asked().len() >= MOST_ASKED {
            return reply.refuse(&Fault::Crowded);
        }
        if !connection.is_open() {
            return;
        }
        if !self.away.may_attend(connection.id(), code) {
            return reply.refuse(&Shortage::TablesAttended.into());
        }
        if self.away.goes(connection) {
            let (cluster, id) = (self.clone(), connection.id());
            let part = move || cluster.parted(id);
            connection.when_parted("the other nodes", Box::new(part));
        }
        self.send(
            code.clone(),
            Command {
                connection: connection.clone(),
                raw,
                purpose: Purpose::Reply(reply),
                tries: 0,
            },
        );
    }

    pub(super) fn send(self: &Arc<Self>, code: GameCode, command: Command) {
        let guest = Guest {
            connection: command.connection.id(),
            player: command.connection.player().to_string(),
            address: command.connection.address(),
        };
        let raw = command.raw.clone();
        let Some(line) = raw.line() else { return };
        let letter = |number| ToTable::Command { guest, number };
        self.ask(code, Question::Command(command), letter, &line);
    }

    pub(super) fn ask(
        &self,
        code: GameCode,
        question: Question,
        letter: impl FnOnce(u64) -> ToTable,
        enclosed: &str,
    ) {
        let number = self.next_number();
        let subject = table_subject(&code);
        let until = Instant::now() + PATIENCE;
        let asked = Asked {
            code,
            until,
            question,
        };
        self.asked().insert(number, asked);
        let answer_to = format!("{}.{number}", node_subject(&self.name));
        let parcel = letters::pack(&self.name, &letters::write_with(&letter(number), enclosed));
        bus::send(&*self.bus, subject, Some(answer_to), parcel);
    }

    /// The progress of a table that is not here; `None` if no node has it. It is not known if a node
    /// that may have the table does not answer.
    pub(crate) async fn progress(&self, code: &GameCode) -> Result<Option<Progress>, Fault> {
        let (sender, receiver) = oneshot::channel();
        let letter = |number| ToTable::Look { number };
        self.ask(code.clone(), Question::Look(sender), letter, "");
        receiver.await.map_err(|_| Fault::Busy)
    }

    /// Whether some node has a table; `None` if this cannot be known now.
    pub(super) async fn is_anywhere(&self, code: &GameCode) -> Option<bool> {
        let (sender, receiver) = oneshot::channel();
        let letter = |number| ToTable::Look { number };
        self.ask(code.clone(), Question::Look(sender), letter, "");
        match receiver.await {
            Ok(found) => Some(found.is_some()),
            // The answer did not come in time.
            Err(_) => None,
        }
    }

    /// Sends a command to the table, here or elsewhere.
    pub(super) fn deliver(self: &Arc<Self>, code: &GameCode, command: Command) {
        let Some(house) = self.house() else { return };
        if house.is_at_work(code) {
            self.deliver_here(&house, command);
        } else {
            self.send(code.clone(), command);
        }
    }

    pub(super) fn deliver_here(self: &Arc<Self>, house: &Arc<Shared>, command: Command) {
        let Command {
            connection,
            raw,
            purpose,
            tries,
        } = command;
        let reply = match purpose {
            Purpose::Reply(reply) => reply,
            Purpose::Catch(code, key) => {
                let (cluster, here) = (self.clone(), connection.clone());
                Reply::elsewhere(connection.clone(), move |answer| {
                    cluster.caught(code, key, here, tries, answer.as_deref());
                })
            }
        };
        match house.read(&raw, reply) {
            Some((Parsed::AtTable { code, request }, reply)) => {
                self.away.leaves(connection.id(), &code);
                let errand = Errand {
                    connection,
                    request,
                    reply,
                    raw: Some(raw),
                };
                house.send(&code, errand);
            }
            Some((_, reply)) => reply.refuse(&Fault::Busy),
            None => {}
        }
    }

    pub(super) fn answered(
        self: &Arc<Self>,
        code: &GameCode,
        owner: &str,
        command: Command,
        answer: &str,
    ) {
        let id = command.connection.id();
        self.away.known_to(id, owner);
        let head = command.raw.head();
        if head.event == "leave_game" {
            self.away.leaves(id, code);
        } else if stand::is_yes(answer) {
            // A table that has moved must not tell anything here.
            self.away.attends(id, code, owner);
            if let Some(key) = &head.key {
                self.away.brought(id, code, key);
            }
            self.expect_node(owner);
        }
        match command.purpose {
            Purpose::Reply(reply) => reply.send_text(answer.to_owned()),
            Purpose::Catch(code, key) => {
                self.caught(code, key, command.connection, command.tries, Some(answer));
            }
        }
    }

    /// No node has the table of a question: it is at rest, or its node is gone.
    pub(super) fn nobody(self: &Arc<Self>, asked: Asked) {
        let Asked { code, question, .. } = asked;
        match question {
            Question::Look(sender) => {
                let _ = sender.send(None);
            }
            Question::Command(command) => self.try_here(&code, command),
        }
    }

    /// Brings a table here, or finds that another node was faster.
    pub(super) fn try_here(self: &Arc<Self>, code: &GameCode, mut command: Command) {
        command.tries += 1;
        let Some(house) = self.house() else { return };
        if command.tries > MOST_TRIES {
            return match command.purpose {
                Purpose::Reply(reply) => reply.refuse(&Fault::Busy),
                Purpose::Catch(code, key) => {
                    self.catch_again(code, key, command.connection, MOST_TRIES);
                }
            };
        }
        // The table's task claims it before it reads it.
        tracing::debug!(%code, "claiming a table");
        self.deliver_here(&house, command);
    }

    /// Sends a command of a connection here to the present node of its table, because the table is
    /// not here after all.
    pub(crate) fn send_on(
        self: &Arc<Self>,
        code: &GameCode,
        connection: Arc<Connection>,
        raw: Raw,
        reply: Reply,
    ) {
        let (cluster, code) = (self.clone(), code.clone());
        tokio::spawn(async move {
            // The node that has the table will listen shortly.
            tokio::time::sleep(HEARTBEAT / 10).await;
            cluster.forward(&code, &connection, raw, reply);
        });
    }

    /// Repeats a question that was not answered in time. After that only the lease of the table's
    /// node counts.
    pub(super) fn miss_answers(self: &Arc<Self>) {
        let now = Instant::now();
        let late: Vec<Asked> = {
            let mut asked = self.asked();
            let late = asked.extract_if(.., |_, asked| asked.until <= now);
            late.map(|(_, asked)| asked).collect()
        };
        for Asked { code, question, .. } in late {
            // Dropping a question answers it too.
            if let Question::Command(command) = question {
                let is_known = command.is_known_again();
                match command.purpose {
                    // Without the bus no node can be found, and nothing can be claimed. And a
                    // command that no node would know again may have been carried out already.
                    Purpose::Reply(reply) if !is_known || !self.is_connected() => {
                        reply.refuse(&Fault::Busy);
                    }
                    _ => self.try_here(&code, command),
                }
            }
        }
    }

    pub(super) fn take(&self, number: u64) -> Option<Asked> {
        self.asked().remove(&number)
    }

    pub(super) fn asked(&self) -> MutexGuard<'_, BTreeMap<u64, Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
