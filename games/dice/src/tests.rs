//! The game checked against its contract, its rulings and its playthroughs, and against what must
//! hold at every step of any run.

mod bots;
mod contract;
mod equal_luck;
mod notation;
mod pass_rates;
mod request;
mod rulings;
mod secrecy;
mod targets;
mod version_1;
