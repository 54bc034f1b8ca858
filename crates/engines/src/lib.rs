//! PostgreSQL, NATS, HAProxy and nodes of the house, for tests, benchmarks and trying out.
//!
//! Each engine listens on a free port of the loopback address, keeps its files in a temporary
//! folder, and is stopped by its process id when it is dropped, also when a test panics. `cargo
//! xtask engines` installs the programs; a test fails with a clear message if one is missing.
//! The house itself does not use this crate.
//!
//! Every failure here panics with a sentence: only tests and `cargo xtask cluster` use it. The
//! program of the latter is here too.

mod balancer;
mod http;
mod nats;
mod node;
mod postgres;
mod process;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub use balancer::Balancer;
pub use nats::Nats;
pub use node::Node;
pub use postgres::Postgres;
pub use process::{Signal, processor_time, send};

/// A file of `deploy`, as operators get it.
pub fn deployed(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("deploy").join(name)
}

/// The file in which the installer noted an engine's program or folder.
///
/// The installer and every test share the target folder, even if it has another name.
#[track_caller]
fn installed(name: &str) -> PathBuf {
    let program = env::current_exe().expect("a running program has a path");
    let notes = program.ancestors().map(|folder| note(folder, name));
    let found = notes
        .filter_map(|note| fs::read_to_string(note).ok())
        .map(|text| PathBuf::from(text.trim_end()))
        .find(|path| path.exists());
    found.unwrap_or_else(|| {
        panic!("this test needs {name}: run `cargo xtask engines`, which installs it")
    })
}

fn note(folder: &Path, name: &str) -> PathBuf {
    folder.join("engines").join(format!("{name}.path"))
}
