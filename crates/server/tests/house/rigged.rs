//! Games whose luck is written down beforehand, and games that tell secrets.
//!
//! A house deals fairly, and no test can tell it the cards. Therefore a test that must choose them
//! brings games of its own: the real ones with other draws, and with a [`Flaw`] if one is planted.
//! The words of the wire are those of the real game.

use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::drill::Drill;
use kernel::{
    Advice, AnyGame, AnyRecord, AnyRefusal, BotMeta, BySide, Daily, Data, Draft, Facade, Game,
    ImpossibleDraw, Json, Kind, KindOf, Lesson, Luck, Meta, Payload, Preset, Read, RecordError,
    Rng, Say, Seat, SeatSet, Seating, Seen, SetupFault, Side, Step, Told, Turn, Viewer, Vocabulary,
    Wire,
};
use serde_json::{Value, json};

/// The calls of a rigged game on the way of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// A command is read.
    Read,
    /// An action is decided.
    Act,
    /// An event is applied.
    Evolve,
    /// An event is put into words for those who saw the same of it.
    Tell,
    /// A view is put into words for its viewer.
    View,
}

/// The flaw of a rigged game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing.
    None,
    /// Redaction hides nothing.
    Open,
    /// The name of a message depends on a hidden part of its event.
    Names,
    /// A message is left out, depending on a hidden part.
    Silence,
    /// A message comes twice, depending on a hidden part.
    Echo,
    /// A message comes later, depending on a hidden part.
    Hesitation,
    /// A seat gets the view of another seat.
    OtherSeat,
    /// A seat gets the view after the whole decision, even if less has been told.
    Ahead,
    /// In a race of dice everybody hears one message more when a seat passes, and not when it
    /// fails.
    TellsOfPassing,
    /// In a race of dice everybody hears one message more when a seat buys.
    TellsOfBuying,
}

thread_local! {
    /// The flaw of every rigged game on this thread. A type for each flaw would be compiled with
    /// the whole of each game, and that takes minutes. Therefore a house with such a game must run
    /// on one thread.
    static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };

    /// A number for the whole event that was redacted last. The kernel redacts an event for all
    /// viewers and then puts it into words: this is a way past the redaction.
    static WHOLE: Cell<u64> = const { Cell::new(0) };

    /// The number of calls of each kind to the rigged games of this thread.
    static CALLS: [Cell<usize>; 5] = const { [const { Cell::new(0) }; 5] };
}

/// The flaw on threads that have none of their own.
static EVERYWHERE: Mutex<Flaw> = Mutex::new(Flaw::None);

impl Flaw {
    /// Plants this flaw into every rigged game on this thread from now on.
    pub(crate) fn plant(self) {
        FLAW.set(self);
    }

    /// Plants this flaw into every rigged game of the process, on threads that have no flaw of
    /// their own: a house answers HTTP on other threads. Other tests of the same process would meet
    /// it too, and each needs a process of its own.
    pub(crate) fn plant_everywhere(self) {
        *EVERYWHERE.lock().unwrap_or_else(PoisonError::into_inner) = self;
    }

    fn planted() -> Flaw {
        match FLAW.get() {
            Flaw::None => *EVERYWHERE.lock().unwrap_or_else(PoisonError::into_inner),
            flaw => flaw,
        }
    }

    fn redact<G: Game>(self, event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        let seen = G::redact(event, viewer);
        match self {
            Flaw::Open => Some(event.clone()),
            Flaw::TellsOfPassing => seen.or_else(|| tell_of(event, "passed: true")),
            Flaw::TellsOfBuying => seen.or_else(|| tell_of(event, "Bought {")),
            _ => seen,
        }
    }

    /// Spoils the messages of an event. The number stands for the whole event, with all its hidden
    /// parts.
    fn spoil(self, says: &mut Vec<Say>, whole: u64) {
        let is_so = whole.is_multiple_of(2);
        match self {
            Flaw::Names => says
                .iter_mut()
                .for_each(|say| say.name = format!("{}_{}", say.name, whole % 1_000).into()),
            Flaw::Silence if is_so => says.clear(),
            Flaw::Echo if is_so => says.extend(says.clone()),
            Flaw::Hesitation if is_so => says
                .iter_mut()
                .for_each(|say| say.pause += Duration::from_secs(1)),
            _ => {}
        }
    }

    /// The view of the game; the latest one may not have been shown yet.
    fn view<G: Game>(self, game: &G, latest: &G, viewer: Viewer) -> G::View {
        match (self, viewer) {
            (Flaw::OtherSeat, Viewer::Seat(seat)) => {
                game.view(Viewer::Seat(Seat((seat.0 + 1) % game.n_seats())))
            }
            (Flaw::Ahead, Viewer::Seat(_)) => latest.view(viewer),
            _ => game.view(viewer),
        }
    }
}

/// A step that only its seat may hear, told as one that everybody hears if the words say so.
fn tell_of<E: Data>(event: &E, words: &str) -> Option<E> {
    let step = serde_json::to_value(event).ok()?;
    let told = json!({ "finished": { "seat": step["step"]["seat"] } });
    let is_so = format!("{event:?}").contains(words);
    is_so.then(|| serde_json::from_value(told).ok()).flatten()
}

/// Counts a call.
fn note(call: Call) {
    CALLS.with(|calls| calls[call as usize].update(|n| n + 1));
}

/// The number of calls of this kind to the rigged games of this thread since the last count.
pub(crate) fn count(call: Call) -> usize {
    CALLS.with(|calls| calls[call as usize].take())
}

/// A number that stands for a value.
fn digest<T: Debug>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}

/// A real game with its luck written down, and the flaw of its thread.
pub(crate) struct Rigged<G: Game> {
    game: G,
    deck: Arc<Deck<G>>,
}

/// The data that all copies of a rigged game share.
struct Deck<G: Game> {
    luck: Vec<G::Chance>,
    drawn: AtomicUsize,
    /// The game after the event that was applied last.
    latest: Mutex<G>,
}

impl<G: Game> Rigged<G> {
    fn new(game: G, luck: Vec<G::Chance>) -> Self {
        Rigged {
            deck: Arc::new(Deck {
                luck,
                drawn: AtomicUsize::new(0),
                latest: Mutex::new(game.clone()),
            }),
            game,
        }
    }
}

impl<G: Game> Clone for Rigged<G> {
    fn clone(&self) -> Self {
        Rigged {
            game: self.game.clone(),
            deck: self.deck.clone(),
        }
    }
}

impl<G: Game> Debug for Rigged<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game> PartialEq for Rigged<G> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<G: Game> Eq for Rigged<G> {}

impl<G: Game> Game for Rigged<G> {
    const META: Meta = G::META;
    type Options = G::Options;
    type Action = G::Action;
    type Chance = G::Chance;
    type Event = G::Event;
    type View = G::View;
    type Reason = G::Reason;

    fn new(options: G::Options) -> Result<Self, Vec<SetupFault>> {
        Ok(Rigged::new(G::new(options)?, Vec::new()))
    }

    fn presets() -> Vec<Preset<G::Options>> {
        G::presets()
    }

    fn n_seats(&self) -> u8 {
        self.game.n_seats()
    }

    fn side(&self, seat: Seat) -> Side {
        self.game.side(seat)
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn awaited(&self, viewer: Viewer) -> SeatSet {
        self.game.awaited(viewer)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        self.game.legal_actions(seat)
    }

    /// The house draws once for each request for luck.
    fn draw(&self, luck: &Luck) -> G::Chance {
        let n = self.deck.drawn.fetch_add(1, Ordering::Relaxed);
        let written = self.deck.luck.get(n).cloned();
        written.unwrap_or_else(|| self.game.draw(luck))
    }

    fn act(
        &self,
        seat: Seat,
        action: &G::Action,
        draft: &mut Draft<Self>,
    ) -> Result<(), G::Reason> {
        note(Call::Act);
        let mut real = Draft::new(self.game.clone());
        self.game.act(seat, action, &mut real)?;
        real.into_events()
            .into_iter()
            .for_each(|event| draft.emit(event));
        Ok(())
    }

    fn luck(&self, chance: &G::Chance, draft: &mut Draft<Self>) -> Result<(), ImpossibleDraw> {
        let mut real = Draft::new(self.game.clone());
        self.game.luck(chance, &mut real)?;
        real.into_events()
            .into_iter()
            .for_each(|event| draft.emit(event));
        Ok(())
    }

    fn evolve(&mut self, event: &G::Event) {
        note(Call::Evolve);
        self.game.evolve(event);
        let mut latest = self
            .deck
            .latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        latest.clone_from(&self.game);
    }

    fn view(&self, viewer: Viewer) -> G::View {
        let latest = self
            .deck
            .latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Flaw::planted().view(&self.game, &latest, viewer)
    }

    fn redact(event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        WHOLE.set(digest(event));
        Flaw::planted().redact::<G>(event, viewer)
    }

    fn scores(&self) -> BySide<i32> {
        self.game.scores()
    }

    fn awards(&self, event: &G::Event) -> Vec<(Side, i32)> {
        self.game.awards(event)
    }

    fn winners(&self) -> Vec<Side> {
        self.game.winners()
    }

    fn rematch(&self) -> Option<G::Options> {
        self.game.rematch()
    }
}

impl<G: Facade> Facade for Rigged<G> {
    const WIRE: Wire<Self> = Wire {
        tell: tell::<G>,
        view: view::<G>,
        outcome: G::WIRE.outcome,
        legal: G::WIRE.legal,
        read: read::<G>,
        refused_as: G::WIRE.refused_as,
        dealer: G::WIRE.dealer,
        tells_scores: G::WIRE.tells_scores,
        vocabulary: G::WIRE.vocabulary,
    };
}

fn tell<G: Facade>(told: &Told<'_, G::Event, G::View>) -> Vec<Say> {
    note(Call::Tell);
    let mut says = (G::WIRE.tell)(told);
    Flaw::planted().spoil(&mut says, WHOLE.get());
    says
}

fn view<G: Facade>(view: &Seen<G::View>, seating: &Seating, settled: bool) -> Json {
    note(Call::View);
    (G::WIRE.view)(view, seating, settled)
}

fn read<G: Facade>(command: &str, payload: &Payload) -> Read<G::Action> {
    note(Call::Read);
    (G::WIRE.read)(command, payload)
}

/// The kind of a rigged game: every game that it starts has the written luck.
#[derive(Debug)]
pub(crate) struct RiggedKind<G: Game> {
    luck: Vec<G::Chance>,
    kind: KindOf<Rigged<G>>,
}

impl<G: Facade> RiggedKind<G> {
    /// It lives as long as the test.
    pub(crate) fn with(luck: &[G::Chance]) -> &'static dyn Kind {
        Box::leak(Box::new(RiggedKind::<G> {
            luck: luck.to_vec(),
            kind: KindOf::new(),
        }))
    }

    /// The kind of a rigged game that is the only game of a house.
    pub(crate) fn alone(luck: &[G::Chance]) -> &'static [&'static dyn Kind] {
        Box::leak(Box::new([RiggedKind::<G>::with(luck)]))
    }
}

impl<G: Facade> Kind for RiggedKind<G> {
    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>> {
        let options = match options {
            Value::Null => G::Options::default(),
            options => serde_json::from_value(options.clone())
                .map_err(|error| vec![SetupFault::new("options", error.to_string())])?,
        };
        let game = Rigged::<G>::new(G::new(options)?, self.luck.clone());
        Ok(Box::new(game))
    }

    fn meta(&self) -> Meta {
        self.kind.meta()
    }

    fn options_schema(&self) -> Value {
        self.kind.options_schema()
    }

    fn presets(&self) -> Vec<(&'static str, Value)> {
        self.kind.presets()
    }

    fn reasons(&self) -> &'static [&'static str] {
        self.kind.reasons()
    }

    fn has_scorer(&self) -> bool {
        self.kind.has_scorer()
    }

    fn score_json(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        self.kind.score_json(request, answer)
    }

    fn vocabulary(&self) -> Vocabulary {
        self.kind.vocabulary()
    }

    fn refused_as(&self, command: &str) -> Option<&'static str> {
        self.kind.refused_as(command)
    }

    fn bots(&self) -> Vec<BotMeta> {
        self.kind.bots()
    }

    fn choose(
        &self,
        bot: &str,
        view: &Seen<Value>,
        legal: &[Value],
        rng: &mut Rng,
    ) -> Option<Value> {
        self.kind.choose(bot, view, legal, rng)
    }

    fn has_adviser(&self) -> bool {
        self.kind.has_adviser()
    }

    fn advise(
        &self,
        view: &Seen<Value>,
        legal: &[Value],
        also: Option<&Value>,
        rng: &mut Rng,
    ) -> Option<Vec<Advice<Value>>> {
        self.kind.advise(view, legal, also, rng)
    }

    fn command(&self, view: &Seen<Value>, action: &Value) -> Option<Value> {
        self.kind.command(view, action)
    }

    fn told(&self, seat: Seat, view: Value) -> Result<Seen<Value>, AnyRefusal> {
        self.kind.told(seat, view)
    }

    fn legal(&self, view: &Seen<Value>, rng: &mut Rng) -> Option<Vec<Value>> {
        self.kind.legal(view, rng)
    }

    fn ask_json(&self, bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal> {
        self.kind.ask_json(bot, request, rng)
    }

    fn drills(&self) -> &'static [&'static dyn Drill] {
        self.kind.drills()
    }

    fn read_record(&self, text: &str) -> Result<AnyRecord, RecordError> {
        self.kind.read_record(text)
    }

    fn lesson(&self) -> Option<Lesson> {
        self.kind.lesson()
    }

    fn measures(&self) -> &'static [kernel::Measure] {
        self.kind.measures()
    }

    fn daily(&self) -> Option<Daily> {
        self.kind.daily()
    }

    fn same_luck(&self) -> bool {
        self.kind.same_luck()
    }

    fn reads(&self, rules_version: u32) -> bool {
        self.kind.reads(rules_version)
    }

    fn today(&self, rules_version: u32, step: &Step) -> Result<Step, String> {
        self.kind.today(rules_version, step)
    }

    fn redact(&self, event: &Json, viewer: Viewer) -> Option<Seen<Json>> {
        self.kind.redact(event, viewer)
    }
}
