//! A NATS server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::process::{Process, Signal, free_port, until};

/// A NATS server.
#[derive(Debug)]
pub struct Nats {
    /// Ends before the folder vanishes.
    process: Option<Process>,
    folder: TempDir,
    configuration: PathBuf,
    variables: Vec<(String, String)>,
    port: u16,
}

impl Nats {
    /// Starts a server that has only its port configured.
    #[track_caller]
    pub fn start() -> Nats {
        Nats::start_with(|_| String::new())
    }

    /// Starts a server with more lines in its configuration. The function is given the server's
    /// folder, for the files that these lines name.
    #[track_caller]
    pub fn start_with(configuration: impl FnOnce(&Path) -> String) -> Nats {
        let folder = tempfile::tempdir().expect("a folder for the bus can be made");
        let lines = configuration(folder.path());
        let file = folder.path().join("nats.conf");
        fs::write(&file, lines).expect("a file can be written");
        Nats::start_in(folder, file, Vec::new())
    }

    /// Starts a server with an existing configuration and the environment variables that it names.
    /// Only its address has changed.
    #[track_caller]
    pub fn start_configured(configuration: &Path, variables: &[(&str, &str)]) -> Nats {
        let folder = tempfile::tempdir().expect("a folder for the bus can be made");
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let variables = variables.iter().map(owned).collect();
        Nats::start_in(folder, configuration.to_owned(), variables)
    }

    #[track_caller]
    fn start_in(folder: TempDir, configuration: PathBuf, variables: Vec<(String, String)>) -> Nats {
        let mut nats = Nats {
            process: None,
            folder,
            configuration,
            variables,
            port: free_port(),
        };
        nats.run();
        nats
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process, while it runs.
    pub fn id(&mut self) -> Option<u32> {
        let process = self.process.as_mut()?;
        process.runs().then(|| process.id())
    }

    /// The processor time that it has used.
    pub fn processor_time(&self) -> Duration {
        self.process
            .as_ref()
            .map(Process::processor_time)
            .unwrap_or_default()
    }

    /// Ends the server at once, as a crash does.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }

    /// Sends a signal to the server, to stop it and let it go on.
    pub fn signal(&self, signal: Signal) {
        if let Some(process) = &self.process {
            process.signal(signal);
        }
    }

    /// Starts a killed server again, on the same port.
    #[track_caller]
    pub fn run(&mut self) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .expect("the log can be written");
        let mut command = Command::new(crate::installed("nats-server"));
        command
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .arg("--config")
            .arg(&self.configuration)
            .envs(self.variables.clone())
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let mut process = Process::spawn(&mut command);
        let ready = until(|| match greets(self.port) {
            true => Some(true),
            false => (!process.runs()).then_some(false),
        });
        assert_eq!(ready, Some(true), "NATS does not start: {}", self.log());
        self.process = Some(process);
    }

    /// The log of the server so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server begins every connection with information about itself.
fn greets(port: u16) -> bool {
    let greeting = || {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).ok()?;
        Some(line)
    };
    greeting().is_some_and(|line| line.starts_with("INFO "))
}
