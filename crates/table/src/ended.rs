//! The result of a game, for the history of games.
//!
//! It is made when the entry that ends the game is applied, not when the last message is shown. It
//! can therefore be written together with that entry, and a journal gives exactly the same again
//! ([`ended_games`]). It never reveals hidden pieces, only figures about them: these are for the
//! players, after the game.

use kernel::{Figures, Kind, Seat, Side};

use crate::bot::Level;
use crate::deal::Deal;
use crate::entry::Entry;
use crate::player::{Nickname, PlayerId};
use crate::restore::RestoreError;
use crate::settings::Millis;
use crate::sitter::Sitter;
use crate::table::Table;

/// A game that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The number of the game at its table, from 1.
    pub number: u32,
    /// The key of the game.
    pub game: &'static str,
    /// The entry that ended it.
    pub seq: u64,
    /// When it ended.
    pub at: Millis,
    /// The shared luck of its table, if it was not the table's own.
    pub deal: Option<Deal>,
    /// The result of each seat, in order.
    pub seats: Vec<EndedSeat>,
}

/// The result of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeat {
    /// The seat.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// The player who holds the chair; `None` for a bot.
    pub player: Option<PlayerId>,
    /// The level of the bot that sat there, or that ended the game for a player who had gone.
    pub bot: Option<Level>,
    /// The name on the chair.
    pub nickname: Nickname,
    /// Whether the side won.
    pub won: bool,
    /// The score of the side.
    pub score: i32,
    /// The other figures.
    pub figures: Figures,
}

/// The games of a journal that ended and count in the history, in order.
pub fn ended_games(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
) -> Result<Vec<Ended>, RestoreError> {
    let table = Table::fold(entries, find, &mut |_, _| {})?;
    Ok(table.ended)
}

impl Table {
    /// Notes that this entry ends the game, if it does. A lesson does not count: its cards are the
    /// same for everybody, and a guide helps.
    pub(crate) fn note_end(&mut self, entry: &Entry) {
        let Some(play) = self.play.as_ref().filter(|play| play.is_over()) else {
            return;
        };
        if self.deal.as_ref().is_some_and(|deal| !deal.is_remembered()) {
            return;
        }
        let game = play.last_game();
        let (scores, winners) = (game.scores(), game.winners());
        let seat = |(seat, chair): (Seat, &Option<Sitter>)| {
            let sitter = chair.as_ref()?;
            let side = game.side(seat);
            let is_persons = sitter.bot.is_none() || sitter.left;
            let bot = sitter.bot.unwrap_or_default();
            Some(EndedSeat {
                seat,
                side,
                player: is_persons.then(|| sitter.player.clone()),
                bot: sitter.is_played_by_bot().then_some(bot),
                nickname: sitter.nickname.clone(),
                won: winners.contains(&side),
                score: scores.get(side).copied().unwrap_or_default(),
                figures: play.figures[seat].clone(),
            })
        };
        let ended = Ended {
            number: self.number,
            game: self.kind.meta().key,
            seq: entry.seq,
            at: entry.at,
            deal: self.deal.clone(),
            seats: self.chairs.iter().filter_map(seat).collect(),
        };
        self.ended.push(ended);
    }
}
