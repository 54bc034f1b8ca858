//! Remembered games: who played a game that has ended, its result, and the figures of each seat.
//!
//! All of this follows from the journals of the tables. However, the house cannot read ten thousand
//! journals to show a player their games. Therefore a remembered game is written together with the
//! entry that ends it, and can be rebuilt from the journals at any time. It stays when its table is
//! deleted.

use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::sum::Sum;

/// A game that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The number of the game at its table, from 1.
    pub number: u32,
    /// The key of the game.
    pub game: String,
    /// The number of the entry that ended it.
    pub seq: u64,
    /// The time at which it ended, in milliseconds since 1970.
    pub at: u64,
    /// The name of its deal, if other tables share its luck.
    pub deal: Option<String>,
    /// Whether it was played elsewhere and its player handed in its journal. It is listed but never
    /// counted.
    pub claimed: bool,
    /// The result of each seat, in the order of the seats.
    pub seats: Vec<EndedSeat>,
}

/// The result of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeat {
    /// The seat.
    pub seat: u8,
    /// The side of the seat.
    pub side: u8,
    /// The player who owns the chair; `None` for a bot.
    pub player: Option<PlayerId>,
    /// The level of the bot that sat there, or that played to the end for somebody who had gone.
    pub bot: Option<String>,
    /// The name of the player or the bot.
    pub name: String,
    /// Whether the side won.
    pub won: bool,
    /// The score of the side.
    pub score: i32,
    /// The other figures of the seat, in the order of their names.
    pub figures: Vec<(String, Sum)>,
    /// The cost of its decisions and its luck; `None` until the game is reviewed.
    pub fared: Option<Fared>,
}

/// The cost of a seat's decisions, and its luck, in millionths of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fared {
    /// The chances that its decisions gave away: 0 or less.
    pub skill: i64,
    /// The effect of everything else that happened.
    pub luck: i64,
}

/// A game that is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The table.
    pub table: Code,
    /// The game.
    pub ended: Ended,
    /// Whether the journal of the table still exists, so that the game can be replayed.
    pub is_kept: bool,
}

/// The place of a game among all remembered games.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePlace {
    /// The time at which it ended.
    pub at: u64,
    /// The table.
    pub table: Code,
    /// The number of the game at that table.
    pub number: u32,
}

impl Remembered {
    /// The place of this game.
    pub fn place(&self) -> GamePlace {
        GamePlace {
            at: self.ended.at,
            table: self.table.clone(),
            number: self.ended.number,
        }
    }
}

/// An opponent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opponent {
    /// A player.
    Player(PlayerId),
    /// A bot of this level.
    Bot(String),
}

/// The beginning of a bot's key. An id has no space; therefore no player has such a key.
const BOT: &str = "bot ";

impl Opponent {
    /// Its key in lists: an id, or for example `bot expert`.
    pub fn key(&self) -> String {
        match self {
            Opponent::Player(player) => player.to_string(),
            Opponent::Bot(level) => format!("{BOT}{level}"),
        }
    }

    /// The opponent with this key; `None` if it is not a key.
    pub fn from_key(key: &str) -> Option<Opponent> {
        match key.strip_prefix(BOT) {
            Some(level) => Some(Opponent::Bot(level.to_owned())),
            None => key.parse().ok().map(Opponent::Player),
        }
    }

    /// The opponent with this key from a database.
    pub(crate) fn stored(key: &str) -> Opponent {
        match key.strip_prefix(BOT) {
            Some(level) => Opponent::Bot(level.to_owned()),
            None => Opponent::Player(PlayerId::stored(key)),
        }
    }
}

/// A request for a list of a player's games. The latest come first; the next page begins `before`
/// the last game of this page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// Only games of this kind.
    pub game: Option<String>,
    /// Only games against this opponent.
    pub opponent: Option<Opponent>,
    /// Only games that were won, or only games that were not.
    pub won: Option<bool>,
    /// Only games that ended at this time or later.
    pub since: Option<u64>,
    /// Only games that ended at this time or earlier.
    pub until: Option<u64>,
    /// Only games before this one.
    pub before: Option<GamePlace>,
    /// The greatest number of games to list, at most [`Past::MOST`].
    pub limit: usize,
}

impl Past {
    /// The longest page.
    pub const MOST: usize = 200;

    pub(crate) fn bounded_limit(&self) -> usize {
        self.limit.min(Past::MOST)
    }

    /// The latest time to list.
    pub(crate) fn latest(&self) -> u64 {
        let before = self.before.as_ref().map_or(LATEST, |place| place.at);
        before.min(self.until.unwrap_or(LATEST)).min(LATEST)
    }

    pub(crate) fn earliest(&self) -> u64 {
        self.since.unwrap_or(0).min(LATEST)
    }
}

/// The latest time that a signed integer holds.
const LATEST: u64 = i64::MAX as u64;

/// A player's result with luck that several tables share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealResult {
    /// The table.
    pub table: Code,
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// The rank of the result: a higher one is better.
    pub rank: i64,
    /// The result of the player's seat.
    pub seat: EndedSeat,
}

impl DealResult {
    /// The amount that a win adds to the rank. It is more than any lead.
    pub const WIN: i64 = 1 << 40;

    /// The lead of the side over the best other side.
    pub fn lead(&self) -> i64 {
        self.rank - if self.seat.won { DealResult::WIN } else { 0 }
    }
}

/// The place of a result among all results of its deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// The number of better results.
    pub better: u64,
    /// The number of all results.
    pub of: u64,
}

impl Ended {
    /// The rank of a seat's result among those of the same deal: a win counts most, then the lead
    /// over the best other side.
    pub(crate) fn rank(&self, seat: &EndedSeat) -> i64 {
        let others = self.seats.iter().filter(|other| other.side != seat.side);
        let best = others.map(|other| i64::from(other.score)).max();
        let win = if seat.won { DealResult::WIN } else { 0 };
        win + i64::from(seat.score) - best.unwrap_or(0)
    }

    /// The opponents of a seat, each once.
    pub(crate) fn opponents(&self, seat: &EndedSeat) -> Vec<Opponent> {
        let others = self.seats.iter().filter(|other| other.side != seat.side);
        let mut opponents: Vec<Opponent> = others
            .filter_map(|other| match (&other.player, &other.bot) {
                (Some(player), _) => Some(Opponent::Player(player.clone())),
                (None, Some(level)) => Some(Opponent::Bot(level.clone())),
                (None, None) => None,
            })
            .collect();
        opponents.sort();
        opponents.dedup();
        opponents
    }

    /// The same game, with the results of earlier reviews.
    pub(crate) fn reviewed_as(&self, known: Option<&Remembered>) -> Ended {
        let mut ended = self.clone();
        let known = known.map_or(&[][..], |known| &known.ended.seats);
        for seat in &mut ended.seats {
            let before = known.iter().find(|before| before.seat == seat.seat);
            seat.fared = seat.fared.or(before.and_then(|before| before.fared));
        }
        ended
    }

    /// The people who played, each with their seat.
    pub(crate) fn people(&self) -> impl Iterator<Item = (&PlayerId, &EndedSeat)> {
        let seats = self.seats.iter();
        seats.filter_map(|seat| Some((seat.player.as_ref()?, seat)))
    }

    /// Checks that a journal can hold it.
    pub(crate) fn check(
        &self,
        check_length: fn(&str, &str, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.at > LATEST || self.seq > LATEST {
            return Err(Error::invalid(
                "the time and the entry at which a game ended must fit in 63 bits",
            ));
        }
        if self.seats.len() > MOST_SEATS {
            return Err(Error::invalid(format!(
                "a game must have at most {MOST_SEATS} seats, not {}",
                self.seats.len()
            )));
        }
        check_length("the key of a game", &self.game, MOST_TEXT_BYTES)?;
        if let Some(deal) = &self.deal {
            check_length("the name of a deal", deal, MOST_TEXT_BYTES)?;
        }
        for seat in &self.seats {
            check_length("a name", &seat.name, MOST_TEXT_BYTES)?;
            if seat.figures.len() > MOST_FIGURES {
                return Err(Error::invalid(format!(
                    "a seat must have at most {MOST_FIGURES} figures, not {}",
                    seat.figures.len()
                )));
            }
            for (measure, _) in &seat.figures {
                check_length("the name of a measure", measure, MOST_TEXT_BYTES)?;
                if measure.contains(char::is_whitespace) {
                    return Err(Error::invalid(
                        "the name of a measure must not have a space",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The most claimed games that a player may have: a game a day for some years.
pub const MOST_CLAIMED: usize = 1_000;

/// More seats than any game has.
const MOST_SEATS: usize = 64;

/// More figures than any game has.
const MOST_FIGURES: usize = 64;

/// The longest name of anything in a remembered game, in bytes.
const MOST_TEXT_BYTES: usize = 256;

#[cfg(test)]
impl Ended {
    /// The game of this number of somebody who plays two games, against bots and many friends.
    pub(crate) fn generated(n: u64, player: &PlayerId) -> Ended {
        let seat = |place: u8, name: &str, score: i32| EndedSeat {
            seat: place,
            side: place,
            player: (name != "expert").then(|| PlayerId::stored(name)),
            bot: (name == "expert").then(|| name.to_owned()),
            name: name.to_owned(),
            won: score > 100,
            score,
            figures: [
                "crib",
                "hand_dealer",
                "hand_pone",
                "pegs_dealer",
                "pegs_pone",
            ]
            .map(|measure| (measure.to_owned(), Sum::of(i64::from(score) % 9)))
            .to_vec(),
            fared: None,
        };
        let other = match n % 3 {
            0 => "expert".to_owned(),
            _ => format!("friend{}", n % 40),
        };
        Ended {
            number: n as u32,
            game: ["cribbage", "dice"][(n % 2) as usize].to_owned(),
            seq: n,
            // A year, however many games there are.
            at: 1_700_000_000_000 + (n * 7_919 % 365) * 86_400_000,
            deal: None,
            claimed: false,
            seats: vec![
                seat(0, player.as_str(), (n * 37 % 200) as i32),
                seat(1, &other, (n * 53 % 200) as i32),
            ],
        }
    }
}
