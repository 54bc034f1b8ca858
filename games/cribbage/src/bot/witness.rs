//! The figures that the arena counts while bots play: the points of a deal, and the advantage of
//! the first deal.
//!
//! A deal that a win cuts short says nothing about a whole one; only deals that were counted to the
//! crib are noted.

use kernel::{Game, Note, Seat, Side, Witness};

use crate::score::HandOrCrib;
use crate::state::{Cribbage, Event, Phase};

/// Watches a game for its figures.
#[derive(Debug, Default)]
pub(crate) struct DealFigures {
    first_dealer: Option<Seat>,
    /// The points of the dealer's side and of the others in this deal.
    made: [i32; 2],
    /// The points of the play alone.
    pegged: [i32; 2],
}

impl DealFigures {
    /// The witness of a new game.
    pub(crate) fn summon() -> Box<dyn Witness<Cribbage>> {
        Box::new(DealFigures::default())
    }
}

impl Witness<Cribbage> for DealFigures {
    fn saw(&mut self, before: &Cribbage, event: &Event, after: &Cribbage, notes: &mut Vec<Note>) {
        if let Event::Dealt { dealer, .. } = event {
            self.first_dealer.get_or_insert(*dealer);
            (self.made, self.pegged) = ([0; 2], [0; 2]);
        }
        let Some(dealer) = before.table().dealer else {
            return;
        };
        for (side, points) in before.awards(event) {
            let who = usize::from(side != before.side(dealer));
            self.made[who] += points;
            if matches!(event, Event::Played { .. }) {
                self.pegged[who] += points;
            }
        }
        match event {
            Event::Counted {
                kind: HandOrCrib::Crib,
                ..
            } if after.table().phase == Phase::Dealing => self.note_deal(notes),
            Event::Won(outcome) => self.note_winner(before, outcome.winner, notes),
            _ => {}
        }
    }
}

impl DealFigures {
    fn note_deal(&self, notes: &mut Vec<Note>) {
        let [dealer, pone] = self.made;
        let [dealer_pegs, pone_pegs] = self.pegged;
        notes.extend([
            note("dealer's points a deal", dealer),
            note("pone's points a deal", pone),
            note("of these the dealer pegs", dealer_pegs),
            note("of these pone pegs", pone_pegs),
        ]);
    }

    fn note_winner(&self, game: &Cribbage, winner: Side, notes: &mut Vec<Note>) {
        if let Some(first) = self.first_dealer {
            let won = game.side(first) == winner;
            notes.push(note("games that the first dealer wins", i32::from(won)));
        }
    }
}

fn note(name: &'static str, value: i32) -> Note {
    Note {
        name,
        side: None,
        value,
    }
}
