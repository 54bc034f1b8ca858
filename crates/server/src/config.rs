//! The configuration of a house.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::Kind;

use crate::brain::{Brain, GameBots};
use crate::budgets::Budgets;
use crate::cluster::Nodes;
use crate::limits::Limits;
use crate::origin::Origins;
use crate::words::Words;
use crate::world::{SystemWorld, World};

/// The configuration of a house. The default suits a house of friends.
///
/// ```
/// use server::{Config, Origins};
///
/// let config = Config { origins: Origins::new(["https://example.org"]), ..Config::default() };
/// assert!(!config.behind_proxy);
/// ```
#[derive(Debug, Clone)]
pub struct Config {
    /// The limits of sockets and addresses.
    pub limits: Limits,
    /// The budgets of strangers.
    pub budgets: Budgets,
    /// The number of wrong codes that an address may name in a minute: codes of tables that do not
    /// exist or that the caller may not see. `None` means no limit.
    pub wrong_codes: Option<usize>,
    /// The web pages that may talk to the house besides its own.
    pub origins: Origins,
    /// Whether to believe `X-Forwarded-For`: only behind a proxy that writes it.
    pub behind_proxy: bool,
    /// The time that a table which nobody attends stays in memory, and in the list if it waits for
    /// players.
    pub rest_after: Duration,
    /// The time that an unused token stays good; `None` means for ever.
    pub token_life: Option<Duration>,
    /// The forbidden names.
    pub words: Words,
    /// This node, and how it reaches the others; `None` for a house of one program.
    pub nodes: Option<Nodes>,
    /// The path of the operator's socket; `None` for no desk.
    pub desk: Option<PathBuf>,
    /// The games of the house.
    pub games: &'static [&'static dyn Kind],
    /// The source of time and luck.
    pub world: Arc<dyn World>,
    /// The brain of the bots.
    pub brain: Arc<dyn Brain>,
    /// The number of threads that think for bots and advisers.
    pub bot_threads: NonZero<usize>,
    /// The time limit of a bot, with the wait for a thread. After it, the bot plays its quick move.
    pub bot_budget: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::default(),
            budgets: Budgets::default(),
            // A friend mistypes a code once or twice; somebody who guesses among 887 million codes
            // needs more.
            wrong_codes: Some(10),
            origins: Origins::default(),
            behind_proxy: false,
            // Long enough for a page to be reloaded.
            rest_after: Duration::from_secs(40),
            // More than a year: somebody who plays every Christmas keeps their identity.
            token_life: Some(Duration::from_secs(400 * 24 * 60 * 60)),
            words: Words::default(),
            nodes: None,
            desk: None,
            games: roster::GAMES,
            world: Arc::new(SystemWorld),
            brain: Arc::new(GameBots::new(roster::GAMES)),
            bot_threads: all_cores_but_one(),
            // The strongest bots take a second at most.
            bot_budget: Duration::from_secs(3),
        }
    }
}

/// One core is left for the sockets if there is more than one.
fn all_cores_but_one() -> NonZero<usize> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(cores - 1).unwrap_or(NonZero::<usize>::MIN)
}
