//! Leases and claims: only one node runs a table.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::common::{by, code, entries, entry};
use crate::operator::operate;
use crate::tables::listed;
use crate::{holds, open};
use store::{Deed, Error, Filter, Head, Journal, NodeId, NodeLease, Pruned, StoredEntry, Write};

/// Short names for the writes of several nodes.
struct Nodes<'a>(&'a dyn Journal);

impl Nodes<'_> {
    fn claim(&self, text: &str, epoch: u64, node: &str) -> Result<(), Error> {
        self.claim_from(text, epoch, node, false)
    }

    fn claim_from(&self, text: &str, epoch: u64, node: &str, gone: bool) -> Result<(), Error> {
        let claim = Write::Claim {
            table: code(text),
            epoch,
            node: node.parse().unwrap(),
            unanswered: gone,
        };
        self.0.write(claim).wait()
    }

    /// A lease that outlasts the test, or a lease that ends at once.
    fn lease(&self, node: &str, holds: bool) {
        let node = node.parse().unwrap();
        let lasts = Duration::from_secs(if holds { 3_600 } else { 0 });
        assert_eq!(self.0.write(Write::Lease { node, lasts }).wait(), Ok(()));
    }

    fn append(&self, epoch: u64, expect: u64, entries: Vec<StoredEntry>) -> Result<(), Error> {
        let table = code("A");
        let append = Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended: Vec::new(),
        };
        self.0.write(append).wait()
    }

    fn finish(&self, epoch: u64, expect: u64) -> Result<(), Error> {
        let table = code("A");
        let finish = Write::Finish {
            table,
            epoch,
            expect,
            at: 9,
        };
        self.0.write(finish).wait()
    }

    #[track_caller]
    fn check(&self, text: &str, epoch: u64, owner: Option<&str>, seq: u64) {
        let owner: Option<NodeId> = owner.map(|owner| owner.parse().unwrap());
        let head = Head { epoch, owner, seq };
        assert_eq!(self.0.head(&code(text)), Ok(head.clone()));
        assert_eq!(self.0.load(&code(text)).unwrap().head(), head);
    }
}

fn fenced() -> Result<(), Error> {
    Err(Error::Fenced { table: code("A") })
}

fn owned(node: &str) -> Result<(), Error> {
    let node = node.parse().unwrap();
    Err(Error::Owned { node })
}

pub(crate) fn a_claim_fences_whoever_ran_the_table(journal: &dyn Journal) {
    let nodes = Nodes(journal);
    let missing = || Err(Error::NotFound { table: code("A") });
    assert_eq!(nodes.claim("A", 0, "n1"), missing());
    assert_eq!(journal.head(&code("A")).map(drop), missing());
    open(journal, "A", 1);
    open(journal, "B", 1);
    nodes.check("A", 0, None, 1);
    assert_eq!(nodes.append(1, 1, entries(2..=2)), fenced());
    assert_eq!(nodes.claim("A", 1, "n1"), fenced());
    assert_eq!(nodes.claim("A", 0, "n1"), Ok(()));
    nodes.check("A", 1, Some("n1"), 1);
    nodes.check("B", 0, None, 1);
    assert_eq!(nodes.append(0, 1, entries(2..=2)), fenced());
    assert_eq!(nodes.append(1, 1, vec![by(2, "ann", "x")]), Ok(()));

    // Another node claims the table that it has read; the first node is always told that it is
    // fenced.
    assert_eq!(nodes.claim("A", 0, "n2"), fenced());
    assert_eq!(nodes.claim("A", 1, "n2"), Ok(()));
    nodes.check("A", 2, Some("n2"), 2);
    for (expect, new) in [
        (2, entry(3)),
        (7, entry(8)),
        (2, by(3, "ann", "x")),
        (1, by(2, "ann", "x")),
    ] {
        assert_eq!(nodes.append(1, expect, vec![new]), fenced());
    }
    assert_eq!(nodes.finish(1, 2), fenced());
    assert_eq!(nodes.finish(3, 2), fenced());
    assert_eq!(journal.load(&code("A")).unwrap().finished_at, None);
    let duplicate = Err(Error::DuplicateCommand {
        table: code("A"),
        seq: 2,
    });
    assert_eq!(nodes.append(2, 2, vec![by(3, "ann", "x")]), duplicate);
    assert_eq!(nodes.append(2, 2, entries(3..=3)), Ok(()));
    assert_eq!(nodes.finish(2, 3), Ok(()));
    // A finished table can be claimed too, and stays finished.
    assert_eq!(nodes.claim("A", 2, "n1"), Ok(()));
    let finished = Err(Error::Finished { table: code("A") });
    assert_eq!(nodes.append(3, 3, entries(4..=4)), finished);
    nodes.check("A", 3, Some("n1"), 3);
    holds(journal, "B", 1);
    // A pruned table begins anew.
    let tables = vec![Pruned {
        table: code("A"),
        expect: 3,
        games: Vec::new(),
    }];
    assert_eq!(operate(journal, 1, Deed::Prune { tables }), Ok(()));
    open(journal, "A", 0);
    nodes.check("A", 0, None, 0);
}

pub(crate) fn a_lease_keeps_others_from_claiming(journal: &dyn Journal) {
    let nodes = Nodes(journal);
    let left = || -> Vec<(String, bool)> {
        let all = journal.nodes().unwrap();
        let left = |node: &NodeLease| (node.id.to_string(), node.left > Duration::from_secs(60));
        all.iter().map(left).collect()
    };
    assert_eq!(left(), []);
    open(journal, "A", 0);
    nodes.lease("n2", true);
    nodes.lease("n1", true);
    assert_eq!(left(), [("n1".to_owned(), true), ("n2".to_owned(), true)]);
    assert_eq!(nodes.claim("A", 0, "n1"), Ok(()), "it has no owner");
    assert_eq!(nodes.claim("A", 1, "n2"), owned("n1"));
    assert_eq!(nodes.claim("A", 0, "n2"), fenced(), "the epoch comes first");
    nodes.check("A", 1, Some("n1"), 0);
    assert_eq!(nodes.claim("A", 1, "n1"), Ok(()), "its own");
    assert_eq!(
        nodes.claim_from("A", 2, "n2", true),
        Ok(()),
        "nobody answers"
    );
    nodes.check("A", 3, Some("n2"), 0);
    nodes.lease("n2", false);
    assert_eq!(left(), [("n1".to_owned(), true), ("n2".to_owned(), false)]);
    assert_eq!(nodes.claim("A", 3, "n1"), Ok(()), "its lease is over");
    nodes.lease("n1", false);
    nodes.lease("n1", true);
    assert_eq!(nodes.claim("A", 4, "n3"), owned("n1"), "it was renewed");
    let long = Write::Lease {
        node: "n1".parse().unwrap(),
        lasts: Duration::MAX,
    };
    assert!(matches!(
        journal.write(long).wait(),
        Err(Error::Invalid { .. })
    ));
}

pub(crate) fn tables_are_listed_by_their_owner(journal: &dyn Journal) {
    let nodes = Nodes(journal);
    for text in ["A", "B", "C"] {
        open(journal, text, 0);
    }
    assert_eq!(nodes.claim("B", 0, "n1"), Ok(()));
    assert_eq!(nodes.claim("C", 0, "n2"), Ok(()));
    assert_eq!(nodes.claim("C", 1, "n1"), Ok(()));
    let of = |node: &str| Filter {
        owner: node.parse().ok(),
        ..Filter::default()
    };
    assert_eq!(listed(journal, &of("n1")), ["B", "C"]);
    assert_eq!(listed(journal, &of("n2")), [""; 0]);
    let all = journal.list(&Filter::default()).unwrap();
    let epochs: Vec<u64> = all.iter().map(|table| table.epoch).collect();
    assert_eq!(epochs, [0, 1, 2]);
    let owners = all
        .iter()
        .map(|table| table.owner.as_ref().map(NodeId::as_str));
    assert_eq!(owners.collect::<Vec<_>>(), [None, Some("n1"), Some("n1")]);
}

/// Four nodes read the epoch, claim and append at the same time. Each epoch has one winner, and
/// only winners write.
pub(crate) fn of_many_claims_one_wins(journal: &dyn Journal) {
    const EPOCHS: u64 = 12;
    open(journal, "A", 0);
    let won = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for n in 0..4 {
            let won = &won;
            scope.spawn(move || {
                let (nodes, name) = (Nodes(journal), format!("n{n}"));
                loop {
                    let epoch = journal.head(&code("A")).unwrap().epoch;
                    if epoch >= EPOCHS {
                        break;
                    }
                    match nodes.claim("A", epoch, &name) {
                        Ok(()) => {
                            let other = won.lock().unwrap().insert(epoch + 1, name.clone());
                            assert_eq!(other, None, "two winners of one epoch");
                        }
                        Err(Error::Fenced { .. }) => continue,
                        Err(error) => panic!("{error}"),
                    }
                    let last = journal.head(&code("A")).unwrap().seq;
                    let body = format!("{} {name}", epoch + 1);
                    let new = StoredEntry {
                        body,
                        ..entry(last + 1)
                    };
                    match nodes.append(epoch + 1, last, vec![new]) {
                        Ok(()) | Err(Error::Fenced { .. } | Error::Conflict { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    let won = won.into_inner().unwrap();
    assert!(won.keys().copied().eq(1..=won.len() as u64));
    let record = journal.load(&code("A")).unwrap();
    let mut last = 0;
    for entry in record.entries {
        let (epoch, name) = entry.body.split_once(' ').unwrap();
        let epoch: u64 = epoch.parse().unwrap();
        assert!(epoch > last, "epochs never fall");
        assert_eq!(won[&epoch], name);
        last = epoch;
    }
}
