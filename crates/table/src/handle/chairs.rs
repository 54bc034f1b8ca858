//! Commands about chairs: who sits down, who is added or removed, and whose chair is offered.

use kernel::Seat;

use crate::bot::Level;
use crate::deal::DUPLICATE_BOTS;
use crate::entry::Fact;
use crate::fair::Entropy;
use crate::player::{Nickname, PlayerId};
use crate::refusal::{Refusal, codes, reasons};
use crate::sitter::Sitter;
use crate::table::{Stage, Table};

use super::game_running;

impl Table {
    pub(super) fn join(
        &self,
        player: &PlayerId,
        nickname: &Nickname,
        seat: Option<Seat>,
        entropy: Option<Entropy>,
    ) -> Result<Fact, Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::new(
                codes::ALREADY_SEATED,
                "you already sit at this table",
            ));
        }
        if let Some(seat) = self.left_by(player) {
            return Ok(Fact::Reconnected { seat });
        }
        let free = self.chair(seat);
        let seat = free.or_else(|full| self.offered_chair(seat).ok_or(full))?;
        // A player who takes a chair over may have the same name as its former player.
        let mut others = self.chairs.iter().filter(|(other, _)| *other != seat);
        let is_alike = |sitter: &Sitter| sitter.nickname.is_like(nickname);
        if others.any(|(_, chair)| chair.as_ref().is_some_and(is_alike)) {
            return Err(Refusal::new(
                codes::NAME_TAKEN,
                format!("somebody at this table is called {nickname} already"),
            ));
        }
        let (player, nickname) = (player.clone(), nickname.clone());
        let entropy = entropy.filter(|_| self.deal.is_none());
        Ok(Fact::Seated {
            seat,
            player,
            nickname,
            entropy,
            bot: None,
        })
    }

    /// The chair that this player left in the running game; it is kept for them.
    fn left_by(&self, player: &PlayerId) -> Option<Seat> {
        let is_theirs = |sitter: &Sitter| sitter.left && sitter.player == *player;
        self.chairs
            .iter()
            .find(|(_, chair)| chair.as_ref().is_some_and(is_theirs))
            .map(|(seat, _)| seat)
    }

    /// The chair that was asked for, or the first free one.
    pub(super) fn chair(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let full = |message: &str| Refusal::new(codes::FULL, message);
        match seat {
            None => self.free_seat().ok_or_else(|| full("every chair is taken")),
            Some(seat) => match self.chairs.get(seat) {
                None => {
                    let n_seats = self.chairs.len();
                    Err(Refusal::malformed(format!(
                        "there is no seat {seat}: this table has {n_seats}, numbered from 0"
                    )))
                }
                Some(Some(_)) => Err(full("this chair is taken")),
                Some(None) => Ok(seat),
            },
        }
    }

    /// The requested chair, or the first one, if the people at the table offer it.
    fn offered_chair(&self, seat: Option<Seat>) -> Option<Seat> {
        let wanted = |other: &Seat| seat.is_none_or(|seat| seat == *other);
        let mut seats = Seat::all(self.n_seats()).filter(wanted);
        seats.find(|seat| self.is_offered(*seat))
    }

    pub(super) fn add_bot(
        &self,
        player: &PlayerId,
        seat: Option<Seat>,
        level: Level,
    ) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        let level = if self.is_duplicate() {
            DUPLICATE_BOTS
        } else {
            level
        };
        Ok(self.new_bot(self.chair(seat)?, level))
    }

    /// A bot for a free chair.
    pub(crate) fn new_bot(&self, seat: Seat, level: Level) -> Fact {
        Fact::Seated {
            seat,
            player: PlayerId::of_bot(&self.code, self.last_entry + 1),
            nickname: self.bot_name(seat),
            entropy: None,
            bot: Some(level),
        }
    }

    /// A name with the number of its seat, or the next that nobody has.
    fn bot_name(&self, seat: Seat) -> Nickname {
        let is_free = |name: &Nickname| {
            let mut sitters = self.chairs.values().flatten();
            !sitters.any(|sitter| sitter.nickname.is_like(name))
        };
        let mut names = (seat.0 + 1..=u8::MAX).map(Nickname::of_bot);
        let name = names.find(is_free);
        name.unwrap_or_else(|| Nickname::of_bot(seat.0 + 1))
    }

    pub(super) fn remove_seat(&self, player: &PlayerId, seat: Seat) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        if self.stage == Stage::Playing {
            return Err(game_running());
        }
        if !self.is_duplicate() || self.stage != Stage::Waiting {
            self.must_have_own_luck()?;
        }
        match self.chairs.get(seat) {
            Some(Some(_)) => Ok(Fact::Left { seat }),
            _ => Err(Refusal::new(
                codes::NOT_SEATED,
                format!("nobody sits in seat {seat}"),
            )),
        }
    }

    /// Those who are still there decide whether somebody else may take the chair of a player who
    /// has gone.
    pub(super) fn offer_seat(
        &self,
        player: &PlayerId,
        seat: Seat,
        agree: bool,
    ) -> Result<Fact, Refusal> {
        let by = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if !self.is_abandoned(seat) {
            return Err(Refusal::illegal(
                reasons::NOT_ABANDONED,
                "only a chair whose player has gone can be offered while a game is played",
            ));
        }
        let sitter = self.chairs[seat].as_ref();
        if sitter.is_some_and(|sitter| sitter.offered_by.contains(by) == agree) {
            return Err(Refusal::illegal(
                reasons::ALREADY_SAID,
                "you have already said so",
            ));
        }
        Ok(Fact::Offered { seat, by, agree })
    }

    fn must_host(&self, player: &PlayerId) -> Result<(), Refusal> {
        if self.host == *player {
            Ok(())
        } else {
            Err(Refusal::new(
                codes::NOT_HOST,
                "only the host of the table may do this",
            ))
        }
    }

    pub(super) fn own_seat(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        self.seat_of(player)
            .ok_or_else(|| Refusal::new(codes::NOT_SEATED, "you do not sit at this table"))
    }
}
