//! Games that ended, as they are remembered: who played, how it came out, and what was counted.
//!
//! A table is a fold of its journal, and so is all of this; but nobody reads ten thousand
//! journals to show a player their games. So what is remembered is written together with the
//! entry that ends a game, and can be written anew from the journals at any time. It stays when
//! a table is deleted.

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
    /// The entry that ended it.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The name of the luck that it was dealt, if other tables are dealt the same.
    pub deal: Option<String>,
    /// Whether it was played elsewhere, and its player has shown its journal. It is listed, and
    /// never counted.
    pub claimed: bool,
    /// How each seat fared, in order.
    pub seats: Vec<EndedSeat>,
}

/// How a seat fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeat {
    /// Where.
    pub seat: u8,
    /// For which side.
    pub side: u8,
    /// Whose chair it is; nobody's if it is a bot's.
    pub player: Option<PlayerId>,
    /// How well the bot plays that sat there, or that ended the game for somebody who had gone.
    pub bot: Option<String>,
    /// What they were called.
    pub name: String,
    /// Whether the side won.
    pub won: bool,
    /// The score of the side.
    pub score: i32,
    /// What else was counted, in the order of the names.
    pub figures: Vec<(String, Sum)>,
    /// What its decisions cost and how lucky it was, once the game was reviewed.
    pub fared: Option<Fared>,
}

/// What the decisions of a seat cost, and how lucky it was: in millionths of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fared {
    /// What its decisions gave away: 0 or less.
    pub skill: i64,
    /// All else that happened.
    pub luck: i64,
}

/// A game that is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The table.
    pub table: Code,
    /// The game.
    pub ended: Ended,
    /// Whether the journal of the table is still there, to replay the game from.
    pub is_kept: bool,
}

/// Where a game stands among all that are remembered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// When it ended.
    pub at: u64,
    /// The table.
    pub table: Code,
    /// The number of the game there.
    pub number: u32,
}

impl Remembered {
    /// Where it stands.
    pub fn place(&self) -> Place {
        Place {
            at: self.ended.at,
            table: self.table.clone(),
            number: self.ended.number,
        }
    }
}

/// Who somebody played against.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opponent {
    /// A player.
    Player(PlayerId),
    /// A bot of this level.
    Bot(String),
}

/// What the key of a bot begins with. An id has no space, so no player has such a key.
const BOT: &str = "bot ";

impl Opponent {
    /// The key that stands for it in lists: an id, or as `bot expert`.
    pub fn key(&self) -> String {
        match self {
            Opponent::Player(player) => player.to_string(),
            Opponent::Bot(level) => format!("{BOT}{level}"),
        }
    }

    /// What such a key stands for; nothing if it is none.
    pub fn from_key(key: &str) -> Option<Opponent> {
        match key.strip_prefix(BOT) {
            Some(level) => Some(Opponent::Bot(level.to_owned())),
            None => key.parse().ok().map(Opponent::Player),
        }
    }

    /// What a database holds.
    pub(crate) fn stored(key: &str) -> Opponent {
        match key.strip_prefix(BOT) {
            Some(level) => Opponent::Bot(level.to_owned()),
            None => Opponent::Player(PlayerId::stored(key)),
        }
    }
}

/// Which of a player's games to list. The latest come first; the next page begins `before` the
/// last of this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those against this opponent.
    pub opponent: Option<Opponent>,
    /// Only those that were won, or that were not.
    pub won: Option<bool>,
    /// Only those that ended at this time or later.
    pub since: Option<u64>,
    /// Only those that ended at this time or earlier.
    pub until: Option<u64>,
    /// Only those that stand before this one.
    pub before: Option<Place>,
    /// At most this many, and never more than [`Past::MOST`].
    pub limit: usize,
}

impl Past {
    /// The longest page.
    pub const MOST: usize = 200;

    pub(crate) fn bounded_limit(&self) -> usize {
        self.limit.min(Past::MOST)
    }

    /// The latest time that can be meant.
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

/// What somebody made of a luck that several tables share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealResult {
    /// The table.
    pub table: Code,
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// How good it is: more is better.
    pub rank: i64,
    /// How the player fared.
    pub seat: EndedSeat,
}

impl DealResult {
    /// What a win adds to the rank: more than any lead.
    pub const WIN: i64 = 1 << 40;

    /// How far the side was ahead of the best other one.
    pub fn lead(&self) -> i64 {
        self.rank - if self.seat.won { DealResult::WIN } else { 0 }
    }
}

/// Where a result stands in its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// How many are better.
    pub better: u64,
    /// How many there are.
    pub of: u64,
}

impl Ended {
    /// How good the result of a seat is beside others of the same deal: a win counts most, then
    /// by how much the side is ahead of the best other one.
    pub(crate) fn rank(&self, seat: &EndedSeat) -> i64 {
        let others = self.seats.iter().filter(|other| other.side != seat.side);
        let best = others.map(|other| i64::from(other.score)).max();
        let win = if seat.won { DealResult::WIN } else { 0 };
        win + i64::from(seat.score) - best.unwrap_or(0)
    }

    /// Whom a seat played against, each once.
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

    /// The same game, with what reviews told of it before.
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

    /// Whether any journal could hold it.
    pub(crate) fn check(
        &self,
        check_length: fn(&str, &str, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.at > LATEST || self.seq > LATEST {
            return Err(Error::invalid("a game that ended too late"));
        }
        if self.seats.len() > MOST_SEATS {
            return Err(Error::invalid(format!("{} seats", self.seats.len())));
        }
        check_length("the key of a game", &self.game, MOST_TEXT_BYTES)?;
        if let Some(deal) = &self.deal {
            check_length("the name of a deal", deal, MOST_TEXT_BYTES)?;
        }
        for seat in &self.seats {
            check_length("a name", &seat.name, MOST_TEXT_BYTES)?;
            if seat.figures.len() > MOST_FIGURES {
                return Err(Error::invalid(format!("{} figures", seat.figures.len())));
            }
            for (measure, _) in &seat.figures {
                check_length("the name of a measure", measure, MOST_TEXT_BYTES)?;
                if measure.contains(char::is_whitespace) {
                    return Err(Error::invalid("a measure with a space in its name"));
                }
            }
        }
        Ok(())
    }
}

/// So many claimed games one player may have: a game a day for some years.
pub const MOST_CLAIMED: usize = 1_000;

/// As many as a game may have.
const MOST_SEATS: usize = 64;

/// More than a game counts.
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
