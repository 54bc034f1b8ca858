//! A player's own games: the list, what is counted of them, copies to take along, and the end of
//! it all. Each request brings `Authorization: Bearer` with a token of the player, and nobody is
//! told of anybody else's.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Counted, Opponent, Past, Place, Remembered, Sum, SumLine};
use table::Claim;
use tokio::sync::Semaphore;

use super::access::Caller;
use super::numbers::Numbers;
use super::{json, to_json};
use crate::error::Fault;
use crate::house::Shared;
use crate::{admin, journal, metrics, utc::utc};

/// Which games are asked for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    game: Option<String>,
    opponent: Option<String>,
    won: Option<bool>,
    since: Option<u64>,
    until: Option<u64>,
    before: Option<String>,
    limit: Option<usize>,
    format: Option<String>,
}

/// So many games are listed unless fewer are asked for.
const PAGE: usize = 50;

/// So many games are copied at once; more are asked for by `before`.
const MOST_COPIED: usize = 20_000;

/// Months are told apart for so many years.
const YEARS: u32 = 2;

impl Asked {
    /// Nothing if a part of it cannot be meant.
    fn past(&self, limit: usize) -> Option<Past> {
        let opponent = self.opponent.as_deref().filter(|key| !key.is_empty());
        Some(Past {
            game: self.game.clone().filter(|game| !game.is_empty()),
            opponent: match opponent {
                Some(key) => Some(Opponent::from_key(key)?),
                None => None,
            },
            won: self.won,
            since: self.since,
            until: self.until,
            before: match &self.before {
                Some(before) => Some(read_place(before)?),
                None => None,
            },
            limit,
        })
    }
}

/// A page of a player's games.
#[derive(Serialize, JsonSchema)]
pub(super) struct PastGames {
    /// The games, the latest first.
    games: Vec<PastGame>,
    /// What `before` is for the next page, if there are more.
    next: Option<String>,
}

/// A game that a player played.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PastGame {
    /// The code of the table.
    code: String,
    /// The number of the game there.
    number: u32,
    /// The key of the game.
    game: String,
    /// When it ended, in milliseconds since 1970.
    at: u64,
    /// The name of the luck that it was dealt, if others were dealt the same.
    deal: Option<String>,
    /// Whether it can still be replayed.
    replay: bool,
    /// Whether it was played on a device of the player's, and added here: then it is not counted.
    claimed: bool,
    /// The player's own seat.
    seat: u8,
    /// Whether the player's side won.
    won: bool,
    /// The score of the player's side.
    score: i32,
    /// Whether a bot ended it for the player; then it is not counted.
    left: bool,
    /// What was counted of the player's own game, by measure.
    figures: BTreeMap<String, Figure>,
    /// What the player's decisions gave away, in games: 0 or less; only if it was reviewed.
    skill: Option<f64>,
    /// All else that happened, in the same way.
    luck: Option<f64>,
    /// Everybody else, seat by seat.
    others: Vec<Other>,
}

/// Somebody else at the table.
#[derive(Serialize, JsonSchema)]
pub(super) struct Other {
    /// Where they sat.
    seat: u8,
    /// What `opponent` is to list the games against them; empty for somebody who shared the
    /// player's device.
    opponent: String,
    /// What they were called.
    name: String,
    /// How well it plays, if it was a bot.
    bot: Option<String>,
    /// Whether they are on the player's own side.
    partner: bool,
    /// The score of their side.
    score: i32,
}

/// Samples added up.
#[derive(Serialize, JsonSchema)]
pub(super) struct Figure {
    /// How many.
    n: i64,
    /// Their sum.
    sum: i64,
    /// The sum of their squares.
    squares: i64,
    /// The largest.
    most: i64,
}

impl From<Sum> for Figure {
    fn from(sum: Sum) -> Figure {
        Figure {
            n: sum.n,
            sum: sum.sum,
            squares: sum.squares,
            most: sum.most,
        }
    }
}

/// What is counted of a player's games.
#[derive(Serialize, JsonSchema)]
pub(super) struct Statistics {
    /// Game by game.
    games: Vec<GameSums>,
    /// The same month by month, the earliest first; nothing where one opponent was asked for.
    months: Vec<GameSums>,
    /// Whom the player played against most.
    opponents: Vec<Met>,
    /// What the games count, and what good players have.
    measures: BTreeMap<String, Vec<MeasureInfo>>,
}

/// What is counted of one game.
#[derive(Serialize, JsonSchema)]
pub(super) struct GameSums {
    /// The key of the game.
    game: String,
    /// The month, as 202611; 0 for all.
    month: u32,
    /// The measures: `won`, `score`, those of the game, and of reviewed games `skill` and `luck`
    /// in millionths of a game.
    sums: BTreeMap<String, Figure>,
}

/// An opponent.
#[derive(Serialize, JsonSchema)]
pub(super) struct Met {
    /// What `opponent` is to ask for games against them.
    opponent: String,
    /// What they were called the last time; nothing for a bot.
    name: Option<String>,
    /// How well it plays, if it is a bot.
    bot: Option<String>,
    /// The key of the game.
    game: String,
    /// How many games.
    n: i64,
    /// How many of them the player won.
    won: i64,
}

/// Something that a game counts.
#[derive(Serialize, JsonSchema)]
pub(super) struct MeasureInfo {
    /// Its name.
    key: &'static str,
    /// Whether it is 1 for what happened and 0 for what did not.
    rate: bool,
    /// What good players have on average, in thousandths.
    par: Option<i32>,
}

/// A player's own games, the latest first.
#[utoipa::path(
    get,
    path = "/api/me/games",
    tag = "me",
    params(
        ("game" = Option<String>, Query, description = "Only those of this game."),
        ("opponent" = Option<String>, Query, description = "Only those against this opponent: the id of a player, or as `bot expert`."),
        ("won" = Option<bool>, Query, description = "Only those that were won, or that were not."),
        ("since" = Option<u64>, Query, description = "Only those that ended at this time or later, in milliseconds since 1970."),
        ("until" = Option<u64>, Query, description = "Only those that ended at this time or earlier."),
        ("before" = Option<String>, Query, description = "Where the page begins: `next` of the page before."),
        ("limit" = Option<usize>, Query, description = "How many at most; 50 if nothing is said, and no more than 200."),
    ),
    responses(
        (status = 200, description = "A page of them.", body = ref("#/components/schemas/PastGames")),
        (status = 400, description = "This cannot be asked.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not good.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn games(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<Asked>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::same(caller.identified(&house).await?.as_str());
    let past = asked.past(asked.limit.unwrap_or(PAGE).clamp(1, Past::MOST));
    let past = past.ok_or_else(cannot_be_meant)?;
    let list = move |house: &Shared| {
        let games = house.journal().history(&player, &past)?;
        let more = games.len() == past.limit;
        let next = games.last().filter(|_| more);
        to_json(&PastGames {
            next: next.map(|last| write_place(&last.place())),
            games: told(&games, &player),
        })
    };
    Ok(json(look_back(&house, &caller, "games", list).await?))
}

/// All of a player's own games to take along, as JSON or CSV.
#[utoipa::path(
    get,
    path = "/api/me/export",
    tag = "me",
    params(
        ("format" = Option<String>, Query, description = "`json` or `csv`."),
        ("before" = Option<String>, Query, description = "Where the copy begins: `next` of the one before."),
    ),
    responses(
        (status = 200, description = "At most 20,000 games, the latest first: as a page of games, or a line for each.", body = ref("#/components/schemas/PastGames")),
        (status = 400, description = "This cannot be asked.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not good.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn export(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<Asked>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::same(caller.identified(&house).await?.as_str());
    let mut past = asked.past(Past::MOST).ok_or_else(cannot_be_meant)?;
    let is_csv = asked.format.as_deref() == Some("csv");
    let copy = move |house: &Shared| {
        let (mut games, mut next) = (Vec::new(), None);
        loop {
            let page = house.journal().history(&player, &past)?;
            games.extend(told(&page, &player));
            if page.len() < past.limit {
                break;
            }
            past.before = page.last().map(Remembered::place);
            if games.len() >= MOST_COPIED {
                next = past.before.as_ref().map(write_place);
                break;
            }
        }
        match is_csv {
            true => Ok(csv(&games).into_bytes()),
            false => to_json(&PastGames { games, next }),
        }
    };
    let copy = look_back(&house, &caller, "export", copy).await?;
    let (kind, file) = match is_csv {
        true => ("text/csv; charset=utf-8", "games.csv"),
        false => ("application/json", "games.json"),
    };
    let file = format!("attachment; filename=\"{file}\"");
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((head, copy).into_response())
}

/// What is counted of a player's own games.
#[utoipa::path(
    get,
    path = "/api/me/statistics",
    tag = "me",
    params(
        ("opponent" = Option<String>, Query, description = "Only against this opponent: the id of a player, or as `bot expert`."),
    ),
    responses(
        (status = 200, description = "Sums to make means and rates of.", body = ref("#/components/schemas/Statistics")),
        (status = 400, description = "This cannot be asked.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not good.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn statistics(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<Asked>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::same(caller.identified(&house).await?.as_str());
    let opponent = asked.past(0).ok_or_else(cannot_be_meant)?.opponent;
    let since_month = store::month_of(house.now()).saturating_sub(YEARS * 100);
    let counted = Counted {
        opponent,
        since_month,
    };
    let count = move |house: &Shared| {
        let found = house.journal().statistics(&player, &counted)?;
        let mut measures = BTreeMap::new();
        for line in &found.sums {
            if let Some(kind) = house.games().find(&line.key.game) {
                let all = kind.measures().iter().map(|measure| MeasureInfo {
                    key: measure.key,
                    rate: measure.is_rate,
                    par: measure.par,
                });
                measures.insert(line.key.game.clone(), all.collect());
            }
        }
        to_json(&Statistics {
            games: together(found.sums),
            months: together(found.months),
            opponents: found.opponents.into_iter().map(met).collect(),
            measures,
        })
    };
    Ok(json(look_back(&house, &caller, "statistics", count).await?))
}

/// Works out what somebody is told of their own games, and notes how long that took.
async fn look_back(
    house: &Arc<Shared>,
    caller: &Caller,
    what: &'static str,
    work: impl FnOnce(&Shared) -> Result<Vec<u8>, Fault> + Send + 'static,
) -> Result<Vec<u8>, Fault> {
    let began = Instant::now();
    let told = house.work_out(caller.address(), work).await;
    metrics::looked_back(what, began.elapsed());
    told
}

/// One player at a time is deleted: every entry of the house is looked at for it.
static DELETING: Semaphore = Semaphore::const_new(1);

/// Deletes the player: the name goes out of every table, and no token leads to them any more.
#[utoipa::path(
    delete,
    path = "/api/me",
    tag = "me",
    responses(
        (status = 200, description = "It is done.", body = ref("#/components/schemas/Gone")),
        (status = 401, description = "The token is missing or not good.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "Somebody else is being deleted, or the journal cannot be written now: try again in a moment.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn delete(
    State(house): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<Gone>, Fault> {
    let player = caller.identified(&house).await?;
    let Ok(_place) = DELETING.try_acquire() else {
        return Err(Fault::Busy);
    };
    let tables = admin::erase_oneself(&house, player.as_str()).await?;
    Ok(Json(Gone { tables }))
}

/// What was deleted.
#[derive(Serialize, JsonSchema)]
pub(super) struct Gone {
    /// At how many tables the player had a name.
    tables: usize,
}

fn cannot_be_meant() -> Fault {
    let why = "there is no such opponent or page".to_owned();
    crate::transport::PacketFault::Malformed(why).into()
}

/// A place as it stands in an address.
fn write_place(place: &Place) -> String {
    format!("{}.{}.{}", place.at, place.table, place.number)
}

fn read_place(text: &str) -> Option<Place> {
    let (at, rest) = text.split_once('.')?;
    let (table, number) = rest.rsplit_once('.')?;
    Some(Place {
        at: at.parse().ok().filter(|at| *at <= i64::MAX as u64)?,
        table: table.parse().ok()?,
        number: number.parse().ok()?,
    })
}

/// Games as one of the players is told of them.
fn told(games: &[Remembered], player: &store::PlayerId) -> Vec<PastGame> {
    let games = games.iter();
    games.filter_map(|game| past_game(game, player)).collect()
}

fn past_game(game: &Remembered, player: &store::PlayerId) -> Option<PastGame> {
    let ended = &game.ended;
    let mut seats = ended.seats.iter();
    let own = seats.find(|seat| seat.player.as_ref() == Some(player))?;
    let others = ended.seats.iter().filter(|seat| seat.seat != own.seat);
    let parts = |millionths: i64| millionths as f64 / 1e6;
    Some(PastGame {
        code: Claim::code_in(game.table.as_str()).to_owned(),
        number: ended.number,
        game: ended.game.clone(),
        at: ended.at,
        deal: ended.deal.clone(),
        replay: game.is_kept,
        claimed: ended.claimed,
        seat: own.seat,
        won: own.won,
        score: own.score,
        left: own.bot.is_some(),
        figures: own
            .figures
            .iter()
            .map(|(measure, sum)| (measure.clone(), Figure::from(*sum)))
            .collect(),
        skill: own.fared.map(|fared| parts(fared.skill)),
        luck: own.fared.map(|fared| parts(fared.luck)),
        others: others
            .map(|seat| Other {
                seat: seat.seat,
                opponent: match (&seat.player, &seat.bot) {
                    (Some(player), _) => Opponent::Player(player.clone()).key(),
                    (None, Some(bot)) => Opponent::Bot(bot.clone()).key(),
                    (None, None) => String::new(),
                },
                name: seat.name.clone(),
                bot: seat.bot.clone().filter(|_| seat.player.is_none()),
                partner: seat.side == own.side,
                score: seat.score,
            })
            .collect(),
    })
}

/// Lines that follow each other, game by game.
fn together(lines: Vec<SumLine>) -> Vec<GameSums> {
    let mut games: Vec<GameSums> = Vec::new();
    for SumLine { key, sum } in lines {
        let known = games.last();
        if known.is_none_or(|last| (&last.game, last.month) != (&key.game, key.month)) {
            games.push(GameSums {
                game: key.game,
                month: key.month,
                sums: BTreeMap::new(),
            });
        }
        if let Some(last) = games.last_mut() {
            last.sums.insert(key.measure, sum.into());
        }
    }
    games
}

fn met(met: store::Met) -> Met {
    Met {
        opponent: met.opponent.key(),
        name: met.name,
        bot: match met.opponent {
            Opponent::Bot(level) => Some(level),
            Opponent::Player(_) => None,
        },
        game: met.game,
        n: met.won.n,
        won: met.won.sum,
    }
}

/// A line for each game. What a stranger is called is quoted, and never begins as a formula does.
fn csv(games: &[PastGame]) -> String {
    let mut text = "ended,game,table,number,result,score,others,skill,luck,claimed\r\n".to_owned();
    for game in games {
        let others: Vec<String> = game
            .others
            .iter()
            .map(|other| format!("{} {}", other.name, other.score))
            .collect();
        let number = |number: Option<f64>| number.map(|n| format!("{n:.6}")).unwrap_or_default();
        let result = if game.won { "won" } else { "lost" };
        let claimed = if game.claimed { "claimed" } else { "" };
        // A text cannot fail to take more text.
        let _ = write!(
            text,
            "{},{},{},{},{result},{},{},{},{},{claimed}\r\n",
            utc(game.at),
            game.game,
            game.code,
            game.number,
            game.score,
            quoted(&others.join("; ")),
            number(game.skill),
            number(game.luck),
        );
    }
    text
}

fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_from_an_address() {
        let place = Place {
            at: 1_700_000_000_000,
            table: "VHG4SC".parse().expect("a code"),
            number: 3,
        };
        assert_eq!(read_place(&write_place(&place)), Some(place));
        for text in [
            "",
            "1",
            "1.A",
            "x.A.1",
            "1.A.x",
            "1..1",
            "99999999999999999999.A.1",
        ] {
            assert_eq!(read_place(text), None, "{text}");
        }
    }

    #[test]
    fn no_cell_begins_as_a_formula() {
        assert_eq!(quoted("=1+1 \"x\""), "\"'=1+1 \"\"x\"\"\"");
        assert_eq!(quoted("Ann, 3"), "\"Ann, 3\"");
    }
}
