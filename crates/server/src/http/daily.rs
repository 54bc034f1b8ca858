//! The daily deals: their commitments, their secrets, and the results of players.
//!
//! A commitment is published before its day, and a secret when nobody can play with it any more.
//! The results of a deal are told to everybody who has played it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::review::finished_game;
use table::{Commitment, Day, Deal, Millis, PlayerId, ReplayError, Secret};

use super::access::{self, Caller};
use crate::daily::{self, DealProgress, OwnDeal};
use crate::error::Fault;
use crate::experts::Task;
use crate::house::Shared;
use crate::journal;

/// The number of days that are listed with their secrets; an earlier day can be asked for by
/// itself.
const PAST_DAYS: u64 = 7;

/// The deals of the days.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DailyDeals {
    /// The deals that can be played now.
    today: DayDeals,
    /// The commitments for tomorrow.
    tomorrow: DayDeals,
    /// The last days, the latest first.
    past: Vec<DayDeals>,
    /// The number of days in a row on which the player who asks has played a deal.
    streak: u64,
}

/// The deals of a day.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DayDeals {
    /// The day, as 2026-11-18, in UTC.
    day: String,
    /// When it begins, in milliseconds since 1970.
    begins_at: u64,
    /// When it ends: after that nobody can begin its games.
    ends_at: u64,
    /// The time until which a game that was begun in time counts. Then the secrets are published.
    closes_at: u64,
    /// One for each game.
    deals: Vec<DayDeal>,
}

/// A deal of a day.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DayDeal {
    /// The key of the game.
    game: &'static str,
    /// The options, the same for everybody.
    options: Value,
    /// The level of the bots.
    bot: &'static str,
    /// The SHA-256 of the secret, published before the day.
    commitment: Commitment,
    /// The secret, when nobody can play with it any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<Secret>,
    /// The progress of the player who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<Yours>,
}

/// The progress of a player with a deal.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Yours {
    /// The code of the table.
    game_code: String,
    /// The state of their game.
    state: How,
    /// Their result.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// The state of a player's game with a deal.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum How {
    /// They have begun it.
    Playing,
    /// They have played it in time.
    Over,
    /// They left it, or ended too late.
    Left,
}

/// The outcome of a game.
#[derive(Serialize, JsonSchema)]
struct Outcome {
    /// Whether it was won.
    won: bool,
    /// The score.
    score: i32,
    /// The lead over the best other side; negative if behind.
    lead: i32,
}

impl From<daily::DayResult> for Outcome {
    fn from(daily::DayResult { won, score, lead }: daily::DayResult) -> Outcome {
        Outcome { won, score, lead }
    }
}

impl From<OwnDeal> for Yours {
    fn from(own: OwnDeal) -> Yours {
        let (state, outcome) = match own.standing {
            DealProgress::Playing => (How::Playing, None),
            DealProgress::Over(outcome) => (How::Over, Some(outcome.into())),
            DealProgress::Left => (How::Left, None),
        };
        Yours {
            game_code: own.code.to_string(),
            state,
            outcome,
        }
    }
}

/// The deals of today and tomorrow with their commitments, and the secrets of the last days. With
/// the token of a player also their progress.
#[utoipa::path(
    get,
    path = "/api/daily",
    tag = "games",
    responses(
        (status = 200, description = "The deals and their commitments.", body = ref("#/components/schemas/DailyDeals")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn daily(
    State(house): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<DailyDeals>, Fault> {
    let secret = house.daily_secret().await?;
    let player = caller.player(&house).await?;
    let read = move |house: &Shared| {
        let today = house.today();
        let of_day = |day: Day, player| deals(house, &secret, day, player);
        let past = (1..=PAST_DAYS).map(|before| of_day(today.before(before), player.as_ref()));
        Ok(DailyDeals {
            today: of_day(today, player.as_ref())?,
            tomorrow: of_day(today.next(), None)?,
            past: past.collect::<Result<_, Fault>>()?,
            streak: player
                .as_ref()
                .map_or(Ok(0), |player| house.streak(player))?,
        })
    };
    Ok(Json(house.work_out(caller.address(), read).await?))
}

/// The deals of a day, and a player's progress with them.
fn deals(
    house: &Shared,
    secret: &Secret,
    day: Day,
    player: Option<&PlayerId>,
) -> Result<DayDeals, Fault> {
    let now = Millis(house.now());
    let deals = house.daily_games().filter_map(|kind| {
        let (game, daily) = (kind.meta().key, kind.daily()?);
        let deal = Deal::daily(day, game);
        let secret = secret.of_day(day, game).of_game(1);
        let own = player.map_or(Ok(None), |player| house.own_table(&deal, player));
        let described = own.map(|own| DayDeal {
            game,
            options: serde_json::from_str(daily.options).unwrap_or_default(),
            bot: daily.bots.name(),
            commitment: secret.commitment(),
            secret: deal.tells(now).then_some(secret),
            yours: own.map(Yours::from),
        });
        Some(described)
    });
    Ok(DayDeals {
        day: day.to_string(),
        begins_at: day.begins().0,
        ends_at: day.next().begins().0,
        closes_at: Deal::closes(day).0,
        deals: deals.collect::<Result<_, Fault>>()?,
    })
}

/// The results of a deal.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DailyResult {
    /// The day.
    day: String,
    /// The key of the game.
    game: &'static str,
    /// The player's own table, if they have played.
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<Yours>,
    /// The player's place among all who have played, from 1; equal outcomes share a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u64>,
    /// The number of players who have played.
    of: u64,
    /// The number of players with each outcome, the best outcome first.
    field: Vec<FieldLine>,
    /// The result of an expert in the same seat; absent until the expert has played.
    #[serde(skip_serializing_if = "Option::is_none")]
    expert: Option<Expert>,
    /// The number of days in a row on which the player has played a deal.
    streak: u64,
}

/// The number of players with one outcome.
#[derive(Serialize, JsonSchema)]
struct FieldLine {
    /// Whether it was won.
    won: bool,
    /// The lead over the best other side; negative if behind.
    lead: i32,
    /// The number of players.
    players: u64,
}

/// The result of an expert.
#[derive(Serialize, JsonSchema)]
struct Expert {
    /// The outcome of the expert's game.
    outcome: Outcome,
    /// The number of the expert's decisions.
    decisions: usize,
    /// The first choice in which the player differed; absent if they never differed, or have not
    /// played.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Differs>,
}

/// The first choice in which a player differed from the expert. Until then both games were the
/// same.
#[derive(Serialize, JsonSchema)]
struct Differs {
    /// The number of equal decisions before it.
    same: usize,
    /// The number of the last message before, for the replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    /// The player's choice, as `legal` lists it.
    did: Value,
    /// The expert's choice.
    expert: Value,
}

/// The results of a deal, and that of an expert in the same seat. Players who have played it may
/// ask, and everybody when its day is over.
#[utoipa::path(
    get,
    path = "/api/daily/{day}/{game}",
    tag = "games",
    params(
        ("day" = String, Path, description = "A day, for example 2026-11-18."),
        ("game" = String, Path, description = "The key of a game."),
    ),
    responses(
        (status = 200, description = "All results, the player's own place, and the expert.", body = ref("#/components/schemas/DailyResult")),
        (status = 404, description = "There is no such game, or no deal of that day.", body = ref("#/components/schemas/Failure")),
        (status = 409, description = "The player has not played it, and its day is not over.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn daily_result(
    State(house): State<Arc<Shared>>,
    Path((day, game)): Path<(String, String)>,
    caller: Caller,
) -> Result<Json<DailyResult>, Fault> {
    let day: Day = day.parse().map_err(|_| Fault::NoSuchDay)?;
    let kind = house.games().find(&game).ok_or(Fault::UnknownGame)?;
    if day > house.today() || kind.daily().is_none() {
        return Err(Fault::NoSuchDay);
    }
    let deal = Deal::daily(day, kind.meta().key);
    let secret = house.daily_secret().await?.of_day(day, kind.meta().key);
    let player = caller.player(&house).await?;
    let is_told = deal.tells(Millis(house.now()));
    let asked = deal.clone();
    let (own, field, streak) = house
        .work_out(caller.address(), move |house| {
            let own = player.as_ref();
            let own = own.map_or(Ok(None), |player| house.own_table(&asked, player))?;
            let has_played = matches!(&own, Some(own) if own.standing != DealProgress::Playing);
            if !has_played && !is_told {
                return Err(Fault::NotPlayed);
            }
            let field = daily::field(&**house.journal(), &asked)?;
            let streak = player.map_or(Ok(0), |player| house.streak(&player))?;
            Ok((own, field, streak))
        })
        .await?;
    // An expert does not play the deals of all past days.
    let is_recent = own.is_some() || house.today().since(day) <= PAST_DAYS;
    let task = is_recent.then_some(Task { kind, deal, secret });
    let expert = match task {
        Some(task) => expert(&house, &caller, task, own.as_ref()).await?,
        None => None,
    };
    let outcome = own.as_ref().and_then(|own| match own.standing {
        DealProgress::Over(outcome) => Some(outcome),
        _ => None,
    });
    let better = |mine: daily::DayResult| {
        let lines = field.iter();
        let better = lines.filter(|(won, lead, _)| (*won, *lead) > (mine.won, mine.lead));
        better.map(|(_, _, players)| players).sum::<u64>()
    };
    Ok(Json(DailyResult {
        day: day.to_string(),
        game: kind.meta().key,
        place: outcome.map(|mine| better(mine) + 1),
        of: field.iter().map(|(_, _, players)| players).sum(),
        yours: own.map(Yours::from),
        field: field
            .iter()
            .map(|&(won, lead, players)| FieldLine { won, lead, players })
            .collect(),
        expert,
        streak,
    }))
}

/// The game of an expert in the same seat; `None` until it has been played.
async fn expert(
    house: &Arc<Shared>,
    caller: &Caller,
    task: Task,
    own: Option<&OwnDeal>,
) -> Result<Option<Expert>, Fault> {
    let kind = task.kind;
    let pool = house.reviews().pool();
    let Some(game) = house.experts().ask(pool, caller.address(), task) else {
        return Ok(None);
    };
    Ok(Some(Expert {
        outcome: Outcome {
            won: game.won,
            score: game.score,
            lead: game.lead,
        },
        decisions: game.actions.len(),
        differs: difference(house, caller, kind, own, &game).await?,
    }))
}

/// The first choice in which a player's own game differed from the expert's.
async fn difference(
    house: &Arc<Shared>,
    caller: &Caller,
    kind: &'static dyn kernel::Kind,
    own: Option<&OwnDeal>,
    expert: &Arc<table::ExpertGame>,
) -> Result<Option<Differs>, Fault> {
    let Some(own) = own.filter(|own| matches!(own.standing, DealProgress::Over(_))) else {
        return Ok(None);
    };
    let told = access::look(house, caller, own.code.as_str()).await?;
    let expert = expert.clone();
    let compare = move |house: &Shared| {
        let find = |key: &str| house.games().find(key);
        let played = match finished_game(&told.entries, find, told.now, 1) {
            Ok(played) => played,
            // Its end is still being shown.
            Err(ReplayError::NotOver) => return Ok(None),
            Err(ReplayError::Journal(error)) => {
                return Err(journal::corrupt(&told.code, error).into());
            }
        };
        let differs = table::first_difference(kind, &played, &expert);
        Ok(differs.map(|differs| Differs {
            same: differs.same,
            seq: differs.seq,
            did: differs.did,
            expert: differs.expert,
        }))
    };
    house.work_out(caller.address(), compare).await
}
