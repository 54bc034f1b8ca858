//! All measurements and checks, for people and for programs.

use std::fmt;

use serde::Serialize;

use super::ear::Violations;
use super::figures::StageFigures;
use super::plan::Way;
use super::table::LoadOutcome;

/// The measurements of all stages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoadReport {
    /// The file system of the journal; unknown for a house that already ran.
    file_system: Option<String>,
    tables: usize,
    sockets: usize,
    stages: Vec<StageFigures>,
    #[serde(flatten)]
    checked: Checked,
}

/// The results of the checks.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Checked {
    #[serde(skip)]
    tables: usize,
    /// All acknowledged moves, measured or not.
    acknowledged: u64,
    /// The moves in the journal; unknown for a house that already ran.
    journaled: Option<u64>,
    violations: Violations,
    /// The reasons why tables could not go on.
    faults: Vec<String>,
}

impl Checked {
    pub(super) fn new(tables: &[LoadOutcome], journaled: Option<u64>) -> Checked {
        let mut violations = Violations::default();
        for table in tables {
            violations.add(&table.violations);
        }
        Checked {
            tables: tables.len(),
            acknowledged: tables.iter().map(|table| table.n_moves).sum(),
            journaled,
            violations,
            faults: tables
                .iter()
                .filter_map(|table| table.fault.clone())
                .collect(),
        }
    }

    fn is_whole(&self) -> bool {
        let all_there = self
            .journaled
            .is_none_or(|moves| moves == self.acknowledged);
        all_there && self.violations.count() == 0 && self.faults.is_empty()
    }
}

impl LoadReport {
    pub(super) fn new(
        file_system: Option<String>,
        sockets: usize,
        stages: Vec<StageFigures>,
        checked: Checked,
    ) -> LoadReport {
        LoadReport {
            file_system,
            tables: checked.tables,
            sockets,
            stages,
            checked,
        }
    }

    /// Whether nothing was lost or wrong, and every table played on.
    pub(super) fn is_whole(&self) -> bool {
        self.checked.is_whole() && self.stages.iter().all(StageFigures::is_whole)
    }

    /// The stages of one load side by side.
    fn loads(&self) -> impl Iterator<Item = (&StageFigures, &StageFigures)> {
        let of = |way| self.stages.iter().filter(move |stage| stage.way == way);
        of(Way::Pushed).zip(of(Way::Asked))
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pushed, asked) in self.loads() {
            let load = match pushed.rate {
                0 => "As many moves as there can be".to_owned(),
                rate => format!("{} moves a second", grouped(rate)),
            };
            writeln!(
                f,
                "{load:<34}{:>12}{:>16}{:>8}",
                "state pushed", "sync as in 0.1", "ratio"
            )?;
            for row in rows(pushed, asked) {
                row.write(f)?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "Server and generator share the processors. Each move is durable before its ack. With sync the house pushes\n\
             states as well, which the clients read but do not play by; they ask without the pauses that the page made.\n"
        )?;
        self.checked.fmt(f)?;
        for stage in &self.stages {
            if stage.moves == 0 {
                writeln!(f, "fault      a load without a single move")?;
            }
            if stage.still_tables > 0 {
                writeln!(f, "fault      {} tables stood still", stage.still_tables)?;
            }
            if stage.way == Way::Pushed && stage.syncs_sent > 0 {
                writeln!(
                    f,
                    "fault      {} resyncs where none was needed",
                    stage.syncs_sent
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let acknowledged = grouped(self.acknowledged);
        match self.journaled {
            Some(journaled) => writeln!(
                f,
                "journal    {acknowledged} moves acknowledged in all, {} in the journal, every seal good",
                grouped(journaled)
            )?,
            None => writeln!(
                f,
                "journal    {acknowledged} moves acknowledged in all; the journal of that house was not read"
            )?,
        }
        let Violations {
            numbers,
            turns,
            legal,
            example,
        } = &self.violations;
        writeln!(
            f,
            "violations {}: {numbers} of numbers, {turns} of turns, {legal} of legal actions",
            self.violations.count()
        )?;
        if let Some(example) = example {
            writeln!(f, "           as {example}")?;
        }
        for fault in self.faults.iter().take(MOST_FAULTS) {
            writeln!(f, "fault      {fault}")?;
        }
        if self.faults.len() > MOST_FAULTS {
            writeln!(f, "fault      and {} more", self.faults.len() - MOST_FAULTS)?;
        }
        Ok(())
    }
}

/// The most faults that are printed.
const MOST_FAULTS: usize = 5;

/// One figure in both ways.
struct Row {
    name: &'static str,
    pushed: Option<f64>,
    asked: Option<f64>,
    /// The number of digits after the point.
    digits: usize,
}

impl Row {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(pushed), Some(asked)) = (self.pushed, self.asked) else {
            return Ok(());
        };
        let shown = |value: f64| match self.digits {
            0 => grouped(value.round() as u64),
            digits => format!("{value:.digits$}"),
        };
        write!(
            f,
            "  {:<32}{:>12}{:>16}",
            self.name,
            shown(pushed),
            shown(asked)
        )?;
        if pushed > 0.0 {
            write!(f, "{:>8.2}", asked / pushed)?;
        }
        writeln!(f)
    }
}

fn rows(pushed: &StageFigures, asked: &StageFigures) -> Vec<Row> {
    let row = |name, digits, of: &dyn Fn(&StageFigures) -> Option<f64>| Row {
        name,
        pushed: of(pushed),
        asked: of(asked),
        digits,
    };
    let mut rows = vec![
        row("moves a second", 0, &|stage| Some(stage.moves_a_second)),
        row("server CPU a move, µs", 1, &|stage| {
            stage.server_micros_a_move
        }),
        row("generator CPU a move, µs", 1, &|stage| {
            stage.generator_micros_a_move
        }),
        row("ack p50, ms", 2, &|stage| Some(stage.p50_millis)),
        row("ack p99, ms", 2, &|stage| Some(stage.p99_millis)),
        row("ack longest, ms", 2, &|stage| Some(stage.longest_millis)),
        row("events heard a move", 2, &|stage| {
            per_move(stage, stage.events)
        }),
        row("states heard a move", 2, &|stage| {
            per_move(stage, stage.states)
        }),
        row("resyncs a move", 2, &|stage| per_move(stage, stage.resyncs)),
        row("events heard", 0, &|stage| Some(stage.events as f64)),
        row("states heard", 0, &|stage| Some(stage.states as f64)),
        row("resyncs", 0, &|stage| Some(stage.resyncs as f64)),
        row("server memory, MB", 0, &|stage| {
            Some(stage.megabytes? as f64)
        }),
        row("measured, s", 1, &|stage| Some(stage.seconds)),
    ];
    if pushed.bot_moves_a_second > 0.0 {
        rows.push(row("moves of bots a second", 0, &|stage| {
            Some(stage.bot_moves_a_second)
        }));
        rows.push(row("of them without thinking, %", 1, &|stage| {
            Some(100.0 * stage.quick_bot_moves)
        }));
    }
    rows
}

fn per_move(stage: &StageFigures, n: u64) -> Option<f64> {
    (stage.moves > 0).then(|| n as f64 / stage.moves as f64)
}

/// A number with separated thousands: `12,700`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let numbers = [0, 999, 1_000, 12_700, 1_234_567];
        let texts = numbers.map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "12,700", "1,234,567"]);
    }
}
