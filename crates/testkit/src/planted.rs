//! Flaws planted in a sound game, to prove that the checks find them.
//!
//! [`Planted`] is a game that behaves like another game except for the [`Flaw`] of its thread. It
//! knows nothing of that game: the tests of every game can ask with one call whether the checks
//! find the flaw.

use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

use kernel::{
    Bot, BySide, Draft, Facade, Game, Imagine, ImpossibleDraw, Luck, Meta, Preset, Reason, Rng,
    Seat, SeatSet, SetupFault, Side, Strength, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::bots::fairness;
use crate::conforms::conformance;
use crate::secrets::{Secrets, secrecy};

/// The number of inputs that finds every planted flaw.
const INPUTS: usize = 1_000;

/// The number of choices that a bot is asked for.
const CHOICES: usize = 100;

/// Checks that the checks find flaws in this game, which must hide something. Several flaws are
/// planted one by one; [`keeps_secrets`](crate::keeps_secrets), [`conforms`](crate::conforms) or
/// [`bots_do_not_peek`](crate::bots_do_not_peek) must fail for each, and must pass if none is
/// planted. Returns the name of each flaw with the fault that was found.
///
/// # Panics
/// If a flaw is not found, or a fault is found where there is no flaw.
///
/// ```no_run
/// # fn check<G: kernel::Imagine + testkit::Secrets>() {
/// for (flaw, fault) in testkit::finds_planted_flaws::<G>() {
///     println!("{flaw}: {fault}");
/// }
/// # }
/// ```
#[track_caller]
pub fn finds_planted_flaws<G: Imagine + Secrets>() -> Vec<(&'static str, String)> {
    let none = secrecy_with::<G>(Flaw::None).or_else(|| peek::<G>(Flaw::None));
    if let Some(fault) = none {
        panic!("no flaw is planted, but there is a fault: {fault}");
    }
    let found = [
        (
            "redaction that hides nothing",
            secrecy_with::<G>(Flaw::Open),
        ),
        (
            "redaction that hides nothing from seats",
            secrecy_with::<G>(Flaw::OpenToSeats),
        ),
        (
            "events left out by what they hide",
            secrecy_with::<G>(Flaw::Losing),
        ),
        (
            "an event added by what is hidden",
            secrecy_with::<G>(Flaw::Coughing),
        ),
        ("a view that tells", secrecy_with::<G>(Flaw::Glass)),
        ("a refusal that tells", secrecy_with::<G>(Flaw::Gossiping)),
        ("awards that are too high", misscore::<G>(Flaw::Generous)),
        ("a score that is cut too early", misscore::<G>(Flaw::Stingy)),
        ("a bot that peeks", peek::<G>(Flaw::Glass)),
    ];
    found
        .into_iter()
        .map(|(flaw, fault)| match fault {
            Some(fault) => (flaw, fault),
            None => panic!("{}: the checks do not find {flaw}", G::META.key),
        })
        .collect()
}

fn secrecy_with<G: Imagine + Secrets>(flaw: Flaw) -> Option<String> {
    FLAW.set(flaw);
    secrecy::<Planted<G>>(INPUTS).err()
}

fn misscore<G: Imagine + Secrets>(flaw: Flaw) -> Option<String> {
    FLAW.set(flaw);
    conformance::<Planted<G>>().err()
}

fn peek<G: Imagine + Secrets>(flaw: Flaw) -> Option<String> {
    FLAW.set(flaw);
    fairness(&[&counting_bot::<G>()], CHOICES).err()
}

/// A bot that chooses by a number that it must not get.
fn counting_bot<G: Game>() -> Bot<Planted<G>> {
    Bot {
        strength: Strength::Baseline("counting"),
        about: "counts on being told",
        choose: |sight, rng| {
            let aside = sight.view.value().aside;
            let told =
                aside.map(|told| sight.legal[(told % sight.legal.len() as u64) as usize].clone());
            told.unwrap_or_else(|| (Bot::<Planted<G>>::RANDOM.choose)(sight, rng))
        },
    }
}

/// The flaw of a planted game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// No flaw.
    None,
    /// Everybody hears everything.
    Open,
    /// Every seat hears everything.
    OpenToSeats,
    /// Hidden pieces decide whether an event is told at all.
    Losing,
    /// Hidden pieces decide whether an extra event is told.
    Coughing,
    /// A number in the view stands for the whole truth.
    Glass,
    /// A number in each refusal stands for the whole truth.
    Gossiping,
    /// Every award says one point more than its tally gives.
    Generous,
    /// Every score stops at one point.
    Stingy,
}

thread_local! {
    /// The flaw of every planted game on this thread. A type for each flaw would compile all the
    /// checks again for each game, which takes minutes.
    static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };
}

impl Flaw {
    /// The present flaw.
    fn planted() -> Flaw {
        FLAW.get()
    }

    fn redact<G: Game>(self, event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        match (self, viewer) {
            (Flaw::Open, _) | (Flaw::OpenToSeats, Viewer::Seat(_)) => Some(event.clone()),
            _ => G::redact(event, viewer),
        }
    }

    /// Whether nobody hears of these events.
    fn loses<G: Game>(self, events: &[G::Event]) -> bool {
        self == Flaw::Losing && hides_evenly::<G>(events)
    }

    /// Whether these events are followed by one more, which everybody hears.
    fn adds<G: Game>(self, events: &[G::Event]) -> bool {
        self == Flaw::Coughing && hides_evenly::<G>(events)
    }

    /// The number in a view that must not be there.
    fn aside<G: Game>(self, game: &G) -> Option<u64> {
        (self == Flaw::Glass).then(|| digest(game))
    }

    /// The number in a refusal that must not be there.
    fn remark<G: Game>(self, game: &G) -> Option<u64> {
        (self == Flaw::Gossiping).then(|| digest(game))
    }

    const fn award(self, points: i32) -> i32 {
        match self {
            Flaw::Generous => points + 1,
            _ => points,
        }
    }

    fn score(self, score: i32) -> i32 {
        match self {
            Flaw::Stingy => score.min(1),
            _ => score,
        }
    }
}

/// Whether these events hide something, and their digest is even, which is so for half of them.
fn hides_evenly<G: Game>(events: &[G::Event]) -> bool {
    let hides = |event: &G::Event| G::redact(event, Viewer::Spectator).as_ref() != Some(event);
    events.iter().any(hides) && digest(&events).is_multiple_of(2)
}

/// A number that depends on the whole value.
fn digest<T: Debug>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}

/// A game with a flaw.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Planted<G>(G);

/// An event of a planted game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlantedEvent<E> {
    /// An event of the sound game.
    Real {
        event: E,
        /// Whether nobody hears of it.
        lost: bool,
    },
    /// An extra event without content.
    Cough,
}

/// A view of a planted game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PlantedView<V> {
    view: V,
    aside: Option<u64>,
}

/// The reason of a planted game's refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlantedReason<R> {
    reason: R,
    remark: Option<u64>,
}

impl<R: Reason> fmt::Display for PlantedReason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        self.remark
            .map_or(Ok(()), |remark| write!(f, " (by the way, {remark})"))
    }
}

impl<R: Reason> Reason for PlantedReason<R> {
    const WORDS: &'static [&'static str] = R::WORDS;

    fn word(&self) -> &'static str {
        self.reason.word()
    }
}

impl<G: Game> Game for Planted<G> {
    const META: Meta = G::META;
    type Options = G::Options;
    type Action = G::Action;
    type Chance = G::Chance;
    type Event = PlantedEvent<G::Event>;
    type View = PlantedView<G::View>;
    type Reason = PlantedReason<G::Reason>;

    fn new(options: G::Options) -> Result<Self, Vec<SetupFault>> {
        G::new(options).map(Planted)
    }

    fn presets() -> Vec<Preset<G::Options>> {
        G::presets()
    }

    fn n_seats(&self) -> u8 {
        self.0.n_seats()
    }

    fn side(&self, seat: Seat) -> Side {
        self.0.side(seat)
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn awaited(&self, viewer: Viewer) -> SeatSet {
        self.0.awaited(viewer)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        self.0.legal_actions(seat)
    }

    fn draw(&self, luck: &Luck) -> G::Chance {
        self.0.draw(luck)
    }

    fn act(
        &self,
        seat: Seat,
        action: &G::Action,
        draft: &mut Draft<Self>,
    ) -> Result<(), Self::Reason> {
        let mut real = Draft::new(self.0.clone());
        let acted = self.0.act(seat, action, &mut real);
        acted.map_err(|reason| PlantedReason {
            reason,
            remark: Flaw::planted().remark(&self.0),
        })?;
        plant(real, draft);
        Ok(())
    }

    fn luck(&self, chance: &G::Chance, draft: &mut Draft<Self>) -> Result<(), ImpossibleDraw> {
        let mut real = Draft::new(self.0.clone());
        self.0.luck(chance, &mut real)?;
        plant(real, draft);
        Ok(())
    }

    fn evolve(&mut self, event: &Self::Event) {
        if let PlantedEvent::Real { event, .. } = event {
            self.0.evolve(event);
        }
    }

    fn view(&self, viewer: Viewer) -> Self::View {
        PlantedView {
            view: self.0.view(viewer),
            aside: Flaw::planted().aside(&self.0),
        }
    }

    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event> {
        let PlantedEvent::Real { event, lost } = event else {
            return Some(event.clone());
        };
        if *lost {
            return None;
        }
        let event = Flaw::planted().redact::<G>(event, viewer)?;
        Some(PlantedEvent::Real { event, lost: false })
    }

    fn scores(&self) -> BySide<i32> {
        self.0
            .scores()
            .map(|_, &score| Flaw::planted().score(score))
    }

    fn awards(&self, event: &Self::Event) -> Vec<(Side, i32)> {
        let PlantedEvent::Real { event, .. } = event else {
            return Vec::new();
        };
        let awards = self.0.awards(event).into_iter();
        awards
            .map(|(side, points)| (side, Flaw::planted().award(points)))
            .collect()
    }

    fn winners(&self) -> Vec<Side> {
        self.0.winners()
    }

    fn rematch(&self) -> Option<G::Options> {
        self.0.rematch()
    }
}

/// Applies the events of the sound game to the planted one.
fn plant<G: Game>(real: Draft<G>, draft: &mut Draft<Planted<G>>) {
    let events = real.into_events();
    let coughs = Flaw::planted().adds::<G>(&events);
    let lost = Flaw::planted().loses::<G>(&events);
    for event in events {
        draft.emit(PlantedEvent::Real { event, lost });
    }
    if coughs {
        draft.emit(PlantedEvent::Cough);
    }
}

impl<G: Game> Facade for Planted<G> {}

impl<G: Imagine> Imagine for Planted<G> {
    fn imagine(view: &Self::View, viewer: Viewer, rng: &mut Rng) -> Self {
        Planted(G::imagine(&view.view, viewer, rng))
    }
}

impl<G: Secrets> Secrets for Planted<G> {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        self.0.swap_hidden(viewer, rng);
    }

    fn opens(event: &Self::Event) -> bool {
        matches!(event, PlantedEvent::Real { event, .. } if G::opens(event))
    }

    fn is_said_aloud(event: &Self::Event) -> bool {
        matches!(event, PlantedEvent::Real { event, .. } if G::is_said_aloud(event))
    }
}
