//! Reads journaled steps of version 1 of the rules as today's.
//!
//! The inputs are the same. An event of version 1 also held what follows from others: whether a
//! step makes its seat wait, the runs at the end of a round, and the totals at the end. In a race a
//! seat's `finished` came when it was out or had left its shop; now it comes when the seat has
//! scored. No event announced that a seat rerolls.

use crate::run::{Round, RunStep};
use crate::state::{DiceHands, Event};
use kernel::{Input, Seat, Side};
use serde::Deserialize;
use serde_json::Value;

/// An event of version 1, without the parts that today's lack.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Old {
    RoundStarted(Round),
    Step {
        seat: Seat,
        secret: bool,
        step: Known,
    },
    Finished {
        seat: Seat,
    },
    RoundEnded {},
    Ended {
        winners: Vec<Side>,
    },
}

/// A journal has no hidden steps.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Known {
    Known(Value),
}

/// One step of a journal of version 1: today's input, and today's events for it.
pub(crate) fn read(
    input: &Value,
    events: &[Value],
) -> Result<(Input<DiceHands>, Vec<Event>), String> {
    let input = Input::deserialize(input).map_err(|error| format!("the input: {error}"))?;
    let mut read = Vec::new();
    let mut race = false;
    for event in events {
        let old = Old::deserialize(event).map_err(|error| format!("an event: {error}"))?;
        match old {
            Old::RoundStarted(round) => read.push(Event::RoundStarted(round)),
            Old::Step {
                seat,
                secret,
                step: Known::Known(step),
            } => {
                race = secret;
                read.extend(of_step(seat, secret, step_of(step)?));
            }
            // In a race it was announced when the seat scored.
            Old::Finished { .. } if race => {}
            Old::Finished { seat } => read.push(Event::Finished { seat }),
            Old::RoundEnded {} => read.push(Event::RoundEnded),
            Old::Ended { winners } => read.push(Event::Ended { winners }),
        }
    }
    Ok((input, read))
}

/// A step with its public announcement of today.
fn of_step(seat: Seat, secret: bool, step: RunStep) -> impl Iterator<Item = Event> {
    let before = matches!(step, RunStep::Picked { .. }).then_some(Event::Rerolling { seat });
    let scored = secret && matches!(step, RunStep::Scored { .. });
    let after = scored.then_some(Event::Finished { seat });
    let step = Event::Step { seat, secret, step };
    before.into_iter().chain([step]).chain(after)
}

/// Today's step. The name of a tally's line used to be called its type.
fn step_of(mut step: Value) -> Result<RunStep, String> {
    let tally = step.pointer_mut("/scored/tally");
    for item in tally.and_then(Value::as_array_mut).into_iter().flatten() {
        let line = item.get_mut("rule").and_then(Value::as_object_mut);
        if let Some(line) = line
            && let Some(name) = line.remove("type")
        {
            line.insert("name".to_owned(), name);
        }
    }
    RunStep::deserialize(step).map_err(|error| format!("a step: {error}"))
}
