//! A complete account of a game: the truth, the views, the legal actions and the events.
//!
//! The first state is written in full, and each later one as its difference from the state before,
//! for the truth and for each viewer. Parts that all viewers see are written once. A transcript of
//! a long game stays readable this way; every change of a field of a view still shows, and secrets
//! stand out.

use std::fmt::Write;

use kernel::{AnyRefusal, Game, Input, Seat, Turn, Viewer};
use serde::Serialize;

use crate::fields::{self, Field};

/// A transcript while it is being written.
pub(crate) struct Transcript {
    text: String,
    n_states: usize,
    truth: Vec<Field>,
    views: Vec<Vec<Field>>,
}

impl Transcript {
    /// The width of a line of legal actions.
    const WIDTH: usize = 100;
    /// Longer lists of legal actions are cut to their first [`Self::FEW_ACTIONS`].
    const MOST_ACTIONS: usize = 40;
    const FEW_ACTIONS: usize = 8;

    pub(crate) fn new() -> Transcript {
        Transcript {
            text: String::new(),
            n_states: 0,
            truth: Vec::new(),
            views: vec![Vec::new(); Seat::MAX as usize + 1],
        }
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Adds a line. A sentence of the game stays one line, even if it contains line breaks.
    pub(crate) fn line(&mut self, line: &str) {
        self.text += line.replace('\n', " ").trim_end();
        self.text.push('\n');
    }

    /// Writes the state: the turn, the scores, the truth, the views, the legal actions.
    pub(crate) fn state<G: Game>(&mut self, game: &G) {
        let scores: Vec<String> = game.scores().values().map(i32::to_string).collect();
        self.line("");
        self.line(&format!(
            "state {}: {}; scores {}",
            self.n_states,
            turn(game),
            scores.join(" ")
        ));
        self.n_states += 1;

        let truth = fields::fields(&format!("{game:?}"));
        self.changes("truth", &fields::changes(&self.truth, &truth));
        self.truth = truth;
        self.views(game);
        for seat in game.turn().seats().iter() {
            self.legal_actions(seat, &game.legal_actions(seat));
        }
        if let Some(options) = game.rematch() {
            self.line(&format!("rematch {}", json(&options)));
        }
    }

    pub(crate) fn input<G: Game>(&mut self, input: &Input<G>) {
        self.line(&format!("> {}", json(input)));
    }

    /// Writes an event, its awards, and how viewers see it who do not see all of it.
    pub(crate) fn event<G: Game>(&mut self, before: &G, event: &G::Event) {
        self.line(&format!("event {}", json(event)));
        let scoring = before.awards(event).into_iter();
        for (side, points) in scoring.filter(|&(_, points)| points != 0) {
            self.line(&format!("  side {side} scores {points}"));
        }
        let mut sights = Vec::new();
        for viewer in Viewer::all(before.n_seats()) {
            match G::redact(event, viewer) {
                Some(seen) if seen == *event => {}
                Some(seen) => sights.push((viewer, json(&seen))),
                None => sights.push((viewer, "nothing".to_owned())),
            }
        }
        for (viewers, sight) in by_sight(sights) {
            self.line(&format!("  {viewers} {sight}"));
        }
    }

    pub(crate) fn refused(&mut self, refusal: &AnyRefusal) {
        let mut line = format!("refused {}", refusal.code);
        if let Some(reason) = refusal.reason {
            let _ = write!(line, " {reason}");
        }
        self.line(&format!("{line}: {}", refusal.message));
    }

    /// Writes first what changed for everyone alike, then what changed for some viewers only.
    fn views<G: Game>(&mut self, game: &G) {
        let mut sights = Vec::new();
        for (place, viewer) in Viewer::all(game.n_seats()).enumerate() {
            let view = fields::fields(&json(&game.view(viewer)));
            sights.push((viewer, fields::changes(&self.views[place], &view)));
            self.views[place] = view;
        }
        let (_, mut shared) = sights[0].clone();
        shared.retain(|line| sights.iter().all(|(_, lines)| lines.contains(line)));
        self.changes("everyone sees", &shared);
        for (_, lines) in &mut sights {
            lines.retain(|line| !shared.contains(line));
        }
        for (viewers, lines) in by_sight(sights) {
            self.changes(&viewers, &lines);
        }
    }

    fn changes(&mut self, what: &str, changes: &[String]) {
        if !changes.is_empty() {
            self.line(what);
            for change in changes {
                self.line(&format!("  {change}"));
            }
        }
    }

    fn legal_actions<A: Serialize>(&mut self, seat: Seat, actions: &[A]) {
        self.line(&format!("seat {seat} has {} legal actions", actions.len()));
        let shown = if actions.len() > Self::MOST_ACTIONS {
            Self::FEW_ACTIONS
        } else {
            actions.len()
        };
        let mut words: Vec<String> = actions[..shown].iter().map(json).collect();
        if shown < actions.len() {
            words.push(format!("and {} more", actions.len() - shown));
        }
        let mut line = String::new();
        for word in words {
            if !line.is_empty() && line.len() + 1 + word.len() > Self::WIDTH {
                self.line(&format!("  {line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &word;
        }
        if !line.is_empty() {
            self.line(&format!("  {line}"));
        }
    }
}

/// Compact JSON with the fields in the order of their declaration.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the parts of a game are plain JSON data")
}

/// Groups viewers who see the same: "seat 1, spectator see", and what.
fn by_sight<T: PartialEq>(sights: Vec<(Viewer, T)>) -> Vec<(String, T)> {
    let mut groups: Vec<(Vec<String>, T)> = Vec::new();
    for (viewer, sight) in sights {
        match groups.iter_mut().find(|(_, other)| *other == sight) {
            Some((viewers, _)) => viewers.push(viewer.to_string()),
            None => groups.push((vec![viewer.to_string()], sight)),
        }
    }
    let name = |viewers: Vec<String>| {
        let verb = if viewers.len() == 1 { "sees" } else { "see" };
        format!("{} {verb}", viewers.join(", "))
    };
    groups
        .into_iter()
        .map(|(viewers, sight)| (name(viewers), sight))
        .collect()
}

fn turn<G: Game>(game: &G) -> String {
    match game.turn() {
        Turn::Chance => "luck is drawn".to_owned(),
        Turn::Seats(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
            format!("{} to move", seats.join(", "))
        }
        Turn::Over => {
            let winners: Vec<String> = game.winners().iter().map(ToString::to_string).collect();
            match winners.len() {
                0 => "over, nobody won".to_owned(),
                1 => format!("over, side {} won", winners[0]),
                _ => format!("over, sides {} won", winners.join(", ")),
            }
        }
    }
}
