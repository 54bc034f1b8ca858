//! The play: laying a card on the stack, and its consequences.

use kernel::{Draft, Game, Seat};
use pieces::{Card, CardSet};

use super::show::show;
use super::{Illegal, won};
use crate::score::{self, Stack, Tally, peg_value};
use crate::state::{Cribbage, Event};

impl Cribbage {
    /// Whether a seat can play at this count.
    pub(crate) fn can_play(&self, seat: Seat) -> bool {
        self.hand(seat)
            .iter()
            .any(|card| self.table.stack.fits(card))
    }

    /// A seat plays a card. Decides who plays next, who says go, and when the show begins.
    pub(super) fn play(
        &self,
        draft: &mut Draft<Cribbage>,
        seat: Seat,
        card: Card,
    ) -> Result<(), Illegal> {
        if !self.hand(seat).contains(card) {
            return Err(Illegal::NotInHand(CardSet::only(card)));
        }
        let mut stack = self.table.stack.clone();
        if stack.push(card).is_err() {
            let total = stack.count() + peg_value(card.rank());
            return Err(Illegal::WouldExceed31 { card, total });
        }
        let mut tally = stack.tally();

        // The table with the card on it, to see who can play on.
        let mut after = self.clone();
        after.apply(&Event::Played {
            seat,
            card,
            tally: Tally::new(),
            next: None,
        });
        let n_seats = self.n_seats();
        let goes_on = seat.round(n_seats).find(|&seat| after.can_play(seat));
        if goes_on.is_none() && stack.count() < Stack::LIMIT {
            tally.push(score::last_card(card));
        }
        let leads = seat.round(n_seats).find(|&seat| after.table.held[seat] > 0);
        let wins = self.wins_with(seat, tally.total());
        let next = goes_on.or(leads).filter(|_| !wins);
        draft.emit(Event::Played {
            seat,
            card,
            tally,
            next,
        });
        if won(draft) {
            return Ok(());
        }
        match (goes_on, leads) {
            (Some(next), _) => {
                for silent in seat.round(n_seats).take_while(|&other| other != next) {
                    let table = &draft.game().table;
                    if table.held[silent] > 0 && !table.said_go.contains(silent) {
                        draft.emit(Event::WentGo { seat: silent });
                    }
                }
            }
            (None, Some(leader)) => draft.emit(Event::CountReset { leader }),
            (None, None) => {
                draft.emit(Event::PlayFinished);
                show(draft);
            }
        }
        Ok(())
    }
}
