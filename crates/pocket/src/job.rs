//! A question that takes long to answer, as a value that can be carried elsewhere.

use kernel::{Json, Key, Rng, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::messages::Advised;
use table::{Ask, Level, bot};

/// What somebody must think about. It holds nothing but what its seat may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its number, to be given back with the answer.
    pub id: u64,
    /// Whether a bot moves or a player is advised.
    pub purpose: Purpose,
    /// The key of the game.
    pub game: String,
    /// Whose view it is.
    pub seat: Seat,
    /// How well to play.
    pub level: Level,
    /// The view of the seat, as the game writes it.
    pub view: Value,
    /// What the seat may do, as the game writes it.
    pub legal: Vec<Value>,
    /// What the answer is drawn from.
    pub luck: [u8; 32],
}

/// What an answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A bot moves.
    Move,
    /// A player is advised.
    Advice,
}

impl Job {
    pub(crate) fn new(id: u64, purpose: Purpose, ask: &Ask, key: &Key) -> Job {
        let luck = match purpose {
            Purpose::Move => ask.seed(key, "bot"),
            Purpose::Advice => key.seed("advice"),
        };
        Job {
            id,
            purpose,
            game: ask.game.to_owned(),
            seat: ask.seat,
            level: ask.level,
            view: ask.view.value().clone(),
            legal: ask.legal.clone(),
            luck,
        }
    }
}

/// Thinks. The answer goes to [`Pocket::thought`](crate::Pocket::thought); nothing if there is
/// none, which a bot makes up for by a quick move.
pub fn think(job: &Job) -> Option<Json> {
    let kind = roster::find(&job.game)?;
    let ask = Ask {
        game: kind.meta().key,
        seat: job.seat,
        turn: 0,
        level: job.level,
        view: kind.told(job.seat, job.view.clone()).ok()?,
        legal: job.legal.clone(),
        luck: None,
    };
    let mut rng = Rng::new(job.luck);
    match job.purpose {
        Purpose::Move => bot::choose(kind, &ask, &mut rng).map(|action| Json::of(&action)),
        Purpose::Advice => {
            let advice = bot::advise(kind, &ask, &mut rng)?;
            Some(Json::of(&Advised { advice }))
        }
    }
}
