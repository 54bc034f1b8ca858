//! `tallyhouse score cribbage`: a hand, a crib or a play, counted item by item.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;

use cribbage::aloud;
use cribbage::score::{
    Four, HandOrCrib, Item, ScoreAnswer, ScoreError, Show, Stack, Tally, explain,
};
use kernel::AnyRefusal;
use pieces::Card;

use crate::style::{STRONG, printed, printed_width, styled, wrapped};
use crate::{cards, json, jsonl};

const EXAMPLES: &str = "\
Examples:
  tallyhouse score cribbage 5H 5C 5S JD --cut 5D
  tallyhouse score cribbage AS 2H 3D 3C --cut KD --explain
  tallyhouse score cribbage 2H 4H 6H 8H --cut KH --crib --json
  tallyhouse score cribbage --play 7H 8C 9D
  echo '{\"hand\": [\"5H\", \"5C\", \"5S\", \"JD\"], \"cut\": \"5D\"}' | tallyhouse score cribbage --jsonl

Cards are written 5H, TS or 10S, in either case, 5♥, or KING_HEARTS; several may
stand in one argument. In JSON also {\"suit\": \"hearts\", \"rank\": \"5\"}.

A request of --jsonl has the fields hand, cut, crib and explain, or play and explain.
A bad one is answered {\"error\": {\"code\", \"message\"}} and the next line is read.

Exit status: 0 if everything was counted, 1 if a line of --jsonl was bad, 2 if the
arguments or the cards among them were bad; then --json prints the error as JSON too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Four cards of a hand or crib, or those of a play, oldest first
    #[arg(value_name = "CARD", required_unless_present = "jsonl")]
    cards: Vec<String>,

    /// The starter; without it the four cards are counted alone
    #[arg(long, value_name = "CARD", visible_alias = "starter")]
    cut: Option<String>,

    /// The cards are a crib: four of a suit are not a flush without the starter
    #[arg(long)]
    crib: bool,

    /// The cards are a play: count the last one laid on the others
    #[arg(long, conflicts_with_all = ["cut", "crib"])]
    play: bool,

    /// Split multiple runs into their runs and pairs
    #[arg(long)]
    explain: bool,

    /// Print the count as JSON
    #[arg(long)]
    json: bool,

    /// Answer requests from standard input, one JSON object per line
    #[arg(long, conflicts_with_all = ["cards", "cut", "crib", "play", "explain", "json"])]
    jsonl: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.jsonl {
        return jsonl::run("cribbage");
    }
    let count = count(args);
    if args.json {
        return json::print(out, count.as_ref().map(|count| ScoreAnswer(&count.tally)));
    }
    write!(out, "{}", count?)?;
    Ok(ExitCode::SUCCESS)
}

/// Cards and their count.
struct Count {
    /// A description of the cards.
    title: String,
    tally: Tally,
    /// The count as people say it.
    spoken: String,
}

fn count(args: &Args) -> Result<Count, AnyRefusal> {
    let cards = cards::read(&args.cards)?;
    let starter = args.cut.as_deref().map(cards::read_one).transpose()?;
    let mut count = if args.play {
        count_play(&cards)?
    } else {
        let kind = if args.crib {
            HandOrCrib::Crib
        } else {
            HandOrCrib::Hand
        };
        count_show(&cards, starter, kind)?
    };
    if args.explain && !args.play {
        count.tally = explain(&count.tally);
        count.spoken = aloud::show(&count.tally);
    }
    Ok(count)
}

fn count_show(
    cards: &[Card],
    starter: Option<Card>,
    kind: HandOrCrib,
) -> Result<Count, AnyRefusal> {
    let four = Four::new(cards.iter().copied().collect()).map_err(refuse)?;
    let tally = Show::new(four, starter, kind).map_err(refuse)?.tally();
    let name = match kind {
        HandOrCrib::Hand => "Hand",
        HandOrCrib::Crib => "Crib",
    };
    let mut title = format!("{name} {}", printed(cards.iter().copied()));
    if let Some(starter) = starter {
        title += &format!(" with starter {}", printed([starter]));
    }
    let spoken = aloud::show(&tally);
    Ok(Count {
        title,
        tally,
        spoken,
    })
}

fn count_play(cards: &[Card]) -> Result<Count, AnyRefusal> {
    if cards.is_empty() {
        let message = "a play must have at least one card: the last one is counted";
        return Err(AnyRefusal::new("wrong_card_count", message));
    }
    let stack = Stack::try_from(cards).map_err(refuse)?;
    let tally = stack.tally();
    let title = format!(
        "Play {} for {}",
        printed(cards.iter().copied()),
        stack.count()
    );
    let spoken = aloud::play(&tally);
    Ok(Count {
        title,
        tally,
        spoken,
    })
}

fn refuse(error: ScoreError) -> AnyRefusal {
    AnyRefusal::new(error.code(), error.to_string())
}

/// The count as a table, with its sum said aloud below.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        let items = self.tally.items();
        let widest = |width: fn(&Item) -> usize| items.iter().map(width).max().unwrap_or(0);
        let cards_width = widest(|item| printed_width(&item.pieces));
        for item in items {
            let cards = printed(item.pieces.iter().copied());
            let padding = cards_width - printed_width(&item.pieces);
            let (points, name) = (item.points, item.rule.description());
            writeln!(f, "  {points:>2}  {cards}{:padding$}  {name}", "")?;
        }
        if !items.is_empty() {
            writeln!(f, "  ──")?;
        }
        let total = styled(STRONG, format!("{:>2}", self.tally.total()));
        writeln!(f, "  {total}  {}", wrapped(&self.spoken).join("\n      "))
    }
}
