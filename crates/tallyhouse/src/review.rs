//! `tallyhouse review`: the cost of the decisions of a finished game, and the luck.
//!
//! The game is read from a journal, as `/api/tables/CODE/journal` returns it, or from a record, as
//! `play --record` writes it.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use kernel::Kind;
use table::review::{
    Decision, MOST_DECISIONS, PlayedGame, PlayedInput, Review, played_games, review,
};
use table::{Entry, Fact};

use crate::games;
use crate::progress::bar;
use crate::style::{FAINT, STRONG, styled};
use crate::words::in_words;

const EXAMPLES: &str = "\
Examples:
  tallyhouse play cribbage --record game.txt
  tallyhouse review game.txt
  tallyhouse review journal.json --json

The cost of a decision is the chance to win that it gave away, by what its seat could know then.
What came of it is told apart. Skill is the sum of a seat's costs, luck all the rest.";

/// More bytes than a game needs; the rest of a longer file is not read.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A journal or a record of a finished game
    file: PathBuf,

    /// Show every decision, not only the costliest
    #[arg(long)]
    all: bool,

    /// Print the review as JSON, one line per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = || args.file.display().to_string();
    let mut text = String::new();
    File::open(&args.file)
        .and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text))
        .with_context(named)?;
    let (kind, games) = read(&text).with_context(named)?;
    for game in &games {
        let bar = bar(game.inputs.len() as u64, "moves");
        let review = review(kind, game, MOST_DECISIONS, &mut |n| {
            bar.set_position(n as u64)
        });
        bar.finish_and_clear();
        let review = review.with_context(|| format!("game {}", game.number))?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&review)?)?;
            continue;
        }
        for line in lines(game, &review, args.all) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The games of a journal, or the one of a record.
fn read(text: &str) -> anyhow::Result<(&'static dyn Kind, Vec<PlayedGame>)> {
    if text.trim_start().starts_with(['[', '{']) && !text.trim_start().starts_with("[Game") {
        return of_journal(text);
    }
    of_record(text)
}

fn of_journal(text: &str) -> anyhow::Result<(&'static dyn Kind, Vec<PlayedGame>)> {
    let entries: Vec<Entry> = serde_json::from_str(text).context("this is no journal")?;
    let game = entries.iter().find_map(|entry| match &entry.fact {
        Fact::Opened { game, .. } => Some(game),
        _ => None,
    });
    let kind = game.and_then(|game| roster::find(game));
    let kind = kind.context("this journal is of no game in this house")?;
    let games = played_games(&entries, kind).map_err(anyhow::Error::msg)?;
    if games.is_empty() {
        bail!("no game of this table has begun");
    }
    Ok((kind, games))
}

fn of_record(text: &str) -> anyhow::Result<(&'static dyn Kind, Vec<PlayedGame>)> {
    let kind = games::of_record(text)?;
    let record = kind.read_record(text)?;
    let game = PlayedGame {
        number: 1,
        options: record.options,
        inputs: record
            .inputs
            .into_iter()
            .map(|input| PlayedInput { input, seq: None })
            .collect(),
    };
    Ok((kind, vec![game]))
}

fn lines(game: &PlayedGame, review: &Review, all: bool) -> Vec<String> {
    let mut lines = vec![styled(
        STRONG,
        format!("Game {} of {}", game.number, review.game),
    )];
    lines.push(String::new());
    lines.push(styled(
        FAINT,
        format!(
            "  {:6}{:>9}{:>9}{:>9}{:>9}",
            "seat", "start", "skill", "luck", "result"
        ),
    ));
    for (seat, fared) in review.seats.iter() {
        let [start, skill, luck, result] =
            [fared.start, fared.skill, fared.luck, fared.result].map(|part| 100.0 * part);
        lines.push(format!(
            "  {seat:<6}{start:>7.1} %{skill:>+7.1} %{luck:>+7.1} %{result:>7.0} %"
        ));
    }
    lines.push(String::new());
    if review.costliest.is_empty() {
        lines.push("No decision cost anything.".to_owned());
    } else {
        lines.push("The costliest decisions:".to_owned());
    }
    let costliest = review.costliest.iter();
    lines.extend(costliest.flat_map(|place| told(&review.decisions[*place])));
    if all {
        lines.push(String::new());
        lines.push("Every decision:".to_owned());
        lines.extend(review.decisions.iter().flat_map(told));
    }
    if review.shortened {
        lines.push(styled(
            FAINT,
            "The game went on; later decisions were not looked at.",
        ));
    }
    lines
}

fn told(decision: &Decision) -> Vec<String> {
    let cost = styled(STRONG, format!("{:.1} %", 100.0 * decision.cost));
    let input = decision.input;
    let seat = decision.seat;
    vec![
        format!(
            "  {cost}  seat {seat}, move {input}: {} ({:.1} %)",
            in_words(&decision.did.command),
            100.0 * decision.did.chance
        ),
        format!(
            "         best was {} ({:.1} %): {}",
            in_words(&decision.best.command),
            100.0 * decision.best.chance,
            decision.best.reason
        ),
        styled(
            FAINT,
            format!(
                "         in hindsight: {:.1} % at the next decision",
                100.0 * decision.turned_out
            ),
        ),
    ]
}
