//! A deal played by bots alone: an expert's result with the luck that others played.
//!
//! The bots on the other chairs choose exactly as at a table, from the same key. Until a player
//! differs from the expert, both games are therefore the same.

use kernel::{AnyGame, AnyRefusal, BySeat, Json, Key, Kind, Seat, Turn, Viewer};
use serde_json::{Value, json};

use crate::bot::Level;
use crate::deal::{BotLuck, Deal};
use crate::fair::{self, Secret};
use crate::review::{PlayedGame, decided};

/// No game of a day is longer.
const MOST_MOVES: u32 = 5_000;

/// An expert's result of a deal.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpertGame {
    /// Its choices, in order, in the game's own JSON.
    pub actions: Vec<Value>,
    /// Whether its side won.
    pub won: bool,
    /// The score of its side.
    pub score: i32,
    /// The lead of its side over the best other one.
    pub lead: i32,
}

/// Plays a deal with an expert on the first chair, against the bots that everybody plays.
pub fn expert(
    kind: &'static dyn Kind,
    deal: &Deal,
    secret: &Secret,
    options: &Value,
    bots: Level,
) -> Result<ExpertGame, AnyRefusal> {
    let impossible = |why: &str| AnyRefusal::new("expert/impossible", why);
    let game = kind
        .start(options)
        .map_err(|_| impossible("the options must be possible"))?;
    let n_seats = game.n_seats();
    let key = fair::key(
        &secret.of_game(1),
        &deal.to_string(),
        1,
        &BySeat::splat(n_seats, None),
    );
    let mut play = Playing {
        kind,
        game,
        key,
        draws: 0,
        n_moves: BySeat::splat(n_seats, 0),
        levels: BySeat::from_fn(n_seats, |seat| match seat {
            Seat(0) => Level::Expert,
            _ => bots,
        }),
    };
    play.draw()?;
    let mut actions = Vec::new();
    for _ in 0..MOST_MOVES {
        let Some(seat) = play.game.turn().seats().iter().next() else {
            break;
        };
        let action = play.choose(seat);
        let action = action.ok_or_else(|| impossible("there must be a legal action"))?;
        if seat == Seat(0) {
            actions.push(action.clone());
        }
        play.act(seat, &action)?;
    }
    if play.game.turn() != Turn::Over {
        return Err(impossible("the game must end"));
    }
    let (side, scores) = (play.game.side(Seat(0)), play.game.scores());
    let others = scores.iter().filter(|(other, _)| *other != side);
    let best = others.map(|(_, score)| *score).max();
    let score = scores[side];
    Ok(ExpertGame {
        actions,
        won: play.game.winners().contains(&side),
        score,
        lead: score - best.unwrap_or(0),
    })
}

struct Playing {
    kind: &'static dyn Kind,
    game: Box<dyn AnyGame>,
    key: Key,
    draws: u64,
    n_moves: BySeat<u64>,
    levels: BySeat<Level>,
}

impl Playing {
    fn choose(&self, seat: Seat) -> Option<Value> {
        let luck = BotLuck {
            key: self.key.clone(),
            seat,
            n_moves: self.n_moves[seat],
        };
        let view = self.game.view(Viewer::Seat(seat));
        let legal = self.game.legal_actions(seat);
        let bot = self.levels[seat].bot(&self.kind.bots());
        let choice = self
            .kind
            .choose(bot, &view, &legal, &mut luck.stream("bot"));
        // As at a table, an illegal choice is replaced by a legal one.
        let choice = choice.filter(|choice| legal.contains(choice));
        choice.or_else(|| legal.into_iter().next())
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), AnyRefusal> {
        let input = json!({ "act": { "seat": seat, "action": action } });
        self.game.take(&Json::of(&input))?;
        self.n_moves[seat] += 1;
        self.draw()
    }

    /// Draws the luck before the next choice.
    fn draw(&mut self) -> Result<(), AnyRefusal> {
        while let Some(luck) = self.game.draw(&self.key, self.draws) {
            self.game.take(&luck)?;
            self.draws += 1;
        }
        Ok(())
    }
}

/// The first decision in which a player differed from the expert. Until then both games were the
/// same.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The number of equal decisions before it.
    pub same: usize,
    /// The number of the last message before it, if it is known.
    pub seq: Option<u64>,
    /// The player's action, as `legal` lists it.
    pub did: Value,
    /// The expert's action.
    pub expert: Value,
}

/// The first decision in which the player of the first chair differed from the expert; `None` if
/// there is none.
pub fn first_difference(
    kind: &dyn Kind,
    played: &PlayedGame,
    expert: &ExpertGame,
) -> Option<Difference> {
    let mut game = kind.start(&played.options).ok()?;
    let mut choices = expert.actions.iter().enumerate();
    for input in &played.inputs {
        if let Some((Seat(0), did)) = decided(&input.input.value()) {
            let (same, expert) = choices.next()?;
            if did != *expert {
                let view = game.view(Viewer::Seat(Seat(0)));
                return Some(Difference {
                    same,
                    seq: input.seq,
                    did: kind.command(&view, &did)?,
                    expert: kind.command(&view, expert)?,
                });
            }
        }
        game.take(&input.input).ok()?;
    }
    None
}
