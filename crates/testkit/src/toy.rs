//! A game whose answers are set by hand, for tests of the checks themselves.

use std::fmt;

use kernel::{
    BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Rng, Seat, SeatSet, SetupFault, Side,
    Turn, Viewer,
};

use crate::secrets::Secrets;

/// The answers of this game, the same for all callers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Toy {
    /// The view of every viewer.
    pub(crate) shown: u8,
    /// The part that no viewer may know.
    pub(crate) hidden: u8,
    /// The score of the one side.
    pub(crate) score: i32,
    /// The legal actions.
    pub(crate) legal: Vec<u8>,
    /// Whether luck is to be drawn. The others may be asked for a move as well, which no real game
    /// does.
    pub(crate) luck_is_due: bool,
    /// Whether the game is over.
    pub(crate) over: bool,
}

impl Toy {
    /// From here on events are said aloud.
    pub(crate) const ALOUD: u8 = 100;
}

/// It refuses nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct No;

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no")
    }
}

kernel::reason_words! {
    No {
        No => "no",
    }
}

impl Game for Toy {
    const META: Meta = Meta {
        key: "toy",
        name: "Toy",
        rules_version: 1,
        min_seats: 1,
        max_seats: 1,
    };
    type Options = u8;
    type Action = u8;
    type Chance = u8;
    type Event = u8;
    type View = u8;
    type Reason = No;

    fn new(_: u8) -> Result<Toy, Vec<SetupFault>> {
        Ok(Toy::default())
    }

    fn presets() -> Vec<Preset<u8>> {
        Vec::new()
    }

    fn n_seats(&self) -> u8 {
        1
    }

    fn turn(&self) -> Turn {
        match (self.over, self.luck_is_due) {
            (true, _) => Turn::Over,
            (_, true) => Turn::Chance,
            _ => Turn::Seats(SeatSet::only(Seat(0))),
        }
    }

    fn awaited(&self, _: Viewer) -> SeatSet {
        SeatSet::only(Seat(0))
    }

    fn legal_actions(&self, _: Seat) -> Vec<u8> {
        self.legal.clone()
    }

    fn draw(&self, _: &Luck) -> u8 {
        0
    }

    fn act(&self, _: Seat, action: &u8, draft: &mut Draft<Toy>) -> Result<(), No> {
        draft.emit(*action);
        Ok(())
    }

    fn luck(&self, chance: &u8, draft: &mut Draft<Toy>) -> Result<(), ImpossibleDraw> {
        draft.emit(*chance);
        Ok(())
    }

    fn evolve(&mut self, event: &u8) {
        self.shown = *event;
    }

    fn view(&self, _: Viewer) -> u8 {
        self.shown
    }

    fn redact(event: &u8, _: Viewer) -> Option<u8> {
        Some(*event)
    }

    fn scores(&self) -> BySide<i32> {
        BySide::splat(1, self.score)
    }

    fn awards(&self, _: &u8) -> Vec<(Side, i32)> {
        Vec::new()
    }

    fn winners(&self) -> Vec<Side> {
        Vec::new()
    }

    fn rematch(&self) -> Option<u8> {
        None
    }
}

impl Secrets for Toy {
    fn swap_hidden(&mut self, _: Viewer, rng: &mut Rng) {
        self.hidden = rng.below(100) as u8;
    }

    fn is_said_aloud(event: &u8) -> bool {
        *event >= Toy::ALOUD
    }
}
