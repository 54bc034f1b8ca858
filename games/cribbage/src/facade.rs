//! The things that cribbage brings to a house besides its rules.

use kernel::drill::Drill;
use kernel::{
    Adviser, AnyRefusal, Bot, Daily, Facade, Imagine, Imagining, Lesson, Measure, Records, Rng,
    ScoreJson, StepReader, Summon, Watch, Wire,
};
use serde_json::Value;

use crate::bot;
use crate::drill;
use crate::measures;
use crate::request;
use crate::state::Cribbage;
use crate::version_1;
use crate::wire;

impl Facade for Cribbage {
    const WIRE: Wire<Cribbage> = wire::WIRE;
    const BOTS: &'static [Bot<Cribbage>] = bot::BOTS;
    const RATINGS: &'static str = include_str!("../bot/ratings.txt");
    const ADVISE: Option<Adviser<Cribbage>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<Cribbage>> = Some(Cribbage::imagine);
    const WITNESS: Option<Summon<Cribbage>> = Some(bot::DealFigures::summon);
    const MEASURES: &'static [Measure] = measures::MEASURES;
    const WATCH: Option<Watch<Cribbage>> = Some(measures::watch);
    const DRILLS: &'static [&'static dyn Drill] = drill::DRILLS;
    const RECORDS: Records<Cribbage> = Records::in_notation();
    const VERSION_1: Option<StepReader<Cribbage>> = Some(version_1::read);
    const SCORER: Option<ScoreJson> = Some(request::score_json);
    const LESSON: Option<Lesson> = Some(Lesson {
        // One deal with runs, a go, a thirty-one and a fifteen, which the crib wins.
        number: 3430,
        options: r#"{"target": 61, "first_dealer": 0, "head_start": [34, 50]}"#,
        // Its choices do not depend on luck.
        bots: kernel::Level::Hard,
    });
    const DAILY: Option<Daily> = Some(Daily {
        options: r#"{"target": 61}"#,
        bots: kernel::Level::Expert,
    });

    fn ask_json(bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal> {
        let answer = bot::request(bot, request, rng)?;
        Ok(serde_json::json!(answer))
    }
}
