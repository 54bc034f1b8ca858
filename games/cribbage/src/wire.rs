//! Cribbage in the words of its Socket.IO protocol.
//!
//! The names and fields are those that clients know: cards are objects, players are ids, and two
//! seats are `p1` and `p2`. Three and four seats use the same messages with more entries. The input
//! is only what a viewer has seen, and nothing here can leak a card. `messages.rs` has the fields
//! of each message.

mod messages;
mod scene;
#[cfg(test)]
mod tests;

use std::time::Duration;

use kernel::{Json, Payload, Read, Say, Seating, Seen, Told, Wire, fields, read_fields};

use crate::score::HandOrCrib;
use crate::state::{Action, Cribbage, Event};
use crate::view::View;
use messages::{
    Choice, ClaimCount, ClaimMuggins, Counted, CribScored, DiscardCards, GamePhase, GoSaid,
    HandScored, PeggingFinished, PeggingStarted, PlayCard, VOCABULARY, WaitingForDiscard,
};
use scene::Scene;

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

/// Time to look at a count before the next count or deal follows.
const COUNT: Duration = Duration::from_secs(2);

fn tell(told: &Told<'_, Event, View>) -> Vec<Say> {
    let scene = Scene {
        view: told.after.value(),
        seating: told.seating,
    };
    vec![match told.event.value() {
        Event::DealerCut { cuts, result } => {
            Say::now("dealer_cut", &scene.dealer_cut(cuts, *result))
        }
        Event::Dealt { dealer, hands, .. } => {
            // Players first look at the counts of the previous deal.
            let first = told.before.value().table.deal == 0;
            let pause = if first { Duration::ZERO } else { COUNT };
            let count = scene.view.table.options.thrown();
            let dealt = scene.cards_dealt(*dealer, hands);
            return vec![
                Say::after(pause, "cards_dealt", &dealt),
                Say::now("waiting_for_discard", &WaitingForDiscard { count }),
            ];
        }
        Event::Discarded { seat, cards } => {
            Say::now("cards_discarded", &scene.cards_discarded(*seat, cards))
        }
        Event::AllDiscarded { leader } => {
            Say::now("both_discarded", &scene.both_discarded(*leader))
        }
        Event::StarterCut { card, tally } => {
            Say::now("starter_cut", &scene.starter_cut(*card, tally))
        }
        Event::PlayStarted { leader } => {
            let current_turn = scene.uuid(*leader);
            Say::now("pegging_started", &PeggingStarted { current_turn })
        }
        Event::Played {
            seat,
            card,
            tally,
            next,
        } => Say::now(
            "card_played",
            &scene.card_played(*seat, *card, tally, *next),
        ),
        Event::WentGo { seat } => {
            let player_uuid = scene.uuid(*seat);
            Say::now("go_said", &GoSaid { player_uuid })
        }
        Event::CountReset { leader } => Say::now("count_reset", &scene.count_reset(*leader)),
        Event::PlayFinished => {
            let game_phase = GamePhase::Counting;
            Say::now("pegging_finished", &PeggingFinished { game_phase })
        }
        shown @ (Event::Shown { .. }
        | Event::CountClaimed { .. }
        | Event::MugginsClaimed { .. }
        | Event::Counted { .. }) => return tell_show(&scene, shown).into_iter().collect(),
        // `game_finished` announces it.
        Event::Won(_) => return Vec::new(),
    }]
}

/// The message for an event of the show; `None` for any other event.
fn tell_show(scene: &Scene<'_>, event: &Event) -> Option<Say> {
    match event {
        Event::Shown { seat, kind, cards } => {
            let shown = scene.hand_shown(*seat, *kind, *cards);
            Some(Say::after(COUNT, "hand_shown", &shown))
        }
        Event::CountClaimed {
            seat,
            kind,
            stated,
            pegged,
            asked,
        } => {
            let claimed = scene.count_claimed(*seat, *kind, *stated, *pegged, *asked);
            Some(Say::now("count_claimed", &claimed))
        }
        Event::MugginsClaimed {
            seat,
            points,
            pegged,
            asked,
        } => {
            let claimed = scene.muggins_claimed(*seat, *points, *pegged, *asked);
            Some(Say::now("muggins_claimed", &claimed))
        }
        Event::Counted {
            seat,
            kind,
            cards,
            tally,
            stated,
        } => {
            let counted = scene.counted(*seat, *cards, tally, *stated);
            let owner = scene.uuid(*seat);
            // If owners count, the true count follows their claim at once.
            let pause = if stated.is_some() {
                Duration::ZERO
            } else {
                COUNT
            };
            Some(tell_counted(pause, *kind, owner, counted))
        }
        _ => None,
    }
}

fn tell_counted(pause: Duration, kind: HandOrCrib, owner: String, counted: Counted) -> Say {
    match kind {
        HandOrCrib::Hand => {
            let player_uuid = owner;
            let scored = HandScored {
                player_uuid,
                counted,
            };
            Say::after(pause, "hand_scored", &scored)
        }
        HandOrCrib::Crib => {
            let dealer_uuid = owner;
            let scored = CribScored {
                dealer_uuid,
                counted,
            };
            Say::after(pause, "crib_scored", &scored)
        }
    }
}

fn view(view: &Seen<View>, seating: &Seating, settled: bool) -> Json {
    let view = view.value();
    Json::of(&Scene { view, seating }.table_view(settled))
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
