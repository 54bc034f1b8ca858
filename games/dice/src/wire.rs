//! Dice in the words of their Socket.IO protocol.
//!
//! Every step of a run is one message. In a race a step belongs to its seat until the round has
//! ended, and the others hear nothing of it. Everybody hears `reroll_used` when a seat picks up
//! dice, and `round_finished` when it has scored, whether or not it passed. In a race messages have
//! no pauses: a pause after a hidden step would reveal it. The input is only what a viewer has
//! seen.

mod messages;
mod scene;
#[cfg(test)]
mod tests;

use crate::run::RunStep;
use crate::state::{Action, DiceHands, Event};
use crate::view::View;
use kernel::{Json, Payload, Read, Say, Seat, Seating, Seen, Told, Wire, fields, read_fields};
use messages as say;
use scene::{Scene, boss, landed, shop};
use std::time::Duration;

/// Dice as clients know them.
pub(crate) const WIRE: Wire<DiceHands> = Wire {
    tell,
    view,
    outcome,
    legal,
    read,
    tells_scores: true,
    vocabulary: say::VOCABULARY,
    ..Wire::plain()
};

/// Time to look at a score, or at the standings of a race.
const LOOK: Duration = Duration::from_secs(2);

/// The name of the message for a step.
const fn name(step: &RunStep) -> &'static str {
    match step {
        RunStep::Started { .. } => "rerolls_given",
        RunStep::Rolled { .. } => "dice_rolled",
        RunStep::Picked { .. } => "dice_picked",
        RunStep::Rerolled { .. } => "dice_rerolled",
        RunStep::WildSet { .. } => "wild_set",
        RunStep::Scored { .. } => "dice_scored",
        RunStep::Paid { .. } => "paid",
        RunStep::Collected { .. } => "die_collected",
        RunStep::ShopOpened { .. } => "shop_opened",
        RunStep::Bought { .. } => "bought",
        RunStep::ShopLeft => "shop_left",
        RunStep::Stopped => "run_stopped",
    }
}

fn tell(told: &Told<'_, Event, View>) -> Vec<Say> {
    let view = told.after.value();
    let scene = Scene {
        view,
        seating: told.seating,
    };
    let race = view.table.options.is_race();
    let say = match told.event.value() {
        Event::RoundStarted(round) => {
            let started = say::RoundStarted {
                round: round.number,
                target: round.target,
                boss: boss(round),
            };
            // Players look at the standings of a race before it goes on.
            let pause = if race && round.number > 1 {
                LOOK
            } else {
                Duration::ZERO
            };
            Say::after(pause, "round_started", &started)
        }
        Event::Rerolling { seat } if race => Say::now("reroll_used", &scene.reroll_used(*seat)),
        // Alone `dice_picked` announces it.
        Event::Rerolling { .. } => return Vec::new(),
        Event::Step { seat, secret, step } => {
            let pause = match step {
                RunStep::Paid { .. } if !secret => LOOK,
                _ => Duration::ZERO,
            };
            Say::after(pause, name(step), &fields_of(&scene, *seat, step))
        }
        Event::Finished { seat } => Say::now(
            "round_finished",
            &say::RoundFinished {
                player_uuid: scene.uuid(*seat),
                waiting_for: scene.busy(),
            },
        ),
        Event::RoundEnded => Say::now(
            "round_ended",
            &say::RoundEnded {
                round: view.table.round.number,
                standings: scene.standings(),
                scores: scene.scores(),
            },
        ),
        // `game_finished` announces it.
        Event::Ended { .. } => return Vec::new(),
    };
    vec![say]
}

/// The fields of the message about a step.
fn fields_of(scene: &Scene<'_>, seat: Seat, step: &RunStep) -> Payload {
    let player_uuid = scene.uuid(seat);
    match step {
        RunStep::Started {
            rerolls,
            insured,
            locked,
        } => fields(&say::RerollsGiven {
            player_uuid,
            left: *rerolls,
            insured: *insured,
            locked: locked.clone(),
        }),
        RunStep::Rolled { landed: dice } => fields(&say::DiceRolled {
            player_uuid,
            dice: landed(dice),
        }),
        RunStep::Picked { dice } => fields(&say::DicePicked {
            player_uuid,
            dice: dice.clone(),
        }),
        RunStep::Rerolled { landed: dice } => fields(&say::DiceRerolled {
            player_uuid,
            dice: landed(dice),
        }),
        RunStep::WildSet { die, face } => fields(&say::WildSet {
            player_uuid,
            die: *die,
            face: *face,
        }),
        RunStep::Scored { tally, passed } => fields(&scene.dice_scored(seat, tally, *passed)),
        RunStep::Paid { pay } => fields(&scene.paid(seat, pay)),
        RunStep::Collected { die } => fields(&say::DieCollected {
            player_uuid,
            die: *die,
        }),
        RunStep::ShopOpened { shop: opened } => {
            let say::Shop { offers, free } = shop(opened);
            fields(&say::ShopOpened {
                player_uuid,
                offers,
                free,
            })
        }
        RunStep::Bought {
            offer,
            replace,
            price,
        } => fields(&say::Bought {
            player_uuid,
            offer: *offer,
            replace: *replace,
            price: *price,
        }),
        RunStep::ShopLeft => fields(&say::ShopLeft { player_uuid }),
        RunStep::Stopped => fields(&say::RunStopped { player_uuid }),
    }
}

fn view(view: &Seen<View>, seating: &Seating, _settled: bool) -> Json {
    let viewer = view.viewer();
    let view = view.value();
    Json::of(&Scene { view, seating }.view(viewer))
}

fn outcome(view: &Seen<View>, seating: &Seating) -> Payload {
    let view = view.value();
    fields(&Scene { view, seating }.outcome())
}

/// Thirty dice can be picked in a billion ways; the commands are therefore listed with what they
/// choose from.
fn legal(view: &Seen<View>, actions: &[Action]) -> Json {
    let viewer = view.viewer();
    let run = viewer
        .seat()
        .and_then(|seat| view.value().run(viewer, seat));
    let left = run.map_or(0, |run| run.rerolls);
    let mut choices = say::Choices::default();
    for action in actions {
        match action {
            Action::Reroll { dice } => {
                let most = choices.reroll.as_ref().map_or(0, |most| most.dice.len());
                if dice.len() > most {
                    let dice = dice.clone();
                    choices.reroll = Some(say::Rerolls { dice, left });
                }
            }
            Action::SetWild { die, face } => choices.set_wild.push(say::SetWild {
                die: *die,
                face: *face,
            }),
            Action::ScoreDice => choices.score_dice = Some(say::ScoreDice {}),
            Action::Buy { offer, replace } => choices.buy.push(say::Buy {
                offer: *offer,
                replace: *replace,
            }),
            Action::LeaveShop => choices.leave_shop = Some(say::LeaveShop {}),
            Action::StopRun => choices.stop_run = Some(say::StopRun {}),
        }
    }
    Json::of(&choices)
}

fn read(command: &str, payload: &Payload) -> Read<Action> {
    Some(match command {
        "reroll" => read_fields(payload).map(|say::Reroll { dice }| Action::Reroll { dice }),
        "set_wild" => {
            read_fields(payload).map(|say::SetWild { die, face }| Action::SetWild { die, face })
        }
        "score_dice" => Ok(Action::ScoreDice),
        "buy" => {
            read_fields(payload).map(|say::Buy { offer, replace }| Action::Buy { offer, replace })
        }
        "leave_shop" => Ok(Action::LeaveShop),
        "stop_run" => Ok(Action::StopRun),
        _ => return None,
    })
}
