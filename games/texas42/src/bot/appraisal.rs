//! A quick appraisal of a hand: the chance that its holder, having named this trump, takes this
//! many points in real play.
//!
//! It is a small logistic model of what a player would count: trumps and which of the top ones,
//! dominoes that win by themselves, those that lose, and count. Its weights (`bot/hands.txt`) come
//! from played hands, by a command that the file names. It serves to guess the others' calls and
//! hands; the seat's own actions are always played out.

use super::habit::each;
use crate::contract::Contract;
use crate::play::{AT_DISTANCE, Bits};
use crate::trick::count_of_bits;
use std::sync::LazyLock;

/// The number of features of a hand under a trump.
pub(super) const FEATURES: usize = 19;

/// The features of a hand under a trump.
pub(super) type Features = [f32; FEATURES];

/// The targets that the model was fitted to: at least 30 points, at least 36, and every trick.
pub(super) const TARGETS: [u8; 3] = [30, 36, 42];

/// The strength of a hand under one trump: the log odds of each target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Appraisal([f32; TARGETS.len()]);

impl Appraisal {
    /// Appraises a hand.
    pub(super) fn new(contract: Contract, hand: Bits) -> Appraisal {
        if !is_thinkable(contract, hand) {
            return Appraisal([UNTHINKABLE; TARGETS.len()]);
        }
        Appraisal::by(&MODEL, &features(contract, hand))
    }

    /// The log odds of taking at least this many points, interpolated between the targets.
    pub(super) fn log_odds(self, points: u8) -> f32 {
        let [at_30, at_36, at_42] = self.0;
        let points = f32::from(points.clamp(TARGETS[0], TARGETS[2]));
        if points <= 36.0 {
            at_30 + (at_36 - at_30) * (points - 30.0) / 6.0
        } else {
            at_36 + (at_42 - at_36) * (points - 36.0) / 6.0
        }
    }

    fn by(model: &Model, features: &Features) -> Appraisal {
        Appraisal(model.targets.map(|weights| dot(&weights, features)))
    }
}

/// The log odds of taking every trick together with a partner who holds four doubles and lets this
/// hand name trump.
pub(super) fn log_odds_with_doubles(contract: Contract, hand: Bits) -> f32 {
    if !is_thinkable_with_doubles(contract, hand) {
        return UNTHINKABLE;
    }
    let weights = match contract {
        Contract::FollowMe(_) => &MODEL.follow_me_with_doubles,
        _ => &MODEL.trump_with_doubles,
    };
    dot(weights, &features(contract, hand))
}

/// The log odds of making nello or sevens for its holder, who bid marks.
pub(super) fn log_odds_without_trumps(contract: Contract, hand: Bits) -> f32 {
    let (weights, features) = match contract {
        Contract::Sevens => (&MODEL.sevens, sevens_features(hand)),
        _ => (&MODEL.nello, nello_features(contract, hand)),
    };
    dot(weights, &features).max(UNTHINKABLE)
}

/// Nobody names a trump with fewer than two of it, or follow me with fewer than two doubles.
pub(super) fn is_thinkable(contract: Contract, hand: Bits) -> bool {
    let doubles = Contract::Trump(crate::Suit::Doubles).table().trumps;
    let suit = match contract {
        Contract::FollowMe(_) => doubles,
        _ => contract.table().trumps,
    };
    (hand & suit).count_ones() >= 2
}

/// With a partner who holds four doubles, follow me needs none of one's own.
pub(super) fn is_thinkable_with_doubles(contract: Contract, hand: Bits) -> bool {
    matches!(contract, Contract::FollowMe(_)) || is_thinkable(contract, hand)
}

/// Log odds of about 1 in 3,000.
const UNTHINKABLE: f32 = -8.0;

/// The chance with these log odds.
pub(super) fn chance_of(log_odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-log_odds))
}

/// One weight per feature, for each question.
#[derive(Debug, Clone, PartialEq)]
struct Model {
    targets: [Features; TARGETS.len()],
    /// Every trick with a partner who holds four doubles. Follow me has its own weights: every
    /// double counts there, and no trump does.
    trump_with_doubles: Features,
    follow_me_with_doubles: Features,
    /// No trick in nello, and every trick in sevens.
    nello: Features,
    sevens: Features,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::parse(include_str!("../../bot/hands.txt")));

impl Model {
    /// Reads the weights: a line for each question, comments after `#`. Missing weights are 0.
    fn parse(text: &str) -> Model {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut next = || {
            let mut weights = [0.0; FEATURES];
            let words = lines.next().unwrap_or_default().split_whitespace().skip(1);
            for (weight, word) in weights.iter_mut().zip(words) {
                *weight = word.parse().unwrap_or(0.0);
            }
            weights
        };
        Model {
            targets: TARGETS.map(|_| next()),
            trump_with_doubles: next(),
            follow_me_with_doubles: next(),
            nello: next(),
            sevens: next(),
        }
    }
}

/// The features of a hand under a contract with trumps, or follow me.
pub(super) fn features(contract: Contract, hand: Bits) -> Features {
    let table = contract.table();
    let trumps = hand & table.trumps;
    let others = !hand & ALL;
    let mut tops = [0.0; 3];
    let (mut winners, mut seconds, mut offs) = (0_u32, 0_u32, 0_u32);
    let (mut good, mut bad) = (0, 0);
    for domino in each(hand) {
        let suit = usize::from(table.led[domino] & 7);
        let above = table.above[suit][domino] & others;
        let bit = 1 << domino;
        if trumps & bit != 0 {
            let above_at_all = table.above[suit][domino].count_ones() as usize;
            if let Some(top) = tops.get_mut(above_at_all) {
                *top = 1.0;
            }
            good |= bit;
            continue;
        }
        match (above & !table.trumps).count_ones() {
            0 => {
                winners += 1;
                good |= bit;
            }
            1 => {
                seconds += 1;
                bad |= bit;
            }
            _ => {
                offs += 1;
                bad |= bit;
            }
        }
    }
    let n_trumps = trumps.count_ones();
    let is = |yes: bool| f32::from(u8::from(yes));
    [
        1.0,
        is(n_trumps == 2),
        is(n_trumps == 3),
        is(n_trumps == 4),
        is(n_trumps == 5),
        is(n_trumps >= 6),
        tops[0],
        tops[1],
        tops[2],
        tops[0] * tops[1],
        winners as f32,
        seconds as f32,
        offs as f32,
        f32::from(count_of_bits(good)) / 10.0,
        f32::from(count_of_bits(bad)) / 10.0,
        is(seconds + offs == 0),
        is(seconds + offs == 1),
        is(matches!(contract, Contract::FollowMe(_))),
        is(contract == Contract::Trump(crate::Suit::Doubles)),
    ]
}

/// The features of a hand in nello: how easily each domino loses, from the most dangerous to the
/// safest, and how far the lowest of each suit is from the bottom.
pub(super) fn nello_features(contract: Contract, hand: Bits) -> Features {
    let table = contract.table();
    let others = !hand & ALL;
    let mut above = [0_u32; 7];
    for (above, domino) in above.iter_mut().zip(each(hand)) {
        let suit = usize::from(table.led[domino] & 7);
        *above = (table.above[suit][domino] & others).count_ones();
    }
    above.sort_unstable();
    // In each suit that the hand can be made to follow: the dominoes of the others below its
    // lowest, which an opponent may lead to force it over.
    let mut below = [0_u32; 8];
    for (suit, below) in below.iter_mut().enumerate() {
        let follows = hand & table.follows[suit];
        let under = |domino: usize| {
            let beaten = each(table.follows[suit] & others)
                .filter(|&other| table.above[suit][other] >> domino & 1 == 1);
            beaten.count() as u32
        };
        *below = each(follows).map(under).min().unwrap_or(0);
    }
    below.sort_unstable_by(|one, other| other.cmp(one));
    let n_forced = below.iter().filter(|&&below| below > 0).count();
    let mut features = [0.0; FEATURES];
    features[0] = 1.0;
    for (feature, above) in features[1..8].iter_mut().zip(above) {
        *feature = above as f32;
    }
    for (feature, below) in features[8..13].iter_mut().zip(below) {
        *feature = below as f32;
    }
    features[13] = n_forced as f32;
    features[14] = (above[0] == 0).into();
    features[15] = (above[1] == 0).into();
    features[16] = (above[2] == 0).into();
    features
}

/// The features of a hand in sevens, where nobody has a choice: the dominoes at each distance from
/// seven, and for each trick how many of the others' dominoes are nearer than the hand's own.
pub(super) fn sevens_features(hand: Bits) -> Features {
    let others = !hand & ALL;
    let mut features = [0.0; FEATURES];
    features[0] = 1.0;
    let (mut nearer, mut n_tricks) = (0, 0);
    for (distance, set) in AT_DISTANCE.into_iter().enumerate() {
        let n_own = (hand & set).count_ones() as usize;
        for trick in n_tricks..n_tricks + n_own {
            // An opponent needs more nearer dominoes than there were tricks before.
            let spare = f32::from(nearer as u8) / (trick as f32 + 1.0);
            if let Some(feature) = features.get_mut(1 + trick) {
                *feature = spare;
            }
        }
        if let Some(feature) = features.get_mut(8 + distance) {
            *feature = n_own as f32;
        }
        n_tricks += n_own;
        nearer += (others & set).count_ones();
    }
    features
}

/// Every domino.
const ALL: Bits = (1 << 28) - 1;

fn dot(weights: &Features, features: &Features) -> f32 {
    weights.iter().zip(features).map(|(w, f)| w * f).sum()
}
