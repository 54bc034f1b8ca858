//! A question about the card to play, and the table that it describes.

use kernel::{BySeat, Seat, SeatSet};
use pieces::{Card, CardSet};
use serde::Deserialize;

use super::{ME, QuestionFault, THEM, empty, exactly};
use crate::request::Listed;
use crate::score::{Stack, Tally};
use crate::state::{Cribbage, Event, Phase, Play};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Playing {
    /// The cards in the asking player's hand.
    hand: Listed,
    /// The four cards that it kept.
    kept: Listed,
    thrown: Listed,
    starter: Card,
    dealer: bool,
    /// The cards since the count was last reset, oldest first.
    stack: Listed,
    /// The cards that both have played, oldest first.
    played: Played,
    theirs_left: u8,
    /// The facts that gos reveal beyond the cards played.
    #[serde(default)]
    gos: Vec<Go>,
    scores: [u16; 2],
}

impl Playing {
    pub(super) fn table(&self) -> Result<Cribbage, QuestionFault> {
        let thrown = self.own_cards()?;
        // A stack that passes 31 is refused here; the replay adds the cards themselves.
        Stack::try_from(&self.stack.0[..])?;
        let mut game = empty(self.dealer, self.scores)?;
        game.hidden.hands[ME] = self.kept.0.iter().copied().collect();
        game.hidden.thrown[ME] = thrown;
        game.table.held = BySeat::from(vec![4, 4]);
        game.table.discarded = SeatSet::all(2);
        game.table.crib = 4;
        game.table.starter = Some(self.starter);
        self.replay(&mut game);
        let table = &mut game.table;
        table.phase = Phase::Playing(ME);
        for go in &self.gos {
            let count = match *go {
                Go::Who(Who::Me) => {
                    table.said_go.insert(ME);
                    continue;
                }
                Go::Who(Who::Them) => {
                    table.said_go.insert(THEM);
                    table.stack.count()
                }
                Go::At(count) if count > Stack::LIMIT => return Err(QuestionFault::Count(count)),
                Go::At(count) => count,
            };
            let least = &mut table.holds_at_least[THEM];
            *least = (*least).max(too_high(count));
        }
        Ok(game)
    }

    /// Plays the cards in the order in which they must have been played, by the events that a table
    /// would have recorded. From every go the table learns the same as a real table.
    ///
    /// Each list is in order, and the rules tell who played when: a seat that can play must, and
    /// therefore a seat's next card was played as soon as it fitted.
    fn replay(&self, game: &mut Cribbage) {
        let earlier = |cards: &Listed| -> Vec<Card> {
            let earlier = cards.0.iter().filter(|card| !self.stack.0.contains(card));
            earlier.copied().collect()
        };
        let [mine, theirs] = [earlier(&self.played.me), earlier(&self.played.them)];
        let (mut mine, mut theirs) = (mine.iter().copied(), theirs.iter().copied());
        let mut turn = if self.dealer { THEM } else { ME };
        while mine.len() + theirs.len() > 0 {
            let next = |seat: Seat| {
                let cards = if seat == ME { &mine } else { &theirs };
                cards.clone().next()
            };
            let fits = |seat: &Seat| next(*seat).is_some_and(|card| game.table.stack.fits(card));
            match [turn, turn.left(2)].into_iter().find(fits) {
                Some(seat) => {
                    let cards = if seat == ME { &mut mine } else { &mut theirs };
                    if let Some(card) = cards.next() {
                        play(game, turn, Play { seat, card });
                    }
                    turn = seat.left(2);
                }
                // Nobody could go on: the seat that did not play last leads.
                None => reset(game, turn),
            }
        }
        if !game.table.plays.is_empty() {
            // The stack, which may be empty, was laid after a reset.
            reset(game, turn);
        }
        for &card in &self.stack.0 {
            let seat = if self.played.me.0.contains(&card) {
                ME
            } else {
                THEM
            };
            if game.table.stack.cards().is_empty() {
                turn = seat;
            }
            play(game, turn, Play { seat, card });
            turn = seat.left(2);
        }
        if !self.stack.0.is_empty() {
            silent_before(game, turn, ME);
        }
    }

    /// The cards that the player threw, if every card is in one place and none is missing.
    fn own_cards(&self) -> Result<CardSet, QuestionFault> {
        let Played { me, them } = &self.played;
        let hand = exactly("hand", &self.hand, 4 - me.0.len().min(4))?;
        let kept = exactly("kept", &self.kept, 4)?;
        let thrown = exactly("thrown", &self.thrown, 2)?;
        let mine: CardSet = me.0.iter().copied().collect();
        let theirs: CardSet = them.0.iter().copied().collect();
        if kept != hand | mine || !(hand & mine).is_empty() {
            return Err(QuestionFault::NotKept);
        }
        check_disjoint(&[kept, thrown, theirs, CardSet::only(self.starter)])?;
        if them.0.len() + usize::from(self.theirs_left) != 4 {
            return Err(QuestionFault::NotFour {
                played: them.0.len(),
                left: self.theirs_left,
            });
        }
        let on_stack = self.stack.0.iter();
        match on_stack
            .copied()
            .find(|&card| !(mine | theirs).contains(card))
        {
            Some(card) => Err(QuestionFault::NotPlayed(card)),
            None => Ok(thrown),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    me: Listed,
    them: Listed,
}

/// A go: the seats that said it at the present count, or the count at which the opponent did.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Go {
    Who(Who),
    At(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Me,
    Them,
}

/// Checks that no card lies in two of these places.
fn check_disjoint(places: &[CardSet]) -> Result<(), QuestionFault> {
    let mut seen = CardSet::EMPTY;
    for place in places {
        if let Some(card) = (seen & *place).first() {
            return Err(QuestionFault::Twice(card));
        }
        seen |= *place;
    }
    Ok(())
}

/// The least value of any card of a seat that cannot play at this count.
fn too_high(count: u8) -> u8 {
    Stack::LIMIT + 1 - count
}

/// Plays a card. If it was the other seat's turn, that seat had no playable card.
fn play(game: &mut Cribbage, turn: Seat, play: Play) {
    let Play { seat, card } = play;
    silent_before(game, turn, seat);
    game.apply(&Event::Played {
        seat,
        card,
        // The scores are part of the question.
        tally: Tally::new(),
        next: None,
    });
}

/// A seat that holds cards and does not play in its turn says go, once at each count.
fn silent_before(game: &mut Cribbage, turn: Seat, plays: Seat) {
    let table = &game.table;
    if turn != plays && table.held[turn] > 0 && !table.said_go.contains(turn) {
        game.apply(&Event::WentGo { seat: turn });
    }
}

fn reset(game: &mut Cribbage, leader: Seat) {
    game.apply(&Event::CountReset { leader });
}
