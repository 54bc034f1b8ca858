//! Games whose luck is written down beforehand, and games that tell what they should not.
//!
//! A house deals fairly and has no way to be told the cards. So that a test can choose
//! them, it brings games of its own: the real ones, but for their draws and for one
//! [`Flaw`]. The words of the wire are those of the real game.

use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dice::DiceHands;
use kernel::{
    Advice, AnyGame, AnyRecord, AnyRefusal, BotMeta, BySide, Draft, Facade, Game, ImpossibleDraw,
    Json, Kind, KindOf, Luck, Meta, Payload, Preset, Read, RecordError, Rng, Say, Seat, SeatSet,
    Seating, Seen, SetupFault, Side, Step, Told, Turn, Viewer, Vocabulary, Wire,
};
use serde_json::Value;

/// What a rigged game is asked to do on the way of a command.
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

/// What a rigged game does otherwise than the real one; by default nothing.
pub(crate) trait Flaw<G: Game>: Clone + Debug + Eq + Send + Sync + 'static {
    /// The event as a viewer sees it.
    fn redact(event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        G::redact(event, viewer)
    }

    /// Spoils what is said of an event. The number stands for the whole event, with all that is hidden in it.
    fn spoil(_says: &mut Vec<Say>, _whole: u64) {}

    /// What a viewer sees of the game; the latest one may not have been shown yet.
    fn view(game: &G, _latest: &G, viewer: Viewer) -> G::View {
        game.view(viewer)
    }

    /// Takes note of what the game is asked to do.
    fn note(_call: Call) {}
}

/// Declares flaws that any game can have.
macro_rules! flaws {
    ($($(#[$doc:meta])* $name:ident { $($method:item)* })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub(crate) struct $name;
            impl<G: Game> Flaw<G> for $name { $($method)* }
        )+
    };
}

flaws! {
    /// All is well.
    NoFlaw {}

    /// Redaction hides nothing.
    Open {
        fn redact(event: &G::Event, _: Viewer) -> Option<G::Event> {
            Some(event.clone())
        }
    }

    /// What a message is called depends on what is hidden in its event.
    Names {
        fn spoil(says: &mut Vec<Say>, whole: u64) {
            for say in says {
                say.name = format!("{}_{}", say.name, whole % 1_000).into();
            }
        }
    }

    /// A message is left out if something hidden is so.
    Silence {
        fn spoil(says: &mut Vec<Say>, whole: u64) {
            if whole.is_multiple_of(2) {
                says.clear();
            }
        }
    }

    /// A message comes twice if something hidden is so.
    Echo {
        fn spoil(says: &mut Vec<Say>, whole: u64) {
            if whole.is_multiple_of(2) {
                says.extend(says.clone());
            }
        }
    }

    /// A message comes later if something hidden is so.
    Hesitation {
        fn spoil(says: &mut Vec<Say>, whole: u64) {
            if whole.is_multiple_of(2) {
                for say in says {
                    say.pause += Duration::from_secs(1);
                }
            }
        }
    }

    /// A view is that of another seat.
    OtherSeat {
        fn view(game: &G, _: &G, viewer: Viewer) -> G::View {
            match viewer.seat() {
                Some(seat) => game.view(Viewer::Seat(Seat((seat.0 + 1) % game.n_seats()))),
                None => game.view(viewer),
            }
        }
    }

    /// A seat's view is that of the game after all that was decided, whatever has been told of it.
    Ahead {
        fn view(game: &G, latest: &G, viewer: Viewer) -> G::View {
            match viewer {
                Viewer::Seat(_) => latest.view(viewer),
                Viewer::Spectator => game.view(viewer),
            }
        }
    }
}

/// A race in which everybody hears something more when a seat passes, and not when it fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TellsOfPassing;

impl Flaw<DiceHands> for TellsOfPassing {
    fn redact(event: &dice::Event, viewer: Viewer) -> Option<dice::Event> {
        tell_of(event, viewer, "passed: true")
    }
}

/// A race in which everybody hears something more when a seat buys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TellsOfBuying;

impl Flaw<DiceHands> for TellsOfBuying {
    fn redact(event: &dice::Event, viewer: Viewer) -> Option<dice::Event> {
        tell_of(event, viewer, "Bought {")
    }
}

/// A step of a rival of which these words are true is told as one that everybody may hear.
fn tell_of(event: &dice::Event, viewer: Viewer, words: &str) -> Option<dice::Event> {
    match event {
        dice::Event::Step { seat, .. }
            if !viewer.is(*seat) && format!("{event:?}").contains(words) =>
        {
            Some(dice::Event::Finished { seat: *seat })
        }
        _ => DiceHands::redact(event, viewer),
    }
}

thread_local! {
    /// Stands for the whole event that was redacted last. The kernel redacts an event for
    /// all viewers and then puts it into words, on one thread, so this is a way past it.
    static WHOLE: Cell<u64> = const { Cell::new(0) };
}

/// A number that stands for a value.
fn digest<T: Debug>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}

/// A real game with its luck written down, and a flaw.
pub(crate) struct Rigged<G: Game, F> {
    game: G,
    deck: Arc<Deck<G>>,
    flaw: PhantomData<F>,
}

/// What all copies of a rigged game share.
struct Deck<G: Game> {
    luck: Vec<G::Chance>,
    drawn: AtomicUsize,
    /// The game after the event that was applied last.
    latest: Mutex<G>,
}

impl<G: Game, F> Rigged<G, F> {
    fn new(game: G, luck: Vec<G::Chance>) -> Self {
        Rigged {
            deck: Arc::new(Deck {
                luck,
                drawn: AtomicUsize::new(0),
                latest: Mutex::new(game.clone()),
            }),
            game,
            flaw: PhantomData,
        }
    }
}

impl<G: Game, F> Clone for Rigged<G, F> {
    fn clone(&self) -> Self {
        Rigged {
            game: self.game.clone(),
            deck: self.deck.clone(),
            flaw: PhantomData,
        }
    }
}

impl<G: Game, F> Debug for Rigged<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game, F> PartialEq for Rigged<G, F> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<G: Game, F> Eq for Rigged<G, F> {}

impl<G: Game, F: Flaw<G>> Game for Rigged<G, F> {
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

    /// The house draws once for each time that luck is asked for.
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
        F::note(Call::Act);
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
        F::note(Call::Evolve);
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
        F::view(&self.game, &latest, viewer)
    }

    fn redact(event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        WHOLE.set(digest(event));
        F::redact(event, viewer)
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

impl<G: Facade, F: Flaw<G>> Facade for Rigged<G, F> {
    const WIRE: Wire<Self> = Wire {
        tell: tell::<G, F>,
        view: view::<G, F>,
        outcome: G::WIRE.outcome,
        legal: G::WIRE.legal,
        read: read::<G, F>,
        refused_as: G::WIRE.refused_as,
        dealer: G::WIRE.dealer,
        tells_scores: G::WIRE.tells_scores,
        vocabulary: G::WIRE.vocabulary,
    };
}

fn tell<G: Facade, F: Flaw<G>>(told: &Told<'_, G::Event, G::View>) -> Vec<Say> {
    F::note(Call::Tell);
    let mut says = (G::WIRE.tell)(told);
    F::spoil(&mut says, WHOLE.get());
    says
}

fn view<G: Facade, F: Flaw<G>>(view: &Seen<G::View>, seating: &Seating, settled: bool) -> Json {
    F::note(Call::View);
    (G::WIRE.view)(view, seating, settled)
}

fn read<G: Facade, F: Flaw<G>>(command: &str, payload: &Payload) -> Read<G::Action> {
    F::note(Call::Read);
    (G::WIRE.read)(command, payload)
}

/// The kind of a rigged game: every game that it starts has the luck that was written down.
#[derive(Debug)]
pub(crate) struct RiggedKind<G: Game, F> {
    luck: Vec<G::Chance>,
    kind: KindOf<Rigged<G, F>>,
}

impl<G: Facade, F: Flaw<G>> RiggedKind<G, F> {
    /// It lives as long as the test.
    pub(crate) fn with(luck: &[G::Chance]) -> &'static dyn Kind {
        Box::leak(Box::new(RiggedKind::<G, F> {
            luck: luck.to_vec(),
            kind: KindOf::new(),
        }))
    }

    /// The same as the only game of a house.
    pub(crate) fn alone(luck: &[G::Chance]) -> &'static [&'static dyn Kind] {
        Box::leak(Box::new([RiggedKind::<G, F>::with(luck)]))
    }
}

impl<G: Facade, F: Flaw<G>> Kind for RiggedKind<G, F> {
    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>> {
        let options = match options {
            Value::Null => G::Options::default(),
            options => serde_json::from_value(options.clone())
                .map_err(|error| vec![SetupFault::new("options", error.to_string())])?,
        };
        let game = Rigged::<G, F>::new(G::new(options)?, self.luck.clone());
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

    fn read_record(&self, text: &str) -> Option<Result<AnyRecord, RecordError>> {
        self.kind.read_record(text)
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
