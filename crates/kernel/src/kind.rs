//! A game of the roster without its type, for the server, the store and the command line.

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
    /// The name of the game and the number of its seats.
    fn meta(&self) -> Meta;
    /// The JSON Schema of its options.
    fn options_schema(&self) -> Value;
    /// Its named sets of options, plainest first.
    fn presets(&self) -> Vec<(&'static str, Value)>;
    /// Every word that its rules give as the reason of a refusal.
    fn reasons(&self) -> &'static [&'static str];
    /// Starts a new game, or lists every fault of the options. `null` means the default options.
    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>>;
    /// Whether it can score something outside any game.
    fn has_scorer(&self) -> bool;
    /// Scores something outside any game: takes a JSON request and appends its JSON answer to
    /// `answer`. On an error it appends nothing.
    fn score_json(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal>;
    /// The types of everything it says and hears on the wire.
    fn vocabulary(&self) -> Vocabulary;
    /// The event that announces a refused command, where clients expect one.
    fn refused_as(&self, command: &str) -> Option<&'static str>;
    /// Its bots, weakest first.
    fn bots(&self) -> Vec<BotMeta>;
    /// The action that the bot of this name chooses; `None` if there is no such bot or the sight is
    /// not of this game. The view's viewer is the seat.
    fn choose(
        &self,
        bot: &str,
        view: &Seen<Value>,
        legal: &[Value],
        rng: &mut Rng,
    ) -> Option<Value>;
    /// Whether it has an adviser.
    fn has_adviser(&self) -> bool;
    /// The actions of this view's viewer, best first; `None` if the game has no adviser.
    fn advise(
        &self,
        view: &Seen<Value>,
        legal: &[Value],
        also: Option<&Value>,
        rng: &mut Rng,
    ) -> Option<Vec<Advice<Value>>>;
    /// An action in the form of its command, as `legal` lists it; `None` if it is not an action of
    /// this game.
    fn command(&self, view: &Seen<Value>, action: &Value) -> Option<Value>;
    /// A view that another program sends in order to ask a bot about it. That program plays its own
    /// game elsewhere and may show any part of it. No game of this house stands behind the view.
    fn told(&self, seat: Seat, view: Value) -> Result<Seen<Value>, AnyRefusal>;
    /// The legal actions of the viewer of this view, in a game that is imagined to look like it;
    /// `None` if the game cannot be imagined or the view is not of this game.
    fn legal(&self, view: &Seen<Value>, rng: &mut Rng) -> Option<Vec<Value>>;
    /// Answers a question to a bot that is smaller than a whole view.
    fn ask_json(&self, bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal>;
    /// The figures that are kept for each player, in the order in which they are shown.
    fn measures(&self) -> &'static [Measure];
    /// Its drills, simplest first.
    fn drills(&self) -> &'static [&'static dyn Drill];
    /// Reads a whole game as text.
    fn read_record(&self, text: &str) -> Result<AnyRecord, RecordError>;
    /// The guided first game.
    fn lesson(&self) -> Option<Lesson>;
    /// The daily game.
    fn daily(&self) -> Option<Daily>;
    /// Whether everybody at a table has the same luck.
    fn same_luck(&self) -> bool;
    /// Whether it can read journals of this version of its rules.
    fn reads(&self, rules_version: u32) -> bool;
    /// Converts a step that this version of the rules journaled to today's rules, or says why it
    /// cannot be read.
    fn today(&self, rules_version: u32, step: &Step) -> Result<Step, String>;
    /// A journaled event as a viewer sees it; `None` if all of it is hidden or it is not an event
    /// of this game.
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

    fn reasons(&self) -> &'static [&'static str] {
        <G::Reason as crate::Reason>::WORDS
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
    /// `None` if it is not a sight of this game, or its seat may not act.
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
    /// A stable code, such as `rules/illegal`.
    pub code: &'static str,
    /// The game's own word, such as `would_exceed_31`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// A sentence for a player.
    pub message: String,
}

impl AnyRefusal {
    /// A refusal with this code and sentence, without a game's own word.
    pub fn new(code: &'static str, message: impl Into<String>) -> AnyRefusal {
        AnyRefusal {
            code,
            reason: None,
            message: message.into(),
        }
    }
}

/// Reads options from JSON and names every field that cannot be read. Each field is read alone
/// beside the defaults, which keeps one fault from hiding another.
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

/// The parts of a game always serialise to JSON: maps have string keys and no number is a float.
/// The conformance tests serialise every one.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
