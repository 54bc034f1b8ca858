//! The readable specification in `rulings/`.
//!
//! A ruling is given as a pool to score (`pool 33322`), as a run in some situation (`run glass:5
//! normal:5`, then its state, then its actions), as options, or as a record.

use crate::notation::good;
use crate::run::RunPlayer;
use crate::score::{Hundredths, Layers, Levels, ScoreRules, Tally, best_of_faces};
use crate::{
    Action, DiceHands, Event, Fall, Fortune, Options, Record, Round, Run, RunDie, RunStage, RunStep,
};
use kernel::Game;
use pieces::Die;

#[test]
fn rulings_hold() {
    assert!(testkit::rulings(env!("CARGO_MANIFEST_DIR"), ruling) >= 60);
}

fn ruling(given: &str) -> String {
    let (word, rest) = given.split_once(' ').unwrap_or((given, ""));
    match word {
        "pool" => pool(rest),
        "run" => Situation::read(given).story,
        "targets" => {
            let targets = (1..=20).map(|round| crate::target(40, round).to_string());
            targets.collect::<Vec<_>>().join(" ")
        }
        "options" => testkit::faults::<DiceHands>(rest),
        _ => testkit::record_story(given, story),
    }
}

// Pools.

/// `33322 level pair=2 rule full_house=formula bonus 5 mult_bonus 1.0 score_mult 1.5`.
fn pool(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut rules, mut levels, mut layers) =
        (ScoreRules::default(), Levels::default(), Layers::default());
    for pair in words[1..].chunks(2) {
        match *pair {
            ["level", level] => set_level(&mut levels, level),
            ["rule", rule] => {
                let (name, reading) = rule.split_once('=').unwrap();
                let mut fields = serde_json::to_value(rules).unwrap();
                fields[name] = reading.into();
                rules = serde_json::from_value(fields).unwrap();
            }
            ["bonus", n] => layers.bonus = n.parse().unwrap(),
            ["mult_bonus", n] => layers.mult_bonus = n.parse::<Hundredths>().unwrap(),
            ["score_mult", n] => layers.score_mult = n.parse::<Hundredths>().unwrap(),
            ref other => panic!("what is {other:?}?"),
        }
    }
    let dice = words[0].parse();
    match dice.map_err(|error: pieces::ParseDieError| error.to_string()) {
        Err(error) => format!("refused: {error}"),
        Ok(dice) => match best_of_faces(dice, rules, levels, layers) {
            Ok(score) => tally(score.tally()),
            Err(error) => format!("refused {}: {error}", error.code()),
        },
    }
}

fn set_level(levels: &mut Levels, text: &str) {
    let (hand, level) = text.split_once('=').unwrap();
    levels
        .set(hand.parse().unwrap(), level.parse().unwrap())
        .unwrap();
}

fn tally(tally: &Tally) -> String {
    let mut lines: String = tally
        .items()
        .iter()
        .map(|item| {
            let dice: String = item.pieces.iter().map(ToString::to_string).collect();
            let dice = if dice.is_empty() {
                dice
            } else {
                format!(": {dice}")
            };
            format!("{} = {}{dice}\n", item.rule, item.points)
        })
        .collect();
    lines += &format!("total {}\n", tally.total());
    lines
}

// Runs.

/// A run in the middle of a round, and its story so far.
struct Situation {
    run: Run,
    round: Round,
    options: Options,
    story: String,
}

impl Situation {
    fn read(given: &str) -> Situation {
        let options = Options::default();
        let mut situation = Situation {
            run: Run::at_start(&options),
            round: Round {
                number: 1,
                target: 40,
                boss: None,
            },
            options,
            story: String::new(),
        };
        situation.run.stage = RunStage::Choosing;
        situation.run.rerolls = 3;
        for line in given.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            situation.line(&words);
        }
        situation
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each word of a ruling")]
    fn line(&mut self, words: &[&str]) {
        let run = &mut self.run;
        match *words {
            // The state.
            ["run", ref dice @ ..] => run.dice = dice.iter().map(|die| run_die(die)).collect(),
            ["round", n] => {
                self.round.number = n.parse().unwrap();
                self.round.target = crate::target(40, self.round.number);
            }
            ["target", n] => self.round.target = n.parse().unwrap(),
            ["boss", boss] => self.round.boss = Some(boss.parse().unwrap()),
            ["items", ref items @ ..] => {
                for item in items {
                    run.items.insert(item.parse().unwrap());
                }
            }
            ["level", level] => set_level(&mut run.levels, level),
            ["cash", n] => run.cash = n.parse().unwrap(),
            ["rerolls", n] => run.rerolls = n.parse().unwrap(),
            ["insured"] => run.insured = true,
            ["locked", ref dice @ ..] => {
                for die in dice {
                    run.dice[die.parse::<usize>().unwrap()].locked = true;
                }
            }
            ["won"] => run.passed = 12,
            // The actions.
            ["begin"] => run.begin(),
            ["passed"] => run.stage = RunStage::Settling,
            ["reroll", ref dice @ ..] => {
                let dice = dice.iter().map(|die| die.parse().unwrap()).collect();
                self.act(&Action::Reroll { dice });
            }
            ["wild", setting] => {
                let (die, face) = setting.split_once('=').unwrap();
                let (die, face) = (die.parse().unwrap(), face.parse().unwrap());
                self.act(&Action::SetWild { die, face });
            }
            ["score"] => self.act(&Action::ScoreDice),
            ["buy", offer] => self.buy(offer, None),
            ["buy", offer, "for", die] => self.buy(offer, Some(die)),
            ["leave"] => self.act(&Action::LeaveShop),
            ["stop"] => self.act(&Action::StopRun),
            ["lock", ref dice @ ..] => {
                let locked = dice.iter().map(|die| die.parse().unwrap()).collect();
                let falls = (0..run.dice.len()).map(|die| Fall {
                    die: die as u8,
                    face: run.dice[die].face,
                    breaks: false,
                    copies: None,
                });
                let falls = falls.collect();
                self.meet(&Fortune::Throw { locked, falls });
            }
            ["throw", ref falls @ ..] => {
                let falls = falls.iter().map(|text| fall(text)).collect();
                let locked = Vec::new();
                self.meet(&Fortune::Throw { locked, falls });
            }
            ["collect", die, ref goods @ ..] => self.shop(Some(die.parse().unwrap()), goods),
            ["shop", ref goods @ ..] => self.shop(None, goods),
            ["visit", ref goods @ ..] => {
                self.shop(None, goods);
                self.story.clear();
            }
            ["show"] => self.story += &dice(&self.run),
            ref other => panic!("what is {other:?}?"),
        }
    }

    fn shop(&mut self, collected: Option<u8>, goods: &[&str]) {
        let goods = goods.iter().map(|name| good(name).unwrap()).collect();
        self.meet(&Fortune::Shop { collected, goods });
    }

    fn player(&self) -> RunPlayer<'_> {
        RunPlayer {
            run: &self.run,
            round: &self.round,
            options: &self.options,
        }
    }

    fn buy(&mut self, offer: &str, replace: Option<&str>) {
        self.act(&Action::Buy {
            offer: offer.parse().unwrap(),
            replace: replace.map(|die| die.parse().unwrap()),
        });
    }

    fn act(&mut self, action: &Action) {
        match self.player().act(action) {
            Ok(steps) => self.take(steps),
            Err(illegal) => {
                let word = kernel::Reason::word(&illegal);
                self.story += &format!("refused {word}: {illegal}\n");
            }
        }
    }

    fn meet(&mut self, fortune: &Fortune) {
        match self.player().meet(fortune) {
            Some(steps) => self.take(steps),
            None => self.story += "that cannot happen\n",
        }
    }

    fn take(&mut self, steps: Vec<RunStep>) {
        for step in steps {
            self.run.apply(&step);
            self.story += &told(&step, &self.run, self.round.target);
        }
    }
}

/// `glass:5`, a die that was thrown once.
fn run_die(text: &str) -> RunDie {
    let (kind, face) = text.split_once(':').unwrap();
    RunDie {
        face: face.parse().unwrap(),
        throws: 1,
        ..RunDie::new(kind.parse().unwrap())
    }
}

/// `0:5`, `0:5!`, `0:5>2`.
fn fall(text: &str) -> Fall {
    let (die, rest) = text.split_once(':').unwrap();
    let (rest, copies) = match rest.split_once('>') {
        Some((rest, other)) => (rest, Some(other.parse().unwrap())),
        None => (rest, None),
    };
    let face = rest.trim_end_matches('!');
    let face: Die = face.parse().unwrap();
    Fall {
        die: die.parse().unwrap(),
        face,
        breaks: rest.ends_with('!'),
        copies,
    }
}

fn dice(run: &Run) -> String {
    let dice = run.dice.iter().map(|die| {
        let locked = if die.locked { " locked" } else { "" };
        format!("{}:{}{locked}", die.kind, die.face)
    });
    format!("dice {}\n", dice.collect::<Vec<_>>().join(", "))
}

/// A step in words, and the run after it.
fn told(step: &RunStep, run: &Run, target: u64) -> String {
    match step {
        RunStep::Started { rerolls, .. } => format!("{rerolls} rerolls\n"),
        RunStep::Rolled { landed } | RunStep::Rerolled { landed } => {
            let mut lines = String::new();
            for landed in landed {
                if landed.broke {
                    lines += &format!("die {} breaks\n", landed.die);
                }
                if landed.saved {
                    lines += &format!("die {} is saved\n", landed.die);
                }
            }
            lines + &dice(run)
        }
        RunStep::Picked { dice } => {
            format!("throws {dice:?} again, {} rerolls left\n", run.rerolls)
        }
        RunStep::WildSet { .. } => dice(run),
        RunStep::Scored {
            tally: scored,
            passed,
        } => {
            let verdict = if *passed { "passed" } else { "out" };
            format!("{}{verdict}, the target is {target}\n", tally(scored))
        }
        RunStep::Paid { pay } => {
            let reasons: Vec<String> = pay
                .reasons()
                .map(|(rule, dollars)| format!("{rule:?} {dollars}"))
                .collect();
            let total = pay.total();
            format!("paid {}: {total}, cash {}\n", reasons.join(" + "), run.cash)
        }
        RunStep::Collected { die } => format!("die {die} becomes normal\n"),
        RunStep::ShopOpened { shop } => {
            let offers = shop.offers.iter().enumerate();
            let offers = offers
                .map(|(number, offer)| format!("{number}: {} ${}\n", offer.good, offer.price));
            format!("the shop opens\n{}", offers.collect::<String>())
        }
        RunStep::Bought { offer, price, .. } => {
            let shop = run.shop.as_ref().unwrap();
            let good = shop.offers[usize::from(*offer)].good;
            format!("buys {good} for ${price}, cash {}\n", run.cash)
        }
        RunStep::ShopLeft => "leaves the shop\n".to_owned(),
        RunStep::Stopped => "stops\n".to_owned(),
    }
}

// Options and records.

fn story(record: &Record, n_before: usize) -> String {
    let mut game = DiceHands::new(record.options().clone()).unwrap();
    let mut story = String::new();
    for (n, event) in record.events().iter().enumerate() {
        game.evolve(event);
        if n >= n_before {
            story += &told_event(event, &game);
        }
    }
    let scores: Vec<String> = game.scores().values().map(ToString::to_string).collect();
    story + &format!("scores {}\n", scores.join(" "))
}

fn told_event(event: &Event, game: &DiceHands) -> String {
    match event {
        Event::RoundStarted(round) => {
            let boss = round.boss.map_or(String::new(), |boss| format!(", {boss}"));
            format!("round {}, target {}{boss}\n", round.number, round.target)
        }
        Event::Rerolling { seat } => format!("seat {seat} rerolls\n"),
        Event::Step { seat, step, .. } => {
            let target = game.table().round.target;
            let told = told(step, game.run(*seat), target);
            told.lines()
                .map(|line| format!("seat {seat}: {line}\n"))
                .collect()
        }
        Event::Finished { seat } => format!("seat {seat} has finished\n"),
        Event::RoundEnded => "the round ends\n".to_owned(),
        Event::Ended { winners } => {
            let winners: Vec<String> = winners.iter().map(ToString::to_string).collect();
            format!("the game ends, won by [{}]\n", winners.join(", "))
        }
    }
}
