//! A PostgreSQL server.
//!
//! It waits for the disk as a real one does, unless a test does not need that. It sorts text as
//! people do and not by bytes: a query that depends on the order of bytes must say so.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use crate::process::{Process, Signal, free_port, run_as, until};

/// The user that owns every database of the server; it needs no password.
const USER: &str = "tally";

/// A server with databases of its own.
#[derive(Debug)]
pub struct Postgres {
    /// Ends before the folder vanishes.
    process: Option<Process>,
    programs: PathBuf,
    folder: TempDir,
    user: Option<(u32, u32)>,
    port: u16,
    is_durable: bool,
    n_databases: AtomicU32,
}

impl Postgres {
    /// Starts a server with its files in the system's temporary folder.
    #[track_caller]
    pub fn start() -> Postgres {
        Postgres::start_in(&std::env::temp_dir())
    }

    /// Starts a server that does not wait for the disk: for tests that kill nothing.
    #[track_caller]
    pub fn start_hasty() -> Postgres {
        Postgres::start_with(&std::env::temp_dir(), false)
    }

    /// Starts a server with its files in a new folder of this one.
    #[track_caller]
    pub fn start_in(parent: &Path) -> Postgres {
        Postgres::start_with(parent, true)
    }

    #[track_caller]
    fn start_with(parent: &Path, is_durable: bool) -> Postgres {
        let folder = tempfile::tempdir_in(parent).expect("a folder for the database can be made");
        let user = other_user();
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("a folder of ours can be given");
        }
        let mut postgres = Postgres {
            process: None,
            programs: crate::installed("postgres"),
            folder,
            user,
            port: free_port(),
            is_durable,
            n_databases: AtomicU32::new(0),
        };
        postgres.initialize();
        postgres.run();
        postgres
    }

    /// The address of a new, empty database.
    #[track_caller]
    pub fn database(&self) -> String {
        let n = self.n_databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("house_{n}");
        self.execute("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// The address of a database by its name.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its folder, which the server's user can read: `data` has the server's own files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file that only the server's user can read, as a key must be.
    #[track_caller]
    pub fn write_file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(&path, mode).expect("a file of ours can be closed to others");
        if let Some((user, group)) = self.user {
            chown(&path, Some(user), Some(group)).expect("a file of ours can be given");
        }
        path
    }

    /// Runs statements in a database, as its owner.
    #[track_caller]
    pub fn execute(&self, database: &str, sql: &str) {
        if let Err(error) = ask(self.port, database, sql) {
            panic!("PostgreSQL refuses {sql:?}: {error}");
        }
    }

    /// Its first process, while it runs.
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

    /// Ends every process of the server at once, as a crash does.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }

    /// Sends a signal to every process of the server, to stop them and let them go on.
    pub fn signal(&self, signal: Signal) {
        if let Some(process) = &self.process {
            process.signal_all(signal);
        }
    }

    /// Starts a killed server again, on the same port and with the same data.
    #[track_caller]
    pub fn run(&mut self) {
        let started = until(|| {
            let mut process = self.spawn();
            let ready = until(|| match ask(self.port, "postgres", "SELECT 1") {
                Ok(()) => Some(true),
                Err(_) => (!process.runs()).then_some(false),
            });
            // It ends at once while the shared memory of the last one is not yet free.
            (ready == Some(true)).then_some(process)
        });
        let Some(process) = started else {
            panic!("PostgreSQL does not start: {}", self.log());
        };
        self.process = Some(process);
    }

    fn initialize(&self) {
        let mut command = self.command("initdb");
        command
            .arg("--no-sync")
            .args(["--auth", "trust", "--username", USER, "--encoding", "UTF8"])
            .args(["--locale-provider", "icu", "--icu-locale", "en"])
            .args(["--locale", "C", "--pgdata"])
            .arg(self.folder.path().join("data"))
            .stdout(Stdio::null());
        let output = command.output();
        let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {words}");
    }

    fn spawn(&self) -> Process {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_file());
        let log = log.expect("the log can be written");
        let port = self.port.to_string();
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.path().join("data"));
        for (name, value) in [
            ("port", port.as_str()),
            ("listen_addresses", "127.0.0.1"),
            ("unix_socket_directories", ""),
            ("max_connections", "60"),
            ("shared_buffers", "64MB"),
            ("fsync", on_or_off(self.is_durable)),
            ("full_page_writes", on_or_off(self.is_durable)),
            ("synchronous_commit", "on"),
        ] {
            command.arg("-c").arg(format!("{name}={value}"));
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        Process::spawn(&mut command)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).env("LC_ALL", "C");
        run_as(&mut command, self.user);
        command
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// The log of the server so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// The user and group to run PostgreSQL as if we are root, because it refuses to run as root.
fn other_user() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("a system has a list of users");
    let find = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let user = find("postgres").or_else(|| find("nobody"));
    Some(user.expect("a system has a user `postgres` or `nobody`"))
}

/// Runs statements over a connection of its own, with just enough of the protocol.
fn ask(port: u16, database: &str, sql: &str) -> io::Result<()> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut start = 196_608_i32.to_be_bytes().to_vec();
    for word in ["user", USER, "database", database, ""] {
        start.extend(word.as_bytes());
        start.push(0);
    }
    send(&mut stream, None, &start)?;
    until_ready(&mut stream)?;
    send(&mut stream, Some(b'Q'), &[sql.as_bytes(), b"\0"].concat())?;
    until_ready(&mut stream)
}

fn send(stream: &mut TcpStream, kind: Option<u8>, body: &[u8]) -> io::Result<()> {
    let length = (body.len() as i32 + 4).to_be_bytes();
    let message = [kind.as_slice(), &length, body].concat();
    stream.write_all(&message)
}

/// Reads messages until the server wants the next question.
fn until_ready(stream: &mut TcpStream) -> io::Result<()> {
    let mut outcome = Ok(());
    loop {
        let mut head = [0; 5];
        stream.read_exact(&mut head)?;
        let length = i32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let mut body = vec![0; (length - 4).max(0) as usize];
        stream.read_exact(&mut body)?;
        match head[0] {
            b'Z' => return outcome,
            b'E' => {
                let words = String::from_utf8_lossy(&body).replace('\0', " ");
                outcome = Err(io::Error::other(words));
            }
            _ => {}
        }
    }
}
