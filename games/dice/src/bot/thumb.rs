//! Shopping by a rule of thumb: the mean score of the run with each offer.
//!
//! Special dice count as normal ones, times a factor for each kind that experience gave; many
//! offers therefore share one table. It buys the offer that gains most for its price, and ignores
//! targets and later shops. Bots shop better; the balance of the game is measured with a player who
//! shops like this.

use super::exact::rules;
use crate::die_kind::DieKind;
use crate::items::Item;
use crate::options::Options;
use crate::reroll::{Objective, RerollTable, Situation};
use crate::run::{Round, Run, RunPlayer, RunStep};
use crate::score::Levels;
use crate::shop::Good;
use crate::split::Scorer;
use crate::state::Action;
use pieces::Die;

/// A purchase must raise the expected score by at least this share.
const WORTHWHILE: f64 = 0.02;

/// Takes the free offer that gains most, then the one that gains most for its price.
pub(super) fn shop(run: &Run, round: &Round, options: &Options) -> Action {
    let mut scale = Scale {
        options,
        known: Vec::new(),
    };
    let now = scale.worth(run);
    let player = RunPlayer::new(run, round, options);
    let mut best = (0.0, Action::LeaveShop);
    for action in player.legal_actions() {
        let Action::Buy { offer, .. } = action else {
            continue;
        };
        let Ok(steps) = player.act(&action) else {
            continue;
        };
        let mut after = run.clone();
        after.apply_all(&steps);
        let price = steps.iter().map(price).sum::<f64>();
        let gain = scale.worth(&after) / now - 1.0 + comfort(run, round, offer);
        let wanted = price == 0.0 || gain >= WORTHWHILE;
        // A free gain counts as if it cost a dollar.
        let rate = gain / price.max(1.0);
        if wanted && rate > best.0 {
            best = (rate, action);
        }
    }
    best.1
}

fn price(step: &RunStep) -> f64 {
    match step {
        RunStep::Bought { price, .. } => *price as f64,
        _ => 0.0,
    }
}

/// The scores of runs in a plain round, computed once for each sort of run.
struct Scale<'a> {
    options: &'a Options,
    known: Vec<(Sort, f64)>,
}

/// Everything on which the expected score of plain dice depends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sort {
    situation: Situation,
    levels: Levels,
    rerolls: u8,
    level_cap: u8,
}

impl Scale<'_> {
    /// The approximate score of a run: as if its dice were normal, times a factor for each special
    /// one.
    fn worth(&mut self, run: &Run) -> f64 {
        let mut situation = run.situation(None);
        let mut factor = 1.0;
        for die in &mut situation.dice {
            factor *= match die.kind {
                DieKind::Glass => 1.4,
                DieKind::Wild => 1.25,
                DieKind::Echo => 1.02,
                DieKind::Heavy => 1.03,
                DieKind::Light => 0.97,
                DieKind::Broken => 0.6,
                _ => 1.0,
            };
            // On average a die shows its own parity half the time.
            let parity = matches!(die.kind, DieKind::Odd | DieKind::Even);
            situation.layers.bonus += 3 * u32::from(parity);
            die.kind = DieKind::Normal;
            die.face = Die::One;
            die.locked = false;
        }
        situation.insured = false;
        let sort = Sort {
            situation,
            levels: run.levels,
            rerolls: self.options.rerolls + u8::from(run.items.contains(Item::ExtraReroll)),
            level_cap: run.level_cap(self.options.rules),
        };
        factor * self.mean(sort, run)
    }

    /// The expected score of plain dice.
    fn mean(&mut self, sort: Sort, run: &Run) -> f64 {
        if let Some((_, mean)) = self.known.iter().find(|(known, _)| *known == sort) {
            return *mean;
        }
        let table = Scorer::new(rules(run, self.options), sort.levels)
            .map_err(Into::into)
            .and_then(|scorer| {
                RerollTable::new(&scorer, &sort.situation, sort.rerolls, Objective::Score)
            });
        let mean = table.map_or(0.0, |table| table.expected(sort.rerolls));
        self.known.push((sort, mean));
        mean
    }
}

/// The worth of a good that no throw shows: safety for glass, and money while it can still grow.
fn comfort(run: &Run, round: &Round, offer: u8) -> f64 {
    let shop = run.shop.as_ref();
    let offer = shop.and_then(|shop| shop.offers.get(usize::from(offer)));
    match offer.map(|offer| offer.good) {
        Some(Good::Item(Item::Insurance)) => {
            let n_glass = run.dice.iter().filter(|die| die.kind == DieKind::Glass);
            0.05 * n_glass.count() as f64
        }
        Some(Good::Item(Item::LuckyPenny)) if round.number < 5 => 0.1,
        _ => 0.0,
    }
}
