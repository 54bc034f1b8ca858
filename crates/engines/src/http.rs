//! Just enough HTTP to ask whether a server is ready.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// Whether a request for this path on the loopback address is answered with 200.
pub(crate) fn answers(port: u16, path: &str) -> bool {
    ask(port, path).is_ok_and(|line| line.starts_with("HTTP/1.1 200 "))
}

/// The first line of the answer.
fn ask(port: u16, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line)
}
