//! A player who throws as well as can be and shops sensibly.
//!
//! It sees one run and the round, as anyone at that seat does. Which dice it throws
//! again comes from the exact tables of [`reroll`](crate::reroll), or from sampling where
//! these would be too large. In the shop it compares what the run would
//! score on average with each offer, by a rule of thumb for dice that are not plain,
//! and buys what gains most for its price. It never looks at luck.

use crate::die_kind::DieKind;
use crate::items::Item;
use crate::options::Options;
use crate::play::Player;
use crate::reroll::{self, Advice, Objective, RerollError, RerollTable, Situation};
use crate::run::{Round, Run, Stage, Step};
use crate::score::ScoreRules;
use crate::shop::Good;
use crate::split::Scorer;
use crate::state::Action;
use kernel::Rng;
use pieces::Die;

/// A choice that passes the round almost as surely as the best one may be made for its pay.
const SLACK: f64 = 0.002;

/// Something that costs money must raise the expected score by this part at least.
const WORTHWHILE: f64 = 0.02;

/// A sensible player of one run.
///
/// ```
/// use dice::{Action, Exact, DiceHands, Options};
/// use kernel::{Game, Input, Key, Seat};
///
/// let mut game = DiceHands::new(Options::default()).unwrap();
/// for event in game.decide(&Input::Chance(game.draw(&Key::from_seed(1).draw(0))))? {
///     game.evolve(&event);
/// }
/// let action = Exact::new(7).choose(game.run(Seat(0)), &game.table().round, &game.table().options);
/// assert!(game.is_legal(Seat(0), &action));
/// # Ok::<(), kernel::Refusal<dice::Illegal>>(())
/// ```
#[derive(Debug)]
pub struct Exact {
    rng: Rng,
    plan: Option<Plan>,
}

/// The tables of one round.
#[derive(Debug)]
struct Plan {
    round: u32,
    kinds: Vec<DieKind>,
    reach: Option<RerollTable>,
    pay: Option<RerollTable>,
}

impl Exact {
    /// A player whose samples come from this seed.
    pub fn new(seed: u64) -> Exact {
        Exact {
            rng: Rng::from_seed(seed),
            plan: None,
        }
    }

    /// A player whose samples come from a stream that this one begins.
    pub(super) fn with(rng: &mut Rng) -> Exact {
        Exact::new(u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32()))
    }

    /// What it does in this position; the run is to move.
    pub fn choose(&mut self, run: &Run, round: &Round, options: &Options) -> Action {
        match run.stage {
            Stage::Shopping => shop(run, round, options),
            _ => self.throw_or_score(run, round, options),
        }
    }

    fn throw_or_score(&mut self, run: &Run, round: &Round, options: &Options) -> Action {
        let throws = match run.rerolls {
            0 => Vec::new(),
            _ => self.throws(run, round, options).unwrap_or_default(),
        };
        reroll_or_score(throws, run, round, options)
    }

    /// What to throw again: of the choices that pass the round most surely, the one that pays best.
    fn throws(
        &mut self,
        run: &Run,
        round: &Round,
        options: &Options,
    ) -> Result<Vec<u8>, RerollError> {
        let [passing, paying] = self.advice(run, round, options)?;
        let least = passing.best().value - SLACK;
        let is_sure = |throws: &[u8]| {
            let keeps = passing.keeps.iter();
            let mut sure = keeps.take_while(|keep| keep.value >= least);
            sure.any(|keep| keep.throws == throws)
        };
        let best = paying.keeps.iter().find(|keep| is_sure(&keep.throws));
        Ok(best.unwrap_or(passing.best()).throws.clone())
    }

    /// Every choice by how surely it passes the round, and by what it pays on average.
    pub(super) fn advice(
        &mut self,
        run: &Run,
        round: &Round,
        options: &Options,
    ) -> Result<[Advice; 2], RerollError> {
        let scorer = Scorer::new(rules(run, options), run.levels)?;
        let situation = run.situation(round.boss);
        let [reach, pay] = objectives(run, round);
        self.prepare(run, round, &scorer, &situation);
        let Exact { rng, plan } = self;
        let mut advise = |table: Option<&RerollTable>, objective| match table {
            Some(table) => table.advise(&situation, run.rerolls),
            None => reroll::advise(&scorer, &situation, run.rerolls, objective, rng),
        };
        let plan = plan.as_ref();
        let passing = advise(plan.and_then(|plan| plan.reach.as_ref()), reach)?;
        let paying = advise(plan.and_then(|plan| plan.pay.as_ref()), pay)?;
        Ok([passing, paying])
    }

    /// Makes the tables once a round; a die that breaks makes them anew.
    fn prepare(&mut self, run: &Run, round: &Round, scorer: &Scorer, situation: &Situation) {
        let kinds: Vec<DieKind> = run.dice.iter().map(|die| die.kind).collect();
        let fits = |plan: &Plan| plan.round == round.number && plan.kinds == kinds;
        if self.plan.as_ref().is_some_and(fits) {
            return;
        }
        let [reach, pay] = objectives(run, round);
        let table = |objective| RerollTable::new(scorer, situation, run.rerolls, objective).ok();
        self.plan = Some(Plan {
            round: round.number,
            reach: table(reach),
            pay: table(pay),
            kinds,
        });
    }
}

/// Throws these dice again; if there are none, sets the wild ones as well as can be and scores.
pub(super) fn reroll_or_score(
    throws: Vec<u8>,
    run: &Run,
    round: &Round,
    options: &Options,
) -> Action {
    if !throws.is_empty() {
        return Action::Reroll { dice: throws };
    }
    match run.best_setting(options.rules, round.boss).first() {
        Some(&(die, face)) => Action::SetWild { die, face },
        None => Action::ScoreDice,
    }
}

/// To pass the round, and to be paid well for it.
fn objectives(run: &Run, round: &Round) -> [Objective; 2] {
    let target = u32::try_from(round.target).unwrap_or(u32::MAX);
    let penny = run.items.contains(Item::LuckyPenny);
    [
        Objective::Reach { target },
        Objective::Pay {
            target,
            cash: u32::try_from(run.cash).unwrap_or(u32::MAX),
            extra: if penny { Item::PENNY as u32 } else { 0 },
        },
    ]
}

/// How a run's pools are scored, with the highest level that it may reach.
pub(super) fn rules(run: &Run, options: &Options) -> ScoreRules {
    ScoreRules {
        level_cap: run.level_cap(options.rules),
        ..options.rules
    }
}

/// Takes what gains most for nothing, then what gains most for its price.
pub(super) fn shop(run: &Run, round: &Round, options: &Options) -> Action {
    let now = worth(run, options);
    let player = Player {
        run,
        round,
        options,
    };
    let mut best = (0.0, Action::LeaveShop);
    for action in player.legal_actions() {
        let Action::Buy { offer, .. } = action else {
            continue;
        };
        let Ok(steps) = player.act(&action) else {
            continue;
        };
        let mut after = run.clone();
        steps.iter().for_each(|step| after.apply(step));
        let price = steps.iter().map(price).sum::<f64>();
        let gain = worth(&after, options) / now - 1.0 + comfort(run, round, offer);
        let wanted = price == 0.0 || gain >= WORTHWHILE;
        // A gain that is free counts as one for a dollar.
        let rate = gain / price.max(1.0);
        if wanted && rate > best.0 {
            best = (rate, action);
        }
    }
    best.1
}

fn price(step: &Step) -> f64 {
    match step {
        Step::Bought { price, .. } => *price as f64,
        _ => 0.0,
    }
}

/// About what a run scores in a plain round: as if its dice were normal, times
/// what each special one is worth by experience.
fn worth(run: &Run, options: &Options) -> f64 {
    let Ok(scorer) = Scorer::new(rules(run, options), run.levels) else {
        return 0.0;
    };
    let mut situation = Situation {
        layers: run.situation(None).layers,
        ..run.situation(None)
    };
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
    }
    let rerolls = options.rerolls + u8::from(run.items.contains(Item::ExtraReroll));
    let table = RerollTable::new(&scorer, &situation, rerolls, Objective::Score);
    factor * table.map_or(0.0, |table| table.expected(rerolls))
}

/// What a good is worth that no throw shows: safety for glass, money while it can still grow.
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
