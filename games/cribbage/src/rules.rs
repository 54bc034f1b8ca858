//! The rules: the allowed inputs, and the events that follow.
//!
//! Each input is decided on a [`Draft`]: events are emitted and applied to a copy as the cascade
//! runs (a last card leads to the show, the show to the next deal). The target is checked after
//! every event, because a game ends at the instant a side reaches it.

mod deal;
mod illegal;
mod play;
mod show;

pub use illegal::Illegal;

use kernel::{
    BySeat, BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Seat, SeatSet, SetupFault,
    Side, Turn, Viewer,
};
use pieces::Card;

use crate::options::Options;
use crate::state::{Action, Chance, Count, Cribbage, Event, Outcome, Phase, PublicTable};
use crate::view::{self, View};
use deal::{cut_for_deal, distinct, legal_throws};
use show::{BEST_HAND, claim_count, claim_muggins};

impl Game for Cribbage {
    const META: Meta = Meta {
        key: "cribbage",
        name: "Cribbage",
        rules_version: 2,
        min_seats: 2,
        max_seats: 4,
    };

    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Reason = Illegal;

    fn new(options: Options) -> Result<Cribbage, Vec<SetupFault>> {
        let faults = options.faults();
        if faults.is_empty() {
            Ok(Cribbage::at_start(options))
        } else {
            Err(faults)
        }
    }

    fn presets() -> Vec<Preset<Options>> {
        Options::presets()
    }

    fn n_seats(&self) -> u8 {
        self.table.options.seats
    }

    fn side(&self, seat: Seat) -> Side {
        self.table.options.side(seat)
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if !self.turn().seats().contains(seat) {
            return Vec::new();
        }
        let hand = self.hand(seat);
        match &self.table.phase {
            Phase::Discarding => legal_throws(hand, self.table.options.thrown()),
            Phase::Playing(_) => hand
                .iter()
                .filter(|&card| self.table.stack.fits(card))
                .map(Action::Play)
                .collect(),
            Phase::Counting(Some(Count { stated: None, .. })) => {
                (0..=BEST_HAND).map(Action::Count).collect()
            }
            Phase::Counting(Some(_)) => (0..=BEST_HAND).map(Action::Muggins).collect(),
            _ => Vec::new(),
        }
    }

    fn draw(&self, luck: &Luck) -> Chance {
        let mut rng = luck.rng();
        if self.table.phase == Phase::Starter {
            let deck: Vec<Card> = self.undealt().iter().collect();
            // At most twenty of fifty-two cards are dealt, and there is always one to cut.
            return Chance::Starter(deck[rng.below(deck.len() as u32) as usize]);
        }
        let mut deck: Vec<Card> = Card::deck().collect();
        rng.shuffle(&mut deck);
        match self.table.phase {
            Phase::Cutting(seats) => {
                deck.truncate(seats.len());
                Chance::Cut(deck)
            }
            _ => {
                let options = &self.table.options;
                let mut cards = deck.into_iter();
                let mut take = |n| cards.by_ref().take(n).collect();
                let hands = BySeat::from_fn(options.seats, |_| take(options.dealt()));
                Chance::Deal {
                    hands,
                    from_deck: take(options.from_deck()),
                }
            }
        }
    }

    fn act(&self, seat: Seat, action: &Action, draft: &mut Draft<Cribbage>) -> Result<(), Illegal> {
        match (&self.table.phase, action) {
            (Phase::Discarding, Action::Discard(cards)) => self.discard(draft, seat, *cards),
            (Phase::Playing(_), Action::Play(card)) => self.play(draft, seat, *card),
            (Phase::Counting(Some(count @ Count { stated: None, .. })), Action::Count(stated)) => {
                claim_count(draft, count, *stated)
            }
            (
                Phase::Counting(Some(
                    count @ Count {
                        stated: Some(stated),
                        ..
                    },
                )),
                Action::Muggins(points),
            ) => claim_muggins(draft, count, *stated, seat, *points),
            (phase, _) => Err(Illegal::NotNow(asked_for(phase))),
        }
    }

    fn luck(&self, chance: &Chance, draft: &mut Draft<Cribbage>) -> Result<(), ImpossibleDraw> {
        match (&self.table.phase, chance) {
            (Phase::Cutting(seats), Chance::Cut(cards))
                if cards.len() == seats.len() && distinct(cards) =>
            {
                cut_for_deal(draft, *seats, cards);
                Ok(())
            }
            (Phase::Dealing, Chance::Deal { hands, from_deck })
                if self.can_deal(hands, *from_deck) =>
            {
                self.deal(draft, hands, *from_deck)
            }
            (Phase::Starter, Chance::Starter(card)) if self.undealt().contains(*card) => {
                self.cut_starter(draft, *card)
            }
            _ => Err(ImpossibleDraw),
        }
    }

    fn evolve(&mut self, event: &Event) {
        self.apply(event);
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::redact(event, viewer))
    }

    fn scores(&self) -> BySide<i32> {
        self.table.scores()
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        self.table.awards(event)
    }

    fn winners(&self) -> Vec<Side> {
        self.table
            .outcome
            .iter()
            .map(|outcome| outcome.winner)
            .collect()
    }

    fn deals_over(&self) -> u32 {
        match self.table.phase {
            Phase::Dealing | Phase::Over => self.table.deal,
            _ => self.table.deal.saturating_sub(1),
        }
    }

    /// The seat with the lowest score deals first; among several such seats, the first left of the
    /// last dealer.
    fn rematch(&self) -> Option<Options> {
        let outcome = self.table.outcome.as_ref()?;
        let scores = self.scores();
        let lowest = scores.values().min()?;
        let dealer = self.table.dealer?;
        let first = dealer
            .round(self.n_seats())
            .find(|&seat| scores[self.side(seat)] == *lowest);
        Some(Options {
            first_dealer: first,
            match_score: outcome.match_score(&self.table.options),
            ..self.table.options.clone()
        })
    }
}

impl PublicTable {
    /// The seats that must move next.
    pub fn turn(&self) -> Turn {
        let only = |seat| Turn::Seats(SeatSet::only(seat));
        match &self.phase {
            Phase::Cutting(_) | Phase::Dealing | Phase::Starter => Turn::Chance,
            Phase::Discarding => {
                let waiting =
                    Seat::all(self.options.seats).filter(|&seat| !self.discarded.contains(seat));
                Turn::Seats(waiting.collect())
            }
            Phase::Playing(seat) => only(*seat),
            Phase::Counting(Some(Count {
                stated: None, seat, ..
            })) => only(*seat),
            Phase::Counting(Some(Count {
                asked: Some(seat), ..
            })) => only(*seat),
            // A decision never ends between two counts.
            Phase::Counting(_) | Phase::Over => Turn::Over,
        }
    }

    /// The dealer of the next hand.
    fn next_dealer(&self) -> Option<Seat> {
        if self.deal == 0 {
            self.dealer
        } else {
            self.dealer.map(|dealer| dealer.left(self.options.seats))
        }
    }
}

impl Cribbage {
    /// Whether these points bring a seat's side to the target.
    fn wins_with(&self, seat: Seat, points: i32) -> bool {
        self.scores()[self.side(seat)] + points >= i32::from(self.table.options.target)
    }
}

/// The side that has reached the target.
fn reached_target(game: &Cribbage) -> Option<Side> {
    let target = game.table.options.target;
    game.table
        .pegs
        .iter()
        .find(|(_, pegs)| pegs.front >= target)
        .map(|(side, _)| side)
}

/// Ends the game if a side has reached the target.
fn won(draft: &mut Draft<Cribbage>) -> bool {
    let Some(winner) = reached_target(draft.game()) else {
        return false;
    };
    let outcome = Outcome::of(&draft.game().table, winner);
    draft.emit(Event::Won(outcome));
    true
}

/// The action that the table waits for, as an answer to one that does not belong here.
fn asked_for(phase: &Phase) -> &'static str {
    match phase {
        Phase::Discarding => "throw to the crib first",
        Phase::Playing(_) => "it is time to play a card",
        Phase::Counting(Some(Count { stated: None, .. })) => "it is time to count your cards",
        Phase::Counting(Some(_)) => "say what was missed, or 0 for nothing",
        _ => "there is nothing to do now",
    }
}
