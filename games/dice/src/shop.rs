//! The shop after a passed round: its offers and their prices.
//!
//! Each slot is drawn from its own stream, named by the round and the slot, and a slot draws again
//! if it may not offer the result. Therefore two runs with the same possessions meet the same shop,
//! and two that differ in one thing meet similar shops.

use crate::die_kind::DieKind;
use crate::items::{Item, Items};
use crate::luck::Streams;
use crate::options::MAX_DICE;
use crate::score::{HandKind, Levels, upgrade_cost};
use kernel::Rng;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of dice that a shop offers.
const DICE: usize = 3;
/// The number of upgrades that a shop offers, if that many hands can rise.
const UPGRADES: usize = 5;
/// The number of items that a shop offers, if that many are left.
const ITEMS: usize = 3;

/// Goods with their relative frequency in a slot; a slot may stay empty.
///
/// The weights make a run hard enough: `NOTES.md` explains how they were found.
type Weights = &'static [(Option<Good>, u32)];

/// Glass and wild dice win runs by themselves, and are therefore rare.
const DICE_WEIGHTS: Weights = &[
    (Some(Good::Die(DieKind::Light)), 100),
    (Some(Good::Die(DieKind::Heavy)), 100),
    (Some(Good::Die(DieKind::Odd)), 100),
    (Some(Good::Die(DieKind::Even)), 100),
    (Some(Good::Die(DieKind::Glass)), 1),
    (Some(Good::Die(DieKind::Wild)), 1),
    (Some(Good::Die(DieKind::Echo)), 100),
];

/// The more a hand scores, the rarer is its next level.
const UPGRADE_WEIGHTS: Weights = &[
    (Some(Good::Upgrade(HandKind::Pyramid)), 1),
    (Some(Good::Upgrade(HandKind::FullRun)), 1),
    (Some(Good::Upgrade(HandKind::TwoTriplets)), 1),
    (Some(Good::Upgrade(HandKind::ThreePairs)), 1),
    (Some(Good::Upgrade(HandKind::LargeStraight)), 8),
    (Some(Good::Upgrade(HandKind::AllEven)), 8),
    (Some(Good::Upgrade(HandKind::AllOdd)), 8),
    (Some(Good::Upgrade(HandKind::FullHouse)), 8),
    (Some(Good::Upgrade(HandKind::SmallStraight)), 12),
    (Some(Good::Upgrade(HandKind::XOfAKind)), 12),
    (Some(Good::Upgrade(HandKind::TwoPair)), 12),
    (Some(Good::Upgrade(HandKind::Pair)), 12),
    (Some(Good::Upgrade(HandKind::HighRoll)), 200),
];

/// Most slots stay empty: an item is an event. Those that multiply are the rarest.
const ITEM_WEIGHTS: Weights = &[
    (None, 600),
    (Some(Good::Item(Item::EvenSteven)), 1),
    (Some(Good::Item(Item::OddTodd)), 1),
    (Some(Good::Item(Item::ExtraReroll)), 2),
    (Some(Good::Item(Item::Insurance)), 2),
    (Some(Good::Item(Item::HighRoller)), 2),
    (Some(Good::Item(Item::LuckyPenny)), 2),
    (Some(Good::Item(Item::Whetstone)), 2),
];

/// The price of a die that replaces another.
const DIE_PRICE: u64 = 8;
/// The price of an item.
const ITEM_PRICE: u64 = 15;
/// The price of the sixth die; each one after it costs twice as much as the one before.
const SIXTH_DIE_PRICE: u64 = 20;

/// Something that a shop sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Good {
    /// A die that replaces one of the buyer's.
    Die(DieKind),
    /// The next level of a hand.
    Upgrade(HandKind),
    /// An item.
    Item(Item),
    /// One more normal die.
    ExtraDie,
}

impl Good {
    /// Whether the first one of a visit is free.
    pub const fn may_be_free(self) -> bool {
        matches!(self, Good::Die(_) | Good::Upgrade(_))
    }
}

impl fmt::Display for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Good::Die(kind) => write!(f, "{kind} die"),
            Good::Upgrade(hand) => write!(f, "{hand}, one level higher"),
            Good::Item(item) => write!(f, "{item}"),
            Good::ExtraDie => f.write_str("one more die"),
        }
    }
}

/// An offer of a shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The good.
    pub good: Good,
    /// Its price in dollars, unless it is free.
    pub price: u64,
    /// Whether it has been bought.
    pub sold: bool,
}

/// A visit to the shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shop {
    /// The offers; an offer's number is its place here.
    pub offers: Vec<Offer>,
    /// Whether the next die or upgrade is free.
    pub free: bool,
}

impl Shop {
    /// A shop with these goods for five dollars each.
    #[cfg(test)]
    pub(crate) fn of(goods: &[Good], free: bool) -> Shop {
        let offer = |&good| Offer {
            good,
            price: 5,
            sold: false,
        };
        Shop {
            offers: goods.iter().map(offer).collect(),
            free,
        }
    }

    /// The present price of an offer.
    pub const fn price(&self, offer: &Offer) -> u64 {
        if self.free && offer.good.may_be_free() {
            0
        } else {
            offer.price
        }
    }
}

/// The possessions of a run that matter to a shop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Customer {
    pub(crate) n_dice: usize,
    pub(crate) levels: Levels,
    pub(crate) level_cap: u8,
    pub(crate) items: Items,
}

impl Customer {
    /// Draws the goods of the slots; one more die comes on top.
    pub(crate) fn draw(self, round: u32, luck: &dyn Streams) -> Vec<Good> {
        let mut slots = (0..).map(|slot| luck.stream(&stream_name(round, slot)));
        let mut goods = Vec::new();
        for group in self.groups() {
            let mut left = group.wanted;
            for mut stream in slots.by_ref().take(group.slots) {
                if let Some(good) = pick(group.all, &left, &mut stream) {
                    left.retain(|&other| other != good);
                    goods.push(good);
                }
            }
        }
        goods
    }

    /// Whether a draw can give these goods.
    pub(crate) fn may_meet(self, goods: &[Good]) -> bool {
        let mut rest = goods;
        self.groups().iter().all(|group| {
            let n_these = rest.iter().take_while(|&&good| group.holds(good)).count();
            let (these, others) = rest.split_at(n_these);
            rest = others;
            let unique = |(place, good): (usize, &Good)| !these[..place].contains(good);
            let most = group.slots.min(group.wanted.len());
            let least = if group.may_be_empty() { 0 } else { most };
            (least..=most).contains(&n_these)
                && these.iter().all(|good| group.wanted.contains(good))
                && these.iter().enumerate().all(unique)
        }) && rest.is_empty()
    }

    /// The shop with these goods, priced for this customer.
    pub(crate) fn open(self, goods: &[Good]) -> Shop {
        let extra = (self.n_dice < MAX_DICE).then_some(Good::ExtraDie);
        let offer = |good| Offer {
            good,
            price: self.price(good),
            sold: false,
        };
        Shop {
            offers: goods.iter().copied().chain(extra).map(offer).collect(),
            free: true,
        }
    }

    fn price(self, good: Good) -> u64 {
        match good {
            Good::Die(_) => DIE_PRICE,
            Good::Upgrade(hand) => upgrade_cost(self.levels.get(hand)).into(),
            Good::Item(_) => ITEM_PRICE,
            // At most 20 × 2^24, for the thirtieth.
            Good::ExtraDie => SIXTH_DIE_PRICE << self.n_dice.saturating_sub(5).min(MAX_DICE),
        }
    }

    fn groups(self) -> [Group; 3] {
        let wanted = |all: Weights| {
            let goods = all.iter().filter_map(|(good, _)| *good);
            goods.filter(|&good| self.may_have(good)).collect()
        };
        [
            (DICE, DICE_WEIGHTS),
            (UPGRADES, UPGRADE_WEIGHTS),
            (ITEMS, ITEM_WEIGHTS),
        ]
        .map(|(slots, all)| Group {
            slots,
            all,
            wanted: wanted(all),
        })
    }

    /// Hands that need more dice or are at their highest level are not offered, and no item is
    /// offered twice.
    fn may_have(self, good: Good) -> bool {
        match good {
            Good::Upgrade(hand) => {
                usize::from(hand.least_dice()) <= self.n_dice
                    && self.levels.get(hand) < self.level_cap
            }
            Good::Item(item) => !self.items.contains(item),
            Good::Die(_) | Good::ExtraDie => true,
        }
    }
}

/// Slots that are filled from the same list.
struct Group {
    slots: usize,
    /// All goods of the list with their weights, for any customer.
    all: Weights,
    /// The goods that this customer may have.
    wanted: Vec<Good>,
}

impl Group {
    fn holds(&self, good: Good) -> bool {
        self.all.iter().any(|(other, _)| *other == Some(good))
    }

    /// One of the ways in which these slots may have given these goods, in this order.
    fn fill(&self, goods: &[Good], first: usize, rng: &mut Rng) -> Vec<Slot> {
        let ways: Vec<(f64, Vec<Slot>)> = (0_u32..1 << self.slots)
            .filter(|way| way.count_ones() as usize == goods.len())
            .filter_map(|way| self.way(goods, first, way))
            .collect();
        let all: f64 = ways.iter().map(|(chance, _)| chance).sum();
        let mut ticket = all * f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let found = ways.iter().position(|(chance, _)| {
            ticket -= chance;
            ticket <= 0.0
        });
        let mut ways = ways;
        let last = ways.len().checked_sub(1);
        let chosen = found.or(last).map(|place| ways.swap_remove(place).1);
        chosen.unwrap_or_default()
    }

    /// The slots if those with a bit in `way` gave the goods and the others nothing, and the chance
    /// of it; `None` if it is impossible.
    fn way(&self, goods: &[Good], first: usize, way: u32) -> Option<(f64, Vec<Slot>)> {
        let weight = |good: Option<Good>| {
            let found = self.all.iter().find(|(other, _)| *other == good);
            found.map_or(0.0, |(_, weight)| f64::from(*weight))
        };
        let (mut chance, mut slots) = (1.0, Vec::new());
        let (mut left, mut goods) = (self.wanted.clone(), goods.iter().copied());
        for slot in 0..self.slots {
            let given = (way >> slot & 1 == 1).then(|| goods.next()).flatten();
            // A slot without remaining goods gives nothing and draws nothing.
            if !left.is_empty() {
                let wanted: f64 = left.iter().map(|&good| weight(Some(good))).sum();
                chance *= weight(given) / (wanted + weight(None));
            } else if given.is_some() {
                return None;
            }
            slots.push(Slot {
                number: first + slot,
                all: self.all,
                left: left.clone(),
                given,
            });
            left.retain(|&other| Some(other) != given);
        }
        (chance > 0.0).then_some((chance, slots))
    }

    /// Whether a slot may stay empty although there are goods for it.
    fn may_be_empty(&self) -> bool {
        self.all.iter().any(|(good, _)| good.is_none())
    }
}

/// The name of a slot's stream.
pub(crate) fn stream_name(round: u32, slot: usize) -> String {
    format!("dice/{round}/shop/{slot}")
}

/// The offer that a slot of a shop was seen to make.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    /// Its number, which names its stream.
    pub(crate) number: usize,
    all: Weights,
    left: Vec<Good>,
    given: Option<Good>,
}

impl Slot {
    /// Whether this stream gives the same.
    pub(crate) fn agrees(&self, rng: &mut Rng) -> bool {
        pick(self.all, &self.left, rng) == self.given
    }
}

impl Customer {
    /// The offer of each slot, if this customer met these goods. The empty slots cannot be seen;
    /// they are drawn from all ways to fill the slots, by their chances.
    pub(crate) fn slots(self, goods: &[Good], rng: &mut Rng) -> Vec<Slot> {
        let (mut slots, mut number, mut rest) = (Vec::new(), 0, goods);
        for group in self.groups() {
            let these = rest.iter().take_while(|&&good| group.holds(good)).count();
            let (these, others) = rest.split_at(these);
            rest = others;
            slots.extend(group.fill(these, number, rng));
            number += group.slots;
        }
        slots
    }
}

/// Draws from all goods until one of the remaining goods, or nothing, comes up.
fn pick(all: Weights, left: &[Good], rng: &mut Rng) -> Option<Good> {
    if left.is_empty() {
        return None;
    }
    let weights: u32 = all.iter().map(|(_, weight)| weight).sum();
    loop {
        let mut ticket = rng.below(weights);
        let drawn = all.iter().find(|(_, weight)| {
            let found = ticket < *weight;
            ticket = ticket.saturating_sub(*weight);
            found
        });
        match drawn {
            Some((Some(good), _)) if !left.contains(good) => {}
            Some((drawn, _)) => return *drawn,
            None => return None,
        }
    }
}
