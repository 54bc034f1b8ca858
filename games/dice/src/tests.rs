//! The run as a whole: its contract, its secrets, and what must hold at every step.

mod contract;
