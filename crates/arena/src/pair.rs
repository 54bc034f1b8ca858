//! The result of two games with the same luck.
//!
//! A pair holds the results in whole numbers and survives a journal unchanged; shares and means are
//! computed when it is read.

use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::figures::FigureSum;

/// One of the two bots of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contestant {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

impl Contestant {
    /// Both, in order.
    pub const BOTH: [Contestant; 2] = [Contestant::First, Contestant::Second];

    /// The bot that holds a side in one of the two games: sides alternate, and are exchanged in the
    /// second game. If there is one side, each bot plays a game alone.
    pub const fn at(side: Side, game: usize) -> Contestant {
        Contestant::BOTH[(side.index() + game) % 2]
    }

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Two games with the same luck, the bots exchanging sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Its number in the contest.
    pub n: u64,
    /// The results of the games.
    pub games: [PairedGame; 2],
    /// The game's own figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureSum>,
    /// The number of choices of each bot.
    pub decisions: [u64; 2],
    /// The number of illegal choices of each bot, which were replaced.
    pub faults: [u64; 2],
    /// The thinking time of each bot in nanoseconds, by the given stopwatch.
    pub nanos: [u64; 2],
}

/// One game or deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedGame {
    /// The score of each side.
    pub scores: Vec<i32>,
    /// The sides that won.
    pub winners: Vec<Side>,
}

impl Pair {
    /// The share of its games that a bot won: of a win by several sides it gets its sides' part,
    /// and of a game without a winner nothing.
    pub fn wins(&self, bot: Contestant) -> f64 {
        self.mean(bot, |game, played| {
            let mine = played.winners.iter();
            let mine = mine
                .filter(|side| Contestant::at(**side, game) == bot)
                .count();
            mine as f64 / played.winners.len().max(1) as f64
        })
    }

    /// The mean points of a bot's sides in a game.
    pub fn points(&self, bot: Contestant) -> f64 {
        self.mean(bot, |game, played| {
            let sides = played.scores.len() as u8;
            let mine = (0..sides).map(Side);
            let mine = mine.filter(|side| Contestant::at(*side, game) == bot);
            let (n, sum) = mine.fold((0.0, 0.0), |(n, sum), side| {
                (n + 1.0, sum + f64::from(played.scores[side.index()]))
            });
            sum / n
        })
    }

    /// The mean over those games in which the bot has a side.
    fn mean(&self, bot: Contestant, value: impl Fn(usize, &PairedGame) -> f64) -> f64 {
        let games = self.games.iter().enumerate();
        let values = games
            .filter(|(game, played)| {
                let sides = (0..played.scores.len() as u8).map(Side);
                sides
                    .into_iter()
                    .any(|side| Contestant::at(side, *game) == bot)
            })
            .map(|(game, played)| value(game, played));
        let (n, sum) = values.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value));
        if n == 0.0 { 0.0 } else { sum / n }
    }
}
