//! `tallyhouse advise cribbage`: all fifteen throws of six cards, best first.

use std::io::Write;
use std::process::ExitCode;

use ::cribbage::bot::advise_throws;
use ::cribbage::score::{ScoreError, Six};
use kernel::{Advice, AnyRefusal};
use pieces::CardSet;
use serde::Serialize;

use crate::style::{FAINT, STRONG, printed, printed_width, styled};
use crate::{cards, json};

const EXAMPLES: &str = "\
Examples:
  tallyhouse advise cribbage 5H 5C 6S 7D 8C KD --dealer --score 60-72
  tallyhouse advise cribbage 5H 5C 6S 7D 8C KD --json

The hand is its mean over the 46 starters, the crib what it brings on average (to you, or less
if it is theirs), the pegging what you peg more than they do; win is the chance to win the game.

Exit status: 0 if all went well, 2 if the arguments or the cards among them were bad;
then --json prints the error as JSON too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The six cards that you were dealt
    #[arg(value_name = "CARDS", required = true)]
    cards: Vec<String>,

    /// You deal, and the crib is yours
    #[arg(long)]
    dealer: bool,

    /// Your score and theirs
    #[arg(long, default_value = "0-0", value_name = "YOURS-THEIRS")]
    score: String,

    /// The score that wins
    #[arg(long, default_value_t = 121, value_parser = clap::value_parser!(u16).range(1..=121))]
    target: u16,

    /// Print the advice as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let advised = Advised::of(args);
    if args.json {
        return json::print(out, advised.as_ref().map(Advised::report));
    }
    for line in advised?.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Six cards, and the advice.
struct Advised {
    hand: CardSet,
    throws: Vec<Advice<CardSet>>,
}

impl Advised {
    fn of(args: &Args) -> Result<Advised, AnyRefusal> {
        let cards = cards::read(&args.cards)?;
        let hand: CardSet = cards.iter().copied().collect();
        let refuse = |error: ScoreError| AnyRefusal::new(error.code(), error.to_string());
        if hand.len() < cards.len() {
            return Err(AnyRefusal::new(
                "duplicate_card",
                "a hand must have each card only once",
            ));
        }
        let six = Six::new(hand).map_err(refuse)?;
        let scores = scores(&args.score, args.target)?;
        let throws = advise_throws(six, args.dealer, scores, args.target);
        Ok(Advised { hand, throws })
    }

    fn lines(&self) -> Vec<String> {
        let Some(best) = self.throws.first() else {
            return Vec::new();
        };
        let mut lines = vec![
            format!("Throw {}: {}.", printed(best.action), best.reason),
            String::new(),
        ];
        let names = best.parts.iter().map(|part| format!("{:>8}", part.name));
        let head = format!("  {:9}{:>8}{}", "throw", "win", names.collect::<String>());
        lines.push(styled(FAINT, head));
        for (place, advice) in self.throws.iter().enumerate() {
            let cards: Vec<_> = advice.action.iter().collect();
            let space = " ".repeat(9_usize.saturating_sub(printed_width(&cards)));
            let win = format!("{:>6.2} %", 100.0 * advice.chance);
            let win = if place == 0 { styled(STRONG, win) } else { win };
            let parts = advice
                .parts
                .iter()
                .map(|part| format!("{:>8.2}", part.value));
            let parts: String = parts.collect();
            lines.push(format!(
                "  {}{space}{win}{parts}  {}",
                printed(cards),
                advice.reason
            ));
        }
        lines
    }

    fn report(&self) -> Report<'_> {
        Report {
            hand: self.hand,
            throws: &self.throws,
        }
    }
}

/// The advice for programs.
#[derive(Serialize)]
struct Report<'a> {
    hand: CardSet,
    throws: &'a [Advice<CardSet>],
}

/// Reads `60-72`; each score must be below the target.
fn scores(text: &str, target: u16) -> Result<[u16; 2], AnyRefusal> {
    let wrong = || {
        let message = format!(
            "--score must be your score and theirs, each below {target}, such as 60-72, not {text:?}"
        );
        AnyRefusal::new("wrong_score", message)
    };
    let (own, theirs) = text.split_once('-').ok_or_else(wrong)?;
    let read = |word: &str| word.trim().parse().ok().filter(|score| *score < target);
    Ok([
        read(own).ok_or_else(wrong)?,
        read(theirs).ok_or_else(wrong)?,
    ])
}
