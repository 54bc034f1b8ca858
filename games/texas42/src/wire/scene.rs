//! A viewer's sight with the players' ids, from which messages are filled.

use super::messages;
use crate::bid::{Bid, Call};
use crate::breakdown::{self, trick_lines};
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::hand::{Hand, Play, Pledge, Trick};
use crate::play::Turns;
use crate::rules::check_play;
use crate::score::{HandResult, won_by};
use crate::sides::{SEATS, Sides, other_side, partner_of, side_of};
use crate::state::{Phase, PublicTable};
use crate::trick::count;
use crate::view::View;
use kernel::{BySeat, Reason, Scores, Seat, Seating, Side, Turn, Veiled};
use pieces::{Domino, DominoSet};
use std::collections::BTreeMap;

/// A view and the players' ids.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) seating: &'a Seating,
}

impl Scene<'_> {
    const fn hand(&self) -> Option<&Hand> {
        self.table().hand.as_ref()
    }

    const fn table(&self) -> &PublicTable {
        &self.view.table
    }

    pub(super) fn uuid(&self, seat: Seat) -> String {
        self.seating.uuid(seat).to_owned()
    }

    pub(super) fn shaker(&self) -> Option<String> {
        self.table().shaker.map(|seat| self.uuid(seat))
    }

    pub(super) fn next_shaker(&self) -> Option<String> {
        self.table().next_shaker().map(|seat| self.uuid(seat))
    }

    /// From the shaker's left round to the shaker.
    pub(super) fn turn_order(&self) -> Vec<String> {
        let round = self.table().shaker.into_iter();
        let round = round.flat_map(|shaker| shaker.round(SEATS));
        round.map(|seat| self.uuid(seat)).collect()
    }

    pub(super) fn current_turn(&self) -> Option<String> {
        match self.table().turn() {
            Turn::Seats(seats) => seats.first().map(|seat| self.uuid(seat)),
            _ => None,
        }
    }

    pub(super) fn dominoes_dealt(
        &self,
        shaker: Seat,
        hands: &BySeat<Veiled<DominoSet>>,
    ) -> messages::DominoesDealt {
        // In a redacted event only the viewer's own hand is known, and none for a spectator.
        let own = hands.values().find_map(Veiled::known);
        messages::DominoesDealt {
            player_hand: own.copied().unwrap_or_default(),
            hand_counts: self.hand_counts(),
            shaker_uuid: self.uuid(shaker),
            turn_order: self.turn_order(),
            hand: self.table().hands_dealt,
            game_phase: messages::Phase::Bidding,
        }
    }

    pub(super) fn bid_placed(
        &self,
        seat: Seat,
        call: Call,
        next: Option<Seat>,
    ) -> messages::BidPlaced {
        messages::BidPlaced {
            player_uuid: self.uuid(seat),
            bid: call.into(),
            bids: self.calls(),
            high_bid: self.high_bid(),
            next_turn: next.map(|seat| self.uuid(seat)),
        }
    }

    pub(super) fn hand_thrown_in(&self) -> messages::HandThrownIn {
        messages::HandThrownIn {
            shaker_uuid: self.shaker(),
            next_shaker_uuid: self.next_shaker(),
        }
    }

    pub(super) fn bidding_won(&self, seat: Seat, bid: Bid, namer: Seat) -> messages::BiddingWon {
        messages::BiddingWon {
            player_uuid: self.uuid(seat),
            bid: bid.into(),
            bidding_team: side_of(seat).into(),
            current_turn: self.uuid(namer),
            game_phase: messages::Phase::Naming,
        }
    }

    pub(super) fn trump_named(
        &self,
        seat: Seat,
        declaration: Declaration,
        leader: Seat,
    ) -> messages::TrumpNamed {
        messages::TrumpNamed {
            player_uuid: self.uuid(seat),
            trump: declaration.into(),
            sits_out: self.sits_out(),
            current_turn: self.uuid(leader),
            game_phase: messages::Phase::Playing,
        }
    }

    pub(super) fn domino_played(
        &self,
        seat: Seat,
        domino: Domino,
        next: Option<Seat>,
    ) -> messages::DominoPlayed {
        messages::DominoPlayed {
            played_by: self.uuid(seat),
            domino,
            current_trick: self.current_trick(),
            led_suit: self.led_suit(),
            hand_counts: self.hand_counts(),
            next_turn: next.map(|seat| self.uuid(seat)),
        }
    }

    pub(super) fn hand_counts(&self) -> BTreeMap<String, usize> {
        self.seating
            .map(|seat| self.hand().map_or(0, |hand| hand.held(seat)))
    }

    pub(super) fn calls(&self) -> Vec<messages::CallMade> {
        let calls = self
            .hand()
            .into_iter()
            .flat_map(|hand| hand.auction.calls());
        calls.map(|(seat, call)| self.call(seat, call)).collect()
    }

    fn call(&self, seat: Seat, call: Call) -> messages::CallMade {
        messages::CallMade {
            player_uuid: self.uuid(seat),
            bid: call.into(),
        }
    }

    pub(super) fn high_bid(&self) -> Option<messages::HighBid> {
        let (seat, bid) = self.hand()?.auction.standing()?;
        Some(messages::HighBid {
            player_uuid: self.uuid(seat),
            bid: bid.into(),
        })
    }

    /// The contract, once the auction is over.
    fn contract(&self) -> Option<messages::Contract> {
        let hand = self.hand()?;
        let over = hand.auction.speaker().is_none();
        let (bidder, bid) = hand.auction.standing().filter(|_| over)?;
        Some(messages::Contract {
            bidder_uuid: self.uuid(bidder),
            bidding_team: side_of(bidder).into(),
            bid: bid.into(),
            trump: hand.declaration.map(Into::into),
            sits_out: self.sits_out(),
        })
    }

    /// In nello, the player who sits out.
    pub(super) fn sits_out(&self) -> Option<String> {
        let hand = self.hand()?;
        let contract = hand.contract(&self.table().options)?;
        let turns = Turns::new(contract, hand.pledge()?.bidder);
        turns.sits_out().map(|seat| self.uuid(seat))
    }

    pub(super) fn current_trick(&self) -> Vec<messages::Laid> {
        let open = self.hand().into_iter().flat_map(|hand| &hand.open);
        open.map(|play| self.laid(play)).collect()
    }

    pub(super) fn led_suit(&self) -> Option<crate::Suit> {
        let hand = self.hand()?;
        self.in_play()?.led_suit(hand.lead()?)
    }

    /// The contract, once the declaration is named.
    fn in_play(&self) -> Option<Contract> {
        self.hand()?.contract(&self.table().options)
    }

    fn laid(&self, play: &Play) -> messages::Laid {
        messages::Laid {
            played_by: self.uuid(play.seat),
            domino: play.domino,
        }
    }

    fn plays(&self, trick: &Trick) -> Vec<messages::Laid> {
        trick.plays.iter().map(|play| self.laid(play)).collect()
    }

    fn tricks(&self) -> Vec<messages::Trick> {
        let tricks = self.hand().into_iter().flat_map(|hand| &hand.tricks);
        let trick = |trick: &Trick| messages::Trick {
            player_uuid: self.uuid(trick.winner),
            side: side_of(trick.winner).into(),
            plays: self.plays(trick),
            points: trick.points(),
        };
        tricks.map(trick).collect()
    }

    fn taken(&self) -> breakdown::NamedSides<messages::Taken> {
        let tricks = self.hand().map_or(&[][..], |hand| hand.tricks.as_slice());
        Sides::from_fn(|side| taken_by(tricks, side)).into()
    }

    /// The message about the trick that was won last.
    pub(super) fn trick_won(&self) -> Option<messages::TrickWon> {
        let tricks = &self.hand()?.tricks;
        let (trick, number) = (tricks.last()?, tricks.len() as u8);
        Some(messages::TrickWon {
            player_uuid: self.uuid(trick.winner),
            side: side_of(trick.winner).into(),
            trick: number,
            plays: self.plays(trick),
            points: trick.points().into(),
            breakdown: trick_lines(number, trick),
            taken: self.taken(),
            next_turn: self.current_turn().filter(|_| !self.hand_is_over()),
        })
    }

    /// Whether the tricks so far decide the hand.
    fn hand_is_over(&self) -> bool {
        self.table().hand_score().is_some()
    }

    /// The message about the hand that was scored last.
    pub(super) fn hand_scored(&self) -> Option<messages::HandScored> {
        let score = self.table().last_score()?;
        Some(messages::HandScored {
            result: self.result(&score.result),
            breakdown: score.breakdown(),
            history: self.history(),
            totals: self.table().score.sides().into(),
            strokes: self.view.strokes.clone().into(),
            scores: self.scores(),
        })
    }

    fn history(&self) -> Vec<messages::HandResult> {
        let history = self.table().history.iter();
        history.map(|result| self.result(result)).collect()
    }

    fn result(&self, result: &HandResult) -> messages::HandResult {
        let Pledge {
            bidder,
            bid,
            declaration,
        } = result.pledge;
        let (us, marks) = (side_of(bidder), result.marks());
        messages::HandResult {
            bidder_uuid: self.uuid(bidder),
            bidding_team: us.into(),
            bid: bid.into(),
            trump: declaration.into(),
            points: result.points.into(),
            bid_made: result.made(),
            sentence: result.sentence(),
            laid_down_by: result.laid_down.map(|seat| self.uuid(seat)),
            bidding_team_marks: marks[us],
            opposing_team_marks: marks[other_side(us)],
            awards: result.score.into(),
        }
    }

    /// Partners have the score of their side.
    fn scores(&self) -> Scores {
        let sides = self.table().score.sides();
        self.seating.scores(|seat| sides[side_of(seat)].into())
    }

    pub(super) fn outcome(&self) -> Option<messages::Outcome> {
        Some(messages::Outcome {
            winning_team: self.table().winner?.into(),
            totals: self.table().score.sides().into(),
            history: self.history(),
        })
    }

    pub(super) fn view(&self, viewer: Option<Seat>, settled: bool) -> messages::TableView {
        let table = self.table();
        let own = self.view.own.unwrap_or_default();
        let (playable, unplayable) = self.choice(viewer, own);
        messages::TableView {
            phase: phase(table.phase, settled),
            game_type: table.options.mode,
            target: table.options.target(),
            hand: table.hands_dealt,
            shaker_uuid: self.shaker(),
            turn_order: self.turn_order(),
            current_turn: self.current_turn(),
            teams: self.seating.map(|seat| side_of(seat).into()),
            partners: self.seating.map(|seat| self.uuid(partner_of(seat))),
            player_hand: own,
            playable,
            unplayable,
            hand_counts: self.hand_counts(),
            bids: self.calls(),
            high_bid: self.high_bid(),
            contract: self.contract(),
            current_trick: self.current_trick(),
            led_suit: self.led_suit(),
            tricks: self.tricks(),
            taken: self.taken(),
            totals: table.score.sides().into(),
            strokes: self.view.strokes.clone().into(),
            scores: self.scores(),
            history: self.history(),
            winning_team: table.winner.map(Into::into),
        }
    }

    /// The viewer's dominoes that may be played, and why the others may not. Empty unless it is the
    /// viewer's turn.
    fn choice(
        &self,
        viewer: Option<Seat>,
        own: DominoSet,
    ) -> (DominoSet, Vec<messages::Unplayable>) {
        let (mut playable, mut unplayable) = (DominoSet::EMPTY, Vec::new());
        let asked = match self.table().phase {
            Phase::Playing(seat) => Some(seat),
            _ => None,
        };
        let lead = self.hand().and_then(Hand::lead);
        if let Some(contract) = self.in_play()
            && asked.is_some()
            && viewer == asked
        {
            for domino in own.iter() {
                match check_play(contract, own, lead, domino) {
                    Ok(()) => playable.extend([domino]),
                    Err(illegal) => unplayable.push(messages::Unplayable {
                        domino,
                        reason: illegal.word(),
                        message: illegal.to_string(),
                    }),
                }
            }
        }
        (playable, unplayable)
    }
}

fn taken_by(tricks: &[Trick], side: Side) -> messages::Taken {
    let won = || won_by(tricks, side);
    let dominoes = || won().flat_map(|trick| &trick.plays).map(|play| play.domino);
    messages::Taken {
        tricks: won().count(),
        points: won().map(Trick::points).sum(),
        count: dominoes().map(count).sum(),
        dominoes: dominoes().collect(),
    }
}

/// The phase that clients know. Until every message of the deal is out it is `Dealing`.
const fn phase(phase: Phase, settled: bool) -> messages::Phase {
    match phase {
        Phase::Drawing | Phase::Dealing => messages::Phase::Dealing,
        Phase::Bidding(_) if !settled => messages::Phase::Dealing,
        Phase::Bidding(_) => messages::Phase::Bidding,
        Phase::Naming(_) => messages::Phase::Naming,
        Phase::Playing(_) => messages::Phase::Playing,
        Phase::Over => messages::Phase::Gameover,
    }
}
