//! How the server would answer the questions of every day.

use engines::Postgres;

use super::address::Address;
use super::connection::Connection;
use super::{PostgresJournal, games, nodes, rows, tokens};
use crate::table::{Filter, State};

/// The steps in which the server would answer, where nothing but the lack of an index makes it
/// look at every row.
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

/// A scan would pass every other test, and only be slow in a house of years.
#[test]
fn every_question_is_answered_from_an_index() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    drop(PostgresJournal::open(&url).unwrap());
    let lists = [None, Some(State::Open), Some(State::Finished)].map(|state| {
        let of = |owner: Option<&str>| {
            rows::list(&Filter {
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
        rows::OPENING,
        rows::ENTRIES,
        rows::COMMAND,
        rows::CREATION,
        rows::LOCKED_END,
        nodes::HEAD,
        nodes::CLAIM,
        nodes::CLAIMABLE,
        games::page(false),
        games::page(true),
        games::SUMS,
        games::MONTHS,
        games::OPPONENTS,
        games::RESULTS,
        games::RESULT_OF,
        games::STANDING,
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
