//! The reads of a journal and of the operator's desk, as statements.

use std::path::Path;

use tokio::sync::mpsc::error::TrySendError;
use tokio_postgres::types::ToSql;

use super::readers::{PATIENCE, PATIENCE_FOR_ALL};
use super::rows::{int, values};
use super::text::pack;
use super::{PostgresJournal, archive, load, nodes, questions, rows, tokens};
use crate::archive::{Archive, Found, Wanted};
use crate::ended::{DealResult, GamePlace, Past, Remembered, Standing};
use crate::error::Error;
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::journal::{Journal, LastWrite};
use crate::operation::{Aside, Ban, MOST_FORGOTTEN, OperatorNote, PastGameLine};
use crate::player::{Player, Unused};
use crate::receipt::{Callback, OwedReply, QueuedWrite};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Met, Statistics};
use crate::table::{Filter, Head, NodeLease, StoredTable, Summary};
use crate::token::{Token, TokenHash};
use crate::write::Write;

impl Journal for PostgresJournal {
    fn submit(&self, write: Write, done: Callback) {
        let reply = OwedReply::new(done);
        let sender = match (write.check(), &self.sender) {
            (Err(invalid), _) => return reply.send(Err(invalid)),
            // The reply is dropped, and says that the journal has closed.
            (Ok(()), None) => return,
            (Ok(()), Some(sender)) => sender,
        };
        match sender.try_send(QueuedWrite { write, reply }) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.reply.send(Err(Error::Overloaded)),
            Err(TrySendError::Closed(_)) => {}
        }
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        let code = table.clone();
        // Both questions must concern the same moment: a write between them must not look like
        // damage.
        let (opening, entries) = self.readers.read(PATIENCE, move |connection| {
            let code = code.clone();
            Box::pin(async move {
                // The statements are prepared first, so that this takes no time inside the
                // transaction.
                connection.statement(load::OPENING).await?;
                connection.statement(load::ENTRIES).await?;
                let code = code.as_str();
                let values: [&(dyn ToSql + Sync); 1] = [&code];
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let (begun, opening, entries, ended) = tokio::join!(
                    biased;
                    connection.batch(begin),
                    connection.query_opt(load::OPENING, &values),
                    connection.query(load::ENTRIES, &values),
                    connection.batch("COMMIT"),
                );
                begun?;
                ended?;
                Ok((opening?, entries?))
            })
        })?;
        load::record(table, opening.as_ref(), &entries)
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        let values = values![table.as_str().to_owned()];
        let heads = self.query(PATIENCE, nodes::HEAD, values, nodes::head)?;
        let head = heads.into_iter().next();
        head.ok_or_else(|| Error::not_found(table))
    }

    fn nodes(&self) -> Result<Vec<NodeLease>, Error> {
        self.query(PATIENCE, nodes::NODES, Vec::new(), nodes::node)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        // Every code comes after the empty text.
        let after = filter.after.as_ref().map_or("", Code::as_str);
        let values = values![
            after.to_owned(),
            filter.game.as_ref().map(|game| pack(game).into_owned()),
            filter.bounded_limit() as i64,
            filter.owner.as_ref().map(NodeId::to_string),
        ];
        self.query(PATIENCE, load::list(filter), values, load::summary)
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        let values = values![tokens::bytes(hash).to_vec()];
        let found = self.query(PATIENCE, tokens::FIND, values, tokens::token)?;
        Ok(found.into_iter().flatten().next())
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        let values = values![player.as_str().to_owned()];
        let found = self.query(PATIENCE, tokens::OF_PLAYER, values, tokens::token)?;
        Ok(found.into_iter().flatten().collect())
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        let values = values![creator.as_str().to_owned(), command.as_str().to_owned()];
        let found = self.query(PATIENCE, rows::CREATION, values, |row| row.try_get(0))?;
        let found: Option<String> = found.into_iter().next();
        Ok(found.map(Code::stored))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        let sql = "SELECT secret FROM secret";
        let found = self.query(PATIENCE, sql, Vec::new(), |row| row.try_get(0))?;
        let found: Option<Vec<u8>> = found.into_iter().next();
        Ok(found
            .and_then(|bytes| bytes.try_into().ok())
            .map(HouseSecret::new))
    }

    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        let (at, code, number) = questions::parts(past.before.as_ref());
        let values = values![
            player.as_str().to_owned(),
            questions::opponent_key(past.opponent.as_ref()),
            past.game.as_ref().map(|game| pack(game).into_owned()),
            int(past.earliest()),
            int(past.latest()),
            at,
            code,
            number,
            past.won,
            past.bounded_limit() as i64,
        ];
        self.games(PATIENCE, questions::page(past.game.is_some()), values)
    }

    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        let id = || player.as_str().to_owned();
        let opponent = questions::opponent_key(counted.opponent.as_ref());
        let values = values![id(), opponent];
        let mut statistics = Statistics {
            sums: self.query(PATIENCE, questions::SUMS, values, questions::line)?,
            ..Statistics::default()
        };
        if counted.opponent.is_some() {
            return Ok(statistics);
        }
        let values = values![id(), i64::from(counted.since_month.max(1))];
        statistics.months = self.query(PATIENCE, questions::MONTHS, values, questions::line)?;
        let values = values![id(), Counted::MOST_OPPONENTS as i64];
        let met = self.query(PATIENCE, questions::OPPONENTS, values, questions::met)?;
        let met = met.into_iter().filter_map(|(line, name)| {
            Some(Met {
                opponent: line.key.opponent?,
                name,
                game: line.key.game,
                won: line.sum,
            })
        });
        statistics.opponents = met.collect();
        Ok(statistics)
    }

    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        let values = values![
            pack(deal).into_owned(),
            after.map(|after| after.rank),
            after.map(|after| int(after.at)),
            after.map(|after| after.table.as_str().to_owned()),
            after.map(|after| i64::from(after.seat.seat)),
            limit.min(Filter::MOST) as i64,
        ];
        self.query(PATIENCE, questions::RESULTS, values, questions::result)
    }

    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        let values = values![player.as_str().to_owned(), pack(deal).into_owned()];
        let found = self.query(PATIENCE, questions::RESULT_OF, values, questions::result)?;
        Ok(found.into_iter().next())
    }

    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        let values = values![pack(deal).into_owned(), rank];
        let found = self.query(PATIENCE, questions::STANDING, values, questions::standing)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn last_write(&self) -> Option<LastWrite> {
        self.last_write.last()
    }

    fn archive(&self) -> Option<&dyn Archive> {
        Some(self)
    }
}

impl Archive for PostgresJournal {
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error> {
        let after = after.map_or("", PlayerId::as_str);
        let values = values![after.to_owned(), prefix.to_owned(), Filter::MOST as i64];
        let sql = archive::PLAYERS;
        self.query(PATIENCE_FOR_ALL, sql, values, archive::player)
    }

    fn unused_players(
        &self,
        unused: &Unused,
        after: Option<&PlayerId>,
        limit: usize,
    ) -> Result<Vec<PlayerId>, Error> {
        let values = values![
            int(unused.came_before),
            int(unused.unused_since),
            after.map_or("", PlayerId::as_str).to_owned(),
            limit.min(MOST_FORGOTTEN) as i64,
        ];
        let id = |row: &tokio_postgres::Row| row.try_get::<_, String>(0).map(PlayerId::stored);
        self.query(PATIENCE_FOR_ALL, archive::UNUSED, values, id)
    }

    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error> {
        let values = values![
            wanted.player.as_ref().map(PlayerId::to_string),
            pack(&wanted.begins).into_owned(),
            pack(&wanted.has).into_owned(),
            int(wanted.limit as u64),
        ];
        let found = match &wanted.table {
            Some(table) => {
                let mut values = values;
                values.extend(values![table.as_str().to_owned()]);
                self.query(PATIENCE, archive::FIND_AT, values, archive::found)?
            }
            None => self.query(PATIENCE_FOR_ALL, archive::FIND, values, archive::found)?,
        };
        Ok(found.into_iter().flatten().collect())
    }

    fn bans(&self) -> Result<Vec<Ban>, Error> {
        self.query(PATIENCE, archive::BANS, Vec::new(), archive::ban)
    }

    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, OperatorNote)>, Error> {
        let values = values![before.map(int), int(limit as u64)];
        self.query(PATIENCE, archive::LOG, values, archive::note)
    }

    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error> {
        let values = values![int(after), pack(having).into_owned(), int(limit as u64)];
        let sql = archive::PAST_GAMES;
        self.query(PATIENCE_FOR_ALL, sql, values, archive::past_game)
    }

    fn remembered(
        &self,
        after: Option<&GamePlace>,
        limit: usize,
    ) -> Result<Vec<Remembered>, Error> {
        let (at, code, number) = questions::parts(after);
        let values = values![code, at, number, limit.min(Filter::MOST) as i64];
        self.games(PATIENCE_FOR_ALL, questions::ALL, values)
    }

    fn aside(&self) -> Result<Vec<Aside>, Error> {
        self.query(PATIENCE_FOR_ALL, archive::ASIDE, Vec::new(), archive::aside)
    }

    fn back_up(&self, _: &Path) -> Result<(), Error> {
        Err(Error::invalid(
            "a PostgreSQL database must be copied with pg_dump, or by archiving its log \
             so that any point in time can be restored",
        ))
    }
}
