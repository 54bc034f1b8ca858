//! The things that Texas 42 brings to a house besides its rules.

use crate::bot;
use crate::drill;
use crate::measures;
use crate::request;
use crate::state::Texas42;
use crate::version_1;
use crate::wire;
use kernel::drill::Drill;
use kernel::{
    Adviser, Bot, Daily, Facade, Imagine, Imagining, Lesson, Measure, Records, ScoreJson,
    StepReader, Summon, Watch, Wire,
};

impl Facade for Texas42 {
    const WIRE: Wire<Texas42> = wire::WIRE;
    const BOTS: &'static [Bot<Texas42>] = bot::BOTS;
    const RATINGS: &'static str = include_str!("../bot/ratings.txt");
    const ADVISE: Option<Adviser<Texas42>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<Texas42>> = Some(Texas42::imagine);
    const WITNESS: Option<Summon<Texas42>> = Some(|| Box::new(bot::ContractsMade));
    const MEASURES: &'static [Measure] = measures::MEASURES;
    const WATCH: Option<Watch<Texas42>> = Some(measures::watch);
    const DRILLS: &'static [&'static dyn Drill] = drill::DRILLS;
    const RECORDS: Records<Texas42> = Records::in_notation();
    const VERSION_1: Option<StepReader<Texas42>> = Some(version_1::read);
    const SCORER: Option<ScoreJson> = Some(request::score_json);
    const LESSON: Option<Lesson> = Some(Lesson {
        // An opponent bids 30, and a bid of 31 is made in five tricks, one of them lost.
        number: 872,
        options: r#"{"target": 1, "first_shaker": 0}"#,
        // Its choices do not depend on luck.
        bots: kernel::Level::Medium,
    });
    const DAILY: Option<Daily> = Some(Daily {
        options: r#"{"target": 3, "forced_bid": "30"}"#,
        bots: kernel::Level::Hard,
    });
}
