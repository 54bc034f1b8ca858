//! Writes rows of another journal unchanged.

use std::collections::{BTreeMap, BTreeSet};

use crate::ended::Ended;
use crate::id::{Code, PlayerId};
use crate::moving::Lists;
use crate::postgres::Failure;
use crate::postgres::connection::{Connection, Request, Value, in_order};
use crate::postgres::rows::{int, values};
use crate::postgres::text::pack;
use crate::postgres::{games, tokens};
use crate::sum::Derived;
use crate::token::Token;

/// Answers with a row unless the database is empty.
pub(super) const HOLDS_ANYTHING: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM tables)
    OR EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tokens)
    OR EXISTS (SELECT 1 FROM bans) OR EXISTS (SELECT 1 FROM operators_log)
    OR EXISTS (SELECT 1 FROM past_games) OR EXISTS (SELECT 1 FROM aside)
    OR EXISTS (SELECT 1 FROM seats) OR EXISTS (SELECT 1 FROM secret)";

/// A statement and its values.
type Row = (&'static str, Vec<Value>);

/// The number of rows that are sent at once.
const TOGETHER: usize = 500;

/// Every row of the lists.
pub(super) fn rows(lists: &Lists) -> Vec<Row> {
    let text = |text: &str| pack(text).into_owned();
    let players = lists.players.iter().map(|player| -> Row {
        let sql = "INSERT INTO players (id, at, erased_at) VALUES ($1, $2, $3)";
        let id = player.id.as_str().to_owned();
        (sql, values![id, int(player.at), player.erased_at.map(int)])
    });
    let tokens = lists.tokens.iter().map(token);
    let bans = lists.bans.iter().map(|ban| -> Row {
        let sql = "INSERT INTO bans (kind, name, at, until, why) VALUES ($1, $2, $3, $4, $5)";
        let values = values![
            ban.banned.kind().to_owned(),
            text(ban.banned.name()),
            int(ban.at),
            ban.until.map(int),
            text(&ban.why),
        ];
        (sql, values)
    });
    let log = lists.log.iter().map(|(id, note)| -> Row {
        let sql = "INSERT INTO operators_log (id, at, who, why, action, subject, detail)
            VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = values![
            int(*id),
            int(note.at),
            text(&note.who),
            text(&note.why),
            text(&note.action),
            text(&note.subject),
            text(&note.detail),
        ];
        (sql, values)
    });
    let past_games = lists.past_games.iter().map(|past| -> Row {
        let sql = "INSERT INTO past_games (id, code, game, at, line) VALUES ($1, $2, $3, $4, $5)";
        let values = values![
            int(past.id),
            past.table.as_str().to_owned(),
            text(&past.game.game),
            int(past.game.at),
            text(&past.game.line),
        ];
        (sql, values)
    });
    let secret = lists.secret.iter().map(|secret| -> Row {
        let sql = "INSERT INTO secret (id, secret) VALUES (1, $1)";
        (sql, values![secret.bytes().to_vec()])
    });
    let rows = players.chain(tokens).chain(bans).chain(log);
    rows.chain(past_games).chain(secret).collect()
}

fn token(token: &Token) -> Row {
    let sql =
        "INSERT INTO tokens (hash, player, made_at, used_at, replaces, revoked_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let replaces = token.replaces.as_ref();
    let values = values![
        tokens::bytes(&token.hash).to_vec(),
        token.player.as_str().to_owned(),
        int(token.made_at),
        token.used_at.map(int),
        replaces.map(|old| tokens::bytes(old).to_vec()),
        token.revoked_at.map(int),
        token.expires_at.map(int),
    ];
    (sql, values)
}

/// The games, and the lists and sums of each player who was not deleted.
#[derive(Debug)]
pub(super) struct Games {
    remembered: Vec<(Code, Ended)>,
    people: BTreeMap<PlayerId, Derived>,
}

pub(super) fn games(lists: &Lists) -> Games {
    let erased: BTreeSet<&PlayerId> = lists
        .players
        .iter()
        .filter(|player| player.erased_at.is_some())
        .map(|player| &player.id)
        .collect();
    let mut people: BTreeMap<PlayerId, Derived> = BTreeMap::new();
    for (table, ended) in &lists.remembered {
        for (player, _) in ended.people() {
            if !erased.contains(player) {
                let derived = people.entry(player.clone()).or_default();
                derived.add(table, ended, player);
            }
        }
    }
    Games {
        remembered: lists.remembered.clone(),
        people,
    }
}

/// Writes all rows or none.
pub(super) async fn write(
    connection: &Connection,
    rows: &[Row],
    games: &Games,
) -> Result<(), Failure> {
    connection.batch("BEGIN").await?;
    for (table, ended) in &games.remembered {
        games::insert_seats(connection, table, ended).await?;
    }
    for (player, derived) in &games.people {
        games::add(connection, player, derived).await?;
    }
    for part in rows.chunks(TOGETHER) {
        let mut statements = Vec::with_capacity(part.len());
        for (sql, _) in part {
            statements.push(connection.statement(sql).await?);
        }
        let requests = part.iter().zip(&statements);
        let requests = requests.map(|((_, values), statement)| -> Request<'_, _> {
            Box::pin(connection.run(statement, values))
        });
        for written in in_order(requests.collect()).await {
            written?;
        }
    }
    connection.batch("COMMIT").await
}
