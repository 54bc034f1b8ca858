//! Cribbage in the words of its Socket.IO protocol.
//!
//! The names and fields are those that clients know: cards are objects, players
//! are ids, and two seats are `p1` and `p2`. Three and four seats use the same
//! messages with more entries. Only what a viewer has seen comes in here, so
//! nothing here can leak a card.

use std::time::Duration;

use kernel::{
    AnyRefusal, BySeat, Cue, Payload, Read, Seat, Seating, Seen, Turn, Veiled, Wire, as_command,
};
use pieces::{Card, CardSet};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::score::{Kind, Tally, Totals, peg_value};
use crate::state::{Action, Count, Cribbage, CutResult, Event, Outcome, Phase, Play, Table};
use crate::view::View;

/// Cribbage as clients know it.
pub(crate) const WIRE: Wire<Cribbage> = Wire {
    cues,
    event,
    view,
    outcome,
    legal,
    read,
    refused_as,
    dealer: |game| game.table.dealer,
    ..Wire::plain()
};

/// The cards fly before anybody may throw.
const DEALING: Duration = Duration::from_secs(3);

/// A count is looked at before the next one, or the next deal, follows.
const COUNT: Duration = Duration::from_secs(2);

fn cues(game: &Cribbage, event: &Event) -> Vec<Cue> {
    match event {
        Event::DealerCut { .. } => vec![Cue::now("dealer_cut")],
        Event::Dealt { .. } => {
            let first = game.table.deal == 0;
            let pause = if first { Duration::ZERO } else { COUNT };
            vec![
                Cue::after(pause, "cards_dealt"),
                Cue::after(DEALING, "waiting_for_discard"),
            ]
        }
        Event::Discarded { .. } => vec![Cue::now("cards_discarded")],
        Event::AllDiscarded { .. } => vec![Cue::now("both_discarded")],
        Event::StarterCut { .. } => vec![Cue::now("starter_cut")],
        Event::PlayStarted { .. } => vec![Cue::now("pegging_started")],
        Event::Played { .. } => vec![Cue::now("card_played")],
        Event::WentGo { .. } => vec![Cue::now("go_said")],
        Event::CountReset { .. } => vec![Cue::now("count_reset")],
        Event::PlayFinished => vec![Cue::now("pegging_finished")],
        Event::Shown { .. } => vec![Cue::after(COUNT, "hand_shown")],
        Event::CountClaimed { .. } => vec![Cue::now("count_claimed")],
        Event::MugginsClaimed { .. } => vec![Cue::now("muggins_claimed")],
        Event::Counted { kind, stated, .. } => {
            // Where owners count, the truth follows their claim at once.
            let pause = if stated.is_some() {
                Duration::ZERO
            } else {
                COUNT
            };
            let name = match kind {
                Kind::Hand => "hand_scored",
                Kind::Crib => "crib_scored",
            };
            vec![Cue::after(pause, name)]
        }
        // `game_finished` tells it.
        Event::Won(_) => Vec::new(),
    }
}

fn event(event: &Seen<Event>, after: &Seen<View>, seating: &Seating) -> Vec<Payload> {
    let view = after.value();
    let scene = Scene { view, seating };
    let payload = match event.value() {
        Event::DealerCut { cuts, result } => scene.dealer_cut(cuts, *result),
        Event::Dealt { dealer, hands, .. } => {
            let waiting = json!({ "count": view.table.options.thrown() });
            return vec![scene.cards_dealt(*dealer, own(hands)), fields(waiting)];
        }
        Event::Discarded { seat, cards } => scene.cards_discarded(*seat, cards),
        Event::AllDiscarded { hands, leader } => json!({
            "playerHand": objects(own(hands)),
            "cribCount": view.table.crib,
            "currentTurn": seating.uuid(*leader),
            "gamePhase": "pegging",
        }),
        Event::StarterCut { card, tally } => json!({
            "card": object(*card),
            "dealerUuid": scene.dealer(),
            "score": tally.total(),
            "breakdown": breakdown(tally),
        }),
        Event::PlayStarted { leader } => json!({ "currentTurn": seating.uuid(*leader) }),
        Event::Played {
            seat,
            card,
            count,
            tally,
            next,
        } => json!({
            "playedCard": object(*card),
            "playedBy": seating.uuid(*seat),
            "runningTotal": count,
            "score": tally.total(),
            "breakdown": breakdown(tally),
            "nextTurn": seating.uuid_or_null(*next),
            "playedCards": scene.played_cards(),
            "newScore": scene.score(*seat),
            "pegPosition": scene.score(*seat),
        }),
        Event::WentGo { seat } => json!({ "playerUuid": seating.uuid(*seat) }),
        Event::CountReset { leader } => {
            json!({ "nextTurn": seating.uuid(*leader), "runningTotal": 0 })
        }
        Event::PlayFinished => json!({ "gamePhase": "counting" }),
        Event::Shown { seat, kind, cards } => json!({
            "playerUuid": seating.uuid(*seat),
            "kind": kind,
            "cards": objects(*cards),
            "currentTurn": seating.uuid(*seat),
            "gamePhase": "counting",
        }),
        Event::CountClaimed {
            seat,
            kind,
            stated,
            pegged,
            asked,
        } => json!({
            "playerUuid": seating.uuid(*seat),
            "kind": kind,
            "points": stated,
            "score": pegged,
            "newScore": scene.score(*seat),
            "pegPosition": scene.score(*seat),
            "currentTurn": seating.uuid_or_null(*asked),
        }),
        Event::MugginsClaimed {
            seat,
            points,
            pegged,
            asked,
        } => json!({
            "playerUuid": seating.uuid(*seat),
            "points": points,
            "score": pegged,
            "newScore": scene.score(*seat),
            "pegPosition": scene.score(*seat),
            "currentTurn": seating.uuid_or_null(*asked),
        }),
        Event::Counted {
            seat,
            kind,
            cards,
            tally,
            stated,
            pegged,
        } => scene.counted(*seat, *kind, *cards, tally, *stated, *pegged),
        Event::Won(_) => return Vec::new(),
    };
    let mut payload = fields(payload);
    if tells_scores(event.value()) {
        seating.put_scores(&mut payload, |seat| scene.score(seat));
    }
    vec![payload]
}

/// These messages carry the scores even when nothing was pegged.
const fn tells_scores(event: &Event) -> bool {
    matches!(
        event,
        Event::StarterCut { .. }
            | Event::Played { .. }
            | Event::CountClaimed { .. }
            | Event::MugginsClaimed { .. }
            | Event::Counted { .. }
    )
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

    fn back_peg(&self, seat: Seat) -> u16 {
        let table = self.table();
        table.pegs[table.options.side(seat)].back
    }

    fn dealer(&self) -> Value {
        self.seating.uuid_or_null(self.table().dealer)
    }

    /// The viewer's own cards; a spectator has none.
    fn own_hand(&self) -> Value {
        self.view
            .own
            .as_ref()
            .map_or_else(|| json!([]), |own| objects(own.hand))
    }

    fn played_cards(&self) -> Value {
        let plays = self.table().plays.iter();
        plays.map(|play| self.laid(play)).collect()
    }

    fn laid(&self, play: &Play) -> Value {
        json!({ "playedBy": self.seating.uuid(play.seat), "card": object(play.card) })
    }

    fn hand_counts(&self) -> Value {
        self.seating.by_uuid(|seat| self.table().held[seat])
    }

    /// From the dealer's left round to the dealer.
    fn turn_order(&self) -> Value {
        let Some(dealer) = self.table().dealer else {
            return json!([]);
        };
        let round = dealer.round(self.table().options.seats);
        round.map(|seat| self.seating.uuid(seat)).collect()
    }

    /// Whose turn it is, where it is one player's.
    fn current_turn(&self) -> Value {
        let seat = match self.table().turn() {
            Turn::Seats(seats) if seats.len() == 1 => seats.first(),
            _ => None,
        };
        self.seating.uuid_or_null(seat)
    }

    fn uuids(&self, seats: kernel::SeatSet) -> Value {
        seats.iter().map(|seat| self.seating.uuid(seat)).collect()
    }

    fn dealer_cut(&self, cuts: &[Play], result: CutResult) -> Value {
        let cuts: Value = cuts
            .iter()
            .map(|cut| json!({ "playerUuid": self.seating.uuid(cut.seat), "card": object(cut.card) }))
            .collect();
        match result {
            CutResult::Dealer(seat) => {
                json!({ "cuts": cuts, "dealerUuid": self.seating.uuid(seat), "tied": [] })
            }
            CutResult::Again(seats) => {
                json!({ "cuts": cuts, "dealerUuid": null, "tied": self.uuids(seats) })
            }
        }
    }

    fn cards_dealt(&self, dealer: Seat, hand: CardSet) -> Payload {
        let mut payload = fields(json!({
            "playerHand": objects(hand),
            "handCounts": self.hand_counts(),
            "cribCount": self.table().crib,
            "dealerUuid": self.seating.uuid(dealer),
            "turnOrder": self.turn_order(),
            "gamePhase": "discard",
        }));
        for (seat, player) in self.seating.players().iter() {
            payload.insert(
                format!("p{}Nickname", seat.0 + 1),
                player.nickname.clone().into(),
            );
        }
        payload
    }

    /// Who threw is told the cards, everybody else how many.
    fn cards_discarded(&self, seat: Seat, cards: &Veiled<CardSet>) -> Value {
        let mut payload = json!({
            "playerUuid": self.seating.uuid(seat),
            "count": self.table().options.thrown(),
            "cribCount": self.table().crib,
        });
        if let Veiled::Known(cards) = cards {
            payload["cards"] = objects(*cards);
        }
        payload
    }

    fn counted(
        &self,
        seat: Seat,
        kind: Kind,
        cards: CardSet,
        tally: &Tally,
        stated: Option<u8>,
        pegged: u8,
    ) -> Value {
        let owner = match kind {
            Kind::Hand => "playerUuid",
            Kind::Crib => "dealerUuid",
        };
        json!({
            owner: self.seating.uuid(seat),
            "cards": objects(cards),
            "score": tally.total(),
            "breakdown": breakdown(tally),
            "totals": Totals::of(tally),
            "stated": stated,
            "pegged": pegged,
            "newScore": self.score(seat),
            "pegPosition": self.score(seat),
        })
    }

    /// The count that waits for somebody to speak.
    fn count(&self) -> Value {
        let Phase::Counting(Some(Count {
            seat,
            kind,
            cards,
            stated,
            asked,
        })) = &self.table().phase
        else {
            return Value::Null;
        };
        json!({
            "playerUuid": self.seating.uuid(*seat),
            "kind": kind,
            "cards": objects(*cards),
            "stated": stated,
            "asked": self.seating.uuid_or_null(*asked),
        })
    }

    fn outcome(&self, outcome: &Outcome) -> Payload {
        let side = |seat| self.table().options.side(seat);
        fields(json!({
            "losses": self.seating.by_uuid(|seat| json!(outcome.losses.get(side(seat)))),
            "matchScore": self.seating.by_uuid(|seat| json!(outcome.match_score.get(side(seat)))),
        }))
    }
}

fn view(view: &Seen<View>, seating: &Seating, settled: bool) -> Value {
    let view = view.value();
    let scene = Scene { view, seating };
    let table = &view.table;
    json!({
        "phase": phase(&table.phase, settled),
        "playerHand": scene.own_hand(),
        "thrown": view.own.as_ref().map_or_else(|| json!([]), |own| objects(own.thrown)),
        "handCounts": scene.hand_counts(),
        "discarded": scene.uuids(table.discarded),
        "cribCount": table.crib,
        "starter": table.starter.map(object),
        "playedCards": scene.played_cards(),
        "stack": table.stack.cards().iter().map(|&card| object(card)).collect::<Value>(),
        "runningTotal": table.stack.count(),
        "saidGo": scene.uuids(table.said_go),
        "count": scene.count(),
        "scores": seating.by_uuid(|seat| scene.score(seat)),
        "pegPositions": seating.by_uuid(|seat| scene.score(seat)),
        "backPegs": seating.by_uuid(|seat| scene.back_peg(seat)),
        "dealerUuid": scene.dealer(),
        "deal": table.deal,
        "target": table.options.target,
        "currentTurn": scene.current_turn(),
        "turnOrder": scene.turn_order(),
        "outcome": table.outcome.as_ref().map(|outcome| scene.outcome(outcome)),
    })
}

/// The phases that clients know. While the cards still fly it is the deal's.
const fn phase(phase: &Phase, settled: bool) -> &'static str {
    match phase {
        Phase::Cutting(_) | Phase::Dealing => "dealing",
        Phase::Discarding if !settled => "dealing",
        Phase::Discarding => "discard",
        Phase::Starter | Phase::Playing(_) => "pegging",
        Phase::Counting(_) => "counting",
        Phase::Over => "gameover",
    }
}

fn outcome(view: &Seen<View>, seating: &Seating) -> Payload {
    let view = view.value();
    let outcome = view.table.outcome.as_ref();
    outcome.map_or_else(Payload::new, |outcome| {
        Scene { view, seating }.outcome(outcome)
    })
}

fn legal(_: &Seen<View>, actions: &[Action]) -> Value {
    let command = |action: &Action| match action {
        Action::Discard(cards) => as_command("discard_cards", "cards", &objects(*cards)),
        Action::Play(card) => as_command("play_card", "card", &object(*card)),
        Action::Count(points) => as_command("claim_count", "points", points),
        Action::Muggins(points) => as_command("claim_muggins", "points", points),
    };
    actions.iter().map(command).collect()
}

fn read(command: &str, payload: &Payload) -> Read<Cribbage> {
    let action = match command {
        "discard_cards" => field(payload, &["cards", "discardedCards"]).map(Action::Discard),
        "play_card" => field(payload, &["card"]).map(Action::Play),
        "claim_count" => field(payload, &["points"]).map(Action::Count),
        "claim_muggins" => field(payload, &["points"]).map(Action::Muggins),
        _ => return None,
    };
    Some(action)
}

/// The field under the first of these names that is there.
fn field<'a, T: Deserialize<'a>>(payload: &'a Payload, names: &[&str]) -> Result<T, AnyRefusal> {
    let malformed = |message: String| AnyRefusal::new("wire/malformed", message);
    let value = names
        .iter()
        .find_map(|name| payload.get(*name))
        .ok_or_else(|| malformed(format!("there is no {:?} in this command", names[0])))?;
    T::deserialize(value).map_err(|error| malformed(format!("{}: {error}", names[0])))
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

/// A card as clients know it, `value` being what it counts in the play.
fn object(card: Card) -> Value {
    json!({ "suit": card.suit(), "rank": card.rank(), "value": peg_value(card.rank()) })
}

fn objects(cards: CardSet) -> Value {
    cards.iter().map(object).collect()
}

fn breakdown(tally: &Tally) -> Value {
    let item = |item: &crate::score::Item| {
        let cards: Value = item.pieces.iter().map(|&card| object(card)).collect();
        json!({
            "type": item.rule.name(),
            "points": item.points,
            "cards": cards,
            "description": item.rule.description(),
        })
    };
    tally.items().iter().map(item).collect()
}

/// The fields of an object that was written as one.
fn fields(object: Value) -> Payload {
    match object {
        Value::Object(fields) => fields,
        _ => Payload::new(),
    }
}

#[cfg(test)]
mod tests;
