//! The caller of an HTTP request, and the parts of a table that they may see.
//!
//! Everybody may look at a public table. For a private one a request brings `Authorization: Bearer`
//! with the token of a player who sits or sat there, or with a share key. Everybody else gets the
//! answer for a table that does not exist.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use table::{Access, Deal, Entry, Fact, GameCode, Millis, PlayerId, ShareKey, Table};

use crate::error::Fault;
use crate::house::Shared;
use crate::journal::{self, Told};
use crate::{address, duplicate};

/// The caller.
pub(super) struct Caller {
    address: IpAddr,
    /// The token or key, as it came.
    bearer: Option<String>,
}

impl FromRequestParts<Arc<Shared>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        house: &Arc<Shared>,
    ) -> Result<Caller, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = address::of(&parts.headers, peer, house.is_behind_proxy());
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| {
            let (scheme, bearer) = value.to_str().ok()?.split_once(' ')?;
            let is_bearer = scheme.eq_ignore_ascii_case("bearer");
            is_bearer.then(|| bearer.trim().to_owned())
        });
        Ok(Caller { address, bearer })
    }
}

impl Caller {
    /// Their address.
    pub(super) const fn address(&self) -> IpAddr {
        self.address
    }

    /// The player, if they bring a valid token.
    pub(super) async fn player(&self, house: &Shared) -> Result<Option<PlayerId>, Fault> {
        match self.identified(house).await {
            Ok(player) => Ok(Some(player)),
            // A token that is not valid counts as none.
            Err(Fault::UnknownToken | Fault::RevokedToken | Fault::ExpiredToken) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// The player whose token they bring; a refusal without a valid token.
    pub(super) async fn identified(&self, house: &Shared) -> Result<PlayerId, Fault> {
        let bearer = self.bearer.as_deref().ok_or(Fault::UnknownToken)?;
        house.player_of_token(bearer).await
    }

    /// Whether they may look at a table.
    pub(super) async fn may_see(&self, house: &Shared, access: &Access) -> Result<bool, Fault> {
        if !access.is_private() {
            return Ok(true);
        }
        let Some(bearer) = &self.bearer else {
            return Ok(false);
        };
        if let Ok(key) = ShareKey::new(bearer) {
            return Ok(access.opened_by(&key).is_some());
        }
        let player = self.player(house).await?;
        Ok(player.is_some_and(|player| access.admits(&player)))
    }
}

/// The shared luck of a journal's table, if it is not its own.
pub(super) fn deal_of(entries: &[Entry]) -> Option<&Deal> {
    match &entries.first()?.fact {
        Fact::Opened { deal, .. } => deal.as_ref(),
        _ => None,
    }
}

/// A table of the journal, as far as it has been told.
pub(super) struct PublicTable {
    pub(super) code: GameCode,
    /// The entries of which everybody at the table has heard.
    pub(super) entries: Vec<Entry>,
    /// The time up to which the table has shown its messages.
    pub(super) now: Millis,
    /// Whether nobody can play with its luck any more, if tables share it.
    pub(super) may_tell: bool,
}

impl PublicTable {
    /// The part of the journal that is public by now.
    pub(super) fn public(&self, house: &Shared) -> Result<Vec<Entry>, Fault> {
        let find = |key: &str| house.games().find(key);
        let public = Table::public_at(&self.entries, find, self.now, self.may_tell);
        Ok(public.map_err(|error| journal::corrupt(&self.code, error))?)
    }
}

/// The table of this code, if the caller may see it.
pub(super) async fn look(
    house: &Arc<Shared>,
    caller: &Caller,
    code: &str,
) -> Result<PublicTable, Fault> {
    let code: GameCode = code.parse().map_err(|_| Fault::NoTable)?;
    match find(house, caller, code.clone()).await {
        Err(fault) => Err(hide(house, caller, &code, fault).await),
        found => found,
    }
}

/// The fault as this caller may learn it. Only callers who may see the table learn that it is
/// damaged; for everybody else there is no table.
pub(super) async fn hide(
    house: &Arc<Shared>,
    caller: &Caller,
    code: &GameCode,
    fault: Fault,
) -> Fault {
    if let Fault::Damaged(_) = fault {
        let damaged = code.clone();
        let read =
            move |house: &Shared| Ok(journal::access_of_damaged(&**house.journal(), &damaged)?);
        let may_see = match house.work_out(caller.address, read).await {
            Ok(Some(access)) => caller.may_see(house, &access).await,
            Ok(None) => Ok(false),
            Err(fault) => Err(fault),
        };
        match may_see {
            Ok(true) => return fault,
            Ok(false) => fault.log(),
            Err(fault) => return fault,
        }
    } else if !matches!(fault, Fault::NoTable) {
        return fault;
    }
    house.no_table(caller.address, code)
}

async fn find(house: &Arc<Shared>, caller: &Caller, code: GameCode) -> Result<PublicTable, Fault> {
    let progress = house.progress(&code).await;
    let stored = journal::code_of(&code);
    let read = move |house: &Shared| {
        let record = house.journal().load(&stored)?;
        Ok(Told::of(record, progress, house.now())?)
    };
    let told = house.work_out(caller.address, read).await?;
    let mut may_see = caller.may_see(house, &Access::of(&told.entries)).await?;
    let mut may_tell = true;
    match deal_of(&told.entries) {
        Some(deal @ Deal::Daily { .. }) => may_tell = deal.tells(Millis(house.now())),
        Some(Deal::Duplicate { first, second }) => {
            let tables = duplicate::tables(house, caller.address, first, second).await;
            if let (Err(Fault::Damaged(_)), false) = (&tables, may_see) {
                return Err(Fault::NoTable);
            }
            let tables = tables?;
            for table in &tables {
                may_see = may_see || caller.may_see(house, &table.access).await?;
            }
            if may_see && !duplicate::have_ended(&tables)? {
                return Err(Fault::TwinPlays);
            }
        }
        _ => {}
    }
    if !may_see {
        return Err(Fault::NoTable);
    }
    match told.doubt {
        Some(fault) => Err(fault),
        None => Ok(PublicTable {
            code,
            entries: told.entries,
            now: told.now,
            may_tell,
        }),
    }
}
