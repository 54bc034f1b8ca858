//! The statements about remembered games and the sums over them.
//!
//! A game that ends adds to the sums of everybody who played it, and one of them may end another
//! game on another node at the same moment. Therefore every writer of sums first locks the rows of
//! the players, in the order of their ids.

use tokio_postgres::types::ToSql;

use crate::ended::{Ended, EndedSeat, Fared, MOST_CLAIMED, Remembered};
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::postgres::connection::Connection;
use crate::postgres::questions::{games, opponent_key};
use crate::postgres::rows::{self, int};
use crate::postgres::text::pack;
use crate::postgres::{Failure, WriteFault};
use crate::sum::{Derived, Sum, SumKey, write_figures};

const CLAIMED: &str = "SELECT 1 FROM seats WHERE code = $1 AND number = $2 LIMIT 1";

const COUNT_CLAIMED: &str = "SELECT count(*) FROM seats WHERE player = $1 AND claimed";

const INSERT_SEAT: &str = "INSERT INTO seats
        (code, at, number, seat, seq, game, deal, side, player, bot, name, won, score, figures,
            skill, luck, rank, claimed)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
    ON CONFLICT DO NOTHING";

/// Remembers a game, inside the open transaction. Doing it again changes nothing.
pub(super) async fn remember(
    connection: &Connection,
    table: &Code,
    ended: &Ended,
) -> Result<(), WriteFault> {
    let people = ended.people().map(|(player, _)| player);
    let here = lock(connection, people).await?;
    if !insert_seats(connection, table, ended).await? {
        return Ok(());
    }
    for player in here {
        let mut derived = Derived::default();
        derived.add(table, ended, &player);
        add(connection, &player, &derived).await?;
    }
    Ok(())
}

/// Remembers the games that a player claims and that are not remembered yet.
pub(super) async fn remember_claimed(
    connection: &Connection,
    player: &PlayerId,
    table: &Code,
    games: &[Ended],
) -> Result<(), WriteFault> {
    if lock(connection, std::iter::once(player)).await?.is_empty() {
        return Err(Error::no_player(player).into());
    }
    let mut new = Vec::new();
    for game in games {
        let values: [&(dyn ToSql + Sync); 2] = [&table.as_str(), &i64::from(game.number)];
        if connection.query_opt(CLAIMED, &values).await?.is_none() {
            new.push(game);
        }
    }
    let values: [&(dyn ToSql + Sync); 1] = [&player.as_str()];
    let count = connection.query_opt(COUNT_CLAIMED, &values).await?;
    let n: i64 = count.map_or(Ok(0), |row| row.try_get(0))?;
    if n + new.len() as i64 > MOST_CLAIMED as i64 {
        let player = player.clone();
        return Err(Error::TooManyClaimed { player }.into());
    }
    for game in new {
        remember(connection, table, game).await?;
    }
    Ok(())
}

/// Deletes the games that a player has claimed.
pub(super) async fn forget_claimed(
    connection: &Connection,
    player: &PlayerId,
) -> Result<(), WriteFault> {
    let sql = "DELETE FROM seats WHERE claimed
        AND code IN (SELECT code FROM seats WHERE player = $1 AND claimed)";
    connection.execute(sql, &[&player.as_str()]).await?;
    Ok(())
}

/// Locks the rows of players until the transaction is over, and returns those who were not deleted.
async fn lock(
    connection: &Connection,
    players: impl Iterator<Item = &PlayerId>,
) -> Result<Vec<PlayerId>, WriteFault> {
    let mut players: Vec<PlayerId> = players.cloned().collect();
    players.sort();
    players.dedup();
    let ids: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
    let sql = "SELECT id, erased_at IS NOT NULL FROM players WHERE id = ANY($1)
        ORDER BY id FOR UPDATE";
    for row in connection.query(sql, &[&ids]).await? {
        let (id, is_erased): (String, bool) = (row.try_get(0)?, row.try_get(1)?);
        players.retain(|player| !is_erased || player.as_str() != id);
    }
    Ok(players)
}

/// Inserts the seats of a game, and returns whether they were new.
pub(super) async fn insert_seats(
    connection: &Connection,
    table: &Code,
    ended: &Ended,
) -> Result<bool, Failure> {
    let mut new = 0;
    for seat in &ended.seats {
        let figures = write_figures(&seat.figures);
        let values: [&(dyn ToSql + Sync); 18] = [
            &table.as_str(),
            &int(ended.at),
            &i64::from(ended.number),
            &i64::from(seat.seat),
            &int(ended.seq),
            &pack(&ended.game),
            &ended.deal.as_ref().map(|deal| pack(deal)),
            &i64::from(seat.side),
            &seat.player.as_ref().map(PlayerId::as_str),
            &seat.bot.as_ref().map(|bot| pack(bot)),
            &pack(&seat.name),
            &seat.won,
            &i64::from(seat.score),
            &pack(&figures),
            &seat.fared.map(|fared| fared.skill),
            &seat.fared.map(|fared| fared.luck),
            &ended.rank(seat),
            &ended.claimed,
        ];
        new += connection.execute(INSERT_SEAT, &values).await?;
    }
    Ok(new > 0)
}

/// Adds list entries and sums to those of a player.
pub(super) async fn add(
    connection: &Connection,
    player: &PlayerId,
    derived: &Derived,
) -> Result<(), Failure> {
    let sql = "INSERT INTO meetings (player, opponent, at, code, number, game, won)
        SELECT $1, new.opponent, new.at, new.code, new.number, new.game, new.won
        FROM unnest($2::TEXT[], $3::BIGINT[], $4::TEXT[], $5::BIGINT[], $6::TEXT[], $7::BOOLEAN[])
            AS new (opponent, at, code, number, game, won)
        ON CONFLICT DO NOTHING";
    let meetings = &derived.meetings;
    let opponents: Vec<String> = meetings
        .iter()
        .map(|meeting| opponent_key(meeting.opponent.as_ref()))
        .collect();
    let at: Vec<i64> = meetings.iter().map(|each| int(each.place.at)).collect();
    let codes: Vec<&str> = meetings
        .iter()
        .map(|each| each.place.table.as_str())
        .collect();
    let numbers: Vec<i64> = meetings
        .iter()
        .map(|each| each.place.number.into())
        .collect();
    let games: Vec<_> = meetings.iter().map(|each| pack(&each.game)).collect();
    let won: Vec<bool> = meetings.iter().map(|each| each.won).collect();
    let id = player.as_str();
    let values: [&(dyn ToSql + Sync); 7] = [&id, &opponents, &at, &codes, &numbers, &games, &won];
    connection.execute(sql, &values).await?;

    let sql = "INSERT INTO sums
            (player, opponent, month, game, measure, n, sum, squares, most)
        SELECT $1, new.opponent, new.month, new.game, new.measure, new.n, new.sum, new.squares,
            new.most
        FROM unnest($2::TEXT[], $3::BIGINT[], $4::TEXT[], $5::TEXT[], $6::BIGINT[],
                $7::BIGINT[], $8::BIGINT[], $9::BIGINT[])
            AS new (opponent, month, game, measure, n, sum, squares, most)
        ON CONFLICT (player, opponent, month, game, measure) DO UPDATE SET
            n = sums.n + excluded.n, sum = sums.sum + excluded.sum,
            squares = least(sums.squares, 4611686018427387903)
                + least(excluded.squares, 4611686018427387903),
            most = greatest(sums.most, excluded.most)";
    let keys: Vec<&SumKey> = derived.sums.keys().collect();
    let sums: Vec<Sum> = derived.sums.values().copied().collect();
    let opponents: Vec<String> = keys.iter().map(|key| key.opponent_key()).collect();
    let months: Vec<i64> = keys.iter().map(|key| key.month.into()).collect();
    let games: Vec<_> = keys.iter().map(|key| pack(&key.game)).collect();
    let measures: Vec<_> = keys.iter().map(|key| pack(&key.measure)).collect();
    let each = |f: fn(&Sum) -> i64| sums.iter().map(f).collect::<Vec<i64>>();
    let n = each(|sum| sum.n);
    let sum = each(|sum| sum.sum);
    let squares = each(|sum| sum.squares);
    let most = each(|sum| sum.most);
    let values: [&(dyn ToSql + Sync); 9] = [
        &id, &opponents, &months, &games, &measures, &n, &sum, &squares, &most,
    ];
    connection.execute(sql, &values).await?;
    Ok(())
}

/// Keeps the review of a game's seats. An earlier review stays.
pub(super) async fn review(
    connection: &Connection,
    table: &Code,
    number: u32,
    seats: &[(u8, Fared)],
) -> Result<(), WriteFault> {
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM seats WHERE seats.code = $1 AND seats.number = $2
            AND seats.at = (SELECT max(at) FROM seats WHERE code = $1 AND number = $2)
        ORDER BY seats.seat FOR UPDATE"
    );
    let values: [&(dyn ToSql + Sync); 2] = [&table.as_str(), &i64::from(number)];
    let found = games(&connection.query(sql, &values).await?, false)?;
    let Some(Remembered { ended, .. }) = found.into_iter().next() else {
        return Ok(());
    };
    let people = ended.people().map(|(player, _)| player);
    let here = lock(connection, people).await?;
    for (place, fared) in seats {
        let seat = ended.seats.iter().find(|seat| seat.seat == *place);
        let Some(seat) = seat.filter(|seat| seat.fared.is_none()) else {
            continue;
        };
        let sql = "UPDATE seats SET skill = $5, luck = $6
            WHERE code = $1 AND at = $2 AND number = $3 AND seat = $4";
        let values: [&(dyn ToSql + Sync); 6] = [
            &table.as_str(),
            &int(ended.at),
            &i64::from(number),
            &i64::from(*place),
            &fared.skill,
            &fared.luck,
        ];
        connection.execute(sql, &values).await?;
        if let Some(player) = seat.player.as_ref().filter(|player| here.contains(player)) {
            let mut derived = Derived::default();
            let reviewed = EndedSeat {
                fared: Some(*fared),
                ..seat.clone()
            };
            derived.add_review(&ended, &reviewed);
            add(connection, player, &derived).await?;
        }
    }
    Ok(())
}

/// Rebuilds the remembered games of a table, but not the sums. Reviews stay.
pub(super) async fn rewrite(
    connection: &Connection,
    table: &Code,
    expect: u64,
    new: &[Ended],
) -> Result<(), WriteFault> {
    let end = rows::locked_end(connection, table).await?;
    end.expect(table, expect)?;
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM seats JOIN tables ON tables.code = seats.code AND tables.at <= seats.at
        WHERE seats.code = $1 ORDER BY seats.at, seats.number, seats.seat FOR UPDATE OF seats"
    );
    let known = games(&connection.query(sql, &[&table.as_str()]).await?, false)?;
    let sql = "DELETE FROM seats WHERE code = $1
        AND at >= (SELECT at FROM tables WHERE code = $1)";
    connection.execute(sql, &[&table.as_str()]).await?;
    for game in new {
        let known = known.iter().find(|known| known.ended.number == game.number);
        insert_seats(connection, table, &game.reviewed_as(known)).await?;
    }
    Ok(())
}

/// Rebuilds the lists and sums of a player from the games.
pub(super) async fn recount(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    let here = lock(connection, std::iter::once(player)).await?;
    forget(connection, player).await?;
    if here.is_empty() {
        return Ok(());
    }
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM (SELECT code, at, number FROM seats WHERE player = $1) AS theirs
        JOIN seats ON seats.code = theirs.code AND seats.at = theirs.at
            AND seats.number = theirs.number
        ORDER BY seats.code, seats.at, seats.number, seats.seat"
    );
    let mut derived = Derived::default();
    for game in games(&connection.query(sql, &[&player.as_str()]).await?, false)? {
        derived.add(&game.table, &game.ended, player);
    }
    Ok(add(connection, player, &derived).await?)
}

/// Deletes the lists and sums of a player.
pub(super) async fn forget(connection: &Connection, player: &PlayerId) -> Result<(), WriteFault> {
    for sql in [
        "DELETE FROM meetings WHERE player = $1",
        "DELETE FROM sums WHERE player = $1",
    ] {
        connection.execute(sql, &[&player.as_str()]).await?;
    }
    Ok(())
}

/// Renames a player in all games, also those of others.
pub(super) async fn rename(
    connection: &Connection,
    player: &PlayerId,
    name: &str,
) -> Result<(), WriteFault> {
    let sql = "UPDATE seats SET name = $2 WHERE player = $1";
    let values: [&(dyn ToSql + Sync); 2] = [&player.as_str(), &pack(name)];
    connection.execute(sql, &values).await?;
    Ok(())
}
