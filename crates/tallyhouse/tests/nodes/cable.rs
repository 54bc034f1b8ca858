//! The connection from a node to an engine. It can be cut like a network: its data waits, and
//! neither end learns of it.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub(crate) struct Cable {
    port: u16,
    is_cut: watch::Sender<bool>,
}

impl Cable {
    /// A connection to this port of the loopback address.
    pub(crate) async fn lay(to: u16) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (is_cut, cut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(relay(near, to, cut.clone()));
            }
        });
        Cable { port, is_cut }
    }

    /// The port of its near end.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    pub(crate) fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

async fn relay(near: TcpStream, to: u16, cut: watch::Receiver<bool>) {
    let far = SocketAddr::from(([127, 0, 0, 1], to));
    let Ok(far) = TcpStream::connect(far).await else {
        return;
    };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let (near_out, near_in) = near.into_split();
    let (far_out, far_in) = far.into_split();
    // When one direction ends, the other does too.
    tokio::select! {
        () = carry(near_out, far_in, cut.clone()) => {}
        () = carry(far_out, near_in, cut) => {}
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut cut: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(n @ 1..) = from.read(&mut bytes).await {
        if cut.wait_for(|is_cut| !is_cut).await.is_err() || to.write_all(&bytes[..n]).await.is_err()
        {
            return;
        }
    }
}
