//! Texas 42 in the words of its Socket.IO protocol.
//!
//! The names and fields are those that clients know: dominoes are texts such as `6-4`, players are
//! ids, and sides are `northSouth` and `eastWest`. The input is only what a viewer has seen, and
//! nothing here can leak a domino.

mod messages;
mod scene;
#[cfg(test)]
mod tests;

use crate::state::{Action, Event, Texas42};
use crate::view::View;
use kernel::{Json, Payload, Read, Say, Seating, Seen, Told, Wire, fields, read_field};
use messages as say;
use scene::Scene;
use std::time::Duration;

/// Texas 42 as clients know it.
pub(crate) const WIRE: Wire<Texas42> = Wire {
    tell,
    view,
    outcome,
    legal,
    read,
    refused_as,
    dealer: |view| view.table.shaker,
    tells_scores: true,
    vocabulary: say::VOCABULARY,
};

/// Time to look at a complete trick before it is taken.
const TRICK: Duration = Duration::from_secs(1);

/// Time to look at the end of a hand before its score, and at its score before the next deal.
const HAND: Duration = Duration::from_secs(2);

fn tell(told: &Told<'_, Event, View>) -> Vec<Say> {
    let view = told.after.value();
    let scene = Scene {
        view,
        seating: told.seating,
    };
    let say = match told.event.value() {
        Event::ShakerDrawn { seat } => {
            let shaker_uuid = scene.uuid(*seat);
            Say::now("shaker_drawn", &say::ShakerDrawn { shaker_uuid })
        }
        Event::Dealt { shaker, hands } => {
            // Players first look at the score of the previous hand.
            let first = told.before.value().table.hands_dealt == 0;
            let pause = if first { Duration::ZERO } else { HAND };
            let dealt = scene.dominoes_dealt(*shaker, hands);
            let current_turn = scene.current_turn();
            return vec![
                Say::after(pause, "dominoes_dealt", &dealt),
                Say::now("waiting_for_bid", &say::WaitingForBid { current_turn }),
            ];
        }
        Event::BidPlaced { seat, call, next } => {
            Say::now("bid_placed", &scene.bid_placed(*seat, *call, *next))
        }
        Event::ThrownIn => Say::now("hand_thrown_in", &scene.hand_thrown_in()),
        Event::BiddingWon { seat, bid, namer } => {
            Say::now("bidding_won", &scene.bidding_won(*seat, *bid, *namer))
        }
        Event::TrumpNamed {
            seat,
            declaration,
            leader,
        } => {
            let named = scene.trump_named(*seat, *declaration, *leader);
            Say::now("trump_named", &named)
        }
        Event::DominoPlayed { seat, domino, next } => {
            let played = scene.domino_played(*seat, *domino, *next);
            Say::now("domino_played", &played)
        }
        Event::TrickWon { .. } => Say::after(TRICK, "trick_won", &scene.trick_won()),
        Event::LaidDown { seat, dominoes } => {
            let laid_down = say::HandLaidDown {
                player_uuid: scene.uuid(*seat),
                dominoes: *dominoes,
            };
            Say::now("hand_laid_down", &laid_down)
        }
        Event::HandScored { .. } => Say::after(HAND, "hand_scored", &scene.hand_scored()),
        // `game_finished` announces it.
        Event::Won { .. } => return Vec::new(),
    };
    vec![say]
}

fn view(view: &Seen<View>, seating: &Seating, settled: bool) -> Json {
    let viewer = view.viewer().seat();
    let view = view.value();
    Json::of(&Scene { view, seating }.view(viewer, settled))
}

fn outcome(view: &Seen<View>, seating: &Seating) -> Payload {
    let view = view.value();
    fields(&Scene { view, seating }.outcome())
}

fn legal(_: &Seen<View>, actions: &[Action]) -> Json {
    let choice = |action: &Action| match *action {
        Action::Bid(call) => say::Choice::PlaceBid(say::PlaceBid { bid: call.into() }),
        Action::Name(declaration) => say::Choice::NameTrump(say::NameTrump {
            trump: declaration.into(),
        }),
        Action::Play(domino) => say::Choice::PlayDomino(say::PlayDomino { domino }),
        Action::LayDown => say::Choice::LayDown(say::LayDown {}),
    };
    Json::of(&actions.iter().map(choice).collect::<Vec<say::Choice>>())
}

fn read(command: &str, payload: &Payload) -> Read<Action> {
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
