//! The parts of the bots, each by itself.

use super::appraisal::{
    Appraisal, TARGETS, chance_of, is_thinkable, is_thinkable_with_doubles, log_odds_with_doubles,
};
use super::calls::{HandAppraisal, HandAppraisalWithDoubles};
use super::habit;
use super::hindsight::Forecast;
use super::level::{Level, domino_of};
use super::playout::Playout;
use super::rehearsal::{rehearse, share_made};
use super::situation::Situation;
use super::slips::{Slip, Slips, short_lead, trump_over_partner};
use super::stakes::{Stakes, chance_now};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::contract::{Contract, FollowMeDoubles};
use crate::declaration::{Declaration, Trump};
use crate::hand::Pledge;
use crate::sides::{EAST_WEST, NORTH_SOUTH, Sides};
use crate::{Action, Options, Solver, Suit, Texas42};
use kernel::{Game, Input, Key, Rng, Seat, Sight, Turn};
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

/// The same check for a hand that names trump for a partner with four doubles, by habit and the
/// solver.
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
    let glance = HandAppraisalWithDoubles::new(&Options::default(), hand.bits());
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

fn table(north_south: u16, east_west: u16) -> crate::PublicTable {
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

/// Plays hands by `medium` at the table Texas family, and shows each situation with its legal
/// actions.
fn each_situation(n_hands: u64, mut show: impl FnMut(&Situation<'_>, &[Action])) {
    let family = Options::presets().swap_remove(1).options;
    for seed in 0..n_hands {
        let key = Key::from_seed(seed);
        let mut rng = key.stream("bot");
        let mut game = Texas42::new(family.clone()).unwrap();
        for n in 0.. {
            let input = match game.turn() {
                _ if game.deals_over() > 0 => break,
                Turn::Over => break,
                Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
                Turn::Seats(seats) => {
                    let seat = seats.first().unwrap();
                    let action = Sight::show(&game, seat, |sight| {
                        let situation = Situation::new(sight).unwrap();
                        show(&situation, sight.legal);
                        Level::MEDIUM.choose(&situation, sight.legal, &mut rng)
                    });
                    let action = action.unwrap();
                    Input::Act { seat, action }
                }
            };
            for event in game.decide(&input).unwrap() {
                game.evolve(&event);
            }
        }
    }
}

/// The errors that a seat can make now, with the domino to which they lead.
fn possible_slips(situation: &Situation<'_>, legal: &[Action]) -> Vec<(Slip, Option<Domino>)> {
    if legal.len() < 2 || legal.contains(&Action::LayDown) {
        return Vec::new();
    }
    let dominoes: DominoSet = legal.iter().filter_map(domino_of).collect();
    match legal[0] {
        Action::Bid(_) => vec![(Slip::Overbid, None)],
        Action::Name(_) => Vec::new(),
        _ => {
            let trump = trump_over_partner(situation, dominoes);
            let short = short_lead(situation, dominoes);
            let trump = trump.map(|domino| (Slip::TrumpPartner, Some(domino)));
            let short = short.map(|domino| (Slip::LeadShort, Some(domino)));
            let forget = Some((Slip::Forget, None));
            [trump, short, forget].into_iter().flatten().collect()
        }
    }
}

/// Each error is made at its rate, leads to its play, and is never made by a level that thinks.
#[test]
fn errors_are_made_at_their_rates() {
    let levels = [Level::EASY, Level::MEDIUM];
    // For each level and error: made, and possible.
    let mut counts = [[(0_u32, 0_u32); 4]; 2];
    each_situation(1_000, |situation, legal| {
        for (slip, domino) in possible_slips(situation, legal) {
            for (level, counts) in levels.iter().zip(&mut counts) {
                let makes = level.slips.makes(slip, situation);
                let count = &mut counts[slip as usize];
                *count = (count.0 + u32::from(makes), count.1 + 1);
                if let (true, Some(domino)) = (makes, domino) {
                    let chosen = level.choose(situation, legal, &mut Rng::from_seed(1));
                    assert_eq!(chosen, Some(Action::Play(domino)), "{slip:?}");
                }
            }
            for level in [Level::HARD, Level::EXPERT, Level::EXPERT_0_1] {
                assert!(!level.slips.makes(slip, situation), "{slip:?}");
            }
        }
    });
    for (level, counts) in levels.iter().zip(counts) {
        let slips = [
            Slip::Overbid,
            Slip::Forget,
            Slip::TrumpPartner,
            Slip::LeadShort,
        ];
        for slip in slips {
            let (made, possible) = counts[slip as usize];
            assert!(possible > 150, "{slip:?}: {possible}");
            let rate = f64::from(level.slips.rate(slip)) / 100.0;
            let share = f64::from(made) / f64::from(possible);
            let error = (rate * (1.0 - rate) / f64::from(possible)).sqrt();
            assert!(
                (share - rate).abs() < 4.0 * error,
                "{slip:?}: {made} of {possible}"
            );
        }
    }
}

/// A level that thinks has no rate of errors at all, and one that errs more overbids more.
#[test]
fn only_easy_and_medium_err() {
    for level in [Level::HARD, Level::EXPERT, Level::EXPERT_0_1] {
        assert_eq!(level.slips, Slips::NONE);
        assert!(level.playing.is_some() && level.bidding.is_some());
    }
    let mut n_bids = [0; 2];
    each_situation(300, |situation, legal| {
        if matches!(legal[0], Action::Bid(_)) {
            for (level, n) in [Level::EASY, Level::MEDIUM].iter().zip(&mut n_bids) {
                let call = level.choose(situation, legal, &mut Rng::from_seed(1));
                *n += u32::from(call != Some(Action::Bid(Call::Pass)));
            }
        }
    });
    assert!(n_bids[0] > n_bids[1], "{n_bids:?}");
}

/// The chances of all calls sum to 1, luck chooses between them, and at a table that plays nello a
/// hand of low dominoes is imagined to name it.
#[test]
fn counted_calls_are_chances() {
    let low: DominoSet = "1-0 2-0 3-0 2-1 3-1 4-0 0-0".parse().unwrap();
    let family = Options::presets().swap_remove(1).options;
    let glance = HandAppraisal::with_every_contract(&family, low.bits());
    assert_eq!(glance.name(Bid::Marks(1)), Declaration::Nello);
    assert!(matches!(
        glance.name(Bid::Points(30)),
        Declaration::Trump(_)
    ));
    let plain = HandAppraisal::with_every_contract(&Options::default(), low.bits());
    assert!(matches!(plain.name(Bid::Marks(1)), Declaration::Trump(_)));
    let mut auction = Auction::new(Seat(3));
    for call in ["pass", "31", "1-mark"] {
        let next = glance.next_call(&family, &auction);
        let calls: Vec<Call> = (0..1000).map(|n| next.call(n as f32 / 1000.0)).collect();
        let mut kinds: Vec<Call> = Vec::new();
        for call in calls {
            if !kinds.contains(&call) {
                kinds.push(call);
            }
        }
        for (place, call) in kinds.iter().enumerate() {
            assert!(auction.check(&family, 1, *call).is_ok(), "{place} {call:?}");
        }
        let sum: f32 = next.calls().map(|call| next.chance(call)).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        auction.push(call.parse().unwrap());
    }
}

/// A correction never changes the order of chances or what is certain.
#[test]
fn corrections_keep_the_order() {
    for kind in Forecast::all() {
        let told: Vec<f64> = (0..=100)
            .map(|n| kind.correct(f64::from(n) / 100.0))
            .collect();
        assert!(told.is_sorted(), "{}", kind.name());
        assert_eq!((told[0], told[100]), (0.0, 1.0));
    }
}
