//! The beginner that every bot must beat. It bids by a fixed rule of trumps and doubles, plays high
//! to win, and gives count to the partner.

use super::situation::Situation;
use crate::bid::{Bid, Call};
use crate::contract::Contract;
use crate::declaration::{Declaration, Trump};
use crate::sides::partner_of;
use crate::state::Action;
use crate::trick::count;
use pieces::{Domino, DominoSet};

/// The beginner's action.
pub(super) fn choose(situation: &Situation<'_>, legal: &[Action]) -> Option<Action> {
    match legal.first()? {
        Action::Bid(_) => Some(bid(situation, legal)),
        Action::Name(_) => Some(name(situation)),
        Action::Play(_) | Action::LayDown => play(situation, legal),
    }
}

/// Four trumps with the double and another double, or five with the double, are worth 30. Six with
/// the double are worth a mark. It bids one more than the standing bid and never jumps.
fn bid(situation: &Situation<'_>, legal: &[Action]) -> Action {
    let (_, strength) = best_suit(situation.own);
    let lowest = legal
        .iter()
        .find(|action| matches!(action, Action::Bid(Call::Bid(_))));
    let worth = |action: &Action| match action {
        Action::Bid(Call::Bid(Bid::Points(points))) => *points <= 34 && strength >= 5,
        Action::Bid(Call::Bid(Bid::Marks(1))) => strength >= 7,
        _ => false,
    };
    let must = !legal.contains(&Action::Bid(Call::Pass));
    match lowest {
        Some(&lowest) if must || worth(&lowest) => lowest,
        _ => Action::Bid(Call::Pass),
    }
}

fn name(situation: &Situation<'_>) -> Action {
    let (trump, _) = best_suit(situation.own);
    Action::Name(Declaration::Trump(trump))
}

/// The longest suit, with one more for its double, and its strength with the other doubles.
fn best_suit(hand: DominoSet) -> (Trump, usize) {
    let doubles = hand.iter().filter(|domino| domino.is_double()).count();
    let strength = |trump: Trump| {
        let trumps = hand & trump.contract(Default::default()).trumps();
        let double = trumps.iter().any(|domino| domino.is_double());
        // Without its double a suit is worth one trump less.
        (trumps.len() + doubles.min(2)).saturating_sub(usize::from(!double) * 2)
    };
    let pips = &Trump::ALL[..7];
    let best = pips.iter().copied().max_by_key(|&trump| strength(trump));
    let best = best.unwrap_or(Trump::Sixes);
    (
        best,
        strength(best).saturating_sub(usize::from(doubles == 0)),
    )
}

fn play(situation: &Situation<'_>, legal: &[Action]) -> Option<Action> {
    if legal.contains(&Action::LayDown) {
        return Some(Action::LayDown);
    }
    let (pledge, contract) = situation.pledge()?;
    let dominoes: Vec<Domino> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Play(domino) => Some(*domino),
            _ => None,
        })
        .collect();
    let ducks = pledge.declaration == Declaration::Nello && pledge.bidder == situation.seat;
    let high = |domino: &Domino| {
        let trump = contract.trumps().contains(*domino);
        (trump, domino.is_double(), domino.pips())
    };
    let low = |domino: &Domino| {
        let trump = contract.trumps().contains(*domino);
        (trump, count(*domino), domino.is_double(), domino.pips())
    };
    let Some(lead) = situation.hand.lead() else {
        let best = if ducks {
            dominoes.into_iter().min_by_key(low)
        } else {
            dominoes.into_iter().max_by_key(high)
        };
        return best.map(Action::Play);
    };
    let (holder, best) = holder(situation, contract)?;
    let winning: Vec<Domino> = dominoes
        .iter()
        .copied()
        .filter(|&domino| contract.beats(lead, domino, best))
        .collect();
    let pick = if ducks {
        let losing = dominoes
            .iter()
            .copied()
            .filter(|domino| !winning.contains(domino));
        losing
            .max_by_key(high)
            .or(dominoes.into_iter().min_by_key(low))
    } else if holder == partner_of(situation.seat) {
        dominoes
            .into_iter()
            .max_by_key(|domino| (count(*domino), std::cmp::Reverse(low(domino))))
    } else if winning.is_empty() {
        dominoes.into_iter().min_by_key(low)
    } else {
        winning.into_iter().max_by_key(high)
    };
    pick.map(Action::Play)
}

/// The seat that holds the trick, and its domino.
fn holder(situation: &Situation<'_>, contract: Contract) -> Option<(kernel::Seat, Domino)> {
    let trick: Vec<Domino> = situation.hand.open.iter().map(|play| play.domino).collect();
    let place = contract.winner(&trick)?;
    let play = situation.hand.open.get(place)?;
    Some((play.seat, play.domino))
}
