//! A game of the roster without its type, for server, store and command line.

use std::fmt::Debug;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drill::Drill;
use crate::{
    Advice, AnyGame, AnyRecord, BotMeta, Daily, Facade, Game, Json, Lesson, Measure, Meta,
    RecordError, Refusal, Rng, Seat, Seen, SetupFault, Sight, Step, Viewer, Vocabulary, bot,
    describe_plainly, plainly,
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
    /// Whether it scores something outside any game.
    fn has_scorer(&self) -> bool;
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
    /// Whether somebody can tell what is best in it.
    fn has_adviser(&self) -> bool;
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
    /// What is counted of each player's games, in the order in which it is told.
    fn measures(&self) -> &'static [Measure];
    /// What can be practised in it, the simplest first.
    fn drills(&self) -> &'static [&'static dyn Drill];
    /// Reads a whole game as text.
    fn read_record(&self, text: &str) -> Result<AnyRecord, RecordError>;
    /// The guided first game, where there is one.
    fn lesson(&self) -> Option<Lesson>;
    /// The game of every day, where there is one.
    fn daily(&self) -> Option<Daily>;
    /// Whether everybody at a table has the same luck.
    fn same_luck(&self) -> bool;
    /// Whether it can read what this version of its rules has journaled.
    fn reads(&self, rules_version: u32) -> bool;
    /// A step that this version of the rules has journaled, as today's rules would; or why
    /// it cannot be read.
    fn today(&self, rules_version: u32, step: &Step) -> Result<Step, String>;
    /// An event of a journal as a viewer sees it; nothing if all of it is hidden, or it is
    /// no event of this game.
    fn redact(&self, event: &Json, viewer: Viewer) -> Option<Seen<Json>>;
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

impl<G: Facade> Kind for KindOf<G> {
    fn meta(&self) -> Meta {
        G::META
    }

    fn options_schema(&self) -> Value {
        let mut schema = schemars::schema_for!(G::Options).to_value();
        describe_plainly(&mut schema);
        schema
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

    fn has_scorer(&self) -> bool {
        G::SCORER.is_some()
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

    fn has_adviser(&self) -> bool {
        G::ADVISE.is_some()
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
        match listed.value() {
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

    fn measures(&self) -> &'static [Measure] {
        G::MEASURES
    }

    fn drills(&self) -> &'static [&'static dyn Drill] {
        G::DRILLS
    }

    fn read_record(&self, text: &str) -> Result<AnyRecord, RecordError> {
        (G::RECORDS.read)(text).map(|record| AnyRecord::of(&record))
    }

    fn lesson(&self) -> Option<Lesson> {
        G::LESSON
    }

    fn daily(&self) -> Option<Daily> {
        G::DAILY
    }

    fn same_luck(&self) -> bool {
        G::SAME_LUCK
    }

    fn reads(&self, rules_version: u32) -> bool {
        rules_version == G::META.rules_version || (rules_version == 1 && G::VERSION_1.is_some())
    }

    fn today(&self, rules_version: u32, step: &Step) -> Result<Step, String> {
        if rules_version == G::META.rules_version {
            return Ok(step.clone());
        }
        let reader = G::VERSION_1.filter(|_| rules_version == 1);
        let read = reader
            .ok_or_else(|| format!("version {rules_version} of its rules is not known here"))?;
        let events: Vec<Value> = step.events.iter().map(Json::value).collect();
        let (input, events) = read(&step.input.value(), &events)?;
        Ok(Step {
            draw: step.draw,
            input: Json::of(&input),
            events: events.iter().map(Json::of).collect(),
        })
    }

    fn redact(&self, event: &Json, viewer: Viewer) -> Option<Seen<Json>> {
        let event: G::Event = event.read().ok()?;
        Some(Seen::event::<G>(&event, viewer)?.map(|seen| Json::of(&seen)))
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

/// Reads options from JSON and names every field that cannot be read. Each field
/// is read alone beside the defaults, so that one fault does not hide another.
fn read_options<G: Game>(options: &Value) -> Result<G::Options, Vec<SetupFault>> {
    let fault = |field: &str, error: serde_json::Error| SetupFault::new(field, plainly(error));
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

impl<R: crate::Reason> From<Refusal<R>> for AnyRefusal {
    fn from(refusal: Refusal<R>) -> AnyRefusal {
        AnyRefusal {
            code: refusal.code(),
            reason: refusal.reason(),
            message: refusal.to_string(),
        }
    }
}

pub(crate) fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, AnyRefusal> {
    T::deserialize(value).map_err(|error| {
        let message = format!("this is not understood: {}", plainly(error));
        AnyRefusal::new("wire/malformed", message)
    })
}

/// The parts of a game serialise to JSON whatever their value: maps have string
/// keys and no number is a float. The conformance tests serialise every one.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
