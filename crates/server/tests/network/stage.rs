//! What the players and the one who breaks the network agree on.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;

use kernel::{Key, Rng};

use crate::faults::Counts;

/// What everybody in a simulation can see.
pub(crate) struct Stage {
    pub(crate) seed: u64,
    pub(crate) address: SocketAddr,
    /// What happened, in order.
    trace: RefCell<Vec<String>>,
    pub(crate) counts: RefCell<Counts>,
    /// The code of the table, once there is one.
    pub(crate) code: RefCell<Option<String>>,
    /// How many have seen the end of the game.
    pub(crate) over: Cell<usize>,
    /// How many have compared what they know with the truth.
    pub(crate) compared: Cell<usize>,
    /// The network is whole and stays so.
    pub(crate) calm: Cell<bool>,
    /// What was acknowledged: whose command, and its id.
    pub(crate) acknowledged: RefCell<Vec<(String, String)>>,
}

impl Stage {
    pub(crate) fn new(seed: u64, address: SocketAddr) -> Stage {
        Stage {
            seed,
            address,
            trace: RefCell::default(),
            counts: RefCell::default(),
            code: RefCell::default(),
            over: Cell::new(0),
            compared: Cell::new(0),
            calm: Cell::new(false),
            acknowledged: RefCell::default(),
        }
    }

    /// Luck of this seed for one purpose.
    pub(crate) fn luck(&self, purpose: &str) -> Rng {
        Key::from_seed(self.seed).stream(purpose)
    }

    /// Notes what happened.
    pub(crate) fn note(&self, what: String) {
        let at = turmoil::sim_elapsed().unwrap_or_default().as_millis();
        self.trace.borrow_mut().push(format!("{at:>6} {what}"));
    }

    pub(crate) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.counts.borrow_mut());
    }

    pub(crate) fn trace(&self) -> Vec<String> {
        self.trace.borrow().clone()
    }
}

/// Adds one.
pub(crate) fn bump(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}
