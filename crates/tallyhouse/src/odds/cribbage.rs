//! `tallyhouse odds cribbage`: the scores of four cards with every possible starter.
//!
//! Every starter is counted, and none is estimated: the numbers are exact.

use std::io::{self, Write};
use std::process::ExitCode;

use cribbage::score::{Four, HandOrCrib, ScoreError, Show};
use kernel::AnyRefusal;
use pieces::{Card, CardSet, Rank};
use serde::Serialize;

use crate::style::{FAINT, STRONG, Symbol, printed, styled};
use crate::{cards, json};

const EXAMPLES: &str = "\
Examples:
  tallyhouse odds cribbage 5H 5C 6S 7D
  tallyhouse odds cribbage 5H 5C 6S 7D --without KD 2C
  tallyhouse odds cribbage 2H 4H 6H 8H --crib --json

Exit status: 0 if all went well, 2 if the arguments or the cards among them were bad;
then --json prints the error as JSON too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The four cards
    #[arg(value_name = "CARD", required = true)]
    cards: Vec<String>,

    /// The four cards are a crib
    #[arg(long)]
    crib: bool,

    /// Cards that cannot be cut, such as those thrown to the crib
    #[arg(long, value_name = "CARD", num_args = 1..)]
    without: Vec<String>,

    /// Print the distribution as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let odds = odds(args);
    if args.json {
        return json::print(out, odds.as_ref().map(Odds::report));
    }
    odds?.draw(out)?;
    Ok(ExitCode::SUCCESS)
}

fn odds(args: &Args) -> Result<Odds, AnyRefusal> {
    let hand = cards::read(&args.cards)?;
    let without: CardSet = cards::read(&args.without)?.into_iter().collect();
    let kind = if args.crib {
        HandOrCrib::Crib
    } else {
        HandOrCrib::Hand
    };
    Odds::new(hand, without, kind)
}

/// The starters that give four cards each score.
struct Odds {
    hand: Vec<Card>,
    kind: HandOrCrib,
    starters: CardSet,
    /// The starters of each score from 0 to 29, the most that a hand can count.
    by_score: [CardSet; 30],
}

impl Odds {
    fn new(hand: Vec<Card>, without: CardSet, kind: HandOrCrib) -> Result<Odds, AnyRefusal> {
        let refuse = |error: ScoreError| AnyRefusal::new(error.code(), error.to_string());
        let four = Four::new(hand.iter().copied().collect()).map_err(refuse)?;
        let starters = CardSet::FULL - four.set() - without;
        if starters.is_empty() {
            return Err(AnyRefusal::new("no_starter", "no card is left to be cut"));
        }
        let mut by_score = [CardSet::EMPTY; 30];
        for starter in starters {
            let show = Show::new(four, Some(starter), kind).map_err(refuse)?;
            by_score[usize::from(show.total())].insert(starter);
        }
        Ok(Odds {
            hand,
            kind,
            starters,
            by_score,
        })
    }

    /// The possible scores, with their starters.
    fn scores(&self) -> impl Iterator<Item = (usize, CardSet)> {
        let scores = self.by_score.into_iter().enumerate();
        scores.filter(|(_, starters)| !starters.is_empty())
    }

    /// The points over all starters, summed.
    fn points(&self) -> usize {
        let each = self.by_score.iter().enumerate();
        each.map(|(score, starters)| score * starters.len()).sum()
    }

    fn mean(&self) -> f64 {
        self.points() as f64 / self.starters.len() as f64
    }

    fn report(&self) -> Report {
        Report {
            hand: self.hand.clone(),
            crib: self.kind == HandOrCrib::Crib,
            starters: self.starters.len(),
            points: self.points(),
            mean: self.mean(),
            distribution: self
                .scores()
                .map(|(total, cards)| Chance {
                    total,
                    starters: cards.len(),
                    cards,
                })
                .collect(),
        }
    }

    /// The distribution as a chart of bars.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.kind {
            HandOrCrib::Hand => "Hand",
            HandOrCrib::Crib => "Crib",
        };
        let (hand, n_starters) = (printed(self.hand.iter().copied()), self.starters.len());
        let starters = if n_starters == 1 {
            "starter"
        } else {
            "starters"
        };
        writeln!(out, "{name} {hand} over {n_starters} {starters}\n")?;
        writeln!(out, "{}", styled(FAINT, "  points  starters"))?;
        let most = self.scores().map(|(_, cards)| cards.len()).max();
        for (score, cards) in self.scores() {
            let share = 100.0 * cards.len() as f64 / n_starters as f64;
            let bar = bar(cards.len(), most.unwrap_or(1));
            let names = self.name_starters(cards);
            writeln!(
                out,
                "  {}  {:>3} {share:>5.1}%  {bar}  {names}",
                styled(STRONG, format!("{score:>6}")),
                cards.len(),
            )?;
        }
        let mean = styled(STRONG, format!("{:.3}", self.mean()));
        let points = self.points();
        writeln!(
            out,
            "\n  mean {mean} ({points} points over {n_starters} {starters})"
        )
    }

    /// Cards by rank, with their suits if these matter: `4 5 J♠♦`.
    fn name_starters(&self, cards: CardSet) -> String {
        let of_rank = |set: CardSet, rank| set.iter().filter(move |card| card.rank() == rank);
        let names = Rank::ALL.into_iter().filter_map(|rank| {
            let n_cards = of_rank(cards, rank).count();
            if n_cards == 0 {
                return None;
            }
            let is_whole = n_cards == of_rank(self.starters, rank).count();
            let suits = of_rank(cards, rank).map(|card| Symbol(card.suit()).to_string());
            let suits = if is_whole {
                String::new()
            } else {
                suits.collect()
            };
            Some(format!("{rank}{suits}"))
        });
        names.collect::<Vec<_>>().join(" ")
    }
}

/// The distribution for programs.
#[derive(Serialize)]
struct Report {
    hand: Vec<Card>,
    crib: bool,
    starters: usize,
    points: usize,
    mean: f64,
    distribution: Vec<Chance>,
}

/// One score and the starters that give it.
#[derive(Serialize)]
struct Chance {
    total: usize,
    starters: usize,
    cards: CardSet,
}

/// A bar of eighths of a column, padded to its full width.
fn bar(n: usize, most: usize) -> String {
    const COLUMNS: usize = 24;
    const PARTS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    // At least one eighth: everything possible is visible.
    let eighths = (n * COLUMNS * PARTS.len() / most).max(1);
    let full = "█".repeat(eighths / PARTS.len());
    let rest = PARTS[eighths % PARTS.len()];
    let bar = format!("{full}{rest}");
    format!("{:<COLUMNS$}", bar.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chart agrees with the library's own distribution.
    #[test]
    fn the_odds_are_exact() {
        for (hand, gone, kind) in [
            ("5H 5C 6S 7D", "", HandOrCrib::Hand),
            ("2H 4H 6H JH", "KH 2C", HandOrCrib::Hand),
            ("2H 4H 6H JH", "KH 2C", HandOrCrib::Crib),
        ] {
            let gone: CardSet = gone.parse().unwrap();
            let odds = Odds::new(pieces::parse_cards(hand).unwrap(), gone, kind).unwrap();
            let four = Four::new(hand.parse().unwrap()).unwrap();
            let expected = cribbage::score::distribution(four, gone, kind);
            let counts = odds.by_score.map(|cards| cards.len() as u32);
            assert_eq!(counts, expected.counts(), "{hand}");
            assert_eq!(odds.points(), expected.points() as usize, "{hand}");
        }
    }

    #[test]
    fn bars_fill_their_width() {
        assert_eq!(bar(48, 48), "█".repeat(24));
        assert_eq!(bar(24, 48), format!("{}{}", "█".repeat(12), " ".repeat(12)));
        assert_eq!(bar(1, 48), format!("▌{}", " ".repeat(23)));
        assert_eq!(bar(1, 4_800), format!("▏{}", " ".repeat(23)));
    }
}
