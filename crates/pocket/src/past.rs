//! The games of a journal that are over, as the house tells its player of theirs.

use std::collections::BTreeMap;

use serde::Serialize;
use table::{Ended, EndedSeat, Entry, GameCode, PlayerId, Refusal, ended_games};

use crate::look::{code_of, damaged};

/// A game that a player of this device played.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnGame {
    code: GameCode,
    number: u32,
    game: &'static str,
    at: u64,
    deal: Option<String>,
    replay: bool,
    claimed: bool,
    seat: u8,
    won: bool,
    score: i32,
    left: bool,
    figures: BTreeMap<&'static str, Figure>,
    skill: Option<f64>,
    luck: Option<f64>,
    others: Vec<Other>,
}

/// Samples added up.
#[derive(Debug, Serialize)]
struct Figure {
    n: u32,
    sum: i64,
    squares: i64,
    most: i32,
}

/// Somebody else at the table.
#[derive(Debug, Serialize)]
struct Other {
    seat: u8,
    /// Their name in the filter of the list; empty for somebody who shared the device.
    opponent: String,
    name: String,
    bot: Option<&'static str>,
    partner: bool,
    score: i32,
}

/// The games of this journal that the player has played to their end. An empty one has none.
pub(crate) fn past_games(entries: &[Entry], player: &PlayerId) -> Result<Vec<OwnGame>, Refusal> {
    let Some(code) = code_of(entries) else {
        return Ok(Vec::new());
    };
    let ended = ended_games(entries, roster::find).map_err(damaged)?;
    let games = ended.iter();
    Ok(games
        .filter_map(|ended| past_game(code, ended, player))
        .collect())
}

fn past_game(code: &GameCode, ended: &Ended, player: &PlayerId) -> Option<OwnGame> {
    let mut seats = ended.seats.iter();
    let own = seats.find(|seat| seat.player.as_ref() == Some(player))?;
    let others = ended.seats.iter().filter(|seat| seat.seat != own.seat);
    Some(OwnGame {
        code: code.clone(),
        number: ended.number,
        game: ended.game,
        at: ended.at.0,
        deal: ended.deal.as_ref().map(ToString::to_string),
        replay: true,
        claimed: false,
        seat: own.seat.0,
        won: own.won,
        score: own.score,
        left: own.bot.is_some(),
        figures: own.figures.iter().map(figure).collect(),
        // A review is not kept.
        skill: None,
        luck: None,
        others: others.map(|seat| other(seat, own)).collect(),
    })
}

fn figure((measure, figure): (&'static str, kernel::Figure)) -> (&'static str, Figure) {
    let kernel::Figure {
        n,
        sum,
        squares,
        most,
    } = figure;
    let figure = Figure {
        n,
        sum,
        squares,
        most,
    };
    (measure, figure)
}

fn other(seat: &EndedSeat, own: &EndedSeat) -> Other {
    let bot = seat.bot.filter(|_| seat.player.is_none());
    let bot = bot.map(table::Level::name);
    Other {
        seat: seat.seat.0,
        opponent: bot.map_or_else(String::new, |level| format!("bot {level}")),
        name: seat.nickname.to_string(),
        bot,
        partner: seat.side == own.side,
        score: seat.score,
    }
}
