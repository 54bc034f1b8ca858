//! The tricks: dominoes are played or laid down, and the hand is scored.

use super::{Illegal, asked_for};
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::hand::{Hand, Pledge, Trick};
use crate::play::{Claim, Turns};
use crate::score::HandResult;
use crate::sides::side_of;
use crate::state::{Action, Event, Texas42};
use kernel::{BySide, Draft, Seat};
use pieces::{Domino, DominoSet};

impl Texas42 {
    /// The plays of a seat, and a claim if it is certain.
    pub(super) fn legal_plays(&self, hand: &Hand, seat: Seat) -> Vec<Action> {
        let Some(contract) = hand.contract(&self.table.options) else {
            return Vec::new();
        };
        let mut actions: Vec<Action> = contract
            .legal_plays(self.hand(seat), hand.lead())
            .iter()
            .map(Action::Play)
            .collect();
        if self.check_claim(hand, seat).is_ok() {
            actions.push(Action::LayDown);
        }
        actions
    }

    pub(super) fn play(
        &self,
        draft: &mut Draft<Texas42>,
        hand: &Hand,
        seat: Seat,
        domino: Domino,
    ) -> Result<(), Illegal> {
        let (pledge, contract) = self.in_play(hand)?;
        check_play(contract, self.hand(seat), hand.lead(), domino)?;
        let complete = hand.open.len() + 1 == contract.trick_size();
        let next = (!complete).then(|| Turns::new(contract, pledge.bidder).after(seat));
        draft.emit(Event::DominoPlayed { seat, domino, next });
        if complete {
            win_trick(draft, contract);
        }
        Ok(())
    }

    pub(super) fn lay_down(
        &self,
        draft: &mut Draft<Texas42>,
        hand: &Hand,
        seat: Seat,
    ) -> Result<(), Illegal> {
        self.check_claim(hand, seat)?;
        let dominoes = self.hand(seat);
        draft.emit(Event::LaidDown { seat, dominoes });
        score_hand(draft);
        Ok(())
    }

    /// Whether the seat can be certain of the rest, for all possible hands of the others.
    fn check_claim(&self, hand: &Hand, seat: Seat) -> Result<(), Illegal> {
        let (pledge, contract) = self.in_play(hand)?;
        if side_of(seat) != pledge.side() {
            return Err(Illegal::NotTheBiddingSide);
        }
        let leader = pledge.first_leader(self.table.options.plunge_leader);
        let plays: Vec<Domino> = hand.plays().map(|play| play.domino).collect();
        let own = self.hand(seat);
        let claim = Claim::new(contract, pledge.bidder, leader, seat, own, &plays);
        if claim.is_ok_and(|claim| claim.is_certain()) {
            Ok(())
        } else if pledge.declaration == Declaration::Nello {
            Err(Illegal::NelloNotCertain)
        } else {
            Err(Illegal::RestNotCertain)
        }
    }

    /// The pledge and the contract. This is called only after the declaration.
    fn in_play(&self, hand: &Hand) -> Result<(Pledge, Contract), Illegal> {
        let pledge = hand.pledge();
        pledge
            .zip(hand.contract(&self.table.options))
            .ok_or(Illegal::NotNow(asked_for(self.table.phase)))
    }
}

/// Whether a seat with this hand may play this domino on this lead.
pub(crate) fn check_play(
    contract: Contract,
    held: DominoSet,
    lead: Option<Domino>,
    domino: Domino,
) -> Result<(), Illegal> {
    if !held.contains(domino) {
        return Err(Illegal::NotInHand(domino));
    }
    let legal = contract.legal_plays(held, lead);
    if legal.contains(domino) {
        return Ok(());
    }
    // A seat is refused only if it holds a domino that it must play.
    match lead.and_then(|lead| contract.led_suit(lead)) {
        Some(suit) => Err(Illegal::MustFollow { suit, held: legal }),
        None => Err(Illegal::MustPlayNearest { held: legal }),
    }
}

/// Gives a complete trick to its winner, then ends the hand if it is decided.
fn win_trick(draft: &mut Draft<Texas42>, contract: Contract) {
    let Some(hand) = &draft.game().table.hand else {
        return;
    };
    let Some(trick) = Trick::new(contract, hand.open.clone()) else {
        return;
    };
    draft.emit(Event::TrickWon { seat: trick.winner });
    score_hand(draft);
}

/// Scores the hand if it is over, then ends the game if it is won.
fn score_hand(draft: &mut Draft<Texas42>) {
    let Some(score) = draft.game().table.hand_score() else {
        return;
    };
    let HandResult { pledge, why, .. } = score.result;
    let made = why.is_made().then(|| pledge.side());
    let awards = BySide::from(vec![score.awards.north_south, score.awards.east_west]);
    draft.emit(Event::HandScored { awards });
    let table = &draft.game().table;
    if let Some(side) = table.score.winner(&table.options, made) {
        draft.emit(Event::Won { side });
    }
}
