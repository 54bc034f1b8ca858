//! What a player finds on coming to the table, or on coming back.

use kernel::{Payload, Seat, Viewer};
use serde_json::{Value, json};

use crate::player::PlayerId;
use crate::table::{Stage, Table, fields};

impl Table {
    /// The table as a player may see it now, and what they missed since a message,
    /// if all of it is still known.
    pub(crate) fn sync(&self, player: &PlayerId, since: Option<u64>) -> Payload {
        let viewer = self.viewer(player);
        let mut sync = fields(json!({
            "gameCode": self.code,
            "game": self.kind.meta().key,
            "seq": self.seq(),
            "seat": viewer.seat(),
            "host": self.host,
            "seats": self.chairs.len(),
            "players": self.players(),
            "options": self.options,
            "table": self.settings,
            "gameNumber": self.number,
            "commitment": self.commitment(),
            "view": self.wire_view(viewer),
            "legal": self.legal(viewer),
            "clocks": self.clocks(),
        }));
        if let Some(since) = since
            && let Some(missed) = self.voice.told().since(since, viewer)
        {
            let events: Vec<Value> = missed
                .into_iter()
                .map(|message| message.to_json())
                .collect();
            sync.insert("events".to_owned(), events.into());
        }
        sync
    }

    /// What a viewer sees of the game, in the words of the wire.
    pub(crate) fn wire_view(&self, viewer: Viewer) -> Value {
        match &self.play {
            Some(play) => play
                .game
                .wire_view(viewer, &play.seating, play.is_event_told())
                .into_value(),
            None => json!({ "phase": "waiting" }),
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
    fn clocks(&self) -> Value {
        if self.stage != Stage::Playing {
            return json!([]);
        }
        let clock = |seat: Seat| {
            let left = self.clock_ends(seat)?.0.saturating_sub(self.now.0);
            let player = &self.chairs[seat].as_ref()?.player;
            Some(json!({ "playerUuid": player, "seat": seat, "millisLeft": left }))
        };
        Seat::all(self.n_seats()).filter_map(clock).collect()
    }
}
