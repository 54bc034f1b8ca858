//! A pocket as a page uses it: it is killed, its journal fails, several people share it, and what
//! they hear is what a house on the network tells.

mod claims;
mod device;
mod games;
mod journal;
mod people;
