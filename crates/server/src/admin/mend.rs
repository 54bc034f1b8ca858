//! Damaged tables: the list of them, and the two cures.
//!
//! A damaged table is never played on. It can be cut back to its last good entry, and the game goes
//! on from there, or it can be set aside as a whole. The removed entries are kept, but no table is
//! read from them.

use serde_json::json;
use store::{Deed, Error};
use table::GameCode;

use super::order::Order;
use super::{DamageInfo, Damaged, Desk, DeskAnswer, Trouble, game_code, read_code, store_code};
use crate::error::Fault;
use crate::journal;

/// The most cuts of a table: first where its seals break, then where its entries make no sense.
const CUTS: usize = 8;

impl Desk<'_> {
    pub(super) async fn list_damaged(&self) -> Result<DeskAnswer, Trouble> {
        let tables = self.summaries(None).await?;
        let mut damaged = Vec::new();
        for table in &tables {
            match game_code(&table.code) {
                Ok(code) => damaged.extend(self.damage(&code).await?),
                Err(trouble) => damaged.push(DamageInfo {
                    code: table.code.to_string(),
                    entry: 0,
                    why: trouble.message,
                }),
            }
        }
        let aside = self.read(|archive| archive.aside()).await?;
        let aside = aside
            .into_iter()
            .map(|aside| (aside.table.to_string(), aside.at, aside.n_rows));
        Ok(DeskAnswer::Damaged(Damaged {
            read: tables.len(),
            damaged,
            aside: aside.collect(),
        }))
    }

    /// The damage of a table.
    async fn damage(&self, code: &GameCode) -> Result<Option<DamageInfo>, Trouble> {
        match journal::load_table(self.house, code).await {
            Ok(_) => Ok(None),
            Err(Fault::Damaged(Error::Corrupt { table, seq, why })) => Ok(Some(DamageInfo {
                code: table.to_string(),
                entry: seq,
                why,
            })),
            Err(fault) => Err(fault.into()),
        }
    }

    async fn must_be_damaged(&self, code: &GameCode) -> Result<DamageInfo, Trouble> {
        let damage = self.damage(code).await?;
        damage.ok_or_else(|| Trouble::bad("this table is not damaged"))
    }

    pub(super) async fn repair(&self, code: &str, dry_run: bool) -> Result<DeskAnswer, Trouble> {
        let code = read_code(code)?;
        let damage = self.must_be_damaged(&code).await?;
        let before = self.summary(&store_code(&code)).await?.last_seq;
        let too_much =
            || Trouble::bad("nothing of this table can be saved: it can only be set aside");
        // The first entry opens the table; without it there is none.
        if damage.entry < 2 {
            return Err(too_much());
        }
        let mut kept = damage.entry - 1;
        if !dry_run {
            self.house.everywhere_done(Order::Stop(code.clone())).await;
            for _ in 0..CUTS {
                self.cut(&code, kept).await?;
                match self.damage(&code).await? {
                    None => break,
                    Some(more) if more.entry < 2 => return Err(too_much()),
                    Some(more) => kept = more.entry - 1,
                }
            }
            if let Some(damage) = self.damage(&code).await? {
                return Err(Trouble::bad(format!(
                    "entry {} is damaged still: {}",
                    damage.entry, damage.why
                )));
            }
        }
        Ok(DeskAnswer::Repaired {
            dry_run,
            damage,
            kept,
            lost: before.saturating_sub(kept),
        })
    }

    async fn cut(&self, code: &GameCode, kept: u64) -> Result<(), Trouble> {
        let deed = Deed::SetAside {
            table: store_code(code),
            after: kept,
        };
        let detail = json!({ "kept": kept });
        self.note("repair", code.as_str(), detail, deed).await
    }

    pub(super) async fn set_aside(&self, code: &str) -> Result<DeskAnswer, Trouble> {
        let code = read_code(code)?;
        let damage = self.must_be_damaged(&code).await?;
        self.house.everywhere_done(Order::Stop(code.clone())).await;
        let deed = Deed::SetAside {
            table: store_code(&code),
            after: 0,
        };
        let detail = json!({ "entry": damage.entry, "damage": damage.why });
        self.note("set_aside", code.as_str(), detail, deed).await?;
        let code = code.to_string();
        Ok(DeskAnswer::SetAside { code })
    }
}
