//! Deals that the expert plays against itself, to learn from.

use kernel::{BySide, Game, Input, Key, Rng, Seat, Sight, Turn};

use super::book::Book;
use super::chance::WinTable;
use super::habits::Role;
use super::outlook::{self, Board};
use super::ranks::{Ranks, rank_of};
use super::sight::{board, lookout, own, owns_crib};
use super::throws::{CribModel, worths};
use crate::options::Options;
use crate::score::Six;
use crate::state::{Action, Cribbage, Event, Phase};

/// The dealer of every practised deal.
const DEALER: Seat = Seat(0);

/// A deal from given scores, played to its end or to the end of the game. Roles are by their
/// places: the dealer is 0 and pone 1.
#[derive(Debug, Clone, Default)]
pub(crate) struct Practised {
    /// The cards that the dealer and pone kept.
    pub(crate) kept: [Ranks; 2],
    /// The points of the play in their order, each with the role that pegged them.
    pub(crate) pegged: Vec<(usize, u8)>,
    /// The chances that both predicted at each of their decisions.
    pub(crate) told: Vec<PredictedChance>,
    /// The scores of the dealer and of pone before the deal.
    pub(crate) before: [u16; 2],
    /// The scores at the end.
    pub(crate) after: [u16; 2],
}

/// The chance that a player saw in a decision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PredictedChance {
    /// The scores at that moment.
    pub(crate) board: Board,
    /// 0 for the throw, and 1 to 4 for a card with four to one in hand.
    pub(crate) stage: usize,
    /// The computed chance of winning.
    pub(crate) chance: f64,
}

/// Plays one deal from these scores of the dealer and of pone by this book, with the luck of this
/// key and this many guesses for a card.
pub(crate) fn practise(
    scores: [u16; 2],
    book: &'static Book,
    guesses: usize,
    key: &Key,
) -> Practised {
    let mut game = table(scores);
    let mut deal = Practised {
        before: scores,
        ..Practised::default()
    };
    let mut rng = key.stream("practice");
    let mut inputs = 0;
    while game.turn() != Turn::Over && !is_counted(&game) {
        inputs += 1;
        let input = match game.turn() {
            Turn::Seats(seats) => {
                let Some(seat) = seats.first() else { break };
                let chosen =
                    Sight::show(&game, seat, |sight| choice(sight, book, guesses, &mut rng));
                let Some((action, told)) = chosen else { break };
                deal.told.push(told);
                Input::Act { seat, action }
            }
            _ => Input::Chance(game.draw(&key.draw(inputs))),
        };
        let Ok(events) = game.decide(&input) else {
            break;
        };
        for event in &events {
            deal.note(&game, event);
            game.evolve(event);
        }
    }
    deal.after = [0, 1].map(|side| game.table().pegs[kernel::Side(side)].front);
    deal
}

/// The table before a deal at these scores of the dealer and of pone.
pub(crate) fn table(scores: [u16; 2]) -> Cribbage {
    Cribbage::at_start(Options {
        head_start: BySide::from(scores.to_vec()),
        first_dealer: Some(DEALER),
        ..Options::default()
    })
}

/// Whether the deal is over and the next has not begun.
fn is_counted(game: &Cribbage) -> bool {
    game.table().deal == 1 && game.table().phase == Phase::Dealing
}

/// The expert's action, and its predicted chance.
fn choice(
    sight: &Sight<'_, Cribbage>,
    book: &'static Book,
    guesses: usize,
    rng: &mut Rng,
) -> Option<(Action, PredictedChance)> {
    let board = board(sight);
    let told = |stage, chance| PredictedChance {
        board,
        stage,
        chance,
    };
    if sight.view.value().table.phase == Phase::Discarding {
        let six = Six::new(own(sight).hand).ok()?;
        let model = CribModel::new(six.set(), board.role);
        let all = worths(six, owns_crib(sight));
        let all = all
            .iter()
            .map(|worth| (worth.thrown, outlook::chance(worth, &model, board, book)));
        let (thrown, chance) = all.max_by(|one, other| one.1.total_cmp(&other.1))?;
        return Some((Action::Discard(thrown), told(0, chance)));
    }
    let stage = 5 - own(sight).hand.len();
    let (lookout, evidence) = lookout(sight, book)?;
    let guesses = evidence.sample(guesses, rng);
    let cards = sight.legal.iter().filter_map(|action| match action {
        Action::Play(card) => Some(*card),
        _ => None,
    });
    let all = cards.map(|card| (card, lookout.prospect(rank_of(card), &guesses).chance));
    let (card, chance) = all.max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some((Action::Play(card), told(stage, chance)))
}

impl Practised {
    /// The points of the dealer and of pone in the play.
    pub(crate) fn pegs(&self) -> [u8; 2] {
        let mut pegs = [0; 2];
        for &(role, points) in &self.pegged {
            pegs[role] += points;
        }
        pegs
    }

    /// The result of the deal for this role: 1 or 0 if the game is over, or the chance with the
    /// next deal.
    pub(crate) fn result(&self, role: Role, chance: &WinTable) -> f32 {
        // A game ends with its first side at the target.
        let [dealer, pone] = self.after.map(usize::from);
        let dealer = chance.counted(Role::Dealer, dealer, pone);
        match role {
            Role::Dealer => dealer,
            Role::Pone => 1.0 - dealer,
        }
    }

    fn note(&mut self, before: &Cribbage, event: &Event) {
        let role = |seat: Seat| usize::from(seat != DEALER);
        match event {
            Event::StarterCut { .. } => {
                self.kept = [0, 1].map(|seat| Ranks::of(before.hand(Seat(seat))));
            }
            Event::Played { seat, tally, .. } if tally.total() > 0 => {
                self.pegged.push((role(*seat), tally.total() as u8));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::book::BOOK;

    #[test]
    fn a_deal_from_the_start_is_played_to_the_crib() {
        let deal = practise([0, 0], &BOOK, 10, &Key::from_seed(1));
        assert_eq!(deal.told.len(), 2 + 8);
        assert_eq!(deal.kept.map(Ranks::len), [4, 4]);
        let stages = |role| {
            let told = deal.told.iter().filter(move |told| told.board.role == role);
            told.map(|told| told.stage).collect::<Vec<_>>()
        };
        assert_eq!(stages(Role::Dealer), [0, 1, 2, 3, 4]);
        assert_eq!(stages(Role::Pone), [0, 1, 2, 3, 4]);
        // Somebody lays the last card.
        assert!(deal.pegs().iter().sum::<u8>() > 0);
        let [dealer, pone] = deal.after;
        assert!(dealer >= deal.pegs()[0].into() && pone >= deal.pegs()[1].into());
        let [dealer, pone] = [Role::Dealer, Role::Pone].map(|role| deal.result(role, &BOOK.chance));
        assert!((dealer + pone - 1.0).abs() < 1e-6 && dealer > 0.2 && dealer < 0.8);
    }

    #[test]
    fn a_deal_ends_with_the_game() {
        for seed in 0..20 {
            let deal = practise([120, 120], &BOOK, 10, &Key::from_seed(seed));
            let [dealer, pone] = deal.after;
            assert!((dealer > 120) != (pone > 120), "{deal:?}");
            let won = deal.result(Role::Dealer, &BOOK.chance);
            assert_eq!(won, f32::from(u8::from(dealer > 120)));
        }
    }
}
