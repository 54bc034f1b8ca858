//! The state of a game and how events change it.
//!
//! The state has three parts: [`PublicTable`], which everybody sees; the true runs, with the steps of
//! this round; and the runs as everybody last saw them. Alone the last two are the same. In a race
//! a seat's steps are secret: they change its true run at once, and the others' view of it only
//! when the round has ended for everyone. Until then the others see that a seat throws dice again
//! and that it has scored, but never whether the score was enough, nor what the seat does
//! afterwards.

mod action;
mod chance;
mod event;
mod table;

pub use action::Action;
pub use chance::{Chance, Fortune, Served};
pub use event::Event;
pub use table::{Phase, PublicTable};

use crate::options::Options;
use crate::run::{Round, Run, RunStage, RunStep};
use kernel::{BySeat, BySide, Seat, SeatSet, Side};

/// A game of dice hands, the whole truth: one run, or a race of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceHands {
    pub(crate) table: PublicTable,
    /// The true runs.
    pub(crate) runs: BySeat<Run>,
    /// The steps of each seat of a race in this round; nobody else knows them.
    pub(crate) paths: BySeat<Vec<RunStep>>,
    /// The runs as everybody last saw them.
    pub(crate) shown: BySeat<Run>,
}

impl DiceHands {
    /// A game with these options before anything has happened.
    pub(crate) fn at_start(options: Options) -> DiceHands {
        let runs = BySeat::from_fn(options.seats, |_| Run::at_start(&options));
        let round = Round {
            number: 0,
            target: 0,
            boss: None,
        };
        DiceHands {
            table: PublicTable {
                options,
                phase: Phase::Starting,
                round,
                waiting: SeatSet::EMPTY,
                rerolled: runs.map(|_, _| 0),
                finished: SeatSet::EMPTY,
                winners: None,
            },
            paths: runs.map(|_, _| Vec::new()),
            shown: runs.clone(),
            runs,
        }
    }

    /// The public table.
    pub const fn table(&self) -> &PublicTable {
        &self.table
    }

    /// The true run of a seat.
    pub fn run(&self, seat: Seat) -> &Run {
        &self.runs[seat]
    }

    /// The points that an event adds to the public scores.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn award(&self, event: &Event) -> Vec<(Side, i32)> {
        let gain = |seat: Seat, run: &Run| (Side(seat.0), run.total - self.shown[seat].total);
        match event {
            Event::Step {
                seat,
                secret: false,
                step: step @ RunStep::Scored { .. },
            } => {
                let mut run = self.shown[*seat].clone();
                run.apply(step);
                vec![gain(*seat, &run)]
            }
            Event::RoundEnded => {
                let runs = self.runs.iter();
                runs.map(|(seat, run)| gain(seat, run)).collect()
            }
            // A secret step is not seen, and no other step scores.
            Event::RoundStarted(_)
            | Event::Step { .. }
            | Event::Finished { .. }
            | Event::Rerolling { .. }
            | Event::Ended { .. } => Vec::new(),
        }
    }

    /// The seats that wait for luck: their dice are in the air, or their shop must be filled.
    pub(crate) fn waiting(&self) -> SeatSet {
        let waits = |&seat: &Seat| self.table.awaits_luck(&self.runs[seat]);
        Seat::all(self.table.options.seats).filter(waits).collect()
    }

    /// The seats that may act when no luck is due.
    pub(crate) fn asked(&self) -> SeatSet {
        let asked = |&seat: &Seat| self.runs[seat].is_asked();
        Seat::all(self.table.options.seats).filter(asked).collect()
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::RoundStarted(round) => self.start_round(*round),
            Event::Rerolling { seat } => self.table.rerolled[*seat] += 1,
            Event::Step { seat, secret, step } => self.take(*seat, *secret, step),
            Event::Finished { seat } => {
                self.table.finished.insert(*seat);
                self.shown[*seat].rest();
            }
            Event::RoundEnded => {
                for seat in Seat::all(self.table.options.seats) {
                    self.runs[seat].rest();
                    self.paths[seat].clear();
                }
                self.shown = self.runs.clone();
                self.table.phase = Phase::Starting;
            }
            Event::Ended { winners } => {
                self.table.winners = Some(winners.clone());
                self.table.phase = Phase::Over;
            }
        }
    }

    fn take(&mut self, seat: Seat, secret: bool, step: &RunStep) {
        self.runs[seat].apply(step);
        if secret {
            self.paths[seat].push(step.clone());
        } else {
            self.shown[seat].apply(step);
        }
        // A throw is not secret: the first of a round comes for all, and the others are announced.
        match self.runs[seat].stage {
            RunStage::Throwing(_) => self.table.waiting.insert(seat),
            _ => self.table.waiting.remove(seat),
        }
    }

    fn start_round(&mut self, round: Round) {
        self.table.round = round;
        self.table.phase = Phase::Playing;
        self.table.finished = SeatSet::EMPTY;
        self.table.waiting = SeatSet::EMPTY;
        self.table.rerolled = self.runs.map(|_, _| 0);
        for seat in Seat::all(self.table.options.seats) {
            if self.runs[seat].is_out() {
                self.table.finished.insert(seat);
            } else {
                self.table.waiting.insert(seat);
                self.runs[seat].begin();
                self.shown[seat].begin();
            }
        }
    }
}

/// The winners with these runs. A run alone wins by passing the winning round; a race is won by
/// passing more rounds than the others, then by scoring more.
pub(crate) fn winners(options: &Options, runs: &BySeat<Run>) -> Vec<Side> {
    let rank = |run: &Run| (run.passed, run.total);
    let best = runs.values().map(rank).max();
    let wins = |run: &Run| {
        if options.is_race() {
            Some(rank(run)) == best
        } else {
            run.passed >= options.win_round.into()
        }
    };
    let winners = runs.iter().filter(|(_, run)| wins(run));
    winners.map(|(seat, _)| Side(seat.0)).collect()
}

/// The scores of runs, one side for each.
pub(crate) fn scores(runs: &BySeat<Run>) -> BySide<i32> {
    BySide::from_fn(runs.len() as u8, |side| runs[Seat(side.0)].total)
}
