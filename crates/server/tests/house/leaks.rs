//! Secrets of other seats change no byte and no moment of the messages to a seat.
//!
//! A game is played twice, with the same ids, clock, codes, secret and entropy. The two games
//! differ in hidden luck and hidden actions that one viewer cannot see (see `worlds.rs`).
//! Everything that the viewer and a spectator get must be the same: messages, `state`, acks,
//! refusals, answers to `sync`, and the public journal. Through a real house every packet of their
//! sockets is compared; at a table whose time is stepped (see `stepped.rs`) also when each comes.
//! When at last something visible differs, a message tells it first, and no view runs ahead of that
//! message.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{AnyGame, Facade, Game, Preset, Seat, Viewer};
use roster::cribbage::Cribbage;
use roster::dice::{self, DiceHands};
use roster::texas42::Texas42;
use serde_json::{Value, json};
use server::Config;
use server::client::Client;
use store::MemoryJournal;

use crate::rigged::{Flaw, RiggedKind};
use crate::stepped::{self, Got, What};
use crate::support::{House, StillWorld, unlimited};
use crate::worlds::{Pair, Wish, directed, pair, parting};

/// The number of pairs of worlds at a stepped table for a viewer of a set of options.
const PAIRS: u64 = 6;

/// The number of them that are also played through a house.
const PAIRS_IN_A_HOUSE: u64 = 1;

/// The number of pairs that are tried to find a planted flaw.
const PAIRS_TO_FIND: u64 = 40;

/// The same for every game of the house.
mod at {
    use super::*;

    /// The tests that every game of the house has.
    macro_rules! each {
        ($($name:ident: $game:ty,)*) => {
            $(mod $name {
                use super::*;

                #[tokio::test]
                async fn hidden_things_change_no_message() {
                    tells_nothing_hidden::<$game>().await;
                }

                /// A check that could not fail would prove nothing.
                #[test]
                fn planted_flaws_are_found() {
                    for flaw in [Flaw::Open, Flaw::Silence, Flaw::Hesitation, Flaw::OtherSeat, Flaw::Ahead] {
                        finds::<$game>(flaw, true);
                    }
                }

                /// The same through real sockets, where nobody measures time.
                #[tokio::test]
                async fn redaction_that_hides_nothing_is_found_through_sockets() {
                    assert!(is_heard_through_sockets::<$game>(Flaw::Open).await);
                }
            })*
        };
    }

    roster::for_each_game!(each);
}

/// The conditions of the old leak of races: seats that are out, and seats that buy.
#[test]
fn pairs_of_races_hold_passes_against_fails_and_shop_scripts_of_different_length() {
    let (mut pass_against_fail, mut shops) = (0, 0);
    for options in options::<DiceHands>() {
        for seed in 0..PAIRS_TO_FIND {
            let viewer = Viewer::Seat(Seat(0));
            let pair = pair::<DiceHands>(&options, viewer, seed);
            for moment in &pair.moments {
                let (one, two) = (moment.after(0), moment.after(1));
                let out = |game: &DiceHands| game.run(moment.seat).stage == dice::RunStage::Out;
                let scores = moment.action() == Some(&dice::Action::ScoreDice);
                pass_against_fail += usize::from(scores && out(one) != out(two));
                let mut actions = moment.scripts.iter().flatten();
                let in_shop = actions.any(|action| {
                    matches!(action, dice::Action::Buy { .. } | dice::Action::LeaveShop)
                });
                let [one, two] = &moment.scripts;
                shops += usize::from(in_shop && one.len() != two.len());
            }
        }
    }
    assert!(
        pass_against_fail > 0,
        "no rival passed in one world and failed in the other"
    );
    assert!(shops > 0, "no rival did more in the shop of one world");
}

/// Whoever owns a wild die may set it while all know that the seat is still choosing, and all see
/// its clock. Luck alone sells such a die once in some hundred shops.
#[test]
fn setting_a_wild_die_changes_no_message() {
    let wish: Wish<DiceHands> = |luck| {
        let mut luck = json!(luck);
        for served in luck["served"].as_array_mut().into_iter().flatten() {
            if let Some(goods) = served.pointer_mut("/fortune/shop/goods") {
                goods[0] = json!({ "die": "wild" });
            }
        }
        serde_json::from_value(luck).expect("it was luck before")
    };
    let options = json!({ "seats": 2, "first_target": 1, "cash": 12 });
    let options = serde_json::from_value(options).expect("options");
    let (viewer, ann, bob) = (Viewer::Seat(Seat(0)), Seat(0), Seat(1));
    let pair = directed::<DiceHands>(
        &options,
        viewer,
        wish,
        &[
            (ann, |action| *action == dice::Action::ScoreDice),
            (bob, |action| *action == dice::Action::ScoreDice),
            (bob, |action| {
                matches!(action, dice::Action::Buy { offer: 0, .. })
            }),
            (bob, |action| *action == dice::Action::LeaveShop),
            (ann, |action| *action == dice::Action::LeaveShop),
            (bob, |action| matches!(action, dice::Action::SetWild { .. })),
        ],
    );
    let compared = compare::<DiceHands>(&options, viewer, &pair);
    compared.unwrap_or_else(|fault| panic!("{fault}"));
}

/// Flaws that only some games could have: each is found where anybody could hear it.
#[test]
fn flaws_in_names_and_echoes_are_found() {
    finds::<Cribbage>(Flaw::Names, true);
    finds::<Cribbage>(Flaw::Echo, true);
    finds::<Texas42>(Flaw::Names, true);
    finds::<Texas42>(Flaw::Echo, true);
    // A hidden step of dice is told to its seat alone, and no name can reveal it.
    finds::<DiceHands>(Flaw::Names, false);
    finds::<DiceHands>(Flaw::TellsOfPassing, true);
    finds::<DiceHands>(Flaw::TellsOfBuying, true);
}

/// The test listens as a client at a rival's table would.
#[tokio::test]
async fn a_race_that_tells_of_buying_is_found_through_sockets() {
    assert!(is_heard_through_sockets::<DiceHands>(Flaw::TellsOfBuying).await);
}

#[track_caller]
fn finds<G: Facade>(flaw: Flaw, heard: bool) {
    flaw.plant();
    let found = faults::<G>().next();
    let game = G::META.key;
    assert_eq!(found.is_some(), heard, "{game} {flaw:?}: {found:?}");
}

/// The differences that a viewer hears.
fn faults<G: Facade>() -> impl Iterator<Item = String> {
    let viewer = Viewer::Seat(Seat(0));
    let seeds = (0..PAIRS_TO_FIND).flat_map(|seed| {
        let options = options::<G>().into_iter();
        options.map(move |options| (seed, options))
    });
    seeds.filter_map(move |(seed, options)| {
        let pair = match seed % 2 {
            0 => pair::<G>(&options, viewer, seed),
            _ => parting::<G>(&options, viewer, seed),
        };
        compare::<G>(&options, viewer, &pair).err()
    })
}

async fn is_heard_through_sockets<G: Facade>(flaw: Flaw) -> bool {
    flaw.plant_everywhere();
    let viewer = Viewer::Seat(Seat(0));
    for options in options::<G>() {
        for seed in 0..4 {
            let pair = pair::<G>(&options, viewer, seed);
            if pair.differ > 0 {
                let one = play::<G>(&options, viewer, &pair, 0).await;
                if one != play::<G>(&options, viewer, &pair, 1).await {
                    return true;
                }
            }
        }
    }
    false
}

/// Options for several seats: with a single seat, nothing is hidden.
fn options<G: Game>() -> Vec<G::Options> {
    let presets = G::presets()
        .into_iter()
        .map(|Preset { options, .. }| options);
    // A target that some pass and some do not, and money to spend.
    let race = json!({ "seats": 2, "first_target": 30, "cash": 12 });
    let race = (G::META.key == "dice").then(|| serde_json::from_value(race).expect("options"));
    let seats = |options: &G::Options| G::new(options.clone()).expect("possible").n_seats();
    presets
        .chain(race)
        .filter(|options| seats(options) > 1)
        .collect()
}

async fn tells_nothing_hidden<G: Facade>() {
    let mut differed = BTreeMap::new();
    let mut partings = 0;
    for options in options::<G>() {
        let n_seats = G::new(options.clone()).expect("possible").n_seats();
        for viewer in Viewer::all(n_seats) {
            for seed in 0..PAIRS {
                let place = format!("{options:?}, {viewer}, seed {seed}");
                let pair = pair::<G>(&options, viewer, seed);
                if pair.differ > 0 {
                    *differed.entry(viewer).or_insert(0) += pair.moments.len();
                }
                partings += usize::from(pair.parting.is_some());
                let compared = compare::<G>(&options, viewer, &pair);
                compared.unwrap_or_else(|fault| panic!("{place}: {fault}"));
                if seed < PAIRS_IN_A_HOUSE {
                    let one = play::<G>(&options, viewer, &pair, 0).await;
                    let other = play::<G>(&options, viewer, &pair, 1).await;
                    assert!(one.len() > pair.moments.len());
                    for (n, (one, other)) in one.iter().zip(&other).enumerate() {
                        assert_eq!(one, other, "{place}, packet {n}");
                    }
                    assert_eq!(one.len(), other.len(), "{place}");
                }
                let pair = parting::<G>(&options, viewer, seed);
                partings += usize::from(pair.parting.is_some());
                let compared = compare::<G>(&options, viewer, &pair);
                compared.unwrap_or_else(|fault| panic!("{place}, parting: {fault}"));
            }
        }
    }
    let spectator = differed.remove(&Viewer::Spectator);
    assert!(
        spectator > Some(10),
        "a spectator watched worlds that differ"
    );
    assert!(
        differed.len() > 1 && differed.values().all(|moments| *moments > 10),
        "{differed:?}"
    );
    assert!(partings > 10, "{partings}");
}

/// Plays both worlds at stepped tables, and compares everything that the viewer and a spectator
/// get. Also checks how the viewer learns of the first visible difference.
fn compare<G: Facade>(options: &G::Options, viewer: Viewer, pair: &Pair<G>) -> Result<(), String> {
    let [one, other] = [0, 1].map(|world| stepped::play::<G>(options, viewer, pair, world));
    if let Some((one, other)) = first_difference(&one.0, &other.0, |_| true) {
        return Err(format!(
            "one hears\n  {one:?}\n  and the other\n  {other:?}"
        ));
    }
    for viewer in [viewer, Viewer::Spectator] {
        let own = |got: &&Got| got.by == viewer;
        let [one, other] = [&one.1, &other.1].map(|got| got.iter().filter(own).collect());
        parts_well(one, other, &common_views(pair, viewer))?;
    }
    Ok(())
}

/// Checks that the viewer learns of the first visible difference by a message. Both worlds may send
/// one there; or one world sends nothing for now, and shows only views that do not depend on the
/// difference.
fn parts_well(one: Vec<&Got>, other: Vec<&Got>, common: &[Value]) -> Result<(), String> {
    let same = one
        .iter()
        .zip(&other)
        .take_while(|(one, other)| one == other);
    let place = same.count();
    let (one, other) = (one.get(place), other.get(place));
    let differ = || format!("one gets\n  {one:?}\n  and the other\n  {other:?}");
    let kind = |got: Option<&&Got>| got.map(|got| got.what);
    let state = match (kind(one), kind(other)) {
        (None, None) => return Ok(()),
        (Some(What::Message), Some(What::Message)) => None,
        (Some(What::Message), None) | (None, Some(What::Message)) => None,
        (Some(What::Message), Some(What::State)) => other,
        (Some(What::State), Some(What::Message)) => one,
        _ => return Err(format!("before any message {}", differ())),
    };
    if let Some(state) = state {
        let shown: Value = serde_json::from_str(&state.text).expect("a state is JSON");
        if !common.contains(&shown["view"]) {
            return Err(format!("a state {AHEAD}: {}", differ()));
        }
    }
    let text = |got: Option<&&Got>| got.map(|got| got.text.clone());
    if text(one) == text(other) {
        return Err(format!(
            "only the time tells the worlds apart: {}",
            differ()
        ));
    }
    Ok(())
}

/// The fault of a state that shows more than the messages before it have told.
const AHEAD: &str = "runs ahead where the other world goes on telling";

/// The views that the viewer gets on the way through the parting while both worlds look the same to
/// it.
fn common_views<G: Facade>(pair: &Pair<G>, viewer: Viewer) -> Vec<Value> {
    let Some(parting) = &pair.parting else {
        return Vec::new();
    };
    let seating = stepped::seating(parting.after(0).n_seats());
    let shown = |game: &G| {
        let view = |settled| AnyGame::wire_view(game, viewer, &seating, settled);
        [false, true].map(|settled| view(settled).into_value().value())
    };
    let [one, other] = parting.paths.each_ref().map(|path| {
        let mut path: Vec<(G::View, [Value; 2])> = path
            .iter()
            .map(|game| (game.view(viewer), shown(game)))
            .collect();
        path.dedup_by(|next, game| next.0 == game.0);
        path
    });
    let both = one.into_iter().zip(other);
    let common = both.take_while(|((one, _), (other, _))| one == other);
    common.flat_map(|((_, shown), _)| shown).collect()
}

/// The first place where two transcripts differ.
fn first_difference<'a>(
    one: &'a [Got],
    other: &'a [Got],
    which: impl Fn(&Got) -> bool,
) -> Option<(Option<&'a Got>, Option<&'a Got>)> {
    let mut one = one.iter().filter(|got| which(got));
    let mut other = other.iter().filter(|got| which(got));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (one, other) if one != other => return Some((one, other)),
            _ => {}
        }
    }
}

/// Plays one of the two worlds through a house, and returns everything that the viewer and a
/// spectator heard.
async fn play<G: Facade>(
    options: &G::Options,
    viewer: Viewer,
    pair: &Pair<G>,
    world: usize,
) -> Vec<String> {
    let config = Config {
        games: RiggedKind::<G>::alone(&pair.luck[world]),
        world: Arc::new(StillWorld::at(1_000_000)),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let n_seats = G::new(options.clone()).expect("possible").n_seats();
    let mut room = Room::fill(&house, G::META.key, &json!(options), n_seats).await;
    let mut public = Vec::new();
    for (n, moment) in pair.moments.iter().enumerate() {
        if let Some(action) = moment.action().filter(|_| moment.viewer_waits) {
            // An action of another seat is refused in the same words.
            let answer = room.ask(viewer, "act", json!({ "action": action })).await;
            assert_eq!(answer["ok"], false);
        }
        for action in &moment.scripts[world] {
            let seat = Viewer::Seat(moment.seat);
            let answer = room.ask(seat, "act", json!({ "action": action })).await;
            assert_eq!(answer["ok"], true, "{action:?}: {answer}");
        }
        for viewer in [viewer, Viewer::Spectator] {
            let sync = room.ask(viewer, "sync", json!({})).await;
            let since = sync["seq"].as_u64().unwrap_or_default().saturating_sub(3);
            room.ask(viewer, "sync", json!({ "since": since })).await;
        }
        if n % 8 == 0 {
            public.push(house.request_text("GET", &room.journal(), "", "").await.1);
        }
    }
    public.push(house.request_text("GET", &room.journal(), "", "").await.1);
    [room.heard(viewer), room.heard(Viewer::Spectator), public].concat()
}

/// A table with a player on every chair, and a spectator.
struct Room {
    code: String,
    /// The seats in their order, then the spectator.
    guests: Vec<Guest>,
}

/// A socket, and every packet that it got, unread.
struct Guest {
    client: Client,
    heard: Vec<String>,
}

impl Room {
    async fn fill(house: &House, game: &str, options: &Value, n_seats: u8) -> Room {
        let mut guests = Vec::new();
        for _ in 0..=n_seats {
            let mut client = Client::connect(house.address, None).await.unwrap();
            let session = client.next_packet().await.unwrap();
            assert!(session.starts_with("2[\"session\""), "{session}");
            let heard = vec![session];
            guests.push(Guest { client, heard });
        }
        let create = json!({
            "game": game, "nickname": "Guest 0", "options": options,
            "table": { "pace": "instant", "clockSeconds": 3_600 },
        });
        let created = guests[0].ask("create_game", create).await;
        let code = created["gameCode"].as_str().expect("a code").to_owned();
        let mut room = Room { code, guests };
        room.ask(Viewer::Spectator, "watch_game", json!({})).await;
        for seat in Seat::all(n_seats).skip(1) {
            let join = json!({ "nickname": format!("Guest {seat}"), "entropy": "cd".repeat(16) });
            room.ask(Viewer::Seat(seat), "join_game", join).await;
        }
        room
    }

    fn journal(&self) -> String {
        format!("/api/tables/{}/journal", self.code)
    }

    async fn ask(&mut self, viewer: Viewer, command: &str, mut payload: Value) -> Value {
        payload["gameCode"] = json!(self.code);
        self.guest(viewer).ask(command, payload).await
    }

    fn guest(&mut self, viewer: Viewer) -> &mut Guest {
        let spectator = self.guests.len() - 1;
        let place = viewer.seat().map_or(spectator, Seat::index);
        &mut self.guests[place]
    }

    fn heard(&mut self, viewer: Viewer) -> Vec<String> {
        self.guest(viewer).heard.clone()
    }
}

impl Guest {
    /// Sends a command, and keeps all packets up to its ack.
    async fn ask(&mut self, command: &str, payload: Value) -> Value {
        let number = self.client.emit(command, &payload).await.unwrap();
        let ack = format!("3{number}[");
        loop {
            let packet = self.client.next_packet().await.unwrap();
            self.heard.push(packet.clone());
            if let Some(answer) = packet.strip_prefix(&ack) {
                return serde_json::from_str(answer.trim_end_matches(']')).unwrap();
            }
        }
    }
}
