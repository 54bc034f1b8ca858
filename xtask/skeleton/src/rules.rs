//! The rules: which inputs are allowed, and which events follow.

use kernel::{
    BySeat, BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Seat, SeatSet, SetupFault,
    Side, Turn, Veiled, Viewer,
};

use crate::options::Options;
use crate::score;
use crate::state::{Action, Event, NewGame};
use crate::view::{self, View};

/// The most that a seat may stake.
pub(crate) const MOST_CHIPS: u8 = 3;

/// The reasons why the rules forbid an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The stake is nothing, or too much.
    #[error("you must stake 1 to {MOST_CHIPS} chips")]
    OutOfBounds,
}

kernel::reason_words! {
    Illegal {
        Illegal::OutOfBounds => "out_of_bounds",
    }
}

impl Game for NewGame {
    const META: Meta = Meta {
        key: "newgame",
        name: "New Game",
        rules_version: 1,
        min_seats: 2,
        max_seats: 4,
    };

    type Options = Options;
    type Action = Action;
    type Chance = BySeat<u8>;
    type Event = Event;
    type View = View;
    type Reason = Illegal;

    fn new(options: Options) -> Result<NewGame, Vec<SetupFault>> {
        let faults = options.faults();
        if faults.is_empty() {
            Ok(NewGame::new(options))
        } else {
            Err(faults)
        }
    }

    fn presets() -> Vec<Preset<Options>> {
        Options::presets()
    }

    fn n_seats(&self) -> u8 {
        self.options.seats
    }

    fn turn(&self) -> Turn {
        if !self.winners().is_empty() {
            return Turn::Over;
        }
        let to_stake = Seat::all(self.n_seats())
            .filter(|&seat| self.dice[seat].is_some() && self.stakes[seat].is_none());
        let to_stake: SeatSet = to_stake.collect();
        if to_stake.is_empty() {
            Turn::Chance
        } else {
            Turn::Seats(to_stake)
        }
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.turn().seats().contains(seat) {
            (1..=MOST_CHIPS).map(Action::Stake).collect()
        } else {
            Vec::new()
        }
    }

    fn draw(&self, luck: &Luck) -> BySeat<u8> {
        let mut rng = luck.rng();
        BySeat::from_fn(self.n_seats(), |_| rng.die())
    }

    fn act(&self, seat: Seat, action: &Action, draft: &mut Draft<NewGame>) -> Result<(), Illegal> {
        let Action::Stake(chips) = *action;
        if !(1..=MOST_CHIPS).contains(&chips) {
            return Err(Illegal::OutOfBounds);
        }
        let chips = Veiled::Known(chips);
        draft.emit(Event::Staked { seat, chips });
        show(draft);
        Ok(())
    }

    fn luck(&self, dice: &BySeat<u8>, draft: &mut Draft<NewGame>) -> Result<(), ImpossibleDraw> {
        let is_thrown = dice.values().all(|die| (1..=6).contains(die));
        if dice.len() != usize::from(self.n_seats()) || !is_thrown {
            return Err(ImpossibleDraw);
        }
        let dice = dice.map(|_, &die| Veiled::Known(die));
        draft.emit(Event::Thrown { dice });
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        self.apply(event);
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::redact(event, viewer))
    }

    fn scores(&self) -> BySide<i32> {
        self.scores.clone()
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        score::awards(event)
    }

    fn winners(&self) -> Vec<Side> {
        let target = i32::from(self.options.target);
        let won = self.scores.iter().filter(|&(_, &score)| score >= target);
        won.map(|(side, _)| side).collect()
    }

    fn rematch(&self) -> Option<Options> {
        (self.turn() == Turn::Over).then_some(self.options)
    }
}

/// Shows and counts everything once the last seat has staked.
fn show(draft: &mut Draft<NewGame>) {
    let all =
        |hidden: &BySeat<Option<u8>>| -> Option<Vec<u8>> { hidden.values().copied().collect() };
    let game = draft.game();
    if let (Some(dice), Some(stakes)) = (all(&game.dice), all(&game.stakes)) {
        let (dice, stakes) = (BySeat::from(dice), BySeat::from(stakes));
        let best = score::highest(&dice);
        let tally = best.map_or_else(Default::default, |_| score::tally(&stakes));
        draft.emit(Event::Shown {
            dice,
            stakes,
            best,
            tally,
        });
    }
}
