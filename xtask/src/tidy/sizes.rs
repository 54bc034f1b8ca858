//! Checks that long files and functions are listed in STYLE.md with their reason.
//!
//! Clippy's `too_many_lines` finds long functions (`clippy.toml` has the bound), and an exception
//! must be marked where it stands. This module checks that every file with such a mark, and every
//! source file that is too long, is in the list, and that the list names nothing else. Whether a
//! reason is a good one, and whether a listed file holds one noun, only a reader can tell.

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

const PAGE: &str = "STYLE.md";
const HEADING: &str = "## Long files and functions";

/// The most lines of a file that needs no reason.
const MOST_LINES: usize = 400;

/// The endings of source files.
const ENDINGS: &[&str] = &[".rs", ".ts", ".svelte", ".mjs"];

/// The folder of the TypeScript that `cargo xtask bless` writes.
const GENERATED: &str = "web/src/protocol/";

/// The lint that an exception for a function names.
const LINT: &str = concat!("clippy::", "too_many_lines");

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let patterns = patterns(tree.text(PAGE).unwrap_or_default());
    let mut faults = Vec::new();
    let mut used = vec![false; patterns.len()];
    let is_source = |path: &str| {
        ENDINGS.iter().any(|ending| path.ends_with(ending)) && !path.starts_with(GENERATED)
    };
    for (path, text) in tree.texts().filter(|(path, _)| is_source(path)) {
        let Some(what) = what_is_long(text) else {
            continue;
        };
        let fits = |(_, pattern): &(usize, String)| matches(pattern, path);
        match patterns.iter().position(fits) {
            Some(place) => used[place] = true,
            None => {
                let message = format!("{what}: split it, or list it with its reason in {PAGE}");
                faults.push(TidyFault::of(path, message));
            }
        }
    }
    for ((line, pattern), used) in patterns.iter().zip(used) {
        if !used {
            let message = format!("`{pattern}` is not long any more: remove it");
            faults.push(TidyFault::at(PAGE, *line, message));
        }
    }
    faults
}

fn what_is_long(text: &str) -> Option<String> {
    let lines = text.lines().count();
    if lines > MOST_LINES {
        return Some(format!("it has {lines} lines"));
    }
    has_mark(text).then(|| "it has a long function".to_owned())
}

/// Whether an `expect` attribute, on one line or on several, names the lint.
fn has_mark(text: &str) -> bool {
    let mut attributes = text.split("expect(").skip(1);
    attributes.any(|attribute| {
        let lints = attribute.split([')', ']']).next().unwrap_or_default();
        lints.contains(LINT)
    })
}

/// The paths in the first column of the list, in backticks, each with its line.
fn patterns(page: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(page.lines());
    let below = lines
        .skip_while(|(_, line)| *line != HEADING)
        .skip(1)
        .take_while(|(_, line)| !line.starts_with("## "));
    let mut patterns = Vec::new();
    for (line, text) in below {
        let column = text
            .strip_prefix("| ")
            .and_then(|row| row.split(" | ").next());
        let quoted = column.unwrap_or_default().split('`').skip(1).step_by(2);
        patterns.extend(quoted.map(|pattern| (line, pattern.to_owned())));
    }
    patterns
}

/// Whether a path is that of a pattern, in which `*` stands for one name.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.split('/'), path.split('/'));
    pattern.clone().count() == path.clone().count()
        && pattern
            .zip(path)
            .all(|(name, found)| name == "*" || name == found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    fn faults(rows: &str, files: &[(&str, &str)]) -> Vec<TidyFault> {
        let page = format!("# Style\n\n{HEADING}\n\n| where | reason |\n|---|---|\n{rows}");
        let mut tree = Tree::of(files);
        tree.add(PAGE, page.as_bytes(), false);
        check(&tree)
    }

    #[test]
    fn a_long_file_needs_a_reason() {
        let long = "\n".repeat(MOST_LINES + 1);
        let short = "\n".repeat(MOST_LINES);
        let files = [("games/a/src/b.rs", &*long), ("games/a/src/c.rs", &*short)];
        let expected = "games/a/src/b.rs: it has 401 lines: \
                        split it, or list it with its reason in STYLE.md";
        assert_faults(&faults("", &files), &[expected]);
        assert_faults(
            &faults("| `games/*/src/b.rs` | one search |\n", &files),
            &[],
        );
        assert_faults(
            &faults("| `games/a/src/b.rs` | one search |\n", &files),
            &[],
        );
    }

    #[test]
    fn a_long_function_needs_a_reason() {
        for marked in [
            format!("#[expect({LINT}, reason = \"a table\")]\nfn long() {{}}\n"),
            format!("#[expect(\n    {LINT},\n    reason = \"a table\"\n)]\nfn long() {{}}\n"),
            format!("#[expect(clippy::cast_lossless, {LINT})]\nfn long() {{}}\n"),
        ] {
            let files = [("a.rs", &*marked)];
            let expected = "a.rs: it has a long function: \
                            split it, or list it with its reason in STYLE.md";
            assert_faults(&faults("", &files), &[expected]);
            assert_faults(&faults("| `a.rs` | a table |\n", &files), &[]);
        }
        let spoken = format!("#[expect(dead_code)]\n// {LINT} counts them.\n");
        assert_faults(&faults("", &[("a.rs", &spoken)]), &[]);
    }

    #[test]
    fn the_sources_of_the_page_count_too() {
        let long = "\n".repeat(MOST_LINES + 1);
        for path in ["web/src/a.ts", "games/a/web/B.svelte", "web/browser/c.mjs"] {
            let expected = format!(
                "{path}: it has 401 lines: split it, or list it with its reason in STYLE.md"
            );
            assert_faults(&faults("", &[(path, &long)]), &[&expected]);
        }
        let others = [
            ("web/src/protocol/a.ts", &*long),
            ("games/a/rules/en.md", &*long),
        ];
        assert_faults(&faults("", &others), &[]);
    }

    #[test]
    fn the_list_has_nothing_that_is_short() {
        let expected = "STYLE.md:7: `a.rs` is not long any more: remove it";
        assert_faults(
            &faults("| `a.rs` | one list |\n", &[("a.rs", "")]),
            &[expected],
        );
    }
}
