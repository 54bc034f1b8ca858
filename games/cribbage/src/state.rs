//! The state of a game and how events change it.
//!
//! The state is in two parts: [`Table`], which everybody at the table can see,
//! and [`Hidden`], which holds every face-down card. A view is the table and a
//! seat's own cards, so the public part cannot leak what it does not hold.
//! [`evolve`](Cribbage::evolve) keeps the books and knows no rules: what an event
//! means was decided before it was emitted.

use kernel::{BySeat, BySide, Seat, SeatSet, Side, Veiled};
use pieces::{Card, CardSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::options::Options;
use crate::score::{Kind, Stack, Tally};
use ts_rs::TS;

/// A game of cribbage, the whole truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cribbage {
    pub(crate) table: Table,
    pub(crate) hidden: Hidden,
}

/// What everybody at the table sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// What the table chose.
    pub options: Options,
    /// Where in the game we are.
    pub phase: Phase,
    /// How many deals there have been.
    pub deal: u32,
    /// Who deals this hand; before the first deal, who will; nobody until the cut.
    pub dealer: Option<Seat>,
    /// The pegs of each side.
    pub pegs: BySide<Pegs>,
    /// How many cards each seat holds.
    pub held: BySeat<u8>,
    /// Who has thrown to the crib.
    pub discarded: SeatSet,
    /// How many cards lie in the crib.
    pub crib: u8,
    /// The starter, once it is cut.
    pub starter: Option<Card>,
    /// Every card played in this deal, oldest first.
    pub plays: Vec<Play>,
    /// The cards since the count was last reset.
    pub stack: Stack,
    /// Who said go at this count.
    pub said_go: SeatSet,
    /// What silence tells: every card a seat holds has at least this peg value,
    /// because the seat could not play at an earlier count.
    pub holds_at_least: BySeat<u8>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// Every face-down card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// What each seat holds.
    pub(crate) hands: BySeat<CardSet>,
    /// What each seat threw to the crib.
    pub(crate) thrown: BySeat<CardSet>,
    /// What went to the crib from the deck (at three seats).
    pub(crate) from_deck: CardSet,
}

/// Where in the game we are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// These seats cut for the first deal.
    Cutting(SeatSet),
    /// The cards are about to be dealt.
    Dealing,
    /// Everyone throws to the crib, secretly and in any order.
    Discarding,
    /// The starter is about to be cut.
    Starter,
    /// This seat is to play a card.
    Playing(Seat),
    /// The hands are being counted; the count in hand waits for somebody to speak.
    Counting(Option<Count>),
    /// Somebody won.
    Over,
}

/// A count that waits for a player to speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Whose hand or crib it is.
    pub seat: Seat,
    /// Hand or crib.
    pub kind: Kind,
    /// The four cards, face up.
    pub cards: CardSet,
    /// The total that its owner stated.
    pub stated: Option<u8>,
    /// The opponent who is asked whether something was missed.
    pub asked: Option<Seat>,
}

/// Two pegs a side: the front one shows the score, the back one the score before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pegs {
    /// The score.
    pub front: u16,
    /// The score before the last points.
    pub back: u16,
}

/// A card on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// Who played it.
    pub seat: Seat,
    /// Which card.
    pub card: Card,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who reached the target.
    pub winner: Side,
    /// How badly each side lost; the winner did not.
    pub losses: BySide<Option<Loss>>,
}

/// How badly a side lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// By fewer than 31 points.
    Plain,
    /// Not past the skunk line.
    Skunk,
    /// Not past the double skunk line.
    DoubleSkunk,
}

/// What a seat may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Throw these cards to the crib.
    Discard(CardSet),
    /// Play this card.
    Play(Card),
    /// State the total of one's own hand or crib.
    Count(u8),
    /// Claim points that the counter missed; 0 claims nothing.
    Muggins(u8),
}

/// How luck may turn out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// One card for each seat that cuts, in order of seats.
    Cut(Vec<Card>),
    /// The cards off the top.
    Deal {
        /// Each seat's.
        hands: BySeat<CardSet>,
        /// The deck's card for the crib (at three seats).
        from_deck: CardSet,
    },
    /// The starter.
    Starter(Card),
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Seats cut for the first deal.
    DealerCut {
        /// Who cut what.
        cuts: Vec<Play>,
        /// What came of it.
        result: CutResult,
    },
    /// Everyone got their cards.
    Dealt {
        /// Who dealt.
        dealer: Seat,
        /// Each seat's cards.
        hands: BySeat<Veiled<CardSet>>,
        /// The deck's card for the crib.
        from_deck: Veiled<CardSet>,
    },
    /// A seat threw to the crib.
    Discarded {
        /// Who.
        seat: Seat,
        /// Which cards.
        cards: Veiled<CardSet>,
    },
    /// Everyone has thrown: the crib is complete.
    AllDiscarded {
        /// Who will lead.
        leader: Seat,
    },
    /// The starter was cut.
    StarterCut {
        /// The starter.
        card: Card,
        /// Two for the dealer's heels, if it is a jack.
        tally: Tally,
    },
    /// The play began.
    PlayStarted {
        /// Who leads.
        leader: Seat,
    },
    /// A seat played a card.
    Played {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Card,
        /// What it scored, a last card included.
        tally: Tally,
        /// The next seat that is really asked; nobody when the play or the game ends.
        next: Option<Seat>,
    },
    /// A seat whose turn it was holds no card that fits under 31.
    WentGo {
        /// Who.
        seat: Seat,
    },
    /// Nobody could go on: the stack was turned down, the count starts again.
    CountReset {
        /// Who leads.
        leader: Seat,
    },
    /// All cards are played.
    PlayFinished,
    /// A hand or crib was laid open for its owner to count.
    Shown {
        /// Who counts.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// The cards.
        cards: CardSet,
    },
    /// A seat stated its total.
    CountClaimed {
        /// Who.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// What was stated.
        stated: u8,
        /// What that pegs: never more than the truth.
        pegged: u8,
        /// The opponent who is asked whether something was missed.
        asked: Option<Seat>,
    },
    /// An opponent claimed, or declined to.
    MugginsClaimed {
        /// Who.
        seat: Seat,
        /// What was claimed; 0 declines.
        points: u8,
        /// What that pegs.
        pegged: u8,
        /// The opponent who is asked next.
        asked: Option<Seat>,
    },
    /// A hand or crib was counted, and this is the truth of it. It pegs now, unless
    /// its owner's own count was pegged before.
    Counted {
        /// Whose.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// The four cards.
        cards: CardSet,
        /// Every point.
        tally: Tally,
        /// What its owner had stated, where owners count.
        stated: Option<u8>,
    },
    /// A side reached the target.
    Won(Outcome),
}

/// What came of a cut for the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutResult {
    /// This seat cut lowest and deals.
    Dealer(Seat),
    /// These seats tied for lowest and cut again.
    Again(SeatSet),
}

impl Cribbage {
    /// A game with these options before anything has happened.
    pub(crate) fn at_start(options: Options) -> Cribbage {
        let n_seats = options.seats;
        let pegs = BySide::from_fn(options.n_sides(), |side| {
            let start = options.head_start.get(side).copied().unwrap_or(0);
            Pegs {
                front: start,
                back: start,
            }
        });
        let phase = match options.first_dealer {
            Some(_) => Phase::Dealing,
            None => Phase::Cutting(SeatSet::all(n_seats)),
        };
        let table = Table {
            phase,
            deal: 0,
            dealer: options.first_dealer,
            pegs,
            held: BySeat::splat(n_seats, 0),
            discarded: SeatSet::EMPTY,
            crib: 0,
            starter: None,
            plays: Vec::new(),
            stack: Stack::new(),
            said_go: SeatSet::EMPTY,
            holds_at_least: BySeat::splat(n_seats, 1),
            outcome: None,
            options,
        };
        Cribbage {
            table,
            hidden: Hidden::nothing(n_seats),
        }
    }

    /// What everybody at the table sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What a seat holds.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hidden.hands[seat]
    }

    /// What the crib holds so far.
    pub fn crib(&self) -> CardSet {
        self.hidden
            .thrown
            .values()
            .fold(self.hidden.from_deck, |crib, thrown| crib | *thrown)
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn apply(&mut self, event: &Event) {
        for (side, points) in self.table.awards(event) {
            self.table.peg(side, points);
        }
        let table = &mut self.table;
        match event {
            Event::DealerCut { result, .. } => match *result {
                CutResult::Dealer(seat) => {
                    table.dealer = Some(seat);
                    table.phase = Phase::Dealing;
                }
                CutResult::Again(seats) => table.phase = Phase::Cutting(seats),
            },
            Event::Dealt {
                dealer,
                hands,
                from_deck,
            } => {
                table.clear_deal();
                table.deal += 1;
                table.dealer = Some(*dealer);
                table.held = hands.map(|_, _| table.options.dealt() as u8);
                table.crib = table.options.from_deck() as u8;
                table.phase = Phase::Discarding;
                self.hidden = Hidden::nothing(table.options.seats);
                self.hidden.hands = hands.map(|_, hand| known(hand));
                self.hidden.from_deck = known(from_deck);
            }
            Event::Discarded { seat, cards } => {
                table.held[*seat] -= table.options.thrown() as u8;
                table.crib += table.options.thrown() as u8;
                table.discarded.insert(*seat);
                self.hidden.thrown[*seat] = known(cards);
                self.hidden.hands[*seat] -= known(cards);
            }
            Event::AllDiscarded { .. } => table.phase = Phase::Starter,
            Event::StarterCut { card, .. } => table.starter = Some(*card),
            Event::PlayStarted { leader } => table.phase = Phase::Playing(*leader),
            Event::Played {
                seat, card, next, ..
            } => {
                table.plays.push(Play {
                    seat: *seat,
                    card: *card,
                });
                // The rules let it be played, so it fits.
                let _ = table.stack.push(*card);
                table.held[*seat] -= 1;
                self.hidden.hands[*seat].remove(*card);
                if let Some(next) = next {
                    table.phase = Phase::Playing(*next);
                }
            }
            Event::WentGo { seat } => {
                table.said_go.insert(*seat);
                table.note_silence(*seat);
            }
            Event::CountReset { leader } => {
                for seat in Seat::all(table.options.seats) {
                    table.note_silence(seat);
                }
                table.stack.clear();
                table.said_go = SeatSet::EMPTY;
                table.phase = Phase::Playing(*leader);
            }
            Event::PlayFinished => table.phase = Phase::Counting(None),
            Event::Shown { seat, kind, cards } => {
                let (seat, kind, cards) = (*seat, *kind, *cards);
                let count = Count {
                    seat,
                    kind,
                    cards,
                    stated: None,
                    asked: None,
                };
                table.phase = Phase::Counting(Some(count));
            }
            Event::CountClaimed { stated, asked, .. } => {
                if let Phase::Counting(Some(count)) = &mut table.phase {
                    count.stated = Some(*stated);
                    count.asked = *asked;
                }
            }
            Event::MugginsClaimed { asked, .. } => {
                if let Phase::Counting(Some(count)) = &mut table.phase {
                    count.asked = *asked;
                }
            }
            Event::Counted {
                kind: Kind::Hand, ..
            } => table.phase = Phase::Counting(None),
            Event::Counted {
                kind: Kind::Crib, ..
            } => {
                table.clear_deal();
                table.phase = Phase::Dealing;
                self.hidden = Hidden::nothing(table.options.seats);
            }
            Event::Won(outcome) => {
                table.outcome = Some(outcome.clone());
                table.phase = Phase::Over;
            }
        }
    }
}

impl Table {
    /// The cards a seat has played in this deal; after the play, the hand it kept.
    pub fn played_by(&self, seat: Seat) -> CardSet {
        self.plays
            .iter()
            .filter(|play| play.seat == seat)
            .map(|play| play.card)
            .collect()
    }

    /// The score of each side.
    pub fn scores(&self) -> BySide<i32> {
        self.pegs.map(|_, pegs| i32::from(pegs.front))
    }

    /// What an event adds to the scores, by its own tally.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        let to = |seat: Seat, points: i32| vec![(self.options.side(seat), points)];
        match event {
            Event::StarterCut { tally, .. } => match self.dealer {
                Some(dealer) => to(dealer, tally.total()),
                None => Vec::new(),
            },
            Event::Played { seat, tally, .. } => to(*seat, tally.total()),
            Event::CountClaimed { seat, pegged, .. }
            | Event::MugginsClaimed { seat, pegged, .. } => to(*seat, i32::from(*pegged)),
            Event::Counted {
                seat,
                tally,
                stated,
                ..
            } => to(*seat, pegged(tally, *stated)),
            Event::DealerCut { .. }
            | Event::Dealt { .. }
            | Event::Discarded { .. }
            | Event::AllDiscarded { .. }
            | Event::PlayStarted { .. }
            | Event::WentGo { .. }
            | Event::CountReset { .. }
            | Event::PlayFinished
            | Event::Shown { .. }
            | Event::Won(_) => Vec::new(),
        }
    }

    /// Moves the back peg past the front one; the last hole is the target.
    fn peg(&mut self, side: Side, points: i32) {
        if points > 0 {
            let Pegs { front, .. } = self.pegs[side];
            let reached = (i32::from(front) + points).min(i32::from(self.options.target));
            self.pegs[side] = Pegs {
                front: reached as u16,
                back: front,
            };
        }
    }

    /// A seat that cannot play at this count holds nothing that fits under 31.
    fn note_silence(&mut self, seat: Seat) {
        let too_high = Stack::LIMIT + 1 - self.stack.count();
        if self.held[seat] > 0 && too_high > self.holds_at_least[seat] {
            self.holds_at_least[seat] = too_high;
        }
    }

    fn clear_deal(&mut self) {
        let n_seats = self.options.seats;
        self.held = BySeat::splat(n_seats, 0);
        self.discarded = SeatSet::EMPTY;
        self.crib = 0;
        self.starter = None;
        self.plays.clear();
        self.stack.clear();
        self.said_go = SeatSet::EMPTY;
        self.holds_at_least = BySeat::splat(n_seats, 1);
    }
}

impl Hidden {
    pub(crate) fn nothing(n_seats: u8) -> Hidden {
        Hidden {
            hands: BySeat::splat(n_seats, CardSet::EMPTY),
            thrown: BySeat::splat(n_seats, CardSet::EMPTY),
            from_deck: CardSet::EMPTY,
        }
    }
}

/// What a count pegs: nothing where its owner's own count was pegged before.
pub(crate) fn pegged(tally: &Tally, stated: Option<u8>) -> i32 {
    match stated {
        Some(_) => 0,
        None => tally.total(),
    }
}

/// The journal holds whole events; only a redacted one has cards we do not know.
fn known(cards: &Veiled<CardSet>) -> CardSet {
    cards.known().copied().unwrap_or(CardSet::EMPTY)
}
