//! A round of this node: what a parcel brings is handed out connection by connection.
//!
//! The first message for a socket wakes the task that writes to it. If sockets took turns, that task
//! could write one message at a time; it finds all of them if nobody else is served in between.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::GameCode;

use super::letters::ToNode;
use super::questions::Command;
use super::{Cluster, told_subject};
use crate::transport::Emission;

/// What connections of this node are to get, each in the order in which it came.
#[derive(Default)]
pub(super) struct Round<'a>(BTreeMap<u64, Vec<Item<'a>>>);

/// Something for one connection.
enum Item<'a> {
    /// Events of a table, one after the other.
    Told {
        code: GameCode,
        events: Vec<Emission>,
    },
    /// The answer to a command.
    Answer {
        code: GameCode,
        command: Command,
        text: &'a str,
    },
}

impl<'a> Round<'a> {
    /// Adds an event of a table.
    pub(super) fn tell(&mut self, connection: u64, code: &GameCode, event: &Emission) {
        let items = self.0.entry(connection).or_default();
        match items.last_mut() {
            Some(Item::Told { code: same, events }) if same == code => events.push(event.clone()),
            _ => items.push(Item::Told {
                code: code.clone(),
                events: vec![event.clone()],
            }),
        }
    }

    /// Adds the answer to a command.
    pub(super) fn answer(&mut self, code: GameCode, command: Command, text: &'a str) {
        let items = self.0.entry(command.connection.id()).or_default();
        items.push(Item::Answer {
            code,
            command,
            text,
        });
    }
}

impl Cluster {
    /// Hands out what another node has sent.
    pub(super) fn hand_out(self: &Arc<Self>, from: &str, round: Round<'_>) {
        for (connection, items) in round.0 {
            for item in items {
                match item {
                    Item::Told { code, events } => self.told(connection, &code, from, &events),
                    Item::Answer {
                        code,
                        command,
                        text,
                    } => self.answered(&code, from, command, text),
                }
            }
        }
    }

    /// A table elsewhere tells something to a connection of this node.
    fn told(&self, connection: u64, code: &GameCode, owner: &str, events: &[Emission]) {
        self.expect_node(owner);
        match self.away.attends(connection, code, owner) {
            Some(here) => events.iter().for_each(|event| here.send(event)),
            None => {
                let gone = ToNode::Gone { connection };
                self.outbox.send(told_subject(owner), &gone);
            }
        }
        let ends =
            |event: &Emission| event.is_called("table_closed") || event.is_called("share_revoked");
        if events.last().is_some_and(ends) {
            self.away.leaves(connection, code);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use serde_json::json;
    use table::PlayerId;

    use super::*;
    use crate::cluster::questions::Purpose;
    use crate::transport::{Connection, Post, Raw};

    struct Nowhere;

    impl Post for Nowhere {
        fn send(&self, _: &Emission) {}
    }

    fn event(name: &str) -> Emission {
        Emission::new(name, &json!({}))
    }

    /// A command of a new connection.
    fn command(table: &GameCode) -> Command {
        let player = PlayerId::new("jill").unwrap();
        let address = IpAddr::from(Ipv4Addr::LOCALHOST);
        Command {
            connection: Connection::elsewhere(player, address, Arc::new(Nowhere)),
            raw: Raw::of("sync", &json!({})),
            purpose: Purpose::Catch(table.clone(), None),
            tries: 0,
        }
    }

    #[test]
    fn each_connection_gets_its_part_in_order() {
        let (one, other): (GameCode, GameCode) =
            ("VHG4SC".parse().unwrap(), "CSHGV4".parse().unwrap());
        let (jill, boom) = (command(&one), command(&one));
        let (hers, his) = (jill.connection.id(), boom.connection.id());
        let mut round = Round::default();
        round.tell(his, &one, &event("a"));
        round.tell(hers, &one, &event("a"));
        round.tell(his, &one, &event("b"));
        round.answer(one.clone(), boom, "yes");
        round.tell(hers, &other, &event("c"));
        round.tell(his, &one, &event("d"));
        round.answer(one.clone(), jill, "no");
        let told = |code: &GameCode, names: &[&str]| {
            let events: Vec<Emission> = names.iter().copied().map(event).collect();
            format!("{code} {events:?}")
        };
        let shown = |items: &[Item<'_>]| -> Vec<String> {
            let show = |item: &Item<'_>| match item {
                Item::Told { code, events } => format!("{code} {events:?}"),
                Item::Answer { text, .. } => (*text).to_owned(),
            };
            items.iter().map(show).collect()
        };
        assert_eq!(
            shown(&round.0[&hers]),
            [told(&one, &["a"]), told(&other, &["c"]), "no".to_owned()]
        );
        assert_eq!(
            shown(&round.0[&his]),
            [
                told(&one, &["a", "b"]),
                "yes".to_owned(),
                told(&one, &["d"])
            ]
        );
        assert_eq!(round.0.len(), 2);
    }
}
