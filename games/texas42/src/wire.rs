//! Texas 42 in the words of its Socket.IO protocol.
//!
//! The names and fields are those that clients know: dominoes are texts as `6-4`,
//! players are ids and sides are `northSouth` and `eastWest`. Only what a viewer
//! has seen comes in here, so nothing here can leak a domino.

mod messages;
mod scene;
#[cfg(test)]
mod tests;

use crate::state::{Action, Event, Texas42};
use crate::view::View;
use kernel::{BySeat, Cue, Payload, Read, Seating, Seen, Veiled, Wire, fields, read_field};
use messages as say;
use pieces::DominoSet;
use scene::Scene;
use serde_json::Value;
use std::time::Duration;

/// Texas 42 as clients know it.
pub(crate) const WIRE: Wire<Texas42> = Wire {
    cues,
    event,
    view,
    outcome,
    legal,
    read,
    refused_as,
    dealer: |game| game.table.shaker,
    vocabulary: say::VOCABULARY,
};

/// The dominoes fly before anybody may bid.
const DEALING: Duration = Duration::from_secs(3);

/// A complete trick lies open before it is taken.
const TRICK: Duration = Duration::from_secs(1);

/// The end of a hand is looked at before its score, and its score before the next deal.
const HAND: Duration = Duration::from_secs(2);

fn cues(game: &Texas42, event: &Event) -> Vec<Cue> {
    let cue = match event {
        Event::ShakerDrawn { .. } => Cue::now("shaker_drawn"),
        Event::Dealt { .. } => {
            let first = game.table.hands_dealt == 0;
            let pause = if first { Duration::ZERO } else { HAND };
            return vec![
                Cue::after(pause, "dominoes_dealt"),
                Cue::after(DEALING, "waiting_for_bid"),
            ];
        }
        Event::BidPlaced { .. } => Cue::now("bid_placed"),
        Event::ThrownIn => Cue::now("hand_thrown_in"),
        Event::BiddingWon { .. } => Cue::now("bidding_won"),
        Event::TrumpNamed { .. } => Cue::now("trump_named"),
        Event::DominoPlayed { .. } => Cue::now("domino_played"),
        Event::TrickWon { .. } => Cue::after(TRICK, "trick_won"),
        Event::LaidDown { .. } => Cue::now("hand_laid_down"),
        Event::HandScored { .. } => Cue::after(HAND, "hand_scored"),
        // `game_finished` tells it.
        Event::Won { .. } => return Vec::new(),
    };
    vec![cue]
}

fn event(event: &Seen<Event>, after: &Seen<View>, seating: &Seating) -> Vec<Payload> {
    let view = after.value();
    let scene = Scene { view, seating };
    let payload = match event.value() {
        Event::ShakerDrawn { seat } => fields(&say::ShakerDrawn {
            shaker_uuid: scene.uuid(*seat),
        }),
        Event::Dealt { shaker, hands } => {
            let dealt = fields(&say::DominoesDealt {
                player_hand: own(hands),
                hand_counts: scene.hand_counts(),
                shaker_uuid: scene.uuid(*shaker),
                turn_order: scene.turn_order(),
                hand: view.table.hands_dealt,
                game_phase: say::Phase::Bidding,
            });
            let waiting = fields(&say::WaitingForBid {
                current_turn: scene.current_turn(),
            });
            return vec![dealt, waiting];
        }
        Event::BidPlaced { seat, call, next } => fields(&say::BidPlaced {
            player_uuid: scene.uuid(*seat),
            bid: (*call).into(),
            bids: scene.calls(),
            high_bid: scene.high_bid(),
            next_turn: next.map(|seat| scene.uuid(seat)),
        }),
        Event::ThrownIn => fields(&say::HandThrownIn {
            shaker_uuid: scene.shaker(),
            next_shaker_uuid: scene.next_shaker(),
        }),
        Event::BiddingWon { seat, bid, namer } => fields(&say::BiddingWon {
            player_uuid: scene.uuid(*seat),
            bid: (*bid).into(),
            bidding_team: crate::side_of(*seat).into(),
            current_turn: scene.uuid(*namer),
            game_phase: say::Phase::Naming,
        }),
        Event::TrumpNamed {
            seat,
            declaration,
            leader,
        } => fields(&say::TrumpNamed {
            player_uuid: scene.uuid(*seat),
            trump: (*declaration).into(),
            sits_out: scene.sits_out(),
            current_turn: scene.uuid(*leader),
            game_phase: say::Phase::Playing,
        }),
        Event::DominoPlayed { seat, domino, next } => fields(&say::DominoPlayed {
            played_by: scene.uuid(*seat),
            domino: *domino,
            current_trick: scene.current_trick(),
            led_suit: scene.led_suit(),
            hand_counts: scene.hand_counts(),
            next_turn: next.map(|seat| scene.uuid(seat)),
        }),
        Event::TrickWon { .. } => fields(&scene.trick_won()),
        Event::LaidDown { seat, dominoes } => fields(&say::HandLaidDown {
            player_uuid: scene.uuid(*seat),
            dominoes: *dominoes,
        }),
        Event::HandScored { .. } => fields(&scene.hand_scored()),
        Event::Won { .. } => return Vec::new(),
    };
    vec![payload]
}

fn view(view: &Seen<View>, seating: &Seating, settled: bool) -> Value {
    let viewer = view.viewer().seat();
    let view = view.value();
    fields(&Scene { view, seating }.view(viewer, settled)).into()
}

fn outcome(view: &Seen<View>, seating: &Seating) -> Payload {
    let view = view.value();
    fields(&Scene { view, seating }.outcome())
}

fn legal(_: &Seen<View>, actions: &[Action]) -> Value {
    let choice = |action: &Action| match *action {
        Action::Bid(call) => say::Choice::PlaceBid(say::PlaceBid { bid: call.into() }),
        Action::Name(declaration) => say::Choice::NameTrump(say::NameTrump {
            trump: declaration.into(),
        }),
        Action::Play(domino) => say::Choice::PlayDomino(say::PlayDomino { domino }),
        Action::LayDown => say::Choice::LayDown(say::LayDown {}),
    };
    let choices = actions.iter().map(choice);
    choices
        .map(|choice| Value::Object(fields(&choice)))
        .collect()
}

fn read(command: &str, payload: &Payload) -> Read<Texas42> {
    let action = match command {
        "place_bid" => read_field(payload, &["bid"]).map(Action::Bid),
        "name_trump" => read_field(payload, &["trump"]).map(Action::Name),
        "play_domino" => read_field(payload, &["domino"]).map(Action::Play),
        "lay_down" => Ok(Action::LayDown),
        _ => return None,
    };
    Some(action)
}

fn refused_as(command: &str) -> Option<&'static str> {
    match command {
        "place_bid" => Some("bid_invalid"),
        "play_domino" => Some("play_domino_invalid"),
        _ => None,
    }
}

/// The hand that the viewer of a redacted event knows, its own; a spectator knows none.
fn own(hands: &BySeat<Veiled<DominoSet>>) -> DominoSet {
    let known = hands.values().find_map(Veiled::known);
    known.copied().unwrap_or_default()
}
