//! The joint pegging of both sides in a play, and the order of their pegs.
//!
//! If a game may end in the play, two things decide it that do not follow from the pegging of each
//! side alone. Much pegging of one side goes with much of the other: a pair is answered by three of
//! a kind. And pone, who leads, is ahead in most plays of much pegging. Both are counted in deals
//! that the expert plays against itself (`bot/order.txt`).

use std::fmt::Write;

use super::habits::{Role, table_lines};
use super::pegs::MOST;

/// The points of a play in order: the pegging side (0 for the dealer, 1 for pone) and their number.
pub(crate) type PeggingTrail = [(usize, u8)];

/// The relation between the pegging of both sides.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PegOrder {
    /// The ratio by which the dealer's and pone's points are more likely together than
    /// independently.
    together: [[f32; MOST + 1]; MOST + 1],
    /// The chance that the dealer reaches a number of points before pone reaches another, if both
    /// reach theirs; both numbers less one.
    first: [[f32; MOST]; MOST],
}

impl PegOrder {
    /// The ratio by which it is more likely that both peg these points than if their pegging were
    /// independent.
    #[inline]
    pub(crate) fn together(&self, role: Role, own: usize, theirs: usize) -> f32 {
        let [dealer, pone] = by_role(role, own, theirs);
        self.together[dealer.min(MOST)][pone.min(MOST)]
    }

    /// The chance to peg as many points as one needs before the other pegs as many as it needs, if
    /// both do.
    #[inline]
    pub(crate) fn first(&self, role: Role, own: usize, theirs: usize) -> f32 {
        let [dealer, pone] = by_role(role, own, theirs);
        let dealer_first = self.first[dealer.clamp(1, MOST) - 1][pone.clamp(1, MOST) - 1];
        match role {
            Role::Dealer => dealer_first,
            Role::Pone => 1.0 - dealer_first,
        }
    }

    /// Counts plays.
    pub(crate) fn count<'a>(plays: impl Iterator<Item = &'a PeggingTrail>) -> PegOrder {
        let mut both = [[0.0_f32; MOST + 1]; MOST + 1];
        let mut firsts = [[[0.0_f32; 2]; MOST]; MOST];
        let mut n = 0.0;
        for trail in plays {
            let sums = running(trail);
            let [dealer, pone] = sums.last().copied().unwrap_or([0, 0]);
            both[dealer][pone] += 1.0;
            n += 1.0;
            for (a, row) in firsts.iter_mut().enumerate().take(dealer) {
                for (b, cell) in row.iter_mut().enumerate().take(pone) {
                    let reached =
                        |who: usize, need: usize| sums.iter().position(|sum| sum[who] > need);
                    cell[0] += 1.0;
                    cell[1] += f32::from(u8::from(reached(0, a) < reached(1, b)));
                }
            }
        }
        let dealers: Vec<f32> = both.iter().map(|row| row.iter().sum()).collect();
        let pones: Vec<f32> = (0..=MOST)
            .map(|pone| both.iter().map(|row| row[pone]).sum())
            .collect();
        /// Rare cells are drawn towards what is usual, as if this many plays had shown it.
        const USUAL: f32 = 12.0;
        let together = std::array::from_fn(|dealer| {
            std::array::from_fn(|pone| {
                let expected = dealers[dealer] * pones[pone] / n;
                rounded((both[dealer][pone] + USUAL) / (expected + USUAL))
            })
        });
        let first = firsts.map(|row| {
            row.map(|[n, dealer]| {
                // If both peg much, the dealer is first in a quarter of the plays.
                rounded((dealer + USUAL / 4.0) / (n + USUAL))
            })
        });
        PegOrder { together, first }
    }

    /// The table as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(TITLE);
        let rows = self.together.iter().map(|row| &row[..]);
        for row in rows.chain(self.first.iter().map(|row| &row[..])) {
            let row: Vec<String> = row.iter().map(|value| format!("{value:.3}")).collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
        text
    }

    /// Reads the text; `None` if a line is malformed.
    pub(crate) fn parse(text: &str) -> Option<PegOrder> {
        let mut lines = table_lines(text);
        let mut order = PegOrder {
            together: [[0.0; MOST + 1]; MOST + 1],
            first: [[0.0; MOST]; MOST],
        };
        for row in &mut order.together {
            read(lines.next()?, row)?;
        }
        for row in &mut order.first {
            read(lines.next()?, row)?;
        }
        lines.next().is_none().then_some(order)
    }
}

const TITLE: &str = "\
# How the pegging of both goes together, and who pegs first.
# Made by `cargo run --release -p cribbage --example bot_tables round`; see README.md in this folder.
# Sixteen lines for the dealer's 0, 1 ... 15 points: how much more likely pone's 0, 1 ... 15 are with them than by themselves.
# Fifteen lines for the dealer's 1, 2 ... 15: how often it pegs them before pone pegs 1, 2 ... 15, if both do.
";

fn by_role(role: Role, own: usize, theirs: usize) -> [usize; 2] {
    match role {
        Role::Dealer => [own, theirs],
        Role::Pone => [theirs, own],
    }
}

/// The points of both after each time that somebody pegged, at most [`MOST`].
fn running(trail: &PeggingTrail) -> Vec<[usize; 2]> {
    let mut sums = [0; 2];
    trail
        .iter()
        .map(|&(role, points)| {
            sums[role] = (sums[role] + usize::from(points)).min(MOST);
            sums
        })
        .collect()
}

fn read(line: &str, row: &mut [f32]) -> Option<()> {
    let mut fields = line.split(' ');
    for value in row {
        *value = fields.next()?.parse().ok()?;
    }
    fields.next().is_none().then_some(())
}

/// The text keeps three decimals.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dealer pegs 2 before pone's 3, or pone 3 before the dealer's 2, or pone alone pegs 1.
    const PLAYS: [&PeggingTrail; 3] = [&[(0, 2), (1, 3)], &[(1, 3), (0, 2)], &[(1, 1)]];

    fn many() -> PegOrder {
        let plays = (0..40_000).map(|n| PLAYS[n % 4 % 3]);
        PegOrder::count(plays)
    }

    #[test]
    fn whoever_pegs_first_is_counted() {
        let order = many();
        // Half of the plays are of the first kind and a quarter of the second.
        let dealer = order.first(Role::Dealer, 2, 3);
        assert!((dealer - 2.0 / 3.0).abs() < 0.01, "{dealer}");
        assert_eq!(order.first(Role::Pone, 3, 2), 1.0 - dealer);
    }

    #[test]
    fn points_that_go_together_are_likelier_together() {
        let order = many();
        // Three plays of four have 2 and 3, and no other has either.
        assert!((order.together(Role::Dealer, 2, 3) - 4.0 / 3.0).abs() < 0.01);
        assert!((order.together(Role::Pone, 3, 2) - 4.0 / 3.0).abs() < 0.01);
        assert!(order.together(Role::Dealer, 2, 1) < 0.01);
    }

    #[test]
    fn the_text_is_read_as_it_was_written() {
        let order = many();
        assert_eq!(PegOrder::parse(&order.text()), Some(order.clone()));
        assert_eq!(PegOrder::parse(&order.text().replace('.', "x")), None);
        assert_eq!(PegOrder::parse(&format!("{}0.5\n", order.text())), None);
    }
}
