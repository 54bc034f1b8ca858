//! What four cards peg in the play, before anybody has played.
//!
//! For each quad of ranks and each role the table has the mean of its own pegging and of the other
//! player's, from many plays between sensible players (`bot/pegging.txt`). The points spread about
//! the mean nearly alike for all hands; one shape is kept for each role and tilted towards the
//! mean.

use std::fmt::Write;
use std::sync::LazyLock;

use kernel::Rng;

use super::habits::{Habits, Role, fields, letter, table_lines};
use super::pegging::{Pile, RankPlay};
use super::ranks::{QUADS, Ranks, quads};

/// More than fifteen points are pegged once in some thousand deals; they count as fifteen.
pub(crate) const MOST: usize = 15;

/// How likely each number of points is.
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

/// The checked-in table.
pub(crate) static PEGS: LazyLock<PegTable> = LazyLock::new(|| {
    PegTable::parse(include_str!("../../bot/pegging.txt"))
        .expect("the checked-in table is read by a test")
});

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
        let shape = shape.map(|shape| {
            let sum: f64 = shape.iter().sum();
            shape.map(|count| ((count / sum * 1e5).round() / 1e5) as f32)
        });
        PegTable::new(means, shape)
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
