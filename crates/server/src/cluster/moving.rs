//! Tables that move: whoever attends one looks for it, and is shown how it stands.

use std::sync::Arc;

use serde_json::json;
use serde_json::value::RawValue;
use table::GameCode;

use super::letters::{ToAll, ToNode};
use super::questions::{Command, MOST_TRIES, Purpose};
use super::stand::show;
use super::{ALL, Cluster, HEARTBEAT, SILENCE, told_subject};
use crate::house::Shared;
use crate::mailbox::Raw;
use crate::transport::{Connection, Emission};

impl Cluster {
    /// A table is no longer at this node. Those of its sockets who attend it look for it.
    pub(crate) fn let_go<'a>(
        self: &Arc<Self>,
        code: &GameCode,
        here: impl Iterator<Item = &'a Arc<Connection>>,
    ) {
        self.guests.let_go(code);
        for connection in here {
            if connection.is_here() {
                self.away.goes(connection);
                let (cluster, id) = (self.clone(), connection.id());
                let part = move || cluster.parted(id);
                connection.when_parted("the other nodes", Box::new(part));
                self.away.attends(connection.id(), code, "");
            }
        }
        self.announce(code);
        self.catch_up(code);
    }

    pub(super) fn announce(&self, code: &GameCode) {
        let moved = ToAll::Moved {
            node: self.name.to_string(),
            code: code.to_string(),
        };
        self.outbox.send(ALL.to_owned(), None, &moved);
    }

    /// Lets everybody here who attends a table elsewhere hear how it stands.
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
            raw: Raw {
                event: "sync".to_owned(),
                payload,
            },
            purpose: Purpose::Catch(code.clone(), key),
            tries,
        };
        self.deliver(code, command);
    }

    /// Shows a connection how its table stands, or asks again if nobody could tell yet.
    pub(super) fn caught(
        self: &Arc<Self>,
        code: GameCode,
        key: Option<String>,
        connection: Arc<Connection>,
        tries: u8,
        answer: Option<&RawValue>,
    ) {
        let shown = answer.is_some_and(|answer| show(&connection, answer));
        if !shown {
            self.catch_again(code, key, connection, tries);
        }
    }

    /// Asks again in a while how a table stands, for as long as somebody is there: nobody else
    /// would tell them. After some tries it asks more rarely.
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

    /// The socket of a connection that has asked other nodes is gone.
    pub(super) fn parted(&self, connection: u64) {
        for owner in self.away.ends(connection) {
            let gone = ToNode::Gone {
                node: self.name.to_string(),
                connection,
            };
            self.outbox.send(told_subject(&owner), None, &gone);
        }
    }

    /// A table elsewhere tells a connection of this node something.
    pub(super) fn told(&self, connection: u64, code: &GameCode, owner: &str, emission: &Emission) {
        self.expect_node(owner);
        match self.away.attends(connection, code, owner) {
            Some(here) => here.send(emission),
            None => {
                let gone = ToNode::Gone {
                    node: self.name.to_string(),
                    connection,
                };
                self.outbox.send(told_subject(owner), None, &gone);
            }
        }
        if matches!(emission.event(), "table_closed" | "share_revoked") {
            self.away.leaves(connection, code);
        }
    }

    /// Something may have been lost on the bus. Others may have claimed tables of this node because
    /// it did not answer, and what tables told may be lost on both ways: everybody whom it may have
    /// been for is shown their table anew.
    pub(super) fn make_good(self: &Arc<Self>, house: &Shared) {
        for code in house.check_tables() {
            self.announce(&code);
        }
        for code in self.away.tables() {
            self.catch_up(&code);
        }
    }
}
