//! Dice of one kind, which differ only by their faces.

use crate::DieKind;
use crate::lattice::Lattice;
use std::sync::Arc;

/// The unlocked dice of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) kind: DieKind,
    pub(crate) lattice: Arc<Lattice>,
    /// The chance of each symbol if a die is thrown again.
    pub(crate) again: [f64; 7],
    /// The chance of each symbol at the first throw of a round.
    pub(crate) first: [f64; 7],
}

/// The symbol of a glass die that broke.
pub(crate) const BROKEN: usize = 6;

/// The kinds that are thrown, in the order in which their dice fall: echoes after all others.
pub(crate) const THROWN: [DieKind; 7] = [
    DieKind::Normal,
    DieKind::Light,
    DieKind::Heavy,
    DieKind::Odd,
    DieKind::Even,
    DieKind::Glass,
    DieKind::Echo,
];

impl Group {
    /// This many dice of a kind.
    pub(crate) fn new(kind: DieKind, dice: usize) -> Group {
        Group::on(kind, Arc::new(Lattice::new(symbols(kind), dice)))
    }

    /// Dice of a kind whose multisets are already numbered.
    pub(crate) fn on(kind: DieKind, lattice: Arc<Lattice>) -> Group {
        let faces = symbols(kind).min(6);
        let mut first = [0.0; 7];
        first[..faces].fill(1.0 / faces as f64);
        let mut again = first;
        if kind == DieKind::Glass {
            // A glass die thrown again breaks with chance 1/10.
            again = again.map(|chance| 0.9 * chance);
            again[BROKEN] = 0.1;
        }
        Group {
            kind,
            lattice,
            again,
            first,
        }
    }

    /// The kind that a die of this symbol counts as, and the index of the face it shows.
    pub(crate) fn shows(&self, symbol: usize) -> (DieKind, usize) {
        match (self.kind, symbol) {
            (DieKind::Heavy, _) => (self.kind, symbol + 3),
            (DieKind::Glass, BROKEN) => (DieKind::Broken, 0),
            _ => (self.kind, symbol),
        }
    }

    /// The symbol of a die that shows this face, given as an index.
    pub(crate) fn symbol(&self, face: usize) -> usize {
        match self.kind {
            DieKind::Heavy => face - 3,
            _ => face,
        }
    }

    /// Whether throwing a die of this symbol again can change it.
    pub(crate) fn can_throw(&self, symbol: usize) -> bool {
        symbol != BROKEN
    }
}

/// The number of symbols of a die of this kind.
pub(crate) fn symbols(kind: DieKind) -> usize {
    match kind {
        DieKind::Light | DieKind::Heavy => 3,
        DieKind::Glass => 7,
        _ => 6,
    }
}
