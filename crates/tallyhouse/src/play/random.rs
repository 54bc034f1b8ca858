//! A bot for any game that plays at random.

use kernel::{Imagine, Rng, Seen};

/// Something that this seat may do, chosen blindly; nothing if it may do nothing.
///
/// The bot is given what its seat sees and nothing else: it imagines a game that
/// looks like that, and asks the imagined game what is allowed.
pub(crate) fn choose<G: Imagine>(seen: &Seen<G::View>, rng: &mut Rng) -> Option<G::Action> {
    let seat = seen.viewer().seat()?;
    let imagined = G::imagine(seen.value(), seen.viewer(), rng);
    rng.choose(&imagined.legal_actions(seat)).cloned()
}
