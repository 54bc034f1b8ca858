//! Checks that every external crate has a reason in ARCHITECTURE.md, and every reason a crate.
//!
//! The reasons are in the section of that file whose heading contains "Dependencies". Each is an
//! item of a list, or a row of a table, that begins with the names of its crates in backticks.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

const MANIFEST: &str = "Cargo.toml";
const DOCUMENT: &str = "ARCHITECTURE.md";

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let document = tree.text(DOCUMENT).unwrap_or_default();
    let crates = match crates_from_outside(tree.text(MANIFEST).unwrap_or_default()) {
        Ok(crates) => crates,
        Err(fault) => return vec![fault],
    };
    let reasons = reasons(document);
    let mut faults = Vec::new();
    for name in &crates {
        if !reasons.contains_key(name.as_str()) {
            let message = format!(
                "give the reason for `{name}` in the section on dependencies, or drop the crate"
            );
            faults.push(TidyFault::of(DOCUMENT, message));
        }
    }
    for (name, line) in reasons {
        if !crates.iter().any(|known| known == name) {
            let message = format!("`{name}` is not in [workspace.dependencies]");
            faults.push(TidyFault::at(DOCUMENT, line, message));
        }
    }
    faults
}

/// The names in `[workspace.dependencies]` that are not our own crates.
fn crates_from_outside(manifest: &str) -> Result<Vec<String>, TidyFault> {
    let manifest: Table = manifest
        .parse()
        .map_err(|error: toml::de::Error| TidyFault::of(MANIFEST, error.to_string()))?;
    let dependencies = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("dependencies"))
        .and_then(Value::as_table)
        .ok_or_else(|| TidyFault::of(MANIFEST, "there is no [workspace.dependencies]"))?;
    let outside = dependencies
        .iter()
        .filter(|(_, value)| value.get("path").is_none());
    Ok(outside.map(|(name, _)| name.clone()).collect())
}

/// The names that the section on dependencies gives a reason for, with their lines.
fn reasons(document: &str) -> BTreeMap<&str, usize> {
    let mut names = BTreeMap::new();
    let mut in_section = false;
    for (index, line) in document.lines().enumerate() {
        if let Some(heading) = line.strip_prefix('#') {
            in_section = heading.to_lowercase().contains("dependencies");
        } else if in_section {
            names.extend(names_of(line).into_iter().map(|name| (name, index + 1)));
        }
    }
    names
}

/// The names that a list item or a table row is about; none without a reason.
fn names_of(line: &str) -> Vec<&str> {
    let line = line.trim();
    let parts = if let Some(row) = line.strip_prefix('|') {
        row.trim_end_matches('|').split_once('|')
    } else if let Some(item) = line.strip_prefix("- ").or(line.strip_prefix("* ")) {
        item.split_once(':')
    } else {
        None
    };
    match parts {
        Some((subject, reason)) if !reason.trim().is_empty() => in_backticks(subject),
        _ => Vec::new(),
    }
}

/// Every second part between backticks is quoted.
fn in_backticks(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    const CRATES: &str = "\
[workspace.dependencies]
kernel = { path = \"crates/kernel\" }
serde = { version = \"1\", features = [\"derive\"] }
toml = \"1\"
";

    #[track_caller]
    fn refuses(document: &str, expected: &[&str]) {
        let tree = Tree::of(&[(MANIFEST, CRATES), (DOCUMENT, document)]);
        assert_faults(&check(&tree), expected);
    }

    const NO_TOML: &str = "ARCHITECTURE.md: give the reason for `toml` in the section on \
                           dependencies, or drop the crate";

    #[test]
    fn reasons_may_stand_in_a_list_or_a_table() {
        refuses(
            "## Dependencies\n- `serde`, `toml`: for `Table` and such\n",
            &[],
        );
        refuses(
            "## Dependencies\n| crate | reason |\n|---|---|\n| `serde` | wire |\n| `toml` | manifests |\n",
            &[],
        );
    }

    #[test]
    fn a_crate_without_a_reason_is_found() {
        refuses("## Dependencies\n- `serde`: wire\n", &[NO_TOML]);
        refuses("## Dependencies\n- `serde`: wire\n- `toml`:\n", &[NO_TOML]);
        refuses(
            "## Dependencies\n- `serde`: wire\n## More\n- `toml`: no\n",
            &[NO_TOML],
        );
    }

    #[test]
    fn a_reason_without_a_crate_is_found() {
        refuses(
            "# Dependencies\n- `serde`: wire\n- `toml`: manifests\n- `rand`: luck\n",
            &["ARCHITECTURE.md:4: `rand` is not in [workspace.dependencies]"],
        );
    }

    #[test]
    fn a_workspace_without_dependencies_is_found() {
        let tree = Tree::of(&[(MANIFEST, "[workspace]\n")]);
        assert_faults(
            &check(&tree),
            &["Cargo.toml: there is no [workspace.dependencies]"],
        );
    }
}
