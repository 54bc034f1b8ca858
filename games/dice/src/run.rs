//! One seat's run: its possessions, its stage in the round, and how steps change it.
//!
//! A run knows nothing of other seats. A race is several runs side by side that start their rounds
//! together; see [`state`](crate::state).

mod player;
mod round;
mod stage;
mod step;

pub(crate) use player::RunPlayer;
pub use round::Round;
pub use stage::RunStage;
pub use step::RunStep;

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::items::{Item, Items};
use crate::options::Options;
use crate::pay::Earned;
use crate::reroll::{PoolDie, Situation};
use crate::score::{
    self, Hundredths, Layers, Levels, MAX_LEVEL, Score, ScoreError, ScoreRules, ScoringDie,
};
use crate::shop::{Customer, Good, Shop};
use crate::throw::{Landed, RunDie};
use serde::{Deserialize, Serialize};

/// A run, the whole truth of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its stage in the round.
    pub stage: RunStage,
    /// Its dice.
    pub dice: Vec<RunDie>,
    /// The number of rerolls left in this round.
    pub rerolls: u8,
    /// Whether insurance will prevent the next break of this round.
    pub insured: bool,
    /// The level of every hand.
    pub levels: Levels,
    /// Its items.
    pub items: Items,
    /// Its dollars.
    pub cash: u64,
    /// The number of rounds it has passed.
    pub passed: u32,
    /// Its score in this round, once it has scored.
    pub scored: Option<i32>,
    /// The sum of its scores in all rounds; it stops at the largest number.
    pub total: i32,
    /// The shop it visits, or has visited, in this round.
    pub shop: Option<Shop>,
}

impl Run {
    /// A run before its first round.
    pub(crate) fn at_start(options: &Options) -> Run {
        Run {
            stage: RunStage::Waiting,
            dice: vec![RunDie::new(DieKind::Normal); options.dice.into()],
            rerolls: 0,
            insured: false,
            levels: Levels::default(),
            items: Items::default(),
            cash: options.cash.into(),
            passed: 0,
            scored: None,
            total: 0,
            shop: None,
        }
    }

    /// Whether it failed a round.
    pub fn is_out(&self) -> bool {
        self.stage == RunStage::Out
    }

    /// Whether it is its player's turn.
    pub const fn is_asked(&self) -> bool {
        matches!(self.stage, RunStage::Choosing | RunStage::Shopping)
    }

    /// The highest level of its hands.
    pub fn level_cap(&self, rules: ScoreRules) -> u8 {
        let more = if self.items.contains(Item::Whetstone) {
            Item::WHETSTONE_LEVELS
        } else {
            0
        };
        rules.level_cap.saturating_add(more).min(MAX_LEVEL)
    }

    /// The dice as they play in this round: the inverter turns every face, and the silencer makes
    /// glass plain.
    pub fn scoring_dice(&self, boss: Option<Boss>) -> Vec<ScoringDie> {
        self.dice
            .iter()
            .map(|die| ScoringDie {
                face: boss.map_or(die.face, |boss| boss.plays(die.face)),
                glass: die.kind.under(boss) == DieKind::Glass,
            })
            .collect()
    }

    /// The bonuses of dice and items in this round.
    pub fn layers(&self, boss: Option<Boss>) -> Layers {
        let dice = self.scoring_dice(boss);
        let from_dice: u32 = self
            .dice
            .iter()
            .zip(&dice)
            .map(|(die, playing)| die.kind.under(boss).bonus(playing.face))
            .sum();
        let of = |item, amount| if self.items.contains(item) { amount } else { 0 };
        let n_dice = self.dice.len() as u32;
        let n_odd = dice.iter().filter(|die| die.face.face() % 2 == 1).count() as u32;
        let per_die = of(Item::EvenSteven, n_dice - n_odd) + of(Item::OddTodd, n_odd);
        Layers {
            bonus: from_dice + of(Item::HighRoller, Item::ROLLER_BONUS),
            mult_bonus: Hundredths::new(Item::MULT_PER_DIE * per_die),
            score_mult: Hundredths::ONE,
        }
    }

    /// The score of the present dice.
    pub fn score(&self, rules: ScoreRules, boss: Option<Boss>) -> Result<Score, ScoreError> {
        let rules = ScoreRules {
            level_cap: self.level_cap(rules),
            ..rules
        };
        score::best(
            &self.scoring_dice(boss),
            rules,
            self.levels,
            self.layers(boss),
        )
    }

    /// The dice and everything that their score depends on, for advice on rerolls.
    pub fn situation(&self, boss: Option<Boss>) -> Situation {
        let die = |die: &RunDie| PoolDie {
            kind: die.kind.under(boss),
            face: die.face,
            locked: die.locked,
        };
        let per_die = |item| {
            let owned = self.items.contains(item);
            Hundredths::new(if owned { Item::MULT_PER_DIE } else { 0 })
        };
        let bonus = if self.items.contains(Item::HighRoller) {
            Item::ROLLER_BONUS
        } else {
            0
        };
        Situation {
            inverted: boss == Some(Boss::Inverter),
            insured: self.insured,
            layers: Layers {
                bonus,
                ..Layers::default()
            },
            mult_per_odd: per_die(Item::OddTodd),
            mult_per_even: per_die(Item::EvenSteven),
            ..Situation::of(self.dice.iter().map(die).collect())
        }
    }

    /// The facts that the shop needs.
    pub(crate) fn customer(&self, rules: ScoreRules) -> Customer {
        Customer {
            n_dice: self.dice.len(),
            levels: self.levels,
            level_cap: self.level_cap(rules),
            items: self.items,
        }
    }

    /// Begins a round: all dice are about to be thrown.
    pub(crate) fn begin(&mut self) {
        for die in &mut self.dice {
            die.throws = 0;
            die.locked = false;
        }
        self.scored = None;
        self.shop = None;
        self.stage = RunStage::Throwing((0..self.dice.len() as u8).collect());
    }

    /// Ends the round for this run.
    pub(crate) fn rest(&mut self) {
        if !self.is_out() {
            self.stage = RunStage::Waiting;
        }
    }

    /// The pay for a score in a round with this target.
    pub(crate) fn earned(&self, target: u64, score: u64, unused_rerolls: u8) -> Earned {
        Earned {
            target,
            score,
            unused_rerolls,
            cash: self.cash,
            penny: self.penny(),
        }
    }

    /// The pay of the Lucky Penny, if the run has one.
    pub(crate) const fn penny(&self) -> u64 {
        if self.items.contains(Item::LuckyPenny) {
            Item::PENNY
        } else {
            0
        }
    }

    pub(crate) fn apply_all(&mut self, steps: &[RunStep]) {
        for step in steps {
            self.apply(step);
        }
    }

    pub(crate) fn apply(&mut self, step: &RunStep) {
        match step {
            RunStep::Started {
                rerolls,
                insured,
                locked,
            } => {
                self.rerolls = *rerolls;
                self.insured = *insured;
                for &place in locked {
                    self.die(place, |die| die.locked = true);
                }
            }
            RunStep::Rolled { landed } | RunStep::Rerolled { landed } => {
                for landed in landed {
                    self.land(landed);
                }
                self.stage = RunStage::Choosing;
            }
            RunStep::Picked { dice } => {
                self.rerolls -= 1;
                self.stage = RunStage::Throwing(dice.clone());
            }
            RunStep::WildSet { die, face } => self.die(*die, |die| die.face = *face),
            RunStep::Scored { tally, passed } => {
                let points = tally.total();
                self.scored = Some(points);
                self.total = self.total.saturating_add(points);
                self.passed += u32::from(*passed);
                self.stage = if *passed {
                    RunStage::Settling
                } else {
                    RunStage::Out
                };
            }
            RunStep::Paid { pay } => self.cash = self.cash.saturating_add(pay.total()),
            RunStep::Collected { die } => self.die(*die, |die| die.kind = DieKind::Normal),
            RunStep::ShopOpened { shop } => {
                self.shop = Some(shop.clone());
                self.stage = RunStage::Shopping;
            }
            RunStep::Bought {
                offer,
                replace,
                price,
            } => self.receive(*offer, *replace, *price),
            RunStep::ShopLeft | RunStep::Stopped => self.stage = RunStage::Waiting,
        }
    }

    fn land(&mut self, landed: &Landed) {
        self.insured &= !landed.saved;
        self.die(landed.die, |die| {
            die.face = landed.face;
            die.throws += 1;
            if landed.broke {
                die.kind = DieKind::Broken;
            }
        });
    }

    fn receive(&mut self, offer: u8, replace: Option<u8>, price: u64) {
        let shop = self.shop.as_mut();
        let Some((shop, place)) = shop.zip(Some(usize::from(offer))) else {
            return;
        };
        let Some(offer) = shop.offers.get_mut(place) else {
            return;
        };
        offer.sold = true;
        let good = offer.good;
        shop.free &= !good.may_be_free();
        self.cash = self.cash.saturating_sub(price);
        match good {
            Good::Die(kind) => {
                if let Some(place) = replace {
                    self.die(place, |die| *die = RunDie::new(kind));
                }
            }
            // The cap was checked before, and is never above the highest level of all.
            Good::Upgrade(hand) => drop(self.levels.set(hand, self.levels.get(hand) + 1)),
            Good::Item(item) => self.items.insert(item),
            Good::ExtraDie => self.dice.push(RunDie::new(DieKind::Normal)),
        }
    }

    fn die(&mut self, place: u8, change: impl FnOnce(&mut RunDie)) {
        if let Some(die) = self.dice.get_mut(usize::from(place)) {
            change(die);
        }
    }
}
