//! Blind dice: a game whose every secret is a small number.
//!
//! Each round luck throws a die for every seat, which only that seat sees. All seats stake one to
//! three chips, secretly and in any order. After the last stake everything is shown, and the
//! highest die scores all staked chips; equal dice score nothing. The first seat to reach the
//! target wins, and no score goes beyond it.
//!
//! A face, a stake, a seat and a score can all be a 3; therefore a search for a text cannot find a
//! secret.

use std::fmt;

use kernel::{
    BySeat, BySide, Draft, Facade, Game, Imagine, ImpossibleDraw, Luck, Meta, Preset, Rng, Seat,
    SeatSet, SetupFault, Side, Turn, Veiled, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use testkit::Secrets;

const TARGET: i32 = 12;
const MOST_CHIPS: u8 = 3;

/// The options of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// The number of seats, two to four.
    seats: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { seats: 2 }
    }
}

/// The number of staked chips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stake(u8);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    /// Every seat's die was thrown.
    Thrown(BySeat<Veiled<u8>>),
    /// A seat staked.
    Staked { seat: Seat, chips: Veiled<u8> },
    /// Everything was shown, and the seat with the highest die scored, if there is one.
    Shown {
        dice: BySeat<u8>,
        chips: BySeat<u8>,
        best: Option<Seat>,
    },
}

/// A stake must be one to three chips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutOfBounds;

impl fmt::Display for OutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stake 1 to {MOST_CHIPS} chips")
    }
}

kernel::reason_words!(OutOfBounds {
    OutOfBounds => "out_of_bounds",
});

/// A game under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlindDice {
    options: Options,
    scores: BySide<i32>,
    dice: BySeat<Option<u8>>,
    chips: BySeat<Option<u8>>,
}

/// The game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    options: Options,
    scores: BySide<i32>,
    dice: BySeat<Option<Veiled<u8>>>,
    chips: BySeat<Option<Veiled<u8>>>,
}

impl Game for BlindDice {
    const META: Meta = Meta {
        key: "blind_dice",
        name: "Blind Dice",
        rules_version: 1,
        min_seats: 2,
        max_seats: 4,
    };
    type Options = Options;
    type Action = Stake;
    type Chance = BySeat<u8>;
    type Event = Event;
    type View = View;
    type Reason = OutOfBounds;

    fn new(options: Options) -> Result<Self, Vec<SetupFault>> {
        if !(2..=4).contains(&options.seats) {
            return Err(vec![SetupFault::new(
                "seats",
                "there must be two to four seats",
            )]);
        }
        Ok(BlindDice {
            options,
            scores: BySide::splat(options.seats, 0),
            dice: BySeat::splat(options.seats, None),
            chips: BySeat::splat(options.seats, None),
        })
    }

    fn presets() -> Vec<Preset<Options>> {
        let preset = |name, seats| Preset {
            name,
            options: Options { seats },
        };
        vec![preset("two", 2), preset("three", 3)]
    }

    fn n_seats(&self) -> u8 {
        self.options.seats
    }

    fn turn(&self) -> Turn {
        if !self.winners().is_empty() {
            return Turn::Over;
        }
        let to_stake = Seat::all(self.n_seats())
            .filter(|&seat| self.dice[seat].is_some() && self.chips[seat].is_none());
        let to_stake: SeatSet = to_stake.collect();
        if to_stake.is_empty() {
            Turn::Chance
        } else {
            Turn::Seats(to_stake)
        }
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Stake> {
        if self.turn().seats().contains(seat) {
            (1..=MOST_CHIPS).map(Stake).collect()
        } else {
            Vec::new()
        }
    }

    fn draw(&self, luck: &Luck) -> BySeat<u8> {
        let mut rng = luck.rng();
        BySeat::from_fn(self.n_seats(), |_| rng.die())
    }

    fn act(&self, seat: Seat, action: &Stake, draft: &mut Draft<Self>) -> Result<(), OutOfBounds> {
        let Stake(chips) = *action;
        if !(1..=MOST_CHIPS).contains(&chips) {
            return Err(OutOfBounds);
        }
        stake(seat, chips, draft);
        Ok(())
    }

    fn luck(&self, dice: &BySeat<u8>, draft: &mut Draft<Self>) -> Result<(), ImpossibleDraw> {
        if !self.can_be_thrown(dice) {
            return Err(ImpossibleDraw);
        }
        draft.emit(Event::Thrown(dice.map(|_, &die| Veiled::Known(die))));
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Thrown(dice) => self.dice = dice.map(|_, die| die.known().copied()),
            Event::Staked { seat, chips } => self.chips[*seat] = chips.known().copied(),
            Event::Shown { .. } => {
                for (side, points) in self.awards(event) {
                    self.scores[side] = (self.scores[side] + points).min(TARGET);
                }
                self.dice = self.dice.map(|_, _| None);
                self.chips = self.chips.map(|_, _| None);
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let veiled = |hidden: &BySeat<Option<u8>>| {
            hidden.map(|seat, n| n.map(|n| Veiled::Known(n).to(viewer, seat)))
        };
        View {
            options: self.options,
            scores: self.scores.clone(),
            dice: veiled(&self.dice),
            chips: veiled(&self.chips),
        }
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Thrown(dice) => Event::Thrown(dice.map(|seat, die| die.to(viewer, seat))),
            Event::Staked { seat, chips } => Event::Staked {
                seat: *seat,
                chips: chips.to(viewer, *seat),
            },
            Event::Shown { .. } => event.clone(),
        })
    }

    fn scores(&self) -> BySide<i32> {
        self.scores.clone()
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        match event {
            Event::Shown {
                chips,
                best: Some(seat),
                ..
            } => {
                let staked = chips.values().map(|&chips| i32::from(chips));
                vec![(self.side(*seat), staked.sum())]
            }
            _ => Vec::new(),
        }
    }

    fn winners(&self) -> Vec<Side> {
        let won = self.scores.iter().filter(|&(_, &score)| score >= TARGET);
        won.map(|(side, _)| side).collect()
    }

    fn rematch(&self) -> Option<Options> {
        (self.turn() == Turn::Over).then_some(self.options)
    }
}

impl BlindDice {
    fn can_be_thrown(&self, dice: &BySeat<u8>) -> bool {
        dice.len() == usize::from(self.n_seats()) && dice.values().all(|die| (1..=6).contains(die))
    }
}

/// The seat stakes; after the last stake everything is shown.
fn stake(seat: Seat, chips: u8, draft: &mut Draft<BlindDice>) {
    draft.emit(Event::Staked {
        seat,
        chips: Veiled::Known(chips),
    });
    let all = |hidden: &BySeat<Option<u8>>| hidden.values().copied().collect();
    let dice: Option<Vec<u8>> = all(&draft.game().dice);
    let chips: Option<Vec<u8>> = all(&draft.game().chips);
    if let (Some(dice), Some(chips)) = (dice, chips) {
        let dice = BySeat::from(dice);
        let best = highest(&dice);
        let chips = BySeat::from(chips);
        draft.emit(Event::Shown { dice, chips, best });
    }
}

/// The seat with the highest die, unless it is shared.
fn highest(dice: &BySeat<u8>) -> Option<Seat> {
    let highest = dice.values().max();
    let mut best = dice.iter().filter(|&(_, die)| Some(die) == highest);
    match (best.next(), best.next()) {
        (Some((seat, _)), None) => Some(seat),
        _ => None,
    }
}

impl Facade for BlindDice {}

impl Imagine for BlindDice {
    fn imagine(view: &View, _: Viewer, rng: &mut Rng) -> Self {
        let mut unveil = |veiled: &BySeat<Option<Veiled<u8>>>, most: u8| {
            veiled.map(|_, n| {
                n.map(|n| match n {
                    Veiled::Known(n) => n,
                    Veiled::Hidden => rng.below(most.into()) as u8 + 1,
                })
            })
        };
        BlindDice {
            options: view.options,
            scores: view.scores.clone(),
            dice: unveil(&view.dice, 6),
            chips: unveil(&view.chips, MOST_CHIPS),
        }
    }
}

impl Secrets for BlindDice {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        for seat in Seat::all(self.n_seats()).filter(|&seat| !viewer.is(seat)) {
            let mut swap = |hidden: &mut Option<u8>, most: u32| {
                *hidden = hidden.map(|_| rng.below(most) as u8 + 1);
            };
            swap(&mut self.dice[seat], 6);
            swap(&mut self.chips[seat], MOST_CHIPS.into());
        }
    }
}
