//! The state that a player gets on arrival, on return, and after each message.

use kernel::{Json, Seat, Viewer};
use serde_json::json;

use crate::effect::Message;
use crate::messages::{Clock, Numbered, State, Sync, Waiting, WaitingPhase};
use crate::player::PlayerId;
use crate::table::{Stage, Table};

impl Table {
    /// The game as it has been shown to a viewer so far, under the number of the last message that
    /// it heard.
    pub fn state(&self, viewer: Viewer) -> Message {
        let number = Json::of(&Numbered {
            game_code: self.code.clone(),
            seq: self.seq(viewer),
        });
        let state = Json::of(&State {
            view: self.wire_view(viewer),
            legal: self.legal(viewer),
            clocks: self.clocks(viewer),
        });
        Message::new("state".into(), number.and(&state))
    }

    /// The messages to a viewer after the one of this number, if all of them are still known.
    pub fn told_since(&self, viewer: Viewer, since: u64) -> Option<Vec<&Message>> {
        let missed = self.voice.stream(viewer).since(since)?;
        Some(missed.collect())
    }

    /// The present state of the table for a player, and the messages since a number, if all of them
    /// are still known.
    pub(crate) fn sync(&self, player: &PlayerId, since: Option<u64>) -> Sync {
        let viewer = self.viewer(player);
        let missed = since.and_then(|since| self.voice.stream(viewer).since(since));
        Sync {
            game_code: self.code.clone(),
            game: self.kind.meta().key,
            seq: self.seq(viewer),
            seat: viewer.seat(),
            host: self.host.clone(),
            private: self.access.is_private(),
            seats: self.chairs.len(),
            players: self.players(),
            options: self.options.clone(),
            table: self.settings.clone(),
            game_number: self.number,
            commitment: self.commitment(),
            deal: self.deal.clone(),
            view: self.wire_view(viewer),
            legal: self.legal(viewer),
            clocks: self.clocks(viewer),
            events: missed.map(|missed| missed.map(Message::missed).collect()),
        }
    }

    /// What a viewer sees of the game, in the words of the wire.
    pub(crate) fn wire_view(&self, viewer: Viewer) -> Json {
        match &self.play {
            Some(play) => play
                .game
                .wire_view(viewer, &play.seating, play.is_event_told())
                .into_value(),
            None => {
                let phase = WaitingPhase::Waiting;
                Json::of(&Waiting { phase })
            }
        }
    }

    fn legal(&self, viewer: Viewer) -> Json {
        let asked = !self.is_read_only();
        let seat = viewer
            .seat()
            .filter(|&seat| asked && self.to_move().contains(seat));
        match (seat, &self.play) {
            (Some(seat), Some(play)) => play.game.wire_legal(seat).into_value(),
            (None, Some(play)) => play.game.wire_idle().into_value(),
            (_, None) => Json::of(&json!([])),
        }
    }

    /// The remaining time of each seat that the viewer knows to be asked.
    fn clocks(&self, viewer: Viewer) -> Vec<Clock> {
        let Some(play) = self.play.as_ref().filter(|_| self.stage == Stage::Playing) else {
            return Vec::new();
        };
        let clock = |seat: Seat| {
            Some(Clock {
                player_uuid: self.chairs[seat].as_ref()?.player.clone(),
                seat,
                millis_left: self.clock_ends(seat)?.0.saturating_sub(self.now.0),
            })
        };
        play.game.awaited(viewer).iter().filter_map(clock).collect()
    }
}
