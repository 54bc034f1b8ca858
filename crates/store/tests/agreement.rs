//! All journals give the same answers to random writes and hold the same data.
//!
//! The journal in memory is the second, naive implementation: lists and loops. There are few
//! tables, players, commands and tokens, so that random writes meet each other often.

mod common;

use std::time::Duration;

use common::{by, claimed, code, ended, entry, player, table};
use engines::Postgres;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use store::{
    Archive, Counted, Ended, Fared, Filter, HouseSecret, Journal, MemoryJournal, NewTable, NodeId,
    Opponent, Past, PostgresJournal, SqliteJournal, StoredEntry, TableState, TokenHash, Write,
};

const CODES: [&str; 3] = ["A", "B", "C"];
const PLAYERS: [&str; 2] = ["ann", "bob"];
const COMMANDS: [&str; 4] = ["c1", "c2", "c3", "c4"];
const NODES: [&str; 2] = ["n1", "n2"];
const TOKENS: [&str; 3] = ["one", "two", "three"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_file_says_and_holds_the_same_as_memory(writes in prop::collection::vec(any_write(), 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = SqliteJournal::open(folder.path().join("house.db")).unwrap();
        agrees_with_memory(&sqlite, writes)?;
    }
}

/// One server for all cases, with a database for each.
#[test]
fn a_database_says_and_holds_the_same_as_memory() {
    let postgres = Postgres::start_hasty();
    let mut runner = TestRunner::new(ProptestConfig::with_cases(32));
    let writes = prop::collection::vec(any_write(), 1..60);
    let outcome = runner.run(&writes, |writes| {
        let journal = PostgresJournal::open(&postgres.database()).unwrap();
        agrees_with_memory(&journal, writes)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Two nodes, each of which knows the tables from its own last writes.
#[test]
fn two_journals_of_one_database_are_as_good_as_one() {
    let postgres = Postgres::start_hasty();
    let mut runner = TestRunner::new(ProptestConfig::with_cases(16));
    let writes = prop::collection::vec((any::<bool>(), any_write()), 1..60);
    let outcome = runner.run(&writes, |writes| {
        let url = postgres.database();
        let open = || PostgresJournal::open(&url).unwrap();
        take_turns(&open(), &open(), writes)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

proptest! {
    // Each write waits for the disk; therefore there are fewer cases.
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Two journals share a file, and each knows the tables from its own last writes.
    #[test]
    fn two_journals_of_one_file_are_as_good_as_one(
        writes in prop::collection::vec((any::<bool>(), any_write()), 1..60),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let open = || SqliteJournal::open(folder.path().join("house.db")).unwrap();
        take_turns(&open(), &open(), writes)?;
    }
}

/// All writes are submitted before the first is answered, so that they share commits.
fn agrees_with_memory(journal: &dyn Journal, writes: Vec<Write>) -> Result<(), TestCaseError> {
    let memory = MemoryJournal::new();
    let receipts: Vec<_> = writes
        .iter()
        .map(|write| journal.write(write.clone()))
        .collect();
    for (write, receipt) in writes.into_iter().zip(receipts) {
        let expected = memory.write(write.clone()).wait();
        prop_assert_eq!(receipt.wait(), expected, "{:?}", write);
    }
    hold_the_same(journal, &memory)
}

/// Each write waits for the one before, which may come from the other journal.
fn take_turns(
    one: &dyn Journal,
    other: &dyn Journal,
    writes: Vec<(bool, Write)>,
) -> Result<(), TestCaseError> {
    let memory = MemoryJournal::new();
    for (is_one, write) in writes {
        let journal = if is_one { one } else { other };
        let expected = memory.write(write.clone()).wait();
        prop_assert_eq!(journal.write(write.clone()).wait(), expected, "{:?}", write);
    }
    hold_the_same(one, &memory)?;
    hold_the_same(other, &memory)
}

fn hold_the_same(journal: &dyn Journal, memory: &MemoryJournal) -> Result<(), TestCaseError> {
    for text in CODES {
        prop_assert_eq!(journal.load(&code(text)), memory.load(&code(text)));
        prop_assert_eq!(journal.head(&code(text)), memory.head(&code(text)));
    }
    for state in [None, Some(TableState::Open), Some(TableState::Finished)] {
        let filter = Filter {
            state,
            ..Filter::default()
        };
        prop_assert_eq!(journal.list(&filter), memory.list(&filter));
    }
    prop_assert_eq!(journal.secret(), memory.secret());
    for token in TOKENS {
        let hash = TokenHash::of(token);
        prop_assert_eq!(journal.token(&hash), memory.token(&hash));
    }
    for name in PLAYERS {
        prop_assert_eq!(journal.tokens(&player(name)), memory.tokens(&player(name)));
        remember_the_same(journal, memory, name)?;
        // The sums that grew game by game equal the sums that are counted at once.
        let recount = Write::Recount {
            player: player(name),
        };
        prop_assert_eq!(journal.write(recount).wait(), Ok(()));
        remember_the_same(journal, memory, name)?;
    }
    let all = |archive: Option<&dyn Archive>| archive.map(|archive| archive.remembered(None, 99));
    prop_assert_eq!(all(journal.archive()), all(memory.archive()));
    prop_assert_eq!(
        journal.results("daily", None, 99),
        memory.results("daily", None, 99)
    );
    Ok(())
}

fn remember_the_same(
    journal: &dyn Journal,
    memory: &MemoryJournal,
    name: &str,
) -> Result<(), TestCaseError> {
    let player = player(name);
    let opponents = ["bob", "bot easy"].map(Opponent::from_key);
    for opponent in [None].into_iter().chain(opponents) {
        for game in [None, Some("dice")] {
            for won in [None, Some(true), Some(false)] {
                let past = Past {
                    game: game.map(str::to_owned),
                    opponent: opponent.clone(),
                    won,
                    limit: 99,
                    ..Past::default()
                };
                let (found, expected) = (
                    journal.history(&player, &past),
                    memory.history(&player, &past),
                );
                prop_assert_eq!(found, expected, "{:?}", past);
            }
        }
        let counted = Counted {
            opponent,
            since_month: 0,
        };
        let found = journal.statistics(&player, &counted);
        prop_assert_eq!(found, memory.statistics(&player, &counted));
    }
    let (found, expected) = (
        journal.result("daily", &player),
        memory.result("daily", &player),
    );
    prop_assert_eq!(found, expected);
    Ok(())
}

/// A game: whether it belongs to a deal, and its players.
fn any_scores()
-> impl Strategy<Value = (&'static str, Option<&'static str>, Vec<(&'static str, i32)>)> {
    let game = prop::sample::select(&["cribbage", "dice"][..]);
    let deal = prop::option::of(Just("daily"));
    let other = prop::sample::select(&["bob", "easy", "expert"][..]);
    (game, deal, other, 0..4_i32, 0..4_i32)
        .prop_map(|(game, deal, other, one, two)| (game, deal, vec![("ann", one), (other, two)]))
}

/// A random write. Most are appends, as at a table; some come too early or too late, or repeat a
/// command.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of write")]
fn any_write() -> impl Strategy<Value = Write> {
    prop_oneof![
        2 => (any_code(), any_entries(0), any_creation()).prop_map(|(text, entries, creation)| {
            let (creator, command_id) = creation;
            let creator = player(creator);
            let command_id = command_id.map(|id| id.parse().unwrap());
            let table = NewTable { creator, command_id, ..table(text) };
            Write::Create { table, entries }
        }),
        12 => (any_code(), 0..6_u64)
            .prop_flat_map(|(text, expect)| (Just(text), Just(expect), any_entries(expect)))
            .prop_flat_map(|(text, expect, entries)| {
                (Just(text), any_epoch(), Just(expect), Just(entries))
            })
            .prop_map(|(text, epoch, expect, entries)| {
                let ended = Vec::new();
                Write::Append { table: code(text), epoch, expect, entries, ended }
            }),
        6 => (any_code(), 0..6_u64, any_scores()).prop_map(|(text, expect, (game, deal, scores))| {
            let ended = Ended {
                // Two of three games end a month later.
                at: 1_000 + expect * 2_000_000_000,
                deal: deal.map(str::to_owned),
                ..ended(expect + 1, game, &scores)
            };
            Write::Append {
                table: code(text),
                epoch: 0,
                expect,
                entries: vec![entry(expect + 1)],
                ended: vec![ended],
            }
        }),
        2 => (any_code(), 1..7_u32, -9..0_i64).prop_map(|(text, number, skill)| {
            let fared = Fared { skill, luck: -skill };
            Write::Review { table: code(text), number, seats: vec![(0, fared), (1, fared)] }
        }),
        2 => (any_player(), 1..4_u64, any::<bool>()).prop_map(|(name, number, is_later)| {
            let mut game = claimed(number, "cribbage", &[(name, 121), ("expert", 90)]);
            game.at += u64::from(is_later);
            let table = code(&format!("~{name}"));
            Write::RememberClaimed { player: player(name), table, games: vec![game] }
        }),
        1 => any_player().prop_map(|name| Write::Recount { player: player(name) }),
        1 => (any_code(), any_epoch(), 0..6_u64, 0..9_u64).prop_map(|(text, epoch, expect, at)| {
            Write::Finish { table: code(text), epoch, expect, at }
        }),
        1 => (any_code(), any_epoch(), any_node(), any::<bool>()).prop_map(
            |(text, epoch, node, unanswered)| {
                Write::Claim { table: code(text), epoch, node, unanswered }
            }
        ),
        // Leases that end at once, or not before the end of the test.
        1 => (any_node(), prop::sample::select(&[0, 3_600][..]))
            .prop_map(|(node, seconds)| Write::Lease { node, lasts: Duration::from_secs(seconds) }),
        2 => (any_player(), any_token(), 0..9_u64)
            .prop_map(|(name, token, at)| Write::Enroll { player: player(name), token, at }),
        2 => (any_player(), any_token(), prop::option::of(any_token()), any_times()).prop_map(
            |(name, token, replaces, (at, expired_before, expires_at))| {
                let player = player(name);
                Write::GiveToken { player, token, replaces, expires_at, at, expired_before }
            }
        ),
        1 => (any_token(), 0..9_u64).prop_map(|(token, at)| Write::UseToken { token, at }),
        1 => (any_token(), 0..9_u64).prop_map(|(token, at)| Write::RevokeToken { token, at }),
        1 => any::<[u8; 32]>()
            .prop_map(|bytes| Write::KeepSecret { secret: HouseSecret::new(bytes) }),
    ]
}

/// The time at which a token is given, the time before which tokens no longer count, and the time
/// at which a code expires.
fn any_times() -> impl Strategy<Value = (u64, u64, Option<u64>)> {
    (0..9_u64, 0..9_u64, prop::option::of(0..12_u64))
}

/// Up to three entries. One list in eight is numbered wrongly.
fn any_entries(last: u64) -> impl Strategy<Value = Vec<StoredEntry>> {
    let one = prop::option::of((any_player(), prop::sample::select(&COMMANDS)));
    let wrong = prop::bool::weighted(1.0 / 8.0);
    (prop::collection::vec(one, 0..=3), wrong).prop_map(move |(commands, wrong)| {
        let first = last + 1 + u64::from(wrong);
        let numbered = commands.into_iter().zip(first..);
        let entries = numbered.map(|(command, seq)| match command {
            Some((name, id)) => by(seq, name, id),
            None => entry(seq),
        });
        entries.collect()
    })
}

fn any_creation() -> impl Strategy<Value = (&'static str, Option<&'static str>)> {
    (
        any_player(),
        prop::option::of(prop::sample::select(&COMMANDS)),
    )
}

/// Mostly the first epoch, because a claimed table accepts few of these writes.
fn any_epoch() -> impl Strategy<Value = u64> {
    prop_oneof![4 => Just(0), 1 => Just(1), 1 => Just(2)]
}

fn any_node() -> impl Strategy<Value = NodeId> {
    prop::sample::select(&NODES).prop_map(|name| name.parse().unwrap())
}

fn any_code() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&CODES)
}

fn any_player() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&PLAYERS)
}

fn any_token() -> impl Strategy<Value = TokenHash> {
    prop::sample::select(&TOKENS).prop_map(TokenHash::of)
}
