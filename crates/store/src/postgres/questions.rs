//! The questions about remembered games: a player's history, sums and results.

use tokio_postgres::Row;

use crate::ended::{
    DealResult, Ended, EndedSeat, Fared, GamePlace, Opponent, Remembered, Standing,
};
use crate::id::{Code, PlayerId};
use crate::postgres::Failure;
use crate::postgres::rows::int;
use crate::postgres::text::unpack;
use crate::sum::{Sum, SumKey, SumLine, read_figures};

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
                    WHERE player = $1 AND opponent = $2 AND ",
                $game,
                " AND at BETWEEN $4 AND $5
                        AND ($6::BIGINT IS NULL OR (at, code, number) < ($6, $7, $8))
                        AND ($9::BOOLEAN IS NULL OR won = $9)
                    ORDER BY at DESC, code DESC, number DESC LIMIT $10) AS page
                JOIN seats ON seats.code = page.code AND seats.at = page.at
                    AND seats.number = page.number
                ORDER BY seats.at DESC, seats.code DESC, seats.number DESC, seats.seat"
            )
        };
    }
    match by_game {
        true => sql!("game = $3"),
        false => sql!("$3::TEXT IS NULL"),
    }
}

pub(super) const SUMS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most
    FROM sums WHERE player = $1 AND opponent = $2 AND month = 0 ORDER BY game, measure";

pub(super) const MONTHS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most
    FROM sums WHERE player = $1 AND opponent = '' AND month >= $2 ORDER BY month, game, measure";

/// The answer includes the latest name of each opponent.
pub(super) const OPPONENTS: &str = "SELECT opponent, month, game, measure, n, sum, squares, most,
        (SELECT seats.name FROM (SELECT at, code, number FROM meetings
                WHERE meetings.player = sums.player AND meetings.opponent = sums.opponent
                ORDER BY at DESC, code DESC, number DESC LIMIT 1) AS last
            JOIN seats ON seats.code = last.code AND seats.at = last.at
                AND seats.number = last.number AND seats.player = sums.opponent)
    FROM sums WHERE player = $1 AND measure = 'won' AND month = 0 AND opponent <> ''
    ORDER BY n DESC, opponent, game LIMIT $2";

pub(super) const RESULTS: &str = concat!(
    "SELECT ",
    seat_columns!(),
    ", rank FROM seats
    WHERE deal = $1 AND player IS NOT NULL
        AND ($2::BIGINT IS NULL OR rank <= $2 AND (rank < $2 OR (at, code, seat) > ($3, $4, $5)))
    ORDER BY rank DESC, at, code, seat LIMIT $6"
);

pub(super) const RESULT_OF: &str = concat!(
    "SELECT ",
    seat_columns!(),
    ", rank FROM seats WHERE player = $1 AND deal = $2 ORDER BY at, code LIMIT 1"
);

pub(super) const STANDING: &str = "SELECT count(*) FILTER (WHERE rank > $2), count(*) FROM seats
    WHERE deal = $1 AND player IS NOT NULL";

/// All remembered games, in the order of tables: for copying them.
pub(super) const ALL: &str = concat!(
    "SELECT ",
    seat_columns!(),
    ", ",
    is_kept!(),
    " FROM (SELECT DISTINCT code, at, number FROM seats
        WHERE $1::TEXT IS NULL OR (code, at, number) > ($1, $2, $3)
        ORDER BY code, at, number LIMIT $4) AS page
    JOIN seats ON seats.code = page.code AND seats.at = page.at AND seats.number = page.number
    ORDER BY seats.code, seats.at, seats.number, seats.seat"
);

pub(super) fn opponent_key(opponent: Option<&Opponent>) -> String {
    opponent.map(Opponent::key).unwrap_or_default()
}

/// Makes games of the rows of their seats, which follow each other. The last column may tell
/// whether the journals are kept.
pub(super) fn games(rows: &[Row], tells_kept: bool) -> Result<Vec<Remembered>, Failure> {
    let mut games: Vec<Remembered> = Vec::new();
    for row in rows {
        let (mut game, seat) = seat(row)?;
        match games.last_mut().filter(|last| last.place() == game.place()) {
            Some(last) => last.ended.seats.push(seat),
            None => {
                game.is_kept = !tells_kept || row.try_get(17)?;
                game.ended.seats.push(seat);
                games.push(game);
            }
        }
    }
    Ok(games)
}

pub(super) fn result(row: &Row) -> Result<DealResult, Failure> {
    let (game, seat) = seat(row)?;
    Ok(DealResult {
        table: game.table,
        at: game.ended.at,
        rank: row.try_get(17)?,
        seat,
    })
}

pub(super) fn standing(row: &Row) -> Result<Standing, Failure> {
    Ok(Standing {
        better: row.try_get::<_, i64>(0)? as u64,
        of: row.try_get::<_, i64>(1)? as u64,
    })
}

pub(super) fn line(row: &Row) -> Result<SumLine, Failure> {
    let opponent: String = row.try_get(0)?;
    Ok(SumLine {
        key: SumKey {
            opponent: (!opponent.is_empty()).then(|| Opponent::stored(&opponent)),
            month: row.try_get::<_, i64>(1)? as u32,
            game: unpack(row.try_get(2)?),
            measure: unpack(row.try_get(3)?),
        },
        sum: Sum {
            n: row.try_get(4)?,
            sum: row.try_get(5)?,
            squares: row.try_get(6)?,
            most: row.try_get(7)?,
        },
    })
}

/// The line of an opponent, and their name.
pub(super) fn met(row: &Row) -> Result<(SumLine, Option<String>), Failure> {
    let name: Option<String> = row.try_get(8)?;
    Ok((line(row)?, name.map(unpack)))
}

/// Reads a game without its seats, and one seat.
fn seat(row: &Row) -> Result<(Remembered, EndedSeat), Failure> {
    let number = |column| row.try_get::<_, i64>(column);
    let text = |column| row.try_get::<_, Option<String>>(column);
    let (skill, luck): (Option<i64>, Option<i64>) = (row.try_get(14)?, row.try_get(15)?);
    let ended = Ended {
        at: number(1)? as u64,
        number: number(2)? as u32,
        seq: number(4)? as u64,
        game: unpack(row.try_get(5)?),
        deal: text(6)?.map(unpack),
        claimed: row.try_get(16)?,
        seats: Vec::new(),
    };
    let figures: String = unpack(row.try_get(13)?);
    let seat = EndedSeat {
        seat: number(3)? as u8,
        side: number(7)? as u8,
        player: text(8)?.map(PlayerId::stored),
        bot: text(9)?.map(unpack),
        name: unpack(row.try_get(10)?),
        won: row.try_get(11)?,
        score: number(12)? as i32,
        figures: read_figures(&figures),
        fared: skill.zip(luck).map(|(skill, luck)| Fared { skill, luck }),
    };
    let game = Remembered {
        table: Code::stored(row.try_get::<_, String>(0)?),
        ended,
        is_kept: false,
    };
    Ok((game, seat))
}

/// The parts of a place, as values for a statement.
pub(super) fn parts(place: Option<&GamePlace>) -> (Option<i64>, Option<String>, Option<i64>) {
    (
        place.map(|place| int(place.at)),
        place.map(|place| place.table.as_str().to_owned()),
        place.map(|place| place.number.into()),
    )
}
