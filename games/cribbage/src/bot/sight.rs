//! The view of a seat, in the form that bots use.

use kernel::{Seat, Sight};
use pieces::CardSet;

use super::book::{Book, UNSAID_CRIB, UNSAID_HAND};
use super::chance::{raised, right_jack};
use super::guess::Evidence;
use super::habits::{HABITS, JACK, Role, crib_odds, likely_pairs};
use super::lookout::{Ends, Lookout};
use super::outlook::Board;
use super::pegging::{Pile, RankPlay};
use super::ranks::{Ranks, peg, rank_of};
use super::throws::role;
use crate::score::fast::pair_of_ranks;
use crate::score::{Four, total};
use crate::state::{Cribbage, PublicTable};
use crate::view::Own;

/// A seat's own cards. A spectator has none and is never asked.
pub(crate) fn own(sight: &Sight<'_, Cribbage>) -> Own {
    sight.view.value().own.clone().unwrap_or(Own {
        hand: CardSet::EMPTY,
        thrown: CardSet::EMPTY,
    })
}

/// The public table.
pub(crate) fn table<'a>(sight: &Sight<'a, Cribbage>) -> &'a PublicTable {
    &sight.view.value().table
}

/// Whether the crib belongs to this seat's side.
pub(crate) fn owns_crib(sight: &Sight<'_, Cribbage>) -> bool {
    let table = table(sight);
    let side = |seat| table.options.side(seat);
    table
        .dealer
        .is_some_and(|dealer| side(dealer) == side(sight.seat))
}

/// The scores of a game of two sides, seen from this seat.
pub(crate) fn board(sight: &Sight<'_, Cribbage>) -> Board {
    let table = table(sight);
    let own_side = table.options.side(sight.seat);
    let own = table.pegs[own_side].front;
    let others = table.pegs.iter().filter(|(side, _)| *side != own_side);
    let theirs = others.map(|(_, pegs)| pegs.front).max().unwrap_or(0);
    Board::new(role(owns_crib(sight)), own, theirs, table.options.target)
}

/// The cards since the last reset, by rank.
pub(crate) fn pile(table: &PublicTable) -> Pile {
    table
        .stack
        .cards()
        .iter()
        .map(|card| rank_of(*card))
        .collect()
}

/// Every face-up card, by rank.
pub(crate) fn open(table: &PublicTable) -> Ranks {
    let played = table.plays.iter().map(|play| rank_of(play.card));
    played.chain(table.starter.map(rank_of)).collect()
}

/// A play between two in the form of the lookout, with the evidence about the opponent.
pub(crate) fn lookout(
    sight: &Sight<'_, Cribbage>,
    book: &'static Book,
) -> Option<(Lookout, Evidence)> {
    let table = table(sight);
    let own = own(sight);
    let starter = table.starter?;
    let opponent = sight.seat.left(2);
    let board = board(sight);
    let kept = own.hand | table.played_by(sight.seat);
    let four = Four::new(kept).ok()?;
    let their_played = Ranks::of(table.played_by(opponent));
    let known = kept | own.thrown | CardSet::only(starter) | table.played_by(opponent);
    let unseen = Ranks::DECK.minus(Ranks::of(known));
    let lookout = Lookout {
        play: RankPlay {
            hands: [Ranks::of(own.hand), Ranks::NONE, Ranks::NONE, Ranks::NONE],
            seats: 2,
            turn: 0,
            pile: pile(table),
            open: open(table),
        },
        book,
        board,
        own_show: usize::from(total(four.cards(), starter, false)),
        their_played,
        starter: rank_of(starter),
        besides: besides(
            board.role,
            &crib(board.role, own.thrown, rank_of(starter), unseen, book),
            book,
        ),
        ends: Ends::new(),
    };
    let evidence = Evidence {
        role: board.role.other(),
        unseen,
        played: their_played,
        cards: usize::from(table.held[opponent]),
        at_least: table.holds_at_least[opponent],
        choices: choices(table, opponent),
    };
    Some((lookout, evidence))
}

/// The probability of each count of the crib, for the player who threw these two cards.
fn crib(
    role: Role,
    thrown: CardSet,
    starter: usize,
    unseen: Ranks,
    book: &Book,
) -> Vec<(usize, f32)> {
    let mut ranks = thrown.iter().map(rank_of);
    let (Some(low), Some(high)) = (ranks.next(), ranks.next()) else {
        return vec![(0, 1.0)];
    };
    let likely = likely_pairs(&HABITS, role.other(), unseen);
    let pair = pair_of_ranks(low, high);
    let odds = crib_odds(pair, starter, &likely);
    // The odds leave suits out, except for a jack that may be right.
    let jacks = u8::from(low == JACK) + u8::from(high == JACK);
    let mut odds = raised(&odds, right_jack(jacks, starter));
    if book.lessons.is_some() {
        odds = raised(&odds, UNSAID_CRIB);
    }
    odds.into_iter()
        .enumerate()
        .filter(|&(_, odd)| odd > 0.001)
        .collect()
}

/// The points that the player's own hand and the other's may count besides their ranks: the crib,
/// and the part of the other's hand that ranks and habits leave out, in twos.
fn besides(role: Role, crib: &[(usize, f32)], book: &Book) -> Vec<([usize; 2], f32)> {
    let share = if book.lessons.is_some() {
        UNSAID_HAND / 2.0
    } else {
        0.0
    };
    let hands = [(0, 1.0 - share), (2, share)];
    let mut besides: Vec<([usize; 2], f32)> = Vec::with_capacity(2 * crib.len());
    for &(hand, also) in hands.iter().filter(|(_, likely)| *likely > 0.0) {
        for &(crib, likely) in crib {
            let counts = match role {
                Role::Dealer => [crib, hand],
                Role::Pone => [0, crib + hand],
            };
            match besides.iter_mut().find(|(same, _)| *same == counts) {
                Some((_, sum)) => *sum += likely * also,
                None => besides.push((counts, likely * also)),
            }
        }
    }
    besides
}

/// Each choice that a seat has made in the play: the pile before it, and the rank played.
///
/// The count starts again at 31, or where a card would not fit. It never starts again where the
/// card would fit: the seat that leads then held the card before, and would have had to play it.
fn choices(table: &PublicTable, seat: Seat) -> Vec<(Pile, usize)> {
    let mut pile = Pile::default();
    let mut choices = Vec::new();
    for play in &table.plays {
        let rank = rank_of(play.card);
        if pile.count() + peg(rank) > 31 {
            pile = Pile::default();
        }
        if play.seat == seat {
            choices.push((pile, rank));
        }
        pile.push(rank);
    }
    choices
}
