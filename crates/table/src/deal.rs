//! Luck that several tables share.
//!
//! Nobody adds entropy to such luck, and bots draw their choices from the same key as the cards:
//! the same moves always lead to the same game. Such a table has one game and gives no advice,
//! except in a lesson. Nobody else may look at it while somebody may still play the same luck.
//!
//! The secret of a lesson is public. The secret of a [daily deal](Deal::Daily) is derived from one
//! value that the house keeps, and is revealed when the day is over. A [duplicate](Deal::Duplicate)
//! is two tables with one secret, which is revealed when both have ended.

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
use crate::refusal::{Refusal, codes, reasons};
use crate::settings::Millis;

/// The kind of shared luck that a command asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DealKind {
    /// The luck of the game's guided first game.
    Lesson,
    /// The luck of today, which everybody plays once.
    Daily,
    /// One luck for two tables, where the teams exchange their seats.
    Duplicate,
}

/// A shared luck. Its name replaces a table's code in the key of the game's luck, and is written
/// like this everywhere: `lesson`, `daily/2026-11-18/cribbage`, `duplicate/VHG4SC/K7M3QX`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub enum Deal {
    /// The luck of the game's guided first game, whose secret is public.
    Lesson,
    /// The luck of a day, for one game.
    Daily {
        /// The day.
        day: Day,
        /// The key of the game.
        game: String,
    },
    /// The luck of two tables. At the first one the first team has the even seats, at the second
    /// one the odd seats.
    Duplicate {
        /// The first table.
        first: GameCode,
        /// The second table.
        second: GameCode,
    },
}

/// The time after midnight in which a daily deal that was begun before it may be finished and still
/// counts.
const AFTER_MIDNIGHT: Duration = Duration::from_secs(60 * 60);

/// The level of the bots at both tables of a duplicate.
pub(crate) const DUPLICATE_BOTS: Level = Level::Hard;

impl Deal {
    /// The deal of a day.
    pub fn daily(day: Day, game: &str) -> Deal {
        let game = game.to_owned();
        Deal::Daily { day, game }
    }

    /// The time until which games of this day's deal count: an hour after midnight. Then its secret
    /// is revealed.
    pub fn closes(day: Day) -> Millis {
        day.next().begins().plus(AFTER_MIDNIGHT)
    }

    /// Whether its secret may be revealed at this time, judged by the time alone.
    pub fn tells(&self, at: Millis) -> bool {
        match self {
            Deal::Lesson => true,
            Deal::Daily { day, .. } => at >= Deal::closes(*day),
            Deal::Duplicate { .. } => false,
        }
    }

    /// Whether its games count in a player's history.
    pub(crate) fn is_remembered(&self) -> bool {
        *self != Deal::Lesson
    }

    /// The other table with this luck; `None` if there are no two, or this is neither of them.
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

/// The prefix of the name of a daily deal, and of the command that opens its table.
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

/// A table with shared luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The luck.
    pub deal: Deal,
    /// The level of the bots on all other chairs; `None` if people take them.
    pub bots: Option<Level>,
}

/// The sources of luck when a table is opened.
#[derive(Debug)]
pub struct Sources {
    /// 32 random bytes that nobody else knows.
    pub fresh: Secret,
    /// The house's value for its daily deals, and today; only if a daily deal is asked for.
    pub daily: Option<(Secret, Day)>,
    /// The code of the table.
    pub code: GameCode,
    /// The code of a second table, if the luck is for two.
    pub second: GameCode,
}

impl Dealt {
    /// Adapts a creation to its deal, and returns the secret of the table.
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
        return Err(Refusal::illegal(reasons::NO_LESSON, why));
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
        return Err(Refusal::illegal(reasons::NO_DAILY, why));
    };
    let Some((house, day)) = source else {
        let why = "the house cannot deal today's game now";
        return Err(Refusal::new(codes::UNAVAILABLE, why));
    };
    // Both are written with the game, and a test opens every daily deal.
    create.options = serde_json::from_str(daily.options).unwrap_or_default();
    let bots = Some(daily.bots);
    let deal = Deal::daily(day, game);
    // A second request leads back to the same table.
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
    // Impossible options are refused with every fault when the table is opened.
    if let Ok(game) = kind.start(&create.options) {
        let sides = game.scores().len();
        if sides != 2 {
            let why = "a duplicate is played by two sides";
            return Err(Refusal::illegal(reasons::NOT_TWO_SIDES, why));
        }
    }
    if kind.same_luck() {
        let name = kind.meta().name;
        let why = format!("in {name} everybody has the same luck anyway");
        return Err(Refusal::illegal(reasons::SAME_LUCK_ANYWAY, why));
    }
    let deal = Deal::Duplicate {
        first: sources.code,
        second: sources.second,
    };
    let dealt = Dealt { deal, bots: None };
    Ok((sources.fresh, Some(dealt)))
}

/// Options that are the same for everybody cannot be chosen.
fn must_leave_options_out(create: &Create) -> Result<(), Refusal> {
    if create.options.is_null() {
        return Ok(());
    }
    Err(Refusal::illegal(
        reasons::SAME_FOR_ALL,
        "this game has the same options for everybody: leave them out",
    ))
}

/// Results that are compared must come without help.
fn must_be_without_help(create: &Create) -> Result<(), Refusal> {
    if create.table.hints {
        return Err(Refusal::illegal(
            reasons::HINTS_OFF,
            "this game gives no advice",
        ));
    }
    if create.table.clock_seconds.is_some() {
        let why = "this game has no turn clock: a bot would move for whoever is late";
        return Err(Refusal::illegal(reasons::NO_CLOCK, why));
    }
    Ok(())
}

/// The source of a bot's choice, if everybody's bot must choose alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotLuck {
    pub(crate) key: Key,
    pub(crate) seat: Seat,
    /// The number of this seat's earlier moves: others may move at the same time, and must not
    /// change its draws.
    pub(crate) n_moves: u64,
}

impl BotLuck {
    /// The stream for this choice.
    pub fn stream(&self, purpose: &str) -> Rng {
        Rng::new(self.seed(purpose))
    }

    /// The seed of that stream.
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
