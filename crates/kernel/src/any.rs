//! Games without their types: the JSON edge for server, store and command line.
//!
//! Inside a game everything is typed. Where many games meet, a [`Kind`] stands
//! for a game of the roster and an [`AnyGame`] for one that is being played;
//! both speak JSON. What leaves an `AnyGame` for a viewer has been redacted.

use std::fmt::Debug;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ACT, Act, Advice, BotMeta, BySide, Cue, Game, Happening, Input, Key, Meta, Payload, Refusal,
    Rng, Seat, Seating, Seen, SetupFault, Side, Sight, Telling, Turn, Viewer, Vocabulary, bot,
    read_fields,
};

/// A game of the roster.
pub trait Kind: Debug + Send + Sync {
    /// What it is called and how many it seats.
    fn meta(&self) -> Meta;
    /// The JSON Schema of its options.
    fn options_schema(&self) -> Value;
    /// Its named sets of options, the plainest first.
    fn presets(&self) -> Vec<(&'static str, Value)>;
    /// A new game, or every fault of the options. `null` means the default options.
    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>>;
    /// Scores something outside any game: a JSON request in, its JSON answer
    /// appended to `answer`. On an error nothing is appended.
    fn score_json(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal>;
    /// The types of all that it says and hears on the wire.
    fn vocabulary(&self) -> Vocabulary;
    /// The event that announces a refused command, where clients expect one.
    fn refused_as(&self, command: &str) -> Option<&'static str>;
    /// Who can play it, the weakest first.
    fn bots(&self) -> Vec<BotMeta>;
    /// What the bot of this name does in a seat; nothing if there is no such bot or
    /// the sight is not of this game. The view's viewer is the seat.
    fn choose(
        &self,
        bot: &str,
        view: &Seen<Value>,
        legal: &[Value],
        rng: &mut Rng,
    ) -> Option<Value>;
    /// What the viewer of this view could do, the best first; nothing if nobody can tell.
    fn advise(
        &self,
        view: &Seen<Value>,
        legal: &[Value],
        also: Option<&Value>,
        rng: &mut Rng,
    ) -> Option<Vec<Advice<Value>>>;
    /// An action in the form of its command, as `legal` lists it; nothing if it is no
    /// action of this game.
    fn command(&self, view: &Seen<Value>, action: &Value) -> Option<Value>;
    /// A view that somebody outside the house tells us of, to ask a bot about it. It was
    /// redacted by whoever sent it: a program that plays elsewhere and asks here may
    /// show what it likes of its own game, and there is none of ours behind it.
    fn told(&self, seat: Seat, view: Value) -> Result<Seen<Value>, AnyRefusal>;
    /// What the viewer of this view may do, by a game that is imagined to look like it;
    /// nothing if the game cannot be imagined or the view is not of this game.
    fn legal(&self, view: &Seen<Value>, rng: &mut Rng) -> Option<Vec<Value>>;
    /// Answers a question to a bot that is smaller than a view.
    fn ask_json(&self, bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal>;
}

/// The [`Kind`] of a typed game.
#[derive(Debug)]
pub struct KindOf<G>(PhantomData<fn() -> G>);

impl<G> KindOf<G> {
    /// The kind of `G`.
    pub const fn new() -> Self {
        KindOf(PhantomData)
    }
}

impl<G> Default for KindOf<G> {
    fn default() -> Self {
        KindOf::new()
    }
}

impl<G: Game> Kind for KindOf<G> {
    fn meta(&self) -> Meta {
        G::META
    }

    fn options_schema(&self) -> Value {
        schemars::schema_for!(G::Options).to_value()
    }

    fn presets(&self) -> Vec<(&'static str, Value)> {
        G::presets()
            .into_iter()
            .map(|preset| (preset.name, to_json(&preset.options)))
            .collect()
    }

    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>> {
        Ok(Box::new(G::new(read_options::<G>(options)?)?))
    }

    fn score_json(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        G::score_json(request, answer)
    }

    fn vocabulary(&self) -> Vocabulary {
        G::WIRE.vocabulary
    }

    fn refused_as(&self, command: &str) -> Option<&'static str> {
        (G::WIRE.refused_as)(command)
    }

    fn bots(&self) -> Vec<BotMeta> {
        bot::bots::<G>().map(BotMeta::from).collect()
    }

    fn choose(
        &self,
        bot: &str,
        view: &Seen<Value>,
        legal: &[Value],
        rng: &mut Rng,
    ) -> Option<Value> {
        let bot = bot::bot::<G>(bot)?;
        let sight = TypedSight::<G>::read(view, legal)?;
        Some(to_json(&(bot.choose)(&sight.borrow(), rng)))
    }

    fn advise(
        &self,
        view: &Seen<Value>,
        legal: &[Value],
        also: Option<&Value>,
        rng: &mut Rng,
    ) -> Option<Vec<Advice<Value>>> {
        let advise = G::ADVISE?;
        let sight = TypedSight::<G>::read(view, legal)?;
        let also = also.map(from_json).transpose().ok()?;
        let advice = advise(&sight.borrow(), also.as_ref(), rng);
        let in_json = |advice: Advice<G::Action>| Advice {
            action: to_json(&advice.action),
            chance: advice.chance,
            parts: advice.parts,
            reason: advice.reason,
        };
        Some(advice.into_iter().map(in_json).collect())
    }

    fn command(&self, view: &Seen<Value>, action: &Value) -> Option<Value> {
        let typed: G::View = from_json(view.value()).ok()?;
        let action: G::Action = from_json(action).ok()?;
        let listed = (G::WIRE.legal)(&view.clone().map(|_| typed), &[action]);
        match listed {
            Value::Array(commands) => commands.into_iter().next(),
            other => Some(other),
        }
    }

    fn told(&self, seat: Seat, view: Value) -> Result<Seen<Value>, AnyRefusal> {
        let typed: G::View = from_json(&view)?;
        Ok(Seen::told(Viewer::Seat(seat), to_json(&typed)))
    }

    fn legal(&self, view: &Seen<Value>, rng: &mut Rng) -> Option<Vec<Value>> {
        let seat = view.viewer().seat()?;
        let typed: G::View = from_json(view.value()).ok()?;
        let imagined = (G::IMAGINE?)(&typed, view.viewer(), rng);
        let legal = Game::legal_actions(&imagined, seat);
        Some(legal.iter().map(to_json).collect())
    }

    fn ask_json(&self, bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal> {
        G::ask_json(bot, request, rng)
    }
}

/// A seat's sight, read from JSON.
struct TypedSight<G: Game> {
    seat: Seat,
    view: Seen<G::View>,
    legal: Vec<G::Action>,
}

impl<G: Game> TypedSight<G> {
    /// Nothing if it is no sight of this game, or of no seat that may act.
    fn read(view: &Seen<Value>, legal: &[Value]) -> Option<TypedSight<G>> {
        let seat = view.viewer().seat()?;
        let typed: G::View = from_json(view.value()).ok()?;
        let legal: Vec<G::Action> = legal.iter().map(from_json).collect::<Result<_, _>>().ok()?;
        (!legal.is_empty()).then(|| TypedSight {
            seat,
            view: view.clone().map(|_| typed),
            legal,
        })
    }

    fn borrow(&self) -> Sight<'_, G> {
        Sight {
            seat: self.seat,
            view: &self.view,
            legal: &self.legal,
        }
    }
}

/// A refusal or a malformed input, as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct AnyRefusal {
    /// A stable code, as `rules/illegal`.
    pub code: &'static str,
    /// The game's own word, as `would_exceed_31`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// A sentence for a player.
    pub message: String,
}

impl AnyRefusal {
    /// A refusal with this code and sentence, and no word of a game.
    pub fn new(code: &'static str, message: impl Into<String>) -> AnyRefusal {
        AnyRefusal {
            code,
            reason: None,
            message: message.into(),
        }
    }
}

/// A game in play, of whatever kind. Every [`Game`] is one.
///
/// Events go out as JSON: whole for the journal, redacted for a viewer. The
/// methods about the wire are those of the game's [`Wire`](crate::Wire).
pub trait AnyGame: Debug + Send + Sync {
    /// What it is called and how many it seats.
    fn meta(&self) -> Meta;
    /// A copy, to try on what an input would lead to.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// How many sit at this table.
    fn n_seats(&self) -> u8;
    /// The side of a seat.
    fn side(&self, seat: Seat) -> Side;
    /// Who must move next.
    fn turn(&self) -> Turn;
    /// What a seat may do now.
    fn legal_actions(&self, seat: Seat) -> Vec<Value>;
    /// The `n`-th draw of the game's luck as a journaled input, when luck is to be drawn.
    fn draw(&self, key: &Key, n: u64) -> Option<Value>;
    /// A seat's action as a journaled input.
    fn act(&self, seat: Seat, action: &Value) -> Value;
    /// What an input leads to, or why it is refused. Changes nothing.
    fn decide(&self, input: &Value) -> Result<Vec<Value>, AnyRefusal>;
    /// Applies an event of the journal; a malformed one changes nothing.
    fn evolve(&mut self, event: &Value) -> Result<(), AnyRefusal>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> Seen<Value>;
    /// An event as a viewer sees it, or nothing if all of it is hidden.
    fn redact(&self, event: &Value, viewer: Viewer) -> Result<Option<Seen<Value>>, AnyRefusal>;
    /// The score of each side.
    fn scores(&self) -> BySide<i32>;
    /// The sides that won.
    fn winners(&self) -> Vec<Side>;
    /// The options of the next game of the match, once this one is over.
    fn rematch(&self) -> Option<Value>;

    /// The messages that an event becomes; this is the game just before it.
    fn cues(&self, event: &Value) -> Result<Vec<Cue>, AnyRefusal>;
    /// Applies an event of the journal, as [`evolve`](AnyGame::evolve) does, and
    /// gives its messages for each of the viewers.
    fn happen(
        &mut self,
        event: &Value,
        viewers: &[Viewer],
        seating: &Seating,
    ) -> Result<Happening, AnyRefusal>;
    /// What a viewer sees, in the words of the wire. `settled` says whether every
    /// message of the last event is out.
    fn wire_view(&self, viewer: Viewer, seating: &Seating, settled: bool) -> Seen<Value>;
    /// What the end of the game adds to its announcement, which everybody hears.
    fn wire_outcome(&self, seating: &Seating) -> Seen<Payload>;
    /// What a seat may do now, in the form of the commands, for that seat's eyes.
    fn wire_legal(&self, seat: Seat) -> Seen<Value>;
    /// The same for whoever may do nothing now.
    fn wire_idle(&self) -> Seen<Value>;
    /// Reads a command into an action; nothing if the game has no such command.
    fn read_command(&self, command: &str, payload: &Payload) -> Option<Result<Value, AnyRefusal>>;
    /// Who deals now, where somebody does.
    fn dealer(&self) -> Option<Seat>;
}

impl<G: Game> AnyGame for G {
    fn meta(&self) -> Meta {
        G::META
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn n_seats(&self) -> u8 {
        Game::n_seats(self)
    }

    fn side(&self, seat: Seat) -> Side {
        Game::side(self, seat)
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Value> {
        Game::legal_actions(self, seat)
            .iter()
            .map(to_json)
            .collect()
    }

    fn draw(&self, key: &Key, n: u64) -> Option<Value> {
        (Game::turn(self) == Turn::Chance)
            .then(|| to_json(&Input::<G>::Chance(Game::draw(self, &key.draw(n)))))
    }

    fn act(&self, seat: Seat, action: &Value) -> Value {
        serde_json::json!({ "act": { "seat": seat, "action": action } })
    }

    fn decide(&self, input: &Value) -> Result<Vec<Value>, AnyRefusal> {
        let input: Input<G> = from_json(input)?;
        let events = Game::decide(self, &input).map_err(refuse)?;
        Ok(events.iter().map(to_json).collect())
    }

    fn evolve(&mut self, event: &Value) -> Result<(), AnyRefusal> {
        Game::evolve(self, &from_json(event)?);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> Seen<Value> {
        Seen::view(self, viewer).map(|view| to_json(&view))
    }

    fn redact(&self, event: &Value, viewer: Viewer) -> Result<Option<Seen<Value>>, AnyRefusal> {
        let event: G::Event = from_json(event)?;
        Ok(Seen::event::<G>(&event, viewer).map(|seen| seen.map(|event| to_json(&event))))
    }

    fn scores(&self) -> BySide<i32> {
        Game::scores(self)
    }

    fn winners(&self) -> Vec<Side> {
        Game::winners(self)
    }

    fn rematch(&self) -> Option<Value> {
        Game::rematch(self).map(|options| to_json(&options))
    }

    fn cues(&self, event: &Value) -> Result<Vec<Cue>, AnyRefusal> {
        Ok((G::WIRE.cues)(self, &from_json(event)?))
    }

    fn happen(
        &mut self,
        event: &Value,
        viewers: &[Viewer],
        seating: &Seating,
    ) -> Result<Happening, AnyRefusal> {
        let event: G::Event = from_json(event)?;
        let cues = (G::WIRE.cues)(self, &event);
        Game::evolve(self, &event);
        let tellings = tell(self, &event, &cues, viewers, seating);
        Ok(Happening { cues, tellings })
    }

    fn wire_view(&self, viewer: Viewer, seating: &Seating, settled: bool) -> Seen<Value> {
        let seen = Seen::view(self, viewer);
        let view = (G::WIRE.view)(&seen, seating, settled);
        seen.map(|_| view)
    }

    fn wire_outcome(&self, seating: &Seating) -> Seen<Payload> {
        let seen = Seen::view(self, Viewer::Spectator);
        let outcome = (G::WIRE.outcome)(&seen, seating);
        seen.map(|_| outcome)
    }

    fn wire_legal(&self, seat: Seat) -> Seen<Value> {
        let seen = Seen::view(self, Viewer::Seat(seat));
        let legal = (G::WIRE.legal)(&seen, &Game::legal_actions(self, seat));
        seen.map(|_| legal)
    }

    fn wire_idle(&self) -> Seen<Value> {
        let seen = Seen::view(self, Viewer::Spectator);
        let legal = (G::WIRE.legal)(&seen, &[]);
        seen.map(|_| legal)
    }

    fn read_command(&self, command: &str, payload: &Payload) -> Option<Result<Value, AnyRefusal>> {
        if command == ACT {
            return Some(read_fields(payload).map(|Act { action }| action));
        }
        let read = (G::WIRE.read)(command, payload)?;
        Some(read.map(|action| to_json(&action)))
    }

    fn dealer(&self) -> Option<Seat> {
        (G::WIRE.dealer)(self)
    }
}

/// Reads options from JSON and names every field that cannot be read. Each field
/// is read alone beside the defaults, so that one fault does not hide another.
fn read_options<G: Game>(options: &Value) -> Result<G::Options, Vec<SetupFault>> {
    let fault = |field: &str, error: serde_json::Error| SetupFault::new(field, error.to_string());
    match options {
        Value::Null => Ok(G::Options::default()),
        Value::Object(fields) => {
            let faults: Vec<SetupFault> = fields
                .iter()
                .filter_map(|(field, value)| {
                    let alone =
                        Value::Object([(field.clone(), value.clone())].into_iter().collect());
                    G::Options::deserialize(alone)
                        .err()
                        .map(|error| fault(field, error))
                })
                .collect();
            if faults.is_empty() {
                G::Options::deserialize(options).map_err(|error| vec![fault("options", error)])
            } else {
                Err(faults)
            }
        }
        other => G::Options::deserialize(other).map_err(|error| vec![fault("options", error)]),
    }
}

/// The messages of an event, written once for all who saw the same of it.
fn tell<G: Game>(
    after: &G,
    event: &G::Event,
    cues: &[Cue],
    viewers: &[Viewer],
    seating: &Seating,
) -> Vec<Telling> {
    let after = Seen::view(after, Viewer::Spectator);
    let mut seen: Vec<Option<Seen<G::Event>>> = Vec::new();
    let mut tellings: Vec<Telling> = Vec::new();
    for &viewer in viewers {
        let sight = Seen::event::<G>(event, viewer);
        let value = sight.as_ref().map(Seen::value);
        let same = seen
            .iter()
            .position(|other| other.as_ref().map(Seen::value) == value);
        match same {
            Some(place) => tellings[place].viewers.push(viewer),
            None => {
                let tell = |sight| (G::WIRE.event)(sight, &after, seating);
                let payloads = sight.as_ref().map(tell);
                tellings.push(Telling {
                    viewers: vec![viewer],
                    payloads: payloads.filter(|told| told.len() == cues.len()),
                });
                seen.push(sight);
            }
        }
    }
    tellings
}

fn refuse<R: crate::Reason>(refusal: Refusal<R>) -> AnyRefusal {
    AnyRefusal {
        code: refusal.code(),
        reason: refusal.reason(),
        message: refusal.to_string(),
    }
}

fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, AnyRefusal> {
    T::deserialize(value).map_err(|error| {
        AnyRefusal::new("wire/malformed", format!("this is not understood: {error}"))
    })
}

/// The parts of a game serialise to JSON whatever their value: maps have string
/// keys and no number is a float. The conformance tests serialise every one.
fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
