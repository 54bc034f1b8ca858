//! Counts the outcomes of contracts in deals with many doubles.
//!
//! `cargo run --release -p texas42 --example special_contracts -- expert 500 7 4` deals 500 hands
//! of the table Texas family from the luck of seed 7, each dealt again until some seat holds at
//! least 4 doubles. Four experts bid and play them, and it prints how often each contract was bid
//! and made. Options of the table may follow as JSON, such as `'{"plunge": false}'`. With `plunge`
//! or `splash` as the last word, every seat that may makes that bid, whatever its bot would choose:
//! the share that is made is the standard for judging bids. The arena serves ordinary deals, among
//! which plunges and splashes are too rare to be counted.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::collections::BTreeMap;

use kernel::{Bot, Game, Input, Key, Rng, Seat, Seen, Sight, Turn, Viewer};
use serde_json::{Map, Value};
use texas42::{Action, Bid, Call, Chance, Declaration, HandResult, Options, SEATS, Texas42, Trump};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = Plan::new(&words) else {
        println!(
            "usage: special_contracts [bot] [deals] [seed] [doubles] [options] [plunge|splash]"
        );
        return;
    };
    // The number of times that each contract was bid, and made.
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for n in 0..plan.n_deals {
        let key = Key::from_seed(plan.seed.wrapping_mul(1_000_000_007).wrapping_add(n));
        let Some(result) = plan.play(&key) else {
            continue;
        };
        let count = counts.entry(contract(&result)).or_default();
        *count = (count.0 + 1, count.1 + u32::from(result.made()));
    }
    println!("contract              bid   made");
    for (name, (n_bid, n_made)) in counts {
        let share = 100.0 * f64::from(n_made) / f64::from(n_bid);
        println!("{name:18} {n_bid:>6} {n_made:>6}  {share:5.1} %");
    }
}

/// The settings of a run.
struct Plan {
    bot: &'static Bot<Texas42>,
    n_deals: u64,
    seed: u64,
    doubles: u64,
    options: Options,
    /// The bid that every seat makes if it may.
    forced: Option<String>,
}

impl Plan {
    fn new(words: &[String]) -> Option<Plan> {
        let number = |place: usize, default| {
            let word = words.get(place);
            word.map_or(Some(default), |word| word.parse().ok())
        };
        let later = words.iter().skip(4);
        let (options, forced): (Vec<&String>, Vec<&String>) =
            later.partition(|word| word.starts_with('{'));
        Some(Plan {
            bot: kernel::bot(words.first().map_or("expert", String::as_str))?,
            n_deals: number(1, 500)?,
            seed: number(2, 7)?,
            doubles: number(3, 4)?,
            options: family(options.first().copied())?,
            forced: forced.first().copied().cloned(),
        })
    }

    /// Plays one hand; `None` if the options make no game.
    fn play(&self, key: &Key) -> Option<HandResult> {
        let mut game = Texas42::new(self.options.clone()).ok()?;
        let mut n_draws = 0;
        let mut n_actions = 0;
        while game.deals_over() == 0 {
            let input = match game.turn() {
                Turn::Over => break,
                Turn::Chance => Input::Chance(self.draw(&game, key, &mut n_draws)),
                Turn::Seats(seats) => {
                    n_actions += 1;
                    let seat = seats.first()?;
                    let mut rng = key.stream(&format!("bot/{n_actions}"));
                    let action = self.choose(&game, seat, &mut rng);
                    Input::Act { seat, action }
                }
            };
            for event in game.decide(&input).ok()? {
                game.evolve(&event);
            }
        }
        game.table().history.last().copied()
    }

    /// Draws luck, and repeats a deal until somebody holds enough doubles.
    fn draw(&self, game: &Texas42, key: &Key, n_draws: &mut u64) -> Chance {
        loop {
            let chance = game.draw(&key.draw(*n_draws));
            *n_draws += 1;
            let enough = match &chance {
                Chance::Shaker(_) => true,
                Chance::Deal(hands) => Seat::all(SEATS).any(|seat| {
                    let held = hands[seat].iter();
                    held.filter(|domino| domino.is_double()).count() as u64 >= self.doubles
                }),
            };
            if enough {
                return chance;
            }
        }
    }

    /// The forced bid if it may be made, or else the bot's choice.
    fn choose(&self, game: &Texas42, seat: Seat, rng: &mut Rng) -> Action {
        let legal = game.legal_actions(seat);
        let is_forced = |action: &&Action| {
            matches!(
                (action, self.forced.as_deref()),
                (Action::Bid(Call::Bid(Bid::Plunge(_))), Some("plunge"))
                    | (Action::Bid(Call::Bid(Bid::Splash(_))), Some("splash"))
            )
        };
        if let Some(action) = legal.iter().find(is_forced) {
            return *action;
        }
        let view = Seen::view(game, Viewer::Seat(seat));
        let sight = Sight {
            seat,
            view: &view,
            legal: &legal,
        };
        (self.bot.choose)(&sight, rng)
    }
}

/// The table Texas family, changed by these options.
fn family(changed: Option<&String>) -> Option<Options> {
    let mut presets = Options::presets().into_iter();
    let family = presets
        .find(|preset| preset.name == "Texas family")?
        .options;
    let mut fields = serde_json::to_value(family).ok()?;
    if let Some(changed) = changed {
        let changed: Map<String, Value> = serde_json::from_str(changed).ok()?;
        fields.as_object_mut()?.extend(changed);
    }
    serde_json::from_value(fields).ok()
}

fn contract(result: &HandResult) -> &'static str {
    match (result.pledge.bid, result.pledge.declaration) {
        (Bid::Plunge(_), _) => "plunge",
        (Bid::Splash(_), _) => "splash",
        (_, Declaration::Nello) => "nello",
        (_, Declaration::Sevens) => "sevens",
        (_, Declaration::Trump(Trump::FollowMe)) => "follow me",
        (_, Declaration::Trump(Trump::Doubles)) => "doubles as trumps",
        _ => "a suit as trumps",
    }
}
