//! The calls of experts, counted in hands that they played against each other.
//!
//! A call is weighed in steps: marks or not, two of them or fewer, points or pass, more points than
//! needed or not. Each step is a small logistic model of the hand at a glance and of the auction so
//! far. The weights (`bot/calls.txt`) are counted by a command that the file names. The same model
//! imagines how an auction goes on, and tells what a call says about the hand behind it.

use super::appraisal::{FEATURES, Features, chance_of};
use super::calls::{HandAppraisal, lowest_bid};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::options::Options;
use crate::sides::partner_of;
use kernel::Seat;
use std::sync::LazyLock;

/// The steps of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallStep {
    /// Marks, or anything else.
    Marks,
    /// After marks: two of them, where fewer are possible.
    Two,
    /// After no marks: points, or a pass.
    Points,
    /// After points: more than the lowest bid.
    Jump,
}

impl CallStep {
    pub(super) const ALL: [CallStep; 4] = [
        CallStep::Marks,
        CallStep::Two,
        CallStep::Points,
        CallStep::Jump,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            CallStep::Marks => "marks",
            CallStep::Two => "two",
            CallStep::Points => "points",
            CallStep::Jump => "jump",
        }
    }
}

/// The counts about players.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Counts {
    steps: [Features; CallStep::ALL.len()],
    /// The strength of the preference for the better of two declarations: after points, after
    /// marks, and for a partner with many doubles.
    pub(super) sharpness: [f32; 3],
    /// The share of leads, and of other plays, that habit would have made, by the number of legal
    /// dominoes from two.
    pub(super) usual: [[f64; 6]; 2],
}

/// The counts that the program holds.
pub(super) static COUNTS: LazyLock<Counts> =
    LazyLock::new(|| Counts::parse(include_str!("../../bot/calls.txt")));

impl Counts {
    /// Reads the counts: a line for each, comments after `#`. Missing numbers are 0.
    fn parse(text: &str) -> Counts {
        let line = |name: &str| -> Vec<f64> {
            let mut lines = text.lines().map(str::split_whitespace);
            let found = lines.find_map(|mut words| (words.next() == Some(name)).then_some(words));
            let words = found.into_iter().flatten();
            words.map(|word| word.parse().unwrap_or(0.0)).collect()
        };
        let at = |numbers: &[f64], place: usize| numbers.get(place).copied().unwrap_or(0.0);
        let sharpness = line("sharpness");
        Counts {
            steps: CallStep::ALL.map(|step| {
                let weights = line(step.name());
                std::array::from_fn(|place| at(&weights, place) as f32)
            }),
            sharpness: std::array::from_fn(|place| at(&sharpness, place) as f32),
            usual: ["usual-leads", "usual-plays"].map(|name| {
                let shares = line(name);
                std::array::from_fn(|place| at(&shares, place))
            }),
        }
    }

    fn chance(&self, step: CallStep, features: &Features) -> f32 {
        let weights = &self.steps[step as usize];
        chance_of(weights.iter().zip(features).map(|(w, f)| w * f).sum())
    }
}

/// A holder's next call: the bids it may come to, and the chance of each step.
#[derive(Debug, Clone)]
pub(super) struct NextCall {
    chances: [f32; CallStep::ALL.len()],
    /// The lowest bid of points, and the highest.
    pub(super) points: Option<u8>,
    /// The lowest bid of marks, and two marks if that is another.
    marks: Option<Bid>,
    two: Option<Bid>,
    may_pass: bool,
}

impl NextCall {
    /// The next call of the holder of a hand in this auction.
    pub(super) fn new(
        counts: &Counts,
        glance: &HandAppraisal,
        options: &Options,
        auction: &Auction,
    ) -> NextCall {
        let legal = |bid| {
            auction
                .check(options, glance.doubles, Call::Bid(bid))
                .is_ok()
        };
        let standing = auction.standing().map(|(_, bid)| bid);
        let next_marks = Bid::Marks(1 + standing.map_or(0, Bid::marks_bid));
        let marks = Some(next_marks).filter(|&bid| legal(bid));
        let features = features(glance, options, auction);
        NextCall {
            chances: CallStep::ALL.map(|step| counts.chance(step, &features)),
            points: Bid::POINTS
                .into_iter()
                .find(|&points| legal(Bid::Points(points))),
            marks,
            two: Some(Bid::Marks(2)).filter(|&bid| marks != Some(bid) && legal(bid)),
            may_pass: auction.check(options, glance.doubles, Call::Pass).is_ok(),
        }
    }

    /// The call that luck from 0 to 1 brings.
    pub(super) fn call(&self, luck: f32) -> Call {
        let mut reached = 0.0;
        for call in self.calls() {
            reached += self.chance(call);
            if luck < reached {
                return call;
            }
        }
        // Only rounding errors lead here.
        self.calls().last().unwrap_or(Call::Pass)
    }

    /// The calls that it may come to.
    pub(super) fn calls(&self) -> impl Iterator<Item = Call> {
        let jump = self.points.map(|lowest| lowest + JUMP);
        let jump = jump.filter(|points| Bid::POINTS.contains(points));
        let points = self.points.into_iter().chain(jump).map(Bid::Points);
        let bids = self.two.into_iter().chain(self.marks).chain(points);
        let pass = self.may_pass.then_some(Call::Pass);
        bids.map(Call::Bid).chain(pass)
    }

    /// The chance of a call; all bids of points over the lowest count as one.
    pub(super) fn chance(&self, call: Call) -> f32 {
        let [marks, two, points, jump] = self.chances;
        let p_marks = match (self.marks, self.points, self.may_pass) {
            (None, _, _) => 0.0,
            (_, None, false) => 1.0,
            _ => marks,
        };
        let p_points = match (self.points, self.may_pass) {
            (None, _) => 0.0,
            (_, false) => 1.0 - p_marks,
            _ => (1.0 - p_marks) * points,
        };
        match call {
            Call::Bid(bid @ Bid::Marks(_)) if self.two == Some(bid) => p_marks * two,
            Call::Bid(Bid::Marks(_)) if self.two.is_some() => p_marks * (1.0 - two),
            Call::Bid(Bid::Marks(_)) => p_marks,
            Call::Bid(Bid::Points(points)) if Some(points) == self.points => {
                let is_highest = points + JUMP > *Bid::POINTS.end();
                p_points * if is_highest { 1.0 } else { 1.0 - jump }
            }
            Call::Bid(Bid::Points(_)) => p_points * jump,
            // The doubles are certain, and nothing else is promised.
            Call::Bid(Bid::Plunge(_) | Bid::Splash(_)) => 1.0,
            Call::Pass => 1.0 - p_marks - p_points,
        }
    }

    /// The steps that a call took, each with its answer, for counting.
    pub(super) fn steps(&self, call: Call) -> Vec<(CallStep, bool)> {
        let Call::Bid(bid) = call else {
            let steps = [
                self.marks.map(|_| (CallStep::Marks, false)),
                self.points.map(|_| (CallStep::Points, false)),
            ];
            return steps.into_iter().flatten().collect();
        };
        let marks = self
            .marks
            .filter(|_| self.may_pass || self.points.is_some());
        match bid {
            Bid::Marks(_) => {
                let two = self.two.map(|two| (CallStep::Two, bid == two));
                marks
                    .map(|_| (CallStep::Marks, true))
                    .into_iter()
                    .chain(two)
                    .collect()
            }
            Bid::Points(points) => {
                let is_higher = Some(points) != self.points;
                let steps = [
                    marks.map(|_| (CallStep::Marks, false)),
                    self.may_pass.then_some((CallStep::Points, true)),
                    Some((CallStep::Jump, is_higher)),
                ];
                steps.into_iter().flatten().collect()
            }
            Bid::Plunge(_) | Bid::Splash(_) => Vec::new(),
        }
    }
}

/// The imagined height of a bid of points over the lowest. Most counted bids were one higher.
const JUMP: u8 = 1;

/// Everything on which a call depends: the strength of the hand for the next bid, for every trick,
/// and without trumps; and the side and the height of the standing bid.
pub(super) fn features(glance: &HandAppraisal, options: &Options, auction: &Auction) -> Features {
    let next = lowest_bid(auction);
    let speaker = auction.speaker().unwrap_or(Seat(0));
    let standing = auction.standing();
    let is = |yes: bool| f32::from(u8::from(yes));
    let is_partners = standing.is_some_and(|(seat, _)| seat == partner_of(speaker));
    let is_theirs = standing.is_some_and(|(seat, _)| seat != partner_of(speaker));
    let is_last = auction.shaker() == speaker;
    let strength = |log_odds: f32| log_odds.clamp(-5.0, 4.0);
    let for_next = strength(glance.best(next).1);
    let for_all = strength(glance.best_trump(42).1);
    let other = glance.best_without_trumps();
    let has_other = options.nello || options.sevens;
    let without = if has_other { strength(other) } else { 0.0 };
    let (partners, theirs, last) = (is(is_partners), is(is_theirs), is(is_last));
    let height = match next {
        Bid::Points(points) => f32::from(points - *Bid::POINTS.start()) / 10.0,
        _ => 1.2,
    };
    let features: [f32; FEATURES] = [
        1.0,
        for_next,
        for_all,
        without,
        is(has_other),
        is(has_other) * for_all.max(without),
        partners,
        theirs,
        partners * for_next,
        theirs * for_next,
        last,
        last * for_next,
        is(!matches!(next, Bid::Points(_))),
        is(matches!(next, Bid::Marks(2..))),
        height,
        for_next.max(0.0),
        for_all.max(0.0),
        is(has_other) * without.max(0.0),
        is(options.plunge && glance.doubles >= 4),
    ];
    features
}
