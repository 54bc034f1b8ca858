//! Counts how often each kind of contract is made while bots play.

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::state::{Event, Texas42};
use kernel::{Note, Witness};

/// Notes each hand that is scored under the name of its contract, for the side that bid.
pub(crate) struct ContractsMade;

impl Witness<Texas42> for ContractsMade {
    fn saw(&mut self, _: &Texas42, event: &Event, after: &Texas42, notes: &mut Vec<Note>) {
        if let (Event::HandScored { .. }, Some(result)) = (event, after.table.history.last()) {
            notes.push(Note {
                name: name(&result.pledge),
                side: Some(result.pledge.side()),
                value: result.made().into(),
            });
        }
    }
}

const fn name(pledge: &Pledge) -> &'static str {
    match (pledge.bid, pledge.declaration) {
        (Bid::Plunge(_), _) => "plunge made",
        (Bid::Splash(_), _) => "splash made",
        (_, Declaration::Nello) => "nello made",
        (_, Declaration::Sevens) => "sevens made",
        (Bid::Points(30), _) => "30 made",
        (Bid::Points(_), _) => "31 to 41 made",
        (Bid::Marks(1), _) => "1 mark made",
        (Bid::Marks(_), _) => "2 marks or more made",
    }
}
