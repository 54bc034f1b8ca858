//! The future of a run: the rounds and shops to come, imagined to the end of the game.
//!
//! A rollout has its own luck, which draws bosses and shops; purchases follow taste. The dice are
//! thrown exactly: the reroll tables give every way in which a round may end
//! ([`outlook`](super::outlook)). Passing is not drawn. A rollout is a [`Course`], a list of rounds
//! with their chances, and therefore few rollouts are enough. Only the pay of a passed round is
//! drawn, because it decides what can be bought.
//!
//! In a race all dice of a round fall by the same luck for everybody. Two runs with the same
//! possessions therefore pass or fail together and score the same, and two others nearly so
//! ([`likeness`](super::likeness)).
//!
//! The luck of the real game is never looked at.

use super::likeness::{Leg, SeenRound, chance_ahead, likeness};
use super::outlook::{Outlook, Outlooks, Points};
use super::{Position, taste};
use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::options::Options;
use crate::run::{Round, Run, RunPlayer, RunStage, RunStep};
use kernel::Luck;
use std::rc::Rc;

/// A branch less likely than this is not followed further.
const NEGLIGIBLE: f64 = 0.000_1;

/// The imagined rest of a game for a run.
#[derive(Debug, Clone)]
pub(super) struct Course {
    /// The rounds that it has passed.
    passed: u32,
    /// The points that it has.
    total: i32,
    /// The number of its first round to come.
    first: u32,
    /// The rounds to come, until the game ends or the run is nearly certainly out.
    legs: Vec<Leg>,
}

/// The state of a course in some round.
enum At<'a> {
    /// It has passed the round.
    Passed,
    In(&'a Leg),
    /// It is out.
    Out,
}

impl Course {
    /// Returns the same course with another first round.
    pub(super) fn beginning(&self, leg: Leg) -> Course {
        let mut course = self.clone();
        course.legs[0] = leg;
        course
    }

    /// The possible endings of the first round to come, before its dice are thrown. There is one: a
    /// course is followed as far as its first round.
    pub(super) fn begins(&self) -> &Rc<Outlook> {
        &self.legs[0].before
    }

    /// The chance of passing the first round to come.
    pub(super) fn passes(&self) -> f64 {
        self.legs.first().map_or(0.0, |leg| leg.passes)
    }

    fn at(&self, round: u32) -> At<'_> {
        match round.checked_sub(self.first) {
            None => At::Passed,
            Some(place) => self.legs.get(place as usize).map_or(At::Out, At::In),
        }
    }

    /// The chance of passing the round that wins.
    fn wins_alone(&self, options: &Options) -> f64 {
        let legs = u32::from(options.win_round).saturating_sub(self.passed) as usize;
        match legs <= self.legs.len() {
            true => self.legs[..legs].iter().map(|leg| leg.passes).product(),
            false => 0.0,
        }
    }

    /// The chance of being ahead of another at the end: by rounds, then by points.
    fn beats(&self, other: &Course, last: u32) -> f64 {
        let mut gap = Points::exactly(self.total.saturating_sub(other.total));
        // The chance that both are still in, and the chance of having won by then.
        let (mut both, mut won) = (1.0, 0.0);
        for round in self.first.min(other.first)..=last {
            match (self.at(round), other.at(round)) {
                (At::Passed, At::Passed) => {}
                (At::Passed, At::In(theirs)) => {
                    won += both * (1.0 - theirs.passes);
                    both *= theirs.passes;
                    gap = gap.and(theirs.passing.negative());
                }
                (At::In(mine), At::Passed) => {
                    both *= mine.passes;
                    gap = gap.and(mine.passing);
                }
                (At::In(mine), At::In(theirs)) => {
                    let alike = likeness(mine, theirs);
                    let together = alike.together(mine.passes, theirs.passes);
                    let fail = 1.0 - mine.passes - theirs.passes + together;
                    let failing = alike.gap(mine.failing, theirs.failing);
                    won += both * (mine.passes - together);
                    won += both * fail * chance_ahead(gap.and(failing));
                    both *= together;
                    gap = gap.and(alike.gap(mine.passing, theirs.passing));
                }
                (At::In(_) | At::Passed, At::Out) => return won + both,
                (At::Out, _) => return won,
            }
        }
        won + both * chance_ahead(gap)
    }
}

/// The chance of winning with this course: against the others in a race, otherwise by passing the
/// winning round.
pub(super) fn chance_to_win(mine: &Course, rivals: &[Course], options: &Options) -> f64 {
    if !options.is_race() {
        return mine.wins_alone(options);
    }
    let last = options.win_round.into();
    // The odds against each rival add up: of equals each wins equally often.
    let against = rivals.iter().map(|rival| {
        let beats = mine.beats(rival, last).max(f64::MIN_POSITIVE);
        (1.0 - beats).max(0.0) / beats
    });
    1.0 / (1.0 + against.sum::<f64>())
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

    /// The rest of the game for each of the others with this luck. `own` is how this round ends for
    /// the seat itself, as far as it is known: a lucky seat must assume that the others were lucky
    /// too. `mine` is its own course as taste would have it, which is also that of everyone who had
    /// the same possessions when the round began.
    pub(super) fn rivals(&mut self, luck: &Luck<'_>, own: &Outlook, mine: &Course) -> Vec<Course> {
        let Position {
            seat, shown, round, ..
        } = self.position;
        let Some(start) = shown.get(seat).filter(|_| shown.len() > 1) else {
            return Vec::new();
        };
        let seen = SeenRound::new(self.before_throwing(start, luck), own);
        let others = shown.iter().filter(|(other, _)| *other != seat);
        let mut rivals = Vec::new();
        for (_, run) in others {
            rivals.push(if run.is_out() {
                Course {
                    passed: run.passed,
                    total: run.total,
                    first: run.passed + 1,
                    legs: Vec::new(),
                }
            } else if is_twin(start, run) {
                let gained = mine.total.saturating_sub(start.total);
                Course {
                    total: run.total.saturating_add(gained),
                    ..mine.clone()
                }
            } else {
                self.follow(begun(run), *round, luck, Some(&seen))
            });
        }
        rivals
    }

    /// The possible ends of this round for a run that is about to throw its dice.
    fn before_throwing(&mut self, run: &Run, luck: &Luck<'_>) -> Rc<Outlook> {
        let mut start = begun(run);
        self.meet_luck(&mut start, self.position.round, luck);
        self.outlooks.of(&start, self.position.round)
    }

    /// The rest of the game for a run that is in a shop of this round.
    pub(super) fn follow_shop(&mut self, run: &Run, luck: &Luck<'_>) -> Course {
        self.follow(run.clone(), *self.position.round, luck, None)
    }

    /// The rest of the game for the seat, from the start of this round.
    pub(super) fn follow_round(&mut self, luck: &Luck<'_>) -> Course {
        let run = begun(self.position.run);
        self.follow(run, *self.position.round, luck, None)
    }

    /// Follows a run that is in a shop or about to throw its dice; `seen` tells how they fall in
    /// that round, if something of it is known.
    fn follow(
        &mut self,
        mut run: Run,
        mut round: Round,
        luck: &Luck<'_>,
        mut seen: Option<&SeenRound>,
    ) -> Course {
        let last = u32::from(self.position.options.win_round);
        let throws = matches!(run.stage, RunStage::Throwing(_));
        let mut course = Course {
            passed: run.passed,
            total: run.total,
            first: round.number + u32::from(!throws),
            legs: Vec::new(),
        };
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
            let part = drawn_part(round, luck);
            let seen = seen.take();
            let part = seen.map_or(part, |seen| seen.part(&outlook).unwrap_or(part));
            course.legs.push(match seen {
                Some(seen) => seen.leg(&outlook),
                None => Leg::of(&outlook),
            });
            chance *= outlook.passes;
            let Some(ending) = outlook.ending(part).filter(|_| chance >= NEGLIGIBLE) else {
                return course;
            };
            if round.number >= last {
                return course;
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
            run.apply_all(&steps.unwrap_or(vec![RunStep::ShopLeft]));
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

/// Whether two runs will meet the same dice and shops, and can do the same.
fn is_twin(one: &Run, other: &Run) -> bool {
    let kinds = |run: &Run| -> Vec<DieKind> { run.dice.iter().map(|die| die.kind).collect() };
    kinds(one) == kinds(other)
        && one.levels == other.levels
        && one.items == other.items
        && one.cash == other.cash
}

/// A run that is about to throw the dice of a round.
fn begun(run: &Run) -> Run {
    let mut run = run.clone();
    run.begin();
    run
}

/// The luck of a round, from 0 (worst) to 1 (best).
fn drawn_part(round: Round, luck: &Luck<'_>) -> f64 {
    let drawn = luck.named(&format!("rollout/{}", round.number)).next_u32();
    f64::from(drawn) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DiceHands;
    use crate::throw::RunDie;
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
            let course = rollouts.follow(start.clone(), round, &Key::from_seed(seed).draw(0), None);
            chance_to_win(&course, &[], &options)
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
    fn chances_of_a_race_are_one_together() {
        for seats in [2, 3] {
            let options = options(seats);
            let start = DiceHands::at_start(options.clone());
            let mut game = start.clone();
            // One has an advantage: two runs differ, and the rest are equal.
            game.runs[SEAT].dice.push(RunDie::new(DieKind::Normal));
            game.shown = game.runs.clone();
            let round = first_round(&options);
            let course = |seat, luck: &Luck<'_>| {
                let at = Position {
                    seat,
                    run: &game.runs[seat],
                    ..position(&game, &round)
                };
                Rollouts::new(at).follow_round(luck)
            };
            for seed in 0..20 {
                let key = Key::from_seed(seed);
                let courses: Vec<Course> = Seat::all(seats)
                    .map(|seat| course(seat, &key.draw(0)))
                    .collect();
                let chances: Vec<f64> = (0..courses.len())
                    .map(|mine| {
                        let mut rivals = courses.clone();
                        let mine = rivals.remove(mine);
                        chance_to_win(&mine, &rivals, &options)
                    })
                    .collect();
                let all: f64 = chances.iter().sum();
                assert!((all - 1.0).abs() < 0.03, "{seats} {all}: {chances:?}");
                assert!(chances[0] > chances[1], "{chances:?}");
            }
        }
    }

    /// Equal players win equally often.
    #[test]
    fn a_race_of_equals_is_even() {
        for seats in [2, 3, 4] {
            let options = options(seats);
            each_rollout(&options, |rollouts, key| {
                let course = rollouts.follow_round(&key.draw(0));
                let now = Rc::clone(course.begins());
                let rivals = rollouts.rivals(&key.draw(0), &now, &course);
                assert_eq!(rivals.len(), usize::from(seats) - 1);
                let chance = chance_to_win(&course, &rivals, &options);
                let even = 1.0 / f64::from(seats);
                assert!((chance - even).abs() < 0.001, "{seats} {chance}");
            });
        }
    }

    /// The leader stays ahead if both have the same dice and the same luck.
    #[test]
    fn a_lead_over_an_equal_is_a_win() {
        let options = options(2);
        let mut game = DiceHands::at_start(options.clone());
        game.runs[SEAT].total = 30;
        game.shown = game.runs.clone();
        let round = first_round(&options);
        let mut rollouts = Rollouts::new(position(&game, &round));
        let key = Key::from_seed(1);
        let course = rollouts.follow_round(&key.draw(0));
        let now = Rc::clone(course.begins());
        let rivals = rollouts.rivals(&key.draw(0), &now, &course);
        let chance = chance_to_win(&course, &rivals, &options);
        assert!(chance > 0.999, "{chance}");
        // A rival with one more die is not an equal.
        game.runs[Seat(1)].dice.push(RunDie::new(DieKind::Normal));
        game.shown = game.runs.clone();
        let mut rollouts = Rollouts::new(position(&game, &round));
        let rivals = rollouts.rivals(&key.draw(0), &now, &course);
        let chance = chance_to_win(&course, &rivals, &options);
        assert!(chance < 0.5, "{chance}");
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
