//! The game checked against its contract, its rulings and its playthroughs.

mod bots;
mod equal_luck;
mod pass_rates;
mod prose;
mod records;
mod request;
mod rulings;
mod runs;
mod targets;
mod unseen;
mod version_1;

use kernel::{Game, Key, Rng, Seat, Viewer};
use pieces::Die;
use testkit::Secrets;

use crate::score::{HandKind, MAX_LEVEL};
use crate::throw::RunDie;
use crate::{DiceHands, DieKind, Event, Item, Items, Options, Run, RunStage};

const PLAYTHROUGHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");

#[test]
fn conforms() {
    let seen = testkit::conforms::<DiceHands>();
    assert!(seen.games >= Options::presets().len(), "{seen:?}");
}

/// The presets go up to four seats; a full table is no different.
#[test]
fn six_seats_conform() {
    let options = Options {
        seats: 6,
        win_round: 2,
        ..Options::default()
    };
    assert_eq!(testkit::conforms_with::<DiceHands>(options, 2).games, 2);
}

#[test]
fn keeps_secrets() {
    let seen = testkit::keeps_secrets::<DiceHands>();
    assert!(seen.differed > seen.hiding / 2, "{seen:?}");
}

#[test]
fn planted_flaws_are_found() {
    testkit::finds_planted_flaws::<DiceHands>();
}

#[test]
fn playthroughs_replay() {
    assert!(testkit::playthroughs::<DiceHands>(PLAYTHROUGHS) >= 8);
}

impl Secrets for DiceHands {
    /// Gives rivals another run while theirs differs from what everybody last saw.
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        for seat in Seat::all(self.n_seats()).filter(|&seat| !viewer.is(seat)) {
            if self.runs[seat] != self.shown[seat] {
                self.paths[seat].clear();
                self.runs[seat] = other_run(self, seat, rng);
            }
        }
    }

    fn opens(event: &Event) -> bool {
        *event == Event::RoundEnded
    }
}

/// Another run of a seat. Its public part stays the same: whether it waits for luck, and whether it
/// has scored.
fn other_run(game: &DiceHands, seat: Seat, rng: &mut Rng) -> Run {
    let (table, shown) = (&game.table, &game.shown[seat]);
    let mut run = game.runs[seat].clone();
    if rng.below(2) == 0 {
        run.dice.push(RunDie::new(DieKind::Normal));
    }
    for die in &mut run.dice {
        let faces = Die::ALL.into_iter().filter(|&face| die.kind.has(face));
        let faces: Vec<Die> = faces.collect();
        die.face = *rng.choose(&faces).unwrap_or(&die.face);
        die.throws = rng.below(4) as u8;
        die.locked = rng.below(2) == 0;
    }
    run.rerolls = rng.below(4) as u8;
    run.insured = rng.below(2) == 0;
    run.cash = rng.below(100).into();
    run.items = Items::default();
    for item in Item::ALL.into_iter().filter(|_| rng.below(2) == 0) {
        run.items.insert(item);
    }
    for hand in HandKind::ALL {
        let level = rng.below(u32::from(MAX_LEVEL) + 1) as u8;
        run.levels.set(hand, level).expect("a level");
    }
    if let RunStage::Throwing(dice) = &mut run.stage {
        dice.retain(|_| rng.below(2) == 0);
    } else if table.finished.contains(seat) {
        if !table.awaits_luck(&run) {
            let stages = [RunStage::Out, RunStage::Shopping, RunStage::Waiting];
            run.stage = rng.choose(&stages).expect("there are stages").clone();
        }
        let points = rng.below(500) as i32;
        run.scored = Some(points);
        run.total = shown.total + points;
        run.passed = shown.passed + u32::from(!run.is_out());
        let customer = run.customer(table.options.rules);
        let key = Key::from_seed(rng.below(99).into());
        let goods = customer.draw(table.round.number, &key.draw(0));
        run.shop = Some(customer.open(&goods)).filter(|_| !run.is_out());
    }
    run
}
