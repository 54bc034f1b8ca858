//! The adviser's predictions in games of experts, and their outcomes.
//!
//! The calibration bench compares the two, and `fit_chances` fits the corrections to them. Four
//! experts play a short game: the chance to win depends on the marks that each side lacks, and in
//! short games every score from the end is met often. In the first hand the first seat bids 30
//! whatever it holds, because a learner asks about poor hands too. Every decision is the expert's;
//! the adviser is asked about the first bid, every later bid, every trump, and one play of a hand.

use super::bidding::{weigh_calls, weigh_names};
use super::fit::fit_line;
use super::hindsight::{Forecast, Sort, log_odds};
use super::level::{Level, call_of, declaration_of, domino_of};
use super::playing::weigh_plays;
use super::situation::{Reading, Situation};
use crate::bid::{Bid, Call};
use crate::hand::Pledge;
use crate::options::Options;
use crate::sides::side_of;
use crate::state::{Action, Texas42};
use kernel::{Game, Input, Key, Rng, Seat, Side, Sight, Turn};
use pieces::DominoSet;
use std::fmt::Write;

/// A chance that the adviser told, and what happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foretold {
    /// The subject, as an index into [`Foretold::GROUPS`].
    pub group: usize,
    /// The chance.
    pub chance: f64,
    /// 1 if it came true, 0 if not.
    pub happened: f64,
    kind: Option<Forecast>,
    raw: f64,
}

impl Foretold {
    /// The kind of prediction and its chance before correction; `None` for the end of the game,
    /// which has no correction of its own.
    pub fn raw(&self) -> Option<(String, f64)> {
        Some((self.kind?.name(), self.raw))
    }

    /// The subjects of predictions.
    pub const GROUPS: [&str; 9] = [
        "first bid of 30 stands",
        "first bid of 30 made",
        "chosen bid stands",
        "chosen bid made",
        "made when trump is named",
        "made as a bidder plays",
        "set as an opponent plays",
        "game won, before the play",
        "game won, in the play",
    ];
}

/// Something that was told, until its hand or game is over.
struct Told {
    group: usize,
    about: About,
    kind: Option<Forecast>,
    raw: f64,
    chance: f64,
}

#[derive(Clone, Copy)]
enum About {
    /// That this seat's bid stands.
    Stands(Seat),
    /// The chance that it is made if it stands.
    MadeIfStands(Seat),
    /// That the bid is made, or set.
    Made,
    Set,
    /// That this side wins the game.
    Won(Side),
}

/// Plays the game of this number and returns its predictions.
pub fn foretell(options: &Options, seed: u64, number: u64) -> Vec<Foretold> {
    tell(options, seed, number, false)
}

fn tell(options: &Options, seed: u64, number: u64, is_counted: bool) -> Vec<Foretold> {
    let options = Options {
        target: Some(1 + (number % 3) as u16),
        ..options.clone()
    };
    let key = Key::from_seed(seed.wrapping_mul(1_000_000_007).wrapping_add(number));
    let teller = Teller {
        is_counted,
        ..Teller::default()
    };
    teller.play(options, &key).unwrap_or_default()
}

#[derive(Default)]
struct Teller {
    /// Told in this hand, told in the whole game, and what came of it.
    hand: Vec<Told>,
    game: Vec<Told>,
    foretold: Vec<Foretold>,
    n_actions: u32,
    /// Whether the experts read everything by counts; the corrections are fitted to such experts.
    /// Otherwise people are told this, and the experts are those of the tables.
    is_counted: bool,
}

impl Teller {
    fn play(mut self, options: Options, key: &Key) -> Option<Vec<Foretold>> {
        let mut game = Texas42::new(options).ok()?;
        let mut n_draws = 0;
        let mut asked_play = 0;
        loop {
            let input = match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    n_draws += 1;
                    asked_play = key.stream(&format!("asked/{n_draws}")).below(28);
                    self.hand.clear();
                    Input::Chance(game.draw(&key.draw(n_draws)))
                }
                Turn::Seats(seats) => {
                    self.n_actions += 1;
                    let seat = seats.first()?;
                    let action =
                        Sight::show(&game, seat, |sight| self.act(&game, sight, key, asked_play))?;
                    Input::Act { seat, action }
                }
            };
            let scored = game.table().history.len();
            for event in game.decide(&input).ok()? {
                game.evolve(&event);
            }
            if game.table().history.len() > scored {
                self.end_of_hand(&game);
            }
        }
        let winner = game.table().winner;
        for told in std::mem::take(&mut self.game) {
            if let About::Won(side) = told.about {
                self.note(&told, winner == Some(side));
            }
        }
        Some(self.foretold)
    }

    /// The action of the seat in turn, after the adviser was asked about it.
    fn act(
        &mut self,
        game: &Texas42,
        sight: &Sight<'_, Texas42>,
        key: &Key,
        asked_play: u32,
    ) -> Option<Action> {
        let mut situation = Situation::new(sight)?;
        if self.is_counted {
            situation.reading = Reading::Counted;
            situation.is_told = true;
        }
        let mut rng = key.stream(&format!("bot/{}", self.n_actions));
        let is_first = self.n_actions == 1;
        let action = if is_first {
            Action::Bid(Call::Bid(Bid::Points(30)))
        } else {
            let level = if self.is_counted {
                Level::EXPERT_COUNTED
            } else {
                Level::EXPERT
            };
            level.choose(&situation, sight.legal, &mut rng)?
        };
        let n_played = situation.hand.plays().count() as u32;
        let mut rng = key.stream(&format!("adviser/{}", self.n_actions));
        match action {
            _ if sight.legal.len() == 1 => {}
            Action::Bid(Call::Bid(_)) => {
                self.tell_call(&situation, sight, is_first, action, &mut rng)
            }
            Action::Name(_) => self.tell_name(&situation, action, &mut rng),
            Action::Play(_) if n_played >= asked_play => {
                let is_asked = !self.hand.iter().any(|told| told.group >= 5);
                if is_asked && !sight.legal.contains(&Action::LayDown) {
                    self.tell_play(&situation, sight, action, &mut rng);
                }
            }
            _ => {}
        }
        let _ = game;
        Some(action)
    }

    fn tell_call(
        &mut self,
        situation: &Situation<'_>,
        sight: &Sight<'_, Texas42>,
        is_first: bool,
        action: Action,
        rng: &mut Rng,
    ) {
        // All calls are weighed together, as the adviser does.
        let calls: Vec<Call> = sight.legal.iter().filter_map(call_of).collect();
        let worths = weigh_calls(situation, &calls, Level::ADVISER_BIDDING, rng);
        let Some(worth) = worths
            .iter()
            .find(|worth| Action::Bid(worth.call) == action)
        else {
            return;
        };
        let (Some(bid), seat) = (worth.call.bid(), situation.seat) else {
            return;
        };
        let first = if is_first { 0 } else { 2 };
        let sort = worth.declaration.map_or(Sort::Partner, |declaration| {
            Sort::of(&Pledge {
                bidder: seat,
                bid,
                declaration,
            })
        });
        self.hand.push(Told {
            group: first,
            about: About::Stands(seat),
            kind: Some(Forecast::Stands),
            raw: worth.raw.bought,
            chance: worth.bought,
        });
        self.hand.push(Told {
            group: first + 1,
            about: About::MadeIfStands(seat),
            kind: Some(Forecast::Call(sort)),
            raw: worth.raw.make,
            chance: worth.make,
        });
        self.won(7, situation, worth.chance);
    }

    fn tell_name(&mut self, situation: &Situation<'_>, action: Action, rng: &mut Rng) {
        let Some((bidder, bid)) = situation.hand.auction.standing() else {
            return;
        };
        let declarations: Vec<_> = declaration_of(&action).into_iter().collect();
        let worths = weigh_names(situation, &declarations, Level::ADVISER_BIDDING, rng);
        for worth in worths {
            let sort = Sort::of(&Pledge {
                bidder,
                bid,
                declaration: worth.declaration,
            });
            self.hand.push(Told {
                group: 4,
                about: About::Made,
                kind: Some(Forecast::Name(sort)),
                raw: worth.raw,
                chance: worth.make,
            });
            self.won(7, situation, worth.chance);
        }
    }

    fn tell_play(
        &mut self,
        situation: &Situation<'_>,
        sight: &Sight<'_, Texas42>,
        action: Action,
        rng: &mut Rng,
    ) {
        let Some((pledge, _)) = situation.pledge() else {
            return;
        };
        let is_ours = pledge.side() == situation.side();
        let legal: DominoSet = sight.legal.iter().filter_map(domino_of).collect();
        let worths = weigh_plays(situation, legal, Level::ADVISER_PLAYING, rng);
        let chosen = worths
            .iter()
            .find(|worth| Action::Play(worth.domino) == action);
        let Some(worth) = chosen else { return };
        let kind = Forecast::Play { is_ours };
        self.hand.push(Told {
            group: if is_ours { 5 } else { 6 },
            about: if is_ours { About::Made } else { About::Set },
            kind: Some(kind),
            raw: worth.raw,
            chance: if is_ours {
                worth.make
            } else {
                1.0 - worth.make
            },
        });
        self.won(8, situation, worth.chance);
    }

    fn won(&mut self, group: usize, situation: &Situation<'_>, chance: f64) {
        self.game.push(Told {
            group,
            about: About::Won(side_of(situation.seat)),
            kind: None,
            raw: chance,
            chance,
        });
    }

    /// Compares the predictions in a hand with its end.
    fn end_of_hand(&mut self, game: &Texas42) {
        let Some(result) = game.table().history.last().copied() else {
            return;
        };
        for told in std::mem::take(&mut self.hand) {
            match told.about {
                About::Stands(seat) => self.note(&told, result.pledge.bidder == seat),
                About::MadeIfStands(seat) if result.pledge.bidder == seat => {
                    self.note(&told, result.made());
                }
                About::Made => self.note(&told, result.made()),
                About::Set => self.note(&told, !result.made()),
                About::MadeIfStands(_) | About::Won(_) => {}
            }
        }
    }

    fn note(&mut self, told: &Told, happened: bool) {
        self.foretold.push(Foretold {
            group: told.group,
            chance: told.chance,
            happened: f64::from(u8::from(happened)),
            kind: told.kind,
            raw: told.raw,
        });
    }
}

/// The text of `bot/chances.txt`, from this many games of this seed, every second one at the table
/// Texas family.
pub fn fit_chances(n_games: u64, seed: u64) -> String {
    let tables: Vec<Options> = Options::presets()
        .into_iter()
        .take(2)
        .map(|preset| preset.options)
        .collect();
    let mut cases = vec![Vec::new(); Forecast::COUNT];
    for number in 0..n_games {
        let options = &tables[(number / 3) as usize % tables.len()];
        for told in tell(options, seed, number, true) {
            let Some(kind) = told.kind else { continue };
            // Opponents are told the chance that the bid is set, but this row counts bids that are
            // made.
            let made = match kind {
                Forecast::Play { is_ours: false } => 1.0 - told.happened,
                _ => told.happened,
            };
            if told.raw > 0.0 && told.raw < 1.0 {
                cases[kind.place()].push((log_odds(told.raw), made));
            }
        }
    }
    let mut text = format!(
        "# What imagined deals say, and what it really is: a shift and a slope of the log odds for each kind.\n\
         # Computed by: cargo run --release -p texas42 --example fit_chances -- {n_games} {seed}\n\
         # The last number is that of the predictions.\n"
    );
    for (kind, cases) in Forecast::all().zip(&cases) {
        let (shift, slope) = if cases.len() < ENOUGH {
            (0.0, 1.0)
        } else {
            fit_line(cases)
        };
        let _ = writeln!(
            text,
            "{} {shift:.2} {slope:.2} {}",
            kind.name(),
            cases.len()
        );
    }
    text
}

/// A kind with fewer predictions is not corrected, because a line through so few would be luck.
const ENOUGH: usize = 50;
