//! How nodes reach each other: at most once, and in order from one sender to one listener.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;

/// What carries messages between the nodes of a house.
///
/// A message may be lost, with or without anybody noticing. It is never doubled, and two
/// messages of one node that reach the same listener reach it in order.
pub trait Bus: Send + Sync + fmt::Debug + 'static {
    /// Sends a message to whoever listens on a subject. If nobody does and there is a subject to
    /// answer to, that subject hears so.
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: Vec<u8>,
    ) -> BoxFuture<'_, Result<(), BusError>>;

    /// Hears what is sent on a subject, which may end with `>` for all that begins so. Of those
    /// who listen in the same group, one hears each message. When this is done, the bus knows.
    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>>;

    /// How often it was connected. Between two connections anything may have been lost.
    fn n_connections(&self) -> u64;

    /// Whether the bus can be reached now.
    fn is_connected(&self) -> bool;
}

/// A message that was heard.
#[derive(Debug, Clone)]
pub struct Heard {
    /// The subject that it was sent on.
    pub subject: String,
    /// The message, or that nobody listens where this subject was the one to answer to.
    pub message: Result<Vec<u8>, Nobody>,
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nobody;

/// The bus cannot be reached.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the bus cannot be reached: {0}")]
pub struct BusError(pub Arc<str>);

impl BusError {
    /// An error with the words of whatever failed.
    pub fn new(why: impl fmt::Display) -> BusError {
        BusError(why.to_string().into())
    }
}
