//! Two courses of a game that a viewer cannot tell apart.
//!
//! Both begin alike. From some moment on, the luck and the actions that are hidden from the viewer
//! may differ, also in their number: a rival may buy three things in one world and nothing in the
//! other, or be out there. A pair is valid by the viewer's *sights*, never by the messages: during
//! a moment the viewer has the same sights in both worlds, and each changes equally often. A pair
//! may end with something that the viewer sees (its parting).
//!
//! This module knows no game: other luck is the luck of another draw in some of its places, or the
//! same pieces in another order.

use kernel::{Game, Input, Key, Rng, Seat, Turn, Viewer};
use serde_json::Value;

/// The most moments of a pair.
const MOST_MOMENTS: usize = 40;

/// The number of tries to find another course of the second world before both get the same.
const TRIES: usize = 24;

/// The number of tries to find other luck.
const DRAWS: usize = 24;

/// The most actions of a seat in a moment.
const MOST_ACTIONS: u32 = 4;

/// What a test would rather have drawn, for what luck alone all but never brings.
pub(crate) type Wish<G> = fn(<G as Game>::Chance) -> <G as Game>::Chance;

/// The seat whose turn it is, and which of its legal actions it takes.
pub(crate) type Step<G> = (Seat, fn(&<G as Game>::Action) -> bool);

/// Two courses of a game.
#[derive(Debug)]
pub(crate) struct Pair<G: Game> {
    /// The draws of each world.
    pub(crate) luck: [Vec<G::Chance>; 2],
    /// The moments in which the viewer sees no difference.
    pub(crate) moments: Vec<Moment<G>>,
    /// The parting: a moment that looks different to the viewer, if one was found.
    pub(crate) parting: Option<Moment<G>>,
    /// The number of draws and scripts that differ.
    pub(crate) differ: usize,
}

/// An action of a seat, in each world in its own way.
#[derive(Debug, Clone)]
pub(crate) struct Moment<G: Game> {
    /// The seat.
    pub(crate) seat: Seat,
    /// Its actions in each world; nothing where it is not asked.
    pub(crate) scripts: [Vec<G::Action>; 2],
    /// The game before it and after each of its events, for each world.
    pub(crate) paths: [Vec<G>; 2],
    /// Whether the viewer may not move when it begins.
    pub(crate) viewer_waits: bool,
}

impl<G: Game> Moment<G> {
    /// A game after it.
    pub(crate) fn after(&self, world: usize) -> &G {
        self.paths[world].last().expect("a path has a beginning")
    }

    /// One action in a moment.
    pub(crate) fn action(&self) -> Option<&G::Action> {
        self.scripts.iter().flatten().next()
    }
}

/// Plays until the viewer would learn of a difference, or for long enough.
pub(crate) fn pair<G: Game>(options: &G::Options, viewer: Viewer, seed: u64) -> Pair<G> {
    let mut rng = Rng::from_seed(seed);
    let alike = rng.below(24) as usize * rng.below(2) as usize;
    Course::start(options, viewer, rng, None, alike).play(MOST_MOMENTS)
}

/// Both worlds take these steps, each the first legal action that fits; the last is taken by the
/// first world alone.
pub(crate) fn directed<G: Game>(
    options: &G::Options,
    viewer: Viewer,
    wish: Wish<G>,
    steps: &[Step<G>],
) -> Pair<G> {
    // What is wished for may not go with what was drawn besides.
    let mut pairs = (0..64).filter_map(|seed| {
        let rng = Rng::from_seed(seed);
        Course::start(options, viewer, rng, Some(wish), usize::MAX).follow(steps)
    });
    pairs.next().expect("the steps are possible")
}

/// Plays alike up to a draw that looks different to the viewer.
pub(crate) fn parting<G: Game>(options: &G::Options, viewer: Viewer, seed: u64) -> Pair<G> {
    let rng = Rng::from_seed(seed);
    Course::start(options, viewer, rng, None, usize::MAX).play_to_luck()
}

struct Course<G: Game> {
    both: [G; 2],
    viewer: Viewer,
    rng: Rng,
    wish: Option<Wish<G>>,
    /// The number of moments in which the worlds stay the same.
    alike: usize,
    pair: Pair<G>,
}

/// One world on its way through a moment.
#[derive(Debug, Clone)]
struct Way<G: Game> {
    game: G,
    script: Vec<G::Action>,
    luck: Vec<G::Chance>,
    /// The viewer's sights, one for each change.
    sights: Vec<G::View>,
    /// The game at the beginning and after each event.
    path: Vec<G>,
}

impl<G: Game> Way<G> {
    fn new(game: &G, viewer: Viewer) -> Way<G> {
        Way {
            game: game.clone(),
            script: Vec::new(),
            luck: Vec::new(),
            sights: vec![game.view(viewer)],
            path: vec![game.clone()],
        }
    }

    /// Takes an input; false if it is refused.
    fn take(&mut self, input: &Input<G>, viewer: Viewer) -> bool {
        let Ok(events) = self.game.decide(input) else {
            return false;
        };
        for event in &events {
            self.game.evolve(event);
            self.path.push(self.game.clone());
            let view = self.game.view(viewer);
            if self.sights.last() != Some(&view) {
                self.sights.push(view);
            }
        }
        true
    }

    fn act(&mut self, seat: Seat, action: &G::Action, viewer: Viewer) -> bool {
        let action = action.clone();
        self.script.push(action.clone());
        self.take(&Input::Act { seat, action }, viewer)
    }

    fn meet(&mut self, luck: &G::Chance, viewer: Viewer) -> bool {
        self.luck.push(luck.clone());
        self.take(&Input::Chance(luck.clone()), viewer)
    }

    fn is_asked(&self, seat: Seat) -> bool {
        self.game.turn().seats().contains(seat)
    }

    /// Whether the viewer has noticed nothing.
    fn is_silent(&self) -> bool {
        self.sights.len() == 1
    }

    /// Whether the viewer may still reach the sights of the other way.
    fn follows(&self, other: &Way<G>) -> bool {
        other.sights.starts_with(&self.sights)
    }

    fn does_as(&self, other: &Way<G>) -> bool {
        self.script == other.script && self.luck == other.luck
    }
}

impl<G: Game> Course<G> {
    fn start(
        options: &G::Options,
        viewer: Viewer,
        rng: Rng,
        wish: Option<Wish<G>>,
        alike: usize,
    ) -> Course<G> {
        let game = G::new(options.clone()).expect("these options are possible");
        let mut course = Course {
            both: [game.clone(), game],
            viewer,
            rng,
            wish,
            alike,
            pair: Pair {
                luck: [Vec::new(), Vec::new()],
                moments: Vec::new(),
                parting: None,
                differ: 0,
            },
        };
        if let Some(ways) = course.ways(Seat(0), 0) {
            course.go(&ways);
        }
        course
    }

    fn play(mut self, moments: usize) -> Pair<G> {
        while self.pair.moments.len() < moments && self.advance() {}
        self.part(|_, _| true);
        self.pair
    }

    fn follow(mut self, steps: &[Step<G>]) -> Option<Pair<G>> {
        for (n, (seat, fits)) in (1..).zip(steps) {
            let mut one = Way::new(&self.both[0], self.viewer);
            let legal = one.game.legal_actions(*seat);
            let action = legal.iter().find(|action| fits(action))?;
            one.act(*seat, action, self.viewer).then_some(())?;
            self.draw_any(&mut one)?;
            let mut two = Way::new(&self.both[1], self.viewer);
            if n < steps.len() {
                two.act(*seat, action, self.viewer).then_some(())?;
                for luck in &one.luck {
                    two.meet(luck, self.viewer).then_some(())?;
                }
            }
            let ways = [one, two];
            let moment = self.moment(*seat, &ways);
            self.pair.moments.push(moment);
            self.go(&ways);
        }
        Some(self.pair)
    }

    fn play_to_luck(mut self) -> Pair<G> {
        // A part of the way is left to chance: partings are found at all places.
        let at_least = self.rng.below(30) as usize;
        while self.pair.moments.len() < 3 * MOST_MOMENTS {
            let lucky = |one: &Way<G>, two: &Way<G>| {
                // The longer the sights agree, the more a view could run ahead of.
                let alike = one
                    .sights
                    .iter()
                    .zip(&two.sights)
                    .take_while(|(one, two)| one == two);
                !one.luck.is_empty() && alike.count() > 1
            };
            let late = self.pair.moments.len() >= at_least;
            if (late && self.part(lucky)) || !self.advance() {
                break;
            }
        }
        self.pair
    }

    /// Both worlds go on in this way.
    fn go(&mut self, ways: &[Way<G>; 2]) {
        let [one, two] = ways;
        self.pair.differ += usize::from(!one.does_as(two));
        self.pair.luck[0].extend(one.luck.iter().cloned());
        self.pair.luck[1].extend(two.luck.iter().cloned());
        self.both = [one.game.clone(), two.game.clone()];
    }

    fn moment(&self, seat: Seat, ways: &[Way<G>; 2]) -> Moment<G> {
        let asked = |game: &G| game.turn().seats().iter().any(|seat| self.viewer.is(seat));
        Moment {
            seat,
            scripts: [ways[0].script.clone(), ways[1].script.clone()],
            paths: [ways[0].path.clone(), ways[1].path.clone()],
            viewer_waits: !self.both.iter().any(asked),
        }
    }

    /// A seat moves; false if none can without revealing the difference.
    fn advance(&mut self) -> bool {
        let asked = self.both.iter().flat_map(|game| game.turn().seats().iter());
        let mut seats: Vec<Seat> = asked.collect();
        seats.sort_unstable();
        seats.dedup();
        self.rng.shuffle(&mut seats);
        for seat in seats {
            for _ in 0..3 {
                let most = if self.viewer.is(seat) {
                    1
                } else {
                    1 + self.rng.below(MOST_ACTIONS)
                };
                let Some(ways) = self.ways(seat, most) else {
                    continue;
                };
                if ways.iter().all(|way| way.script.is_empty()) {
                    continue;
                }
                let moment = self.moment(seat, &ways);
                self.pair.moments.push(moment);
                self.go(&ways);
                return true;
            }
        }
        false
    }

    /// Two ways through a moment that look the same to the viewer, of at most so many actions of a
    /// seat and the luck that they ask for.
    fn ways(&mut self, seat: Seat, most: u32) -> Option<[Way<G>; 2]> {
        let one = self.any_way(seat, most)?;
        if one.game.turn() == Turn::Over {
            return None;
        }
        let may_differ = self.pair.moments.len() >= self.alike;
        for tried in 0..TRIES {
            let differs = may_differ && tried < TRIES / 2;
            if let Some(two) = self.way_like(&one, seat, most, differs)
                && (!differs || !self.is_said_aloud(seat, &one, &two))
            {
                return Some([one, two]);
            }
        }
        None
    }

    /// Some way of the first world.
    fn any_way(&mut self, seat: Seat, most: u32) -> Option<Way<G>> {
        let mut way = Way::new(&self.both[0], self.viewer);
        self.draw_any(&mut way)?;
        while (way.script.len() as u32) < most && way.is_silent() && way.is_asked(seat) {
            let legal = way.game.legal_actions(seat);
            let action = self.rng.choose(&legal)?.clone();
            if !way.act(seat, &action, self.viewer) {
                return None;
            }
            self.draw_any(&mut way)?;
        }
        Some(way)
    }

    fn draw_any(&mut self, way: &mut Way<G>) -> Option<()> {
        while way.game.turn() == Turn::Chance {
            let luck = self.draw(&way.game);
            way.meet(&luck, self.viewer).then_some(())?;
        }
        Some(())
    }

    /// A way of the second world that looks like `one` to the viewer.
    fn way_like(&mut self, one: &Way<G>, seat: Seat, most: u32, differs: bool) -> Option<Way<G>> {
        let differs_by_actions = differs && !self.viewer.is(seat) && self.rng.below(4) > 0;
        let mut way = Way::new(&self.both[1], self.viewer);
        self.draw_like(&mut way, one, differs)?;
        let most = if differs_by_actions {
            self.rng.below(most + 1)
        } else {
            most
        };
        while way.is_asked(seat) && (way.sights != one.sights || way.is_silent()) {
            let action = match one.script.get(way.script.len()) {
                Some(action) if !differs_by_actions => action.clone(),
                None if !differs_by_actions => break,
                _ if way.script.len() as u32 >= most && way.sights == one.sights => break,
                _ if way.script.len() as u32 > MOST_ACTIONS => return None,
                _ => self.rng.choose(&way.game.legal_actions(seat))?.clone(),
            };
            if !way.act(seat, &action, self.viewer) || !way.follows(one) {
                return None;
            }
            self.draw_like(&mut way, one, differs)?;
        }
        let over = way.game.turn() == Turn::Over;
        (way.sights == one.sights && !over).then_some(way)
    }

    fn draw_like(&mut self, way: &mut Way<G>, one: &Way<G>, differs: bool) -> Option<()> {
        while way.game.turn() == Turn::Chance {
            *way = self.next_like(way, one, differs)?;
        }
        Some(())
    }

    /// The way after another draw: a changed one of the first world, the same, or a new one.
    fn next_like(&mut self, way: &Way<G>, one: &Way<G>, differs: bool) -> Option<Way<G>> {
        let model = one.luck.get(way.luck.len());
        for tried in 0..DRAWS {
            let drawn = self.draw(&way.game);
            let luck = match model {
                Some(model) if differs && tried < DRAWS / 2 => self.other_luck(model, &drawn),
                Some(model) if tried % 2 == 0 => Some(model.clone()),
                _ => Some(drawn),
            };
            let mut next = way.clone();
            let met = luck.is_some_and(|luck| next.meet(&luck, self.viewer));
            if met && next.follows(one) && !self.is_without_trace(way, &next, model) {
                return Some(next);
            }
        }
        None
    }

    /// Whether a draw differs from its model, and both lead to the same. Then there is no secret in
    /// it: it was said aloud, like the cards that are cut for the deal, and the views need not keep
    /// it.
    fn is_without_trace(&self, way: &Way<G>, next: &Way<G>, model: Option<&G::Chance>) -> bool {
        let Some(model) = model.filter(|model| next.luck.last() != Some(model)) else {
            return false;
        };
        let mut other = way.clone();
        other.meet(model, self.viewer) && other.game == next.game
    }

    /// Whether the difference is no secret: if the first world acts as the second, the result is
    /// the same as before. Then the action was said aloud, and the views need not keep it.
    fn is_said_aloud(&self, seat: Seat, one: &Way<G>, two: &Way<G>) -> bool {
        let differs = one.script != two.script && one.script.len() == two.script.len();
        let by = |luck: &[G::Chance]| self.comes_to_the_same(seat, one, two, luck);
        differs && (by(&one.luck) || by(&two.luck))
    }

    /// Whether the first world has the same result if its seat acts as in the second, with this
    /// luck.
    fn comes_to_the_same(
        &self,
        seat: Seat,
        one: &Way<G>,
        two: &Way<G>,
        luck: &[G::Chance],
    ) -> bool {
        let mut again = Way::new(&self.both[0], self.viewer);
        let mut luck = luck.iter();
        let mut settle = |again: &mut Way<G>| {
            while again.game.turn() == Turn::Chance {
                let met = luck
                    .next()
                    .is_some_and(|luck| again.meet(luck, self.viewer));
                if !met {
                    return false;
                }
            }
            true
        };
        let mut possible = settle(&mut again);
        for action in &two.script {
            possible = possible && again.act(seat, action, self.viewer) && settle(&mut again);
        }
        possible && again.game == one.game
    }

    /// Tries to let something happen that looks different to the viewer; returns whether it did.
    fn part(&mut self, fits: impl Fn(&Way<G>, &Way<G>) -> bool) -> bool {
        let seats: Vec<Seat> = self.both[0].turn().seats().iter().collect();
        for _ in 0..8 {
            let Some(&seat) = self.rng.choose(&seats) else {
                return false;
            };
            let Some(one) = self.any_way(seat, 1) else {
                continue;
            };
            let mut two = Way::new(&self.both[1], self.viewer);
            let acted = one
                .script
                .iter()
                .all(|action| two.act(seat, action, self.viewer));
            let met = acted && self.draw_any(&mut two).is_some();
            if met && one.sights != two.sights && fits(&one, &two) {
                let ways = [one, two];
                self.pair.parting = Some(self.moment(seat, &ways));
                self.go(&ways);
                return true;
            }
        }
        false
    }

    /// The luck with a part of another draw, or with some of its pieces exchanged.
    fn other_luck(&mut self, luck: &G::Chance, elsewhere: &G::Chance) -> Option<G::Chance> {
        let mut other = serde_json::to_value(luck).ok()?;
        let elsewhere = serde_json::to_value(elsewhere).ok()?;
        let places = places(&other, "");
        if self.rng.below(2) == 0 {
            let place = self.rng.choose(&places)?;
            *other.pointer_mut(place)? = elsewhere.pointer(place)?.clone();
        } else {
            for _ in 0..=self.rng.below(4) {
                let (one, two) = (self.rng.choose(&places)?, self.rng.choose(&places)?);
                exchange(&mut other, one, two);
            }
        }
        serde_json::from_value(other).ok()
    }

    /// Some luck, or what the test would rather have.
    fn draw(&mut self, game: &G) -> G::Chance {
        let key = Key::from_seed(u64::from(self.rng.next_u32()));
        let drawn = game.draw(&key.draw(0));
        match self.wish {
            Some(wish) => wish(drawn),
            None => drawn,
        }
    }
}

/// Exchanges the values of two places, if both hold a piece.
fn exchange(value: &mut Value, one: &str, two: &str) {
    let piece = |place: &str| {
        value
            .pointer(place)
            .filter(|part| part.is_string())
            .cloned()
    };
    if let (Some(first), Some(second)) = (piece(one), piece(two)) {
        if let Some(place) = value.pointer_mut(one) {
            *place = second;
        }
        if let Some(place) = value.pointer_mut(two) {
            *place = first;
        }
    }
}

/// The pointers to all parts of a value.
fn places(value: &Value, place: &str) -> Vec<String> {
    let below: Vec<String> = match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, part)| places(part, &format!("{place}/{name}")))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(n, part)| places(part, &format!("{place}/{n}")))
            .collect(),
        _ => Vec::new(),
    };
    [vec![place.to_owned()], below].concat()
}
