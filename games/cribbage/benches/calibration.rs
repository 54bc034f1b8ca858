//! Whether the chances that the adviser tells come true.
//!
//! `cargo bench -p cribbage --bench calibration -- --deals 2000 --games 4000` prints two tables and
//! writes a picture to `target/calibration-cribbage.svg`:
//!
//! - the mean sum of the dealer's and pone's chance over the same deals, at nine equal scores. Only
//!   one of them wins, and the sum must be 1;
//! - the chance that the adviser tells for each throw and card of whole games, against who won. The
//!   adviser's best throw or card is played, as the expert would.
//!
//! Groups and bins are fixed here, and errors are clustered by game. Without arguments it plays few
//! deals and games, which takes some seconds and is judged with their wide errors.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use arena::{Aim, Calibration, Mean, Prediction};
use cribbage::bot::advise_throws;
use cribbage::score::Six;
use cribbage::{Action, Cribbage, Options};
use kernel::{Facade, Game, Key, Rng, Seat, Sight};
use pieces::Card;

/// The scores at which chances are summed.
const SCORES: [u16; 9] = [0, 30, 60, 90, 100, 105, 110, 115, 118];

/// The largest distance of a mean sum from 1, besides two standard errors.
const APART: f64 = 0.01;

/// The lower ends of the bands of scores, by the side that is ahead.
const BANDS: [u16; 5] = [0, 60, 90, 105, 113];

fn main() {
    let number = |name: &str, usual: u64| {
        let mut words = std::env::args().skip_while(|word| word != name).skip(1);
        words.next().map_or(usual, |word| {
            word.parse()
                .expect("a number must follow the name of an option")
        })
    };
    let seed = number("--seed", 2_000_000);
    let sums = sums(number("--deals", 100), seed);
    let games = games(number("--games", 60), seed);
    println!("\n{}", games.table(Aim::HOUSE));
    let picture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/calibration-cribbage.svg"
    );
    let title = "Cribbage: chances told, and games won";
    std::fs::write(picture, games.svg(title, Aim::HOUSE)).expect("target can be written");
    assert!(sums.is_empty(), "{sums:#?}");
    let misses = games.misses(Aim::HOUSE);
    // The mean error of a few games is mostly luck.
    let judged = games.n() >= 100_000;
    assert!(!judged || misses.is_empty(), "{misses:#?}");
}

/// Prints the mean sum of both chances at each score, and returns a sentence for each that is not
/// 1.
fn sums(deals: u64, seed: u64) -> Vec<String> {
    if deals == 0 {
        return Vec::new();
    }
    println!("score     dealer    pone     sum   2 s.e.   ({deals} deals each)");
    let mut misses = Vec::new();
    for score in SCORES {
        let [mut dealer, mut pone, mut sum] = [Mean::default(); 3];
        let mut rng = Key::from_seed(seed).stream(&format!("calibration/sums/{score}"));
        for _ in 0..deals {
            let chances = deal(&mut rng)
                .map(|(six, dealer)| advise_throws(six, dealer, [score, score], 121)[0].chance);
            dealer.push(chances[0]);
            pone.push(chances[1]);
            sum.push(chances[0] + chances[1]);
        }
        let errors = 2.0 * sum.standard_error();
        println!(
            "{score:>3}-{score:<3} {:>8.4} {:>8.4} {:>7.4} {errors:>8.4}",
            dealer.mean(),
            pone.mean(),
            sum.mean()
        );
        if (sum.mean() - 1.0).abs() > APART + errors {
            misses.push(format!(
                "at {score}-{score} both chances are {:.4} together and must be 1",
                sum.mean()
            ));
        }
    }
    misses
}

/// Six cards for the dealer and six for pone, each with whether it deals.
fn deal(rng: &mut Rng) -> [(Six, bool); 2] {
    let mut deck: Vec<Card> = Card::deck().collect();
    rng.shuffle(&mut deck);
    [(0, true), (6, false)].map(|(from, dealer)| {
        let six = deck[from..from + 6].iter().copied().collect();
        (Six::new(six).expect("six of a deck"), dealer)
    })
}

/// The predictions of this many games of the adviser against itself.
fn games(games: u64, seed: u64) -> Calibration {
    let mut names = Vec::new();
    for decision in ["throws", "plays"] {
        for role in ["dealer", "pone"] {
            for band in BANDS {
                names.push(format!("{role} {decision}, leader from {band}"));
            }
        }
    }
    let mut calibration = Calibration::new(names, &Calibration::TENTHS);
    for n in 0..games {
        calibration.add_game(&game(&Key::from_seed(seed + 1 + n)));
    }
    calibration
}

fn game(key: &Key) -> Vec<Prediction> {
    let advise = Cribbage::ADVISE.expect("cribbage has an adviser");
    let game = Cribbage::new(Options::default()).expect("two players to 121");
    let mut told: Vec<(Seat, usize, f64)> = Vec::new();
    let game = testkit::play_out(game, key, |game, seat, rng| {
        let advice = Sight::show(game, seat, |sight| advise(sight, None, rng));
        let best = advice.into_iter().next().expect("something can be done");
        told.push((seat, group(game, seat, &best.action), best.chance));
        best.action
    });
    let winners = game.winners();
    told.into_iter()
        .map(|(seat, group, chance)| Prediction {
            group,
            chance,
            happened: f64::from(u8::from(winners.contains(&game.side(seat)))),
        })
        .collect()
}

/// The number of a decision's group.
fn group(game: &Cribbage, seat: Seat, action: &Action) -> usize {
    let play = usize::from(!matches!(action, Action::Discard(_)));
    let pone = usize::from(game.table().dealer != Some(seat));
    let most = game.table().pegs.values().map(|pegs| pegs.front).max();
    let band = BANDS.partition_point(|from| *from <= most.unwrap_or(0)) - 1;
    (play * 2 + pone) * BANDS.len() + band
}
