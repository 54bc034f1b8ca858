//! Imagined hands agree with everything that was seen, and all such hands are equally likely.

use kernel::{Game, Rng, Seat, Viewer};
use pieces::{Card, CardSet};
use testkit::random_record;

use crate::state::Phase;
use crate::{Action, Cribbage, Options};

/// A seat that said go holds nothing playable at that count, in every imagined world.
#[test]
fn imagined_hands_respect_every_go() {
    let mut n_bounded = 0;
    for seed in 0..200 {
        let options = Cribbage::presets().swap_remove(seed as usize % 4).options;
        let record = random_record::<Cribbage>(options.clone(), seed, 40 + seed as usize % 40);
        let mut rng = Rng::from_seed(seed);
        let view = record.game().view(Viewer::Spectator);
        for _ in 0..20 {
            let world = <Cribbage as kernel::Imagine>::imagine(&view, Viewer::Spectator, &mut rng);
            for seat in Seat::all(options.seats) {
                let least = view.table.holds_at_least[seat];
                n_bounded += u32::from(least > 1 && !world.hand(seat).is_empty());
                assert!(
                    world
                        .hand(seat)
                        .iter()
                        .all(|card| crate::score::peg_value(card.rank()) >= least)
                );
                assert_eq!(world.hand(seat).len(), usize::from(view.table.held[seat]));
            }
        }
    }
    assert!(
        n_bounded > 1_000,
        "{n_bounded} hands were bounded by a go: too few to prove anything"
    );
}

/// The evidence is not too strong either: the real hand of a seat always agrees with it.
#[test]
fn the_truth_agrees_with_the_evidence() {
    for seed in 0..300 {
        let options = Cribbage::presets().swap_remove(seed as usize % 4).options;
        let mut game = Cribbage::new(options.clone()).unwrap();
        for input in random_record::<Cribbage>(options, seed, 200).inputs() {
            for event in game.decide(input).unwrap() {
                game.evolve(&event);
            }
            for seat in Seat::all(game.n_seats()) {
                let least = game.table.holds_at_least[seat];
                assert!(
                    game.hand(seat)
                        .iter()
                        .all(|card| crate::score::peg_value(card.rank()) >= least)
                );
            }
        }
    }
}

/// Unseen cards are equally likely: over many worlds each turns up as often as any other.
#[test]
fn imagined_worlds_are_uniform() {
    let record = random_record::<Cribbage>(
        Options {
            first_dealer: Some(Seat(0)),
            ..Options::default()
        },
        3,
        4,
    );
    assert!(
        matches!(record.game().table.phase, Phase::Playing(_)),
        "the play has begun"
    );
    let viewer = Viewer::Seat(Seat(0));
    let view = record.game().view(viewer);
    let own = view.own.clone().unwrap();
    let known: CardSet = own.hand | own.thrown | view.table.starter.into_iter().collect();
    let mut rng = Rng::from_seed(11);
    let mut held = [0_u32; 52];
    for _ in 0..45_000 {
        let world = <Cribbage as kernel::Imagine>::imagine(&view, viewer, &mut rng);
        for card in world.hand(Seat(1)) {
            held[card.index()] += 1;
        }
    }
    for card in Card::deck() {
        let times = held[card.index()];
        if known.contains(card) {
            assert_eq!(times, 0, "{card} is known");
        } else {
            // 4 of 45 unseen cards: 4,000 times with a standard deviation of about 60.
            assert!((3_700..4_300).contains(&times), "{card} {times}");
        }
    }
}

#[test]
fn legal_throws_are_all_pairs_or_all_singles() {
    for (seats, n_throws) in [(2, 15), (3, 5), (4, 5)] {
        let options = Options {
            seats,
            first_dealer: Some(Seat(0)),
            ..Options::default()
        };
        let record = random_record::<Cribbage>(options, 1, 1);
        let throws = record.game().legal_actions(Seat(0));
        assert_eq!(throws.len(), n_throws);
        assert!(
            throws
                .iter()
                .all(|throw| matches!(throw, Action::Discard(_)))
        );
    }
}
