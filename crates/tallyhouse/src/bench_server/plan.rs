//! The stages of a measurement: loads, ways of playing, and times.

use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

/// All stages, one after the other. The games go on through all of them.
#[derive(Debug)]
pub(super) struct LoadPlan {
    stages: Vec<LoadStage>,
    begin: Instant,
    end: Instant,
}

/// One load, played in one way for a while.
#[derive(Debug)]
pub(super) struct LoadStage {
    pub(super) way: Way,
    /// Moves per second over all tables; 0 for as many as possible.
    pub(super) rate: u64,
    pub(super) begin: Instant,
    /// The start of measuring; before it, everybody finds their pace.
    pub(super) from: Instant,
    pub(super) end: Instant,
    /// The pause between two moves at a table; `None` for no pause.
    pub(super) pause: Option<Duration>,
}

/// The way in which a client learns its legal actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Way {
    /// From the `state` that the house pushes.
    Pushed,
    /// From a `sync` after each event, as the page of version 0.1 did.
    Asked,
}

impl LoadPlan {
    /// Long enough for the first deals, which all come at the same time, and for the rest of the
    /// previous stage. Short measurements wait less.
    const WARM_UP: Duration = Duration::from_secs(3);

    /// The pause between two stages, in which the house is read before the next way begins.
    const BETWEEN: Duration = Duration::from_secs(2);

    /// Each of these loads in both ways. The pushed way comes first with all of them: no `sync` of
    /// the other can then be left when its resyncs are counted.
    pub(super) fn new(tables: usize, rates: &[u64], measured: Duration) -> LoadPlan {
        let begin = Instant::now();
        let mut stages: Vec<LoadStage> = Vec::with_capacity(2 * rates.len());
        for (way, measured) in [(Way::Pushed, measured), (Way::Asked, measured / 2)] {
            for &rate in rates {
                let begin = stages
                    .last()
                    .map_or(begin, |stage| stage.end + LoadPlan::BETWEEN);
                let from = begin + LoadPlan::WARM_UP.min(measured);
                let pause =
                    (rate > 0).then(|| Duration::from_secs_f64(tables as f64 / rate as f64));
                stages.push(LoadStage {
                    way,
                    rate,
                    begin,
                    from,
                    end: from + measured,
                    pause,
                });
            }
        }
        let end = stages.last().map_or(begin, |stage| stage.end);
        LoadPlan { stages, begin, end }
    }

    pub(super) fn stages(&self) -> &[LoadStage] {
        &self.stages
    }

    /// The stage at this moment, and its index; `None` when all is over.
    pub(super) fn at(&self, now: Instant) -> Option<(usize, &LoadStage)> {
        let mut stages = self.stages.iter().enumerate();
        stages.find(|(_, stage)| now < stage.end)
    }

    pub(super) const fn end(&self) -> Instant {
        self.end
    }

    pub(super) fn length(&self) -> Duration {
        self.end - self.begin
    }
}

impl LoadStage {
    pub(super) fn measured(&self) -> Duration {
        self.end - self.from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_follow_each_other_and_the_pushed_way_comes_first() {
        let plan = LoadPlan::new(10, &[5, 0], Duration::from_secs(8));
        let shape: Vec<_> = plan
            .stages()
            .iter()
            .map(|stage| (stage.way, stage.rate, stage.measured().as_secs()))
            .collect();
        assert_eq!(
            shape,
            [
                (Way::Pushed, 5, 8),
                (Way::Pushed, 0, 8),
                (Way::Asked, 5, 4),
                (Way::Asked, 0, 4)
            ]
        );
        assert_eq!(plan.stages()[0].pause, Some(Duration::from_secs(2)));
        for (place, stage) in plan.stages().iter().enumerate() {
            assert_eq!(plan.at(stage.begin).unwrap().0, place);
            assert_eq!(plan.at(stage.from).unwrap().0, place);
        }
        assert!(plan.at(plan.end()).is_none());
    }
}
