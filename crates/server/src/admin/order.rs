//! Orders of an operator to every node of a house.
//!
//! An operator speaks to one node. The others hear the order by the bus, do the same, and answer
//! with the result. Lasting changes are in the journal before, and a node that did not hear the
//! order finds them there.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Banned;
use table::messages::Announcement;
use table::{GameCode, Nickname, PlayerId};
use tokio::sync::oneshot;

use super::{AddressInfo, Status};
use crate::house::Shared;
use crate::mailbox::Letter;

/// More than an operator reads, and less than a letter may hold.
const MOST_ADDRESSES: usize = 1_000;

/// An order to every node.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    /// Report your status.
    Status,
    /// Count the connections of each of these players.
    Count(Vec<String>),
    /// List the addresses with this prefix.
    Addresses(String),
    /// Say which of these tables are in memory.
    AtWork(Vec<GameCode>),
    /// Report the state of this table.
    Glance(GameCode),
    /// Close this table, if it is here.
    Close(GameCode),
    /// Let this table go, if it is here.
    Stop(GameCode),
    /// Ban somebody.
    Ban(Barred),
    /// End a ban.
    Unban(Barred),
    /// End the connections of this player; only those with the token of this name, if one is given.
    ShowOut(PlayerId, Option<String>),
    /// Tell everybody something.
    Announce(Announcement),
    /// Rename a player.
    Rename(PlayerId, Nickname),
}

/// A banned player or address, and the end of the ban.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Barred {
    /// A player.
    Player(String, Option<u64>),
    /// Everybody who comes from an address.
    Address(String, Option<u64>),
}

impl Barred {
    pub(super) fn new(banned: &Banned, until: Option<u64>) -> Barred {
        let name = banned.name().to_owned();
        match banned {
            Banned::Player(_) => Barred::Player(name, until),
            Banned::Address(_) => Barred::Address(name, until),
        }
    }

    fn read(self) -> Option<(Banned, Option<u64>)> {
        match self {
            Barred::Player(name, until) => Some((Banned::Player(name.parse().ok()?), until)),
            Barred::Address(name, until) => Some((Banned::Address(name), until)),
        }
    }
}

/// The result of an order at one node.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OrderOutcome {
    /// The number of cases in which it was done.
    Done(usize),
    /// The status of the node.
    Status(Status),
    /// The number of connections of each player.
    Counts(Vec<usize>),
    /// Addresses.
    Addresses(Vec<AddressInfo>),
    /// The tables that are in memory.
    AtWork(Vec<GameCode>),
    /// A table, if it is here.
    Glance(Option<TableSeen>),
}

/// A table at work.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TableSeen {
    /// Its stage.
    pub(super) stage: String,
    /// The people and bots who sit there, as the protocol tells it.
    pub(super) players: Vec<Value>,
    /// The number of connections that attend it.
    pub(super) attending: usize,
}

impl Shared {
    /// Gives every node an order, and returns the result of each that answered.
    pub(super) async fn everywhere(self: &Arc<Self>, order: Order) -> Vec<OrderOutcome> {
        let here = self.carry_out(order.clone());
        let Some(cluster) = self.cluster() else {
            return vec![here.await];
        };
        let (here, mut others) = tokio::join!(here, cluster.order(order));
        others.insert(0, here);
        others
    }

    /// Gives every node an order, and returns how many it was done to.
    pub(super) async fn everywhere_done(self: &Arc<Self>, order: Order) -> usize {
        let done = |outcome: &OrderOutcome| match outcome {
            OrderOutcome::Done(n) => *n,
            _ => 0,
        };
        self.everywhere(order).await.iter().map(done).sum()
    }

    /// Carries out an order at this node.
    pub(crate) async fn carry_out(self: &Arc<Self>, order: Order) -> OrderOutcome {
        match order {
            Order::Status => OrderOutcome::Status(self.status().await),
            Order::Count(players) => OrderOutcome::Counts(self.count_connections(&players)),
            Order::Addresses(search) => OrderOutcome::Addresses(self.addresses(&search)),
            Order::AtWork(mut codes) => {
                codes.retain(|code| self.is_at_work(code));
                OrderOutcome::AtWork(codes)
            }
            Order::Glance(code) => {
                OrderOutcome::Glance(self.glance(&code).await.map(TableSeen::from))
            }
            Order::Close(code) => OrderOutcome::Done(usize::from(self.close_here(&code).await)),
            Order::Stop(code) => {
                self.stop_table(&code);
                OrderOutcome::Done(0)
            }
            Order::Ban(barred) => OrderOutcome::Done(barred.read().map_or(0, |(banned, until)| {
                self.bans().put(&banned, until);
                self.show_out(&banned)
            })),
            Order::Unban(barred) => {
                if let Some((banned, _)) = barred.read() {
                    self.bans().lift(&banned);
                }
                OrderOutcome::Done(0)
            }
            Order::ShowOut(player, token) => OrderOutcome::Done(self.disconnect(|known| {
                *known.player() == player
                    && token
                        .as_ref()
                        .is_none_or(|name| known.token().name() == *name)
            })),
            Order::Announce(notice) => OrderOutcome::Done(self.tell_everybody(notice)),
            Order::Rename(player, nickname) => {
                self.rename(&player, &nickname).await;
                OrderOutcome::Done(0)
            }
        }
    }

    async fn status(&self) -> Status {
        let connections = self.register().all();
        let addresses: BTreeSet<_> = connections.iter().map(|known| known.address()).collect();
        let glances = self.glances().await;
        Status {
            node: self.cluster().map(|cluster| cluster.name().to_owned()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            connections: connections.len(),
            addresses: addresses.len(),
            tables_at_work: glances.len(),
            playing: glances.iter().filter(|glance| glance.is_playing()).count(),
            draining: self.closing().is_soon() || self.is_draining(),
            others: Vec::new(),
        }
    }

    fn count_connections(&self, players: &[String]) -> Vec<usize> {
        let connections = self.register().all();
        let of = |player: &String| {
            let own = connections.iter();
            own.filter(|known| known.player().as_str() == player)
                .count()
        };
        players.iter().map(of).collect()
    }

    fn addresses(&self, search: &str) -> Vec<AddressInfo> {
        let mut addresses: BTreeMap<IpAddr, (usize, BTreeSet<String>)> = BTreeMap::new();
        for connection in self.register().all() {
            let (count, players) = addresses.entry(connection.address()).or_default();
            *count += 1;
            players.insert(connection.player().to_string());
        }
        let info =
            |(address, (connections, players)): (IpAddr, (usize, BTreeSet<String>))| AddressInfo {
                address: address.to_string(),
                connections,
                players: players.into_iter().collect(),
            };
        let mut addresses: Vec<AddressInfo> = addresses.into_iter().map(info).collect();
        addresses.retain(|info| info.address.starts_with(search));
        addresses.sort_by_key(|info| std::cmp::Reverse(info.connections));
        addresses.truncate(MOST_ADDRESSES);
        addresses
    }

    /// Closes a table of this node. Returns whether it did.
    async fn close_here(self: &Arc<Self>, code: &GameCode) -> bool {
        if !self.is_at_work(code) {
            return false;
        }
        let (done, closed) = oneshot::channel();
        self.tell(code, Letter::Close(done)).is_ok() && closed.await.is_ok()
    }

    /// Ends the connections of somebody who is banned. Returns their number.
    pub(crate) fn show_out(&self, banned: &Banned) -> usize {
        self.disconnect(|known| match banned {
            Banned::Player(player) => known.player().as_str() == player.as_str(),
            Banned::Address(address) => known.address().to_string() == *address,
        })
    }

    /// Ends the connections that fit. Returns their number.
    fn disconnect(&self, fits: impl Fn(&crate::transport::Connection) -> bool) -> usize {
        let connections = self.register().all();
        let unwanted: Vec<_> = connections.iter().filter(|known| fits(known)).collect();
        for connection in &unwanted {
            connection.disconnect();
        }
        unwanted.len()
    }

    /// Sends an announcement to everybody who is connected, and to everybody who comes while it
    /// lasts.
    fn tell_everybody(&self, notice: Announcement) -> usize {
        let connections = self.register().all();
        for connection in &connections {
            connection.emit("announcement", &notice);
        }
        self.notice().put(notice);
        connections.len()
    }
}
