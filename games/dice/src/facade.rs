//! What dice hands bring to a house besides their rules.

use crate::bot;
use crate::request;
use crate::state::DiceHands;
use crate::wire;
use kernel::{Advise, AnyRecord, AnyRefusal, Bot, Facade, Imagine, Imagining, RecordError, Wire};

impl Facade for DiceHands {
    const WIRE: Wire<DiceHands> = wire::WIRE;
    const BOTS: &'static [Bot<DiceHands>] = bot::BOTS;
    const ADVISE: Option<Advise<DiceHands>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<DiceHands>> = Some(DiceHands::imagine);
    const RECORD: Option<fn(&str) -> Result<AnyRecord, RecordError>> =
        Some(AnyRecord::read::<DiceHands>);

    fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        request::score_json(request, answer)
    }
}
