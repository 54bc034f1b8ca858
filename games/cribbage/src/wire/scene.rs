//! A viewer's sight with the players' ids, from which messages are filled.

use std::collections::BTreeMap;

use kernel::{BySeat, Scores, Seat, SeatSet, Seating, Turn, Veiled};
use pieces::CardSet;

use super::messages::{
    BothDiscarded, Card, CardPlayed, CardsDealt, CardsDiscarded, CountClaimed, CountReset, Counted,
    Cut, DealerCut, GamePhase, HandShown, MugginsClaimed, OpenCount, Outcome, PlayedCard,
    StarterCut, TableView, breakdown, cards,
};
use crate::score::{HandOrCrib, Tally, Totals};
use crate::state::{self, Count, CutResult, Phase, Play, PublicTable};
use crate::view::View;

/// A viewer's sight with the players' ids.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) seating: &'a Seating,
}

impl Scene<'_> {
    fn score(&self, seat: Seat) -> i32 {
        let table = self.table();
        i32::from(table.pegs[table.options.side(seat)].front)
    }

    pub(super) fn scores(&self) -> Scores {
        self.seating.scores(|seat| self.score(seat))
    }

    fn back_peg(&self, seat: Seat) -> u16 {
        let table = self.table();
        table.pegs[table.options.side(seat)].back
    }

    const fn table(&self) -> &PublicTable {
        &self.view.table
    }

    pub(super) fn uuid(&self, seat: Seat) -> String {
        self.seating.uuid(seat).to_owned()
    }

    fn uuid_of(&self, seat: Option<Seat>) -> Option<String> {
        seat.map(|seat| self.uuid(seat))
    }

    fn uuids(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.uuid(seat)).collect()
    }

    fn dealer(&self) -> Option<String> {
        self.uuid_of(self.table().dealer)
    }

    fn played_cards(&self) -> Vec<PlayedCard> {
        let plays = self.table().plays.iter();
        let laid = |play: &Play| PlayedCard {
            played_by: self.uuid(play.seat),
            card: play.card.into(),
        };
        plays.map(laid).collect()
    }

    fn hand_counts(&self) -> BTreeMap<String, u8> {
        self.seating.map(|seat| self.table().held[seat])
    }

    /// From the dealer's left round to the dealer.
    fn turn_order(&self) -> Vec<String> {
        let Some(dealer) = self.table().dealer else {
            return Vec::new();
        };
        let round = dealer.round(self.table().options.seats);
        round.map(|seat| self.uuid(seat)).collect()
    }

    /// The player whose turn it is, if it is one player's turn.
    fn current_turn(&self) -> Option<String> {
        match self.table().turn() {
            Turn::Seats(seats) if seats.len() == 1 => self.uuid_of(seats.first()),
            _ => None,
        }
    }

    pub(super) fn dealer_cut(&self, cuts: &[Play], result: CutResult) -> DealerCut {
        let cut = |cut: &Play| Cut {
            player_uuid: self.uuid(cut.seat),
            card: cut.card.into(),
        };
        let (dealer_uuid, tied) = match result {
            CutResult::Dealer(seat) => (Some(self.uuid(seat)), Vec::new()),
            CutResult::Again(seats) => (None, self.uuids(seats)),
        };
        DealerCut {
            cuts: cuts.iter().map(cut).collect(),
            dealer_uuid,
            tied,
        }
    }

    pub(super) fn cards_dealt(&self, dealer: Seat, hands: &BySeat<Veiled<CardSet>>) -> CardsDealt {
        // In a redacted event only the viewer's own hand is known, and none for a spectator.
        let own = hands.values().find_map(Veiled::known);
        let nickname = |place| {
            let player = self.seating.players().get(Seat(place));
            player.map(|player| player.nickname.clone())
        };
        CardsDealt {
            player_hand: cards(own.copied().unwrap_or_default()),
            hand_counts: self.hand_counts(),
            crib_count: self.table().crib,
            dealer_uuid: self.uuid(dealer),
            turn_order: self.turn_order(),
            game_phase: GamePhase::Discard,
            p1_nickname: nickname(0).unwrap_or_default(),
            p2_nickname: nickname(1).unwrap_or_default(),
            p3_nickname: nickname(2),
            p4_nickname: nickname(3),
        }
    }

    /// The player who threw is told the cards, everybody else only their number.
    pub(super) fn cards_discarded(&self, seat: Seat, thrown: &Veiled<CardSet>) -> CardsDiscarded {
        CardsDiscarded {
            player_uuid: self.uuid(seat),
            count: self.table().options.thrown(),
            crib_count: self.table().crib,
            cards: thrown.known().copied().map(cards),
        }
    }

    /// Everyone has thrown: the play comes next.
    pub(super) fn both_discarded(&self, leader: Seat) -> BothDiscarded {
        BothDiscarded {
            crib_count: self.table().crib,
            current_turn: self.uuid(leader),
            game_phase: GamePhase::Pegging,
        }
    }

    pub(super) fn starter_cut(&self, card: pieces::Card, tally: &Tally) -> StarterCut {
        StarterCut {
            card: card.into(),
            dealer_uuid: self.dealer(),
            score: tally.total(),
            breakdown: breakdown(tally),
            scores: self.scores(),
        }
    }

    pub(super) fn card_played(
        &self,
        seat: Seat,
        card: pieces::Card,
        tally: &Tally,
        next: Option<Seat>,
    ) -> CardPlayed {
        CardPlayed {
            played_card: card.into(),
            played_by: self.uuid(seat),
            running_total: self.table().stack.count(),
            score: tally.total(),
            breakdown: breakdown(tally),
            next_turn: self.uuid_of(next),
            played_cards: self.played_cards(),
            new_score: self.score(seat),
            peg_position: self.score(seat),
            scores: self.scores(),
        }
    }

    pub(super) fn count_reset(&self, leader: Seat) -> CountReset {
        CountReset {
            next_turn: self.uuid(leader),
            running_total: 0,
        }
    }

    pub(super) fn hand_shown(&self, seat: Seat, kind: HandOrCrib, shown: CardSet) -> HandShown {
        HandShown {
            player_uuid: self.uuid(seat),
            kind,
            cards: cards(shown),
            current_turn: self.uuid(seat),
            game_phase: GamePhase::Counting,
        }
    }

    pub(super) fn count_claimed(
        &self,
        seat: Seat,
        kind: HandOrCrib,
        stated: u8,
        pegged: u8,
        asked: Option<Seat>,
    ) -> CountClaimed {
        CountClaimed {
            player_uuid: self.uuid(seat),
            kind,
            points: stated,
            score: pegged,
            new_score: self.score(seat),
            peg_position: self.score(seat),
            current_turn: self.uuid_of(asked),
            scores: self.scores(),
        }
    }

    pub(super) fn muggins_claimed(
        &self,
        seat: Seat,
        points: u8,
        pegged: u8,
        asked: Option<Seat>,
    ) -> MugginsClaimed {
        MugginsClaimed {
            player_uuid: self.uuid(seat),
            points,
            score: pegged,
            new_score: self.score(seat),
            peg_position: self.score(seat),
            current_turn: self.uuid_of(asked),
            scores: self.scores(),
        }
    }

    pub(super) fn counted(
        &self,
        seat: Seat,
        shown: CardSet,
        tally: &Tally,
        stated: Option<u8>,
    ) -> Counted {
        Counted {
            cards: cards(shown),
            score: tally.total(),
            breakdown: breakdown(tally),
            totals: Totals::of(tally),
            stated,
            // A count is worth 0 to 29.
            pegged: state::pegged(tally, stated) as u8,
            new_score: self.score(seat),
            peg_position: self.score(seat),
            scores: self.scores(),
        }
    }

    /// The count that waits for a player's statement.
    fn count(&self) -> Option<OpenCount> {
        let Phase::Counting(Some(Count {
            seat,
            kind,
            cards: shown,
            stated,
            asked,
        })) = &self.table().phase
        else {
            return None;
        };
        Some(OpenCount {
            player_uuid: self.uuid(*seat),
            kind: *kind,
            cards: cards(*shown),
            stated: *stated,
            asked: self.uuid_of(*asked),
        })
    }

    pub(super) fn outcome(&self, outcome: &state::Outcome) -> Outcome {
        let options = &self.table().options;
        let match_score = outcome.match_score(options);
        let side = |seat| options.side(seat);
        Outcome {
            losses: self.seating.map(|seat| outcome.losses[side(seat)]),
            match_score: self.seating.map(|seat| match_score[side(seat)]),
        }
    }

    pub(super) fn table_view(&self, settled: bool) -> TableView {
        let table = self.table();
        let own = self.view.own.as_ref();
        let stack = table.stack.cards().iter();
        let scores = self.seating.map(|seat| self.score(seat));
        TableView {
            phase: phase(&table.phase, settled),
            player_hand: own.map_or_else(Vec::new, |own| cards(own.hand)),
            thrown: own.map_or_else(Vec::new, |own| cards(own.thrown)),
            hand_counts: self.hand_counts(),
            discarded: self.uuids(table.discarded),
            crib_count: table.crib,
            starter: table.starter.map(Card::from),
            played_cards: self.played_cards(),
            stack: stack.copied().map(Card::from).collect(),
            running_total: table.stack.count(),
            said_go: self.uuids(table.said_go),
            count: self.count(),
            peg_positions: scores.clone(),
            scores,
            back_pegs: self.seating.map(|seat| self.back_peg(seat)),
            dealer_uuid: self.dealer(),
            deal: table.deal,
            target: table.options.target,
            current_turn: self.current_turn(),
            turn_order: self.turn_order(),
            outcome: table.outcome.as_ref().map(|outcome| self.outcome(outcome)),
        }
    }
}

/// The phase that clients know. Until every message of the deal is out it is `Dealing`.
const fn phase(phase: &Phase, settled: bool) -> GamePhase {
    match phase {
        Phase::Cutting(_) | Phase::Dealing => GamePhase::Dealing,
        Phase::Discarding if !settled => GamePhase::Dealing,
        Phase::Discarding => GamePhase::Discard,
        Phase::Starter | Phase::Playing(_) => GamePhase::Pegging,
        Phase::Counting(_) => GamePhase::Counting,
        Phase::Over => GamePhase::GameOver,
    }
}
