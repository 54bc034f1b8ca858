//! What may leave the table.
//!
//! The truth of a game never reaches a connection or a bot. They get [`Seen`]
//! values, and the only ways to make one of a game in this house are [`Seen::view`]
//! and [`Seen::event`], which redact. Code that takes `Seen<_>` therefore cannot be
//! handed a secret by mistake: it would not compile. (What another program tells us
//! of its own game is not ours to redact: see `Kind::told`.)

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Game, Seat, Viewer};

/// A value as one viewer may see it.
///
/// Nothing but redaction makes one:
///
/// ```compile_fail
/// use kernel::{Seen, Viewer};
///
/// let leak = Seen { viewer: Viewer::Spectator, value: "5H 5C" };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seen<T> {
    viewer: Viewer,
    value: T,
}

impl<T> Seen<T> {
    /// Who may see it.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What there is to see.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value itself, for the edge that sends it to its viewer.
    pub fn into_value(self) -> T {
        self.value
    }

    /// What somebody outside the house says that a viewer sees. Nothing of ours is in
    /// it, so nothing of ours can leak; what is in it is theirs to answer for.
    pub(crate) const fn told(viewer: Viewer, value: T) -> Seen<T> {
        Seen { viewer, value }
    }

    /// The same sight in another form, as JSON. The function gets nothing but what is seen.
    pub(crate) fn map<U>(self, form: impl FnOnce(T) -> U) -> Seen<U> {
        Seen {
            viewer: self.viewer,
            value: form(self.value),
        }
    }

    /// The game as the viewer sees it.
    pub fn view<G: Game<View = T>>(game: &G, viewer: Viewer) -> Seen<T> {
        Seen {
            viewer,
            value: game.view(viewer),
        }
    }

    /// The event as the viewer sees it, or nothing if all of it is hidden.
    pub fn event<G: Game<Event = T>>(event: &T, viewer: Viewer) -> Option<Seen<T>> {
        G::redact(event, viewer).map(|value| Seen { viewer, value })
    }
}

/// Something that a viewer either knows or does not.
///
/// ```
/// use kernel::{Seat, Veiled, Viewer};
///
/// let hand = Veiled::Known("5H 5C");
/// assert_eq!(hand.to(Viewer::Seat(Seat(0)), Seat(0)), Veiled::Known("5H 5C"));
/// assert_eq!(hand.to(Viewer::Seat(Seat(1)), Seat(0)), Veiled::Hidden);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Veiled<T> {
    /// Face up for this viewer.
    Known(T),
    /// Face down for this viewer.
    Hidden,
}

impl<T> Veiled<T> {
    /// The value, if it is known.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Veiled::Known(value) => Some(value),
            Veiled::Hidden => None,
        }
    }
}

impl<T: Clone> Veiled<T> {
    /// The same for a viewer when it belongs to `owner` alone.
    pub fn to(&self, viewer: Viewer, owner: Seat) -> Veiled<T> {
        if viewer.is(owner) {
            self.clone()
        } else {
            Veiled::Hidden
        }
    }
}
