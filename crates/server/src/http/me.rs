//! A player's own games: the list, the statistics, copies to take along, and the deletion of the
//! player. Each request brings `Authorization: Bearer` with a token of the player, and nobody sees
//! the games of others.

mod answer;
mod csv;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::{Counted, GamePlace, Opponent, Past, Remembered};

use super::access::Caller;
use super::numbers::Numbers;
use super::{json, to_json};
use crate::error::Fault;
use crate::house::Shared;
use crate::{admin, journal, metrics};

pub(super) use answer::{Gone, PastGames, Statistics};
use answer::{MeasureInfo, met, together, told};
use csv::csv;

/// The filter of the games.
#[derive(Debug, Default, Deserialize)]
pub(super) struct GamesQuery {
    game: Option<String>,
    opponent: Option<String>,
    won: Option<bool>,
    since: Option<u64>,
    until: Option<u64>,
    before: Option<String>,
    limit: Option<usize>,
    format: Option<String>,
}

/// The number of games that are listed by default.
const PAGE: usize = 50;

/// The number of games that are copied at once; `before` asks for more.
const MOST_COPIED: usize = 20_000;

/// The number of years for which the sums are listed by month.
const YEARS: u32 = 2;

impl GamesQuery {
    /// `None` if a part of it makes no sense.
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

/// A player's own games, the latest first.
#[utoipa::path(
    get,
    path = "/api/me/games",
    tag = "me",
    params(
        ("game" = Option<String>, Query, description = "Only those of this game."),
        ("opponent" = Option<String>, Query, description = "Only those against this opponent: the id of a player, or for example `bot expert`."),
        ("won" = Option<bool>, Query, description = "Only those that were won, or that were not."),
        ("since" = Option<u64>, Query, description = "Only those that ended at this time or later, in milliseconds since 1970."),
        ("until" = Option<u64>, Query, description = "Only those that ended at this time or earlier."),
        ("before" = Option<String>, Query, description = "Where the page begins: `next` of the page before."),
        ("limit" = Option<usize>, Query, description = "The most games; 50 by default, and never more than 200."),
    ),
    responses(
        (status = 200, description = "A page of games.", body = ref("#/components/schemas/PastGames")),
        (status = 400, description = "The request makes no sense.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not valid.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn games(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<GamesQuery>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::store_id(caller.identified(&house).await?.as_str());
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
        ("limit" = Option<usize>, Query, description = "The most games; 20,000 by default, and never more."),
    ),
    responses(
        (status = 200, description = "At most 20,000 games, the latest first: as a page of games, or a line for each. If there are more, the header `Link` leads to them.", body = ref("#/components/schemas/PastGames")),
        (status = 400, description = "The request makes no sense.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not valid.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn export(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<GamesQuery>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::store_id(caller.identified(&house).await?.as_str());
    let mut past = asked.past(Past::MOST).ok_or_else(cannot_be_meant)?;
    let is_csv = asked.format.as_deref() == Some("csv");
    let most = asked.limit.unwrap_or(MOST_COPIED).clamp(1, MOST_COPIED);
    let copy = move |house: &Shared| {
        let (mut games, mut next, mut left) = (Vec::new(), None, most);
        loop {
            past.limit = left.min(Past::MOST);
            let page = house.journal().history(&player, &past)?;
            games.extend(told(&page, &player));
            if page.len() < past.limit {
                break;
            }
            left -= page.len();
            past.before = page.last().map(Remembered::place);
            if left == 0 {
                next = past.before.as_ref().map(write_place);
                break;
            }
        }
        let copied = match is_csv {
            true => csv(&games, &measures(house)).into_bytes(),
            false => to_json(&PastGames {
                games,
                next: next.clone(),
            })?,
        };
        Ok((copied, next))
    };
    let (copy, next) = look_back(&house, &caller, "export", copy).await?;
    let (kind, file) = match is_csv {
        true => ("text/csv; charset=utf-8", "games.csv"),
        false => ("application/json", "games.json"),
    };
    let file = format!("attachment; filename=\"{file}\"");
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    let mut response = (head, copy).into_response();
    if let Some(next) = next {
        let format = if is_csv { "csv" } else { "json" };
        let path = format!("/api/me/export?format={format}&limit={most}&before={next}");
        let link = format!("<{path}>; rel=\"next\"");
        if let Ok(link) = link.parse() {
            response.headers_mut().insert(header::LINK, link);
        }
    }
    Ok(response)
}

/// Everything that the games of the house count, in their order; each once.
fn measures(house: &Shared) -> Vec<&'static str> {
    let mut measures = Vec::new();
    for kind in house.games().all() {
        for measure in kind.measures() {
            if !measures.contains(&measure.key) {
                measures.push(measure.key);
            }
        }
    }
    measures
}

/// The statistics of a player's own games.
#[utoipa::path(
    get,
    path = "/api/me/statistics",
    tag = "me",
    params(
        ("opponent" = Option<String>, Query, description = "Only against this opponent: the id of a player, or for example `bot expert`."),
    ),
    responses(
        (status = 200, description = "Sums, from which means and rates can be computed.", body = ref("#/components/schemas/Statistics")),
        (status = 400, description = "The request makes no sense.", body = ref("#/components/schemas/Failure")),
        (status = 401, description = "The token is missing or not valid.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn statistics(
    State(house): State<Arc<Shared>>,
    Numbers(asked): Numbers<GamesQuery>,
    caller: Caller,
) -> Result<Response, Fault> {
    let player = journal::store_id(caller.identified(&house).await?.as_str());
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

/// Works out an answer about a player's own games, and notes how long it took.
async fn look_back<T: Send + 'static>(
    house: &Arc<Shared>,
    caller: &Caller,
    what: &'static str,
    work: impl FnOnce(&Shared) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let began = Instant::now();
    let told = house.work_out(caller.address(), work).await;
    metrics::looked_back(what, began.elapsed());
    told
}

/// Deletes the player: removes their name from every table, and revokes their tokens.
#[utoipa::path(
    delete,
    path = "/api/me",
    tag = "me",
    responses(
        (status = 200, description = "The player is deleted.", body = ref("#/components/schemas/Gone")),
        (status = 401, description = "The token is missing or not valid.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address, or too many of its players are being deleted.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be written now: try again in a moment.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn delete(
    State(house): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<Gone>, Fault> {
    let player = caller.identified(&house).await?;
    let tables = admin::erase_oneself(&house, caller.address(), player.as_str()).await?;
    Ok(Json(Gone { tables }))
}

fn cannot_be_meant() -> Fault {
    let why = "there is no such opponent or page".to_owned();
    crate::transport::PacketFault::Malformed(why).into()
}

/// A place as a query parameter.
fn write_place(place: &GamePlace) -> String {
    format!("{}.{}.{}", place.at, place.table, place.number)
}

fn read_place(text: &str) -> Option<GamePlace> {
    let (at, rest) = text.split_once('.')?;
    let (table, number) = rest.rsplit_once('.')?;
    Some(GamePlace {
        at: at.parse().ok().filter(|at| *at <= i64::MAX as u64)?,
        table: table.parse().ok()?,
        number: number.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_as_a_query_parameter() {
        let place = GamePlace {
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
}
