//! A connection that ends when the other side does not take what it is sent.
//!
//! Without this, a client that asks for long answers and reads none of them would keep its place,
//! and everything that waits for it in memory, for as long as it likes. Only the time in which the
//! other side takes nothing at all counts: a slow reader gets the whole answer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream whose writes fail when they have waited too long.
#[derive(Debug)]
pub(super) struct Timely<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Timely<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Timely<S> {
        Timely {
            stream,
            patience,
            waiting: None,
        }
    }

    /// What came of a write: an error if it has waited for too long.
    fn in_time(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let begin = || Box::pin(tokio::time::sleep(self.patience));
        let end = self.waiting.get_or_insert_with(begin);
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Timely<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Timely<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Nothing waits here: what a socket has taken is the system's.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{Instant, sleep};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_hears_everything_and_one_that_stops_is_given_up() {
        let (house, mut client) = duplex(2);
        let mut house = Timely::new(house, PATIENCE);
        let reader = tokio::spawn(async move {
            let mut heard = [0; 10];
            for byte in &mut heard {
                sleep(PATIENCE - Duration::from_secs(1)).await;
                *byte = client.read_u8().await.unwrap();
            }
            (client, heard)
        });
        house.write_all(b"0123456789").await.unwrap();
        let (client, heard) = reader.await.unwrap();
        assert_eq!(&heard, b"0123456789");
        let begun = Instant::now();
        let error = house.write_all(b"abc").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() >= PATIENCE, "{:?}", begun.elapsed());
        drop(client);
    }
}
