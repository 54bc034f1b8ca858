//! Two courses of a game that a viewer cannot tell apart.
//!
//! Both begin alike. From some moment on the luck and the moves that are hidden from the
//! viewer may differ, as long as the viewer sees the same: the same redacted events and
//! the same view after each of them. Nothing here knows any game: other luck is the luck
//! of another draw in some of its places, or the same pieces in another order.

use kernel::{AnyGame, Key, Kind, Rng, Seat, Turn, Viewer};
use serde_json::Value;

/// At most so many moves are made.
const MOST_MOVES: usize = 60;

/// So often other luck is tried before both worlds get the same.
const TRIES: usize = 60;

/// One game twice.
type Both = [Box<dyn AnyGame>; 2];

/// Two courses of a game.
#[derive(Debug, Default)]
pub(crate) struct Pair {
    /// The draws of each world.
    pub(crate) luck: [Vec<Value>; 2],
    /// The moves of both worlds.
    pub(crate) moves: Vec<Move>,
    /// How many draws and moves differ.
    pub(crate) differ: usize,
}

/// A seat moves, in each world in its own way.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub(crate) seat: Seat,
    pub(crate) actions: [Value; 2],
    /// Whether the viewer may not move now.
    pub(crate) viewer_waits: bool,
}

/// Plays until the viewer would learn of a difference, or the game is nearly over.
pub(crate) fn pair(kind: &dyn Kind, options: &Value, viewer: Viewer, seed: u64) -> Pair {
    let mut rng = Rng::from_seed(seed);
    let start = || kind.start(options).expect("a preset is possible");
    let mut course = Course {
        both: [start(), start()],
        viewer,
        key: Key::from_seed(seed),
        alike: rng.below(24) as usize * rng.below(2) as usize,
        rng,
        pair: Pair::default(),
    };
    if let Some((both, luck)) = course.meet_luck(clone(&course.both)) {
        course.take(both, luck);
        while course.pair.moves.len() < MOST_MOVES && course.advance() {}
    }
    course.pair
}

struct Course {
    both: Both,
    viewer: Viewer,
    key: Key,
    rng: Rng,
    /// So many moves the worlds stay the same.
    alike: usize,
    pair: Pair,
}

impl Course {
    fn take(&mut self, both: Both, luck: Vec<[Value; 2]>) {
        self.both = both;
        for [one, other] in luck {
            self.pair.differ += usize::from(one != other);
            self.pair.luck[0].push(one);
            self.pair.luck[1].push(other);
        }
    }

    /// Somebody moves; false if nobody can without giving the difference away.
    fn advance(&mut self) -> bool {
        let to_move = self.both[0].turn().seats();
        let mut seats: Vec<Seat> = to_move.iter().collect();
        self.rng.shuffle(&mut seats);
        for seat in seats {
            let mut actions = self.both[0].legal_actions(seat);
            self.rng.shuffle(&mut actions);
            for action in actions.into_iter().take(6) {
                for other in self.others(seat, &action) {
                    let actions = [action.clone(), other];
                    let inputs = [0, 1].map(|world| self.both[world].act(seat, &actions[world]));
                    let moved = step(&self.both, &inputs, self.viewer);
                    if let Some((both, luck)) = moved.and_then(|both| self.meet_luck(both)) {
                        self.pair.differ += usize::from(actions[0] != actions[1]);
                        let viewer_waits = !to_move.iter().any(|seat| self.viewer.is(seat));
                        self.pair.moves.push(Move {
                            seat,
                            actions,
                            viewer_waits,
                        });
                        self.take(both, luck);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// What a seat may do in the other world where it does this in the first.
    fn others(&mut self, seat: Seat, action: &Value) -> Vec<Value> {
        let same = vec![action.clone()];
        if self.viewer.is(seat) || self.pair.moves.len() < self.alike {
            return same;
        }
        let mut others = self.both[1].legal_actions(seat);
        self.rng.shuffle(&mut others);
        others.truncate(6);
        match self.rng.below(2) {
            0 => [others, same].concat(),
            _ => [same, others].concat(),
        }
    }

    /// Draws until somebody has a choice; nothing if every draw would tell.
    fn meet_luck(&mut self, mut both: Both) -> Option<(Both, Vec<[Value; 2]>)> {
        let mut drawn = Vec::new();
        while both[0].turn() == Turn::Chance {
            let (next, luck) = self.draw(&both)?;
            both = next;
            drawn.push(luck);
        }
        (both[0].turn() != Turn::Over).then_some((both, drawn))
    }

    fn draw(&mut self, both: &Both) -> Option<(Both, [Value; 2])> {
        for tried in 0..TRIES {
            let n = u64::from(self.rng.next_u32());
            let luck = both[0].draw(&self.key, n)?;
            let elsewhere = both[0].draw(&self.key, n ^ 1)?;
            let may_differ = self.pair.moves.len() >= self.alike && tried < TRIES / 2;
            let other = match may_differ {
                true => self.other_luck(&luck, &elsewhere),
                false => luck.clone(),
            };
            let luck = [luck, other];
            if let Some(next) = step(both, &luck, self.viewer) {
                return Some((next, luck));
            }
        }
        None
    }

    /// The luck with a part of another draw, or with some of its pieces exchanged.
    fn other_luck(&mut self, luck: &Value, elsewhere: &Value) -> Value {
        let mut other = luck.clone();
        let places = places(luck, "");
        if self.rng.below(2) == 0 {
            if let Some(place) = self.rng.choose(&places)
                && let (Some(part), Some(new)) =
                    (other.pointer_mut(place), elsewhere.pointer(place))
            {
                *part = new.clone();
            }
            return other;
        }
        for _ in 0..=self.rng.below(4) {
            let [one, two] =
                [(); 2].map(|()| self.rng.choose(&places).cloned().unwrap_or_default());
            exchange(&mut other, &one, &two);
        }
        other
    }
}

/// Both worlds after these inputs; nothing if one refuses, or the viewer could tell.
fn step(both: &Both, inputs: &[Value; 2], viewer: Viewer) -> Option<Both> {
    let mut next = clone(both);
    let [one, two] = [0, 1].map(|world| next[world].decide(&inputs[world]).ok());
    let (one, two) = (one?, two?);
    if one.len() != two.len() {
        return None;
    }
    for (one, two) in one.iter().zip(&two) {
        if seen(&*next[0], one, viewer) != seen(&*next[1], two, viewer) {
            return None;
        }
        next[0].evolve(one).ok()?;
        next[1].evolve(two).ok()?;
        let [view, other] = [0, 1].map(|world| next[world].view(viewer).into_value());
        if view != other {
            return None;
        }
    }
    let [turn, other] = [0, 1].map(|world| next[world].turn());
    (turn == other && turn != Turn::Over).then_some(next)
}

fn seen(game: &dyn AnyGame, event: &Value, viewer: Viewer) -> Option<Value> {
    let seen = game
        .redact(event, viewer)
        .expect("the game knows its events");
    seen.map(|event| event.into_value())
}

fn clone(both: &Both) -> Both {
    [both[0].boxed(), both[1].boxed()]
}

/// Exchanges what stands in two places, if both hold a piece.
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
