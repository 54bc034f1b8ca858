//! One node of a house, which can be killed, stopped and asked to end.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use engines::Signal;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    program: Child,
    _folder: TempDir,
}

impl Node {
    pub(crate) fn open(store: &str, bus: &str) -> Node {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_tallyhouse"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-limits"])
            .args(["--store", store, "--bus", bus])
            .args(["--log-level", "error", "--data"])
            .arg(folder.path().join("house.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
            .expect("the node says where it is");
        Node {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            program,
            _folder: folder,
        }
    }

    /// Kills it: it cannot finish anything.
    pub(crate) fn kill(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn end(&mut self) {
        self.signal(Signal::TERM);
        self.program.wait().unwrap();
    }

    pub(crate) fn id(&self) -> u32 {
        self.program.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        engines::send(self.program.id(), signal);
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The JSON answer of an address.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Value {
    let body = get_text(address, path).await;
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"))
}

/// The body of what an address answers.
pub(crate) async fn get_text(address: SocketAddr, path: &str) -> String {
    let (_, body) = get_with_status(address, path).await;
    body
}

/// The status and the body of what an address answers.
pub(crate) async fn get_with_status(address: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an HTTP answer");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.expect("a status"), body.to_owned())
}
