//! Deletes the data of a player.
//!
//! Tables must stay as they were: results, verified cards, the moves of the others. Therefore the
//! id stays; without a token it identifies nobody. Only the nickname is removed from every `Seated`
//! entry, and those tables are sealed anew from there. Nothing that `verify` checks is touched.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use store::{Deed, Rewrite, Wanted};
use table::Nickname;

use super::order::Order;
use super::tables::{MOST_FOUND, SEATED};
use super::{Desk, DeskAnswer, Trouble, table_player};
use crate::error::Fault;

/// The name of a deleted player.
pub(super) const DELETED: &str = "Deleted player";

/// The number of searches: the second finds a chair that was being taken during the first.
const ROUNDS: usize = 4;

impl Desk<'_> {
    pub(super) async fn erase(&self, player: &str) -> Result<DeskAnswer, Trouble> {
        let player = self.must_find_player(player).await?.id;
        let mut disconnected = 0;
        let mut tables = Vec::new();
        let mut damaged = Vec::new();
        for round in 0..ROUNDS {
            let (rewrites, unread) = self.rewrites(&player).await?;
            let lines = self.lines(&player).await?;
            damaged = unread;
            if round > 0 && rewrites.is_empty() && lines.is_empty() {
                break;
            }
            tables.extend(rewrites.iter().map(|change| change.table.to_string()));
            let detail = json!({
                "tables": rewrites.len(), "damaged": damaged, "past_games": lines.len(),
            });
            let deed = Deed::Erase {
                player: player.clone(),
                rewrites,
                lines,
                name: DELETED.to_owned(),
            };
            self.note("delete", player.as_str(), detail, deed).await?;
            let show_out = Order::ShowOut(table_player(&player)?, None);
            disconnected += self.house.everywhere_done(show_out).await;
            // After this, all earlier commands of the player are done, and are found.
            self.rename(&player).await?;
        }
        Ok(DeskAnswer::Deleted {
            player: player.to_string(),
            tables,
            damaged,
            disconnected,
        })
    }

    async fn rename(&self, player: &store::PlayerId) -> Result<(), Trouble> {
        let nameless = |_| Trouble::bad("this name is not allowed");
        let nickname = Nickname::new(DELETED).map_err(nameless)?;
        let rename = Order::Rename(table_player(player)?, nickname);
        self.house.everywhere_done(rename).await;
        Ok(())
    }

    /// The entries in which the player has another name, and the tables that are damaged.
    async fn rewrites(
        &self,
        player: &store::PlayerId,
    ) -> Result<(Vec<Rewrite>, Vec<String>), Trouble> {
        let wanted = Wanted {
            player: Some(player.clone()),
            begins: SEATED.to_owned(),
            limit: MOST_FOUND,
            ..Wanted::default()
        };
        let found = self.read(move |archive| archive.find(&wanted)).await?;
        let mut bodies: BTreeMap<store::Code, Vec<(u64, String)>> = BTreeMap::new();
        for found in found {
            if let Some(body) = without_name(&found.entry.body, player.as_str()) {
                let bodies = bodies.entry(found.table).or_default();
                bodies.push((found.entry.seq, body));
            }
        }
        let (mut rewrites, mut damaged) = (Vec::new(), Vec::new());
        for (table, bodies) in bodies {
            let code = table.clone();
            let load = move |journal: &dyn store::Journal| journal.load(&code);
            match self.read_journal(load).await {
                Ok(_) => rewrites.push(Rewrite { table, bodies }),
                Err(Fault::Damaged(store::Error::Corrupt { table, .. })) => {
                    damaged.push(table.to_string());
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok((rewrites, damaged))
    }

    /// The lines of past games in which the player has another name.
    async fn lines(&self, player: &store::PlayerId) -> Result<Vec<(u64, String)>, Trouble> {
        let id = player.to_string();
        let lines = self
            .read(move |archive| archive.past_games(&id, 0, MOST_FOUND))
            .await?;
        let changed = lines.into_iter().filter_map(|past| {
            let mut line: Value = serde_json::from_str(&past.game.line).ok()?;
            let mut changed = false;
            for played in line["players"].as_array_mut()? {
                if played["player"] == player.as_str() && played["nickname"] != DELETED {
                    played["nickname"] = DELETED.into();
                    changed = true;
                }
            }
            changed.then(|| (past.id, line.to_string()))
        });
        Ok(changed.collect())
    }
}

/// The body of an entry that seats this player, with another name; `None` if it seats somebody
/// else, such as a bot that the player added, or already has that name.
fn without_name(body: &str, player: &str) -> Option<String> {
    let mut body: Value = serde_json::from_str(body).ok()?;
    let seated = body.get_mut("seated")?;
    if seated["player"] != player || seated["nickname"] == DELETED {
        return None;
    }
    seated["nickname"] = DELETED.into();
    Some(body.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_of_this_player_goes() {
        let body =
            r#"{"seated":{"bot":null,"entropy":"aa","nickname":"Ann","player":"p1","seat":0}}"#;
        let other = body.replace("Ann", DELETED);
        assert_eq!(without_name(body, "p1"), Some(other.clone()));
        assert_eq!(without_name(body, "p2"), None);
        assert_eq!(without_name(&other, "p1"), None);
        assert_eq!(without_name(r#"{"left":{"seat":0}}"#, "p1"), None);
        assert_eq!(without_name("nonsense", "p1"), None);
    }
}
