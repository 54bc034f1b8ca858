//! Asks a game everything, at every step of random games.

use std::collections::BTreeMap;

use kernel::{
    AnyGame, BySeat, Facade, Game, Input, Key, Refusal, Rng, Seat, Seating, Setting, Turn, Viewer,
};
use serde::Deserialize;
use serde_json::Value;

use super::Conformance;
use super::round_trip::{round_trip, value_of};
use super::state::{check_end, check_list, check_scores, check_turn};
use super::walked_game::{WalkedGame, ask};
use crate::pool::{remember, sample};
use crate::strange::strange;
use crate::trail::{Trail, ensure, follow};
use crate::transcript::json;
use crate::walk::Walk;

/// A game that random play has not ended by then is taken to be endless. The longest games here
/// take some hundreds of inputs.
const MOST_INPUTS: usize = 20_000;

/// The number of states of a game that are checked closely; a longer game is only played to its
/// end.
const PROBED: usize = 2_000;

/// The number of listed actions of a seat that are tried at a step; longer lists are sampled.
const LISTED: usize = 24;

/// The number of actions from other times and tables that are tried on every seat at a step.
const POOLED: usize = 6;

/// Checks a game, and remembers actions and draws to try elsewhere.
pub(super) struct Prober<G: Game> {
    rng: Rng,
    actions: Vec<G::Action>,
    draws: Vec<G::Chance>,
    /// The scores at which each table's options cut.
    targets: BTreeMap<String, i32>,
    pub(super) seen: Conformance,
}

impl<G: Facade> Prober<G> {
    pub(super) fn new() -> Self {
        Prober {
            // Independent of the walks' streams: probing does not change how a game goes.
            rng: Key::from_seed(0).stream("probe"),
            actions: Vec::new(),
            draws: Vec::new(),
            targets: BTreeMap::new(),
            seen: Conformance::default(),
        }
    }

    pub(super) fn play(
        &mut self,
        table: &str,
        options: &G::Options,
        seed: u64,
    ) -> Result<(), String> {
        let mut trail = Trail::new(table, options, seed);
        follow::<G, _>(&mut trail, |trail| self.game(options, seed, trail))?;
        self.seen.games += 1;
        Ok(())
    }

    fn game(&mut self, options: &G::Options, seed: u64, trail: &mut Trail) -> Result<(), String> {
        let mut table = WalkedGame::<G>::new(options)?;
        let mut walk = Walk::new(seed);
        loop {
            if trail.step() < PROBED || table.game.turn() == Turn::Over {
                self.check_state(&table, trail)?;
            }
            let Some(input) = walk.step(&table.game) else {
                trail.ask("the end");
                return check_end(&table.game);
            };
            ensure!(
                trail.step() < MOST_INPUTS,
                "the game does not end within {MOST_INPUTS} inputs"
            );
            trail.ask(json(&input));
            for total in table.take(&input)? {
                let target = *self.targets.entry(json(options)).or_insert(total);
                ensure!(
                    total == target,
                    "a score was cut at {total}, at another table with these options at {target}"
                );
            }
            trail.advance();
            self.seen.inputs += 1;
            match input {
                Input::Act { action, .. } => remember(&mut self.actions, action, &mut self.rng),
                Input::Chance(draw) => remember(&mut self.draws, draw, &mut self.rng),
            }
        }
    }

    fn check_state(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        let before = game.clone();
        trail.ask("the state");
        check_turn(game)?;
        check_scores(game)?;
        for viewer in Viewer::all(game.n_seats()) {
            trail.ask(format!("the view of {viewer}"));
            round_trip("the view", &game.view(viewer))?;
        }
        trail.ask("the JSON edge");
        table.check_edge()?;
        self.probe_actions(table, trail)?;
        self.probe_draws(table, trail)?;
        ensure!(*game == before, "asking the game has changed it");
        Ok(())
    }

    /// Tries listed actions, those of other times and seats, and strange ones, on every seat.
    fn probe_actions(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        // The last two seats do not exist; a client may name them nevertheless.
        let strangers = [Seat(game.n_seats()), Seat(u8::MAX)];
        for seat in Seat::all(game.n_seats()).chain(strangers) {
            trail.ask(format!("the legal actions of seat {seat}"));
            let listed = game.legal_actions(seat);
            check_list(game, seat, &listed)?;
            for action in sample(&listed, LISTED, &mut self.rng) {
                let accepted = probe(table, seat, &action, trail)?;
                ensure!(accepted, "this action is listed as legal, but refused");
                remember(&mut self.actions, action, &mut self.rng);
            }
            for action in sample(&self.actions, POOLED, &mut self.rng) {
                let accepted = probe(table, seat, &action, trail)?;
                if accepted && !listed.contains(&action) && self.seen.unlisted.len() < 8 {
                    let input = Input::<G>::Act { seat, action };
                    self.seen.unlisted.push(json(&input));
                } else if !accepted {
                    ensure!(
                        !listed.contains(&action),
                        "this action is listed as legal, but refused"
                    );
                }
            }
            if let Some(action) = self.rng.choose(&self.actions).cloned() {
                let bent = strange(&value_of(&action), &mut self.rng);
                trail.ask(format!("the strange action {bent} of seat {seat}"));
                match G::Action::deserialize(&bent) {
                    Ok(action) => drop(probe(table, seat, &action, trail)?),
                    Err(_) => check_malformed(game, seat, &bent)?,
                }
            }
        }
        Ok(())
    }

    /// Draws luck if it is due, and tries draws of other times and strange ones.
    fn probe_draws(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        let is_turn = game.turn() == Turn::Chance;
        if is_turn {
            let key = Key::from_seed(u64::from(self.rng.next_u32()));
            let draw = game.draw(&key.draw(1));
            trail.ask(format!("the draw {}", json(&draw)));
            ensure!(
                draw == game.draw(&key.draw(1)),
                "the same luck draws something else the second time"
            );
            round_trip("the draw", &draw)?;
            let input = Input::Chance(draw.clone());
            ensure!(ask(table, &input)?.is_ok(), "the game refuses its own draw");
            remember(&mut self.draws, draw, &mut self.rng);
        }
        let Some(draw) = self.rng.choose(&self.draws).cloned() else {
            return Ok(());
        };
        let bent = strange(&value_of(&draw), &mut self.rng);
        let bent = G::Chance::deserialize(&bent).ok();
        for draw in [Some(draw), bent].into_iter().flatten() {
            let input = Input::Chance(draw);
            trail.ask(json(&input));
            let accepted = ask(table, &input)?.is_ok();
            ensure!(
                is_turn || !accepted,
                "luck is accepted when it is not its turn"
            );
        }
        Ok(())
    }
}

/// Whether an action is accepted, after checking that all methods agree on it.
fn probe<G: Facade>(
    table: &WalkedGame<G>,
    seat: Seat,
    action: &G::Action,
    trail: &mut Trail,
) -> Result<bool, String> {
    let game = &table.game;
    let input = Input::Act {
        seat,
        action: action.clone(),
    };
    trail.ask(json(&input));
    let answer = ask(table, &input)?;
    let accepted = answer.is_ok();
    let legal = game.is_legal(seat, action);
    ensure!(
        legal == accepted,
        "is_legal says {legal}, but decide {}",
        if accepted { "accepts" } else { "refuses" }
    );
    if !game.turn().seats().contains(seat) {
        ensure!(!accepted, "a seat that is not to move may do this");
    }
    if game.turn() == Turn::Over && seat.0 < game.n_seats() {
        ensure!(
            answer == Err(Refusal::Over),
            "the game is over, but that is not the reason: {answer:?}"
        );
    }
    Ok(accepted)
}

fn check_malformed<G: Facade>(game: &G, seat: Seat, action: &Value) -> Result<(), String> {
    let setting = Setting {
        key: &Key::from_seed(0),
        draws: 0,
        seating: &Seating::new(BySeat::from(Vec::new())),
    };
    match game.action(seat, action, &setting) {
        Err(refusal) if refusal.code == "wire/malformed" => Ok(()),
        other => Err(format!(
            "this action is malformed, but the answer is {other:?}"
        )),
    }
}
