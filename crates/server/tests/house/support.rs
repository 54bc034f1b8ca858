//! Opening a house for a test, and asking it by HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::Key;
use serde_json::Value;
use server::{Config, Limits, NoLuck, World};
use store::{Journal, MemoryJournal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A house that runs until it is closed or dropped.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) journal: Arc<dyn Journal>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl House {
    /// A house without limits and with a new journal in memory.
    pub(crate) async fn open() -> House {
        House::open_with(unlimited(), Arc::new(MemoryJournal::new())).await
    }

    pub(crate) async fn open_with(config: Config, journal: Arc<dyn Journal>) -> House {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async { stopped.await.unwrap_or_default() };
        let served = tokio::spawn(server::run(listener, config, journal.clone(), stopped));
        House {
            address,
            journal,
            stop: Some(stop),
            served,
        }
    }

    /// Closes the house as a signal would, and gives its journal back.
    pub(crate) async fn close(mut self) -> Arc<dyn Journal> {
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.served).await.unwrap().unwrap();
        self.journal.clone()
    }

    /// Waits until the house has closed by itself.
    pub(crate) async fn ended(mut self) {
        (&mut self.served).await.unwrap().unwrap();
    }

    /// The status and the JSON of an answer.
    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.request("GET", path, "", "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, Value) {
        self.request("POST", path, "", body).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, Value) {
        let (status, text) = self.request_text(method, path, headers, body).await;
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    /// The status and the headers of an answer.
    pub(crate) async fn head_of(&self, path: &str, headers: &str) -> (u16, String) {
        let (status, head, _) = self.answer("GET", path, headers, "").await;
        (status, head)
    }

    pub(crate) async fn request_text(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String) {
        let (status, _, body) = self.answer(method, path, headers, body).await;
        (status, body)
    }

    /// The status, the headers and the text of an answer.
    pub(crate) async fn answer(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let (host, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        );
        // A house that refuses a long body may hang up before all of it is written.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an HTTP answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.served.abort();
    }
}

pub(crate) fn unlimited() -> Config {
    Config {
        limits: Limits::NONE,
        wrong_codes: None,
        ..Config::default()
    }
}

/// Time stands still, and luck comes from a seed.
#[derive(Debug)]
pub(crate) struct StillWorld {
    now: u64,
    drawn: AtomicU64,
}

impl StillWorld {
    pub(crate) fn at(now: u64) -> StillWorld {
        StillWorld {
            now,
            drawn: AtomicU64::new(0),
        }
    }
}

impl World for StillWorld {
    fn now(&self) -> u64 {
        self.now
    }

    fn elapsed(&self) -> u64 {
        0
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        let n = self.drawn.fetch_add(1, Ordering::Relaxed);
        let mut rng = Key::from_seed(n).stream("test");
        bytes.fill_with(|| rng.next_u32() as u8);
        Ok(())
    }
}
