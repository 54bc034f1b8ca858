//! A whole house through real sockets, with a journal in memory.

mod bad_input;
mod bots;
mod documents;
mod games;
mod http;
mod leaks;
mod player;
mod rigged;
mod support;
mod tables;
mod worlds;
