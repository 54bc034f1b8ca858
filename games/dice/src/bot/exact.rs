//! A player who throws perfectly and shops sensibly.
//!
//! It sees one run and the round, like anyone at that seat. The dice it throws again come from the
//! exact tables of [`reroll`](crate::reroll), or from sampling if these would be too large. In the
//! shop it uses a rule of thumb (`thumb.rs`). It never looks at luck.

use super::outlook::Outlook;
use super::thumb;
use crate::die_kind::DieKind;
use crate::options::Options;
use crate::reroll::{self, Keep, Objective, RerollError, RerollTable, Situation};
use crate::run::{Round, Run, RunStage};
use crate::score::ScoreRules;
use crate::split::Scorer;
use crate::state::Action;
use kernel::Rng;

/// Choices whose chances of passing differ by less than this count as equal, and the better paid is
/// taken: sums of chances in another order differ by less.
pub(super) const SLACK: f64 = 1e-9;

/// A sensible player of one run.
///
/// ```
/// use dice::{bot::Exact, DiceHands, Options};
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
    /// For passing and for pay; `None` if there are too many outcomes.
    tables: Option<[RerollTable; 2]>,
}

impl Exact {
    /// A player whose samples come from this seed.
    pub fn new(seed: u64) -> Exact {
        Exact {
            rng: Rng::from_seed(seed),
            plan: None,
        }
    }

    /// A player whose samples come from a stream that this one starts.
    pub(super) fn with(rng: &mut Rng) -> Exact {
        Exact::new(u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32()))
    }

    /// Its action in this position; it must be the run's turn.
    pub fn choose(&mut self, run: &Run, round: &Round, options: &Options) -> Action {
        match run.stage {
            RunStage::Shopping => thumb::shop(run, round, options),
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

    /// The dice to throw again: of the choices with the best chance of passing the round, the one
    /// that pays best.
    fn throws(
        &mut self,
        run: &Run,
        round: &Round,
        options: &Options,
    ) -> Result<Vec<u8>, RerollError> {
        let [passing, paying] = self.keeps(run, round, options)?;
        let least = passing[0].value - SLACK;
        let is_sure = |throws: &[u8]| {
            let mut sure = passing.iter().take_while(|keep| keep.value >= least);
            sure.any(|keep| keep.throws == throws)
        };
        let best = paying.iter().find(|keep| is_sure(&keep.throws));
        Ok(best.unwrap_or(&passing[0]).throws.clone())
    }

    /// Every choice, best first: by the chance of passing the round, then by mean pay.
    pub(super) fn keeps(
        &mut self,
        run: &Run,
        round: &Round,
        options: &Options,
    ) -> Result<[Vec<Keep>; 2], RerollError> {
        let scorer = Scorer::new(rules(run, options), run.levels)?;
        let situation = run.situation(round.boss);
        let [reach, pay] = objectives(run, round, options);
        self.prepare(run, round, options, &scorer, &situation);
        match self.plan.as_ref().and_then(|plan| plan.tables.as_ref()) {
            Some([passing, paying]) => Ok([
                passing.keeps(&situation, run.rerolls)?,
                paying.keeps(&situation, run.rerolls)?,
            ]),
            None => {
                let rng = &mut self.rng;
                let mut sampled =
                    |objective| reroll::keeps(&scorer, &situation, run.rerolls, objective, rng);
                Ok([sampled(reach)?, sampled(pay)?])
            }
        }
    }

    /// The possible endings of the round if these dice are thrown now, and after that the dice that
    /// pass most often and pay best; `None` without a table. The choices must have been asked for
    /// before.
    pub(super) fn outlook(
        &self,
        run: &Run,
        round: &Round,
        options: &Options,
        throws: &[u8],
    ) -> Option<Outlook> {
        let target = u32::try_from(round.target).ok()?;
        let objective = match plays_for_points(round, options) {
            true => Objective::ReachThenScore { target },
            false => Objective::ReachThenPay { target },
        };
        let [passing, _] = self.plan.as_ref()?.tables.as_ref()?;
        let table = passing.with(objective);
        let situation = run.situation(round.boss);
        let endings = table.endings_after(&situation, throws, run.rerolls);
        Some(Outlook::of(endings, target))
    }

    /// Makes the tables once per round, and again after a die breaks.
    fn prepare(
        &mut self,
        run: &Run,
        round: &Round,
        options: &Options,
        scorer: &Scorer,
        situation: &Situation,
    ) {
        let kinds: Vec<DieKind> = run.dice.iter().map(|die| die.kind).collect();
        let fits = |plan: &Plan| plan.round == round.number && plan.kinds == kinds;
        if self.plan.as_ref().is_some_and(fits) {
            return;
        }
        let [reach, pay] = objectives(run, round, options);
        let passing = RerollTable::new(scorer, situation, run.rerolls, reach).ok();
        self.plan = Some(Plan {
            round: round.number,
            tables: passing.map(|passing| {
                let paying = passing.with(pay);
                [passing, paying]
            }),
            kinds,
        });
    }
}

/// Throws these dice again; if there are none, sets the wild ones to their best faces and scores.
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

/// Passing the round, and then being paid well for it.
fn objectives(run: &Run, round: &Round, options: &Options) -> [Objective; 2] {
    let target = u32::try_from(round.target).unwrap_or(u32::MAX);
    let pay = Objective::Pay {
        target,
        cash: u32::try_from(run.cash).unwrap_or(u32::MAX),
        extra: run.penny() as u32,
    };
    let then = if plays_for_points(round, options) {
        Objective::Score
    } else {
        pay
    };
    [Objective::Reach { target }, then]
}

/// Whether points matter rather than pay: after the last round of a race there is nothing to buy,
/// and points break ties.
pub(super) fn plays_for_points(round: &Round, options: &Options) -> bool {
    options.is_race() && round.number >= options.win_round.into()
}

/// The rules for scoring a run's pools, with the highest level that it may reach.
pub(super) fn rules(run: &Run, options: &Options) -> ScoreRules {
    ScoreRules {
        level_cap: run.level_cap(options.rules),
        ..options.rules
    }
}
