//! Values that may leave the table.
//!
//! The truth of a game never reaches a connection or a bot. They get [`Seen`] values, and
//! [`Seen::view`] and [`Seen::event`], which redact, are the only ways to make one from a game of
//! this house. Code that takes `Seen<_>` therefore cannot be handed a secret by mistake: it would
//! not compile. (Another program's report of its own game is not ours to redact: see `Kind::told`.)

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Game, Seat, Viewer};

/// A value as one viewer may see it.
///
/// Only redaction makes one:
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
    /// The viewer who may see it.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The redacted value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value itself, for the edge that sends it to its viewer.
    pub fn into_value(self) -> T {
        self.value
    }

    /// A view that another program reports of its own game. It contains nothing of ours and
    /// therefore cannot leak anything of ours.
    pub(crate) const fn told(viewer: Viewer, value: T) -> Seen<T> {
        Seen { viewer, value }
    }

    /// The same sight in another form, such as JSON. The function gets only the redacted value.
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

    /// The event as the viewer sees it; `None` if all of it is hidden.
    pub fn event<G: Game<Event = T>>(event: &T, viewer: Viewer) -> Option<Seen<T>> {
        G::redact(event, viewer).map(|value| Seen { viewer, value })
    }
}

/// Something that a viewer may or may not know.
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
    /// The same value as this viewer sees it if it belongs to `owner` alone.
    pub fn to(&self, viewer: Viewer, owner: Seat) -> Veiled<T> {
        if viewer.is(owner) {
            self.clone()
        } else {
            Veiled::Hidden
        }
    }
}
