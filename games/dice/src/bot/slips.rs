//! The errors that people make, for the levels below `hard`.
//!
//! A level begins with a sound action and then may err. Each slip has an occasion, a rate and a
//! wrong action. The rate is the number of occasions in a hundred in which the slip is made, by
//! the luck of the bot alone: the same key errs in the same places.
//!
//! Once the dice reach the target there is no occasion, because nobody throws such dice again.
//!
//! | slip | occasion | wrong action |
//! |---|---|---|
//! | `forgets_straight` | the sound throw keeps three faces or more that follow each other, and there is a pair | keeps the dice that are alike and throws the rest |
//! | `misses_split` | the sound throw keeps two groups of like dice | keeps the greater one and throws the rest |
//! | `long_shot` | twice the target needs another throw | throws for twice the target |
//! | `glitter` | a special die or an item can be paid that sound taste leaves | buys the dearest |
//!
//! A decision has at most one slip; they are tried in this order.

use super::Position;
use super::exact::rules;
use crate::die_kind::DieKind;
use crate::reroll::{self, Objective};
use crate::run::RunPlayer;
use crate::shop::Good;
use crate::split::Scorer;
use crate::state::Action;
use kernel::Rng;

/// The number of occasions in a hundred in which each slip is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slips {
    /// Keeps a pair and forgets the straight.
    forgets_straight: u32,
    /// Keeps one group of like dice and breaks the other.
    misses_split: u32,
    /// Throws for a score that is out of reach.
    long_shot: u32,
    /// Buys what glitters.
    glitter: u32,
}

impl Slips {
    /// A beginner.
    pub(super) const EASY: Slips = Slips {
        forgets_straight: 70,
        misses_split: 60,
        long_shot: 60,
        glitter: 60,
    };

    /// Somebody who plays now and then.
    pub(super) const MEDIUM: Slips = Slips {
        forgets_straight: 50,
        misses_split: 40,
        long_shot: 45,
        glitter: 40,
    };

    /// The action at the dice that replaces a sound one.
    pub(super) fn throw(&self, position: Position<'_>, sound: Action, rng: &mut Rng) -> Action {
        let Action::Reroll { dice: thrown } = &sound else {
            return sound;
        };
        if has_reached(position) {
            return sound;
        }
        let kept = Kept::of(position, thrown);
        let occasions = [
            (self.forgets_straight, kept.instead_of_straight()),
            (self.misses_split, kept.instead_of_two_groups()),
        ];
        for (rate, wrong) in occasions {
            if let Some(wrong) = wrong.filter(|_| strikes(rate, rng)) {
                return Action::Reroll { dice: wrong };
            }
        }
        let wrong = long_shot(position, thrown, rng);
        match wrong.filter(|_| strikes(self.long_shot, rng)) {
            Some(wrong) => Action::Reroll { dice: wrong },
            None => sound,
        }
    }

    /// The action in the shop that replaces a sound one.
    pub(super) fn shop(&self, position: Position<'_>, sound: Action, rng: &mut Rng) -> Action {
        let wrong = glitter(position).filter(|wrong| !is_same_offer(wrong, &sound));
        wrong
            .filter(|_| strikes(self.glitter, rng))
            .unwrap_or(sound)
    }
}

/// Whether the present dice reach the target: nobody throws such dice again.
fn has_reached(position: Position<'_>) -> bool {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let score = run.score(rules(run, options), round.boss);
    let total = score.map_or(0, |score| score.total());
    u64::try_from(total).is_ok_and(|total| total >= round.target)
}

fn strikes(rate: u32, rng: &mut Rng) -> bool {
    rng.below(100) < rate
}

/// The dice of a run by face, and which of them a sound throw keeps.
struct Kept {
    /// The places of the dice of each face from one to six, as they play; wild dice have none.
    places: [Vec<u8>; 6],
    /// The number of dice of each face that stay.
    stay: [usize; 6],
    /// The dice that may be thrown.
    free: Vec<u8>,
}

impl Kept {
    fn of(position: Position<'_>, thrown: &[u8]) -> Kept {
        let Position { run, round, .. } = position;
        let mut kept = Kept {
            places: Default::default(),
            stay: [0; 6],
            free: Vec::new(),
        };
        let faces = run.scoring_dice(round.boss);
        for ((place, die), playing) in (0..).zip(&run.dice).zip(faces) {
            if die.kind.under(round.boss) == DieKind::Wild {
                continue;
            }
            let face = usize::from(playing.face.face()) - 1;
            kept.places[face].push(place);
            kept.stay[face] += usize::from(!thrown.contains(&place));
            if !die.locked {
                kept.free.push(place);
            }
        }
        kept
    }

    /// The greatest group of like dice, if there are two or more; the higher of equals.
    fn alike(&self) -> Option<usize> {
        let greatest = (0..6).max_by_key(|&face| self.places[face].len())?;
        (self.places[greatest].len() > 1).then_some(greatest)
    }

    /// The dice to throw if only those of one face stay.
    fn all_but(&self, face: usize) -> Option<Vec<u8>> {
        let others = self.free.iter().copied();
        let others = others.filter(|place| !self.places[face].contains(place));
        Some(others.collect::<Vec<u8>>()).filter(|others| !others.is_empty())
    }

    fn instead_of_straight(&self) -> Option<Vec<u8>> {
        let longest = self.stay.split(|&n| n == 0).map(<[usize]>::len).max()?;
        let is_run = longest >= 3 && self.stay.iter().all(|&n| n < 2);
        self.all_but(self.alike().filter(|_| is_run)?)
    }

    fn instead_of_two_groups(&self) -> Option<Vec<u8>> {
        let groups = self.stay.iter().filter(|&&n| n > 1).count();
        self.all_but(self.alike().filter(|_| groups > 1)?)
    }
}

/// The dice to throw for twice the target, if they are others.
fn long_shot(position: Position<'_>, thrown: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let scorer = Scorer::new(rules(run, options), run.levels).ok()?;
    let target = u32::try_from(2 * round.target).ok()?;
    let situation = run.situation(round.boss);
    let far = Objective::Reach { target };
    let keeps = reroll::keeps(&scorer, &situation, run.rerolls, far, rng).ok()?;
    let best = keeps.into_iter().next()?;
    let is_other = best.value > 0.0 && !best.throws.is_empty() && best.throws != thrown;
    is_other.then_some(best.throws)
}

/// Buys the dearest special die or item that can be paid; a die replaces a normal one.
fn glitter(position: Position<'_>) -> Option<Action> {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let shop = run.shop.as_ref()?;
    let glitters = |action: &Action| {
        let Action::Buy { offer, replace } = action else {
            return None;
        };
        let offer = shop.offers.get(usize::from(*offer))?;
        let replaced = replace.and_then(|place| run.dice.get(usize::from(place)));
        let is_plain = replaced.is_none_or(|die| die.kind == DieKind::Normal);
        let shines = matches!(offer.good, Good::Die(_) | Good::Item(_));
        (shines && is_plain).then(|| (offer.price, action.clone()))
    };
    let legal = RunPlayer::new(run, round, options).legal_actions();
    let dearest = legal.iter().filter_map(glitters);
    // Of equally dear ones the first.
    let dearest = dearest.reduce(|best, next| if next.0 > best.0 { next } else { best });
    dearest.map(|(_, action)| action)
}

fn is_same_offer(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Buy { offer: one, .. }, Action::Buy { offer: other, .. }) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::level::Level;
    use crate::options::Options;
    use crate::run::{Round, RunStage};
    use crate::score::HandKind;
    use crate::shop::Shop;
    use crate::state::DiceHands;
    use crate::throw::RunDie;
    use kernel::{Key, Seat};
    use pieces::Die;

    const SEAT: Seat = Seat(0);
    const KEYS: u64 = 2_000;

    /// A run that has thrown these faces and has one reroll left.
    fn thrown(faces: &str, target: u64) -> DiceHands {
        let mut game = DiceHands::at_start(Options::default());
        game.table.round = Round {
            number: 1,
            target,
            boss: None,
        };
        let run = &mut game.runs[SEAT];
        let dice = faces.bytes().map(|face| RunDie {
            face: Die::ALL[usize::from(face - b'1')],
            throws: 1,
            ..RunDie::new(DieKind::Normal)
        });
        run.dice = dice.collect();
        run.rerolls = 1;
        run.stage = RunStage::Choosing;
        game
    }

    fn in_shop(goods: &[Good], cash: u64) -> DiceHands {
        let mut game = thrown("11111", 40);
        let run = &mut game.runs[SEAT];
        run.stage = RunStage::Shopping;
        run.cash = cash;
        run.shop = Some(Shop::of(goods, false));
        game
    }

    /// The share of keys that do this.
    fn share(game: &DiceHands, level: &Level, action: &Action) -> f64 {
        let does = |seed: &u64| {
            let rng = &mut Key::from_seed(*seed).stream("bot");
            level.choose(Position::in_game(game, SEAT), rng) == *action
        };
        (0..KEYS).filter(does).count() as f64 / KEYS as f64
    }

    /// Both levels must do this as often as the rate says, within 3.5 standard errors.
    #[track_caller]
    fn check(game: &DiceHands, wrong: &Action, rate: fn(&Slips) -> u32) {
        for (level, slips) in [(Level::EASY, Slips::EASY), (Level::MEDIUM, Slips::MEDIUM)] {
            let rate = f64::from(rate(&slips)) / 100.0;
            let share = share(game, &level, wrong);
            let error = (rate * (1.0 - rate) / KEYS as f64).sqrt();
            assert!((share - rate).abs() < 3.5 * error, "{share} for {rate}");
        }
        assert_eq!(share(game, &Level::HARD, wrong), 0.0);
    }

    fn throws(dice: &[u8]) -> Action {
        Action::Reroll {
            dice: dice.to_vec(),
        }
    }

    #[test]
    fn a_pair_is_kept_and_the_straight_forgotten() {
        // The small straight makes 124; the large one makes 265.
        let game = thrown("23455", 200);
        check(&game, &throws(&[0, 1, 2]), |slips| slips.forgets_straight);
    }

    #[test]
    fn of_two_pairs_one_is_broken() {
        // A full house makes 130 or more, two pairs 86.
        let game = thrown("33552", 110);
        check(&game, &throws(&[0, 1, 4]), |slips| slips.misses_split);
    }

    #[test]
    fn glitter_is_bought() {
        let goods = [
            Good::Upgrade(HandKind::LargeStraight),
            Good::Die(DieKind::Light),
        ];
        let game = in_shop(&goods, 5);
        let wrong = Action::Buy {
            offer: 1,
            replace: Some(4),
        };
        check(&game, &wrong, |slips| slips.glitter);
    }

    #[test]
    fn the_same_key_errs_in_the_same_way() {
        let game = thrown("23455", 200);
        for seed in 0..50 {
            let choose = || {
                let rng = &mut Key::from_seed(seed).stream("bot");
                Level::EASY.choose(Position::in_game(&game, SEAT), rng)
            };
            assert_eq!(choose(), choose());
        }
    }

    /// Dice that reach the target are not thrown again.
    #[test]
    fn what_is_enough_is_not_broken() {
        let game = thrown("23455", 100);
        assert_eq!(share(&game, &Level::EASY, &Action::ScoreDice), 1.0);
        // The small straight passes, and a large one would pay more.
        let sound = Level::HARD.choose(Position::in_game(&game, SEAT), &mut Rng::from_seed(1));
        assert!([throws(&[3]), throws(&[4])].contains(&sound), "{sound:?}");
        assert_eq!(share(&game, &Level::MEDIUM, &sound), 1.0);
    }

    /// Two sixes pass if any of three dice makes a pair or a triple of them; all even makes 200,
    /// half the time.
    #[test]
    fn a_long_shot_is_taken() {
        let game = thrown("66124", 60);
        let sound = Level::HARD.choose(Position::in_game(&game, SEAT), &mut Rng::from_seed(1));
        assert_eq!(sound, throws(&[2, 3, 4]));
        check(&game, &throws(&[2]), |slips| slips.long_shot);
    }
}
