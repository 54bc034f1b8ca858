//! Sees to it that a newly built web client ends up in the program.
//!
//! The folder is made when it is missing: a checkout without a built client must still
//! compile, and cargo would take a path that is not there as changed each time.

use std::path::Path;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Sources may lie where nothing can be written. Then there is no client, and the
    // page says so.
    let _ = std::fs::create_dir_all(&folder);
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads the files when they are asked for, and need not be made anew.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}
