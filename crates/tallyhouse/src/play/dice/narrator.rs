//! Tells the events of a run, line by line.

use dice::{DiceHands, Event, Landed, PayRule, Round, Run, RunStep, Shop, View};
use kernel::{Game, Seat, Side};

use crate::play::cast::Cast;
use crate::pool::table;
use crate::style::{FAINT, STRONG, styled};

/// Follows a game by the events that one viewer gets.
pub(crate) struct Narrator {
    game: DiceHands,
    cast: Cast,
}

impl Narrator {
    pub(crate) fn new(start: DiceHands, cast: Cast) -> Narrator {
        Narrator { game: start, cast }
    }

    /// The lines for this event, with the view just after it.
    pub(crate) fn tell(&mut self, event: &Event, after: &View) -> Vec<String> {
        self.game.evolve(event);
        match event {
            Event::RoundStarted(round) => started(round),
            Event::Rerolling { seat }
                if self.game.n_seats() > 1 && self.cast.you() != Some(*seat) =>
            {
                let line = format!("{} again.", self.cast.does(*seat, "throw"));
                vec![styled(FAINT, line)]
            }
            Event::Rerolling { .. } => Vec::new(),
            Event::Step { seat, step, .. } => self.step(*seat, step),
            Event::Finished { seat } if self.game.n_seats() > 1 => {
                let line = format!("{} the round.", self.cast.does(*seat, "finish"));
                vec![styled(FAINT, line.replace("finishs", "finishes"))]
            }
            Event::Finished { .. } => Vec::new(),
            Event::RoundEnded if self.game.n_seats() > 1 => {
                let shown = after.shown.iter();
                shown.map(|(seat, run)| self.revealed(seat, run)).collect()
            }
            Event::RoundEnded => Vec::new(),
            Event::Ended { winners } => vec![String::new(), self.ended(winners, after)],
        }
    }

    fn step(&self, seat: Seat, step: &RunStep) -> Vec<String> {
        let who = |verb: &str| self.cast.does(seat, verb);
        let run = self.game.run(seat);
        match step {
            RunStep::Rolled { landed } | RunStep::Rerolled { landed } => accidents(landed),
            RunStep::Scored { tally, passed } => {
                let target = self.game.table().round.target;
                let mut lines = vec![String::new(), format!("{}:", who("score"))];
                lines.extend(table(tally.items(), tally.total()));
                let verdict = if *passed {
                    format!("That passes the target of {target}.")
                } else {
                    format!("The target was {target}: the run is over.")
                };
                lines.push(styled(STRONG, verdict));
                lines
            }
            RunStep::Paid { pay } => {
                let reasons = pay
                    .reasons()
                    .map(|(rule, dollars)| format!("${dollars} {}", reason(rule)));
                let reasons = reasons.collect::<Vec<_>>().join(", ");
                vec![format!("{} ${}: {reasons}.", who("earn"), pay.total())]
            }
            RunStep::Collected { die } => {
                vec![format!("The collector makes die {} normal.", die + 1)]
            }
            RunStep::ShopOpened { shop } => open_shop(run, shop),
            RunStep::Bought { offer, price, .. } => {
                let shop = run.shop.as_ref();
                let offer = shop.and_then(|shop| shop.offers.get(usize::from(*offer)));
                let good = offer.map_or_else(String::new, |offer| offer.good.to_string());
                let line = format!("Bought for ${price}: {good}. ${} left.", run.cash);
                vec![line]
            }
            RunStep::Stopped => vec![format!("{} the run.", who("stop"))],
            RunStep::Started { .. }
            | RunStep::Picked { .. }
            | RunStep::WildSet { .. }
            | RunStep::ShopLeft => Vec::new(),
        }
    }

    fn revealed(&self, seat: Seat, run: &Run) -> String {
        let name = self.cast.name(seat);
        let rounds = run.passed;
        let out = if run.is_out() { ", out" } else { "" };
        match run.scored {
            Some(scored) => format!(
                "  {name}: {scored} in this round, {rounds} passed, {} in all{out}",
                run.total
            ),
            None => format!("  {name}: {rounds} passed, {} in all{out}", run.total),
        }
    }

    fn ended(&self, winners: &[Side], after: &View) -> String {
        let alone = after.shown.len() == 1;
        let passed = after.shown.values().map(|run| run.passed);
        let passed = passed.max().unwrap_or(0);
        let winners: Vec<String> = winners
            .iter()
            .map(|side| self.cast.side_does(*side, "win"))
            .collect();
        let line = match (alone, winners.is_empty()) {
            (true, true) => format!("The run ends after {passed} rounds."),
            (true, false) => format!("The run is won, with {passed} rounds passed."),
            (false, _) => format!("{} the race.", winners.join(" and ")),
        };
        styled(STRONG, line)
    }
}

fn started(round: &Round) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        styled(
            STRONG,
            format!("Round {}: the target is {}.", round.number, round.target),
        ),
    ];
    if let Some(boss) = round.boss {
        lines.push(format!("A boss, the {boss}: {}.", boss.sentence()));
    }
    lines
}

/// The accidents of glass dice.
fn accidents(landed: &[Landed]) -> Vec<String> {
    let tell = |landed: &Landed| match (landed.broke, landed.saved) {
        (true, _) => Some(format!(
            "Die {} breaks, and shows ones from now on.",
            landed.die + 1
        )),
        (_, true) => Some(format!(
            "Insurance saves die {} from breaking.",
            landed.die + 1
        )),
        _ => None,
    };
    landed.iter().filter_map(tell).collect()
}

fn reason(rule: PayRule) -> &'static str {
    match rule {
        PayRule::Passed => "for the target",
        PayRule::Doubled => "for twice the target",
        PayRule::UnusedRerolls => "for unused rerolls",
        PayRule::Interest => "interest",
        PayRule::LuckyPenny => "from the Lucky Penny",
    }
}

fn open_shop(run: &Run, shop: &Shop) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        format!(
            "The shop is open; you have ${}. The first die or upgrade is free.",
            run.cash
        ),
    ];
    for (number, offer) in (1..).zip(&shop.offers) {
        let price = styled(FAINT, format!("${}", offer.price));
        lines.push(format!("  {number:>2}) {} {price}", offer.good));
    }
    lines
}
