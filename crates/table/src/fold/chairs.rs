//! The effect of the entries about chairs: who sits down, leaves, is away, comes back or is
//! replaced by a bot.

use kernel::{Json, Seat, SeatSet, Viewer};

use crate::bot::Level;
use crate::deal::Deal;
use crate::fair::Entropy;
use crate::messages::{AboutPlayer, Joined};
use crate::player::{Nickname, PlayerId};
use crate::settings::Millis;
use crate::sitter::Sitter;
use crate::table::{Stage, Table};
use crate::voice::Form;

impl Table {
    pub(super) fn seat(
        &mut self,
        seat: Seat,
        player: &PlayerId,
        nickname: &Nickname,
        entropy: Option<&Entropy>,
        bot: Option<Level>,
    ) {
        // The player who opened both tables of a duplicate sits at one of them.
        let of_two = self.deal.as_ref().is_some_and(Deal::is_duplicate);
        if of_two && bot.is_none() && self.seat_of(&self.host).is_none() {
            self.host = player.clone();
        }
        self.chairs[seat] = Some(Sitter {
            player: player.clone(),
            nickname: nickname.clone(),
            entropy: entropy.cloned(),
            bot,
            away_since: None,
            taken_over: false,
            left: false,
            offered_by: SeatSet::EMPTY,
            agreed: true,
        });
        // A player who takes over in a running game moves from now on, and is named in its
        // messages.
        let seating = self.seating();
        if let Some(play) = self.play.as_mut().filter(|_| self.stage == Stage::Playing) {
            play.seating = seating;
            self.forget_offers_of(seat);
            self.hear_no_bot(seat);
        }
        let fields = Json::of(&Joined {
            player_uuid: player.clone(),
            nickname: nickname.clone(),
            seat,
            position: seat.0 + 1,
            bot: bot.is_some(),
            players: self.players(),
            commitment: self.commitment(),
        });
        // A player who already sits there hears of an opponent.
        let is_opponent = |viewer: &Viewer| viewer.seat().is_some_and(|other| other != seat);
        let (opponents, others): (Vec<Viewer>, Vec<Viewer>) =
            self.voice.viewers().partition(is_opponent);
        let form = |to: Vec<Viewer>, name: &'static str| Form {
            to: to.into_iter().collect(),
            name: name.into(),
            fields: fields.clone(),
        };
        let forms = vec![
            form(opponents, "opponent_joined"),
            form(others, "player_joined"),
        ];
        self.voice.tell(forms, false);
    }

    pub(super) fn leave(&mut self, seat: Seat) {
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        let player = sitter.player.clone();
        if self.stage == Stage::Playing {
            sitter.left = true;
            sitter.bot = Some(Level::default());
        } else {
            self.chairs[seat] = None;
        }
        self.pass_host(&player);
        let about = self.about(seat, &player);
        self.voice.tell_all("player_left", &about);
        if self.stage == Stage::Playing {
            self.voice.tell_all("bot_took_over", &about);
        }
    }

    /// If the host leaves, the player in the lowest seat becomes the host.
    fn pass_host(&mut self, left: &PlayerId) {
        if self.host == *left {
            let next = self
                .chairs
                .values()
                .flatten()
                .find(|sitter| sitter.is_human());
            if let Some(next) = next {
                self.host = next.player.clone();
            }
        }
    }

    pub(super) fn disconnect(&mut self, seat: Seat, at: Millis) {
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        sitter.away_since = Some(at);
        let player = sitter.player.clone();
        let about = self.about(seat, &player);
        self.voice.tell_all("player_disconnected", &about);
    }

    pub(super) fn reconnect(&mut self, seat: Seat, at: Millis) {
        if !self.is_attended() {
            self.begin_turns_anew(at);
        }
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        sitter.away_since = None;
        sitter.taken_over = false;
        if sitter.left {
            sitter.left = false;
            sitter.bot = None;
        }
        sitter.offered_by = SeatSet::EMPTY;
        let player = sitter.player.clone();
        self.hear_no_bot(seat);
        let about = self.about(seat, &player);
        self.voice.tell_all("player_reconnected", &about);
    }

    pub(super) fn take_over(&mut self, seat: Seat) {
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        sitter.taken_over = true;
        let player = sitter.player.clone();
        let about = self.about(seat, &player);
        self.voice.tell_all("bot_took_over", &about);
    }

    pub(super) fn offer(&mut self, seat: Seat, by: Seat, agree: bool) {
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        if agree {
            sitter.offered_by.insert(by);
        } else {
            sitter.offered_by.remove(by);
        }
        let player = sitter.player.clone();
        let about = self.about(seat, &player);
        self.voice.tell_all("seat_offered", &about);
    }

    /// A player's agreement does not bind the next one in the same seat.
    fn forget_offers_of(&mut self, by: Seat) {
        for seat in Seat::all(self.n_seats()) {
            if let Some(sitter) = &mut self.chairs[seat] {
                sitter.offered_by.remove(by);
            }
        }
    }

    /// The fields of a message about a player.
    pub(super) fn about(&self, seat: Seat, player: &PlayerId) -> AboutPlayer {
        AboutPlayer {
            player_uuid: player.clone(),
            seat,
            host: self.host.clone(),
            players: self.players(),
        }
    }
}
