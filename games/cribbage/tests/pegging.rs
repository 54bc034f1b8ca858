//! The most and least that one deal of two can peg, over all deals and all lines of play.
//!
//! Cards are chosen as they are played, not dealt beforehand: a seat may play any rank of which
//! fewer than four are used, or say go, after which all its cards are too high for that count.
//! Every line found this way belongs to some deal, and every line of every deal is found. After a
//! reset the rest can peg no more than with a fresh deck and no evidence, which bounds the search.

use cribbage::score::{Rule, Stack, peg_value};
use pieces::{Card, Rank, Suit};

const PONE: usize = 0;
const DEALER: usize = 1;

/// The cards each seat plays.
const HAND: usize = 4;

#[test]
fn the_dealer_pegs_at_most_thirty() {
    check(
        |seat, points| if seat == DEALER { points } else { 0 },
        sum,
        30,
    );
}

#[test]
fn the_pone_pegs_at_most_twenty_four() {
    check(
        |seat, points| if seat == PONE { points } else { 0 },
        sum,
        24,
    );
}

#[test]
fn both_together_peg_at_most_forty_four() {
    check(|_, points| points, sum, 44);
}

#[test]
fn one_play_pegs_at_most_fifteen() {
    check(|_, points| points, i32::max, 15);
}

#[test]
fn the_dealer_pegs_at_least_one() {
    check(
        |seat, points| if seat == DEALER { -points } else { 0 },
        sum,
        -1,
    );
}

fn sum(a: i32, b: i32) -> i32 {
    a + b
}

/// Checks the greatest worth of a deal's play, where `worth` values one play by its seat and
/// points, and `join` combines plays.
#[track_caller]
fn check(worth: fn(usize, i32) -> i32, join: fn(i32, i32) -> i32, expect: i32) {
    let mut search = Search {
        worth,
        join,
        rest: [[[0; HAND + 1]; HAND + 1]; 2],
        best: i32::MIN,
    };
    search.fill_rest();
    // Now only a line worth the expected value counts, and none may be worth more.
    search.best = expect - 1;
    search.go_on(&Line::fresh(PONE, [HAND, HAND]));
    assert_eq!(search.best, expect);
}

/// A branch-and-bound search for the line of play of greatest worth.
struct Search {
    worth: fn(usize, i32) -> i32,
    join: fn(i32, i32) -> i32,
    /// The most that can follow a reset, by who leads and how many cards each has left.
    rest: [[[i32; HAND + 1]; HAND + 1]; 2],
    /// The greatest worth found so far.
    best: i32,
}

/// A line of play so far.
#[derive(Clone)]
struct Line {
    stack: Stack,
    used: [u8; 13],
    left: [usize; 2],
    /// The least value of the seat's remaining cards, because it said go.
    floor: [u8; 2],
    /// Whether the seat has said go since the last reset.
    gone: [bool; 2],
    turn: usize,
    /// The seat that played last, and the points of that play so far: the last card may add one.
    last: usize,
    points: i32,
    /// The worth of all plays before the last.
    worth: i32,
}

impl Search {
    /// The most in one play: four of a kind, fifteen and the last card.
    const PLAY: i32 = 12 + 2 + 1;

    /// The fewest cards on the stack at a reset: two make at most 20, after which everybody can
    /// play on.
    const STACK: usize = 3;

    /// Computes what can follow a reset, for few cards first, because larger cases build on
    /// smaller.
    fn fill_rest(&mut self) {
        for cards in 1..=2 * HAND - Search::STACK {
            for pone in cards.saturating_sub(HAND)..=cards.min(HAND) {
                let left = [pone, cards - pone];
                for lead in [PONE, DEALER].into_iter().filter(|&seat| left[seat] > 0) {
                    self.best = i32::MIN;
                    self.go_on(&Line::fresh(lead, left));
                    self.rest[lead][left[PONE]][left[DEALER]] = self.best;
                }
            }
        }
    }

    /// Tries every action of the seat to play, unless none can be worth more.
    fn go_on(&mut self, line: &Line) {
        if self.hope(line) > self.best {
            for rank in Rank::ALL {
                self.play(line, rank);
            }
            self.say_go(line);
        }
    }

    fn play(&mut self, line: &Line, rank: Rank) {
        let (seat, value) = (line.turn, peg_value(rank));
        let used = usize::from(line.used[rank.index()]);
        let fits = line.stack.count() + value <= Stack::LIMIT;
        if used == Suit::ALL.len() || value < line.floor[seat] || !fits {
            return;
        }
        let mut next = line.clone();
        let card = Card::new(rank, Suit::ALL[used]);
        next.stack.push(card).expect("it fits and is not used yet");
        next.used[rank.index()] += 1;
        next.left[seat] -= 1;
        next.worth = self.settled(line);
        next.last = seat;
        next.points = next.stack.tally().total();
        self.pass(next);
    }

    fn say_go(&mut self, line: &Line) {
        let floor = Stack::LIMIT + 1 - line.stack.count();
        if floor <= peg_value(Rank::King) {
            let mut next = line.clone();
            next.floor[line.turn] = next.floor[line.turn].max(floor);
            next.gone[line.turn] = true;
            self.pass(next);
        }
    }

    /// Gives the turn to the seat that can play on, or resets.
    fn pass(&mut self, mut line: Line) {
        let others = [1 - line.turn, line.turn];
        let can_play = |&seat: &usize| line.left[seat] > 0 && !line.gone[seat];
        if line.stack.count() == Stack::LIMIT {
            self.reset(line);
        } else if let Some(turn) = others.into_iter().find(can_play) {
            line.turn = turn;
            self.go_on(&line);
        } else {
            line.points += Rule::LastCard.points();
            self.reset(line);
        }
    }

    /// Clears the stack and goes on, unless nothing better can follow.
    fn reset(&mut self, mut line: Line) {
        line.worth = self.settled(&line);
        line.points = 0;
        if line.left == [0, 0] {
            self.best = self.best.max(line.worth);
            return;
        }
        let other = 1 - line.last;
        line.turn = if line.left[other] > 0 {
            other
        } else {
            line.last
        };
        let rest = self.rest[line.turn][line.left[PONE]][line.left[DEALER]];
        if (self.join)(line.worth, rest) > self.best {
            line.stack.clear();
            line.gone = [false; 2];
            self.go_on(&line);
        }
    }

    /// The worth of all plays, the last one included.
    fn settled(&self, line: &Line) -> i32 {
        (self.join)(line.worth, (self.worth)(line.last, line.points))
    }

    /// An upper bound of the line's final worth.
    fn hope(&self, line: &Line) -> i32 {
        let either = |seat, few, many| i32::max((self.worth)(seat, few), (self.worth)(seat, many));
        let last = either(line.last, line.points, line.points + 1);
        let mut hope = (self.join)(line.worth, last);
        for seat in [PONE, DEALER] {
            for _ in 0..line.left[seat] {
                hope = (self.join)(hope, either(seat, 0, Search::PLAY));
            }
        }
        hope
    }
}

impl Line {
    /// An empty stack, and all cards to choose from.
    fn fresh(lead: usize, left: [usize; 2]) -> Line {
        Line {
            stack: Stack::new(),
            used: [0; 13],
            left,
            floor: [0; 2],
            gone: [false; 2],
            turn: lead,
            last: lead,
            points: 0,
            worth: 0,
        }
    }
}
