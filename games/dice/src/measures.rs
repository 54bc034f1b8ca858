//! The figures that are kept for each player: rounds passed, and the scores of the dice.

use kernel::{Measure, Sample};

use crate::run::Step;
use crate::state::{DiceHands, Event};

const PASSED: &str = "passed";
const HAND: &str = "hand";

/// How far a run gets depends on its options; there is no par.
pub(crate) const MEASURES: &[Measure] = &[
    Measure {
        key: PASSED,
        is_rate: true,
        par: None,
    },
    Measure {
        key: HAND,
        is_rate: false,
        par: None,
    },
];

/// Names the samples of an event.
pub(crate) fn watch(_: &DiceHands, event: &Event, _: &DiceHands, samples: &mut Vec<Sample>) {
    if let Event::Step {
        seat,
        step: Step::Scored { tally, passed },
        ..
    } = event
    {
        samples.push(Sample::whole(*seat, PASSED, (*passed).into()));
        samples.push(Sample::whole(*seat, HAND, tally.total()));
    }
}
