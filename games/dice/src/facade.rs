//! What dice hands bring to a house besides their rules.

use crate::bot;
use crate::request;
use crate::state::DiceHands;
use crate::wire;
use kernel::{Advise, AnyRefusal, Bot, Facade, Imagine, Imagining, Wire};

impl Facade for DiceHands {
    const WIRE: Wire<DiceHands> = wire::WIRE;
    const BOTS: &'static [Bot<DiceHands>] = bot::BOTS;
    const ADVISE: Option<Advise<DiceHands>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<DiceHands>> = Some(DiceHands::imagine);

    fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        request::score_json(request, answer)
    }
}
