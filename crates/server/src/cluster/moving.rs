//! Tables that move: connections that attend one look for it and are shown its state.

use std::sync::Arc;

use serde_json::json;
use table::messages::ShareRevoked;
use table::{GameCode, ShareKey};

use super::letters::{ToAll, ToNode};
use super::questions::{Command, MOST_TRIES, Purpose};
use super::stand::{Shown, show};
use super::{Cluster, HEARTBEAT, SILENCE, told_subject};
use crate::house::Shared;
use crate::transport::{Connection, Raw};

impl Cluster {
    /// A table has left this node. The connections here that attend it must find it again.
    pub(crate) fn let_go<'a>(
        self: &Arc<Self>,
        code: &GameCode,
        here: impl Iterator<Item = (&'a Arc<Connection>, Option<&'a ShareKey>)>,
    ) {
        self.guests.let_go(code);
        for (connection, key) in here {
            if connection.is_here() {
                self.away.goes(connection);
                let (cluster, id) = (self.clone(), connection.id());
                let part = move || cluster.parted(id);
                connection.when_parted("the other nodes", Box::new(part));
                self.away.attends(connection.id(), code, "");
                if let Some(key) = key {
                    let key = String::from(key.clone());
                    self.away.brought(connection.id(), code, &key);
                }
            }
        }
        self.announce(code);
        self.catch_up(code);
    }

    pub(super) fn announce(&self, code: &GameCode) {
        self.tell_all(&ToAll::Moved { code: code.clone() });
    }

    /// Sends the state of every table elsewhere to the connections here that attend it.
    pub(super) fn catch_up(self: &Arc<Self>, code: &GameCode) {
        for (connection, key) in self.away.at(code) {
            self.catch(code, connection, key, 0);
        }
    }

    pub(super) fn catch(
        self: &Arc<Self>,
        code: &GameCode,
        connection: Arc<Connection>,
        key: Option<String>,
        tries: u8,
    ) {
        let mut payload = json!({ "gameCode": code });
        if let Some(key) = &key {
            payload["key"] = key.as_str().into();
        }
        let command = Command {
            connection,
            raw: Raw::of("sync", &payload),
            purpose: Purpose::Catch(code.clone(), key),
            tries,
        };
        self.deliver(code, command);
    }

    /// Shows a connection the state of its table, or asks again if nobody could tell it yet.
    pub(super) fn caught(
        self: &Arc<Self>,
        code: GameCode,
        key: Option<String>,
        connection: Arc<Connection>,
        tries: u8,
        answer: Option<&str>,
    ) {
        match answer.map_or(Shown::NothingYet, |answer| show(&connection, answer)) {
            Shown::AllThereIs => {}
            Shown::NothingYet => self.catch_again(code, key, connection, tries),
            Shown::NoTable => {
                self.away.leaves(connection.id(), &code);
                if key.is_some() {
                    connection.emit("share_revoked", &ShareRevoked { game_code: code });
                }
            }
        }
    }

    /// Asks again later for the state of a table while somebody here attends it: nobody else would
    /// tell them. After some tries it asks less often.
    pub(super) fn catch_again(
        self: &Arc<Self>,
        code: GameCode,
        key: Option<String>,
        connection: Arc<Connection>,
        tries: u8,
    ) {
        let (pause, tries) = if tries < MOST_TRIES {
            (HEARTBEAT / 5, tries + 1)
        } else {
            (SILENCE, 0)
        };
        let cluster = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if connection.is_open() {
                cluster.catch(&code, connection, key, tries);
            }
        });
    }

    /// The socket is gone of a connection that has asked other nodes.
    pub(super) fn parted(&self, connection: u64) {
        for owner in self.away.ends(connection) {
            let gone = ToNode::Gone { connection };
            self.outbox.send(told_subject(&owner), &gone);
        }
    }

    /// Messages on the bus may have been lost in either direction. Other nodes may have claimed
    /// tables of this node because it did not answer. Every connection that may have missed a
    /// message is shown its table again.
    pub(super) fn make_good(self: &Arc<Self>, house: &Shared) {
        for code in house.check_tables() {
            self.announce(&code);
        }
        for code in self.away.tables() {
            self.catch_up(&code);
        }
    }
}
