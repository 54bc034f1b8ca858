//! The inputs of the house from outside: the time, and luck that nobody can foresee.
//!
//! All random bytes (for identities, tokens, table codes and the secrets that decks are shuffled
//! with) and every time in a journal come through here, so that a test can replay a house byte for
//! byte.

use std::fmt::Debug;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Time and luck.
pub trait World: Debug + Send + Sync + 'static {
    /// Milliseconds since 1970 by the wall clock. It may be wrong, and may be set.
    fn now(&self) -> u64;

    /// Milliseconds since some moment, by a clock that nobody can set.
    fn elapsed(&self) -> u64;

    /// Fills `bytes` with luck, or fails.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck>;
}

/// The system could not give random numbers. Nothing may be drawn without them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the system gave no random numbers: {0}")]
pub struct NoLuck(pub String);

/// The real one: the system's clock and random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemWorld;

impl World for SystemWorld {
    fn now(&self) -> u64 {
        // A clock before 1970 is wrong anyway, and times in journals only inform.
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as u64)
    }

    fn elapsed(&self) -> u64 {
        static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
        FIRST.elapsed().as_millis() as u64
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        getrandom::fill(bytes).map_err(|error| NoLuck(error.to_string()))
    }
}

/// `N` bytes of luck.
pub(crate) fn draw<const N: usize>(world: &dyn World) -> Result<[u8; N], NoLuck> {
    let mut bytes = [0; N];
    world.fill(&mut bytes)?;
    Ok(bytes)
}
