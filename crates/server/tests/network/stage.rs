//! The state that the players and the source of faults share.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Key, Rng};

use crate::faults::Counts;
use crate::mirror::Mirror;
use crate::nodes::Checker;

/// The data that everybody in a simulation can see.
pub(crate) struct Stage {
    pub(crate) seed: u64,
    /// The addresses of the houses that have the table: one, or several with one journal.
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) n_guests: usize,
    /// The time that a guest waits for an answer.
    pub(crate) patience: Duration,
    /// The witness of the journal of several houses.
    checker: Option<Arc<Checker>>,
    /// The log, in order.
    trace: Trace,
    pub(crate) counts: RefCell<Counts>,
    /// The code of the table, once there is one.
    pub(crate) code: RefCell<Option<String>>,
    /// The number of guests that have seen the end of the game.
    pub(crate) over: Cell<usize>,
    /// The number of guests that have compared their knowledge with the truth.
    pub(crate) compared: Cell<usize>,
    /// The network is whole and stays so.
    pub(crate) calm: Cell<bool>,
    /// The acknowledged commands: player and id.
    pub(crate) acknowledged: RefCell<Vec<(String, String)>>,
    /// The refused commands.
    pub(crate) refused: RefCell<Vec<(String, String)>>,
    /// The last view of each guest, with its player.
    pub(crate) seen: RefCell<Vec<(Mirror, String)>>,
}

/// The log, in order.
pub(crate) type Trace = Rc<RefCell<Vec<String>>>;

/// An answer that takes longer than this is not waited for: some ten times what the
/// slowest network of a seed needs.
const PATIENCE: Duration = Duration::from_millis(800);

impl Stage {
    /// A table of one house, with two players and a spectator.
    pub(crate) fn new(seed: u64, address: SocketAddr) -> Stage {
        Stage {
            seed,
            addresses: vec![address],
            n_guests: 3,
            patience: PATIENCE,
            checker: None,
            trace: Trace::default(),
            counts: RefCell::default(),
            code: RefCell::default(),
            over: Cell::new(0),
            compared: Cell::new(0),
            calm: Cell::new(false),
            acknowledged: RefCell::default(),
            refused: RefCell::default(),
            seen: RefCell::default(),
        }
    }

    /// A table of several houses.
    pub(crate) fn of_several(
        seed: u64,
        addresses: Vec<SocketAddr>,
        n_guests: usize,
        checker: Arc<Checker>,
        trace: Trace,
    ) -> Stage {
        let one = Stage::new(seed, addresses[0]);
        Stage {
            addresses,
            n_guests,
            // Some guests wait until a house has given another one up, and some do not.
            patience: PATIENCE * [1, 3][(seed / 2 % 2) as usize],
            checker: Some(checker),
            trace,
            ..one
        }
    }

    /// Whether there are several houses.
    pub(crate) fn is_several(&self) -> bool {
        self.addresses.len() > 1
    }

    /// A player has the ack of a command.
    pub(crate) fn acknowledge(&self, player: &str, id: &str) {
        if let Some(checker) = &self.checker {
            checker.acknowledged(player, id);
        }
        let acknowledged = (player.to_owned(), id.to_owned());
        self.acknowledged.borrow_mut().push(acknowledged);
    }

    /// Luck of this seed for one purpose.
    pub(crate) fn luck(&self, purpose: &str) -> Rng {
        Key::from_seed(self.seed).stream(purpose)
    }

    /// Notes what happened.
    pub(crate) fn note(&self, what: String) {
        self.note_at(turmoil::sim_elapsed().unwrap_or_default(), what);
    }

    /// Notes what happened, from outside the simulation.
    pub(crate) fn note_at(&self, at: Duration, what: String) {
        let at = at.as_millis();
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
