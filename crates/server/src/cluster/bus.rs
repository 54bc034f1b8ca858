//! The bus between nodes. It delivers each message at most once, and in order from one sender to
//! one listener.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;

use crate::metrics;

/// Carries messages between the nodes of a house.
///
/// A message may be lost, with or without anybody noticing. It is never doubled, and two
/// messages of one node that reach the same listener reach it in order.
pub trait Bus: Send + Sync + fmt::Debug + 'static {
    /// Sends a message to whoever listens on a subject. If nobody does and there is a subject for
    /// answers, that subject is told. It does not wait: a message that the bus has no room for is
    /// not sent.
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: String,
    ) -> Result<(), BusError>;

    /// Hears the messages sent on a subject; one that ends with `>` stands for all subjects with
    /// that prefix. Among listeners of the same group, one hears each message. Once this returns,
    /// the bus knows the listener.
    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>>;

    /// Whether the bus can be reached now.
    fn is_connected(&self) -> bool;

    /// The number of times that messages to or from here may have been lost: the connection was
    /// made anew, or too many messages were waiting.
    fn n_gaps(&self) -> u64 {
        0
    }
}

/// Sends a message, or drops it if the bus cannot take it now: its receiver notices and asks. It
/// must not wait, because its sender is refused meanwhile.
pub(super) fn send(bus: &dyn Bus, subject: String, answer_to: Option<String>, message: String) {
    if !bus.is_connected() || bus.publish(subject, answer_to, message).is_err() {
        metrics::bus_lost();
    }
}

/// A message that was heard.
#[derive(Debug, Clone)]
pub struct Heard {
    /// The subject on which it was sent.
    pub subject: String,
    /// The message, or the notice that nobody listens to a message that this subject should answer.
    pub message: Result<String, Nobody>,
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nobody;

/// The bus cannot be reached.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the bus cannot be reached: {0}")]
pub struct BusError(pub Arc<str>);

impl BusError {
    /// An error with this text.
    pub fn new(why: impl fmt::Display) -> BusError {
        BusError(why.to_string().into())
    }
}
