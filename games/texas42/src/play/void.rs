//! The fact that a play reveals: a seat that does not follow a suit holds none of it, and in sevens
//! a seat holds nothing nearer to seven pips than the domino it plays.

use super::trick_table::{AT_DISTANCE, Bits};
use crate::contract::{Contract, distance_from_seven};
use pieces::Domino;

/// The dominoes that a seat cannot hold if it plays this domino on this lead.
pub(super) fn ruled_out(contract: Contract, lead: Option<Domino>, domino: Domino) -> Bits {
    if contract == Contract::Sevens {
        let nearer = &AT_DISTANCE[..usize::from(distance_from_seven(domino))];
        return nearer.iter().fold(0, |all, set| all | set);
    }
    let Some(lead) = lead else { return 0 };
    let table = contract.table();
    let follows = table.follows[usize::from(table.led[lead.index()])];
    if follows >> domino.index() & 1 == 1 {
        0
    } else {
        follows
    }
}
