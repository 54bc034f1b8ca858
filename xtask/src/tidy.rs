//! `cargo xtask tidy`: the invariants that the compiler does not check.
//!
//! Each check is a pure function from the tree to its faults, and is tested on a tree in memory
//! that breaks its rule. All checks always run, and all faults are reported at once; nothing is
//! ever repaired here.

mod dependencies;
mod documents;
mod fault;
mod games;
mod layers;
mod links;
mod manifests;
mod purity;
mod sizes;
mod source;
mod text;
mod tree;
mod way;

use anyhow::{Result, bail};

use crate::workspace::Workspace;
use fault::TidyFault;
use tree::Tree;

/// A check returns every fault it finds.
type Check = fn(&Tree) -> Vec<TidyFault>;

const CHECKS: &[Check] = &[
    layers::check,
    purity::check,
    games::check,
    manifests::check,
    dependencies::check,
    text::check,
    documents::check,
    links::check,
    way::check,
    sizes::check,
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let tree = Tree::read(workspace)?;
    let faults = faults(&tree);
    for fault in &faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => println!("{} files are tidy", tree.len()),
        1 => bail!("tidy found a fault"),
        count => bail!("tidy found {count} faults"),
    }
    Ok(())
}

/// The faults of all checks, sorted by file and line.
fn faults(tree: &Tree) -> Vec<TidyFault> {
    let mut faults: Vec<TidyFault> = CHECKS.iter().flat_map(|check| check(tree)).collect();
    faults.sort();
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_tree_has_faults_of_several_checks_at_once() {
        let faults = faults(&Tree::default());
        let about = |path: &str| faults.iter().any(|fault| fault.path() == path);
        assert!(about("README.md"), "{faults:?}");
        assert!(about("Cargo.toml"), "{faults:?}");
        assert!(faults.is_sorted());
    }
}
