//! The show: the house or their owners count the hands and the crib.

use kernel::{Draft, Game, Seat};
use pieces::CardSet;

use super::{Illegal, won};
use crate::options::Counting;
use crate::score::{Four, HandOrCrib, Show, Tally};
use crate::state::{Count, Cribbage, Event};

/// The highest count: 5-5-5-J with the fourth five of the jack's suit.
pub(super) const BEST_HAND: u8 = 29;

/// Counts from the dealer's left round to the dealer's crib: all at once, or up to the next player
/// who must state a count.
pub(super) fn show(draft: &mut Draft<Cribbage>) {
    let Some(dealer) = draft.game().table.dealer else {
        return;
    };
    let mut next = Some((dealer.left(draft.game().n_seats()), HandOrCrib::Hand));
    while let Some((seat, kind)) = next {
        if draft.game().table.options.counting != Counting::Auto {
            let cards = shown_cards(draft.game(), seat, kind);
            draft.emit(Event::Shown { seat, kind, cards });
            return;
        }
        next = count(draft, seat, kind, None);
    }
}

/// States the true count of a hand or crib and returns the one to count next, unless the game is
/// won.
fn count(
    draft: &mut Draft<Cribbage>,
    seat: Seat,
    kind: HandOrCrib,
    stated: Option<u8>,
) -> Option<(Seat, HandOrCrib)> {
    let game = draft.game();
    let cards = shown_cards(game, seat, kind);
    let tally = true_count(game, cards, kind);
    let (dealer, n_seats) = (game.table.dealer, game.n_seats());
    draft.emit(Event::Counted {
        seat,
        kind,
        cards,
        tally,
        stated,
    });
    if won(draft) {
        return None;
    }
    match kind {
        HandOrCrib::Hand if Some(seat) == dealer => Some((seat, HandOrCrib::Crib)),
        HandOrCrib::Hand => Some((seat.left(n_seats), HandOrCrib::Hand)),
        HandOrCrib::Crib => None,
    }
}

pub(super) fn claim_count(
    draft: &mut Draft<Cribbage>,
    count: &Count,
    stated: u8,
) -> Result<(), Illegal> {
    check_claim(stated)?;
    let game = draft.game();
    let pegged = stated.min(points(&true_count(game, count.cards, count.kind)));
    let asks = game.table.options.counting == Counting::Muggins
        && !game.wins_with(count.seat, pegged.into());
    let asked = if asks {
        next_opponent(game, count.seat, count.seat)
    } else {
        None
    };
    let (seat, kind) = (count.seat, count.kind);
    draft.emit(Event::CountClaimed {
        seat,
        kind,
        stated,
        pegged,
        asked,
    });
    if asked.is_none() {
        reveal(draft, count, stated);
    }
    Ok(())
}

pub(super) fn claim_muggins(
    draft: &mut Draft<Cribbage>,
    count: &Count,
    stated: u8,
    seat: Seat,
    claimed: u8,
) -> Result<(), Illegal> {
    check_claim(claimed)?;
    let game = draft.game();
    let missed = points(&true_count(game, count.cards, count.kind)).saturating_sub(stated);
    let pegged = if claimed == missed { missed } else { 0 };
    let asked = if pegged > 0 {
        None
    } else {
        next_opponent(game, count.seat, seat)
    };
    draft.emit(Event::MugginsClaimed {
        seat,
        points: claimed,
        pegged,
        asked,
    });
    if asked.is_none() {
        reveal(draft, count, stated);
    }
    Ok(())
}

/// Shows the true count after a stated one, then goes on to the next one.
fn reveal(draft: &mut Draft<Cribbage>, open: &Count, stated: u8) {
    if let Some((seat, kind)) = count(draft, open.seat, open.kind, Some(stated)) {
        let cards = shown_cards(draft.game(), seat, kind);
        draft.emit(Event::Shown { seat, kind, cards });
    }
}

/// The opponent of `counter` who is asked after `last`, going left; `None` after a full round.
fn next_opponent(game: &Cribbage, counter: Seat, last: Seat) -> Option<Seat> {
    let side = game.side(counter);
    let round: Vec<Seat> = counter.round(game.n_seats()).collect();
    let asked = round
        .iter()
        .position(|&seat| seat == last && seat != counter);
    let from = asked.map_or(0, |place| place + 1);
    round[from..]
        .iter()
        .copied()
        .find(|&seat| game.side(seat) != side)
}

fn check_claim(points: u8) -> Result<(), Illegal> {
    if points > BEST_HAND {
        Err(Illegal::CountTooHigh(points))
    } else {
        Ok(())
    }
}

/// After the play a hand is face up: it is what its seat has played.
fn shown_cards(game: &Cribbage, seat: Seat, kind: HandOrCrib) -> CardSet {
    match kind {
        HandOrCrib::Hand => game.table.played_by(seat),
        HandOrCrib::Crib => game.crib(),
    }
}

/// The starter is never one of these four cards, and they can always be counted.
fn true_count(game: &Cribbage, cards: CardSet, kind: HandOrCrib) -> Tally {
    Four::new(cards)
        .and_then(|four| Show::new(four, game.table.starter, kind))
        .map_or_else(|_| Tally::new(), |show| show.tally())
}

/// A tally as points to peg: a hand scores 0 to 29.
fn points(tally: &Tally) -> u8 {
    tally.total() as u8
}
