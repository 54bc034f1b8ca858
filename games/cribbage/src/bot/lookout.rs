//! The worth of each card in the play between two.
//!
//! The opponent's hand is guessed many times ([`Evidence`](super::guess::Evidence)), and the rest
//! of the play is searched for every card. In each guess the opponent answers sensibly with the
//! cards it holds there. One's own later cards are those that are best on average over all guesses
//! that still look alike, which are those with the same cards played by the opponent. Therefore a
//! card never looks good because of what only somebody who saw the other hand could do with it.
//! When all cards are played, the show gives the chance of winning: its hands are known then,
//! except for the crib.

use std::cell::RefCell;

use super::book::Book;
use super::chance::TARGET;
use super::guess::Guess;
use super::outlook::Board;
use super::pegging::RankPlay;
use super::ranks::Ranks;
use crate::score::fast::quad_row;

/// The play from the view of one of two players. That player is seat 0, and the other hand is a
/// guess.
#[derive(Debug, Clone)]
pub(crate) struct Lookout {
    /// The cards on the table; each guess fills in the other hand.
    pub(crate) play: RankPlay,
    /// The tables that the player uses.
    pub(crate) book: &'static Book,
    /// The scores now.
    pub(crate) board: Board,
    /// The count of one's own hand.
    pub(crate) own_show: usize,
    /// The other player's cards that were played before.
    pub(crate) their_played: Ranks,
    /// The rank of the starter.
    pub(crate) starter: usize,
    /// The points that one's own hand and the other's may count besides their ranks, for the crib
    /// and everything else unknown, with the probability of each.
    pub(crate) besides: Vec<([usize; 2], f32)>,
    /// The chances that were computed before.
    pub(crate) ends: Ends,
}

/// The outcome of a card, on average over the guesses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Prospect {
    /// The chance of winning.
    pub(crate) chance: f64,
    /// One's own pegging from here on.
    pub(crate) own: f64,
    /// The opponent's pegging from here on.
    pub(crate) theirs: f64,
}

impl Lookout {
    /// The outcome of laying this rank, if both play on as well as they can see.
    pub(crate) fn prospect(&self, rank: usize, guesses: &[Guess]) -> Prospect {
        let worlds: Vec<World> = guesses.iter().map(|guess| self.world(guess)).collect();
        let weights: f64 = worlds.iter().map(|world| world.weight).sum();
        let sum = self.laid(rank, &worlds);
        Prospect {
            chance: sum.chance / weights,
            own: sum.own / weights,
            theirs: sum.theirs / weights,
        }
    }

    /// The play if the other player holds this hand.
    fn world(&self, &(hand, weight): &Guess) -> World {
        let mut play = self.play;
        play.hands[1] = hand;
        World {
            play,
            pegged: [0, 0],
            shows: self.shows(hand),
            weight: f64::from(weight),
            replies: 0,
        }
    }

    /// The sum over these worlds, which look alike to the player, if it lays this rank in all of
    /// them.
    fn laid(&self, rank: usize, worlds: &[World]) -> Prospect {
        let mut sum = Prospect::default();
        let mut open = Vec::with_capacity(worlds.len());
        for &world in worlds {
            match self.until_own_turn(world, rank) {
                Step::Turn(world) => open.push(world),
                Step::End(end) => sum.add(end),
            }
        }
        open.sort_by_key(|world| world.replies);
        for alike in open.chunk_by(|one, next| one.replies == next.replies) {
            sum.add(self.best(alike));
        }
        sum
    }

    /// The sum over these worlds, which look alike to the player, with the card that is best for
    /// all of them together.
    fn best(&self, alike: &[World]) -> Prospect {
        let Some(World { play, .. }) = alike.first() else {
            return Prospect::default();
        };
        let fitting = play.hands[0].within(play.pile.count());
        let all = fitting.each().map(|rank| self.laid(rank, alike));
        let best = all.max_by(|one, other| one.chance.total_cmp(&other.chance));
        best.unwrap_or_default()
    }

    /// Lays this rank, and lets the other player play on sensibly until it is one's own turn again.
    fn until_own_turn(&self, mut world: World, mut rank: usize) -> Step {
        world.replies = 0;
        loop {
            let seat = world.play.turn;
            world.pegged[seat] += world.play.lay(rank);
            let chance = self.won(world.pegged, seat);
            let over = || world.play.is_over();
            let counted = || self.counted(world.pegged, world.shows);
            if let Some(chance) = chance.or_else(|| over().then(counted)) {
                return Step::End(world.ended(chance));
            }
            if world.play.turn == 0 {
                return Step::Turn(world);
            }
            rank = self.reply(&world);
            // Thirteen ranks and none: at most four cards make a number below 14^4.
            world.replies = world.replies * 14 + rank as u32 + 1;
        }
    }

    /// The other player's card in this world: one that wins at once, or a sensible one.
    fn reply(&self, world: &World) -> usize {
        /// More than a card can score.
        const FAR: usize = 16;
        let need = TARGET.saturating_sub(self.board.theirs + usize::from(world.pegged[1]));
        if need < FAR && self.book.lessons.is_some() {
            let play = &world.play;
            let fitting = play.hands[1].within(play.pile.count());
            let mut winning = fitting
                .each()
                .filter(|&rank| usize::from(play.pile.points(rank)) >= need);
            if let Some(rank) = winning.next() {
                return rank;
            }
        }
        world.play.sensible()
    }

    /// The count of the other hand with this guess, without suits.
    fn shows(&self, hand: Ranks) -> usize {
        usize::from(quad_row(self.their_played.plus(hand).quad())[self.starter])
    }

    /// Whether the seat that just pegged has won.
    fn won(&self, pegged: [u8; 2], seat: usize) -> Option<f32> {
        let before = [self.board.own, self.board.theirs];
        let home = before[seat] + usize::from(pegged[seat]) >= TARGET;
        home.then_some(if seat == 0 { 1.0 } else { 0.0 })
    }

    /// The chance at the end of the play, which many worlds share.
    fn counted(&self, pegged: [u8; 2], shows: usize) -> f32 {
        self.ends.of(pegged, shows, || self.count(pegged, shows))
    }

    fn count(&self, pegged: [u8; 2], shows: usize) -> f32 {
        let board = self
            .board
            .plus(usize::from(pegged[0]), usize::from(pegged[1]));
        self.besides
            .iter()
            .map(|&([own, theirs], likely)| {
                let shown = board.plus(self.own_show + own, shows + theirs);
                likely * shown.counted(&self.book.chance)
            })
            .sum()
    }
}

/// The chance at each end of the play that was met so far, by the points that both have pegged and
/// the count of the other hand.
#[derive(Debug, Clone)]
pub(crate) struct Ends(RefCell<Vec<f32>>);

impl Ends {
    /// Plays with more points than this are rare, and their chances are computed each time.
    const PEGS: usize = 16;
    /// More than a hand can count.
    const SHOWS: usize = 32;

    /// No points so far.
    pub(crate) fn new() -> Ends {
        Ends(RefCell::new(vec![
            f32::NAN;
            Ends::PEGS * Ends::PEGS * Ends::SHOWS
        ]))
    }

    #[inline]
    fn of(&self, pegged: [u8; 2], shows: usize, compute: impl FnOnce() -> f32) -> f32 {
        let [own, theirs] = pegged.map(usize::from);
        if own >= Ends::PEGS || theirs >= Ends::PEGS || shows >= Ends::SHOWS {
            return compute();
        }
        let place = (own * Ends::PEGS + theirs) * Ends::SHOWS + shows;
        let known = self.0.borrow()[place];
        if !known.is_nan() {
            return known;
        }
        let chance = compute();
        self.0.borrow_mut()[place] = chance;
        chance
    }
}

impl Prospect {
    fn add(&mut self, more: Prospect) {
        self.chance += more.chance;
        self.own += more.own;
        self.theirs += more.theirs;
    }
}

/// A guess of the other hand, and the play with it so far.
#[derive(Debug, Clone, Copy)]
struct World {
    play: RankPlay,
    pegged: [u8; 2],
    /// The count of the other hand.
    shows: usize,
    /// The weight of the guess relative to the others.
    weight: f64,
    /// The ranks that the other player has laid since one's own last card, as digits. They
    /// distinguish worlds.
    replies: u32,
}

impl World {
    /// The contribution of this world to a sum if it ends with this chance.
    fn ended(&self, chance: f32) -> Prospect {
        Prospect {
            chance: self.weight * f64::from(chance),
            own: self.weight * f64::from(self.pegged[0]),
            theirs: self.weight * f64::from(self.pegged[1]),
        }
    }
}

/// The result of one search step in a world.
enum Step {
    /// It is one's own turn again.
    Turn(World),
    /// The play or the game is over, with this contribution to the sum.
    End(Prospect),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kernel::Rng;

    use super::*;
    use crate::bot::book::BOOK;
    use crate::bot::habits::Role;
    use crate::bot::pegging::Pile;

    /// The cards that both have played so far: all that the player can base a choice on.
    type History = Vec<(usize, usize)>;

    /// The card to play after each history.
    type Strategy = BTreeMap<History, usize>;

    /// One's own chance in a world if one follows a strategy; where the strategy has no entry, the
    /// history and the playable cards.
    fn followed(
        lookout: &Lookout,
        guess: &Guess,
        strategy: &Strategy,
    ) -> Result<f64, (History, Ranks)> {
        let World {
            mut play, shows, ..
        } = lookout.world(guess);
        let mut history = History::new();
        let mut pegged = [0; 2];
        loop {
            let seat = play.turn;
            let rank = match seat {
                0 => match strategy.get(&history) {
                    Some(&rank) => rank,
                    None => return Err((history, play.hands[0].within(play.pile.count()))),
                },
                _ => lookout.reply(&World {
                    play,
                    pegged,
                    shows,
                    weight: 1.0,
                    replies: 0,
                }),
            };
            history.push((seat, rank));
            pegged[seat] += play.lay(rank);
            if let Some(chance) = lookout.won(pegged, seat) {
                return Ok(f64::from(chance));
            }
            if play.is_over() {
                return Ok(f64::from(lookout.counted(pegged, shows)));
            }
        }
    }

    /// The mean chance of the best strategy, by trying every one of them.
    fn best_of_all(lookout: &Lookout, guesses: &[Guess], strategy: &mut Strategy) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for guess in guesses {
            match followed(lookout, guess, strategy) {
                Ok(chance) => {
                    sum += f64::from(guess.1) * chance;
                    weights += f64::from(guess.1);
                }
                Err((history, ranks)) => {
                    let mut best = 0.0_f64;
                    for rank in ranks.each() {
                        strategy.insert(history.clone(), rank);
                        best = best.max(best_of_all(lookout, guesses, strategy));
                    }
                    strategy.remove(&history);
                    return best;
                }
            }
        }
        sum / weights
    }

    /// A play that has just begun, with this many cards in each hand, and hands that the other
    /// player may hold.
    fn any_play(rng: &mut Rng, own: usize, theirs: usize, n: usize) -> (Lookout, Vec<Guess>) {
        let hand = |rng: &mut Rng, cards: usize| -> Ranks {
            // Few ranks make cards interact.
            (0..cards).map(|_| 3 + rng.below(6) as usize).collect()
        };
        let role = [Role::Dealer, Role::Pone][rng.below(2) as usize];
        let lookout = Lookout {
            book: &BOOK,
            play: RankPlay {
                hands: [hand(rng, own), Ranks::NONE, Ranks::NONE, Ranks::NONE],
                seats: 2,
                turn: 0,
                pile: Pile::default(),
                open: Ranks::NONE,
            },
            board: Board {
                role,
                own: 80 + rng.below(38) as usize,
                theirs: 80 + rng.below(38) as usize,
            },
            own_show: rng.below(13) as usize,
            their_played: hand(rng, 4 - theirs),
            starter: rng.below(13) as usize,
            besides: match role {
                Role::Dealer => vec![([2, 0], 0.5), ([6, 0], 0.5)],
                Role::Pone => vec![([0, 2], 0.5), ([0, 6], 0.5)],
            },
            ends: Ends::new(),
        };
        let guesses = (0..n).map(|_| (hand(rng, theirs), 1.0 + rng.below(3) as f32));
        let guesses = guesses.collect();
        (lookout, guesses)
    }

    #[test]
    fn the_search_finds_the_best_strategy_for_what_one_sees() {
        let mut rng = Rng::from_seed(31);
        for round in 0..300 {
            let (own, theirs) = (2 + round % 2, 2 + round / 2 % 2);
            let (lookout, guesses) = any_play(&mut rng, own, theirs, 4);
            for rank in lookout.play.hands[0].each() {
                let mut strategy = Strategy::from([(History::new(), rank)]);
                let best = best_of_all(&lookout, &guesses, &mut strategy);
                let found = lookout.prospect(rank, &guesses).chance;
                assert!((best - found).abs() < 1e-6, "{found} is not {best}");
            }
        }
    }

    /// Knowing each hand would be worth more than seeing the cards played, and the search must not
    /// know it.
    #[test]
    fn the_search_does_not_play_by_cards_that_it_cannot_see() {
        let mut rng = Rng::from_seed(32);
        let mut less = 0;
        for _ in 0..100 {
            let (lookout, guesses) = any_play(&mut rng, 4, 4, 30);
            let rank = lookout.play.sensible();
            let (mut knowing, mut weights) = (0.0, 0.0);
            for guess in &guesses {
                knowing += f64::from(guess.1) * lookout.prospect(rank, &[*guess]).chance;
                weights += f64::from(guess.1);
            }
            let seeing = lookout.prospect(rank, &guesses).chance;
            assert!(seeing <= knowing / weights + 1e-6);
            less += usize::from(seeing < knowing / weights - 1e-6);
        }
        assert!(less > 50, "only {less} of 100 plays have something to hide");
    }
}
