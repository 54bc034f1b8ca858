//! What every journal must do, tried on each of them.

mod common;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use common::{by, claimed, code, ended, entries, entry, player, table};
use engines::Postgres;
use store::{
    Archive, Aside, Ban, Banned, Counted, DealResult, Deed, Ended, Entry, Error, Fared, Filter,
    Found, Head, HouseSecret, Journal, MOST_BODY_BYTES, MOST_CLAIMED, MOST_ENTRIES, MOST_TOKENS,
    MemoryJournal, NewTable, Node, NodeId, Note, Operation, Opponent, Past, PastGame,
    PostgresJournal, Pruned, Rewrite, SqliteJournal, State, Statistics, Sum, Token, TokenHash,
    Wanted, Write, month_of,
};

#[test]
fn the_memory_journal_conforms() {
    journal_conforms(&|| Box::new(MemoryJournal::new()));
}

#[test]
fn the_sqlite_journal_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = Mutex::new(0);
    journal_conforms(&|| {
        let mut count = count.lock().unwrap();
        *count += 1;
        let path = folder.path().join(format!("{count}.db"));
        Box::new(SqliteJournal::open(path).unwrap())
    });
}

#[test]
fn the_postgres_journal_conforms() {
    let postgres = Postgres::start_hasty();
    journal_conforms(&|| Box::new(PostgresJournal::open(&postgres.database()).unwrap()));
}

/// Tries each rule on a fresh journal.
fn journal_conforms(make: &dyn Fn() -> Box<dyn Journal>) {
    let rules: &[fn(&dyn Journal)] = &[
        what_was_written_is_loaded,
        what_is_not_there_is_not_found,
        a_code_is_given_once,
        a_creation_is_done_once,
        an_append_follows_the_last_entry,
        a_command_is_applied_once,
        a_refused_append_writes_nothing,
        a_finished_table_stays_finished,
        lists_are_filtered_and_paged,
        a_claim_fences_whoever_ran_the_table,
        a_lease_keeps_others_from_claiming,
        tables_are_listed_by_their_owner,
        of_many_claims_one_wins,
        a_token_leads_to_its_player,
        a_new_token_replaces_the_old_one_when_it_is_used,
        a_token_is_revoked_once,
        a_code_becomes_one_token_in_its_time,
        codes_are_no_devices,
        tokens_are_bounded,
        a_creation_is_found_by_its_command,
        the_secret_of_a_house_is_made_once,
        a_deed_and_its_line_are_one,
        bans_are_put_and_lifted,
        an_operator_revokes_tokens,
        a_player_is_erased,
        a_table_is_pruned_to_a_line_for_each_game,
        what_is_set_aside_is_out_of_the_way,
        an_operator_finds_players_and_entries,
        a_game_is_remembered_with_the_entry_that_ends_it,
        games_are_listed_by_filter_and_page,
        what_is_counted_follows_from_the_games,
        a_review_is_kept_once,
        what_is_remembered_is_written_anew,
        results_of_a_deal_are_ranked,
        games_outlive_their_table_and_names_do_not_outlive_their_player,
        a_claimed_game_is_listed_and_never_counted,
        claimed_games_are_bounded_and_go_with_their_player,
        strange_text_comes_back_as_it_was,
        what_no_journal_may_hold_is_refused,
        writes_keep_their_order_without_waiting,
        equal_creations_keep_their_order_without_waiting,
        callbacks_may_read_and_are_called_once,
        of_many_writers_one_wins_each_number,
        of_many_equal_commands_one_is_applied,
        of_many_equal_creations_one_is_done,
    ];
    for rule in rules {
        rule(&*make());
    }
}

/// Opens a table with this many entries.
fn open(journal: &dyn Journal, text: &str, n_entries: u64) {
    let created = journal.create(table(text), entries(1..=n_entries));
    assert_eq!(created.wait(), Ok(()));
}

#[track_caller]
fn append(journal: &dyn Journal, expect: u64, new: Vec<Entry>, outcome: Result<(), Error>) {
    assert_eq!(journal.append(code("A"), expect, new).wait(), outcome);
}

#[track_caller]
fn holds(journal: &dyn Journal, text: &str, n_entries: u64) {
    let record = journal.load(&code(text)).unwrap();
    assert_eq!(record.entries, entries(1..=n_entries));
    assert_eq!(record.last_seq(), n_entries);
}

fn what_was_written_is_loaded(journal: &dyn Journal) {
    let new = NewTable {
        command_id: Some("c1".parse().unwrap()),
        ..table("A")
    };
    let first = by(1, "ann", "c2");
    assert_eq!(
        journal.create(new.clone(), vec![first.clone()]).wait(),
        Ok(())
    );
    append(journal, 1, entries(2..=4), Ok(()));
    let record = journal.load(&code("A")).unwrap();
    assert_eq!(record.table, new);
    assert_eq!(record.finished_at, None);
    assert_eq!(record.entries, [first, entry(2), entry(3), entry(4)]);
}

fn what_is_not_there_is_not_found(journal: &dyn Journal) {
    let not_found = || Error::NotFound { table: code("A") };
    open(journal, "B", 1);
    assert_eq!(journal.load(&code("A")), Err(not_found()));
    append(journal, 0, entries(1..=1), Err(not_found()));
    assert_eq!(journal.finish(code("A"), 0, 1).wait(), Err(not_found()));
    holds(journal, "B", 1);
}

fn a_code_is_given_once(journal: &dyn Journal) {
    open(journal, "A", 2);
    let again = journal.create(table("A"), entries(1..=3));
    assert_eq!(again.wait(), Err(Error::TableExists { table: code("A") }));
    holds(journal, "A", 2);
}

fn a_creation_is_done_once(journal: &dyn Journal) {
    let new = |text: &str, creator: &str| NewTable {
        creator: player(creator),
        command_id: Some("c1".parse().unwrap()),
        ..table(text)
    };
    let create = |table| journal.create(table, Vec::new()).wait();
    assert_eq!(create(new("A", "ann")), Ok(()));
    let duplicate = Err(Error::DuplicateCreation { table: code("A") });
    assert_eq!(create(new("B", "ann")), duplicate);
    assert_eq!(
        create(new("A", "ann")),
        duplicate,
        "the first answer counts"
    );
    assert_eq!(create(new("B", "bob")), Ok(()), "another's command");
    open(journal, "C", 0);
    open(journal, "D", 0);
    let codes: Vec<String> = listed(journal, &Filter::default());
    assert_eq!(codes, ["A", "B", "C", "D"]);
}

fn an_append_follows_the_last_entry(journal: &dyn Journal) {
    let conflict = |expected, found| {
        Err(Error::Conflict {
            table: code("A"),
            expected,
            found,
        })
    };
    open(journal, "A", 0);
    append(journal, 1, entries(2..=2), conflict(1, 0));
    append(journal, 0, entries(1..=2), Ok(()));
    append(journal, 0, entries(1..=2), conflict(0, 2));
    append(journal, 1, entries(2..=3), conflict(1, 2));
    append(journal, 3, entries(4..=4), conflict(3, 2));
    append(journal, 2, entries(3..=3), Ok(()));
    holds(journal, "A", 3);
}

fn a_command_is_applied_once(journal: &dyn Journal) {
    let duplicate = |seq| {
        let table = code("A");
        Err(Error::DuplicateCommand { table, seq })
    };
    open(journal, "A", 0);
    open(journal, "B", 0);
    append(journal, 0, vec![by(1, "ann", "x"), entry(2)], Ok(()));
    append(journal, 2, vec![by(3, "ann", "x")], duplicate(1));
    append(journal, 0, vec![by(1, "ann", "x")], duplicate(1));
    append(journal, 7, vec![by(8, "ann", "x")], duplicate(1));
    append(journal, 2, vec![entry(3), by(4, "ann", "x")], duplicate(1));
    append(journal, 2, vec![by(3, "bob", "x")], Ok(()));
    append(journal, 3, vec![by(4, "ann", "y")], Ok(()));
    append(journal, 4, vec![by(5, "bob", "x")], duplicate(3));
    // Another table has commands of its own, and a finished one keeps its answer.
    let elsewhere = journal.append(code("B"), 0, vec![by(1, "ann", "x")]);
    assert_eq!(elsewhere.wait(), Ok(()));
    assert_eq!(journal.finish(code("A"), 4, 9).wait(), Ok(()));
    append(journal, 4, vec![by(5, "ann", "y")], duplicate(4));
}

fn a_refused_append_writes_nothing(journal: &dyn Journal) {
    open(journal, "A", 0);
    append(journal, 0, vec![by(1, "ann", "x")], Ok(()));
    let before = journal.load(&code("A"));
    let half_known = vec![entry(2), by(3, "ann", "new"), by(4, "ann", "x")];
    let table = code("A");
    append(
        journal,
        1,
        half_known,
        Err(Error::DuplicateCommand { table, seq: 1 }),
    );
    assert_eq!(journal.load(&code("A")), before);
    append(journal, 1, vec![by(2, "ann", "new")], Ok(()));
}

fn a_finished_table_stays_finished(journal: &dyn Journal) {
    open(journal, "A", 2);
    let stale = Error::Conflict {
        table: code("A"),
        expected: 1,
        found: 2,
    };
    assert_eq!(journal.finish(code("A"), 1, 5_000).wait(), Err(stale));
    assert_eq!(journal.load(&code("A")).unwrap().finished_at, None);
    assert_eq!(journal.finish(code("A"), 2, 5_000).wait(), Ok(()));
    assert_eq!(journal.finish(code("A"), 2, 6_000).wait(), Ok(()));
    assert_eq!(journal.load(&code("A")).unwrap().finished_at, Some(5_000));
    append(
        journal,
        2,
        entries(3..=3),
        Err(Error::Finished { table: code("A") }),
    );
    holds(journal, "A", 2);
}

fn lists_are_filtered_and_paged(journal: &dyn Journal) {
    for (text, game, n_entries) in [("D", "dice", 0), ("A", "dice", 1), ("C", "cribbage", 2)] {
        let game = game.to_owned();
        let new = NewTable {
            game,
            ..table(text)
        };
        assert_eq!(journal.create(new, entries(1..=n_entries)).wait(), Ok(()));
    }
    assert_eq!(journal.finish(code("A"), 1, 5_000).wait(), Ok(()));

    let all = Filter::default();
    assert_eq!(listed(journal, &all), ["A", "C", "D"]);
    let state = |state| Filter {
        state,
        ..all.clone()
    };
    assert_eq!(listed(journal, &state(Some(State::Open))), ["C", "D"]);
    assert_eq!(listed(journal, &state(Some(State::Finished))), ["A"]);
    let of_game = |game: &str| Filter {
        game: Some(game.to_owned()),
        ..all.clone()
    };
    assert_eq!(listed(journal, &of_game("dice")), ["A", "D"]);
    assert_eq!(listed(journal, &of_game("chess")), [""; 0]);
    let page = |after: Option<&str>, limit| Filter {
        after: after.map(code),
        limit,
        ..all.clone()
    };
    assert_eq!(listed(journal, &page(None, 2)), ["A", "C"]);
    assert_eq!(listed(journal, &page(Some("C"), 2)), ["D"]);
    assert_eq!(listed(journal, &page(Some("B"), 1)), ["C"]);
    assert_eq!(listed(journal, &page(None, 0)), [""; 0]);
    assert_eq!(listed(journal, &page(None, usize::MAX)).len(), 3);

    let summaries = journal.list(&all).unwrap();
    let (a, d) = (&summaries[0], &summaries[2]);
    assert_eq!(
        (a.last_seq, a.last_at, a.finished_at),
        (1, 1_001, Some(5_000))
    );
    assert_eq!((d.last_seq, d.last_at, d.finished_at), (0, 1_000, None));
    assert_eq!(
        (a.game.as_str(), a.rules_version, a.created_at),
        ("dice", 1, 1_000)
    );
}

fn listed(journal: &dyn Journal, filter: &Filter) -> Vec<String> {
    let summaries = journal.list(filter).unwrap();
    summaries
        .iter()
        .map(|table| table.code.to_string())
        .collect()
}

/// What several nodes do, by short names.
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

    /// A lease that outlasts the test, or one that is over at once.
    fn lease(&self, node: &str, holds: bool) {
        let node = node.parse().unwrap();
        let lasts = Duration::from_secs(if holds { 3_600 } else { 0 });
        assert_eq!(self.0.write(Write::Lease { node, lasts }).wait(), Ok(()));
    }

    fn append(&self, epoch: u64, expect: u64, entries: Vec<Entry>) -> Result<(), Error> {
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

fn a_claim_fences_whoever_ran_the_table(journal: &dyn Journal) {
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

    // Another node claims what it has read; the first hears nothing but that it is fenced.
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
    // What was pruned begins anew.
    let tables = vec![Pruned {
        table: code("A"),
        expect: 3,
        games: Vec::new(),
    }];
    assert_eq!(operate(journal, 1, Deed::Prune { tables }), Ok(()));
    open(journal, "A", 0);
    nodes.check("A", 0, None, 0);
}

fn a_lease_keeps_others_from_claiming(journal: &dyn Journal) {
    let nodes = Nodes(journal);
    let left = || -> Vec<(String, bool)> {
        let all = journal.nodes().unwrap();
        let left = |node: &Node| (node.id.to_string(), node.left > Duration::from_secs(60));
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

fn tables_are_listed_by_their_owner(journal: &dyn Journal) {
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

/// Four nodes read the epoch, claim and append, all at once: each epoch has one winner, and
/// only winners write.
fn of_many_claims_one_wins(journal: &dyn Journal) {
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
                    let new = Entry {
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

/// What happens to players and their tokens, by short names.
struct Tokens<'a>(&'a dyn Journal);

impl Tokens<'_> {
    fn enroll(&self, name: &str, token: &str, at: u64) -> Result<(), Error> {
        let (player, token) = (player(name), TokenHash::of(token));
        self.0.write(Write::Enroll { player, token, at }).wait()
    }

    /// Gives a token at this time; tokens expire after a hundred.
    fn give(&self, name: &str, token: &str, replaces: Option<&str>, at: u64) -> Result<(), Error> {
        self.give_until(name, token, replaces, at, None)
    }

    /// Gives a code that is good for ten units of time.
    fn give_code(&self, name: &str, code: &str, at: u64) -> Result<(), Error> {
        self.give_until(name, code, None, at, Some(at + 10))
    }

    fn give_until(
        &self,
        name: &str,
        token: &str,
        replaces: Option<&str>,
        at: u64,
        expires_at: Option<u64>,
    ) -> Result<(), Error> {
        let give = Write::GiveToken {
            player: player(name),
            token: TokenHash::of(token),
            replaces: replaces.map(TokenHash::of),
            expires_at,
            at,
            expired_before: at.saturating_sub(100),
        };
        self.0.write(give).wait()
    }

    fn note_use(&self, token: &str, at: u64) -> Result<(), Error> {
        let token = TokenHash::of(token);
        self.0.write(Write::UseToken { token, at }).wait()
    }

    fn revoke(&self, token: &str, at: u64) -> Result<(), Error> {
        let token = TokenHash::of(token);
        self.0.write(Write::RevokeToken { token, at }).wait()
    }

    fn find(&self, token: &str) -> Option<Token> {
        self.0.token(&TokenHash::of(token)).unwrap()
    }

    /// Whose token it is, when it was used and when it was revoked.
    #[track_caller]
    fn check(&self, token: &str, expected: (&str, Option<u64>, Option<u64>)) {
        let token = self.find(token).unwrap();
        let (name, used_at, revoked_at) = expected;
        assert_eq!(token.player, player(name));
        assert_eq!((token.used_at, token.revoked_at), (used_at, revoked_at));
    }
}

fn a_token_leads_to_its_player(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    assert_eq!(tokens.enroll("bob", "two", 2), Ok(()));
    tokens.check("one", ("ann", Some(1), None));
    tokens.check("two", ("bob", Some(2), None));
    assert_eq!(tokens.find("three"), None);

    assert_eq!(tokens.enroll("eve", "two", 3), Err(Error::TokenTaken));
    let ann = player("ann");
    let taken = Err(Error::PlayerTaken {
        player: ann.clone(),
    });
    assert_eq!(tokens.enroll("ann", "three", 3), taken);
    assert_eq!(tokens.find("three"), None, "a refused write leaves nothing");
    let stranger = player("eve");
    assert_eq!(
        tokens.give("eve", "three", None, 3),
        Err(Error::NoPlayer { player: stranger })
    );
    assert_eq!(tokens.give("bob", "one", None, 3), Err(Error::TokenTaken));

    assert_eq!(
        tokens.give("ann", "three", Some("two"), 3),
        Err(Error::NoToken),
        "nobody replaces the token of another"
    );

    assert_eq!(tokens.give("ann", "three", None, 3), Ok(()));
    let names: Vec<String> = ["one", "three"]
        .map(|token| TokenHash::of(token).name())
        .into();
    let of_ann = journal.tokens(&ann).unwrap();
    let of_ann: Vec<String> = of_ann.iter().map(|token| token.hash.name()).collect();
    assert_eq!(of_ann, names);
}

fn a_new_token_replaces_the_old_one_when_it_is_used(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "old", 1), Ok(()));
    assert_eq!(tokens.give("ann", "lost", Some("old"), 2), Ok(()));
    assert_eq!(tokens.give("ann", "new", Some("old"), 3), Ok(()));
    assert_eq!(tokens.find("lost"), None, "one new token waits at a time");
    assert_eq!(tokens.note_use("old", 4), Ok(()));
    tokens.check("old", ("ann", Some(4), None));
    tokens.check("new", ("ann", None, None));

    assert_eq!(tokens.note_use("new", 5), Ok(()));
    tokens.check("old", ("ann", Some(4), Some(5)));
    tokens.check("new", ("ann", Some(5), None));
    assert_eq!(tokens.note_use("old", 6), Err(Error::NoToken));
    assert_eq!(tokens.note_use("new", 4), Ok(()));
    tokens.check("new", ("ann", Some(5), None));
    assert_eq!(tokens.note_use("never", 6), Err(Error::NoToken));
}

fn a_token_is_revoked_once(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    assert_eq!(tokens.give("ann", "two", None, 2), Ok(()));
    assert_eq!(tokens.revoke("one", 3), Ok(()));
    assert_eq!(tokens.revoke("one", 4), Ok(()));
    tokens.check("one", ("ann", Some(1), Some(3)));
    tokens.check("two", ("ann", None, None));
    assert_eq!(tokens.revoke("never", 4), Err(Error::NoToken));
}

fn a_code_becomes_one_token_in_its_time(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    let none = || Err(Error::NoToken);
    assert_eq!(tokens.enroll("ann", "laptop", 1), Ok(()));
    assert_eq!(tokens.give_code("ann", "first code", 2), Ok(()));
    assert_eq!(tokens.give_code("ann", "code", 3), Ok(()));
    assert_eq!(tokens.find("first code"), None, "there is one at a time");
    assert_eq!(tokens.find("code").unwrap().expires_at, Some(13));

    // Two devices at once: the later one has it, and nobody after that.
    assert_eq!(tokens.give("ann", "phone", Some("code"), 4), Ok(()));
    assert_eq!(tokens.give("ann", "tablet", Some("code"), 4), Ok(()));
    assert_eq!(tokens.note_use("phone", 5), none());
    assert_eq!(tokens.note_use("tablet", 5), Ok(()));
    tokens.check("code", ("ann", None, Some(5)));
    tokens.check("laptop", ("ann", Some(1), None));
    assert_eq!(tokens.give("ann", "thief", Some("code"), 6), none());

    assert_eq!(tokens.give_code("ann", "late", 20), Ok(()));
    assert_eq!(tokens.give("ann", "thief", Some("late"), 30), none());
    assert_eq!(tokens.give("ann", "just", Some("late"), 29), Ok(()));
    assert_eq!(tokens.find("thief"), None);
}

fn codes_are_no_devices(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "0", 0), Ok(()));
    for n in 1..MOST_TOKENS {
        assert_eq!(tokens.give_code("ann", &format!("code {n}"), 1), Ok(()));
        assert_eq!(tokens.give("ann", &n.to_string(), None, 1), Ok(()));
    }
    // The ninth device finds no room, whether it comes by a code or not.
    let player = player("ann");
    let full = Err(Error::TooManyTokens { player });
    assert_eq!(tokens.give("ann", "9", None, 2), full);
    assert_eq!(tokens.give_code("ann", "last", 2), full);
}

fn tokens_are_bounded(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    let full = || {
        let player = player("ann");
        Err(Error::TooManyTokens { player })
    };
    assert_eq!(tokens.enroll("ann", "0", 0), Ok(()));
    for n in 1..MOST_TOKENS {
        assert_eq!(tokens.give("ann", &n.to_string(), None, 1), Ok(()));
    }
    assert_eq!(tokens.give("ann", "more", None, 2), full());
    assert_eq!(tokens.revoke("3", 2), Ok(()));
    assert_eq!(tokens.give("ann", "more", None, 2), Ok(()));
    assert_eq!(tokens.give("ann", "and more", None, 3), full());
    // Those that expired do not count, and one is used.
    assert_eq!(tokens.note_use("5", 200), Ok(()));
    assert_eq!(tokens.give("ann", "and more", None, 250), Ok(()));
    // Whoever asks again and again leaves a bounded trace.
    for n in 0..100 {
        let (old, new) = (format!("turn {n}"), format!("turn {}", n + 1));
        let at = 300 + n;
        if n == 0 {
            assert_eq!(tokens.give("ann", &old, None, at), Ok(()));
        }
        assert_eq!(tokens.give("ann", &new, Some(&old), at), Ok(()));
        assert_eq!(tokens.note_use(&new, at), Ok(()));
    }
    assert!(journal.tokens(&player("ann")).unwrap().len() <= 2 * MOST_TOKENS + 1);
    assert_eq!(tokens.find("turn 3"), None);
    assert!(tokens.find("turn 99").unwrap().revoked_at.is_some());
    tokens.check("turn 100", ("ann", Some(399), None));
}

fn note(at: u64, action: &str) -> Note {
    Note {
        at,
        who: "olga".to_owned(),
        why: "because".to_owned(),
        action: action.to_owned(),
        subject: String::new(),
        detail: "{}".to_owned(),
    }
}

fn a_creation_is_found_by_its_command(journal: &dyn Journal) {
    let new = NewTable {
        command_id: Some("c1".parse().unwrap()),
        ..table("A")
    };
    let creator = new.creator.clone();
    assert_eq!(journal.create(new, Vec::new()).wait(), Ok(()));
    let find = |player: &store::PlayerId, command: &str| {
        let command = command.parse().unwrap();
        journal.creation(player, &command).unwrap()
    };
    assert_eq!(find(&creator, "c1"), Some(code("A")));
    assert_eq!(find(&creator, "c2"), None);
    assert_eq!(find(&player("nobody"), "c1"), None);
}

fn the_secret_of_a_house_is_made_once(journal: &dyn Journal) {
    assert_eq!(journal.secret(), Ok(None));
    let (first, second) = (HouseSecret::new([1; 32]), HouseSecret::new([2; 32]));
    for secret in [first, second, first] {
        assert_eq!(journal.write(Write::KeepSecret { secret }).wait(), Ok(()));
        assert_eq!(journal.secret(), Ok(Some(first)));
    }
}

fn operate(journal: &dyn Journal, at: u64, deed: Deed) -> Result<(), Error> {
    let note = note(at, "deed");
    journal
        .write(Write::Operate(Operation { note, deed }))
        .wait()
}

fn archive(journal: &dyn Journal) -> &dyn Archive {
    journal.archive().expect("this journal has a desk")
}

fn a_deed_and_its_line_are_one(journal: &dyn Journal) {
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

    // Of two tables one is missing, so that nothing happens and nothing is written down.
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
    let long = Note {
        why: "x".repeat(5_000),
        ..note(4, "deed")
    };
    let deed = Deed::Noted;
    let refused = journal.write(Write::Operate(Operation { note: long, deed }));
    assert!(matches!(refused.wait(), Err(Error::Invalid { .. })));
}

fn bans_are_put_and_lifted(journal: &dyn Journal) {
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

fn an_operator_revokes_tokens(journal: &dyn Journal) {
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

fn a_player_is_erased(journal: &dyn Journal) {
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
    let erased = |seq| Entry {
        body: "erased".to_owned(),
        ..entry(seq)
    };
    let changed = [entry(1), erased(2), entry(3), erased(4), entry(5)];
    assert_eq!(journal.load(&code("A")).unwrap().entries, changed);
    holds(journal, "B", 5);
    // The seals hold for what follows too.
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

fn a_table_is_pruned_to_a_line_for_each_game(journal: &dyn Journal) {
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
    // A player is erased from these lines too.
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

fn what_is_set_aside_is_out_of_the_way(journal: &dyn Journal) {
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

fn an_operator_finds_players_and_entries(journal: &dyn Journal) {
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
    let other = Entry {
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

fn strange_text_comes_back_as_it_was(journal: &dyn Journal) {
    let strange = "'; DROP TABLE entries; -- \0 \u{feff} 🂡 \"\\ %s ../../etc";
    let odd = NewTable {
        code: code("';DROP--"),
        game: strange.to_owned(),
        options: strange.to_owned(),
        creator: player("../ann'"),
        command_id: Some("\"*%_".parse().unwrap()),
        at: i64::MAX as u64,
        ..table("A")
    };
    let first = Entry {
        body: strange.to_owned(),
        ..by(1, "🂡", "'")
    };
    assert_eq!(
        journal.create(odd.clone(), vec![first.clone()]).wait(),
        Ok(())
    );
    let record = journal.load(&odd.code).unwrap();
    assert_eq!(record.table, odd);
    assert_eq!(record.entries, [first]);
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("../ann'", strange, 0), Ok(()));
    tokens.check(strange, ("../ann'", Some(0), None));
}

fn what_no_journal_may_hold_is_refused(journal: &dyn Journal) {
    open(journal, "A", 0);
    let refused = |new: Vec<Entry>, words: &str| {
        let why = words.to_owned();
        append(journal, 0, new, Err(Error::Invalid { why }));
    };
    let body = |length: usize| Entry {
        body: "x".repeat(length),
        ..entry(1)
    };
    let anonymous = Entry {
        player: None,
        ..by(1, "ann", "x")
    };
    let late = Entry {
        at: u64::MAX,
        ..entry(1)
    };
    refused(vec![], "an append without entries");
    refused(entries(2..=2), "entry 2 after entry 0");
    refused(vec![entry(1), entry(1)], "entry 1 after entry 1");
    refused(vec![entry(1), entry(3)], "entry 3 after entry 1");
    refused(
        vec![body(MOST_BODY_BYTES + 1)],
        "a body of 262145 bytes, of at most 262144",
    );
    refused(
        entries(1..=MOST_ENTRIES as u64 + 1),
        "4097 entries at once, of at most 4096",
    );
    refused(vec![anonymous], "a command that no player gave");
    refused(
        vec![by(1, "ann", "x"), by(2, "ann", "x")],
        "one command in two entries",
    );
    refused(vec![late], "a time of 18446744073709551615 milliseconds");
    let at_the_end = Entry {
        seq: u64::MAX,
        ..entry(1)
    };
    let why = format!("entry {0} after entry {0}", u64::MAX);
    append(
        journal,
        u64::MAX,
        vec![at_the_end],
        Err(Error::Invalid { why }),
    );

    let long = NewTable {
        options: "x".repeat(MOST_BODY_BYTES + 1),
        ..table("B")
    };
    let why = "the options of 262145 bytes, of at most 262144".to_owned();
    assert_eq!(
        journal.create(long, Vec::new()).wait(),
        Err(Error::Invalid { why })
    );
    append(journal, 0, vec![body(MOST_BODY_BYTES)], Ok(()));
    append(journal, 1, entries(2..=MOST_ENTRIES as u64 + 1), Ok(()));
}

fn writes_keep_their_order_without_waiting(journal: &dyn Journal) {
    let created = journal.create(table("A"), Vec::new());
    let appended: Vec<_> = (1..=500)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    assert_eq!(created.wait(), Ok(()));
    for receipt in appended {
        assert_eq!(receipt.wait(), Ok(()));
    }
    holds(journal, "A", 500);
}

/// The codes go down, so that whoever sorts a batch by them puts the last creation first.
fn equal_creations_keep_their_order_without_waiting(journal: &dyn Journal) {
    let new = |n: u32, command: u32| NewTable {
        command_id: Some(format!("c{command}").parse().unwrap()),
        ..table(&format!("T{n:03}"))
    };
    let mut receipts = Vec::new();
    for command in 0..100 {
        let first = 999 - 3 * command;
        for n in (first - 2..=first).rev() {
            receipts.push((first, n, journal.create(new(n, command), Vec::new())));
        }
    }
    for (first, n, receipt) in receipts {
        let table = code(&format!("T{first:03}"));
        let expected = match n == first {
            true => Ok(()),
            false => Err(Error::DuplicateCreation { table }),
        };
        assert_eq!(receipt.wait(), expected, "T{n:03}");
    }
}

fn callbacks_may_read_and_are_called_once(journal: &dyn Journal) {
    open(journal, "A", 0);
    let (sender, receiver) = std::sync::mpsc::channel();
    for seq in [1, 1, 2] {
        let sender = sender.clone();
        let write = store::Write::Append {
            table: code("A"),
            epoch: 0,
            expect: seq - 1,
            entries: vec![entry(seq)],
            ended: Vec::new(),
        };
        journal.submit(
            write,
            Box::new(move |outcome| sender.send(outcome.is_ok()).unwrap()),
        );
    }
    drop(sender);
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [true, false, true]);
    holds(journal, "A", 2);
}

/// Eight threads, each with its own idea of three tables, race for every number.
fn of_many_writers_one_wins_each_number(journal: &dyn Journal) {
    const TABLES: [&str; 3] = ["A", "B", "C"];
    const LENGTH: u64 = 60;
    for text in TABLES {
        open(journal, text, 0);
    }
    let acknowledged = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for writer in 0..8 {
            let acknowledged = &acknowledged;
            scope.spawn(move || {
                for seq in 1..=LENGTH {
                    for text in TABLES {
                        let body = format!("writer {writer}");
                        let new = Entry { body, ..entry(seq) };
                        match journal
                            .append(code(text), seq - 1, vec![new.clone()])
                            .wait()
                        {
                            Ok(()) => {
                                let other = acknowledged.lock().unwrap().insert((text, seq), new);
                                assert_eq!(other, None, "two winners");
                            }
                            Err(Error::Conflict {
                                expected, found, ..
                            }) => {
                                assert_eq!(expected, seq - 1);
                                assert!(found > expected, "somebody was there first");
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            });
        }
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    for text in TABLES {
        let loaded = journal.load(&code(text)).unwrap().entries;
        let won = (1..=LENGTH).map(|seq| acknowledged[&(text, seq)].clone());
        assert_eq!(loaded, won.collect::<Vec<_>>());
    }
}

/// A client that lost its connection sends its commands again, from everywhere.
fn of_many_equal_commands_one_is_applied(journal: &dyn Journal) {
    const COMMANDS: u64 = 20;
    open(journal, "A", 0);
    let answers = Mutex::new(BTreeMap::<u64, Vec<u64>>::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for command in 0..COMMANDS {
                    let seq = send_until_applied(journal, &command.to_string());
                    answers
                        .lock()
                        .unwrap()
                        .entry(command)
                        .or_default()
                        .push(seq);
                }
            });
        }
    });
    let loaded = journal.load(&code("A")).unwrap().entries;
    assert_eq!(loaded.len() as u64, COMMANDS);
    for (command, seqs) in answers.into_inner().unwrap() {
        assert_eq!(seqs.len(), 4);
        for seq in seqs {
            let entry = &loaded[seq as usize - 1];
            let id = entry.command_id.as_ref().map(ToString::to_string);
            assert_eq!(id, Some(command.to_string()));
        }
    }
}

/// As a table's owner does: on a conflict look where the table is, and try again.
fn send_until_applied(journal: &dyn Journal, command: &str) -> u64 {
    let mut expect = 0;
    loop {
        let new = vec![by(expect + 1, "ann", command)];
        match journal.append(code("A"), expect, new).wait() {
            Ok(()) => return expect + 1,
            Err(Error::DuplicateCommand { seq, .. }) => return seq,
            Err(Error::Conflict { found, .. }) => expect = found,
            Err(error) => panic!("{error}"),
        }
    }
}

fn of_many_equal_creations_one_is_done(journal: &dyn Journal) {
    let tables = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for n in 0..8 {
            let tables = &tables;
            scope.spawn(move || {
                let new = NewTable {
                    command_id: Some("c1".parse().unwrap()),
                    ..table(&format!("T{n}"))
                };
                let own = new.code.clone();
                let opened = match journal.create(new, Vec::new()).wait() {
                    Ok(()) => own,
                    Err(Error::DuplicateCreation { table }) => table,
                    Err(error) => panic!("{error}"),
                };
                tables.lock().unwrap().push(opened.to_string());
            });
        }
    });
    let mut tables = tables.into_inner().unwrap();
    tables.dedup();
    assert_eq!(listed(journal, &Filter::default()), tables);
}

/// Adds an entry to a table that ends games.
fn end(journal: &dyn Journal, text: &str, seq: u64, ended: Vec<Ended>) -> Result<(), Error> {
    let append = Write::Append {
        table: code(text),
        epoch: 0,
        expect: seq - 1,
        entries: vec![entry(seq)],
        ended,
    };
    journal.write(append).wait()
}

/// The tables and numbers of a player's games.
fn past(journal: &dyn Journal, name: &str, past: &Past) -> Vec<String> {
    let games = journal.history(&player(name), past).unwrap();
    let name = |game: store::Remembered| format!("{}{}", game.table, game.ended.number);
    games.into_iter().map(name).collect()
}

fn whole_page() -> Past {
    Past {
        limit: Past::MOST,
        ..Past::default()
    }
}

fn statistics(journal: &dyn Journal, name: &str) -> Statistics {
    let counted = Counted::default();
    journal.statistics(&player(name), &counted).unwrap()
}

/// What is counted of a measure in one game against everybody, or against one opponent.
fn counted(journal: &dyn Journal, name: &str, opponent: &str, measure: &str) -> Option<Sum> {
    let counted = Counted {
        opponent: Opponent::from_key(opponent),
        ..Counted::default()
    };
    let statistics = journal.statistics(&player(name), &counted).unwrap();
    let lines = statistics.sums.into_iter();
    let mut of = lines.filter(|line| line.key.game == "cribbage" && line.key.measure == measure);
    of.next().map(|line| line.sum)
}

fn sum(samples: &[i64]) -> Option<Sum> {
    let sums = samples.iter().copied().map(Sum::of);
    sums.reduce(Sum::plus)
}

fn a_game_is_remembered_with_the_entry_that_ends_it(journal: &dyn Journal) {
    open(journal, "A", 2);
    let game = ended(3, "cribbage", &[("ann", 121), ("bob", 90)]);
    // A refused append remembers nothing.
    let conflict = end(journal, "A", 5, vec![game.clone()]);
    assert!(matches!(conflict, Err(Error::Conflict { .. })));
    let nowhere = end(journal, "B", 1, vec![game.clone()]);
    assert!(matches!(nowhere, Err(Error::NotFound { .. })));
    assert_eq!(past(journal, "ann", &whole_page()), [""; 0]);
    assert_eq!(end(journal, "A", 3, vec![game.clone()]), Ok(()));
    holds(journal, "A", 3);
    for name in ["ann", "bob"] {
        let games = journal.history(&player(name), &whole_page()).unwrap();
        let [found] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!((&found.table, &found.ended), (&code("A"), &game));
        assert!(found.is_kept);
    }
    // Two games in one append, the second of which is told again.
    let more = vec![
        ended(4, "dice", &[("ann", 1), ("easy", 2)]),
        ended(3, "cribbage", &[("ann", 121), ("bob", 90)]),
    ];
    assert_eq!(end(journal, "A", 4, more), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["A4", "A3"]);
    assert_eq!(past(journal, "bob", &whole_page()), ["A3"]);
    assert_eq!(counted(journal, "bob", "", "won"), sum(&[0]));
    assert_eq!(past(journal, "easy", &whole_page()), [""; 0]);
}

fn games_are_listed_by_filter_and_page(journal: &dyn Journal) {
    open(journal, "A", 0);
    open(journal, "B", 0);
    for seq in 1..=6 {
        let game = if seq % 3 == 0 { "dice" } else { "cribbage" };
        let other = if seq % 2 == 0 { "bob" } else { "expert" };
        let score = i32::from(seq > 3);
        let game = |by| ended(seq, game, &[("ann", score + by), (other, 1)]);
        assert_eq!(end(journal, "A", seq, vec![game(0)]), Ok(()));
        assert_eq!(end(journal, "B", seq, vec![game(1)]), Ok(()));
    }
    let check = |filter: Past, expected: &[&str]| {
        assert_eq!(past(journal, "ann", &filter), expected, "{filter:?}");
    };
    let all = whole_page;
    check(
        all(),
        &[
            "B6", "A6", "B5", "A5", "B4", "A4", "B3", "A3", "B2", "A2", "B1", "A1",
        ],
    );
    let game = Some("dice".to_owned());
    check(
        Past {
            game: game.clone(),
            ..all()
        },
        &["B6", "A6", "B3", "A3"],
    );
    let opponent = Opponent::from_key("bob");
    check(
        Past {
            opponent: opponent.clone(),
            ..all()
        },
        &["B6", "A6", "B4", "A4", "B2", "A2"],
    );
    let bot = Some(Opponent::Bot("expert".to_owned()));
    check(
        Past {
            opponent: bot,
            game: game.clone(),
            ..all()
        },
        &["B3", "A3"],
    );
    check(
        Past {
            won: Some(false),
            ..all()
        },
        &["A3", "A2", "A1"],
    );
    check(
        Past {
            won: Some(true),
            opponent,
            game,
            ..all()
        },
        &["B6", "A6"],
    );
    check(
        Past {
            since: Some(1_003),
            until: Some(1_004),
            ..all()
        },
        &["B4", "A4", "B3", "A3"],
    );
    let stranger = Some(Opponent::Player(player("eve")));
    check(
        Past {
            opponent: stranger,
            ..all()
        },
        &[],
    );
    // Page by page, however long the pages are.
    let whole = past(journal, "ann", &all());
    for limit in 1..=5 {
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = Past {
                before,
                limit,
                ..Past::default()
            };
            let games = journal.history(&player("ann"), &page).unwrap();
            let Some(last) = games.last() else { break };
            before = Some(last.place());
            found.extend(
                games
                    .iter()
                    .map(|game| format!("{}{}", game.table, game.ended.number)),
            );
        }
        assert_eq!(found, whole);
    }
}

fn what_is_counted_follows_from_the_games(journal: &dyn Journal) {
    open(journal, "A", 0);
    let month = 31 * 24 * 60 * 60 * 1_000;
    let games = [
        ("bob", 121, 90),
        ("expert", 60, 121),
        ("bob", 121, 120),
        ("bob", 100, 121),
    ];
    for (seq, (other, one, two)) in (1..).zip(games) {
        let game = Ended {
            at: seq * month,
            ..ended(seq, "cribbage", &[("ann", one), (other, two)])
        };
        assert_eq!(end(journal, "A", seq, vec![game]), Ok(()));
    }
    // A bot ended this one for ann: it is listed, and not counted.
    let mut left = ended(5, "cribbage", &[("ann", 3), ("bob", 121)]);
    left.seats[0].bot = Some("medium".to_owned());
    assert_eq!(end(journal, "A", 5, vec![left]), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()).len(), 5);
    assert_eq!(counted(journal, "ann", "", "won"), sum(&[1, 0, 1, 0]));
    assert_eq!(
        counted(journal, "ann", "", "score"),
        sum(&[121, 60, 121, 100])
    );
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[1, 1, 0]));
    assert_eq!(counted(journal, "ann", "bot expert", "score"), sum(&[60]));
    let hands = sum(&[3, 121, 3, 60, 3, 121, 3, 100]);
    assert_eq!(counted(journal, "ann", "", "hand"), hands);
    assert_eq!(counted(journal, "bob", "ann", "won"), sum(&[0, 0, 1, 1]));
    assert_eq!(counted(journal, "ann", "bob", "nothing"), None);
    let found = statistics(journal, "ann");
    let won = |month: u32| {
        let mut lines = found.months.iter();
        let of = lines.find(|line| line.key.month == month && line.key.measure == "won");
        of.map(|line| line.sum)
    };
    for (seq, won_then) in (1..).zip([1, 0, 1, 0]) {
        assert_eq!(won(month_of(seq * month)), sum(&[won_then]));
    }
    let met: Vec<(String, Option<&str>, i64)> = found
        .opponents
        .iter()
        .map(|met| (met.opponent.key(), met.name.as_deref(), met.won.n))
        .collect();
    let bot = ("bot expert".to_owned(), None, 1);
    assert_eq!(met, [("bob".to_owned(), Some("BOB"), 3), bot]);
    // Later months only.
    let later = Counted {
        since_month: month_of(3 * month),
        ..Counted::default()
    };
    let later = journal.statistics(&player("ann"), &later).unwrap();
    assert!(later.months.len() < found.months.len() && !later.months.is_empty());
    assert_eq!(later.sums, found.sums);
}

fn a_review_is_kept_once(journal: &dyn Journal) {
    open(journal, "A", 0);
    let game = ended(1, "cribbage", &[("ann", 121), ("bob", 90)]);
    assert_eq!(end(journal, "A", 1, vec![game]), Ok(()));
    let review = |number, skill| {
        let fared = Fared { skill, luck: 7 };
        let seats = vec![(0, fared), (9, fared)];
        let table = code("A");
        let review = Write::Review {
            table,
            number,
            seats,
        };
        journal.write(review).wait()
    };
    assert_eq!(counted(journal, "ann", "", "skill"), None);
    assert_eq!(review(1, -120), Ok(()));
    assert_eq!(review(1, -999), Ok(()));
    assert_eq!(review(2, -999), Ok(()));
    assert_eq!(counted(journal, "ann", "", "skill"), sum(&[-120]));
    assert_eq!(counted(journal, "ann", "bob", "luck"), sum(&[7]));
    assert_eq!(counted(journal, "bob", "", "skill"), None);
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    let fared: Vec<Option<i64>> = games[0]
        .ended
        .seats
        .iter()
        .map(|seat| seat.fared.map(|fared| fared.skill))
        .collect();
    assert_eq!(fared, [Some(-120), None]);
}

fn what_is_remembered_is_written_anew(journal: &dyn Journal) {
    open(journal, "A", 0);
    let games =
        [1, 2, 3].map(|seq| ended(seq, "cribbage", &[("ann", 100 + seq as i32), ("bob", 102)]));
    for (seq, game) in (1..).zip(&games) {
        assert_eq!(end(journal, "A", seq, vec![game.clone()]), Ok(()));
    }
    let fared = Fared { skill: -5, luck: 5 };
    let review = Write::Review {
        table: code("A"),
        number: 2,
        seats: vec![(0, fared)],
    };
    assert_eq!(journal.write(review).wait(), Ok(()));
    let all = || {
        (
            statistics(journal, "ann"),
            journal.history(&player("ann"), &whole_page()),
        )
    };
    let before = all();
    let remember = |expect, games: &[Ended]| {
        let table = code("A");
        let remember = Write::Remember {
            table,
            expect,
            games: games.to_vec(),
        };
        journal.write(remember).wait()
    };
    let recount = |name| {
        journal
            .write(Write::Recount {
                player: player(name),
            })
            .wait()
    };
    assert!(matches!(remember(2, &[]), Err(Error::Conflict { .. })));
    assert_eq!(remember(3, &games), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(all(), before);
    // Without the last one, and then as it was.
    assert_eq!(remember(3, &games[..2]), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["A2", "A1"]);
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[0, 1]));
    assert_eq!(counted(journal, "ann", "", "skill"), sum(&[-5]));
    assert_eq!(remember(3, &games), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(all(), before);
    assert_eq!(recount("nobody"), Ok(()));
}

fn results_of_a_deal_are_ranked(journal: &dyn Journal) {
    // A win counts more than any score, then the lead, then who was first.
    let results = [
        ("A", "ann", 60, 121),
        ("B", "bob", 121, 120),
        ("C", "eve", 121, 60),
        ("D", "joe", 61, 122),
        ("E", "ann", 121, 3),
    ];
    for (place, (text, name, one, two)) in (1..).zip(results) {
        open(journal, text, 0);
        let game = Ended {
            deal: Some("daily".to_owned()),
            at: 1_000 + place,
            ..ended(1, "cribbage", &[(name, one), ("expert", two)])
        };
        assert_eq!(end(journal, text, 1, vec![game]), Ok(()));
    }
    open(journal, "F", 0);
    let other = ended(1, "cribbage", &[("ann", 121), ("expert", 0)]);
    assert_eq!(end(journal, "F", 1, vec![other]), Ok(()));
    let tables = |results: &[DealResult]| -> Vec<String> {
        results
            .iter()
            .map(|result| result.table.to_string())
            .collect()
    };
    let all = journal.results("daily", None, 99).unwrap();
    assert_eq!(tables(&all), ["E", "C", "B", "A", "D"]);
    for limit in 1..=3 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = journal.results("daily", after.as_ref(), limit).unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.clone());
            found.extend(page);
        }
        assert_eq!(found, all);
    }
    let own = journal.result("daily", &player("ann")).unwrap().unwrap();
    assert_eq!((own.table, own.seat.score), (code("A"), 60));
    let standing = journal.standing("daily", own.rank).unwrap();
    assert_eq!((standing.better, standing.of), (3, 5));
    assert_eq!(journal.result("daily", &player("zoe")), Ok(None));
    assert_eq!(journal.results("other", None, 99), Ok(Vec::new()));
}

fn games_outlive_their_table_and_names_do_not_outlive_their_player(journal: &dyn Journal) {
    for (name, token) in [("ann", "one"), ("bob", "two")] {
        assert_eq!(Tokens(journal).enroll(name, token, 1), Ok(()));
    }
    open(journal, "A", 0);
    let game = ended(1, "cribbage", &[("ann", 121), ("bob", 90)]);
    assert_eq!(end(journal, "A", 1, vec![game]), Ok(()));
    let prune = Deed::Prune {
        tables: vec![Pruned {
            table: code("A"),
            expect: 1,
            games: Vec::new(),
        }],
    };
    assert_eq!(operate(journal, 20, prune), Ok(()));
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    assert_eq!((games.len(), games[0].is_kept), (1, false));
    // Another table with the same code has games of its own.
    let again = NewTable {
        at: 5_000,
        ..table("A")
    };
    assert_eq!(journal.create(again, Vec::new()).wait(), Ok(()));
    let game = Ended {
        at: 6_000,
        ..ended(1, "cribbage", &[("ann", 3), ("bob", 121)])
    };
    assert_eq!(end(journal, "A", 1, vec![game.clone()]), Ok(()));
    let remember = Write::Remember {
        table: code("A"),
        expect: 1,
        games: vec![game],
    };
    assert_eq!(journal.write(remember).wait(), Ok(()));
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    let kept: Vec<bool> = games.iter().map(|game| game.is_kept).collect();
    assert_eq!(kept, [true, false]);
    // Bob is deleted: nothing is left of his list, and his name is nowhere.
    let erase = Deed::Erase {
        player: player("bob"),
        rewrites: Vec::new(),
        lines: Vec::new(),
        name: "nobody".to_owned(),
    };
    assert_eq!(operate(journal, 21, erase), Ok(()));
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    assert_eq!(statistics(journal, "bob"), Statistics::default());
    let names = |journal: &dyn Journal| -> Vec<String> {
        let games = journal.history(&player("ann"), &whole_page()).unwrap();
        let seats = games.into_iter().flat_map(|game| game.ended.seats);
        seats.map(|seat| seat.name).collect()
    };
    assert_eq!(names(journal), ["ANN", "nobody", "ANN", "nobody"]);
    let met = statistics(journal, "ann").opponents;
    assert_eq!(met[0].name.as_deref(), Some("nobody"));
    // A game that he was still in ends, and is not his; nor does a recount bring anything back.
    let last = Ended {
        at: 7_000,
        ..ended(2, "cribbage", &[("ann", 3), ("bob", 121)])
    };
    assert_eq!(end(journal, "A", 2, vec![last]), Ok(()));
    assert_eq!(
        journal
            .write(Write::Recount {
                player: player("bob")
            })
            .wait(),
        Ok(())
    );
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    assert_eq!(statistics(journal, "bob"), Statistics::default());
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[1, 0, 0]));
}

fn a_claimed_game_is_listed_and_never_counted(journal: &dyn Journal) {
    open(journal, "A", 0);
    let real = ended(1, "cribbage", &[("ann", 121), ("expert", 90)]);
    assert_eq!(end(journal, "A", 1, vec![real]), Ok(()));
    let before = statistics(journal, "ann");
    let games = [2, 3].map(|n| claimed(n, "cribbage", &[("ann", 3), ("expert", 121)]));
    assert_eq!(claim(journal, "ann", "~1", &games[..1]), Ok(()));
    // Again, with one more, and with another time for the first.
    let mut again = games.to_vec();
    again[0].at += 500;
    assert_eq!(claim(journal, "ann", "~1", &again), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["~13", "~12", "A1"]);
    let listed = journal.history(&player("ann"), &whole_page()).unwrap();
    let marks: Vec<(bool, bool, u64)> = listed
        .iter()
        .map(|game| (game.ended.claimed, game.is_kept, game.ended.at))
        .collect();
    let expect = [
        (true, false, 1_003),
        (true, false, 1_002),
        (false, true, 1_001),
    ];
    assert_eq!(marks, expect);
    let lost = Past {
        won: Some(false),
        opponent: Some(Opponent::Bot("expert".to_owned())),
        ..whole_page()
    };
    assert_eq!(past(journal, "ann", &lost), ["~13", "~12"]);
    assert_eq!(statistics(journal, "ann"), before);
    let recount = Write::Recount {
        player: player("ann"),
    };
    assert_eq!(journal.write(recount).wait(), Ok(()));
    assert_eq!(statistics(journal, "ann"), before);
    assert_eq!(past(journal, "ann", &whole_page()).len(), 3);
    // The same game is another player's own matter.
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    for wrong in [
        ended(4, "cribbage", &[("ann", 3), ("expert", 121)]),
        claimed(4, "cribbage", &[("bob", 3), ("expert", 121)]),
        Ended {
            deal: Some("daily".to_owned()),
            ..claimed(4, "cribbage", &[("ann", 3), ("expert", 121)])
        },
        Ended {
            claimed: true,
            ..ended(4, "cribbage", &[("ann", 3), ("bob", 121)])
        },
    ] {
        let refused = claim(journal, "ann", "~2", &[wrong]);
        assert!(matches!(refused, Err(Error::Invalid { .. })), "{refused:?}");
    }
}

fn claimed_games_are_bounded_and_go_with_their_player(journal: &dyn Journal) {
    for (name, token) in [("ann", "one"), ("bob", "two")] {
        assert_eq!(Tokens(journal).enroll(name, token, 1), Ok(()));
    }
    let game = |n: usize| claimed(n as u64, "cribbage", &[("ann", 121), ("bob", 90)]);
    let most: Vec<Ended> = (1..=MOST_CLAIMED).map(game).collect();
    assert_eq!(claim(journal, "ann", "~1", &most[1..]), Ok(()));
    let too_many = Err(Error::TooManyClaimed {
        player: player("ann"),
    });
    let two = [game(1), game(MOST_CLAIMED + 1)];
    assert_eq!(claim(journal, "ann", "~1", &two), too_many);
    assert_eq!(claim(journal, "ann", "~1", &most), Ok(()));
    assert_eq!(claim(journal, "ann", "~1", &most), Ok(()));
    assert_eq!(claim(journal, "ann", "~2", &most[..1]), too_many);
    let bobs = claimed(1, "dice", &[("bob", 1)]);
    assert_eq!(claim(journal, "bob", "~3", &[bobs]), Ok(()));
    let erase = Deed::Erase {
        player: player("ann"),
        rewrites: Vec::new(),
        lines: Vec::new(),
        name: "nobody".to_owned(),
    };
    assert_eq!(operate(journal, 20, erase), Ok(()));
    let left = journal.archive().unwrap().remembered(None, 9).unwrap();
    let left: Vec<String> = left.iter().map(|game| game.table.to_string()).collect();
    assert_eq!(left, ["~3"]);
    let refused = claim(journal, "ann", "~1", &most[..1]);
    assert!(
        matches!(refused, Err(Error::NoPlayer { .. })),
        "{refused:?}"
    );
}

fn claim(journal: &dyn Journal, name: &str, text: &str, games: &[Ended]) -> Result<(), Error> {
    let write = Write::RememberClaimed {
        player: player(name),
        table: code(text),
        games: games.to_vec(),
    };
    journal.write(write).wait()
}
