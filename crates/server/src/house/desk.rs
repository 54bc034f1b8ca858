//! The sockets' desk: it admits clients and takes their commands.

use std::sync::Arc;

use kernel::Json;
use table::messages::GameList;
use table::{Answer, GameCode, Parsed};

use crate::budgets::Shortage;
use crate::error::Fault;
use crate::limits::Verdict;
use crate::lobby::MOST_LISTED;
use crate::mailbox::Errand;
use crate::metrics;
use crate::transport::{Connection, FrontDesk, Head, Identity, Knock, Packet, Raw, Reply};

use super::Shared;

/// The sockets' desk.
impl FrontDesk for Arc<Shared> {
    async fn admit(&self, knock: Knock) -> Result<Identity, Fault> {
        if self.is_draining() {
            return Err(Fault::Closing);
        }
        let now = self.now();
        self.bans.check_address(knock.address, now)?;
        if knock.token.is_none() && self.new_players.take(knock.address) != Verdict::Within {
            return Err(Shortage::PlayersOfAddress.into());
        }
        if let (None, Some(cluster)) = (&knock.token, &self.cluster) {
            cluster.somebody_came(knock.address);
        }
        let mut identity = self.identify(knock.token).await?;
        self.bans.check_player(&identity.player, now)?;
        identity.notice = self.notice.at(now);
        Ok(identity)
    }

    fn enter(&self, connection: &Arc<Connection>) {
        self.register.enter(connection);
    }

    fn take(&self, connection: &Arc<Connection>, raw: Raw, reply: Reply) {
        metrics::command();
        if self.is_draining() {
            return reply.refuse(&Fault::Closing);
        }
        // The node that has the table reads the command.
        if let Some(cluster) = &self.cluster
            && let Some(code) = table_of(&raw.head())
            && !self.is_at_work_for(connection, &code)
        {
            return cluster.forward(&code, connection, raw, reply);
        }
        let Some((parsed, reply)) = self.read(&raw, reply) else {
            return;
        };
        match parsed {
            Parsed::List => reply.answer(&self.list()),
            Parsed::Tokens(ask) => {
                let Some(place) = connection.errand() else {
                    return reply.refuse(&Shortage::Errands.into());
                };
                let (house, connection) = (self.clone(), connection.clone());
                tokio::spawn(async move {
                    house.run_token_errand(connection, ask, reply).await;
                    drop(place);
                });
            }
            Parsed::Create(_) if self.closing.is_soon() => reply.refuse(&Fault::ClosingSoon),
            Parsed::Create(_) if !connection.may_attend() => {
                reply.refuse(&Shortage::TablesAttended.into());
            }
            Parsed::Create(create) => {
                let Some(place) = connection.errand() else {
                    return reply.refuse(&Shortage::Errands.into());
                };
                let (house, connection) = (self.clone(), connection.clone());
                tokio::spawn(house.create(connection, create, reply, place));
            }
            Parsed::AtTable { code, request } => {
                let errand = Errand {
                    connection: connection.clone(),
                    request,
                    reply,
                    // It may have to go to another node unchanged.
                    raw: self.cluster.is_some().then_some(raw),
                };
                self.send(&code, errand);
            }
        }
    }
}

/// The table that a message is for; nothing if it is for the house or is not understood.
fn table_of(head: &Head<'_>) -> Option<GameCode> {
    let code = head.game_code.as_ref()?;
    table::is_for_table(&head.event)
        .then(|| code.parse().ok())
        .flatten()
}

impl Shared {
    /// Reads a message, or answers what is wrong with it.
    pub(crate) fn read(&self, raw: &Raw, reply: Reply) -> Option<(Parsed, Reply)> {
        let Packet { event, payload } = raw.read();
        let parsed = match payload {
            Ok(payload) => table::read(&event, payload),
            Err(fault) => {
                reply.refuse(&fault.into());
                return None;
            }
        };
        match parsed {
            Err(refusal) => reply.answer(&Answer(Err(refusal))),
            Ok(parsed) if self.forbids_name(&parsed) => reply.refuse(&Fault::ForbiddenName),
            Ok(parsed) => return Some((parsed, reply)),
        }
        None
    }

    /// The answer to `list_games`.
    pub(super) fn list(&self) -> Answer {
        let mut tables = self.lobby.tables();
        if let Some(cluster) = &self.cluster {
            tables.extend(cluster.open_tables());
            tables.truncate(MOST_LISTED);
        }
        Answer(Ok(Json::of(&GameList {
            tables,
            games: self.games.described().to_vec(),
        })))
    }

    /// Whether a table is at work at this node. A connection that has asked the table before knows
    /// that, and takes no lock that others need.
    fn is_at_work_for(&self, connection: &Connection, code: &GameCode) -> bool {
        let way = connection.ways().to(code);
        way.is_some_and(|way| !way.is_closed()) || self.is_at_work(code)
    }

    /// Takes a command for a table of this node that came to another node.
    pub(crate) fn take_at_table(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        raw: &Raw,
        reply: Reply,
    ) {
        match self.read(raw, reply) {
            Some((Parsed::AtTable { code, request }, reply)) if self.is_at_work(&code) => {
                let errand = Errand {
                    connection: connection.clone(),
                    request,
                    reply,
                    raw: None,
                };
                self.send(&code, errand);
            }
            Some((_, reply)) => reply.refuse(&Fault::Moved),
            None => {}
        }
    }
}
