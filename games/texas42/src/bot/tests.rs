//! The parts of the bots, each by itself.

use super::appraisal::{
    Appraisal, TARGETS, chance_of, is_thinkable, is_thinkable_with_doubles, log_odds_with_doubles,
};
use super::calls::GlanceWithDoubles;
use super::habit;
use super::playout::Playout;
use super::rehearsal::{rehearse, share_made};
use super::stakes::{Stakes, chance_now};
use crate::bid::Bid;
use crate::contract::{Contract, FollowMeDoubles};
use crate::declaration::{Declaration, Trump};
use crate::hand::Pledge;
use crate::sides::{EAST_WEST, NORTH_SOUTH, Sides};
use crate::{Options, Solver, Suit, Texas42};
use kernel::{Game, Rng, Seat};
use pieces::{Domino, DominoSet};

fn deal(rng: &mut Rng) -> [u32; 4] {
    let mut dominoes = Domino::ALL;
    rng.shuffle(&mut dominoes);
    std::array::from_fn(|seat| {
        let hand: DominoSet = dominoes[7 * seat..7 * seat + 7].iter().copied().collect();
        hand.bits()
    })
}

fn taken_by_habit(contract: Contract, all_tricks: bool, hands: [u32; 4]) -> u8 {
    let mut playout = Playout::new(contract, Seat(0), Seat(0), all_tricks, hands);
    habit::play_out(&mut playout);
    playout.taken_by_bidders()
}

/// On deals that the weights were not fitted to, appraised chances come true.
#[test]
fn chances_at_a_glance_come_true() {
    let mut rng = Rng::from_seed(2);
    // For each target, hands by tenths of their chance: the number, the sum of chances, the number
    // made.
    let mut bins = [[(0_u32, 0.0_f32, 0_u32); 10]; TARGETS.len()];
    for _ in 0..4_000 {
        let hands = deal(&mut rng);
        for trump in Trump::ALL {
            let contract = trump.contract(FollowMeDoubles::High);
            if !is_thinkable(contract, hands[0]) {
                continue;
            }
            let appraisal = Appraisal::new(contract, hands[0]);
            for (bins, target) in bins.iter_mut().zip(TARGETS) {
                let chance = chance_of(appraisal.log_odds(target));
                let made = taken_by_habit(contract, target == 42, hands) >= target;
                let bin = &mut bins[(chance * 10.0) as usize % 10];
                *bin = (bin.0 + 1, bin.1 + chance, bin.2 + u32::from(made));
            }
        }
    }
    let mut n_checked = 0;
    for (n, chances, made) in bins.into_iter().flatten().filter(|bin| bin.0 >= 300) {
        n_checked += 1;
        let (expected, share) = (chances / n as f32, made as f32 / n as f32);
        // With 300 hands a share is off by 0.03 at most two times in three.
        assert!((expected - share).abs() < 0.09, "{expected} {share} of {n}");
    }
    assert!(n_checked >= 12, "{n_checked}");
}

/// The same for a hand that names trump for a partner with four doubles, as far as habit and the
/// solver can tell.
#[test]
fn chances_with_doubles_come_true() {
    let mut rng = Rng::from_seed(4);
    let mut solver = Solver::new();
    let options = Options::default();
    let doubles = Contract::Trump(Suit::Doubles).table().trumps;
    // Hands by fifths of their chance: the number, the sum of chances, the number made.
    let mut bins = [(0_u32, 0.0, 0.0); 5];
    for hands in std::iter::repeat_with(|| deal(&mut rng))
        .filter(|hands| (hands[2] & doubles).count_ones() >= 4)
        .take(600)
    {
        for trump in Trump::ALL {
            let contract = trump.contract(options.follow_me_doubles);
            if !is_thinkable_with_doubles(contract, hands[0]) {
                continue;
            }
            let chance = f64::from(chance_of(log_odds_with_doubles(contract, hands[0])));
            let pledge = Pledge {
                bidder: Seat(2),
                bid: Bid::Plunge(4),
                declaration: Declaration::Trump(trump),
            };
            let start = Playout::of_pledge(&options, pledge, hands);
            let made = share_made(pledge, rehearse(&start, pledge, &mut solver));
            let bin = &mut bins[(chance * 5.0) as usize % 5];
            *bin = (bin.0 + 1, bin.1 + chance, bin.2 + made);
        }
    }
    let checked: Vec<_> = bins.into_iter().filter(|bin| bin.0 >= 100).collect();
    assert!(checked.len() >= 3, "{bins:?}");
    for (n, chances, made) in checked {
        let (expected, share) = (chances / f64::from(n), made / f64::from(n));
        assert!((expected - share).abs() < 0.1, "{expected} {share} of {n}");
    }
}

/// With three doubles beside the partner's four there is nothing left to draw.
#[test]
fn every_double_together_asks_for_follow_me() {
    let hand: DominoSet = "6-6 3-3 0-0 5-2 4-1 4-2 6-1".parse().unwrap();
    let glance = GlanceWithDoubles::new(&Options::default(), hand.bits());
    assert_eq!(glance.name(), Declaration::Trump(Trump::FollowMe));
}

/// In every contract everything is taken by somebody.
#[test]
fn habit_plays_hands_to_their_end() {
    let mut rng = Rng::from_seed(3);
    for _ in 0..200 {
        let hands = deal(&mut rng);
        for contract in Contract::ALL {
            let mut playout = Playout::new(contract, Seat(0), Seat(0), false, hands);
            habit::play_out(&mut playout);
            let total = playout.taken[0] + playout.taken[1];
            let expected = match contract {
                Contract::Nello(_) => 7,
                _ => 42,
            };
            assert_eq!(total, expected, "{contract:?}");
        }
    }
}

fn table(north_south: u16, east_west: u16) -> crate::Table {
    let mut table = Texas42::new(Options::default()).unwrap().table().clone();
    let awards = Sides {
        north_south,
        east_west,
    };
    table.score.add(&table.options, awards);
    table
}

#[test]
fn chances_to_win_are_fair_and_grow_with_the_marks() {
    for ours in 0..7 {
        for theirs in 0..7 {
            let here = chance_now(&table(ours, theirs), NORTH_SOUTH);
            let there = chance_now(&table(ours, theirs), EAST_WEST);
            assert!((here + there - 1.0).abs() < 1e-9, "{ours} {theirs}");
            if ours < 6 {
                assert!(chance_now(&table(ours + 1, theirs), NORTH_SOUTH) > here);
            }
        }
    }
}

/// With one mark to go, the last mark is the game, and a bid of two risks no more than one.
#[test]
fn stakes_know_the_end_of_the_game() {
    let pledge = |bid| Pledge {
        bidder: Seat(0),
        bid,
        declaration: Declaration::Trump(Trump::Sixes),
    };
    let table = table(6, 6);
    let one = Stakes::new(&table, pledge(Bid::Points(31)), NORTH_SOUTH);
    assert_eq!((one.at(31), one.at(30)), (1.0, 0.0));
    let defenders = Stakes::new(&table, pledge(Bid::Points(31)), EAST_WEST);
    assert_eq!((defenders.at(31), defenders.at(30)), (0.0, 1.0));
    let two = Stakes::new(&table, pledge(Bid::Marks(2)), NORTH_SOUTH);
    assert_eq!((two.at(42), two.at(41)), (1.0, 0.0));
    let nello = Pledge {
        declaration: Declaration::Nello,
        ..pledge(Bid::Marks(1))
    };
    let nello = Stakes::new(&table, nello, NORTH_SOUTH);
    assert_eq!((nello.at(0), nello.at(1)), (1.0, 0.0));
}
