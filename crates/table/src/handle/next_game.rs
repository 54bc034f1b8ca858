//! The next game at a table: who agrees to it, what players add to its luck, and how it starts.

use kernel::{Seat, Setting};

use crate::deal::Deal;
use crate::entry::Fact;
use crate::fair::Entropy;
use crate::player::PlayerId;
use crate::refusal::{Refusal, reasons};
use crate::show::{ToRecord, run_of};
use crate::table::{Stage, Table};

use super::{game_running, not_started};

impl Table {
    /// The next game: with the options of the table, or those that follow from the previous game.
    pub(super) fn next_game(&self) -> Option<ToRecord> {
        let number = self.current_number();
        let follows = self.play.as_ref().and_then(|play| play.game.rematch());
        let options = follows
            .filter(|options| self.kind.start(options).is_ok())
            .unwrap_or_else(|| self.options.clone());
        let entropy = self.chairs.map(|_, chair| chair.as_ref()?.entropy.clone());
        let secret = self.secret.of_game(number);
        let setting = Setting {
            key: &self.key(number, &entropy),
            draws: 0,
            seating: &self.seating(),
        };
        let game = self.kind.start(&options).ok()?;
        let mut course = game.begin(&setting).ok()?;
        let fact = Fact::Started {
            number,
            options,
            commitment: secret.commitment(),
            entropy,
            run: run_of(&mut course, &secret),
        };
        Some(ToRecord {
            fact,
            course: Some(course),
        })
    }

    pub(super) fn rematch(
        &self,
        player: &PlayerId,
        entropy: Option<Entropy>,
    ) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if entropy.is_some() {
            self.must_not_have_added(seat)?;
        }
        match self.stage {
            Stage::Finished => Ok(Fact::Agreed { seat, entropy }),
            Stage::Playing => Err(game_running()),
            Stage::Waiting | Stage::Closed => Err(not_started()),
        }
    }

    pub(super) fn add_entropy(&self, player: &PlayerId, entropy: Entropy) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        if self.stage == Stage::Playing {
            return Err(game_running());
        }
        self.must_have_own_luck()?;
        self.must_not_have_added(seat)?;
        Ok(Fact::Added { seat, entropy })
    }

    pub(super) fn is_duplicate(&self) -> bool {
        self.deal.as_ref().is_some_and(Deal::is_duplicate)
    }

    /// Shared luck allows one game, against these bots, with this luck.
    pub(super) fn must_have_own_luck(&self) -> Result<(), Refusal> {
        match &self.deal {
            None => Ok(()),
            Some(_) => Err(Refusal::illegal(
                reasons::SAME_FOR_ALL,
                "others play with the same luck: there is one game, and nobody else comes or looks",
            )),
        }
    }

    /// A seat adds entropy to a game once: nobody can fill a journal with it.
    fn must_not_have_added(&self, seat: Seat) -> Result<(), Refusal> {
        match &self.chairs[seat] {
            Some(sitter) if sitter.entropy.is_some() => Err(Refusal::illegal(
                reasons::ENTROPY_ADDED,
                "you have already added to the luck of this game",
            )),
            _ => Ok(()),
        }
    }
}
