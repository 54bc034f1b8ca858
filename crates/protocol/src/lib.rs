//! The wire protocol as documents, from the types of the messages themselves.
//!
//! A message is a Rust struct, and its game or the house lists it in a vocabulary. These lists give
//! the types of the web client ([`typescript`]) and the document of the sockets ([`asyncapi`]), and
//! what a page must have words for ([`said`]). The
//! files are in the repository, and a test compares them with the lists.
//!
//! This crate names no message: a new message of a game is in the documents as soon as it is in the
//! game's vocabulary.

pub mod asyncapi;
pub mod said;
mod schemas;
pub mod typescript;
