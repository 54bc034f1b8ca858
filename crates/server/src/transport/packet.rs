//! A message as it came: the name of an event and at most one payload.

use kernel::plainly;
use serde_json::Value;

/// A message of a client. Reading it never fails: an error in it is reported by the code that
/// answers it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Packet {
    /// The name of the event, as `play_card`.
    pub(crate) event: String,
    /// Its payload; `null` if it has none.
    pub(crate) payload: Result<Value, PacketFault>,
}

/// The reason why a payload could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PacketFault {
    /// It is not JSON of the expected form.
    #[error("this message is not understood: {0}")]
    Malformed(String),
    /// It is larger than any command needs to be.
    #[error("this message is too large: at most {0} bytes are read")]
    TooLarge(usize),
    /// There were too many before it.
    #[error("too many messages at once: wait a moment")]
    TooFast,
}

impl Packet {
    /// Reads the text of a Socket.IO event, an array of its name and its payload, if it takes at
    /// most `limit` bytes.
    pub(crate) fn read(text: &str, limit: usize) -> Packet {
        if text.len() > limit {
            return Packet::refused(PacketFault::TooLarge(limit));
        }
        let (event, payload) = match serde_json::from_str::<Vec<Value>>(text) {
            Ok(parts) => split(parts),
            Err(error) => (String::new(), malformed(plainly(error))),
        };
        Packet { event, payload }
    }

    /// A packet that was not read, with this fault instead of a payload.
    pub(super) fn refused(fault: PacketFault) -> Packet {
        Packet {
            event: String::new(),
            payload: Err(fault),
        }
    }
}

/// Takes the name and the payload; a client may send more, which is ignored.
fn split(parts: Vec<Value>) -> (String, Result<Value, PacketFault>) {
    let mut parts = parts.into_iter();
    match parts.next() {
        Some(Value::String(event)) => (event, Ok(parts.next().unwrap_or_default())),
        _ => (String::new(), malformed("an event needs a name")),
    }
}

fn malformed(why: impl Into<String>) -> Result<Value, PacketFault> {
    Err(PacketFault::Malformed(why.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(text: &str, event: &str, payload: Value) {
        let packet = Packet::read(text, usize::MAX);
        assert_eq!(
            (packet.event.as_str(), packet.payload),
            (event, Ok(payload))
        );
    }

    #[track_caller]
    fn refuses(text: &str) {
        let payload = Packet::read(text, usize::MAX).payload;
        assert!(matches!(payload, Err(PacketFault::Malformed(_))), "{text}");
    }

    #[test]
    fn a_packet_is_a_name_and_a_payload() {
        check(
            r#"["sync",{"gameCode":"VHG4SC"}]"#,
            "sync",
            json!({"gameCode": "VHG4SC"}),
        );
        check(r#"["sync"]"#, "sync", Value::Null);
        check(r#"["sync",1,2,3]"#, "sync", json!(1));
        check(r#"["",[]]"#, "", json!([]));
    }

    #[test]
    fn whatever_else_is_malformed() {
        for text in [
            "",
            "[]",
            "{}",
            "[1,2]",
            "[null]",
            "[\"sync\",{]",
            "\"sync\"",
            "[\"a\"] x",
        ] {
            refuses(text);
        }
        refuses(&format!(
            "[\"deep\",{}{}]",
            "[".repeat(200),
            "]".repeat(200)
        ));
    }

    #[test]
    fn a_large_packet_is_not_read() {
        let text = format!("[\"sync\",\"{}\"]", "x".repeat(100));
        let packet = Packet::read(&text, 100);
        assert_eq!(packet.payload, Err(PacketFault::TooLarge(100)));
        assert!(Packet::read(&text, text.len()).payload.is_ok());
    }
}
