//! Today's house with a copy of the old journal, on the day on which it was written.
//!
//! On any other day its tables would be closed at once, because they would have been idle for too
//! long.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use server::{Config, Limits, NoLuck, SystemWorld, World};
use store::{Filter, Journal, SqliteJournal};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::files;

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl House {
    pub(crate) async fn open() -> House {
        let folder = files::copy_of_the_journal();
        let journal = SqliteJournal::open(folder.path().join(files::JOURNAL)).unwrap();
        let config = Config {
            limits: Limits::NONE,
            world: Arc::new(ThatDay::after(&journal)),
            ..Config::default()
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async { stopped.await.unwrap_or_default() };
        let served = tokio::spawn(server::run(listener, config, Arc::new(journal), stopped));
        House {
            address,
            folder,
            stop: Some(stop),
            served,
        }
    }

    /// Closes the house as a signal would.
    pub(crate) async fn close(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.served).await.unwrap().unwrap();
    }

    /// The file that it works on.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join(files::JOURNAL)
    }

    /// Its answer, as soon as it is ready.
    pub(crate) async fn get(&self, path: &str) -> Value {
        loop {
            let (status, body) = self.ask(path).await;
            match status {
                200 => return serde_json::from_str(&body).unwrap(),
                202 => tokio::time::sleep(Duration::from_millis(100)).await,
                _ => panic!("{path}: {status} {body}"),
            }
        }
    }

    /// The status and the text of an answer.
    async fn ask(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let host = self.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an HTTP answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.served.abort();
    }
}

/// Time stands still, a second after the last entry of the journal.
#[derive(Debug)]
struct ThatDay(u64);

impl ThatDay {
    fn after(journal: &SqliteJournal) -> ThatDay {
        let tables = journal.list(&Filter::default()).unwrap();
        let last = tables.iter().map(|table| table.last_at).max().unwrap();
        ThatDay(last + 1_000)
    }
}

impl World for ThatDay {
    fn now(&self) -> u64 {
        self.0
    }

    fn elapsed(&self) -> u64 {
        0
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        SystemWorld.fill(bytes)
    }
}
