//! Tables and their entries: writing, listing and refusals.

use crate::common::{by, code, entries, entry, player, table};
use crate::tokens::Tokens;
use crate::{append, holds, open};
use store::{
    Error, Filter, HouseSecret, Journal, MOST_BODY_BYTES, MOST_ENTRIES, NewTable, StoredEntry,
    TableState, Write,
};

pub(crate) fn what_was_written_is_loaded(journal: &dyn Journal) {
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

pub(crate) fn what_is_not_there_is_not_found(journal: &dyn Journal) {
    let not_found = || Error::NotFound { table: code("A") };
    open(journal, "B", 1);
    assert_eq!(journal.load(&code("A")), Err(not_found()));
    append(journal, 0, entries(1..=1), Err(not_found()));
    assert_eq!(journal.finish(code("A"), 0, 1).wait(), Err(not_found()));
    holds(journal, "B", 1);
}

pub(crate) fn a_code_is_given_once(journal: &dyn Journal) {
    open(journal, "A", 2);
    let again = journal.create(table("A"), entries(1..=3));
    assert_eq!(again.wait(), Err(Error::TableExists { table: code("A") }));
    holds(journal, "A", 2);
}

pub(crate) fn a_creation_is_done_once(journal: &dyn Journal) {
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

pub(crate) fn an_append_follows_the_last_entry(journal: &dyn Journal) {
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

pub(crate) fn a_command_is_applied_once(journal: &dyn Journal) {
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

pub(crate) fn a_refused_append_writes_nothing(journal: &dyn Journal) {
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

pub(crate) fn a_finished_table_stays_finished(journal: &dyn Journal) {
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

pub(crate) fn lists_are_filtered_and_paged(journal: &dyn Journal) {
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
    assert_eq!(listed(journal, &state(Some(TableState::Open))), ["C", "D"]);
    assert_eq!(listed(journal, &state(Some(TableState::Finished))), ["A"]);
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

pub(crate) fn listed(journal: &dyn Journal, filter: &Filter) -> Vec<String> {
    let summaries = journal.list(filter).unwrap();
    summaries
        .iter()
        .map(|table| table.code.to_string())
        .collect()
}

pub(crate) fn a_creation_is_found_by_its_command(journal: &dyn Journal) {
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

pub(crate) fn the_secret_of_a_house_is_made_once(journal: &dyn Journal) {
    assert_eq!(journal.secret(), Ok(None));
    let (first, second) = (HouseSecret::new([1; 32]), HouseSecret::new([2; 32]));
    for secret in [first, second, first] {
        assert_eq!(journal.write(Write::KeepSecret { secret }).wait(), Ok(()));
        assert_eq!(journal.secret(), Ok(Some(first)));
    }
}

pub(crate) fn strange_text_comes_back_as_it_was(journal: &dyn Journal) {
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
    let first = StoredEntry {
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

pub(crate) fn what_no_journal_may_hold_is_refused(journal: &dyn Journal) {
    open(journal, "A", 0);
    let refused = |new: Vec<StoredEntry>, words: &str| {
        let why = words.to_owned();
        append(journal, 0, new, Err(Error::Invalid { why }));
    };
    refused(vec![], "an append must have an entry");
    refused(
        entries(2..=2),
        "entry 2 must follow the entry before it, not entry 0",
    );
    refused(
        vec![entry(1), entry(1)],
        "entry 1 must follow the entry before it, not entry 1",
    );
    refused(
        vec![entry(1), entry(3)],
        "entry 3 must follow the entry before it, not entry 1",
    );
    let anonymous = StoredEntry {
        player: None,
        ..by(1, "ann", "x")
    };
    refused(
        vec![anonymous],
        "an entry with a command must name the player who gave it",
    );
    refused(
        vec![by(1, "ann", "x"), by(2, "ann", "x")],
        "a command must stand in one entry only",
    );
    let late = StoredEntry {
        at: u64::MAX,
        ..entry(1)
    };
    refused(
        vec![late],
        "a time must be at most 9223372036854775807 milliseconds, not 18446744073709551615",
    );
    append(journal, 0, entries(1..=1), Ok(()));
}

pub(crate) fn what_is_too_large_is_refused(journal: &dyn Journal) {
    open(journal, "A", 0);
    let invalid = |words: &str| {
        let why = words.to_owned();
        Err(Error::Invalid { why })
    };
    let body = |length: usize| StoredEntry {
        body: "x".repeat(length),
        ..entry(1)
    };
    let long = NewTable {
        options: "x".repeat(MOST_BODY_BYTES + 1),
        ..table("B")
    };
    let at_the_end = StoredEntry {
        seq: u64::MAX,
        ..entry(1)
    };
    append(
        journal,
        0,
        vec![body(MOST_BODY_BYTES + 1)],
        invalid("a body must have at most 262144 bytes, not 262145"),
    );
    append(
        journal,
        0,
        entries(1..=MOST_ENTRIES as u64 + 1),
        invalid("a write must have at most 4096 entries, not 4097"),
    );
    append(
        journal,
        u64::MAX,
        vec![at_the_end],
        invalid(
            "entry 18446744073709551615 must follow the entry before it, not entry 18446744073709551615",
        ),
    );
    assert_eq!(
        journal.create(long, Vec::new()).wait(),
        invalid("the options must have at most 262144 bytes, not 262145")
    );
    append(journal, 0, vec![body(MOST_BODY_BYTES)], Ok(()));
    append(journal, 1, entries(2..=MOST_ENTRIES as u64 + 1), Ok(()));
}
