//! The exact bots pass rounds exactly as often as possible.
//!
//! A bot is asked for its action in every roll that it can reach, and the rules follow every way in
//! which the dice may fall. Its chance of passing is therefore known without any luck, and is
//! compared with the one in the tables. Then whole runs are played, and the passed rounds are
//! counted.

use crate::boss::Boss;
use crate::die_kind::DieKind::{self, *};
use crate::options::Options;
use crate::reroll::{Objective, RerollTable};
use crate::run::{Round, Run, RunStage};
use crate::split::Scorer;
use crate::state::{Action, DiceHands, Phase};
use crate::throw::{Fall, RunDie, land};
use kernel::{Bot, Game, Input, Key, Rng, Seat, Seen, Sight, Turn, Viewer, bot};
use pieces::Die;
use std::collections::BTreeMap;

const SEAT: Seat = Seat(0);

fn hard() -> &'static Bot<DiceHands> {
    bot("hard").expect("a bot")
}

fn expert() -> &'static Bot<DiceHands> {
    bot("expert").expect("a bot")
}

/// A round of a run with these dice, the first `locked` of which are locked.
fn round_with(kinds: &[DieKind], locked: usize, rerolls: u8, round: Round) -> DiceHands {
    let mut game = DiceHands::new(Options::default()).expect("a game");
    let run = &mut game.runs[SEAT];
    run.dice = kinds.iter().map(|&kind| RunDie::new(kind)).collect();
    for (place, die) in run.dice.iter_mut().enumerate() {
        die.locked = place < locked;
        die.face = if die.kind == Heavy {
            Die::Five
        } else {
            Die::Two
        };
    }
    run.rerolls = rerolls;
    run.stage = RunStage::Choosing;
    game.table.round = round;
    game.table.phase = Phase::Playing;
    game.shown = game.runs.clone();
    game
}

/// The best chance of passing, by the tables.
fn best_chance(run: &Run, round: &Round, options: &Options) -> Option<f64> {
    let scorer = Scorer::new(options.rules, run.levels).expect("a scorer");
    let target = u32::try_from(round.target).expect("a target of the first rounds");
    let reach = Objective::Reach { target };
    let situation = run.situation(round.boss);
    let table = RerollTable::new(&scorer, &situation, run.rerolls, reach).ok()?;
    Some(table.expected(run.rerolls))
}

/// Follows a bot through every way in which the dice may fall.
struct Follower {
    bot: &'static Bot<DiceHands>,
    known: BTreeMap<String, f64>,
}

impl Follower {
    /// The bot's chance before the first throw.
    fn chance(&mut self, game: &DiceHands) -> f64 {
        let places: Vec<u8> = (0..)
            .zip(&game.runs[SEAT].dice)
            .filter(|(_, die)| !die.locked)
            .map(|(place, _)| place)
            .collect();
        self.thrown(game, &places)
    }

    /// The mean over every way in which these dice may fall.
    fn thrown(&mut self, game: &DiceHands, places: &[u8]) -> f64 {
        let run = &game.runs[SEAT];
        let mut ways: Vec<(Vec<Fall>, f64)> = vec![(Vec::new(), 1.0)];
        for &place in places {
            let each = falls(run, place, game.table.round.boss);
            let longer = ways.iter().flat_map(|(falls, chance)| {
                let with = |(fall, likely): &(Fall, f64)| {
                    ([&falls[..], &[*fall]].concat(), chance * likely)
                };
                each.iter().map(with).collect::<Vec<_>>()
            });
            ways = longer.collect();
        }
        // Ways that lead to the same dice are followed once.
        let mut after: BTreeMap<String, (DiceHands, f64)> = BTreeMap::new();
        for (falls, chance) in ways {
            let mut game = game.clone();
            for landed in land(&run.dice, &falls, false) {
                let die = &mut game.runs[SEAT].dice[usize::from(landed.die)];
                die.face = landed.face;
                die.throws += 1;
                if landed.broke {
                    die.kind = Broken;
                }
            }
            // Dice of one kind are equal, and the number of throws matters only to glass.
            game.runs[SEAT]
                .dice
                .sort_by_key(|die| (die.locked, die.kind, die.face));
            for die in &mut game.runs[SEAT].dice {
                die.throws = 1;
            }
            let key = format!("{:?}", game.runs[SEAT].dice);
            after.entry(key).or_insert((game, 0.0)).1 += chance;
        }
        after
            .into_values()
            .map(|(game, chance)| chance * self.lying(game))
            .sum()
    }

    /// The chance of dice that lie.
    fn lying(&mut self, mut game: DiceHands) -> f64 {
        let run = &game.runs[SEAT];
        let key = format!("{:?} {}", run.dice, run.rerolls);
        if let Some(&chance) = self.known.get(&key) {
            return chance;
        }
        let passed = |game: &DiceHands| {
            let score = game.runs[SEAT].score(game.table.options.rules, game.table.round.boss);
            score.expect("a score").total() as u64 >= game.table.round.target
        };
        let chance = loop {
            game.shown = game.runs.clone();
            match self.choice(&game) {
                Action::SetWild { die, face } => game.runs[SEAT].dice[usize::from(die)].face = face,
                Action::ScoreDice => break if passed(&game) { 1.0 } else { 0.0 },
                Action::Reroll { dice } => {
                    game.runs[SEAT].rerolls -= 1;
                    break self.thrown(&game, &dice);
                }
                other => panic!("{other:?} is nothing to do with dice"),
            }
        };
        self.known.insert(key, chance);
        chance
    }

    fn choice(&self, game: &DiceHands) -> Action {
        let sight = Sight {
            seat: SEAT,
            view: &Seen::view(game, Viewer::Seat(SEAT)),
            legal: &game.legal_actions(SEAT),
        };
        (self.bot.choose)(&sight, &mut Rng::from_seed(5))
    }
}

/// Every way in which a die may fall, with its chance.
fn falls(run: &Run, place: u8, boss: Option<Boss>) -> Vec<(Fall, f64)> {
    let die = run.dice[usize::from(place)];
    let kind = die.kind.under(boss);
    let faces: Vec<Die> = Die::ALL
        .into_iter()
        .filter(|&face| kind.has(face))
        .collect();
    let breaks: &[(bool, f64)] = match kind == Glass && die.throws > 0 {
        true => &[(true, 0.1), (false, 0.9)],
        false => &[(false, 1.0)],
    };
    let others: Vec<Option<u8>> = match kind {
        Echo => (0..run.dice.len() as u8)
            .filter(|&other| other != place)
            .map(Some)
            .collect(),
        _ => vec![None],
    };
    let mut all = Vec::new();
    for &face in &faces {
        for &(breaks, likely) in breaks {
            for &copies in &others {
                let fall = Fall {
                    die: place,
                    face,
                    breaks,
                    copies,
                };
                all.push((fall, likely / (faces.len() * others.len()) as f64));
            }
        }
    }
    all
}

#[track_caller]
fn check(
    bot: &'static Bot<DiceHands>,
    kinds: &[DieKind],
    locked: usize,
    rerolls: u8,
    number: u32,
    target: u64,
    boss: Option<Boss>,
) {
    let round = Round {
        number,
        target,
        boss,
    };
    let game = round_with(kinds, locked, rerolls, round);
    let best = best_chance(&game.runs[SEAT], &round, &game.table.options).expect("a table");
    let chance = Follower {
        bot,
        known: BTreeMap::new(),
    }
    .chance(&game);
    assert!(
        (best - chance).abs() < 1e-9,
        "{} passes with {chance}, and {best} can be had",
        bot.name()
    );
    assert!(
        (0.02..0.9999).contains(&best),
        "{best} says nothing about the play"
    );
}

#[test]
fn plain_dice_pass_as_often_as_can_be() {
    for (number, target) in [(1, 40), (2, 54), (3, 72), (5, 132), (6, 179), (7, 242)] {
        check(hard(), &[Normal; 5], 0, 3, number, target, None);
    }
    for rerolls in [0, 1, 2] {
        check(expert(), &[Normal; 5], 0, rerolls, 3, 72, None);
    }
    check(hard(), &[Normal; 6], 0, 2, 9, 441, None);
}

#[test]
fn every_boss_is_met_as_well_as_can_be() {
    check(hard(), &[Normal; 5], 2, 3, 4, 98, Some(Boss::Lockdown));
    check(
        hard(),
        &[Normal, Normal, Normal, Heavy, Light],
        0,
        3,
        4,
        98,
        Some(Boss::Inverter),
    );
    check(hard(), &[Normal; 5], 0, 1, 4, 98, Some(Boss::Miser));
    check(
        hard(),
        &[Normal, Normal, Normal, Odd, Wild],
        0,
        2,
        4,
        98,
        Some(Boss::Silencer),
    );
    check(
        hard(),
        &[Normal, Normal, Normal, Normal, Heavy],
        0,
        3,
        4,
        98,
        Some(Boss::Collector),
    );
}

#[test]
fn dice_of_every_kind_pass_as_often_as_can_be() {
    check(
        hard(),
        &[Normal, Normal, Normal, Odd, Odd],
        0,
        2,
        5,
        132,
        None,
    );
    check(
        hard(),
        &[Normal, Normal, Normal, Even, Light],
        0,
        2,
        5,
        132,
        None,
    );
    check(
        hard(),
        &[Heavy, Heavy, Heavy, Normal, Normal],
        0,
        3,
        6,
        179,
        None,
    );
    check(
        hard(),
        &[Normal, Normal, Normal, Normal, Wild],
        0,
        2,
        7,
        242,
        None,
    );
    check(
        hard(),
        &[Normal, Normal, Normal, Normal, Echo],
        0,
        2,
        5,
        132,
        None,
    );
    check(hard(), &[Normal, Normal, Normal, Glass], 0, 2, 5, 132, None);
}

/// Runs of up to eight rounds and two bosses, with any purchases, from a first target so high that
/// most runs fail on the way. Each round is passed with the chance that the tables give before its
/// throw; the number of passed rounds therefore differs from the sum of these chances only by luck.
#[test]
fn rounds_of_whole_runs_are_passed_as_often_as_the_tables_say() {
    let (mut passed, mut expected, mut variance, mut rounds) = (0.0, 0.0, 0.0, 0);
    for seed in 0..120 {
        for (chance, pass) in played(seed) {
            passed += f64::from(u8::from(pass));
            expected += chance;
            variance += chance * (1.0 - chance);
            rounds += 1;
        }
    }
    let off = (passed - expected) / f64::sqrt(variance);
    // Three standard errors are exceeded once in 370, and these seeds are always the same.
    assert!(
        off.abs() < 3.0,
        "{passed} of {rounds} rounds, and {expected:.1} expected: {off:.2}"
    );
    assert!(rounds > 300 && variance > 30.0, "{rounds} {variance}");
}

/// The rounds of a run up to the eighth: the chance of passing each before its throw, and whether
/// it was passed.
fn played(seed: u64) -> Vec<(f64, bool)> {
    let key = Key::from_seed(seed);
    let options = Options {
        first_target: 110,
        ..Options::default()
    };
    let mut game = DiceHands::new(options).expect("a game");
    let mut rounds: Vec<(f64, bool)> = Vec::new();
    for n in 0.. {
        let input = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(_) => {
                let sight = Sight {
                    seat: SEAT,
                    view: &Seen::view(&game, Viewer::Seat(SEAT)),
                    legal: &game.legal_actions(SEAT),
                };
                let action = (hard().choose)(&sight, &mut key.stream(&format!("bot/{n}")));
                Input::Act { seat: SEAT, action }
            }
        };
        for event in game.decide(&input).expect("what a bot does is legal") {
            game.evolve(&event);
        }
        let (run, round) = (game.run(SEAT), game.table.round);
        let begins = run.stage == RunStage::Choosing && run.dice.iter().all(|die| die.throws == 1);
        if matches!(input, Input::Chance(_)) && begins {
            if round.number > 8 {
                break;
            }
            // A round without a table is not counted.
            let chance = best_chance(run, &round, &game.table.options);
            rounds.extend(chance.map(|chance| (chance, false)));
        }
        if let (Some(last), RunStage::Settling) = (rounds.last_mut(), &run.stage) {
            last.1 = true;
        }
    }
    rounds
}
