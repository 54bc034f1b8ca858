//! The public part of the state.

use kernel::{BySeat, BySide, Seat, SeatSet, Side};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::{Event, Outcome};
use crate::options::Options;
use crate::score::{HandOrCrib, Stack, Tally};

/// The part of the state that everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicTable {
    /// The options of the table.
    pub options: Options,
    /// The phase of the game.
    pub phase: Phase,
    /// The number of deals so far.
    pub deal: u32,
    /// The dealer of this hand; before the first deal, its dealer; `None` until the cut.
    pub dealer: Option<Seat>,
    /// The pegs of each side.
    pub pegs: BySide<Pegs>,
    /// The number of cards that each seat holds.
    pub held: BySeat<u8>,
    /// The seats that have thrown to the crib.
    pub discarded: SeatSet,
    /// The number of cards in the crib.
    pub crib: u8,
    /// The starter, once it is cut.
    pub starter: Option<Card>,
    /// Every card played in this deal, oldest first.
    pub plays: Vec<Play>,
    /// The cards since the count was last reset.
    pub stack: Stack,
    /// The seats that said go at this count.
    pub said_go: SeatSet,
    /// The knowledge from a go: every card of a seat has at least this peg value, because the seat
    /// could not play at an earlier count.
    pub holds_at_least: BySeat<u8>,
    /// The outcome of the game.
    pub outcome: Option<Outcome>,
}

impl PublicTable {
    /// The cards a seat has played in this deal; after the play, the hand it kept.
    pub fn played_by(&self, seat: Seat) -> CardSet {
        self.plays
            .iter()
            .filter(|play| play.seat == seat)
            .map(|play| play.card)
            .collect()
    }

    /// The score of each side.
    pub fn scores(&self) -> BySide<i32> {
        self.pegs.map(|_, pegs| i32::from(pegs.front))
    }

    /// The points that an event adds to the scores, by its own tally.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        let to = |seat: Seat, points: i32| vec![(self.options.side(seat), points)];
        match event {
            Event::StarterCut { tally, .. } => match self.dealer {
                Some(dealer) => to(dealer, tally.total()),
                None => Vec::new(),
            },
            Event::Played { seat, tally, .. } => to(*seat, tally.total()),
            Event::CountClaimed { seat, pegged, .. }
            | Event::MugginsClaimed { seat, pegged, .. } => to(*seat, i32::from(*pegged)),
            Event::Counted {
                seat,
                tally,
                stated,
                ..
            } => to(*seat, pegged(tally, *stated)),
            Event::DealerCut { .. }
            | Event::Dealt { .. }
            | Event::Discarded { .. }
            | Event::AllDiscarded { .. }
            | Event::PlayStarted { .. }
            | Event::WentGo { .. }
            | Event::CountReset { .. }
            | Event::PlayFinished
            | Event::Shown { .. }
            | Event::Won(_) => Vec::new(),
        }
    }

    /// Clears the table for a new deal of this dealer.
    pub(super) fn start_deal(&mut self, dealer: Seat) {
        self.clear_deal();
        self.deal += 1;
        self.dealer = Some(dealer);
        self.crib = self.options.from_deck() as u8;
        self.phase = Phase::Discarding;
    }

    /// A seat throws its cards to the crib, face down.
    pub(super) fn discard(&mut self, seat: Seat) {
        let thrown = self.options.thrown() as u8;
        self.held[seat] -= thrown;
        self.crib += thrown;
        self.discarded.insert(seat);
    }

    /// A seat plays a card, and the next seat, if there is one, is asked.
    pub(super) fn lay(&mut self, play: Play, next: Option<Seat>) {
        self.plays.push(play);
        // The rules allowed the card, and therefore it fits.
        let _ = self.stack.push(play.card);
        self.held[play.seat] -= 1;
        if let Some(next) = next {
            self.phase = Phase::Playing(next);
        }
    }

    /// A seat says go.
    pub(super) fn go(&mut self, seat: Seat) {
        self.said_go.insert(seat);
        self.note_silence(seat);
    }

    /// The stack is turned down, and the count starts again.
    pub(super) fn reset_count(&mut self, leader: Seat) {
        for seat in Seat::all(self.options.seats) {
            self.note_silence(seat);
        }
        self.stack.clear();
        self.said_go = SeatSet::EMPTY;
        self.phase = Phase::Playing(leader);
    }

    /// Lays a hand or crib face up for its owner to count.
    pub(super) fn lay_open(&mut self, seat: Seat, kind: HandOrCrib, cards: CardSet) {
        self.phase = Phase::Counting(Some(Count {
            seat,
            kind,
            cards,
            stated: None,
            asked: None,
        }));
    }

    /// Records a statement about the open count: its owner's total, or an opponent's claim.
    pub(super) fn claim(&mut self, stated: Option<u8>, asked: Option<Seat>) {
        if let Phase::Counting(Some(count)) = &mut self.phase {
            count.stated = stated.or(count.stated);
            count.asked = asked;
        }
    }

    /// Moves the back peg past the front one; the last hole is the target.
    pub(super) fn peg(&mut self, side: Side, points: i32) {
        if points > 0 {
            let Pegs { front, .. } = self.pegs[side];
            let reached = (i32::from(front) + points).min(i32::from(self.options.target));
            self.pegs[side] = Pegs {
                front: reached as u16,
                back: front,
            };
        }
    }

    /// A seat that cannot play at this count holds no card that fits under 31.
    fn note_silence(&mut self, seat: Seat) {
        let too_high = Stack::LIMIT + 1 - self.stack.count();
        if self.held[seat] > 0 && too_high > self.holds_at_least[seat] {
            self.holds_at_least[seat] = too_high;
        }
    }

    /// Clears the table after the crib is counted; the next deal follows.
    pub(super) fn end_deal(&mut self) {
        self.clear_deal();
        self.phase = Phase::Dealing;
    }

    /// Removes everything of the last deal from the table.
    fn clear_deal(&mut self) {
        let n_seats = self.options.seats;
        self.held = BySeat::splat(n_seats, 0);
        self.discarded = SeatSet::EMPTY;
        self.crib = 0;
        self.starter = None;
        self.plays.clear();
        self.stack.clear();
        self.said_go = SeatSet::EMPTY;
        self.holds_at_least = BySeat::splat(n_seats, 1);
    }
}

/// The phase of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// These seats cut for the first deal.
    Cutting(SeatSet),
    /// The cards will be dealt next.
    Dealing,
    /// Everyone throws to the crib, secretly and in any order.
    Discarding,
    /// The starter will be cut next.
    Starter,
    /// This seat must play a card.
    Playing(Seat),
    /// The hands are being counted; an open count waits for a player.
    Counting(Option<Count>),
    /// Somebody won.
    Over,
}

/// A count that waits for a player's statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The owner of the hand or crib.
    pub seat: Seat,
    /// Hand or crib.
    pub kind: HandOrCrib,
    /// The four cards, face up.
    pub cards: CardSet,
    /// The total that its owner stated.
    pub stated: Option<u8>,
    /// The opponent who is asked whether something was missed.
    pub asked: Option<Seat>,
}

/// Two pegs per side: the front one shows the score, the back one the score before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pegs {
    /// The score.
    pub front: u16,
    /// The score before the last points.
    pub back: u16,
}

/// A card on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The seat that played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// The points that a count pegs: 0 if its owner's own count was pegged before.
pub(crate) fn pegged(tally: &Tally, stated: Option<u8>) -> i32 {
    match stated {
        Some(_) => 0,
        None => tally.total(),
    }
}
