//! The games that look alike to a viewer of a race.
//!
//! A viewer knows what all owned when the round began, everything that has happened in its own run
//! since, how often each rival has rerolled, whose dice are in the air and who has scored. Luck is
//! the same for all: the rivals' dice fall as the viewer's own luck says wherever it has seen it
//! ([`Supposed`]). A rival with the same dice has made the same first throw. Luck that the viewer
//! has not seen is drawn, once for all rivals.
//!
//! The rivals' choices are not luck and have no known chances. Every choice is drawn from all
//! possible ones: the dice that are thrown again, the faces of wild dice, the purchases, and
//! whether a seat whose score passed is still in its shop. One more fact is known: if all have
//! scored and the round goes on, somebody is in a shop.

use crate::layout::lay_out;
use crate::run::{Run, RunPlayer, RunStage, RunStep};
use crate::state::{Action, DiceHands, Fortune, Phase, PublicTable};
use crate::supposed::Supposed;
use crate::view::View;
use kernel::{Imagine, Rng, Seat, Viewer};
use pieces::Die;

/// The number of tries to draw a game that agrees with the round going on.
const BLIND: usize = 60;

/// The number of further tries with rivals who throw for a better score: chance alone may not pass
/// a hard round.
const EAGER: usize = 60;

/// The assumed play of rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Play {
    /// They do anything.
    Blind,
    /// They throw dice again that no hand uses, and set wild dice to the best faces.
    Eager,
    /// The last resort: their score passes in any case.
    Passing,
}

impl Imagine for DiceHands {
    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> DiceHands {
        let mut game = known(view, viewer);
        let table = &view.table;
        if !table.options.is_race() || table.phase != Phase::Playing {
            return game;
        }
        let blind = std::iter::repeat_n(Play::Blind, BLIND);
        let eager = std::iter::repeat_n(Play::Eager, EAGER);
        for play in blind.chain(eager).chain([Play::Passing]) {
            imagine_rivals(&mut game, view, viewer, play, rng);
            if !game.waiting().is_empty() || !game.asked().is_empty() {
                break;
            }
        }
        game
    }
}

/// The game as far as the viewer knows it.
fn known(view: &View, viewer: Viewer) -> DiceHands {
    let mut game = DiceHands {
        table: view.table.clone(),
        runs: view.shown.clone(),
        paths: view.shown.map(|_, _| Vec::new()),
        shown: view.shown.clone(),
    };
    if let (Some(seat), Some(own)) = (viewer.seat(), &view.own) {
        game.runs[seat] = own.clone();
        game.paths[seat].clone_from(&view.path);
    }
    game
}

fn imagine_rivals(game: &mut DiceHands, view: &View, viewer: Viewer, play: Play, rng: &mut Rng) {
    let round = &view.table.round;
    let own = viewer.seat().filter(|_| !view.path.is_empty());
    let luck = match own {
        Some(seat) => {
            let start = begun(&view.shown[seat]);
            Supposed::along(start, &view.path, round, &view.table.options, rng)
        }
        None => Supposed::anyhow(round, rng),
    };
    for (seat, start) in view.shown.iter() {
        if viewer.is(seat) || start.is_out() {
            continue;
        }
        let mut rival = Rival {
            run: begun(start),
            path: Vec::new(),
            table: &view.table,
            luck: &luck,
            play,
        };
        rival.go(seat, rng);
        game.runs[seat] = rival.run;
        game.paths[seat] = rival.path;
    }
}

/// A run at the start of the round. A seat that has scored is shown at rest.
fn begun(shown: &Run) -> Run {
    let mut run = shown.clone();
    run.begin();
    run
}

/// A run that is imagined from the start of the round.
struct Rival<'a> {
    run: Run,
    path: Vec<RunStep>,
    table: &'a PublicTable,
    luck: &'a Supposed,
    play: Play,
}

impl Rival<'_> {
    /// Plays up to the known state of the seat.
    fn go(&mut self, seat: Seat, rng: &mut Rng) {
        let in_the_air = self.table.waiting.contains(seat);
        for _ in 0..self.table.rerolled[seat] {
            self.meet_luck();
            let dice = self.pick(rng);
            self.act(&Action::Reroll { dice });
        }
        if in_the_air {
            return;
        }
        self.meet_luck();
        if self.table.finished.contains(seat) {
            self.set_wild_dice(rng);
            self.score();
            if self.table.awaits_luck(&self.run) {
                self.meet_luck();
                self.shop(rng);
            }
        }
    }

    fn player(&self) -> RunPlayer<'_> {
        RunPlayer {
            run: &self.run,
            round: &self.table.round,
            options: &self.table.options,
        }
    }

    fn take(&mut self, steps: Vec<RunStep>) {
        self.run.apply_all(&steps);
        self.path.extend(steps);
    }

    fn act(&mut self, action: &Action) {
        let steps = self.player().act(action);
        self.take(steps.unwrap_or_default());
    }

    fn meet_luck(&mut self) {
        let mut fortune = self.player().draw(self.luck);
        if let Some(Fortune::Throw { locked, .. }) = &mut fortune
            && !locked.is_empty()
            && let Some(same) = self.luck.locked(self.run.dice.len())
        {
            *locked = same.to_vec();
        }
        let steps = fortune.and_then(|fortune| self.player().meet(&fortune));
        self.take(steps.unwrap_or_default());
    }

    /// Some dice to throw again, at least one.
    fn pick(&self, rng: &mut Rng) -> Vec<u8> {
        let dice = (0..).zip(&self.run.dice);
        let free: Vec<u8> = dice
            .filter(|(_, die)| !die.locked)
            .map(|(place, _)| place)
            .collect();
        let picked: Vec<u8> = match self.play {
            Play::Blind => free.iter().copied().filter(|_| rng.below(2) == 0).collect(),
            Play::Eager | Play::Passing => {
                let hands = self.hands();
                let loose = |place: &u8| hands.get(usize::from(*place)) == Some(&None);
                free.iter().copied().filter(loose).collect()
            }
        };
        if picked.is_empty() {
            rng.choose(&free).copied().into_iter().collect()
        } else {
            picked
        }
    }

    /// The hand that each die belongs to, as the dice lie.
    fn hands(&self) -> Vec<Option<usize>> {
        let boss = self.table.round.boss;
        let score = self.run.score(self.table.options.rules, boss);
        score.map_or_else(
            |_| Vec::new(),
            |score| lay_out(&self.run.scoring_dice(boss), score.split()),
        )
    }

    fn set_wild_dice(&mut self, rng: &mut Rng) {
        let boss = self.table.round.boss;
        let settings: Vec<(u8, Die)> = match self.play {
            Play::Blind => {
                let mut any = |die| rng.choose(&Die::ALL).map(|&face| (die, face));
                let dice = self.run.settable(boss).into_iter();
                dice.filter_map(&mut any).collect()
            }
            _ => self.run.best_setting(self.table.options.rules, boss),
        };
        for (die, face) in settings {
            // A die that shows this face already is left alone.
            self.act(&Action::SetWild { die, face });
        }
    }

    fn score(&mut self) {
        let mut steps = self.player().score();
        if let (Play::Passing, [RunStep::Scored { passed, .. }]) = (self.play, steps.as_mut_slice())
        {
            *passed = true;
        }
        self.take(steps);
    }

    /// Buys anything, and may have left. Rivals whom only the last resort lets pass are all still
    /// there.
    fn shop(&mut self, rng: &mut Rng) {
        while self.run.stage == RunStage::Shopping && self.play != Play::Passing && rng.below(3) > 0
        {
            let actions = self.player().legal_actions();
            let Some(action) = rng.choose(&actions).cloned() else {
                return;
            };
            self.act(&action);
        }
    }
}
