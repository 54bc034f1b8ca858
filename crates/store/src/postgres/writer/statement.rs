//! The statements of one write.

use crate::end::End;
use crate::postgres::connection::Connection;
use crate::postgres::rows::{self, Prepared, int, values};
use crate::postgres::{Heads, WriteFault, games, nodes, operations, tokens};
use crate::token::Token;
use crate::write::Write;

/// The single statement for a write, and whether the end of the table is known afterwards.
pub(super) fn statement(heads: &Heads, write: &Write, is_first: bool) -> Option<(Prepared, bool)> {
    match write {
        Write::Create { table, entries } => is_first.then(|| (rows::create(table, entries), true)),
        Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended,
        } => {
            // Rows that tables share are written with care.
            let end = heads.get(table).filter(|_| ended.is_empty())?;
            let fits = (end.epoch, end.seq) == (*epoch, *expect) && !end.is_finished;
            let prepared = fits.then(|| rows::append(table, end, entries))??;
            Some((prepared, true))
        }
        Write::Finish {
            table,
            epoch,
            expect,
            at,
        } => {
            let end = heads.get(table)?;
            let fits = (end.epoch, end.seq) == (*epoch, *expect);
            fits.then(|| (rows::finish(table, end, *at), true))
        }
        Write::Claim {
            table,
            epoch,
            node,
            unanswered,
        } if is_first => {
            let values = values![
                table.as_str().to_owned(),
                int(*epoch),
                node.as_str().to_owned(),
                *unanswered,
            ];
            let sql = nodes::CLAIM;
            // This head is not used: the end is unknown.
            let end = End {
                epoch: 0,
                is_finished: false,
                seq: 0,
                seal: crate::seal::Seal([0; 16]),
            };
            Some((Prepared { sql, values, end }, false))
        }
        _ => None,
    }
}

/// Does a checked write with all its questions, inside the open transaction. The heads fit that
/// transaction before and after.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of write")]
pub(super) async fn apply(
    connection: &Connection,
    heads: &mut Heads,
    write: &Write,
) -> Result<(), WriteFault> {
    match write {
        Write::Create { table, entries } => {
            rows::create_with_care(connection, heads, table, entries).await
        }
        Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended,
        } => {
            let place = (*epoch, *expect);
            rows::append_with_care(connection, heads, table, place, entries).await?;
            for ended in ended {
                games::remember(connection, table, ended).await?;
            }
            Ok(())
        }
        Write::Review {
            table,
            number,
            seats,
        } => games::review(connection, table, *number, seats).await,
        Write::Remember {
            table,
            expect,
            games,
        } => games::rewrite(connection, table, *expect, games).await,
        Write::RememberClaimed {
            player,
            table,
            games,
        } => games::remember_claimed(connection, player, table, games).await,
        Write::Recount { player } => games::recount(connection, player).await,
        Write::Finish {
            table,
            epoch,
            expect,
            at,
        } => rows::finish_with_care(connection, heads, table, (*epoch, *expect), *at).await,
        Write::Claim {
            table,
            epoch,
            node,
            unanswered,
        } => {
            heads.forget(table);
            nodes::claim(connection, table, *epoch, node, *unanswered).await
        }
        Write::Lease { node, lasts } => {
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] =
                [&node.as_str(), &nodes::millis(*lasts)];
            connection.execute(nodes::LEASE, &values).await?;
            Ok(())
        }
        // Writes a row without changing it, which writes to the log and to the disk.
        Write::Probe => {
            let sql = "UPDATE tallyhouse_versions SET step = step WHERE step = 1";
            connection.execute(sql, &[]).await?;
            Ok(())
        }
        Write::KeepSecret { secret } => {
            let sql = "INSERT INTO secret (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING";
            connection.execute(sql, &[&&secret.bytes()[..]]).await?;
            Ok(())
        }
        Write::Enroll { player, token, at } => tokens::enroll(connection, player, token, *at).await,
        Write::GiveToken {
            player,
            token,
            replaces,
            expires_at,
            at,
            expired_before,
        } => {
            let new = Token::given(player, *token, *replaces, *expires_at, *at);
            tokens::give(connection, &new, *expired_before).await
        }
        Write::UseToken { token, at } => tokens::note_use(connection, token, *at).await,
        Write::RevokeToken { token, at } => tokens::revoke(connection, token, *at).await,
        Write::Operate(operation) => operations::operate(connection, heads, operation).await,
    }
}
