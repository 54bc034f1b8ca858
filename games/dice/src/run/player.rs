//! The actions of a run, and the steps that follow.
//!
//! A decision looks at one run and the round, and answers with steps or with a refusal. It changes
//! nothing and knows no other seat.

use super::{Round, Run, RunStage, RunStep};
use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::items::Item;
use crate::luck::Streams;
use crate::options::Options;
use crate::pay::Pay;
use crate::rules::Illegal;
use crate::score::Tally;
use crate::shop::Good;
use crate::state::{Action, Fortune};
use crate::throw::{self, RunDie};
use kernel::Rng;
use pieces::Die;
use std::collections::BTreeMap;

/// Longer lists of rerolls are not made: they list one die or all dice of each sort.
const MOST_REROLLS: usize = 512;

/// A run in a round, at a table with these options.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunPlayer<'a> {
    pub(crate) run: &'a Run,
    pub(crate) round: &'a Round,
    pub(crate) options: &'a Options,
}

impl<'a> RunPlayer<'a> {
    /// The player of a run.
    pub(crate) const fn new(run: &'a Run, round: &'a Round, options: &'a Options) -> RunPlayer<'a> {
        RunPlayer {
            run,
            round,
            options,
        }
    }

    /// The steps of an action.
    pub(crate) fn act(self, action: &Action) -> Result<Vec<RunStep>, Illegal> {
        match (&self.run.stage, action) {
            (_, Action::StopRun) => self.stop(),
            (RunStage::Choosing, Action::Reroll { dice }) => self.pick(dice),
            (RunStage::Choosing, Action::SetWild { die, face }) => self.set_wild(*die, *face),
            (RunStage::Choosing, Action::ScoreDice) => Ok(self.score()),
            (RunStage::Shopping, Action::Buy { offer, replace }) => self.buy(*offer, *replace),
            (RunStage::Shopping, Action::LeaveShop) => Ok(vec![RunStep::ShopLeft]),
            (RunStage::Choosing, _) => Err(Illegal::NotNow("throw dice again, or score them")),
            (RunStage::Shopping, _) => Err(Illegal::NotNow("buy something, or leave the shop")),
            _ => Err(Illegal::NotNow("there is nothing to do now")),
        }
    }

    /// Every legal action; of equal dice, one choice for each number of them.
    pub(crate) fn legal_actions(self) -> Vec<Action> {
        let mut actions = match self.run.stage {
            RunStage::Choosing => self.choices(),
            RunStage::Shopping => self.purchases(),
            _ => return Vec::new(),
        };
        if self.stop().is_ok() {
            actions.push(Action::StopRun);
        }
        actions
    }

    /// Draws the luck that the run waits for.
    pub(crate) fn draw(self, luck: &dyn Streams) -> Option<Fortune> {
        let Round { number, boss, .. } = *self.round;
        match &self.run.stage {
            RunStage::Throwing(dice) => Some(Fortune::Throw {
                locked: self.draw_locked(luck),
                falls: throw::draw(&self.run.dice, dice, number, boss, luck),
            }),
            RunStage::Settling => Some(Fortune::Shop {
                collected: self.draw_collected(luck),
                goods: self.run.customer(self.options.rules).draw(number, luck),
            }),
            _ => None,
        }
    }

    /// The steps that follow from luck; `None` if it is impossible.
    pub(crate) fn meet(self, fortune: &Fortune) -> Option<Vec<RunStep>> {
        match (&self.run.stage, fortune) {
            (RunStage::Throwing(dice), Fortune::Throw { locked, falls }) => {
                let possible = self.may_lock(locked)
                    && throw::is_possible(&self.run.dice, dice, self.round.boss, falls);
                possible.then(|| self.thrown(locked, falls))
            }
            (RunStage::Settling, Fortune::Shop { collected, goods }) => {
                let customer = self.run.customer(self.options.rules);
                let possible = self.may_collect(*collected) && customer.may_meet(goods);
                possible.then(|| {
                    let shop = customer.open(goods);
                    let collected = collected.map(|die| RunStep::Collected { die });
                    let steps = collected.into_iter();
                    steps.chain([RunStep::ShopOpened { shop }]).collect()
                })
            }
            _ => None,
        }
    }

    /// The steps that follow from the luck that the run waits for.
    pub(crate) fn meet_drawn(self, luck: &dyn Streams) -> Vec<RunStep> {
        let drawn = self.draw(luck);
        drawn
            .and_then(|fortune| self.meet(&fortune))
            .unwrap_or_default()
    }

    /// The steps that follow from scoring the present dice.
    pub(crate) fn score(self) -> Vec<RunStep> {
        let RunPlayer { run, round, .. } = self;
        // A run has 2 to 30 dice and no hand above its cap: its pool can be scored.
        let tally = run
            .score(self.options.rules, round.boss)
            .map_or_else(|_| Tally::new(), |score| score.tally().clone());
        let score = u64::try_from(tally.total()).unwrap_or(0);
        let passed = score >= round.target;
        let mut steps = vec![RunStep::Scored { tally, passed }];
        if passed {
            let pay = Pay::of(run.earned(round.target, score, run.rerolls));
            steps.push(RunStep::Paid { pay });
        }
        steps
    }

    fn is_first_throw(self) -> bool {
        self.run.dice.iter().all(|die| die.throws == 0)
    }

    fn thrown(self, locked: &[u8], falls: &[throw::Fall]) -> Vec<RunStep> {
        let dice = &self.run.dice;
        if !self.is_first_throw() {
            let landed = throw::land(dice, falls, self.run.insured);
            return vec![RunStep::Rerolled { landed }];
        }
        let insured = self.run.items.contains(Item::Insurance);
        vec![
            RunStep::Started {
                rerolls: self.rerolls(),
                insured,
                locked: locked.to_vec(),
            },
            RunStep::Rolled {
                landed: throw::land(dice, falls, insured),
            },
        ]
    }

    /// The number of rerolls of the round.
    pub(crate) fn rerolls(self) -> u8 {
        let extra = u8::from(self.run.items.contains(Item::ExtraReroll));
        let kept = match self.round.boss {
            Some(Boss::Miser) => Boss::KEPT_REROLLS,
            _ => 0,
        };
        (self.options.rerolls + extra).saturating_sub(kept)
    }

    /// The number of dice that this throw locks.
    fn n_locked(self) -> usize {
        match self.round.boss {
            Some(Boss::Lockdown) if self.is_first_throw() => Boss::n_locked(self.run.dice.len()),
            _ => 0,
        }
    }

    fn draw_locked(self, luck: &dyn Streams) -> Vec<u8> {
        match self.n_locked() {
            0 => Vec::new(),
            _ => Boss::draw_locked(self.run.dice.len(), &mut self.after_boss(luck)),
        }
    }

    /// The boss's stream, after the boss itself has been drawn.
    fn after_boss(self, luck: &dyn Streams) -> Rng {
        let mut rng = luck.stream(&Boss::stream_name(self.round.number));
        let _ = Boss::draw(&mut rng);
        rng
    }

    fn may_lock(self, locked: &[u8]) -> bool {
        let n_dice = self.run.dice.len();
        locked.len() == self.n_locked()
            && locked.is_sorted_by(|a, b| a < b)
            && locked.iter().all(|&die| usize::from(die) < n_dice)
    }

    fn draw_collected(self, luck: &dyn Streams) -> Option<u8> {
        let comes = self.round.boss == Some(Boss::Collector);
        comes.then(|| Boss::draw_collected(self.run.dice.len(), &mut self.after_boss(luck)))
    }

    fn may_collect(self, collected: Option<u8>) -> bool {
        match collected {
            Some(die) => {
                self.round.boss == Some(Boss::Collector) && usize::from(die) < self.run.dice.len()
            }
            None => self.round.boss != Some(Boss::Collector),
        }
    }

    fn pick(self, dice: &[u8]) -> Result<Vec<RunStep>, Illegal> {
        if self.run.rerolls == 0 {
            return Err(Illegal::NoRerolls);
        }
        if dice.is_empty() {
            return Err(Illegal::NoDicePicked);
        }
        let mut picked = vec![false; self.run.dice.len()];
        for &place in dice {
            if self.at(place)?.locked {
                return Err(Illegal::Locked(place));
            }
            if std::mem::replace(&mut picked[usize::from(place)], true) {
                return Err(Illegal::PickedTwice(place));
            }
        }
        let mut dice = dice.to_vec();
        dice.sort_unstable();
        Ok(vec![RunStep::Picked { dice }])
    }

    fn set_wild(self, die: u8, face: Die) -> Result<Vec<RunStep>, Illegal> {
        let found = self.at(die)?;
        let kind = found.kind.under(self.round.boss);
        if kind != DieKind::Wild {
            return Err(Illegal::NotWild { die, kind });
        }
        if found.locked {
            return Err(Illegal::Locked(die));
        }
        if found.face == face {
            return Err(Illegal::SameFace { die, face });
        }
        Ok(vec![RunStep::WildSet { die, face }])
    }

    fn buy(self, number: u8, replace: Option<u8>) -> Result<Vec<RunStep>, Illegal> {
        let Some(shop) = &self.run.shop else {
            return Err(Illegal::NotNow("there is no shop here"));
        };
        let Some(offer) = shop.offers.get(usize::from(number)) else {
            return Err(Illegal::NoSuchOffer {
                offer: number,
                last: shop.offers.len().saturating_sub(1),
            });
        };
        if offer.sold {
            return Err(Illegal::Sold);
        }
        match (offer.good, replace) {
            (Good::Die(_), None) => return Err(Illegal::ReplaceWhich),
            (Good::Die(_), Some(place)) => drop(self.at(place)?),
            (_, Some(_)) => return Err(Illegal::ReplacesNothing),
            (_, None) => {}
        }
        let (price, cash) = (shop.price(offer), self.run.cash);
        if price > cash {
            return Err(Illegal::TooDear { price, cash });
        }
        Ok(vec![RunStep::Bought {
            offer: number,
            replace,
            price,
        }])
    }

    fn stop(self) -> Result<Vec<RunStep>, Illegal> {
        let win_round = self.options.win_round;
        if self.options.is_race() {
            Err(Illegal::NoStopInRace)
        } else if self.run.passed < u32::from(win_round) {
            Err(Illegal::NotWon(win_round))
        } else {
            Ok(vec![RunStep::Stopped])
        }
    }

    fn at(self, place: u8) -> Result<RunDie, Illegal> {
        let dice = &self.run.dice;
        dice.get(usize::from(place))
            .copied()
            .ok_or(Illegal::NoSuchDie {
                die: place,
                last: dice.len().saturating_sub(1),
            })
    }

    fn choices(self) -> Vec<Action> {
        let mut actions = vec![Action::ScoreDice];
        if self.run.rerolls > 0 {
            let picks = picks(&self.alike());
            actions.extend(picks.into_iter().map(|dice| Action::Reroll { dice }));
        }
        for die in 0..self.run.dice.len() as u8 {
            let faces = Die::ALL
                .into_iter()
                .filter(|&face| self.set_wild(die, face).is_ok());
            actions.extend(faces.map(|face| Action::SetWild { die, face }));
        }
        actions
    }

    /// The dice that may be thrown again, grouped by equality.
    fn alike(self) -> Vec<Vec<u8>> {
        let mut sorts: BTreeMap<(DieKind, Die), Vec<u8>> = BTreeMap::new();
        for (place, die) in (0..).zip(&self.run.dice) {
            if !die.locked {
                sorts.entry((die.kind, die.face)).or_default().push(place);
            }
        }
        sorts.into_values().collect()
    }

    fn purchases(self) -> Vec<Action> {
        let mut actions = vec![Action::LeaveShop];
        let n_offers = self.run.shop.as_ref().map_or(0, |shop| shop.offers.len());
        for offer in 0..n_offers as u8 {
            // Dice of one kind are equal: one of each kind is enough to offer.
            let kinds: BTreeMap<DieKind, u8> = (0..)
                .zip(&self.run.dice)
                .map(|(place, die)| (die.kind, place))
                .collect();
            let replaced = kinds.into_values().map(Some).chain([None]);
            actions.extend(
                replaced
                    .filter(|&replace| self.buy(offer, replace).is_ok())
                    .map(|replace| Action::Buy { offer, replace }),
            );
        }
        actions
    }
}

/// Every way to pick some dice of some sorts, up to a limit.
fn picks(sorts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let n_picks = sorts
        .iter()
        .fold(1_usize, |n, sort| n.saturating_mul(sort.len() + 1));
    let mut picks = vec![Vec::new()];
    if n_picks <= MOST_REROLLS {
        for sort in sorts {
            let longer = picks.iter().flat_map(|pick: &Vec<u8>| {
                (1..=sort.len()).map(|n| [pick.as_slice(), &sort[..n]].concat())
            });
            let longer: Vec<Vec<u8>> = longer.collect();
            picks.extend(longer);
        }
    } else {
        picks.extend(sorts.iter().map(|sort| vec![sort[0]]));
        picks.extend(sorts.iter().filter(|sort| sort.len() > 1).cloned());
        picks.push(sorts.concat());
    }
    let pick = |mut pick: Vec<u8>| {
        pick.sort_unstable();
        (!pick.is_empty()).then_some(pick)
    };
    picks.into_iter().filter_map(pick).collect()
}
