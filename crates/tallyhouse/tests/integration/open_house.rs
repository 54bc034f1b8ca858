//! A house of the real program for one test, which may be asked to end.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::binary::tallyhouse;

pub(crate) struct OpenHouse {
    pub(crate) address: SocketAddr,
    program: Child,
}

impl OpenHouse {
    /// Opens a house at a free port, with this journal.
    pub(crate) fn open(data: &Path) -> OpenHouse {
        let mut program = tallyhouse(&["serve", "--listen", "127.0.0.1:0"])
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
        OpenHouse {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            program,
        }
    }

    /// Sends it a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.program.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it has ended.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for OpenHouse {
    fn drop(&mut self) {
        // After a failed test it may still run.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
