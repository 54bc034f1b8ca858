//! What may happen next, and what comes of it.
//!
//! Each input is decided on a [`Draft`]: events are emitted and applied to a copy
//! as the cascade runs (a last card leads to the show, the show to the next
//! deal), and after every one of them the target is looked at, because a game
//! ends at the instant a side reaches it.

use kernel::{
    BySeat, BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Reason, Seat, SeatSet,
    SetupFault, Side, Turn, Veiled, Viewer,
};
use pieces::{Card, CardSet};

use crate::options::{Counting, Options};
use crate::score::{self, Four, Kind, Show, Stack, Tally, peg_value};
use crate::state::{
    Action, Chance, Count, Cribbage, CutResult, Event, Loss, Outcome, Phase, Play, Table,
};
use crate::view::{self, View};

/// No hand counts more: 5-5-5-J with the fourth five of the jack's suit.
const BEST_HAND: u8 = 29;

/// Why the rules forbid an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The cards are not the seat's.
    #[error("you do not hold {0}")]
    NotInHand(CardSet),
    /// The crib takes a certain number of cards.
    #[error("throw exactly {needed} {} to the crib, not {given}", if *.needed == 1 { "card" } else { "cards" })]
    WrongNumber {
        /// How many must be thrown.
        needed: usize,
        /// How many were.
        given: usize,
    },
    /// The play never passes 31.
    #[error("{card} would make {total}: the count may not pass 31")]
    WouldExceed31 {
        /// The card.
        card: Card,
        /// What it would make.
        total: u8,
    },
    /// No hand counts that much.
    #[error("no hand counts {0}: the most is 29")]
    CountTooHigh(u8),
    /// The action belongs to another phase.
    #[error("{0}")]
    NotNow(&'static str),
}

impl Reason for Illegal {
    fn word(&self) -> &'static str {
        match self {
            Illegal::NotInHand(_) => "not_in_hand",
            Illegal::WrongNumber { .. } => "wrong_number",
            Illegal::WouldExceed31 { .. } => "would_exceed_31",
            Illegal::CountTooHigh(_) => "count_too_high",
            Illegal::NotNow(_) => "not_now",
        }
    }
}

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
            Phase::Discarding => throws(hand, self.table.options.thrown()),
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
            // Twenty cards at most are dealt of fifty-two, so there is always one to cut.
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

    /// The lowest seat deals first; of several, the first left of the last dealer.
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

impl Table {
    /// Who must move next.
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
            // Nothing waits between two counts: a decision never ends there.
            Phase::Counting(_) | Phase::Over => Turn::Over,
        }
    }

    /// Who deals the next hand.
    fn next_dealer(&self) -> Option<Seat> {
        if self.deal == 0 {
            self.dealer
        } else {
            self.dealer.map(|dealer| dealer.left(self.options.seats))
        }
    }
}

impl Cribbage {
    /// Whether every seat and the crib would get their number of cards, each card once.
    fn can_deal(&self, hands: &BySeat<CardSet>, from_deck: CardSet) -> bool {
        let options = &self.table.options;
        let all = hands.values().fold(from_deck, |all, hand| all | *hand);
        hands.len() == usize::from(options.seats)
            && hands.values().all(|hand| hand.len() == options.dealt())
            && from_deck.len() == options.from_deck()
            && all.len() == options.dealt() * hands.len() + from_deck.len()
    }

    /// The cards nobody holds: the starter is cut from these.
    fn undealt(&self) -> CardSet {
        self.hidden
            .hands
            .values()
            .fold(CardSet::FULL - self.crib(), |deck, hand| deck - *hand)
    }

    /// Whether these points bring a seat's side to the target.
    fn wins_with(&self, seat: Seat, points: i32) -> bool {
        self.scores()[self.side(seat)] + points >= i32::from(self.table.options.target)
    }

    /// Whether a seat can play at this count.
    pub(crate) fn can_play(&self, seat: Seat) -> bool {
        self.hand(seat)
            .iter()
            .any(|card| self.table.stack.fits(card))
    }

    fn deal(
        &self,
        draft: &mut Draft<Cribbage>,
        hands: &BySeat<CardSet>,
        from_deck: CardSet,
    ) -> Result<(), ImpossibleDraw> {
        let dealer = self.table.next_dealer().ok_or(ImpossibleDraw)?;
        let hands = hands.map(|_, hand| Veiled::Known(*hand));
        draft.emit(Event::Dealt {
            dealer,
            hands,
            from_deck: Veiled::Known(from_deck),
        });
        Ok(())
    }

    fn discard(
        &self,
        draft: &mut Draft<Cribbage>,
        seat: Seat,
        cards: CardSet,
    ) -> Result<(), Illegal> {
        let (needed, given) = (self.table.options.thrown(), cards.len());
        if given != needed {
            return Err(Illegal::WrongNumber { needed, given });
        }
        let missing = cards - self.hand(seat);
        if !missing.is_empty() {
            return Err(Illegal::NotInHand(missing));
        }
        draft.emit(Event::Discarded {
            seat,
            cards: Veiled::Known(cards),
        });
        let after = draft.game();
        // Whoever throws was dealt cards by somebody.
        if after.turn().seats().is_empty()
            && let Some(dealer) = after.table.dealer
        {
            let leader = dealer.left(after.n_seats());
            draft.emit(Event::AllDiscarded { leader });
        }
        Ok(())
    }

    fn cut_starter(&self, draft: &mut Draft<Cribbage>, card: Card) -> Result<(), ImpossibleDraw> {
        let dealer = self.table.dealer.ok_or(ImpossibleDraw)?;
        draft.emit(Event::StarterCut {
            card,
            tally: score::heels(card).into_iter().collect(),
        });
        if !won(draft) {
            draft.emit(Event::PlayStarted {
                leader: dealer.left(self.n_seats()),
            });
        }
        Ok(())
    }

    fn play(&self, draft: &mut Draft<Cribbage>, seat: Seat, card: Card) -> Result<(), Illegal> {
        if !self.hand(seat).contains(card) {
            return Err(Illegal::NotInHand(CardSet::only(card)));
        }
        let mut stack = self.table.stack.clone();
        if stack.push(card).is_err() {
            let total = stack.count() + peg_value(card.rank());
            return Err(Illegal::WouldExceed31 { card, total });
        }
        let mut tally = stack.tally();

        // The table as it stands once the card lies there, to see who can go on.
        let mut after = self.clone();
        after.apply(&Event::Played {
            seat,
            card,
            tally: Tally::new(),
            next: None,
        });
        let n_seats = self.n_seats();
        let goes_on = seat.round(n_seats).find(|&seat| after.can_play(seat));
        if goes_on.is_none() && stack.count() < Stack::LIMIT {
            tally.push(score::last_card(card));
        }
        let leads = seat.round(n_seats).find(|&seat| after.table.held[seat] > 0);
        let next = if self.wins_with(seat, tally.total()) {
            None
        } else {
            goes_on.or(leads)
        };
        draft.emit(Event::Played {
            seat,
            card,
            tally,
            next,
        });
        if won(draft) {
            return Ok(());
        }
        match (goes_on, leads) {
            (Some(next), _) => {
                for silent in seat.round(n_seats).take_while(|&other| other != next) {
                    let table = &draft.game().table;
                    if table.held[silent] > 0 && !table.said_go.contains(silent) {
                        draft.emit(Event::WentGo { seat: silent });
                    }
                }
            }
            (None, Some(leader)) => draft.emit(Event::CountReset { leader }),
            (None, None) => {
                draft.emit(Event::PlayFinished);
                show(draft);
            }
        }
        Ok(())
    }
}

/// The lowest rank deals; seats that tie for lowest cut again.
fn cut_for_deal(draft: &mut Draft<Cribbage>, seats: SeatSet, cards: &[Card]) {
    let cuts: Vec<Play> = seats
        .iter()
        .zip(cards)
        .map(|(seat, &card)| Play { seat, card })
        .collect();
    let lowest = cards.iter().map(|card| card.rank()).min();
    let tied: SeatSet = cuts
        .iter()
        .filter(|cut| Some(cut.card.rank()) == lowest)
        .map(|cut| cut.seat)
        .collect();
    let result = match tied.first() {
        Some(dealer) if tied.len() == 1 => CutResult::Dealer(dealer),
        _ => CutResult::Again(tied),
    };
    draft.emit(Event::DealerCut { cuts, result });
}

/// Counts from the dealer's left round to the dealer's crib: all at once, or as
/// far as the next player who must speak.
fn show(draft: &mut Draft<Cribbage>) {
    let Some(dealer) = draft.game().table.dealer else {
        return;
    };
    let mut next = Some((dealer.left(draft.game().n_seats()), Kind::Hand));
    while let Some((seat, kind)) = next {
        if draft.game().table.options.counting != Counting::Auto {
            let cards = shown_cards(draft.game(), seat, kind);
            draft.emit(Event::Shown { seat, kind, cards });
            return;
        }
        next = count(draft, seat, kind, None);
    }
}

/// States the truth of a hand or crib and gives the one to count after it, unless the game is won.
fn count(
    draft: &mut Draft<Cribbage>,
    seat: Seat,
    kind: Kind,
    stated: Option<u8>,
) -> Option<(Seat, Kind)> {
    let game = draft.game();
    let cards = shown_cards(game, seat, kind);
    let tally = true_count(game, cards, kind);
    let (dealer, n_seats) = (game.table.dealer, game.n_seats());
    draft.emit(Event::Counted {
        seat,
        kind,
        cards,
        tally,
        stated,
    });
    if won(draft) {
        return None;
    }
    match kind {
        Kind::Hand if Some(seat) == dealer => Some((seat, Kind::Crib)),
        Kind::Hand => Some((seat.left(n_seats), Kind::Hand)),
        Kind::Crib => None,
    }
}

fn claim_count(draft: &mut Draft<Cribbage>, count: &Count, stated: u8) -> Result<(), Illegal> {
    check_claim(stated)?;
    let game = draft.game();
    let pegged = stated.min(points(&true_count(game, count.cards, count.kind)));
    let asks = game.table.options.counting == Counting::Muggins
        && !game.wins_with(count.seat, pegged.into());
    let asked = if asks {
        next_opponent(game, count.seat, count.seat)
    } else {
        None
    };
    let (seat, kind) = (count.seat, count.kind);
    draft.emit(Event::CountClaimed {
        seat,
        kind,
        stated,
        pegged,
        asked,
    });
    if asked.is_none() {
        reveal(draft, count, stated);
    }
    Ok(())
}

fn claim_muggins(
    draft: &mut Draft<Cribbage>,
    count: &Count,
    stated: u8,
    seat: Seat,
    claimed: u8,
) -> Result<(), Illegal> {
    check_claim(claimed)?;
    let game = draft.game();
    let missed = points(&true_count(game, count.cards, count.kind)).saturating_sub(stated);
    let pegged = if claimed == missed { missed } else { 0 };
    let asked = if pegged > 0 {
        None
    } else {
        next_opponent(game, count.seat, seat)
    };
    draft.emit(Event::MugginsClaimed {
        seat,
        points: claimed,
        pegged,
        asked,
    });
    if asked.is_none() {
        reveal(draft, count, stated);
    }
    Ok(())
}

/// Shows the truth of a count that was stated, then goes on with the next one.
fn reveal(draft: &mut Draft<Cribbage>, open: &Count, stated: u8) {
    if let Some((seat, kind)) = count(draft, open.seat, open.kind, Some(stated)) {
        let cards = shown_cards(draft.game(), seat, kind);
        draft.emit(Event::Shown { seat, kind, cards });
    }
}

/// The opponent of `counter` who is asked after `last`, going left; nobody after a full round.
fn next_opponent(game: &Cribbage, counter: Seat, last: Seat) -> Option<Seat> {
    let side = game.side(counter);
    let round: Vec<Seat> = counter.round(game.n_seats()).collect();
    let asked = round
        .iter()
        .position(|&seat| seat == last && seat != counter);
    let from = asked.map_or(0, |place| place + 1);
    round[from..]
        .iter()
        .copied()
        .find(|&seat| game.side(seat) != side)
}

fn check_claim(points: u8) -> Result<(), Illegal> {
    if points > BEST_HAND {
        Err(Illegal::CountTooHigh(points))
    } else {
        Ok(())
    }
}

/// After the play a hand lies open: it is what its seat has played.
fn shown_cards(game: &Cribbage, seat: Seat, kind: Kind) -> CardSet {
    match kind {
        Kind::Hand => game.table.played_by(seat),
        Kind::Crib => game.crib(),
    }
}

/// The starter is cut from other cards than these four, so they can always be counted.
fn true_count(game: &Cribbage, cards: CardSet, kind: Kind) -> Tally {
    Four::new(cards)
        .and_then(|four| Show::new(four, game.table.starter, kind))
        .map_or_else(|_| Tally::new(), |show| show.tally())
}

/// A tally as points to peg: a hand scores 0 to 29.
fn points(tally: &Tally) -> u8 {
    tally.total() as u8
}

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
    let outcome = outcome(&draft.game().table, winner);
    draft.emit(Event::Won(outcome));
    true
}

/// Each loser is judged alone.
fn outcome(table: &Table, winner: Side) -> Outcome {
    let losses = table
        .pegs
        .map(|side, pegs| (side != winner).then(|| loss(&table.options, pegs.front)));
    Outcome { winner, losses }
}

fn loss(options: &Options, score: u16) -> Loss {
    match options.target - score {
        61.. if options.target == 121 => Loss::DoubleSkunk,
        31.. => Loss::Skunk,
        _ => Loss::Plain,
    }
}

impl Outcome {
    /// Games won so far in the match, this one included: the winner counts each loser.
    pub fn match_score(&self, options: &Options) -> BySide<u32> {
        let gained = self.losses.values().flatten().map(|loss| loss.games());
        let gained: u32 = gained.sum();
        BySide::from_fn(options.n_sides(), |side| {
            let before = options.match_score.get(side).copied().unwrap_or(0);
            let gained = if side == self.winner { gained } else { 0 };
            before.saturating_add(gained)
        })
    }
}

impl Loss {
    /// What it counts in the match.
    pub const fn games(self) -> u32 {
        match self {
            Loss::Plain => 1,
            Loss::Skunk => 2,
            Loss::DoubleSkunk => 3,
        }
    }
}

fn asked_for(phase: &Phase) -> &'static str {
    match phase {
        Phase::Discarding => "throw to the crib first",
        Phase::Playing(_) => "it is time to play a card",
        Phase::Counting(Some(Count { stated: None, .. })) => "it is time to count your cards",
        Phase::Counting(Some(_)) => "say what was missed, or 0 for nothing",
        _ => "there is nothing to do now",
    }
}

/// Every way to throw `n` of these cards.
fn throws(hand: CardSet, n: usize) -> Vec<Action> {
    let cards: Vec<Card> = hand.iter().collect();
    let mut throws = Vec::new();
    for (place, &first) in cards.iter().enumerate() {
        if n == 1 {
            throws.push(Action::Discard(CardSet::only(first)));
            continue;
        }
        for &second in &cards[place + 1..] {
            throws.push(Action::Discard([first, second].into_iter().collect()));
        }
    }
    throws
}

fn distinct(cards: &[Card]) -> bool {
    cards.iter().copied().collect::<CardSet>().len() == cards.len()
}
