//! Reads journaled steps of version 1 of the rules as today's.
//!
//! Version 1 also wrote what follows from other events: the count of the play with each card, the
//! hands that were kept, the points that a count pegs, the score of the match. It spelled scoring
//! rules in capitals, as clients do. Today's events have none of that. Inputs are unchanged.
//!
//! Nothing is ever written in this form, and nothing is decided here: the replay checks whether the
//! rules decide these events for that input.

use kernel::earlier::{read_part, read_step};
use kernel::{BySeat, BySide, Input, Seat, Side, Veiled};
use pieces::{Card, CardSet};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use crate::score::{self, Cards, HandOrCrib, Rule};
use crate::state::{self, Cribbage, Event, Loss, Outcome};

/// Converts a step of version 1 (its input and its events) to today's.
pub(crate) fn read(
    input: &Value,
    events: &[Value],
) -> Result<(Input<Cribbage>, Vec<Event>), String> {
    read_step(input, events, read_event)
}

/// Five kinds of events have changed.
fn read_event(event: &Value) -> Result<Event, String> {
    let changed = |name: &str| event.get(name);
    if let Some(fields) = changed("all_discarded") {
        Ok(read_part::<AllDiscarded>(fields)?.today())
    } else if let Some(fields) = changed("starter_cut") {
        Ok(read_part::<StarterCut>(fields)?.today())
    } else if let Some(fields) = changed("played") {
        Ok(read_part::<Played>(fields)?.today())
    } else if let Some(fields) = changed("counted") {
        read_part::<Counted>(fields)?.today()
    } else if let Some(fields) = changed("won") {
        Ok(read_part::<Won>(fields)?.today())
    } else {
        read_part(event)
    }
}

/// Everyone has thrown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllDiscarded {
    #[serde(rename = "hands")]
    _hands: BySeat<Veiled<CardSet>>,
    leader: Seat,
}

impl AllDiscarded {
    fn today(self) -> Event {
        Event::AllDiscarded {
            leader: self.leader,
        }
    }
}

/// The starter was cut.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StarterCut {
    card: Card,
    tally: Tally,
}

impl StarterCut {
    fn today(self) -> Event {
        Event::StarterCut {
            card: self.card,
            tally: self.tally.today(),
        }
    }
}

/// A seat played a card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    seat: Seat,
    card: Card,
    #[serde(rename = "count")]
    _count: u8,
    tally: Tally,
    next: Option<Seat>,
}

impl Played {
    fn today(self) -> Event {
        Event::Played {
            seat: self.seat,
            card: self.card,
            tally: self.tally.today(),
            next: self.next,
        }
    }
}

/// A hand or crib was counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    seat: Seat,
    kind: HandOrCrib,
    cards: CardSet,
    tally: Tally,
    stated: Option<u8>,
    pegged: u8,
}

impl Counted {
    fn today(self) -> Result<Event, String> {
        let tally = self.tally.today();
        if state::pegged(&tally, self.stated) != i32::from(self.pegged) {
            return Err("this count does not peg what version 1 wrote".to_owned());
        }
        Ok(Event::Counted {
            seat: self.seat,
            kind: self.kind,
            cards: self.cards,
            tally,
            stated: self.stated,
        })
    }
}

/// A side reached the target.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Won {
    winner: Side,
    losses: BySide<Option<Loss>>,
    #[serde(rename = "match_score")]
    _match_score: BySide<u32>,
}

impl Won {
    fn today(self) -> Event {
        Event::Won(Outcome {
            winner: self.winner,
            losses: self.losses,
        })
    }
}

/// A score as the list of its reasons.
#[derive(Deserialize)]
#[serde(transparent)]
struct Tally(Vec<Item>);

/// One reason to score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    #[serde(deserialize_with = "rule")]
    rule: Rule,
    pieces: Cards,
    points: i32,
}

impl Tally {
    fn today(self) -> score::Tally {
        let items = self.0.into_iter().map(|item| score::Item {
            rule: item.rule,
            pieces: item.pieces,
            points: item.points,
        });
        items.collect()
    }
}

/// A rule by its name in capitals.
fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(D::Error::custom)
}
