//! Players, addresses and bans.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use serde_json::{Value, json};
use store::{Ban, Banned, Deed, Player, Token};
use table::{Input, Millis};

use super::order::{Barred, Order, OrderOutcome};
use super::tables::MOST_FOUND;
use super::{
    AddressInfo, BanInfo, Desk, DeskAnswer, Export, ExportedEntry, PastGame, PlayerInfo, TokenLine,
    Trouble, Whom, game_code, read_player, table_player,
};
use crate::error::Fault;
use crate::{address, durable, journal};

impl Desk<'_> {
    pub(super) async fn list_players(
        &self,
        search: &str,
        limit: usize,
    ) -> Result<DeskAnswer, Trouble> {
        let prefix = search.to_lowercase();
        let known = self
            .read(move |archive| archive.players(&prefix, None))
            .await?;
        let mut players: BTreeMap<String, PlayerInfo> = BTreeMap::new();
        for player in known {
            let info = players.entry(player.id.to_string()).or_default();
            info.know(&player);
        }
        let sittings = match search {
            "" => Vec::new(),
            _ => self.sittings(search).await?,
        };
        for sitting in sittings.into_iter().filter(|sitting| !sitting.bot) {
            let info = players.entry(sitting.player).or_default();
            if !info.nicknames.contains(&sitting.nickname) {
                info.nicknames.push(sitting.nickname);
            }
        }
        let bans = self.bans().await?;
        let now = self.house.now();
        let ids: Vec<String> = players.keys().take(limit).cloned().collect();
        let connections = self.count_connections(ids).await;
        let mut answer = Vec::new();
        for ((id, mut info), connections) in players.into_iter().zip(connections) {
            if info.came_at.is_none()
                && let Some(player) = self.find_player(&id).await?
            {
                info.know(&player);
            }
            info.connections = connections;
            let ban = bans.iter().find(|ban| ban.banned.name() == id);
            let ban = ban.filter(|ban| ban.until.is_none_or(|until| now < until));
            info.banned_until = ban.map(|ban| ban.until.unwrap_or(0));
            info.player = id;
            answer.push(info);
        }
        Ok(DeskAnswer::Players(answer))
    }

    /// The number of connections of each of these players, at all nodes.
    async fn count_connections(&self, players: Vec<String>) -> Vec<usize> {
        let mut connections = vec![0; players.len()];
        for outcome in self.house.everywhere(Order::Count(players)).await {
            if let OrderOutcome::Counts(counts) = outcome {
                for (sum, n) in connections.iter_mut().zip(counts) {
                    *sum += n;
                }
            }
        }
        connections
    }

    /// The player of this id.
    pub(super) async fn find_player(&self, id: &str) -> Result<Option<Player>, Trouble> {
        let prefix = id.to_owned();
        let found = self
            .read(move |archive| archive.players(&prefix, None))
            .await?;
        Ok(found.into_iter().find(|player| player.id.as_str() == id))
    }

    pub(super) async fn must_find_player(&self, id: &str) -> Result<Player, Trouble> {
        let player = read_player(id)?;
        let found = self.find_player(player.as_str()).await?;
        found.ok_or_else(|| store::Error::NoPlayer { player }.into())
    }

    pub(super) async fn list_addresses(&self, search: &str) -> Result<DeskAnswer, Trouble> {
        let mut addresses: BTreeMap<String, AddressInfo> = BTreeMap::new();
        for outcome in self
            .house
            .everywhere(Order::Addresses(search.to_owned()))
            .await
        {
            let OrderOutcome::Addresses(infos) = outcome else {
                continue;
            };
            for info in infos {
                match addresses.entry(info.address.clone()) {
                    Entry::Vacant(place) => {
                        place.insert(info);
                    }
                    Entry::Occupied(mut known) => known.get_mut().add(info),
                }
            }
        }
        let mut addresses: Vec<AddressInfo> = addresses.into_values().collect();
        addresses.sort_by_key(|info| std::cmp::Reverse(info.connections));
        Ok(DeskAnswer::Addresses(addresses))
    }

    pub(super) async fn list_bans(&self) -> Result<DeskAnswer, Trouble> {
        let bans = self.bans().await?;
        Ok(DeskAnswer::Bans(bans.iter().map(BanInfo::from).collect()))
    }

    async fn bans(&self) -> Result<Vec<Ban>, Trouble> {
        self.read(|archive| archive.bans()).await
    }

    pub(super) async fn ban(
        &self,
        whom: Whom,
        seconds: Option<u64>,
    ) -> Result<DeskAnswer, Trouble> {
        let banned = self.whom(whom).await?;
        let at = self.house.now();
        let ban = Ban {
            banned: banned.clone(),
            at,
            until: seconds.map(|seconds| at.saturating_add(seconds.saturating_mul(1_000))),
            why: self.request.why.clone(),
        };
        let detail = json!({ "until": ban.until });
        let deed = Deed::Ban(ban.clone());
        self.note("ban", banned.name(), detail, deed).await?;
        let barred = Barred::new(&banned, ban.until);
        let disconnected = self.house.everywhere_done(Order::Ban(barred)).await;
        Ok(DeskAnswer::Banned {
            ban: BanInfo::from(&ban),
            disconnected,
        })
    }

    pub(super) async fn unban(&self, whom: Whom) -> Result<DeskAnswer, Trouble> {
        let banned = self.whom(whom).await?;
        let bans = self.bans().await?;
        if !bans.iter().any(|ban| ban.banned == banned) {
            return Err(Trouble::bad(format!("{} is not banned", banned.name())));
        }
        let deed = Deed::Unban(banned.clone());
        self.note("unban", banned.name(), json!({}), deed).await?;
        let barred = Barred::new(&banned, None);
        self.house.everywhere_done(Order::Unban(barred)).await;
        let name = banned.name().to_owned();
        Ok(DeskAnswer::Unbanned { name })
    }

    async fn whom(&self, whom: Whom) -> Result<Banned, Trouble> {
        match whom {
            Whom::Player(id) => Ok(Banned::Player(self.must_find_player(&id).await?.id)),
            Whom::Address(text) => {
                let no_address = |_| Trouble::bad(format!("{text} must be an address"));
                let address: IpAddr = text.parse().map_err(no_address)?;
                Ok(Banned::Address(address::widen(address).to_string()))
            }
        }
    }

    pub(super) async fn revoke_tokens(
        &self,
        player: &str,
        name: Option<String>,
    ) -> Result<DeskAnswer, Trouble> {
        let player = self.must_find_player(player).await?.id;
        let tokens = self.tokens(&player).await?;
        let only = match &name {
            None => None,
            Some(name) => {
                let mut tokens = tokens.iter();
                let token = tokens.find(|token| token.hash.name() == *name);
                Some(token.ok_or(Fault::UnknownToken)?.hash)
            }
        };
        let deed = Deed::RevokeTokens {
            player: player.clone(),
            only,
        };
        let detail = json!({ "token": name });
        self.note("revoke_tokens", player.as_str(), detail, deed)
            .await?;
        let order = Order::ShowOut(table_player(&player)?, name);
        let disconnected = self.house.everywhere_done(order).await;
        Ok(DeskAnswer::Revoked {
            player: player.to_string(),
            disconnected,
        })
    }

    async fn tokens(&self, player: &store::PlayerId) -> Result<Vec<Token>, Trouble> {
        let player = player.clone();
        let read = move |journal: &dyn store::Journal| journal.tokens(&player);
        Ok(durable::read(self.house.journal(), read).await?)
    }

    pub(super) async fn export(&self, player: &str) -> Result<DeskAnswer, Trouble> {
        let Player { id, at, erased_at } = self.must_find_player(player).await?;
        let tokens = self.tokens(&id).await?;
        let bans = self.bans().await?;
        let (entries, damaged) = self.entries_of(&id).await?;
        let export = Export {
            player: id.to_string(),
            came_at: at,
            deleted_at: erased_at,
            tokens: tokens.iter().map(TokenLine::from).collect(),
            entries,
            damaged,
            past_games: self.past_games(id.as_str(), MOST_FOUND).await?,
            ban: bans
                .iter()
                .find(|ban| ban.banned == Banned::Player(id.clone()))
                .map(BanInfo::from),
        };
        // A copy of somebody's data leaves a trace in the log.
        let subject = id.as_str();
        self.note("export", subject, json!({}), Deed::Noted).await?;
        Ok(DeskAnswer::Export(Box::new(export)))
    }

    /// The player's deeds that everybody may know, and the tables that are damaged.
    async fn entries_of(
        &self,
        player: &store::PlayerId,
    ) -> Result<(Vec<ExportedEntry>, Vec<String>), Trouble> {
        let tables = self.tables_with(player).await?;
        let (mut told, mut damaged) = (Vec::new(), Vec::new());
        for table in tables {
            let code = game_code(&table)?;
            let (games, now) = (self.house.games().clone(), Millis(self.house.now()));
            let read = durable::read(self.house.journal(), move |journal| {
                let entries = journal::entries_of(journal.load(&table)?)?;
                let mut copy = journal::restore(&games, &code, &entries)?;
                copy.handle(now, Input::Tick);
                let tells = copy.deal().is_none_or(|deal| deal.tells(now));
                Ok((code, copy.public_journal(&entries, tells)))
            });
            match read.await {
                Ok((code, entries)) => {
                    let is_own = |entry: &&table::Entry| {
                        let by = entry.player.as_ref();
                        by.is_some_and(|by| by.as_str() == player.as_str())
                    };
                    told.extend(entries.iter().filter(is_own).map(|entry| ExportedEntry {
                        code: code.to_string(),
                        at: entry.at.0,
                        fact: serde_json::to_value(&entry.fact).unwrap_or_default(),
                    }));
                }
                Err(Fault::Damaged(store::Error::Corrupt { table, .. })) => {
                    damaged.push(table.to_string());
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok((told, damaged))
    }

    /// The tables where a player has done something.
    async fn tables_with(
        &self,
        player: &store::PlayerId,
    ) -> Result<BTreeSet<store::Code>, Trouble> {
        let wanted = store::Wanted {
            player: Some(player.clone()),
            limit: MOST_FOUND,
            ..store::Wanted::default()
        };
        let found = self.read(move |archive| archive.find(&wanted)).await?;
        Ok(found.into_iter().map(|found| found.table).collect())
    }

    pub(super) async fn list_past_games(
        &self,
        search: &str,
        limit: usize,
    ) -> Result<DeskAnswer, Trouble> {
        Ok(DeskAnswer::PastGames(self.past_games(search, limit).await?))
    }

    async fn past_games(&self, search: &str, limit: usize) -> Result<Vec<PastGame>, Trouble> {
        let having = Value::from(search).to_string().trim_matches('"').to_owned();
        let lines = self
            .read(move |archive| archive.past_games(&having, 0, limit))
            .await?;
        let lines = lines.into_iter().map(|past| PastGame {
            code: past.table.to_string(),
            game: past.game.game,
            at: past.game.at,
            result: serde_json::from_str(&past.game.line).unwrap_or_default(),
        });
        Ok(lines.collect())
    }
}

impl AddressInfo {
    /// Counts what another node knows of the same address.
    fn add(&mut self, other: AddressInfo) {
        self.connections += other.connections;
        self.players.extend(other.players);
        self.players.sort();
        self.players.dedup();
    }
}

impl PlayerInfo {
    fn know(&mut self, player: &Player) {
        self.came_at = Some(player.at);
        self.deleted_at = player.erased_at;
    }
}

impl From<&Ban> for BanInfo {
    fn from(ban: &Ban) -> BanInfo {
        let kind = match ban.banned {
            Banned::Player(_) => "player",
            Banned::Address(_) => "address",
        };
        BanInfo {
            kind: kind.to_owned(),
            name: ban.banned.name().to_owned(),
            at: ban.at,
            until: ban.until,
            why: ban.why.clone(),
        }
    }
}

impl From<&Token> for TokenLine {
    fn from(token: &Token) -> TokenLine {
        TokenLine {
            name: token.hash.name(),
            made_at: token.made_at,
            used_at: token.used_at,
            revoked_at: token.revoked_at,
        }
    }
}
