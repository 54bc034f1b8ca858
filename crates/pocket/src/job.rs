//! A question that takes long to answer, as a value that another thread can take.

use kernel::{Json, Key, Rng, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::messages::Advised;
use table::{Ask, Level, bot};

/// A question to think about. It holds only what its seat may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its number, which the answer must carry.
    pub id: u64,
    /// Whether a bot moves or a player is advised.
    pub purpose: Purpose,
    /// The key of the game.
    pub game: String,
    /// The owner of the view.
    pub seat: Seat,
    /// The level to play at.
    pub level: Level,
    /// The view of the seat, as the game writes it.
    pub view: Value,
    /// The legal actions of the seat, as the game writes them.
    pub legal: Vec<Value>,
    /// The luck of the answer.
    pub luck: [u8; 32],
}

/// The use of an answer.
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

/// Thinks. The answer goes to [`Pocket::thought`](crate::Pocket::thought); after `None` a bot makes
/// a quick move.
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
