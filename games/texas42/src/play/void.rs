//! The fact that a play reveals: a seat that does not follow a suit holds none of it, and in sevens
//! a seat holds nothing nearer to seven pips than the domino it plays.

use super::trick_table::{AT_DISTANCE, Bits, PLACES};
use crate::contract::Contract;

/// The dominoes that a seat cannot hold if it plays this domino on this lead, both by their index.
#[inline]
pub(crate) fn ruled_out(contract: Contract, lead: Option<usize>, domino: usize) -> Bits {
    let is_in = |set: Bits| set >> domino & 1 == 1;
    if contract == Contract::Sevens {
        let nearer = AT_DISTANCE.iter().take_while(|&&set| !is_in(set));
        return nearer.fold(0, |all, set| all | set);
    }
    let Some(lead) = lead else { return 0 };
    let table = contract.table();
    let follows = table.follows[usize::from(table.led[lead % PLACES] & 7)];
    if is_in(follows) { 0 } else { follows }
}
