//! The hygiene of every tracked text file.
//!
//! The words to search for are assembled from halves below, which keeps this file as tidy as the
//! others.

use crate::tidy::fault::TidyFault;
use crate::tidy::source::contains_phrase;
use crate::tidy::tree::{TrackedFile, Tree};

/// A repository is cloned whole, with its history: larger files must be generated, not stored.
const MOST_BYTES: u64 = 1_000_000;

/// Folders that only one machine has.
const MACHINE_FOLDERS: &[&str] = &[
    concat!("/", "home/"),
    concat!("/", "root/"),
    concat!("/", "tmp/"),
    concat!("/", "work/"),
    concat!("/", "Users/"),
];

/// Marks of unfinished work, with what to do instead.
const UNFINISHED: &[(&str, &str)] = &[
    (concat!("todo", "!"), "finish it or leave it out"),
    (concat!("FIX", "ME"), "fix it"),
    (concat!("XX", "X"), "describe the problem, or fix it"),
];

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    for (path, file) in tree.files() {
        faults.extend(too_large(path, file));
        if let Some(text) = &file.text {
            faults.extend(no_newline_at_end(path, text));
            for (index, line) in text.split_terminator('\n').enumerate() {
                let messages = line_faults(path, line);
                faults.extend(messages.map(|message| TidyFault::at(path, index + 1, message)));
            }
        }
    }
    faults
}

fn too_large(path: &str, file: &TrackedFile) -> Option<TidyFault> {
    let message = format!("{} bytes are too many: {MOST_BYTES} at most", file.bytes);
    (file.bytes > MOST_BYTES).then(|| TidyFault::of(path, message))
}

fn no_newline_at_end(path: &str, text: &str) -> Option<TidyFault> {
    (!text.is_empty() && !text.ends_with('\n'))
        .then(|| TidyFault::of(path, "the last line must end with a newline"))
}

fn line_faults(path: &str, line: &str) -> impl Iterator<Item = String> {
    machine_path(line)
        .into_iter()
        .chain(unfinished(line))
        .chain(trailing_space(path, line))
        .chain(rust_only(path, line))
}

fn machine_path(line: &str) -> Option<String> {
    let folder = MACHINE_FOLDERS
        .iter()
        .find(|folder| starts_a_path(line, folder))?;
    Some(format!("a path below {folder} exists on one machine only"))
}

/// Whether an absolute path in `line` starts with `folder`: the text before it must not belong to
/// the same path, as in `./data/…` or `https://host/…`.
fn starts_a_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~*}".contains(c))
    })
}

fn unfinished(line: &str) -> Option<String> {
    let (mark, advice) = UNFINISHED
        .iter()
        .find(|(mark, _)| contains_phrase(line, mark))?;
    Some(format!("`{mark}`: {advice}"))
}

/// Two spaces at the end of a line have a meaning in Markdown, and only there.
fn trailing_space(path: &str, line: &str) -> Option<String> {
    let trailing = line.ends_with([' ', '\t', '\r']) && !path.ends_with(".md");
    trailing.then(|| "white space at the end of the line".to_owned())
}

fn rust_only(path: &str, line: &str) -> Option<String> {
    if !path.ends_with(".rs") {
        return None;
    }
    if line.trim_start().starts_with("#[ignore") {
        return Some("an ignored test tests nothing: run it or remove it".to_owned());
    }
    line.contains('\t')
        .then(|| "a tab: Rust is indented with spaces".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    #[track_caller]
    fn refuses(path: &str, text: &str, expected: &[&str]) {
        assert_faults(&check(&Tree::of(&[(path, text)])), expected);
    }

    #[test]
    fn tidy_text_is_accepted() {
        refuses("a.rs", "fn a() {\n    b();\n}\n", &[]);
        refuses("a.md", "Two spaces break a line.  \nAs here.\n", &[]);
        refuses("empty.txt", "", &[]);
    }

    #[test]
    fn each_machine_folder_is_found() {
        for folder in MACHINE_FOLDERS {
            let message = format!("a.md:1: a path below {folder} exists on one machine only");
            refuses("a.md", &format!("see `{folder}me/notes`\n"), &[&message]);
            refuses("a.md", &format!("{folder}me\n"), &[&message]);
        }
    }

    #[test]
    fn a_part_of_a_longer_path_is_no_machine_folder() {
        for folder in MACHINE_FOLDERS {
            refuses(
                "a.md",
                &format!("https://host{folder}x .{folder}x $HOME{folder}\n"),
                &[],
            );
        }
    }

    #[test]
    fn each_mark_of_unfinished_work_is_found() {
        for (mark, advice) in UNFINISHED {
            let message = format!("a.rs:2: `{mark}`: {advice}");
            refuses("a.rs", &format!("\n    {mark} ()\n"), &[&message]);
        }
    }

    #[test]
    fn an_ignored_test_is_found() {
        let message = "a.rs:1: an ignored test tests nothing: run it or remove it";
        refuses("a.rs", "#[ignore]\nfn a() {}\n", &[message]);
        refuses("a.rs", "#[ignore = \"slow\"]\nfn a() {}\n", &[message]);
    }

    #[test]
    fn white_space_at_the_end_is_found() {
        let message = "a.toml:2: white space at the end of the line";
        refuses("a.toml", "[a]\nb = 1 \n", &[message]);
        refuses("a.toml", "[a]\nb = 1\r\n", &[message]);
    }

    #[test]
    fn a_tab_in_rust_is_found() {
        refuses(
            "a.rs",
            "\tb();\n",
            &["a.rs:1: a tab: Rust is indented with spaces"],
        );
        refuses("a.txt", "a\tb\n", &[]);
    }

    #[test]
    fn a_missing_newline_is_found() {
        refuses(
            "a.md",
            "a",
            &["a.md: the last line must end with a newline"],
        );
    }

    #[test]
    fn a_large_file_is_found_even_if_it_is_no_text() {
        let mut tree = Tree::default();
        tree.add("a.png", &vec![0xff; 1_000_000], false);
        assert_faults(&check(&tree), &[]);
        tree.add("a.png", &vec![0xff; 1_000_001], false);
        assert_faults(
            &check(&tree),
            &["a.png: 1000001 bytes are too many: 1000000 at most"],
        );
    }
}
