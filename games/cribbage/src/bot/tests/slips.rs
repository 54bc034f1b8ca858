//! The mistakes of `easy` and `medium` happen as often as stated, and better levels make none.

use kernel::{Facade, Game, Rng, Seat, Sight, Turn};
use pieces::Rank;

use crate::bot::slips::Slips;
use crate::options::{Counting, Options};
use crate::state::{Action, Cribbage, Phase};
use crate::tests::bots::{any_input, choice, play, tables};

/// A mistake: its name, its rate at a level, and the rates with this mistake alone.
type Slip = (&'static str, fn(&Slips) -> u32, fn(u32) -> Slips);

const IN_THROWS: [Slip; 5] = [
    (
        "long fifteens",
        |slips| slips.long_fifteens,
        |rate| Slips {
            long_fifteens: rate,
            ..Slips::NONE
        },
    ),
    (
        "pairs",
        |slips| slips.pairs,
        |rate| Slips {
            pairs: rate,
            ..Slips::NONE
        },
    ),
    (
        "the crib forgotten",
        |slips| slips.crib_forgotten,
        |rate| Slips {
            crib_forgotten: rate,
            ..Slips::NONE
        },
    ),
    (
        "the crib mistaken",
        |slips| slips.crib_mistaken,
        |rate| Slips {
            crib_mistaken: rate,
            ..Slips::NONE
        },
    ),
    (
        "the starter forgotten",
        |slips| slips.starter_forgotten,
        |rate| Slips {
            starter_forgotten: rate,
            ..Slips::NONE
        },
    ),
];

const IN_PLAYS: [Slip; 5] = [
    (
        "a five led",
        |slips| slips.five_led,
        |rate| Slips {
            five_led: rate,
            ..Slips::NONE
        },
    ),
    (
        "fifteens in the play",
        |slips| slips.fifteens_in_play,
        |rate| Slips {
            fifteens_in_play: rate,
            ..Slips::NONE
        },
    ),
    (
        "runs in the play",
        |slips| slips.runs_in_play,
        |rate| Slips {
            runs_in_play: rate,
            ..Slips::NONE
        },
    ),
    (
        "the answer forgotten",
        |slips| slips.answer_forgotten,
        |rate| Slips {
            answer_forgotten: rate,
            ..Slips::NONE
        },
    ),
    (
        "what was played forgotten",
        |slips| slips.played_forgotten,
        |rate| Slips {
            played_forgotten: rate,
            ..Slips::NONE
        },
    ),
];

/// The action of a player with these mistakes.
fn done(slips: &Slips, game: &Cribbage, seat: Seat, rng: &mut Rng) -> Option<Action> {
    Sight::show(game, seat, |sight| match game.table().phase {
        Phase::Discarding => slips.throw(sight, rng).map(Action::Discard),
        _ => slips.play(sight, rng).map(Action::Play),
    })
}

/// A moment of a random game in which the mistake leads to another action.
fn occasion(of: fn(u32) -> Slips, throws: bool) -> (Cribbage, Seat) {
    for seed in 0..2_000 {
        let mut game = Cribbage::new(Options::default()).unwrap();
        let mut rng = Rng::from_seed(seed);
        while game.table().deal < 2 && game.turn() != Turn::Over {
            if let Some(seat) = game.turn().seats().first()
                && throws == (game.table().phase == Phase::Discarding)
            {
                let right = done(&of(0), &game, seat, &mut Rng::from_seed(0));
                let wrong = done(&of(100), &game, seat, &mut Rng::from_seed(0));
                if right != wrong {
                    return (game, seat);
                }
            }
            let input = any_input(&game, seed, &mut rng);
            for event in game.decide(&input).unwrap() {
                game.evolve(&event);
            }
        }
    }
    panic!("the mistake never matters");
}

#[test]
fn mistakes_happen_as_often_as_stated() {
    const TIMES: u32 = 2_000;
    let all = IN_THROWS.map(|lapse| (lapse, true)).into_iter();
    for ((name, rate, of), throws) in all.chain(IN_PLAYS.map(|lapse| (lapse, false))) {
        let (game, seat) = occasion(of, throws);
        let right = done(&Slips::NONE, &game, seat, &mut Rng::from_seed(0));
        for level in [Slips::EASY, Slips::MEDIUM] {
            let rate = rate(&level);
            let mut rng = Rng::from_seed(u64::from(rate));
            let wrong = (0..TIMES).filter(|_| done(&of(rate), &game, seat, &mut rng) != right);
            let share = f64::from(wrong.count() as u32) / f64::from(TIMES);
            // Four standard errors of a share of 2,000 are less than 0.045.
            let stated = f64::from(rate) / 100.0;
            assert!(
                (share - stated).abs() < 0.045,
                "{name}: {share} instead of {stated}"
            );
        }
    }
}

#[test]
fn hands_are_miscounted_as_often_as_stated() {
    let options = Options {
        counting: Counting::Manual,
        target: 61,
        ..Options::default()
    };
    for (name, rate) in [
        ("easy", Slips::EASY.counts),
        ("medium", Slips::MEDIUM.counts),
    ] {
        let bot = kernel::bot::<Cribbage>(name).unwrap();
        let (mut counts, mut wrong) = (0.0, 0.0);
        for seed in 0..60 {
            play(options.clone(), seed, bot, |game, seat, action| {
                let Action::Count(stated) = action else {
                    return;
                };
                let advise = Cribbage::ADVISE.unwrap();
                let advice = Sight::show(game, seat, |sight| {
                    advise(sight, None, &mut Rng::from_seed(0))
                });
                let Some(Action::Count(right)) = advice.first().map(|advice| &advice.action) else {
                    return;
                };
                // Nothing can be overlooked in a hand without points.
                if *right > 0 {
                    counts += 1.0;
                    wrong += f64::from(u8::from(stated != right));
                }
            });
        }
        let (share, stated) = (wrong / counts, f64::from(rate) / 100.0);
        assert!(counts > 500.0);
        assert!(
            (share - stated).abs() < 0.07,
            "{name}: {share} instead of {stated}"
        );
    }
}

/// The luck of a bot decides nothing but its mistakes, and `hard` makes none: it does the same
/// whatever its luck. `expert` draws its guesses; neither opens the play with a five beside a lower
/// card, which `easy` does.
#[test]
fn better_levels_make_no_such_mistakes() {
    let fives_led = |name: &str, games: u64| {
        let bot = kernel::bot::<Cribbage>(name).unwrap();
        let (mut led, mut could) = (0, 0);
        for seed in 0..games {
            play(Options::default(), seed, bot, |game, seat, action| {
                if name == "hard" {
                    assert_eq!(*action, choice(game, seat, bot, &mut Rng::from_seed(99)));
                }
                let hand = game.hand(seat);
                let has = |wanted: fn(Rank) -> bool| hand.iter().any(|card| wanted(card.rank()));
                let leads = matches!(game.table().phase, Phase::Playing(_))
                    && game.table().plays.is_empty();
                if leads && has(|rank| rank == Rank::Five) && has(|rank| rank < Rank::Five) {
                    could += 1;
                    led += u32::from(
                        matches!(action, Action::Play(card) if card.rank() == Rank::Five),
                    );
                }
            });
        }
        assert!(could > 10, "{name} could lead a five {could} times");
        led
    };
    assert_eq!(fives_led("hard", 20), 0);
    assert_eq!(fives_led("expert", 8), 0);
    assert!(fives_led("easy", 20) > 5);
}

/// Mistakes are part of the luck of the bot's own stream, at every kind of table.
#[test]
fn the_same_luck_gives_the_same_mistakes() {
    for name in ["easy", "medium"] {
        let bot = kernel::bot::<Cribbage>(name).unwrap();
        for options in tables() {
            let mut differs = 0;
            play(options, 21, bot, |game, seat, _| {
                let at = |seed| choice(game, seat, bot, &mut Rng::from_seed(seed));
                assert_eq!(at(1), at(1));
                differs += u32::from((2..6).any(|seed| at(seed) != at(1)));
            });
            assert!(differs > 0, "{name} never errs");
        }
    }
}
