//! The channel between a node and the doubles of its store and its bus.
//!
//! A ticket of eight bytes goes over the simulated network, and its value waits on a shelf. The
//! other side gets the value when the ticket has arrived: late or never, as the network decides.
//! Nothing has to be written as bytes.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::timeout;
use turmoil::net::TcpStream;
use turmoil::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// A connection or a ticket that takes longer than this to be sent is given up.
pub(crate) const PATIENCE: Duration = Duration::from_millis(900);

/// The pause before a connection is tried again.
pub(crate) const PAUSE: Duration = Duration::from_millis(100);

/// The values whose tickets are on their way.
#[derive(Debug)]
pub(crate) struct Shelf<T>(Arc<Mutex<Kept<T>>>);

#[derive(Debug)]
struct Kept<T> {
    next: u64,
    things: BTreeMap<u64, T>,
}

impl<T> Clone for Shelf<T> {
    fn clone(&self) -> Shelf<T> {
        Shelf(self.0.clone())
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        let things = BTreeMap::new();
        Shelf(Arc::new(Mutex::new(Kept { next: 0, things })))
    }
}

impl<T: Send + 'static> Shelf<T> {
    /// Sends a value.
    pub(crate) async fn send(&self, line: &mut OwnedWriteHalf, thing: T) -> io::Result<()> {
        let ticket = {
            let mut kept = self.0.lock().expect("nobody panics with it");
            kept.next += 1;
            let ticket = kept.next;
            kept.things.insert(ticket, thing);
            ticket
        };
        let sent = timeout(PATIENCE, line.write_all(&ticket.to_be_bytes())).await;
        sent.map_err(io::Error::other)?
    }

    /// Waits for the next value.
    pub(crate) async fn receive(&self, line: &mut OwnedReadHalf) -> io::Result<T> {
        let mut ticket = [0; 8];
        line.read_exact(&mut ticket).await?;
        let mut kept = self.0.lock().expect("nobody panics with it");
        let thing = kept.things.remove(&u64::from_be_bytes(ticket));
        Ok(thing.expect("a ticket is taken once"))
    }

    /// All values until the connection ends.
    pub(crate) fn receive_all(&self, mut line: OwnedReadHalf) -> mpsc::UnboundedReceiver<T> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let shelf = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    biased;
                    // The side that gave the connection up hears nothing of it any more.
                    () = sender.closed() => return,
                    thing = shelf.receive(&mut line) => match thing {
                        Ok(thing) => drop(sender.send(thing)),
                        Err(_) => return,
                    },
                }
            }
        });
        receiver
    }
}

/// A new connection, unless it takes too long.
pub(crate) async fn connect(host: &str, port: u16) -> Option<(OwnedReadHalf, OwnedWriteHalf)> {
    match timeout(PATIENCE, TcpStream::connect((host, port))).await {
        Ok(Ok(stream)) => Some(stream.into_split()),
        _ => None,
    }
}
