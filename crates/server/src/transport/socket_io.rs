//! Socket.IO, protocol 5: the packets that the messages of Engine.IO carry.
//!
//! A packet is a text: a digit for its kind, the namespace and a comma unless it is `/`, a number
//! if the sender waits for an answer, and JSON.

use engineioxide::Str;
use serde::Serialize;
use table::{Message, Refusal};

use crate::metrics;

/// The beginning of the packet of an event.
const EVENT: &str = "2";

/// The error for a client that asks for a namespace other than `/`.
const NO_NAMESPACE: &str = "Invalid namespace";

/// A packet of a client.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Incoming {
    pub(super) kind: PacketKind,
    /// The namespace, unless it is `/`.
    pub(super) namespace: Option<Str>,
    /// The number of the answer that the client waits for. A number beyond 63 bits counts as
    /// none, because no client can have meant it.
    pub(super) number: Option<i64>,
    /// The JSON, which is not read here.
    pub(super) json: Str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PacketKind {
    Connect,
    Disconnect,
    Event,
    /// An event whose binary parts follow as messages of their own.
    BinaryEvent,
    /// The answer to an event of the house, which never waits for one.
    Ack,
}

impl Incoming {
    /// Reads a packet; nothing if no client may send it.
    pub(super) fn read(text: Str) -> Option<Incoming> {
        let (kind, after_kind) = kind(text.as_str())?;
        let (namespace, after_namespace) = match after_kind.starts_with('/') {
            true => after_kind.split_once(',').unwrap_or((after_kind, "")),
            false => ("/", after_kind),
        };
        let json = after_namespace.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let number = &after_namespace[..after_namespace.len() - json.len()];
        let start = |end: &str| text.as_str().len() - end.len();
        let from = start(after_kind);
        Some(Incoming {
            kind,
            namespace: (namespace != "/").then(|| text.slice(from..from + namespace.len())),
            number: number.parse().ok(),
            json: text.slice(start(json)..),
        })
    }
}

/// The kind of a packet, and the text after it.
fn kind(text: &str) -> Option<(PacketKind, &str)> {
    let rest = text.get(1..)?;
    let kind = match text.as_bytes()[0] {
        b'0' => PacketKind::Connect,
        b'1' => PacketKind::Disconnect,
        b'2' => PacketKind::Event,
        b'3' => PacketKind::Ack,
        b'5' | b'6' => {
            let (n_parts, rest) = rest.split_once('-')?;
            n_parts.parse::<u32>().ok()?;
            let is_event = text.starts_with('5');
            let kind = if is_event {
                PacketKind::BinaryEvent
            } else {
                PacketKind::Ack
            };
            return Some((kind, rest));
        }
        _ => return None,
    };
    Some((kind, rest))
}

/// An event for clients, written once for all who are told the same.
#[derive(Debug, Clone)]
pub(crate) struct Emission {
    packet: Str,
}

impl Emission {
    /// An event with a payload.
    pub(crate) fn new<T: Serialize + ?Sized>(event: &str, payload: &T) -> Emission {
        Emission::of(&(event, payload))
    }

    /// An event with two payloads.
    pub(crate) fn pair<T: Serialize, U: Serialize>(event: &str, first: &T, second: &U) -> Emission {
        Emission::of(&(event, first, second))
    }

    fn of<T: Serialize>(arguments: &T) -> Emission {
        let mut packet = EVENT.as_bytes().to_vec();
        serde_json::to_writer(&mut packet, arguments).expect("a payload is plain JSON data");
        Emission::from_bytes(packet)
    }

    fn from_bytes(packet: Vec<u8>) -> Emission {
        let packet = String::from_utf8(packet).expect("JSON is text").into();
        Emission { packet }
    }

    /// A message of a table, whose payload was written before.
    pub(crate) fn told(message: &Message) -> Emission {
        metrics::written();
        let (name, payload) = (message.name(), message.text());
        let size = EVENT.len() + name.len() + payload.len() + "[\"\",]".len();
        let mut packet = Vec::with_capacity(size);
        packet.extend_from_slice(EVENT.as_bytes());
        packet.push(b'[');
        // The name of a game's event becomes JSON only here.
        serde_json::to_writer(&mut packet, name).expect("a name is plain JSON data");
        packet.push(b',');
        packet.extend_from_slice(payload.as_bytes());
        packet.push(b']');
        Emission::from_bytes(packet)
    }

    /// An event whose arguments, its name among them, were written before.
    pub(crate) fn written(arguments: &str) -> Emission {
        let packet = [EVENT, arguments].concat().into();
        Emission { packet }
    }

    /// Whether this is the name of the event.
    pub(crate) fn is_called(&self, event: &str) -> bool {
        let name = self.arguments().strip_prefix("[\"");
        let after = name.and_then(|name| name.strip_prefix(event));
        after.is_some_and(|after| after.starts_with('"'))
    }

    /// The list of the event's name and its payload.
    pub(crate) fn arguments(&self) -> &str {
        &self.packet.as_str()[EVENT.len()..]
    }

    /// The packet of the event.
    pub(super) fn packet(&self) -> Str {
        self.packet.clone()
    }
}

/// Two are equal if clients cannot tell them apart.
impl PartialEq for Emission {
    fn eq(&self, other: &Emission) -> bool {
        let (own, others) = (self.packet.as_str(), other.packet.as_str());
        std::ptr::eq(own, others) || own == others
    }
}

/// The answer to the event that carried this number: a JSON text.
pub(super) fn ack(number: i64, payload: &str) -> Str {
    format!("3{number}[{payload}]").into()
}

/// The packet that accepts the client, with the name of its session.
pub(super) fn connected(session: impl std::fmt::Display) -> Str {
    format!("0{{\"sid\":\"{session}\"}}").into()
}

/// The packet that disconnects the client.
pub(super) fn disconnected() -> Str {
    Str::from("1")
}

/// The packet that refuses the client, with the reason twice: as a text, because many clients look
/// at nothing else, and as data.
pub(super) fn not_connected(refusal: &Refusal) -> Str {
    let text = format!("{}: {}", refusal.code, refusal.message);
    let why = serde_json::json!({ "message": text, "data": refusal });
    format!("4{why}").into()
}

/// The packet for an unknown namespace.
pub(super) fn no_namespace(namespace: &str) -> Str {
    let why = serde_json::json!({ "message": NO_NAMESPACE });
    format!("4{namespace},{why}").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use PacketKind::{Ack, BinaryEvent, Connect, Disconnect, Event};

    #[track_caller]
    fn check(text: &str, kind: PacketKind, namespace: &str, number: Option<i64>, json: &str) {
        let read = Incoming::read(Str::copy_from_slice(text)).expect(text);
        let found = read.namespace.as_ref().map_or("/", Str::as_str);
        assert_eq!(
            (read.kind, found, read.number, read.json.as_str()),
            (kind, namespace, number, json),
            "{text}"
        );
    }

    #[test]
    fn a_packet_is_a_kind_a_namespace_a_number_and_json() {
        check("0", Connect, "/", None, "");
        check("0{}", Connect, "/", None, "{}");
        check("0/,{}", Connect, "/", None, "{}");
        check("0/other", Connect, "/other", None, "");
        check("0/other,{}", Connect, "/other", None, "{}");
        check("1", Disconnect, "/", None, "");
        check("1/other,", Disconnect, "/other", None, "");
        check("2[\"a\"]", Event, "/", None, "[\"a\"]");
        check("217[\"a\"]", Event, "/", Some(17), "[\"a\"]");
        check("2/other,17[]", Event, "/other", Some(17), "[]");
        check("29223372036854775807[]", Event, "/", Some(i64::MAX), "[]");
        check("29223372036854775808[]", Event, "/", None, "[]");
        check("317[]", Ack, "/", Some(17), "[]");
        check("51-[\"a\"]", BinaryEvent, "/", None, "[\"a\"]");
        check("51-/other,3[]", BinaryEvent, "/other", Some(3), "[]");
        check("61-3[]", Ack, "/", Some(3), "[]");
        check("2ä", Event, "/", None, "ä");
    }

    #[test]
    fn nothing_else_is_a_packet() {
        for text in [
            "", "4{}", "7", "x", "ä", "5[]", "5-[]", "5x-[]", "6", "-1", " 2[]",
        ] {
            assert_eq!(Incoming::read(Str::copy_from_slice(text)), None, "{text}");
        }
    }

    #[test]
    fn answers_of_the_house_are_packets_too() {
        let event = Emission::new("told", &serde_json::json!({ "n": 1 }));
        assert_eq!(event.packet().as_str(), r#"2["told",{"n":1}]"#);
        let pair = Emission::pair("invalid", &"no", &7);
        assert_eq!(pair.packet().as_str(), r#"2["invalid","no",7]"#);
        assert!(pair.is_called("invalid") && !pair.is_called("in") && !pair.is_called("told"));
        assert_eq!(Emission::written(pair.arguments()), pair);
        assert_eq!(ack(3, r#""yes""#).as_str(), r#"33["yes"]"#);
        assert_eq!(connected("s").as_str(), r#"0{"sid":"s"}"#);
        let refusal = Refusal {
            retry_after_ms: Some(7),
            ..Refusal::new("a/b", "a \"b\"")
        };
        assert_eq!(
            not_connected(&refusal).as_str(),
            r#"4{"data":{"code":"a/b","message":"a \"b\"","retryAfterMs":7},"message":"a/b: a \"b\""}"#
        );
        let none = no_namespace("/other");
        assert_eq!(none.as_str(), r#"4/other,{"message":"Invalid namespace"}"#);
    }
}
