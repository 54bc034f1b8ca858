//! The messages of whole games, for the tests of how a game speaks on the wire.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    AnyGame, Facade, Game, Input, Key, Payload, Read, Rng, Say, Seat, Turn, Viewer, fields,
};
use serde_json::Value;

use crate::told::told;

/// An event, each viewer's messages about it, and the game just after it.
pub struct EventMoment<'a, G: Game> {
    /// The event.
    pub event: &'a G::Event,
    /// The messages to each viewer.
    pub told: Vec<(Viewer, Vec<Say>)>,
    /// The game just after it.
    pub after: &'a G,
}

impl<G: Game> EventMoment<'_, G> {
    /// The messages to each viewer; `None` if the whole event is hidden.
    pub fn heard(&self) -> BTreeMap<Viewer, Option<Vec<Payload>>> {
        let hear = |(viewer, says): &(Viewer, Vec<Say>)| {
            let payloads: Vec<Payload> = says.iter().map(|say| fields(&say.fields)).collect();
            (*viewer, Some(payloads).filter(|told| !told.is_empty()))
        };
        self.told.iter().map(hear).collect()
    }

    /// Every message that somebody hears, with its name.
    pub fn messages(&self) -> Vec<(&str, Payload)> {
        let says = self.told.iter().flat_map(|(_, says)| says);
        says.map(|say| (&*say.name, fields(&say.fields))).collect()
    }
}

/// One message to one viewer, its event, and the game just after it.
pub struct HeardMessage<'a, G: Game> {
    /// The viewer who hears it.
    pub viewer: Viewer,
    /// Its name.
    pub name: &'a str,
    /// Its fields.
    pub payload: Value,
    /// The event.
    pub event: &'a G::Event,
    /// The game just after it.
    pub after: &'a G,
}

/// Plays a game with these choices, and shows every event with its messages.
///
/// # Panics
/// If the options have faults or the game refuses a choice.
#[track_caller]
pub fn each_moment<G: Facade>(
    options: G::Options,
    seed: u64,
    mut choose: impl FnMut(&[G::Action], &mut Rng) -> G::Action,
    mut look: impl FnMut(&EventMoment<'_, G>),
) {
    let mut game = G::new(options).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (key, mut rng) = (Key::from_seed(seed), Rng::from_seed(seed));
    let mut n_inputs = 0;
    while game.turn() != Turn::Over {
        n_inputs += 1;
        let input = match game.turn() {
            Turn::Seats(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = seats[rng.below(seats.len() as u32) as usize];
                let action = choose(&game.legal_actions(seat), &mut rng);
                Input::Act { seat, action }
            }
            _ => Input::Chance(game.draw(&key.draw(n_inputs))),
        };
        let events = game.decide(&input);
        for event in events.unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}")) {
            let told = told(&game, &event);
            game.evolve(&event);
            look(&EventMoment {
                event: &event,
                told,
                after: &game,
            });
        }
    }
}

/// Does the same for each message.
///
/// # Panics
/// Like [`each_moment`].
#[track_caller]
pub fn each_message<G: Facade>(
    options: G::Options,
    seed: u64,
    choose: impl FnMut(&[G::Action], &mut Rng) -> G::Action,
    mut look: impl FnMut(&HeardMessage<'_, G>),
) {
    each_moment(options, seed, choose, |moment: &EventMoment<'_, G>| {
        for (viewer, says) in &moment.told {
            for say in says {
                look(&HeardMessage {
                    viewer: *viewer,
                    name: &say.name,
                    payload: say.fields.value(),
                    event: moment.event,
                    after: moment.after,
                });
            }
        }
    });
}

/// The fields of each message by its name.
pub fn by_message<'a>(fields: &[(&'a str, &'a [&'a str])]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let listed = fields.iter();
    listed
        .map(|(name, fields)| (*name, fields.iter().copied().collect()))
        .collect()
}

/// Checks that a game's vocabulary has these messages and this many commands, and that the game
/// reads each command.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn vocabulary_is<G: Facade>(messages: &[(&str, &[&str])], n_commands: usize) {
    let vocabulary = G::WIRE.vocabulary;
    let known: BTreeSet<&str> = vocabulary.events.iter().map(|term| term.name).collect();
    let listed: BTreeSet<&str> = messages.iter().map(|(name, _)| *name).collect();
    assert_eq!(known, listed);
    for term in vocabulary.commands {
        let read = (G::WIRE.read)(term.name, &Payload::new());
        assert!(read.is_some(), "{} is not read", term.name);
    }
    assert_eq!(vocabulary.commands.len(), n_commands);
}

/// The legal actions of a seat, in the form of their commands.
pub fn legal<G: Facade>(game: &G, seat: Seat) -> Value {
    let seating = crate::seating(Game::n_seats(game));
    let shown = AnyGame::wire_shown(game, Viewer::Seat(seat), &seating, true, true);
    shown.into_value().legal.value()
}

/// Checks that every legal action of a seat is listed as a command that is read back as that
/// action, and returns the names of the commands.
///
/// # Panics
/// At the first action that is not.
#[track_caller]
pub fn read_back<G: Facade>(game: &G, seat: Seat) -> Vec<String> {
    let actions = Game::legal_actions(game, seat);
    let listed = legal(game, seat);
    let listed = listed.as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(listed.len(), actions.len());
    let mut names = Vec::new();
    for (action, command) in actions.into_iter().zip(listed) {
        let Some((name, Value::Object(payload))) =
            command.as_object().and_then(|fields| fields.iter().next())
        else {
            panic!("{command} is not a command");
        };
        assert_eq!((G::WIRE.read)(name, payload), Some(Ok(action)));
        names.push(name.clone());
    }
    names
}

/// Checks that a command is read as this action, or is refused as malformed with a sentence that
/// contains these words.
///
/// # Panics
/// If it is not a command, or is read otherwise.
#[track_caller]
pub fn check_command<A: PartialEq + std::fmt::Debug>(read: Read<A>, expect: Result<A, &str>) {
    match (read, expect) {
        (None, _) => panic!("this is not a command"),
        (Some(read), Ok(action)) => assert_eq!(read, Ok(action)),
        (Some(Ok(action)), Err(words)) => panic!("{words}: this is read as {action:?}"),
        (Some(Err(refusal)), Err(words)) => {
            assert_eq!(refusal.code, "wire/malformed");
            assert!(refusal.message.contains(words), "{}", refusal.message);
        }
    }
}
