//! Checks that every game is complete: in the roster, with the same files, rulings and
//! playthroughs.

use std::collections::BTreeSet;

use crate::tidy::fault::TidyFault;
use crate::tidy::manifests;
use crate::tidy::source::{code_lines, contains_phrase};
use crate::tidy::tree::Tree;

/// The files that every game has: a reader who knows one game knows all. Any other file is
/// optional: docs/ADDING_A_GAME.md lists it.
const SOURCES: &[&str] = &[
    "facade.rs",
    "lib.rs",
    "options.rs",
    "rules.rs",
    "score.rs",
    "state.rs",
    "tests.rs",
    "view.rs",
];

/// The place of each optional part: if one game has it, it is there.
const PLACES: &[(&str, &str)] = &[
    ("const BOTS: &[", "src/bot.rs"),
    ("impl Witness<", "src/bot/witness.rs"),
    ("const DRILLS: &[", "src/drill.rs"),
    ("impl Imagine for", "src/imagine.rs"),
    ("const MEASURES: &[", "src/measures.rs"),
    ("impl Notation for", "src/notation.rs"),
    ("fn score_json(request", "src/request.rs"),
    ("impl Secrets for", "src/tests.rs"),
    ("testkit::bots_do_not_peek", "src/tests/bots.rs"),
    ("testkit::rulings(", "src/tests/rulings.rs"),
];

/// Folders that hold at least one file of a kind.
const CASES: &[(&str, &str)] = &[
    ("playthroughs", ".txt"),
    ("rules", ".md"),
    ("rulings", ".md"),
];

const ROSTER_MANIFEST: &str = "crates/roster/Cargo.toml";
const ROSTER_SOURCE: &str = "crates/roster/src/lib.rs";

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    keys(tree)
        .into_iter()
        .flat_map(|key| {
            let mut faults = missing_in_roster(tree, key);
            faults.extend(missing_sources(tree, key));
            faults.extend(missing_cases(tree, key));
            faults.extend(misplaced(tree, key));
            faults
        })
        .collect()
}

/// The folders in games/, with or without a manifest.
fn keys(tree: &Tree) -> BTreeSet<&str> {
    tree.paths_under("games")
        .filter_map(|path| Some(path.strip_prefix("games/")?.split_once('/')?.0))
        .collect()
}

fn missing_in_roster(tree: &Tree, key: &str) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    let manifest = tree.text(ROSTER_MANIFEST).unwrap_or_default();
    if !manifests::depends_on(manifest, key) {
        let message = format!("the game `{key}` is not a dependency of the roster");
        faults.push(TidyFault::of(ROSTER_MANIFEST, message));
    }
    let source = tree.text(ROSTER_SOURCE).unwrap_or_default();
    if !code_lines(source).any(|(_, line)| contains_phrase(line, key)) {
        let message = format!("the game `{key}` is not in the list of games");
        faults.push(TidyFault::of(ROSTER_SOURCE, message));
    }
    faults
}

fn missing_sources(tree: &Tree, key: &str) -> Vec<TidyFault> {
    let paths = SOURCES.iter().map(|name| format!("games/{key}/src/{name}"));
    let missing = paths.filter(|path| tree.file(path).is_none());
    missing
        .map(|path| TidyFault::of(path, "every game has this file, and this one does not"))
        .collect()
}

fn missing_cases(tree: &Tree, key: &str) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    for (name, ending) in CASES {
        let folder = format!("games/{key}/{name}");
        if !tree.paths_under(&folder).any(|path| path.ends_with(ending)) {
            let message = format!("every game has at least one *{ending} file here");
            faults.push(TidyFault::of(folder, message));
        }
    }
    faults
}

/// Parts in another place than in the other games. A small game without a folder of tests keeps all
/// tests in `tests.rs`.
fn misplaced(tree: &Tree, key: &str) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    let folder = format!("games/{key}/src/tests");
    let is_small = tree.paths_under(&folder).next().is_none();
    for path in tree.paths_under(&format!("games/{key}/src")) {
        let text = tree.text(path).unwrap_or_default();
        for (phrase, place) in PLACES {
            let is_there = path.ends_with(place)
                || is_small && path.ends_with("src/tests.rs") && place.starts_with("src/tests/");
            if !is_there && code_lines(text).any(|(_, line)| line.contains(phrase)) {
                let message = format!("`{phrase}` must stand in games/{key}/{place}");
                faults.push(TidyFault::of(path, message));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    /// A tree with cribbage, complete except for these files.
    fn without(left_out: &[&str]) -> Tree {
        let mut files = vec![
            (
                ROSTER_MANIFEST.to_owned(),
                "[dependencies]\ncribbage.workspace = true\n",
            ),
            (
                ROSTER_SOURCE.to_owned(),
                "const GAMES: &[Entry] = &[entry::<cribbage::Cribbage>()];\n",
            ),
            ("games/cribbage/playthroughs/heels.txt".to_owned(), ""),
            ("games/cribbage/rules/en.md".to_owned(), ""),
            ("games/cribbage/rulings/fifteens.md".to_owned(), ""),
        ];
        files.extend(
            SOURCES
                .iter()
                .map(|name| (format!("games/cribbage/src/{name}"), "")),
        );
        let mut tree = Tree::default();
        for (path, text) in &files {
            if !left_out.contains(&path.as_str()) {
                tree.add(path, text.as_bytes(), false);
            }
        }
        tree
    }

    #[test]
    fn a_whole_game_is_accepted() {
        assert_faults(&check(&without(&[])), &[]);
    }

    #[test]
    fn a_game_outside_the_roster_is_found() {
        assert_faults(
            &check(&without(&[ROSTER_MANIFEST, ROSTER_SOURCE])),
            &[
                "crates/roster/Cargo.toml: the game `cribbage` is not a dependency of the roster",
                "crates/roster/src/lib.rs: the game `cribbage` is not in the list of games",
            ],
        );
    }

    #[test]
    fn naming_a_game_in_a_comment_does_not_list_it() {
        let mut tree = without(&[]);
        tree.add(ROSTER_SOURCE, b"//! Lists cribbage.\n", false);
        assert_faults(
            &check(&tree),
            &["crates/roster/src/lib.rs: the game `cribbage` is not in the list of games"],
        );
    }

    #[test]
    fn a_missing_file_is_found() {
        assert_faults(
            &check(&without(&["games/cribbage/src/view.rs"])),
            &["games/cribbage/src/view.rs: every game has this file, and this one does not"],
        );
    }

    #[test]
    fn each_part_of_a_game_has_its_place() {
        let mut tree = without(&[]);
        let imagine = b"impl Imagine for Cribbage {}\n";
        tree.add("games/cribbage/src/imagine.rs", imagine, false);
        let rulings = b"testkit::rulings(dir, ruling);\n";
        tree.add("games/cribbage/src/tests.rs", rulings, false);
        assert_faults(&check(&tree), &[]);
        tree.add("games/cribbage/src/view.rs", imagine, false);
        assert_faults(
            &check(&tree),
            &[
                "games/cribbage/src/view.rs: `impl Imagine for` must stand in games/cribbage/src/imagine.rs",
            ],
        );
    }

    #[test]
    fn only_a_game_without_a_folder_of_tests_keeps_all_in_one_file() {
        let mut tree = without(&[]);
        let tests = b"testkit::bots_do_not_peek::<Cribbage>(&[], 60);\n";
        tree.add("games/cribbage/src/tests.rs", tests, false);
        assert_faults(&check(&tree), &[]);
        tree.add("games/cribbage/src/tests/records.rs", b"", false);
        assert_faults(
            &check(&tree),
            &[
                "games/cribbage/src/tests.rs: `testkit::bots_do_not_peek` must stand in games/cribbage/src/tests/bots.rs",
            ],
        );
    }

    #[test]
    fn a_game_without_cases_is_found() {
        let cases = [
            "games/cribbage/playthroughs/heels.txt",
            "games/cribbage/rulings/fifteens.md",
        ];
        assert_faults(
            &check(&without(&cases)),
            &[
                "games/cribbage/playthroughs: every game has at least one *.txt file here",
                "games/cribbage/rulings: every game has at least one *.md file here",
            ],
        );
    }
}
