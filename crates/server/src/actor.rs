//! One table at work: the only task that ever changes it.
//!
//! Letters are taken one by one. What the table wants done is carried out in order,
//! and its entries are durable before anybody hears of them. If the journal cannot
//! take them, what the table thinks is no longer true: it is forgotten and read again.
//!
//! A table that nobody attends is put to rest after a while, and read from its
//! journal when somebody asks for it.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Json, Viewer};
use table::messages::Advised;
use table::{
    Answer, Ask, Effect, GameCode, Input, Message, Millis, PlayerId, Refusal, Stage, Table, codes,
};
use tokio::time::Instant;

use crate::attendance::Attendance;
use crate::error::Fault;
use crate::house::Shared;
use crate::mailbox::{Errand, Glance, Letter, Mailbox, Stub};
use crate::transport::{Connection, Reply};
use crate::{journal, metrics};

/// A timer that is due within this keeps its table awake; the long ones (a table is
/// closed after a day) are found again by the house's sweep.
const SOON: Duration = Duration::from_secs(600);

/// The task of a table.
pub(crate) struct Actor {
    pub(crate) house: Arc<Shared>,
    pub(crate) code: GameCode,
    pub(crate) stub: Stub,
    pub(crate) mailbox: Mailbox,
}

/// How a table comes to be at work.
pub(crate) enum Start {
    /// It has just been opened: its entries are durable, these effects are left.
    Opened {
        table: Box<Table>,
        effects: Vec<Effect>,
        asker: Asker,
    },
    /// It lies in the journal.
    Journaled,
}

/// Who waits for the answer to what is being done.
#[derive(Debug)]
pub(crate) struct Asker {
    pub(crate) connection: Arc<Connection>,
    pub(crate) reply: Reply,
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

    /// Makes way for another table of this code, which whoever wrote may ask again.
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
    let mut desk = match start {
        Start::Opened {
            table,
            effects,
            asker,
        } => {
            let mut desk = Desk::new(house, code, stub, *table);
            desk.opened(effects, asker);
            desk
        }
        Start::Journaled => {
            let table = journal::load_table(house, code).await?;
            let mut desk = Desk::new(house, code, stub, table);
            desk.hand_in(Input::Woken, None).await?;
            desk
        }
    };
    while desk.open {
        let letter = tokio::select! {
            // What is due comes before what is asked, whatever the scheduler thinks.
            biased;
            () = until(desk.timer.map(|timer| timer.at)) => {
                desk.tick().await?;
                continue;
            }
            letter = mailbox.next() => letter,
            () = tokio::time::sleep(house.rest_after()), if desk.may_rest() => {
                if house.retire(code, mailbox).await {
                    return Ok(());
                }
                continue;
            }
        };
        match letter {
            Some(Letter::Errand(errand)) => desk.run_errand(errand).await?,
            Some(Letter::Parted(connection)) => desk.part(connection).await?,
            Some(Letter::Bot { seat, turn, action }) => {
                desk.hand_in(Input::Bot { seat, turn, action }, None)
                    .await?;
            }
            Some(Letter::Glance(asker)) => {
                // An operator who no longer waits needs no answer, here and below.
                let _ = asker.send(desk.glance());
            }
            Some(Letter::Close(done)) => {
                desk.hand_in(Input::Close, None).await?;
                let _ = done.send(());
            }
            Some(Letter::Rename {
                player,
                nickname,
                done,
            }) => {
                desk.table.rename(&player, &nickname);
                desk.list();
                let _ = done.send(());
            }
            Some(Letter::Stop) | None => return Ok(()),
        }
    }
    // The table is closed for good: whoever still asks is told so.
    refuse_all(house, code, mailbox, &Fault::NoTable).await;
    let (expect, at) = (desk.table.last_entry(), house.now());
    Ok(journal::finish(house.journal(), &desk.stored, expect, at).await?)
}

/// Takes the table out of the house and answers everybody who waits for it.
async fn refuse_all(house: &Shared, code: &GameCode, mailbox: &mut Mailbox, fault: &Fault) {
    house.remove(code);
    for letter in mailbox.close().await {
        if let Letter::Errand(errand) = letter {
            errand.reply.refuse(fault);
        }
    }
}

/// A table, who attends it, and what is due.
struct Desk<'a> {
    house: &'a Arc<Shared>,
    code: &'a GameCode,
    /// The same code, as the journal knows it.
    stored: store::Code,
    stub: &'a Stub,
    table: Table,
    attendance: Attendance,
    timer: Option<Timer>,
    open: bool,
    listed: bool,
}

impl<'a> Desk<'a> {
    fn new(house: &'a Arc<Shared>, code: &'a GameCode, stub: &'a Stub, table: Table) -> Desk<'a> {
        // A table that was closed may have been left so by a crash before it was finished.
        let open = table.stage() != Stage::Closed;
        Desk {
            house,
            code,
            stored: journal::code_of(code),
            stub,
            table,
            attendance: Attendance::default(),
            timer: None,
            open,
            listed: false,
        }
    }

    fn glance(&self) -> Glance {
        Glance {
            stage: self.table.stage(),
            players: self.table.players(),
            attending: self.attendance.iter().count(),
        }
    }

    fn may_rest(&self) -> bool {
        let due_soon = |timer: Timer| timer.at <= Instant::now() + SOON;
        self.attendance.is_empty() && !self.timer.is_some_and(due_soon)
    }
}

/// When the table wants to be told the time.
#[derive(Debug, Clone, Copy)]
struct Timer {
    /// As the table says it.
    due: Millis,
    /// On the clock that timers run on.
    at: Instant,
}

impl Desk<'_> {
    /// Does what is left to do after the table was opened.
    fn opened(&mut self, effects: Vec<Effect>, asker: Asker) {
        let player = asker.connection.player().clone();
        self.attend(&asker.connection, &player);
        self.carry_out(effects, Some(asker));
        self.list();
    }

    async fn run_errand(&mut self, errand: Errand) -> Result<(), Fault> {
        let Errand {
            connection,
            request,
            reply,
        } = errand;
        let player = connection.player().clone();
        if matches!(request.command, table::Command::Sync { .. }) {
            metrics::resync();
        }
        let leaves = matches!(request.command, table::Command::Leave);
        let attended = self.attendance.knows(connection.id());
        let comes = asks_to_see(&request.command) || self.sits(&player);
        if comes {
            self.welcome(&connection, &player).await?;
        }
        let asker = Asker {
            connection: connection.clone(),
            reply,
        };
        let input = Input::Request {
            player: player.clone(),
            request,
        };
        let accepted = self.hand_in(input, Some(asker)).await?;
        // A refusal sends nobody away who was there before.
        let stays = self.sits(&player) || ((accepted || attended) && !leaves);
        if !stays {
            self.attendance.remove(connection.id());
        }
        Ok(())
    }

    /// Lets a connection hear what happens from now on. What its own coming causes is
    /// told to the others before: who has not yet heard where the table is could only
    /// take it for a gap.
    async fn welcome(
        &mut self,
        connection: &Arc<Connection>,
        player: &PlayerId,
    ) -> Result<(), Fault> {
        if !self.attendance.has(player) && connection.is_open() {
            self.hand_in(Input::Connected(player.clone()), None).await?;
        }
        self.attend(connection, player);
        Ok(())
    }

    /// Counts a connection among those who hear what happens, unless it is gone.
    fn attend(&mut self, connection: &Arc<Connection>, player: &PlayerId) {
        if self.attendance.knows(connection.id()) {
            return;
        }
        let (stub, id) = (self.stub.clone(), connection.id());
        let parted = move || stub.tell(Letter::Parted(id));
        if connection.when_parted(self.code.as_str(), Box::new(parted)) {
            self.attendance.add(connection, player);
        }
    }

    async fn part(&mut self, connection: u64) -> Result<(), Fault> {
        if let Some(player) = self.attendance.remove(connection) {
            self.hand_in(Input::Disconnected(player), None).await?;
        }
        Ok(())
    }

    /// Tells the table something and does what it wants; whether a request was
    /// accepted. The table is read again from its journal if that did not take what
    /// the table wanted to write.
    async fn hand_in(&mut self, input: Input, asker: Option<Asker>) -> Result<bool, Fault> {
        self.hand_in_at(self.now(), input, asker).await
    }

    async fn hand_in_at(
        &mut self,
        now: Millis,
        input: Input,
        asker: Option<Asker>,
    ) -> Result<bool, Fault> {
        let effects = self.table.handle(now, input);
        let (entries, effects) = journal::apart(effects);
        if !entries.is_empty()
            && let Err(error) = journal::append(self.house.journal(), &self.stored, entries).await
        {
            let fault = Fault::from(error);
            fault.log();
            if let Some(asker) = asker {
                asker.reply.refuse(&fault);
            }
            self.read_again().await?;
            return Ok(false);
        }
        let accepted = self.carry_out(effects, asker);
        self.list();
        Ok(accepted)
    }

    /// Starts over from what is durable. If even that fails the table is given up,
    /// and read again when somebody asks for it.
    async fn read_again(&mut self) -> Result<(), Fault> {
        self.table = journal::load_table(self.house, self.code).await?;
        self.timer = None;
        let players: Vec<PlayerId> = self.attendance.players().cloned().collect();
        let back = players.into_iter().map(Input::Connected);
        for input in [Input::Woken].into_iter().chain(back) {
            let effects = self.table.handle(self.now(), input);
            let (entries, effects) = journal::apart(effects);
            if !entries.is_empty() {
                journal::append(self.house.journal(), &self.stored, entries).await?;
            }
            self.carry_out(effects, None);
        }
        Ok(())
    }

    /// Tells the table that its time has come. Timers run on another clock than the
    /// table's, which may be a little behind; the table must not think it early.
    async fn tick(&mut self) -> Result<(), Fault> {
        if let Some(timer) = self.timer.take() {
            let now = self.now().max(timer.due);
            self.hand_in_at(now, Input::Tick, None).await?;
        }
        Ok(())
    }

    fn sits(&self, player: &PlayerId) -> bool {
        self.table.viewer(player).seat().is_some()
    }

    /// Does what does not need the journal any more.
    fn carry_out(&mut self, effects: Vec<Effect>, mut asker: Option<Asker>) -> bool {
        let mut accepted = false;
        let connection = asker.as_ref().map(|asker| asker.connection.clone());
        for effect in effects {
            match effect {
                // They were taken apart before.
                Effect::Append(_) => {}
                Effect::Ack(answer) => {
                    accepted |= answer.0.is_ok();
                    if let Some(asker) = asker.take() {
                        asker.reply.answer(&answer);
                    }
                }
                Effect::Invalid {
                    name,
                    message,
                    code,
                } => {
                    if let Some(connection) = &connection {
                        connection.emit(name, &(message, code));
                    }
                }
                Effect::Emit { to, message } => self.emit(to, &message),
                Effect::Push { to } => self.push(to),
                Effect::AskBot(ask) => self.ask_bot(ask),
                Effect::Advise(ask) => {
                    accepted = true;
                    if let Some(asker) = asker.take() {
                        self.advise(ask, asker.reply);
                    }
                }
                Effect::SetTimer(due) => self.timer = Some(self.timer(due)),
                Effect::CancelTimer => self.timer = None,
                Effect::Close => self.open = false,
            }
        }
        accepted
    }

    fn emit(&self, to: table::Audience, message: &Message) {
        for (connection, player) in self.attendance.iter() {
            if to.contains(self.table.viewer(player)) {
                connection.emit(message.name(), message.payload());
            }
        }
    }

    /// Sends the game as it is shown, written once for each viewer who is there.
    fn push(&self, to: table::Audience) {
        let mut written: Vec<(Viewer, Message)> = Vec::new();
        for (connection, player) in self.attendance.iter() {
            let viewer = self.table.viewer(player);
            if !to.contains(viewer) {
                continue;
            }
            let place = written.iter().position(|(known, _)| *known == viewer);
            let place = place.unwrap_or_else(|| {
                written.push((viewer, self.table.state(viewer)));
                written.len() - 1
            });
            let (_, state) = &written[place];
            connection.emit(state.name(), state.payload());
        }
    }

    fn ask_bot(&self, ask: Ask) {
        let (house, stub) = (self.house.clone(), self.stub.clone());
        tokio::spawn(async move {
            let (seat, turn) = (ask.seat, ask.turn);
            let action = house.choose(ask).await;
            stub.tell(Letter::Bot { seat, turn, action });
        });
    }

    fn advise(&self, ask: Ask, reply: Reply) {
        let house = self.house.clone();
        tokio::spawn(async move {
            let advice = house.advise(ask).await;
            let answer = match advice {
                Ok(Some(advice)) => Ok(Json::of(&Advised { advice })),
                Ok(None) => Err(Refusal::new(
                    codes::UNAVAILABLE,
                    "nobody in this house can advise on this game",
                )),
                Err(fault) => Err(Refusal::new(fault.code(), fault.to_string())),
            };
            reply.answer(&Answer(answer));
        });
    }

    /// Keeps the list of open tables true. A game in play is not in it, so moves cost
    /// nothing here.
    fn list(&mut self) {
        let waits = self.table.stage() == Stage::Waiting;
        if waits || self.listed {
            self.listed = self.house.lobby().update(self.code, &self.table);
        }
    }

    fn now(&self) -> Millis {
        Millis(self.house.now())
    }

    fn timer(&self, due: Millis) -> Timer {
        let left = due.0.saturating_sub(self.house.now());
        let at = Instant::now() + Duration::from_millis(left);
        Timer { due, at }
    }
}

/// Whether who asks this wants to hear what happens from now on.
fn asks_to_see(command: &table::Command) -> bool {
    use table::Command::{Join, Sync, Watch};
    matches!(command, Join { .. } | Watch | Sync { .. })
}

async fn until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
