//! The throws and hands of good players, and the worth of a throw in the crib.
//!
//! Two players make the crib, and each responds best to the other. The crib's worth is therefore
//! the fixed point of best responses: throw what is best against the present table, count the
//! throws over all 18,395 deals of ranks, and compute the next table from them. The result is
//! stored in `bot/crib.txt` and `bot/hands.txt`; a test checks that it is still a fixed point.
//!
//! Suits are left out here: a flush adds 0.05 points to a hand, and a jack is right with the chance
//! of any suit. Callers that know the suits correct for them.

use std::fmt::Write;
use std::sync::LazyLock;

use super::ranks::{PAIRS, QUADS, RANKS, Ranks, hands, pairs, quads};
use crate::score::fast::{pair_of_ranks, quad_of_pairs, quad_row};
use pieces::Rank;

/// The role of a seat: the dealer owns the crib.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The player's own crib.
    Dealer,
    /// The opponent's crib.
    Pone,
}

impl Role {
    /// The role of the other player.
    pub(crate) const fn other(self) -> Role {
        match self {
            Role::Dealer => Role::Pone,
            Role::Pone => Role::Dealer,
        }
    }

    /// 1 if the crib adds to one's own score, -1 if it adds to the opponent's.
    pub(crate) const fn sign(self) -> f64 {
        match self {
            Role::Dealer => 1.0,
            Role::Pone => -1.0,
        }
    }
}

/// The chance that a jack is of the starter's suit: twelve of the other 51 cards are.
pub(crate) const RIGHT_JACK: f64 = 12.0 / 51.0;

/// The index of the jack among the ranks.
pub(crate) const JACK: usize = Rank::Jack.index();

/// The frequency with which good players throw and keep each set of ranks, by [`Role`], in
/// 20,358,520 deals.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Habits {
    /// The points that a pair of ranks adds to the crib if this role throws it.
    mean: [[f64; PAIRS]; 2],
    /// The number of deals in which a role throws each pair.
    thrown: [[u32; PAIRS]; 2],
    /// The number of deals in which a role keeps each quad.
    kept: [Vec<u32>; 2],
}

/// The checked-in habits.
pub(crate) static HABITS: LazyLock<Habits> = LazyLock::new(|| {
    Habits::parse(
        include_str!("../../bot/crib.txt"),
        include_str!("../../bot/hands.txt"),
    )
    .expect("the checked-in tables are read by a test")
});

impl Habits {
    /// The points that a pair of ranks, by its number, adds to the crib if this role throws it.
    pub(crate) fn crib(&self, role: Role, pair: usize) -> f64 {
        self.mean[role as usize][pair]
    }

    /// The number of deals in which a role throws this pair.
    pub(crate) fn thrown(&self, role: Role, pair: usize) -> u32 {
        self.thrown[role as usize][pair]
    }

    /// The number of deals in which a role keeps this quad.
    pub(crate) fn kept(&self, role: Role, quad: usize) -> u32 {
        self.kept[role as usize][quad]
    }

    /// Repeats best responses until the table no longer changes.
    pub(crate) fn settle() -> Habits {
        /// Far more than needed: from the tenth on the table moves by less than 0.01.
        const ROUNDS: usize = 40;
        let deals = Deal::all();
        // At the start, players ignore the crib.
        let mut mean = [[0.0; PAIRS]; 2];
        for _ in 0..ROUNDS {
            let next = crib_means(&deals, &mean);
            for (old, new) in mean.iter_mut().flatten().zip(next.iter().flatten()) {
                // Each table moves only half the way: if both switched at once, they could switch
                // for ever.
                *old = rounded((*old + new) / 2.0);
            }
        }
        best_response(&deals, &mean)
    }

    /// The true worth of the crib if both respond best to this table.
    #[cfg(test)]
    pub(crate) fn means_of_answers(&self) -> [[f64; PAIRS]; 2] {
        crib_means(&Deal::all(), &self.mean)
    }

    /// The best throws against this table, counted again.
    #[cfg(test)]
    pub(crate) fn answered(&self) -> Habits {
        best_response(&Deal::all(), &self.mean)
    }

    /// The pairs as text, one per line.
    pub(crate) fn crib_text(&self) -> String {
        let mut text = String::from(CRIB_TITLE);
        for (number, [low, high]) in pairs().enumerate() {
            let name = format!("{}-{}", letter(low), letter(high));
            let [dealer, pone] = [Role::Dealer, Role::Pone];
            let _ = writeln!(
                text,
                "{name} {:.4} {:.4} {} {}",
                self.crib(dealer, number),
                self.crib(pone, number),
                self.thrown(dealer, number),
                self.thrown(pone, number),
            );
        }
        text
    }

    /// The quads as text, one per line.
    pub(crate) fn hands_text(&self) -> String {
        let mut text = String::from(HANDS_TITLE);
        for (number, quad) in quads().enumerate() {
            let name: String = quad.all().map(letter).collect();
            let [dealer, pone] = [Role::Dealer, Role::Pone].map(|role| self.kept(role, number));
            let _ = writeln!(text, "{name} {dealer} {pone}");
        }
        text
    }

    /// Reads both texts; `None` if a line is malformed.
    pub(crate) fn parse(crib: &str, hands: &str) -> Option<Habits> {
        let mut habits = Habits::nothing();
        let mut number = 0;
        for line in table_lines(crib) {
            let [_, own, others, dealer, pone] = fields(line)?;
            if number == PAIRS {
                return None;
            }
            for (role, mean, thrown) in [(0, own, dealer), (1, others, pone)] {
                habits.mean[role][number] = mean.parse().ok()?;
                habits.thrown[role][number] = thrown.parse().ok()?;
            }
            number += 1;
        }
        let mut quad = 0;
        for line in table_lines(hands) {
            let [_, dealer, pone] = fields(line)?;
            for (role, kept) in [(0, dealer), (1, pone)] {
                *habits.kept[role].get_mut(quad)? = kept.parse().ok()?;
            }
            quad += 1;
        }
        (number == PAIRS && quad == QUADS).then_some(habits)
    }

    fn nothing() -> Habits {
        Habits {
            mean: [[0.0; PAIRS]; 2],
            thrown: [[0; PAIRS]; 2],
            kept: [vec![0; QUADS], vec![0; QUADS]],
        }
    }
}

const CRIB_TITLE: &str = "\
# What two cards bring the crib, and how often good players throw them.
# Made by `cargo run --release -p cribbage --example bot_tables`; see README.md in this folder.
# pair, points if the dealer throws it, points if pone does, deals (of 20358520) in which the dealer throws it, in which pone does
";

const HANDS_TITLE: &str = "\
# How often good players keep four cards.
# Made by `cargo run --release -p cribbage --example bot_tables`; see README.md in this folder.
# hand, deals (of 20358520) in which the dealer keeps it, in which pone does
";

/// The lines of a table without its comments.
pub(crate) fn table_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Exactly `N` fields with spaces between them.
pub(crate) fn fields<const N: usize>(line: &str) -> Option<[&str; N]> {
    let fields: Vec<&str> = line.split(' ').collect();
    fields.try_into().ok()
}

/// The letter of a rank, counted from 0.
pub(crate) fn letter(rank: usize) -> char {
    Rank::ALL[rank % RANKS].letter()
}

/// The text keeps four decimals, and therefore the table keeps no more.
fn rounded(mean: f64) -> f64 {
    (mean * 10_000.0).round() / 10_000.0
}

/// One of the 18,395 deals of six ranks.
struct Deal {
    cards: Ranks,
    /// The number of ways to deal it in suits.
    weight: u32,
    /// Every distinct throw.
    throws: Vec<Throw>,
}

struct Throw {
    pair: usize,
    quad: usize,
    /// The mean score of the kept cards over the 46 starters.
    hand: f64,
}

impl Deal {
    fn all() -> Vec<Deal> {
        hands(6)
            .filter(|deal| deal.ways(Ranks::DECK) > 0)
            .map(Deal::new)
            .collect()
    }

    fn new(deal: Ranks) -> Deal {
        let mut throws = Vec::new();
        for low in deal.each() {
            for high in deal.without(low).each().filter(|&high| high >= low) {
                let kept = deal.without(low).without(high);
                throws.push(Throw {
                    pair: pair_of_ranks(low, high),
                    quad: kept.quad(),
                    hand: hand_mean(kept, Ranks::DECK.minus(deal)),
                });
            }
        }
        Deal {
            cards: deal,
            weight: deal.ways(Ranks::DECK),
            throws,
        }
    }

    /// The best throw for this role; the first of equals.
    fn best(&self, role: Role, mean: &[f64; PAIRS]) -> &Throw {
        let worth = |throw: &Throw| throw.hand + role.sign() * mean[throw.pair];
        self.throws
            .iter()
            .reduce(|best, throw| {
                if worth(throw) > worth(best) {
                    throw
                } else {
                    best
                }
            })
            .expect("six cards can be thrown from")
    }
}

/// The mean score of four cards with a starter from these.
fn hand_mean(kept: Ranks, starters: Ranks) -> f64 {
    let points = row_sum(quad_row(kept.quad()), starters);
    let jacks = f64::from(kept.count(JACK)) * RIGHT_JACK;
    f64::from(points) / f64::from(starters.len()) + jacks
}

fn best_response(deals: &[Deal], mean: &[[f64; PAIRS]; 2]) -> Habits {
    let mut habits = Habits::nothing();
    habits.mean = *mean;
    for deal in deals {
        for role in [Role::Dealer, Role::Pone] {
            let best = deal.best(role, &mean[role as usize]);
            habits.thrown[role as usize][best.pair] += deal.weight;
            habits.kept[role as usize][best.quad] += deal.weight;
        }
    }
    habits
}

/// The points that each pair adds to the crib for each role, if the other role responds best to
/// this table.
///
/// It looks at every deal that the other player may hold beside the pair, with its throw and with
/// the starters that are left: cards that the other keeps cannot be cut.
fn crib_means(deals: &[Deal], mean: &[[f64; PAIRS]; 2]) -> [[f64; PAIRS]; 2] {
    [Role::Dealer, Role::Pone].map(|role| {
        let other = role.other();
        let thrown: Vec<(Ranks, usize)> = deals
            .iter()
            .map(|deal| (deal.cards, deal.best(other, &mean[other as usize]).pair))
            .collect();
        let mut means = [0.0; PAIRS];
        for (number, pair) in pairs().enumerate() {
            means[number] = crib_mean(number, pair, &thrown);
        }
        means
    })
}

/// The points that a pair adds to the crib if the other player throws like this from each deal.
fn crib_mean(number: usize, own: [usize; 2], thrown: &[(Ranks, usize)]) -> f64 {
    /// 52 cards without one's own two and the other's six.
    const STARTERS: f64 = 44.0;
    let unseen = Ranks::DECK.minus(own.into_iter().collect());
    let names: Vec<[usize; 2]> = pairs().collect();
    let (mut points, mut jacks, mut weights) = (0_u64, 0_u64, 0_u64);
    for &(deal, other) in thrown {
        let weight = u64::from(deal.ways(unseen));
        if weight > 0 {
            let row = quad_row(quad_of_pairs(number, other));
            points += weight * u64::from(row_sum(row, unseen.minus(deal)));
            jacks += weight * jacks_among(own.into_iter().chain(names[other]));
            weights += weight;
        }
    }
    (points as f64 / STARTERS + jacks as f64 * RIGHT_JACK) / weights as f64
}

fn jacks_among(ranks: impl Iterator<Item = usize>) -> u64 {
    ranks.filter(|&rank| rank == JACK).count() as u64
}

/// The score of a quad, summed over these starters.
fn row_sum(row: &[u8; 16], starters: Ranks) -> u32 {
    (0..RANKS)
        .map(|rank| u32::from(starters.count(rank)) * u32::from(row[rank]))
        .sum()
}

/// The probabilities of the opponent's pairs, given that these cards are not among them.
///
/// The weights are not normalised. For players who throw by habit from any deal they are exact,
/// except for the cards that those players keep.
pub(crate) fn likely_pairs(habits: &Habits, role: Role, unseen: Ranks) -> [f32; PAIRS] {
    let mut weights = [0.0; PAIRS];
    for (number, (weight, [low, high])) in weights.iter_mut().zip(pairs()).enumerate() {
        let (left, whole) = if low == high {
            let left = unseen.count(low);
            (left * left.saturating_sub(1) / 2, 6.0)
        } else {
            (unseen.count(low) * unseen.count(high), 16.0)
        };
        *weight = habits.thrown(role, number) as f32 * f32::from(left) / whole;
    }
    weights
}

/// The probability of each score of the crib, given one's own pair and the starter's rank. Suits
/// are left out; the sum is 1.
pub(crate) fn crib_odds(own: usize, starter: usize, likely: &[f32; PAIRS]) -> [f32; 30] {
    let mut odds = [0.0; 30];
    let mut sum = 0.0;
    for (other, &weight) in likely.iter().enumerate() {
        let score = quad_row(quad_of_pairs(own, other))[starter];
        odds[usize::from(score) % 30] += weight;
        sum += weight;
    }
    for odd in &mut odds {
        *odd /= sum;
    }
    odds
}
