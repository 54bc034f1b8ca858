//! The search over mixed hands, bounded by prices.
//!
//! It goes through what may remain of the pool in three phases, one for each odd
//! face: every mixed hand takes an odd die, and belongs to the phase of its
//! lowest. So the same set of hands is met in few orders, and once a phase is
//! over its face is settled: what is left of it goes to the odd side's table, and
//! the bound no longer lets it be bought.
//!
//! Each remaining pool is kept once, with the most that the hands taken before
//! it are worth; equal ways are told apart only at the end, and only along
//! best splits.

use super::Counts;
use super::catalogue::{Catalogue, Entry, ODD};
use super::prices::prices;
use super::side::{Ending, Mode, Side};
use super::worth::Worth;
use crate::score::Hand;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What to search for.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// The pool.
    pub(crate) counts: Counts,
    /// How many dice of each face may be left over for nothing.
    pub(crate) plain: Counts,
    /// How many of the other dice may be left over.
    pub(crate) may_lose: u8,
    /// A hand that may not be taken.
    pub(crate) banned: Option<Hand>,
    /// Splits worth less are of no interest.
    pub(crate) at_least: i32,
}

/// The hands of the best split, or nothing if no split is possible or worth enough.
pub(crate) fn best(catalogue: &Catalogue, task: &Task) -> Option<Vec<Hand>> {
    let mut search = Search::new(catalogue, task);
    search.dive();
    for phase in 0..PHASES {
        search.run(phase);
    }
    search.first_by_ties()
}

/// One for each odd face.
const PHASES: usize = 3;

struct Search<'a> {
    odd: Side<'a>,
    even: Side<'a>,
    modes: Vec<Mode>,
    /// The bounds of the even side, one for each mode.
    even_bounds: Vec<Vec<i32>>,
    /// The bounds of the odd side by phase, one for each mode.
    odd_bounds: [Vec<Vec<i32>>; PHASES],
    /// The mixed hands of each phase.
    moves: [Vec<Move>; PHASES],
    layers: [Layer; PHASES],
    /// The pool that the search starts from.
    whole: Remaining,
    /// The worth of the best split so far.
    best: i32,
}

/// A mixed hand.
#[derive(Debug, Clone, Copy)]
struct Move {
    hand: Hand,
    worth: i32,
    packed: u64,
    odd_step: u32,
    even_step: u32,
}

/// What remains of the pool: six counts in the bytes of a word, and its places in the tables of the sides.
#[derive(Debug, Clone, Copy)]
struct Remaining {
    packed: u64,
    odd: u32,
    even: u32,
}

impl Remaining {
    /// What remains after a hand, if its dice are there.
    #[inline]
    fn after(self, taken: &Move) -> Option<Remaining> {
        /// The top bit of each byte: a count is at most 120, so a borrow clears it and shows.
        const GUARDS: u64 = 0x8080_8080_8080;
        let difference = (self.packed | GUARDS) - taken.packed;
        (difference & GUARDS == GUARDS).then(|| Remaining {
            packed: difference & !GUARDS,
            odd: self.odd - taken.odd_step,
            even: self.even - taken.even_step,
        })
    }

    /// What was there before a hand was taken.
    fn before(self, taken: &Move) -> Remaining {
        Remaining {
            packed: self.packed + taken.packed,
            odd: self.odd + taken.odd_step,
            even: self.even + taken.even_step,
        }
    }

    fn count(self, face: usize) -> usize {
        (self.packed >> (8 * face) & 0xff) as usize
    }
}

impl<'a> Search<'a> {
    fn new(catalogue: &'a Catalogue, task: &Task) -> Search<'a> {
        let mut odd = Side::odd(catalogue, task);
        let mut even = Side::even(catalogue, task);
        let modes = modes(catalogue, task, &odd, &even);
        for mode in &modes {
            odd.prepare(mode.odd);
            even.prepare(mode.even);
        }
        let usable = |entry: &&Entry| {
            let fits = (0..6).all(|face| entry.hand.counts()[face] <= task.counts[face]);
            fits && task.banned != Some(entry.hand)
        };
        let mixed: Vec<Entry> = catalogue.mixed.iter().filter(usable).copied().collect();
        let prices = prices(catalogue, &mixed, task.counts);
        let odd_bounds = std::array::from_fn(|phase| {
            let bought = [phase == 0, phase <= 1, true];
            modes
                .iter()
                .map(|mode| odd.bound(mode.odd, prices, bought))
                .collect()
        });
        let even_bounds = modes
            .iter()
            .map(|mode| even.bound(mode.even, prices, [true; 3]))
            .collect();
        let mut moves = [const { Vec::new() }; PHASES];
        for entry in &mixed {
            let counts = entry.hand.counts();
            let phase = (0..PHASES)
                .find(|&phase| counts[ODD[phase]] > 0)
                .unwrap_or(0);
            moves[phase].push(Move {
                hand: entry.hand,
                worth: entry.worth,
                packed: packed(counts),
                odd_step: odd.distance(counts) as u32,
                even_step: even.distance(counts) as u32,
            });
        }
        Search {
            whole: Remaining {
                packed: packed(task.counts),
                odd: odd.distance(task.counts) as u32,
                even: even.distance(task.counts) as u32,
            },
            odd,
            even,
            modes,
            even_bounds,
            odd_bounds,
            moves,
            layers: std::array::from_fn(|_| Layer::default()),
            best: task.at_least.max(Worth::IMPOSSIBLE),
        }
    }

    /// Takes the hand of the highest bound again and again, to begin with a good split.
    fn dive(&mut self) {
        let (mut remaining, mut worth) = (self.whole, 0);
        loop {
            self.best = self.best.max(worth + self.exact(remaining));
            let next = self.moves.iter().flatten().filter_map(|taken| {
                let next = remaining.after(taken)?;
                Some((worth + taken.worth + self.bound(0, next), taken.worth, next))
            });
            let Some((_, gain, next)) = next.max_by_key(|&(bound, gain, _)| (bound, gain)) else {
                return;
            };
            (remaining, worth) = (next, worth + gain);
        }
    }

    /// Finds everything that may remain after the hands of this phase.
    fn run(&mut self, phase: usize) {
        let face = ODD[phase];
        let mut layer = Layer::default();
        let mut by_count = vec![Vec::new(); self.whole.count(face) + 1];
        match phase {
            0 => drop(layer.offer(self.key(self.whole), self.whole, 0)),
            _ => {
                for node in &self.layers[phase - 1].nodes {
                    if node.worth + self.bound(phase, node.remaining) >= self.best {
                        layer.offer(self.key(node.remaining), node.remaining, node.worth);
                    }
                }
            }
        }
        for (at, node) in layer.nodes.iter().enumerate() {
            by_count[node.remaining.count(face)].push(at);
        }
        // A hand takes at least one die of the phase's face, so a pool is final when its count is reached.
        while let Some(pools) = by_count.pop() {
            for at in pools {
                let Node { remaining, worth } = layer.nodes[at];
                if worth + self.bound(phase, remaining) < self.best {
                    continue;
                }
                self.best = self.best.max(worth + self.exact(remaining));
                for taken in &self.moves[phase] {
                    let Some(next) = remaining.after(taken) else {
                        continue;
                    };
                    let worth = worth + taken.worth;
                    if worth + self.bound(phase, next) >= self.best
                        && let Some(new) = layer.offer(self.key(next), next, worth)
                    {
                        by_count[next.count(face)].push(new);
                    }
                }
            }
        }
        self.layers[phase] = layer;
    }

    /// What remains is worth if no more mixed hands are taken.
    #[inline]
    fn exact(&self, remaining: Remaining) -> i32 {
        let (odd, even) = (remaining.odd as usize, remaining.even as usize);
        let worths = self
            .modes
            .iter()
            .map(|mode| self.odd.worths(mode.odd)[odd] + self.even.worths(mode.even)[even]);
        worths.max().unwrap_or(Worth::NONE)
    }

    /// The most that what remains can still bring, in this phase and later ones.
    #[inline]
    fn bound(&self, phase: usize, remaining: Remaining) -> i32 {
        let (odd, even) = (remaining.odd as usize, remaining.even as usize);
        let sides = self.odd_bounds[phase].iter().zip(&self.even_bounds);
        sides
            .map(|(odds, evens)| odds[odd] + evens[even])
            .max()
            .unwrap_or(Worth::NONE)
    }

    fn key(&self, remaining: Remaining) -> u32 {
        // 21^6 pools remain of 120 dice at most.
        remaining.odd * self.even.len() as u32 + remaining.even
    }

    /// Of all splits of the greatest worth the one that ties prefer.
    fn first_by_ties(&self) -> Option<Vec<Hand>> {
        let mut known = BTreeMap::new();
        let mut first: Option<Vec<Hand>> = None;
        for (at, node) in self.layers[PHASES - 1].nodes.iter().enumerate() {
            if node.worth + self.exact(node.remaining) != self.best {
                continue;
            }
            let (odd, even) = (node.remaining.odd as usize, node.remaining.even as usize);
            let mixed = self.mixed_hands(PHASES - 1, at, &mut known);
            for mode in &self.modes {
                let worth = self.odd.worths(mode.odd)[odd] + self.even.worths(mode.even)[even];
                if node.worth + worth != self.best {
                    continue;
                }
                let mut hands = mixed.clone();
                hands.extend(self.odd.hands(mode.odd, odd));
                hands.extend(self.even.hands(mode.even, even));
                hands.sort_unstable();
                if first
                    .as_ref()
                    .is_none_or(|first| super::compare_hands(&hands, first) == Ordering::Less)
                {
                    first = Some(hands);
                }
            }
        }
        first
    }

    /// The mixed hands that lead to a node: of those of the same worth, the first by ties.
    fn mixed_hands(&self, phase: usize, at: usize, known: &mut Known) -> Vec<Hand> {
        if let Some(hands) = known.get(&(phase, at)) {
            return hands.clone();
        }
        let Node { remaining, worth } = self.layers[phase].nodes[at];
        let mut first: Option<Vec<Hand>> = None;
        let mut offer = |hands: Vec<Hand>| {
            if first
                .as_ref()
                .is_none_or(|first| super::compare_hands(&hands, first) == Ordering::Less)
            {
                first = Some(hands);
            }
        };
        if phase > 0
            && let Some(before) = self.layers[phase - 1].find(self.key(remaining))
            && self.layers[phase - 1].nodes[before].worth == worth
        {
            offer(self.mixed_hands(phase - 1, before, known));
        }
        for taken in &self.moves[phase] {
            let before = remaining.before(taken);
            if !self.contains(before) {
                continue;
            }
            if let Some(before) = self.layers[phase].find(self.key(before))
                && self.layers[phase].nodes[before].worth + taken.worth == worth
            {
                let mut hands = self.mixed_hands(phase, before, known);
                hands.push(taken.hand);
                hands.sort_unstable();
                offer(hands);
            }
        }
        let first = first.unwrap_or_default();
        known.insert((phase, at), first.clone());
        first
    }

    fn contains(&self, remaining: Remaining) -> bool {
        (0..6).all(|face| remaining.count(face) <= self.whole.count(face))
    }
}

/// The hands that lead to nodes, by phase and place.
type Known = BTreeMap<(usize, usize), Vec<Hand>>;

/// The ways in which both sides may end.
fn modes(catalogue: &Catalogue, task: &Task, odd: &Side<'_>, even: &Side<'_>) -> Vec<Mode> {
    let losses = (0..=task.may_lose).map(|lost| Mode {
        odd: Ending::Lose(lost),
        even: Ending::Lose(task.may_lose - lost),
    });
    let mut modes: Vec<Mode> = losses.collect();
    let least = crate::score::HandKind::AllEven.least_dice();
    if catalogue.parity_takes_all() && even.total() >= least {
        modes.push(Mode {
            odd: Ending::UsedUp,
            even: Ending::AllRemaining,
        });
    }
    if catalogue.parity_takes_all() && odd.total() >= least {
        modes.push(Mode {
            odd: Ending::AllRemaining,
            even: Ending::UsedUp,
        });
    }
    modes
}

fn packed(counts: Counts) -> u64 {
    (0..6)
        .map(|face| u64::from(counts[face]) << (8 * face))
        .sum()
}

/// What may remain in one phase, each pool once.
#[derive(Debug, Default)]
struct Layer {
    nodes: Vec<Node>,
    keys: Vec<u32>,
    /// A hash table of places in `nodes`, one more than the place, of a size that is a power of two.
    slots: Vec<u32>,
}

/// A remaining pool and the most that the mixed hands before it are worth.
#[derive(Debug, Clone, Copy)]
struct Node {
    remaining: Remaining,
    worth: i32,
}

impl Layer {
    /// Keeps the better way to a pool; says where a new one has been put.
    #[inline]
    fn offer(&mut self, key: u32, remaining: Remaining, worth: i32) -> Option<usize> {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        match self.slots[slot] {
            0 => {
                self.nodes.push(Node { remaining, worth });
                self.keys.push(key);
                self.slots[slot] = self.nodes.len() as u32;
                Some(self.nodes.len() - 1)
            }
            place => {
                let node = &mut self.nodes[place as usize - 1];
                node.worth = node.worth.max(worth);
                None
            }
        }
    }

    fn find(&self, key: u32) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// The slot that holds this key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the top bits of a multiple of 2^32 / φ.
        let mut slot = (key.wrapping_mul(0x9e37_79b9) >> (32 - mask.count_ones())) as usize;
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - 1] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 4).max(64)];
        for place in 0..self.keys.len() {
            let slot = self.slot(self.keys[place]);
            self.slots[slot] = place as u32 + 1;
        }
    }
}
