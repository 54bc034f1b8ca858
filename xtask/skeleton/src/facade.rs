//! The parts of New Game besides its rules.

use kernel::{Adviser, Bot, Facade, Imagine, Imagining, Wire};

use crate::bot;
use crate::state::NewGame;

impl Facade for NewGame {
    const WIRE: Wire<NewGame> = Wire::described();
    const BOTS: &'static [Bot<NewGame>] = bot::BOTS;
    const ADVISE: Option<Adviser<NewGame>> = Some(bot::advise);
    const IMAGINE: Option<Imagining<NewGame>> = Some(NewGame::imagine);
}
