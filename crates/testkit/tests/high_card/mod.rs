//! High card: the smallest game with everything that a real one has.
//!
//! The deck has twelve cards. Each deal gives every seat three. All seats lay one card face down,
//! at the same time; after the last one they are turned up, and the highest scores a point. The
//! last card of a deal scores one more. The first seat to reach the target wins, and no score goes
//! beyond it.
//!
//! It shows hidden hands, secret simultaneous actions, luck as an input, a cascade of events on a
//! draft, itemised scores that stop at a target, redaction, and imagining. `docs/ADDING_A_GAME.md`
//! explains this file.

use std::fmt;

use kernel::{
    BySeat, BySide, Draft, Facade, Game, Imagine, ImpossibleDraw, Item, Luck, Meta, Preset, Rng,
    Seat, SeatSet, SetupFault, Side, Tally, Turn, Veiled, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use testkit::Secrets;

/// A card of the deck, written `c1` to `c12`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Card(u8);

impl Card {
    const N: u8 = 12;

    fn deck() -> Vec<Card> {
        (1..=Card::N).map(Card).collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = String;

    fn try_from(text: String) -> Result<Card, String> {
        text.strip_prefix('c')
            .and_then(|number| number.parse().ok())
            .filter(|number| (1..=Card::N).contains(number))
            .map(Card)
            .ok_or_else(|| format!("`{text}` is not a card from c1 to c{}", Card::N))
    }
}

/// The options of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// The number of seats, two to four.
    pub(crate) seats: u8,
    /// The points that win, one to twenty.
    pub(crate) target: i32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 2,
            target: 5,
        }
    }
}

/// A seat lays a card face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Lay this card.
    Lay(Card),
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    /// Every seat got its cards.
    Dealt(BySeat<Veiled<Vec<Card>>>),
    /// A seat laid a card face down.
    Laid { seat: Seat, card: Veiled<Card> },
    /// The cards were turned up.
    TurnedUp(BySeat<Card>),
    /// The seat with the highest card scored.
    Scored {
        side: Side,
        tally: Tally<Rule, Card>,
    },
}

/// The reason for a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rule {
    /// It is the highest of those laid.
    Highest,
    /// It is the highest of the last ones of the deal.
    Last,
}

/// The reasons why a card may not be laid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Why {
    #[error("you do not hold {0}")]
    NotHeld(Card),
}

kernel::reason_words!(Why {
    Why::NotHeld(_) => "not_held",
});

/// A game under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HighCard {
    pub(crate) options: Options,
    pub(crate) scores: BySide<i32>,
    pub(crate) hands: BySeat<Vec<Card>>,
    pub(crate) laid: BySeat<Option<Card>>,
    pub(crate) turned_up: Vec<Card>,
}

/// The game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) options: Options,
    pub(crate) scores: BySide<i32>,
    pub(crate) hands: BySeat<Veiled<Vec<Card>>>,
    pub(crate) n_held: BySeat<usize>,
    pub(crate) laid: BySeat<Option<Veiled<Card>>>,
    pub(crate) turned_up: Vec<Card>,
}

impl Game for HighCard {
    const META: Meta = Meta {
        key: "high_card",
        name: "High Card",
        rules_version: 1,
        min_seats: 2,
        max_seats: 4,
    };
    type Options = Options;
    type Action = Action;
    type Chance = BySeat<Vec<Card>>;
    type Event = Event;
    type View = View;
    type Reason = Why;

    fn new(options: Options) -> Result<Self, Vec<SetupFault>> {
        let mut faults = Vec::new();
        if !(2..=4).contains(&options.seats) {
            faults.push(SetupFault::new("seats", "there must be two to four seats"));
        }
        if !(1..=20).contains(&options.target) {
            faults.push(SetupFault::new("target", "one to twenty points win"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(HighCard {
            options,
            scores: BySide::splat(options.seats, 0),
            hands: BySeat::splat(options.seats, Vec::new()),
            laid: BySeat::splat(options.seats, None),
            turned_up: Vec::new(),
        })
    }

    fn presets() -> Vec<Preset<Options>> {
        let preset = |name, seats| Preset {
            name,
            options: Options { seats, target: 5 },
        };
        vec![preset("two", 2), preset("four", 4)]
    }

    fn n_seats(&self) -> u8 {
        self.options.seats
    }

    fn turn(&self) -> Turn {
        if !self.winners().is_empty() {
            return Turn::Over;
        }
        let to_lay = Seat::all(self.n_seats())
            .filter(|&seat| self.laid[seat].is_none() && !self.hands[seat].is_empty());
        let to_lay: SeatSet = to_lay.collect();
        if to_lay.is_empty() {
            Turn::Chance
        } else {
            Turn::Seats(to_lay)
        }
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if !self.turn().seats().contains(seat) {
            return Vec::new();
        }
        self.hands[seat].iter().copied().map(Action::Lay).collect()
    }

    fn draw(&self, luck: &Luck) -> BySeat<Vec<Card>> {
        let mut deck = Card::deck();
        luck.rng().shuffle(&mut deck);
        BySeat::from_fn(self.n_seats(), |_| {
            let mut hand = deck.split_off(deck.len() - HAND);
            hand.sort();
            hand
        })
    }

    fn act(&self, seat: Seat, action: &Action, draft: &mut Draft<Self>) -> Result<(), Why> {
        let Action::Lay(card) = *action;
        if !self.hands[seat].contains(&card) {
            return Err(Why::NotHeld(card));
        }
        self.lay(seat, card, draft);
        Ok(())
    }

    fn luck(
        &self,
        hands: &BySeat<Vec<Card>>,
        draft: &mut Draft<Self>,
    ) -> Result<(), ImpossibleDraw> {
        if !self.can_be_dealt(hands) {
            return Err(ImpossibleDraw);
        }
        let hands = hands.map(|_, hand| Veiled::Known(hand.clone()));
        draft.emit(Event::Dealt(hands));
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Dealt(hands) => {
                self.hands = hands.map(|_, hand| hand.known().cloned().unwrap_or_default());
                self.turned_up.clear();
            }
            Event::Laid { seat, card } => {
                self.laid[*seat] = card.known().copied();
                self.hands[*seat].retain(|held| self.laid[*seat] != Some(*held));
            }
            Event::TurnedUp(cards) => {
                self.turned_up.extend(cards.values());
                self.laid = cards.map(|_, _| None);
            }
            Event::Scored { side, tally } => {
                let score = self.scores[*side] + tally.total();
                self.scores[*side] = score.min(self.options.target);
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            options: self.options,
            scores: self.scores.clone(),
            hands: self
                .hands
                .map(|seat, hand| Veiled::Known(hand.clone()).to(viewer, seat)),
            n_held: self.hands.map(|_, hand| hand.len()),
            laid: self
                .laid
                .map(|seat, card| card.map(|card| Veiled::Known(card).to(viewer, seat))),
            turned_up: self.turned_up.clone(),
        }
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt(hands) => Event::Dealt(hands.map(|seat, hand| hand.to(viewer, seat))),
            Event::Laid { seat, card } => Event::Laid {
                seat: *seat,
                card: card.to(viewer, *seat),
            },
            Event::TurnedUp(_) | Event::Scored { .. } => event.clone(),
        })
    }

    fn scores(&self) -> BySide<i32> {
        self.scores.clone()
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        match event {
            Event::Scored { side, tally } => vec![(*side, tally.total())],
            _ => Vec::new(),
        }
    }

    fn winners(&self) -> Vec<Side> {
        self.scores
            .iter()
            .filter(|&(_, &score)| score >= self.options.target)
            .map(|(side, _)| side)
            .collect()
    }

    fn rematch(&self) -> Option<Options> {
        (self.turn() == Turn::Over).then_some(self.options)
    }
}

impl HighCard {
    fn can_be_dealt(&self, hands: &BySeat<Vec<Card>>) -> bool {
        let mut cards: Vec<Card> = hands.values().flatten().copied().collect();
        cards.sort();
        cards.dedup();
        hands.len() == self.n_seats() as usize
            && hands.values().all(|hand| hand.len() == HAND)
            && cards.len() == HAND * hands.len()
    }

    /// The seat lays its card; after the last one the cards are turned up and score.
    fn lay(&self, seat: Seat, card: Card, draft: &mut Draft<Self>) {
        draft.emit(Event::Laid {
            seat,
            card: Veiled::Known(card),
        });
        let laid: Option<Vec<Card>> = draft.game().laid.values().copied().collect();
        if let Some(cards) = laid {
            draft.emit(Event::TurnedUp(cards.into()));
            draft.emit(self.score(&draft.game().turned_up));
        }
    }

    /// The score of the turned-up cards. No two cards are equal, and one seat has the highest.
    pub(crate) fn score(&self, turned_up: &[Card]) -> Event {
        let n_seats = self.n_seats() as usize;
        let cards = BySeat::from(turned_up[turned_up.len() - n_seats..].to_vec());
        let (seat, &card) = cards
            .iter()
            .max_by_key(|&(_, card)| card)
            .expect("a table has seats");
        let mut rules = vec![Rule::Highest];
        if turned_up.len() == HAND * n_seats {
            rules.push(Rule::Last);
        }
        let item = |rule| Item {
            rule,
            pieces: card,
            points: 1,
        };
        Event::Scored {
            side: self.side(seat),
            tally: rules.into_iter().map(item).collect(),
        }
    }
}

impl Facade for HighCard {}

impl Imagine for HighCard {
    fn imagine(view: &View, _: Viewer, rng: &mut Rng) -> Self {
        let known_hands = view.hands.values().filter_map(Veiled::known).flatten();
        let known_laid = view.laid.values().flatten().filter_map(Veiled::known);
        let known: Vec<&Card> = known_hands
            .chain(known_laid)
            .chain(&view.turned_up)
            .collect();
        let mut unknown = Card::deck();
        unknown.retain(|card| !known.contains(&card));
        rng.shuffle(&mut unknown);

        let hands = view.hands.map(|seat, hand| match hand {
            Veiled::Known(hand) => hand.clone(),
            Veiled::Hidden => {
                let mut hand = unknown.split_off(unknown.len() - view.n_held[seat]);
                hand.sort();
                hand
            }
        });
        let laid = view.laid.map(|_, card| match card {
            Some(Veiled::Known(card)) => Some(*card),
            Some(Veiled::Hidden) => unknown.pop(),
            None => None,
        });
        HighCard {
            options: view.options,
            scores: view.scores.clone(),
            hands,
            laid,
            turned_up: view.turned_up.clone(),
        }
    }
}

/// Written again, independently of the view: a mistake in one of them shows.
impl Secrets for HighCard {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        let others: Vec<Seat> = Seat::all(self.n_seats())
            .filter(|&seat| !viewer.is(seat))
            .collect();
        let known = |card: &Card| {
            let own = viewer.seat().is_some_and(|seat| {
                self.hands[seat].contains(card) || self.laid[seat] == Some(*card)
            });
            own || self.turned_up.contains(card)
        };
        let mut unknown = Card::deck();
        unknown.retain(|card| !known(card));
        rng.shuffle(&mut unknown);
        for seat in others {
            let n_held = self.hands[seat].len();
            self.hands[seat] = unknown.drain(..n_held).collect();
            self.hands[seat].sort();
            self.laid[seat] = self.laid[seat].and_then(|_| unknown.pop());
        }
    }
}

/// The number of cards dealt to each seat: four seats use up the deck.
const HAND: usize = 3;
