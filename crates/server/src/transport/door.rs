//! The door of the sockets, which bounds their number from the first byte of a handshake.
//!
//! A handshake takes a place, which goes with the request into the session that the
//! library makes of it. The library keeps the request for as long as the session, so the
//! place is free again when the session is forgotten, in whatever state it ended.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::{PATH, SocketSettings};
use crate::address;
use crate::budgets::Shortage;
use crate::error::Fault;
use crate::limits::{AddressAllowance, Verdict};
use crate::places::{Places, TakenPlace};

struct Door {
    behind_proxy: bool,
    handshakes: AddressAllowance,
    sessions: Arc<Places>,
}

/// Puts a door with so many places before the sockets.
pub(crate) fn guard(router: Router, settings: &SocketSettings, sessions: Arc<Places>) -> Router {
    let door = Arc::new(Door {
        behind_proxy: settings.behind_proxy,
        handshakes: AddressAllowance::new(settings.limits.connections),
        sessions,
    });
    router.layer(middleware::from_fn_with_state(door, enter))
}

async fn enter(State(door): State<Arc<Door>>, mut request: Request, next: Next) -> Response {
    if is_handshake(&request) {
        match door.place_for(&request) {
            Ok(place) => {
                request.extensions_mut().insert(Arc::new(place));
            }
            Err(fault) => return fault.into_response(),
        }
    }
    next.run(request).await
}

/// Whether a request begins a session: later ones name it.
fn is_handshake(request: &Request) -> bool {
    let names_session = |query: &str| query.split('&').any(|part| part.starts_with("sid="));
    let uri = request.uri();
    is_of_sockets(uri.path()) && !uri.query().is_some_and(names_session)
}

/// Whether the library takes a request for one of a socket: its path is the given one or lies
/// below it.
fn is_of_sockets(path: &str) -> bool {
    let below = path.strip_prefix(PATH);
    below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

impl Door {
    fn place_for(&self, request: &Request) -> Result<TakenPlace, Fault> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let address = address::of(request.headers(), peer, self.behind_proxy);
        if self.handshakes.take(address) != Verdict::Within {
            return Err(Shortage::NewSockets.into());
        }
        let place = self.sessions.take(address);
        place.map_err(|full| Shortage::of_sockets(full).into())
    }
}
