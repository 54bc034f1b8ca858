//! Imagined deals agree with everything that was seen: their number is right, and all are equally
//! likely.

use crate::play::{Clue, Worlds};
use crate::sides::SEATS;
use crate::{Action, Options, Phase, Texas42};
use kernel::{Game, Imagine, Input, Key, Rng, Seat, Turn, Viewer};
use pieces::DominoSet;
use std::collections::{BTreeMap, BTreeSet};

const NOTHING_KNOWN: DominoSet = DominoSet::FULL;

fn clue(held: usize, may_hold: DominoSet, doubles: usize) -> Clue {
    Clue {
        held,
        may_hold,
        doubles,
    }
}

fn dominoes(text: &str) -> DominoSet {
    text.parse().unwrap()
}

/// The worlds that one seat cannot tell apart at the start of each trick, if nothing was revealed.
#[test]
fn hidden_worlds_are_as_many_as_the_rules_page_says() {
    let counts = [399_072_960, 17_153_136, 756_756, 34_650, 1_680, 90, 6];
    for (trick, expected) in counts.into_iter().enumerate() {
        let held = 7 - trick;
        let unseen: DominoSet = DominoSet::FULL.iter().take(3 * held).collect();
        let mut worlds = Worlds::new(unseen, [clue(held, NOTHING_KNOWN, 0); 3]);
        assert_eq!(worlds.count(), expected);
    }
    let mut deals = Worlds::new(DominoSet::FULL, [clue(7, NOTHING_KNOWN, 0); 4]);
    assert_eq!(deals.count(), 472_518_347_558_400);
}

/// The number of the 1,184,040 hands that have at least this many doubles.
#[test]
fn hands_with_doubles_are_as_many_as_the_rules_page_says() {
    let exactly = [
        116_280, 379_848, 427_329, 209_475, 46_550, 4_410, 147, 1_u64,
    ];
    for doubles in 0..=7 {
        let rest = clue(21, NOTHING_KNOWN, 0);
        let mut hands = Worlds::new(DominoSet::FULL, [clue(7, NOTHING_KNOWN, doubles), rest]);
        assert_eq!(hands.count(), exactly[doubles..].iter().sum::<u64>());
    }
}

/// The list of all deals has each once and nothing else, and is not made if it is too long.
#[test]
fn every_deal_of_an_ending_is_listed_once() {
    let unseen = dominoes("6-6 5-5 6-4 3-2 1-0 0-0");
    let clues = [
        clue(2, unseen - dominoes("6-6 6-4"), 0),
        clue(2, NOTHING_KNOWN, 1),
        clue(2, unseen - dominoes("0-0"), 0),
    ];
    let mut worlds = Worlds::new(unseen, clues);
    let n_deals = worlds.count();
    let deals = worlds.all(n_deals).unwrap();
    assert_eq!(deals.len() as u64, n_deals);
    let different: BTreeSet<Vec<u32>> = deals
        .iter()
        .map(|hands| hands.iter().map(|hand| hand.bits()).collect())
        .collect();
    assert_eq!(different.len(), deals.len());
    for hands in &deals {
        let all = hands.iter().fold(DominoSet::EMPTY, |all, hand| all | *hand);
        assert_eq!(all, unseen);
        for (hand, clue) in hands.iter().zip(clues) {
            let doubles = hand.iter().filter(|domino| domino.is_double()).count();
            assert!(hand.len() == clue.held && hand.is_subset(clue.may_hold));
            assert!(doubles >= clue.doubles, "{hands:?}");
        }
    }
    assert_eq!(worlds.all(n_deals - 1), None);
}

/// Every deal of a small ending comes up, all about equally often.
#[test]
fn every_deal_is_equally_likely() {
    let unseen = dominoes("6-6 5-5 6-4 3-2 1-0 0-0");
    let clues = [
        clue(2, unseen - dominoes("6-6 6-4"), 0),
        clue(2, NOTHING_KNOWN, 1),
        clue(2, unseen - dominoes("0-0"), 0),
    ];
    let n_worlds = Worlds::new(unseen, clues).count();
    let mut seen: BTreeMap<Vec<DominoSet>, u64> = BTreeMap::new();
    let mut rng = Rng::from_seed(42);
    let each = 1_000;
    for _ in 0..each * n_worlds {
        let hands = Worlds::new(unseen, clues).deal(&mut rng);
        check_clues(&hands, &clues);
        *seen.entry(hands).or_default() += 1;
    }
    assert_eq!(seen.len() as u64, n_worlds);
    // A thousand with a standard deviation of 32: five of them are 160.
    assert!(seen.values().all(|&n| n.abs_diff(each) < 160), "{seen:?}");
}

#[track_caller]
fn check_clues(hands: &[DominoSet], clues: &[Clue]) {
    for (hand, clue) in hands.iter().zip(clues) {
        let doubles = hand.iter().filter(|domino| domino.is_double()).count();
        assert_eq!(hand.len(), clue.held);
        assert!(
            hand.is_subset(clue.may_hold) && doubles >= clue.doubles,
            "{hands:?}"
        );
    }
}

/// Clues that contradict each other cannot come from a table, but must not hang or panic.
#[test]
fn contradictions_are_dealt_all_the_same() {
    let unseen = dominoes("6-6 5-5 6-4 3-2");
    let impossible = [clue(2, DominoSet::EMPTY, 2), clue(2, NOTHING_KNOWN, 2)];
    let mut rng = Rng::from_seed(1);
    assert_eq!(Worlds::new(unseen, impossible).count(), 0);
    let hands = Worlds::new(unseen, impossible).deal(&mut rng);
    assert_eq!(hands.iter().map(|hand| hand.len()).sum::<usize>(), 4);
    let too_many = [clue(7, NOTHING_KNOWN, 0); 4];
    assert_eq!(Worlds::new(unseen, too_many).count(), 0);
    let hands = Worlds::new(unseen, too_many).deal(&mut rng);
    assert_eq!(hands.iter().map(|hand| hand.len()).sum::<usize>(), 4);
}

/// The constraint on imagined hands, computed the slow way: the played dominoes are put back, and
/// the hand is played again under the rules.
#[test]
fn imagined_hands_could_have_been_played_like_this() {
    let mut n_checked = 0;
    for preset in Options::presets() {
        for seed in 0..6 {
            let key = Key::from_seed(seed);
            let mut rng = Rng::from_seed(seed);
            let mut game = Texas42::new(preset.options.clone()).unwrap();
            for n in 0..400 {
                let input = match game.turn() {
                    Turn::Over => break,
                    Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
                    Turn::Seats(seats) => {
                        let seat = seats.first().unwrap();
                        let action = *rng.choose(&game.legal_actions(seat)).unwrap();
                        Input::Act { seat, action }
                    }
                };
                for event in game.decide(&input).unwrap() {
                    game.evolve(&event);
                }
                for viewer in Viewer::all(SEATS) {
                    let imagined = Texas42::imagine(&game.view(viewer), viewer, &mut rng);
                    n_checked += check_possible(&imagined);
                }
            }
        }
    }
    assert!(n_checked > 5_000, "{n_checked}");
}

/// Plays the hand of this game again with the hands it would have been dealt.
#[track_caller]
fn check_possible(game: &Texas42) -> usize {
    let table = game.table();
    let Some(hand) = &table.hand else { return 0 };
    let dealt = kernel::BySeat::from_fn(SEATS, |seat: Seat| game.hand(seat) | hand.played_by(seat));
    let mut again = Texas42::new(Options {
        first_shaker: Some(hand.auction.shaker()),
        ..table.options.clone()
    })
    .unwrap();
    let mut step = |input| {
        let events = again
            .decide(&input)
            .unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"));
        events.iter().for_each(|event| again.evolve(event));
        again.table().phase
    };
    let mut phase = step(Input::Chance(crate::Chance::Deal(dealt)));
    for (seat, call) in hand.auction.calls() {
        phase = step(Input::Act {
            seat,
            action: Action::Bid(call),
        });
    }
    if let (Phase::Naming(seat), Some(declaration)) = (phase, hand.declaration) {
        step(Input::Act {
            seat,
            action: Action::Name(declaration),
        });
        for play in hand.plays() {
            step(Input::Act {
                seat: play.seat,
                action: Action::Play(play.domino),
            });
        }
    }
    assert_eq!(again.table().hand.as_ref(), Some(hand));
    1
}
