//! A match at two tables: who may sit where, and its result.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use kernel::{Kind, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::{Commitment, Deal, Fact, GameCode, PlayerId};

use super::access::{Caller, deal_of, hide};
use crate::duplicate::{self, OfTwo};
use crate::error::Fault;
use crate::house::Shared;
use crate::journal;

/// A match at two tables with one luck.
#[derive(Serialize, JsonSchema)]
pub(super) struct Duplicate {
    /// The key of the game.
    game: String,
    /// Its options.
    options: Value,
    /// The SHA-256 of the secret that the luck of both tables comes from; told before anybody
    /// sits at the second.
    commitment: Option<Commitment>,
    /// Both tables.
    tables: Vec<TableOfTwo>,
    /// The result, when both tables have ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<MatchResult>,
}

/// One of the two tables.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TableOfTwo {
    /// The code of the table.
    game_code: GameCode,
    /// Its stage.
    state: TableState,
    /// Its chairs.
    seats: Vec<SeatOfTwo>,
    /// The score of each team, once both tables have ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Points>,
}

/// The stage of a table.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TableState {
    /// People take their chairs.
    Waiting,
    /// They play.
    Playing,
    /// The game is over.
    Over,
    /// The game was not played to its end.
    Closed,
}

/// A chair.
#[derive(Serialize, JsonSchema)]
struct SeatOfTwo {
    /// Its number, counted from 0.
    seat: Seat,
    /// Its team.
    team: Team,
    /// The player who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<String>,
    /// Whether a bot does.
    bot: bool,
    /// Whether it is the player who asks.
    you: bool,
}

/// One of the two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Team {
    /// The team of the player who made the match.
    A,
    /// The other.
    B,
}

/// The points of each team.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
struct Points {
    /// The first team.
    a: i32,
    /// The second team.
    b: i32,
}

/// The result of a match: the points of each team at both tables together.
#[derive(Serialize, JsonSchema)]
struct MatchResult {
    /// The points of both tables.
    points: Points,
    /// The team with more points; absent if both have the same, or if nothing counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Team>,
    /// The reason why nothing counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    void: Option<Void>,
}

/// The reason why nothing counts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Void {
    /// A table was not played to its end.
    Abandoned,
    /// Somebody played at both tables.
    SamePlayer,
}

impl Team {
    /// The team of a side at the first table (0) or the second (1): the seats are exchanged.
    const fn of(side: u8, table: usize) -> Team {
        match (side as usize + table) % 2 {
            0 => Team::A,
            _ => Team::B,
        }
    }
}

impl Points {
    const fn of(&mut self, team: Team) -> &mut i32 {
        match team {
            Team::A => &mut self.a,
            Team::B => &mut self.b,
        }
    }
}

/// A match at two tables with one luck: its chairs, and its result when both tables have ended.
/// Everybody who knows the code of one table may ask while a table waits for players, because they
/// may also sit down there. Later only players who sit or sat at one of the tables may ask, and,
/// when both have ended, everybody who may look at both.
#[utoipa::path(
    get,
    path = "/api/duplicates/{code}",
    tag = "tables",
    params(("code" = String, Path, description = "The code of one of the two tables.")),
    responses(
        (status = 200, description = "The match.", body = ref("#/components/schemas/Duplicate")),
        (status = 404, description = "There is no such table, it is not one of a match, or both tables have begun and the player who asks sits at neither.", body = ref("#/components/schemas/Failure")),
        (status = 429, description = "Too many requests, or too many wrong codes, from this address.", body = ref("#/components/schemas/Failure")),
        (status = 503, description = "The journal cannot be read now.", body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn duplicate(
    State(house): State<Arc<Shared>>,
    Path(code): Path<String>,
    caller: Caller,
) -> Result<Json<Duplicate>, Fault> {
    let code: GameCode = code.parse().map_err(|_| Fault::NoTable)?;
    let address = caller.address();
    let asked = code.clone();
    let opened = house.work_out(address, move |house| read_opening(house, &asked));
    let opening = match opened.await {
        // A table that is not one of a match counts as no table, whoever asks.
        Err(Fault::NoMatch) => return Err(house.no_table(address, &code)),
        Err(fault) => return Err(hide(&house, &caller, &code, fault).await),
        Ok(opening) => opening,
    };
    let player = caller.player(&house).await?;
    let tables = match duplicate::tables(&house, address, &opening.first, &opening.second).await {
        Err(fault) => return Err(hide(&house, &caller, &code, fault).await),
        Ok(tables) => tables,
    };
    let is_member = |player: &PlayerId| tables.iter().any(|table| table.has_member(player));
    if !player.as_ref().is_some_and(is_member) {
        let may_try = house.guesses().may_try(address, code.as_str());
        may_try.map_err(Fault::Guessing)?;
        if !may_look(&house, &caller, &tables).await? {
            return Err(house.no_table(address, &code));
        }
    }
    let have_ended = duplicate::have_ended(&tables)?;
    Ok(Json(opening.describe(&tables, have_ended, player.as_ref())))
}

/// Whether somebody who sits at neither table may look. They may while there may be a chair for
/// them, and when nobody plays any more and both tables are open to them.
async fn may_look(house: &Shared, caller: &Caller, tables: &[OfTwo; 2]) -> Result<bool, Fault> {
    if tables.iter().any(OfTwo::waits) {
        return Ok(true);
    }
    for table in tables {
        if !table.has_ended() || !caller.may_see(house, &table.access).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The data that both tables share.
struct Opening {
    kind: &'static dyn Kind,
    options: Value,
    first: GameCode,
    second: GameCode,
}

fn read_opening(house: &Shared, code: &GameCode) -> Result<Opening, Fault> {
    let entries = journal::entries_of(house.journal().load(&journal::code_of(code))?)?;
    let Some(Deal::Duplicate { first, second }) = deal_of(&entries) else {
        return Err(Fault::NoMatch);
    };
    let (first, second) = (first.clone(), second.clone());
    match entries.into_iter().next().map(|entry| entry.fact) {
        Some(Fact::Opened { game, options, .. }) => Ok(Opening {
            kind: house.games().find(&game).ok_or(Fault::UnknownGame)?,
            options,
            first,
            second,
        }),
        _ => Err(Fault::NoMatch),
    }
}

impl Opening {
    /// The side of a seat.
    fn sides(&self) -> Vec<u8> {
        let Ok(game) = self.kind.start(&self.options) else {
            return Vec::new();
        };
        let seats = Seat::all(game.n_seats());
        seats.map(|seat| game.side(seat).0).collect()
    }

    fn describe(
        &self,
        tables: &[OfTwo; 2],
        have_ended: bool,
        player: Option<&PlayerId>,
    ) -> Duplicate {
        let sides = self.sides();
        let scores = |place: usize, table: &OfTwo| {
            let game = table.game.as_ref()?;
            let mut points = Points::default();
            for played in &game.players {
                let side = *sides.get(played.seat.index())?;
                *points.of(Team::of(side, place)) = played.score;
            }
            Some(points)
        };
        let described = tables.iter().enumerate().map(|(place, table)| TableOfTwo {
            game_code: table.code.clone(),
            state: state_of(table),
            seats: seats(&sides, place, table, player),
            scores: scores(place, table).filter(|_| have_ended),
        });
        let [first, second] = tables;
        let result = have_ended.then(|| result(scores(0, first), scores(1, second), tables));
        Duplicate {
            game: self.kind.meta().key.to_owned(),
            options: self.options.clone(),
            commitment: first.commitment.or(second.commitment),
            tables: described.collect(),
            result,
        }
    }
}

const fn state_of(table: &OfTwo) -> TableState {
    match (table.game.is_some(), table.is_closed, table.has_begun) {
        (true, _, _) => TableState::Over,
        (false, true, _) => TableState::Closed,
        (false, false, true) => TableState::Playing,
        (false, false, false) => TableState::Waiting,
    }
}

fn seats(sides: &[u8], place: usize, table: &OfTwo, player: Option<&PlayerId>) -> Vec<SeatOfTwo> {
    // The players when the game was over, or the present ones.
    let now = table.players.iter();
    let now: Vec<_> = now
        .map(|at| (at.seat, &at.uuid, &at.nickname, at.bot))
        .collect();
    let sat = match &table.game {
        Some(game) => {
            let players = game.players.iter();
            players
                .map(|at| (at.seat, &at.player, &at.nickname, at.bot))
                .collect()
        }
        None => now,
    };
    let chair = |(seat, side): (Seat, &u8)| {
        let sitter = sat.iter().find(|(at, ..)| *at == seat);
        SeatOfTwo {
            seat,
            team: Team::of(*side, place),
            nickname: sitter.map(|(_, _, nickname, _)| nickname.to_string()),
            bot: sitter.is_some_and(|(.., bot)| *bot),
            you: sitter.is_some_and(|(_, uuid, ..)| Some(*uuid) == player),
        }
    };
    (0..).map(Seat).zip(sides).map(chair).collect()
}

fn result(first: Option<Points>, second: Option<Points>, tables: &[OfTwo; 2]) -> MatchResult {
    let (Some(first), Some(second)) = (first, second) else {
        return MatchResult {
            points: Points::default(),
            winner: None,
            void: Some(Void::Abandoned),
        };
    };
    let points = Points {
        a: first.a.saturating_add(second.a),
        b: first.b.saturating_add(second.b),
    };
    let people = |table: &OfTwo| -> BTreeSet<PlayerId> {
        let played = table.game.iter().flat_map(|game| &game.players);
        let people = played.filter(|played| !played.bot);
        people.map(|played| played.player.clone()).collect()
    };
    let [one, other] = tables.each_ref().map(people);
    let void = (!one.is_disjoint(&other)).then_some(Void::SamePlayer);
    let winner = match points.a.cmp(&points.b) {
        std::cmp::Ordering::Greater => Some(Team::A),
        std::cmp::Ordering::Less => Some(Team::B),
        std::cmp::Ordering::Equal => None,
    };
    MatchResult {
        points,
        winner: winner.filter(|_| void.is_none()),
        void,
    }
}
