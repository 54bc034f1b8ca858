//! Tests of the plans by which the server answers everyday questions.

use engines::Postgres;

use super::address::Address;
use super::connection::Connection;
use super::{PostgresJournal, games, load, nodes, questions, rows, tokens};
use crate::ended::Ended;
use crate::id::{Code, PlayerId};
use crate::sum::Derived;
use crate::table::{Filter, TableState};

/// The plan of the server, which scans a whole table only if there is no index.
async fn plan(connection: &Connection, sql: &str) -> String {
    let n_values = (1..).take_while(|n| sql.contains(&format!("${n}"))).count();
    let values = match n_values {
        0 => String::new(),
        n => format!("({})", vec!["NULL"; n].join(", ")),
    };
    let prepare = format!("DEALLOCATE ALL; PREPARE question AS {sql}");
    connection.batch(&prepare).await.unwrap();
    let explain = format!("EXPLAIN EXECUTE question{values}");
    connection.texts(&explain).await.unwrap().join("\n")
}

/// A scan would pass every other test and be slow only in a house that is years old.
#[test]
fn every_question_is_answered_from_an_index() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    drop(PostgresJournal::open(&url).unwrap());
    let lists = [None, Some(TableState::Open), Some(TableState::Finished)].map(|state| {
        let of = |owner: Option<&str>| {
            load::list(&Filter {
                state,
                owner: owner.map(|owner| owner.parse().unwrap()),
                ..Filter::default()
            })
        };
        [of(None), of(Some("n1"))]
    });
    let others = [
        rows::APPEND_ONE,
        rows::APPEND,
        rows::FINISH,
        rows::ENDS,
        load::OPENING,
        load::ENTRIES,
        rows::COMMAND,
        rows::CREATION,
        rows::LOCKED_END,
        nodes::HEAD,
        nodes::CLAIM,
        nodes::CLAIMABLE,
        questions::page(false),
        questions::page(true),
        questions::SUMS,
        questions::MONTHS,
        questions::OPPONENTS,
        questions::RESULTS,
        questions::RESULT_OF,
        questions::STANDING,
        tokens::FIND,
        tokens::OF_PLAYER,
    ];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let connection = Address::parse(&url).unwrap().connect().await.unwrap();
        let settings = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";
        connection.batch(settings).await.unwrap();
        for sql in lists.into_iter().flatten().chain(others) {
            let plan = plan(&connection, sql).await;
            assert!(plan.contains("Index"), "{plan}: {sql}");
            assert!(!plan.contains("Seq Scan"), "{plan}: {sql}");
        }
    });
}

/// The number of pages that the server reads for each question about a player's past.
async fn pages_looked_at(connection: &Connection, player: &PlayerId) -> Vec<u64> {
    let of_history = format!("'{player}', '', NULL, 0, {}", i64::MAX);
    let mut pages = Vec::new();
    for (sql, values) in [
        (
            questions::page(false),
            format!("{of_history}, NULL, NULL, NULL, NULL, 50"),
        ),
        (questions::SUMS, format!("'{player}', ''")),
        (questions::MONTHS, format!("'{player}', 1")),
        (questions::OPPONENTS, format!("'{player}', 30")),
    ] {
        let prepare = format!("DEALLOCATE ALL; PREPARE question AS {sql}");
        connection.batch(&prepare).await.unwrap();
        let explain = format!("EXPLAIN (ANALYZE, BUFFERS) EXECUTE question({values})");
        let lines = connection.texts(&explain).await.unwrap();
        // The first step includes all others. Pages from memory and pages from the disk both count.
        let line = lines.iter().find(|line| line.contains("Buffers: shared"));
        let words = line.expect("pages are counted").split_whitespace();
        let counts = words.filter_map(|word| {
            let count = word.strip_prefix("hit=").or(word.strip_prefix("read="))?;
            count.parse::<u64>().ok()
        });
        pages.push(counts.sum());
    }
    pages
}

/// A player of many years costs the house no more than a new one.
#[test]
#[expect(clippy::print_stdout, reason = "the measured values are printed")]
fn ten_thousand_games_cost_what_a_hundred_do() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    drop(PostgresJournal::open(&url).unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let connection = Address::parse(&url).unwrap().connect().await.unwrap();
        let people = [("ann", 100), ("bob", 10_000)].map(|(name, n_games)| {
            let (player, code) = (PlayerId::stored(name), Code::stored(name));
            (player, code, n_games)
        });
        connection.batch("BEGIN").await.unwrap();
        for (player, code, n_games) in &people {
            let mut derived = Derived::default();
            for n in 1..=*n_games {
                let game = Ended::generated(n, player);
                games::insert_seats(&connection, code, &game).await.unwrap();
                derived.add(code, &game, player);
            }
            games::add(&connection, player, &derived).await.unwrap();
        }
        connection.batch("COMMIT").await.unwrap();
        // The server does this by itself from time to time.
        connection.batch("VACUUM ANALYZE").await.unwrap();
        // The server plans a frequent question once for all values, or anew each time.
        for mode in ["force_generic_plan", "force_custom_plan"] {
            let set = format!("SET plan_cache_mode = {mode}");
            connection.batch(&set).await.unwrap();
            let mut costs = Vec::new();
            for (player, _, n_games) in &people {
                let pages = pages_looked_at(&connection, player).await;
                println!("{n_games} games: {pages:?} pages, {mode}");
                costs.push(pages);
            }
            let mut pairs = costs[0].iter().zip(&costs[1]);
            assert!(
                pairs.all(|(few, many)| *many <= 2 * few),
                "{costs:?}, {mode}"
            );
        }
    });
}
