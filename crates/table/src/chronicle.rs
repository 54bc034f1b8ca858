//! The remains of a game whose journal is deleted: the players and the result.

use kernel::{Kind, Seat};
use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::player::{Nickname, PlayerId};
use crate::restore::RestoreError;
use crate::settings::Millis;
use crate::table::{Stage, Table};

/// A finished game in brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chronicle {
    /// The number of the game at its table, from 1.
    pub number: u32,
    /// When it was over.
    pub at: Millis,
    /// The players at the end, seat by seat.
    pub players: Vec<Played>,
}

/// A player's result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// The name on the chair.
    pub nickname: Nickname,
    /// Whether a bot played at the end.
    pub bot: bool,
    /// The score of their side.
    pub score: i32,
    /// Whether their side won.
    pub won: bool,
}

/// The finished games of a table, in order.
pub fn chronicle(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
    now: Millis,
) -> Result<Vec<Chronicle>, RestoreError> {
    let mut games: Vec<Chronicle> = Vec::new();
    let mut look = |table: &Table, at: Millis| {
        let known = games.last().is_some_and(|game| game.number == table.number);
        if table.stage() == Stage::Finished && !known {
            games.extend(table.chronicle(at));
        }
    };
    let mut table = Table::fold(entries, find, &mut look)?;
    table.release_watched(now, &mut look);
    Ok(games)
}

impl Table {
    fn chronicle(&self, at: Millis) -> Option<Chronicle> {
        let game = &self.play.as_ref()?.game;
        let (scores, winners) = (game.scores(), game.winners());
        let played = |player: crate::messages::PlayerAt| {
            let side = game.side(player.seat);
            Played {
                seat: player.seat,
                player: player.uuid,
                nickname: player.nickname,
                bot: player.bot,
                score: scores[side],
                won: winners.contains(&side),
            }
        };
        Some(Chronicle {
            number: self.number,
            at,
            players: self.players().into_iter().map(played).collect(),
        })
    }
}
