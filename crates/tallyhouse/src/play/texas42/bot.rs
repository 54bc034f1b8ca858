//! The bots of this table: they bid rarely, name their longest suit, and play at random.

use ::texas42::{Action, Call, Phase, Texas42, Trump, View};
use kernel::{Rng, Seen};
use pieces::DominoSet;

use crate::play::random;

/// One bot in this many bids if it may pass.
const BIDS_ONE_IN: u32 = 4;

/// A bot's action with this view of its seat.
pub(crate) fn choose(seen: &Seen<View>, rng: &mut Rng) -> Option<Action> {
    let view = seen.value();
    let own = view.own.unwrap_or_default();
    match view.table.phase {
        Phase::Bidding(_) => bid(view, own, rng),
        Phase::Naming(_) => Some(Action::Name(texas42::Declaration::Trump(longest(own)))),
        _ => random::choose::<Texas42>(seen, rng),
    }
}

/// Passes, or makes the lowest possible bid.
fn bid(view: &View, own: DominoSet, rng: &mut Rng) -> Option<Action> {
    let doubles = own.iter().filter(|domino| domino.is_double()).count() as u8;
    let hand = view.table.hand.as_ref()?;
    let calls = hand.auction.legal_calls(&view.table.options, doubles);
    let may_pass = calls.contains(&Call::Pass);
    let call = if may_pass && rng.below(BIDS_ONE_IN) > 0 {
        Call::Pass
    } else {
        *calls.first()?
    };
    Some(Action::Bid(call))
}

/// The longest suit of the hand; among several, the highest.
fn longest(own: DominoSet) -> Trump {
    let length = |trump: &Trump| {
        let trumps = trump.contract(Default::default()).trumps();
        (own & trumps).len()
    };
    let suits = Trump::ALL
        .into_iter()
        .filter(|trump| *trump != Trump::FollowMe);
    suits.max_by_key(length).unwrap_or(Trump::Doubles)
}
