//! The real program with its usual limits, and the resources it holds.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// The address from which the house is watched.
const WATCHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9));

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    program: Child,
    _folder: TempDir,
}

impl House {
    pub(crate) fn open() -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = Command::new(env!("CARGO_BIN_EXE_tallyhouse"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"])
            .arg("--data")
            .arg(folder.path().join("house.db"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = program.stdout.take().expect("its output");
        let port = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
            .expect("the house says where it is");
        House {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            program,
            _folder: folder,
        }
    }

    /// The resources that the house holds now.
    pub(crate) async fn held(&self) -> Held {
        let (_, metrics) = get(self.address, WATCHER, "/metrics")
            .await
            .expect("metrics");
        let gauge = |name: &str| {
            let line = metrics.lines().find(|line| {
                line.strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with(' '))
            });
            let value = line.and_then(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
            value.unwrap_or(0.0) as usize
        };
        let id = self.program.id();
        let files = std::fs::read_dir(format!("/proc/{id}/fd")).expect("its files");
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("its status");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.and_then(|text| text.split_whitespace().next()?.parse().ok());
        Held {
            sessions: gauge("tallyhouse_sessions"),
            sockets: gauge("tallyhouse_sockets"),
            tables: gauge("tallyhouse_tables"),
            tasks: gauge("tallyhouse_tasks"),
            files: files.count(),
            memory_kb: memory.expect("its memory"),
        }
    }

    /// Asks continuously whether the house is ready.
    pub(crate) fn watch_readiness(&self) -> Watch {
        let stop = Arc::new(AtomicBool::new(false));
        let unready = Arc::new(AtomicUsize::new(0));
        let (stopped, counted, address) = (stop.clone(), unready.clone(), self.address);
        let task = tokio::spawn(async move {
            while !stopped.load(Ordering::Relaxed) {
                let ready = get(address, WATCHER, "/readyz").await;
                if !matches!(ready, Ok((200, _))) {
                    eprintln!("not ready: {ready:?}");
                    counted.fetch_add(1, Ordering::Relaxed);
                }
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
        });
        Watch {
            stop,
            unready,
            task,
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // After a failed test it still runs.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A task that asks whether the house is ready.
pub(crate) struct Watch {
    stop: Arc<AtomicBool>,
    unready: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Watch {
    /// The number of times it was not.
    pub(crate) async fn stop(self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.expect("the watcher goes on");
        self.unready.load(Ordering::Relaxed)
    }
}

/// The resources that a house holds for others.
#[derive(Debug)]
pub(crate) struct Held {
    sessions: usize,
    sockets: usize,
    tables: usize,
    tasks: usize,
    files: usize,
    pub(crate) memory_kb: u64,
}

impl Held {
    /// Whether it is no more than this. A few connections and tasks come and go all the time. A
    /// review has a task until it is done, which may take an hour, and each of two addresses may
    /// wait for four.
    pub(crate) fn is_within(&self, before: &Held) -> bool {
        const COMING_AND_GOING: usize = 8;
        const REVIEWS: usize = 8;
        self.sessions <= before.sessions
            && self.sockets <= before.sockets
            && self.tables <= before.tables
            && self.tasks <= before.tasks + COMING_AND_GOING + REVIEWS
            && self.files <= before.files + COMING_AND_GOING
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} sessions, {} sockets, {} tables, {} tasks, {} files, {} MB",
            self.sessions,
            self.sockets,
            self.tables,
            self.tasks,
            self.files,
            self.memory_kb / 1024
        )
    }
}

/// A connection that comes from this address and hardly takes anything.
pub(crate) async fn connect_narrow(to: SocketAddr, from: IpAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4_096)?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// A connection that comes from this address.
pub(crate) async fn connect(to: SocketAddr, from: IpAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The status and the text of an answer.
pub(crate) async fn get(
    to: SocketAddr,
    from: IpAddr,
    path: &str,
) -> std::io::Result<(u16, String)> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n\r\n");
    ask(to, from, &request).await
}

/// Sends a request unchanged, and reads the whole answer.
pub(crate) async fn ask(
    to: SocketAddr,
    from: IpAddr,
    request: &str,
) -> std::io::Result<(u16, String)> {
    let mut stream = connect(to, from).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other("no answer"))?;
    Ok((status, body.to_owned()))
}
