//! Whether a game keeps the contract of [`kernel::Game`].
//!
//! Random games of every preset are played, and at every step the game is asked everything that the
//! contract promises to answer. The amount of work is counted in inputs, never in time: a run is
//! the same on every machine.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    AnyGame, BySeat, BySide, Data, Facade, Game, Input, Json, Key, Kind, KindOf, Refusal, Rng,
    Seat, Seating, Setting, Side, Step, Turn, Viewer,
};
use serde::Deserialize;
use serde_json::Value;

use crate::pool::{remember, sample};
use crate::strange::strange;
use crate::trail::{Trail, ensure, follow, or_panic};
use crate::transcript::json;
use crate::walk::Walk;

/// The number of inputs over all presets of a game: some forty games of cribbage, a few seconds'
/// work.
const INPUTS: usize = 6_000;

/// The least number of games of each preset, however long they are.
const LEAST_GAMES: u64 = 2;

/// A game that random play has not ended by then is taken to be endless. The longest games here
/// take some hundreds of inputs.
const MOST_INPUTS: usize = 20_000;

/// The number of states of a game that are checked closely; a longer game is only played to its
/// end.
const PROBED: usize = 2_000;

/// The number of listed actions of a seat that are tried at a step; longer lists are sampled.
const LISTED: usize = 24;

/// The number of actions from other times and tables that are tried on every seat at a step.
const POOLED: usize = 6;

/// The report of [`conforms`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conformance {
    /// The number of games played to their end.
    pub games: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// Some of the actions that are accepted although they are not listed. A game that lists one of
    /// several equivalent actions has some; a game that lists all its actions asserts that there
    /// are none.
    pub unlisted: Vec<String>,
}

/// Checks that a game keeps its contract, on random games of every preset.
///
/// - Legal is what is accepted: every listed action is, [`Game::is_legal`]
///   agrees with [`Game::decide`] on every action, and a seat that is not to
///   move has no actions and gets none accepted.
/// - `decide` is pure, and no input makes it panic, however strange.
/// - The events, stored as JSON and read back, rebuild the state.
/// - Luck is drawn exactly when it is its turn, and every draw is accepted.
/// - Options, actions, draws, events and views survive a round trip through JSON,
///   and the JSON edge agrees with the typed game.
/// - The game ends; then nothing is accepted, and a rematch can begin.
/// - Awards add up to the score, except that those of the winners may be cut at the target,
///   which is the same whenever these options are played.
///
/// # Panics
/// At the first breach, with the preset, the seed, the step and a script that leads there.
///
/// ```no_run
/// # fn check<G: kernel::Facade>() {
/// let seen = testkit::conforms::<G>();
/// assert_eq!(seen.unlisted, [""; 0]);
/// # }
/// ```
#[track_caller]
pub fn conforms<G: Facade>() -> Conformance {
    or_panic(conformance::<G>())
}

/// The report of [`conforms`], or the first breach.
pub(crate) fn conformance<G: Facade>() -> Result<Conformance, String> {
    check_kind::<G>().map_err(|fault| format!("{}: {fault}", G::META.key))?;
    let presets = G::presets();
    let share = INPUTS / presets.len();
    let mut prober = Prober::<G>::new();
    for preset in presets {
        let table = format!("the preset `{}`", preset.name);
        let start = prober.seen.inputs;
        let mut seed = 0;
        while seed < LEAST_GAMES || prober.seen.inputs - start < share {
            prober.play(&table, &preset.options, seed)?;
            seed += 1;
        }
    }
    Ok(prober.seen)
}

/// Checks the same as [`conforms`], but for one table: `n_games` random games with these options.
#[track_caller]
pub fn conforms_with<G: Facade>(options: G::Options, n_games: u64) -> Conformance {
    let mut prober = Prober::<G>::new();
    for seed in 0..n_games {
        or_panic(prober.play("a table", &options, seed));
    }
    prober.seen
}

/// Checks that need no game in play.
fn check_kind<G: Facade>() -> Result<(), String> {
    let meta = G::META;
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    ensure!(
        !meta.key.is_empty() && meta.key.chars().all(is_word),
        "the key `{}` is no plain word",
        meta.key
    );
    ensure!(
        1 <= meta.min_seats && meta.min_seats <= meta.max_seats && meta.max_seats <= Seat::MAX,
        "{} to {} seats cannot be",
        meta.min_seats,
        meta.max_seats
    );
    let presets = G::presets();
    let names: BTreeSet<&str> = presets.iter().map(|preset| preset.name).collect();
    ensure!(!presets.is_empty(), "there is no preset");
    ensure!(names.len() == presets.len(), "two presets have one name");
    if let Err(faults) = KindOf::<G>::new().start(&Value::Null) {
        return Err(format!("the default options are refused: {faults:?}"));
    }
    for junk in ["", "{", "null", "[]", "{}", "{\"hand\":7}", "\u{0}"] {
        let mut answer = b"before".to_vec();
        if G::score_json(junk.as_bytes(), &mut answer).is_err() {
            ensure!(
                answer == b"before",
                "the scorer refuses `{junk}` and answers all the same"
            );
        }
    }
    Ok(())
}

/// Checks a game, and remembers actions and draws to try elsewhere.
struct Prober<G: Game> {
    rng: Rng,
    actions: Vec<G::Action>,
    draws: Vec<G::Chance>,
    /// The scores at which each table's options cut.
    targets: BTreeMap<String, i32>,
    seen: Conformance,
}

/// One game, kept three times: as it is played, as its journal rebuilds it, and behind the JSON
/// edge.
struct WalkedGame<G: Game> {
    game: G,
    rebuilt: G,
    edge: Box<dyn AnyGame>,
}

impl<G: Facade> Prober<G> {
    fn new() -> Self {
        Prober {
            // Independent of the walks' streams: probing does not change how a game goes.
            rng: Key::from_seed(0).stream("probe"),
            actions: Vec::new(),
            draws: Vec::new(),
            targets: BTreeMap::new(),
            seen: Conformance::default(),
        }
    }

    fn play(&mut self, table: &str, options: &G::Options, seed: u64) -> Result<(), String> {
        let mut trail = Trail::new(table, options, seed);
        follow::<G, _>(&mut trail, |trail| self.game(options, seed, trail))?;
        self.seen.games += 1;
        Ok(())
    }

    fn game(&mut self, options: &G::Options, seed: u64, trail: &mut Trail) -> Result<(), String> {
        let mut table = WalkedGame::<G>::new(options)?;
        let mut walk = Walk::new(seed);
        loop {
            if trail.step() < PROBED || table.game.turn() == Turn::Over {
                self.check_state(&table, trail)?;
            }
            let Some(input) = walk.step(&table.game) else {
                trail.ask("the end");
                return check_end(&table.game);
            };
            ensure!(
                trail.step() < MOST_INPUTS,
                "the game does not end within {MOST_INPUTS} inputs"
            );
            trail.ask(json(&input));
            for total in table.take(&input)? {
                let target = *self.targets.entry(json(options)).or_insert(total);
                ensure!(
                    total == target,
                    "a score was cut at {total}, at another table with these options at {target}"
                );
            }
            trail.advance();
            self.seen.inputs += 1;
            match input {
                Input::Act { action, .. } => remember(&mut self.actions, action, &mut self.rng),
                Input::Chance(draw) => remember(&mut self.draws, draw, &mut self.rng),
            }
        }
    }

    fn check_state(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        let before = game.clone();
        trail.ask("the state");
        check_turn(game)?;
        check_scores(game)?;
        for viewer in Viewer::all(game.n_seats()) {
            trail.ask(format!("the view of {viewer}"));
            round_trip("the view", &game.view(viewer))?;
        }
        trail.ask("the JSON edge");
        table.check_edge()?;
        self.probe_actions(table, trail)?;
        self.probe_draws(table, trail)?;
        ensure!(*game == before, "asking the game has changed it");
        Ok(())
    }

    /// Tries listed actions, those of other times and seats, and strange ones, on every seat.
    fn probe_actions(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        // The last two seats do not exist; a client may name them nevertheless.
        let strangers = [Seat(game.n_seats()), Seat(u8::MAX)];
        for seat in Seat::all(game.n_seats()).chain(strangers) {
            trail.ask(format!("the legal actions of seat {seat}"));
            let listed = game.legal_actions(seat);
            check_list(game, seat, &listed)?;
            for action in sample(&listed, LISTED, &mut self.rng) {
                let accepted = probe(table, seat, &action, trail)?;
                ensure!(accepted, "this action is listed as legal, but refused");
                remember(&mut self.actions, action, &mut self.rng);
            }
            for action in sample(&self.actions, POOLED, &mut self.rng) {
                let accepted = probe(table, seat, &action, trail)?;
                if accepted && !listed.contains(&action) && self.seen.unlisted.len() < 8 {
                    let input = Input::<G>::Act { seat, action };
                    self.seen.unlisted.push(json(&input));
                } else if !accepted {
                    ensure!(
                        !listed.contains(&action),
                        "this action is listed as legal, but refused"
                    );
                }
            }
            if let Some(action) = self.rng.choose(&self.actions).cloned() {
                let bent = strange(&value_of(&action), &mut self.rng);
                trail.ask(format!("the strange action {bent} of seat {seat}"));
                match G::Action::deserialize(&bent) {
                    Ok(action) => drop(probe(table, seat, &action, trail)?),
                    Err(_) => check_malformed(game, seat, &bent)?,
                }
            }
        }
        Ok(())
    }

    /// Draws luck if it is due, and tries draws of other times and strange ones.
    fn probe_draws(&mut self, table: &WalkedGame<G>, trail: &mut Trail) -> Result<(), String> {
        let game = &table.game;
        let is_turn = game.turn() == Turn::Chance;
        if is_turn {
            let key = Key::from_seed(u64::from(self.rng.next_u32()));
            let draw = game.draw(&key.draw(1));
            trail.ask(format!("the draw {}", json(&draw)));
            ensure!(
                draw == game.draw(&key.draw(1)),
                "the same luck draws something else the second time"
            );
            round_trip("the draw", &draw)?;
            let input = Input::Chance(draw.clone());
            ensure!(ask(table, &input)?.is_ok(), "the game refuses its own draw");
            remember(&mut self.draws, draw, &mut self.rng);
        }
        let Some(draw) = self.rng.choose(&self.draws).cloned() else {
            return Ok(());
        };
        let bent = strange(&value_of(&draw), &mut self.rng);
        let bent = G::Chance::deserialize(&bent).ok();
        for draw in [Some(draw), bent].into_iter().flatten() {
            let input = Input::Chance(draw);
            trail.ask(json(&input));
            let accepted = ask(table, &input)?.is_ok();
            ensure!(
                is_turn || !accepted,
                "luck is accepted when it is not its turn"
            );
        }
        Ok(())
    }
}

impl<G: Facade> WalkedGame<G> {
    fn new(options: &G::Options) -> Result<Self, String> {
        round_trip("the options", options)?;
        let new = |options: &G::Options| {
            G::new(options.clone()).map_err(|faults| format!("the options are refused: {faults:?}"))
        };
        let game = new(options)?;
        let rebuilt = new(options)?;
        ensure!(game == rebuilt, "two new games of the same options differ");
        ensure!(
            G::META.min_seats <= game.n_seats() && game.n_seats() <= G::META.max_seats,
            "{} seats are not between {} and {}",
            game.n_seats(),
            G::META.min_seats,
            G::META.max_seats
        );
        let edge = KindOf::<G>::new()
            .start(&value_of(options))
            .map_err(|faults| format!("the JSON edge refuses the options: {faults:?}"))?;
        Ok(WalkedGame {
            game,
            rebuilt,
            edge,
        })
    }

    /// Takes an input of the walk and checks the effects of its events. Returns the scores that it
    /// cut.
    fn take(&mut self, input: &Input<G>) -> Result<Vec<i32>, String> {
        round_trip("the input", input)?;
        let events =
            ask(self, input)?.map_err(|refusal| format!("a legal input is refused: {refusal}"))?;
        ensure!(!events.is_empty(), "an accepted input makes nothing happen");
        let mut awards = Vec::new();
        for event in &events {
            for viewer in Viewer::all(self.game.n_seats()) {
                if let Some(seen) = G::redact(event, viewer) {
                    round_trip("a redacted event", &seen)?;
                }
                self.check_edge_event(event, viewer)?;
            }
            awards.push(Award::of(&mut self.game, event)?);
            self.rebuilt.evolve(&round_trip("an event", event)?);
        }
        let step = Step {
            draw: None,
            input: Json::of(input),
            events: events.iter().map(Json::of).collect(),
        };
        ensure!(
            self.edge.follow(&step),
            "the JSON edge decides otherwise than {step:?}"
        );
        let mut cuts = Vec::new();
        for award in &awards {
            cuts.extend(award.check(&self.game)?);
        }
        ensure!(
            self.game == self.rebuilt,
            "the stored events rebuild another state:\n  {:?}\n  instead of\n  {:?}",
            self.rebuilt,
            self.game
        );
        Ok(cuts)
    }

    fn check_edge(&self) -> Result<(), String> {
        let (game, edge) = (&self.game, &self.edge);
        let n_seats = game.n_seats();
        let agree = edge.meta() == G::META
            && edge.n_seats() == n_seats
            && edge.turn() == game.turn()
            && edge.scores() == game.scores()
            && edge.winners() == game.winners()
            && edge.rematch() == game.rematch().map(|options| value_of(&options))
            && Seat::all(n_seats).all(|seat| {
                let actions = game.legal_actions(seat);
                let actions: Vec<Value> = actions.iter().map(value_of).collect();
                edge.side(seat) == game.side(seat) && edge.legal_actions(seat) == actions
            })
            && Viewer::all(n_seats)
                .all(|viewer| *edge.view(viewer).value() == value_of(&game.view(viewer)));
        ensure!(agree, "the JSON edge says otherwise than the typed game");
        Ok(())
    }

    fn check_edge_event(&self, event: &G::Event, viewer: Viewer) -> Result<(), String> {
        let typed = G::redact(event, viewer).map(|seen| value_of(&seen));
        let edge = KindOf::<G>::new().redact(&Json::of(event), viewer);
        let edge = edge.map(|seen| seen.into_value().value());
        ensure!(
            edge == typed,
            "the JSON edge redacts otherwise for {viewer}"
        );
        Ok(())
    }
}

/// The announced and the real change of the scores by an event.
struct Award {
    event: String,
    before: BySide<i32>,
    after: BySide<i32>,
    awarded: BySide<i32>,
}

impl Award {
    /// Applies the event.
    fn of<G: Game>(game: &mut G, event: &G::Event) -> Result<Award, String> {
        let before = game.scores();
        let mut awarded = before.map(|_, _| 0);
        for (side, points) in game.awards(event) {
            ensure!(
                side.index() < awarded.len(),
                "points are awarded to side {side}, which is not there"
            );
            awarded[side] += points;
        }
        game.evolve(event);
        Ok(Award {
            event: json(event),
            before,
            after: game.scores(),
            awarded,
        })
    }

    /// A score changes by its award; by less only if the target cut it and its side has won.
    /// Returns the total at which it was cut.
    fn check<G: Game>(&self, game: &G) -> Result<Option<i32>, String> {
        let mut cut_at = None;
        for (side, &before) in self.before.iter() {
            let (after, awarded) = (self.after[side], self.awarded[side]);
            if after == before + awarded {
                continue;
            }
            let won = game.turn() == Turn::Over && game.winners().contains(&side);
            ensure!(
                won && before <= after && after < before + awarded,
                "side {side} went from {before} to {after}, but its awards are {awarded} in {}",
                self.event
            );
            cut_at = Some(after);
        }
        Ok(cut_at)
    }
}

fn check_turn<G: Game>(game: &G) -> Result<(), String> {
    if let Turn::Seats(seats) = game.turn() {
        ensure!(!seats.is_empty(), "it is the turn of no seat");
        ensure!(
            seats.iter().all(|seat| seat.0 < game.n_seats()),
            "it is the turn of {seats:?} at a table of {}",
            game.n_seats()
        );
    }
    Ok(())
}

fn check_scores<G: Game>(game: &G) -> Result<(), String> {
    let sides: BTreeSet<Side> = Seat::all(game.n_seats())
        .map(|seat| game.side(seat))
        .collect();
    let scored: BTreeSet<Side> = game.scores().iter().map(|(side, _)| side).collect();
    ensure!(
        sides == scored,
        "the seats make the sides {sides:?}, scores are of {scored:?}"
    );
    let winners = game.winners();
    let unique: BTreeSet<Side> = winners.iter().copied().collect();
    ensure!(
        unique.len() == winners.len() && unique.is_subset(&sides),
        "the winners {winners:?} are not some of the sides {sides:?}"
    );
    if game.turn() != Turn::Over {
        ensure!(winners.is_empty(), "the game goes on, but {winners:?} won");
        ensure!(
            game.rematch().is_none(),
            "the game goes on, but a rematch is offered"
        );
    }
    Ok(())
}

/// A seat has actions exactly when it must move, each once.
fn check_list<G: Game>(game: &G, seat: Seat, listed: &[G::Action]) -> Result<(), String> {
    let to_move = game.turn().seats().contains(seat);
    ensure!(
        listed.is_empty() != to_move,
        "seat {seat} is {}to move and has {} actions",
        if to_move { "" } else { "not " },
        listed.len()
    );
    let mut unique = BTreeSet::new();
    for action in listed {
        round_trip("an action", action)?;
        ensure!(
            unique.insert(json(action)),
            "{} is listed twice",
            json(action)
        );
    }
    Ok(())
}

/// Whether an action is accepted, after checking that all methods agree on it.
fn probe<G: Facade>(
    table: &WalkedGame<G>,
    seat: Seat,
    action: &G::Action,
    trail: &mut Trail,
) -> Result<bool, String> {
    let game = &table.game;
    let input = Input::Act {
        seat,
        action: action.clone(),
    };
    trail.ask(json(&input));
    let answer = ask(table, &input)?;
    let accepted = answer.is_ok();
    let legal = game.is_legal(seat, action);
    ensure!(
        legal == accepted,
        "is_legal says {legal}, but decide {}",
        if accepted { "accepts" } else { "refuses" }
    );
    if !game.turn().seats().contains(seat) {
        ensure!(!accepted, "a seat that is not to move may do this");
    }
    if game.turn() == Turn::Over && seat.0 < game.n_seats() {
        ensure!(
            answer == Err(Refusal::Over),
            "the game is over, but that is not the reason: {answer:?}"
        );
    }
    Ok(accepted)
}

type Answer<G> = Result<Vec<<G as Game>::Event>, Refusal<<G as Game>::Reason>>;

/// The game's decision, after checking that it is the same twice and at the edge.
fn ask<G: Facade>(table: &WalkedGame<G>, input: &Input<G>) -> Result<Answer<G>, String> {
    let answer = table.game.decide(input);
    ensure!(
        answer == table.game.decide(input),
        "decide answers otherwise the second time"
    );
    let edge = table.edge.boxed().take(&Json::of(input));
    let agree = match (&answer, &edge) {
        (Ok(events), Ok(texts)) => events.iter().map(Json::of).eq(texts.iter().cloned()),
        (Err(refusal), Err(any)) => {
            (refusal.code(), refusal.reason(), refusal.to_string())
                == (any.code, any.reason, any.message.clone())
        }
        _ => false,
    };
    ensure!(
        agree,
        "the JSON edge decides {edge:?}, the typed game {answer:?}"
    );
    if let Err(refusal) = &answer {
        let sentence = refusal.to_string();
        ensure!(!sentence.trim().is_empty(), "a refusal does not say why");
        let word = refusal.reason().unwrap_or("a_word");
        ensure!(
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'),
            "the reason `{word}` is no plain word"
        );
    }
    Ok(answer)
}

fn check_malformed<G: Facade>(game: &G, seat: Seat, action: &Value) -> Result<(), String> {
    let setting = Setting {
        key: &Key::from_seed(0),
        draws: 0,
        seating: &Seating::new(BySeat::from(Vec::new())),
    };
    match game.action(seat, action, &setting) {
        Err(refusal) if refusal.code == "wire/malformed" => Ok(()),
        other => Err(format!(
            "this action is malformed, but the answer is {other:?}"
        )),
    }
}

fn check_end<G: Game>(game: &G) -> Result<(), String> {
    ensure!(
        game.turn() == Turn::Over,
        "nobody can move, but the game is not over"
    );
    let Some(options) = game.rematch() else {
        return Ok(());
    };
    round_trip("the options of the rematch", &options)?;
    match G::new(options) {
        Ok(_) => Ok(()),
        Err(faults) => Err(format!("the rematch cannot begin: {faults:?}")),
    }
}

/// The value after a round trip through JSON, as text and as a tree; an error if it changed.
fn round_trip<T: Data>(what: &str, value: &T) -> Result<T, String> {
    let text = json(value);
    let back: T = serde_json::from_str(&text)
        .map_err(|error| format!("{what} cannot be read back from {text}: {error}"))?;
    ensure!(
        back == *value,
        "{what} comes back from JSON as {back:?}, it was {value:?}"
    );
    let tree = T::deserialize(&value_of(value))
        .map_err(|error| format!("{what} cannot be read back from a tree of {text}: {error}"))?;
    ensure!(
        tree == *value,
        "{what} comes back from a tree of JSON as {tree:?}, it was {value:?}"
    );
    Ok(back)
}

fn value_of<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
