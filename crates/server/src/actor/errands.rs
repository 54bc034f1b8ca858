//! The errands of players at a table that is at work, and the list of those who hear it.

use std::sync::Arc;

use table::messages::ShareRevoked;
use table::{Answer, Effect, Input, Millis, PlayerId, Request, ShareKey};
use tokio::time::Instant;

use crate::budgets::Shortage;
use crate::error::Fault;
use crate::mailbox::{Errand, Letter};
use crate::metrics;
use crate::transport::{Attending, Connection, NoPlace};

use super::at_work::TableAtWork;
use super::{Asker, answered_before, emission};

impl TableAtWork<'_> {
    /// Finishes the opening of the table.
    pub(super) fn opened(&mut self, effects: Vec<Effect>, asker: Asker) {
        let player = asker.connection.player().clone();
        if let Ok(Some(place)) = self.place_for(&asker.connection) {
            self.attend(place, &player, None);
        }
        self.carry_out(effects, Some(asker));
        self.list();
    }

    /// Whether somebody may send this command. A stranger finds no private table, and may join one
    /// only if they have not tried too many codes.
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

    pub(super) async fn run_errand(&mut self, errand: Errand) -> Result<(), Fault> {
        let Errand {
            connection,
            request,
            reply,
            raw,
        } = errand;
        if let Some(answer) = self.answer_early(&connection, &request).await? {
            match answer {
                Ok(answer) => reply.answer(&answer),
                Err(fault) => reply.refuse(&fault),
            }
            return Ok(());
        }
        let leaves = matches!(request.command, table::Command::Leave);
        let sits = self.sits(connection.player());
        let comes = !leaves && (request.command.asks_to_see() || sits);
        let place = match self.place_for(&connection) {
            Err(fault) if comes => {
                reply.refuse(&fault);
                return Ok(());
            }
            place => place.ok().flatten(),
        };
        let asker = Asker {
            connection,
            reply,
            raw,
            has_id: request.command_id.is_some(),
        };
        self.hand_over(request, asker, comes, place).await
    }

    /// Gives a command to the table. A connection that `comes` hears the table from now on.
    async fn hand_over(
        &mut self,
        request: Request,
        asker: Asker,
        comes: bool,
        place: Option<Attending>,
    ) -> Result<(), Fault> {
        let connection = asker.connection.clone();
        let player = connection.player().clone();
        let leaves = matches!(request.command, table::Command::Leave);
        let revokes = matches!(request.command, table::Command::Unshare { .. });
        let joins = matches!(request.command, table::Command::Join { .. });
        let id = request.command_id.as_ref();
        let is_repeat = id.is_some_and(|id| self.table.answer_to(&player, id).is_some());
        let attended = self.attendance.knows(connection.id());
        // One moment for everything: a message that becomes due during the welcome must not reach
        // the player before the answer that includes it.
        let now = self.now();
        if leaves {
            // A player who leaves hears the answer and nothing more of this table.
            self.attendance.remove(connection.id());
        } else if comes {
            let key = self.key_of(&request.command);
            let welcomed = self.welcome(now, &connection, place, key).await;
            if let Err(fault) = welcomed {
                asker.refuse(self.house, self.code, &fault, false);
                return Err(fault);
            }
        }
        let input = Input::Request {
            player: player.clone(),
            request,
        };
        let handed_in = self.hand_in_at(now, input, Some(asker)).await;
        let accepted = handed_in.as_ref().is_ok_and(|accepted| *accepted);
        if joins && accepted {
            let address = connection.address();
            self.house.guesses().was_right(address, self.code.as_str());
        }
        if joins && is_repeat && !attended && handed_in.is_ok() {
            self.show(&connection);
        }
        if revokes && accepted {
            self.expel();
        }
        // A player who was there before stays after a refusal.
        let stays = match handed_in {
            Ok(_) => self.sits(&player),
            Err(_) => attended,
        };
        if leaves && stays {
            self.attend_again(&connection);
        } else if handed_in.is_ok() && !stays && !accepted && !attended {
            self.attendance.remove(connection.id());
        }
        handed_in.map(drop)
    }

    /// Lets a connection whose player could not leave hear the table again.
    fn attend_again(&mut self, connection: &Arc<Connection>) {
        if let Ok(Some(place)) = self.place_for(connection) {
            self.attend(place, connection.player(), None);
        }
    }

    /// Shows a connection the table as it is. If the first try of a join was written but seemed to
    /// fail, its message was sent before this connection was known here.
    fn show(&self, connection: &Connection) {
        let viewer = self.table.viewer(connection.player());
        connection.send(&emission(&self.table.state(viewer)));
    }

    /// The answer to a command that never reaches the table: one of a player who may not send it, a
    /// repeat that the table has forgotten, or one of a player who knows the cards of the other
    /// table.
    async fn answer_early(
        &mut self,
        connection: &Connection,
        request: &Request,
    ) -> Result<Option<Result<Answer, Fault>>, Fault> {
        let player = connection.player();
        if let Err(fault) = self.let_in(connection, &request.command) {
            return Ok(Some(Err(fault)));
        }
        if let Some(id) = &request.command_id
            && self.table.has_forgotten(player, id)
            && let Some(answer) =
                answered_before(self.house, self.code, &self.table, player, id).await?
        {
            return Ok(Some(Ok(answer)));
        }
        if let (table::Command::Join { .. }, Some(twin)) = (&request.command, self.table.twin()) {
            match self.house.knows_cards_of(twin, player).await {
                Ok(false) => {}
                Ok(true) => return Ok(Some(Err(Fault::OtherTable))),
                Err(fault) => return Ok(Some(Err(fault))),
            }
        }
        if matches!(request.command, table::Command::Sync { .. }) {
            metrics::resync();
        }
        Ok(None)
    }

    /// The share key that a command brings, if it opens the table.
    fn key_of(&self, command: &table::Command) -> Option<ShareKey> {
        use table::Command::{Sync, Watch};
        let key = match command {
            Watch { key } | Sync { key, .. } => key.as_ref()?,
            _ => return None,
        };
        let number = self.table.access().opened_by(key);
        number.map(|_| key.clone())
    }

    /// Sends away everybody who watched with a revoked key.
    pub(super) fn expel(&mut self) {
        let revoked = ShareRevoked {
            game_code: self.code.clone(),
        };
        for connection in self.attendance.expel(&self.table) {
            connection.emit("share_revoked", &revoked);
        }
    }

    /// Lets a connection hear what happens from now on. The messages about its own arrival go to
    /// the others before: the newcomer does not know the present number yet, and would take them
    /// for a gap.
    async fn welcome(
        &mut self,
        now: Millis,
        connection: &Arc<Connection>,
        place: Option<Attending>,
        key: Option<ShareKey>,
    ) -> Result<(), Fault> {
        if self.attendance.knows(connection.id()) {
            return Ok(());
        }
        let player = connection.player();
        let input = if !self.attendance.has(player) && connection.is_open() {
            Input::Connected(player.clone())
        } else {
            // Due messages go to those who are there, before one more is.
            Input::Tick
        };
        self.hand_in_at(now, input, None).await?;
        if let Some(place) = place {
            self.attend(place, player, key);
        }
        Ok(())
    }

    /// The place of a connection among those that hear the table; nothing if it has one, or is
    /// gone.
    fn place_for(&self, connection: &Arc<Connection>) -> Result<Option<Attending>, Fault> {
        let id = connection.id();
        if self.attendance.knows(id) {
            return Ok(None);
        }
        let stub = self.stub.clone();
        match connection.attend(Box::new(move || stub.tell(Letter::Parted(id)))) {
            Ok(place) => Ok(Some(place)),
            Err(NoPlace::Gone) => Ok(None),
            Err(NoPlace::Full) => Err(Shortage::TablesAttended.into()),
        }
    }

    /// Adds a connection to those that hear the table.
    fn attend(&mut self, place: Attending, player: &PlayerId, key: Option<ShareKey>) {
        self.departures.back(player);
        self.attendance.add(place, player, key);
    }

    pub(super) async fn part(&mut self, connection: u64) -> Result<(), Fault> {
        if let Some(player) = self.attendance.remove(connection)
            && self.departures.gone(&player, Instant::now())
        {
            self.hand_in(Input::Disconnected(player), None).await?;
        }
        Ok(())
    }

    /// Tells the departures that are due.
    pub(super) async fn tell_departures(&mut self) -> Result<(), Fault> {
        while let Some(player) = self.departures.take_due(Instant::now()) {
            self.hand_in(Input::Disconnected(player), None).await?;
        }
        Ok(())
    }

    fn sits(&self, player: &PlayerId) -> bool {
        self.table.viewer(player).seat().is_some()
    }
}
