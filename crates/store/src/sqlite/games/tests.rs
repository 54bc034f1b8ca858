//! Tests of the statements about remembered games.

use std::time::Instant;

use rusqlite::StatementStatus::VmStep;

use super::*;
use crate::ended::{Opponent, Past};
use crate::sqlite::questions::{MONTHS, NAME, OPPONENTS, SUMS, history, lines, page, statistics};
use crate::sqlite::schema;
use crate::sum::{Counted, Sum};

/// The steps that a page of history and the statistics cost SQLite, and how long they took.
fn cost(connection: &Connection, player: &PlayerId) -> (i32, std::time::Duration) {
    let began = Instant::now();
    let past = Past {
        limit: 50,
        ..Past::default()
    };
    let games = history(connection, player, &past).unwrap();
    assert_eq!(games.len(), 50);
    let found = statistics(connection, player, &Counted::default()).unwrap();
    assert!(!found.sums.is_empty() && !found.months.is_empty());
    let took = began.elapsed();
    let statements = [page(false), SUMS, MONTHS, OPPONENTS, NAME];
    let steps = statements.map(|sql| {
        let statement = connection.prepare_cached(sql).unwrap();
        statement.reset_status(VmStep)
    });
    (steps.iter().sum(), took)
}

/// A player of many years costs the house no more than a new one.
#[test]
#[expect(clippy::print_stdout, reason = "the measured values are printed")]
fn ten_thousand_games_cost_what_a_hundred_do() {
    let mut connection = Connection::open_in_memory().unwrap();
    schema::migrate(&mut connection, schema::STEPS).unwrap();
    let (code, ann) = (Code::stored("A"), PlayerId::stored("ann"));
    let mut costs = Vec::new();
    let mut n = 0;
    for games in [100, 10_000] {
        let transaction = connection.transaction().unwrap();
        while n < games {
            n += 1;
            remember(&transaction, &code, &Ended::generated(n, &ann)).unwrap();
        }
        transaction.commit().unwrap();
        cost(&connection, &ann);
        let (steps, took) = cost(&connection, &ann);
        println!("{games} games: {steps} steps of SQLite, {took:?}");
        costs.push(steps);
    }
    assert!(costs[1] <= 2 * costs[0], "{costs:?}");
}

/// A second, naive implementation: every game is looked at for every line.
#[test]
fn what_is_counted_game_by_game_is_what_a_naive_recount_finds() {
    let mut connection = Connection::open_in_memory().unwrap();
    schema::migrate(&mut connection, schema::STEPS).unwrap();
    let (code, ann) = (Code::stored("A"), PlayerId::stored("ann"));
    let games: Vec<Ended> = (1..=10_000).map(|n| Ended::generated(n, &ann)).collect();
    let transaction = connection.transaction().unwrap();
    for game in &games {
        remember(&transaction, &code, game).unwrap();
    }
    transaction.commit().unwrap();
    let all = "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
        WHERE player = 'ann' AND ?1";
    let added = lines(&connection, all, [true]).unwrap();
    for line in &added {
        let (mut n, mut sum, mut squares, mut most) = (0, 0, 0, i64::MIN);
        for game in &games {
            let other = &game.seats[1];
            let is_met = match &line.key.opponent {
                None => true,
                Some(Opponent::Player(id)) => other.player.as_ref() == Some(id),
                Some(Opponent::Bot(level)) => other.bot.as_ref() == Some(level),
            };
            let is_then = [0, crate::sum::month_of(game.at)].contains(&line.key.month);
            if !is_met || !is_then || game.game != line.key.game {
                continue;
            }
            let own = &game.seats[0];
            let value = match line.key.measure.as_str() {
                "won" => i64::from(own.won),
                "score" => i64::from(own.score),
                _ => i64::from(own.score) % 9,
            };
            n += 1;
            sum += value;
            squares += value * value;
            most = most.max(value);
        }
        let naive = Sum {
            n,
            sum,
            squares,
            most,
        };
        assert_eq!(line.sum, naive, "{:?}", line.key);
    }
    // Two games, 28 or so opponents and 13 months, each with seven measures.
    assert!(added.len() > 300, "{}", added.len());
    recount(&connection, &ann).unwrap();
    assert_eq!(lines(&connection, all, [true]).unwrap(), added);
}
