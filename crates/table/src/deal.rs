//! Luck that is not a table's own: other tables are dealt the same.
//!
//! Nobody adds to such luck, and bots draw their choices from the same key as the cards, so that
//! the same moves always lead to the same game. Such a table has one game, gives no advice about
//! it but in a lesson, and nobody else looks at it while somebody may still play the same.
//!
//! The secret of a lesson is known to everybody. That of a [daily deal](Deal::Daily) comes from
//! one value that the house keeps, and is told when the day is over. A [duplicate](Deal::Duplicate)
//! is two tables with one secret, which is told when both have ended.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kernel::{Key, Kind, Rng, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::bot::Level;
use crate::code::GameCode;
use crate::command::Create;
use crate::day::Day;
use crate::fair::Secret;
use crate::player::CommandId;
use crate::refusal::{Refusal, codes};
use crate::settings::Millis;

/// Which luck is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DealKind {
    /// That of the game's guided first game.
    Lesson,
    /// That of today, which everybody plays once.
    Daily,
    /// One luck for two tables, where the teams exchange their seats.
    Duplicate,
}

/// Which luck. Its name stands in the key of the game's luck in the place of a table's code, and
/// is how it is written everywhere: `lesson`, `daily/2026-11-18/cribbage`,
/// `duplicate/VHG4SC/K7M3QX`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub enum Deal {
    /// That of the game's guided first game, whose secret everybody knows.
    Lesson,
    /// That of a day, for one game.
    Daily {
        /// The day.
        day: Day,
        /// The key of the game.
        game: String,
    },
    /// That of two tables. At the first one the first team has the even seats, at the second one
    /// the odd seats.
    Duplicate {
        /// The first table.
        first: GameCode,
        /// The second table.
        second: GameCode,
    },
}

/// A daily deal that was begun before midnight may be finished for so long after it, and counts.
const AFTER_MIDNIGHT: Duration = Duration::from_secs(60 * 60);

/// How well bots play at the tables of a duplicate, at both alike.
pub(crate) const DUPLICATE_BOTS: Level = Level::Hard;

impl Deal {
    /// The deal of a day.
    pub fn daily(day: Day, game: &str) -> Deal {
        let game = game.to_owned();
        Deal::Daily { day, game }
    }

    /// Until when games of this day's deal count: an hour after midnight. Then its secret is told.
    pub fn closes(day: Day) -> Millis {
        day.next().begins().plus(AFTER_MIDNIGHT)
    }

    /// Whether its secret may be told at this moment, by whoever knows nothing but the time.
    pub fn tells(&self, at: Millis) -> bool {
        match self {
            Deal::Lesson => true,
            Deal::Daily { day, .. } => at >= Deal::closes(*day),
            Deal::Duplicate { .. } => false,
        }
    }

    /// Whether its games are part of what a player looks back at.
    pub(crate) fn is_remembered(&self) -> bool {
        *self != Deal::Lesson
    }

    /// The other table with this luck, where there are two; nothing if this is none of them.
    pub fn twin(&self, code: &GameCode) -> Option<&GameCode> {
        match self {
            Deal::Duplicate { first, second } if first == code => Some(second),
            Deal::Duplicate { first, second } if second == code => Some(first),
            _ => None,
        }
    }

    /// Whether this is the second table of a duplicate. Its creator sits at the first.
    pub(crate) fn is_second(&self, code: &GameCode) -> bool {
        matches!(self, Deal::Duplicate { second, .. } if second == code)
    }

    pub(crate) const fn is_duplicate(&self) -> bool {
        matches!(self, Deal::Duplicate { .. })
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Lesson => f.write_str("lesson"),
            Deal::Daily { day, game } => write!(f, "{DAILY}{day}/{game}"),
            Deal::Duplicate { first, second } => write!(f, "duplicate/{first}/{second}"),
        }
    }
}

/// How the name of a daily deal begins, and of the command that opens its table.
pub(crate) const DAILY: &str = "daily/";

impl FromStr for Deal {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Deal, Refusal> {
        let refused = || Refusal::malformed("there is no such deal");
        let mut parts = text.split('/');
        let deal = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("lesson"), None, None, None) => Deal::Lesson,
            (Some("daily"), Some(day), Some(game), None) if !game.is_empty() => {
                Deal::daily(day.parse()?, game)
            }
            (Some("duplicate"), Some(first), Some(second), None) => Deal::Duplicate {
                first: first.parse()?,
                second: second.parse()?,
            },
            _ => return Err(refused()),
        };
        Ok(deal)
    }
}

impl TryFrom<String> for Deal {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Deal, Refusal> {
        text.parse()
    }
}

impl From<Deal> for String {
    fn from(deal: Deal) -> String {
        deal.to_string()
    }
}

/// A table that is dealt such luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// Which.
    pub deal: Deal,
    /// How well the bots play that take all other chairs; people take them if there is nothing.
    pub bots: Option<Level>,
}

/// What luck can come from when a table is opened.
#[derive(Debug)]
pub struct Sources {
    /// 32 random bytes that nobody else knows.
    pub fresh: Secret,
    /// What the house keeps for its daily deals, and today; where a daily deal is asked for.
    pub daily: Option<(Secret, Day)>,
    /// The code of the table.
    pub code: GameCode,
    /// The code of a second table, where the luck is for two.
    pub second: GameCode,
}

impl Dealt {
    /// Makes a creation what its deal says, and gives the secret of the table.
    pub fn prepare(
        kind: &'static dyn Kind,
        create: &mut Create,
        sources: Sources,
    ) -> Result<(Secret, Option<Dealt>), Refusal> {
        match create.deal {
            None => Ok((sources.fresh, None)),
            Some(DealKind::Lesson) => lesson(kind, create),
            Some(DealKind::Daily) => daily(kind, create, sources.daily),
            Some(DealKind::Duplicate) => duplicate(kind, create, sources),
        }
    }
}

fn lesson(
    kind: &'static dyn Kind,
    create: &mut Create,
) -> Result<(Secret, Option<Dealt>), Refusal> {
    must_leave_options_out(create)?;
    let Some(lesson) = kind.lesson() else {
        let why = format!("{} has no guided game", kind.meta().name);
        return Err(Refusal::illegal("no_lesson", why));
    };
    // Both are written with the game, and a test opens every lesson.
    create.options = serde_json::from_str(lesson.options).unwrap_or_default();
    let bots = Some(lesson.bots);
    let deal = Deal::Lesson;
    let secret = Secret::of_lesson(kind.meta().key, lesson.number);
    Ok((secret, Some(Dealt { deal, bots })))
}

fn daily(
    kind: &'static dyn Kind,
    create: &mut Create,
    source: Option<(Secret, Day)>,
) -> Result<(Secret, Option<Dealt>), Refusal> {
    must_leave_options_out(create)?;
    must_be_without_help(create)?;
    let game = kind.meta().key;
    let Some(daily) = kind.daily() else {
        let why = format!("{} has no daily deal", kind.meta().name);
        return Err(Refusal::illegal("no_daily", why));
    };
    let Some((house, day)) = source else {
        let why = "the house cannot deal today's game now";
        return Err(Refusal::new(codes::UNAVAILABLE, why));
    };
    // Both are written with the game, and a test opens every daily deal.
    create.options = serde_json::from_str(daily.options).unwrap_or_default();
    let bots = Some(daily.bots);
    let deal = Deal::daily(day, game);
    // Whoever asks again is led back to the same table.
    create.command_id = Some(CommandId::of_deal(&deal));
    let secret = house.of_day(day, game);
    Ok((secret, Some(Dealt { deal, bots })))
}

fn duplicate(
    kind: &'static dyn Kind,
    create: &Create,
    sources: Sources,
) -> Result<(Secret, Option<Dealt>), Refusal> {
    must_be_without_help(create)?;
    // Options that are not possible are refused with every fault when the table is opened.
    if let Ok(game) = kind.start(&create.options) {
        let sides = game.scores().len();
        if sides != 2 {
            let why = "a duplicate is played by two sides";
            return Err(Refusal::illegal("not_two_sides", why));
        }
    }
    if kind.same_luck() {
        let name = kind.meta().name;
        let why = format!("in {name} everybody has the same luck anyway");
        return Err(Refusal::illegal("same_luck_anyway", why));
    }
    let deal = Deal::Duplicate {
        first: sources.code,
        second: sources.second,
    };
    let dealt = Dealt { deal, bots: None };
    Ok((sources.fresh, Some(dealt)))
}

/// What is the same for everybody is not for one to choose.
fn must_leave_options_out(create: &Create) -> Result<(), Refusal> {
    if create.options.is_null() {
        return Ok(());
    }
    Err(Refusal::illegal(
        "same_for_all",
        "this game has the same options for everybody: leave them out",
    ))
}

/// Where results are compared, nobody is helped.
fn must_be_without_help(create: &Create) -> Result<(), Refusal> {
    if create.table.hints {
        return Err(Refusal::illegal("hints_off", "this game gives no advice"));
    }
    if create.table.clock_seconds.is_some() {
        let why = "this game has no turn clock: a bot would move for whoever is late";
        return Err(Refusal::illegal("no_clock", why));
    }
    Ok(())
}

/// What a bot draws its choice from where everybody's bot must choose alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotLuck {
    pub(crate) key: Key,
    pub(crate) seat: Seat,
    /// How often this seat has moved before: others may move at the same time, and must not
    /// change what it draws.
    pub(crate) n_moves: u64,
}

impl BotLuck {
    /// The stream for this choice.
    pub fn stream(&self, purpose: &str) -> Rng {
        Rng::new(self.seed(purpose))
    }

    /// What that stream is made from.
    pub(crate) fn seed(&self, purpose: &str) -> [u8; 32] {
        let BotLuck { key, seat, n_moves } = self;
        key.seed(&format!("{purpose}/{seat}/{n_moves}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_written_and_read_by_its_name() {
        for name in [
            "lesson",
            "daily/2026-11-18/cribbage",
            "duplicate/VHG4SC/K7M3QX",
        ] {
            assert_eq!(name.parse::<Deal>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "lessons",
            "daily",
            "daily/2026-11-18",
            "daily/2026-11-31/cribbage",
            "daily/2026-11-18/",
            "daily/2026-11-18/a/b",
            "duplicate/VHG4SC",
            "duplicate/a/b",
        ] {
            assert!(name.parse::<Deal>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_day_closes_an_hour_after_it_ends() {
        let deal: Deal = "daily/2026-11-18/dice".parse().unwrap();
        let next = "2026-11-19".parse::<Day>().unwrap().begins();
        assert!(!deal.tells(next));
        assert!(!deal.tells(Millis(next.0 + 60 * 60 * 1_000 - 1)));
        assert!(deal.tells(Millis(next.0 + 60 * 60 * 1_000)));
        assert!(Deal::Lesson.tells(Millis(0)));
    }

    #[test]
    fn each_table_of_a_duplicate_knows_the_other() {
        let deal: Deal = "duplicate/VHG4SC/K7M3QX".parse().unwrap();
        let [one, two]: [GameCode; 2] = ["VHG4SC", "K7M3QX"].map(|code| code.parse().unwrap());
        assert_eq!(deal.twin(&one), Some(&two));
        assert_eq!(deal.twin(&two), Some(&one));
        assert_eq!(deal.twin(&"AAAAAA".parse().unwrap()), None);
        assert!(deal.is_second(&two) && !deal.is_second(&one));
    }
}
