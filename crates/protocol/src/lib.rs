//! The wire protocol as documents, from the types of the messages themselves.
//!
//! A message is a Rust struct; its game, or the house, lists it in a vocabulary. From
//! these lists come the types of the web client ([`typescript`]) and the document of the
//! sockets ([`asyncapi`]). The files are kept in the repository, and a test compares them with what is written here.
//!
//! Nothing here knows a message by its name, and nothing here is written twice: a new
//! message of a game is in the documents as soon as it is in the game's vocabulary.

pub mod asyncapi;
mod schemas;
pub mod typescript;
