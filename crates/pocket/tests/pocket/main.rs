//! Tests of a pocket in the same way as a page uses it: it is killed, its journal fails, several
//! people share it, and they hear the same as from a house on the network.

mod claims;
mod device;
mod games;
mod journal;
mod people;
