//! The cards of cribbage that a viewer may know, by the journal and the rules alone.

use std::collections::{BTreeSet, VecDeque};

use kernel::Viewer;
use serde_json::Value;

type Cards = BTreeSet<String>;

/// The cards that were dealt, and those that lie open.
#[derive(Default)]
pub(crate) struct Knowledge {
    /// Deals that were decided and not yet shown.
    deals: VecDeque<Vec<Cards>>,
    hands: Vec<Cards>,
    open: Cards,
    /// The number of cards that were checked.
    pub(crate) looked: usize,
}

impl Knowledge {
    /// Learns the truth from an event of the journal.
    pub(crate) fn decided(&mut self, event: &Value) {
        if let Some(hands) = event["dealt"]["hands"].as_array() {
            let known = |hand: &Value| cards_in(&hand["known"]).into_iter().collect();
            self.deals.push_back(hands.iter().map(known).collect());
        }
    }

    /// Notes a message: the cards that it shows are open from now on.
    pub(crate) fn told(&mut self, name: &str, payload: &Value) {
        let open = match name {
            "cards_dealt" => {
                self.hands = self
                    .deals
                    .pop_front()
                    .expect("cards are dealt before they are shown");
                self.open.clear();
                return;
            }
            "dealer_cut" => &payload["cuts"],
            "starter_cut" => &payload["card"],
            "card_played" => &payload["playedCard"],
            "hand_shown" | "hand_scored" | "crib_scored" => &payload["cards"],
            _ => return,
        };
        self.open.extend(cards_in(open));
    }

    /// Checks that a value for this viewer names no other cards than it may know.
    #[track_caller]
    pub(crate) fn check(&mut self, viewer: Viewer, what: &str, value: &Value) {
        for card in cards_in(value) {
            self.looked += 1;
            let own = viewer.seat().and_then(|seat| self.hands.get(seat.index()));
            let known = self.open.contains(&card) || own.is_some_and(|hand| hand.contains(&card));
            assert!(known, "{what} tells {viewer} about {card}: {value}");
        }
    }
}

/// Every card in a value, as an object or as text, in one notation.
pub(crate) fn cards_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => card(text).into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => match (&value["rank"], &value["suit"]) {
            (Value::String(rank), Value::String(suit)) => {
                vec![format!(
                    "{}{}",
                    rank.replace("10", "T"),
                    suit[..1].to_uppercase()
                )]
            }
            _ => fields.values().flat_map(cards_in).collect(),
        },
        _ => Vec::new(),
    }
}

fn card(text: &str) -> Option<String> {
    let text = text.replace("10", "T");
    let (rank, suit) = text.split_at_checked(1)?;
    ("A23456789TJQK".contains(rank) && suit.len() == 1 && "SHDC".contains(suit)).then_some(text)
}
