//! A node of the house.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::http;
use crate::process::{Process, free_port, until};

/// A node: the real program, as an operator starts it behind a balancer.
#[derive(Debug)]
pub struct Node {
    /// Ends before the folder vanishes.
    process: Option<Process>,
    program: PathBuf,
    store: String,
    bus: String,
    options: Vec<String>,
    folder: TempDir,
    port: u16,
}

impl Node {
    /// Starts a node with more options, and waits until it is ready.
    #[track_caller]
    pub fn start(program: &Path, store: &str, bus: &str, options: &[String]) -> Node {
        let mut node = Node {
            process: None,
            program: program.to_owned(),
            store: store.to_owned(),
            bus: bus.to_owned(),
            options: options.to_vec(),
            folder: tempfile::tempdir().expect("a folder for a node can be made"),
            port: free_port(),
        };
        node.run();
        node
    }

    /// The address at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder by which `tallyhouse admin --data` finds it.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("house.db")
    }

    /// The file of its log.
    pub fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Its process, while it runs.
    pub fn id(&mut self) -> Option<u32> {
        let process = self.process.as_mut()?;
        process.runs().then(|| process.id())
    }

    /// Starts it again after it has ended, on the same port.
    #[track_caller]
    pub fn run(&mut self) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_file())
            .expect("the log can be written");
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--behind-proxy", "--listen"])
            .arg(format!("127.0.0.1:{}", self.port))
            .arg("--data")
            .arg(self.data())
            .args(&self.options)
            // In the environment nobody else can read the passwords.
            .env("TALLYHOUSE_STORE", &self.store)
            .env("TALLYHOUSE_BUS", &self.bus)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let mut process = Process::spawn(&mut command);
        let ready = until(|| match http::answers(self.port, "/readyz") {
            true => Some(true),
            false => (!process.runs()).then_some(false),
        });
        let log = || fs::read_to_string(self.log_file()).unwrap_or_default();
        assert_eq!(ready, Some(true), "a node does not start: {}", log());
        self.process = Some(process);
    }
}
