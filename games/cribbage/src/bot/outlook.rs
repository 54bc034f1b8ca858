//! The chance of winning with a throw: every starter, hand, crib and play to come.
//!
//! The order of counting decides games that end in this deal: heels, the play, pone's hand, the
//! dealer's hand and crib. The play is therefore followed point by point if somebody may reach the
//! target in it, and the show in the order of counting.

use std::sync::LazyLock;

use super::book::Book;
use super::chance::{SCORES, TARGET, WinTable, hand_odds, raised};
use super::habits::{HABITS, JACK, Role};
use super::order::PegOrder;
use super::pegs::MOST;
use super::ranks::RANKS;
use super::throws::{CribModel, Worth};

/// The scores of both sides, as in a game to 121.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    /// Whether the crib is one's own.
    pub(crate) role: Role,
    /// One's own score.
    pub(crate) own: usize,
    /// The opponent's score.
    pub(crate) theirs: usize,
}

impl Board {
    /// The board of a game to `target`: only the distance to it matters.
    pub(crate) fn new(role: Role, own: u16, theirs: u16, target: u16) -> Board {
        let moved = |score: u16| TARGET - usize::from(target.saturating_sub(score)).min(TARGET);
        Board {
            role,
            own: moved(own),
            theirs: moved(theirs),
        }
    }

    /// The board after points for both.
    pub(crate) fn plus(self, own: usize, theirs: usize) -> Board {
        Board {
            own: self.own + own,
            theirs: self.theirs + theirs,
            ..self
        }
    }

    /// The chance of winning once the deal is counted, with pone counting first.
    #[inline]
    pub(crate) fn counted(self, chance: &WinTable) -> f32 {
        chance.counted(self.role, self.own, self.theirs)
    }

    /// The winner in the play, if there is one: 1 for oneself, 0 for the opponent, and this chance
    /// to be first if both would reach the target.
    fn won(self, first: f32) -> Option<f32> {
        match (self.own >= TARGET, self.theirs >= TARGET) {
            (true, true) => Some(first),
            (true, false) => Some(1.0),
            (false, true) => Some(0.0),
            (false, false) => None,
        }
    }
}

/// The chance of winning with this throw.
pub(crate) fn chance(worth: &Worth, model: &CribModel, board: Board, book: &Book) -> f64 {
    let [own, theirs] = book.pegs.means(board.role, worth.quad);
    let own_pegs = likely(book.pegs.odds(board.role, own));
    let their_pegs = likely(book.pegs.odds(board.role.other(), theirs));
    let cribs = model.odds(worth.pair);
    let mut chance = 0.0;
    for starter in 0..RANKS {
        let (share, hands) = hands_with(worth, starter);
        if share == 0.0 {
            continue;
        }
        let heels = if starter == JACK { 2 } else { 0 };
        let board = match board.role {
            Role::Dealer => board.plus(heels, 0),
            Role::Pone => board.plus(0, heels),
        };
        // Nobody but the dealer pegs before the play.
        if let Some(won) = board.won(0.5) {
            chance += share * won;
            continue;
        }
        let crib = likely(&raised(&cribs[starter], worth.unsaid as f32));
        let other = likely(&HANDS[board.role.other() as usize][starter]);
        let (own_show, their_show) = match board.role {
            Role::Dealer => (sums(&hands, &crib), other),
            Role::Pone => (hands, sums(&other, &crib)),
        };
        chance += share
            * played(
                board,
                [&own_pegs, &their_pegs],
                [&own_show, &their_show],
                book,
            );
    }
    f64::from(chance).clamp(0.0, 1.0)
}

/// Numbers of points with their probabilities.
type Points = Vec<(usize, f32)>;

/// The probability of each count of a good player's hand, by role and rank of the starter.
static HANDS: LazyLock<[[[f32; SCORES]; RANKS]; 2]> = LazyLock::new(|| {
    [Role::Dealer, Role::Pone]
        .map(|role| std::array::from_fn(|starter| hand_odds(&HABITS, role, starter)))
});

/// The chance after the starter: the play, then the show.
fn played(board: Board, pegs: [&Points; 2], show: [&Points; 2], book: &Book) -> f32 {
    let safe = board.own + MOST < TARGET && board.theirs + MOST < TARGET;
    if safe {
        // Nobody can reach the target in the play, and its points count like any others.
        return shown(
            board,
            &sums(pegs[0], show[0]),
            &sums(pegs[1], show[1]),
            &book.chance,
        );
    }
    let first = book.order().map_or(0.5, |order| {
        order.first(board.role, TARGET - board.own, TARGET - board.theirs)
    });
    let (mut chance, mut weights) = (0.0, 0.0);
    for &(own, likely) in pegs[0] {
        for &(theirs, also) in pegs[1] {
            let weight = likely * also * together(book.order(), board.role, own, theirs);
            let board = board.plus(own, theirs);
            let won = board
                .won(first)
                .unwrap_or_else(|| shown(board, show[0], show[1], &book.chance));
            chance += weight * won;
            weights += weight;
        }
    }
    match book.order() {
        Some(_) => chance / weights,
        // The weights of independent points are 1 together.
        None => chance,
    }
}

fn together(order: Option<&PegOrder>, role: Role, own: usize, theirs: usize) -> f32 {
    order.map_or(1.0, |order| order.together(role, own, theirs))
}

fn shown(board: Board, own: &Points, theirs: &Points, table: &WinTable) -> f32 {
    let mut chance = 0.0;
    for &(mine, likely) in own {
        let mut inner = 0.0;
        for &(other, also) in theirs {
            inner += also * board.plus(mine, other).counted(table);
        }
        chance += likely * inner;
    }
    chance
}

/// The probability of this rank of starter, and the counts of the hand with it.
fn hands_with(worth: &Worth, starter: usize) -> (f32, Points) {
    let mut counts = [0.0; SCORES];
    let mut starters = 0.0;
    for &(_, score) in worth
        .starters
        .iter()
        .filter(|(rank, _)| usize::from(*rank) == starter)
    {
        counts[usize::from(score) % SCORES] += 1.0;
        starters += 1.0;
    }
    (starters / worth.starters.len() as f32, likely(&counts))
}

/// The numbers that are likely enough to matter, with their probabilities normalised.
fn likely(odds: &[f32]) -> Points {
    /// Less than one chance in five hundred is left out.
    const LEAST: f32 = 0.002;
    let mut points: Points = odds
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, odd)| odd >= LEAST)
        .collect();
    let sum: f32 = points.iter().map(|(_, odd)| odd).sum();
    for (_, odd) in &mut points {
        *odd /= sum;
    }
    points
}

/// The probability of each sum of two independent numbers.
fn sums(one: &Points, other: &Points) -> Points {
    let most = |points: &Points| points.iter().map(|(points, _)| *points).max().unwrap_or(0);
    let mut odds = vec![0.0; most(one) + most(other) + 1];
    for &(points, likely) in one {
        for &(more, also) in other {
            odds[points + more] += likely * also;
        }
    }
    odds.into_iter()
        .enumerate()
        .filter(|&(_, odd)| odd > 1e-5)
        .collect()
}
