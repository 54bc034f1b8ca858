//! The clues of the auction and the play about the dominoes that a seat still holds.
//!
//! A seat that does not follow a suit holds none of it; in sevens a seat that plays a domino holds
//! none nearer to seven pips; a seat that plunged or splashed held its doubles. Other facts are not
//! certain: a pass, a low bid or a clumsy play is a choice and proves nothing.

use super::trick_table::set;
use super::void::ruled_out;
use crate::contract::Contract;
use crate::hand::Hand;
use crate::sides::SEATS;
use kernel::{BySeat, Seat};
use pieces::DominoSet;

/// The certain facts about the dominoes of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clue {
    /// The number of dominoes it holds.
    pub(crate) held: usize,
    /// The dominoes it may hold; it holds no others.
    pub(crate) may_hold: DominoSet,
    /// The least number of doubles it holds.
    pub(crate) doubles: usize,
}

/// The certain facts about each seat's dominoes, from the auction and the play alone.
pub(crate) fn clues(hand: &Hand, contract: Option<Contract>) -> BySeat<Clue> {
    let mut clues = BySeat::from_fn(SEATS, |seat| Clue {
        held: hand.held(seat),
        may_hold: DominoSet::FULL,
        doubles: doubles_left(hand, seat),
    });
    let Some(contract) = contract else {
        return clues;
    };
    let complete = hand.tricks.iter().map(|trick| &trick.plays);
    for plays in complete.chain([&hand.open]) {
        let lead = plays.first().map(|play| play.domino.index());
        for play in plays {
            let ruled_out = ruled_out(contract, lead, play.domino.index());
            clues[play.seat].may_hold -= set(ruled_out);
        }
    }
    clues
}

/// The doubles that a seat must still hold: those its bid needed, minus those it has played.
fn doubles_left(hand: &Hand, seat: Seat) -> usize {
    let needed = hand
        .auction
        .calls()
        .filter(|(speaker, _)| *speaker == seat)
        .filter_map(|(_, call)| call.bid())
        .map(|bid| bid.doubles_needed())
        .sum::<u8>();
    let played = hand.played_by(seat);
    let doubles = played.iter().filter(|domino| domino.is_double()).count();
    usize::from(needed).saturating_sub(doubles)
}
