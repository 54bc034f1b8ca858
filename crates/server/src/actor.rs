//! One table at work: the only task that ever changes it.
//!
//! Letters are taken one by one. The effects of the table are carried out in order, and its entries
//! are durable before anybody hears of them. If the journal cannot take them, the table in memory
//! is no longer true. Then every request is refused until the journal works again; the table is
//! read from it, and everybody who attends hears what they have not heard yet.
//!
//! A table that nobody attends is put to rest after a while, and read from its
//! journal when somebody asks for it.

mod at_work;
mod effects;
mod errands;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use table::{Access, Answer, CommandId, Effect, GameCode, Message, PlayerId, Table};
use tokio::time::{Instant, Sleep};

use crate::error::Fault;
use crate::house::Shared;
use crate::mailbox::{Errand, Letter, Mailbox, Stub};
use crate::transport::{Connection, Emission, Raw, Reply};
use crate::{durable, journal, metrics};

use at_work::TableAtWork;

/// The pause before the journal is tried again: the first, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The task of a table.
pub(crate) struct Actor {
    pub(crate) house: Arc<Shared>,
    pub(crate) code: GameCode,
    pub(crate) stub: Stub,
    pub(crate) mailbox: Mailbox,
}

/// The reason for putting a table to work.
pub(crate) enum Start {
    /// It has just been opened: its entries are durable, these effects are left.
    Opened {
        table: Box<Table>,
        effects: Vec<Effect>,
        asker: Asker,
    },
    /// It is in the journal.
    Journaled,
}

/// The sender of a command that waits for its answer.
#[derive(Debug)]
pub(crate) struct Asker {
    pub(crate) connection: Arc<Connection>,
    pub(crate) reply: Reply,
    /// The command as it came, in case it must go to another node.
    pub(crate) raw: Option<Raw>,
    /// Whether the command has an id. By its id another node knows whether the command was done
    /// before.
    pub(crate) has_id: bool,
}

impl Asker {
    /// Refuses the command. If the table has moved, the command goes to the node that has it now,
    /// with one exception: a command that was `tried` (an append was sent) and has no id is
    /// refused, because nobody there could tell whether it was done.
    fn refuse(self, house: &Shared, code: &GameCode, fault: &Fault, tried: bool) {
        let is_here = self.connection.is_here();
        match (fault, house.cluster(), self.raw) {
            (Fault::Moved, _, _) if tried && !self.has_id => self.reply.say_no(fault),
            (Fault::Moved, Some(cluster), Some(raw)) if is_here => {
                cluster.send_on(code, self.connection, raw, self.reply);
            }
            _ => self.reply.refuse(fault),
        }
    }
}

impl Actor {
    /// Works until the table closes, is put to rest, or the house stops.
    pub(crate) async fn run(self, start: Start) {
        metrics::table_woken();
        let Actor {
            house,
            code,
            stub,
            mut mailbox,
        } = self;
        if let Err(fault) = work(&house, &code, &stub, &mut mailbox, start).await {
            fault.log();
            refuse_all(&house, &code, &mut mailbox, &fault).await;
        }
        metrics::table_rested();
    }

    /// Makes way for another table with this code. Callers who wait may ask again.
    pub(crate) async fn give_up(mut self) {
        refuse_all(&self.house, &self.code, &mut self.mailbox, &Fault::Busy).await;
    }
}

async fn work(
    house: &Arc<Shared>,
    code: &GameCode,
    stub: &Stub,
    mailbox: &mut Mailbox,
    start: Start,
) -> Result<(), Fault> {
    let claim = match house.cluster() {
        Some(cluster) => match cluster.claim(house, code).await {
            Ok(claim) => Some(claim),
            Err(fault) => {
                if let Start::Opened { asker, .. } = start {
                    asker.reply.refuse(&fault);
                }
                return Err(fault);
            }
        },
        None => None,
    };
    let epoch = claim.as_ref().map_or(0, |claim| claim.epoch);
    let came_from = claim.as_ref().is_some_and(|claim| claim.came_from);
    let mut at_work = match start {
        Start::Opened {
            table,
            effects,
            asker,
        } => {
            let mut at_work = TableAtWork::new(house, code, stub, *table, epoch);
            at_work.opened(effects, asker);
            at_work
        }
        Start::Journaled => {
            let table = journal::load_table(house, code).await?;
            let mut at_work = TableAtWork::new(house, code, stub, table, epoch);
            let woken = if came_from {
                at_work.moved_here()
            } else {
                at_work.woken()
            };
            at_work.hand_in(woken, None).await?;
            at_work
        }
    };
    let worked = at_work.work(mailbox).await;
    if let (Some(cluster), Ok(End::Left) | Err(Fault::Moved)) = (house.cluster(), &worked) {
        // From here on nobody is answered at this node; only then may others look for the table.
        drop(claim);
        cluster.let_go(code, at_work.attendance.connections());
    }
    match worked? {
        End::Left => return Ok(()),
        End::Closed => {}
    }
    // The table is closed for good, and every caller that still asks learns it.
    answer_last(house, code, &at_work.table, mailbox).await;
    finish(house, &at_work.stored, epoch, at_work.table.last_entry()).await?;
    house.openings().closed(code);
    if let Some(cluster) = house.cluster() {
        cluster.table_closed(code);
    }
    Ok(())
}

/// Closes the table in the journal, however long the journal fails: until then it counts as open.
async fn finish(
    house: &Shared,
    stored: &store::Code,
    epoch: u64,
    expect: u64,
) -> Result<(), Fault> {
    let mut pause = FIRST_PAUSE;
    loop {
        let finished = journal::finish(house.journal(), stored, epoch, expect, house.now()).await;
        let Err(error) = finished else {
            return Ok(());
        };
        let may_pass = matches!(
            error,
            store::Error::Unavailable { .. } | store::Error::Overloaded
        );
        let fault = Fault::from(error);
        // A house that stops closes the table when it is next asked for.
        if !may_pass || house.is_draining() {
            return Err(fault);
        }
        fault.log();
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Takes the table out of the house and answers everybody who waits for it.
async fn refuse_all(house: &Shared, code: &GameCode, mailbox: &mut Mailbox, fault: &Fault) {
    house.remove(code);
    let letters = mailbox.close().await;
    let access = match fault {
        Fault::Damaged(_) => access_of_damaged(house, code).await,
        _ => None,
    };
    // Only callers who may see the table learn that it is damaged.
    let is_hidden = |errand: &Errand| match fault {
        Fault::NoTable => true,
        Fault::Damaged(_) => !access.as_ref().is_some_and(|access| {
            let player = errand.connection.player();
            access.admits(player) || errand.request.command.opens(access)
        }),
        _ => false,
    };
    for letter in letters {
        if let Letter::Errand(errand) = letter {
            match fault {
                _ if is_hidden(&errand) => {
                    let address = errand.connection.address();
                    errand.reply.refuse(&house.no_table(address, code));
                }
                fault => {
                    let asker = Asker {
                        connection: errand.connection,
                        reply: errand.reply,
                        raw: errand.raw,
                        has_id: errand.request.command_id.is_some(),
                    };
                    asker.refuse(house, code, fault, false);
                }
            }
        }
    }
}

/// The players who may look at this damaged table, as far as its journal can be read.
async fn access_of_damaged(house: &Shared, code: &GameCode) -> Option<Access> {
    let code = code.clone();
    let read = move |journal: &dyn store::Journal| journal::access_of_damaged(journal, &code);
    let access = durable::read(house.journal(), read).await;
    access.inspect_err(Fault::log).ok().flatten()
}

/// Takes a closed table out of the house. A repeated command, such as the one that closed the
/// table, gets its first answer; everybody else finds no table.
async fn answer_last(house: &Shared, code: &GameCode, table: &Table, mailbox: &mut Mailbox) {
    house.remove(code);
    for letter in mailbox.close().await {
        let Letter::Errand(errand) = letter else {
            continue;
        };
        let (connection, request) = (&errand.connection, &errand.request);
        let id = request.command_id.as_ref();
        let id = id.filter(|_| !request.command.only_looks());
        let repeated = match id {
            Some(id) => answered_before(house, code, table, connection.player(), id).await,
            None => Ok(None),
        };
        match repeated {
            Ok(Some(answer)) => errand.reply.answer(&answer),
            Ok(None) => {
                let address = connection.address();
                errand.reply.refuse(&house.no_table(address, code));
            }
            Err(fault) => errand.reply.refuse(&fault),
        }
    }
}

/// The first answer to a command of this player, however long ago.
async fn answered_before(
    house: &Shared,
    code: &GameCode,
    table: &Table,
    player: &PlayerId,
    id: &CommandId,
) -> Result<Option<Answer>, Fault> {
    if let Some(answer) = table.answer_to(player, id) {
        return Ok(Some(answer.clone()));
    }
    let entries = journal::load(house.journal(), code).await?;
    let answer = Table::answered(&entries, |key| house.games().find(key), player, id);
    Ok(answer.map_err(|error| journal::corrupt(code, error))?)
}

/// The reason for the end of a table's task.
enum End {
    /// The table is closed for good.
    Closed,
    /// It is put to rest, or the house stops.
    Left,
}

fn emission(message: &Message) -> Emission {
    Emission::told(message)
}

async fn until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// A timer for what is due at a table. Nearly every move moves the due time later. The timer is
/// left alone then: it is set again when it goes off, or for an earlier due time.
struct Alarm(Pin<Box<Sleep>>);

impl Alarm {
    fn new() -> Alarm {
        Alarm(Box::pin(tokio::time::sleep_until(Instant::now())))
    }

    async fn until(&mut self, due: Option<Instant>) {
        let Some(due) = due else {
            return std::future::pending().await;
        };
        while Instant::now() < due {
            if self.0.is_elapsed() || self.0.deadline() > due {
                self.0.as_mut().reset(due);
            }
            self.0.as_mut().await;
        }
    }
}
