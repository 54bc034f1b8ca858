//! A bot for any game that plays at random.

use kernel::{Imagine, Rng, Seen};

/// A random legal action of this seat; `None` if it has none.
///
/// The bot gets only what its seat sees: it imagines a game that looks like that, and asks the
/// imagined game for the legal actions.
pub(crate) fn choose<G: Imagine>(seen: &Seen<G::View>, rng: &mut Rng) -> Option<G::Action> {
    let seat = seen.viewer().seat()?;
    let imagined = G::imagine(seen.value(), seen.viewer(), rng);
    rng.choose(&imagined.legal_actions(seat)).cloned()
}
