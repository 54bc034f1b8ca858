//! The chance of winning from any score: a table over both scores and the deal.
//!
//! Points only go up and the dealer always pegs at least one. Therefore the table can be computed
//! exactly from the end of the game backwards, deal by deal: heels, then the play, then pone's
//! hand, then the dealer's hand and crib; the first side at 121 has won. The points of a deal
//! follow the habits of good players ([`Habits`], [`PegTable`]). The table is `bot/chance.txt`.

use std::fmt::Write;

use super::habits::{Habits, JACK, Role, crib_odds, likely_pairs, table_lines};
use super::hindsight::{chance_of, corners, fit, log_odds};
use super::order::PegOrder;
use super::pegs::{Odds, PegTable};
use super::practice::Practised;
use super::ranks::{RANKS, Ranks, pairs, quads};
use crate::score::fast::quad_row;

/// The score that wins. A shorter game is the end of a long one.
pub(crate) const TARGET: usize = 121;

/// The highest count of a hand, plus one.
pub(crate) const SCORES: usize = 30;

/// The dealer's chance of winning before the cards are dealt.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WinTable(Vec<f32>);

impl WinTable {
    /// The dealer's chance at these scores before the deal. At the target or beyond somebody has
    /// won; if both have, it is this dealer, who was pone in the last deal and counted first.
    #[inline]
    pub(crate) fn dealer(&self, dealer: usize, pone: usize) -> f32 {
        if dealer >= TARGET {
            1.0
        } else if pone >= TARGET {
            0.0
        } else {
            self.0[dealer * TARGET + pone]
        }
    }

    /// The chance of one side once the deal is counted and the other side deals next. Pone counts
    /// first and therefore has won if both would be at the target.
    #[inline]
    pub(crate) fn counted(&self, role: Role, own: usize, theirs: usize) -> f32 {
        match role {
            Role::Dealer => 1.0 - self.dealer(theirs, own),
            Role::Pone => self.dealer(own, theirs),
        }
    }

    /// Computes the table from the end of the game backwards.
    pub(crate) fn solve(habits: &Habits, pegs: &PegTable, order: Option<&PegOrder>) -> WinTable {
        let cribs = usual_cribs(habits);
        let plain = Show::over_starters(habits, &cribs, |starter| starter != JACK);
        let heels = Show::over_starters(habits, &cribs, |starter| starter == JACK);
        let mut solver = Solver {
            before: WinTable(vec![0.0; TARGET * TARGET]),
            // After the play, with a plain starter and with a jack.
            shown: [vec![0.0; TARGET * TARGET], vec![0.0; TARGET * TARGET]],
            pegs: [*pegs.shape(Role::Dealer), *pegs.shape(Role::Pone)],
            order,
        };
        for sum in (0..=2 * (TARGET - 1)).rev() {
            let scores =
                (0..TARGET).filter(|dealer| (0..TARGET).contains(&sum.wrapping_sub(*dealer)));
            let scores: Vec<(usize, usize)> = scores.map(|dealer| (dealer, sum - dealer)).collect();
            for &(dealer, pone) in &scores {
                solver.before.0[dealer * TARGET + pone] = solver.deal(dealer, pone);
            }
            for &(dealer, pone) in &scores {
                for (number, show) in [&plain, &heels].into_iter().enumerate() {
                    solver.shown[number][dealer * TARGET + pone] =
                        show.dealer(&solver.before, dealer, pone);
                }
            }
        }
        // Rounds to the precision of the text.
        WinTable(
            solver
                .before
                .0
                .iter()
                .map(|&chance| coded(chance) as f32 / SCALE)
                .collect(),
        )
    }

    /// This table, corrected by what came of these deals: players who mind the score throw and play
    /// otherwise than by habit, and near the end that changes who wins.
    pub(crate) fn corrected(&self, deals: &[Practised]) -> WinTable {
        /// A deal that does not end the game is worth what the table says, which is corrected, too.
        const ROUNDS: usize = 4;
        let mut start = [0.0; TERMS];
        start[TERMS - 1] = 1.0;
        let mut table = self.clone();
        for _ in 0..ROUNDS {
            let decisions: Vec<([f32; TERMS], f32)> = deals
                .iter()
                .map(|deal| {
                    let [dealer, pone] = deal.before.map(usize::from);
                    (self.terms(dealer, pone), deal.result(Role::Dealer, &table))
                })
                .collect();
            let weights = fit(&decisions, &start);
            for (place, chance) in table.0.iter_mut().enumerate() {
                let terms = self.terms(place / TARGET, place % TARGET);
                let odds: f64 = terms
                    .iter()
                    .zip(weights)
                    .map(|(term, weight)| f64::from(*term) * f64::from(weight))
                    .sum();
                *chance = coded(chance_of(odds) as f32) as f32 / SCALE;
            }
        }
        table
    }

    /// The terms of the correction: the shares of both needs in the corners of a grid, and the odds
    /// of this table.
    fn terms(&self, dealer: usize, pone: usize) -> [f32; TERMS] {
        let shares = [dealer, pone].map(|score| {
            let mut share = [0.0; GRID.len()];
            corners((TARGET - score) as f32, &GRID, &mut share);
            share
        });
        let mut terms = [0.0; TERMS];
        for (row, own) in terms.chunks_mut(GRID.len()).zip(shares[0]) {
            for (term, theirs) in row.iter_mut().zip(shares[1]) {
                *term = own * theirs;
            }
        }
        let odds = log_odds(f64::from(self.dealer(dealer, pone)));
        terms[TERMS - 1] = odds.clamp(-8.0, 8.0) as f32;
        terms
    }

    /// The most that a chance of the other table differs, and by how much all do on average.
    pub(crate) fn differences(&self, other: &WinTable) -> [f32; 2] {
        let apart = self
            .0
            .iter()
            .zip(&other.0)
            .map(|(one, other)| (one - other).abs());
        let sum: f32 = apart.clone().sum();
        [apart.fold(0.0, f32::max), sum / self.0.len() as f32]
    }

    /// The table as text: a line for each score of the dealer, with four hexadecimal digits for
    /// each score of pone.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(TITLE);
        for line in self.0.chunks(TARGET) {
            for &chance in line {
                let _ = write!(text, "{:04x}", coded(chance));
            }
            text.push('\n');
        }
        text
    }

    /// Reads the text; `None` if a line is malformed.
    pub(crate) fn parse(text: &str) -> Option<WinTable> {
        let mut chances = Vec::with_capacity(TARGET * TARGET);
        for line in table_lines(text) {
            for place in (0..line.len()).step_by(4) {
                let code = u16::from_str_radix(line.get(place..place + 4)?, 16).ok()?;
                chances.push(f32::from(code) / SCALE);
            }
        }
        (chances.len() == TARGET * TARGET).then_some(WinTable(chances))
    }
}

/// The needs at the corners of the grid on which chances are corrected.
const GRID: [f32; 7] = [1.0, 3.0, 6.0, 11.0, 17.0, 26.0, 45.0];

/// The number of terms of the correction.
const TERMS: usize = GRID.len() * GRID.len() + 1;

/// The largest number of four hexadecimal digits.
const SCALE: f32 = 65_535.0;

fn coded(chance: f32) -> u16 {
    (chance * SCALE).round() as u16
}

const TITLE: &str = "\
# The chance of the dealer to win a game to 121, before the cards are dealt.
# Made by `cargo run --release -p cribbage --example bot_tables`; see README.md in this folder.
# A line for each score of the dealer from 0, four hexadecimal digits for each score of pone from 0:
# 0000 is never, ffff always.
";

/// The tables during the computation.
struct Solver<'a> {
    before: WinTable,
    shown: [Vec<f32>; 2],
    pegs: [Odds; 2],
    order: Option<&'a PegOrder>,
}

impl Solver<'_> {
    /// The dealer's chance before a deal, from the chances after the play.
    fn deal(&self, dealer: usize, pone: usize) -> f32 {
        // Four of fifty-two starters are jacks.
        let jack = 1.0 / RANKS as f32;
        let plain = self.play(0, dealer, pone);
        let heels = if dealer + 2 >= TARGET {
            1.0
        } else {
            self.play(1, dealer + 2, pone)
        };
        plain * (1.0 - jack) + heels * jack
    }

    fn play(&self, show: usize, dealer: usize, pone: usize) -> f32 {
        // Without knowledge of the order, each is first half the time if both would reach the
        // target.
        let first = self.order.map_or(0.5, |order| {
            order.first(Role::Dealer, TARGET - dealer, TARGET - pone)
        });
        let (mut chance, mut weights) = (0.0, 0.0);
        for (gain, likely) in self.pegs[Role::Dealer as usize].iter().enumerate() {
            for (other, also) in self.pegs[Role::Pone as usize].iter().enumerate() {
                let together = self
                    .order
                    .map_or(1.0, |order| order.together(Role::Dealer, gain, other));
                let (dealer, pone) = (dealer + gain, pone + other);
                weights += likely * also * together;
                chance += likely
                    * also
                    * together
                    * match (dealer >= TARGET, pone >= TARGET) {
                        (true, true) => first,
                        (true, false) => 1.0,
                        (false, true) => 0.0,
                        (false, false) => self.shown[show][dealer * TARGET + pone],
                    };
            }
        }
        chance / weights
    }
}

/// The show of a deal: the probability of each count of pone's hand, with the dealer's hand and
/// crib together.
struct Show(Vec<(usize, usize, f32)>);

impl Show {
    fn over_starters(
        habits: &Habits,
        cribs: &[[f32; SCORES]; RANKS],
        wanted: impl Fn(usize) -> bool,
    ) -> Show {
        let mut joint = vec![[0.0_f32; 2 * SCORES]; SCORES];
        let wanted: Vec<usize> = (0..RANKS).filter(|&rank| wanted(rank)).collect();
        for &starter in &wanted {
            let pone = hand_odds(habits, Role::Pone, starter);
            let dealer = hand_odds(habits, Role::Dealer, starter);
            let mut both = [0.0; 2 * SCORES];
            for (hand, likely) in dealer.iter().enumerate() {
                for (crib, also) in cribs[starter].iter().enumerate() {
                    both[hand + crib] += likely * also;
                }
            }
            for (row, likely) in joint.iter_mut().zip(pone) {
                for (cell, also) in row.iter_mut().zip(both) {
                    *cell += likely * also / wanted.len() as f32;
                }
            }
        }
        let cells = joint.iter().enumerate().flat_map(|(pone, row)| {
            row.iter()
                .enumerate()
                .filter(|&(_, &likely)| likely > 0.0)
                .map(move |(dealer, &likely)| (pone, dealer, likely))
        });
        Show(cells.collect())
    }

    fn dealer(&self, before: &WinTable, dealer: usize, pone: usize) -> f32 {
        self.0
            .iter()
            .map(|&(shown, both, likely)| {
                likely * before.counted(Role::Dealer, dealer + both, pone + shown)
            })
            .sum()
    }
}

/// The probability of each count of a good player's hand with a starter of this rank.
pub(crate) fn hand_odds(habits: &Habits, role: Role, starter: usize) -> [f32; SCORES] {
    let unseen = Ranks::DECK.without(starter);
    let mut odds = [0.0; SCORES];
    let mut sum = 0.0;
    for (number, quad) in quads().enumerate() {
        let (left, whole) = (quad.ways(unseen), quad.ways(Ranks::DECK));
        if left == 0 {
            continue;
        }
        let weight = habits.kept(role, number) as f32 * left as f32 / whole as f32;
        let score = usize::from(quad_row(number)[starter]);
        let right = right_jack(quad.count(JACK), starter);
        odds[score] += weight * (1.0 - right);
        odds[(score + 1) % SCORES] += weight * right;
        sum += weight;
    }
    odds.map(|odd| odd / sum)
}

/// The chance that one of this many jacks has the starter's suit.
pub(crate) fn right_jack(jacks: u8, starter: usize) -> f32 {
    // A jack that is cut is never right; each other jack is right for one suit in four.
    if starter == JACK {
        0.0
    } else {
        f32::from(jacks) / 4.0
    }
}

/// The probability of each count of the crib with a starter of each rank, if both throw by habit.
fn usual_cribs(habits: &Habits) -> [[f32; SCORES]; RANKS] {
    let mut cribs = [[0.0; SCORES]; RANKS];
    let (mut often, mut points) = (0.0, 0.0);
    for (number, pair) in pairs().enumerate() {
        let thrown = habits.thrown(Role::Dealer, number) as f32;
        let unseen = Ranks::DECK.minus(pair.into_iter().collect());
        for (starter, crib) in cribs.iter_mut().enumerate() {
            let likely = likely_pairs(habits, Role::Pone, unseen.without(starter));
            for (odd, one) in crib.iter_mut().zip(crib_odds(number, starter, &likely)) {
                *odd += thrown * one;
            }
        }
        often += thrown;
        points += thrown * habits.crib(Role::Dealer, number) as f32;
    }
    let cribs = cribs.map(|crib| crib.map(|odd| odd / often));
    let mean = cribs.iter().map(mean_of).sum::<f32>() / RANKS as f32;
    cribs.map(|crib| raised(&crib, points / often - mean))
}

/// The mean of the scores.
pub(crate) fn mean_of(odds: &[f32; SCORES]) -> f32 {
    (0_u8..)
        .zip(odds)
        .map(|(score, odd)| f32::from(score) * odd)
        .sum()
}

/// The same odds with a mean that is higher by this much, to add what the odds leave out. Part of
/// each score is moved up by two, because most points come in twos.
pub(crate) fn raised(odds: &[f32; SCORES], by: f32) -> [f32; SCORES] {
    let share = (by.abs() / 2.0).min(1.0);
    let mut raised = [0.0; SCORES];
    for (score, odd) in odds.iter().enumerate() {
        let moved = if by > 0.0 {
            (score + 2).min(SCORES - 1)
        } else {
            score.saturating_sub(2)
        };
        raised[score] += odd * (1.0 - share);
        raised[moved] += odd * share;
    }
    raised
}
