//! The deeds and reads of operators.

use crate::common::{by, code, entries, entry, player, table};
use crate::tokens::Tokens;
use crate::{append, holds, open};
use store::{
    Archive, Aside, Ban, Banned, Deed, Error, Found, Journal, MOST_FORGOTTEN, Operation,
    OperatorNote, PastGame, Pruned, Rewrite, StoredEntry, TokenHash, Unused, Wanted, Write,
};

fn note(at: u64, action: &str) -> OperatorNote {
    OperatorNote {
        at,
        who: "olga".to_owned(),
        why: "because".to_owned(),
        action: action.to_owned(),
        subject: String::new(),
        detail: "{}".to_owned(),
    }
}

pub(crate) fn operate(journal: &dyn Journal, at: u64, deed: Deed) -> Result<(), Error> {
    let note = note(at, "deed");
    journal
        .write(Write::Operate(Operation { note, deed }))
        .wait()
}

pub(crate) fn archive(journal: &dyn Journal) -> &dyn Archive {
    journal.archive().expect("this journal has a desk")
}

pub(crate) fn a_deed_and_its_line_are_one(journal: &dyn Journal) {
    let log = |before, limit| -> Vec<(u64, u64)> {
        let lines = archive(journal).log(before, limit).unwrap();
        lines.iter().map(|(id, note)| (*id, note.at)).collect()
    };
    assert_eq!(log(None, 10), []);
    for at in 1..=3 {
        assert_eq!(operate(journal, at, Deed::Noted), Ok(()));
    }
    assert_eq!(log(None, 2), [(3, 3), (2, 2)]);
    assert_eq!(log(Some(2), 10), [(1, 1)]);
    assert_eq!(archive(journal).log(None, 1).unwrap()[0].1, note(3, "deed"));

    // One of the two tables is missing; therefore nothing happens and nothing is logged.
    open(journal, "A", 2);
    let pruned = |text: &str| Pruned {
        table: code(text),
        expect: 2,
        games: Vec::new(),
    };
    let tables = vec![pruned("A"), pruned("B")];
    let missing = Err(Error::NotFound { table: code("B") });
    assert_eq!(operate(journal, 4, Deed::Prune { tables }), missing);
    holds(journal, "A", 2);
    assert_eq!(log(None, 1), [(3, 3)]);
    append(journal, 2, entries(3..=3), Ok(()));
    let long = OperatorNote {
        why: "x".repeat(5_000),
        ..note(4, "deed")
    };
    let deed = Deed::Noted;
    let refused = journal.write(Write::Operate(Operation { note: long, deed }));
    assert!(matches!(refused.wait(), Err(Error::Invalid { .. })));
}

pub(crate) fn bans_are_put_and_lifted(journal: &dyn Journal) {
    let ban = |banned: &Banned, until| Ban {
        banned: banned.clone(),
        at: 1,
        until,
        why: "spam".to_owned(),
    };
    let ann = Banned::Player(player("ann"));
    let address = Banned::Address("192.0.2.1".to_owned());
    let put = |ban| operate(journal, 1, Deed::Ban(ban));
    assert_eq!(put(ban(&address, Some(5))), Ok(()));
    assert_eq!(put(ban(&ann, Some(5))), Ok(()));
    assert_eq!(put(ban(&ann, None)), Ok(()));
    let bans = || archive(journal).bans().unwrap();
    assert_eq!(bans(), [ban(&ann, None), ban(&address, Some(5))]);
    let lift = || operate(journal, 2, Deed::Unban(ann.clone()));
    assert_eq!((lift(), lift()), (Ok(()), Ok(())));
    assert_eq!(bans(), [ban(&address, Some(5))]);
}

pub(crate) fn an_operator_revokes_tokens(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    assert_eq!(tokens.give("ann", "two", None, 1), Ok(()));
    assert_eq!(tokens.give("ann", "three", None, 1), Ok(()));
    assert_eq!(tokens.enroll("bob", "four", 1), Ok(()));
    let revoke = |at, name: &str, only: Option<&str>| {
        let only = only.map(TokenHash::of);
        let player = player(name);
        operate(journal, at, Deed::RevokeTokens { player, only })
    };
    assert_eq!(revoke(2, "ann", Some("two")), Ok(()));
    assert_eq!(revoke(3, "ann", Some("four")), Ok(()));
    tokens.check("one", ("ann", Some(1), None));
    tokens.check("two", ("ann", None, Some(2)));
    assert_eq!(revoke(4, "ann", None), Ok(()));
    tokens.check("one", ("ann", Some(1), Some(4)));
    tokens.check("two", ("ann", None, Some(2)));
    tokens.check("three", ("ann", None, Some(4)));
    tokens.check("four", ("bob", Some(1), None));
    let player = player("eve");
    assert_eq!(revoke(5, "eve", None), Err(Error::NoPlayer { player }));
}

pub(crate) fn a_player_is_erased(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    open(journal, "A", 5);
    open(journal, "B", 5);
    let rewrite = |bodies: &[u64]| Rewrite {
        table: code("A"),
        bodies: bodies
            .iter()
            .map(|seq| (*seq, "erased".to_owned()))
            .collect(),
    };
    let erase = |bodies: &[u64]| {
        let erase = Deed::Erase {
            player: player("ann"),
            rewrites: vec![rewrite(bodies)],
            lines: Vec::new(),
            name: "erased".to_owned(),
        };
        operate(journal, 9, erase)
    };
    assert!(matches!(erase(&[2, 6]), Err(Error::Invalid { .. })));
    assert!(matches!(erase(&[4, 2]), Err(Error::Invalid { .. })));
    holds(journal, "A", 5);
    tokens.check("one", ("ann", Some(1), None));

    assert_eq!(erase(&[2, 4]), Ok(()));
    let erased = |seq| StoredEntry {
        body: "erased".to_owned(),
        ..entry(seq)
    };
    let changed = [entry(1), erased(2), entry(3), erased(4), entry(5)];
    assert_eq!(journal.load(&code("A")).unwrap().entries, changed);
    holds(journal, "B", 5);
    // Later entries have good seals too.
    append(journal, 5, entries(6..=6), Ok(()));
    assert_eq!(journal.load(&code("A")).unwrap().last_seq(), 6);
    assert_eq!(tokens.find("one"), None);
    let erased = archive(journal).players("ann", None).unwrap();
    assert_eq!(erased[0].erased_at, Some(9));
    let player = player("ann");
    assert_eq!(
        tokens.give("ann", "two", None, 10),
        Err(Error::NoPlayer { player })
    );
}

pub(crate) fn a_table_is_pruned_to_a_line_for_each_game(journal: &dyn Journal) {
    open(journal, "A", 3);
    open(journal, "B", 3);
    assert_eq!(journal.finish(code("A"), 3, 9).wait(), Ok(()));
    let game = |line: &str| PastGame {
        game: "cribbage".to_owned(),
        at: 7,
        line: line.to_owned(),
    };
    let prune = |expect| {
        let tables = vec![Pruned {
            table: code("A"),
            expect,
            games: vec![game("ann 121"), game("bob 99")],
        }];
        operate(journal, 20, Deed::Prune { tables })
    };
    let conflict = Error::Conflict {
        table: code("A"),
        expected: 2,
        found: 3,
    };
    assert_eq!(prune(2), Err(conflict));
    assert_eq!(prune(3), Ok(()));
    let table = code("A");
    assert_eq!(journal.load(&table), Err(Error::NotFound { table }));
    holds(journal, "B", 3);
    let past = |having: &str, after| -> Vec<String> {
        let lines = archive(journal).past_games(having, after, 10).unwrap();
        lines.into_iter().map(|past| past.game.line).collect()
    };
    assert_eq!(past("", 0), ["ann 121", "bob 99"]);
    assert_eq!(past("", 1), ["bob 99"]);
    assert_eq!(past("ann", 0), ["ann 121"]);
    // Erasing a player changes these lines too.
    assert_eq!(Tokens(journal).enroll("ann", "one", 1), Ok(()));
    let erase = Deed::Erase {
        player: player("ann"),
        rewrites: Vec::new(),
        lines: vec![(1, "erased 121".to_owned())],
        name: "erased".to_owned(),
    };
    assert_eq!(operate(journal, 21, erase), Ok(()));
    assert_eq!(past("", 0), ["erased 121", "bob 99"]);
    // The code is free again.
    open(journal, "A", 1);
    holds(journal, "A", 1);
}

#[expect(clippy::too_many_lines, reason = "one story, told player by player")]
pub(crate) fn players_who_never_did_anything_are_forgotten(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    let came = [
        ("back", 1),
        ("dealt", 1),
        ("early", 1),
        ("guest", 1),
        ("late", 60),
        ("left", 1),
        ("long", 1),
        ("new", 1),
        ("shown", 1),
    ];
    for (name, at) in came {
        assert_eq!(tokens.enroll(name, name, at), Ok(()));
    }
    // One came back lately, one long ago, one has another token, one was shown out.
    assert_eq!(tokens.note_use("back", 90), Ok(()));
    assert_eq!(tokens.note_use("long", 40), Ok(()));
    assert_eq!(tokens.give("new", "new two", None, 70), Ok(()));
    assert_eq!(tokens.note_use("shown", 90), Ok(()));
    assert_eq!(tokens.revoke("shown", 91), Ok(()));
    // These did something: opened a table, sat at one, sat at one that is set aside.
    let opened = store::NewTable {
        creator: player("dealt"),
        ..table("A")
    };
    let seated = vec![by(1, "guest", "c1")];
    assert_eq!(journal.create(opened, seated).wait(), Ok(()));
    let left = vec![entry(1), by(2, "left", "c2")];
    assert_eq!(journal.create(table("B"), left).wait(), Ok(()));
    let aside = Deed::SetAside {
        table: code("B"),
        after: 1,
    };
    assert_eq!(operate(journal, 92, aside), Ok(()));

    let unused = Unused {
        came_before: 50,
        unused_since: 80,
    };
    let found = |after: Option<&str>, limit| -> Vec<String> {
        let after = after.map(player);
        let found = archive(journal).unused_players(&unused, after.as_ref(), limit);
        found.unwrap().iter().map(ToString::to_string).collect()
    };
    assert_eq!(found(None, 10), ["early", "long", "new", "shown"]);
    assert_eq!(found(Some("early"), 2), ["long", "new"]);
    // One uses a token at the last moment.
    assert_eq!(tokens.note_use("new two", 95), Ok(()));
    let forget = Deed::Forget {
        players: ["early", "long", "new", "shown", "nobody"]
            .map(player)
            .to_vec(),
        unused,
    };
    assert_eq!(operate(journal, 96, forget), Ok(()));
    assert_eq!(found(None, 10), [""; 0]);
    let left = archive(journal).players("", None).unwrap();
    let left: Vec<&str> = left.iter().map(|player| player.id.as_str()).collect();
    assert_eq!(left, ["back", "dealt", "guest", "late", "left", "new"]);
    assert_eq!(journal.token(&TokenHash::of("early")), Ok(None));
    assert!(journal.token(&TokenHash::of("back")).unwrap().is_some());

    let many = Deed::Forget {
        players: vec![player("late"); MOST_FORGOTTEN + 1],
        unused,
    };
    assert!(matches!(
        operate(journal, 97, many),
        Err(Error::Invalid { .. })
    ));
}

pub(crate) fn what_is_set_aside_is_out_of_the_way(journal: &dyn Journal) {
    open(journal, "A", 5);
    open(journal, "B", 5);
    let set_aside = |at, text: &str, after| {
        let table = code(text);
        operate(journal, at, Deed::SetAside { table, after })
    };
    assert_eq!(set_aside(10, "A", 3), Ok(()));
    holds(journal, "A", 3);
    append(journal, 3, entries(4..=4), Ok(()));
    holds(journal, "A", 4);
    assert_eq!(set_aside(11, "B", 0), Ok(()));
    let table = code("B");
    let missing = Err(Error::NotFound {
        table: table.clone(),
    });
    assert_eq!(journal.load(&table).map(|_| ()), missing);
    assert_eq!(set_aside(12, "B", 0), missing);
    let aside = |text: &str, at, n_rows| Aside {
        table: code(text),
        at,
        n_rows,
    };
    assert_eq!(
        archive(journal).aside(),
        Ok(vec![aside("A", 10, 2), aside("B", 11, 6)])
    );
}

#[expect(clippy::too_many_lines, reason = "a list of cases")]
pub(crate) fn an_operator_finds_players_and_entries(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    for (name, token) in [("ann", "one"), ("anna", "two"), ("bob", "three")] {
        assert_eq!(tokens.enroll(name, token, 1), Ok(()));
    }
    let players = |prefix: &str, after: Option<&str>| -> Vec<String> {
        let after = after.map(player);
        let players = archive(journal).players(prefix, after.as_ref()).unwrap();
        players.iter().map(|player| player.id.to_string()).collect()
    };
    assert_eq!(players("", None), ["ann", "anna", "bob"]);
    assert_eq!(players("an", Some("ann")), ["anna"]);
    assert_eq!(players("_", None), [""; 0]);

    open(journal, "A", 1);
    append(
        journal,
        1,
        vec![by(2, "ann", "c1"), by(3, "bob", "c2")],
        Ok(()),
    );
    let other = StoredEntry {
        body: r#"{"Seated":"100%_"}"#.to_owned(),
        ..by(1, "ann", "c3")
    };
    assert_eq!(journal.create(table("B"), vec![other]).wait(), Ok(()));
    let find = |wanted: Wanted| -> Vec<(String, u64)> {
        let found = archive(journal).find(&wanted).unwrap();
        let place = |found: &Found| (found.table.to_string(), found.entry.seq);
        found.iter().map(place).collect()
    };
    let all = || Wanted {
        limit: 10,
        ..Wanted::default()
    };
    let a = |seq| ("A".to_owned(), seq);
    let b = || ("B".to_owned(), 1);
    assert_eq!(find(all()), [a(1), a(2), a(3), b()]);
    assert_eq!(find(Wanted { limit: 2, ..all() }), [a(1), a(2)]);
    let of_ann = Wanted {
        player: Some(player("ann")),
        ..all()
    };
    assert_eq!(find(of_ann), [a(2), b()]);
    let at = |text: &str| Wanted {
        table: Some(code(text)),
        ..all()
    };
    assert_eq!(find(at("A")), [a(1), a(2), a(3)]);
    assert_eq!(find(at("B")), [b()]);
    assert_eq!(find(at("C")), []);
    let of_ann_at_b = Wanted {
        player: Some(player("ann")),
        ..at("B")
    };
    assert_eq!(find(of_ann_at_b), [b()]);
    let text = |begins: &str, has: &str| Wanted {
        begins: begins.to_owned(),
        has: has.to_owned(),
        ..all()
    };
    assert_eq!(find(text("{\"Seat", "")), [b()]);
    assert_eq!(find(text("", "SEATED")), [b()]);
    assert_eq!(find(text("", "0%_")), [b()]);
    assert_eq!(find(text("", "__")), []);
}
