//! The answers about a player's own games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use store::{Opponent, Remembered, Sum, SumLine};
use table::ClaimedGames;

/// A page of a player's games.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct PastGames {
    /// The games, the latest first.
    pub(super) games: Vec<PastGame>,
    /// The value of `before` for the next page, if there are more.
    pub(super) next: Option<String>,
}

/// A game that a player played.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PastGame {
    /// The code of the table.
    pub(super) code: String,
    /// The number of the game there.
    pub(super) number: u32,
    /// The key of the game.
    pub(super) game: String,
    /// When it ended, in milliseconds since 1970.
    pub(super) at: u64,
    /// The name of the luck that it was dealt, if others were dealt the same.
    pub(super) deal: Option<String>,
    /// Whether it can still be replayed.
    pub(super) replay: bool,
    /// Whether it was played on a device of the player's, and added here: then it is not counted.
    pub(super) claimed: bool,
    /// The player's own seat.
    pub(super) seat: u8,
    /// Whether the player's side won.
    pub(super) won: bool,
    /// The score of the player's side.
    pub(super) score: i32,
    /// Whether a bot ended it for the player; then it is not counted.
    pub(super) left: bool,
    /// The figures of the player's own game, by measure.
    pub(super) figures: BTreeMap<String, Figure>,
    /// The chances that the player's decisions gave away, in games: 0 or less; only if the game was
    /// reviewed.
    pub(super) skill: Option<f64>,
    /// The change of the chances by everything else, in games; only if the game was reviewed.
    pub(super) luck: Option<f64>,
    /// Everybody else, seat by seat.
    pub(super) others: Vec<Other>,
}

/// Somebody else at the table.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct Other {
    /// Their seat.
    pub(super) seat: u8,
    /// The value of `opponent` that lists the games against them; empty for somebody who shared the
    /// player's device.
    pub(super) opponent: String,
    /// Their name at that time.
    pub(super) name: String,
    /// The bot's level or name, if it was a bot.
    pub(super) bot: Option<String>,
    /// Whether they are on the player's own side.
    pub(super) partner: bool,
    /// The score of their side.
    pub(super) score: i32,
}

/// Samples added up.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct Figure {
    /// The number of samples.
    pub(super) n: i64,
    /// Their sum.
    pub(super) sum: i64,
    /// The sum of their squares.
    pub(super) squares: i64,
    /// The largest.
    pub(super) most: i64,
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

/// Sums over a player's games.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct Statistics {
    /// Game by game.
    pub(super) games: Vec<GameSums>,
    /// The same month by month, the earliest first; empty if the statistics are about one opponent.
    pub(super) months: Vec<GameSums>,
    /// The opponents whom the player met most often.
    pub(super) opponents: Vec<Met>,
    /// The measures of each game, and their averages for good players.
    pub(super) measures: BTreeMap<String, Vec<MeasureInfo>>,
}

/// The sums of one game.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct GameSums {
    /// The key of the game.
    pub(super) game: String,
    /// The month, as 202611; 0 for all.
    pub(super) month: u32,
    /// The measures: `won`, `score`, those of the game, and of reviewed games `skill` and `luck`
    /// in millionths of a game.
    pub(super) sums: BTreeMap<String, Figure>,
}

/// An opponent.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct Met {
    /// The value of `opponent` that lists the games against them.
    pub(super) opponent: String,
    /// Their last name; absent for a bot.
    pub(super) name: Option<String>,
    /// The bot's level or name, if it is a bot.
    pub(super) bot: Option<String>,
    /// The key of the game.
    pub(super) game: String,
    /// The number of games.
    pub(super) n: i64,
    /// The number of games that the player won.
    pub(super) won: i64,
}

/// Something that a game counts.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct MeasureInfo {
    /// Its name.
    pub(super) key: &'static str,
    /// Whether a sample is 1 for something that happened and 0 for something that did not.
    pub(super) rate: bool,
    /// The average of good players, in thousandths.
    pub(super) par: Option<i32>,
}

/// The deleted data.
#[derive(Serialize, JsonSchema)]
pub(in crate::http) struct Gone {
    /// The number of tables where the player had a name.
    pub(super) tables: usize,
}

/// Games as one of their players sees them.
pub(super) fn told(games: &[Remembered], player: &store::PlayerId) -> Vec<PastGame> {
    let games = games.iter();
    games.filter_map(|game| past_game(game, player)).collect()
}

pub(super) fn past_game(game: &Remembered, player: &store::PlayerId) -> Option<PastGame> {
    let ended = &game.ended;
    let mut seats = ended.seats.iter();
    let own = seats.find(|seat| seat.player.as_ref() == Some(player))?;
    let others = ended.seats.iter().filter(|seat| seat.seat != own.seat);
    let parts = |millionths: i64| millionths as f64 / 1e6;
    Some(PastGame {
        code: ClaimedGames::code_in(game.table.as_str()).to_owned(),
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
pub(super) fn together(lines: Vec<SumLine>) -> Vec<GameSums> {
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

pub(super) fn met(met: store::Met) -> Met {
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
