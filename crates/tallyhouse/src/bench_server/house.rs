//! A house to be measured: this program again, as another process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// A house of our own, which vanishes when it is dropped.
pub(super) struct House {
    pub(super) address: SocketAddr,
    folder: PathBuf,
    program: Child,
}

impl House {
    /// Opens one at a free port, with a journal in a new folder.
    pub(super) fn open() -> anyhow::Result<House> {
        let folder = std::env::temp_dir().join(format!("tallyhouse-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (program, address) = spawn(&folder, SocketAddr::from(([127, 0, 0, 1], 0)))?;
        Ok(House {
            address,
            folder,
            program,
        })
    }

    /// Ends it as a power cut would, and opens it again.
    pub(super) fn kill_and_reopen(&mut self) -> anyhow::Result<()> {
        self.program.kill()?;
        self.program.wait()?;
        (self.program, self.address) = spawn(&self.folder, self.address)?;
        Ok(())
    }

    /// What it takes in memory, where the system says so.
    pub(super) fn resident_megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1024)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // What cannot be ended or removed any more is gone already.
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn spawn(folder: &std::path::Path, listen: SocketAddr) -> anyhow::Result<(Child, SocketAddr)> {
    let mut program = Command::new(std::env::current_exe()?)
        .args(["serve", "--listen", &listen.to_string()])
        .args([
            "--socket-rate",
            "0",
            "--address-rate",
            "0",
            "--connection-rate",
            "0",
        ])
        .args(["--log-level", "warn", "--data"])
        .arg(folder.join("house.db"))
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
