//! A house whose journal is on a small file system.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Room for the journal of a few thousand moves with its log, and a little more.
const SIZE: &str = "size=24m";

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    program: Child,
    folder: TempDir,
}

impl House {
    pub(crate) fn open() -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let mount = format!("mount -t tmpfs -o {SIZE} none \"$0\" && exec \"$@\"");
        let mut program = Command::new("unshare")
            .args(["--mount", "sh", "-c", &mount])
            .arg(folder.path())
            .arg(env!("CARGO_BIN_EXE_tallyhouse"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--no-limits", "--log-level", "off", "--data"])
            .arg(folder.path().join("house.db"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = program.stdout.take().expect("its output");
        let port = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("localhost:")?.1.trim().parse().ok())
            .expect("the house says where it is; did it have the right to mount?");
        House {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            program,
            folder,
        }
    }

    /// A file of the small file system, as it is seen from outside.
    fn inside(&self, name: &str) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.program.id()));
        let path = self.folder.path().join(name);
        root.join(path.strip_prefix("/").expect("a full path"))
    }

    /// Leaves no byte free.
    pub(crate) fn fill(&self) {
        let mut filler = File::create(self.inside("filler")).expect("a file");
        for size in [1 << 16, 1 << 9, 1] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
    }

    /// Removes the file that filled it.
    pub(crate) fn free(&self) {
        std::fs::remove_file(self.inside("filler")).expect("the filler goes");
    }

    /// A copy of the journal, while nobody writes to it.
    pub(crate) fn copy_journal(&self) -> TempDir {
        let copy = tempfile::tempdir().expect("a folder");
        for name in ["house.db", "house.db-wal"] {
            let copied = std::fs::copy(self.inside(name), copy.path().join(name));
            copied.expect("a copy of the journal");
        }
        copy
    }

    /// The status of `/readyz`.
    pub(crate) async fn readiness(&self) -> u16 {
        let mut stream = TcpStream::connect(self.address).await.expect("a house");
        let request = "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        stream
            .write_all(request.as_bytes())
            .await
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|text| text.parse().ok());
        status.expect("a status")
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
