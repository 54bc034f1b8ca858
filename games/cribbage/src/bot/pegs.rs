//! The expected pegging of four cards, before anybody has played.
//!
//! For each quad of ranks and each role the table has the mean of its own pegging and of the other
//! player's, from many plays between sensible players (`bot/pegging.txt`). The points spread about
//! the mean nearly alike for all hands; one shape is kept for each role and tilted towards the
//! mean.

use std::fmt::Write;

use kernel::Rng;

use super::habits::{HABITS, Habits, Role, fields, letter, table_lines};
use super::hindsight::solve;
use super::pegging::{Pile, RankPlay};
use super::practice::Practised;
use super::ranks::{QUADS, RANKS, Ranks, quads};

/// More than fifteen points are pegged once in some thousand deals; they count as fifteen.
pub(crate) const MOST: usize = 15;

/// The probability of each number of points.
pub(crate) type Odds = [f32; MOST + 1];

/// The pegging of hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PegTable {
    /// By the role of the holder of the quad: its own pegging, and the other player's.
    means: [Vec<[f32; 2]>; 2],
    /// The probability of each number of points for each role over all hands.
    shape: [Odds; 2],
    /// The shapes tilted to each tenth of a point.
    leaned: [Vec<Odds>; 2],
}

impl PegTable {
    /// The mean pegging of a quad in this role, and of the other player.
    pub(crate) fn means(&self, role: Role, quad: usize) -> [f32; 2] {
        self.means[role as usize][quad]
    }

    /// The probability of each number for this role over all hands.
    pub(crate) fn shape(&self, role: Role) -> &Odds {
        &self.shape[role as usize]
    }

    /// The probability that this role pegs each number if it pegs this many on average.
    pub(crate) fn odds(&self, role: Role, mean: f32) -> &Odds {
        let leaned = &self.leaned[role as usize];
        let tenth = (mean.max(0.0) * 10.0).round() as usize;
        &leaned[tenth.min(leaned.len() - 1)]
    }

    /// Plays out every quad in both roles, `times` times each.
    pub(crate) fn play_out(habits: &Habits, times: u32, rng: &mut Rng) -> PegTable {
        let mut means = [Vec::new(), Vec::new()];
        let mut shape = [[0.0_f64; MOST + 1]; 2];
        for role in [Role::Dealer, Role::Pone] {
            for (number, quad) in quads().enumerate() {
                let plays = play_quad(habits, role, quad, times, rng);
                // The weight of this quad in the shape: how often it is kept.
                let often = f64::from(habits.kept(role, number));
                for [own, _] in &plays {
                    shape[role as usize][usize::from(*own).min(MOST)] += often;
                }
                means[role as usize].push(means_of(&plays).map(rounded));
            }
        }
        PegTable::new(means, shape.map(normalised))
    }

    /// Learns the pegging of hands from these deals, which start at 0-0.
    ///
    /// Most hands come too seldom for a mean of their own. A hand's pegging is therefore that of
    /// hands like it, by a regression on this table and on its ranks, and its own mean counts as
    /// much as the number of its deals allows.
    pub(crate) fn learn(&self, deals: &[Practised]) -> PegTable {
        let mut means = [vec![[0.0_f32; 2]; QUADS], vec![[0.0_f32; 2]; QUADS]];
        let mut shape = [[0.0_f64; MOST + 1]; 2];
        for role in [Role::Dealer, Role::Pone] {
            let holder = role as usize;
            for who in 0..2 {
                let pegger = if who == 0 { holder } else { 1 - holder };
                let samples: Vec<(usize, f64)> = deals
                    .iter()
                    .map(|deal| (deal.kept[holder].quad(), f64::from(deal.pegs()[pegger])))
                    .collect();
                let learnt = self.regress(role, &samples);
                for (mean, learnt) in means[holder].iter_mut().zip(learnt) {
                    mean[who] = rounded(learnt as f32);
                }
            }
            for deal in deals {
                shape[holder][usize::from(deal.pegs()[holder]).min(MOST)] += 1.0;
            }
        }
        PegTable::new(means, shape.map(normalised))
    }

    /// The mean difference of the means of another table, over the hands as often as they are kept.
    pub(crate) fn mean_difference(&self, other: &PegTable) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for role in [Role::Dealer, Role::Pone] {
            for number in 0..QUADS {
                let weight = f64::from(HABITS.kept(role, number));
                let (one, other) = (self.means(role, number), other.means(role, number));
                sum += weight * f64::from((one[0] - other[0]).abs() + (one[1] - other[1]).abs());
                weights += 2.0 * weight;
            }
        }
        sum / weights
    }

    /// The slope of what this role pegs in these deals on the mean of its hand, and its standard
    /// error.
    pub(crate) fn slope(&self, role: usize, deals: &[Practised]) -> [f64; 2] {
        let of = [Role::Dealer, Role::Pone][role];
        let samples: Vec<[f64; 2]> = deals
            .iter()
            .map(|deal| {
                let mean = self.means(of, deal.kept[role].quad())[0];
                [f64::from(mean), f64::from(deal.pegs()[role])]
            })
            .collect();
        let n = samples.len() as f64;
        let [x, y] =
            [0, 1].map(|which| samples.iter().map(|sample| sample[which]).sum::<f64>() / n);
        let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
            samples
                .iter()
                .map(|sample| term(sample[0] - x, sample[1] - y))
                .sum()
        };
        let squares = sum(&|x, _| x * x);
        let slope = sum(&|x, y| x * y) / squares;
        let left = sum(&|x, y| (y - slope * x) * (y - slope * x)) / n;
        [slope, (left / squares).sqrt()]
    }

    /// The mean of each quad, from samples of its number and some points.
    fn regress(&self, role: Role, samples: &[(usize, f64)]) -> Vec<f64> {
        /// A hand's own mean counts half with this many deals: the points of a play have a variance
        /// of about 5, and those of hands that look alike differ by about 0.15. With 80 the table
        /// of 20,000 deals still spread a tenth too widely.
        const HALF: f64 = 200.0;
        let terms: Vec<[f64; TERMS]> = quads()
            .enumerate()
            .map(|(number, quad)| terms(quad, self.means(role, number)))
            .collect();
        let mut matrix = vec![[0.0; TERMS]; TERMS];
        let mut right = [0.0; TERMS];
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] = 1.0;
        }
        for (quad, points) in samples {
            let terms = &terms[*quad];
            for (place, term) in terms.iter().enumerate() {
                right[place] += term * points;
                for (cell, other) in matrix[place].iter_mut().zip(terms) {
                    *cell += term * other;
                }
            }
        }
        let weights = solve(matrix, right);
        let like: Vec<f64> = terms
            .iter()
            .map(|terms| {
                terms
                    .iter()
                    .zip(&weights)
                    .map(|(term, weight)| term * weight)
                    .sum()
            })
            .collect();
        let mut own = vec![[0.0; 2]; QUADS];
        for (quad, points) in samples {
            own[*quad][0] += 1.0;
            own[*quad][1] += points - like[*quad];
        }
        like.iter()
            .zip(own)
            .map(|(like, [n, more])| (like + more / (n + HALF)).max(0.0))
            .collect()
    }

    /// The means of one quad, played out once more.
    #[cfg(test)]
    pub(crate) fn play_again(
        &self,
        habits: &Habits,
        role: Role,
        quad: Ranks,
        times: u32,
        rng: &mut Rng,
    ) -> [f32; 2] {
        means_of(&play_quad(habits, role, quad, times, rng))
    }

    fn new(means: [Vec<[f32; 2]>; 2], shape: [Odds; 2]) -> PegTable {
        let leaned = [lean_all(&shape[0]), lean_all(&shape[1])];
        PegTable {
            means,
            shape,
            leaned,
        }
    }

    /// The table as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(TITLE);
        for shape in &self.shape {
            let shape: Vec<String> = shape.iter().map(|odd| format!("{odd:.5}")).collect();
            let _ = writeln!(text, "{}", shape.join(" "));
        }
        for (number, quad) in quads().enumerate() {
            let name: String = quad.all().map(letter).collect();
            let [dealer, pone] = [0, 1].map(|role| self.means[role][number]);
            let _ = writeln!(
                text,
                "{name} {:.2} {:.2} {:.2} {:.2}",
                dealer[0], dealer[1], pone[0], pone[1]
            );
        }
        text
    }

    /// Reads the text; `None` if a line is malformed.
    pub(crate) fn parse(text: &str) -> Option<PegTable> {
        let mut lines = table_lines(text);
        let mut shape = [[0.0; MOST + 1]; 2];
        for shape in &mut shape {
            let odds: [&str; MOST + 1] = fields(lines.next()?)?;
            for (odd, text) in shape.iter_mut().zip(odds) {
                *odd = text.parse().ok()?;
            }
        }
        let mut means = [Vec::new(), Vec::new()];
        for line in lines {
            let [_, a, b, c, d] = fields(line)?;
            means[0].push([a.parse().ok()?, b.parse().ok()?]);
            means[1].push([c.parse().ok()?, d.parse().ok()?]);
        }
        (means[0].len() == QUADS).then(|| PegTable::new(means, shape))
    }
}

const TITLE: &str = "\
# What four cards peg and let the other peg, as dealer and as pone, on average.
# Made by `cargo run --release -p cribbage --example bot_tables`; see README.md in this folder.
# First how likely the dealer, then pone, pegs 0, 1, 2 ... 15 or more; then
# hand, as dealer: pegs, lets peg; as pone: pegs, lets peg
";

/// The terms of the regression: one, what the table says so far, the cards of each rank, and pairs.
const TERMS: usize = 4 + RANKS;

fn terms(quad: Ranks, [own, theirs]: [f32; 2]) -> [f64; TERMS] {
    let mut terms = [0.0; TERMS];
    terms[0] = 1.0;
    terms[1] = f64::from(own);
    terms[2] = f64::from(theirs);
    for rank in quad.each() {
        let cards = f64::from(quad.count(rank));
        terms[3] += cards * (cards - 1.0) / 2.0;
        terms[4 + rank] = cards;
    }
    terms
}

/// The share of each count, to five decimals.
fn normalised(counts: [f64; MOST + 1]) -> Odds {
    let sum: f64 = counts.iter().sum();
    counts.map(|count| ((count / sum * 1e5).round() / 1e5) as f32)
}

/// The text keeps two decimals.
fn rounded(mean: f32) -> f32 {
    (mean * 100.0).round() / 100.0
}

/// Hands that the other player may have kept, drawn as often as habits make them likely.
fn others(habits: &Habits, role: Role, own: Ranks, times: u32, rng: &mut Rng) -> Vec<Ranks> {
    let unseen = Ranks::DECK.minus(own);
    let mut likely = Vec::with_capacity(QUADS);
    let mut sum = 0.0;
    for (number, quad) in quads().enumerate() {
        let whole = quad.ways(Ranks::DECK);
        if whole > 0 {
            let kept = f64::from(habits.kept(role, number));
            sum += kept * f64::from(quad.ways(unseen)) / f64::from(whole);
        }
        likely.push((quad, sum));
    }
    (0..times)
        .map(|_| {
            let at = f64::from(rng.below(1 << 24)) / f64::from(1 << 24) * sum;
            likely[likely.partition_point(|&(_, below)| below <= at)].0
        })
        .collect()
}

/// The pegging of a quad in this role and of the other player, over this many plays.
fn play_quad(habits: &Habits, role: Role, quad: Ranks, times: u32, rng: &mut Rng) -> Vec<[u8; 2]> {
    others(habits, role.other(), quad, times, rng)
        .into_iter()
        .map(|other| played_out(role, quad, other))
        .collect()
}

fn means_of(plays: &[[u8; 2]]) -> [f32; 2] {
    [0, 1].map(|who| {
        let sum: u32 = plays.iter().map(|pegged| u32::from(pegged[who])).sum();
        sum as f32 / plays.len() as f32
    })
}

/// The pegging of the holder of a quad in this role, and of the other player.
fn played_out(role: Role, own: Ranks, other: Ranks) -> [u8; 2] {
    let mut play = RankPlay {
        hands: [own, other, Ranks::NONE, Ranks::NONE],
        seats: 2,
        // Pone leads.
        turn: if role == Role::Pone { 0 } else { 1 },
        pile: Pile::default(),
        open: Ranks::NONE,
    };
    let mut pegged = [0; 2];
    while !play.is_over() {
        let seat = play.turn;
        pegged[seat] += play.lay(play.sensible());
    }
    pegged
}

/// The shape tilted to every tenth of a point up to twelve.
fn lean_all(shape: &Odds) -> Vec<Odds> {
    (0..=120)
        .map(|tenth| lean(shape, tenth as f32 / 10.0))
        .collect()
}

/// The shape with each number `n` weighted by the `n`-th power of a common factor, which is chosen
/// to give this mean: of all distributions with the mean, the nearest to the shape.
fn lean(shape: &Odds, mean: f32) -> Odds {
    let (mut low, mut high) = (0.0_f32, 64.0_f32);
    let mut odds = *shape;
    // Forty halvings of 64 leave less than a float can distinguish.
    for _ in 0..40 {
        let factor = (low + high) / 2.0;
        let mut power = 1.0;
        for (odd, base) in odds.iter_mut().zip(shape) {
            *odd = base * power;
            power *= factor;
        }
        let sum: f32 = odds.iter().sum();
        odds = odds.map(|odd| odd / sum);
        if mean_of(&odds) < mean {
            low = factor;
        } else {
            high = factor;
        }
    }
    odds
}

fn mean_of(odds: &Odds) -> f32 {
    (0_u8..)
        .zip(odds)
        .map(|(points, odd)| f32::from(points) * odd)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::book::BOOK;

    /// Deals in which the dealer pegs one and another for each low card, and pone pegs two.
    fn deals() -> Vec<Practised> {
        let mut rng = Rng::from_seed(6);
        let all: Vec<Ranks> = quads().filter(|quad| quad.ways(Ranks::DECK) > 0).collect();
        (0..20_000)
            .map(|_| {
                let kept = [(); 2].map(|()| all[rng.below(all.len() as u32) as usize]);
                let low = kept[0].all().filter(|rank| *rank < 4).count();
                Practised {
                    kept,
                    pegged: vec![(0, 1 + low as u8), (1, 2)],
                    ..Practised::default()
                }
            })
            .collect()
    }

    #[test]
    fn what_deals_show_is_learnt() {
        let deals = deals();
        let learnt = BOOK.pegs.learn(&deals);
        for deal in &deals[..500] {
            let [own, theirs] = learnt.means(Role::Dealer, deal.kept[0].quad());
            assert!(
                (own - f32::from(deal.pegs()[0])).abs() < 0.1,
                "{deal:?} {own}"
            );
            assert!((theirs - 2.0).abs() < 0.1);
        }
        let [slope, error] = learnt.slope(0, &deals);
        assert!(
            (slope - 1.0).abs() < 0.02 && error < 0.02,
            "{slope} {error}"
        );
        assert_eq!(learnt.shape(Role::Pone)[2], 1.0);
        assert!(learnt.mean_difference(&learnt) == 0.0 && learnt.mean_difference(&BOOK.pegs) > 0.3);
    }
}
