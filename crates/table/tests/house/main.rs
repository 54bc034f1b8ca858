//! Tables from the outside: scripts of commands with simulated time, no sleeps.

mod cards;
mod chaos;
mod clocks;
mod deals;
mod games;
mod harness;
mod journal;
mod phases;
mod plain;
mod privacy;
mod protocol;
mod refusals;
mod review;
mod seats;
