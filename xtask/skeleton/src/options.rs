//! What a table may choose before it starts.

use kernel::{Preset, SetupFault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a table may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many play, two to four.
    pub seats: u8,
    /// The score that wins, 5 to 50.
    pub target: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 2,
            target: 20,
        }
    }
}

impl Options {
    /// The sets of options that people know by name, the plainest first.
    pub(crate) fn presets() -> Vec<Preset<Options>> {
        let preset = |name, seats| Preset {
            name,
            options: Options {
                seats,
                ..Options::default()
            },
        };
        vec![preset("Two", 2), preset("Three", 3), preset("Four", 4)]
    }

    /// Every fault at once.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        if !(2..=4).contains(&self.seats) {
            faults.push(SetupFault::new("seats", "two to four can play"));
        }
        if !(5..=50).contains(&self.target) {
            faults.push(SetupFault::new("target", "the target is 5 to 50"));
        }
        faults
    }
}
