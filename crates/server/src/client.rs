//! A small Socket.IO client over WebSocket, for load and for tests.
//!
//! It speaks just enough of Engine.IO 4 and Socket.IO 5 to play: open, connect with `auth`, events,
//! acks, heartbeats, disconnect. It never reconnects and never drops a message: it returns every
//! message in the order in which it came.

use std::collections::VecDeque;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message};

/// A connection to a house, over a stream of any kind.
#[derive(Debug)]
pub struct Client<S = TcpStream> {
    socket: WebSocketStream<S>,
    /// Messages that came during a wait for an ack.
    waiting: VecDeque<Incoming>,
    next_ack: u64,
}

/// A packet that a house sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// An event and its payload.
    Event(String, Value),
    /// The answer to the message with this number.
    Ack(u64, Value),
    /// The house ended the connection.
    Disconnected,
}

/// The reason why a client could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Socket(#[from] Box<tungstenite::Error>),
    /// The address does not answer.
    #[error("the connection failed: {0}")]
    Io(#[from] std::io::Error),
    /// The house answered the handshake with this HTTP status.
    #[error("the house answered with status {0}")]
    Status(u16),
    /// The house did not let us in.
    #[error("not let in: {0}")]
    Refused(Value),
    /// The house ended the connection.
    #[error("the house ended the connection")]
    Disconnected,
    /// The house sent something that is not Socket.IO.
    #[error("this is not Socket.IO: {0}")]
    Protocol(String),
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        match error {
            tungstenite::Error::Http(response) => ClientError::Status(response.status().as_u16()),
            error => ClientError::Socket(Box::new(error)),
        }
    }
}

impl Client {
    /// Connects, with the token of an earlier session if there is one.
    pub async fn connect(address: SocketAddr, token: Option<&str>) -> Result<Client, ClientError> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Client::over(stream, address, token).await
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    /// Connects as [`Client::connect`] does, over a stream to this address.
    pub async fn over(
        stream: S,
        address: SocketAddr,
        token: Option<&str>,
    ) -> Result<Client<S>, ClientError> {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await?;
        let mut client = Client {
            socket,
            waiting: VecDeque::new(),
            next_ack: 0,
        };
        client.enter(token).await?;
        Ok(client)
    }

    async fn enter(&mut self, token: Option<&str>) -> Result<(), ClientError> {
        self.packet_of('0').await?;
        let auth = token.map_or_else(|| json!({}), |token| json!({ "token": token }));
        self.write(format!("40{auth}")).await?;
        let text = self.packet_of('4').await?;
        match text.as_bytes().first() {
            Some(b'0') => Ok(()),
            Some(b'4') => Err(ClientError::Refused(read(&text[1..])?)),
            _ => Err(ClientError::Protocol(text)),
        }
    }

    /// Sends an event and returns the number of its ack.
    pub async fn emit<T: Serialize + ?Sized>(
        &mut self,
        event: &str,
        payload: &T,
    ) -> Result<u64, ClientError> {
        let ack = self.next_ack;
        self.next_ack += 1;
        let parts = serde_json::to_string(&(event, payload))
            .map_err(|error| ClientError::Protocol(error.to_string()))?;
        self.write(format!("42{ack}{parts}")).await?;
        Ok(ack)
    }

    /// Sends an event and waits for its ack. Other messages are kept for [`Client::next`].
    pub async fn ask<T: Serialize + ?Sized>(
        &mut self,
        event: &str,
        payload: &T,
    ) -> Result<Value, ClientError> {
        let number = self.emit(event, payload).await?;
        loop {
            match self.receive().await? {
                Incoming::Ack(ack, answer) if ack == number => return Ok(answer),
                Incoming::Disconnected => return Err(ClientError::Disconnected),
                other => self.waiting.push_back(other),
            }
        }
    }

    /// Forgets the messages that came before the last answer and were not looked at.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// The next message of the house.
    pub async fn next(&mut self) -> Result<Incoming, ClientError> {
        match self.waiting.pop_front() {
            Some(incoming) => Ok(incoming),
            None => self.receive().await,
        }
    }

    /// Waits for an event of this name and drops all messages before it.
    pub async fn wait_for(&mut self, name: &str) -> Result<Value, ClientError> {
        loop {
            match self.next().await? {
                Incoming::Event(event, payload) if event == name => return Ok(payload),
                Incoming::Disconnected => return Err(ClientError::Disconnected),
                _ => {}
            }
        }
    }

    /// Sends a text unchanged, also one that no proper client would send.
    pub async fn write(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The next Socket.IO packet unread, for callers that cannot read all of them:
    /// `2["event",payload]`, `3number[answer]` or `1`.
    pub async fn next_packet(&mut self) -> Result<String, ClientError> {
        self.packet_of('4').await
    }

    async fn receive(&mut self) -> Result<Incoming, ClientError> {
        let text = match self.packet_of('4').await {
            Err(ClientError::Disconnected) => return Ok(Incoming::Disconnected),
            text => text?,
        };
        let rest = &text[1..];
        match text.as_bytes()[0] {
            b'2' => {
                let (event, payload) = read_event(rest)?;
                Ok(Incoming::Event(event, payload))
            }
            b'3' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number = read(&rest[..digits])?;
                let number: u64 = serde_json::from_value(number).map_err(unreadable)?;
                let mut answers: Vec<Value> =
                    serde_json::from_str(&rest[digits..]).map_err(unreadable)?;
                Ok(Incoming::Ack(number, answers.pop().unwrap_or_default()))
            }
            b'1' => Ok(Incoming::Disconnected),
            _ => Err(ClientError::Protocol(text)),
        }
    }

    /// The next Engine.IO packet of this type without its digit; heartbeats are
    /// answered on the way. It is never empty for messages.
    async fn packet_of(&mut self, kind: char) -> Result<String, ClientError> {
        while let Some(message) = self.socket.next().await {
            let text = match message {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) => return Err(ClientError::Disconnected),
                Ok(_) => continue,
                Err(error) => return Err(error.into()),
            };
            match text.strip_prefix(kind) {
                Some(rest) if !rest.is_empty() => return Ok(rest.to_owned()),
                _ if text.starts_with('2') => self.write("3".to_owned()).await?,
                _ if text.starts_with('1') => return Err(ClientError::Disconnected),
                _ => {}
            }
        }
        Err(ClientError::Disconnected)
    }
}

fn read_event(text: &str) -> Result<(String, Value), ClientError> {
    let mut parts: VecDeque<Value> = serde_json::from_str(text).map_err(unreadable)?;
    match parts.pop_front() {
        Some(Value::String(event)) => Ok((event, payload_of(parts))),
        _ => Err(ClientError::Protocol(text.to_owned())),
    }
}

/// A single payload stands for itself, several for a list.
fn payload_of(mut parts: VecDeque<Value>) -> Value {
    if parts.len() > 1 {
        return Value::Array(parts.into());
    }
    parts.pop_front().unwrap_or_default()
}

fn read(text: &str) -> Result<Value, ClientError> {
    serde_json::from_str(text).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> ClientError {
    ClientError::Protocol(error.to_string())
}
