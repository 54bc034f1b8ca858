//! A whole house through real sockets, with a journal in memory.

mod admin;
mod bad_input;
mod bots;
mod bus;
mod claims;
mod counters;
mod deals;
mod documents;
mod failing;
mod games;
mod http;
mod leaks;
mod names;
mod nodes;
mod player;
mod privacy;
mod repeats;
mod rigged;
mod same_bytes;
mod stepped;
mod support;
mod tables;
mod time;
mod tokens;
mod worlds;
