//! The rules of all journals, tried on each kind.

mod claims;
#[path = "../common/mod.rs"]
mod common;
mod games;
mod nodes;
mod operator;
mod tables;
mod tokens;
mod writers;

use std::sync::Mutex;

use common::{code, entries, table};
use engines::Postgres;
use store::{Error, Journal, MemoryJournal, PostgresJournal, SqliteJournal, StoredEntry};

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
        tables::what_was_written_is_loaded,
        tables::what_is_not_there_is_not_found,
        tables::a_code_is_given_once,
        tables::a_creation_is_done_once,
        tables::an_append_follows_the_last_entry,
        tables::a_command_is_applied_once,
        tables::a_refused_append_writes_nothing,
        tables::a_finished_table_stays_finished,
        tables::lists_are_filtered_and_paged,
        nodes::a_claim_fences_whoever_ran_the_table,
        nodes::a_lease_keeps_others_from_claiming,
        nodes::tables_are_listed_by_their_owner,
        nodes::of_many_claims_one_wins,
        tokens::a_token_leads_to_its_player,
        tokens::a_new_token_replaces_the_old_one_when_it_is_used,
        tokens::a_token_is_revoked_once,
        tokens::a_code_becomes_one_token_in_its_time,
        tokens::codes_are_no_devices,
        tokens::tokens_are_bounded,
        tables::a_creation_is_found_by_its_command,
        tables::the_secret_of_a_house_is_made_once,
        operator::a_deed_and_its_line_are_one,
        operator::bans_are_put_and_lifted,
        operator::an_operator_revokes_tokens,
        operator::a_player_is_erased,
        operator::a_table_is_pruned_to_a_line_for_each_game,
        operator::players_who_never_did_anything_are_forgotten,
        operator::what_is_set_aside_is_out_of_the_way,
        operator::an_operator_finds_players_and_entries,
        games::a_game_is_remembered_with_the_entry_that_ends_it,
        games::games_are_listed_by_filter_and_page,
        games::what_is_counted_follows_from_the_games,
        games::a_review_is_kept_once,
        games::what_is_remembered_is_written_anew,
        games::results_of_a_deal_are_ranked,
        games::games_outlive_their_table_and_names_do_not_outlive_their_player,
        claims::a_claimed_game_is_listed_and_never_counted,
        claims::claimed_games_are_bounded_and_go_with_their_player,
        tables::strange_text_comes_back_as_it_was,
        tables::what_no_journal_may_hold_is_refused,
        tables::what_is_too_large_is_refused,
        writers::writes_keep_their_order_without_waiting,
        writers::equal_creations_keep_their_order_without_waiting,
        writers::callbacks_may_read_and_are_called_once,
        writers::of_many_writers_one_wins_each_number,
        writers::of_many_equal_commands_one_is_applied,
        writers::of_many_equal_creations_one_is_done,
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
fn append(journal: &dyn Journal, expect: u64, new: Vec<StoredEntry>, outcome: Result<(), Error>) {
    assert_eq!(journal.append(code("A"), expect, new).wait(), outcome);
}

#[track_caller]
fn holds(journal: &dyn Journal, text: &str, n_entries: u64) {
    let record = journal.load(&code(text)).unwrap();
    assert_eq!(record.entries, entries(1..=n_entries));
    assert_eq!(record.last_seq(), n_entries);
}
