//! Equal choices meet equal luck, whatever the others do.

use crate::{Action, DiceHands, Options, Run};
use kernel::{Game, Input, Key, Rng, Seat, Turn};

/// A table on which seats act by name, with luck drawn whenever it is due.
struct Race {
    game: DiceHands,
    key: Key,
    n_draws: u64,
}

impl Race {
    fn new(seats: u8, seed: u64) -> Race {
        let options = Options {
            seats,
            first_target: 1,
            ..Options::default()
        };
        let mut race = Race {
            game: DiceHands::new(options).unwrap(),
            key: Key::from_seed(seed),
            n_draws: 0,
        };
        race.draw();
        race
    }

    #[track_caller]
    fn act(&mut self, seat: u8, action: Action) {
        let seat = Seat(seat);
        self.take(&Input::Act { seat, action });
        self.draw();
    }

    fn draw(&mut self) {
        while self.game.turn() == Turn::Chance {
            let chance = self.game.draw(&self.key.draw(self.n_draws));
            self.n_draws += 1;
            self.take(&Input::Chance(chance));
        }
    }

    #[track_caller]
    fn take(&mut self, input: &Input<DiceHands>) {
        for event in self.game.decide(input).unwrap() {
            self.game.evolve(&event);
        }
    }

    fn run(&self, seat: u8) -> &Run {
        self.game.run(Seat(seat))
    }
}

fn reroll(dice: &[u8]) -> Action {
    Action::Reroll {
        dice: dice.to_vec(),
    }
}

/// Two seats that act alike are the same after every step.
#[test]
fn equal_choices_meet_equal_dice_and_shops() {
    let mut n_rounds = 0;
    for seed in 0..20 {
        let mut race = Race::new(2, seed);
        let mut choices = Rng::from_seed(seed);
        for step in 0..60 {
            if race.game.turn() == Turn::Over {
                break;
            }
            let actions = race.game.legal_actions(Seat(0));
            let choice = choices.choose(&actions).unwrap().clone();
            race.act(0, choice.clone());
            race.act(1, choice);
            assert_eq!(race.run(0), race.run(1), "seed {seed}, step {step}");
        }
        n_rounds += race.run(0).passed;
    }
    assert!(n_rounds >= 100, "only {n_rounds} rounds were compared");
}

/// Seat 0 meets the same luck whether it plays alone, first, last or among others.
#[test]
fn the_luck_of_a_seat_is_its_own() {
    for seed in 0..20 {
        let mine = [reroll(&[1, 2, 3]), reroll(&[2]), Action::ScoreDice];
        let mut alone = Race::new(1, seed);
        for choice in mine.clone() {
            alone.act(0, choice);
        }
        let mut race = Race::new(3, seed);
        race.act(2, reroll(&[0, 1, 2, 3, 4]));
        race.act(0, mine[0].clone());
        race.act(1, Action::ScoreDice);
        race.act(1, Action::LeaveShop);
        race.act(0, mine[1].clone());
        race.act(2, reroll(&[3]));
        race.act(0, mine[2].clone());
        assert_eq!(alone.run(0), race.run(0), "seed {seed}");
    }
}

/// The n-th roll of the k-th die is the same, whatever else was thrown before.
#[test]
fn a_die_has_its_own_luck() {
    for seed in 0..20 {
        let mut race = Race::new(2, seed);
        race.act(0, reroll(&[0]));
        race.act(0, reroll(&[4]));
        race.act(1, reroll(&[1, 4]));
        assert_eq!(race.run(0).dice[4], race.run(1).dice[4], "seed {seed}");
    }
}

/// The names of the streams are documented: anyone can check a die from the key.
#[test]
fn a_face_comes_from_its_named_stream() {
    let key = Key::from_seed(5);
    let mut race = Race::new(1, 5);
    race.act(0, reroll(&[3]));
    for die in 0..5 {
        let throw = if die == 3 { 2 } else { 1 };
        let face = key.stream(&format!("dice/1/{throw}/{die}/face")).die();
        assert_eq!(race.run(0).dice[die].face.face(), face, "die {die}");
    }
}
