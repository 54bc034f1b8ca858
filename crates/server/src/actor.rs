//! One table at work: the only task that ever changes it.
//!
//! Letters are taken one by one. What the table wants done is carried out in order,
//! and its entries are durable before anybody hears of them. If the journal cannot
//! take them, what the table thinks is no longer true. Then whoever asks is refused until
//! the journal works again; the table is read from it, and those who are there hear what
//! they have not heard yet.
//!
//! A table that nobody attends is put to rest after a while, and read from its
//! journal when somebody asks for it.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Json, Viewer};
use table::messages::{Advised, ShareRevoked};
use table::{
    Answer, Ask, CommandId, Effect, GameCode, Input, Message, Millis, PlayerId, Refusal, Stage,
    Table, codes,
};
use tokio::time::Instant;

use crate::attendance::Attendance;
use crate::cluster::GRACE;
use crate::departures::Departures;
use crate::error::Fault;
use crate::house::Shared;
use crate::mailbox::{Errand, Glance, Letter, Mailbox, Progress, Raw, Stub};
use crate::transport::{Connection, Emission, Reply};
use crate::{durable, journal, metrics};

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
    /// The command as it came, where it may have to go to another node.
    pub(crate) raw: Option<Raw>,
    /// Whether the command has an id, by which another node knows whether it was done before.
    pub(crate) has_id: bool,
}

impl Asker {
    /// Says why nothing came of it. If the table has moved, the command goes to the node that has
    /// it now. But if it was `tried` (an append was sent) and has no id, nobody there could tell
    /// whether it was done, and it is refused.
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
    let mut desk = match start {
        Start::Opened {
            table,
            effects,
            asker,
        } => {
            let mut desk = Desk::new(house, code, stub, *table, epoch);
            desk.opened(effects, asker);
            desk
        }
        Start::Journaled => {
            let table = journal::load_table(house, code).await?;
            let mut desk = Desk::new(house, code, stub, table, epoch);
            let woken = if came_from {
                desk.moved_here()
            } else {
                desk.woken()
            };
            desk.hand_in(woken, None).await?;
            desk
        }
    };
    let worked = desk.work(mailbox).await;
    if let (Some(cluster), Ok(End::Left) | Err(Fault::Moved)) = (house.cluster(), &worked) {
        // Nobody may be answered here any more before others look for the table.
        drop(claim);
        cluster.let_go(code, desk.attendance.connections());
    }
    match worked? {
        End::Left => return Ok(()),
        End::Closed => {}
    }
    // The table is closed for good: whoever still asks is told so.
    answer_last(house, code, &desk.table, mailbox).await;
    let (expect, at) = (desk.table.last_entry(), house.now());
    journal::finish(house.journal(), &desk.stored, epoch, expect, at).await?;
    house.openings().closed(code);
    if let Some(cluster) = house.cluster() {
        cluster.table_closed(code);
    }
    Ok(())
}

/// Takes the table out of the house and answers everybody who waits for it.
async fn refuse_all(house: &Shared, code: &GameCode, mailbox: &mut Mailbox, fault: &Fault) {
    house.remove(code);
    for letter in mailbox.close().await {
        if let Letter::Errand(errand) = letter {
            match fault {
                Fault::NoTable => {
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

/// Takes a closed table out of the house. Whoever repeats a command, as the one that closed
/// it, is answered as the first time; everybody else finds no table.
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

/// The answer that a command of this player had the first time, however long ago.
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

/// Why a table's task ends.
enum End {
    /// The table is closed for good.
    Closed,
    /// It is put to rest, or the house stops.
    Left,
}

/// How long to wait before the journal is tried again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A table, who attends it, and what is due.
struct Desk<'a> {
    house: &'a Arc<Shared>,
    code: &'a GameCode,
    /// The same code, as the journal knows it.
    stored: store::Code,
    stub: &'a Stub,
    /// What its appends carry: how often the table was claimed.
    epoch: u64,
    table: Table,
    attendance: Attendance,
    departures: Departures,
    /// What the viewers had heard when the journal failed.
    heard: Vec<(Viewer, u64)>,
    /// How many milliseconds the table is ahead of the house: see `Clock::ahead`.
    ahead: u64,
    timer: Option<Timer>,
    open: bool,
    listed: bool,
}

impl<'a> Desk<'a> {
    fn new(
        house: &'a Arc<Shared>,
        code: &'a GameCode,
        stub: &'a Stub,
        table: Table,
        epoch: u64,
    ) -> Desk<'a> {
        // A table that was closed may have been left so by a crash before it was finished.
        let open = table.stage() != Stage::Closed;
        Desk {
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

    fn glance(&self) -> Glance {
        Glance {
            stage: self.table.stage(),
            players: self.table.players(),
            attending: self.attendance.iter().count(),
        }
    }

    /// A departure that is still to be told keeps no table awake: whoever is not there when it
    /// wakes is away.
    fn may_rest(&self) -> bool {
        let due_soon = |timer: Timer| timer.at <= Instant::now() + SOON;
        self.attendance.is_empty() && !self.timer.is_some_and(due_soon)
    }

    /// Takes letters until there is a reason to end, through every failure of the journal that
    /// passes while somebody is there.
    async fn work(&mut self, mailbox: &mut Mailbox) -> Result<End, Fault> {
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
    async fn serve(&mut self, mailbox: &mut Mailbox) -> Result<End, Fault> {
        while self.open {
            let letter = tokio::select! {
                // What is due comes before what is asked, whatever the scheduler thinks.
                biased;
                () = until(self.timer.map(|timer| timer.at)) => {
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
                    // Who asked may have gone.
                    let _ = sender.send(self.progress());
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

    /// Refuses everything until the journal works again, and starts over from it. Nobody is
    /// gone because of it. Where nobody is left, the table is given up, and read again when
    /// somebody asks for it.
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
                    // A bot is asked again, and nobody can be told how far the table is. What an
                    // operator changed is in the journal, and what is dropped here is an answer too.
                    Some(
                        Letter::Bot { .. }
                        | Letter::Look(_)
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

    /// Reads the table from what is durable, and tells those who are there what they have
    /// not heard: an entry may be durable although the journal could not say so.
    async fn start_over(&mut self) -> Result<(), Fault> {
        self.check().await?;
        let table = journal::load_table(self.house, self.code).await?;
        let mut next = Desk::new(self.house, self.code, self.stub, table, self.epoch);
        // What was shown stays shown.
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

    /// Makes sure that no other node has claimed the table, where nothing is written that would
    /// tell: for a refusal, for whoever only looks, and when this node was out of reach.
    async fn check(&self) -> Result<(), Fault> {
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

    /// Tells every connection what was told since its viewer last heard anything.
    fn catch_up(&mut self) {
        let heard = std::mem::take(&mut self.heard);
        for (connection, player) in self.attendance.iter() {
            let viewer = self.table.viewer(player);
            let since = heard.iter().find(|(known, _)| *known == viewer);
            let missed = since.and_then(|(_, since)| self.table.told_since(viewer, *since));
            // Whoever missed too much, or has another chair now, sees a gap and asks.
            for message in missed.into_iter().flatten() {
                connection.send(&emission(message));
            }
            connection.send(&emission(&self.table.state(viewer)));
        }
    }

    /// The table came from another node, or from a house that stopped: whoever was connected
    /// there has a while to be heard of here, and is not away before.
    ///
    /// How much of what was decided had been shown is not known, and not in the journal; so it
    /// counts as shown, in the order in which it would have been. Otherwise what happens now
    /// could have a number under which somebody has heard something else.
    fn moved_here(&mut self) -> Input {
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
    fn woken(&self) -> Input {
        Input::Woken {
            unseen: self.unseen(),
            here: Vec::new(),
        }
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
        self.attend(&asker.connection, &player, None);
        self.carry_out(effects, Some(asker));
        self.list();
    }

    /// How far the table is.
    const fn progress(&self) -> Progress {
        Progress {
            last_entry: self.table.last_entry(),
            now: self.table.now(),
        }
    }

    /// Whether somebody may ask this. A stranger finds no private table, and may join one
    /// only who has not tried too many codes.
    fn let_in(&self, connection: &Connection, command: &table::Command) -> Result<(), Fault> {
        let (address, player) = (connection.address(), connection.player());
        if !self.table.admits(player, command) {
            return Err(self.house.no_table(address, self.code));
        }
        if self.table.access().admits(player) || !matches!(command, table::Command::Join { .. }) {
            return Ok(());
        }
        let may_try = self.house.guesses().may_try(address, self.code.as_str());
        may_try.map_err(Fault::Guessing)
    }

    async fn run_errand(&mut self, errand: Errand) -> Result<(), Fault> {
        let Errand {
            connection,
            request,
            reply,
            raw,
        } = errand;
        let player = connection.player().clone();
        if let Err(fault) = self.let_in(&connection, &request.command) {
            reply.refuse(&fault);
            return Ok(());
        }
        if let Some(id) = &request.command_id
            && self.table.has_forgotten(&player, id)
            && let Some(answer) =
                answered_before(self.house, self.code, &self.table, &player, id).await?
        {
            reply.answer(&answer);
            return Ok(());
        }
        if let (table::Command::Join { .. }, Some(twin)) = (&request.command, self.table.twin()) {
            match self.house.knows_cards_of(twin, &player).await {
                Ok(false) => {}
                Ok(true) => {
                    reply.refuse(&Fault::OtherTable);
                    return Ok(());
                }
                Err(fault) => {
                    reply.refuse(&fault);
                    return Ok(());
                }
            }
        }
        if matches!(request.command, table::Command::Sync { .. }) {
            metrics::resync();
        }
        let leaves = matches!(request.command, table::Command::Leave);
        let revokes = matches!(request.command, table::Command::Unshare { .. });
        let joins = matches!(request.command, table::Command::Join { .. });
        let has_id = request.command_id.is_some();
        let attended = self.attendance.knows(connection.id());
        let comes = request.command.asks_to_see() || self.sits(&player);
        // One moment for all of it: what becomes due while somebody is welcomed must not be told to
        // them before an answer that tells it too.
        let now = self.now();
        if leaves {
            // Whoever leaves hears the answer and nothing more of this table.
            self.attendance.remove(connection.id());
        } else if comes {
            let share = self.share_of(&request.command);
            if let Err(fault) = self.welcome(now, &connection, &player, share).await {
                let asker = Asker {
                    connection,
                    reply,
                    raw,
                    has_id,
                };
                asker.refuse(self.house, self.code, &fault, false);
                return Err(fault);
            }
        }
        let asker = Asker {
            connection: connection.clone(),
            reply,
            raw,
            has_id,
        };
        let input = Input::Request {
            player: player.clone(),
            request,
        };
        let accepted = match self.hand_in_at(now, input, Some(asker)).await {
            Ok(accepted) => accepted,
            Err(fault) => {
                // They asked to go, but they are still here.
                if leaves && attended {
                    self.attend(&connection, &player, None);
                }
                return Err(fault);
            }
        };
        if joins && accepted {
            let address = connection.address();
            self.house.guesses().was_right(address, self.code.as_str());
        }
        if revokes && accepted {
            self.expel();
        }
        // A refusal sends nobody away who was there before.
        let sits = self.sits(&player);
        if leaves && sits {
            self.attend(&connection, &player, None);
        } else if !sits && !accepted && !attended {
            self.attendance.remove(connection.id());
        }
        Ok(())
    }

    /// The number of the share key that a command brings, if it opens the table.
    fn share_of(&self, command: &table::Command) -> Option<u32> {
        use table::Command::{Sync, Watch};
        match command {
            Watch { key: Some(key) } | Sync { key: Some(key), .. } => {
                self.table.access().opened_by(key)
            }
            _ => None,
        }
    }

    /// Sends away whoever watched by a key that was revoked.
    fn expel(&mut self) {
        let revoked = ShareRevoked {
            game_code: self.code.clone(),
        };
        for connection in self.attendance.expel(&self.table) {
            connection.emit("share_revoked", &revoked);
        }
    }

    /// Lets a connection hear what happens from now on. What its own coming causes is
    /// told to the others before: who has not yet heard where the table is could only
    /// take it for a gap.
    async fn welcome(
        &mut self,
        now: Millis,
        connection: &Arc<Connection>,
        player: &PlayerId,
        share: Option<u32>,
    ) -> Result<(), Fault> {
        if self.attendance.knows(connection.id()) {
            return Ok(());
        }
        let input = if !self.attendance.has(player) && connection.is_open() {
            Input::Connected(player.clone())
        } else {
            // What is due is told to those who are there, before one more is.
            Input::Tick
        };
        self.hand_in_at(now, input, None).await?;
        self.attend(connection, player, share);
        Ok(())
    }

    /// Counts a connection among those who hear what happens, unless it is gone.
    fn attend(&mut self, connection: &Arc<Connection>, player: &PlayerId, share: Option<u32>) {
        if self.attendance.knows(connection.id()) {
            return;
        }
        let (stub, id) = (self.stub.clone(), connection.id());
        let parted = move || stub.tell(Letter::Parted(id));
        if connection.when_parted(self.code.as_str(), Box::new(parted)) {
            self.departures.back(player);
            self.attendance.add(connection, player, share);
        }
    }

    async fn part(&mut self, connection: u64) -> Result<(), Fault> {
        if let Some(player) = self.attendance.remove(connection)
            && self.departures.gone(&player, Instant::now())
        {
            self.hand_in(Input::Disconnected(player), None).await?;
        }
        Ok(())
    }

    /// Tells of those who have been gone for long enough.
    async fn tell_departures(&mut self) -> Result<(), Fault> {
        while let Some(player) = self.departures.take_due(Instant::now()) {
            self.hand_in(Input::Disconnected(player), None).await?;
        }
        Ok(())
    }

    /// Tells the table something and does what it wants; whether a request was accepted. If
    /// the journal does not take what the table wants to write, whoever asked is refused, and
    /// the table must be read again.
    async fn hand_in(&mut self, input: Input, asker: Option<Asker>) -> Result<bool, Fault> {
        self.hand_in_at(self.now(), input, asker).await
    }

    async fn hand_in_at(
        &mut self,
        now: Millis,
        input: Input,
        asker: Option<Asker>,
    ) -> Result<bool, Fault> {
        let heard = self.attendance.viewers(&self.table);
        let effects = self.table.handle(now, input);
        let (durable, effects) = Effect::split_durable(effects);
        let tried = !durable.entries.is_empty();
        let written = if tried {
            let written =
                journal::append(self.house.journal(), &self.stored, self.epoch, durable).await;
            written.map_err(Fault::from)
        } else if asker.is_some() {
            self.check().await
        } else {
            Ok(())
        };
        if let Err(fault) = written {
            fault.log();
            if let Some(asker) = asker {
                asker.refuse(self.house, self.code, &fault, tried);
            }
            self.heard = heard;
            return Err(fault);
        }
        let accepted = self.carry_out(effects, asker);
        self.list();
        Ok(accepted)
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
                Effect::Append(_) | Effect::Ended(_) => {}
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
                        connection.send(&Emission::pair(name, &message, &code));
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
        let emission = emission(message);
        for (connection, player) in self.attendance.iter() {
            if to.contains(self.table.viewer(player)) {
                connection.send(&emission);
            }
        }
    }

    /// Sends the game as it is shown, written once for each viewer who is there.
    fn push(&self, to: table::Audience) {
        let mut written: Vec<(Viewer, Emission)> = Vec::new();
        for (connection, player) in self.attendance.iter() {
            let viewer = self.table.viewer(player);
            if !to.contains(viewer) {
                continue;
            }
            let place = written.iter().position(|(known, _)| *known == viewer);
            let place = place.unwrap_or_else(|| {
                written.push((viewer, emission(&self.table.state(viewer))));
                written.len() - 1
            });
            let (_, state) = &written[place];
            connection.send(state);
        }
    }

    fn ask_bot(&self, ask: Ask) {
        let (house, stub) = (self.house.clone(), self.stub.clone());
        let address = self.attendance.address();
        tokio::spawn(async move {
            let (seat, turn) = (ask.seat, ask.turn);
            let action = house.choose(address, ask).await;
            stub.tell(Letter::Bot { seat, turn, action });
        });
    }

    fn advise(&self, ask: Ask, reply: Reply) {
        let (house, address) = (self.house.clone(), reply.address());
        tokio::spawn(async move {
            let advice = house.advise(address, ask).await;
            let answer = match advice {
                Ok(Some(advice)) => Ok(Json::of(&Advised { advice })),
                Ok(None) => Err(Refusal::new(
                    codes::UNAVAILABLE,
                    "nobody in this house can advise on this game",
                )),
                Err(fault) => return reply.refuse(&fault),
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
        Millis(self.house.now().saturating_add(self.ahead))
    }

    /// How much of the time since the table was last heard of no house saw pass.
    fn unseen(&self) -> Duration {
        self.house.clock().unseen_since(self.table.now().0)
    }

    fn timer(&self, due: Millis) -> Timer {
        let left = due.0.saturating_sub(self.now().0);
        let at = Instant::now() + Duration::from_millis(left);
        Timer { due, at }
    }
}

fn emission(message: &Message) -> Emission {
    Emission::new(message.name(), message.payload())
}

async fn until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
