//! The sockets of a house as an AsyncAPI 3 document.
//!
//! The document describes the house's side, as the specification demands: a command is received and
//! answered by its ack, and an event is sent. The house has a channel, and so has each game whose
//! messages have types; all channels are one Socket.IO connection. A message has the name of its
//! Socket.IO event.

use kernel::{Kind, Term, Vocabulary};
use serde_json::{Map, Value, json};
use table::messages::{self, AtTable, Done, Numbered, Refused};

use crate::schemas::Schemas;
use crate::typescript::described;

/// The document.
pub fn document() -> Value {
    let mut document = Document::default();
    document.house();
    for kind in described() {
        document.game(kind);
    }
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tallyhouse",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
        },
        "defaultContentType": "application/json",
        "servers": {
            "house": {
                "host": "localhost:4242",
                "pathname": "/socket.io/",
                "protocol": "socket.io",
                "protocolVersion": "5",
                "description": "A house on one's own machine. Engine.IO 4, by WebSocket or polling.",
            },
        },
        "channels": document.channels,
        "operations": document.operations,
        "components": { "messages": document.messages, "schemas": document.schemas },
    })
}

/// The document as the file in the repository has it.
pub fn text() -> String {
    let text = serde_json::to_string_pretty(&document());
    text.expect("a document is plain JSON data") + "\n"
}

const ABOUT: &str = "How a program plays at a Tallyhouse, by Socket.IO 5 in the default namespace. \
    Every command is answered by its ack. docs/PROTOCOL.md has all of it in prose, with an example each. \
    This document is generated from the types that are really sent and read.";

#[derive(Default)]
struct Document {
    channels: Map<String, Value>,
    operations: Map<String, Value>,
    messages: Map<String, Value>,
    schemas: Map<String, Value>,
}

/// One channel while it is written.
struct Channel<'a> {
    key: &'a str,
    /// The schemas of the messages that are read and of those that are sent.
    read: Schemas,
    sent: Schemas,
    /// The keys of its messages.
    messages: Vec<String>,
}

impl Document {
    fn house(&mut self) {
        let mut channel = Channel::new("house");
        let vocabulary = messages::VOCABULARY;
        for command in vocabulary.commands {
            let ack = vocabulary.acks.iter().find(|ack| ack.name == command.name);
            let ack = ack.map(|ack| channel.sent.of(ack));
            self.command(&mut channel, command, ack);
        }
        self.events(&mut channel, &vocabulary);
        let about = "What every table says and hears, whatever is played there.";
        self.close(channel, &vocabulary, about);
    }

    fn game(&mut self, kind: &dyn Kind) {
        let meta = kind.meta();
        let vocabulary = kind.vocabulary();
        let mut channel = Channel::new(meta.key);
        for command in vocabulary.commands {
            let ack = channel.sent.of_type::<Done>();
            self.command(&mut channel, command, Some(ack));
            if let Some(name) = kind.refused_as(command.name) {
                self.invalid(&mut channel, name, command.name);
            }
        }
        self.events(&mut channel, &vocabulary);
        let about = format!(
            "The commands and events that only tables of {} have.",
            meta.name
        );
        self.close(channel, &vocabulary, &about);
    }

    fn command(&mut self, channel: &mut Channel<'_>, command: &Term, ack: Option<Value>) {
        let fields = channel.read.of(command);
        let payload = match command.at_table {
            true => json!({ "allOf": [channel.read.of_type::<AtTable>(), fields] }),
            false => fields,
        };
        let asked = self.message(channel, command.name, payload);
        let answer = json!({ "oneOf": [accepted(ack), channel.sent.of_type::<Refused>()] });
        let ack = format!("{}.ack", command.name);
        let answered = self.message(channel, &ack, answer);
        let operation = json!({
            "action": "receive",
            "channel": { "$ref": channel.path() },
            "messages": [asked],
            "reply": { "channel": { "$ref": channel.path() }, "messages": [answered] },
        });
        let key = format!("{}.{}", channel.key, command.name);
        self.operations.insert(key, operation);
    }

    fn events(&mut self, channel: &mut Channel<'_>, vocabulary: &Vocabulary) {
        for event in vocabulary.heard() {
            let fields = channel.sent.of(&event);
            let payload = match event.at_table {
                true => json!({ "allOf": [channel.sent.of_type::<Numbered>(), fields] }),
                false => fields,
            };
            self.event(channel, event.name, payload);
        }
    }

    /// The announcement of a refusal has two arguments instead of an object.
    fn invalid(&mut self, channel: &mut Channel<'_>, name: &str, command: &str) {
        let text = |about: &str| json!({ "type": "string", "description": about });
        let payload = json!({
            "type": "array",
            "description": format!("The two arguments of the event that announces a refused `{command}`."),
            "items": [text("The sentence."), text("The code.")],
            "minItems": 2,
            "maxItems": 2,
        });
        self.event(channel, name, payload);
    }

    fn event(&mut self, channel: &mut Channel<'_>, name: &str, payload: Value) {
        let message = self.message(channel, name, payload);
        let operation = json!({
            "action": "send",
            "channel": { "$ref": channel.path() },
            "messages": [message],
        });
        self.operations
            .insert(format!("{}.{name}", channel.key), operation);
    }

    /// Adds a message and returns a reference to it in its channel.
    fn message(&mut self, channel: &mut Channel<'_>, key: &str, payload: Value) -> Value {
        let message = json!({ "name": key, "payload": payload });
        self.messages
            .insert(format!("{}.{key}", channel.key), message);
        channel.messages.push(key.to_owned());
        json!({ "$ref": format!("{}/messages/{key}", channel.path()) })
    }

    fn close(&mut self, mut channel: Channel<'_>, vocabulary: &Vocabulary, about: &str) {
        let reference = |key: &String| {
            let path = format!("#/components/messages/{}.{key}", channel.key);
            (key.clone(), json!({ "$ref": path }))
        };
        let messages: Map<String, Value> = channel.messages.iter().map(reference).collect();
        let mut described = json!({ "address": "/", "description": about, "messages": messages });
        // The game's part of `sync` and `game_finished` is not a message of its own.
        let parts = [
            ("x-view", vocabulary.view),
            ("x-legal", vocabulary.legal),
            ("x-outcome", vocabulary.outcome),
        ];
        for (key, term) in parts {
            if let Some(term) = term {
                described[key] = channel.sent.of(&term);
            }
        }
        self.channels.insert(channel.key.to_owned(), described);
        self.schemas.extend(channel.read.into_definitions());
        self.schemas.extend(channel.sent.into_definitions());
    }
}

impl Channel<'_> {
    fn new(key: &str) -> Channel<'_> {
        Channel {
            key,
            read: Schemas::read(format!("{key}.read")),
            sent: Schemas::sent(format!("{key}.sent")),
            messages: Vec::new(),
        }
    }

    fn path(&self) -> String {
        format!("#/channels/{}", self.key)
    }
}

/// The answer to a command that is obeyed.
fn accepted(fields: Option<Value>) -> Value {
    let ok =
        json!({ "type": "object", "properties": { "ok": { "const": true } }, "required": ["ok"] });
    match fields {
        Some(fields) => json!({ "allOf": [ok, fields] }),
        None => ok,
    }
}
