//! The options of a table: the scoring, the contracts, and the rank of doubles in them.

use crate::bid::Bid;
use crate::contract::{Contract, FollowMeDoubles, NelloDoubles};
use crate::declaration::Declaration;
use crate::sides::SEATS;
use kernel::{Preset, Seat, SetupFault};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

/// The options of a table. The default is the tournament game: straight bids,
/// first to seven marks.
///
/// ```
/// use kernel::Game;
/// use texas42::{Options, Texas42};
///
/// let options: Options = serde_json::from_str(r#"{"mode": "points", "plunge": true, "target": 7}"#).unwrap();
/// let faults = Texas42::new(options).unwrap_err();
/// let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
/// assert_eq!(fields, ["target", "plunge"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The way in which the score is kept.
    pub mode: Mode,
    /// The score that wins: 1 to 7 marks, or 250 or 500 points. If empty, 7 marks or 250 points.
    pub target: Option<u16>,
    /// The least bid of the shaker if everyone passed.
    pub forced_bid: ForcedBid,
    /// Whether nello may be declared.
    pub nello: bool,
    /// The treatment of doubles in nello.
    pub nello_doubles: NelloDoubles,
    /// Whether a seat with four doubles may plunge.
    pub plunge: bool,
    /// Whether a seat with three doubles may splash.
    pub splash: bool,
    /// The number of marks of a splash: 2 or 3.
    pub splash_marks: SplashMarks,
    /// The seat that leads after a plunge or a splash.
    pub plunge_leader: PlungeLeader,
    /// Whether sevens may be declared.
    pub sevens: bool,
    /// The rank of doubles in follow me.
    pub follow_me_doubles: FollowMeDoubles,
    /// Whether a hand goes on to its seventh trick after it is decided.
    pub play_out: bool,
    /// The first shaker; if empty, luck decides.
    pub first_shaker: Option<Seat>,
}

/// The way in which the score is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A hand is worth the marks of its bid.
    #[default]
    Marks,
    /// A hand is worth the points that were taken or bid.
    Points,
}

/// The least bid of the shaker if everyone passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub enum ForcedBid {
    /// The shaker may pass, and the hand is thrown in.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// At least 30.
    #[serde(rename = "30")]
    Thirty,
    /// At least 31.
    #[serde(rename = "31")]
    ThirtyOne,
}

/// The number of marks of a splash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SplashMarks(#[schemars(range(min = 2, max = 3))] pub u8);

/// The seat that leads after a plunge or a splash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlungeLeader {
    /// The partner, who named trump.
    #[default]
    Partner,
    /// The bidder.
    Bidder,
}

impl Default for SplashMarks {
    fn default() -> SplashMarks {
        SplashMarks(2)
    }
}

impl Options {
    /// The tables that people know by name.
    pub fn presets() -> Vec<Preset<Options>> {
        let named = |name, options| Preset { name, options };
        vec![
            named("Tournament", Options::default()),
            named(
                "Texas family",
                Options {
                    forced_bid: ForcedBid::Thirty,
                    nello: true,
                    plunge: true,
                    splash: true,
                    sevens: true,
                    ..Options::default()
                },
            ),
            named(
                "Points to 250",
                Options {
                    mode: Mode::Points,
                    target: Some(250),
                    nello: true,
                    ..Options::default()
                },
            ),
        ]
    }

    /// The score that wins.
    pub fn target(&self) -> u16 {
        self.target.unwrap_or(match self.mode {
            Mode::Marks => 7,
            Mode::Points => 250,
        })
    }

    /// The least bid of the shaker if everyone passed. In the points game the shaker must always
    /// bid.
    pub const fn forced(&self) -> Option<u8> {
        match (self.forced_bid, self.mode) {
            (ForcedBid::ThirtyOne, _) => Some(31),
            (ForcedBid::Thirty, _) | (ForcedBid::Off, Mode::Points) => Some(30),
            (ForcedBid::Off, Mode::Marks) => None,
        }
    }

    /// Whether the winner of the auction may name this declaration with this bid.
    pub const fn allows(&self, bid: Bid, declaration: Declaration) -> bool {
        let straight_marks = matches!(bid, Bid::Marks(_));
        match declaration {
            Declaration::Trump(_) => true,
            Declaration::Nello => self.nello && straight_marks,
            Declaration::Sevens => self.sevens && straight_marks,
        }
    }

    /// The contract of this declaration at this table.
    pub const fn contract(&self, declaration: Declaration) -> Contract {
        declaration.contract(self.follow_me_doubles, self.nello_doubles)
    }

    /// Every fault of the options.
    pub(crate) fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let mut fault = |field, message: String| faults.push(SetupFault::new(field, message));
        match (self.mode, self.target()) {
            (Mode::Marks, 1..=7) | (Mode::Points, 250 | 500) => {}
            (Mode::Marks, target) => fault(
                "target",
                format!("the target must be 1 to 7 marks, not {target}"),
            ),
            (Mode::Points, target) => fault(
                "target",
                format!("the target must be 250 or 500 points, not {target}"),
            ),
        }
        for (field, chosen) in [("plunge", self.plunge), ("splash", self.splash)] {
            if chosen && self.mode == Mode::Points {
                fault(
                    field,
                    format!("the points game has no {field}: above 41 only 42, 84 and 168 are bid"),
                );
            }
        }
        if !matches!(self.splash_marks.0, 2 | 3) {
            fault(
                "splash_marks",
                format!(
                    "a splash must be for 2 or 3 marks, not {}",
                    self.splash_marks.0
                ),
            );
        }
        if let Some(seat) = self.first_shaker.filter(|seat| seat.0 >= SEATS) {
            fault(
                "first_shaker",
                format!("the seat must be 0 to 3, not {seat}"),
            );
        }
        faults
    }
}

/// Reads `"off"`, `30` and `31`; the numbers are also read as texts, which is how they are written.
impl<'de> Deserialize<'de> for ForcedBid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ForcedBid, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "the shaker's forced bid must be \"off\", 30 or 31"
        )]
        enum Form {
            Number(u8),
            Word(String),
        }
        let form = Form::deserialize(deserializer)?;
        match &form {
            Form::Number(30) => Ok(ForcedBid::Thirty),
            Form::Number(31) => Ok(ForcedBid::ThirtyOne),
            Form::Word(word) if word == "off" => Ok(ForcedBid::Off),
            Form::Word(word) if word == "30" => Ok(ForcedBid::Thirty),
            Form::Word(word) if word == "31" => Ok(ForcedBid::ThirtyOne),
            _ => Err(serde::de::Error::custom(
                "the shaker's forced bid must be \"off\", 30 or 31",
            )),
        }
    }
}
