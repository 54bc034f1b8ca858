//! The way to the desk: a Unix socket that only its owner may open.

use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

use super::{DeskAnswer, DeskRequest, Trouble, attend};
use crate::house::Shared;

/// The longest request. An announcement is the longest, with less than a tenth of it.
const MOST_BYTES: u64 = 64 * 1024;

/// The number of operators that are served at once; others wait.
const MOST_AT_ONCE: usize = 8;

/// Asks the desk of a house, and waits for the answer.
pub fn ask(socket: &Path, request: &DeskRequest) -> io::Result<Result<DeskAnswer, Trouble>> {
    use std::io::{BufRead, Write};
    let mut stream = std::os::unix::net::UnixStream::connect(socket)?;
    let mut line = serde_json::to_string(request)?;
    line.push('\n');
    stream.write_all(line.as_bytes())?;
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut answer = String::new();
    std::io::BufReader::new(stream).read_line(&mut answer)?;
    match serde_json::from_str(&answer)? {
        AnswerLine::Ok(answer) => Ok(Ok(*answer)),
        AnswerLine::Error(trouble) => Ok(Err(trouble)),
    }
}

/// The line that answers a request.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AnswerLine {
    Ok(Box<DeskAnswer>),
    Error(Trouble),
}

/// The socket of a desk. Its file goes with it.
#[derive(Debug)]
pub(crate) struct DeskSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl DeskSocket {
    /// Makes the socket. A file of this name that nobody listens to is replaced.
    pub(crate) fn bind(path: &Path) -> io::Result<DeskSocket> {
        if std::os::unix::net::UnixStream::connect(path).is_ok() {
            return Err(io::Error::new(
                io::ErrorKind::AddrInUse,
                format!("{} belongs to another house that runs", path.display()),
            ));
        }
        // It is made in a folder of its own, where nobody can open it before its rights are
        // set, and then moved.
        let folder = path.with_extension(format!("sock-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
        let made = || {
            let first = folder.join("s");
            let listener = UnixListener::bind(&first)?;
            std::fs::set_permissions(&first, std::fs::Permissions::from_mode(0o600))?;
            std::fs::rename(&first, path)?;
            Ok(listener)
        };
        let made = made();
        std::fs::remove_dir_all(&folder)?;
        let path = path.to_owned();
        made.map(|listener| DeskSocket { listener, path })
    }

    /// Serves operators for ever.
    pub(crate) async fn serve(self, house: Arc<Shared>) {
        let places = Arc::new(Semaphore::new(MOST_AT_ONCE));
        loop {
            let place = places.clone().acquire_owned().await;
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let house = house.clone();
                    tokio::spawn(async move {
                        if let Err(error) = converse(stream, &house).await {
                            tracing::debug!(%error, "an operator hung up");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "the connection of an operator failed");
                    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                }
            }
        }
    }
}

impl Drop for DeskSocket {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Answers each line with a line, until the other end has no more.
async fn converse(mut stream: UnixStream, house: &Arc<Shared>) -> io::Result<()> {
    let user = stream.peer_cred()?.uid();
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read);
    loop {
        let mut line = String::new();
        if (&mut read).take(MOST_BYTES).read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match serde_json::from_str::<DeskRequest>(&line) {
            Ok(request) => attend(house, request, user).await,
            Err(error) => Err(Trouble::bad(format!("the line must be a request: {error}"))),
        };
        let answer = match answer {
            Ok(answer) => AnswerLine::Ok(Box::new(answer)),
            Err(trouble) => AnswerLine::Error(trouble),
        };
        let mut answer = serde_json::to_string(&answer)?;
        answer.push('\n');
        write.write_all(answer.as_bytes()).await?;
    }
}
