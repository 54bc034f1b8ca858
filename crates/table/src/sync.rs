//! What a player finds on coming to the table, or on coming back.

use kernel::{Seat, Viewer, fields};
use serde_json::{Value, json};

use crate::effect::Message;
use crate::messages::{Clock, Sync, Waiting, WaitingPhase};
use crate::player::PlayerId;
use crate::table::{Stage, Table};

impl Table {
    /// The table as a player may see it now, and what they missed since a message,
    /// if all of it is still known.
    pub(crate) fn sync(&self, player: &PlayerId, since: Option<u64>) -> Sync {
        let viewer = self.viewer(player);
        let missed = since.and_then(|since| self.voice.told().since(since, viewer));
        Sync {
            game_code: self.code.clone(),
            game: self.kind.meta().key,
            seq: self.seq(),
            seat: viewer.seat(),
            host: self.host.clone(),
            seats: self.chairs.len(),
            players: self.players(),
            options: self.options.clone(),
            table: self.settings.clone(),
            game_number: self.number,
            commitment: self.commitment(),
            view: self.wire_view(viewer),
            legal: self.legal(viewer),
            clocks: self.clocks(),
            events: missed.map(|missed| missed.into_iter().map(Message::missed).collect()),
        }
    }

    /// What a viewer sees of the game, in the words of the wire.
    pub(crate) fn wire_view(&self, viewer: Viewer) -> Value {
        match &self.play {
            Some(play) => play
                .game
                .wire_view(viewer, &play.seating, play.is_event_told())
                .into_value(),
            None => {
                let phase = WaitingPhase::Waiting;
                fields(&Waiting { phase }).into()
            }
        }
    }

    fn legal(&self, viewer: Viewer) -> Value {
        let seat = viewer.seat().filter(|&seat| self.to_move().contains(seat));
        match (seat, &self.play) {
            (Some(seat), Some(play)) => play.game.wire_legal(seat).into_value(),
            (None, Some(play)) => play.game.wire_idle().into_value(),
            (_, None) => json!([]),
        }
    }

    /// How long each seat that is to move may still think.
    fn clocks(&self) -> Vec<Clock> {
        if self.stage != Stage::Playing {
            return Vec::new();
        }
        let clock = |seat: Seat| {
            Some(Clock {
                player_uuid: self.chairs[seat].as_ref()?.player.clone(),
                seat,
                millis_left: self.clock_ends(seat)?.0.saturating_sub(self.now.0),
            })
        };
        Seat::all(self.n_seats()).filter_map(clock).collect()
    }
}
