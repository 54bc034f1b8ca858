//! The workspace as cargo sees it: its root, its packages and their dependencies.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command_line::CommandLine;

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// One member of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Its folder from the root, with forward slashes: `games/cribbage`.
    pub(crate) folder: String,
    pub(crate) dependencies: Vec<Dependency>,
    /// The names of its bench targets.
    pub(crate) benches: Vec<String>,
}

impl Package {
    pub(crate) fn new(name: &str, folder: &str) -> Self {
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            dependencies: Vec::new(),
            benches: Vec::new(),
        }
    }

    /// The path of its manifest from the root.
    pub(crate) fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// Whether it is a game, which its folder decides.
    pub(crate) fn is_game(&self) -> bool {
        self.folder.starts_with("games/")
    }
}

/// A crate that a package uses, under its real name even if it is renamed.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Used only by tests, examples and benchmarks.
    pub(crate) for_tests: bool,
}

impl Workspace {
    /// Asks cargo about the workspace around the current folder.
    pub(crate) fn load() -> Result<Self> {
        Self::load_from(Path::new("."))
    }

    /// Asks cargo about the workspace around a folder.
    pub(crate) fn load_from(folder: &Path) -> Result<Self> {
        let json =
            CommandLine::new("cargo metadata --format-version 1 --no-deps").output(folder)?;
        Self::from_metadata(&json)
    }

    fn from_metadata(json: &[u8]) -> Result<Self> {
        let metadata: Metadata =
            serde_json::from_slice(json).context("cannot read the output of `cargo metadata`")?;
        let root = metadata.workspace_root;
        let packages = metadata.packages.into_iter();
        let packages = packages.map(|package| package.under(&root));
        Ok(Self {
            packages: packages.collect::<Result<_>>()?,
            root,
        })
    }
}

/// The part of cargo's answer that is needed here.
#[derive(Deserialize)]
struct Metadata {
    workspace_root: PathBuf,
    packages: Vec<MetadataPackage>,
}

#[derive(Deserialize)]
struct MetadataPackage {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<MetadataDependency>,
    targets: Vec<MetadataTarget>,
}

#[derive(Deserialize)]
struct MetadataDependency {
    name: String,
    /// `null` for a normal dependency, otherwise "dev" or "build".
    kind: Option<String>,
}

#[derive(Deserialize)]
struct MetadataTarget {
    name: String,
    kind: Vec<String>,
}

impl MetadataPackage {
    fn under(self, root: &Path) -> Result<Package> {
        let folder = self
            .manifest_path
            .parent()
            .and_then(|folder| folder.strip_prefix(root).ok())
            .with_context(|| format!("the package {} lies outside the workspace", self.name))?;
        let mut package = Package::new(&self.name, &folder.to_string_lossy().replace('\\', "/"));
        let dependencies = self.dependencies.into_iter();
        package.dependencies = dependencies.map(Dependency::from).collect();
        let benches = self.targets.into_iter().filter(MetadataTarget::is_bench);
        package.benches = benches.map(|target| target.name).collect();
        Ok(package)
    }
}

impl MetadataTarget {
    fn is_bench(&self) -> bool {
        self.kind.iter().any(|kind| kind == "bench")
    }
}

impl From<MetadataDependency> for Dependency {
    fn from(dependency: MetadataDependency) -> Self {
        Self {
            for_tests: dependency.kind.as_deref() == Some("dev"),
            name: dependency.name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_cargo_says() {
        let json = br#"{
            "workspace_root": "/house",
            "packages": [{
                "name": "cribbage",
                "manifest_path": "/house/games/cribbage/Cargo.toml",
                "dependencies": [
                    { "name": "kernel", "kind": null },
                    { "name": "testkit", "kind": "dev" },
                    { "name": "cc", "kind": "build" }
                ],
                "targets": [
                    { "name": "cribbage", "kind": ["lib"] },
                    { "name": "score", "kind": ["bench"] }
                ]
            }]
        }"#;
        let workspace = Workspace::from_metadata(json).unwrap();
        assert_eq!(workspace.root, Path::new("/house"));
        let [package] = &workspace.packages[..] else {
            panic!("one package expected");
        };
        assert_eq!(package.folder, "games/cribbage");
        assert_eq!(package.benches, ["score"]);
        let dependencies = package.dependencies.iter();
        let dependencies: Vec<_> = dependencies
            .map(|dependency| (dependency.name.as_str(), dependency.for_tests))
            .collect();
        assert_eq!(
            dependencies,
            [("kernel", false), ("testkit", true), ("cc", false)]
        );
    }
}
