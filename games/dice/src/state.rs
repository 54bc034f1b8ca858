//! The state of a game and how events change it.
//!
//! The state is in three parts: [`Table`], which everybody sees; the runs as
//! they truly are; and the runs as everybody last saw them. Alone these two are the same.
//! In a race a seat's steps are secret: they change its true run at once, and what
//! the others see only when the round has ended for everyone.

use crate::boss::Boss;
use crate::options::Options;
use crate::run::{Round, Run, Step};
use crate::shop::Good;
use crate::throw::Fall;
use kernel::{BySeat, BySide, Seat, SeatSet, Side, Veiled};
use pieces::Die;
use serde::{Deserialize, Serialize};

/// A game of dice hands, the whole truth: one run, or a race of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceHands {
    pub(crate) table: Table,
    /// The runs as they are.
    pub(crate) runs: BySeat<Run>,
    /// The runs as everybody last saw them.
    pub(crate) shown: BySeat<Run>,
}

/// What everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// What the table chose.
    pub options: Options,
    /// Where in the game we are.
    pub phase: Phase,
    /// The round that is played, or was played last.
    pub round: Round,
    /// Who waits for luck.
    pub waiting: SeatSet,
    /// Who has finished the round, or was out before it.
    pub finished: SeatSet,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// Where in the game we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The next round is about to start.
    Starting,
    /// The round is played.
    Playing,
    /// The game is over.
    Over,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won: alone, who passed the last round of a run; in a race the best.
    pub winners: Vec<Side>,
    /// How many rounds each seat passed.
    pub passed: BySeat<u32>,
    /// What each seat scored in all its rounds.
    pub totals: BySeat<i32>,
}

/// What a seat may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Throw these dice again.
    Reroll {
        /// Their places, in any order.
        dice: Vec<u8>,
    },
    /// Set a wild die.
    SetWild {
        /// Its place.
        die: u8,
        /// The face it shall show.
        face: Die,
    },
    /// Score the dice as they lie.
    ScoreDice,
    /// Buy something.
    Buy {
        /// The number of the offer.
        offer: u8,
        /// For a die: the place of the one that it replaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replace: Option<u8>,
    },
    /// Leave the shop, which ends the round.
    LeaveShop,
    /// Stop a run that is won.
    StopRun,
}

/// How luck may turn out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// The boss, when a round with one starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boss: Option<Boss>,
    /// What happens to each seat that waits for luck, in order of seats.
    pub served: Vec<Served>,
}

/// What luck does to one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// Whose luck.
    pub seat: Seat,
    /// What it is.
    pub fortune: Fortune,
}

/// Luck that a run waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// Its dice are thrown.
    Throw {
        /// The dice that the lockdown takes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        locked: Vec<u8>,
        /// How each thrown die falls, in order of places.
        falls: Vec<Fall>,
    },
    /// Its shop is filled.
    Shop {
        /// The die that the collector takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        collected: Option<u8>,
        /// The dice, then the upgrades, then the items.
        goods: Vec<Good>,
    },
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round started.
    RoundStarted(Round),
    /// A seat did something, or luck did something to it.
    Step {
        /// Who.
        seat: Seat,
        /// Whether only that seat may see it before the round has ended.
        secret: bool,
        /// Whether the seat now waits for luck.
        waits: bool,
        /// What.
        step: Veiled<Step>,
    },
    /// A seat finished the round.
    Finished {
        /// Who.
        seat: Seat,
    },
    /// Everyone has finished the round.
    RoundEnded {
        /// The runs as they are, where they were secret; else nothing.
        revealed: BySeat<Run>,
    },
    /// The game ended.
    Ended(Outcome),
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
            table: Table {
                options,
                phase: Phase::Starting,
                round,
                waiting: SeatSet::EMPTY,
                finished: SeatSet::EMPTY,
                outcome: None,
            },
            shown: runs.clone(),
            runs,
        }
    }

    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The run of a seat as it is.
    pub fn run(&self, seat: Seat) -> &Run {
        &self.runs[seat]
    }

    /// What an event adds to the scores that everybody sees.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn award(&self, event: &Event) -> Vec<(Side, i32)> {
        let gain = |seat: Seat, run: &Run| (Side(seat.0), run.total - self.shown[seat].total);
        match event {
            Event::Step {
                seat,
                secret: false,
                step: Veiled::Known(step @ Step::Scored { .. }),
                ..
            } => {
                let mut run = self.shown[*seat].clone();
                run.apply(step);
                vec![gain(*seat, &run)]
            }
            Event::RoundEnded { revealed } => {
                revealed.iter().map(|(seat, run)| gain(seat, run)).collect()
            }
            // A secret step is not seen, and no other step scores.
            Event::RoundStarted(_)
            | Event::Step { .. }
            | Event::Finished { .. }
            | Event::Ended(_) => Vec::new(),
        }
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::RoundStarted(round) => self.start_round(*round),
            Event::Step {
                seat,
                secret,
                waits,
                step,
            } => {
                if *waits {
                    self.table.waiting.insert(*seat);
                } else {
                    self.table.waiting.remove(*seat);
                }
                if let Some(step) = step.known() {
                    self.runs[*seat].apply(step);
                    if !secret {
                        self.shown[*seat].apply(step);
                    }
                }
            }
            Event::Finished { seat } => {
                self.table.waiting.remove(*seat);
                self.table.finished.insert(*seat);
                self.runs[*seat].rest();
                self.shown[*seat].rest();
            }
            Event::RoundEnded { revealed } => {
                for (seat, run) in revealed.iter() {
                    self.shown[seat] = run.clone();
                }
                self.table.phase = Phase::Starting;
            }
            Event::Ended(outcome) => {
                self.table.outcome = Some(outcome.clone());
                self.table.phase = Phase::Over;
            }
        }
    }

    fn start_round(&mut self, round: Round) {
        self.table.round = round;
        self.table.phase = Phase::Playing;
        self.table.finished = SeatSet::EMPTY;
        self.table.waiting = SeatSet::EMPTY;
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

impl Table {
    /// The seats that are still at work on the round.
    pub fn busy(&self) -> SeatSet {
        Seat::all(self.options.seats)
            .filter(|&seat| !self.finished.contains(seat))
            .collect()
    }

    /// The round after this one, with this boss.
    pub(crate) fn next_round(&self, boss: Option<Boss>) -> Round {
        self.round.next(&self.options, boss)
    }

    /// Whether this round is the last of a race.
    pub(crate) fn is_last_of_race(&self) -> bool {
        self.options.is_race() && self.round.number >= self.options.win_round.into()
    }
}

impl Outcome {
    /// Alone a run is won by passing the round that wins; a race by passing more
    /// rounds than the others, then by scoring more.
    pub(crate) fn of(options: &Options, runs: &BySeat<Run>) -> Outcome {
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
        Outcome {
            winners: winners.map(|(seat, _)| Side(seat.0)).collect(),
            passed: runs.map(|_, run| run.passed),
            totals: runs.map(|_, run| run.total),
        }
    }
}

/// The scores of runs, one side for each.
pub(crate) fn scores(runs: &BySeat<Run>) -> BySide<i32> {
    BySide::from_fn(runs.len() as u8, |side| runs[Seat(side.0)].total)
}
