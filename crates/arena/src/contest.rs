//! Two bots, and the games between them.

use kernel::{
    Bot, Facade, Game, Input, Key, Note, Seat, Seen, Sight, Turn, Viewer, Witness, bot, bots,
};
use serde::Deserialize;
use serde_json::Value;

use crate::figures::FigureSum;
use crate::pair::{Contestant, Pair, PairedGame};
use crate::plan::{Plan, Span};

/// A game that has taken this many inputs is reported as it stands. The longest game of any kind
/// takes a few thousand.
const MAX_INPUTS: u32 = 100_000;

/// Two bots that meet in pairs of games.
#[derive(Debug)]
pub struct Contest<G: Game> {
    plan: Plan,
    start: G,
    bots: [&'static Bot<G>; 2],
}

/// A contest of any game.
pub trait AnyContest: Send + Sync {
    /// The plan.
    fn plan(&self) -> &Plan;
    /// Plays the pair of this number. The stopwatch gives nanoseconds since any fixed moment.
    fn pair(&self, n: u64, stopwatch: &dyn Fn() -> u64) -> Pair;
}

/// The reasons why a contest cannot be held.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// The game has no such bot.
    #[error("the bot of {game} must be one of {known}, not {name:?}")]
    UnknownBot {
        /// The game.
        game: &'static str,
        /// The requested name.
        name: String,
        /// The names of its bots.
        known: String,
    },
    /// The options make no game.
    #[error("the options must make a game: {0}")]
    Options(String),
}

impl<G: Facade> Contest<G> {
    /// The contest of this plan.
    pub fn new(plan: Plan) -> Result<Contest<G>, ContestError> {
        let options = match &plan.options {
            Value::Null => G::Options::default(),
            options => G::Options::deserialize(options).map_err(options_error)?,
        };
        let in_words = |faults: Vec<kernel::SetupFault>| {
            let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
            ContestError::Options(words.join("; "))
        };
        let start = G::new(options).map_err(in_words)?;
        let [first, second] = &plan.bots;
        let bots = [find(first)?, find(second)?];
        Ok(Contest { plan, start, bots })
    }

    /// The plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays the pair of this number. The result depends only on the plan and the number, except
    /// for the times, which come from the stopwatch: nanoseconds since any fixed moment.
    pub fn pair(&self, n: u64, stopwatch: &dyn Fn() -> u64) -> Pair {
        let key = pair_key(self.plan.seed, n);
        let mut pair = Pair {
            n,
            games: [const { PairedGame::NOTHING }; 2],
            figures: Vec::new(),
            decisions: [0; 2],
            faults: [0; 2],
            nanos: [0; 2],
        };
        for game in 0..2 {
            let playing = Playing {
                contest: self,
                key: &key,
                swapped: game,
                game: self.start.clone(),
                witness: G::WITNESS.map(|summon| summon()),
                notes: Vec::new(),
                stopwatch,
            };
            pair.games[game] = playing.finish(&mut pair);
        }
        pair
    }
}

impl<G: Facade> AnyContest for Contest<G> {
    fn plan(&self) -> &Plan {
        Contest::plan(self)
    }

    fn pair(&self, n: u64, stopwatch: &dyn Fn() -> u64) -> Pair {
        Contest::pair(self, n, stopwatch)
    }
}

impl PairedGame {
    /// The state before anything was played.
    const NOTHING: PairedGame = PairedGame {
        scores: Vec::new(),
        winners: Vec::new(),
    };
}

/// One game of a pair while it is played.
struct Playing<'a, G: Game> {
    contest: &'a Contest<G>,
    key: &'a Key,
    /// 0 in the first game, 1 in the second, where the bots have exchanged sides.
    swapped: usize,
    game: G,
    witness: Option<Box<dyn Witness<G>>>,
    notes: Vec<Note>,
    stopwatch: &'a dyn Fn() -> u64,
}

impl<G: Game> Playing<'_, G> {
    fn finish(mut self, pair: &mut Pair) -> PairedGame {
        let mut draws = 0;
        for n in 0..MAX_INPUTS {
            if self.contest.plan.span == Span::Deals && self.game.deals_over() > 0 {
                break;
            }
            let input = match self.game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    draws += 1;
                    Input::Chance(self.game.draw(&self.key.draw(draws - 1)))
                }
                Turn::Seats(seats) => match seats.first() {
                    Some(seat) => self.act(seat, n, pair),
                    None => break,
                },
            };
            if !self.feed(&input) {
                break;
            }
        }
        for note in std::mem::take(&mut self.notes) {
            let bot = note.side.map(|side| Contestant::at(side, self.swapped));
            FigureSum::note(&mut pair.figures, note, bot);
        }
        self.played()
    }

    /// The input of the bot in this seat.
    fn act(&self, seat: Seat, n: u32, pair: &mut Pair) -> Input<G> {
        let legal = self.game.legal_actions(seat);
        let view = Seen::view(&self.game, Viewer::Seat(seat));
        let which = Contestant::at(self.game.side(seat), self.swapped);
        let action = match &legal[..] {
            // A single legal action needs no thought.
            [only] => only.clone(),
            _ => {
                let sight = Sight {
                    seat,
                    view: &view,
                    legal: &legal,
                };
                let mut rng = self.key.stream(&format!("arena/{}/{n}", self.swapped));
                let start = (self.stopwatch)();
                let action = (self.contest.bots[which.index()].choose)(&sight, &mut rng);
                pair.nanos[which.index()] += (self.stopwatch)().saturating_sub(start);
                pair.decisions[which.index()] += 1;
                if self.game.is_legal(seat, &action) {
                    action
                } else {
                    pair.faults[which.index()] += 1;
                    legal[0].clone()
                }
            }
        };
        Input::Act { seat, action }
    }

    /// Applies an input, and returns whether the rules allowed it. They always do: an action was
    /// checked before, and luck is the game's own.
    fn feed(&mut self, input: &Input<G>) -> bool {
        let Ok(events) = self.game.decide(input) else {
            return false;
        };
        for event in &events {
            match &mut self.witness {
                None => self.game.evolve(event),
                Some(witness) => {
                    let before = self.game.clone();
                    self.game.evolve(event);
                    witness.saw(&before, event, &self.game, &mut self.notes);
                }
            }
        }
        true
    }

    fn played(&self) -> PairedGame {
        let scores: Vec<i32> = self.game.scores().values().copied().collect();
        let winners = match (self.contest.plan.span, self.game.turn()) {
            (Span::Deals, turn) if turn != Turn::Over => leaders(&scores),
            _ => self.game.winners(),
        };
        PairedGame { scores, winners }
    }
}

/// The sides with the most points.
fn leaders(scores: &[i32]) -> Vec<kernel::Side> {
    let most = scores.iter().max();
    let sides = scores.iter().enumerate();
    sides
        .filter(|(_, score)| Some(*score) == most)
        .map(|(side, _)| kernel::Side(side as u8))
        .collect()
}

/// The luck of a pair: a key of its own, from the seed and the pair's number.
fn pair_key(seed: u64, n: u64) -> Key {
    let mut stream = Key::from_seed(seed).stream(&format!("arena/pair/{n}"));
    let mut bytes = [0; 32];
    for word in bytes.chunks_exact_mut(4) {
        word.copy_from_slice(&stream.next_u32().to_le_bytes());
    }
    Key::new(bytes)
}

fn find<G: Facade>(name: &str) -> Result<&'static Bot<G>, ContestError> {
    bot(name).ok_or_else(|| {
        let known: Vec<&str> = bots::<G>().map(|bot| bot.name()).collect();
        ContestError::UnknownBot {
            game: G::META.name,
            name: name.chars().take(40).collect(),
            known: known.join(", "),
        }
    })
}

fn options_error(error: serde_json::Error) -> ContestError {
    ContestError::Options(error.to_string())
}
