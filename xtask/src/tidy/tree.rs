//! The repository in memory: the tracked files and the packages.
//!
//! Only files that git tracks count: a check gives the same result beside untracked files and on a
//! fresh clone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::command_line::CommandLine;
use crate::workspace::{Package, Workspace};

#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// By path from the root, with forward slashes.
    files: BTreeMap<String, TrackedFile>,
    packages: Vec<Package>,
}

#[derive(Debug)]
pub(crate) struct TrackedFile {
    pub(crate) bytes: u64,
    pub(crate) executable: bool,
    /// `None` for a file that is not text.
    pub(crate) text: Option<String>,
}

impl Tree {
    /// Reads every tracked file of the workspace.
    pub(crate) fn read(workspace: &Workspace) -> Result<Self> {
        // A checkout may belong to another user than the one who runs the checks; listing its files
        // is harmless nevertheless.
        let listing = CommandLine::new("git -c safe.directory=* ls-files --stage -z")
            .output(&workspace.root)
            .context("tidy looks at the files that git tracks, so it needs a git checkout")?;
        let listing = String::from_utf8(listing).context("a tracked file's name is not UTF-8")?;
        let mut files = BTreeMap::new();
        for entry in listing.split_terminator('\0') {
            let Some((path, executable)) = parse_entry(entry)? else {
                continue;
            };
            if let Some(file) = read_file(&workspace.root.join(path), executable)? {
                files.insert(path.to_owned(), file);
            }
        }
        Ok(Self {
            files,
            packages: workspace.packages.clone(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn packages(&self) -> &[Package] {
        &self.packages
    }

    pub(crate) fn file(&self, path: &str) -> Option<&TrackedFile> {
        self.files.get(path)
    }

    /// The text of a file, if it exists and is text.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.file(path)?.text.as_deref()
    }

    /// All files, by path.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &TrackedFile)> {
        let files = self.files.iter();
        files.map(|(path, file)| (path.as_str(), file))
    }

    /// All files that are text, by path.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files()
            .filter_map(|(path, file)| Some((path, file.text.as_deref()?)))
    }

    /// The paths under a folder, which is given without a slash at its end.
    pub(crate) fn paths_under(&self, folder: &str) -> impl Iterator<Item = &str> {
        let prefix = format!("{folder}/");
        let paths = self.files.keys();
        paths
            .map(String::as_str)
            .filter(move |path| path.starts_with(&prefix))
    }

    /// Whether there is such a file, or a folder with a file in it.
    pub(crate) fn contains(&self, path: &str) -> bool {
        self.file(path).is_some() || self.paths_under(path).next().is_some()
    }
}

/// The path of a line of `git ls-files --stage` and whether it is executable; `None` if it is not a
/// regular file (a link, a submodule).
fn parse_entry(entry: &str) -> Result<Option<(&str, bool)>> {
    let (stage, path) = entry
        .split_once('\t')
        .with_context(|| format!("git lists a file in an unknown way: {entry:?}"))?;
    Ok(match stage.split(' ').next() {
        Some("100644") => Some((path, false)),
        Some("100755") => Some((path, true)),
        _ => None,
    })
}

/// `None` for a file that is deleted but still tracked.
fn read_file(path: &Path, executable: bool) -> Result<Option<TrackedFile>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(TrackedFile {
        bytes: bytes.len() as u64,
        executable,
        text: String::from_utf8(bytes)
            .ok()
            .filter(|text| !text.contains('\0')),
    }))
}

#[cfg(test)]
impl Tree {
    /// A tree of these files.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let mut tree = Self::default();
        for (path, text) in files {
            tree.add(path, text.as_bytes(), false);
        }
        tree
    }

    pub(crate) fn add(&mut self, path: &str, bytes: &[u8], executable: bool) {
        let file = TrackedFile {
            bytes: bytes.len() as u64,
            executable,
            text: String::from_utf8(bytes.to_vec()).ok(),
        };
        self.files.insert(path.to_owned(), file);
    }

    /// The same tree with one more package.
    pub(crate) fn with(mut self, package: Package) -> Self {
        self.packages.push(package);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_lines_of_git() {
        let hash = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        let parse = |mode: &str| {
            parse_entry(&format!("{mode} {hash} 0\ta b.txt"))
                .map(|entry| entry.map(|(path, executable)| (path.to_owned(), executable)))
        };
        let path = "a b.txt".to_owned();
        assert_eq!(parse("100644").unwrap(), Some((path.clone(), false)));
        assert_eq!(parse("100755").unwrap(), Some((path, true)));
        assert_eq!(parse("120000").unwrap(), None);
        assert!(parse_entry("nonsense").is_err());
    }

    #[test]
    fn a_folder_is_there_when_a_file_is_in_it() {
        let tree = Tree::of(&[("docs/PROTOCOL.md", "")]);
        assert!(tree.contains("docs"));
        assert!(tree.contains("docs/PROTOCOL.md"));
        assert!(!tree.contains("doc"));
    }
}
