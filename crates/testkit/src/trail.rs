//! The place of a check, for reproducing a fault.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::Game;

use crate::golden;
use crate::transcript::json;

/// Returns a sentence as an error unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            return Err(format!($($sentence)+));
        }
    };
}

pub(crate) use ensure;

/// The path to the present step of a random game.
pub(crate) struct Trail {
    table: String,
    options: String,
    seed: u64,
    step: usize,
    asked: String,
}

impl Trail {
    /// The start of a game with this seed at a table of these options.
    pub(crate) fn new<O: serde::Serialize>(table: &str, options: &O, seed: u64) -> Trail {
        Trail {
            table: table.to_owned(),
            options: json(options),
            seed,
            step: 0,
            asked: "the table".to_owned(),
        }
    }

    /// The number of inputs so far.
    pub(crate) const fn step(&self) -> usize {
        self.step
    }

    /// Counts an input.
    pub(crate) fn advance(&mut self) {
        self.step += 1;
    }

    /// Notes the present step of a check, such as an input or a view.
    pub(crate) fn ask(&mut self, what: impl Into<String>) {
        self.asked = what.into();
    }

    /// A fault with its place, and a script that leads there.
    fn report(&self, fault: &str) -> String {
        let Trail {
            table,
            options,
            seed,
            step,
            asked,
        } = self;
        let way = match step {
            0 => String::new(),
            _ => format!("\n    > random {seed} x{step}"),
        };
        format!(
            "{fault}\n  at {table}, seed {seed}, step {step}, looking at {asked}\n  \
             this playthrough leads there when it is blessed:\n    # The fault.\n    options {options}{way}"
        )
    }
}

/// Runs a check; a fault, or a panic of the game, is returned with its place.
pub(crate) fn follow<G: Game, T>(
    trail: &mut Trail,
    check: impl FnOnce(&mut Trail) -> Result<T, String>,
) -> Result<T, String> {
    // The trail is only read after a panic, and each of its changes is complete.
    let fault = match catch_unwind(AssertUnwindSafe(|| check(trail))) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(fault)) => fault,
        Err(panic) => format!("the game panicked: {}", golden::panic_message(&*panic)),
    };
    Err(format!("{}: {}", G::META.key, trail.report(&fault)))
}

/// Returns the result of a check, or panics with its fault.
#[track_caller]
pub(crate) fn or_panic<T>(checked: Result<T, String>) -> T {
    match checked {
        Ok(seen) => seen,
        Err(fault) => panic!("{fault}"),
    }
}
