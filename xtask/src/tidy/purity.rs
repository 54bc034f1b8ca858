//! Checks that the pure crates know no clock, file, socket, thread or async.
//!
//! Clippy proves it from the list in clippy.toml. This check ensures that each pure crate asks
//! clippy to, and searches the source for the same words once more, which reveals a lint that is
//! switched off for a line. Tests are exempt: src/tests.rs, a test module, tests/ and benches/ are
//! not read.

use crate::tidy::fault::TidyFault;
use crate::tidy::layers;
use crate::tidy::source::{code_lines, contains_phrase};
use crate::tidy::tree::Tree;
use crate::workspace::Package;

const ATTRIBUTE: &str = "#![deny(clippy::disallowed_methods, clippy::disallowed_types)]";

/// The phrases that must not be in the source.
const FORBIDDEN: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "Instant",
    "SystemTime",
    "async",
    "tokio",
    "allow(clippy::disallowed_methods",
    "allow(clippy::disallowed_types",
    "expect(clippy::disallowed_methods",
    "expect(clippy::disallowed_types",
];

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let pure = tree
        .packages()
        .iter()
        .filter(|package| layers::is_pure(package));
    pure.flat_map(|package| {
        let mut faults = impure_lines(tree, package);
        faults.extend(missing_attribute(tree, package));
        faults
    })
    .collect()
}

fn missing_attribute(tree: &Tree, package: &Package) -> Option<TidyFault> {
    let path = format!("{}/src/lib.rs", package.folder);
    let text = tree.text(&path).unwrap_or_default();
    if text.lines().any(|line| line == ATTRIBUTE) {
        return None;
    }
    Some(TidyFault::of(
        path,
        format!("a pure crate must carry `{ATTRIBUTE}`"),
    ))
}

fn impure_lines(tree: &Tree, package: &Package) -> Vec<TidyFault> {
    let source = format!("{}/src", package.folder);
    let mut faults = Vec::new();
    for path in tree.paths_under(&source).filter(|path| is_read(path)) {
        for (number, line) in code_lines(tree.text(path).unwrap_or_default()) {
            for phrase in FORBIDDEN {
                if contains_phrase(line, phrase) {
                    let message = format!("`{phrase}` has no place in a pure crate");
                    faults.push(TidyFault::at(path, number, message));
                }
            }
        }
    }
    faults
}

fn is_read(path: &str) -> bool {
    path.ends_with(".rs") && !path.ends_with("/tests.rs") && !path.contains("/tests/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    fn kernel(files: &[(&str, &str)]) -> Tree {
        Tree::of(files).with(Package::new("kernel", "crates/kernel"))
    }

    #[test]
    fn a_pure_crate_must_carry_the_attribute() {
        let message = format!("crates/kernel/src/lib.rs: a pure crate must carry `{ATTRIBUTE}`");
        let commented = format!("// {ATTRIBUTE}\n");
        let tree = kernel(&[("crates/kernel/src/lib.rs", &commented)]);
        assert_faults(&check(&tree), &[&message]);
        assert_faults(&check(&kernel(&[])), &[&message]);
    }

    #[test]
    fn another_crate_need_not_be_pure() {
        let tree = Tree::of(&[("crates/store/src/lib.rs", "use std::fs;\n")])
            .with(Package::new("store", "crates/store"));
        assert_faults(&check(&tree), &[]);
    }

    #[test]
    fn every_forbidden_phrase_is_found() {
        for phrase in FORBIDDEN {
            let text = format!("//! A comment may say {phrase}.\n{ATTRIBUTE}\n{phrase} x\n");
            let tree = kernel(&[("crates/kernel/src/lib.rs", &text)]);
            let message =
                format!("crates/kernel/src/lib.rs:3: `{phrase}` has no place in a pure crate");
            assert_faults(&check(&tree), &[&message]);
        }
    }

    #[test]
    fn a_file_deep_in_a_game_is_read_and_its_tests_are_not() {
        let tree = Tree::of(&[
            ("games/cribbage/src/lib.rs", ATTRIBUTE),
            (
                "games/cribbage/src/bot/search.rs",
                "\nasync fn think() {}\n",
            ),
            ("games/cribbage/src/tests.rs", "use std::fs;\n"),
            ("games/cribbage/tests/record.rs", "use std::fs;\n"),
            (
                "games/cribbage/benches/score.rs",
                "use std::time::Instant;\n",
            ),
        ])
        .with(Package::new("cribbage", "games/cribbage"));
        let expected = "games/cribbage/src/bot/search.rs:2: `async` has no place in a pure crate";
        assert_faults(&check(&tree), &[expected]);
    }
}
