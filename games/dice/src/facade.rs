//! The things that dice hands bring to a house besides their rules.

use crate::bot;
use crate::drill;
use crate::measures;
use crate::request;
use crate::state::DiceHands;
use crate::version_1;
use crate::wire;
use kernel::drill::Drill;
use kernel::{
    Adviser, Bot, Daily, Facade, Imagine, Imagining, Lesson, Measure, Records, ScoreJson,
    StepReader, Watch, Wire,
};

impl Facade for DiceHands {
    const WIRE: Wire<DiceHands> = wire::WIRE;
    const BOTS: &'static [Bot<DiceHands>] = bot::BOTS;
    const RATINGS: &'static str = include_str!("../bot/ratings.txt");
    const ADVISE: Option<Adviser<DiceHands>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<DiceHands>> = Some(DiceHands::imagine);
    const MEASURES: &'static [Measure] = measures::MEASURES;
    const WATCH: Option<Watch<DiceHands>> = Some(measures::watch);
    const DRILLS: &'static [&'static dyn Drill] = drill::DRILLS;
    const RECORDS: Records<DiceHands> = Records::in_notation();
    const VERSION_1: Option<StepReader<DiceHands>> = Some(version_1::read);
    const SCORER: Option<ScoreJson> = Some(request::score_json);
    const LESSON: Option<Lesson> = Some(Lesson {
        // A pair that becomes three of a kind and then a full house, and pays one more die.
        number: 3805,
        options: r#"{"win_round": 2}"#,
        bots: kernel::Level::Easy,
    });
    const DAILY: Option<Daily> = Some(Daily {
        options: r#"{"seats": 2, "win_round": 4}"#,
        // It looks only at its own dice, and therefore the order of throwing does not matter.
        bots: kernel::Level::Hard,
    });
    const SAME_LUCK: bool = true;
}
