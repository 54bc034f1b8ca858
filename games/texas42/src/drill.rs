//! The drills of Texas 42: bidding a hand, and leading from one.
//!
//! Questions come from the first hand of games between bots, and therefore have calls and plays of
//! real games. The adviser gives the worth of an answer.

mod bid;
mod lead;

use crate::auction::Auction;
use crate::bid::Call;
use crate::hand::Hand;
use crate::options::Options;
use crate::sides::SEATS;
use crate::state::{Action, Texas42};
use kernel::drill::{Drill, ten_thousandths};
use kernel::{Advice, Rng, Seat, Sight};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The drills, simplest first.
pub(crate) const DRILLS: &[&dyn Drill] = &[&bid::Bid, &lead::Lead];

/// The bot that plays the games for questions: quick, and sensible enough.
const PLAYER: &str = "medium";

/// The seed of the adviser's imagined deals. It is always the same, and therefore the same question
/// has the same answer.
const SEED: u64 = 0;

/// The adviser imagines the hands of the others, so a chance is precise to about this many
/// ten-thousandths. Answers that are closer to each other are equally good.
const SLACK: i32 = 100;

/// The last seat shakes, and the first one speaks first.
fn options() -> Options {
    Options {
        first_shaker: Some(Seat(SEATS - 1)),
        ..Options::default()
    }
}

/// A first hand after these calls.
fn called(calls: &[Call]) -> Hand {
    let shaker = Seat(SEATS - 1);
    let mut auction = Auction::new(shaker);
    for &call in calls {
        auction.push(call);
    }
    Hand {
        auction,
        ..Hand::new(shaker)
    }
}

/// The adviser's answer to a seat. The other seats hold no dominoes in this game, because the
/// adviser must not see them.
fn advised(game: &Texas42, seat: Seat) -> Vec<Advice<Action>> {
    let mut rng = Rng::from_seed(SEED);
    Sight::show(game, seat, |sight| {
        crate::bot::advise(sight, None, &mut rng)
    })
}

/// The adviser's chance for an action, in the form that pools store.
fn worth_of(advice: &[Advice<Action>], action: Action) -> Option<i32> {
    let found = advice.iter().find(|advice| advice.action == action);
    found.map(|advice| ten_thousandths(advice.chance))
}

/// Dominoes as one text, `6-6 6-5`, which is shorter in a pool than a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Dominoes(Vec<Domino>);

impl Dominoes {
    fn set(&self) -> DominoSet {
        self.0.iter().copied().collect()
    }
}

impl From<DominoSet> for Dominoes {
    fn from(dominoes: DominoSet) -> Dominoes {
        Dominoes(dominoes.iter().collect())
    }
}

impl Serialize for Dominoes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let dominoes: Vec<String> = self.0.iter().map(Domino::to_string).collect();
        serializer.serialize_str(&dominoes.join(" "))
    }
}

impl<'de> Deserialize<'de> for Dominoes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dominoes, D::Error> {
        let text = String::deserialize(deserializer)?;
        pieces::parse_dominoes(&text)
            .map(Dominoes)
            .map_err(de::Error::custom)
    }
}
