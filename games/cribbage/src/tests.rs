//! The game checked against its contract, its rulings and its playthroughs.

pub(crate) mod bots;
mod records;
mod request;
mod rulings;
mod unseen;
mod version_1;

use kernel::{Rng, Seat, Viewer};
use pieces::{Card, CardSet};
use testkit::Secrets;

use crate::Cribbage;
use crate::state::{Event, Phase};

const PLAYTHROUGHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");

#[test]
fn conforms() {
    let report = testkit::conforms::<Cribbage>();
    assert_eq!(report.unlisted, [""; 0], "every legal action is listed");
}

#[test]
fn keeps_secrets() {
    let report = testkit::keeps_secrets::<Cribbage>();
    let anew = report.differed > report.hiding / 2;
    assert!(
        anew,
        "imagining must deal the unseen cards anew: {report:?}"
    );
}

#[test]
fn planted_flaws_are_found() {
    testkit::finds_planted_flaws::<Cribbage>();
}

#[test]
fn playthroughs_replay() {
    assert!(testkit::playthroughs::<Cribbage>(PLAYTHROUGHS) >= 4);
}

impl Secrets for Cribbage {
    /// Deals every card anew that neither lies open nor is the viewer's own.
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        let mut open: CardSet = self.table.plays.iter().map(|play| play.card).collect();
        open.extend(self.table.starter);
        if let Phase::Counting(Some(count)) = &self.table.phase {
            open |= count.cards;
        }
        let hidden = &mut self.hidden;
        let own = viewer.seat().map_or(CardSet::EMPTY, |seat| {
            hidden.hands[seat] | hidden.thrown[seat]
        });
        let mut deck: Vec<Card> = (CardSet::FULL - open - own).iter().collect();
        rng.shuffle(&mut deck);
        let mut swap = |cards: &mut CardSet| {
            let seen = *cards & open;
            let unseen = cards.len() - seen.len();
            *cards = seen | deck.drain(..unseen).collect::<CardSet>();
        };
        for seat in Seat::all(self.table.options.seats).filter(|&seat| !viewer.is(seat)) {
            swap(&mut hidden.hands[seat]);
            swap(&mut hidden.thrown[seat]);
        }
        swap(&mut hidden.from_deck);
    }

    /// Everybody hears whether it was the last card. A score that is at the target does not say.
    fn is_said_aloud(event: &Event) -> bool {
        matches!(event, Event::Played { .. })
    }
}
