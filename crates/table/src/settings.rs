//! The settings of a table besides its game's options, and how time is counted.

use std::time::Duration;

use kernel::SetupFault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A moment: milliseconds since 1970, as the caller counts them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// This much later.
    pub fn plus(self, time: Duration) -> Millis {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Millis(self.0.saturating_add(millis))
    }
}

/// The pace of a table: the time that it waits between messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Time to watch.
    #[default]
    Normal,
    /// A quarter of the normal pauses.
    Fast,
    /// No pauses.
    #[serde(rename = "instant")]
    AtOnce,
}

impl Pace {
    /// A pause of the normal pace at this one.
    pub fn of(self, pause: Duration) -> Duration {
        match self {
            Pace::Normal => pause,
            Pace::Fast => pause / 4,
            Pace::AtOnce => Duration::ZERO,
        }
    }
}

/// The settings of a table besides its game's options.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// The time that the table waits between messages.
    pub pace: Pace,
    /// Whether a player may ask for advice.
    pub hints: bool,
    /// The time that a seat may think before a bot moves for it, in seconds; unlimited if left out.
    pub clock_seconds: Option<u32>,
}

impl Settings {
    /// A shorter clock leaves no time to click, and a longer one is useless.
    const CLOCK: std::ops::RangeInclusive<u32> = 5..=3_600;

    /// The time that a seat may think.
    pub(crate) fn clock(&self) -> Option<Duration> {
        self.clock_seconds
            .map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Every fault of the settings.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let (least, most) = (Settings::CLOCK.start(), Settings::CLOCK.end());
        let wrong = |seconds: &u32| !Settings::CLOCK.contains(seconds);
        let fault = |seconds: u32| {
            let message = format!("a turn clock must run {least} to {most} seconds, not {seconds}");
            SetupFault::new("table.clockSeconds", message)
        };
        self.clock_seconds
            .filter(wrong)
            .map(fault)
            .into_iter()
            .collect()
    }
}
