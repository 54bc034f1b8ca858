//! The real binary from outside: its output, the stream of the output, and its exit status.

mod admin;
mod advise;
mod alone;
mod arena;
mod bench_server;
mod binary;
mod command;
mod dice;
mod drill;
mod engine;
mod history;
mod jsonl;
mod move_house;
mod odds;
mod open_house;
mod play;
mod score;
mod stopping;
mod texas42;
mod verify;
