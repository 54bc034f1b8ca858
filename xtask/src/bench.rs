//! `cargo xtask bench`: run the benchmarks of all crates.
//!
//! A benchmark is a program with its own `main` that prints a report and asserts its results, never
//! its times. Each runs alone: one does not disturb the figures of another.

use anyhow::{Result, bail};

use crate::command_line::CommandLine;
use crate::steps::{self, CheckStep};
use crate::workspace::{Package, Workspace};

pub(crate) fn run(workspace: &Workspace, filter: Option<&str>) -> Result<()> {
    let all = benches(&workspace.packages);
    let chosen = all
        .iter()
        .filter(|bench| filter.is_none_or(|text| bench.name().contains(text)));
    let steps: Vec<CheckStep> = chosen.map(Bench::step).collect();
    if all.is_empty() {
        bail!("no crate of the workspace has a benchmark");
    }
    if steps.is_empty() {
        let names: Vec<String> = all.iter().map(Bench::name).collect();
        bail!("no such benchmark; there are {}", names.join(", "));
    }
    steps::run_all(&steps, workspace)
}

struct Bench {
    package: String,
    target: String,
}

impl Bench {
    fn name(&self) -> String {
        format!("{}/{}", self.package, self.target)
    }

    fn step(&self) -> CheckStep {
        let line = format!(
            "cargo bench --locked --package {} --bench {}",
            self.package, self.target
        );
        CheckStep::run(self.name(), CommandLine::new(line))
    }
}

fn benches(packages: &[Package]) -> Vec<Bench> {
    let mut benches = Vec::new();
    for package in packages {
        for target in &package.benches {
            benches.push(Bench {
                package: package.name.clone(),
                target: target.clone(),
            });
        }
    }
    benches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_without_benchmarks_says_so() {
        let error = run(&Workspace::default(), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no crate of the workspace has a benchmark"
        );
    }

    #[test]
    fn a_filter_that_fits_nothing_names_what_there_is() {
        let mut package = Package::new("cribbage", "games/cribbage");
        package.benches = vec!["score".to_owned(), "discard".to_owned()];
        let workspace = Workspace {
            packages: vec![package],
            ..Workspace::default()
        };
        let error = run(&workspace, Some("dominoes")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no such benchmark; there are cribbage/score, cribbage/discard"
        );
    }
}
