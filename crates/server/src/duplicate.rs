//! Two tables with the same luck, as the journal knows them.
//!
//! Neither table needs the other while it runs: the results of both are read from the journal when
//! somebody asks. Therefore it does not matter which node runs which table, or whether both run at
//! once.

use std::net::IpAddr;
use std::sync::Arc;

use table::messages::PlayerAt;
use table::{Access, Chronicle, Commitment, Fact, GameCode, PlayerId};

use crate::error::Fault;
use crate::house::Shared;
use crate::journal::{self, Told};
use crate::mailbox::Progress;

/// One of the two tables.
pub(crate) struct OfTwo {
    pub(crate) code: GameCode,
    pub(crate) access: Access,
    /// The players who sit there, and the bots.
    pub(crate) players: Vec<PlayerAt>,
    pub(crate) commitment: Option<Commitment>,
    pub(crate) has_begun: bool,
    pub(crate) is_closed: bool,
    /// Its game, once it has been shown to its end.
    pub(crate) game: Option<Chronicle>,
    /// The reason why nobody can say now whether its game has been shown to its end.
    pub(crate) doubt: Option<Fault>,
}

impl OfTwo {
    /// Whether nobody plays there any more.
    pub(crate) const fn has_ended(&self) -> bool {
        self.game.is_some() || self.is_closed
    }

    /// Whether it still waits for players.
    pub(crate) const fn waits(&self) -> bool {
        !self.has_begun && !self.has_ended()
    }

    /// Whether a player sits or sat there.
    pub(crate) fn has_member(&self, player: &PlayerId) -> bool {
        let sits = self
            .players
            .iter()
            .any(|here| !here.bot && here.uuid == *player);
        let games = self.game.iter().flat_map(|game| &game.players);
        let mut played = games.filter(|played| !played.bot);
        let sat = self.access.is_private() && self.access.admits(player);
        sits || sat || played.any(|played| played.player == *player)
    }

    /// A table that an operator has deleted.
    fn gone(code: GameCode) -> OfTwo {
        OfTwo {
            code,
            access: Access::default(),
            players: Vec::new(),
            commitment: None,
            has_begun: true,
            is_closed: true,
            game: None,
            doubt: None,
        }
    }
}

/// Both tables, for somebody at this address.
pub(crate) async fn tables(
    house: &Arc<Shared>,
    address: IpAddr,
    first: &GameCode,
    second: &GameCode,
) -> Result<[OfTwo; 2], Fault> {
    let codes = [first.clone(), second.clone()];
    let progress = tokio::join!(house.progress(first), house.progress(second));
    let read = move |house: &Shared| {
        let [first, second] = codes;
        Ok([
            read_table(house, first, progress.0)?,
            read_table(house, second, progress.1)?,
        ])
    };
    house.work_out(address, read).await
}

/// Whether nobody plays at either table any more, if that is known.
pub(crate) fn have_ended(tables: &[OfTwo; 2]) -> Result<bool, Fault> {
    match tables.iter().find_map(|table| table.doubt.clone()) {
        Some(fault) => Err(fault),
        None => Ok(tables.iter().all(OfTwo::has_ended)),
    }
}

fn read_table(
    house: &Shared,
    code: GameCode,
    progress: Result<Option<Progress>, Fault>,
) -> Result<OfTwo, Fault> {
    let record = match house.journal().load(&journal::code_of(&code)) {
        Err(store::Error::NotFound { .. }) => return Ok(OfTwo::gone(code)),
        record => record?,
    };
    let Told {
        entries,
        now,
        is_finished,
        doubt,
    } = Told::of(record, progress, house.now())?;
    let find = |key: &str| house.games().find(key);
    let games = table::chronicle(&entries, find, now);
    let games = games.map_err(|error| journal::corrupt(&code, error))?;
    let table = journal::restore(house.games(), &code, &entries)?;
    let is_closed = |entry: &table::Entry| matches!(entry.fact, Fact::Closed { .. });
    Ok(OfTwo {
        access: Access::of(&entries),
        // The commitment of the one game that there is.
        commitment: (table.n_games() == 0)
            .then(|| table.commitment())
            .or_else(|| {
                entries.iter().find_map(|entry| match &entry.fact {
                    Fact::Started { commitment, .. } => Some(*commitment),
                    _ => None,
                })
            }),
        players: table.players(),
        has_begun: table.n_games() > 0,
        is_closed: is_finished || entries.iter().any(is_closed),
        game: games.into_iter().next(),
        doubt,
        code,
    })
}

impl Shared {
    /// Whether a player sits at a table, or sat there during its game: then they know its cards.
    pub(crate) async fn knows_cards_of(
        &self,
        code: &GameCode,
        player: &PlayerId,
    ) -> Result<bool, Fault> {
        let table = match journal::load_table(self, code).await {
            Err(Fault::NoTable) => return Ok(false),
            table => table?,
        };
        let sits = table.viewer(player).seat().is_some();
        Ok(sits || table.n_games() > 0 && table.access().admits(player))
    }
}
