//! The contract of the bots, and the plays that good ones must find.

use crate::bid::{Bid, Call};
use crate::sides::side_of;
use crate::{Action, Chance, Declaration, Options, Position, Solver, Taken, Texas42, Trump};
use kernel::{
    BySeat, Facade, Game, Imagine, Input, Key, Rng, Seat, Seen, Sight, Turn, Viewer, bot, bots,
};
use pieces::DominoSet;

/// A bot's action at this point of a game.
fn choose(name: &str, game: &Texas42, seat: Seat, seed: u64) -> Action {
    let legal = game.legal_actions(seat);
    let view = Seen::view(game, Viewer::Seat(seat));
    let sight = Sight {
        seat,
        view: &view,
        legal: &legal,
    };
    (bot::<Texas42>(name).unwrap().choose)(&sight, &mut Rng::from_seed(seed))
}

fn step(game: &mut Texas42, input: Input<Texas42>) {
    for event in game.decide(&input).unwrap() {
        game.evolve(&event);
    }
}

/// The seat in turn.
fn actor(game: &Texas42) -> Seat {
    game.turn().seats().first().unwrap()
}

fn act(game: &mut Texas42, action: Action) {
    let seat = actor(game);
    step(game, Input::Act { seat, action });
}

/// Seat 3 shakes, and seat 0 speaks first; these dominoes are dealt, and these actions taken.
fn game(options: Options, hands: [&str; 4], actions: &str) -> Texas42 {
    let mut game = Texas42::new(Options {
        first_shaker: Some(Seat(3)),
        ..options
    })
    .unwrap();
    let hands: Vec<DominoSet> = hands.iter().map(|hand| hand.parse().unwrap()).collect();
    step(&mut game, Input::Chance(Chance::Deal(BySeat::from(hands))));
    for word in actions.split_whitespace() {
        let action = if let Ok(call) = word.parse::<Call>() {
            Action::Bid(call)
        } else if let Ok(declaration) = word.parse::<Declaration>() {
            Action::Name(declaration)
        } else {
            Action::Play(word.parse().unwrap())
        };
        act(&mut game, action);
    }
    game
}

fn family() -> Options {
    Options::presets().swap_remove(1).options
}

#[track_caller]
fn check(name: &str, game: &Texas42, expect: Action) {
    for seed in 0..3 {
        assert_eq!(choose(name, game, actor(game), seed), expect, "{name}");
    }
}

fn play(domino: &str) -> Action {
    Action::Play(domino.parse().unwrap())
}

#[test]
fn bots_play_fair() {
    let quick = testkit::bots_do_not_peek::<Texas42>(&["greedy", "easy", "medium"], 150);
    let slow =
        testkit::bots_do_not_peek::<Texas42>(&["plain", "hard", "expert-counted", "expert"], 15);
    assert!(
        quick.swapped > 300 && slow.swapped > 30,
        "{quick:?} {slow:?}"
    );
}

/// Later experts are measured against this one. The digests are those of the actions that the
/// expert of version 0.1 took in three hands at each of two tables.
#[test]
fn the_frozen_expert_plays_as_ever() {
    let digests = Options::presets()
        .into_iter()
        .take(2)
        .map(|preset| digest("expert-0.1", &preset.options));
    let digests: Vec<u64> = digests.collect();
    assert_eq!(digests, [0x9c7c_b2a4_a2a6_fddc, 0xa13c_bfa8_e27c_7495]);
}

/// The actions of a bot in three hands against itself, as one number (FNV-1a).
fn digest(name: &str, options: &Options) -> u64 {
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    for seed in 0..3 {
        let key = Key::from_seed(seed);
        let mut game = Texas42::new(options.clone()).unwrap();
        for n in 0.. {
            match game.turn() {
                _ if game.deals_over() > 0 => break,
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&key.draw(n));
                    step(&mut game, Input::Chance(chance));
                }
                Turn::Seats(_) => {
                    let mut rng = key.stream(&format!("bot/{n}"));
                    let bot = bot::<Texas42>(name).unwrap();
                    let seat = actor(&game);
                    let action = Sight::show(&game, seat, |sight| (bot.choose)(sight, &mut rng));
                    for byte in format!("{action:?}").bytes() {
                        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                    }
                    act(&mut game, action);
                }
            }
        }
    }
    digest
}

/// The key of the luck of the guided game: that of the lesson 872 by `crates/table/src/fair.rs`.
const LESSON: [u8; 32] = [
    0xa5, 0x84, 0x42, 0x5d, 0x9d, 0x0c, 0x92, 0xa2, 0x64, 0x47, 0xe1, 0x03, 0x7a, 0x69, 0x2d, 0x2f,
    0x08, 0xc4, 0x07, 0x3f, 0x3a, 0xd0, 0xf5, 0x16, 0x70, 0x24, 0x27, 0xe9, 0xbe, 0xe0, 0x18, 0xd2,
];

/// The steps of the guided game tell of each of these plays. They must not depend on luck, and no
/// error of `medium` may change them.
#[test]
fn the_guided_game_goes_as_its_steps_say() {
    let lesson = Texas42::LESSON.unwrap();
    let options: Options = serde_json::from_str(lesson.options).unwrap();
    let key = Key::new(LESSON);
    let mut game = Texas42::new(options).unwrap();
    let deal = game.draw(&key.draw(0));
    step(&mut game, Input::Chance(deal));
    let told = "30 pass pass 31 sixes 6-6 6-0 6-1 6-4 5-5 5-3 5-1 5-2 6-2 6-5 4-0 4-1 0-0 3-0 5-0 6-3 1-1 3-3 3-2 2-1";
    for (n, word) in told.split_whitespace().enumerate() {
        let action = if let Ok(call) = word.parse::<Call>() {
            Action::Bid(call)
        } else if let Ok(declaration) = word.parse::<Declaration>() {
            Action::Name(declaration)
        } else {
            play(word)
        };
        if actor(&game) != Seat(0) {
            let chosen = choose(lesson.bots.name(), &game, actor(&game), n as u64);
            assert_eq!(chosen, action, "{n}");
        }
        act(&mut game, action);
    }
    assert_eq!(game.table().winner, Some(side_of(Seat(0))));
}

/// A partner with a long suit names it for a plunge, at every level.
#[test]
fn partner_names_the_long_suit_after_a_plunge() {
    let hands = [
        "0-0 1-1 2-2 3-3 5-5 2-1 3-0",
        "1-0 3-1 4-0 4-3 5-1 6-1 6-4",
        "6-5 5-4 5-3 5-2 5-0 4-1 6-2",
        "2-0 3-2 4-2 4-4 6-0 6-3 6-6",
    ];
    let before = game(family(), hands, "plunge-4 pass pass pass");
    for name in ["easy", "medium", "hard", "expert"] {
        check(
            name,
            &before,
            Action::Name(Declaration::Trump(Trump::Fives)),
        );
    }
}

/// Five doubles are worth a plunge beside a partner who bids points. A bid of marks is the
/// partner's own plan, perhaps for nello or sevens.
#[test]
fn nobody_plunges_over_the_partners_marks() {
    let hands = [
        "1-0 3-0 3-2 5-2 5-3 5-4 6-5",
        "2-0 3-1 4-2 4-3 5-1 6-2 6-3",
        "2-2 3-3 4-1 4-4 5-5 6-1 6-6",
        "0-0 1-1 2-1 4-0 5-0 6-0 6-4",
    ];
    let plunge = Action::Bid(Call::Bid(Bid::Plunge(4)));
    check("expert", &game(family(), hands, "31 pass"), plunge);
    let over_marks = game(family(), hands, "2-marks pass");
    for seed in 0..3 {
        let call = choose("expert", &over_marks, actor(&over_marks), seed);
        assert_ne!(call, plunge);
    }
}

/// A table whose options about doubles and leads all differ from the presets.
#[test]
fn bots_play_what_is_legal_at_an_odd_table() {
    let options: Options = serde_json::from_str(
        r#"{"nello": true, "nello_doubles": "low", "plunge": true, "splash": true, "splash_marks": 3,
            "plunge_leader": "bidder", "sevens": true, "follow_me_doubles": "low", "play_out": true, "target": 3}"#,
    )
    .unwrap();
    let key = Key::from_seed(5);
    let mut rng = Rng::from_seed(5);
    let mut game = Texas42::new(options).unwrap();
    for n in 0..50 {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&key.draw(n));
                step(&mut game, Input::Chance(chance));
            }
            Turn::Seats(_) => {
                let legal = game.legal_actions(actor(&game));
                for bot in bots::<Texas42>() {
                    let action = choose(bot.name(), &game, actor(&game), n);
                    assert!(legal.contains(&action), "{bot:?} {action:?} {game:?}");
                }
                act(&mut game, *rng.choose(&legal).unwrap());
            }
        }
    }
}

/// Two tricks from the end there are few worlds. If one play makes or sets the bid in every one of
/// them with open hands, and another does not, the expert finds such a play.
#[test]
fn expert_finds_what_wins_in_every_world() {
    let mut n_proved = 0;
    let mut rng = Rng::from_seed(11);
    for seed in 0..400 {
        let key = Key::from_seed(seed);
        let mut game = Texas42::new(Options::default()).unwrap();
        for n in 0.. {
            match game.turn() {
                Turn::Chance if game.table().hands_dealt > 0 => break,
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&key.draw(n));
                    step(&mut game, Input::Chance(chance));
                }
                Turn::Seats(_) => {
                    let seat = actor(&game);
                    if let Some(winning) = proved(&game, seat, &mut rng) {
                        n_proved += 1;
                        let Action::Play(chosen) = choose("expert", &game, seat, n) else {
                            panic!("the bid is open, so there is a domino to play");
                        };
                        assert!(winning.contains(chosen), "{chosen} of {winning}: {game:?}");
                    }
                    let action = choose("medium", &game, seat, n);
                    act(&mut game, action);
                }
            }
        }
    }
    assert!(n_proved > 20, "{n_proved}");
}

/// The plays that reach the side's goal in every world, if there are some and others do not.
fn proved(game: &Texas42, seat: Seat, rng: &mut Rng) -> Option<DominoSet> {
    let hand = game.table().hand.as_ref()?;
    let pledge = hand.pledge()?;
    let legal = game.legal_actions(seat);
    if hand.tricks.len() != 5 || legal.len() < 2 || legal.contains(&Action::LayDown) {
        return None;
    }
    let needed = match pledge.bid {
        Bid::Points(points) => points,
        _ => 42,
    };
    let bids = side_of(seat) == pledge.side();
    let mut solver = Solver::new();
    let (mut always, mut once) = (DominoSet::FULL, DominoSet::EMPTY);
    let mut fails = DominoSet::EMPTY;
    // This many draws miss hardly any of the at most 90 worlds.
    for _ in 0..1_000 {
        let world = Texas42::imagine(&game.view(Viewer::Seat(seat)), Viewer::Seat(seat), rng);
        let position = position(&world)?;
        for (domino, makes) in solver.moves_make(&position, needed) {
            let set = DominoSet::only(domino);
            if makes == bids {
                once |= set;
            } else {
                fails |= set;
                always -= set;
            }
        }
    }
    let winning = always & (once | fails);
    (!winning.is_empty() && !fails.is_empty()).then_some(winning)
}

/// The hand in play of a game, for the solver.
fn position(game: &Texas42) -> Option<Position> {
    let hand = game.table().hand.as_ref()?;
    let pledge = hand.pledge()?;
    let contract = hand.contract(&game.table().options)?;
    let open = |seat| hand.open.iter().filter(move |play| play.seat == seat);
    let hands = std::array::from_fn(|seat| {
        let seat = Seat(seat as u8);
        let on_table: DominoSet = open(seat).map(|play| play.domino).collect();
        game.hand(seat) | on_table
    });
    let leader = match hand.open.first() {
        Some(play) => play.seat,
        None => actor(game),
    };
    let won = |side: u8| {
        let tricks = hand.tricks.iter();
        let tricks = tricks.filter(move |trick| trick.winner.0 % 2 == side);
        tricks.map(|trick| trick.points()).sum()
    };
    let taken = Taken {
        north_south: won(0),
        east_west: won(1),
    };
    let position = Position::new(contract, pledge.bidder, hands, leader).unwrap();
    let mut position = position.with_taken(taken).unwrap();
    for play in &hand.open {
        position.play(play.domino).unwrap();
    }
    Some(position)
}

/// Six trumps from the top and a double: every level except the easiest bids it up, and the strong
/// ones bid two marks.
const STRONG: [&str; 4] = [
    "6-6 6-5 6-4 6-3 6-2 6-1 5-5",
    "6-0 5-4 5-3 5-2 5-1 5-0 4-4",
    "4-3 4-2 4-1 4-0 3-3 3-2 3-1",
    "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
];

#[test]
fn a_hand_that_cannot_lose_is_bid_for_two_marks() {
    let game = game(Options::default(), STRONG, "");
    check("expert", &game, Action::Bid(Call::Bid(Bid::Marks(2))));
    check("hard", &game, Action::Bid(Call::Bid(Bid::Marks(2))));
}

#[test]
fn a_long_suit_is_named() {
    let game = game(Options::default(), STRONG, "31 pass pass pass");
    for name in ["greedy", "easy", "medium", "hard", "expert"] {
        check(name, &game, Action::Name(Declaration::Trump(Trump::Sixes)));
    }
}

#[test]
fn a_poor_hand_passes() {
    let poor = [
        "6-1 5-2 4-0 3-1 2-0 5-4 6-3",
        "6-6 6-5 6-4 6-2 5-5 4-4 3-3",
        "6-0 5-3 5-1 5-0 4-3 4-2 4-1",
        "3-2 3-0 2-2 2-1 1-1 1-0 0-0",
    ];
    let game = game(Options::default(), poor, "");
    for name in ["greedy", "easy", "medium", "hard", "expert"] {
        check(name, &game, Action::Bid(Call::Pass));
    }
}

/// The partner's double of trumps cannot be beaten: the bot gives ten to it.
#[test]
fn count_goes_to_a_partner_who_cannot_be_beaten() {
    let hands = [
        "6-6 6-5 6-3 6-2 5-5 4-4 1-0",
        "6-1 5-4 5-3 5-2 5-1 5-0 0-0",
        "6-4 6-0 4-2 4-1 4-0 3-3 2-0",
        "4-3 3-2 3-1 3-0 2-2 2-1 1-1",
    ];
    let game = game(Options::default(), hands, "31 pass pass pass sixes 6-6 6-1");
    for name in ["greedy", "medium", "hard"] {
        check(name, &game, play("6-4"));
    }
}

/// Every seat that may lay down the rest does.
#[test]
fn what_is_certain_is_claimed() {
    let seven = [
        "6-6 6-5 6-4 6-3 6-2 6-1 6-0",
        "5-5 5-4 5-3 5-2 5-1 5-0 4-4",
        "4-3 4-2 4-1 4-0 3-3 3-2 3-1",
        "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
    ];
    let game = game(Options::default(), seven, "2-marks pass pass pass sixes");
    for bot in kernel::bots::<Texas42>().filter(|bot| bot.name() != "random") {
        check(bot.name(), &game, Action::LayDown);
    }
}

/// A hand with the lowest of every suit: only nello has a chance, and it hardly ever fails.
#[test]
fn a_hand_without_a_trick_is_nello() {
    let low = [
        "1-0 2-0 3-0 2-1 3-1 4-0 0-0",
        "6-6 6-5 6-4 6-3 5-5 5-4 4-4",
        "6-2 6-1 6-0 5-3 5-2 5-1 5-0",
        "4-3 4-2 4-1 3-3 3-2 2-2 1-1",
    ];
    let options = family();
    let bidding = game(options.clone(), low, "");
    let call = choose("expert", &bidding, Seat(0), 1);
    assert!(
        matches!(call, Action::Bid(Call::Bid(Bid::Marks(_)))),
        "{call:?}"
    );
    let naming = game(options, low, "1-mark pass pass pass");
    check("expert", &naming, Action::Name(Declaration::Nello));
}

/// Advice lists everything that is legal, the best first, each with a chance and a sentence.
#[test]
fn advice_is_complete_and_ranked() {
    let stages = [
        "",
        "31 pass pass pass",
        "31 pass pass pass sixes",
        "31 pass pass pass sixes 6-6 6-0 3-1",
        "2-marks pass pass pass nello",
    ];
    for stage in stages {
        let game = game(family(), STRONG, stage);
        let seat = actor(&game);
        let legal = game.legal_actions(seat);
        let view = Seen::view(&game, Viewer::Seat(seat));
        let sight = Sight {
            seat,
            view: &view,
            legal: &legal,
        };
        let advice = Texas42::ADVISE.unwrap()(&sight, None, &mut Rng::from_seed(1));
        assert_eq!(advice.len(), legal.len(), "{stage}");
        assert!(
            legal
                .iter()
                .all(|action| advice.iter().any(|it| it.action == *action))
        );
        assert!(advice.is_sorted_by(|one, other| one.chance >= other.chance));
        for it in &advice {
            let in_range = |chance: f64| (0.0..=1.0).contains(&chance);
            assert!(
                in_range(it.chance) && it.parts.iter().all(|part| in_range(part.value)),
                "{it:?}"
            );
            assert!(!it.reason.is_empty());
        }
    }
}

#[test]
fn advice_says_what_is_out() {
    let game = game(Options::default(), STRONG, "31 pass pass pass sixes");
    let legal = game.legal_actions(Seat(0));
    let view = Seen::view(&game, Viewer::Seat(Seat(0)));
    let sight = Sight {
        seat: Seat(0),
        view: &view,
        legal: &legal,
    };
    let advice = Texas42::ADVISE.unwrap()(&sight, None, &mut Rng::from_seed(1));
    let reason = |domino| {
        let it = advice.iter().find(|it| it.action == play(domino));
        it.unwrap().reason.clone()
    };
    assert_eq!(reason("6-6"), "6-6 wins and draws trumps; still out: 6-0");
    assert_eq!(
        reason("5-5"),
        "only a trump beats 5-5; trumps still out: 6-0"
    );
}
