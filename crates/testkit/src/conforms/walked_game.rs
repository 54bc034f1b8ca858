//! One game, kept three times: as it is played, as its journal rebuilds it, and behind the JSON
//! edge. All three must agree.

use kernel::{AnyGame, Facade, Game, Input, Json, Kind, KindOf, Refusal, Seat, Step, Viewer};
use serde_json::Value;

use super::award::Award;
use super::round_trip::{round_trip, value_of};
use crate::trail::ensure;

/// One game, kept three times: as it is played, as its journal rebuilds it, and behind the JSON
/// edge.
pub(super) struct WalkedGame<G: Game> {
    pub(super) game: G,
    rebuilt: G,
    edge: Box<dyn AnyGame>,
}

impl<G: Facade> WalkedGame<G> {
    pub(super) fn new(options: &G::Options) -> Result<Self, String> {
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
    pub(super) fn take(&mut self, input: &Input<G>) -> Result<Vec<i32>, String> {
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

    pub(super) fn check_edge(&self) -> Result<(), String> {
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

pub(super) type Answer<G> = Result<Vec<<G as Game>::Event>, Refusal<<G as Game>::Reason>>;

/// The game's decision, after checking that it is the same twice and at the edge.
pub(super) fn ask<G: Facade>(table: &WalkedGame<G>, input: &Input<G>) -> Result<Answer<G>, String> {
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
