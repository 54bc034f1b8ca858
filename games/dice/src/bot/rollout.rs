//! The future of a run: the rounds and shops to come, imagined to the end of the game.
//!
//! A rollout has its own luck, which draws bosses and shops; purchases follow taste. The dice are
//! thrown exactly: the reroll tables give every way in which a round may end
//! ([`outlook`](super::outlook)). Passing is not drawn. A rollout is a list of endings with their
//! chances, and therefore few rollouts are enough. Only the pay of a passed round is drawn, because
//! it decides what can be bought.
//!
//! The luck of the real game is never looked at.

use super::outlook::{Outlooks, Points};
use super::{Position, taste};
use crate::boss::Boss;
use crate::options::Options;
use crate::play::RunPlayer;
use crate::run::{Round, Run, RunStage, Step};
use kernel::Luck;
use std::cmp::Ordering;

/// A branch less likely than this is not followed further.
const NEGLIGIBLE: f64 = 0.000_1;

/// How far a run gets in one ending: the rounds that it passes, and the distribution of its points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    passed: u32,
    points: Points,
}

/// The ways in which a game may end for a run, with their chances.
pub(super) type Endings = Vec<(f64, Standing)>;

impl Standing {
    fn of(run: &Run) -> Standing {
        Standing {
            passed: run.passed,
            points: Points::exactly(run.total),
        }
    }

    /// The standing after this many more rounds and points.
    fn and(self, rounds: u32, points: Points) -> Standing {
        Standing {
            passed: self.passed + rounds,
            points: Points {
                mean: self.points.mean + points.mean,
                variance: self.points.variance + points.variance,
            },
        }
    }

    /// The chance of being ahead of another: by rounds, then by points.
    fn beats(&self, other: &Standing) -> f64 {
        match self.passed.cmp(&other.passed) {
            Ordering::Greater => 1.0,
            Ordering::Less => 0.0,
            Ordering::Equal => {
                let variance = self.points.variance + other.points.variance;
                let ahead = (self.points.mean - other.points.mean) / variance.sqrt().max(1.0);
                // Within a hundredth of the normal distribution.
                1.0 / (1.0 + libm::exp(-1.702 * ahead))
            }
        }
    }
}

/// The chance of winning with these endings: against the others in a race, otherwise by passing the
/// winning round.
pub(super) fn chance_to_win(
    mine: &[(f64, Standing)],
    rivals: &[Endings],
    options: &Options,
) -> f64 {
    let beats = |mine: &Standing, rival: &Endings| -> f64 {
        let each = rival
            .iter()
            .map(|(chance, other)| chance * mine.beats(other));
        each.sum()
    };
    let wins = |mine: &Standing| match options.is_race() {
        true => rivals.iter().map(|rival| beats(mine, rival)).product(),
        false => f64::from(u8::from(mine.passed >= options.win_round.into())),
    };
    mine.iter().map(|(chance, mine)| chance * wins(mine)).sum()
}

/// Imagines the rest of the game for one seat.
pub(super) struct Rollouts<'a> {
    position: Position<'a>,
    outlooks: Outlooks<'a>,
}

impl<'a> Rollouts<'a> {
    pub(super) fn new(position: Position<'a>) -> Rollouts<'a> {
        Rollouts {
            position,
            outlooks: Outlooks::new(position.options),
        }
    }

    /// The number of table entries computed, which is the cost.
    pub(super) fn spent(&self) -> usize {
        self.outlooks.spent
    }

    /// How the game may end for each of the others with this luck. All dice of a round fall by the
    /// same luck for everybody: a lucky seat must assume that the others were lucky too.
    pub(super) fn rivals(&mut self, luck: &Luck<'_>) -> Vec<Endings> {
        let Position {
            seat, shown, round, ..
        } = self.position;
        let lucky = self.luck_of_this_round(luck);
        let others = shown.iter().filter(|(other, _)| *other != seat);
        let mut rivals = Vec::new();
        for (_, run) in others {
            rivals.push(match run.is_out() {
                true => vec![(1.0, Standing::of(run))],
                false => self.follow(begun(run), *round, luck, lucky),
            });
        }
        rivals
    }

    /// The share of all endings that the seat's own score was better than, if it has scored.
    fn luck_of_this_round(&mut self, luck: &Luck<'_>) -> Option<f64> {
        let Position {
            seat,
            shown,
            round,
            run,
            ..
        } = self.position;
        let score = run.scored?;
        let mut start = begun(shown.get(seat)?);
        self.meet_luck(&mut start, round, luck);
        Some(self.outlooks.of(&start, round).part(score))
    }

    /// How the game may end for a run that is in a shop of this round.
    pub(super) fn follow_shop(&mut self, run: &Run, luck: &Luck<'_>) -> Endings {
        self.follow(run.clone(), *self.position.round, luck, None)
    }

    /// How the game ends for the seat if it fails this round, and how it may end if it passes.
    pub(super) fn follow_round(&mut self, luck: &Luck<'_>) -> ((f64, Standing), Endings) {
        let run = begun(self.position.run);
        let endings = self.follow(run, *self.position.round, luck, None);
        let passes: f64 = endings[1..].iter().map(|(chance, _)| chance).sum();
        let passed = |(chance, standing): &(f64, Standing)| (chance / passes, *standing);
        (
            (1.0, endings[0].1),
            endings[1..].iter().map(passed).collect(),
        )
    }

    /// Follows a run that is in a shop or about to throw its dice; `lucky` tells how well they fall
    /// in that round, if it is known.
    fn follow(
        &mut self,
        mut run: Run,
        mut round: Round,
        luck: &Luck<'_>,
        mut lucky: Option<f64>,
    ) -> Endings {
        let last = u32::from(self.position.options.win_round);
        let mut standing = Standing::of(&run);
        let mut endings = Vec::new();
        let mut chance = 1.0;
        loop {
            if !matches!(run.stage, RunStage::Throwing(_)) {
                self.shop(&mut run, &round);
                let boss = Boss::of_round(round.number + 1, luck);
                round = round.next(self.position.options, boss);
                run.begin();
            }
            self.meet_luck(&mut run, &round, luck);
            let outlook = self.outlooks.of(&run, &round);
            let fails = standing.and(0, outlook.failing);
            endings.push((chance * (1.0 - outlook.passes), fails));
            chance *= outlook.passes;
            let (part, points) = match lucky.take() {
                Some(part) => (part, None),
                None => (drawn_part(round, luck), Some(outlook.passing)),
            };
            let Some(ending) = outlook.ending(part).filter(|_| chance >= NEGLIGIBLE) else {
                return endings;
            };
            let points = points.unwrap_or(Points::exactly(ending.score));
            standing = standing.and(1, points);
            if round.number >= last {
                endings.push((chance, standing));
                return endings;
            }
            let score = ending.score.max(0).unsigned_abs().into();
            let earned = run.earned(round.target, score, ending.unused);
            run.cash = run.cash.saturating_add(earned.dollars());
            run.stage = RunStage::Settling;
            self.meet_luck(&mut run, &round, luck);
        }
    }

    fn shop(&self, run: &mut Run, round: &Round) {
        while run.stage == RunStage::Shopping {
            let action = taste::shop(run, round, self.position.options);
            let steps = self.player(run, round).act(&action);
            run.apply_all(&steps.unwrap_or(vec![Step::ShopLeft]));
        }
    }

    /// Draws the luck that the run waits for: a throw, or a shop.
    fn meet_luck(&self, run: &mut Run, round: &Round, luck: &Luck<'_>) {
        let steps = self.player(run, round).meet_drawn(luck);
        run.apply_all(&steps);
    }

    fn player<'b>(&'b self, run: &'b Run, round: &'b Round) -> RunPlayer<'b> {
        RunPlayer {
            run,
            round,
            options: self.position.options,
        }
    }
}

/// A run that is about to throw the dice of a round.
fn begun(run: &Run) -> Run {
    let mut run = run.clone();
    run.begin();
    run
}

/// How well a round goes, from 0 to 1.
fn drawn_part(round: Round, luck: &Luck<'_>) -> f64 {
    let drawn = luck.named(&format!("rollout/{}", round.number)).next_u32();
    f64::from(drawn) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DiceHands;
    use kernel::{Game, Input, Key, Seat, Seen, Sight, Turn, Viewer, bot};

    const SEAT: Seat = Seat(0);

    /// Runs that are about even: the first target is far above that of real runs.
    fn options(seats: u8) -> Options {
        Options {
            seats,
            first_target: 105,
            win_round: 4,
            ..Options::default()
        }
    }

    fn position<'a>(game: &'a DiceHands, round: &'a Round) -> Position<'a> {
        Position {
            run: &game.runs[SEAT],
            round,
            options: &game.table.options,
            seat: SEAT,
            shown: &game.shown,
        }
    }

    fn first_round(options: &Options) -> Round {
        Round {
            number: 1,
            target: options.first_target.into(),
            boss: None,
        }
    }

    /// Whether the bot that rollouts imagine wins a run.
    fn wins(options: &Options, seed: u64) -> bool {
        let hard = bot::<DiceHands>("hard").expect("a bot");
        let mut game = DiceHands::new(options.clone()).expect("a game");
        let key = Key::from_seed(seed);
        for n in 0.. {
            let input = match game.turn() {
                Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
                Turn::Over => break,
                Turn::Seats(_) => {
                    let sight = Sight {
                        seat: SEAT,
                        view: &Seen::view(&game, Viewer::Seat(SEAT)),
                        legal: &game.legal_actions(SEAT),
                    };
                    let action = (hard.choose)(&sight, &mut key.stream(&format!("bot/{n}")));
                    Input::Act { seat: SEAT, action }
                }
            };
            for event in game.decide(&input).expect("what a bot does is legal") {
                game.evolve(&event);
            }
        }
        game.run(SEAT).passed >= options.win_round.into()
    }

    #[test]
    fn what_is_imagined_comes_true_as_often() {
        const FUTURES: u64 = 100;
        const RUNS: u64 = 600;
        let options = options(1);
        let game = DiceHands::at_start(options.clone());
        let round = first_round(&options);
        let mut rollouts = Rollouts::new(position(&game, &round));
        let start = begun(&game.runs[SEAT]);
        let imagined = (0..FUTURES).map(|seed| {
            let endings =
                rollouts.follow(start.clone(), round, &Key::from_seed(seed).draw(0), None);
            chance_to_win(&endings, &[], &options)
        });
        let imagined = imagined.sum::<f64>() / FUTURES as f64;
        let won = (0..RUNS).filter(|&seed| wins(&options, 1_000 + seed));
        let came_true = won.count() as f64 / RUNS as f64;
        assert!((0.2..0.8).contains(&imagined), "{imagined}");
        let error = (imagined * (1.0 - imagined) / RUNS as f64).sqrt();
        // Three standard errors, and a little for the dice that count as normal ones; the seeds are
        // fixed.
        assert!(
            (came_true - imagined).abs() < 3.0 * error + 0.01,
            "{came_true} {imagined}"
        );
    }

    #[test]
    fn chances_of_a_rollout_are_one_together() {
        for seats in [1, 3] {
            let options = options(seats);
            each_rollout(&options, |rollouts, key| {
                let rivals = rollouts.rivals(&key.draw(0));
                assert_eq!(rivals.len(), usize::from(seats) - 1);
                let (failed, passed) = rollouts.follow_round(&key.draw(0));
                assert_eq!((failed.0, failed.1.passed), (1.0, 0));
                for endings in rivals.iter().chain([&passed]) {
                    let all: f64 = endings.iter().map(|(chance, _)| chance).sum();
                    assert!((all - 1.0).abs() < 2.0 * NEGLIGIBLE, "{endings:?}");
                }
                let chance = chance_to_win(&passed, &rivals, &options);
                let lost = chance_to_win(&[failed], &rivals, &options);
                assert!((0.0..=1.0).contains(&lost) && (lost..=1.0).contains(&chance));
            });
        }
    }

    /// Equal players win a race for two half the time.
    #[test]
    fn a_race_of_equals_is_even() {
        let options = options(2);
        each_rollout(&options, |rollouts, key| {
            let rivals = rollouts.rivals(&key.draw(0));
            let chance = chance_to_win(&rivals[0], &rivals, &options);
            assert!((chance - 0.5).abs() < 0.001, "{chance}");
        });
    }

    /// Rollouts from the start of a game with these options, with twenty kinds of luck.
    fn each_rollout(options: &Options, look: impl Fn(&mut Rollouts<'_>, &Key)) {
        let game = DiceHands::at_start(options.clone());
        let round = first_round(options);
        let mut rollouts = Rollouts::new(position(&game, &round));
        for seed in 0..20 {
            look(&mut rollouts, &Key::from_seed(seed));
        }
    }
}
