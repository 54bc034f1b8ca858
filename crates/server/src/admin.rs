//! The operator's desk: its requests and their effects.
//!
//! It is reached by a Unix socket beside the journal that only its owner may open, never by the
//! open port. Somebody who can use it could also read and change the file. Each line that is sent
//! is a [`DeskRequest`], and gets one line as its answer: a [`DeskAnswer`] or a [`Trouble`]. Every change
//! is written into the operators' log, with its author and its reason.

mod announce;
mod answer;
mod drain;
mod erase;
mod mend;
mod order;
mod people;
mod prune;
mod request;
mod socket;
mod tables;

use std::net::IpAddr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use store::{Archive, Deed, Error, Journal, Operation, OperatorNote, Write};
use table::codes::{TOO_MANY, UNAVAILABLE};
use table::{GameCode, PlayerId};

pub(crate) use announce::Notice;
pub use answer::{
    AddressInfo, BanInfo, DamageInfo, Damaged, DeskAnswer, Export, ExportedEntry, LogLine,
    PastGame, PlayerInfo, PrunedTable, Status, TableDetail, TableInfo, TokenLine,
};
pub(crate) use drain::Closing;
pub(crate) use order::{Order, OrderOutcome};
pub use request::{DeskRequest, DeskTask, Whom};
pub(crate) use socket::DeskSocket;
pub use socket::ask;

use crate::budgets::Shortage;
use crate::error::Fault;
use crate::house::Shared;
use crate::{durable, journal};

/// A refusal of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Trouble {
    /// A stable code.
    pub code: String,
    /// A sentence.
    pub message: String,
}

impl Trouble {
    fn new(code: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            message: message.into(),
        }
    }

    /// The request makes no sense.
    fn bad(message: impl Into<String>) -> Trouble {
        Trouble::new("admin/bad_request", message)
    }
}

/// A fault in full: an operator may learn more than players.
impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::new(error.code(), error.to_string())
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        match fault {
            Fault::Store(error) => error.into(),
            fault => Trouble::new(fault.code(), fault.to_string()),
        }
    }
}

/// Answers a request of the system's user with this number.
async fn attend(
    house: &Arc<Shared>,
    mut request: DeskRequest,
    user: u32,
) -> Result<DeskAnswer, Trouble> {
    request.check()?;
    // The name that the operator gives, and the user number that the system knows.
    request.who = format!("{} (uid {user})", request.who.trim());
    let desk = Desk {
        house,
        request,
        asker: None,
    };
    desk.run().await
}

/// Deletes the data of a player at this address who asks for it themselves. Returns the number of
/// tables where they had a name.
pub(crate) async fn erase_oneself(
    house: &Arc<Shared>,
    address: IpAddr,
    player: &str,
) -> Result<usize, Fault> {
    let request = DeskRequest {
        who: "the player".to_owned(),
        why: "they asked for it in the page".to_owned(),
        ask: DeskTask::Delete {
            player: player.to_owned(),
        },
    };
    let desk = Desk {
        house,
        request,
        asker: Some(address),
    };
    match desk.erase(player).await {
        Ok(DeskAnswer::Deleted { tables, .. }) => Ok(tables.len()),
        Ok(_) => Err(Fault::Broken("a player was not deleted")),
        Err(trouble) if trouble.code == TOO_MANY => Err(Shortage::Work.into()),
        Err(trouble) if trouble.code == UNAVAILABLE => Err(Fault::Busy),
        Err(trouble) => {
            tracing::warn!(code = trouble.code, why = trouble.message, "a player stays");
            Err(Fault::Broken("a player could not be deleted"))
        }
    }
}

/// One request, at work.
struct Desk<'a> {
    house: &'a Arc<Shared>,
    request: DeskRequest,
    /// The address of the player who asks; `None` for an operator. Questions of players are read on
    /// threads of their own, because they are many.
    asker: Option<IpAddr>,
}

impl Desk<'_> {
    async fn run(&self) -> Result<DeskAnswer, Trouble> {
        match self.request.ask.clone() {
            DeskTask::Status => self.status().await,
            DeskTask::Tables {
                search,
                closed,
                limit,
            } => self.list_tables(&search, closed, limit).await,
            DeskTask::Table { code } => self.show_table(&code).await,
            DeskTask::Players { search, limit } => self.list_players(&search, limit).await,
            DeskTask::Addresses { search } => self.list_addresses(&search).await,
            DeskTask::Bans => self.list_bans().await,
            DeskTask::Log { limit } => self.show_log(limit).await,
            DeskTask::PastGames { search, limit } => self.list_past_games(&search, limit).await,
            DeskTask::CloseTable { code } => self.close_table(&code).await,
            DeskTask::Ban { whom, seconds } => self.ban(whom, seconds).await,
            DeskTask::Unban { whom } => self.unban(whom).await,
            DeskTask::Export { player } => self.export(&player).await,
            DeskTask::Delete { player } => self.erase(&player).await,
            DeskTask::RevokeTokens { player, name } => self.revoke_tokens(&player, name).await,
            DeskTask::Prune { days, dry_run } => self.prune(days, dry_run).await,
            DeskTask::Damaged => self.list_damaged().await,
            DeskTask::Repair { code, dry_run } => self.repair(&code, dry_run).await,
            DeskTask::SetAside { code } => self.set_aside(&code).await,
            DeskTask::BackUp { to } => self.back_up(to).await,
            DeskTask::Announce { message, seconds } => self.announce(message, seconds).await,
            DeskTask::Drain { seconds } => self.drain(seconds).await,
            DeskTask::CancelDrain => self.cancel_drain().await,
        }
    }

    async fn show_log(&self, limit: usize) -> Result<DeskAnswer, Trouble> {
        let lines = self
            .read(move |archive| archive.log(None, limit))
            .await?
            .into_iter()
            .map(|(id, note)| LogLine {
                id,
                at: note.at,
                who: note.who,
                why: note.why,
                action: note.action,
                subject: note.subject,
                detail: serde_json::from_str(&note.detail).unwrap_or_default(),
            });
        Ok(DeskAnswer::Log(lines.collect()))
    }

    async fn back_up(&self, to: std::path::PathBuf) -> Result<DeskAnswer, Trouble> {
        if !to.is_absolute() {
            return Err(Trouble::bad("the file must be named with its whole path"));
        }
        let detail = serde_json::json!({ "file": to });
        self.note("back_up", "", detail, Deed::Noted).await?;
        let file = to.clone();
        self.read(move |archive| archive.back_up(&file)).await?;
        let bytes = std::fs::metadata(&to).map_or(0, |file| file.len());
        Ok(DeskAnswer::BackedUp { file: to, bytes })
    }

    /// Writes a deed and its line. What the journal cannot do itself is noted before it is done:
    /// the line is there even if it then fails.
    async fn note(
        &self,
        action: &str,
        subject: &str,
        detail: serde_json::Value,
        deed: Deed,
    ) -> Result<(), Trouble> {
        let note = OperatorNote {
            at: self.house.now(),
            who: self.request.who.clone(),
            why: self.request.why.clone(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            detail: detail.to_string(),
        };
        tracing::info!(who = note.who, action, subject, "an operator acts");
        let write = Write::Operate(Operation { note, deed });
        Ok(durable::write(self.house.journal(), write).await?)
    }

    /// Reads what only an operator may.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Archive) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Trouble> {
        let read = |journal: &dyn Journal| match journal.archive() {
            Some(archive) => read(archive),
            None => Err(Error::Unavailable {
                why: "this journal has no archive".to_owned(),
            }),
        };
        self.read_journal(read).await.map_err(Trouble::from)
    }

    /// Reads, on a thread for slow reads.
    async fn read_journal<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Journal) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Fault> {
        match self.asker {
            Some(address) => self.house.look_everywhere(address, read).await,
            None => durable::read(self.house.journal(), read).await,
        }
    }
}

fn read_code(code: &str) -> Result<GameCode, Trouble> {
    let no_code = |_| Trouble::bad(format!("{code} must be the code of a table"));
    code.parse().map_err(no_code)
}

fn read_player(id: &str) -> Result<store::PlayerId, Trouble> {
    let no_id = |_| Trouble::bad(format!("{id} must be the id of a player"));
    id.parse().map_err(no_id)
}

/// The id of a store's player as tables have it.
fn table_player(id: &store::PlayerId) -> Result<PlayerId, Trouble> {
    let no_id = |_| Trouble::bad(format!("{id} must be the id of a player"));
    PlayerId::new(id.as_str()).map_err(no_id)
}

/// The name of a store's table as tables have it.
fn game_code(code: &store::Code) -> Result<GameCode, Trouble> {
    read_code(code.as_str())
}

fn store_code(code: &GameCode) -> store::Code {
    journal::code_of(code)
}
