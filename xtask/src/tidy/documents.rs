//! Checks that the expected documents exist, and that the README's test command is the one that the
//! CI runs.

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

const REQUIRED: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "STYLE.md",
    "docs/ADDING_A_GAME.md",
];

const TEST_COMMAND: &str = "cargo xtask test";
const README: &str = "README.md";
const CI: &str = ".ci/run";

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let mut faults = missing(tree);
    faults.extend(untested_readme(tree));
    faults.extend(ci_script(tree));
    faults
}

fn missing(tree: &Tree) -> Vec<TidyFault> {
    let missing = REQUIRED.iter().filter(|path| tree.file(path).is_none());
    missing
        .map(|path| TidyFault::of(*path, "this document is missing"))
        .collect()
}

fn untested_readme(tree: &Tree) -> Option<TidyFault> {
    let text = tree.text(README)?;
    (!text.contains(TEST_COMMAND))
        .then(|| TidyFault::of(README, format!("name the test command, `{TEST_COMMAND}`")))
}

/// The script may find its folder and fail early; the rest must be the one command.
fn ci_script(tree: &Tree) -> Vec<TidyFault> {
    let Some(file) = tree.file(CI) else {
        return vec![TidyFault::of(CI, "the script that the CI runs is missing")];
    };
    let mut faults = Vec::new();
    if !file.executable {
        faults.push(TidyFault::of(CI, "the script must be executable"));
    }
    let text = file.text.as_deref().unwrap_or_default();
    let commands: Vec<&str> = text.lines().filter(|line| is_command(line)).collect();
    if commands != [TEST_COMMAND] {
        let message = format!("the script must run `{TEST_COMMAND}` and nothing else");
        faults.push(TidyFault::of(CI, message));
    }
    faults
}

fn is_command(line: &str) -> bool {
    let setting = ["#", "set ", "cd "];
    !line.is_empty() && !setting.iter().any(|prefix| line.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    const GOOD_SCRIPT: &str =
        "#!/usr/bin/env bash\n# Why.\nset -euo pipefail\n\ncd ..\ncargo xtask test\n";

    fn tree() -> Tree {
        let mut tree = Tree::default();
        for path in REQUIRED {
            tree.add(path, b"Run `cargo xtask test`.\n", false);
        }
        tree.add(CI, GOOD_SCRIPT.as_bytes(), true);
        tree
    }

    #[test]
    fn a_documented_project_is_accepted() {
        assert_faults(&check(&tree()), &[]);
    }

    #[test]
    fn each_missing_document_is_found() {
        let mut tree = Tree::default();
        tree.add(CI, GOOD_SCRIPT.as_bytes(), true);
        let expected = REQUIRED
            .iter()
            .map(|path| format!("{path}: this document is missing"));
        let expected: Vec<String> = expected.collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_faults(&check(&tree), &expected);
    }

    #[test]
    fn a_readme_without_the_test_command_is_found() {
        let mut tree = tree();
        tree.add(README, b"Run the tests.\n", false);
        assert_faults(
            &check(&tree),
            &["README.md: name the test command, `cargo xtask test`"],
        );
    }

    #[test]
    fn a_ci_script_that_does_more_or_less_is_found() {
        let expected = ".ci/run: the script must run `cargo xtask test` and nothing else";
        for script in [
            "#!/usr/bin/env bash\n",
            "cargo xtask test || true\n",
            "npm ci\ncargo xtask test\n",
        ] {
            let mut tree = tree();
            tree.add(CI, script.as_bytes(), true);
            assert_faults(&check(&tree), &[expected]);
        }
    }

    #[test]
    fn a_ci_script_that_cannot_run_is_found() {
        let mut tree = tree();
        tree.add(CI, GOOD_SCRIPT.as_bytes(), false);
        assert_faults(&check(&tree), &[".ci/run: the script must be executable"]);
    }
}
