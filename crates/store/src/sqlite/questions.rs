//! The questions about remembered games: a player's history, sums and results.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::ended::{
    DealResult, Ended, EndedSeat, Fared, GamePlace, Opponent, Past, Remembered, Standing,
};
use crate::id::{Code, PlayerId};
use crate::sqlite::rows::WriteFault;
use crate::sum::{Counted, Met, Statistics, Sum, SumKey, SumLine, read_figures};
use crate::table::Filter;

/// A page of a player's games. The text depends on the filter, so that an index can answer each.
pub(super) const fn page(by_game: bool) -> &'static str {
    macro_rules! sql {
        ($game:literal) => {
            concat!(
                "SELECT ",
                seat_columns!(),
                ", ",
                is_kept!(),
                " FROM (SELECT at, code, number FROM meetings
                    WHERE player = ?1 AND opponent = ?2 AND ",
                $game,
                " AND at BETWEEN ?4 AND ?5 AND (?6 IS NULL OR (at, code, number) < (?6, ?7, ?8))
                        AND (?9 IS NULL OR won = ?9)
                    ORDER BY at DESC, code DESC, number DESC LIMIT ?10) AS page
                CROSS JOIN seats ON seats.code = page.code AND seats.at = page.at
                    AND seats.number = page.number"
            )
        };
    }
    match by_game {
        true => sql!("game = ?3"),
        false => sql!("?3 IS NULL"),
    }
}

pub(super) const SUMS: &str =
    "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND opponent = ?2 AND month = 0 ORDER BY game, measure";

pub(super) const MONTHS: &str =
    "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND opponent = '' AND month >= ?2 ORDER BY month, game, measure";

pub(super) const OPPONENTS: &str =
    "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND measure = 'won' AND month = 0 AND opponent <> ''
    ORDER BY n DESC, opponent, game LIMIT ?2";

/// The latest name of an opponent.
pub(super) const NAME: &str = "SELECT seats.name FROM (SELECT at, code, number FROM meetings
        WHERE player = ?1 AND opponent = ?2 ORDER BY at DESC, code DESC, number DESC LIMIT 1) AS last
    CROSS JOIN seats ON seats.code = last.code AND seats.at = last.at
        AND seats.number = last.number AND seats.player = ?2";

const RESULTS: &str = concat!(
    "SELECT ",
    seat_columns!(),
    ", rank FROM seats
    WHERE deal = ?1 AND player IS NOT NULL
        AND (?2 IS NULL OR rank <= ?2 AND (rank < ?2 OR (at, code, seat) > (?3, ?4, ?5)))
    ORDER BY rank DESC, at, code, seat LIMIT ?6"
);

const RESULT_OF: &str = concat!(
    "SELECT ",
    seat_columns!(),
    ", rank FROM seats
    WHERE player = ?1 AND deal = ?2 ORDER BY at, code LIMIT 1"
);

const STANDING: &str = "SELECT count(*) FILTER (WHERE rank > ?2), count(*) FROM seats
    WHERE deal = ?1 AND player IS NOT NULL";

pub(super) const CLAIMED: &str = "SELECT 1 FROM seats WHERE code = ?1 AND number = ?2";

pub(super) const COUNT_CLAIMED: &str =
    "SELECT count(*) FROM seats WHERE player = ?1 AND claimed = 1";

/// Each question, with the index that must answer it. A test checks this.
#[cfg(test)]
pub(super) const QUESTIONS: &[(&str, &str)] = &[
    (
        page(false),
        "PRIMARY KEY (player=? AND opponent=? AND at>? AND at<?)",
    ),
    (
        page(true),
        "INDEX meetings_of_games (player=? AND opponent=? AND game=? AND at>? AND at<?)",
    ),
    (SUMS, "PRIMARY KEY (player=? AND opponent=? AND month=?)"),
    (MONTHS, "PRIMARY KEY (player=? AND opponent=? AND month>?)"),
    (OPPONENTS, "INDEX opponents (player=?)"),
    (NAME, "PRIMARY KEY (player=? AND opponent=?)"),
    (RESULTS, "INDEX results (deal=?)"),
    (RESULT_OF, "INDEX seats_of_players (player=? AND deal=?)"),
    (STANDING, "INDEX results (deal=?)"),
    (CLAIMED, "PRIMARY KEY (code=?)"),
    (COUNT_CLAIMED, "INDEX claimed_seats (player=?)"),
];

pub(super) fn history(
    connection: &Connection,
    player: &PlayerId,
    past: &Past,
) -> Result<Vec<Remembered>, WriteFault> {
    let before = past.before.as_ref();
    let values = params![
        player.as_str(),
        opponent_key(past.opponent.as_ref()),
        past.game,
        past.earliest(),
        past.latest(),
        before.map(|place| place.at),
        before.map(|place| place.table.as_str()),
        before.map(|place| place.number),
        past.won,
        past.bounded_limit() as u64,
    ];
    let sql = page(past.game.is_some());
    let mut games = read_games(connection, sql, values, |row| row.get(17))?;
    games.sort_by_key(|game| std::cmp::Reverse(game.place()));
    Ok(games)
}

pub(super) fn statistics(
    connection: &Connection,
    player: &PlayerId,
    counted: &Counted,
) -> Result<Statistics, WriteFault> {
    let opponent = opponent_key(counted.opponent.as_ref());
    let mut statistics = Statistics {
        sums: lines(connection, SUMS, params![player.as_str(), opponent])?,
        ..Statistics::default()
    };
    if counted.opponent.is_some() {
        return Ok(statistics);
    }
    let values = params![player.as_str(), counted.since_month.max(1)];
    statistics.months = lines(connection, MONTHS, values)?;
    let values = params![player.as_str(), Counted::MOST_OPPONENTS as u64];
    for line in lines(connection, OPPONENTS, values)? {
        let Some(opponent) = line.key.opponent else {
            continue;
        };
        let name = match &opponent {
            Opponent::Bot(_) => None,
            Opponent::Player(id) => connection
                .prepare_cached(NAME)?
                .query_row([player.as_str(), id.as_str()], |row| row.get(0))
                .optional()?,
        };
        statistics.opponents.push(Met {
            opponent,
            name,
            game: line.key.game,
            won: line.sum,
        });
    }
    Ok(statistics)
}

pub(super) fn lines(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
) -> Result<Vec<SumLine>, WriteFault> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(values, |row| {
        let opponent: String = row.get(0)?;
        Ok(SumLine {
            key: SumKey {
                opponent: (!opponent.is_empty()).then(|| Opponent::stored(&opponent)),
                month: row.get(1)?,
                game: row.get(2)?,
                measure: row.get(3)?,
            },
            sum: Sum {
                n: row.get(4)?,
                sum: row.get(5)?,
                squares: row.get(6)?,
                most: row.get(7)?,
            },
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn results(
    connection: &Connection,
    deal: &str,
    after: Option<&DealResult>,
    limit: usize,
) -> Result<Vec<DealResult>, WriteFault> {
    let mut statement = connection.prepare_cached(RESULTS)?;
    let values = params![
        deal,
        after.map(|after| after.rank),
        after.map(|after| after.at),
        after.map(|after| after.table.as_str()),
        after.map(|after| after.seat.seat),
        limit.min(Filter::MOST) as u64,
    ];
    let rows = statement.query_map(values, result_of)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn result(
    connection: &Connection,
    deal: &str,
    player: &PlayerId,
) -> Result<Option<DealResult>, WriteFault> {
    let mut statement = connection.prepare_cached(RESULT_OF)?;
    let result = statement.query_row([player.as_str(), deal], result_of);
    Ok(result.optional()?)
}

pub(super) fn standing(
    connection: &Connection,
    deal: &str,
    rank: i64,
) -> Result<Standing, WriteFault> {
    let mut statement = connection.prepare_cached(STANDING)?;
    let standing = statement.query_row(params![deal, rank], |row| {
        Ok(Standing {
            better: row.get(0)?,
            of: row.get(1)?,
        })
    })?;
    Ok(standing)
}

/// All remembered games, in the order of tables: for copying them.
pub(super) fn all(
    connection: &Connection,
    after: Option<&GamePlace>,
    limit: usize,
) -> Result<Vec<Remembered>, WriteFault> {
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        ", ",
        is_kept!(),
        " FROM (SELECT DISTINCT code, at, number FROM seats
            WHERE ?1 IS NULL OR (code, at, number) > (?1, ?2, ?3)
            ORDER BY code, at, number LIMIT ?4) AS page
        CROSS JOIN seats ON seats.code = page.code AND seats.at = page.at
            AND seats.number = page.number
        ORDER BY seats.code, seats.at, seats.number, seats.seat"
    );
    let values = params![
        after.map(|place| place.table.as_str()),
        after.map(|place| place.at),
        after.map(|place| place.number),
        limit.min(Filter::MOST) as u64,
    ];
    read_games(connection, sql, values, |row| row.get(17))
}

/// Makes games of the rows of their seats, which follow each other.
pub(super) fn read_games(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    is_kept: impl Fn(&Row<'_>) -> rusqlite::Result<bool>,
) -> Result<Vec<Remembered>, WriteFault> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut games: Vec<Remembered> = Vec::new();
    while let Some(row) = rows.next()? {
        let (mut game, seat) = seat_of(row)?;
        match games.last_mut().filter(|last| last.place() == game.place()) {
            Some(last) => last.ended.seats.push(seat),
            None => {
                game.is_kept = is_kept(row)?;
                game.ended.seats.push(seat);
                games.push(game);
            }
        }
    }
    Ok(games)
}

fn result_of(row: &Row<'_>) -> rusqlite::Result<DealResult> {
    let (game, seat) = seat_of(row)?;
    Ok(DealResult {
        table: game.table,
        at: game.ended.at,
        rank: row.get(17)?,
        seat,
    })
}

/// Reads a game without its seats, and one seat.
fn seat_of(row: &Row<'_>) -> rusqlite::Result<(Remembered, EndedSeat)> {
    let (skill, luck): (Option<i64>, Option<i64>) = (row.get(14)?, row.get(15)?);
    let ended = Ended {
        at: row.get(1)?,
        number: row.get(2)?,
        seq: row.get(4)?,
        game: row.get(5)?,
        deal: row.get(6)?,
        claimed: row.get(16)?,
        seats: Vec::new(),
    };
    let seat = EndedSeat {
        seat: row.get(3)?,
        side: row.get(7)?,
        player: row.get::<_, Option<Arc<str>>>(8)?.map(PlayerId::stored),
        bot: row.get(9)?,
        name: row.get(10)?,
        won: row.get(11)?,
        score: row.get(12)?,
        figures: read_figures(&row.get::<_, String>(13)?),
        fared: skill.zip(luck).map(|(skill, luck)| Fared { skill, luck }),
    };
    let game = Remembered {
        table: Code::stored(row.get::<_, Arc<str>>(0)?),
        ended,
        is_kept: false,
    };
    Ok((game, seat))
}

pub(super) fn opponent_key(opponent: Option<&Opponent>) -> String {
    opponent.map(Opponent::key).unwrap_or_default()
}
