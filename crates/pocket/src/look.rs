//! The requests of the house's HTTP API, for a journal that the caller has.

use kernel::drill::Practice;
use kernel::{Json, Seat};
use table::review::{MOST_DECISIONS, Review, finished_game};
use table::verify::Verified;
use table::{
    Entry, Fact, GameCode, Millis, PlayerId, Refusal, ReplayError, Replayed, RestoreError, Table,
    codes,
};

use crate::outcome::Summary;
use crate::past::past_games;
use crate::pocket::games;

/// Answers `GET` for a path of the house's HTTP API. `entries` are the journal of the table that
/// the path names, and `now` is the time up to which the table has shown everything.
pub fn look(now: Millis, path: &str, entries: &[Entry]) -> Result<Json, Refusal> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["api", "games"] => Ok(Json::of(&games())),
        ["api", "drills", game, drill] => drills(game, drill),
        ["api", "me", "games"] => {
            let player = PlayerId::new(Query(query).text("player").unwrap_or_default())?;
            Ok(Json::of(&past_games(entries, &player)?))
        }
        ["api", "tables", _, what] if !entries.is_empty() => {
            at_table(now, what, &Query(query), entries)
        }
        ["api", "tables", ..] => Err(Refusal::no_table()),
        _ => Err(Refusal::new(codes::MALFORMED, "there is no such page")),
    }
}

/// Scores something outside any game, as `POST /api/score/{game}`.
pub fn score(game: &str, request: &str) -> Result<String, Refusal> {
    let kind = roster::find(game).ok_or_else(no_game)?;
    let mut answer = Vec::new();
    kind.score_json(request.as_bytes(), &mut answer)?;
    let broken = |_| Refusal::new(codes::UNAVAILABLE, "the answer cannot be read");
    String::from_utf8(answer).map_err(broken)
}

/// Reviews a finished game. `progress` gets the number of reviewed inputs and the number of all.
pub fn review(
    entries: &[Entry],
    now: Millis,
    number: u32,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, Refusal> {
    let shown = shown_at(now, entries);
    let played = finished_game(entries, roster::find, shown, number).map_err(refuse)?;
    let kind = game_of(entries)
        .and_then(roster::find)
        .ok_or_else(no_game)?;
    let of = played.inputs.len();
    let review = table::review::review(kind, &played, MOST_DECISIONS, &mut |done| {
        progress(done, of);
    });
    Ok(review?)
}

/// The summary of a table whose journal came from elsewhere, or the fault of the journal.
pub fn check(entries: &[Entry]) -> Result<Summary, Refusal> {
    let table = Table::restore(entries, roster::find);
    Ok(Summary::of(&table.map_err(damaged)?))
}

fn drills(game: &str, drill: &str) -> Result<Json, Refusal> {
    let kind = roster::find(game).ok_or_else(no_game)?;
    let found = kind.drills().iter().find(|known| known.key() == drill);
    let no_drill = || Refusal::new(codes::OPTIONS_INVALID, "this game has no such drill");
    let drill = *found.ok_or_else(no_drill)?;
    Ok(Json::of(&Practice::of(kind.meta().key, drill)))
}

fn at_table(
    now: Millis,
    what: &str,
    query: &Query<'_>,
    entries: &[Entry],
) -> Result<Json, Refusal> {
    let now = shown_at(now, entries);
    let public = || Table::public_at(entries, roster::find, now, true).map_err(damaged);
    match what {
        "journal" => Ok(Json::of(&public()?)),
        "verify" => {
            let nothing = || {
                let why = "no game of this table is over, so there is nothing to check yet";
                Refusal::new(codes::NOT_OVER, why)
            };
            let verified = Verified::of(&public()?, roster::find).ok_or_else(nothing)?;
            Ok(Json::of(&verified))
        }
        "replay" => {
            let seat = query.number("seat")?;
            let seat = seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
            let from = query.number("from")?.unwrap_or(0);
            let part = (query.game()?, seat, from);
            let part = Replayed::part(entries, roster::find, now, part).map_err(refuse)?;
            Ok(Json::of(&part))
        }
        _ => Err(Refusal::no_table()),
    }
}

/// The time of a table whose device says that it is `now`. The device's clock may have been set
/// back since the last entry was written; the table's clock never goes back.
fn shown_at(now: Millis, entries: &[Entry]) -> Millis {
    if entries.last().is_none_or(|last| last.at <= now) {
        return now;
    }
    let table = Table::restore(entries, roster::find);
    let ahead = table.map_or(0, |table| table.ahead_of(now));
    Millis(now.0.saturating_add(ahead))
}

/// The part behind the question mark.
struct Query<'a>(&'a str);

impl Query<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        let mut pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        Some(value)
    }

    fn number(&self, name: &str) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.text(name) else {
            return Ok(None);
        };
        let why = "query parameters must be whole numbers";
        let number = value.parse();
        number
            .map(Some)
            .map_err(|_| Refusal::new(codes::MALFORMED, why))
    }

    fn game(&self) -> Result<u32, Refusal> {
        let number = self.number("game")?.unwrap_or(1);
        Ok(u32::try_from(number).unwrap_or(0))
    }
}

fn game_of(entries: &[Entry]) -> Option<&str> {
    match &entries.first()?.fact {
        Fact::Opened { game, .. } => Some(game),
        _ => None,
    }
}

pub(crate) fn code_of(entries: &[Entry]) -> Option<&GameCode> {
    match &entries.first()?.fact {
        Fact::Opened { code, .. } => Some(code),
        _ => None,
    }
}

fn no_game() -> Refusal {
    Refusal::new(
        codes::OPTIONS_INVALID,
        "this house has no game of that name",
    )
}

fn refuse(error: ReplayError) -> Refusal {
    match error {
        ReplayError::NotOver => Refusal::new(codes::NOT_OVER, "this game is not over"),
        ReplayError::Journal(error) => damaged(error),
    }
}

pub(crate) fn damaged(error: RestoreError) -> Refusal {
    let why = format!("the journal of this table is damaged: {}", error.message);
    Refusal::new(codes::DAMAGED, why)
}
