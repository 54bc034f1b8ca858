//! A whole house through real sockets, with a journal in memory.

mod games;
mod player;
mod support;
