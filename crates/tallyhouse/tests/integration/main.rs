//! The real binary, from outside: what it prints, on which stream, and its exit status.

mod admin;
mod advise;
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
mod play;
mod score;
mod texas42;
mod verify;
