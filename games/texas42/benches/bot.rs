//! Measures how long bots think, and asserts their decisions.
//!
//! `cargo bench -p texas42 --bench bot` lets each level play single hands against itself at the
//! table Texas family and prints its thinking time for a call, a trump and a domino. In every
//! second hand somebody holds four doubles and plunges, because that takes longest. Times are never
//! asserted: a slow machine is not a fault. It is asserted that the same luck gives the same moves.
//! On Linux, a time is the thread's time on a core, which excludes other work on the machine.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use kernel::{Bot, Game, Input, Key, Seat, Sight, Turn, bot};
use texas42::{Action, Bid, Call, Chance, Options, SEATS, Texas42};

/// The number of hands that each level plays.
const HANDS: u64 = 60;

fn main() {
    println!("level     decision  number      mean       p50       p99    longest");
    for name in ["easy", "medium", "hard", "expert"] {
        let bot = bot::<Texas42>(name).expect("the four levels are there");
        let (first, times) = hands(bot, HANDS);
        // A sixth of the hands is enough to show it.
        let (again, _) = hands(bot, HANDS / 6);
        assert_eq!(
            again,
            first[..again.len()],
            "{name} chose another action with the same luck"
        );
        let kinds = [
            ("call", times.calls),
            ("trump", times.trumps),
            ("domino", times.dominoes),
        ];
        for (kind, mut times) in kinds {
            times.sort();
            let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            println!(
                "{name:9} {kind:8} {:>7} {} {} {} {}",
                times.len(),
                shown(mean),
                shown(at(0.5)),
                shown(at(0.99)),
                shown(at(1.0))
            );
        }
    }
}

#[derive(Default)]
struct Times {
    calls: Vec<Duration>,
    trumps: Vec<Duration>,
    dominoes: Vec<Duration>,
}

/// Plays single hands: the actions, and the time of each decision.
fn hands(bot: &Bot<Texas42>, n: u64) -> (Vec<Action>, Times) {
    let mut actions = Vec::new();
    let mut times = Times::default();
    for seed in 0..n {
        play(bot, seed, &mut actions, &mut times);
    }
    (actions, times)
}

fn play(bot: &Bot<Texas42>, seed: u64, actions: &mut Vec<Action>, times: &mut Times) {
    let key = Key::from_seed(seed);
    let plunges = seed % 2 == 1;
    let mut presets = Options::presets().into_iter();
    let family = presets.find(|preset| preset.name == "Texas family");
    let mut game = Texas42::new(family.expect("a preset").options).expect("a preset is a game");
    let (mut n_draws, mut n_actions) = (0, 0);
    while game.deals_over() == 0 {
        let input = match game.turn() {
            Turn::Seats(seats) => {
                n_actions += 1;
                let seat = seats.first().expect("somebody is to move");
                let mut rng = key.stream(&format!("bot/{n_actions}"));
                let legal = game.legal_actions(seat);
                let (mut action, time) = Sight::show(&game, seat, |sight| {
                    let start = busy();
                    let action = (bot.choose)(sight, &mut rng);
                    (action, busy().saturating_sub(start))
                });
                match action {
                    // A single legal action needs no thought.
                    _ if legal.len() == 1 => {}
                    Action::Bid(_) => times.calls.push(time),
                    Action::Name(_) => times.trumps.push(time),
                    Action::Play(_) | Action::LayDown => times.dominoes.push(time),
                }
                actions.push(action);
                if plunges && let Some(plunge) = legal.iter().find(|action| is_plunge(action)) {
                    action = *plunge;
                }
                Input::Act { seat, action }
            }
            _ => loop {
                n_draws += 1;
                let chance = game.draw(&key.draw(n_draws));
                if !plunges || may_plunge(&chance) {
                    break Input::Chance(chance);
                }
            },
        };
        for event in game.decide(&input).expect("a bot plays by the rules") {
            game.evolve(&event);
        }
    }
}

const fn is_plunge(action: &Action) -> bool {
    matches!(action, Action::Bid(Call::Bid(Bid::Plunge(_))))
}

/// Whether somebody holds four doubles.
fn may_plunge(chance: &Chance) -> bool {
    match chance {
        Chance::Shaker(_) => true,
        Chance::Deal(hands) => Seat::all(SEATS).any(|seat| {
            let held = hands[seat].iter();
            held.filter(|domino| domino.is_double()).count() >= 4
        }),
    }
}

/// The time that this thread has spent on a core; by the clock where that is not counted.
fn busy() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = counted.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn shown(time: Duration) -> String {
    format!("{:>6.1} ms", time.as_secs_f64() * 1e3)
}
