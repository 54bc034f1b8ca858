//! What each card is worth in the play between two.
//!
//! The opponent's hand is guessed many times ([`Evidence`]); with each guess the
//! card is laid and the play is gone through to its end, and the show after it,
//! whose hands are then known but for the crib, gives the chance to win. Both
//! play on sensibly, and neither by cards that it cannot see.

use super::chance::TARGET;
use super::guess::Guess;
use super::habits::Role;
use super::outlook::Board;
use super::pegging::Play;
use super::ranks::Ranks;
use crate::score::fast::quad_row;

/// The play as one of two players knows it: it is seat 0, and the other hand is a guess.
#[derive(Debug, Clone)]
pub(crate) struct Lookout {
    /// The cards on the table; the other's hand is filled in by each guess.
    pub(crate) play: Play,
    /// The scores now.
    pub(crate) board: Board,
    /// What one's own hand will count.
    pub(crate) own_show: usize,
    /// The other's cards that were played before.
    pub(crate) their_played: Ranks,
    /// The rank of the starter.
    pub(crate) starter: usize,
    /// How likely the crib counts each number.
    pub(crate) crib: Vec<(usize, f32)>,
}

/// What comes of a card, on average over the guesses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Prospect {
    /// The chance to win.
    pub(crate) chance: f64,
    /// What one pegs from here on.
    pub(crate) own: f64,
    /// What the opponent pegs from here on.
    pub(crate) theirs: f64,
}

impl Lookout {
    /// What comes of laying this rank.
    pub(crate) fn prospect(&self, rank: usize, guesses: &[Guess]) -> Prospect {
        let mut sum = Prospect::default();
        let mut weights = 0.0;
        for &(hand, weight) in guesses {
            let mut play = self.play;
            play.hands[1] = hand;
            let shows = self.shows(hand);
            let end = self.finish(play, rank, [0, 0], shows);
            let weight = f64::from(weight);
            sum.chance += weight * f64::from(end.chance);
            sum.own += weight * f64::from(end.pegged[0]);
            sum.theirs += weight * f64::from(end.pegged[1]);
            weights += weight;
        }
        Prospect {
            chance: sum.chance / weights,
            own: sum.own / weights,
            theirs: sum.theirs / weights,
        }
    }

    /// What the other's hand counts with this guess, suits left out.
    fn shows(&self, hand: Ranks) -> usize {
        usize::from(quad_row(self.their_played.plus(hand).quad())[self.starter])
    }

    /// Lays this rank and plays on, both sensibly. To search one's own later cards for the
    /// best would be to play them knowing the other's hand, and so to think too well of
    /// cards that are only good for who knows it.
    fn finish(&self, mut play: Play, rank: usize, mut pegged: [u8; 2], shows: usize) -> End {
        let mut rank = rank;
        loop {
            let seat = play.turn;
            pegged[seat] += play.lay(rank);
            if let Some(chance) = self.won(pegged, seat) {
                return End { chance, pegged };
            }
            if play.is_over() {
                let chance = self.counted(pegged, shows);
                return End { chance, pegged };
            }
            rank = play.sensible();
        }
    }

    /// Whether the seat that just pegged has won.
    fn won(&self, pegged: [u8; 2], seat: usize) -> Option<f32> {
        let before = [self.board.own, self.board.theirs];
        let home = before[seat] + usize::from(pegged[seat]) >= TARGET;
        home.then_some(if seat == 0 { 1.0 } else { 0.0 })
    }

    fn counted(&self, pegged: [u8; 2], shows: usize) -> f32 {
        let board = self
            .board
            .plus(usize::from(pegged[0]), usize::from(pegged[1]));
        self.crib
            .iter()
            .map(|&(crib, likely)| {
                let shown = match board.role {
                    Role::Dealer => board.plus(self.own_show + crib, shows),
                    Role::Pone => board.plus(self.own_show, shows + crib),
                };
                likely * shown.counted()
            })
            .sum()
    }
}

/// How a play ended.
#[derive(Debug, Clone, Copy)]
struct End {
    chance: f32,
    pegged: [u8; 2],
}
