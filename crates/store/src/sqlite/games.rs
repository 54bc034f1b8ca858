//! The statements about remembered games and the sums over them.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, params};

use crate::ended::{Ended, EndedSeat, Fared, GamePlace, MOST_CLAIMED, Remembered};
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::sqlite::questions::{CLAIMED, COUNT_CLAIMED, opponent_key, read_games};
use crate::sqlite::rows::{self, WriteFault};
use crate::sum::{Derived, write_figures};

/// Remembers a game, inside the open transaction. Doing it again changes nothing.
pub(super) fn remember(
    connection: &Connection,
    table: &Code,
    ended: &Ended,
) -> Result<(), WriteFault> {
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

/// Remembers the games that a player claims and that are not remembered yet.
pub(super) fn remember_claimed(
    connection: &Connection,
    player: &PlayerId,
    table: &Code,
    games: &[Ended],
) -> Result<(), WriteFault> {
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

/// Deletes the games that a player has claimed.
pub(super) fn forget_claimed(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    let sql = "DELETE FROM seats WHERE claimed = 1
        AND code IN (SELECT code FROM seats WHERE player = ?1 AND claimed = 1)";
    connection.execute(sql, [player.as_str()])?;
    Ok(())
}

/// Inserts the seats of a game, and returns whether they were new.
fn insert_seats(connection: &Connection, table: &Code, ended: &Ended) -> Result<bool, WriteFault> {
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

/// Whether the data of a player were not deleted.
fn is_here(connection: &Connection, player: &PlayerId) -> Result<bool, WriteFault> {
    let sql = "SELECT 1 FROM players WHERE id = ?1 AND erased_at IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(!statement.exists([player.as_str()])?)
}

/// Adds list entries and sums to those of a player.
fn add(connection: &Connection, player: &PlayerId, derived: &Derived) -> Result<(), WriteFault> {
    let sql = "INSERT OR IGNORE INTO meetings (player, opponent, at, code, number, game, won)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut statement = connection.prepare_cached(sql)?;
    for meeting in &derived.meetings {
        let GamePlace { at, table, number } = &meeting.place;
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

/// Keeps the review of a game's seats. An earlier review stays.
pub(super) fn review(
    connection: &Connection,
    table: &Code,
    number: u32,
    seats: &[(u8, Fared)],
) -> Result<(), WriteFault> {
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

/// Rebuilds the remembered games of a table, but not the sums. Reviews stay.
pub(super) fn rewrite(
    connection: &Connection,
    table: &Code,
    expect: u64,
    games: &[Ended],
) -> Result<(), WriteFault> {
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

/// Rebuilds the lists and sums of a player from the games.
pub(super) fn recount(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
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
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    for sql in [
        "DELETE FROM meetings WHERE player = ?1",
        "DELETE FROM sums WHERE player = ?1",
    ] {
        connection.execute(sql, [player.as_str()])?;
    }
    Ok(())
}

/// Renames a player in all games, also those of others.
pub(super) fn rename(
    connection: &Connection,
    player: &PlayerId,
    name: &str,
) -> Result<(), WriteFault> {
    let sql = "UPDATE seats SET name = ?2 WHERE player = ?1";
    connection.execute(sql, [player.as_str(), name])?;
    Ok(())
}
