//! The bus of the shipped program: core NATS.

use std::sync::atomic::Ordering;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, StatusCode};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;

use super::bus::{Bus, BusError, Heard, Nobody};

/// A connection to NATS, which comes back by itself when it is lost.
#[derive(Debug, Clone)]
pub struct NatsBus(Client);

impl NatsBus {
    /// Connects to the servers of this address, `nats://` or `tls://`, with the user and the
    /// password in it, if there are any.
    pub async fn connect(address: &str) -> Result<NatsBus, BusError> {
        let options = ConnectOptions::new()
            .name("tallyhouse")
            // A house of many tables listens on many subjects.
            .subscription_capacity(16 * 1024);
        let client = options.connect(address).await.map_err(BusError::new)?;
        Ok(NatsBus(client))
    }
}

impl Bus for NatsBus {
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: Vec<u8>,
    ) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let sent = match answer_to {
                Some(reply) => {
                    let sent = self.0.publish_with_reply(subject, reply, message.into());
                    sent.await
                }
                None => self.0.publish(subject, message.into()).await,
            };
            sent.map_err(BusError::new)
        })
    }

    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
        Box::pin(async move {
            let heard = match group {
                Some(group) => self.0.queue_subscribe(subject, group.to_owned()).await,
                None => self.0.subscribe(subject).await,
            };
            let heard = heard.map_err(BusError::new)?;
            self.0.flush().await.map_err(BusError::new)?;
            Ok(heard.map(hear).boxed())
        })
    }

    fn n_connections(&self) -> u64 {
        self.0.statistics().connects.load(Ordering::Relaxed)
    }

    fn is_connected(&self) -> bool {
        self.0.connection_state() == State::Connected
    }
}

fn hear(message: async_nats::Message) -> Heard {
    let nobody = message.status == Some(StatusCode::NO_RESPONDERS);
    Heard {
        subject: message.subject.to_string(),
        message: if nobody {
            Err(Nobody)
        } else {
            Ok(message.payload.to_vec())
        },
    }
}
