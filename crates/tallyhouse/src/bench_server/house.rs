//! A house to be measured: this program as another process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context;

use super::disk::Disk;
use super::process::HouseProcess;

/// A house of our own, which ends when it is dropped.
pub(super) struct LoadedHouse {
    pub(super) address: SocketAddr,
    folder: PathBuf,
    program: Child,
}

impl LoadedHouse {
    /// Opens one at a free port, with a journal in a new folder on this disk.
    pub(super) fn open(disk: &Disk) -> anyhow::Result<LoadedHouse> {
        let folder = disk.folder.join(format!("house-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (program, address) = spawn(&folder, SocketAddr::from(([127, 0, 0, 1], 0)))?;
        Ok(LoadedHouse {
            address,
            folder,
            program,
        })
    }

    /// Kills it: it cannot write anything more.
    pub(super) fn kill(&mut self) -> anyhow::Result<()> {
        self.program.kill()?;
        self.program.wait()?;
        Ok(())
    }

    /// Kills it like a power cut, and opens it again.
    pub(super) fn kill_and_reopen(&mut self) -> anyhow::Result<()> {
        self.kill()?;
        (self.program, self.address) = spawn(&self.folder, self.address)?;
        Ok(())
    }

    /// Its process.
    pub(super) fn process(&self) -> HouseProcess {
        HouseProcess(self.program.id())
    }

    /// The file of its journal.
    pub(super) fn journal(&self) -> PathBuf {
        journal_in(&self.folder)
    }
}

impl Drop for LoadedHouse {
    fn drop(&mut self) {
        // A house that cannot be ended or removed is gone already.
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn journal_in(folder: &Path) -> PathBuf {
    folder.join("house.db")
}

fn spawn(folder: &Path, listen: SocketAddr) -> anyhow::Result<(Child, SocketAddr)> {
    let mut program = Command::new(std::env::current_exe()?)
        .args(["serve", "--listen", &listen.to_string()])
        .args(["--no-limits", "--log-level", "warn", "--data"])
        .arg(journal_in(folder))
        .stdout(Stdio::piped())
        .spawn()
        .context("the house cannot be started")?;
    let output = program.stdout.take().context("the house says nothing")?;
    let port = BufReader::new(output)
        .lines()
        .map_while(Result::ok)
        .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
        .context("the house did not open")?;
    Ok((program, SocketAddr::new(listen.ip(), port)))
}
