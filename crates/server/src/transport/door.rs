//! The door of the sockets, which bounds their number from the first byte of a handshake, and the
//! requests by which they poll.
//!
//! A handshake takes a place, which goes with the request into the session that the
//! library makes of it. The library keeps the request for as long as the session, so the
//! place is free again when the session is forgotten, in whatever state it ended.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::{PATH, PacketFault, SocketSettings};
use crate::address;
use crate::budgets::Shortage;
use crate::error::Fault;
use crate::limits::{AddressAllowance, Verdict};
use crate::places::Places;

struct Door {
    behind_proxy: bool,
    handshakes: AddressAllowance,
    polls: AddressAllowance,
    sessions: Arc<Places>,
}

/// Puts a door with so many places before the sockets.
pub(crate) fn guard(router: Router, settings: &SocketSettings, sessions: Arc<Places>) -> Router {
    let door = Arc::new(Door {
        behind_proxy: settings.behind_proxy,
        handshakes: AddressAllowance::new(settings.limits.connections),
        polls: AddressAllowance::new(settings.limits.light()),
        sessions,
    });
    router.layer(middleware::from_fn_with_state(door, enter))
}

async fn enter(State(door): State<Arc<Door>>, mut request: Request, next: Next) -> Response {
    if is_of_sockets(request.uri().path())
        && let Err(fault) = door.admit(&mut request)
    {
        return fault.into_response();
    }
    next.run(request).await
}

/// Whether the library takes a request for one of a socket: its path is the given one or lies
/// below it.
fn is_of_sockets(path: &str) -> bool {
    let below = path.strip_prefix(PATH);
    below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// Whether a request names the session that it belongs to. One that does not begins a session.
fn names_session(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    query.split('&').any(|part| part.starts_with("sid="))
}

impl Door {
    /// A handshake takes a place, and the requests after it count.
    fn admit(&self, request: &mut Request) -> Result<(), Fault> {
        let address = address::of_request(request, self.behind_proxy);
        if names_session(request) {
            return match self.polls.take(address) {
                Verdict::Within => Ok(()),
                _ => Err(PacketFault::TooFast.into()),
            };
        }
        if self.handshakes.take(address) != Verdict::Within {
            return Err(Shortage::NewSockets.into());
        }
        let place = self.sessions.take(address).map_err(Shortage::of_sockets)?;
        request.extensions_mut().insert(Arc::new(place));
        Ok(())
    }
}
