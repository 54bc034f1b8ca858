//! The state that a player gets on arrival, on return, and after each message.

use kernel::{Json, Seat, Shown, Viewer};
use serde_json::json;

use crate::effect::Message;
use crate::messages::{Clock, State, Sync, Waiting, WaitingPhase};
use crate::player::PlayerId;
use crate::table::{Stage, Table};

/// About how many bytes a `state` takes besides its view and its legal actions: the clocks of two
/// seats, and the names of all fields.
const STATE_WITHOUT_VIEW: usize = 256;

impl Table {
    /// The game as it has been shown to a viewer so far, under the number of the last message that
    /// it heard.
    pub fn state(&self, viewer: Viewer) -> Message {
        let Shown { view, legal } = self.shown(viewer);
        let clocks = self.clocks(viewer);
        let size = view.text().len() + legal.text().len() + STATE_WITHOUT_VIEW;
        let state = State {
            view,
            legal,
            clocks,
        };
        Message::new("state".into(), &self.code, self.seq(viewer), size, &state)
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
        let Shown { view, legal } = self.shown(viewer);
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
            view,
            legal,
            clocks: self.clocks(viewer),
            events: missed.map(|missed| missed.map(Message::missed).collect()),
        }
    }

    /// A viewer's view of the game, in the words of the wire.
    pub(crate) fn wire_view(&self, viewer: Viewer) -> Json {
        match &self.play {
            Some(play) => play
                .game
                .wire_view(viewer, &play.seating, play.is_event_told())
                .into_value(),
            None => waiting(),
        }
    }

    /// The same, and what the viewer may do.
    fn shown(&self, viewer: Viewer) -> Shown {
        let Some(play) = &self.play else {
            let legal = Json::of(&json!([]));
            return Shown {
                view: waiting(),
                legal,
            };
        };
        let moves = |seat| !self.is_read_only() && self.to_move().contains(seat);
        let asked = viewer.seat().is_some_and(moves);
        play.game
            .wire_shown(viewer, &play.seating, play.is_event_told(), asked)
            .into_value()
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

/// The view before the first game.
fn waiting() -> Json {
    let phase = WaitingPhase::Waiting;
    Json::of(&Waiting { phase })
}
