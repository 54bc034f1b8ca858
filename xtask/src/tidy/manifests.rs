//! Checks that every member takes its version, edition, licence, lints and dependencies from the
//! workspace: there is one place to change each of them.

use toml::{Table, Value};

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

/// The keys of `[package]` that must be inherited.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "publish"];

const DEPENDENCY_TABLES: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let paths = tree.packages().iter().map(|package| package.manifest());
    paths
        .flat_map(|path| match tree.text(&path) {
            Some(text) => faults_of(&path, text),
            None => vec![TidyFault::of(
                path,
                "a member of the workspace that git does not track",
            )],
        })
        .collect()
}

/// Whether a manifest has a normal dependency of this name.
pub(crate) fn depends_on(manifest: &str, name: &str) -> bool {
    let table: Table = manifest.parse().unwrap_or_default();
    let dependencies = table.get("dependencies").and_then(Value::as_table);
    dependencies.is_some_and(|dependencies| dependencies.contains_key(name))
}

fn faults_of(path: &str, text: &str) -> Vec<TidyFault> {
    let manifest: Table = match text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![TidyFault::of(path, error.to_string())],
    };
    let mut faults = not_inherited(path, &manifest);
    faults.extend(own_dependencies(path, text, &manifest));
    faults
}

fn not_inherited(path: &str, manifest: &Table) -> Vec<TidyFault> {
    let package = manifest.get("package").and_then(Value::as_table);
    let missing = INHERITED
        .iter()
        .filter(|key| !package.is_some_and(|package| inherits(package.get(**key))));
    let mut faults: Vec<TidyFault> = missing
        .map(|key| TidyFault::of(path, format!("write `{key}.workspace = true` in [package]")))
        .collect();
    if !inherits(manifest.get("lints")) {
        faults.push(TidyFault::of(path, "write `workspace = true` in [lints]"));
    }
    faults
}

fn own_dependencies(path: &str, text: &str, manifest: &Table) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    for dependencies in dependency_tables(manifest) {
        for (name, value) in dependencies {
            if !inherits(Some(value)) {
                let message = format!("write `{name}.workspace = true`");
                faults.push(match line_of_key(text, name) {
                    Some(line) => TidyFault::at(path, line, message),
                    None => TidyFault::of(path, message),
                });
            }
        }
    }
    faults
}

/// All tables of dependencies, including those for one platform.
fn dependency_tables(manifest: &Table) -> Vec<&Table> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let platforms = targets.into_iter().flat_map(Table::values);
    std::iter::once(manifest)
        .chain(platforms.filter_map(Value::as_table))
        .flat_map(|table| DEPENDENCY_TABLES.iter().filter_map(|name| table.get(*name)))
        .filter_map(Value::as_table)
        .collect()
}

fn inherits(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")) == Some(&Value::Boolean(true))
}

/// The first line that starts with the key, counted from one.
fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let starts = |line: &str| {
        line.strip_prefix(key)
            .is_some_and(|rest| rest.starts_with([' ', '=', '.']))
    };
    text.lines().position(starts).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;
    use crate::workspace::Package;

    const GOOD: &str = "\
[package]
name = \"kernel\"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
serde.workspace = true
sha2 = { workspace = true, features = [\"std\"] }
";

    fn kernel(manifest: &str) -> Tree {
        Tree::of(&[("crates/kernel/Cargo.toml", manifest)])
            .with(Package::new("kernel", "crates/kernel"))
    }

    #[track_caller]
    fn refuses(manifest: &str, expected: &[&str]) {
        assert_faults(&check(&kernel(manifest)), expected);
    }

    #[test]
    fn a_member_that_inherits_everything_is_accepted() {
        refuses(GOOD, &[]);
    }

    #[test]
    fn each_key_must_be_inherited() {
        for key in INHERITED {
            let manifest = GOOD.replace(&format!("\n{key}.workspace = true"), "");
            let message =
                format!("crates/kernel/Cargo.toml: write `{key}.workspace = true` in [package]");
            refuses(&manifest, &[&message]);
        }
        refuses(
            &GOOD.replace("edition.workspace = true", "edition = \"2021\""),
            &["crates/kernel/Cargo.toml: write `edition.workspace = true` in [package]"],
        );
    }

    #[test]
    fn the_lints_must_be_inherited() {
        refuses(
            &GOOD.replace("[lints]\nworkspace = true", "[lints]"),
            &["crates/kernel/Cargo.toml: write `workspace = true` in [lints]"],
        );
    }

    #[test]
    fn a_version_of_its_own_is_found_in_every_table() {
        let manifest = format!(
            "{GOOD}rand = \"0.9\"\n\n[dev-dependencies]\ninsta = {{ version = \"1\" }}\n\n\
             [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n"
        );
        refuses(
            &manifest,
            &[
                "crates/kernel/Cargo.toml:15: write `rand.workspace = true`",
                "crates/kernel/Cargo.toml:18: write `insta.workspace = true`",
                "crates/kernel/Cargo.toml:21: write `libc.workspace = true`",
            ],
        );
    }

    #[test]
    fn an_untracked_member_is_found() {
        let tree = Tree::default().with(Package::new("kernel", "crates/kernel"));
        assert_faults(
            &check(&tree),
            &["crates/kernel/Cargo.toml: a member of the workspace that git does not track"],
        );
    }

    #[test]
    fn only_normal_dependencies_count_for_the_roster() {
        assert!(depends_on(GOOD, "serde"));
        assert!(!depends_on(GOOD, "cribbage"));
        assert!(!depends_on(
            "[dev-dependencies]\nserde.workspace = true\n",
            "serde"
        ));
    }
}
