//! Opening a table: its code, its luck, and the second table of a duplicate.

use std::sync::Arc;

use store::{Journal, NewTable};
use table::{
    Answer, CommandId, Create, Deal, DealKind, Dealt, Durable, Effect, Entry, GameCode, Millis,
    Opening, Secret, Sources, Table,
};

use tokio::sync::OwnedSemaphorePermit;

use crate::actor::{Actor, Asker, Start};
use crate::error::Fault;
use crate::mailbox;
use crate::openings::Reserved;
use crate::transport::{Connection, Reply};
use crate::world;
use crate::{durable, journal};

use super::{Shared, lock};

impl Shared {
    /// Opens a table and works at it. The place of the errand is free when the table is open.
    pub(super) async fn create(
        self: Arc<Self>,
        connection: Arc<Connection>,
        create: Create,
        reply: Reply,
        place: OwnedSemaphorePermit,
    ) {
        let Some(_at_work) = lock(&self.at_work).clone() else {
            return reply.refuse(&Fault::Closing);
        };
        let opened = self.open(&connection, create).await;
        drop(place);
        match opened {
            Ok(Opened::New {
                actor,
                table,
                effects,
            }) => {
                let asker = Asker {
                    connection,
                    reply,
                    raw: None,
                    has_id: false,
                };
                let start = Start::Opened {
                    table,
                    effects,
                    asker,
                };
                actor.run(start).await;
            }
            Ok(Opened::Answered(answer)) => reply.answer(&answer),
            Err(fault) => reply.refuse(&fault),
        }
    }

    /// Takes a code that no table at work has. From now on letters to it wait in the mailbox: a
    /// client that sent the same creation twice may know the code as soon as it is durable, and
    /// must not wake the table a second time.
    pub(super) fn reserve(self: &Arc<Self>, code: &GameCode) -> Option<Actor> {
        let mut tables = self.tables();
        if tables.contains_key(code) {
            return None;
        }
        let (stub, mailbox) = mailbox::channel();
        tables.insert(code.clone(), stub.clone());
        Some(Actor {
            house: self.clone(),
            code: code.clone(),
            stub,
            mailbox,
        })
    }

    /// Opens a table under a code that no other has.
    async fn open(
        self: &Arc<Self>,
        connection: &Connection,
        asked: Create,
    ) -> Result<Opened, Fault> {
        let Some(kind) = self.games.find(&asked.game) else {
            return Err(Fault::UnknownGame);
        };
        let player = connection.player();
        let daily = match asked.deal {
            Some(DealKind::Daily) => Some((self.daily_secret().await?, self.today())),
            _ => None,
        };
        let mut room = None;
        for _ in 0..CODE_TRIES {
            let sources = Sources {
                fresh: Secret::new(world::draw(&*self.world)?),
                daily: daily.clone(),
                code: self.with_rng(GameCode::draw)?,
                second: self.with_rng(GameCode::draw)?,
            };
            let code = sources.code.clone();
            let mut create = asked.clone();
            let (secret, dealt) = match Dealt::prepare(kind, &mut create, sources) {
                Ok(prepared) => prepared,
                Err(refusal) => return Ok(Opened::Answered(Answer(Err(refusal)))),
            };
            // A player who has begun today's game is led back to it, however many tables they have.
            if let (Some(_), Some(id)) = (&daily, &create.command_id) {
                let (creator, id) = (
                    journal::store_id(player.as_str()),
                    journal::store_id(id.as_str()),
                );
                let find = move |journal: &dyn Journal| journal.creation(&creator, &id);
                if let Some(table) = durable::read(&self.journal, find).await? {
                    return self.opened_before(&table, &create).await;
                }
            }
            if room.is_none() {
                room = Some(self.openings.reserve(player, connection.address())?);
            }
            let opening = Opening {
                code,
                kind,
                player: player.clone(),
                secret,
                create,
                dealt,
            };
            if let Some(opened) = self.open_as(connection, opening, &mut room).await? {
                return Ok(opened);
            }
        }
        Err(Fault::Busy)
    }

    /// Opens a table under this code, and the second table of a duplicate before it; `None` if
    /// another table has one of the codes.
    async fn open_as(
        self: &Arc<Self>,
        connection: &Connection,
        opening: Opening,
        room: &mut Option<Reserved>,
    ) -> Result<Option<Opened>, Fault> {
        let (code, create) = (opening.code.clone(), opening.create.clone());
        let player = opening.player.clone();
        let second = second_of(&opening);
        let second_code = second.as_ref().map(|second| second.code.clone());
        if let Some(second) = second {
            match self.open_second(connection, second).await? {
                Second::Opened => {}
                Second::Taken => return Ok(None),
                Second::Refused(refusal) => {
                    return Ok(Some(Opened::Answered(Answer(Err(refusal)))));
                }
            }
        }
        let now = self.now();
        let new = new_table(&opening, create.command_id.as_ref(), now);
        let (table, effects) = match Table::open(Millis(now), opening) {
            Ok(opened) => opened,
            Err(refusal) => return Ok(Some(Opened::Answered(Answer(Err(refusal))))),
        };
        // No game ends while a table is opened.
        let (Durable { entries, .. }, effects) = Effect::split_durable(effects);
        let Some(actor) = self.reserve(&code) else {
            self.give_up_second(second_code).await;
            return Ok(None);
        };
        let Err(error) = journal::create(&self.journal, new, &entries).await else {
            let table = Box::new(table);
            if let Some(cluster) = &self.cluster {
                cluster.table_opened(&code, &player);
            }
            if let Some(room) = room.take() {
                room.opened(code);
            }
            return Ok(Some(Opened::New {
                actor,
                table,
                effects,
            }));
        };
        actor.give_up().await;
        self.give_up_second(second_code).await;
        match error {
            store::Error::TableExists { .. } => Ok(None),
            store::Error::DuplicateCreation { table } => {
                self.opened_before(&table, &create).await.map(Some)
            }
            error => Err(error.into()),
        }
    }
}

/// The result of opening the second table of a duplicate.
enum Second {
    Opened,
    /// Another table has its code.
    Taken,
    Refused(table::Refusal),
}

impl Shared {
    /// Opens the second table of a duplicate, where nobody sits yet. It is opened before the first:
    /// everybody who knows the code of the first finds both.
    async fn open_second(
        &self,
        connection: &Connection,
        opening: Opening,
    ) -> Result<Second, Fault> {
        let Opening { code, player, .. } = &opening;
        let (code, player) = (code.clone(), player.clone());
        let room = self.openings.reserve(&player, connection.address())?;
        let now = self.now();
        let new = new_table(&opening, None, now);
        let (_, effects) = match Table::open(Millis(now), opening) {
            Ok(opened) => opened,
            Err(refusal) => return Ok(Second::Refused(refusal)),
        };
        let (Durable { entries, .. }, _) = Effect::split_durable(effects);
        match journal::create(&self.journal, new, &entries).await {
            Ok(()) => {}
            Err(store::Error::TableExists { .. }) => return Ok(Second::Taken),
            Err(error) => return Err(error.into()),
        }
        if let Some(cluster) = &self.cluster {
            cluster.table_opened(&code, &player);
        }
        room.opened(code);
        Ok(Second::Opened)
    }

    /// Closes the second table of a duplicate whose first was not opened: nobody knows its code. If
    /// that fails it is closed after a day, like every table where nothing happens.
    async fn give_up_second(&self, second: Option<GameCode>) {
        let Some(code) = second else { return };
        let stored = journal::code_of(&code);
        let closed = journal::finish(&self.journal, &stored, 0, 1, self.now()).await;
        match closed {
            Ok(()) => {
                self.openings.closed(&code);
                if let Some(cluster) = &self.cluster {
                    cluster.table_closed(&code);
                }
            }
            Err(error) => Fault::from(error).log(),
        }
    }
}

/// A code is free with near certainty: a million tables take one in 887 of them.
const CODE_TRIES: usize = 8;

/// The result of opening a table.
enum Opened {
    /// A table whose entries are durable, and its task.
    New {
        actor: Actor,
        table: Box<Table>,
        effects: Vec<Effect>,
    },
    /// Nothing new: this is the answer.
    Answered(Answer),
}

impl Shared {
    /// The first answer to the creation of this table.
    async fn opened_before(&self, code: &store::Code, create: &Create) -> Result<Opened, Fault> {
        let broken = || Fault::Broken("a table of the journal was opened by no command");
        let code: GameCode = code.as_str().parse().map_err(|_| broken())?;
        let entries = journal::load(&self.journal, &code).await?;
        let opening = entries
            .iter()
            .find(|entry| entry.command_id.is_some() && entry.command_id == create.command_id)
            .ok_or_else(broken)?;
        let (Some(player), Some(id)) = (&opening.player, &opening.command_id) else {
            return Err(broken());
        };
        let so_far = entries.iter().take_while(|entry| entry.seq <= opening.seq);
        let so_far: Vec<Entry> = so_far.cloned().collect();
        let table = journal::restore(&self.games, &code, &so_far)?;
        let answer = table.answer_to(player, id).cloned().ok_or_else(broken)?;
        Ok(Opened::Answered(answer))
    }
}

/// The opening of the second table, if this is the first of a duplicate.
fn second_of(opening: &Opening) -> Option<Opening> {
    let Deal::Duplicate { second, .. } = &opening.dealt.as_ref()?.deal else {
        return None;
    };
    Some(Opening {
        code: second.clone(),
        kind: opening.kind,
        player: opening.player.clone(),
        secret: opening.secret.clone(),
        create: opening.create.clone(),
        dealt: opening.dealt.clone(),
    })
}

/// A new table as the journal keeps it.
fn new_table(opening: &Opening, command_id: Option<&CommandId>, now: u64) -> NewTable {
    NewTable {
        code: journal::code_of(&opening.code),
        game: opening.create.game.clone(),
        rules_version: opening.kind.meta().rules_version,
        options: opening.create.options.to_string(),
        commitment: *opening.secret.of_game(1).commitment().bytes(),
        creator: journal::store_id(opening.player.as_str()),
        command_id: command_id.map(|id| journal::store_id(id.as_str())),
        at: now,
    }
}
