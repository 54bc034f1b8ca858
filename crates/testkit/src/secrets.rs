//! Whether a game keeps its secrets.
//!
//! Two tests that share no code. The first is by worlds: whatever a viewer may
//! not know can be imagined otherwise, and then nothing that the viewer gets may
//! differ, neither its view nor its actions nor the words of a refusal. The
//! second is by text: the game's own tests say once more which pieces a viewer
//! must not know, and their notation may not stand in anything that it gets.

use kernel::{Game, Imagine, Input, Key, Rng, Seat, Turn, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::pool::{remember, sample};
use crate::trail::{Trail, ensure, follow};
use crate::transcript::json;
use crate::walk::Walk;

/// So many inputs are taken over all presets of a game.
const INPUTS: usize = 3_000;

/// At least so many games are played of each preset, however long they are.
const LEAST_GAMES: u64 = 2;

/// A game that random play has not ended by then is taken to be endless.
const MOST_INPUTS: usize = 20_000;

/// So many worlds are imagined for each viewer at each step.
const WORLDS: usize = 2;

/// So many actions of a seat, legal or from elsewhere, are tried in both worlds.
const TRIED: usize = 6;

/// One imagined world in so many is played to its end, to see that it can be.
const PLAYED_OUT: u32 = 40;

/// Says which pieces are secret, apart from the views and redaction that it checks.
///
/// Implement it in the game's own `tests.rs`, from the rules and the state alone:
///
/// ```text
/// impl testkit::Secrets for Cribbage {
///     fn hidden_from(&self, viewer: Viewer) -> Vec<String> {
///         let others = Seat::all(self.n_seats()).filter(|&seat| !viewer.is(seat));
///         others.flat_map(|seat| self.hands[seat].iter()).map(Card::to_string).collect()
///     }
/// }
/// ```
pub trait Secrets: Game {
    /// The notations of the pieces that this viewer must not know now.
    fn hidden_from(&self, viewer: Viewer) -> Vec<String>;

    /// Whether this event opens what was hidden without saying it again: then views
    /// may differ after it though it looks the same.
    fn opens(event: &Self::Event) -> bool {
        let _ = event;
        false
    }
}

/// What a run of [`keeps_secrets`] saw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Secrecy {
    /// How many games were played.
    pub games: usize,
    /// How many inputs they took.
    pub inputs: usize,
    /// How often a viewer looked at a state that hides something from it.
    pub hiding: usize,
    /// How many worlds were imagined.
    pub imagined: usize,
    /// How many of these were not the true one.
    pub differed: usize,
}

/// Checks that two worlds that look alike to a viewer stay alike to it, on
/// random games of every preset.
///
/// At every state, for every seat and a spectator, worlds are imagined from the
/// view alone. Each must give the same view, turn, scores, winners and legal
/// actions; the same answer to each of the viewer's actions, word for word if it
/// is refused; and after any input that both take and that looks the same to the
/// viewer, still the same. Redacting twice is redacting once, a spectator sees
/// no more than any seat, and no text for a viewer names a piece that is hidden
/// from it.
///
/// # Panics
/// At the first breach, with the preset, the seed, the step and a script that leads there.
///
/// ```no_run
/// # fn check<G: kernel::Imagine + testkit::Secrets>() {
/// let seen = testkit::keeps_secrets::<G>();
/// assert!(seen.hiding > 0, "this game hides something");
/// # }
/// ```
#[track_caller]
pub fn keeps_secrets<G: Imagine + Secrets>() -> Secrecy {
    let presets = G::presets();
    let share = INPUTS / presets.len().max(1);
    let mut spy = Spy::<G>::new();
    for preset in presets {
        let table = format!("the preset `{}`", preset.name);
        let start = spy.seen.inputs;
        let mut seed = 0;
        while seed < LEAST_GAMES || spy.seen.inputs - start < share {
            spy.play(&table, &preset.options, seed);
            seed += 1;
        }
    }
    spy.finish()
}

/// The same as [`keeps_secrets`] for one table: `n_games` random games with these options.
#[track_caller]
pub fn keeps_secrets_with<G: Imagine + Secrets>(options: G::Options, n_games: u64) -> Secrecy {
    let mut spy = Spy::<G>::new();
    for seed in 0..n_games {
        spy.play("a table", &options, seed);
    }
    spy.finish()
}

/// Looks for secrets in all that a viewer gets.
struct Spy<G: Game> {
    rng: Rng,
    actions: Vec<G::Action>,
    seen: Secrecy,
}

impl<G: Imagine + Secrets> Spy<G> {
    fn new() -> Self {
        Spy {
            rng: Key::from_seed(0).stream("spy"),
            actions: Vec::new(),
            seen: Secrecy::default(),
        }
    }

    #[track_caller]
    fn finish(self) -> Secrecy {
        assert!(
            self.seen.hiding == 0 || self.seen.differed > 0,
            "{}: something is hidden, but every imagined world is the true one: {:?}",
            G::META.key,
            self.seen
        );
        self.seen
    }

    #[track_caller]
    fn play(&mut self, table: &str, options: &G::Options, seed: u64) {
        let mut trail = Trail::new(table, options, seed);
        follow::<G, _>(&mut trail, |trail| self.game(options, seed, trail));
        self.seen.games += 1;
    }

    fn game(&mut self, options: &G::Options, seed: u64, trail: &mut Trail) -> Result<(), String> {
        let mut game = G::new(options.clone())
            .map_err(|faults| format!("the options are refused: {faults:?}"))?;
        let mut walk = Walk::new(seed);
        loop {
            for viewer in Viewer::all(game.n_seats()) {
                self.look(&game, viewer, trail)?;
            }
            let Some(input) = walk.step(&game) else {
                return Ok(());
            };
            ensure!(
                trail.step() < MOST_INPUTS,
                "the game does not end within {MOST_INPUTS} inputs"
            );
            trail.ask(json(&input));
            let events = game
                .decide(&input)
                .map_err(|refusal| format!("a legal input is refused: {refusal}"))?;
            for event in &events {
                game.evolve(event);
            }
            check_events(&game, &events)?;
            trail.advance();
            self.seen.inputs += 1;
            if let Input::Act { action, .. } = input {
                remember(&mut self.actions, action, &mut self.rng);
            }
        }
    }

    /// All that one viewer can find out at a state.
    fn look(&mut self, game: &G, viewer: Viewer, trail: &mut Trail) -> Result<(), String> {
        trail.ask(format!("the view of {viewer}"));
        let view = game.view(viewer);
        let secrets = game.hidden_from(viewer);
        check_text(viewer, "the view", &view, &secrets)?;
        if let Some(seat) = viewer.seat() {
            check_text(
                viewer,
                "the legal actions",
                &game.legal_actions(seat),
                &secrets,
            )?;
            self.check_refusals(game, seat, &secrets, trail)?;
        }
        self.seen.hiding += usize::from(!secrets.is_empty());
        for _ in 0..WORLDS {
            trail.ask(format!("a world that {viewer} imagines"));
            let world = G::imagine(&view, viewer, &mut self.rng);
            self.seen.imagined += 1;
            self.seen.differed += usize::from(world != *game);
            check_alike(game, &world, viewer)?;
            self.try_own_actions(game, &world, viewer, trail)?;
            self.try_other_inputs(game, &world, viewer, trail)?;
            if self.rng.below(PLAYED_OUT) == 0 {
                trail.ask(format!("a world that {viewer} imagines, played to its end"));
                play_out(world, u64::from(self.rng.next_u32()))?;
            }
        }
        Ok(())
    }

    /// No refusal names what is hidden, unless the seat has named it itself.
    fn check_refusals(
        &mut self,
        game: &G,
        seat: Seat,
        secrets: &[String],
        trail: &mut Trail,
    ) -> Result<(), String> {
        for action in sample(&self.actions, TRIED, &mut self.rng) {
            let asked = json(&action);
            let input = Input::Act { seat, action };
            trail.ask(json(&input));
            if let Err(refusal) = game.decide(&input) {
                let sentence = refusal.to_string();
                let said = leak(&Value::from(sentence.as_str()), secrets);
                let said = said.filter(|secret| !has_token(&asked, secret));
                ensure!(
                    said.is_none(),
                    "the refusal `{sentence}` tells seat {seat} the secret {}",
                    said.unwrap_or_default()
                );
            }
        }
        Ok(())
    }

    /// The viewer's own actions get the same answer in both worlds.
    fn try_own_actions(
        &mut self,
        game: &G,
        world: &G,
        viewer: Viewer,
        trail: &mut Trail,
    ) -> Result<(), String> {
        let Some(seat) = viewer.seat().filter(|_| is_met(game, world)) else {
            return Ok(());
        };
        let mut actions = sample(&game.legal_actions(seat), TRIED, &mut self.rng);
        actions.extend(sample(&self.actions, TRIED, &mut self.rng));
        for action in actions {
            let input = Input::Act { seat, action };
            trail.ask(format!("{} in two worlds", json(&input)));
            match (game.decide(&input), world.decide(&input)) {
                (Ok(events), Ok(imagined)) => {
                    check_after(game, &events, world, &imagined, viewer)?;
                }
                (Err(refusal), Err(imagined)) => ensure!(
                    refusal == imagined && refusal.to_string() == imagined.to_string(),
                    "the refusal tells worlds apart that look alike: `{refusal}`, but `{imagined}`"
                ),
                (truth, imagined) => {
                    return Err(format!(
                        "{viewer} can tell worlds apart that look alike: \
                         the answer is {truth:?} in truth, {imagined:?} as imagined"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What others do and how luck turns out may fit only one world; where it
    /// fits both and looks the same, they stay alike.
    fn try_other_inputs(
        &mut self,
        game: &G,
        world: &G,
        viewer: Viewer,
        trail: &mut Trail,
    ) -> Result<(), String> {
        let mut inputs = Vec::new();
        if game.turn() == Turn::Chance {
            let key = Key::from_seed(u64::from(self.rng.next_u32()));
            inputs.push(Input::Chance(game.draw(&key.draw(0))));
            inputs.push(Input::Chance(world.draw(&key.draw(0))));
        }
        for seat in game.turn().seats().iter().filter(|&seat| !viewer.is(seat)) {
            let actions = sample(&game.legal_actions(seat), TRIED, &mut self.rng);
            inputs.extend(
                actions
                    .into_iter()
                    .map(|action| Input::Act { seat, action }),
            );
        }
        for input in inputs {
            trail.ask(format!(
                "{} in two worlds that look alike to {viewer}",
                json(&input)
            ));
            if let (Ok(events), Ok(imagined)) = (game.decide(&input), world.decide(&input)) {
                check_after(game, &events, world, &imagined, viewer)?;
            }
        }
        Ok(())
    }
}

/// What every viewer sees of the two worlds is the same.
fn check_alike<G: Game>(game: &G, world: &G, viewer: Viewer) -> Result<(), String> {
    let (view, imagined) = (game.view(viewer), world.view(viewer));
    ensure!(
        view == imagined,
        "two worlds should look alike to {viewer}, but one looks\n  {}\n  and the other\n  {}",
        json(&view),
        json(&imagined)
    );
    let public = |game: &G| {
        let outcome = (game.winners(), game.rematch());
        let awaited = game.awaited(viewer);
        (game.n_seats(), awaited, game.scores(), outcome)
    };
    ensure!(
        public(game) == public(world),
        "what is public differs in two worlds that look alike to {viewer}: {:?}, but {:?}",
        public(game),
        public(world)
    );
    if let Some(seat) = viewer.seat().filter(|_| is_met(game, world)) {
        let (actions, imagined) = (game.legal_actions(seat), world.legal_actions(seat));
        ensure!(
            actions == imagined,
            "the legal actions tell worlds apart that look alike to {viewer}: {}, but {}",
            json(&actions),
            json(&imagined)
        );
    }
    Ok(())
}

/// Whether a seat may be asked for a move in both worlds, or in neither. Luck is drawn before anybody
/// is asked or told anything, so nobody meets a game in which it is due: that it is due for one
/// seat may be that seat's secret.
fn is_met<G: Game>(game: &G, world: &G) -> bool {
    (game.turn() == Turn::Chance) == (world.turn() == Turn::Chance)
}

/// If what happened looks the same to the viewer, the worlds still look alike.
fn check_after<G: Secrets>(
    game: &G,
    events: &[G::Event],
    world: &G,
    imagined: &[G::Event],
    viewer: Viewer,
) -> Result<(), String> {
    let seen = |events: &[G::Event]| -> Vec<G::Event> {
        let seen = events.iter().filter_map(|event| G::redact(event, viewer));
        seen.collect()
    };
    if seen(events) != seen(imagined) || events.iter().any(G::opens) {
        return Ok(());
    }
    check_alike(&after(game, events), &after(world, imagined), viewer)
}

fn after<G: Game>(game: &G, events: &[G::Event]) -> G {
    let mut game = game.clone();
    for event in events {
        game.evolve(event);
    }
    game
}

/// The events of a decision hide what is still hidden after it, from everyone.
fn check_events<G: Secrets>(game: &G, events: &[G::Event]) -> Result<(), String> {
    for event in events {
        let public = G::redact(event, Viewer::Spectator);
        for viewer in Viewer::all(game.n_seats()) {
            let seen = G::redact(event, viewer);
            check_text(viewer, "an event", &seen, &game.hidden_from(viewer))?;
            let again = |other| seen.as_ref().and_then(|event| G::redact(event, other));
            ensure!(
                again(viewer) == seen,
                "redacting {} again for {viewer} gives something else",
                json(event)
            );
            ensure!(
                again(Viewer::Spectator) == public,
                "a spectator sees more of {} than {viewer}",
                json(event)
            );
        }
    }
    Ok(())
}

/// An imagined world can be played like any other.
fn play_out<G: Game>(mut world: G, seed: u64) -> Result<(), String> {
    let mut walk = Walk::new(seed);
    for _ in 0..MOST_INPUTS {
        let Some(input) = walk.step(&world) else {
            ensure!(
                world.turn() == Turn::Over,
                "nobody can move, but the game is not over"
            );
            return Ok(());
        };
        let events = world
            .decide(&input)
            .map_err(|refusal| format!("{} is legal, but refused: {refusal}", json(&input)))?;
        for event in &events {
            world.evolve(event);
        }
    }
    Err(format!("it does not end within {MOST_INPUTS} inputs"))
}

fn check_text<T: Serialize>(
    viewer: Viewer,
    what: &str,
    given: &T,
    secrets: &[String],
) -> Result<(), String> {
    let value = serde_json::to_value(given).expect("the parts of a game are plain JSON data");
    match leak(&value, secrets) {
        Some(secret) => Err(format!(
            "{what} tells {viewer} the secret {secret}: {value}"
        )),
        None => Ok(()),
    }
}

/// A secret that is named somewhere in the strings or keys of a value.
fn leak(value: &Value, secrets: &[String]) -> Option<String> {
    let named = |text: &str| {
        secrets
            .iter()
            .find(|secret| has_token(text, secret))
            .cloned()
    };
    match value {
        Value::String(text) => named(text),
        Value::Array(items) => items.iter().find_map(|item| leak(item, secrets)),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, value)| named(key).or_else(|| leak(value, secrets))),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whether a text names a piece: as a whole word, in which a hyphen is a letter
/// (`6-4`). Part of a longer word is another piece: `1H` is not in `11H`.
fn has_token(text: &str, piece: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
        .any(|word| word == piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_piece_is_found_as_a_word() {
        for (text, piece, expect) in [
            ("5H", "5H", true),
            ("you hold 5H.", "5H", true),
            ("[\"5H\",\"6H\"]", "6H", true),
            ("lead 6-4, then 6-5", "6-4", true),
            ("15H", "5H", false),
            ("16-4", "6-4", false),
            ("5h", "5H", false),
            ("", "5H", false),
        ] {
            assert_eq!(has_token(text, piece), expect, "{piece} in {text}");
        }
    }

    #[test]
    fn a_leak_is_found_anywhere_in_a_value() {
        let secrets = ["5H".to_owned(), "6H".to_owned()];
        let found = |value: Value| leak(&value, &secrets);
        assert_eq!(found(json!({ "a": [1, { "b": "6H" }] })), Some("6H".into()));
        assert_eq!(found(json!({ "cards": { "5H": 1 } })), Some("5H".into()));
        assert_eq!(found(json!({ "a": ["7H", null, true, 5] })), None);
    }
}
