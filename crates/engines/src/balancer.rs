//! HAProxy, with the configuration that operators get.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::http;
use crate::process::{Process, free_port, until};

/// A balancer in front of three nodes.
#[derive(Debug)]
pub struct Balancer {
    /// Ends before the folder vanishes.
    process: Option<Process>,
    nodes: [u16; 3],
    folder: TempDir,
    port: u16,
}

impl Balancer {
    /// Starts it in front of nodes that listen on these ports, and waits until one of them
    /// answers.
    #[track_caller]
    pub fn start(nodes: [u16; 3]) -> Balancer {
        let mut balancer = Balancer {
            process: None,
            nodes,
            folder: tempfile::tempdir().expect("a folder for the balancer can be made"),
            port: free_port(),
        };
        balancer.run();
        balancer
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address at which operators talk to it.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("admin.sock")
    }

    /// Its process, while it runs.
    pub fn id(&mut self) -> Option<u32> {
        let process = self.process.as_mut()?;
        process.runs().then(|| process.id())
    }

    /// Starts it again after it has ended, on the same port.
    #[track_caller]
    pub fn run(&mut self) {
        let log_file = self.folder.path().join("log");
        let log = File::options().create(true).append(true).open(&log_file);
        let log = log.expect("the log can be written");
        let mut command = Command::new(crate::installed("haproxy"));
        command
            // It runs in the foreground, as a single process.
            .args(["-db", "-f"])
            .arg(crate::deployed("haproxy.cfg"))
            .env("TALLYHOUSE_BALANCER", format!("127.0.0.1:{}", self.port))
            .env("TALLYHOUSE_BALANCER_SOCKET", self.socket())
            // As many connections as a laptop allows.
            .env("TALLYHOUSE_BALANCER_CONNECTIONS", "400")
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a file can be shared"))
            .stderr(log);
        for (n, port) in (1..).zip(self.nodes) {
            command.env(format!("TALLYHOUSE_NODE_{n}"), format!("127.0.0.1:{port}"));
        }
        let mut process = Process::spawn(&mut command);
        let ready = until(|| match http::answers(self.port, "/healthz") {
            true => Some(true),
            false => (!process.runs()).then_some(false),
        });
        let log = || fs::read_to_string(&log_file).unwrap_or_default();
        assert_eq!(ready, Some(true), "HAProxy does not start: {}", log());
        self.process = Some(process);
    }
}
