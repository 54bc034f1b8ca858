//! What comes into the program from outside: its licences, its sources, and what is not wanted.
//!
//! `deny.toml` says what may come, in the format of cargo-deny. That program has to be built
//! from source, which takes some minutes, and its only packaged version is too old to know the
//! licence of the Unicode crates; the three questions that need no database are answered here
//! in a second, from what cargo itself says about the lock file. For known vulnerabilities ask
//! `cargo deny check advisories` where its database can be had.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

/// Where crates come from, as lock files write it.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let rules = std::fs::read_to_string(workspace.root.join("deny.toml"))?;
    let rules: Rules = toml::from_str(&rules).context("deny.toml has a mistake")?;
    let metadata = CommandLine::new("cargo metadata --locked --format-version 1 --all-features")
        .output(&workspace.root)?;
    let metadata: Metadata = serde_json::from_slice(&metadata)?;
    let crates = metadata.packages;
    let faults: Vec<String> = crates.iter().flat_map(|known| rules.check(known)).collect();
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("deny.toml forbids something: {} faults", faults.len());
    }
    println!("{} crates may come in", crates.len());
    Ok(())
}

/// The part of `deny.toml` that is checked here.
#[derive(Debug, Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Debug, Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Bans {
    deny: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Crate>,
}

#[derive(Debug, Deserialize)]
struct Crate {
    name: String,
    license: Option<String>,
    /// Nothing for our own.
    source: Option<String>,
}

impl Rules {
    fn check(&self, known: &Crate) -> Vec<String> {
        let name = &known.name;
        let mut faults: Vec<String> = self
            .check_license(name, known.license.as_deref())
            .into_iter()
            .collect();
        if self.bans.deny.contains(name) {
            faults.push(format!("{name}: it is not wanted, see [bans] in deny.toml"));
        }
        match &known.source {
            Some(source) if source != CRATES_IO => {
                faults.push(format!("{name}: it comes from {source}"))
            }
            _ => {}
        }
        faults
    }

    fn check_license(&self, name: &str, license: Option<&str>) -> Option<String> {
        match license {
            None => Some(format!("{name}: it names no licence")),
            Some(license) if self.allows(license) => None,
            Some(license) => Some(format!(
                "{name}: its licence is {license}, see [licenses] in deny.toml"
            )),
        }
    }

    /// Whether an SPDX expression can be met by what is allowed. A slash is an old way to
    /// write `OR`.
    fn allows(&self, expression: &str) -> bool {
        let spaced = expression
            .replace('/', " OR ")
            .replace('(', " ( ")
            .replace(')', " ) ");
        let mut words = Words {
            rules: self,
            words: spaced.split_whitespace().collect(),
            at: 0,
        };
        let allowed = words.any_of();
        allowed == Some(true) && words.at == words.words.len()
    }
}

/// An SPDX expression while it is read. Nothing is an expression that makes no sense.
struct Words<'a> {
    rules: &'a Rules,
    words: Vec<&'a str>,
    at: usize,
}

impl Words<'_> {
    fn any_of(&mut self) -> Option<bool> {
        let mut allowed = self.all_of()?;
        while self.take("OR") {
            allowed |= self.all_of()?;
        }
        Some(allowed)
    }

    fn all_of(&mut self) -> Option<bool> {
        let mut allowed = self.one()?;
        while self.take("AND") {
            allowed &= self.one()?;
        }
        Some(allowed)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let allowed = self.any_of()?;
            return self.take(")").then_some(allowed);
        }
        let mut license = (*self.words.get(self.at)?).to_owned();
        self.at += 1;
        if self.take("WITH") {
            license = format!("{license} WITH {}", self.words.get(self.at)?);
            self.at += 1;
        }
        Some(self.rules.licenses.allow.contains(&license))
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let text = "[licenses]\nallow = ['MIT', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'Zlib']\n[bans]\ndeny = ['openssl']";
        toml::from_str(text).unwrap()
    }

    #[track_caller]
    fn check(expression: &str, allowed: bool) {
        assert_eq!(rules().allows(expression), allowed, "{expression}");
    }

    #[test]
    fn an_expression_is_allowed_if_it_can_be_met() {
        check("MIT", true);
        check("GPL-3.0-only", false);
        check("MIT OR GPL-3.0-only", true);
        check("MIT/GPL-3.0-only", true);
        check("MIT AND GPL-3.0-only", false);
        check("GPL-3.0-only OR MIT AND Zlib", true);
        check("GPL-3.0-only OR MIT AND LGPL-2.1", false);
        check("(MIT OR GPL-3.0-only) AND Zlib", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", false);
        check("Apache-2.0 WITH LLVM-exception", true);
        check("MIT WITH LLVM-exception", false);
        for nonsense in ["", "MIT OR", "MIT MIT", "(MIT", "MIT)", "MIT WITH", "AND"] {
            check(nonsense, false);
        }
    }

    #[test]
    fn each_fault_of_a_crate_is_told() {
        let known = |name: &str, license: Option<&str>, source: Option<&str>| Crate {
            name: name.to_owned(),
            license: license.map(str::to_owned),
            source: source.map(str::to_owned),
        };
        assert_eq!(
            rules().check(&known("serde", Some("MIT"), Some(CRATES_IO))),
            [""; 0]
        );
        assert_eq!(rules().check(&known("ours", Some("MIT"), None)), [""; 0]);
        let bad = known("openssl", None, Some("git+https://example.org/openssl"));
        let faults = rules().check(&bad);
        assert_eq!(faults.len(), 3, "{faults:?}");
    }
}
