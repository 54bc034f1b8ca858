//! The tables compared with themselves and with published ones, and the bots with the rules.

mod published;

use kernel::{Bot, Game, Imagine, Input, Key, Rng, Seat, Sight, Turn, Viewer, bots};

use super::chance::{CHANCE, TARGET, WinTable};
use super::habits::{HABITS, Role};
use super::pegging::{Pile, RankPlay};
use super::pegs::PEGS;
use super::ranks::{PAIRS, QUADS, Ranks, pairs, quads, rank_of};
use crate::options::{Counting, Options};
use crate::score::{Six, Stack};
use crate::state::{Action, Cribbage, Event, Phase};

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

#[test]
fn the_chances_come_out_again() {
    let again = WinTable::solve(&HABITS, &PEGS);
    for dealer in 0..TARGET {
        for pone in 0..TARGET {
            let (now, then) = (CHANCE.dealer(dealer, pone), again.dealer(dealer, pone));
            // The shape of the play is kept to five places, which moves a chance a little.
            assert!((now - then).abs() < 0.001, "{dealer}-{pone}: {now} {then}");
        }
    }
}

#[test]
fn chances_are_as_players_know_them() {
    let first = CHANCE.dealer(0, 0);
    assert!(
        (0.55..0.57).contains(&first),
        "the first dealer wins {first}"
    );
    // One hole from the target the dealer pegs out before pone counts, but pone may peg first.
    assert!(CHANCE.dealer(120, 60) > 0.99);
    assert!(CHANCE.dealer(120, 120) > 0.4 && CHANCE.dealer(120, 120) < 0.9);
    // Pone counts first; if an average hand is enough, not dealing is better.
    assert!(CHANCE.dealer(113, 113) < 0.5);
    for dealer in 0..TARGET - 1 {
        for pone in 0..TARGET - 1 {
            let here = CHANCE.dealer(dealer, pone);
            assert!(CHANCE.dealer(dealer + 1, pone) + 1e-3 >= here);
            assert!(CHANCE.dealer(dealer, pone + 1) <= here + 1e-3);
        }
    }
}

#[test]
fn what_hands_peg_comes_out_again() {
    // Every hundredth hand once more with other luck: 1,000 plays are right to 0.1 points.
    let mut apart = 0.0;
    let mut hands = 0.0;
    let mut rng = Rng::from_seed(5);
    for (number, quad) in quads().enumerate().step_by(100) {
        for role in [Role::Dealer, Role::Pone] {
            let again = PEGS.play_again(&HABITS, role, quad, 1_000, &mut rng);
            let now = PEGS.means(role, number);
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
            let odds = PEGS.odds(role, mean);
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

fn any_input(game: &Cribbage, seed: u64, rng: &mut Rng) -> Input<Cribbage> {
    match game.turn() {
        Turn::Seats(seats) => {
            let seat = seats.first().unwrap();
            let action = rng.choose(&game.legal_actions(seat)).unwrap().clone();
            Input::Act { seat, action }
        }
        _ => {
            let n =
                u64::from(game.table().deal) * 2 + u64::from(game.table().phase == Phase::Starter);
            Input::Chance(game.draw(&Key::from_seed(seed).draw(n)))
        }
    }
}

/// Every kind of table: two, three and four, partners and alone, counting for themselves.
fn tables() -> Vec<Options> {
    let mut tables = Vec::new();
    for (seats, alone) in [(2, false), (3, false), (4, false), (4, true)] {
        for counting in [Counting::Auto, Counting::Muggins] {
            tables.push(Options {
                seats,
                alone,
                counting,
                target: 61,
                ..Options::default()
            });
        }
    }
    tables
}

/// Plays a game among bots, and looks at every choice.
fn play(
    options: Options,
    seed: u64,
    bot: &Bot<Cribbage>,
    mut look: impl FnMut(&Cribbage, Seat, &Action),
) {
    let key = Key::from_seed(seed);
    let choose = |game: &Cribbage, seat, inputs| {
        let action = choice(game, seat, bot, &mut key.stream(&format!("bot/{inputs}")));
        look(game, seat, &action);
        action
    };
    play_on(options, &key, choose, |_, _, _| {});
}

/// Plays a game with these choices, and looks at every event with the game before and after it.
fn play_on(
    options: Options,
    key: &Key,
    mut choose: impl FnMut(&Cribbage, Seat, u64) -> Action,
    mut look: impl FnMut(&Cribbage, &Event, &Cribbage),
) {
    let mut game = Cribbage::new(options).unwrap();
    let mut inputs = 0;
    while game.turn() != Turn::Over {
        inputs += 1;
        let input = match game.turn() {
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = choose(&game, seat, inputs);
                Input::Act { seat, action }
            }
            _ => Input::Chance(game.draw(&key.draw(inputs))),
        };
        for event in game.decide(&input).unwrap() {
            let before = game.clone();
            game.evolve(&event);
            look(&before, &event, &game);
        }
    }
}

fn choice(game: &Cribbage, seat: Seat, bot: &Bot<Cribbage>, rng: &mut Rng) -> Action {
    Sight::show(game, seat, |sight| (bot.choose)(sight, rng))
}

#[test]
fn every_bot_plays_every_table_by_the_rules() {
    for bot in bots::<Cribbage>() {
        for options in tables() {
            let mut choices = 0;
            play(options, 7, bot, |game, seat, action| {
                assert!(
                    game.legal_actions(seat).contains(action),
                    "{} {action:?}",
                    bot.name()
                );
                choices += 1;
            });
            assert!(choices > 10);
        }
    }
}

/// If the others' hands are dealt anew, the bot chooses the same with the same luck.
#[test]
fn no_bot_sees_what_is_hidden() {
    for bot in bots::<Cribbage>() {
        for options in tables() {
            let mut swaps = 0;
            play(options, 11, bot, |game, seat, _| {
                let viewer = Viewer::Seat(seat);
                let luck = || Rng::from_seed(1);
                let first = choice(game, seat, bot, &mut luck());
                for seed in 0..2 {
                    let view = game.view(viewer);
                    let other = Cribbage::imagine(&view, viewer, &mut Rng::from_seed(seed));
                    swaps += u32::from(&other != game);
                    assert_eq!(
                        first,
                        choice(&other, seat, bot, &mut luck()),
                        "{}",
                        bot.name()
                    );
                }
            });
            assert!(swaps > 0);
        }
    }
}

#[test]
fn bots_but_the_easy_one_count_and_claim_rightly() {
    let options = Options {
        counting: Counting::Muggins,
        ..Options::default()
    };
    for bot in bots::<Cribbage>().filter(|bot| !["random", "easy"].contains(&bot.name())) {
        play(options.clone(), 3, bot, |_, _, action| {
            if let Action::Muggins(claimed) = action {
                assert_eq!(*claimed, 0, "{} missed points of its own", bot.name());
            }
        });
    }
}

fn advice(game: &Cribbage, seat: Seat, also: Option<&Action>) -> Vec<kernel::Advice<Action>> {
    let mut rng = Rng::from_seed(1);
    Sight::show(game, seat, |sight| super::advise(sight, also, &mut rng))
}

/// Advice lists each legal action once, best first, with a reason; for counts it gives the right
/// one.
#[test]
fn advice_ranks_whatever_can_be_done() {
    let easy = kernel::bot::<Cribbage>("easy").unwrap();
    for options in tables() {
        play(options, 5, easy, |game, seat, chosen| {
            let legal = game.legal_actions(seat);
            let advice = advice(game, seat, Some(chosen));
            assert!(advice.iter().any(|advice| advice.action == *chosen));
            if !matches!(chosen, Action::Count(_) | Action::Muggins(_)) {
                assert_eq!(advice.len(), legal.len());
            }
            assert!(advice.is_sorted_by(|one, next| one.chance >= next.chance));
            for (place, one) in advice.iter().enumerate() {
                assert!(legal.contains(&one.action));
                assert!(
                    advice[..place]
                        .iter()
                        .all(|other| other.action != one.action)
                );
                assert!((0.0..=1.0).contains(&one.chance), "{one:?}");
                assert!(!one.reason.is_empty() && !one.parts.is_empty());
            }
        });
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

/// Good players make about 16.2 points a deal with the deal and 10.2 without, and the
/// first dealer wins 56 games in a hundred: over 200 games with the luck of this seed the
/// means are right to within half a point.
#[test]
fn a_deal_brings_what_is_known_as_par() {
    let hard = kernel::bot::<Cribbage>("hard").unwrap();
    let mut notes = Vec::new();
    for seed in 0..200 {
        let mut witness = super::Par::summon();
        let key = Key::from_seed(1_000 + seed);
        let choose =
            |game: &Cribbage, seat, inputs| choice(game, seat, hard, &mut Rng::from_seed(inputs));
        play_on(Options::default(), &key, choose, |before, event, after| {
            witness.saw(before, event, after, &mut notes);
        });
    }
    let mean = |name: &str| {
        let values: Vec<i32> = notes
            .iter()
            .filter(|note| note.name == name)
            .map(|note| note.value)
            .collect();
        assert!(values.len() >= 200, "{name}: {}", values.len());
        f64::from(values.iter().sum::<i32>()) / values.len() as f64
    };
    assert!((mean("dealer's points a deal") - 16.2).abs() < 0.5);
    assert!((mean("pone's points a deal") - 10.2).abs() < 0.5);
    assert!((0.45..0.67).contains(&mean("games that the first dealer wins")));
}
