//! Asks a person for a move: shows their dice with the hands they make, and reads the answer.

use std::io;

use dice::reroll::{Objective, advise};
use dice::split::Scorer;
use dice::{Action, DieKind, PublicTable, Run, RunStage, View, hand_letter, lay_out};
use kernel::{Rng, Seen};

use crate::play::cast::Cast;
use crate::play::console::Console;
use crate::play::sitting::PersonReply;
use crate::pool::{style, table};
use crate::style::{FAINT, styled};

const HELP: &str =
    "  Dice: type their numbers to throw them again, as 1 3 or 13; s scores them as they lie.
  w 2 6 sets the wild die 2 to a six; a asks for advice.
  Shop: type the number of an offer; a new die also says what it replaces, as 1 for 4. l leaves.
  stop ends a run that is won.   ?  this help   q  leave the game";

/// Asks until the answer makes sense; the rules decide whether it is allowed.
pub(crate) fn ask(
    console: &mut Console<'_>,
    seen: &Seen<View>,
    cast: &Cast,
) -> io::Result<PersonReply<Action>> {
    let (view, viewer) = (seen.value(), seen.viewer());
    let run = viewer.seat().and_then(|seat| view.run(viewer, seat));
    let Some(run) = run else {
        return Ok(PersonReply::Leave);
    };
    for line in situation(run, &view.table) {
        console.say(line)?;
    }
    let name = match viewer.seat() {
        Some(seat) if cast.you().is_none() => format!("{}, ", cast.name(seat)),
        _ => String::new(),
    };
    let question = match (&run.stage, name.is_empty()) {
        (RunStage::Shopping, true) => "Buy which (l leaves)?",
        (RunStage::Shopping, false) => "buy which (l leaves)?",
        (_, true) => "Throw which again (s scores)?",
        (_, false) => "throw which again (s scores)?",
    };
    loop {
        let Some(answer) = console.ask(format!("{name}{question}"))? else {
            return Ok(PersonReply::Leave);
        };
        match answer.as_str() {
            "?" | "h" | "help" => console.say(HELP)?,
            "a" | "advice" => console.say(advice(run, &view.table))?,
            "q" | "quit" => {
                if console.confirm("Leave the game?")? {
                    return Ok(PersonReply::Leave);
                }
            }
            answer => match read(run, answer) {
                Ok(action) => return Ok(PersonReply::Act(action)),
                Err(message) => console.say(format!("{message} (? helps)"))?,
            },
        }
    }
}

/// The dice, and their present score.
fn situation(run: &Run, table_of: &PublicTable) -> Vec<String> {
    let boss = table_of.round.boss;
    if run.stage == RunStage::Shopping {
        return Vec::new();
    }
    let Ok(score) = run.score(table_of.options.rules, boss) else {
        return Vec::new();
    };
    let playing = run.scoring_dice(boss);
    let hands = lay_out(&playing, score.split());
    let dice = (1..).zip(&run.dice).zip(playing.iter().zip(hands));
    let dice = dice.map(|((number, die), (playing, hand))| {
        let number = styled(FAINT, format!("{number})"));
        let face = match hand {
            Some(hand) => styled(
                style(hand),
                format!("{}{}", hand_letter(hand), playing.face),
            ),
            None => format!("·{}", playing.face),
        };
        let kind = match die.kind {
            DieKind::Normal => String::new(),
            kind => format!(" {kind}"),
        };
        let locked = if die.locked { " locked" } else { "" };
        format!("{number} {face}{kind}{locked}")
    });
    let mut lines = vec![String::new(), dice.collect::<Vec<_>>().join("   ")];
    lines.extend(table(score.tally().items(), score.total()));
    let rerolls = match run.rerolls {
        1 => "1 reroll".to_owned(),
        n => format!("{n} rerolls"),
    };
    let target = table_of.round.target;
    lines.push(format!("Target {target}, {rerolls} left, ${}.", run.cash));
    lines
}

/// The best dice to throw again, and the chance of reaching the target.
fn advice(run: &Run, table_of: &PublicTable) -> String {
    if run.stage == RunStage::Shopping {
        return "There is no advice on shopping.".to_owned();
    }
    let setting = run.best_setting(table_of.options.rules, table_of.round.boss);
    let rules = dice::score::ScoreRules {
        level_cap: run.level_cap(table_of.options.rules),
        ..table_of.options.rules
    };
    let target = u32::try_from(table_of.round.target).unwrap_or(u32::MAX);
    let situation = run.situation(table_of.round.boss);
    let advice = Scorer::new(rules, run.levels).map_err(|error| error.to_string());
    let advice = advice.and_then(|scorer| {
        let reach = Objective::Reach { target };
        advise(
            &scorer,
            &situation,
            run.rerolls,
            reach,
            &mut Rng::from_seed(0),
        )
        .map_err(|error| error.to_string())
    });
    match advice {
        Err(error) => error,
        Ok(advice) => {
            let best = advice.best();
            let chance = format!("{:.1} % to reach {target}", 100.0 * best.value);
            let numbers: Vec<String> = best
                .throws
                .iter()
                .map(|die| (die + 1).to_string())
                .collect();
            match (numbers.is_empty(), setting.first()) {
                (false, _) => format!("Throw {}: {chance}.", numbers.join(" ")),
                (true, Some((die, face))) => format!("Set die {} to {face}: {chance}.", die + 1),
                (true, None) => format!("Score: {chance}."),
            }
        }
    }
}

/// The action of an answer.
fn read(run: &Run, answer: &str) -> Result<Action, String> {
    let words: Vec<&str> = answer
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    match (&run.stage, &words[..]) {
        (_, ["stop"]) => Ok(Action::StopRun),
        (RunStage::Shopping, ["l" | "leave"]) => Ok(Action::LeaveShop),
        (RunStage::Shopping, [offer]) => Ok(Action::Buy {
            offer: place(offer)?,
            replace: None,
        }),
        (RunStage::Shopping, [offer, "for", die] | [offer, die]) => Ok(Action::Buy {
            offer: place(offer)?,
            replace: Some(place(die)?),
        }),
        (_, ["s" | "score"]) => Ok(Action::ScoreDice),
        (_, ["w" | "wild", die, face]) => {
            let face = face
                .parse()
                .map_err(|error: pieces::ParseDieError| error.to_string())?;
            Ok(Action::SetWild {
                die: place(die)?,
                face,
            })
        }
        // With fewer than ten dice their numbers may be typed without spaces.
        (_, [digits]) if run.dice.len() < 10 => {
            let dice = digits.chars().map(|digit| place(&digit.to_string()));
            let dice = dice.collect::<Result<_, _>>()?;
            Ok(Action::Reroll { dice })
        }
        (_, dice) => {
            let dice = dice
                .iter()
                .map(|die| place(die))
                .collect::<Result<_, _>>()?;
            Ok(Action::Reroll { dice })
        }
    }
}

/// The index, from 0, of a number from 1.
fn place(number: &str) -> Result<u8, String> {
    let place = number
        .parse::<u8>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    place.ok_or_else(|| format!("this must be a number from 1 on, not {number:?}"))
}
