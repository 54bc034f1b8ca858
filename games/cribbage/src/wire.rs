//! Cribbage in the words of its Socket.IO protocol.
//!
//! The names and fields are those that clients know: cards are objects, players
//! are ids, and two seats are `p1` and `p2`. Three and four seats use the same
//! messages with more entries. Only what a viewer has seen comes in here, so
//! nothing here can leak a card. What each message is made of is in `messages.rs`.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::{
    BySeat, Json, Payload, Read, Say, Scores, Seat, SeatSet, Seating, Seen, Told, Turn, Veiled,
    Wire, fields, read_fields,
};
use pieces::CardSet;

use crate::score::{Kind, Tally, Totals};
use crate::state::{self, Action, Count, Cribbage, CutResult, Event, Phase, Play, Table};
use crate::view::View;
use messages::{
    BothDiscarded, Card, CardPlayed, CardsDealt, CardsDiscarded, Choice, ClaimCount, ClaimMuggins,
    CountClaimed, CountReset, Counted, CribScored, Cut, DealerCut, DiscardCards, GamePhase, GoSaid,
    HandScored, HandShown, MugginsClaimed, OpenCount, Outcome, PeggingFinished, PeggingStarted,
    PlayCard, PlayedCard, StarterCut, TableView, VOCABULARY, WaitingForDiscard, breakdown, cards,
};

mod messages;

/// Cribbage as clients know it.
pub(crate) const WIRE: Wire<Cribbage> = Wire {
    tell,
    view,
    outcome,
    legal,
    read,
    refused_as,
    dealer: |view| view.table.dealer,
    tells_scores: true,
    vocabulary: VOCABULARY,
};

/// A count is looked at before the next one, or the next deal, follows.
const COUNT: Duration = Duration::from_secs(2);

fn tell(told: &Told<'_, Event, View>) -> Vec<Say> {
    let view = told.after.value();
    let scene = Scene {
        view,
        seating: told.seating,
    };
    let say = match told.event.value() {
        Event::DealerCut { cuts, result } => {
            Say::now("dealer_cut", &scene.dealer_cut(cuts, *result))
        }
        Event::Dealt { dealer, hands, .. } => {
            // The counts of the deal before are looked at first.
            let first = told.before.value().table.deal == 0;
            let pause = if first { Duration::ZERO } else { COUNT };
            let count = view.table.options.thrown();
            let dealt = scene.cards_dealt(*dealer, own(hands));
            return vec![
                Say::after(pause, "cards_dealt", &dealt),
                Say::now("waiting_for_discard", &WaitingForDiscard { count }),
            ];
        }
        Event::Discarded { seat, cards } => {
            Say::now("cards_discarded", &scene.cards_discarded(*seat, cards))
        }
        Event::AllDiscarded { leader } => Say::now(
            "both_discarded",
            &BothDiscarded {
                crib_count: view.table.crib,
                current_turn: scene.uuid(*leader),
                game_phase: GamePhase::Pegging,
            },
        ),
        Event::StarterCut { card, tally } => Say::now(
            "starter_cut",
            &StarterCut {
                card: (*card).into(),
                dealer_uuid: scene.dealer(),
                score: tally.total(),
                breakdown: breakdown(tally),
                scores: scene.scores(),
            },
        ),
        Event::PlayStarted { leader } => Say::now(
            "pegging_started",
            &PeggingStarted {
                current_turn: scene.uuid(*leader),
            },
        ),
        Event::Played {
            seat,
            card,
            tally,
            next,
        } => Say::now(
            "card_played",
            &CardPlayed {
                played_card: (*card).into(),
                played_by: scene.uuid(*seat),
                running_total: view.table.stack.count(),
                score: tally.total(),
                breakdown: breakdown(tally),
                next_turn: scene.uuid_of(*next),
                played_cards: scene.played_cards(),
                new_score: scene.score(*seat),
                peg_position: scene.score(*seat),
                scores: scene.scores(),
            },
        ),
        Event::WentGo { seat } => Say::now(
            "go_said",
            &GoSaid {
                player_uuid: scene.uuid(*seat),
            },
        ),
        Event::CountReset { leader } => Say::now(
            "count_reset",
            &CountReset {
                next_turn: scene.uuid(*leader),
                running_total: 0,
            },
        ),
        Event::PlayFinished => Say::now(
            "pegging_finished",
            &PeggingFinished {
                game_phase: GamePhase::Counting,
            },
        ),
        Event::Shown {
            seat,
            kind,
            cards: shown,
        } => Say::after(
            COUNT,
            "hand_shown",
            &HandShown {
                player_uuid: scene.uuid(*seat),
                kind: *kind,
                cards: cards(*shown),
                current_turn: scene.uuid(*seat),
                game_phase: GamePhase::Counting,
            },
        ),
        Event::CountClaimed {
            seat,
            kind,
            stated,
            pegged,
            asked,
        } => Say::now(
            "count_claimed",
            &CountClaimed {
                player_uuid: scene.uuid(*seat),
                kind: *kind,
                points: *stated,
                score: *pegged,
                new_score: scene.score(*seat),
                peg_position: scene.score(*seat),
                current_turn: scene.uuid_of(*asked),
                scores: scene.scores(),
            },
        ),
        Event::MugginsClaimed {
            seat,
            points,
            pegged,
            asked,
        } => Say::now(
            "muggins_claimed",
            &MugginsClaimed {
                player_uuid: scene.uuid(*seat),
                points: *points,
                score: *pegged,
                new_score: scene.score(*seat),
                peg_position: scene.score(*seat),
                current_turn: scene.uuid_of(*asked),
                scores: scene.scores(),
            },
        ),
        Event::Counted {
            seat,
            kind,
            cards,
            tally,
            stated,
        } => {
            let counted = scene.counted(*seat, *cards, tally, *stated);
            let owner = scene.uuid(*seat);
            // Where owners count, the truth follows their claim at once.
            let pause = if stated.is_some() {
                Duration::ZERO
            } else {
                COUNT
            };
            match kind {
                Kind::Hand => Say::after(
                    pause,
                    "hand_scored",
                    &HandScored {
                        player_uuid: owner,
                        counted,
                    },
                ),
                Kind::Crib => Say::after(
                    pause,
                    "crib_scored",
                    &CribScored {
                        dealer_uuid: owner,
                        counted,
                    },
                ),
            }
        }
        // `game_finished` tells it.
        Event::Won(_) => return Vec::new(),
    };
    vec![say]
}

/// What a viewer sees, with the players' ids at hand.
struct Scene<'a> {
    view: &'a View,
    seating: &'a Seating,
}

impl Scene<'_> {
    const fn table(&self) -> &Table {
        &self.view.table
    }

    fn score(&self, seat: Seat) -> i32 {
        let table = self.table();
        i32::from(table.pegs[table.options.side(seat)].front)
    }

    fn scores(&self) -> Scores {
        self.seating.scores(|seat| self.score(seat))
    }

    fn back_peg(&self, seat: Seat) -> u16 {
        let table = self.table();
        table.pegs[table.options.side(seat)].back
    }

    fn uuid(&self, seat: Seat) -> String {
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

    /// Whose turn it is, where it is one player's.
    fn current_turn(&self) -> Option<String> {
        match self.table().turn() {
            Turn::Seats(seats) if seats.len() == 1 => self.uuid_of(seats.first()),
            _ => None,
        }
    }

    fn dealer_cut(&self, cuts: &[Play], result: CutResult) -> DealerCut {
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

    fn cards_dealt(&self, dealer: Seat, hand: CardSet) -> CardsDealt {
        let nickname = |place| {
            let player = self.seating.players().get(Seat(place));
            player.map(|player| player.nickname.clone())
        };
        CardsDealt {
            player_hand: cards(hand),
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

    /// Who threw is told the cards, everybody else how many.
    fn cards_discarded(&self, seat: Seat, thrown: &Veiled<CardSet>) -> CardsDiscarded {
        CardsDiscarded {
            player_uuid: self.uuid(seat),
            count: self.table().options.thrown(),
            crib_count: self.table().crib,
            cards: thrown.known().copied().map(cards),
        }
    }

    fn counted(&self, seat: Seat, shown: CardSet, tally: &Tally, stated: Option<u8>) -> Counted {
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

    /// The count that waits for somebody to speak.
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

    fn outcome(&self, outcome: &state::Outcome) -> Outcome {
        let options = &self.table().options;
        let match_score = outcome.match_score(options);
        let side = |seat| options.side(seat);
        Outcome {
            losses: self.seating.map(|seat| outcome.losses[side(seat)]),
            match_score: self.seating.map(|seat| match_score[side(seat)]),
        }
    }

    fn table_view(&self, settled: bool) -> TableView {
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

fn view(view: &Seen<View>, seating: &Seating, settled: bool) -> Json {
    let view = view.value();
    Json::of(&Scene { view, seating }.table_view(settled))
}

/// The phases that clients know. While the cards still fly it is the deal's.
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

fn outcome(view: &Seen<View>, seating: &Seating) -> Payload {
    let view = view.value();
    let outcome = view.table.outcome.as_ref();
    outcome.map_or_else(Payload::new, |outcome| {
        fields(&Scene { view, seating }.outcome(outcome))
    })
}

fn legal(_: &Seen<View>, actions: &[Action]) -> Json {
    let choice = |action: &Action| match *action {
        Action::Discard(cards) => Choice::DiscardCards(DiscardCards { cards }),
        Action::Play(card) => Choice::PlayCard(PlayCard { card }),
        Action::Count(points) => Choice::ClaimCount(ClaimCount { points }),
        Action::Muggins(points) => Choice::ClaimMuggins(ClaimMuggins { points }),
    };
    Json::of(&actions.iter().map(choice).collect::<Vec<Choice>>())
}

fn read(command: &str, payload: &Payload) -> Read<Action> {
    Some(match command {
        "discard_cards" => {
            read_fields(payload).map(|DiscardCards { cards }| Action::Discard(cards))
        }
        "play_card" => read_fields(payload).map(|PlayCard { card }| Action::Play(card)),
        "claim_count" => read_fields(payload).map(|ClaimCount { points }| Action::Count(points)),
        "claim_muggins" => {
            read_fields(payload).map(|ClaimMuggins { points }| Action::Muggins(points))
        }
        _ => return None,
    })
}

fn refused_as(command: &str) -> Option<&'static str> {
    match command {
        "discard_cards" => Some("discard_invalid"),
        "play_card" => Some("play_card_invalid"),
        _ => None,
    }
}

/// The hand that the viewer of a redacted event knows, its own; a spectator knows none.
fn own(hands: &BySeat<Veiled<CardSet>>) -> CardSet {
    let known = hands.values().find_map(Veiled::known);
    known.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
