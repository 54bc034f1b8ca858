//! The house in a pocket: `crates/pocket` compiled for browsers, into `web/pocket`.
//!
//! The standard library of the target comes from rustup, or from Debian's own compiler, which
//! builds it from its sources. If neither is available, the page is built without the pocket, and
//! this is printed here and shown on the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::command_line::CommandLine;
use crate::engines::target_folder;
use crate::web;
use crate::workspace::Workspace;

/// The arguments of the compilation.
const BUILD: &str = "build --locked --package pocket --lib --profile pocket \
                     --target wasm32-unknown-unknown";

/// The folder in which the page looks for it, from the root.
const MADE: &str = "web/pocket";

/// The variable that lets the tests pass without the pocket; `web/browser/built.mjs` reads it too.
const WITHOUT: &str = "TALLYHOUSE_WITHOUT_POCKET";

/// A way to compile for browsers.
struct Way {
    name: &'static str,
    command: CommandLine,
    /// Each compiler has its own folder below the target folder: neither reads the other's files.
    folder: PathBuf,
}

/// Plays whole games in the page and outside, forty of each kind and level, and compares them.
pub(crate) fn trials(workspace: &Workspace) -> Result<()> {
    if !make(workspace)? {
        bail!("there is nothing to compare without the pocket");
    }
    web::install(workspace)?;
    web::build(workspace)?;
    // The house that serves the page.
    CommandLine::new("cargo build --locked --package tallyhouse --bins").run(&workspace.root)?;
    // The same code outside of a browser, as quick as it can be: that is what the page is held to.
    CommandLine::new("cargo build --locked --release --package pocket --examples")
        .run(&workspace.root)?;
    CommandLine::new("npm run --silent --prefix web trials").run(&workspace.root)
}

/// Compiles the pocket, if there is a way.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    make(workspace).map(|_| ())
}

/// Compiles the pocket for the tests, which are not passed without one.
pub(crate) fn require(workspace: &Workspace) -> Result<()> {
    let is_allowed = std::env::var_os(WITHOUT).is_some_and(|value| !value.is_empty());
    untested(make(workspace)?, is_allowed)
}

/// A missing pocket is a failure, unless somebody has said that they know.
fn untested(is_made: bool, is_allowed: bool) -> Result<()> {
    match (is_made, is_allowed) {
        (true, _) => Ok(()),
        (false, true) => {
            println!(
                "NOTHING IS TESTED OF PLAYING WITHOUT A NETWORK: {WITHOUT} allows the tests to \
                 leave it out"
            );
            Ok(())
        }
        (false, false) => bail!(
            "nothing could be tested of playing without a network. Set {WITHOUT}=1 to leave it out"
        ),
    }
}

/// Returns whether there is a pocket now.
fn make(workspace: &Workspace) -> Result<bool> {
    let made = workspace.root.join(MADE);
    let Some(way) = find(workspace)? else {
        if made.exists() {
            fs::remove_dir_all(&made)?;
        }
        println!(
            "THE PAGE IS BUILT WITHOUT THE POCKET: it cannot be played without a network. There is \
             no standard library for wasm32-unknown-unknown: neither `rustup target add \
             wasm32-unknown-unknown` nor `apt-get install {DEBIAN_PACKAGES}` brought one."
        );
        return Ok(false);
    };
    println!("compiling the pocket with {}: {}", way.name, way.command);
    way.command.run(&workspace.root)?;
    let compiled = way.folder.join("wasm32-unknown-unknown/pocket/pocket.wasm");
    bind(&compiled, &made).context("the compiled pocket cannot be made ready for the page")?;
    Ok(true)
}

/// Writes the script that the page loads, and the compiled pocket beside it. A pocket of another
/// compiler may be older than the files of the last one, and still differs from them.
fn bind(compiled: &Path, made: &Path) -> Result<()> {
    let ready = made.join("pocket_bg.wasm");
    let source = made.join("made-of");
    let is_same = fs::read_to_string(&source).is_ok_and(|name| Path::new(&name) == compiled);
    let is_new =
        matches!((changed(compiled), changed(&ready)), (Some(old), Some(new)) if old <= new);
    if is_same && is_new {
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name("pocket")
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true);
    bindgen.generate(made)?;
    fs::write(&source, compiled.display().to_string())?;
    let size = fs::metadata(&ready)?.len();
    println!("the pocket has {} kB", size / 1_000);
    Ok(())
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

fn find(workspace: &Workspace) -> Result<Option<Way>> {
    let target = target_folder(workspace)?;
    let root = &workspace.root;
    Ok(match rustup(root, &target)? {
        Some(way) => Some(way),
        None => debian(root, &target)?,
    })
}

/// The compiler that builds everything else, with the target's library.
fn rustup(root: &Path, target: &Path) -> Result<Option<Way>> {
    let libraries = CommandLine::new("rustc --print target-libdir --target wasm32-unknown-unknown");
    let is_there = || {
        let folder = libraries.output(root).unwrap_or_default();
        let folder = String::from_utf8(folder).unwrap_or_default();
        Path::new(folder.trim()).is_dir()
    };
    if !is_there() {
        println!("the standard library for browsers is missing; installing it");
        let add = CommandLine::new("rustup target add wasm32-unknown-unknown");
        if !add.succeeds(root)? || !is_there() {
            return Ok(None);
        }
    }
    let folder = target.join("pocket");
    let command = CommandLine::new(format!("cargo {BUILD} --target-dir {}", folder.display()));
    Ok(Some(Way {
        name: "rustup's compiler",
        command,
        folder,
    }))
}

const DEBIAN_PACKAGES: &str = "rustc-web cargo-web rust-web-src lld";

/// Debian's compiler, with the library that it builds itself.
fn debian(root: &Path, target: &Path) -> Result<Option<Way>> {
    let probes = ["/usr/bin/cargo --version", "wasm-ld --version"];
    let is_there = || -> Result<bool> {
        // The compiler of another package may be older than this workspace needs.
        let version = CommandLine::new("/usr/bin/rustc --version").output(root);
        let version = String::from_utf8(version.unwrap_or_default())?;
        if !is_new_enough(&version, env!("CARGO_PKG_RUST_VERSION")) {
            return Ok(false);
        }
        let sources = Path::new("/usr/lib/rustlib/src/rust/library").exists()
            || Path::new("/usr/lib/rust-web/lib/rustlib/src/rust/library").exists()
            || CommandLine::new("dpkg --status rust-web-src").succeeds(root)?;
        for probe in probes {
            if !CommandLine::new(probe).succeeds(root)? {
                return Ok(false);
            }
        }
        Ok(sources)
    };
    if !is_there()? {
        println!("installing Debian's compiler for browsers: {DEBIAN_PACKAGES}");
        CommandLine::new("apt-get update --quiet").succeeds(root)?;
        let install = format!("apt-get install --yes --no-install-recommends {DEBIAN_PACKAGES}");
        if !CommandLine::new(install).succeeds(root)? || !is_there()? {
            return Ok(None);
        }
    }
    let folder = target.join("pocket-debian");
    let line = format!(
        "/usr/bin/cargo {BUILD} --target-dir {} -Zbuild-std=std,panic_abort",
        folder.display()
    );
    let command = CommandLine::new(line)
        .with("RUSTC", "/usr/bin/rustc")
        // Building the library is not stable, but Debian builds its browsers this way.
        .with("RUSTC_BOOTSTRAP", "1")
        .with("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    Ok(Some(Way {
        name: "Debian's compiler",
        command,
        folder,
    }))
}

/// Whether the version that a compiler reports is at least the needed one.
fn is_new_enough(said: &str, needed: &str) -> bool {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let (major, minor) = text.split_once('.')?;
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    let said = said.strip_prefix("rustc ").and_then(numbers);
    matches!((said, numbers(needed)), (Some(said), Some(needed)) if said >= needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_need_the_pocket_unless_somebody_says_otherwise() {
        assert!(untested(true, false).is_ok());
        assert!(untested(true, true).is_ok());
        assert!(untested(false, true).is_ok());
        let refusal = untested(false, false).expect_err("there is no pocket");
        assert!(refusal.to_string().contains(WITHOUT), "{refusal}");
    }

    #[test]
    fn a_compiler_must_be_new_enough() {
        let check = |said: &str, expect: bool| {
            assert_eq!(is_new_enough(said, "1.95"), expect, "{said}");
        };
        check("rustc 1.95.0 (0123abcd 2026-04-01)", true);
        check(
            "rustc 1.96.0 (0123abcd 2026-05-01) (built from a source tarball)",
            true,
        );
        check("rustc 2.0.0", true);
        check("rustc 1.63.0", false);
        check("rustc 1.9.0", false);
        check("", false);
        check("cargo 1.96.0", false);
    }
}
