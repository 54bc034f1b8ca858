//! A plain reading of Rust source: enough to find words, not to understand it.

/// The lines of code of a source file with their numbers from one: without
/// comments, and without a test module at the end of the file.
///
/// Everything after `//` is taken for a comment, even inside a string. Nothing can follow a test
/// module: clippy's `items_after_test_module` ensures that.
pub(crate) fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = start_of_test_module(text).unwrap_or(usize::MAX);
    let lines = text.lines().enumerate().take(end);
    lines.map(|(index, line)| (index + 1, without_comment(line)))
}

/// Whether `phrase` occurs in `line` and no longer name contains it there.
pub(crate) fn contains_phrase(line: &str, phrase: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(phrase).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + phrase.len()..].chars().next();
        !before.is_some_and(in_name) && !after.is_some_and(in_name)
    })
}

/// The index of the line that opens `#[cfg(test)] mod ... {`.
fn start_of_test_module(text: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.windows(2).position(|pair| {
        pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    })
}

fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_the_test_module_are_no_code() {
        let text = "//! words\nuse a; // more\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod tests {\nc\n}\n";
        let code: Vec<_> = code_lines(text).collect();
        let expected = [
            (1, ""),
            (2, "use a; "),
            (3, "#[cfg(test)]"),
            (4, "mod tests;"),
            (5, "b"),
        ];
        assert_eq!(code, expected);
    }

    #[test]
    fn a_phrase_is_no_part_of_a_longer_name() {
        assert!(contains_phrase("use std::fs;", "std::fs"));
        assert!(contains_phrase("std::fs::read(path)", "std::fs"));
        assert!(!contains_phrase("std::fsx", "std::fs"));
        assert!(!contains_phrase("my_tokio", "tokio"));
        assert!(contains_phrase("my_tokio tokio", "tokio"));
    }
}
