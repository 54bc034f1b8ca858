//! Flaws planted in a sound game, to see that the checks find them.
//!
//! [`Planted`] is a game that does everything as another one does, but for one
//! [`Flaw`]. It knows nothing of that game, so the tests of every game can ask with
//! one call whether the checks would have found it out.

use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use kernel::{
    Bot, BySide, Draft, Facade, Game, Imagine, ImpossibleDraw, Luck, Meta, Preset, Reason, Rng,
    Seat, SeatSet, SetupFault, Side, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::bots::fairness;
use crate::conforms::conformance;
use crate::secrets::{Secrets, secrecy};

/// So many inputs are enough to find every planted flaw.
const INPUTS: usize = 1_000;

/// So many choices are asked of a bot.
const CHOICES: usize = 100;

/// Checks that the checks find flaws in this game, which hides something. Several are
/// planted one by one, and [`keeps_secrets`](crate::keeps_secrets),
/// [`conforms`](crate::conforms) or [`bots_do_not_peek`](crate::bots_do_not_peek) must
/// fail by each, and must pass when none is planted. Gives the name of each flaw with the
/// fault that was found.
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
    let secrecy_of_none = secrecy::<Planted<G, NoFlaw>>(INPUTS).err();
    let fairness_of_none = fairness(&[&counting_bot::<G, NoFlaw>()], CHOICES).err();
    if let Some(fault) = secrecy_of_none.or(fairness_of_none) {
        panic!("no flaw is planted, but there is a fault: {fault}");
    }
    let found = [
        ("redaction that hides nothing", leak::<G, Open>()),
        (
            "redaction that hides nothing from seats",
            leak::<G, OpenToSeats>(),
        ),
        ("an event left out by what it hides", leak::<G, Losing>()),
        ("an event added by what is hidden", leak::<G, Coughing>()),
        ("a view that tells", leak::<G, Glass>()),
        ("a refusal that tells", leak::<G, Gossiping>()),
        ("awards that are too high", misscore::<G, Generous>()),
        ("a score that is cut too early", misscore::<G, Stingy>()),
        (
            "a bot that peeks",
            fairness(&[&counting_bot::<G, Glass>()], CHOICES).err(),
        ),
    ];
    found
        .into_iter()
        .map(|(flaw, fault)| match fault {
            Some(fault) => (flaw, fault),
            None => panic!("{}: the checks do not find {flaw}", G::META.key),
        })
        .collect()
}

fn leak<G: Imagine + Secrets, F: Flaw>() -> Option<String> {
    secrecy::<Planted<G, F>>(INPUTS).err()
}

fn misscore<G: Imagine + Secrets, F: Flaw>() -> Option<String> {
    conformance::<Planted<G, F>>().err()
}

/// A bot that chooses by a number that it ought not to get.
fn counting_bot<G: Game, F: Flaw>() -> Bot<Planted<G, F>> {
    Bot {
        name: "counting",
        about: "counts on being told",
        offered: false,
        choose: |sight, rng| {
            let aside = sight.view.value().aside;
            let told =
                aside.map(|told| sight.legal[(told % sight.legal.len() as u64) as usize].clone());
            told.unwrap_or_else(|| (Bot::<Planted<G, F>>::RANDOM.choose)(sight, rng))
        },
    }
}

/// What goes wrong in a planted game; by default nothing.
trait Flaw: Clone + Debug + Eq + Send + Sync + 'static {
    fn redact<G: Game>(event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        G::redact(event, viewer)
    }

    /// Whether an event is kept from those from whom it hides something.
    fn loses<G: Game>(_event: &G::Event) -> bool {
        false
    }

    /// Whether these events are followed by one more, which everybody hears.
    fn adds<G: Game>(_events: &[G::Event]) -> bool {
        false
    }

    /// What stands in a view that has no place there.
    fn aside<G: Game>(_game: &G) -> Option<u64> {
        None
    }

    /// What a refusal says that it ought not to.
    fn remark<G: Game>(_game: &G) -> Option<u64> {
        None
    }

    fn award(points: i32) -> i32 {
        points
    }

    fn score(score: i32) -> i32 {
        score
    }
}

/// Declares a flaw: the methods of [`Flaw`] that go wrong.
macro_rules! flaws {
    ($($(#[$doc:meta])* $name:ident { $($method:item)* })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq)]
            struct $name;
            impl Flaw for $name { $($method)* }
        )+
    };
}

flaws! {
    /// All is well.
    NoFlaw {}

    /// Everybody hears everything.
    Open {
        fn redact<G: Game>(event: &G::Event, _: Viewer) -> Option<G::Event> {
            Some(event.clone())
        }
    }

    /// Whoever sits at the table hears everything.
    OpenToSeats {
        fn redact<G: Game>(event: &G::Event, viewer: Viewer) -> Option<G::Event> {
            match viewer {
                Viewer::Seat(_) => Some(event.clone()),
                Viewer::Spectator => G::redact(event, viewer),
            }
        }
    }

    /// What is hidden decides whether one hears that there was something.
    Losing {
        fn loses<G: Game>(event: &G::Event) -> bool {
            digest(event).is_multiple_of(2)
        }
    }

    /// What is hidden decides whether one hears something more.
    Coughing {
        fn adds<G: Game>(events: &[G::Event]) -> bool {
            let hides = |event: &G::Event| G::redact(event, Viewer::Spectator).as_ref() != Some(event);
            events.iter().any(hides) && digest(&events).is_multiple_of(2)
        }
    }

    /// A number in the view stands for the whole truth.
    Glass {
        fn aside<G: Game>(game: &G) -> Option<u64> {
            Some(digest(game))
        }
    }

    /// A number in each refusal stands for the whole truth.
    Gossiping {
        fn remark<G: Game>(game: &G) -> Option<u64> {
            Some(digest(game))
        }
    }

    /// Every award says one point more than its tally gives.
    Generous {
        fn award(points: i32) -> i32 {
            points + 1
        }
    }

    /// No score gets beyond a point.
    Stingy {
        fn score(score: i32) -> i32 {
            score.min(1)
        }
    }
}

/// A number that stands for a value.
fn digest<T: Debug>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}

/// A game with a flaw.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Planted<G, F> {
    game: G,
    flaw: PhantomData<F>,
}

impl<G, F> Planted<G, F> {
    const fn new(game: G) -> Self {
        Planted {
            game,
            flaw: PhantomData,
        }
    }
}

/// What happened in a planted game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlantedEvent<E> {
    /// Something of the game.
    Real {
        event: E,
        /// Whether it is kept from those from whom it hides something.
        lost: bool,
    },
    /// Nothing at all.
    Cough,
}

/// A view of a planted game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PlantedView<V> {
    view: V,
    aside: Option<u64>,
}

/// Why a planted game refuses.
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
    fn word(&self) -> &'static str {
        self.reason.word()
    }
}

impl<G: Game, F: Flaw> Game for Planted<G, F> {
    const META: Meta = G::META;
    type Options = G::Options;
    type Action = G::Action;
    type Chance = G::Chance;
    type Event = PlantedEvent<G::Event>;
    type View = PlantedView<G::View>;
    type Reason = PlantedReason<G::Reason>;

    fn new(options: G::Options) -> Result<Self, Vec<SetupFault>> {
        G::new(options).map(Planted::new)
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

    fn draw(&self, luck: &Luck) -> G::Chance {
        self.game.draw(luck)
    }

    fn act(
        &self,
        seat: Seat,
        action: &G::Action,
        draft: &mut Draft<Self>,
    ) -> Result<(), Self::Reason> {
        let mut real = Draft::new(self.game.clone());
        let acted = self.game.act(seat, action, &mut real);
        acted.map_err(|reason| PlantedReason {
            reason,
            remark: F::remark(&self.game),
        })?;
        plant(real, draft);
        Ok(())
    }

    fn luck(&self, chance: &G::Chance, draft: &mut Draft<Self>) -> Result<(), ImpossibleDraw> {
        let mut real = Draft::new(self.game.clone());
        self.game.luck(chance, &mut real)?;
        plant(real, draft);
        Ok(())
    }

    fn evolve(&mut self, event: &Self::Event) {
        if let PlantedEvent::Real { event, .. } = event {
            self.game.evolve(event);
        }
    }

    fn view(&self, viewer: Viewer) -> Self::View {
        PlantedView {
            view: self.game.view(viewer),
            aside: F::aside(&self.game),
        }
    }

    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event> {
        let PlantedEvent::Real { event, lost } = event else {
            return Some(event.clone());
        };
        let seen = F::redact::<G>(event, viewer)?;
        (!lost || seen == *event).then_some(PlantedEvent::Real {
            event: seen,
            lost: *lost,
        })
    }

    fn scores(&self) -> BySide<i32> {
        self.game.scores().map(|_, &score| F::score(score))
    }

    fn awards(&self, event: &Self::Event) -> Vec<(Side, i32)> {
        let PlantedEvent::Real { event, .. } = event else {
            return Vec::new();
        };
        let awards = self.game.awards(event).into_iter();
        awards
            .map(|(side, points)| (side, F::award(points)))
            .collect()
    }

    fn winners(&self) -> Vec<Side> {
        self.game.winners()
    }

    fn rematch(&self) -> Option<G::Options> {
        self.game.rematch()
    }
}

/// Lets what happened in the sound game happen in the planted one.
fn plant<G: Game, F: Flaw>(real: Draft<G>, draft: &mut Draft<Planted<G, F>>) {
    let events = real.into_events();
    let coughs = F::adds::<G>(&events);
    for event in events {
        let lost = F::loses::<G>(&event);
        draft.emit(PlantedEvent::Real { event, lost });
    }
    if coughs {
        draft.emit(PlantedEvent::Cough);
    }
}

impl<G: Game, F: Flaw> Facade for Planted<G, F> {}

impl<G: Imagine, F: Flaw> Imagine for Planted<G, F> {
    fn imagine(view: &Self::View, viewer: Viewer, rng: &mut Rng) -> Self {
        Planted::new(G::imagine(&view.view, viewer, rng))
    }
}

impl<G: Secrets, F: Flaw> Secrets for Planted<G, F> {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        self.game.swap_hidden(viewer, rng);
    }
}
