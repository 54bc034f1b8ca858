//! Why a statement came to nothing.

use crate::error::Error;

/// Our own refusal, or the database's failure.
#[derive(Debug)]
pub(crate) enum Fault<E> {
    Refused(Error),
    Failed(E),
}

impl<E: ToString> Fault<E> {
    pub(crate) fn into_error(self) -> Error {
        match self {
            Fault::Refused(error) => error,
            Fault::Failed(error) => Error::unavailable(error),
        }
    }
}

impl<E> From<Error> for Fault<E> {
    fn from(error: Error) -> Fault<E> {
        Fault::Refused(error)
    }
}
