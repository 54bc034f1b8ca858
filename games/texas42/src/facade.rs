//! What Texas 42 brings to a house besides its rules.

use crate::bot;
use crate::drill;
use crate::measures;
use crate::request::score;
use crate::state::Texas42;
use crate::version_1;
use crate::wire;
use kernel::drill::Drill;
use kernel::{
    Advise, AnyRecord, AnyRefusal, Bot, Daily, Facade, Imagine, Imagining, Lesson, Measure,
    ReadRecord, Reader, Summon, Watch, Wire,
};

impl Facade for Texas42 {
    const WIRE: Wire<Texas42> = wire::WIRE;
    const BOTS: &'static [Bot<Texas42>] = bot::BOTS;
    const ADVISE: Option<Advise<Texas42>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<Texas42>> = Some(Texas42::imagine);
    const WITNESS: Option<Summon<Texas42>> = Some(|| Box::new(bot::Contracts));
    const MEASURES: &'static [Measure] = measures::MEASURES;
    const WATCH: Option<Watch<Texas42>> = Some(measures::watch);
    const DRILLS: &'static [&'static dyn Drill] = drill::DRILLS;
    const RECORD: Option<ReadRecord> = Some(AnyRecord::read::<Texas42>);
    const VERSION_1: Option<Reader<Texas42>> = Some(version_1::read);
    const LESSON: Option<Lesson> = Some(Lesson {
        // An opponent bids 30, and a bid of 31 is made in five tricks, one of them lost.
        number: 872,
        options: r#"{"target": 1, "first_shaker": 0}"#,
        // Its choices do not depend on luck.
        bot: "medium",
    });
    const DAILY: Option<Daily> = Some(Daily {
        options: r#"{"target": 3, "forced_bid": "30"}"#,
        bot: "hard",
    });

    fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        score::score_json(request, answer)
    }
}
