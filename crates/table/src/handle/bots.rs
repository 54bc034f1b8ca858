//! The times at which a bot moves for a seat, and the question that it gets.

use kernel::Seat;
use serde_json::Value;

use crate::effect::{Ask, Effect};
use crate::settings::Millis;
use crate::table::{BOT_MOMENT, Table};

impl Table {
    /// Asks bots about the turns that are theirs, once each.
    pub(super) fn ask_bots(&mut self, now: Millis) {
        for seat in Seat::all(self.n_seats()) {
            let moves = self.moves_by_bot(seat, now);
            if let Some(asked) = self.asked[seat]
                .as_mut()
                .filter(|asked| moves && !asked.bot)
            {
                asked.bot = true;
                let turn = asked.turn;
                let ask = self.ask(seat, turn);
                self.replies.extend(ask.map(Effect::AskBot));
            }
        }
    }

    /// Whether a bot may move for a seat now.
    fn moves_by_bot(&self, seat: Seat, now: Millis) -> bool {
        self.bot_moves_at(seat).is_some_and(|at| at <= now)
    }

    /// The time from which a bot may move for a seat that must move: a moment after its turn began,
    /// if it is a bot's or its player is away for too long; otherwise when its clock runs out. Bots
    /// do not play among themselves.
    pub(super) fn bot_moves_at(&self, seat: Seat) -> Option<Millis> {
        let sitter = self.chairs[seat].as_ref()?;
        if sitter.is_played_by_bot() {
            let asked = self.asked[seat].filter(|_| self.is_attended())?;
            Some(asked.at.plus(self.settings.pace.of(BOT_MOMENT)))
        } else {
            self.clock_ends(seat)
        }
    }

    pub(super) fn ask(&self, seat: Seat, turn: u64) -> Option<Ask> {
        let play = self.play.as_ref()?;
        let level = self.chairs[seat].as_ref()?.bot.unwrap_or_default();
        Some(Ask {
            game: self.kind.meta().key,
            seat,
            turn,
            level,
            view: play.game.view(kernel::Viewer::Seat(seat)),
            legal: play.game.legal_actions(seat),
            luck: self.deal.as_ref().map(|_| play.bot_luck(seat)),
        })
    }

    pub(super) fn bot(&mut self, now: Millis, seat: Seat, turn: u64, action: &Value) {
        let asked = self.asked.get(seat).copied().flatten();
        if asked.is_none_or(|asked| asked.turn != turn) || !self.moves_by_bot(seat, now) {
            return;
        }
        let Some(play) = &self.play else { return };
        let act = |action: &Value| play.game.action(seat, action, &play.setting());
        let course = act(action).or_else(|refusal| {
            let first = play.game.legal_actions(seat).into_iter().next();
            act(&first.ok_or(refusal)?)
        });
        if let Ok(course) = course {
            let deed = self.decided(seat, true, course);
            self.record(now, None, None, deed);
        }
    }
}
