//! The messages to rivals in a race, and their conclusions from the shared luck.

use crate::{Action, DiceHands, DieKind, Event, Options, Phase, Run, RunStage, RunStep};
use kernel::{Game, Imagine, Input, Key, Rng, Seat, SeatSet, Turn, Viewer};
use std::collections::BTreeSet;
use testkit::Secrets;

/// An easy race, with enough money to buy different dice.
fn race(seats: u8, first_target: u16) -> Options {
    Options {
        seats,
        dice: 6,
        cash: 300,
        first_target,
        win_round: 6,
        ..Options::default()
    }
}

/// Random play of a whole race; visits every state in which somebody must act.
fn play(options: Options, seed: u64, mut look: impl FnMut(&DiceHands, &mut Rng)) {
    let (key, mut rng) = (Key::from_seed(seed), Rng::from_seed(seed));
    let mut game = DiceHands::new(options).unwrap();
    for n in 0..2_000 {
        let input = match game.turn() {
            Turn::Over => return,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(seats) => {
                look(&game, &mut rng);
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = *rng.choose(&seats).unwrap();
                let action = rng.choose(&game.legal_actions(seat)).unwrap().clone();
                Input::Act { seat, action }
            }
        };
        take(&mut game, &input);
    }
}

fn take(game: &mut DiceHands, input: &Input<DiceHands>) -> Vec<Event> {
    let events = game.decide(input).unwrap();
    for event in &events {
        game.evolve(event);
    }
    events
}

/// The first throw of a run's round: the kinds as they were thrown, and how they lie.
fn first_throw(start: &Run, path: &[RunStep]) -> Option<Vec<(DieKind, u8)>> {
    let landed = path.iter().find_map(|step| match step {
        RunStep::Rolled { landed } => Some(landed),
        _ => None,
    })?;
    let dice = start.dice.iter().zip(landed);
    Some(
        dice.map(|(die, landed)| (die.kind, landed.face.face()))
            .collect(),
    )
}

fn n_faces(kind: DieKind) -> usize {
    let faces = pieces::Die::ALL.into_iter();
    faces.filter(|&face| kind.has(face)).count()
}

/// A viewer who saw its own die fall knows how a rival's falls: any kind, if its own has six faces,
/// and one with three faces if it has three.
#[test]
fn an_imagined_rival_threw_what_shared_luck_says() {
    let (mut determined, mut free, mut strange) = (0, 0, 0);
    for seed in 0..12 {
        play(race(3, 1), seed, |game, rng| {
            let boss = game.table().round.boss;
            let seats = || Seat::all(game.n_seats());
            let throws =
                |world: &DiceHands, seat: Seat| first_throw(&game.shown[seat], &world.paths[seat]);
            for viewer in seats() {
                let Some(own) = throws(game, viewer) else {
                    continue;
                };
                let seen = Viewer::Seat(viewer);
                let world = DiceHands::imagine(&game.view(seen), seen, rng);
                for rival in seats().filter(|&seat| seat != viewer) {
                    let (truth, imagined) = (throws(game, rival), throws(&world, rival));
                    let Some((truth, imagined)) = truth.zip(imagined) else {
                        assert!(game.run(rival).is_out());
                        continue;
                    };
                    for ((mine, theirs), imagined) in own.iter().zip(&truth).zip(&imagined) {
                        let (mine, kind) = (mine.0.under(boss), theirs.0.under(boss));
                        let echo = [mine, kind].contains(&DieKind::Echo);
                        if !echo && n_faces(mine) >= n_faces(kind) {
                            assert_eq!(theirs, imagined, "{mine:?} {kind:?}");
                            determined += 1;
                            strange += u32::from(mine != kind);
                        } else {
                            free += u32::from(theirs != imagined);
                        }
                    }
                }
            }
        });
    }
    assert!(
        determined > 10_000 && strange > 300 && free > 100,
        "{determined} {strange} {free}"
    );
}

/// If the rivals had no choice, only one world is possible: a rival who has thrown once, and the
/// shop of a rival with the same possessions.
#[test]
fn a_rival_who_did_the_same_is_imagined_as_it_is() {
    for seed in 0..30 {
        let key = Key::from_seed(seed);
        let mut game = DiceHands::new(race(2, 1)).unwrap();
        let mut n = 0;
        let mut act = |game: &mut DiceHands, act: Option<(u8, Action)>| {
            if let Some((seat, action)) = act {
                let seat = Seat(seat);
                take(game, &Input::Act { seat, action });
            }
            while game.turn() == Turn::Chance {
                n += 1;
                let chance = game.draw(&key.draw(n));
                take(game, &Input::Chance(chance));
            }
        };
        act(&mut game, None);
        let mut rng = Rng::from_seed(seed);
        let viewer = Viewer::Seat(Seat(0));
        let imagine =
            |game: &DiceHands, rng: &mut Rng| DiceHands::imagine(&game.view(viewer), viewer, rng);
        assert_eq!(imagine(&game, &mut rng), game);
        act(&mut game, Some((0, Action::ScoreDice)));
        act(&mut game, Some((1, Action::ScoreDice)));
        assert_eq!(game.run(Seat(1)).stage, RunStage::Shopping);
        let world = imagine(&game, &mut rng);
        let shop = |game: &DiceHands| {
            let shop = game.run(Seat(1)).shop.clone().unwrap();
            shop.offers
                .iter()
                .map(|offer| offer.good)
                .collect::<Vec<_>>()
        };
        assert_eq!(shop(&world), shop(&game), "seed {seed}");
        assert_eq!(world.run(Seat(1)).total, game.run(Seat(1)).total);
    }
}

/// The check of secrets swaps everything that a run holds, and nobody else's.
#[test]
fn all_that_is_hidden_of_a_rival_is_swapped() {
    let viewer = Seat(0);
    let fields = |game: &DiceHands| {
        let run = serde_json::to_value(game.run(Seat(1))).unwrap();
        run.as_object().unwrap().clone()
    };
    let (mut all, mut swapped) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..3 {
        play(race(2, 60), seed, |game, rng| {
            let mut other = game.clone();
            other.swap_hidden(Viewer::Seat(viewer), rng);
            assert_eq!(other.run(viewer), game.run(viewer));
            let (was, is) = (fields(game), fields(&other));
            let others = is
                .into_iter()
                .filter(|(name, value)| was.get(name) != Some(value));
            swapped.extend(others.map(|(name, _)| name));
            all.extend(was.into_iter().map(|(name, _)| name));
        });
    }
    assert_eq!(swapped, all);
}

/// Unknown facts are drawn: rerolled dice, and purchases.
#[test]
fn imagined_worlds_look_alike_and_differ_in_what_is_hidden() {
    let (mut worlds, mut differ, mut passed, mut failed) = (0, 0, 0, 0);
    for seed in 0..8 {
        play(race(3, 60), seed, |game, rng| {
            for viewer in Viewer::all(game.n_seats()) {
                let view = game.view(viewer);
                let world = DiceHands::imagine(&view, viewer, rng);
                assert_eq!(world.view(viewer), view);
                assert_eq!(world.awaited(viewer), game.awaited(viewer));
                assert_ne!(world.turn(), Turn::Chance);
                assert!(!world.turn().seats().is_empty());
                worlds += 1;
                differ += u32::from(world != *game);
                for seat in game
                    .table()
                    .finished
                    .iter()
                    .filter(|&seat| !viewer.is(seat))
                {
                    match world.run(seat).stage {
                        RunStage::Out => failed += u32::from(!game.shown[seat].is_out()),
                        _ => passed += 1,
                    }
                }
            }
        });
    }
    assert!(worlds > 1_000 && differ > worlds / 2, "{worlds} {differ}");
    assert!(passed > 100 && failed > 100, "{passed} {failed}");
}

/// The events about a seat that the others hear, from the start of the round until all have scored.
fn heard_of(seat: Seat, script: &[Action], seed: u64) -> Vec<(Vec<Event>, SeatSet)> {
    let options = Options {
        first_target: 60,
        ..race(2, 60)
    };
    let key = Key::from_seed(seed);
    let mut game = DiceHands::new(options).unwrap();
    let mut heard = Vec::new();
    let mut script = script.iter();
    for n in 0.. {
        let input = match game.turn() {
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            _ => match script.next() {
                Some(action) if game.is_legal(seat, action) => Input::Act {
                    seat,
                    action: action.clone(),
                },
                _ => break,
            },
        };
        let events = take(&mut game, &input);
        assert_eq!(game.table().phase, Phase::Playing);
        let seen = events
            .iter()
            .filter_map(|event| DiceHands::redact(event, Viewer::Spectator));
        let seen: Vec<Event> = seen.collect();
        if !seen.is_empty() {
            // Luck is drawn before anybody is told anything.
            while game.turn() == Turn::Chance {
                let chance = Input::Chance(game.draw(&key.draw(0)));
                for event in take(&mut game, &chance) {
                    assert_eq!(DiceHands::redact(&event, Viewer::Spectator), None);
                }
            }
            heard.push((seen, game.awaited(Viewer::Spectator)));
        }
    }
    heard
}

/// A seat that passes and buys sounds like one that fails.
#[test]
fn nobody_hears_who_passed_and_who_bought() {
    let scripts = [
        vec![Action::ScoreDice],
        vec![Action::ScoreDice, Action::LeaveShop],
        vec![Action::ScoreDice, buy(3), buy(4), Action::LeaveShop],
        vec![Action::ScoreDice, buy(5)],
    ];
    let mut sounds = BTreeSet::new();
    let (mut passes, mut fails) = (0, 0);
    for seed in 0..40 {
        let mut game = DiceHands::new(race(2, 60)).unwrap();
        let chance = game.draw(&Key::from_seed(seed).draw(0));
        take(&mut game, &Input::Chance(chance));
        let score = game.run(Seat(0)).score(Default::default(), None).unwrap();
        match score.total() >= 60 {
            true => passes += 1,
            false => fails += 1,
        }
        for script in &scripts {
            sounds.insert(format!("{:?}", heard_of(Seat(0), script, seed)));
        }
    }
    assert!(passes > 5 && fails > 5, "{passes} {fails}");
    assert_eq!(sounds.len(), 1, "{sounds:?}");
}

fn buy(offer: u8) -> Action {
    Action::Buy {
        offer,
        replace: None,
    }
}

/// The seat in the shop is asked, and nobody else knows.
#[test]
fn a_shop_is_its_visitors_secret() {
    let mut shopping = 0;
    for seed in 0..6 {
        play(race(3, 40), seed, |game, _| {
            let asked = game.turn().seats();
            let shops = |seat: &Seat| game.run(*seat).stage == RunStage::Shopping;
            for viewer in Viewer::all(game.n_seats()) {
                let hidden = |seat: &Seat| shops(seat) && !viewer.is(*seat);
                let expect: SeatSet = asked.iter().filter(|seat| !hidden(seat)).collect();
                assert_eq!(game.awaited(viewer), expect);
                assert_eq!(game.view(viewer).awaited(viewer), expect);
            }
            for seat in asked.iter().filter(shops) {
                assert!(game.table().finished.contains(seat));
                shopping += 1;
            }
        });
    }
    assert!(shopping > 50, "{shopping}");
}
