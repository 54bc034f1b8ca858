//! The real program, which can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    folder: TempDir,
    program: Child,
}

impl House {
    /// Opens a house at a free port.
    pub(crate) fn open() -> House {
        let folder = tempfile::tempdir().unwrap();
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let (program, address) = spawn(any, folder.path().join("house.db"));
        House {
            address,
            folder,
            program,
        }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("house.db")
    }

    /// Kills it: it cannot finish anything.
    pub(crate) fn kill(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }

    /// Opens it again at the same port, with the same journal.
    pub(crate) fn start(&mut self) {
        (self.program, self.address) = spawn(self.address, self.data());
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(&mut self) {
        let id = self.program.id().to_string();
        let asked = Command::new("kill").arg(id).status().unwrap();
        assert!(asked.success());
        assert!(self.program.wait().unwrap().success());
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // After a failed test it may still run; after a passed one it does not.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn spawn(listen: SocketAddr, data: PathBuf) -> (Child, SocketAddr) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tallyhouse"))
        .args(["serve", "--listen", &listen.to_string()])
        .args(["--no-limits", "--log-level", "error", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let port = lines
        .map_while(Result::ok)
        .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
        .expect("the house says where it is");
    (program, SocketAddr::new(listen.ip(), port))
}
