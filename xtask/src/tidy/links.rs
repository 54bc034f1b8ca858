//! Checks that the relative links of the Markdown files point to existing files.
//!
//! It reads inline links, images and link definitions, outside code. Links to other sites are not
//! followed: a check must not need the network.

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts().filter(|(path, _)| path.ends_with(".md")) {
        for (line, target) in links(text) {
            let there = relative(&target)
                .is_none_or(|target| resolve(path, target).is_some_and(|to| tree.contains(&to)));
            if !there {
                faults.push(TidyFault::at(
                    path,
                    line,
                    format!("the link to {target} leads nowhere"),
                ));
            }
        }
    }
    faults
}

/// The targets of all links with their lines, counted from one.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let targets = targets(&without_code(line));
            links.extend(targets.into_iter().map(|target| (index + 1, target)));
        }
    }
    links
}

/// The line without the parts in backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

fn targets(line: &str) -> Vec<String> {
    let inline = line.split("](").skip(1);
    let inline = inline.filter_map(|rest| Some(rest.split_once(')')?.0));
    let mut targets: Vec<&str> = inline.collect();
    if line.starts_with('[') {
        targets.extend(line.split_once("]: ").map(|(_, target)| target));
    }
    let without_title = targets
        .into_iter()
        .filter_map(|target| target.split_whitespace().next());
    without_title.map(str::to_owned).collect()
}

/// The path of a link within the repository, without its fragment.
fn relative(target: &str) -> Option<&str> {
    let path = target.split('#').next().unwrap_or_default();
    let elsewhere = path.contains("://") || path.starts_with("mailto:");
    (!path.is_empty() && !elsewhere).then_some(path)
}

/// The path from the root of a link in the file `from`; `None` if it leaves the repository. The
/// root itself cannot be linked.
fn resolve(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    #[track_caller]
    fn refuses(text: &str, expected: &[&str]) {
        let tree = Tree::of(&[
            ("docs/ADDING_A_GAME.md", text),
            ("docs/decisions/0001-record.md", ""),
            ("README.md", ""),
        ]);
        assert_faults(&check(&tree), expected);
    }

    #[test]
    fn links_that_lead_somewhere_are_accepted() {
        refuses(
            "[a](decisions/0001-record.md) and [b](../README.md#start)\n",
            &[],
        );
        refuses(
            "![c](./decisions/) [d](#below) [e](https://example.org/x)\n",
            &[],
        );
        refuses(
            "[f]: ../README.md \"The title\"\n[g]: mailto:a@example.org\n",
            &[],
        );
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        refuses(
            "One [a](README.md), two [b](../docs/GONE.md#x).\n\n[c]: decisions/0002.md\n",
            &[
                "docs/ADDING_A_GAME.md:1: the link to README.md leads nowhere",
                "docs/ADDING_A_GAME.md:1: the link to ../docs/GONE.md#x leads nowhere",
                "docs/ADDING_A_GAME.md:3: the link to decisions/0002.md leads nowhere",
            ],
        );
    }

    #[test]
    fn a_link_out_of_the_repository_is_found() {
        refuses(
            "[a](../../elsewhere.md)\n",
            &["docs/ADDING_A_GAME.md:1: the link to ../../elsewhere.md leads nowhere"],
        );
    }

    #[test]
    fn code_has_no_links() {
        refuses("`BySeat[i](j)` and\n```\n[a](b)\n```\n", &[]);
    }
}
