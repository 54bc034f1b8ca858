//! The deal: the dealer, the cards, the throws to the crib, and the starter.

use kernel::{BySeat, Draft, Game, ImpossibleDraw, Seat, SeatSet, Veiled};
use pieces::{Card, CardSet};

use super::{Illegal, won};
use crate::score;
use crate::state::{Action, Cribbage, CutResult, Event, Play};

impl Cribbage {
    /// Whether every seat and the crib get their number of cards, each card once.
    pub(super) fn can_deal(&self, hands: &BySeat<CardSet>, from_deck: CardSet) -> bool {
        let options = &self.table.options;
        let all = hands.values().fold(from_deck, |all, hand| all | *hand);
        hands.len() == usize::from(options.seats)
            && hands.values().all(|hand| hand.len() == options.dealt())
            && from_deck.len() == options.from_deck()
            && all.len() == options.dealt() * hands.len() + from_deck.len()
    }

    /// The cards that nobody holds: the starter is cut from these.
    pub(super) fn undealt(&self) -> CardSet {
        self.hidden
            .hands
            .values()
            .fold(CardSet::FULL - self.crib(), |deck, hand| deck - *hand)
    }

    /// Deals these cards.
    pub(super) fn deal(
        &self,
        draft: &mut Draft<Cribbage>,
        hands: &BySeat<CardSet>,
        from_deck: CardSet,
    ) -> Result<(), ImpossibleDraw> {
        let dealer = self.table.next_dealer().ok_or(ImpossibleDraw)?;
        let hands = hands.map(|_, hand| Veiled::Known(*hand));
        draft.emit(Event::Dealt {
            dealer,
            hands,
            from_deck: Veiled::Known(from_deck),
        });
        Ok(())
    }

    /// A seat throws to the crib; the last one completes it.
    pub(super) fn discard(
        &self,
        draft: &mut Draft<Cribbage>,
        seat: Seat,
        cards: CardSet,
    ) -> Result<(), Illegal> {
        let (needed, given) = (self.table.options.thrown(), cards.len());
        if given != needed {
            return Err(Illegal::WrongNumber { needed, given });
        }
        let missing = cards - self.hand(seat);
        if !missing.is_empty() {
            return Err(Illegal::NotInHand(missing));
        }
        draft.emit(Event::Discarded {
            seat,
            cards: Veiled::Known(cards),
        });
        let after = draft.game();
        // A seat that throws has been dealt cards, and there is a dealer.
        if after.turn().seats().is_empty()
            && let Some(dealer) = after.table.dealer
        {
            let leader = dealer.left(after.n_seats());
            draft.emit(Event::AllDiscarded { leader });
        }
        Ok(())
    }

    /// Turns the starter up, which may end the game by heels.
    pub(super) fn cut_starter(
        &self,
        draft: &mut Draft<Cribbage>,
        card: Card,
    ) -> Result<(), ImpossibleDraw> {
        let dealer = self.table.dealer.ok_or(ImpossibleDraw)?;
        draft.emit(Event::StarterCut {
            card,
            tally: score::heels(card).into_iter().collect(),
        });
        if !won(draft) {
            draft.emit(Event::PlayStarted {
                leader: dealer.left(self.n_seats()),
            });
        }
        Ok(())
    }
}

/// The lowest rank deals; seats that tie for lowest cut again.
pub(super) fn cut_for_deal(draft: &mut Draft<Cribbage>, seats: SeatSet, cards: &[Card]) {
    let cuts: Vec<Play> = seats
        .iter()
        .zip(cards)
        .map(|(seat, &card)| Play { seat, card })
        .collect();
    let lowest = cards.iter().map(|card| card.rank()).min();
    let tied: SeatSet = cuts
        .iter()
        .filter(|cut| Some(cut.card.rank()) == lowest)
        .map(|cut| cut.seat)
        .collect();
    let result = match tied.first() {
        Some(dealer) if tied.len() == 1 => CutResult::Dealer(dealer),
        _ => CutResult::Again(tied),
    };
    draft.emit(Event::DealerCut { cuts, result });
}

/// Every way to throw `n` of these cards.
pub(super) fn legal_throws(hand: CardSet, n: usize) -> Vec<Action> {
    let cards: Vec<Card> = hand.iter().collect();
    let mut throws = Vec::new();
    for (place, &first) in cards.iter().enumerate() {
        if n == 1 {
            throws.push(Action::Discard(CardSet::only(first)));
            continue;
        }
        for &second in &cards[place + 1..] {
            throws.push(Action::Discard([first, second].into_iter().collect()));
        }
    }
    throws
}

/// Whether no card appears twice.
pub(super) fn distinct(cards: &[Card]) -> bool {
    cards.iter().copied().collect::<CardSet>().len() == cards.len()
}
