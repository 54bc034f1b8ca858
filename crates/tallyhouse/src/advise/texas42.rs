//! `tallyhouse advise texas42`: the bid on a hand, with the chance of making it.

use std::io::Write;
use std::process::ExitCode;

use ::texas42::{Action, Call, Chance, Options, SEATS, Texas42};
use kernel::{Advice, AnyRefusal, BySeat, Facade, Game, Input, Rng, Seat, Seen, Sight, Viewer};
use pieces::{Domino, DominoSet};
use serde::Serialize;

use crate::json;
use crate::style::{FAINT, STRONG, styled};

const EXAMPLES: &str = "\
Examples:
  tallyhouse advise texas42 6-6 6-5 6-4 6-3 5-5 4-1 2-0
  tallyhouse advise texas42 6-6 6-5 6-4 6-3 5-5 4-1 2-0 --after pass 30
  tallyhouse advise texas42 6-6 6-5 6-4 6-3 5-5 4-1 2-0 --json

Win is the chance that your side wins a game of 7 marks from its start, make the chance to make
the bid if it stands. Both are estimates from imagined deals, good to a few hundredths.

Exit status: 0 if all went well, 2 if the arguments or the dominoes among them were bad;
then --json prints the error as JSON too.";

/// The number of dominoes in a hand.
const HAND: usize = 7;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Your seven dominoes
    #[arg(value_name = "DOMINOES", required = true)]
    dominoes: Vec<String>,

    /// The calls before you, in order: pass, 30, 1-mark
    #[arg(long, value_name = "CALLS", num_args = 1..=3)]
    after: Vec<String>,

    /// The seed of the imagined deals
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Print the advice as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let advised = Advised::of(args);
    if args.json {
        return json::print(out, advised.as_ref());
    }
    for line in advised?.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A hand, and the advice.
#[derive(Serialize)]
struct Advised {
    hand: DominoSet,
    bids: Vec<Advice<String>>,
}

impl Advised {
    fn of(args: &Args) -> Result<Advised, AnyRefusal> {
        let hand = read(&args.dominoes)?;
        let (game, seat) = position(hand, &args.after)?;
        let legal = game.legal_actions(seat);
        let view = Seen::view(&game, Viewer::Seat(seat));
        let sight = Sight {
            seat,
            view: &view,
            legal: &legal,
        };
        let advise = Texas42::ADVISE.ok_or_else(|| refuse("unsupported", "nobody can advise"))?;
        let advice = advise(&sight, None, &mut Rng::from_seed(args.seed));
        let told = |advice: Advice<Action>| Advice {
            action: match advice.action {
                Action::Bid(call) => call.to_string(),
                other => format!("{other:?}"),
            },
            chance: advice.chance,
            parts: advice.parts,
            reason: advice.reason,
        };
        Ok(Advised {
            hand,
            bids: advice.into_iter().map(told).collect(),
        })
    }

    fn lines(&self) -> Vec<String> {
        let Some(best) = self.bids.first() else {
            return Vec::new();
        };
        let mut lines = vec![format!("{}: {}.", best.action, best.reason), String::new()];
        lines.push(styled(
            FAINT,
            format!("  {:12}{:>8}{:>8}", "bid", "win", "make"),
        ));
        for (place, bid) in self.bids.iter().enumerate() {
            let win = format!("{:>6.1} %", 100.0 * bid.chance);
            let win = if place == 0 { styled(STRONG, win) } else { win };
            let make = bid.parts.iter().find(|part| part.name == "make");
            let make = make.map_or(String::new(), |part| format!("{:.0} %", 100.0 * part.value));
            lines.push(format!("  {:12}{win}{make:>8}  {}", bid.action, bid.reason));
        }
        lines
    }
}

/// A table at which a seat holds this hand and must speak after these calls. The other dominoes lie
/// anywhere: nobody looks at them.
fn position(hand: DominoSet, calls: &[String]) -> Result<(Texas42, Seat), AnyRefusal> {
    let seat = Seat(calls.len() as u8);
    let options = Options {
        first_shaker: Some(Seat(SEATS - 1)),
        ..Options::default()
    };
    let wrong = |_| refuse("wrong_options", "the options must make a table");
    let mut game = Texas42::new(options).map_err(wrong)?;
    let others: Vec<Domino> = (DominoSet::FULL - hand).iter().collect();
    let mut others = others.chunks(HAND);
    let hands = BySeat::from_fn(SEATS, |each| match each == seat {
        true => hand,
        false => others.next().unwrap_or_default().iter().copied().collect(),
    });
    feed(&mut game, &Input::Chance(Chance::Deal(hands)))?;
    for (place, call) in calls.iter().enumerate() {
        let call: Call = call
            .parse()
            .map_err(|error: ::texas42::UnknownBid| refuse("unknown_bid", error.to_string()))?;
        let input = Input::Act {
            seat: Seat(place as u8),
            action: Action::Bid(call),
        };
        feed(&mut game, &input)?;
    }
    Ok((game, seat))
}

fn feed(game: &mut Texas42, input: &Input<Texas42>) -> Result<(), AnyRefusal> {
    let refused =
        |refusal: kernel::Refusal<::texas42::Illegal>| refuse(refusal.code(), refusal.to_string());
    for event in game.decide(input).map_err(refused)? {
        game.evolve(&event);
    }
    Ok(())
}

/// Seven dominoes, each once.
fn read(words: &[String]) -> Result<DominoSet, AnyRefusal> {
    let dominoes = pieces::parse_dominoes(&words.join(" "))
        .map_err(|error| refuse("unknown_domino", error.to_string()))?;
    let hand: DominoSet = dominoes.iter().copied().collect();
    match (dominoes.len(), hand.len()) {
        (HAND, HAND) => Ok(hand),
        (HAND, _) => Err(refuse(
            "duplicate_domino",
            "a hand must have each domino only once",
        )),
        (n, _) => Err(refuse(
            "wrong_number",
            format!("a hand must have {HAND} dominoes, not {n}"),
        )),
    }
}

fn refuse(code: &'static str, message: impl Into<String>) -> AnyRefusal {
    AnyRefusal::new(code, message)
}
