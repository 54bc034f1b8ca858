//! The items that a run may own, one of each.

use crate::die_kind::UnknownName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use ts_rs::TS;

/// An item.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ItemName")]
#[ts(rename = "ItemName")]
pub enum Item {
    /// Adds 0.5 to the multiplier bonus for each even die showing.
    EvenSteven,
    /// Adds 0.5 to the multiplier bonus for each odd die showing.
    OddTodd,
    /// One more reroll a round.
    ExtraReroll,
    /// The first break each round does not happen.
    Insurance,
    /// Adds 15 to the score.
    HighRoller,
    /// Two more dollars a round.
    LuckyPenny,
    /// Hands may rise five levels higher.
    Whetstone,
}

impl Item {
    /// All items.
    pub const ALL: [Item; 7] = [
        Item::EvenSteven,
        Item::OddTodd,
        Item::ExtraReroll,
        Item::Insurance,
        Item::HighRoller,
        Item::LuckyPenny,
        Item::Whetstone,
    ];

    /// The amount that Even Steven and Odd Todd add for each die, in hundredths.
    pub(crate) const MULT_PER_DIE: u32 = 50;
    /// The points that the High Roller adds.
    pub(crate) const ROLLER_BONUS: u32 = 15;
    /// The pay of the Lucky Penny.
    pub(crate) const PENNY: u64 = 2;
    /// The number of levels that the Whetstone adds to the cap.
    pub(crate) const WHETSTONE_LEVELS: u8 = 5;

    /// Its name in JSON and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Item::EvenSteven => "even_steven",
            Item::OddTodd => "odd_todd",
            Item::ExtraReroll => "extra_reroll",
            Item::Insurance => "insurance",
            Item::HighRoller => "high_roller",
            Item::LuckyPenny => "lucky_penny",
            Item::Whetstone => "whetstone",
        }
    }

    /// Its effect, in a sentence for a player.
    pub const fn sentence(self) -> &'static str {
        match self {
            Item::EvenSteven => "each even die showing adds a half to the multiplier",
            Item::OddTodd => "each odd die showing adds a half to the multiplier",
            Item::ExtraReroll => "one more reroll a round",
            Item::Insurance => "the first break each round does not happen",
            Item::HighRoller => "15 points more a round",
            Item::LuckyPenny => "two dollars more a round",
            Item::Whetstone => "hands may rise five levels higher",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Writes the name for people: `Even Steven`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Item::EvenSteven => "Even Steven",
            Item::OddTodd => "Odd Todd",
            Item::ExtraReroll => "Extra Reroll",
            Item::Insurance => "Insurance",
            Item::HighRoller => "High Roller",
            Item::LuckyPenny => "Lucky Penny",
            Item::Whetstone => "Whetstone",
        })
    }
}

impl FromStr for Item {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Item, UnknownName> {
        Item::ALL
            .into_iter()
            .find(|item| item.name() == text)
            .ok_or(UnknownName {
                what: "item",
                all: "even_steven, odd_todd, extra_reroll, insurance, high_roller, lucky_penny, whetstone",
            })
    }
}

/// A set of items; in JSON the list of their names.
///
/// ```
/// use dice::{Item, Items};
///
/// let mut items = Items::default();
/// items.insert(Item::Whetstone);
/// assert!(items.contains(Item::Whetstone) && !items.contains(Item::Insurance));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Item>", into = "Vec<Item>")]
pub struct Items(u8);

impl Items {
    /// Whether the set contains the item.
    pub const fn contains(self, item: Item) -> bool {
        self.0 & item.bit() != 0
    }

    /// Adds an item.
    pub const fn insert(&mut self, item: Item) {
        self.0 |= item.bit();
    }

    /// The items, in the order of [`Item::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Item> {
        Item::ALL
            .into_iter()
            .filter(move |&item| self.contains(item))
    }
}

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl From<Vec<Item>> for Items {
    fn from(list: Vec<Item>) -> Items {
        let mut items = Items::default();
        for item in list {
            items.insert(item);
        }
        items
    }
}

impl From<Items> for Vec<Item> {
    fn from(items: Items) -> Vec<Item> {
        items.iter().collect()
    }
}
