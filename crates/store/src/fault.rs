//! The reasons why a statement fails.

use crate::error::Error;

/// The store's own refusal, or a failure of the database.
#[derive(Debug)]
pub(crate) enum WriteFault<E> {
    Refused(Error),
    Failed(E),
}

impl<E: ToString> WriteFault<E> {
    pub(crate) fn into_error(self) -> Error {
        match self {
            WriteFault::Refused(error) => error,
            WriteFault::Failed(error) => Error::unavailable(error),
        }
    }
}

impl<E> From<Error> for WriteFault<E> {
    fn from(error: Error) -> WriteFault<E> {
        WriteFault::Refused(error)
    }
}
