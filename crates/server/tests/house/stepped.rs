//! A table whose time is stepped by hand, and everything that its viewers get, with the time.
//!
//! Sockets show the order of messages, but hearing the length of a pause would mean waiting for it.
//! Therefore a pair of worlds is also played at a table without a house, at its normal pace: every
//! message, `state` and answer is written down with its time.

use kernel::{BySeat, Facade, Game, Player, Seat, Seating, Viewer};
use serde_json::{Value, json};
use table::{
    Effect, Entry, Input, Millis, Opening, Parsed, PlayerId, Request, Secret, Table, read,
};

use crate::rigged::RiggedKind;
use crate::worlds::{Moment, Pair};

const CODE: &str = "VHG4SC";

/// The length of a moment: longer than anything that is shown in it.
const MOMENT: u64 = 200_000;

/// The time of the last action of a moment.
const LAST: u64 = 100_000;

/// The pause between two actions.
const BETWEEN: u64 = 20_000;

/// A thing that a viewer got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Got {
    pub(crate) at: u64,
    pub(crate) by: Viewer,
    pub(crate) what: What,
    pub(crate) text: String,
}

/// The kind of thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// A numbered message.
    Message,
    /// The game as it is shown.
    State,
    /// An answer, or the announcement of a refusal.
    Answer,
    /// The public journal.
    Journal,
}

/// Plays one of the two worlds, and returns everything that the viewer and a spectator got, and
/// apart from it what they got at the parting.
pub(crate) fn play<G: Facade>(
    options: &G::Options,
    viewer: Viewer,
    pair: &Pair<G>,
    world: usize,
) -> (Vec<Got>, Vec<Got>) {
    let mut stepped = Stepped::open::<G>(options, viewer, &pair.luck[world]);
    for (n, moment) in (1..).zip(&pair.moments) {
        stepped.play_moment(n, moment, world);
        stepped.look_around();
    }
    let before = std::mem::take(&mut stepped.got);
    if let Some(parting) = &pair.parting {
        stepped.play_moment(pair.moments.len() as u64 + 1, parting, world);
    }
    (before, stepped.got)
}

struct Stepped {
    table: Table,
    viewer: Viewer,
    n_seats: u8,
    now: u64,
    timer: Option<u64>,
    entries: Vec<Entry>,
    got: Vec<Got>,
}

impl Stepped {
    fn open<G: Facade>(options: &G::Options, viewer: Viewer, luck: &[G::Chance]) -> Stepped {
        let create = json!({
            "game": G::META.key, "nickname": "Guest 0", "entropy": "ab".repeat(16),
            "options": options, "table": { "pace": "normal", "clockSeconds": 3_600 },
        });
        let Ok(Parsed::Create(create)) = read("create_game", create) else {
            panic!("it can be read");
        };
        let opening = Opening {
            code: CODE.parse().expect("a code"),
            kind: RiggedKind::<G>::with(luck),
            player: player(Viewer::Seat(Seat(0))),
            secret: Secret::new([7; 32]),
            create,
            dealt: None,
        };
        let (table, effects) = Table::open(Millis(0), opening).expect("the table can be opened");
        let n_seats = table.n_seats();
        let mut stepped = Stepped {
            table,
            viewer,
            n_seats,
            now: 0,
            timer: None,
            entries: Vec::new(),
            got: Vec::new(),
        };
        stepped.carry_out(effects, Viewer::Seat(Seat(0)));
        for seat in Seat::all(n_seats) {
            if seat != Seat(0) {
                let join =
                    json!({ "nickname": format!("Guest {seat}"), "entropy": "cd".repeat(16) });
                stepped.ask(Viewer::Seat(seat), "join_game", join);
            }
            let connected = Input::Connected(player(Viewer::Seat(seat)));
            stepped.handle(connected, Viewer::Seat(seat));
        }
        stepped.ask(Viewer::Spectator, "watch_game", json!({}));
        stepped.wait_until(MOMENT);
        stepped
    }

    /// The actions of a moment. However many there are, the last comes at the same time: the time
    /// of an action is its player's choice.
    fn play_moment<G: Game>(&mut self, n: u64, moment: &Moment<G>, world: usize) {
        let begin = n * MOMENT;
        self.wait_until(begin);
        if let Some(action) = moment.action().filter(|_| moment.viewer_waits) {
            // An action of another seat is refused in the same words.
            self.ask(self.viewer, "act", json!({ "action": action }));
        }
        let script = &moment.scripts[world];
        for (n, action) in script.iter().enumerate() {
            let left = (script.len() - 1 - n) as u64;
            self.wait_until(begin + LAST - left * BETWEEN);
            let mover = Viewer::Seat(moment.seat);
            let answer = self.ask(mover, "act", json!({ "action": action }));
            assert_eq!(answer["ok"], true, "{action:?}: {answer}");
        }
        self.wait_until(begin + MOMENT - 1);
    }

    /// The viewer and a spectator ask for the state.
    fn look_around(&mut self) {
        for viewer in [self.viewer, Viewer::Spectator] {
            let sync = self.ask(viewer, "sync", json!({}));
            let since = sync["seq"].as_u64().unwrap_or_default().saturating_sub(3);
            self.ask(viewer, "sync", json!({ "since": since }));
        }
        let journal = self.table.public_journal(&self.entries, true);
        let text = serde_json::to_string(&journal).expect("entries are plain data");
        self.note(Viewer::Spectator, What::Journal, text);
    }

    fn ask(&mut self, asker: Viewer, command: &str, mut payload: Value) -> Value {
        payload["gameCode"] = json!(CODE);
        let Ok(Parsed::AtTable { request, .. }) = read(command, payload) else {
            panic!("{command} is for a table");
        };
        let request: Request = request;
        let player = player(asker);
        self.handle(Input::Request { player, request }, asker)
    }

    fn handle(&mut self, input: Input, asker: Viewer) -> Value {
        let effects = self.table.handle(Millis(self.now), input);
        self.carry_out(effects, asker)
    }

    /// Carries out the effects of the table; returns the answer, if there is one.
    fn carry_out(&mut self, effects: Vec<Effect>, asker: Viewer) -> Value {
        let mut answered = Value::Null;
        for effect in effects {
            match effect {
                Effect::Append(entry) => self.entries.push(entry),
                // Nobody hears of it.
                Effect::Ended(_) => {}
                Effect::Ack(answer) => {
                    let answer = answer.to_json();
                    self.note(asker, What::Answer, answer.text().to_owned());
                    answered = answer.value();
                }
                Effect::Invalid {
                    name,
                    message,
                    code,
                } => self.note(asker, What::Answer, format!("{name} {message} {code}")),
                Effect::Emit { to, message } => {
                    let text = format!("{} {}", message.name(), message.payload().text());
                    for viewer in Viewer::all(self.n_seats).filter(|viewer| to.contains(*viewer)) {
                        self.note(viewer, What::Message, text.clone());
                    }
                }
                Effect::Push { to } => {
                    for viewer in Viewer::all(self.n_seats).filter(|viewer| to.contains(*viewer)) {
                        let state = self.table.state(viewer).payload().text().to_owned();
                        self.note(viewer, What::State, state);
                    }
                }
                Effect::SetTimer(due) => self.timer = Some(due.0),
                Effect::CancelTimer => self.timer = None,
                // A clock that ran out asks a bot, which never answers here: people move.
                Effect::AskBot(_) => {}
                Effect::Advise(_) | Effect::Close => panic!("nobody asked for {effect:?}"),
            }
        }
        answered
    }

    /// Keeps the messages to the viewer and to a spectator.
    fn note(&mut self, by: Viewer, what: What, text: String) {
        if by == self.viewer || by == Viewer::Spectator {
            let at = self.now;
            self.got.push(Got { at, by, what, text });
        }
    }

    fn wait_until(&mut self, time: u64) {
        while let Some(due) = self.timer.filter(|due| *due <= time) {
            self.timer = None;
            self.now = self.now.max(due);
            self.handle(Input::Tick, Viewer::Spectator);
        }
        self.now = self.now.max(time);
    }
}

/// The players of a stepped table, by seat.
pub(crate) fn seating(n_seats: u8) -> Seating {
    Seating::new(BySeat::from_fn(n_seats, |seat| Player {
        uuid: player(Viewer::Seat(seat)).to_string(),
        nickname: format!("Guest {seat}"),
    }))
}

fn player(viewer: Viewer) -> PlayerId {
    let name = viewer
        .seat()
        .map_or("watcher".to_owned(), |seat| format!("guest-{seat}"));
    PlayerId::new(&name).expect("an id")
}
