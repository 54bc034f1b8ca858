//! Every possible stack of ranks, checked against the naive scorer.

use crate::naive;
use cribbage::score::{Stack, peg_value};
use pieces::{Card, Rank, Suit};

/// The legal rank sequences of up to eight cards: at most four of each rank, counting at most 31.
#[allow(dead_code, reason = "the benchmark checks longer stacks")]
pub(crate) const OF_UP_TO_EIGHT: u64 = 12_892_167;

/// The legal rank sequences of any length, the longest of thirteen cards.
#[allow(dead_code, reason = "the tests check shorter stacks")]
pub(crate) const OF_ANY_LENGTH: u64 = 183_483_987;

/// The highest score of any card, without the last card's point: four of a kind that make fifteen
/// or thirty-one.
pub(crate) const MOST: i32 = 14;

/// Checks every stack of up to `longest` cards.
pub(crate) fn check_all(longest: usize) -> Walk {
    let mut walk = Walk {
        longest,
        ranks: Vec::new(),
        used: [0; 13],
        checked: 0,
        most: 0,
    };
    walk.on(&Stack::new());
    walk
}

/// A walk over stacks, each one card longer than the previous.
pub(crate) struct Walk {
    longest: usize,
    ranks: Vec<u8>,
    used: [usize; 13],
    /// The number of stacks that were checked.
    pub(crate) checked: u64,
    /// The highest score of the last card of any stack.
    pub(crate) most: i32,
}

impl Walk {
    /// Checks every stack that begins with this one.
    fn on(&mut self, stack: &Stack) {
        if self.ranks.len() == self.longest {
            return;
        }
        let room = Stack::LIMIT - stack.count();
        for rank in Rank::ALL {
            let used = self.used[rank.index()];
            if used == Suit::ALL.len() || peg_value(rank) > room {
                continue;
            }
            let mut longer = stack.clone();
            longer
                .push(Card::new(rank, Suit::ALL[used]))
                .expect("there is room, and this suit is not used yet");
            self.ranks.push(rank.number());
            self.used[rank.index()] += 1;
            self.check(&longer);
            self.on(&longer);
            self.used[rank.index()] -= 1;
            self.ranks.pop();
        }
    }

    fn check(&mut self, stack: &Stack) {
        let tally = stack.tally();
        self.checked += 1;
        self.most = self.most.max(tally.total());
        let (count, group, run) = naive::play(&self.ranks);
        let mut items = tally.items().iter();
        if count > 0 {
            let item = items.next().expect("an item for the count");
            assert_eq!(item.rule.name(), COUNT[usize::from(stack.count() == 31)]);
            assert_eq!(item.points, 2);
            assert_eq!(item.pieces[..], *stack.cards());
        }
        assert!(
            group == 0 || run == 0,
            "a group and a run exclude each other"
        );
        let length = group.max(run);
        if length > 0 {
            let item = items.next().expect("an item for the tail");
            let (name, points) = if group > 0 {
                GROUP[group - 2]
            } else {
                RUN[run - 3]
            };
            assert_eq!((item.rule.name(), item.points), (name, points));
            assert_eq!(
                item.pieces[..],
                stack.cards()[stack.cards().len() - length..]
            );
        }
        assert_eq!(items.next(), None, "{stack:?}");
    }
}

const COUNT: [&str; 2] = ["PEGGING_FIFTEEN", "PEGGING_THIRTY_ONE"];

const GROUP: [(&str, i32); 3] = [
    ("PEGGING_PAIR", 2),
    ("PEGGING_THREE_OF_A_KIND", 6),
    ("PEGGING_FOUR_OF_A_KIND", 12),
];

const RUN: [(&str, i32); 5] = [
    ("PEGGING_RUN_OF_3", 3),
    ("PEGGING_RUN_OF_4", 4),
    ("PEGGING_RUN_OF_5", 5),
    ("PEGGING_RUN_OF_6", 6),
    ("PEGGING_RUN_OF_7", 7),
];
