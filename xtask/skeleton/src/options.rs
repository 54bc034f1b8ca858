//! The options of a table.

use kernel::{Preset, SetupFault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The options of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of players, two to four.
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
    /// The named sets of options, plainest first.
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

    /// Every fault of the options.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        if !(2..=4).contains(&self.seats) {
            faults.push(SetupFault::new("seats", "there must be two to four seats"));
        }
        if !(5..=50).contains(&self.target) {
            faults.push(SetupFault::new("target", "the target must be 5 to 50"));
        }
        faults
    }
}
