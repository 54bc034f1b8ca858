//! The limit on arranging a table anew.

use crate::command::Command;
use crate::player::PlayerId;
use crate::refusal::{Refusal, codes};
use crate::table::{MOST_ARRANGEMENTS, Table};

impl Table {
    /// Refuses to arrange the table anew too often: its journal would grow without end. Everybody
    /// can still leave, revoke keys and agree to the next game.
    pub(super) fn may_arrange(&self, player: &PlayerId, command: &Command) -> Result<(), Refusal> {
        let has_agreed = || {
            let seat = self.seat_of(player);
            let chair = seat.and_then(|seat| self.chairs[seat].as_ref());
            chair.is_some_and(|sitter| sitter.agreed)
        };
        let adds = match command {
            Command::Rematch { .. } => has_agreed(),
            Command::Join { .. }
            | Command::AddBot { .. }
            | Command::RemoveSeat { .. }
            | Command::Offer { .. }
            | Command::AddEntropy { .. }
            | Command::Share => true,
            Command::Watch { .. }
            | Command::Sync { .. }
            | Command::Leave
            | Command::Unshare { .. }
            | Command::Advise
            | Command::Act { .. } => false,
        };
        if !adds || self.arrangements < MOST_ARRANGEMENTS {
            return Ok(());
        }
        Err(Refusal {
            reason: Some("changes_of_table"),
            ..Refusal::new(
                codes::TOO_MANY,
                "this table was rearranged too often: play a game, or open another table",
            )
        })
    }
}
