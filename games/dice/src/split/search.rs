//! The search over mixed hands, bounded by prices.
//!
//! Every mixed hand takes an odd die and belongs to its lowest odd face. The search visits the
//! possible rests of the pool in two phases, for hands with ones and for hands with threes; the
//! [bridge](super::bridge) settles those with fives alone. Therefore the same set of hands is met
//! in few orders. Once a phase is over its face is settled: the rest of it goes to the odd side's
//! table, and the bound no longer lets it be sold to mixed hands.
//!
//! Each remaining pool is kept once, with the greatest worth of the hands taken before it; ties are
//! resolved only at the end, and only along best splits.

use super::Counts;
use super::bridge::Bridge;
use super::catalogue::{Catalogue, ODD, PricedHand};
use super::first::First;
use super::layer::{Layer, PoolNode};
use super::prices::prices;
use super::remaining::{MixedHand, Remaining, packed};
use super::side::{EndingMode, HalfPool, SideEnding};
use super::worth::SplitWorth;
use crate::score::{Hand, HandKind};
use std::collections::BTreeMap;

/// The task of a search.
#[derive(Debug, Clone)]
pub(crate) struct SplitTask {
    /// The pool.
    pub(crate) counts: Counts,
    /// The rest never has more dice than this.
    pub(crate) most: u8,
    /// The number of dice of each face that may be left over for free.
    pub(crate) plain: Counts,
    /// The number of the other dice that may be left over.
    pub(crate) may_lose: u8,
    /// A hand that may not be taken.
    pub(crate) banned: Option<Hand>,
    /// Splits worth less are ignored.
    pub(crate) at_least: i32,
}

/// The hands of the best split; `None` if no split is possible or worth enough.
pub(crate) fn best(catalogue: &Catalogue, task: &SplitTask) -> Option<Vec<Hand>> {
    let mut search = Search::new(catalogue, task);
    search.dive();
    search.reprice();
    search.deepen();
    search.first_by_ties()
}

/// One for ones and one for threes.
const PHASES: usize = 2;

struct Search<'a> {
    counts: Counts,
    odd: HalfPool<'a>,
    even: HalfPool<'a>,
    mixed: Vec<PricedHand>,
    lanes: Vec<Lane>,
    /// The mixed hands of each phase, and then those of the bridge.
    moves: [Vec<MixedHand>; PHASES + 1],
    layers: [Layer; PHASES],
    /// The distance in the odd side's tables between two pools that differ by a five.
    five_step: usize,
    /// The pool that the search starts from.
    whole: Remaining,
    /// Splits worth less than this are ignored.
    threshold: i32,
    /// The worth of the best split found.
    found: i32,
}

/// One way for both sides to end, with the bounds of its prices.
struct Lane {
    mode: EndingMode,
    prices: [i32; 6],
    even: Vec<i32>,
    odd: [Vec<i32>; PHASES],
    /// Hands of fives and even dice; absent while lanes are first compared.
    bridge: Option<Bridge>,
}

impl Lane {
    fn new(mode: EndingMode, prices: [i32; 6], odd: &HalfPool<'_>, even: &HalfPool<'_>) -> Lane {
        Lane {
            mode,
            prices,
            even: even.bound(even.worths(mode.even), prices, [true; 3]),
            odd: std::array::from_fn(|phase| {
                odd.bound(odd.worths(mode.odd), prices, [phase == 0, true, true])
            }),
            bridge: None,
        }
    }

    /// Builds the bridge, which tightens the even side's bound: fives are bought from the odd side
    /// at their price, which both bounds share.
    fn join(&mut self, moves: &[MixedHand], fives: usize, even: &HalfPool<'_>) {
        let bridge = Bridge::new(moves, fives, even, self.mode.even);
        let worths = bridge.with_fives_at(self.prices[ODD[2]]);
        self.even = even.bound(&worths, self.prices, [true; 3]);
        self.bridge = Some(bridge);
    }

    /// By how much the dice of a hand cost more than its worth: the bound falls by at least this if
    /// it is taken.
    fn loss(&self, taken: &MixedHand) -> i32 {
        let takes = taken.hand.counts().map(i32::from);
        let cost: i32 = self
            .prices
            .iter()
            .zip(takes)
            .map(|(price, n)| price * n)
            .sum();
        cost - taken.worth
    }

    #[inline]
    fn bound(&self, phase: usize, remaining: Remaining) -> i32 {
        self.odd[phase][remaining.odd as usize] + self.even[remaining.even as usize]
    }
}

impl<'a> Search<'a> {
    fn new(catalogue: &'a Catalogue, task: &SplitTask) -> Search<'a> {
        let mut odd = HalfPool::odd(catalogue, task);
        let mut even = HalfPool::even(catalogue, task);
        let modes = modes(catalogue, task, &odd, &even);
        for mode in &modes {
            odd.prepare(mode.odd);
            even.prepare(mode.even);
        }
        let usable = |entry: &&PricedHand| {
            let fits = (0..6).all(|face| entry.hand.counts()[face] <= task.counts[face]);
            fits && task.banned != Some(entry.hand)
        };
        let mixed: Vec<PricedHand> = catalogue.mixed.iter().filter(usable).copied().collect();
        let prices = prices(&mixed, task.counts, modes[0], &odd, &even);
        let lane = |mode| Lane::new(mode, prices, &odd, &even);
        Search {
            counts: task.counts,
            lanes: modes.into_iter().map(lane).collect(),
            moves: moves(&mixed, &odd, &even),
            layers: std::array::from_fn(|_| Layer::default()),
            whole: Remaining {
                packed: packed(task.counts),
                odd: odd.distance(task.counts) as u32,
                even: even.distance(task.counts) as u32,
            },
            five_step: odd.distance([0, 0, 0, 0, 1, 0]),
            mixed,
            odd,
            even,
            threshold: task.at_least.max(SplitWorth::IMPOSSIBLE),
            found: SplitWorth::NONE,
        }
    }

    /// Takes the hand of the highest bound again and again, to start with a good split.
    fn dive(&mut self) {
        let (mut remaining, mut worth) = (self.whole, 0);
        loop {
            self.keep(worth + self.exact(remaining));
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

    /// Gives each way to end its own prices, and drops those that cannot be best.
    fn reprice(&mut self) {
        let (whole, threshold) = (self.whole, self.threshold);
        let hopeful = |lane: &Lane| lane.bound(0, whole) >= threshold;
        for lane in self.lanes.iter_mut().skip(1).filter(|lane| hopeful(lane)) {
            let prices = prices(&self.mixed, self.counts, lane.mode, &self.odd, &self.even);
            *lane = Lane::new(lane.mode, prices, &self.odd, &self.even);
        }
        self.lanes.retain(hopeful);
        let fives = whole.count(ODD[2]);
        for lane in &mut self.lanes {
            lane.join(&self.moves[PHASES], fives, &self.even);
        }
        for moves in &mut self.moves {
            for taken in moves.iter_mut() {
                let losses = self.lanes.iter().map(|lane| lane.loss(taken));
                taken.loss = losses.min().unwrap_or(0);
            }
            moves.sort_by_key(|taken| taken.loss);
        }
    }

    /// Searches for splits close to the bound, then for less and less, until one is found.
    ///
    /// The dive may miss by far, and a search that trusted it would then look at far too much. The
    /// result is best, whatever the threshold was, because nothing above the threshold is left out.
    fn deepen(&mut self) {
        let (mut least, highest) = (self.threshold, self.bound(0, self.whole));
        let mut below = highest / 64;
        loop {
            self.threshold = least.max(highest - below);
            for phase in 0..PHASES {
                self.run(phase);
            }
            if self.found >= self.threshold || self.threshold == least {
                return;
            }
            least = least.max(self.found);
            below = below.max(1) * 2;
        }
    }

    fn keep(&mut self, worth: i32) {
        self.found = self.found.max(worth);
        self.threshold = self.threshold.max(worth);
    }

    /// Finds every rest after the hands of this phase.
    fn run(&mut self, phase: usize) {
        let face = ODD[phase];
        let mut layer = Layer::default();
        if phase == 0 {
            layer.offer(self.key(self.whole), self.whole, 0);
        } else {
            for node in &self.layers[phase - 1].nodes {
                if node.worth + self.bound(phase, node.remaining) >= self.threshold {
                    layer.offer(self.key(node.remaining), node.remaining, node.worth);
                }
            }
        }
        let mut by_count = vec![Vec::new(); self.whole.count(face) + 1];
        for (at, node) in layer.nodes.iter().enumerate() {
            by_count[node.remaining.count(face)].push(at);
        }
        // A hand takes at least one die of the phase's face: a pool is final when its count is
        // reached.
        while let Some(pools) = by_count.pop() {
            for at in pools {
                let PoolNode { remaining, worth } = layer.nodes[at];
                let may_lose = worth + self.bound(phase, remaining) - self.threshold;
                if may_lose < 0 {
                    continue;
                }
                self.keep(worth + self.exact(remaining));
                for taken in &self.moves[phase] {
                    if taken.loss > may_lose {
                        break;
                    }
                    let Some(next) = remaining.after(taken) else {
                        continue;
                    };
                    let worth = worth + taken.worth;
                    if worth + self.bound(phase, next) >= self.threshold
                        && let Some(new) = layer.offer(self.key(next), next, worth)
                    {
                        by_count[next.count(face)].push(new);
                    }
                }
            }
        }
        self.layers[phase] = layer;
    }

    /// The worth of the rest if no more mixed hands are taken.
    #[inline]
    fn exact(&self, remaining: Remaining) -> i32 {
        let worths = self.lanes.iter().map(|lane| self.ended(lane, remaining));
        worths.max().unwrap_or(SplitWorth::NONE)
    }

    /// The worth of the rest if it ends in this way.
    #[inline]
    fn ended(&self, lane: &Lane, remaining: Remaining) -> i32 {
        let (odd, even) = (remaining.odd as usize, remaining.even as usize);
        let odds = self.odd.worths(lane.mode.odd);
        let Some(bridge) = &lane.bridge else {
            return odds[odd] + self.even.worths(lane.mode.even)[even];
        };
        // One five less is one step back in the odd side's table.
        let left = (0..=remaining.count(ODD[2])).map(|fives| odds[odd - fives * self.five_step]);
        let worths = left.zip(bridge.worths(even)).map(|(odd, even)| odd + even);
        worths.max().unwrap_or(SplitWorth::NONE)
    }

    /// The greatest worth that the rest can still add, in this phase and later ones.
    #[inline]
    fn bound(&self, phase: usize, remaining: Remaining) -> i32 {
        let bounds = self.lanes.iter().map(|lane| lane.bound(phase, remaining));
        bounds.max().unwrap_or(SplitWorth::NONE)
    }

    fn key(&self, remaining: Remaining) -> u32 {
        // At most 21^6 pools remain of 120 dice.
        remaining.odd * self.even.len() as u32 + remaining.even
    }

    /// The split that ties prefer, of all splits of the greatest worth.
    fn first_by_ties(&self) -> Option<Vec<Hand>> {
        if self.found < self.threshold {
            return None;
        }
        let mut known = Known::new();
        let mut first = First::default();
        for (at, node) in self.layers[PHASES - 1].nodes.iter().enumerate() {
            for lane in &self.lanes {
                if node.worth + self.ended(lane, node.remaining) == self.found {
                    let hands = self.mixed_hands(PHASES - 1, at, &mut known);
                    self.offer_endings(lane, node, &hands, &mut first);
                }
            }
        }
        first.0
    }

    /// Offers the best continuations of a node, one for each number of fives that the bridge uses.
    fn offer_endings(&self, lane: &Lane, node: &PoolNode, mixed: &[Hand], first: &mut First) {
        let (odd, even) = (node.remaining.odd as usize, node.remaining.even as usize);
        let Some(bridge) = &lane.bridge else {
            return;
        };
        let fives = 0..=node.remaining.count(ODD[2]);
        for (fives, worth) in fives.zip(bridge.worths(even)) {
            let odd = odd - fives * self.five_step;
            if node.worth + worth + self.odd.worths(lane.mode.odd)[odd] == self.found {
                let odd_hands = self.odd.hands(lane.mode.odd, odd);
                let even_hands = bridge.hands(&self.even, fives, even);
                first.offer([mixed, &odd_hands, &even_hands].concat());
            }
        }
    }

    /// The mixed hands that lead to a node: of equal worth, the first by ties.
    fn mixed_hands(&self, phase: usize, at: usize, known: &mut Known) -> Vec<Hand> {
        if let Some(hands) = known.get(&(phase, at)) {
            return hands.clone();
        }
        let PoolNode { remaining, worth } = self.layers[phase].nodes[at];
        let worth_at = |phase: usize, at: usize| self.layers[phase].nodes[at].worth;
        let mut first = First::default();
        if phase > 0
            && let Some(before) = self.layers[phase - 1].find(self.key(remaining))
            && worth_at(phase - 1, before) == worth
        {
            first.offer(self.mixed_hands(phase - 1, before, known));
        }
        for taken in &self.moves[phase] {
            let before = remaining.before(taken);
            if self.contains(before)
                && let Some(before) = self.layers[phase].find(self.key(before))
                && worth_at(phase, before) + taken.worth == worth
            {
                let mut hands = self.mixed_hands(phase, before, known);
                hands.push(taken.hand);
                first.offer(hands);
            }
        }
        let hands = first.0.unwrap_or_default();
        known.insert((phase, at), hands.clone());
        hands
    }

    fn contains(&self, remaining: Remaining) -> bool {
        (0..6).all(|face| remaining.count(face) <= self.whole.count(face))
    }
}

/// The hands that lead to nodes, by phase and place.
type Known = BTreeMap<(usize, usize), Vec<Hand>>;

/// The ways in which both sides may end.
pub(crate) fn modes(
    catalogue: &Catalogue,
    task: &SplitTask,
    odd: &HalfPool<'_>,
    even: &HalfPool<'_>,
) -> Vec<EndingMode> {
    let losses = (0..=task.may_lose).map(|lost| EndingMode {
        odd: SideEnding::Lose(lost),
        even: SideEnding::Lose(task.may_lose - lost),
    });
    let mut modes: Vec<EndingMode> = losses.collect();
    let enough = |side: &HalfPool<'_>| side.total() >= HandKind::AllEven.least_dice();
    if catalogue.parity_takes_all() && enough(even) {
        modes.push(EndingMode {
            odd: SideEnding::UsedUp,
            even: SideEnding::AllRemaining,
        });
    }
    if catalogue.parity_takes_all() && enough(odd) {
        modes.push(EndingMode {
            odd: SideEnding::AllRemaining,
            even: SideEnding::UsedUp,
        });
    }
    modes
}

/// The mixed hands by their lowest odd face.
fn moves(
    mixed: &[PricedHand],
    odd: &HalfPool<'_>,
    even: &HalfPool<'_>,
) -> [Vec<MixedHand>; PHASES + 1] {
    ODD.map(|face| {
        let lowest = |entry: &&PricedHand| {
            let counts = entry.hand.counts();
            ODD.into_iter().find(|&odd| counts[odd] > 0) == Some(face)
        };
        let taken = |entry: &PricedHand| MixedHand {
            hand: entry.hand,
            worth: entry.worth,
            loss: 0,
            packed: packed(entry.hand.counts()),
            odd_step: odd.distance(entry.hand.counts()) as u32,
            even_step: even.distance(entry.hand.counts()) as u32,
        };
        mixed.iter().filter(lowest).map(taken).collect()
    })
}
