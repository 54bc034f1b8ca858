//! A second scorer, as literal as the rules in `rules/en.md`: take a hand from the dice that are
//! left, repeat, and keep the best.
//!
//! It shares nothing with the crate except the names of hands and options. Its hands come from the
//! remaining pool at each step, and "all remaining" therefore means exactly that; its numbers are
//! its own.
#![allow(
    dead_code,
    reason = "each test binary and the benchmark use a part of it"
)]

use dice::score::{FullHouse, HandKind, OfAKind, Parity, ScoreRules};
use std::collections::HashMap;

/// The number of dice of each face, ones first.
pub(crate) type Pool = [u8; 6];

/// Rules and a level for each of the thirteen hands.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) rules: ScoreRules,
    pub(crate) levels: [u8; 13],
}

/// A hand taken: its kind and its dice, ascending.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Taken {
    pub(crate) kind: HandKind,
    pub(crate) dice: Vec<u8>,
}

/// A split: its points and its hands in the table's order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    pub(crate) points: u32,
    pub(crate) hands: Vec<Taken>,
}

impl Found {
    /// The order of ties; the better one is greater.
    pub(crate) fn better_than(&self, other: &Found) -> bool {
        let key = |found: &Found| {
            let kinds: Vec<HandKind> = found.hands.iter().map(|hand| hand.kind).collect();
            (
                u32::MAX - found.points,
                found.hands.len(),
                kinds,
                found.hands.clone(),
            )
        };
        key(self) < key(other)
    }

    fn with(&self, hand: Taken, points: u32) -> Found {
        let mut found = self.clone();
        found.points += points;
        found.hands.push(hand);
        found.hands.sort();
        found
    }
}

impl Table {
    /// The best split, by trying every order of hands.
    pub(crate) fn brute(&self, pool: Pool) -> Found {
        let mut all = Vec::new();
        self.every_split(pool, Found::default(), &mut all);
        best_of(&all).unwrap_or_else(|| self.high_roll(pool))
    }

    /// The best split and the best of those that differ from it.
    pub(crate) fn brute_two(&self, pool: Pool) -> (Found, Option<Found>) {
        let mut all = Vec::new();
        self.every_split(pool, Found::default(), &mut all);
        let Some(best) = best_of(&all) else {
            return (self.high_roll(pool), None);
        };
        all.retain(|found| found.hands != best.hands);
        let second = best_of(&all);
        (best, second)
    }

    /// Every split that has at least one hand, many of them several times.
    pub(crate) fn every_split(&self, pool: Pool, so_far: Found, all: &mut Vec<Found>) {
        if !so_far.hands.is_empty() {
            all.push(so_far.clone());
        }
        for (hand, rest) in self.hands(pool) {
            let points = self.points(&hand);
            self.every_split(rest, so_far.with(hand, points), all);
        }
    }

    /// The best split, by a search with a memory.
    pub(crate) fn memoised(&self, pool: Pool) -> Found {
        let found = self.memoised_from(pool, &mut HashMap::new());
        match found.hands.is_empty() {
            true => self.high_roll(pool),
            false => found,
        }
    }

    fn memoised_from(&self, pool: Pool, known: &mut HashMap<Pool, Found>) -> Found {
        if let Some(found) = known.get(&pool) {
            return found.clone();
        }
        let mut best = Found::default();
        for (hand, rest) in self.hands(pool) {
            let points = self.points(&hand);
            let found = self.memoised_from(rest, known).with(hand, points);
            if found.better_than(&best) {
                best = found;
            }
        }
        known.insert(pool, best.clone());
        best
    }

    /// The points of the best split, by a search with a memory.
    pub(crate) fn memoised_points(&self, pool: Pool) -> u32 {
        let points = self.points_from(pool, &mut HashMap::new());
        if points == 0 {
            self.high_roll(pool).points
        } else {
            points
        }
    }

    fn points_from(&self, pool: Pool, known: &mut HashMap<Pool, u32>) -> u32 {
        if let Some(&points) = known.get(&pool) {
            return points;
        }
        let hands = self.hands(pool).into_iter();
        let points = hands.map(|(hand, rest)| self.points(&hand) + self.points_from(rest, known));
        let best = points.max().unwrap_or(0);
        known.insert(pool, best);
        best
    }

    /// The points of the best split by a table of every rest, for rules under which All Even and
    /// All Odd take all that remains: as plain as the search, and fast enough for sixty dice.
    pub(crate) fn tabled_points(&self, pool: Pool) -> u32 {
        assert_eq!(self.rules.parity, Parity::AllRemaining);
        let sizes = pool.map(|n| usize::from(n) + 1);
        let place =
            |pool: &Pool| (0..6).fold(0, |place, i| place * sizes[i] + usize::from(pool[i]));
        // Nine of each face hold every hand of a fixed set of dice; those that depend on the pool
        // come below.
        let all = self.hands([9; 6]).into_iter().map(|(hand, rest)| {
            let points = self.points(&hand);
            (hand, rest.map(|n| 9 - n), points)
        });
        let is_fixed = |hand: &Taken| hand.kind != HandKind::XOfAKind || hand.dice.len() == 3;
        let fixed: Vec<(Pool, usize, u32)> = all
            .filter(|(hand, ..)| is_fixed(hand))
            .map(|(_, takes, points)| (takes, place(&takes), points))
            .collect();
        let taken = |kind, dice| self.points(&Taken { kind, dice });
        let of_a_kind: Vec<Vec<u32>> = (1..=6)
            .map(|face| {
                (4..=120)
                    .map(|n| taken(HandKind::XOfAKind, vec![face; n]))
                    .collect()
            })
            .collect();
        let mut best = vec![0; sizes.iter().product()];
        let mut now: Pool = [0; 6];
        for at in 0..best.len() {
            let fits = |takes: &Pool| (0..6).all(|i| takes[i] <= now[i]);
            let hands = fixed.iter().filter(|(takes, ..)| fits(takes));
            let mut most = hands
                .map(|&(_, step, points)| points + best[at - step])
                .max()
                .unwrap_or(0);
            for face in 0..6 {
                let there = usize::from(now[face]);
                let least = if self.rules.of_a_kind == OfAKind::Any {
                    4
                } else {
                    there.max(4)
                };
                let step: usize = sizes[face + 1..].iter().product();
                for n in least..=there {
                    most = most.max(of_a_kind[face][n - 4] + best[at - n * step]);
                }
            }
            for (kind, other) in [(HandKind::AllEven, 0), (HandKind::AllOdd, 1)] {
                let others: u8 = now.iter().skip(other).step_by(2).sum();
                if others == 0 && now.iter().sum::<u8>() >= 5 {
                    most = most.max(taken(kind, dice_of(now)));
                }
            }
            best[at] = most;
            for i in (0..6).rev() {
                now[i] = if now[i] < pool[i] { now[i] + 1 } else { 0 };
                if now[i] > 0 {
                    break;
                }
            }
        }
        best[place(&pool)]
    }

    /// The points by the greedy rule: always take the hand that scores most at once.
    pub(crate) fn greedy(&self, mut pool: Pool) -> u32 {
        let mut total = 0;
        loop {
            let hands = self.hands(pool).into_iter();
            let Some((points, rest)) = hands.map(|(hand, rest)| (self.points(&hand), rest)).max()
            else {
                return if total == 0 {
                    self.high_roll(pool).points
                } else {
                    total
                };
            };
            total += points;
            pool = rest;
        }
    }

    fn high_roll(&self, pool: Pool) -> Found {
        let highest = (1..=6).rev().find(|&face| pool[face as usize - 1] > 0);
        let hand = Taken {
            kind: HandKind::HighRoll,
            dice: highest.into_iter().collect(),
        };
        let points = self.points(&hand);
        Found::default().with(hand, points)
    }

    /// Every hand that can be taken from the rest, with the rest after it.
    #[expect(
        clippy::too_many_lines,
        reason = "one rule after the other, as the rules are written"
    )]
    pub(crate) fn hands(&self, pool: Pool) -> Vec<(Taken, Pool)> {
        let mut found = Vec::new();
        let mut offer = |kind: HandKind, takes: Pool| {
            if (0..6).all(|i| takes[i] <= pool[i]) {
                let rest = std::array::from_fn(|i| pool[i] - takes[i]);
                found.push((
                    Taken {
                        kind,
                        dice: dice_of(takes),
                    },
                    rest,
                ));
            }
        };
        let of = |pairs: &[(usize, u8)]| {
            let mut takes = [0; 6];
            pairs.iter().for_each(|&(face, n)| takes[face] = n);
            takes
        };
        offer(HandKind::Pyramid, [0, 1, 0, 3, 0, 5]);
        offer(HandKind::FullRun, [1; 6]);
        offer(HandKind::LargeStraight, [1, 1, 1, 1, 1, 0]);
        offer(HandKind::LargeStraight, [0, 1, 1, 1, 1, 1]);
        offer(HandKind::SmallStraight, [1, 1, 1, 1, 0, 0]);
        offer(HandKind::SmallStraight, [0, 1, 1, 1, 1, 0]);
        offer(HandKind::SmallStraight, [0, 0, 1, 1, 1, 1]);
        for (a, &there) in pool.iter().enumerate() {
            offer(HandKind::Pair, of(&[(a, 2)]));
            offer(HandKind::XOfAKind, of(&[(a, 3)]));
            match self.rules.of_a_kind {
                OfAKind::ThreeOrAll if there > 3 => offer(HandKind::XOfAKind, of(&[(a, there)])),
                OfAKind::ThreeOrAll => {}
                OfAKind::Any => (4..=there).for_each(|n| offer(HandKind::XOfAKind, of(&[(a, n)]))),
            }
            for b in (0..6).filter(|&b| b != a) {
                offer(HandKind::FullHouse, of(&[(a, 3), (b, 2)]));
            }
            for b in a + 1..6 {
                offer(HandKind::TwoTriplets, of(&[(a, 3), (b, 3)]));
                offer(HandKind::TwoPair, of(&[(a, 2), (b, 2)]));
                for c in b + 1..6 {
                    offer(HandKind::ThreePairs, of(&[(a, 2), (b, 2), (c, 2)]));
                }
            }
        }
        for (kind, first) in [(HandKind::AllEven, 1), (HandKind::AllOdd, 0)] {
            match self.rules.parity {
                Parity::AllRemaining => {
                    let others = (0..6)
                        .filter(|i| i % 2 != first)
                        .map(|i| pool[i])
                        .sum::<u8>();
                    if others == 0 && pool.iter().sum::<u8>() >= 5 {
                        offer(kind, pool);
                    }
                }
                Parity::Subset => {
                    for x in 0..=pool[first] {
                        for y in 0..=pool[first + 2] {
                            for z in 0..=pool[first + 4] {
                                if x + y + z >= 5 {
                                    offer(kind, of(&[(first, x), (first + 2, y), (first + 4, z)]));
                                }
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// The points of a hand.
    pub(crate) fn points(&self, hand: &Taken) -> u32 {
        let (base, mult) = match hand.kind {
            HandKind::Pyramid => (200, 1000),
            HandKind::FullRun => (110, 520),
            HandKind::TwoTriplets => (88, 440),
            HandKind::ThreePairs => (70, 360),
            HandKind::LargeStraight => (58, 340),
            HandKind::AllEven | HandKind::AllOdd => (52, 280),
            HandKind::FullHouse => (60, 300),
            HandKind::SmallStraight => (34, 260),
            HandKind::XOfAKind => {
                let extra = hand.dice.len() as u32 - 3;
                let level = self.levels[HandKind::XOfAKind as usize];
                let bonus = (0..level).fold(0, |bonus, _| bonus + ((22 + bonus) * 2 / 10).max(1));
                let base = 22 + bonus + 16 * extra;
                let mult = 180 + 25 * u32::from(level) + 22 * extra;
                return (base + sum(&hand.dice)) * mult / 100;
            }
            HandKind::TwoPair => (24, 180),
            HandKind::Pair => (12, 160),
            HandKind::HighRoll => (5, 100),
        };
        let level = self.levels[hand.kind as usize];
        let base = (0..level).fold(base, |base, _| base + base * 3 / 10);
        let mult = mult + 50 * u32::from(level);
        if hand.kind == HandKind::FullHouse && self.rules.full_house == FullHouse::Additive {
            let middle = hand.dice[2];
            let (three, two): (Vec<u8>, Vec<u8>) =
                hand.dice.iter().partition(|&&die| die == middle);
            let three = Taken {
                kind: HandKind::XOfAKind,
                dice: three,
            };
            let two = Taken {
                kind: HandKind::Pair,
                dice: two,
            };
            return self.points(&three) + self.points(&two) + base;
        }
        (base + sum(&hand.dice)) * mult / 100
    }
}

fn best_of(all: &[Found]) -> Option<Found> {
    let mut all = all.iter();
    let first = all.next()?;
    let best = all.fold(
        first,
        |best, found| if found.better_than(best) { found } else { best },
    );
    Some(best.clone())
}

fn sum(dice: &[u8]) -> u32 {
    dice.iter().map(|&die| u32::from(die)).sum()
}

/// The dice of a pool, ascending.
pub(crate) fn dice_of(pool: Pool) -> Vec<u8> {
    (1..=6)
        .zip(pool)
        .flat_map(|(face, n)| std::iter::repeat_n(face, n.into()))
        .collect()
}

/// Every pool of exactly this many dice.
pub(crate) fn pools(n: u8) -> Vec<Pool> {
    fn fill(face: usize, left: u8, pool: &mut Pool, all: &mut Vec<Pool>) {
        if face == 5 {
            pool[5] = left;
            all.push(*pool);
            return;
        }
        for count in 0..=left {
            pool[face] = count;
            fill(face + 1, left - count, pool, all);
        }
    }
    let mut all = Vec::new();
    fill(0, n, &mut [0; 6], &mut all);
    all
}

/// Every reading of the rules, with levels up to ten.
pub(crate) fn every_rules() -> Vec<ScoreRules> {
    let mut all = Vec::new();
    for full_house in [FullHouse::Additive, FullHouse::Formula] {
        for of_a_kind in [OfAKind::ThreeOrAll, OfAKind::Any] {
            for parity in [Parity::AllRemaining, Parity::Subset] {
                all.push(ScoreRules {
                    full_house,
                    of_a_kind,
                    parity,
                    level_cap: 10,
                });
            }
        }
    }
    all
}
