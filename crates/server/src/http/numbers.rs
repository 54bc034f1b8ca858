//! The numbers of a request, for example `?game=1&from=0`.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::Fault;
use crate::transport::PacketFault;

/// The query of an address. If it cannot be read, the refusal is one of the house.
pub(super) struct Numbers<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Numbers<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Numbers<T>, Fault> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(numbers)) => Ok(Numbers(numbers)),
            Err(_) => Err(PacketFault::Malformed(
                "query parameters must be whole numbers".to_owned(),
            )
            .into()),
        }
    }
}
