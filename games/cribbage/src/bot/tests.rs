//! The parts of the bots, each by itself: the tables compared with themselves and with published
//! ones, and the advice for a throw.

mod published;
mod slips;

use kernel::{Game, Input, Rng, Seat, Turn};

use super::book::{BOOK, BOOK_0_1};
use super::chance::{TARGET, WinTable};
use super::habits::{HABITS, Role};
use super::pegging::{Pile, RankPlay};
use super::ranks::{PAIRS, QUADS, Ranks, pairs, quads, rank_of};
use crate::options::Options;
use crate::score::{Six, Stack};
use crate::state::{Action, Cribbage, Phase};
use crate::tests::bots::any_input;

#[test]
fn throws_and_keeps_are_the_best_answer_to_the_table() {
    let answered = HABITS.answered();
    for role in [Role::Dealer, Role::Pone] {
        for pair in 0..PAIRS {
            assert_eq!(HABITS.thrown(role, pair), answered.thrown(role, pair));
        }
        for quad in 0..QUADS {
            assert_eq!(HABITS.kept(role, quad), answered.kept(role, quad));
        }
    }
}

#[test]
fn the_table_of_the_crib_stands_still() {
    let next = HABITS.means_of_answers();
    for role in [Role::Dealer, Role::Pone] {
        for (pair, then) in next[role as usize].into_iter().enumerate() {
            let now = HABITS.crib(role, pair);
            assert!((now - then).abs() < 0.01, "{role:?} {pair}: {now} {then}");
        }
    }
}

#[test]
fn the_crib_is_worth_what_is_published() {
    let tables = [
        ("Schell, own crib", Role::Dealer, published::SCHELL_OWN),
        (
            "Schell, opponent's crib",
            Role::Pone,
            published::SCHELL_OPPONENT,
        ),
        (
            "Hessel, opponent's crib",
            Role::Pone,
            published::HESSEL_OPPONENT,
        ),
    ];
    for (name, role, table) in tables {
        let apart = |(number, [low, high]): (usize, [usize; 2])| {
            (HABITS.crib(role, number) - table[low][high]).abs()
        };
        let mean = pairs().enumerate().map(apart).sum::<f64>() / PAIRS as f64;
        assert!(mean < 0.15, "{name}: {mean} apart on average");
    }
}

#[test]
fn every_deal_is_thrown_and_kept_once() {
    for role in [Role::Dealer, Role::Pone] {
        let thrown: u32 = (0..PAIRS).map(|pair| HABITS.thrown(role, pair)).sum();
        let kept: u32 = (0..QUADS).map(|quad| HABITS.kept(role, quad)).sum();
        assert_eq!((thrown, kept), (20_358_520, 20_358_520));
    }
}

/// The table without what practice has taught follows from the others. Players who mind the score
/// change it near the end, and hardly before.
#[test]
fn the_chances_come_out_again() {
    let again = WinTable::solve(&HABITS, &BOOK.pegs, BOOK.order());
    for dealer in 0..TARGET {
        for pone in 0..TARGET {
            let now = BOOK.chance.dealer(dealer, pone);
            let then = again.dealer(dealer, pone);
            let far = dealer < 90 && pone < 90;
            let within = if far { 0.03 } else { 0.15 };
            assert!((now - then).abs() < within, "{dealer}-{pone}: {now} {then}");
        }
    }
    let first = WinTable::solve(&HABITS, &BOOK_0_1.pegs, None);
    // The shape of the play is kept to five places, which moves a chance a little.
    let [most, _] = first.differences(&BOOK_0_1.chance);
    assert!(most < 0.001, "the first expert's table is {most} off");
}

#[test]
fn chances_are_as_players_know_them() {
    let first = BOOK.chance.dealer(0, 0);
    assert!(
        (0.55..0.57).contains(&first),
        "the first dealer wins {first}"
    );
    // One hole from the target the dealer pegs out before pone counts, but pone may peg first.
    assert!(BOOK.chance.dealer(120, 60) > 0.99);
    assert!(BOOK.chance.dealer(120, 120) > 0.4 && BOOK.chance.dealer(120, 120) < 0.9);
    // Pone counts first; if an average hand is enough, not dealing is better.
    assert!(BOOK.chance.dealer(113, 113) < 0.5);
    for dealer in 0..TARGET - 1 {
        for pone in 0..TARGET - 1 {
            let here = BOOK.chance.dealer(dealer, pone);
            assert!(BOOK.chance.dealer(dealer + 1, pone) + 1e-3 >= here);
            assert!(BOOK.chance.dealer(dealer, pone + 1) <= here + 1e-3);
        }
    }
}

/// The first table, from which practice starts.
#[test]
fn what_hands_peg_comes_out_again() {
    // Every hundredth hand once more with other luck: 1,000 plays are right to 0.1 points.
    let mut apart = 0.0;
    let mut hands = 0.0;
    let mut rng = Rng::from_seed(5);
    for (number, quad) in quads().enumerate().step_by(100) {
        for role in [Role::Dealer, Role::Pone] {
            let again = BOOK_0_1
                .pegs
                .play_again(&HABITS, role, quad, 1_000, &mut rng);
            let now = BOOK_0_1.pegs.means(role, number);
            apart += (again[0] - now[0]).abs() + (again[1] - now[1]).abs();
            hands += 2.0;
        }
    }
    assert!(apart / hands < 0.15, "{} apart on average", apart / hands);
}

#[test]
fn odds_of_the_play_have_the_mean_they_are_asked_for() {
    for role in [Role::Dealer, Role::Pone] {
        for mean in [1.5, 2.0, 3.0, 4.5] {
            let odds = BOOK.pegs.odds(role, mean);
            let sum: f32 = odds.iter().sum();
            let got: f32 = (0_u8..).zip(odds).map(|(n, odd)| f32::from(n) * odd).sum();
            assert!((sum - 1.0).abs() < 1e-3 && (got - mean).abs() < 0.01);
        }
    }
}

/// The bots' own quick play must agree with the play of the rules: random games go through both.
#[test]
fn the_quick_play_is_the_play_of_the_rules() {
    for seed in 0..200 {
        let seats = 2 + (seed % 3) as u8;
        let options = Options {
            seats,
            first_dealer: Some(Seat(0)),
            ..Options::default()
        };
        let mut game = Cribbage::new(options).unwrap();
        let mut rng = Rng::from_seed(seed);
        let mut quick: Option<RankPlay> = None;
        // The first deal ends long before a game to 121 does.
        while game.table().deal < 2 && game.turn() != Turn::Over {
            let input = any_input(&game, seed, &mut rng);
            if let (
                Phase::Playing(seat),
                Input::Act {
                    action: Action::Play(card),
                    ..
                },
            ) = (&game.table().phase, &input)
            {
                let play = quick.get_or_insert_with(|| quick_play(&game));
                assert_eq!(play.turn, usize::from(seat.0));
                let before = game.scores()[game.side(*seat)];
                let points = play.lay(rank_of(*card));
                let events = game.decide(&input).unwrap();
                let awarded: i32 = game
                    .awards(&events[0])
                    .iter()
                    .map(|(_, points)| points)
                    .sum();
                assert_eq!(i32::from(points), awarded, "{seed} {before}");
            }
            for event in game.decide(&input).unwrap() {
                game.evolve(&event);
            }
        }
        assert!(quick.is_some_and(|play| play.is_over()));
    }
}

fn quick_play(game: &Cribbage) -> RankPlay {
    let table = game.table();
    let mut hands = [Ranks::NONE; 4];
    for seat in Seat::all(table.options.seats) {
        hands[usize::from(seat.0)] = Ranks::of(game.hand(seat));
    }
    let Phase::Playing(leader) = table.phase else {
        panic!("the play has not begun");
    };
    RankPlay {
        hands,
        seats: table.options.seats.into(),
        turn: leader.0.into(),
        pile: Pile::default(),
        open: Ranks::NONE,
    }
}

#[test]
fn a_pile_scores_as_the_stack_does() {
    let mut rng = Rng::from_seed(3);
    let deck: Vec<_> = pieces::Card::deck().collect();
    for _ in 0..20_000 {
        let mut stack = Stack::new();
        let mut pile = Pile::default();
        // Low cards as well, or long runs would never come.
        let low = if rng.below(2) == 0 { 28 } else { 52 };
        for _ in 0..12 {
            let card = deck[rng.below(low) as usize];
            if stack.fits(card) && !stack.cards().contains(&card) {
                let points = pile.points(rank_of(card));
                stack.push(card).unwrap();
                pile.push(rank_of(card));
                assert_eq!(i32::from(points), stack.tally().total(), "{stack:?}");
            }
        }
    }
}

/// The chances of all outcomes add up: the side that is sure to count out first wins.
#[test]
fn the_end_of_a_game_is_counted_in_order() {
    let six = Six::new("5H 5C 5S JD KD QC".parse().unwrap()).unwrap();
    let chance =
        |dealer, own, theirs| super::advise_throws(six, dealer, [own, theirs], 121)[0].chance;
    // Pone holds enough and counts first: only the play can take it away.
    assert!(chance(false, 109, 90) > 0.99);
    assert!(chance(false, 109, 119) < 0.6);
    // The dealer has as much, but pone counts first.
    assert!(chance(true, 109, 118) < chance(false, 109, 118));
    // A short game is the end of a long one.
    let short = super::advise_throws(six, true, [49, 30], 61);
    assert_eq!(short, super::advise_throws(six, true, [109, 90], 121));
}

/// Only one side wins: over many deals the chances of both must be 1 together, in the last holes
/// too, where the first to peg out decides.
#[test]
fn both_chances_are_one_together() {
    let mut rng = Rng::from_seed(12);
    let mut deck: Vec<pieces::Card> = pieces::Card::deck().collect();
    for score in [60, 118] {
        let mut sum = 0.0;
        for _ in 0..200 {
            rng.shuffle(&mut deck);
            for (from, dealer) in [(0, true), (6, false)] {
                let six = Six::new(deck[from..from + 6].iter().copied().collect()).unwrap();
                sum += super::advise_throws(six, dealer, [score, score], 121)[0].chance;
            }
        }
        // The sum of a deal has a standard deviation of about 0.25 at 118-118.
        assert!(
            (sum / 200.0 - 1.0).abs() < 0.045,
            "{score}: {}",
            sum / 200.0
        );
    }
}

#[test]
fn reasons_name_what_is_kept_and_thrown() {
    let six = Six::new("4S 5H 6D 6C TS KH".parse().unwrap()).unwrap();
    let best = &super::advise_throws(six, false, [0, 0], 121)[0];
    assert_eq!(
        best.reason,
        "keeps the double run of three and two fifteens; \
         the ten and king give the dealer's crib little, 3.9 on average"
    );
}

/// In the last holes the better hand is not the better throw: a player who needs two points and
/// counts first keeps a hand that already has two.
#[test]
fn the_expert_throws_for_the_game() {
    let six = Six::new("2S 3H 9D TC QH KD".parse().unwrap()).unwrap();
    for advice in super::advise_throws(six, false, [119, 119], 121)
        .iter()
        .take(3)
    {
        let kept = six.set() - advice.action;
        let ranks = Ranks::of(kept);
        assert!(ranks.count(1) == 1 && ranks.count(2) == 1, "{kept}");
    }
}
