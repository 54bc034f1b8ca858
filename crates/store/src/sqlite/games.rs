//! The statements about games that are remembered, and the sums over them.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::ended::{
    DealResult, Ended, EndedSeat, Fared, MOST_CLAIMED, Opponent, Past, Place, Remembered, Standing,
};
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::sqlite::rows::{self, Fault};
use crate::sum::{
    Counted, Derived, Met, Statistics, Sum, SumKey, SumLine, read_figures, write_figures,
};
use crate::table::Filter;

/// The columns of a seat, as [`seat_of`] reads them.
macro_rules! seat_columns {
    () => {
        "seats.code, seats.at, seats.number, seats.seat, seats.seq, seats.game, seats.deal,
        seats.side, seats.player, seats.bot, seats.name, seats.won, seats.score, seats.figures,
        seats.skill, seats.luck, seats.claimed"
    };
}

macro_rules! is_kept {
    () => {
        "EXISTS (SELECT 1 FROM tables WHERE tables.code = seats.code AND tables.at <= seats.at)"
    };
}

/// A page of a player's games. Which ones stands in the text, so that each is answered from an
/// index.
const fn page(by_game: bool) -> &'static str {
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

const SUMS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND opponent = ?2 AND month = 0 ORDER BY game, measure";

const MONTHS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND opponent = '' AND month >= ?2 ORDER BY month, game, measure";

const OPPONENTS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most FROM sums
    WHERE player = ?1 AND measure = 'won' AND month = 0 AND opponent <> ''
    ORDER BY n DESC, opponent, game LIMIT ?2";

/// What an opponent was called the last time.
const NAME: &str = "SELECT seats.name FROM (SELECT at, code, number FROM meetings
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

const CLAIMED: &str = "SELECT 1 FROM seats WHERE code = ?1 AND number = ?2";

const COUNT_CLAIMED: &str = "SELECT count(*) FROM seats WHERE player = ?1 AND claimed = 1";

/// Each question with the index that must answer it, for a test.
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

/// Remembers a game, inside the transaction that is open. To do it again changes nothing.
pub(super) fn remember(connection: &Connection, table: &Code, ended: &Ended) -> Result<(), Fault> {
    if !insert_seats(connection, table, ended)? {
        return Ok(());
    }
    for (player, _) in ended.people() {
        if is_here(connection, player)? {
            let mut derived = Derived::default();
            derived.add(table, ended, player);
            add(connection, player, &derived)?;
        }
    }
    Ok(())
}

/// Remembers games that a player claims, but for those that are remembered.
pub(super) fn remember_claimed(
    connection: &Connection,
    player: &PlayerId,
    table: &Code,
    games: &[Ended],
) -> Result<(), Fault> {
    if !is_here(connection, player)? {
        return Err(Error::no_player(player).into());
    }
    let mut new = Vec::new();
    let mut known = connection.prepare_cached(CLAIMED)?;
    for game in games {
        if !known.exists(params![table.as_str(), game.number])? {
            new.push(game);
        }
    }
    let mut count = connection.prepare_cached(COUNT_CLAIMED)?;
    let n: u64 = count.query_row([player.as_str()], |row| row.get(0))?;
    if n + new.len() as u64 > MOST_CLAIMED as u64 {
        let player = player.clone();
        return Err(Error::TooManyClaimed { player }.into());
    }
    let mut new = new.into_iter();
    new.try_for_each(|game| remember(connection, table, game))
}

/// Deletes what a player has claimed.
pub(super) fn forget_claimed(connection: &Connection, player: &PlayerId) -> Result<(), Fault> {
    let sql = "DELETE FROM seats WHERE claimed = 1
        AND code IN (SELECT code FROM seats WHERE player = ?1 AND claimed = 1)";
    connection.execute(sql, [player.as_str()])?;
    Ok(())
}

/// Whether the seats were new.
fn insert_seats(connection: &Connection, table: &Code, ended: &Ended) -> Result<bool, Fault> {
    let sql = "INSERT OR IGNORE INTO seats
        (code, at, number, seat, seq, game, deal, side, player, bot, name, won, score, figures,
            skill, luck, claimed, rank)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
    let mut statement = connection.prepare_cached(sql)?;
    let mut new = 0;
    for seat in &ended.seats {
        new += statement.execute(params![
            table.as_str(),
            ended.at,
            ended.number,
            seat.seat,
            ended.seq,
            ended.game,
            ended.deal,
            seat.side,
            seat.player.as_ref().map(PlayerId::as_str),
            seat.bot,
            seat.name,
            seat.won,
            seat.score,
            write_figures(&seat.figures),
            seat.fared.map(|fared| fared.skill),
            seat.fared.map(|fared| fared.luck),
            ended.claimed,
            ended.rank(seat),
        ])?;
    }
    Ok(new > 0)
}

/// Whether a player was not deleted.
fn is_here(connection: &Connection, player: &PlayerId) -> Result<bool, Fault> {
    let sql = "SELECT 1 FROM players WHERE id = ?1 AND erased_at IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(!statement.exists([player.as_str()])?)
}

/// Adds what follows from games to what a player has.
fn add(connection: &Connection, player: &PlayerId, derived: &Derived) -> Result<(), Fault> {
    let sql = "INSERT OR IGNORE INTO meetings (player, opponent, at, code, number, game, won)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut statement = connection.prepare_cached(sql)?;
    for meeting in &derived.meetings {
        let Place { at, table, number } = &meeting.place;
        statement.execute(params![
            player.as_str(),
            opponent_key(meeting.opponent.as_ref()),
            at,
            table.as_str(),
            number,
            meeting.game,
            meeting.won,
        ])?;
    }
    let sql = "INSERT INTO sums
            (player, opponent, month, game, measure, n, sum, squares, most)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        ON CONFLICT (player, opponent, month, game, measure) DO UPDATE SET
            n = n + excluded.n, sum = sum + excluded.sum,
            squares = min(squares, 4611686018427387903)
                + min(excluded.squares, 4611686018427387903),
            most = max(most, excluded.most)";
    let mut statement = connection.prepare_cached(sql)?;
    for (key, sum) in &derived.sums {
        statement.execute(params![
            player.as_str(),
            key.opponent_key(),
            key.month,
            key.game,
            key.measure,
            sum.n,
            sum.sum,
            sum.squares,
            sum.most,
        ])?;
    }
    Ok(())
}

fn opponent_key(opponent: Option<&Opponent>) -> String {
    opponent.map(Opponent::key).unwrap_or_default()
}

/// Keeps what a review told of the seats of a game. What was told before stays.
pub(super) fn review(
    connection: &Connection,
    table: &Code,
    number: u32,
    seats: &[(u8, Fared)],
) -> Result<(), Fault> {
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM seats WHERE seats.code = ?1 AND seats.number = ?2
            AND seats.at = (SELECT max(at) FROM seats WHERE code = ?1 AND number = ?2)
        ORDER BY seats.seat"
    );
    let found = read_games(connection, sql, params![table.as_str(), number], |_| {
        Ok(true)
    })?;
    let Some(Remembered { ended, .. }) = found.into_iter().next() else {
        return Ok(());
    };
    for (place, fared) in seats {
        let seat = ended.seats.iter().find(|seat| seat.seat == *place);
        let Some(seat) = seat.filter(|seat| seat.fared.is_none()) else {
            continue;
        };
        let sql = "UPDATE seats SET skill = ?5, luck = ?6
            WHERE code = ?1 AND at = ?2 AND number = ?3 AND seat = ?4";
        connection.prepare_cached(sql)?.execute(params![
            table.as_str(),
            ended.at,
            number,
            place,
            fared.skill,
            fared.luck
        ])?;
        if let Some(player) = &seat.player
            && is_here(connection, player)?
        {
            let mut derived = Derived::default();
            let reviewed = EndedSeat {
                fared: Some(*fared),
                ..seat.clone()
            };
            derived.add_review(&ended, &reviewed);
            add(connection, player, &derived)?;
        }
    }
    Ok(())
}

/// Writes anew what is remembered of a table's games, but for the sums. What reviews told stays.
pub(super) fn rewrite(
    connection: &Connection,
    table: &Code,
    expect: u64,
    games: &[Ended],
) -> Result<(), Fault> {
    let head = rows::known_head(connection, table)?;
    head.end.expect(table, expect)?;
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM seats JOIN tables ON tables.code = seats.code AND tables.at <= seats.at
        WHERE seats.code = ?1 ORDER BY seats.at, seats.number, seats.seat"
    );
    let known = read_games(connection, sql, [table.as_str()], |_| Ok(true))?;
    let sql = "DELETE FROM seats WHERE code = ?1
        AND at >= (SELECT at FROM tables WHERE code = ?1)";
    connection.execute(sql, [table.as_str()])?;
    for game in games {
        let known = known.iter().find(|known| known.ended.number == game.number);
        insert_seats(connection, table, &game.reviewed_as(known))?;
    }
    Ok(())
}

/// Makes the lists and sums of a player anew from the games.
pub(super) fn recount(connection: &Connection, player: &PlayerId) -> Result<(), Fault> {
    forget(connection, player)?;
    if !is_here(connection, player)? {
        return Ok(());
    }
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM (SELECT code, at, number FROM seats WHERE player = ?1) AS theirs
        CROSS JOIN seats ON seats.code = theirs.code AND seats.at = theirs.at
            AND seats.number = theirs.number
        ORDER BY seats.code, seats.at, seats.number, seats.seat"
    );
    let mut derived = Derived::default();
    for game in read_games(connection, sql, [player.as_str()], |_| Ok(true))? {
        derived.add(&game.table, &game.ended, player);
    }
    add(connection, player, &derived)
}

/// Deletes the lists and sums of a player.
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM meetings WHERE player = ?1",
        "DELETE FROM sums WHERE player = ?1",
    ] {
        connection.execute(sql, [player.as_str()])?;
    }
    Ok(())
}

/// Calls a player otherwise in the games of others, too.
pub(super) fn rename(connection: &Connection, player: &PlayerId, name: &str) -> Result<(), Fault> {
    let sql = "UPDATE seats SET name = ?2 WHERE player = ?1";
    connection.execute(sql, [player.as_str(), name])?;
    Ok(())
}

pub(super) fn history(
    connection: &Connection,
    player: &PlayerId,
    past: &Past,
) -> Result<Vec<Remembered>, Fault> {
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
) -> Result<Statistics, Fault> {
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

fn lines(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
) -> Result<Vec<SumLine>, Fault> {
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
) -> Result<Vec<DealResult>, Fault> {
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
) -> Result<Option<DealResult>, Fault> {
    let mut statement = connection.prepare_cached(RESULT_OF)?;
    let result = statement.query_row([player.as_str(), deal], result_of);
    Ok(result.optional()?)
}

pub(super) fn standing(connection: &Connection, deal: &str, rank: i64) -> Result<Standing, Fault> {
    let mut statement = connection.prepare_cached(STANDING)?;
    let standing = statement.query_row(params![deal, rank], |row| {
        Ok(Standing {
            better: row.get(0)?,
            of: row.get(1)?,
        })
    })?;
    Ok(standing)
}

/// All that is remembered, in the order of tables, for whoever copies it.
pub(super) fn all(
    connection: &Connection,
    after: Option<&Place>,
    limit: usize,
) -> Result<Vec<Remembered>, Fault> {
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

/// Games from the rows of their seats, which follow each other.
fn read_games(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    is_kept: impl Fn(&Row<'_>) -> rusqlite::Result<bool>,
) -> Result<Vec<Remembered>, Fault> {
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

/// A game without its seats, and one of them.
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

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rusqlite::StatementStatus::VmStep;

    use super::*;
    use crate::sqlite::schema;

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

    /// Whoever has played for years costs the house no more than whoever has just begun.
    #[test]
    #[expect(clippy::print_stdout, reason = "what was measured is told")]
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
}
