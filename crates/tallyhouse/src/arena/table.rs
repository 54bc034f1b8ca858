//! Prints the result of a contest for people.

use arena::{ContestReport, Contestant, FigureMean, Span};

use super::ContestOutcome;
use crate::style::{FAINT, STRONG, styled};

/// The result, line by line.
pub(super) fn lines(outcome: &ContestOutcome) -> Vec<String> {
    let report = &outcome.report;
    let mut lines = vec![heading(report), String::new()];
    lines.extend(bots(outcome));
    lines.push(String::new());
    lines.extend([wins(report), points(report)]);
    if !report.figures.is_empty() {
        lines.push(String::new());
        let width = report
            .figures
            .iter()
            .map(|figure| label(report, figure).chars().count());
        let width = width.max().unwrap_or(0);
        lines.extend(
            report
                .figures
                .iter()
                .map(|each| figure(report, each, width)),
        );
    }
    lines
}

fn heading(report: &ContestReport) -> String {
    let plan = &report.plan;
    let [first, second] = &plan.bots;
    let pairs = report.pairs;
    let of = match plan.span {
        Span::Games => "games",
        Span::Deals => "single deals",
    };
    let text = format!(
        "{}: {first} against {second}, {pairs} pairs of {of}",
        plan.game
    );
    let faint = format!("seed {}, the bots exchange sides in each pair", plan.seed);
    format!("{}  {}", styled(STRONG, text), styled(FAINT, faint))
}

fn bots(outcome: &ContestOutcome) -> Vec<String> {
    let report = &outcome.report;
    let width = report.bots.iter().map(|bot| bot.name.chars().count());
    let width = width.max().unwrap_or(0).max(4);
    let head = format!(
        "  {:width$}  {:>9}  {:>9}  {:>10}  {:>12}",
        "bot", "wins", "points", "decisions", "time each"
    );
    let mut lines = vec![styled(FAINT, head)];
    for (bot, milliseconds) in report.bots.iter().zip(outcome.milliseconds) {
        let mut line = format!(
            "  {:width$}  {:>7.2} %  {:>9.2}  {:>10}  {:>9.3} ms",
            bot.name,
            100.0 * bot.wins,
            bot.points,
            bot.decisions,
            milliseconds
        );
        if bot.faults > 0 {
            line += &format!("  {} choices against the rules", bot.faults);
        }
        lines.push(line);
    }
    lines
}

fn wins(report: &ContestReport) -> String {
    let wins = &report.wins;
    let bold = format!("{} wins {:.2} %", report.plan.bots[0], 100.0 * wins.mean);
    format!(
        "{} (standard error {:.2}); between {:.2} and {:.2} % with {:.0} % confidence, however often one looks.",
        styled(STRONG, bold),
        100.0 * wins.standard_error,
        100.0 * wins.low,
        100.0 * wins.high,
        100.0 * report.confidence
    )
}

fn points(report: &ContestReport) -> String {
    let points = &report.points;
    format!(
        "Its lead is {:+.3} points (standard error {:.3}); between {:+.3} and {:+.3}.",
        points.mean, points.standard_error, points.low, points.high
    )
}

fn figure(report: &ContestReport, figure: &FigureMean, width: usize) -> String {
    format!(
        "  {:width$}  {:>9.4} ± {:.4}  {}",
        label(report, figure),
        figure.mean,
        figure.standard_error,
        styled(FAINT, format!("of {}", figure.n))
    )
}

fn label(report: &ContestReport, figure: &FigureMean) -> String {
    match figure.bot {
        None => figure.name.clone(),
        Some(bot) => {
            let which = match bot {
                _ if report.plan.bots[0] != report.plan.bots[1] => "",
                Contestant::First => " (first)",
                Contestant::Second => " (second)",
            };
            format!("{}{which}: {}", report.plan.bots[bot.index()], figure.name)
        }
    }
}
