//! The chance of each side to win at tables of three and four, before a deal.
//!
//! A game is a race. The table `bot/seats.txt` has the points of each seat in a deal, by its place
//! from the dealer: with each of its four cards in the play, and in the show. It was counted in
//! deals that the expert played (`examples/seat_chances.rs`). From it follows how likely a side is
//! home after each of these steps, for every distance from the target; and a side wins if it is
//! home while the others are not. The points of the seats in a deal are treated as independent. A
//! point more never makes a chance smaller.

use std::sync::LazyLock;

use kernel::{Seat, Side};

use super::chance::TARGET;
use super::habits::table_lines;
use super::pegging::SEATS;
use crate::options::Options;

/// The steps of a seat in a deal: four cards and the show. In each step the seats come in order
/// from the dealer's left.
const STEPS: usize = 5;

/// The number of deals that are looked at. A seat gets nine points a deal at least, and 121 in
/// fourteen; after this many nobody is still on the way.
const DEALS: usize = 24;

/// The race at one kind of table.
#[derive(Debug)]
pub(crate) struct Race {
    seats: usize,
    sides: usize,
    /// By the side's place from the first dealer, the number of its steps so far and the points
    /// that it needs: the chance that it is not home yet.
    away: Vec<Vec<[f32; TARGET + 1]>>,
    /// The usual worth of hand and crib after the best throw, for a side that owns the crib and for
    /// one that does not.
    usual: [f64; 2],
}

/// Three seats, four as partners, and four alone.
static RACES: LazyLock<[Race; 3]> = LazyLock::new(|| {
    parse(include_str!("../../bot/seats.txt")).expect("the checked-in table is read by a test")
});

impl Race {
    /// The race at tables with these options, which are not those of two players.
    pub(crate) fn at(options: &Options) -> &'static Race {
        match (options.seats, options.partners()) {
            (3, _) => &RACES[0],
            (_, true) => &RACES[1],
            (_, false) => &RACES[2],
        }
    }

    /// The usual worth of hand and crib after the best throw.
    pub(crate) const fn usual(&self, owns_crib: bool) -> f64 {
        self.usual[if owns_crib { 0 } else { 1 }]
    }

    /// The chance of a side before this seat deals. At the target or beyond, somebody has won.
    pub(crate) fn chance(&self, options: &Options, dealer: Seat, scores: &[f64], own: Side) -> f64 {
        let target = f64::from(options.target);
        if let Some(home) = scores.iter().position(|&score| score >= target) {
            return if home == own.index() { 1.0 } else { 0.0 };
        }
        let sides = self.sides;
        let first = options.side(dealer).index();
        let mut left = [0.0; SEATS];
        for (place, left) in left.iter_mut().enumerate().take(sides) {
            *left = target - scores[(first + place) % sides];
        }
        self.first_home(&left[..sides], (own.index() + sides - first) % sides)
    }

    /// The chance that a side is the first home, if the sides need these points.
    fn first_home(&self, left: &[f64], own: usize) -> f64 {
        let mut chance = 0.0;
        let mut before = 1.0;
        let mut steps = 0;
        for round in 0..DEALS * STEPS {
            for turn in 0..self.seats {
                if self.side_at(round, turn) != own {
                    continue;
                }
                steps += 1;
                let after = self.away(own, steps, left[own]);
                let others = (0..self.sides).filter(|&side| side != own);
                let alone: f64 = others
                    .map(|side| self.away(side, self.steps_until(round, turn, side), left[side]))
                    .product();
                chance += (before - after) * alone;
                before = after;
            }
            // Less than this cannot matter any more.
            if before < 1e-6 {
                break;
            }
        }
        chance.clamp(0.0, 1.0)
    }

    /// The side that moves at this turn of a round; sides are counted from the first dealer.
    const fn side_at(&self, round: usize, turn: usize) -> usize {
        // The seat at the dealer's left comes first, and every deal is dealt by the next seat.
        (round / STEPS + 1 + turn) % self.sides
    }

    /// The number of steps that a side has taken before this turn of a round.
    fn steps_until(&self, round: usize, turn: usize, side: usize) -> usize {
        let now = (0..turn).filter(|&turn| self.side_at(round, turn) == side);
        round * (self.seats / self.sides) + now.count()
    }

    /// The chance that a side is not home after this many steps; between whole numbers of points it
    /// is interpolated.
    fn away(&self, side: usize, steps: usize, left: f64) -> f64 {
        let row = &self.away[side][steps];
        let left = left.clamp(0.0, TARGET as f64);
        let whole = (left as usize).min(TARGET - 1);
        let share = left - whole as f64;
        f64::from(row[whole]) * (1.0 - share) + f64::from(row[whole + 1]) * share
    }

    /// Computes the race from the odds of points: by the seat's place from the dealer and the step.
    fn run(seats: usize, sides: usize, usual: [f64; 2], odds: &[Vec<f32>]) -> Race {
        let mut race = Race {
            seats,
            sides,
            away: Vec::new(),
            usual,
        };
        for side in 0..sides {
            // The probability of each number of points; the target and more are one case.
            let mut points = [0.0; TARGET + 1];
            points[0] = 1.0;
            let mut away = vec![not_home(&points)];
            for round in 0..DEALS * STEPS {
                for turn in 0..seats {
                    if race.side_at(round, turn) == side {
                        let place = (1 + turn) % seats;
                        points = plus(&points, &odds[place * STEPS + round % STEPS]);
                        away.push(not_home(&points));
                    }
                }
            }
            race.away.push(away);
        }
        race
    }
}

/// The chance of having fewer points than each number.
fn not_home(points: &[f32; TARGET + 1]) -> [f32; TARGET + 1] {
    let mut below = [0.0; TARGET + 1];
    for needed in 1..=TARGET {
        below[needed] = below[needed - 1] + points[needed - 1];
    }
    below
}

/// The odds of points after these more.
fn plus(points: &[f32; TARGET + 1], more: &[f32]) -> [f32; TARGET + 1] {
    let mut sums = [0.0; TARGET + 1];
    for (have, &likely) in points.iter().enumerate() {
        for (gain, &also) in more.iter().enumerate() {
            sums[(have + gain).min(TARGET)] += likely * also;
        }
    }
    sums
}

/// Reads the text; `None` if a line is malformed.
fn parse(text: &str) -> Option<[Race; 3]> {
    let mut lines = table_lines(text);
    let mut races = Vec::new();
    while let Some(title) = lines.next() {
        let mut words = title.split(' ');
        let mut number = || words.next()?.parse::<usize>().ok();
        let (seats, sides) = (number()?, number()?);
        if !(2..=SEATS).contains(&seats) || !(2..=seats).contains(&sides) {
            return None;
        }
        let usual = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        let odds: Option<Vec<Vec<f32>>> = (0..seats * STEPS)
            .map(|_| {
                let counts = lines
                    .next()?
                    .split(' ')
                    .map(|word| word.parse::<f32>().ok());
                let counts: Vec<f32> = counts.collect::<Option<_>>()?;
                let sum: f32 = counts.iter().sum();
                Some(counts.iter().map(|count| count / sum).collect())
            })
            .collect();
        races.push(Race::run(seats, sides, usual, &odds?));
    }
    races.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(seats: u8, alone: bool) -> Options {
        Options {
            seats,
            alone,
            ..Options::default()
        }
    }

    /// The chance of each side if seat 0 deals.
    fn all(options: &Options, scores: &[f64]) -> Vec<f64> {
        let race = Race::at(options);
        (0..options.n_sides())
            .map(|side| race.chance(options, Seat(0), scores, Side(side)))
            .collect()
    }

    #[test]
    fn chances_add_up_and_never_fall_with_a_point_more() {
        let mut rng = kernel::Rng::from_seed(9);
        for options in [options(3, false), options(4, false), options(4, true)] {
            for _ in 0..2_000 {
                let mut scores: Vec<f64> = (0..options.n_sides())
                    .map(|_| f64::from(rng.below(120)))
                    .collect();
                let before = all(&options, &scores);
                assert!((before.iter().sum::<f64>() - 1.0).abs() < 1e-3);
                let lucky = rng.below(scores.len() as u32) as usize;
                scores[lucky] += 1.0;
                let after = all(&options, &scores);
                for (side, (before, after)) in before.iter().zip(&after).enumerate() {
                    assert!((0.0..=1.0).contains(after), "{after}");
                    if side == lucky {
                        assert!(after + 1e-3 >= *before, "{scores:?}: {before} {after}");
                    } else {
                        assert!(*after <= before + 1e-3, "{scores:?}: {before} {after}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_to_the_target_has_won() {
        let options = options(3, false);
        assert_eq!(all(&options, &[121.0, 60.0, 0.0]), [1.0, 0.0, 0.0]);
        let close = all(&options, &[60.0, 119.0, 60.0]);
        assert!(close[1] > 0.95, "{close:?}");
        // A shorter game is the end of a long one.
        let short = Options {
            target: 61,
            ..options.clone()
        };
        assert_eq!(
            all(&short, &[0.0, 30.0, 10.0]),
            all(&options, &[60.0, 90.0, 70.0])
        );
    }
}
