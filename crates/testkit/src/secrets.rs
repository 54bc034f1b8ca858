//! Whether a game keeps its secrets.
//!
//! The check compares everything that a viewer gets in two games that differ only in what is hidden
//! from it. Three tests each have another source for what is hidden:
//!
//! - The game's own tests swap hidden pieces in the truth ([`Secrets`]), and the view,
//!   the actions and the words of every refusal must stay the same.
//! - [`Imagine`] makes another world from a view, and everything that then happens in
//!   both must look alike for as long as it looks alike.
//! - From one state the game goes on in two ways, by actions of one seat or by luck.
//!   A viewer that sees no difference must be told none, and the other way round.
//!
//! No text is searched: a secret may be a number that appears all over the table.

use kernel::{Game, Imagine, Input, Key, Rng, Seat, Turn, Viewer};
use serde::Deserialize;

use crate::branch::{Branch, check_alike, is_met};
use crate::graft::graft;
use crate::pool::{pick, remember, sample, sample_kinds};
use crate::strange::strange;
use crate::trail::{Trail, ensure, follow, or_panic};
use crate::transcript::json;
use crate::walk::Walk;

/// The number of inputs over all presets of a game.
const INPUTS: usize = 3_000;

/// The least number of games of each preset, however long they are.
const LEAST_GAMES: u64 = 2;

/// A game that random play has not ended by then is taken to be endless.
const MOST_INPUTS: usize = 20_000;

/// The number of worlds that are imagined for each viewer at each step.
const WORLDS: usize = 2;

/// The number of actions of a seat, legal or from elsewhere, that are tried in both worlds.
const TRIED: usize = 6;

/// The number of times at each step that a seat goes two ways.
const PAIRS: usize = 2;

/// The most actions in a row of a seat that goes two ways.
const MOST_IN_A_ROW: u32 = 3;

/// The number of nearly equal draws that are compared with one.
const GRAFTS: usize = 6;

/// One imagined world in this many is played to its end, to prove that it can be.
const PLAYED_OUT: u32 = 40;

/// Names what is secret, independently of the views and redaction that it checks.
///
/// Implement it in the game's own `tests.rs`, from the rules and the state alone:
///
/// ```text
/// impl testkit::Secrets for Poker {
///     fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
///         for seat in Seat::all(self.n_seats()).filter(|&seat| !viewer.is(seat)) {
///             for card in &mut self.hands[seat] {
///                 std::mem::swap(card, &mut self.deck[rng.below(self.deck.len() as u32) as usize]);
///             }
///         }
///     }
/// }
/// ```
pub trait Secrets: Game {
    /// Replaces everything that this viewer must not know now, and changes nothing else. The
    /// resulting state need not agree with earlier actions: a seat may come to hold what it would
    /// have played.
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng);

    /// Whether this event reveals something hidden without telling it again: views may then differ
    /// after it although it looks the same.
    fn opens(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Whether this event of the move that ends the game is said aloud at the table although no
    /// view keeps it, such as points beyond the target.
    fn is_said_aloud(event: &Self::Event) -> bool {
        let _ = event;
        false
    }
}

/// The report of [`keeps_secrets`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Secrecy {
    /// The number of games played.
    pub games: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// The number of times that a viewer looked at a state in which something hidden from it was
    /// swapped.
    pub hiding: usize,
    /// The number of imagined worlds.
    pub imagined: usize,
    /// The number of these that were not the true one.
    pub differed: usize,
    /// The number of times that a viewer could not tell two ways apart in which the game went on.
    pub alike: usize,
}

/// Checks that a viewer gets nothing that reveals what it must not know, on random games of every
/// preset.
///
/// At every state, for every seat and a spectator:
///
/// - What [`Secrets`] names is swapped in the truth. The view, the legal actions and the
///   answer to each of the viewer's actions stay the same, word for word where it is refused.
/// - Worlds are imagined from the view alone. Each gives the same view, turn, scores, winners
///   and legal actions, and the same answers; and after any input that both take, a viewer who
///   sees no difference is told none, and who is told none sees none.
/// - A seat goes two ways, by one or a few legal actions in a row, and luck turns out two
///   ways that are nearly the same. Again seeing no difference and being told none are one.
/// - Redacting twice is redacting once, and a spectator sees no more than any seat.
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
    or_panic(secrecy::<G>(INPUTS))
}

/// Checks the same as [`keeps_secrets`], but for one table: `n_games` random games with these
/// options.
#[track_caller]
pub fn keeps_secrets_with<G: Imagine + Secrets>(options: G::Options, n_games: u64) -> Secrecy {
    let mut spy = Spy::<G>::new();
    for seed in 0..n_games {
        or_panic(spy.play("a table", &options, seed));
    }
    or_panic(spy.finish())
}

/// The report of [`keeps_secrets`] after this many inputs, or the first breach.
pub(crate) fn secrecy<G: Imagine + Secrets>(inputs: usize) -> Result<Secrecy, String> {
    let presets = G::presets();
    let share = inputs / presets.len().max(1);
    let mut spy = Spy::<G>::new();
    for preset in presets {
        let table = format!("the preset `{}`", preset.name);
        let start = spy.seen.inputs;
        let mut seed = 0;
        while seed < LEAST_GAMES || spy.seen.inputs - start < share {
            spy.play(&table, &preset.options, seed)?;
            seed += 1;
        }
    }
    spy.finish()
}

/// Looks for secrets in everything that a viewer gets.
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

    /// The report, unless it found nothing where it should have.
    fn finish(self) -> Result<Secrecy, String> {
        let Secrecy {
            hiding,
            differed,
            alike,
            ..
        } = self.seen;
        let fault = if hiding > 0 && differed == 0 {
            "something is hidden, but every imagined world is the true one"
        } else if hiding == 0 && differed > 0 {
            "worlds can be imagined otherwise, but nothing is named as hidden"
        } else if hiding > 0 && alike == 0 {
            "something is hidden, but everybody could tell all ways apart in which the game went on"
        } else {
            return Ok(self.seen);
        };
        Err(format!("{}: {fault}: {:?}", G::META.key, self.seen))
    }

    fn play(&mut self, table: &str, options: &G::Options, seed: u64) -> Result<(), String> {
        let mut trail = Trail::new(table, options, seed);
        follow::<G, _>(&mut trail, |trail| self.game(options, seed, trail))?;
        self.seen.games += 1;
        Ok(())
    }

    fn game(&mut self, options: &G::Options, seed: u64, trail: &mut Trail) -> Result<(), String> {
        let mut game = G::new(options.clone())
            .map_err(|faults| format!("the options are refused: {faults:?}"))?;
        let mut walk = Walk::new(seed);
        loop {
            for viewer in Viewer::all(game.n_seats()) {
                self.look(&game, viewer, trail)?;
            }
            match game.turn() {
                Turn::Chance => self.try_luck(&game, trail)?,
                turn => {
                    let seats: Vec<Seat> = turn.seats().iter().collect();
                    if let Some(&seat) = self.rng.choose(&seats) {
                        self.try_two_ways(&game, seat, trail)?;
                    }
                }
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

    /// Everything that one viewer can find out at a state.
    fn look(&mut self, game: &G, viewer: Viewer, trail: &mut Trail) -> Result<(), String> {
        trail.ask(format!("the view of {viewer}"));
        let mut swapped = game.clone();
        swapped.swap_hidden(viewer, &mut self.rng);
        if swapped != *game {
            self.seen.hiding += 1;
            check_swapped(game, &swapped, viewer)?;
            self.try_own_actions(game, &swapped, viewer, trail)?;
        }
        let view = game.view(viewer);
        for _ in 0..WORLDS {
            trail.ask(format!("a world that {viewer} imagines"));
            let world = G::imagine(&view, viewer, &mut self.rng);
            self.seen.imagined += 1;
            check_alike(game, &world, viewer)?;
            if world != *game {
                self.seen.differed += 1;
                self.try_own_actions(game, &world, viewer, trail)?;
                self.try_inputs(game, &world, viewer, trail)?;
            }
            if self.rng.below(PLAYED_OUT) == 0 {
                trail.ask(format!("a world that {viewer} imagines, played to its end"));
                play_out(world, u64::from(self.rng.next_u32()))?;
            }
        }
        Ok(())
    }

    /// Checks that the viewer's own actions get the same answer in both worlds. [`Spy::try_inputs`]
    /// checks the results of accepted ones, in possible worlds.
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
        let mut actions = sample_kinds(&game.legal_actions(seat), TRIED, &mut self.rng);
        actions.extend(sample(&self.actions, TRIED, &mut self.rng));
        // If everything that is ever done is allowed, only strange actions are refused.
        if let Some(action) = self.rng.choose(&self.actions) {
            let action = serde_json::to_value(action).expect("an action is plain JSON data");
            let bent = strange(&action, &mut self.rng);
            actions.extend(G::Action::deserialize(bent).ok());
        }
        for action in actions {
            let input = Input::Act { seat, action };
            trail.ask(format!("{} in two worlds", json(&input)));
            match (game.decide(&input), world.decide(&input)) {
                (Ok(_), Ok(_)) => {}
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

    /// An input may fit only one of the worlds. If it fits both and looks the same, both must look
    /// the same afterwards.
    fn try_inputs(
        &mut self,
        game: &G,
        world: &G,
        viewer: Viewer,
        trail: &mut Trail,
    ) -> Result<(), String> {
        let mut inputs = Vec::new();
        if game.turn() == Turn::Chance {
            let key = self.key();
            inputs.push(Input::Chance(game.draw(&key.draw(0))));
            inputs.push(Input::Chance(world.draw(&key.draw(0))));
        }
        for seat in game.turn().seats().iter() {
            let actions = sample_kinds(&game.legal_actions(seat), TRIED, &mut self.rng);
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
            self.try_input(game, world, &input, viewer)?;
        }
        Ok(())
    }

    /// One input in two worlds that look alike to the viewer: right after it is taken, and after
    /// the luck that it asks for.
    fn try_input(
        &mut self,
        game: &G,
        world: &G,
        input: &Input<G>,
        viewer: Viewer,
    ) -> Result<(), String> {
        let mut truth = Branch::new(game, [viewer]);
        let mut imagined = Branch::new(world, [viewer]);
        if truth.take(input) && imagined.take(input) {
            self.seen.alike += truth.compare(&imagined)?;
            if truth.game.turn() == Turn::Chance || imagined.game.turn() == Turn::Chance {
                let key = self.key();
                truth.meet_luck(&key)?;
                imagined.meet_luck(&key)?;
                self.seen.alike += truth.compare(&imagined)?;
            }
        }
        Ok(())
    }

    /// Lets a seat go two ways from one state, with the same luck.
    fn try_two_ways(&mut self, game: &G, seat: Seat, trail: &mut Trail) -> Result<(), String> {
        for _ in 0..PAIRS {
            let key = self.key();
            let one = self.way(game, seat, &key)?;
            let other = self.way(game, seat, &key)?;
            trail.ask(format!(
                "two ways of seat {seat}: {}, and {}",
                json(&one.1),
                json(&other.1)
            ));
            self.seen.alike += one.0.compare(&other.0)?;
        }
        Ok(())
    }

    /// A few legal actions of one seat in a row, and the luck that they ask for. It ends when
    /// somebody else sees anything: an announcement that no view keeps is then the last difference
    /// between two ways, and no later secret can be mistaken for it.
    fn way(
        &mut self,
        game: &G,
        seat: Seat,
        key: &Key,
    ) -> Result<(Branch<G>, Vec<G::Action>), String> {
        let others = Viewer::all(game.n_seats()).filter(|viewer| !viewer.is(seat));
        let mut branch = Branch::new(game, others);
        let mut actions = Vec::new();
        for _ in 0..=self.rng.below(MOST_IN_A_ROW) {
            let legal = branch.game.legal_actions(seat);
            let Some(action) = pick(&legal, &mut self.rng).cloned() else {
                break;
            };
            actions.push(action.clone());
            let act = Input::Act { seat, action };
            ensure!(branch.take(&act), "{} is legal, but refused", json(&act));
            branch.meet_luck(key)?;
            if branch.was_seen() {
                break;
            }
        }
        Ok((branch, actions))
    }

    /// Compares two nearly equal draws.
    fn try_luck(&mut self, game: &G, trail: &mut Trail) -> Result<(), String> {
        let key = self.key();
        let [draw, other] = [0, 1].map(|n| game.draw(&key.draw(n)));
        let lucky = |draw: &G::Chance| {
            let mut branch = Branch::new(game, Viewer::all(game.n_seats()));
            branch.take(&Input::Chance(draw.clone())).then_some(branch)
        };
        let Some(truth) = lucky(&draw) else {
            return Err("the game refuses its own draw".to_owned());
        };
        let mut others = vec![other];
        for _ in 0..GRAFTS {
            others.extend(graft(&draw, &others[0], &mut self.rng));
        }
        for other in others {
            trail.ask(format!("luck as {}, and as {}", json(&draw), json(&other)));
            if let Some(branch) = lucky(&other) {
                self.seen.alike += truth.compare(&branch)?;
            }
        }
        Ok(())
    }

    fn key(&mut self) -> Key {
        Key::from_seed(u64::from(self.rng.next_u32()))
    }
}

/// Checks that the viewer gets the same if only what is hidden from it differs.
fn check_swapped<G: Game>(game: &G, swapped: &G, viewer: Viewer) -> Result<(), String> {
    let (view, other) = (game.view(viewer), swapped.view(viewer));
    ensure!(
        view == other,
        "the view tells {viewer} what is hidden from it: it is\n  {}\n  and where only that is another\n  {}",
        json(&view),
        json(&other)
    );
    if let Some(seat) = viewer.seat() {
        let (actions, other) = (game.legal_actions(seat), swapped.legal_actions(seat));
        ensure!(
            actions == other,
            "the legal actions tell {viewer} what is hidden from it: they are {}, and where only that is another {}",
            json(&actions),
            json(&other)
        );
    }
    Ok(())
}

/// Checks that redaction is idempotent, and that a spectator sees no more than a seat.
fn check_events<G: Game>(game: &G, events: &[G::Event]) -> Result<(), String> {
    for event in events {
        let public = G::redact(event, Viewer::Spectator);
        for viewer in Viewer::all(game.n_seats()) {
            let seen = G::redact(event, viewer);
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

/// Checks that an imagined world can be played like any other.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    /// The fault that is found if only something hidden from the first seat differs.
    fn fault(viewer: Viewer, other: &Toy) -> String {
        check_swapped(&Toy::default(), other, viewer)
            .err()
            .unwrap_or_default()
    }

    #[test]
    fn what_is_hidden_may_change_neither_the_view_nor_the_legal_actions() {
        let (viewer, hidden) = (Viewer::Seat(Seat(0)), 1);
        let sound = Toy {
            hidden,
            ..Toy::default()
        };
        assert_eq!(fault(viewer, &sound), "");
        let seen = Toy {
            shown: 1,
            ..sound.clone()
        };
        assert!(fault(viewer, &seen).starts_with("the view tells seat 0 what is hidden from it"));
        let winking = Toy {
            legal: vec![1],
            ..sound
        };
        let found = fault(viewer, &winking);
        assert!(
            found.starts_with("the legal actions tell seat 0 what is hidden from it"),
            "{found}"
        );
        assert_eq!(fault(Viewer::Spectator, &winking), "");
    }
}
