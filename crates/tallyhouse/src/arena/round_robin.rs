//! All bots of a game against each other, and the rating of each.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use arena::{Contestant, Match, Pair, Rating, Ratings};
use kernel::{AnyRefusal, Kind, Level, rating};
use serde::Serialize;
use serde_json::Value;

use super::{Args, beside, contest, plan, play, write_json};
use crate::games;
use crate::style::{FAINT, STRONG, styled};

/// The result of a round robin.
#[derive(Debug, Serialize)]
struct RoundRobin {
    game: &'static str,
    options: Value,
    seed: u64,
    /// The pairs of games in each match.
    pairs: u64,
    /// The bot whose rating is fixed.
    anchor: &'static str,
    /// The bots, weakest first as the game lists them.
    bots: Vec<Rated>,
    matches: Vec<Played>,
}

/// A bot and its rating.
#[derive(Debug, Serialize)]
struct Rated {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(flatten)]
    rating: Rating,
    /// Its lead over the bot before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<Rating>,
    /// The mean milliseconds per decision, as measured on this machine.
    milliseconds: f64,
}

/// The result of one match.
#[derive(Debug, Serialize)]
struct Played {
    bots: [&'static str; 2],
    /// The share of games that the first one won.
    wins: f64,
    /// The share that the ratings tell.
    expected: f64,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let kind = games::find(&args.game)?;
    let bots = bots(args, kind)?;
    let anchor = Level::default().bot(&kind.bots());
    let refuse = |message: &str| AnyRefusal::new("arena/impossible", message);
    let Some(place) = bots.iter().position(|bot| *bot == anchor) else {
        let message = format!("a round robin must have the bot {anchor}, whose rating is fixed");
        return Err(refuse(&message).into());
    };
    let options = args.chosen.value(kind)?;
    if kind.start(&options).is_ok_and(|game| game.n_seats() < 2) {
        let message = "a round robin must have two seats or more: choose a --preset that has";
        return Err(refuse(message).into());
    }
    let mut field = Field::new(&bots);
    for (second, bot) in bots.iter().enumerate() {
        for (first, other) in bots.iter().enumerate().take(second) {
            let contest = contest(plan(args, [other, bot].map(|name| (*name).to_owned()))?)?;
            let ending = format!(".{other}-{bot}.pairs");
            let journal = args.json.as_deref().map(|json| beside(json, &ending));
            let (_, pairs) = play(args, &*contest, journal.as_deref())?;
            field.note([first, second], &pairs);
        }
    }
    let fixed = (place, f64::from(rating::ANCHOR));
    let ratings = Ratings::fit(bots.len(), &field.matches, fixed)
        .ok_or_else(|| refuse("a round robin must have two bots or more"))?;
    let result = field.result(args, kind, options, &ratings);
    write_json(args, &result)?;
    if let Some(path) = &args.ratings {
        fs::write(path, table(&result, args)).with_context(|| path.display().to_string())?;
    }
    for line in lines(&result) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The bots that take part, weakest first.
fn bots(args: &Args, kind: &dyn Kind) -> Result<Vec<&'static str>, AnyRefusal> {
    for name in &args.bots {
        games::bot(kind, name)?;
    }
    let takes_part =
        |name: &&'static str| args.bots.is_empty() || args.bots.iter().any(|asked| asked == name);
    let all = kind.bots().into_iter().map(|bot| bot.name);
    Ok(all.filter(takes_part).collect())
}

/// The matches so far.
struct Field {
    bots: Vec<&'static str>,
    matches: Vec<Match>,
    /// The nanoseconds and decisions of each bot.
    times: Vec<[u64; 2]>,
}

impl Field {
    fn new(bots: &[&'static str]) -> Field {
        Field {
            bots: bots.to_vec(),
            matches: Vec::new(),
            times: vec![[0; 2]; bots.len()],
        }
    }

    fn note(&mut self, bots: [usize; 2], pairs: &[Pair]) {
        // A game without a winner counts half, as in a contest.
        let share = |pair: &Pair| {
            let [first, second] = Contestant::BOTH.map(|bot| pair.wins(bot));
            (1.0 + first - second) / 2.0
        };
        self.matches.push(Match {
            bots,
            shares: pairs.iter().map(share).collect(),
        });
        for pair in pairs {
            for (which, bot) in bots.into_iter().enumerate() {
                self.times[bot][0] += pair.nanos[which];
                self.times[bot][1] += pair.decisions[which];
            }
        }
    }

    fn result(&self, args: &Args, kind: &dyn Kind, options: Value, of: &Ratings) -> RoundRobin {
        let levels = kind.bots();
        let level = |name| levels.iter().find(|bot| bot.name == name)?.level;
        let rated = |(place, name): (usize, &&'static str)| Rated {
            name,
            level: level(*name),
            rating: of.of(place),
            lead: place.checked_sub(1).map(|before| of.lead(place, before)),
            milliseconds: self.times[place][0] as f64 / 1e6 / self.times[place][1].max(1) as f64,
        };
        let played = |each: &Match| Played {
            bots: each.bots.map(|bot| self.bots[bot]),
            wins: each.shares.iter().sum::<f64>() / each.shares.len().max(1) as f64,
            expected: of.chance(each.bots),
        };
        RoundRobin {
            game: kind.meta().key,
            options,
            seed: args.seed,
            pairs: args.pairs,
            anchor: Level::default().bot(&levels),
            bots: self.bots.iter().enumerate().map(rated).collect(),
            matches: self.matches.iter().map(played).collect(),
        }
    }
}

/// The table that the program reads.
fn table(result: &RoundRobin, args: &Args) -> String {
    let RoundRobin {
        game, pairs, seed, ..
    } = result;
    let bots: String = args.bots.iter().map(|bot| format!(" {bot}")).collect();
    let options = args.chosen.typed();
    let mut text = format!(
        "# The ratings of the bots: name, rating, standard error. Written by\n\
         # tallyhouse arena {game}{bots} --round-robin{options} --pairs {pairs} --seed {seed} --ratings games/{game}/bot/ratings.txt\n"
    );
    for bot in &result.bots {
        let Rating {
            rating,
            standard_error,
        } = bot.rating;
        text += &format!("{} {rating:.0} {standard_error:.0}\n", bot.name);
    }
    text
}

/// The result, line by line.
fn lines(result: &RoundRobin) -> Vec<String> {
    let bold = format!(
        "{}: {} bots, {} pairs of games in each match",
        result.game,
        result.bots.len(),
        result.pairs
    );
    let faint = format!("seed {}", result.seed);
    let head = format!(
        "  {:10}  {:>13}  {:>19}  {:>12}",
        "bot", "rating", "ahead of the next", "time each"
    );
    let mut lines = vec![
        format!("{}  {}", styled(STRONG, bold), styled(FAINT, faint)),
        String::new(),
        styled(FAINT, head),
    ];
    let points = |rating: Rating| format!("{:.0} ± {:.0}", rating.rating, rating.standard_error);
    for bot in result.bots.iter().rev() {
        lines.push(format!(
            "  {:10}  {:>13}  {:>19}  {:>9.3} ms",
            bot.name,
            points(bot.rating),
            bot.lead.map_or_else(String::new, points),
            bot.milliseconds
        ));
    }
    lines.push(String::new());
    lines.push(styled(
        FAINT,
        format!(
            "  {:21}  {:>9}  {:>14}",
            "match", "first wins", "by the ratings"
        ),
    ));
    for played in &result.matches {
        lines.push(format!(
            "  {:21}  {:>8.2} %  {:>12.2} %",
            played.bots.join(" "),
            100.0 * played.wins,
            100.0 * played.expected
        ));
    }
    lines.push(String::new());
    lines.push(format!(
        "A bot that is 400 points ahead wins ten games of eleven; {} has {} points in every game.",
        result.anchor,
        rating::ANCHOR
    ));
    lines
}
