//! Whether a game keeps the contract of [`kernel::Game`].
//!
//! Random games of every preset are played, and at every step the game is asked everything that the
//! contract promises to answer. The amount of work is counted in inputs, never in time: a run is
//! the same on every machine.

mod award;
mod kind;
mod prober;
mod round_trip;
mod state;
mod walked_game;

use kernel::Facade;

use crate::trail::or_panic;
use kind::check_kind;
use prober::Prober;

/// The number of inputs over all presets of a game: some forty games of cribbage, a few seconds'
/// work.
const INPUTS: usize = 6_000;

/// The least number of games of each preset, however long they are.
const LEAST_GAMES: u64 = 2;

/// The report of [`conforms`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conformance {
    /// The number of games played to their end.
    pub games: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// Some of the actions that are accepted although they are not listed. A game that lists one of
    /// several equivalent actions has some; a game that lists all its actions asserts that there
    /// are none.
    pub unlisted: Vec<String>,
}

/// Checks that a game keeps its contract, on random games of every preset.
///
/// - Legal is what is accepted: every listed action is, [`is_legal`](kernel::Game::is_legal)
///   agrees with [`decide`](kernel::Game::decide) on every action, and a seat that is not to
///   move has no actions and gets none accepted.
/// - `decide` is pure, and no input makes it panic, however strange.
/// - The events, stored as JSON and read back, rebuild the state.
/// - Luck is drawn exactly when it is its turn, and every draw is accepted.
/// - Options, actions, draws, events and views survive a round trip through JSON,
///   and the JSON edge agrees with the typed game.
/// - The game ends; then nothing is accepted, and a rematch can begin.
/// - Awards add up to the score, except that those of the winners may be cut at the target,
///   which is the same whenever these options are played.
///
/// # Panics
/// At the first breach, with the preset, the seed, the step and a script that leads there.
///
/// ```no_run
/// # fn check<G: kernel::Facade>() {
/// let seen = testkit::conforms::<G>();
/// assert_eq!(seen.unlisted, [""; 0]);
/// # }
/// ```
#[track_caller]
pub fn conforms<G: Facade>() -> Conformance {
    or_panic(conformance::<G>())
}

/// The report of [`conforms`], or the first breach.
pub(crate) fn conformance<G: Facade>() -> Result<Conformance, String> {
    check_kind::<G>().map_err(|fault| format!("{}: {fault}", G::META.key))?;
    let presets = G::presets();
    let share = INPUTS / presets.len();
    let mut prober = Prober::<G>::new();
    for preset in presets {
        let table = format!("the preset `{}`", preset.name);
        let start = prober.seen.inputs;
        let mut seed = 0;
        while seed < LEAST_GAMES || prober.seen.inputs - start < share {
            prober.play(&table, &preset.options, seed)?;
            seed += 1;
        }
    }
    Ok(prober.seen)
}

/// Checks the same as [`conforms`], but for one table: `n_games` random games with these options.
#[track_caller]
pub fn conforms_with<G: Facade>(options: G::Options, n_games: u64) -> Conformance {
    let mut prober = Prober::<G>::new();
    for seed in 0..n_games {
        or_panic(prober.play("a table", &options, seed));
    }
    prober.seen
}
