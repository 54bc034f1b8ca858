//! A list of steps, run one after the other until one fails.
//!
//! Each step has a heading and a duration, and a table of all steps ends the run. A new check is
//! one more line in the list of its command.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

/// One step, with its name in headings and in the summary.
pub(crate) struct CheckStep {
    name: String,
    work: Work,
}

enum Work {
    /// Another program, run in the root of the workspace.
    Run(CommandLine),
    /// A function of this program.
    Call(fn(&Workspace) -> Result<()>),
}

impl CheckStep {
    pub(crate) fn run(name: impl Into<String>, command: CommandLine) -> Self {
        Self {
            name: name.into(),
            work: Work::Run(command),
        }
    }

    pub(crate) fn call(name: impl Into<String>, function: fn(&Workspace) -> Result<()>) -> Self {
        Self {
            name: name.into(),
            work: Work::Call(function),
        }
    }

    fn heading(&self) -> String {
        match &self.work {
            Work::Run(command) => format!("{}: {command}", self.name),
            Work::Call(_) => self.name.clone(),
        }
    }

    fn perform(&self, workspace: &Workspace) -> Result<()> {
        match &self.work {
            Work::Run(command) => command.run(&workspace.root),
            Work::Call(function) => function(workspace),
        }
    }
}

/// Runs the steps in order, stops at the first failure, and prints a summary.
pub(crate) fn run_all(steps: &[CheckStep], workspace: &Workspace) -> Result<()> {
    let mut summary = Summary::default();
    let mut outcome = Ok(());
    for (index, step) in steps.iter().enumerate() {
        if outcome.is_err() {
            summary.add(step, Status::NotRun);
            continue;
        }
        println!("\n== {}/{} {}", index + 1, steps.len(), step.heading());
        let start = Instant::now();
        outcome = step
            .perform(workspace)
            .with_context(|| format!("the step \"{}\" failed", step.name));
        let status = Status::of(&outcome, start.elapsed());
        println!("-- {}: {status}", step.name);
        summary.add(step, status);
    }
    println!("\n{summary}");
    outcome
}

/// The result of each step.
#[derive(Default)]
struct Summary {
    rows: Vec<(String, Status)>,
}

impl Summary {
    fn add(&mut self, step: &CheckStep, status: Status) {
        self.rows.push((step.name.clone(), status));
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.rows.iter().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0);
        for (name, status) in &self.rows {
            writeln!(f, "{name:width$}  {status}")?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Status {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

impl Status {
    fn of(outcome: &Result<()>, duration: Duration) -> Self {
        match outcome {
            Ok(()) => Self::Passed(duration),
            Err(_) => Self::Failed(duration),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Seven columns hold every time below 100,000 seconds.
            Self::Passed(time) => write!(f, "passed   {:7.1} s", time.as_secs_f64()),
            Self::Failed(time) => write!(f, "FAILED   {:7.1} s", time.as_secs_f64()),
            Self::NotRun => f.write_str("not run"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(_: &Workspace) -> Result<()> {
        Ok(())
    }

    fn fails(_: &Workspace) -> Result<()> {
        anyhow::bail!("the reason")
    }

    fn must_not_run(_: &Workspace) -> Result<()> {
        unreachable!("a step after a failed one")
    }

    #[test]
    fn stops_at_the_first_failure_and_names_it() {
        let steps = [
            CheckStep::call("first", passes),
            CheckStep::call("second", fails),
            CheckStep::call("third", must_not_run),
        ];
        let error = run_all(&steps, &Workspace::default()).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "the step \"second\" failed: the reason"
        );
    }

    #[test]
    fn passes_when_every_step_does() {
        let steps = [
            CheckStep::call("first", passes),
            CheckStep::call("second", passes),
        ];
        assert!(run_all(&steps, &Workspace::default()).is_ok());
    }

    #[test]
    fn the_summary_is_a_table() {
        let mut summary = Summary::default();
        let (short, long) = (
            CheckStep::call("tests", passes),
            CheckStep::call("doc tests", passes),
        );
        summary.add(&short, Status::Passed(Duration::from_millis(61_250)));
        summary.add(&long, Status::Failed(Duration::from_millis(940)));
        summary.add(&short, Status::NotRun);
        assert_eq!(
            summary.to_string(),
            "tests      passed      61.2 s\n\
             doc tests  FAILED       0.9 s\n\
             tests      not run\n"
        );
    }
}
