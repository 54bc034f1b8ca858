//! The inputs and the effects of a table.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Json, Key, Rng, Seat, SeatSet, Seen, Viewer};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::bot::Level;
use crate::code::GameCode;
use crate::command::Request;
use crate::deal::BotLuck;
use crate::ended::Ended;
use crate::entry::Entry;
use crate::messages::{Missed, Refused};
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::settings::Millis;

/// An input of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A player's request; exactly one [`Effect::Ack`] or [`Effect::Advise`] answers it.
    Request {
        /// The player, as the connection proves.
        player: PlayerId,
        /// The request.
        request: Request,
    },
    /// A player's first connection opened.
    Connected(PlayerId),
    /// A player's last connection closed.
    Disconnected(PlayerId),
    /// A bot's answer to an [`Ask`]. A late answer is ignored, and an illegal one is replaced by
    /// the first legal action.
    Bot {
        /// The seat that was asked.
        seat: Seat,
        /// The turn that was asked about.
        turn: u64,
        /// Its action, in the game's own JSON.
        action: Value,
    },
    /// The timer went off. An early or repeated tick is harmless.
    Tick,
    /// The table was just restored. Seats that must move or are away have all their time again.
    Woken {
        /// The connected players, if only the journal had failed; all others are away.
        here: Vec<PlayerId>,
        /// The part of the time since the last entry that no house saw pass. It does not count for
        /// closing an idle table.
        unseen: Duration,
    },
    /// The operator closes the table.
    Close,
}

/// An effect that the caller must carry out. Effects come in order; every
/// [`Append`](Effect::Append) and [`Ended`](Effect::Ended) comes before everything else and must be
/// durable before anything else is done. If that fails, the table must be dropped and restored from
/// the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Add this entry to the journal.
    Append(Entry),
    /// Store the result of a game that these entries end, together with them.
    Ended(Ended),
    /// Answer the request.
    Ack(Answer),
    /// Tell the sender of the request that it was refused, the sentence first and the code second.
    Invalid {
        /// The name of the event.
        name: &'static str,
        /// The sentence.
        message: String,
        /// The code.
        code: &'static str,
    },
    /// Send a message to these viewers.
    Emit {
        /// The viewers.
        to: Audience,
        /// The message.
        message: Message,
    },
    /// Send these viewers the game as it has been shown so far, each
    /// [`Table::state`](crate::Table::state). It follows the messages that led there.
    Push {
        /// The viewers.
        to: Audience,
    },
    /// Ask a bot for the action of a seat; its answer is [`Input::Bot`].
    AskBot(Ask),
    /// Ask an adviser for ranked actions and answer the request with them.
    Advise(Ask),
    /// Send [`Input::Tick`] at this time. There is one timer; this replaces it.
    SetTimer(Millis),
    /// Forget the timer.
    CancelTimer,
    /// The table is closed: forget it.
    Close,
}

impl Effect {
    /// Separates the effects that must be durable from the others.
    pub fn split_durable(effects: Vec<Effect>) -> (Durable, Vec<Effect>) {
        let mut durable = Durable::default();
        let mut rest = Vec::with_capacity(effects.len());
        for effect in effects {
            match effect {
                Effect::Append(entry) => durable.entries.push(entry),
                Effect::Ended(ended) => durable.ended.push(ended),
                other => rest.push(other),
            }
        }
        (durable, rest)
    }
}

/// The effects that must be durable before anything else is done.
#[derive(Debug, Default)]
pub struct Durable {
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// The games that they end.
    pub ended: Vec<Ended>,
}

/// The answer to a request: its fields, or its refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer(pub Result<Json, Refusal>);

impl Answer {
    /// The answer as it is acknowledged.
    ///
    /// ```
    /// use table::{Answer, Refusal, codes};
    ///
    /// let refused = Answer(Err(Refusal::new(codes::FULL, "every chair is taken")));
    /// let expect = r#"{"ok":false,"error":{"code":"table/full","message":"every chair is taken"}}"#;
    /// assert_eq!(refused.to_json().text(), expect);
    /// ```
    pub fn to_json(&self) -> Json {
        read_again(&self.text())
    }

    /// The text of the same.
    pub fn text(&self) -> String {
        match &self.0 {
            Ok(answer) => with_fields(r#"{"ok":true"#, answer.text().len(), answer),
            Err(refusal) => {
                let refused = Refused {
                    ok: false,
                    error: refusal.clone(),
                };
                Json::of(&refused).text().to_owned()
            }
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// The text of an object that begins like this, followed by the fields of another, which take about
/// `size` bytes.
fn with_fields<T: Serialize>(begin: &str, size: usize, more: &T) -> String {
    let mut text = Vec::with_capacity(begin.len() + size + 1);
    text.extend_from_slice(begin.as_bytes());
    let fields = text.len();
    serde_json::to_writer(&mut text, more).expect("messages and answers are plain JSON data");
    if text[fields] == b'{' && text[fields..] != *b"{}" {
        text[fields] = b',';
    } else {
        // There are no fields to add.
        text.truncate(fields);
        text.push(b'}');
    }
    String::from_utf8(text).expect("JSON is text")
}

/// Parses a text that was written as JSON. That costs time: sockets get the text.
fn read_again(text: &str) -> Json {
    serde_json::from_str(text).expect("what was written as JSON is JSON")
}

/// The viewers who hear a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audience {
    /// The players in these seats.
    pub seats: SeatSet,
    /// Everybody who only watches.
    pub spectators: bool,
}

impl Audience {
    /// Adds a viewer.
    pub(crate) const fn insert(&mut self, viewer: Viewer) {
        match viewer {
            Viewer::Seat(seat) => self.seats.insert(seat),
            Viewer::Spectator => self.spectators = true,
        }
    }

    /// Whether the viewer is among them.
    pub const fn contains(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectators,
        }
    }
}

impl FromIterator<Viewer> for Audience {
    fn from_iter<T: IntoIterator<Item = Viewer>>(viewers: T) -> Audience {
        let mut audience = Audience::default();
        for viewer in viewers {
            audience.insert(viewer);
        }
        audience
    }
}

/// An event on the wire. The payload is written once for all who hear it.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    name: Cow<'static, str>,
    payload: Arc<str>,
}

impl Message {
    /// A message with a number, and with the fields of this object, which take about `size` bytes.
    pub(crate) fn new<T: Serialize>(
        name: Cow<'static, str>,
        code: &GameCode,
        seq: u64,
        size: usize,
        fields: &T,
    ) -> Message {
        // These are the fields of `Numbered`: a code has no character that JSON would escape.
        let number = format!(r#"{{"gameCode":"{code}","seq":{seq}"#);
        let payload = with_fields(&number, size, fields).into();
        Message { name, payload }
    }

    /// The name of the event.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its payload.
    pub fn payload(&self) -> Json {
        read_again(&self.payload)
    }

    /// The text of its payload.
    pub fn text(&self) -> &str {
        &self.payload
    }

    /// The message as `sync` repeats it.
    pub(crate) fn missed(&self) -> Missed {
        Missed {
            event: self.name.to_string(),
            payload: self.payload(),
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.payload)
    }
}

/// A question to a bot: what its seat sees, and what it may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The key of the game.
    pub game: &'static str,
    /// The seat.
    pub seat: Seat,
    /// The number of the turn, which the answer must repeat.
    pub turn: u64,
    /// The level at which it must play.
    pub level: Level,
    /// The view of the seat, in the game's own JSON.
    pub view: Seen<Value>,
    /// The seat's legal actions, in the game's own JSON.
    pub legal: Vec<Value>,
    /// The source of its choice, if it must not use its own luck. It may then take its time.
    pub luck: Option<BotLuck>,
}

impl Ask {
    /// The stream for its answer: from its own luck, or from that of its table's deal.
    pub fn stream(&self, own: &Key, purpose: &str) -> Rng {
        Rng::new(self.seed(own, purpose))
    }

    /// The seed of that stream, for bots that think elsewhere.
    pub fn seed(&self, own: &Key, purpose: &str) -> [u8; 32] {
        match &self.luck {
            Some(luck) => luck.seed(purpose),
            None => own.seed(purpose),
        }
    }
}
