//! Checks step by step whether the luck of a journal was fair.
//!
//! Everything is computed again from what is public when a game is over: the commitment from the
//! secret, the key from secret and entropy, every draw from the key, and every event from its
//! input. The report names each step: a reader sees what was checked and not only that something
//! was.

use std::borrow::Cow;

use kernel::{AnyGame, Key, Kind, Step, Turn};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deal::Deal;
use crate::entry::{DecidedRun, Entry, Fact, GameEnd};
use crate::fair::{self, Secret};
use crate::restore::today;

/// The report of a verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Report {
    /// The games of the table, in order.
    pub games: Vec<GameReport>,
}

impl Report {
    /// Whether there is a finished game and therefore something to check.
    pub fn has_finished(&self) -> bool {
        self.games.iter().any(|game| game.finished)
    }

    /// Whether there is a finished game, and every step of every finished game is right.
    pub fn is_good(&self) -> bool {
        let mut finished = self.games.iter().filter(|game| game.finished).peekable();
        finished.peek().is_some() && finished.all(|game| game.checks.iter().all(|check| check.ok))
    }
}

/// Whether the luck of a table's finished games was fair.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Verified {
    /// Whether every step of every finished game is right.
    pub good: bool,
    /// The games of the table, in order.
    pub games: Vec<GameReport>,
}

impl Verified {
    /// The verdict on a public journal; `None` if no game of it is over.
    pub fn of(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
    ) -> Option<Verified> {
        let report = verify(entries, find);
        report.has_finished().then(|| Verified {
            good: report.is_good(),
            games: report.games,
        })
    }
}

/// The report about one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameReport {
    /// The number of the game.
    pub number: u32,
    /// Whether it is over and its secret is public; before that nothing is checked. If others may
    /// still play with the same luck, the secret is revealed later than the end.
    pub finished: bool,
    /// Each step.
    pub checks: Vec<Check>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Check {
    /// The entry of the journal.
    pub entry: u64,
    /// The fact that was checked, in a sentence.
    pub what: String,
    /// Whether it is true.
    pub ok: bool,
}

/// Checks every finished game of a journal, whether public or the house's own.
pub fn verify(entries: &[Entry], find: impl Fn(&str) -> Option<&'static dyn Kind>) -> Report {
    let games = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| matches!(entry.fact, Fact::Started { .. }));
    let games = games.filter_map(|(place, _)| {
        let later = &entries[place + 1..];
        let next = later
            .iter()
            .position(|entry| matches!(entry.fact, Fact::Started { .. }));
        let game = &entries[place..=place + next.unwrap_or(later.len())];
        check_game(entries.first()?, game, &find)
    });
    Report {
        games: games.collect(),
    }
}

fn check_game(
    opened: &Entry,
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
) -> Option<GameReport> {
    let (first, _) = entries.split_first()?;
    let Fact::Started { number, .. } = &first.fact else {
        return None;
    };
    let mut report = GameReport {
        number: *number,
        finished: false,
        checks: Vec::new(),
    };
    let end = entries.iter().find_map(|entry| run(entry)?.end.as_ref());
    if let Some((end, secret)) = end.and_then(|end| Some((end, end.secret.as_ref()?))) {
        report.finished = true;
        report.check_all(opened, entries, (end, secret), find);
    }
    Some(report)
}

impl GameReport {
    fn check(&mut self, entry: u64, ok: bool, what: impl Into<String>) {
        let what = what.into();
        self.checks.push(Check { entry, what, ok });
    }

    fn check_all(
        &mut self,
        opened: &Entry,
        entries: &[Entry],
        (end, secret): (&GameEnd, &Secret),
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
    ) {
        let (
            Fact::Opened {
                code,
                game,
                rules_version,
                deal,
                ..
            },
            Some(first),
        ) = (&opened.fact, entries.first())
        else {
            return self.check(
                opened.seq,
                false,
                "the journal begins with the opening of its table",
            );
        };
        let Fact::Started {
            number,
            options,
            commitment,
            entropy,
            ..
        } = &first.fact
        else {
            return;
        };
        let kind = find(game);
        let entries: Option<Vec<Cow<'_, Entry>>> = kind.and_then(|kind| {
            let today = |entry| today(entry, kind, *rules_version).ok();
            entries.iter().map(today).collect()
        });
        let what = format!("this house knows version {rules_version} of the rules of {game}");
        self.check(opened.seq, entries.is_some(), what);
        let kept = secret.commitment() == *commitment;
        self.check(
            first.seq,
            kept,
            format!("the SHA-256 of the secret is the commitment {commitment}"),
        );
        let Some(Ok(mut game)) = kind.map(|kind| kind.start(options)) else {
            return self.check(first.seq, false, "a game begins with these options");
        };
        let name = deal
            .as_ref()
            .map_or_else(|| code.to_string(), Deal::to_string);
        let key = fair::key(secret, &name, *number, entropy);
        let entries = entries.unwrap_or_default();
        if !self.check_steps(&entries, &mut *game, &key) {
            return;
        }
        let last = entries.last().map_or(first.seq, |entry| entry.seq);
        let is_over = game.turn() == Turn::Over;
        self.check(last, is_over, "the game is over after the last event");
        if let (Some(winners), Some(scores)) = (&end.winners, &end.scores) {
            let agrees = game.scores() == *scores && game.winners() == *winners;
            let what = "the scores and the winner are those of the last event";
            self.check(last, agrees, what);
        }
    }

    /// Checks every step of the game. Returns whether the last could be reached.
    fn check_steps(
        &mut self,
        entries: &[Cow<'_, Entry>],
        game: &mut dyn AnyGame,
        key: &Key,
    ) -> bool {
        let mut draws = 0;
        for entry in entries {
            for step in run(entry).into_iter().flat_map(|run| &run.steps) {
                self.check_draw(entry.seq, step, &*game, key, &mut draws);
                if !self.check_step(entry.seq, step, &mut *game) {
                    self.check(entry.seq, false, "what follows cannot be checked");
                    return false;
                }
            }
        }
        true
    }

    /// Luck must be drawn exactly when the game asks for it, and must be what the key gives.
    fn check_draw(
        &mut self,
        entry: u64,
        step: &Step,
        game: &dyn AnyGame,
        key: &kernel::Key,
        draws: &mut u64,
    ) {
        let drawn = game.draw(key, *draws);
        if step.draw.is_some() || drawn.is_some() {
            // A program that passed the journal on may have written its fields in another order.
            let is_same = drawn.is_some_and(|drawn| drawn.value() == step.input.value());
            let ok = step.draw == Some(*draws) && is_same;
            self.check(entry, ok, format!("draw {draws} is what the key gives"));
            *draws += 1;
        }
    }

    /// Only what the rules decided may happen to the game, which could not handle anything else.
    fn check_step(&mut self, entry: u64, step: &Step, game: &mut dyn AnyGame) -> bool {
        let agrees = game.follow(step);
        let what = format!(
            "the rules decide {} event(s) for this input",
            step.events.len()
        );
        self.check(entry, agrees, what);
        agrees
    }
}

const fn run(entry: &Entry) -> Option<&DecidedRun> {
    match &entry.fact {
        Fact::Started { run, .. } | Fact::Decided { run, .. } => Some(run),
        _ => None,
    }
}
