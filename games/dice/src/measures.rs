//! The figures that are kept for each player: rounds passed, and the scores of the dice.

use kernel::{Measure, Sample};

use crate::run::RunStep;
use crate::state::{DiceHands, Event};

const PASSED: &str = "passed";
const HAND: &str = "hand";

/// These figures have no par. A run that is lost fails exactly one round: the share of passed
/// rounds tells how long runs are, which depends on the options, more than how well they are
/// played. The score of a hand depends on the round and on what was bought, and the best player is
/// the one who goes on to rounds that ask for more. The review tells the cost of decisions instead.
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
        step: RunStep::Scored { tally, passed },
        ..
    } = event
    {
        samples.push(Sample::whole(*seat, PASSED, (*passed).into()));
        samples.push(Sample::whole(*seat, HAND, tally.total()));
    }
}
