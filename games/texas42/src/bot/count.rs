//! Counts how experts call, name and play, by letting them play hands against each other.
//!
//! It runs as `cargo run --release -p texas42 --example count_calls`, never in play.

use super::calling::{COUNTS, CallStep, NextCall, features};
use super::calls::{HandAppraisal, HandAppraisalWithDoubles};
use super::fit::{Case, fit};
use super::habit;
use super::level::Level;
use super::situation::Situation;
use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::options::Options;
use crate::play::{Bits, SEATS};
use crate::state::{Action, Texas42};
use kernel::{Game, Input, Key, Seat, Sight, Turn};
use pieces::DominoSet;
use std::fmt::Write;

/// The tallies of the calls and plays in some hands.
#[derive(Default)]
struct CallTally {
    steps: [Vec<Case>; CallStep::ALL.len()],
    /// Hands with their bid and declaration.
    names: Vec<(Options, Bits, Bid, Declaration)>,
    /// Leads and other plays by the number of legal dominoes: how many agreed with habit, and how
    /// many there were.
    plays: [[(u32, u32); 6]; 2],
    /// The heights of bids of points over the lowest.
    jumps: [u32; 12],
}

/// The text of `bot/calls.txt`, from this many hands of this seed, every second one at the table
/// Texas family.
pub fn count_calls(n_hands: u32, seed: u64) -> String {
    let mut seen = CallTally::default();
    let tables: Vec<Options> = Options::presets()
        .into_iter()
        .take(2)
        .map(|preset| preset.options)
        .collect();
    for n in 0..n_hands {
        let options = &tables[n as usize % tables.len()];
        let key = Key::from_seed(seed.wrapping_mul(1_000_000_007).wrapping_add(n.into()));
        // The presets are games, and experts play by the rules.
        let _ = seen.watch(options, &key);
    }
    seen.text(n_hands, seed)
}

impl CallTally {
    /// Lets four experts play a hand, and notes their calls and plays.
    fn watch(&mut self, options: &Options, key: &Key) -> Option<()> {
        let mut game = Texas42::new(options.clone()).ok()?;
        let (mut n_draws, mut n_actions) = (0, 0);
        while game.table().history.is_empty() {
            let input = match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    n_draws += 1;
                    Input::Chance(game.draw(&key.draw(n_draws)))
                }
                Turn::Seats(seats) => {
                    n_actions += 1;
                    let seat = seats.first()?;
                    let mut rng = key.stream(&format!("bot/{n_actions}"));
                    let legal = game.legal_actions(seat);
                    let action = Sight::show(&game, seat, |sight| {
                        let situation = Situation::new(sight)?;
                        Level::EXPERT.choose(&situation, &legal, &mut rng)
                    })?;
                    self.note(&game, seat, &legal, action);
                    Input::Act { seat, action }
                }
            };
            for event in game.decide(&input).ok()? {
                game.evolve(&event);
            }
        }
        Some(())
    }

    fn note(&mut self, game: &Texas42, seat: Seat, legal: &[Action], action: Action) -> Option<()> {
        let options = &game.table().options;
        let hand = game.table().hand.as_ref()?;
        let own = game.hand(seat).bits();
        match action {
            Action::Bid(call) => {
                let glance = HandAppraisal::with_every_contract(options, own);
                let next = NextCall::new(&COUNTS, &glance, options, &hand.auction);
                let features = features(&glance, options, &hand.auction);
                for (step, taken) in next.steps(call) {
                    let reached = f64::from(u8::from(taken));
                    self.steps[step as usize].push(Case { features, reached });
                }
                if let (Some(Bid::Points(points)), Some(lowest)) = (call.bid(), next.points) {
                    self.jumps[usize::from(points - lowest)] += 1;
                }
            }
            Action::Name(declaration) => {
                let (_, bid) = hand.auction.standing()?;
                self.names.push((options.clone(), own, bid, declaration));
            }
            Action::Play(domino) if legal.len() > 1 => {
                let kind = usize::from(!hand.open.is_empty());
                let dealt: [Bits; SEATS] = std::array::from_fn(|place| {
                    let seat = Seat(place as u8);
                    (game.hand(seat) | hand.played_by(seat)).bits()
                });
                let mut playout =
                    super::playout::Playout::of_pledge(options, hand.pledge()?, dealt);
                for play in hand.plays() {
                    playout.play(play.domino.index());
                }
                let is_usual = habit::choose(&playout) == domino.index();
                let dominoes: DominoSet =
                    legal.iter().filter_map(super::level::domino_of).collect();
                let counted = &mut self.plays[kind][dominoes.len().clamp(2, 7) - 2];
                *counted = (counted.0 + u32::from(is_usual), counted.1 + 1);
            }
            Action::Play(_) | Action::LayDown => {}
        }
        Some(())
    }

    fn text(&self, n_hands: u32, seed: u64) -> String {
        let mut text = format!(
            "# How experts call, name and play, counted in hands between them.\n\
             # Computed by: cargo run --release -p texas42 --example count_calls -- {n_hands} {seed}\n\
             # {} calls of marks or not, {} of two marks or fewer, {} of points or a pass, {} of more\n\
             # points than needed or not; {} declarations. The weights are in the order of `features`\n\
             # in calling.rs. Bids of points went over the lowest by 0, 1, 2 ... so often:\n\
             # {:?}\n",
            self.steps[0].len(),
            self.steps[1].len(),
            self.steps[2].len(),
            self.steps[3].len(),
            self.names.len(),
            self.jumps,
        );
        for (step, cases) in CallStep::ALL.into_iter().zip(&self.steps) {
            text.push_str(step.name());
            for weight in fit(cases) {
                let _ = write!(text, " {weight:.4}");
            }
            text.push('\n');
        }
        text.push_str("# How strongly the better of two declarations is preferred: after points, after marks, and\n# for a partner with many doubles.\nsharpness");
        for kind in 0..3 {
            let _ = write!(text, " {:.2}", self.sharpness(kind));
        }
        text.push_str(
            "\n# The share of plays that habit would have made, with 2, 3 ... 7 legal dominoes.\n",
        );
        for (name, counted) in ["usual-leads", "usual-plays"].into_iter().zip(&self.plays) {
            text.push_str(name);
            for (usual, all) in counted {
                // As if two more had been seen, one of each kind.
                let share = f64::from(usual + 1) / f64::from(all + 2);
                let _ = write!(text, " {share:.4}");
            }
            text.push('\n');
        }
        text
    }

    /// The sharpness with which the declarations are most likely.
    fn sharpness(&self, kind: usize) -> f32 {
        let kind_of = |bid: Bid| match bid {
            Bid::Points(_) => 0,
            Bid::Marks(_) => 1,
            Bid::Plunge(_) | Bid::Splash(_) => 2,
        };
        let likelihood = |sharpness: f32| -> f64 {
            let named = self
                .names
                .iter()
                .filter(|(_, _, bid, _)| kind_of(*bid) == kind);
            let chances = named.map(|(options, hand, bid, declaration)| match declaration {
                Declaration::Trump(trump) if kind == 2 => {
                    HandAppraisalWithDoubles::new(options, *hand).chance_to_name(*trump, sharpness)
                }
                _ => HandAppraisal::with_every_contract(options, *hand).chance_to_name(
                    *bid,
                    *declaration,
                    sharpness,
                ),
            });
            chances
                .map(|chance| libm::log(f64::from(chance).max(0.01)))
                .sum()
        };
        // From 0.2 to 6 in steps of 0.2.
        let tried = (1..=30).map(|step| step as f32 / 5.0);
        tried
            .map(|sharpness| (likelihood(sharpness), sharpness))
            .reduce(|best, it| if it.0 > best.0 { it } else { best })
            .map_or(1.0, |(_, sharpness)| sharpness)
    }
}
